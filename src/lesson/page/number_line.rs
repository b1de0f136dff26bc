//! Minima as a picture: all shingles on one line of numbers, which each function shuffles anew, and the share of functions
//! that have agreed so far.

use crate::base::numbers::thousands;
use crate::lesson::contents::Lesson;
use crate::lesson::numbers::percent_of;
use crate::lesson::step::{FigurePiece, FigureRow, Ink};
use crate::shingle::expected::deviation;

use super::cell_of;
use super::texts::LETTERS;

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
    let mut rows: Vec<FigureRow> = Vec::new();
    for (which, letter) in LETTERS.into_iter().enumerate() {
        let mut cells = vec![FigurePiece::own("─", Ink::Quiet); columns];
        let seen = first[which].iter().filter(|one| one.value <= largest);
        for (place, shingle) in seen.enumerate().collect::<Vec<_>>().into_iter().rev() {
            let is_shared = first[1 - which].iter().any(|other| other.key == shingle.key);
            let ink = match (place, is_shared) {
                (0, _) => Ink::Now,
                (_, true) => Ink::Shared,
                (_, false) => Ink::Plain,
            };
            if let Some(cell) = cells.get_mut(column(shingle.value)) {
                *cell = FigurePiece::own(if is_shared { "■" } else { "○" }, ink);
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
