//! Figures of minima: the order of the shingles under a function, the functions that agree, and their groups and pairs.

use super::flow::{Flow, range_of_rows_around};
use super::{curve, texts::push_translated_row};
use crate::lesson::sample::LessonMinima;
use crate::lesson::step::{FigurePiece, LETTERS, quoted_piece, text_piece};
use crate::lesson::{Ink, Lesson};
use base::numbers::format_with_commas;
use shingle_core::shingle::minhash::{GROUP, SUPERSHINGLES, value_factors};
use shingle_core::shingle::{Family, probability_of_near_duplicate};

/// Number of functions in a row of the matrix.
const ACROSS: usize = 42;
/// Number of functions whose permutations a printed lesson lists.
const ON_PAPER: usize = 3;
/// Rows of the matrix on a screen.
const MATRIX: usize = 2;
/// Rows of the curve on a screen.
pub(super) const CURVE: usize = 10;
/// First shingles of a permutation.
const FIRST: usize = 5;
const LEGEND: &str = "■ agrees  · differs  ● share so far  │ resemblance  ░ two deviations";

fn minimum_cell(lesson: &Lesson, function: usize, now: Option<usize>) -> FigurePiece {
    let agrees = lesson.minima.agrees_on(function);
    let ink = match (now == Some(function), agrees) {
        (true, _) => Ink::Now,
        (false, true) => Ink::Strong,
        (false, false) => Ink::Quiet,
    };
    text_piece(if agrees { "■" } else { "·" }, ink)
}

pub(super) fn write_minima(flow: &mut Flow, lesson: &Lesson, point: Option<usize>) {
    let functions = lesson.minima.functions;
    let now = point.map(|point| point.min(functions.saturating_sub(1)));
    let across = ACROSS.min(flow.width().saturating_sub(6)).max(7);
    let rows = functions.div_ceil(across);
    for row in range_of_rows_around(rows, now.unwrap_or(0) / across, now.map(|_| MATRIX)) {
        let mut cells = vec![text_piece(format!("{:>4}  ", row * across), Ink::Quiet)];
        let end = ((row + 1) * across).min(functions);
        cells.extend((row * across..end).map(|function| minimum_cell(lesson, function, now)));
        flow.push_row(cells);
    }
    if !lesson.minima.least.iter().any(Vec::is_empty) {
        let until = now.unwrap_or(functions.saturating_sub(1));
        flow.push_row(curve::draw_running_share(lesson, until, flow.width()));
        flow.push_line(LEGEND, Ink::Quiet);
    }
    for function in now.map_or(0..ON_PAPER.min(functions), |now| now..now + 1) {
        write_permutation(flow, lesson, function);
    }
    flow.push_sentence(&describe_hash_function(&lesson.minima, now.unwrap_or(0)), Ink::Quiet);
}

fn describe_hash_function(minima: &LessonMinima, function: usize) -> String {
    match (minima.family, minima.permutation(function).first()) {
        (Family::Md5, _) => {
            "Functions 4i to 4i + 3 are the four groups of eight hex digits in the MD5 of i, a blank and the words: printf \
             '20 to be or' | md5sum shows functions 80 to 83."
                .to_string()
        }
        (Family::Fast, None) => String::new(),
        (Family::Fast, Some(least)) => {
            let letter = LETTERS[usize::from(!least.is_in[0])];
            let [image, factor] = value_factors(function as u32, least.key);
            format!(
                "Function i multiplies the upper 32 bits of the 64 (step 5) by its factor, modulo 2^32, and flips the highest \
                 bit. The factor is the upper 32 bits of i + 1, mixed as in step 5, with 1 as the last bit. So function {function} \
                 for {letter}'s least: {image} * {factor} mod 2^32, flipped, is {}. With --sketch minhash --family md5 anybody \
                 can compute it by md5sum.",
                format_with_commas(least.value)
            )
        }
    }
}

/// Lists the shingles of both texts in the order of a function: the first, and the minima.
fn write_permutation(flow: &mut Flow, lesson: &Lesson, function: usize) {
    let all = lesson.minima.permutation(function);
    let agrees = lesson.minima.agrees_on(function);
    let sentence = match all.first().map(|first| first.is_in) {
        _ if agrees => "the first of all is in both: it agrees",
        Some([true, _]) => "the first of all is only in A: it differs",
        Some([false, _]) => "the first of all is only in B: it differs",
        None => "no shingle",
    };
    flow.push_row(vec![
        text_piece(format!("function {function}"), Ink::Strong),
        text_piece(": ", Ink::Quiet),
        text_piece(sentence, if agrees { Ink::Shared } else { Ink::Strong }),
    ]);
    let firsts = [0, 1].map(|which| all.iter().position(|one| one.is_in[which]));
    for (place, shingle) in all.iter().enumerate() {
        let wins = firsts.contains(&Some(place));
        if place >= FIRST && !wins {
            continue;
        }
        let least = match firsts.map(|first| first == Some(place)) {
            [true, true] => "least of A, B",
            [true, false] => "least of A",
            [false, true] => "least of B",
            [false, false] => "",
        };
        let letters = [0, 1].map(|at| if shingle.is_in[at] { LETTERS[at] } else { " " });
        let ink = match (wins, agrees) {
            (true, true) => Ink::Shared,
            (true, false) => Ink::Now,
            (false, _) => Ink::Quiet,
        };
        let value = format_with_commas(shingle.value);
        let row = vec![
            text_piece(format!("{:>4} {value:>13}  ", place + 1), Ink::Quiet),
            text_piece(letters.join(" "), Ink::Letter),
            text_piece(format!("  {least:<13}  "), Ink::Strong),
            quoted_piece(&shingle.text, ink),
        ];
        push_translated_row(flow, row, lesson, &shingle.text);
    }
}

