//! Figures of the window, of hashes, and of the sample.

use std::ops::Range;

use super::FigureRoom;
use super::flow::{Flow, rows_near};
use super::texts::{glossed, heading, marked};
use crate::base::numbers::{format_count, thousands};
use crate::lesson::side::LessonSide;
use crate::lesson::step::{LETTERS, lesson_text, quoted};
use crate::lesson::{FigureRow, Ink, Lesson};
use crate::pipeline::{ExplainedShingle, Fate};

const LISTED: usize = 60;

pub(super) fn window(lesson: &Lesson, room: FigureRoom) -> Vec<FigureRow> {
    let mut flow = Flow::new(room.width);
    let Some(height) = room.height else {
        for (which, side) in lesson.sides.iter().enumerate() {
            flow.blank();
            heading(&mut flow, which, side, &format_count(side.shingles.len() as u64, "shingle"));
            list(&mut flow, lesson, side);
        }
        return flow.finish();
    };
    let gap = usize::from(height >= 10);
    let laid = lesson.sides.each_ref().map(|side| {
        let at = room.position.min(side.shingles.len().saturating_sub(1));
        let none = side.shingles.is_empty();
        (at, if none { 0..0 } else { side.document.window.words(at) })
    });
    let needs = [0, 1].map(|which| {
        let side = &lesson.sides[which];
        running(side, &laid[which].1, room.width).0.len().max(1)
    });
    let rows = shared_out(height.saturating_sub(2 + gap).max(2), needs);
    let free = height.saturating_sub(2 + gap + rows[0] + rows[1]);
    for (which, side) in lesson.sides.iter().enumerate() {
        if which > 0 && gap > 0 {
            flow.blank();
        }
        let (at, covered) = &laid[which];
        let sentence = match side.shingles.get(*at) {
            Some(shingle) => {
                let fate = if shingle.fate == Fate::Inside {
                    ", begins with a stop word and does not count"
                } else {
                    ""
                };
                let (number, all) = (thousands(at + 1), thousands(side.shingles.len()));
                format!("shingle {number} of {all}{fate}")
            }
            None => "no shingle".to_string(),
        };
        heading(&mut flow, which, side, &sentence);
        flow.rows(cut(side, covered, room.width, rows[which]));
        draw_rows(
            &mut flow,
            lesson,
            which,
            *at,
            if which == 0 { free.div_ceil(2) } else { free / 2 },
        );
    }
    flow.finish()
}

/// Divides rows between two texts: both needs if possible, otherwise half each plus the rows that the other leaves.
fn shared_out(rows: usize, [a, b]: [usize; 2]) -> [usize; 2] {
    let half = rows / 2;
    match () {
        () if a + b <= rows => [a, b],
        () if a <= half => [a, rows - a],
        () if b <= rows - half => [rows - b, b],
        () => [half, rows - half],
    }
}

fn draw_rows(flow: &mut Flow, lesson: &Lesson, which: usize, at: usize, rows: usize) {
    let side = &lesson.sides[which.min(1)];
    for index in (at + 1).saturating_sub(rows)..=at {
        if let Some(shingle) = side.shingles.get(index) {
            let ink = if index == at { Ink::Now } else { Ink::Quiet };
            let words = shingle.text();
            let row =
                vec![lesson_text(format!("{:>6}  ", index + 1), Ink::Quiet), quoted(&words, ink)];
            flow.row(glossed(row, lesson, &words, flow.width()));
        }
    }
}

fn running(side: &LessonSide, covered: &Range<usize>, width: usize) -> (Vec<FigureRow>, usize) {
    let words: Vec<&str> = side.document.canonical.iter().map(|word| &*word.text).collect();
    let mut flow = Flow::new(width);
    flow.indent(2);
    let place = marked(&mut flow, &words, covered);
    (flow.finish(), place)
}

fn cut(side: &LessonSide, covered: &Range<usize>, width: usize, rows: usize) -> Vec<FigureRow> {
    let (all, place) = running(side, covered, width);
    if all.len() <= rows {
        return all;
    }
    // Columns for the dots.
    let (all, place) = if width > 12 { running(side, covered, width - 2) } else { (all, place) };
    let visible = rows_near(all.len(), place, Some(rows));
    let (before, after) = (visible.start > 0, visible.end < all.len());
    let mut rows_drawn: Vec<FigureRow> =
        all.into_iter().skip(visible.start).take(visible.len()).collect();
    if before && let Some(indent) = rows_drawn.first_mut().and_then(|row| row.first_mut()) {
        *indent = lesson_text("… ", Ink::Quiet);
    }
    if after
        && width > 12
        && let Some(row) = rows_drawn.last_mut()
    {
        row.push(lesson_text(" …", Ink::Quiet));
    }
    rows_drawn
}

