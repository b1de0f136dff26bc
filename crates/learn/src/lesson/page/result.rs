//! The last figures: the two sets, the formula with shared words highlighted, the inverted index, and the estimates.

use std::fmt::Write as _;

use super::LISTED;
use super::flow::Flow;
use super::texts::{push_translated_row, write_heading, write_highlighted, write_translation};
use crate::lesson::numbers::{format_decimals, format_percent, format_points};
use crate::lesson::side::{SetShingle, Sets};
use crate::lesson::step::{FigurePiece, quoted_piece, text_piece};
use crate::lesson::subject::translate_to_english;
use crate::lesson::{Ink, Lesson};
use crate::{lesson::formula::Formula, lesson::sample::SampledScore};
use base::numbers::{choose_verb, format_with_commas};
use base::ratio::Ratio;
use shingle_core::compare::Measure;
use shingle_core::pipeline::Params;
use shingle_core::shingle::{SketchKind, deviation_of_minhash};

const BAR: usize = 40;
/// Fewest columns in which the table of measures shows complete formulas.
const WIDE: usize = 90;
const SCALE: usize = 64;

pub(super) fn write_sets(flow: &mut Flow, lesson: &Lesson, on_paper: bool) {
    let sets = &lesson.all;
    write_overlapping_sets(flow, sets);
    let lists = [
        ("in both", &sets.both, Ink::Shared),
        ("only in A", &sets.only_a, Ink::Plain),
        ("only in B", &sets.only_b, Ink::Plain),
    ];
    let has_gloss = |ink| ink == Ink::Shared && lesson.subject.gloss.is_some();
    for (title, set, ink) in lists {
        flow.push_blank_row().set_indent(0).push_sentence(title, Ink::Strong);
        flow.push_sentence(&format!("({})", format_with_commas(set.len())), Ink::Quiet)
            .set_indent(2);
        let most = if on_paper { LISTED } else { usize::MAX };
        for (index, one) in set.iter().take(most).enumerate() {
            let english = translate_to_english(&one.text).filter(|_| has_gloss(ink));
            let english = english.map(|english| text_piece(format!(" ({english})"), Ink::Quiet));
            write_shingle(flow, one, (ink, english), index + 1 == set.len());
        }
        if let Some(rest) = set.len().checked_sub(most).filter(|rest| *rest > 0) {
            flow.push_sentence(&format!("… and {} more", format_with_commas(rest)), Ink::Quiet);
        }
    }
}

fn write_overlapping_sets(flow: &mut Flow, sets: &Sets) {
    let counts = [sets.only_a.len(), sets.both.len(), sets.only_b.len()];
    let all = counts.iter().sum::<usize>();
    if all == 0 {
        return;
    }
    let full = SCALE.min(flow.width().saturating_sub(3));
    // Ends of the parts, rounded; a non-empty part has at least one cell.
    let ends = [counts[0], counts[0] + counts[1]].map(|until| (until * full + all / 2) / all);
    let least = |count: usize| usize::from(count > 0);
    let begin = ends[0].clamp(least(counts[0]), full - least(counts[1]) - least(counts[2]));
    let end = ends[1].clamp(begin + least(counts[1]), full - least(counts[2]));
    let bars = [
        ("A  ", [("█", begin, Ink::Plain), ("▓", end - begin, Ink::Shared)], 0),
        ("B  ", [("▓", end - begin, Ink::Shared), ("█", full - end, Ink::Plain)], begin),
    ];
    for (letter, parts, indent) in bars {
        let mut row =
            vec![text_piece(letter, Ink::Letter), text_piece(" ".repeat(indent), Ink::Plain)];
        row.extend(parts.map(|(sign, cells, ink)| text_piece(sign.repeat(cells), ink)));
        flow.push_row(row);
    }
    let [a, both, b] = counts.map(format_with_commas);
    flow.push_row(vec![
        text_piece(format!("   {a} only in A, {both} in both ("), Ink::Quiet),
        text_piece("▓", Ink::Shared),
        text_piece(format!("), {b} only in B"), Ink::Quiet),
    ]);
}

fn write_shingle(
    flow: &mut Flow,
    shingle: &SetShingle,
    (ink, english): (Ink, Option<FigurePiece>),
    is_last: bool,
) {
    let mut pieces = vec![quoted_piece(&shingle.text, ink)];
    pieces.extend(english);
    let most = shingle.times.into_iter().max().unwrap_or(1);
    if most > 1 {
        pieces.push(text_piece(format!(" ×{most}"), Ink::Quiet));
    }
    if !is_last {
        pieces.push(text_piece(" │", Ink::Quiet));
    }
    flow.push_group(pieces, Ink::Plain);
}

