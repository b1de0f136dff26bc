//! Minima as pictures: shingles on a line of numbers, the running share of functions that agree, and the curve of
//! megashingles.

use super::{column_of_share, flow::Flow};
use crate::lesson::step::{LETTERS, text_piece};
use crate::lesson::{FigureRow, Ink, Lesson};
use crate::{lesson::numbers::format_share, lesson::sample::FunctionValue};
use base::numbers::format_thousands;
use shingle_core::shingle::expected::{
    probability_of_any_supershingle, probability_of_supershingle,
};
use shingle_core::shingle::{deviation_of_minhash, probability_of_near_duplicate};

/// Positions of the moving point, one per percent of resemblance.
pub const POSITIONS: usize = 101;
pub const FIRST: usize = 90;
const WIDEST_CURVE: usize = 121;
const MARGIN: usize = 6;
const TABLE: [f64; 6] = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99];

pub(super) fn resemblance_at(position: usize) -> f64 {
    position.min(POSITIONS - 1) as f64 / (POSITIONS - 1) as f64
}

pub(super) fn draw_curve(width: usize, rows: usize, point: f64, pair: f64) -> Vec<FigureRow> {
    let columns = width.saturating_sub(MARGIN + 1).clamp(2, WIDEST_CURVE);
    let high = rows.saturating_sub(1).max(1);
    let height = |resemblance: f64| {
        high - 1 - column_of_share(probability_of_near_duplicate(resemblance), high)
    };
    let mut drawn: Vec<FigureRow> = (0..high)
        .map(|row| {
            let label = match row {
                0 => "100% ",
                _ if row + 1 == high => "  0% ",
                _ => "     ",
            };
            // A single sign per column, or the point would leave a steep curve.
            let is_marked = |column| {
                [point, pair].iter().any(|share| column_of_share(*share, columns) == column)
            };
            let cell = |column: usize| {
                let here = column as f64 / (columns - 1) as f64;
                let is_at =
                    |share: f64| column_of_share(share, columns) == column && height(share) == row;
                match () {
                    () if is_at(point) => text_piece("○", Ink::Now),
                    () if is_at(pair) => text_piece("×", Ink::Shared),
                    () if height(here) == row && !is_marked(column) => text_piece("•", Ink::Strong),
                    () => text_piece(" ", Ink::Plain),
                }
            };
            let axis = text_piece(format!("{label}│"), Ink::Quiet);
            std::iter::once(axis).chain((0..columns).map(cell)).collect()
        })
        .collect();
    let half = columns / 2;
    let middle = if half >= 20 { "r, resemblance  50%" } else { "50%" };
    let rest = columns - half - 2;
    let axis = format!("{:MARGIN$}0%{middle:>half$}{:>rest$}", "", "100%");
    drawn.push(vec![text_piece(axis, Ink::Quiet)]);
    drawn
}

pub(super) fn describe_point(point: f64, pair: f64) -> [FigureRow; 2] {
    let chances = |resemblance: f64| {
        let likeliest = format_share(probability_of_any_supershingle(resemblance));
        if likeliest.starts_with("under") {
            return format!("one, any of six, found: {likeliest}");
        }
        format!(
            "one {}, any of six {likeliest}, found {}",
            format_share(probability_of_supershingle(resemblance)),
            format_share(probability_of_near_duplicate(resemblance))
        )
    };
    [("○", "at r =", point, Ink::Now), ("×", "here r =", pair, Ink::Shared)].map(
        |(sign, what, resemblance, ink)| {
            vec![
                text_piece(sign, ink),
                text_piece(format!(" {what} {}: ", format_share(resemblance)), Ink::Strong),
                text_piece(chances(resemblance), Ink::Plain),
            ]
        },
    )
}

pub(super) fn write_probability_table(flow: &mut Flow) {
    let head = "resemblance   one given supershingle   any of six   found (two of six)";
    flow.push_line(head, Ink::Quiet);
    for chance in TABLE {
        let line = format!(
            "{:>11}   {:>22}   {:>10}   {:>18}",
            format_share(chance),
            format_share(probability_of_supershingle(chance)),
            format_share(probability_of_any_supershingle(chance)),
            format_share(probability_of_near_duplicate(chance))
        );
        flow.push_line(line, Ink::Plain);
    }
}

/// Approximate shingles of each text on the line, so that the smallest are distinguishable.
const SEEN: usize = 24;
const WIDEST: usize = 72;