fn list(flow: &mut Flow, lesson: &Lesson, side: &LessonSide) {
    for (at, shingle) in side.shingles.iter().take(LISTED).enumerate() {
        let words = shingle.text();
        let row =
            vec![lesson_text(format!("  {:>4}  ", at + 1), Ink::Quiet), quoted(&words, Ink::Plain)];
        flow.row(glossed(row, lesson, &words, flow.width()));
    }
    draw_more_count(flow, side.shingles.len());
}

fn draw_more_count(flow: &mut Flow, count: usize) {
    if let Some(rest) = count.checked_sub(LISTED).filter(|rest| *rest > 0) {
        flow.line(format!("        … and {} more", thousands(rest)), Ink::Quiet);
    }
}

pub(super) fn table(lesson: &Lesson, room: FigureRoom, modulo: bool) -> Vec<FigureRow> {
    let mut flow = Flow::new(room.width);
    let points = positions(lesson, room.position);
    for (which, side) in lesson.sides.iter().enumerate() {
        let which_part = if modulo {
            let left_out = match side.left_out() {
                0 => String::new(),
                some => format!(", {} ignored", thousands(some)),
            };
            let count = thousands(lesson.sample.kept_count(side));
            format!("{count} of {} kept{left_out}", thousands(side.shingle_count()))
        } else {
            format_count(side.shingles.len() as u64, &format!("{} number", lesson.params.hash))
        };
        let at = points[which];
        let rows = room.half().map(|rows| rows - 1);
        let mut visible = rows_near(side.shingles.len(), at, rows);
        if room.height.is_none() {
            visible.end = visible.end.min(LISTED);
        }
        let hidden = match room.height {
            None => String::new(),
            Some(_) => describe_hidden(visible.start, side.shingles.len() - visible.end),
        };
        heading(&mut flow, which, side, &format!("{which_part}{hidden}"));
        for index in visible {
            if let Some(shingle) = side.shingles.get(index) {
                let now = room.height.is_some() && index == at;
                let row = line(lesson, which, (index, shingle), now, modulo);
                flow.row(glossed(row, lesson, &shingle.text(), room.width));
            }
        }
        if room.height.is_none() {
            draw_more_count(&mut flow, side.shingles.len());
        }
    }
    flow.finish()
}

/// Returns the shingles of A and B at a position: the same shingle if both have it.
fn positions(lesson: &Lesson, position: usize) -> [usize; 2] {
    let [a, b] = &lesson.sides;
    let last = |side: &LessonSide| side.shingles.len().saturating_sub(1);
    let shared = a.shingles.get(position).filter(|one| one.in_other);
    let same = shared.and_then(|one| b.shingles.iter().position(|other| other.key == one.key));
    [position.min(last(a)), same.unwrap_or_else(|| position.min(last(b)))]
}

fn describe_hidden(before: usize, after: usize) -> String {
    let sign = |sign: &str, rows: usize| match rows {
        0 => String::new(),
        rows => format!(" {sign} {} more", thousands(rows)),
    };
    match (before, after) {
        (0, 0) => String::new(),
        _ => format!(" {}{}", sign("▲", before), sign("▼", after)),
    }
}

fn line(
    lesson: &Lesson,
    which: usize,
    (index, shingle): (usize, &ExplainedShingle),
    now: bool,
    modulo: bool,
) -> FigureRow {
    let sign = if now { "▸" } else { " " };
    let mut row = vec![
        lesson_text(sign, Ink::Strong),
        lesson_text(format!("{:>5}  ", index + 1), Ink::Quiet),
        lesson_text(format!("{:>10}", shingle.hash), if now { Ink::Strong } else { Ink::Plain }),
    ];
    let (rest, is_kept) = lesson.sample.remainder(shingle);
    let dropped = modulo && !is_kept;
    let left_out = modulo && is_kept && lesson.sides[which.min(1)].leaves_out(shingle);
    if modulo {
        let m = lesson.sample.modulo;
        let ink = if dropped || left_out { Ink::Quiet } else { Ink::Strong };
        let fate = match () {
            () if shingle.fate == Fate::Inside => "STOP",
            () if dropped => "drop",
            () if left_out => "OUT ",
            () => "KEEP",
        };
        row.push(lesson_text(format!("  mod {m} = {rest:<3} {fate}"), ink));
    }
    row.push(lesson_text("  ", Ink::Plain));
    let ink = match () {
        () if dropped || left_out => Ink::Dropped,
        () if now => Ink::Now,
        () => Ink::Plain,
    };
    row.push(quoted(&shingle.text(), ink));
    if left_out {
        row.push(lesson_text("  ", Ink::Plain));
        row.push(quoted(&shingle.fate.to_string(), Ink::Quiet));
    } else if modulo && shingle.in_other && !dropped {
        row.push(lesson_text("  ", Ink::Plain));
        row.push(lesson_text(format!("also in {}", LETTERS[1 - which.min(1)]), Ink::Shared));
    }
    row
}