pub(super) fn write_score(flow: &mut Flow, lesson: &Lesson) {
    let (params, formula) = (&lesson.params, &lesson.formula);
    if params.measure != Measure::Jaccard {
        let resemblance =
            Formula::new(Measure::Jaccard, lesson.exact_overlap(), lesson.subject.direction);
        write_worked_formula(flow, "resemblance", &resemblance);
    }
    let name = params.measure.to_string();
    let name = if params.measure == Measure::Jaccard { "resemblance" } else { &name };
    write_worked_formula(flow, name, formula);
    let percent = format_percent(formula.result);
    let full = flow.width().saturating_sub(percent.len() + 2);
    flow.push_row(vec![
        text_piece(percent, Ink::Now),
        text_piece("  ", Ink::Plain),
        draw_share_bar(formula.result, full),
    ]);
    write_measures(flow.push_blank_row(), lesson);
    for (which, side) in lesson.sides.iter().enumerate() {
        write_heading(flow.push_blank_row(), which, side, "");
        let view = if which == 0 { &lesson.whole.a } else { &lesson.whole.b };
        write_highlighted(flow, &side.document.text, &view.highlights);
    }
    write_translation(flow.push_blank_row(), lesson);
}

fn write_worked_formula(flow: &mut Flow, name: &str, formula: &Formula) {
    flow.push_sentence(name, Ink::Strong);
    let result = format_percent(formula.result);
    flow.push_sentence(
        &format!("= {} = {} = {result}", formula.words, formula.numbers),
        Ink::Plain,
    )
    .end_row();
}

fn write_measures(flow: &mut Flow, lesson: &Lesson) {
    let width = flow.width();
    let (truth, direction) = (lesson.exact_overlap(), lesson.subject.direction);
    for (name, measure) in Measure::ALL {
        let formula = Formula::new(*measure, truth, direction);
        let ink = if *measure == lesson.params.measure { Ink::Strong } else { Ink::Plain };
        let mut line = format!("{name:<12} {:>7}", format_percent(formula.result));
        let (words, columns) =
            if width >= WIDE { (&*formula.words, 35) } else { (&*formula.short, 17) };
        for (part, columns) in [(words, columns), (formula.use_for, 0)] {
            if line.chars().count() + 2 + part.len().max(columns) <= width {
                let _ = write!(line, "  {part:<columns$}");
            }
        }
        flow.push_line(line.trim_end(), ink);
    }
}

fn draw_share_bar(share: Ratio, room: usize) -> FigurePiece {
    let full = BAR.min(room);
    let (num, den) = share.numerator_and_denominator();
    // Rounded to the nearest; a share is at most 1.
    let filled = ((2 * num * full as u64 + den) / (2 * den)).min(full as u64) as usize;
    text_piece(format!("{}{}", "█".repeat(filled), "░".repeat(full - filled)), Ink::Quiet)
}

fn ink_of_sketch(params: &Params, kind: SketchKind) -> Ink {
    if params.sketch == kind { Ink::Strong } else { Ink::Plain }
}