/// Fewest columns of a screen in which a group's row names the pair.
const NAMED: usize = 72;

pub(super) fn write_supershingles(flow: &mut Flow, lesson: &Lesson) {
    if let Some(easy) = &lesson.easy {
        let mut row = vec![text_piece("easy pair ", Ink::Strong)];
        let same = easy.minima.groups[0].iter().zip(&easy.minima.groups[1]);
        for (group, (a, b)) in same.enumerate() {
            let agree = easy.minima.count_agreeing_minima_in_group(group);
            let (sign, ink) = if a == b { ("■", Ink::Shared) } else { ("·", Ink::Quiet) };
            row.push(text_piece(" ", Ink::Plain));
            row.push(text_piece(format!("{agree:>2}{sign}"), ink));
        }
        let found = describe_filter_result(&easy.minima);
        let agree = easy.minima.count_agreeing_supershingles();
        let sentence = format!("  ■ {agree} of 6 groups agree: {found}");
        row.push(text_piece(sentence, Ink::Plain));
        flow.push_row(row);
        let legend = format!("how many of {GROUP} minima agree in each group; ■ all do");
        flow.push_row(vec![text_piece("          ", Ink::Plain), text_piece(legend, Ink::Quiet)]);
    }
    let is_named = flow.width() >= NAMED;
    let [a, b] = &lesson.minima.groups;
    for group in 0..SUPERSHINGLES {
        let agree = lesson.minima.count_agreeing_minima_in_group(group);
        let name = match group {
            _ if !is_named => "",
            0 => "this pair ",
            _ => "          ",
        };
        let mut row = vec![text_piece(name, Ink::Strong)];
        row.push(text_piece(format!("{:>2}  ", group + 1), Ink::Quiet));
        let functions = group * GROUP..(group + 1) * GROUP;
        row.extend(functions.map(|function| minimum_cell(lesson, function, None)));
        row.push(text_piece(format!("  {agree:>2} of {GROUP}  "), Ink::Plain));
        match (a.get(group), b.get(group)) {
            (Some(a), Some(b)) => {
                row.push(text_piece(format!("A {:08x}  B {:08x}  ", a >> 32, b >> 32), Ink::Quiet));
                let (fate, ink) =
                    if a == b { ("the same", Ink::Shared) } else { ("differ", Ink::Plain) };
                row.push(text_piece(fate, ink));
            }
            _ => row.push(text_piece("no minima", Ink::Quiet)),
        }
        flow.push_row(row);
    }
}

pub(super) fn write_megashingles(flow: &mut Flow, lesson: &Lesson, point: Option<usize>) {
    write_agreeing_supershingle_pairs(flow, &lesson.minima, "this pair");
    if let Some(easy) = &lesson.easy {
        write_agreeing_supershingle_pairs(flow, &easy.minima, "easy pair");
    }
    let here = lesson.overlap().jaccard().to_f64();
    let Some(point) = point.map(curve::resemblance_at) else {
        return curve::write_probability_table(flow);
    };
    let chance = probability_of_near_duplicate;
    flow.push_rows(curve::draw_curve(flow.width(), CURVE, (point, here), chance));
    flow.push_rows(curve::describe_point(point, here));
}

fn write_agreeing_supershingle_pairs(flow: &mut Flow, minima: &LessonMinima, name: &str) {
    let [a, b] = &minima.groups;
    let same = |group: usize| a.get(group).is_some() && a.get(group) == b.get(group);
    let mut row = vec![text_piece(format!("{name}  "), Ink::Strong)];
    for first in 0..SUPERSHINGLES {
        for second in first + 1..SUPERSHINGLES {
            let (sign, ink) =
                if same(first) && same(second) { ("■", Ink::Shared) } else { ("·", Ink::Quiet) };
            row.push(text_piece(sign, ink));
        }
    }
    let (agree, found) = (minima.count_agreeing_megashingles(), describe_filter_result(minima));
    let sentence = format!("  {agree} of 15 buckets: {found}");
    row.push(text_piece(sentence, Ink::Plain));
    flow.push_row(row);
}

fn describe_filter_result(minima: &LessonMinima) -> &'static str {
    if minima.count_agreeing_megashingles() > 0 { "found" } else { "not found" }
}
