//! Figures of the window, of hashes, and of the sample.

use std::ops::Range;

use super::LISTED;
use super::flow::{Flow, range_of_rows_around};
use super::texts::{push_translated_row, write_heading};
use crate::lesson::side::LessonSide;
use crate::lesson::step::{LETTERS, quoted_piece, text_piece};
use crate::lesson::{FigureRow, Ink, Lesson};
use base::numbers::{format_count, format_with_commas};
use shingle_core::pipeline::{ExplainedShingle, ShingleFate};

/// Number of rows of a text, and of its shingles, around the window.
pub(super) const WINDOW: usize = 3;
/// Number of rows of a table of shingles around the point.
pub(super) const TABLE: usize = 6;

pub(super) fn write_window(flow: &mut Flow, lesson: &Lesson, point: Option<usize>) {
    for (which, side) in lesson.sides.iter().enumerate() {
        flow.push_blank_row();
        let count = side.shingles.len();
        let now = point.map(|point| point.min(count.saturating_sub(1)));
        let shingle = now.and_then(|now| Some((now, side.shingles.get(now)?)));
        let about = match shingle {
            None => format_count(count, "shingle"),
            Some((now, shingle)) => {
                let stop = ", begins with a stop word and does not count";
                let fate = if shingle.fate == ShingleFate::Inside { stop } else { "" };
                let [now, count] = [now + 1, count].map(format_with_commas);
                format!("shingle {now} of {count}{fate}")
            }
        };
        write_heading(flow, which, side, &about);
        if point.is_some() {
            let covered =
                shingle.map_or(0..0, |(now, _)| side.document.window.words_of_shingle(now));
            flow.push_rows(rows_around_words(side, &covered, flow.width()));
        }
        for index in range_to_list(count, now, WINDOW) {
            let Some(shingle) = side.shingles.get(index) else { continue };
            let ink = match now {
                None => Ink::Plain,
                Some(now) if now == index => Ink::Now,
                Some(_) => Ink::Quiet,
            };
            let words = shingle.text();
            let number = text_piece(format!("{:>6}  ", index + 1), Ink::Quiet);
            push_translated_row(flow, vec![number, quoted_piece(&words, ink)], lesson, &words);
        }
        write_count_of_unlisted_rows(flow, count, point);
    }
}

fn rows_around_words(side: &LessonSide, marked: &Range<usize>, width: usize) -> Vec<FigureRow> {
    let mut flow = Flow::new(width);
    let mut now = 0;
    flow.set_indent(2);
    for (index, word) in side.document.canonical.iter().enumerate() {
        let is_marked = marked.contains(&index);
        let gap = if is_marked && index > marked.start { Ink::Now } else { Ink::Plain };
        let ink = if is_marked { Ink::Now } else { Ink::Plain };
        flow.push_group(vec![quoted_piece(&word.text, ink)], gap);
        if index == marked.start {
            now = flow.count_rows().saturating_sub(1);
        }
    }
    let mut rows = flow.finish();
    let seen = range_of_rows_around(rows.len(), now, Some(WINDOW));
    let is_cut = seen.start > 0;
    rows.truncate(seen.end);
    rows.drain(..seen.start);
    if let Some(indent) = rows.first_mut().and_then(|row| row.first_mut()).filter(|_| is_cut) {
        *indent = text_piece("… ", Ink::Quiet);
    }
    rows
}

/// Returns the indexes of the rows on paper, or around the point.
fn range_to_list(count: usize, point: Option<usize>, rows: usize) -> Range<usize> {
    point.map_or(0..count.min(LISTED), |point| range_of_rows_around(count, point, Some(rows)))
}

fn write_count_of_unlisted_rows(flow: &mut Flow, count: usize, point: Option<usize>) {
    if let Some(rest) = count.checked_sub(LISTED).filter(|rest| *rest > 0 && point.is_none()) {
        flow.push_line(format!("        … and {} more", format_with_commas(rest)), Ink::Quiet);
    }
}