/// Draws a row for each method of computing the similarity: result, aim, error and expected error.
pub(super) fn write_estimates(flow: &mut Flow, lesson: &Lesson) {
    let params = &lesson.params;
    let (truth, overlap, sample) = (lesson.exact_overlap(), lesson.overlap(), &lesson.sample);
    let direction = lesson.subject.direction;
    let minima = &lesson.minima;
    let both_sizes =
        |a: u32, b: u32| format!("{} + {}", format_with_commas(a), format_with_commas(b));
    let by = params.measure;
    // Method, result, aim, usual error, and numbers kept.
    let mut methods: Vec<(String, [Ratio; 2], f64, String, Ink)> = Vec::new();
    let both = [Measure::Jaccard, by];
    for measure in both.iter().skip(usize::from(by == Measure::Jaccard)) {
        let exact = truth.score(*measure, direction);
        let all = both_sizes(truth.a_shingles, truth.b_shingles);
        methods.push((format!("all shingles, {measure}"), [exact; 2], 0.0, all, Ink::Plain));
    }
    let modulo = sample.modulo;
    let mut measures = vec![by];
    // Minima of a sample aim at its resemblance, which gets a row too.
    if !sample.is_tried && by != Measure::Jaccard {
        measures.push(Measure::Jaccard);
    }
    for measure in measures {
        let scores = [sample.overlap, truth].map(|overlap| overlap.score(measure, direction));
        let sampled = SampledScore { measure, direction, modulo, truth };
        let usual = sampled.expected_deviation();
        let some = both_sizes(sample.overlap.a_shingles, sample.overlap.b_shingles);
        let decides = !sample.is_tried && params.sketch == SketchKind::Modulo && measure == by;
        let ink = if decides { Ink::Strong } else { Ink::Plain };
        methods.push((format!("modulo {modulo}, {measure}"), scores, usual, some, ink));
    }
    let aims = overlap.jaccard();
    let usual = deviation_of_minhash(aims.to_f64(), minima.functions);
    // An empty sample has no minima.
    let kept = |keys: u32| {
        let [a, b] = minima.least.each_ref().map(|least| if least.is_empty() { 0 } else { keys });
        both_sizes(a, b)
    };
    let numbers = kept(minima.functions as u32);
    let what = format!("{}, jaccard", minima.describe_agreement());
    let scores = [lesson.estimate_by_sketch(SketchKind::MinHash), aims];
    methods.push((what, scores, usual, numbers, ink_of_sketch(params, SketchKind::MinHash)));
    let mut verdicts = Vec::new();
    for (_, kind) in SketchKind::ALL {
        let Some((keys, enough)) = kind.facts().few else { continue };
        let (agree, _) = minima.count_agreeing_and_all_keys(*kind);
        let verdict = match agree >= enough as usize {
            true => format!("{agree} of {keys}: near-duplicate"),
            false if overlap.exact_copy => format!("{agree} of {keys}, but copies: found"),
            false => format!("{agree} of {keys}: no near-duplicate"),
        };
        let ink = ink_of_sketch(params, *kind);
        verdicts.push((format!("{}s", kind.facts().key), verdict, kept(keys), ink));
    }
    let first = methods.iter().map(|(what, ..)| what.chars().count()).max().unwrap_or(0);
    let head = format!("{:<first$}  result  aims at  off by  usually  numbers kept", "method");
    flow.push_line(head, Ink::Quiet);
    for (what, scores, usual, numbers, ink) in methods {
        let [estimated, aims] = scores.map(Ratio::to_f64);
        let off = format_points(estimated, aims).unwrap_or_else(|| "0".into());
        let usual =
            if usual > 0.0 { format!("±{}", format_decimals(usual * 100.0)) } else { "0".into() };
        let [estimated, aims] = scores.map(format_percent);
        let row = format!("{what:<first$} {estimated:>7} {aims:>8} {off:>7} {usual:>8}  {numbers}");
        flow.push_line(row, ink);
    }
    // Super- and megashingles have no errors, so their results span these columns.
    for (what, verdict, numbers, ink) in verdicts {
        let row = format!("{what:<first$} {verdict:<33}  {numbers}");
        flow.push_line(row, ink);
    }
    flow.push_blank_row();
    let units = "Both errors in percentage points: the first of the rounded numbers, the usual one as a standard deviation.";
    flow.push_sentence(units, Ink::Quiet).end_row();
    flow.push_blank_row();
    flow.push_sentence("The score of this pair:", Ink::Plain);
    flow.push_piece(text_piece(format_percent(lesson.score()), Ink::Now));
}

/// Most lists that are shown of each kind: lists of both texts, of A, and of B.
const LISTS: usize = 6;

pub(super) fn write_shingle_lists(flow: &mut Flow, lesson: &Lesson) {
    let sets = &lesson.all;
    let kinds = [
        (&sets.both, "A B", Ink::Shared, "they meet"),
        (&sets.only_a, "A", Ink::Plain, ""),
        (&sets.only_b, "B", Ink::Plain, ""),
    ];
    for (set, texts, ink, sentence) in kinds {
        for shingle in set.iter().take(LISTS) {
            let row = vec![
                text_piece(format!("{texts:<4} ← "), Ink::Letter),
                quoted_piece(&shingle.text, ink),
                text_piece(format!("  {sentence}"), Ink::Strong),
            ];
            push_translated_row(flow, row, lesson, &shingle.text);
        }
        if let Some(rest) = set.len().checked_sub(LISTS).filter(|rest| *rest > 0) {
            let lists = choose_verb(rest, "list", "lists");
            let rest = format_with_commas(rest);
            let sentence = format!("     … and {rest} more {lists} with {texts}");
            flow.push_line(sentence, Ink::Quiet);
        }
    }
}
