//! The last figures: the two sets, the formula with the shared words highlighted, and the estimates with the exact
//! value.

use std::fmt::Write as _;

use crate::base::numbers::thousands;
use crate::base::ratio::Ratio;
use crate::compare::measure::Measure;
use crate::pipeline::parameters::{Params, SketchKind};

use super::super::contents::Lesson;
use super::super::formula::Formula;
use super::super::numbers::{decimals, percent, points};
use super::super::sample::deviation_of;
use super::super::sets::{SetShingle, Sets};
use super::super::step::{FigurePiece, Ink};
use super::FigureRoom;
use super::flow::Flow;
use super::parts::{FigurePart, LaidFigure, fitted};
use super::texts::{heading, lit};
use crate::shingle::expected::deviation;
use crate::shingle::minhash::{MEGASHINGLES, SUPERSHINGLES};

/// The most shingles of a set that paper lists.
const LISTED: usize = 60;
/// Columns of a full bar.
const BAR: usize = 40;
/// With so many columns the table of measures has the formulas in full.
const WIDE: usize = 90;
/// Columns of the two bars together.
const SCALE: usize = 64;

/// The shingles in both sets, only in A, and only in B.
pub(super) fn sets(lesson: &Lesson, room: FigureRoom) -> LaidFigure {
    let sets = &lesson.all;
    let mut bars = Flow::new(room.width);
    overlapping(&mut bars, sets, room.width);
    let high = bars.count();
    let lists = [
        ("in both", &sets.both, Ink::Shared),
        ("only in A", &sets.only_a, Ink::Plain),
        ("only in B", &sets.only_b, Ink::Plain),
    ];
    let list = |(title, set, ink): (&str, &Vec<SetShingle>, Ink)| {
        let mut flow = Flow::new(room.width);
        flow.say(title, Ink::Strong);
        flow.say(&format!("({})", thousands(set.len())), Ink::Quiet).end();
        flow.indent(2);
        let most = if room.height.is_none() { LISTED } else { usize::MAX };
        for (index, one) in set.iter().take(most).enumerate() {
            shingle(&mut flow, one, ink, index + 1 == set.len());
        }
        if let Some(rest) = set.len().checked_sub(most).filter(|rest| *rest > 0) {
            flow.say(&format!("… and {} more", thousands(rest)), Ink::Quiet);
        }
        FigurePart::new(flow, 1)
    };
    let parts = std::iter::once(FigurePart::new(bars, high)).chain(lists.map(list));
    fitted(parts.collect(), room)
}

/// Two bars to scale, one below the other, that overlap where the sets do.
fn overlapping(flow: &mut Flow, sets: &Sets, width: usize) {
    let counts = [sets.only_a.len(), sets.both.len(), sets.only_b.len()];
    let all = counts.iter().sum::<usize>();
    if all == 0 {
        return;
    }
    let full = SCALE.min(width.saturating_sub(3));
    // Where each part ends, rounded; a part that is not empty has at least one cell.
    let ends = [counts[0], counts[0] + counts[1]].map(|until| (until * full + all / 2) / all);
    let least = |count: usize| usize::from(count > 0);
    let begin = ends[0].clamp(least(counts[0]), full - least(counts[1]) - least(counts[2]));
    let end = ends[1].clamp(begin + least(counts[1]), full - least(counts[2]));
    let bars = [
        ("A  ", [("█", begin, Ink::Plain), ("▓", end - begin, Ink::Shared)], 0),
        ("B  ", [("▓", end - begin, Ink::Shared), ("█", full - end, Ink::Plain)], begin),
    ];
    for (letter, parts, indent) in bars {
        let mut row = vec![
            FigurePiece::own(letter, Ink::Letter),
            FigurePiece::own(" ".repeat(indent), Ink::Plain),
        ];
        row.extend(parts.map(|(sign, cells, ink)| FigurePiece::own(sign.repeat(cells), ink)));
        flow.row(row);
    }
    let [a, both, b] = counts.map(thousands);
    flow.row(vec![
        FigurePiece::own(format!("   {a} only in A, {both} in both ("), Ink::Quiet),
        // As it stands in the bars.
        FigurePiece::own("▓", Ink::Shared),
        FigurePiece::own(format!("), {b} only in B"), Ink::Quiet),
    ]);
}