pub(super) fn draw_function_lines(
    lesson: &Lesson,
    function: usize,
    width: usize,
) -> Vec<FigureRow> {
    let columns = width.saturating_sub(3).clamp(4, WIDEST);
    let first = [0, 1].map(|which| lesson.minima.smallest_values(which, function, SEEN));
    // Ends where the line of either text ends, or a shared shingle could seem to be in one text only.
    let cut = first.iter().filter(|some| some.len() == SEEN).filter_map(|some| some.last());
    let all = first.iter().filter_map(|some| some.last());
    let largest = cut.map(|one| one.value).min().or(all.map(|one| one.value).max());
    let largest = largest.unwrap_or(u32::MAX).max(1);
    let column =
        |value: u32| (u64::from(value) * (columns as u64 - 1) / u64::from(largest)) as usize;
    let is_shared = |one: &&FunctionValue| {
        first.iter().all(|some| some.iter().any(|other| other.key == one.key))
    };
    let first_values = first.each_ref().map(|some| {
        some.iter().filter(|one| one.value <= largest).collect::<Vec<&FunctionValue>>()
    });
    // A shared shingle gets its own column on both lines, right of the minima in one text only.
    let alone =
        first_values.iter().filter_map(|some| some.first().copied().filter(|one| !is_shared(one)));
    let mut free = alone.map(|one| column(one.value) + 1).max().unwrap_or(0);
    let both: Vec<&FunctionValue> = first_values[0].iter().copied().filter(is_shared).collect();
    let mut places: Vec<usize> = Vec::with_capacity(both.len());
    for shingle in &both {
        places.push(column(shingle.value).max(free));
        free = places.last().map_or(free, |place| place + 1);
    }
    let mut last = columns - 1;
    for place in places.iter_mut().rev() {
        *place = (*place).min(last);
        last = place.saturating_sub(1);
    }
    let mut rows: Vec<FigureRow> = Vec::new();
    for (which, letter) in LETTERS.into_iter().enumerate() {
        let mut cells = vec![text_piece("─", Ink::Quiet); columns];
        let minimum = first_values[which].first().map(|one| one.key);
        let ink = |one: &FunctionValue, other: Ink| {
            if minimum == Some(one.key) { Ink::Now } else { other }
        };
        let moved = places.iter().zip(&both).find(|(_, one)| minimum == Some(one.key));
        let leftmost = moved.map_or(0, |(place, _)| *place);
        // The smallest last, so that no other hides it.
        let only = first_values[which].iter().rev().filter(|one| !is_shared(one));
        let only = only.map(|one| (column(one.value).max(leftmost), "○", ink(one, Ink::Plain)));
        let shared = places.iter().zip(&both).rev();
        let shared = shared.map(|(place, one)| (*place, "■", ink(one, Ink::Shared)));
        for (place, sign, ink) in only.chain(shared) {
            if let Some(cell) = cells.get_mut(place) {
                *cell = text_piece(sign, ink);
            }
        }
        let letter = text_piece(format!("{letter}  "), Ink::Letter);
        rows.push(std::iter::once(letter).chain(cells).collect());
    }
    let scale = format!(
        "   0 to {}: ■ in both, ○ in one; the leftmost is the minimum",
        format_thousands(largest)
    );
    rows.push(vec![text_piece(scale, Ink::Quiet)]);
    rows
}

/// Draws the share of functions up to this one that agree, within two standard deviations around the resemblance.
pub(super) fn running_share(lesson: &Lesson, function: usize, width: usize) -> FigureRow {
    let so_far = (0..=function).filter(|one| lesson.minima.agrees_on(*one)).count();
    let share = so_far as f64 / (function + 1) as f64;
    let truth = lesson.overlap().jaccard().to_f64();
    let off = 2.0 * deviation_of_minhash(truth, function + 1);
    let sentence = format!(" {so_far} of {}: {}", function + 1, format_share(share));
    let columns = width.saturating_sub(32).clamp(4, 42);
    let at = |share: f64| column_of_share(share, columns);
    let band = at(truth - off)..=at(truth + off);
    let cell = |column: usize| match () {
        () if column == at(share) => text_piece("●", Ink::Now),
        () if column == at(truth) => text_piece("│", Ink::Strong),
        () if band.contains(&column) => text_piece("░", Ink::Quiet),
        () => text_piece("─", Ink::Quiet),
    };
    let before = text_piece("0%", Ink::Quiet);
    let after = [text_piece("100%", Ink::Quiet), text_piece(sentence, Ink::Strong)];
    std::iter::once(before).chain((0..columns).map(cell)).chain(after).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{describe_point, draw_function_lines};
    use crate::lesson::contents::Lesson;
    use crate::lesson::subject::Subject;
    use shingle_core::pipeline::parameters::{Params, Preset};

    #[test]
    fn chances_too_small_to_tell_are_written_as_in_the_sentences() {
        let sentence = describe_point(0.9, 3.0 / 32.0).map(|row| {
            row.iter().map(|piece| piece.text.clone()).collect::<Vec<String>>().concat()
        });
        assert_eq!(sentence[0], "○ at r = 90%: one 22.88%, any of six 78.96%, found 41.51%");
        assert_eq!(sentence[1], "× here r = 9.38%: one, any of six, found: under 0.000001%");
    }

    #[test]
    fn a_shared_shingle_is_at_the_same_column_of_both_lines_and_the_leftmost_is_the_minimum() {
        let params = Arc::new(Params::from_preset(Preset::PhpShingles));
        let lesson = Lesson::new(&Subject::gym_pair(), &params, &[]);
        for width in [30, 76, 100] {
            for function in 0..84 {
                let rows = draw_function_lines(&lesson, function, width);
                let signs = [0, 1].map(|which| {
                    rows[which].iter().skip(1).map(|piece| &*piece.text).collect::<Vec<&str>>()
                });
                let shared = signs.each_ref().map(|signs| {
                    let full = signs.iter().enumerate().filter(|(_, sign)| **sign == "■");
                    full.map(|(column, _)| column).collect::<Vec<usize>>()
                });
                assert_eq!(shared[0], shared[1], "{function} {width}");
                let largest = rows[2][0].text.split(' ').find_map(|word| {
                    word.trim_end_matches(':')
                        .replace(',', "")
                        .parse::<u32>()
                        .ok()
                        .filter(|one| *one > 0)
                });
                let first_values =
                    lesson.minima.smallest_values(0, function, 99).into_iter().filter(|one| {
                        Some(one.value) <= largest
                            && lesson.sets.both.iter().any(|both| both.key == one.key)
                    });
                assert_eq!(shared[0].len(), first_values.count(), "{function} {width}");
                for (which, signs) in signs.iter().enumerate() {
                    let least = lesson.minima.smallest_values(which, function, 1).pop().unwrap();
                    let is_shared = lesson.sets.both.iter().any(|both| both.key == least.key);
                    let leftmost = signs.iter().find(|sign| **sign != "─");
                    assert_eq!(leftmost, Some(&if is_shared { "■" } else { "○" }), "{function}");
                }
            }
        }
    }
}
