//! The last figures: the two sets, the formula with the shared words highlighted, and the estimates with the exact
//! value.

use crate::base::numbers::thousands;
use crate::base::ratio::Ratio;
use crate::pipeline::parameters::{Params, SketchKind};

use super::super::contents::Lesson;
use super::super::numbers::{percent, percent_of};
use super::super::sets::SetShingle;
use super::super::step::{FigurePiece, FigureRow, Ink};
use super::FigureRoom;
use super::flow::Flow;
use super::texts::{heading, lit};
use crate::shingle::expected::deviation;
use crate::shingle::tagged::{MEGASHINGLES, SUPERSHINGLES};

/// The most shingles of a set that paper lists.
const LISTED: usize = 60;
/// Columns of a full bar.
const BAR: usize = 40;

/// The shingles in both sets, only in A, and only in B.
pub(super) fn sets(lesson: &Lesson, room: FigureRoom) -> Vec<FigureRow> {
    let mut flow = Flow::new(room.width);
    let sets = &lesson.sets;
    for (title, set, ink) in [
        ("in both", &sets.both, Ink::Shared),
        ("only in A", &sets.only_a, Ink::Plain),
        ("only in B", &sets.only_b, Ink::Plain),
    ] {
        flow.blank().indent(0);
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
    }
    flow.finish()
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
pub(super) fn score(lesson: &Lesson, room: FigureRoom) -> Vec<FigureRow> {
    let mut flow = Flow::new(room.width);
    let (params, formula) = (&lesson.params, &lesson.formula);
    let name = params.measure.to_string();
    flow.row(vec![
        FigurePiece::own(name.clone(), Ink::Strong),
        FigurePiece::own(format!(" = {}", formula.words), Ink::Plain),
    ]);
    let under = " ".repeat(name.len());
    flow.row(vec![FigurePiece::own(format!("{under} = {}", formula.numbers), Ink::Plain)]);
    flow.row(vec![
        FigurePiece::own(format!("{under} = "), Ink::Plain),
        FigurePiece::own(percent(formula.result), Ink::Now),
        FigurePiece::own("  ", Ink::Plain),
        bar(formula.result, room.width.saturating_sub(name.len() + 14)),
    ]);
    for (which, side) in lesson.sides.iter().enumerate() {
        flow.blank();
        heading(&mut flow, which, side, "");
        let shown = if which == 0 { &lesson.view.a } else { &lesson.view.b };
        lit(&mut flow, &side.document.text, &shown.lit);
    }
    flow.finish()
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

/// One row for each way to compute the similarity of two texts.
pub(super) fn estimates(lesson: &Lesson, room: FigureRoom) -> Vec<FigureRow> {
    let mut flow = Flow::new(room.width);
    let params = &lesson.params;
    let (truth, kept) = (lesson.truth(), lesson.overlap());
    let direction = lesson.subject.direction;
    let (r, minima) = (truth.jaccard(), &lesson.minima);
    let exact = truth.score(params.measure, direction);
    let sampled = kept.score(params.measure, direction);
    let off = |estimate: Ratio, truth: Ratio| {
        let by = estimate.to_f64() - truth.to_f64();
        if by.abs() < 0.000_05 {
            "nothing".to_string()
        } else {
            format!("{}{}", if by > 0.0 { "+" } else { "-" }, percent_of(by.abs()))
        }
    };
    let keeps = |a: u32, b: u32| format!("{} + {}", thousands(a as usize), thousands(b as usize));
    let by = params.measure.to_string();
    let head = ["what is looked at", "tells", "truth", "off by", "numbers kept"];
    row(&mut flow, head.map(String::from), Ink::Quiet);
    let all = keeps(truth.a_shingles, truth.b_shingles);
    row(
        &mut flow,
        [format!("all shingles, {by}"), percent(exact), percent(exact), "nothing".into(), all],
        Ink::Plain,
    );
    let some = keeps(kept.a_shingles, kept.b_shingles);
    row(
        &mut flow,
        [
            format!("modulo {}, {by}", params.modulo),
            percent(sampled),
            percent(exact),
            off(sampled, exact),
            some,
        ],
        decides(params, SketchKind::Modulo),
    );
    let estimate = minima.estimate();
    row(
        &mut flow,
        [
            format!("{}, resemblance", minima.counted()),
            percent(estimate),
            percent(r),
            off(estimate, r),
            keeps(minima.functions as u32, minima.functions as u32),
        ],
        decides(params, SketchKind::MinHash),
    );
    for (what, agree, of, enough, kind) in [
        ("supershingles", minima.groups_agree(), SUPERSHINGLES, 2, SketchKind::SuperShingle),
        ("megashingles", minima.pairs_agree(), MEGASHINGLES, 1, SketchKind::MegaShingle),
    ] {
        let verdict = if agree >= enough { "near-duplicate" } else { "no near-duplicate" };
        let verdict = format!("{agree} of {of}: {verdict}");
        let numbers = keeps(of as u32, of as u32);
        wide(&mut flow, [what, &verdict, &numbers], decides(params, kind));
    }
    flow.blank();
    let expected = match deviation(r.to_f64(), minima.functions) {
        off if off > 0.0 => {
            format!("Minima are expected to be off by about {} here.", percent_of(off))
        }
        _ => "Where none or all shingles are shared, minima cannot be off.".to_string(),
    };
    flow.say(&expected, Ink::Quiet).end();
    flow.blank();
    flow.say("The score of this pair:", Ink::Plain);
    flow.piece(FigurePiece::own(percent(lesson.score()), Ink::Now));
    flow.finish()
}

/// A row of the table of estimates.
fn row(flow: &mut Flow, [what, tells, truth, off, keeps]: [String; 5], ink: Ink) {
    flow.row(vec![FigurePiece::own(
        format!("{what:<24}  {tells:>8}  {truth:>8}  {off:>8}  {keeps}"),
        ink,
    )]);
}

/// The same, but `tells` also takes the columns of the exact value and the error.
fn wide(flow: &mut Flow, [what, tells, keeps]: [&str; 3], ink: Ink) {
    flow.row(vec![FigurePiece::own(format!("{what:<24}  {tells:<28}  {keeps}"), ink)]);
}