/// A shingle of a set, with its number of occurrences if it has several, and a stroke before the next one.
fn shingle(flow: &mut Flow, shingle: &SetShingle, ink: Ink, is_last: bool) {
    let mut pieces = vec![FigurePiece::quoted(&shingle.text, ink)];
    let most = shingle.times.into_iter().max().unwrap_or(1);
    if most > 1 {
        pieces.push(FigurePiece::own(format!(" ×{most}"), Ink::Quiet));
    }
    if !is_last {
        pieces.push(FigurePiece::own(" │", Ink::Quiet));
    }
    flow.group(pieces, Ink::Plain);
}

/// The formula in words, with numbers, and its result. Then both texts with what they share.
pub(super) fn score(lesson: &Lesson, room: FigureRoom) -> LaidFigure {
    let mut flow = Flow::new(room.width);
    let (params, formula) = (&lesson.params, &lesson.formula);
    if params.measure != Measure::Jaccard {
        let resemblance = Formula::of(Measure::Jaccard, lesson.truth(), lesson.subject.direction);
        worked_out(&mut flow, "resemblance", &resemblance);
    }
    let name = params.measure.to_string();
    let name = if params.measure == Measure::Jaccard { "resemblance" } else { &name };
    worked_out(&mut flow, name, formula);
    let percent = percent(formula.result);
    let full = room.width.saturating_sub(percent.len() + 2);
    flow.row(vec![
        FigurePiece::own(percent, Ink::Now),
        FigurePiece::own("  ", Ink::Plain),
        bar(formula.result, full),
    ]);
    flow.blank();
    measures(&mut flow, lesson, room.width);
    let high = flow.count();
    let texts = [0, 1].map(|which| marked_text(lesson, which, room.width).whole_or_below());
    fitted(std::iter::once(FigurePart::new(flow, high)).chain(texts).collect(), room)
}

/// A measure in words, with numbers, and its result.
fn worked_out(flow: &mut Flow, name: &str, formula: &Formula) {
    flow.say(name, Ink::Strong);
    let result = percent(formula.result);
    flow.say(&format!("= {} = {} = {result}", formula.words, formula.numbers), Ink::Plain).end();
}

/// A text with what it shares.
fn marked_text(lesson: &Lesson, which: usize, width: usize) -> FigurePart {
    let (Some(side), view) = (lesson.sides.get(which), &lesson.view) else {
        return FigurePart::default();
    };
    let mut flow = Flow::new(width);
    heading(&mut flow, which, side, "");
    let shown = if which == 0 { &view.a } else { &view.b };
    lit(&mut flow, &side.document.text, &shown.lit);
    FigurePart::new(flow, 1)
}

/// All measures of this pair, each with what it is good for.
fn measures(flow: &mut Flow, lesson: &Lesson, width: usize) {
    let (truth, direction) = (lesson.truth(), lesson.subject.direction);
    for (name, measure) in Measure::ALL {
        let formula = Formula::of(*measure, truth, direction);
        let ink = if *measure == lesson.params.measure { Ink::Strong } else { Ink::Plain };
        let mut line = format!("{name:<12} {:>7}", percent(formula.result));
        let (words, columns) =
            if width >= WIDE { (formula.words, 35) } else { (formula.short, 17) };
        for (part, columns) in [(words, columns), (formula.use_for, 0)] {
            if line.chars().count() + 2 + part.len().max(columns) <= width {
                let _ = write!(line, "  {part:<columns$}");
            }
        }
        flow.row(vec![FigurePiece::own(line.trim_end(), ink)]);
    }
}

fn bar(share: Ratio, room: usize) -> FigurePiece {
    let full = BAR.min(room);
    let (num, den) = share.parts();
    // Rounded to the nearest. A share is never above the whole.
    let filled = ((2 * num * full as u64 + den) / (2 * den)).min(full as u64) as usize;
    FigurePiece::own(format!("{}{}", "█".repeat(filled), "░".repeat(full - filled)), Ink::Quiet)
}

/// The role of a row: strong if the parameters use this sketch.
fn decides(params: &Params, kind: SketchKind) -> Ink {
    if params.sketch == kind { Ink::Strong } else { Ink::Plain }
}

/// A row of the table of estimates.
struct EstimateRow {
    /// What is looked at, what it tells and aims at, both errors, and how many numbers it keeps.
    cells: [String; 6],
    ink: Ink,
}

