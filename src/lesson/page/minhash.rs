//! The figures of minima: the least shingles under a function, the functions that agree, and the groups and pairs made
//! of them.

use crate::shingle::tagged::{GROUP, SUPERSHINGLES};

use super::flow::Flow;
use super::texts::LETTERS;
use crate::lesson::contents::Lesson;
use crate::lesson::numbers::percent_of;
use crate::lesson::page::FigureRoom;
use crate::lesson::step::{FigurePiece, FigureRow, Ink};
use crate::shingle::expected::{near_duplicate, supershingle};

/// Functions in a row of the matrix.
const ACROSS: usize = 42;
/// On paper, the number of functions whose least shingles are shown.
const ON_PAPER: usize = 3;
/// The number of least shingles shown for each text.
const SHOWN: usize = 4;

/// The cell of a function: full if both texts have the same least shingle.
fn cell(lesson: &Lesson, function: usize, now: Option<usize>) -> FigurePiece {
    let agrees = lesson.minima.agrees(function);
    let ink = match (now == Some(function), agrees) {
        (true, _) => Ink::Now,
        (false, true) => Ink::Strong,
        (false, false) => Ink::Quiet,
    };
    FigurePiece::own(if agrees { "■" } else { "·" }, ink)
}

/// A cell for each function, and the least shingles under one of them.
pub(super) fn minima(lesson: &Lesson, room: FigureRoom) -> Vec<FigureRow> {
    let mut flow = Flow::new(room.width);
    let functions = lesson.minima.functions;
    let now = room.height.map(|_| room.position.min(functions.saturating_sub(1)));
    let across = ACROSS.min(room.width.saturating_sub(6)).max(7);
    let first = now.unwrap_or(0) / across;
    // On the screen the least shingles are more important than all rows of a matrix of a thousand functions.
    let rows = functions.div_ceil(across);
    let seen = room.height.map_or(rows, |height| height.saturating_sub(2 * 3).clamp(1, 2));
    let from = first.min(rows.saturating_sub(seen));
    for row in from..(from + seen).min(rows) {
        let mut cells = vec![FigurePiece::own(format!("{:>4}  ", row * across), Ink::Quiet)];
        let end = ((row + 1) * across).min(functions);
        cells.extend((row * across..end).map(|function| cell(lesson, function, now)));
        flow.row(cells);
    }
    let duels = now.map_or(0..ON_PAPER.min(functions), |now| now..now + 1);
    let left = room.height.map(|height| height.saturating_sub(flow.count()));
    for function in duels {
        smallest(lesson, function, left, &mut flow);
    }
    flow.finish()
}

/// The shingles of both texts with the smallest values under a function.
fn smallest(lesson: &Lesson, function: usize, rows: Option<usize>, flow: &mut Flow) {
    let most = rows.map_or(SHOWN, |rows| (rows.saturating_sub(3) / 2).clamp(1, SHOWN));
    let agrees = lesson.minima.agrees(function);
    let [a, b] = [0, 1].map(|which| lesson.minima.first(which, function, 1).pop());
    // The smaller one of the two minima cannot be in the other text. Otherwise the minimum there would be as small.
    let said = match (a, b) {
        _ if agrees => "the smallest of all is in both: it agrees",
        (Some(a), Some(b)) if a < b => "the smallest of all is only in A: it differs",
        (Some(_), Some(_)) => "the smallest of all is only in B: it differs",
        _ => "it does not agree",
    };
    flow.row(vec![
        FigurePiece::own(format!("function {function}"), Ink::Strong),
        FigurePiece::own(": ", Ink::Quiet),
        FigurePiece::own(said, if agrees { Ink::Shared } else { Ink::Strong }),
    ]);
    for (which, letter) in LETTERS.into_iter().enumerate() {
        let first = lesson.minima.first(which, function, most);
        if first.is_empty() {
            flow.row(vec![
                FigurePiece::own(letter, Ink::Letter),
                FigurePiece::own(" no shingle", Ink::Quiet),
            ]);
        }
        for (place, shingle) in first.iter().enumerate() {
            let wins = place == 0;
            let letter = if wins { letter } else { " " };
            let ink = match (wins, agrees) {
                (true, true) => Ink::Shared,
                (true, false) => Ink::Now,
                (false, _) => Ink::Quiet,
            };
            let number = format!(" {:>13}  ", grouped(shingle.value));
            flow.row(vec![
                FigurePiece::own(letter, Ink::Letter),
                FigurePiece::own(number, if wins { Ink::Strong } else { Ink::Quiet }),
                FigurePiece::own(if wins { "least  " } else { "       " }, Ink::Strong),
                FigurePiece::quoted(&shingle.text, ink),
            ]);
        }
    }
}

fn grouped(value: u32) -> String {
    crate::base::numbers::thousands(value as usize)
}

/// Six groups of fourteen minima.
pub(super) fn groups(lesson: &Lesson, room: FigureRoom) -> Vec<FigureRow> {
    let mut flow = Flow::new(room.width);
    let [a, b] = &lesson.minima.groups;
    for group in 0..SUPERSHINGLES {
        let functions = group * GROUP..(group + 1) * GROUP;
        let agree = functions.clone().filter(|function| lesson.minima.agrees(*function)).count();
        let mut row = vec![FigurePiece::own(format!("{:>2}  ", group + 1), Ink::Quiet)];
        row.extend(functions.map(|function| cell(lesson, function, None)));
        row.push(FigurePiece::own(format!("  {agree:>2} of {GROUP}  "), Ink::Plain));
        match (a.get(group), b.get(group)) {
            (Some(a), Some(b)) => {
                row.push(FigurePiece::own(
                    format!("A {:08x}  B {:08x}  ", a >> 32, b >> 32),
                    Ink::Quiet,
                ));
                row.push(if a == b {
                    FigurePiece::own("the same", Ink::Shared)
                } else {
                    FigurePiece::own("differ", Ink::Plain)
                });
            }
            _ => row.push(FigurePiece::own("no minima", Ink::Quiet)),
        }
        flow.row(row);
    }
    flow.finish()
}

/// The pairs of groups. Below them, how likely such a filter finds a pair.
pub(super) fn pairs(lesson: &Lesson, room: FigureRoom) -> Vec<FigureRow> {
    let [a, b] = &lesson.minima.groups;
    let same = |group: usize| a.get(group).is_some() && a.get(group) == b.get(group);
    let mut flow = Flow::new(room.width);
    for first in 0..SUPERSHINGLES {
        for second in first + 1..SUPERSHINGLES {
            let (sign, ink) =
                if same(first) && same(second) { ("■", Ink::Shared) } else { ("·", Ink::Quiet) };
            flow.piece(FigurePiece::own(format!("{sign}{}+{}", first + 1, second + 1), ink));
        }
    }
    let head = "resemblance   a supershingle agrees   a megashingle agrees";
    flow.row(vec![FigurePiece::own(head, Ink::Quiet)]);
    for chance in [0.5, 0.7, 0.8, 0.9, 0.95, 0.99] {
        let (one, found) = (percent_of(supershingle(chance)), percent_of(near_duplicate(chance)));
        let line = format!("{:>11}   {one:>21}   {found:>20}", percent_of(chance));
        flow.row(vec![FigurePiece::own(line, Ink::Plain)]);
    }
    flow.finish()
}
