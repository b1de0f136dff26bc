//! The figures of the window, of the numbers that shingles become, and of what modulo keeps.

use std::ops::Range;

use crate::pipeline::explain::ToldShingle;

use super::super::numbers::thousands;
use super::super::side::Side;
use super::super::step::{Ink, Piece, Row};
use super::super::taught::Lesson;
use super::Room;
use super::flow::{Flow, around};
use super::texts::{LETTERS, heading, marked};

/// On paper, no more shingles of a text are listed.
const LISTED: usize = 60;

/// The window in both texts, at the same number of steps from the beginning.
pub(super) fn window(lesson: &Lesson, room: Room) -> Vec<Row> {
    let mut flow = Flow::new(room.width);
    for (which, side) in lesson.sides.iter().enumerate() {
        if which > 0 && room.height.is_none_or(|rows| rows >= 10) {
            flow.blank();
        }
        let at = room.place.min(side.shingles.len().saturating_sub(1));
        let covered = if side.shingles.is_empty() { 0..0 } else { side.document.window.words(at) };
        let Some(rows) = room.half() else {
            let count = thousands(side.shingles.len());
            heading(&mut flow, which, side, &format!("{count} shingles"));
            list(&mut flow, side);
            continue;
        };
        let said = match side.shingles.get(at) {
            Some(_) => {
                format!("shingle {} of {}", thousands(at + 1), thousands(side.shingles.len()))
            }
            None => "no shingle".to_string(),
        };
        heading(&mut flow, which, side, &said);
        let words = cut(side, &covered, room.width, rows.saturating_sub(2).max(1));
        let left = rows.saturating_sub(words.len() + 3);
        for row in words {
            flow.row(row);
        }
        seen(&mut flow, side, at, left);
    }
    flow.finish()
}

/// What the window has shown so far, the newest last, in so many rows.
fn seen(flow: &mut Flow, side: &Side, at: usize, rows: usize) {
    for index in (at + 1).saturating_sub(rows)..=at {
        if let Some(shingle) = side.shingles.get(index).filter(|_| rows > 0) {
            let ink = if index == at { Ink::Now } else { Ink::Quiet };
            flow.row(vec![
                Piece::own(format!("{:>6}  ", index + 1), Ink::Quiet),
                Piece::quoted(&shingle.text(), ink),
            ]);
        }
    }
}

/// The rows of a text's words around the window.
fn cut(side: &Side, covered: &Range<usize>, width: usize, rows: usize) -> Vec<Row> {
    let words: Vec<&str> = side.document.canonical.iter().map(|word| &*word.text).collect();
    let mut flow = Flow::new(width);
    flow.indent(2);
    let place = marked(&mut flow, &words, covered);
    let all = flow.finish();
    let seen = around(all.len(), place, Some(rows));
    all.into_iter().skip(seen.start).take(seen.len()).collect()
}

/// All shingles of a text, as far as paper reaches.
fn list(flow: &mut Flow, side: &Side) {
    for (at, shingle) in side.shingles.iter().take(LISTED).enumerate() {
        flow.row(vec![
            Piece::own(format!("  {:>4}  ", at + 1), Ink::Quiet),
            Piece::quoted(&shingle.text(), Ink::Plain),
        ]);
    }
    more(flow, side.shingles.len());
}

fn more(flow: &mut Flow, count: usize) {
    if let Some(rest) = count.checked_sub(LISTED).filter(|rest| *rest > 0) {
        flow.row(vec![Piece::own(format!("        … and {} more", thousands(rest)), Ink::Quiet)]);
    }
}

/// Shingles with their numbers, and what modulo makes of these.
pub(super) fn table(lesson: &Lesson, room: Room, modulo: bool) -> Vec<Row> {
    let mut flow = Flow::new(room.width);
    for (which, side) in lesson.sides.iter().enumerate() {
        let kept = if modulo {
            format!("{} of {} kept", thousands(side.kept()), thousands(side.shingles.len()))
        } else {
            format!("{} {} numbers", thousands(side.shingles.len()), lesson.params.hash)
        };
        heading(&mut flow, which, side, &kept);
        let at = room.place.min(side.shingles.len().saturating_sub(1));
        let rows = room.half().map(|rows| rows - 1);
        let mut seen = around(side.shingles.len(), at, rows);
        if room.height.is_none() {
            seen.end = seen.end.min(LISTED);
        }
        for index in seen {
            if let Some(shingle) = side.shingles.get(index) {
                let now = room.height.is_some() && index == at;
                flow.row(line(lesson, which, (index, shingle), now, modulo));
            }
        }
        if room.height.is_none() {
            more(&mut flow, side.shingles.len());
        }
    }
    flow.finish()
}

/// One shingle: its number in the text, the hash, the rest, its words.
fn line(
    lesson: &Lesson,
    which: usize,
    (index, shingle): (usize, &ToldShingle),
    now: bool,
    modulo: bool,
) -> Row {
    let sign = if now { "▸" } else { " " };
    let mut row = vec![
        Piece::own(sign, Ink::Strong),
        Piece::own(format!("{:>5}  ", index + 1), Ink::Quiet),
        Piece::own(format!("{:>10}", shingle.hash), if now { Ink::Strong } else { Ink::Plain }),
    ];
    let dropped = modulo && !shingle.is_kept();
    if modulo {
        let m = lesson.params.modulo;
        let ink = if dropped { Ink::Quiet } else { Ink::Strong };
        let fate = if dropped { "drop" } else { "KEEP" };
        row.push(Piece::own(format!("  mod {m} = {:<3} {fate}", shingle.rest), ink));
    }
    row.push(Piece::own("  ", Ink::Plain));
    let ink = match () {
        () if dropped => Ink::Dropped,
        () if now => Ink::Now,
        () => Ink::Plain,
    };
    row.push(Piece::quoted(&shingle.text(), ink));
    if modulo && shingle.in_other && !dropped {
        row.push(Piece::own(format!("  also in {}", LETTERS[1 - which.min(1)]), Ink::Shared));
    }
    row
}