pub(super) fn write_shingle_table(
    flow: &mut Flow,
    lesson: &Lesson,
    point: Option<usize>,
    modulo: bool,
) {
    let points = point.map(|point| shingles_at_point(lesson, point));
    for (which, side) in lesson.sides.iter().enumerate() {
        let count = side.shingles.len();
        let about = if modulo {
            let ignored = match side.count_ignored_shingles() {
                0 => String::new(),
                some => format!(", {} ignored", format_with_commas(some)),
            };
            let kept = format_with_commas(lesson.sample.count_retained(side));
            format!("{kept} of {} kept{ignored}", format_with_commas(side.count_shingles()))
        } else {
            format_count(count, &format!("{} number", lesson.params.hash))
        };
        write_heading(flow, which, side, &about);
        let now = points.map(|points| points[which]);
        for index in range_to_list(count, now, TABLE) {
            if let Some(shingle) = side.shingles.get(index) {
                let row =
                    row_of_shingle(lesson, which, (index, shingle), now == Some(index), modulo);
                push_translated_row(flow, row, lesson, &shingle.text());
            }
        }
        write_count_of_unlisted_rows(flow, count, point);
    }
}

/// Returns the positions of the point in the shingles of A and of B. A shared shingle has its own position in each
/// text.
fn shingles_at_point(lesson: &Lesson, point: usize) -> [usize; 2] {
    let [a, b] = &lesson.sides;
    let last = |side: &LessonSide| side.shingles.len().saturating_sub(1);
    let shared = a.shingles.get(point).filter(|one| one.in_other);
    let same = shared.and_then(|one| b.shingles.iter().position(|other| other.key == one.key));
    [point.min(last(a)), same.unwrap_or_else(|| point.min(last(b)))]
}

/// Returns the row of a shingle. Marks the shingle at the point, and with `shows_modulo` shows its remainder.
fn row_of_shingle(
    lesson: &Lesson,
    which: usize,
    (index, shingle): (usize, &ExplainedShingle),
    is_at_point: bool,
    shows_modulo: bool,
) -> FigureRow {
    let (rest, is_kept) = lesson.sample.remainder_and_retained_flag(shingle);
    let is_dropped = shows_modulo && !is_kept;
    let is_ignored = shows_modulo && is_kept && lesson.sides[which].ignores_shingle(shingle);
    let (point, ink) = if is_at_point { ("▸", Ink::Strong) } else { (" ", Ink::Plain) };
    let mut row = vec![
        text_piece(point, Ink::Strong),
        text_piece(format!("{:>5}  ", index + 1), Ink::Quiet),
        text_piece(format!("{:>10}", shingle.hash), ink),
    ];
    if shows_modulo {
        let (fate, ink) = match () {
            () if shingle.fate == ShingleFate::Inside => ("STOP", Ink::Quiet),
            () if is_dropped => ("drop", Ink::Quiet),
            () if is_ignored => ("OUT ", Ink::Quiet),
            () => ("KEEP", Ink::Strong),
        };
        row.push(text_piece(format!("  mod {} = {rest:<3} {fate}", lesson.sample.modulo), ink));
    }
    row.push(text_piece("  ", Ink::Plain));
    let ink = match () {
        () if is_dropped || is_ignored => Ink::Dropped,
        () if is_at_point => Ink::Now,
        () => Ink::Plain,
    };
    row.push(quoted_piece(&shingle.text(), ink));
    if is_ignored {
        row.push(text_piece("  ", Ink::Plain));
        row.push(quoted_piece(&shingle.fate.to_string(), Ink::Quiet));
    } else if shows_modulo && shingle.in_other && !is_dropped {
        row.push(text_piece("  ", Ink::Plain));
        row.push(text_piece(format!("also in {}", LETTERS[1 - which]), Ink::Shared));
    }
    row
}
