//! Minima as a picture: all shingles on one line of numbers, which each function shuffles anew, and the share of functions
//! that have agreed so far.

use crate::base::numbers::thousands;
use crate::lesson::contents::Lesson;
use crate::lesson::minhash::FunctionValue;
use crate::lesson::numbers::percent_of;
use crate::lesson::step::{FigurePiece, FigureRow, Ink};
use crate::shingle::expected::deviation;

use super::{LETTERS, cell_of};

/// About as many shingles of each text are on the line, so that the smallest can be told from each other.
const SEEN: usize = 24;
/// Columns of the widest line.
const WIDEST: usize = 72;

/// A line for each text with its shingles under a function, and the scale.
pub(super) fn lines(lesson: &Lesson, function: usize, width: usize) -> Vec<FigureRow> {
    let columns = width.saturating_sub(3).clamp(4, WIDEST);
    let first = [0, 1].map(|which| lesson.minima.first(which, function, SEEN));
    // Only as far as the line of both texts is complete. Otherwise a shared shingle could seem to be in one text.
    let cut = first.iter().filter(|some| some.len() == SEEN).filter_map(|some| some.last());
    let all = first.iter().filter_map(|some| some.last());
    let largest = cut.map(|one| one.value).min().or(all.map(|one| one.value).max());
    let largest = largest.unwrap_or(u32::MAX).max(1);
    let column =
        |value: u32| (u64::from(value) * (columns as u64 - 1) / u64::from(largest)) as usize;
    let is_shared = |one: &&FunctionValue| {
        first.iter().all(|some| some.iter().any(|other| other.key == one.key))
    };
    let seen = first.each_ref().map(|some| {
        some.iter().filter(|one| one.value <= largest).collect::<Vec<&FunctionValue>>()
    });
    // A shared shingle has a column of its own, the same on both lines, right of the minima that only one text has.
    let alone = seen.iter().filter_map(|some| some.first().copied().filter(|one| !is_shared(one)));
    let mut free = alone.map(|one| column(one.value) + 1).max().unwrap_or(0);
    let both: Vec<&FunctionValue> = seen[0].iter().copied().filter(is_shared).collect();
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
        let mut cells = vec![FigurePiece::own("─", Ink::Quiet); columns];
        let minimum = seen[which].first().map(|one| one.key);
        let ink = |one: &FunctionValue, other: Ink| {
            if minimum == Some(one.key) { Ink::Now } else { other }
        };
        let moved = places.iter().zip(&both).find(|(_, one)| minimum == Some(one.key));
        let leftmost = moved.map_or(0, |(place, _)| *place);
        // The smallest one last, so that no other hides it.
        let only = seen[which].iter().rev().filter(|one| !is_shared(one));
        let only = only.map(|one| (column(one.value).max(leftmost), "○", ink(one, Ink::Plain)));
        let shared = places.iter().zip(&both).rev();
        let shared = shared.map(|(place, one)| (*place, "■", ink(one, Ink::Shared)));
        for (place, sign, ink) in only.chain(shared) {
            if let Some(cell) = cells.get_mut(place) {
                *cell = FigurePiece::own(sign, ink);
            }
        }
        let letter = FigurePiece::own(format!("{letter}  "), Ink::Letter);
        rows.push(std::iter::once(letter).chain(cells).collect());
    }
    let scale =
        format!("   0 to {}: ■ in both, ○ in one; the leftmost is the minimum", thousands(largest));
    rows.push(vec![FigurePiece::own(scale, Ink::Quiet)]);
    rows
}

/// The share of functions that agree up to and including this one, within the band of two standard deviations around
/// the resemblance.
pub(super) fn running(lesson: &Lesson, function: usize, width: usize) -> FigureRow {
    let so_far = (0..=function).filter(|one| lesson.minima.agrees(*one)).count();
    let share = so_far as f64 / (function + 1) as f64;
    let truth = lesson.overlap().jaccard().to_f64();
    let off = 2.0 * deviation(truth, function + 1);
    let said = format!(" {so_far} of {}: {}", function + 1, percent_of(share));
    let columns = width.saturating_sub(32).clamp(4, 42);
    let at = |share: f64| cell_of(share, columns);
    let band = at(truth - off)..=at(truth + off);
    let cell = |column: usize| match () {
        () if column == at(share) => FigurePiece::own("●", Ink::Now),
        () if column == at(truth) => FigurePiece::own("│", Ink::Strong),
        () if band.contains(&column) => FigurePiece::own("░", Ink::Quiet),
        () => FigurePiece::own("─", Ink::Quiet),
    };
    let before = FigurePiece::own("0%", Ink::Quiet);
    let after = [FigurePiece::own("100%", Ink::Quiet), FigurePiece::own(said, Ink::Strong)];
    std::iter::once(before).chain((0..columns).map(cell)).chain(after).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::lines;
    use crate::lesson::contents::Lesson;
    use crate::lesson::subject::Subject;
    use crate::pipeline::parameters::{Params, Preset};

    #[test]
    fn a_shared_shingle_is_at_the_same_column_of_both_lines_and_the_leftmost_is_the_minimum() {
        let params = Arc::new(Params::preset(Preset::PhpShingles));
        let lesson = Lesson::of(&Subject::gym(), &params, &Arc::default());
        for width in [30, 76, 100] {
            for function in 0..84 {
                let rows = lines(&lesson, function, width);
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
                let seen = lesson.minima.first(0, function, 99).into_iter().filter(|one| {
                    Some(one.value) <= largest
                        && lesson.sets.both.iter().any(|both| both.key == one.key)
                });
                assert_eq!(shared[0].len(), seen.count(), "{function} {width}");
                for (which, signs) in signs.iter().enumerate() {
                    let least = lesson.minima.first(which, function, 1).pop().unwrap();
                    let is_shared = lesson.sets.both.iter().any(|both| both.key == least.key);
                    let leftmost = signs.iter().find(|sign| **sign != "─");
                    assert_eq!(leftmost, Some(&if is_shared { "■" } else { "○" }), "{function}");
                }
            }
        }
    }
}