/// One row for each way to compute the similarity of two texts: what it tells, what it aims at, how far it is off, and how
/// far it is expected to be off.
pub(super) fn estimates(lesson: &Lesson, room: FigureRoom) -> LaidFigure {
    let params = &lesson.params;
    let (truth, kept, sample) = (lesson.truth(), lesson.overlap(), &lesson.sample);
    let direction = lesson.subject.direction;
    let minima = &lesson.minima;
    let keeps = |a: u32, b: u32| format!("{} + {}", thousands(a), thousands(b));
    let by = params.measure;
    let head = ["what is looked at", "tells", "aims at", "off by", "usually", "numbers kept"];
    let mut rows = vec![EstimateRow { cells: head.map(String::from), ink: Ink::Quiet }];
    let mut estimate =
        |what: String, tells: Ratio, aims: Ratio, usual: f64, numbers: String, ink| {
            let off = points(tells.to_f64(), aims.to_f64()).unwrap_or_else(|| "0".into());
            let usual =
                if usual > 0.0 { format!("±{}", decimals(usual * 100.0)) } else { "0".into() };
            let cells = [what, percent(tells), percent(aims), off, usual, numbers];
            rows.push(EstimateRow { cells, ink });
        };
    let both = [Measure::Jaccard, by];
    for measure in both.iter().skip(usize::from(by == Measure::Jaccard)) {
        let exact = truth.score(*measure, direction);
        let all = keeps(truth.a_shingles, truth.b_shingles);
        estimate(format!("all shingles, {measure}"), exact, exact, 0.0, all, Ink::Plain);
    }
    let m = sample.modulo;
    let mut measures = vec![by];
    // Minima of a sample aim at its resemblance, so that has a row, too.
    if !sample.is_tried && by != Measure::Jaccard {
        measures.push(Measure::Jaccard);
    }
    for measure in measures {
        let (tells, aims) =
            (sample.overlap.score(measure, direction), truth.score(measure, direction));
        let usual = deviation_of(measure, truth, direction, m);
        let some = keeps(sample.overlap.a_shingles, sample.overlap.b_shingles);
        let decides = !sample.is_tried && params.sketch == SketchKind::Modulo && measure == by;
        let ink = if decides { Ink::Strong } else { Ink::Plain };
        estimate(format!("modulo {m}, {measure}"), tells, aims, usual, some, ink);
    }
    let aims = kept.jaccard();
    let usual = deviation(aims.to_f64(), minima.functions);
    let numbers = keeps(minima.functions as u32, minima.functions as u32);
    let what = format!("{}, jaccard", minima.counted());
    estimate(what, minima.estimate(), aims, usual, numbers, decides(params, SketchKind::MinHash));
    let mut verdicts = Vec::new();
    for (what, agree, of, enough, kind) in [
        ("supershingles", minima.groups_agree(), SUPERSHINGLES, 2, SketchKind::SuperShingle),
        ("megashingles", minima.pairs_agree(), MEGASHINGLES, 1, SketchKind::MegaShingle),
    ] {
        let verdict = if agree >= enough { "near-duplicate" } else { "no near-duplicate" };
        let verdict = format!("{agree} of {of}: {verdict}");
        let numbers = keeps(of as u32, of as u32);
        verdicts.push((what, verdict, numbers, decides(params, kind)));
    }
    let first = rows.iter().map(|row| row.cells[0].chars().count()).max().unwrap_or(0);
    let mut flow = Flow::new(room.width);
    for EstimateRow { cells: [what, tells, aims, off, usual, keeps], ink } in rows {
        let row = format!("{what:<first$} {tells:>7} {aims:>8} {off:>7} {usual:>8}  {keeps}");
        flow.row(vec![FigurePiece::own(row, ink)]);
    }
    // What super- and megashingles tell takes the columns of the errors, too.
    for (what, verdict, numbers, ink) in verdicts {
        let row = format!("{what:<first$} {verdict:<33}  {numbers}");
        flow.row(vec![FigurePiece::own(row, ink)]);
    }
    flow.blank();
    let units = "Both errors in percentage points; the usual one is one standard deviation.";
    flow.say(units, Ink::Quiet).end();
    flow.blank();
    flow.say("The score of this pair:", Ink::Plain);
    flow.piece(FigurePiece::own(percent(lesson.score()), Ink::Now));
    fitted(vec![FigurePart::new(flow, 0)], room)
}
