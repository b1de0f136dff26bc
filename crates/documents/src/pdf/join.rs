//! Joins the lines of all pages into paragraphs, across columns and pages.

use super::columns;
use super::lines::{self, PdfLine};
use super::page::Page;
use super::spelling::{ends_sentence, ends_with_hyphen};
use crate::extracted::{Extracted, SectionKind, TextSection};

/// A line distance that begins a paragraph, relative to the usual distance in the column.
const FURTHER: f32 = 1.3;
/// An indent of at least this many text sizes begins a paragraph.
const INDENT: f32 = 0.8;
/// A larger ratio between the text sizes of two lines begins a paragraph.
const OTHER_SIZE: f32 = 1.12;

/// Usual edges and distance of the lines of a column.
#[derive(Clone, Copy, Default)]
struct ColumnHabit {
    step: f32,
    left: f32,
    right: f32,
}

pub(super) fn join_pages(pages: &[Page]) -> Extracted {
    let mut extracted = Extracted::default();
    let mut last: Option<(PdfLine, ColumnHabit)> = None;
    for (page, number) in pages.iter().zip(1..) {
        let lines = lines_of_page(page);
        let habits = measure_edges_and_line_distances(&lines);
        let mut is_first = true;
        for line in lines {
            let habit = habits.get(line.column).copied().unwrap_or_default();
            if let Some((before, its)) = &last {
                let goes_on = if is_first || before.column != line.column {
                    continues_sentence(before, its, &line, &habit)
                } else {
                    is_same_paragraph(before, &line, &habit)
                };
                extracted.text.push_str(if goes_on { "\n" } else { "\n\n" });
            }
            if is_first {
                let at = extracted.text.len() as u32;
                let (kind, title) = (SectionKind::Page, String::new());
                extracted.sections.push(TextSection { at, kind, number, title });
                is_first = false;
            }
            extracted.text.push_str(&line.text);
            last = Some((line, habit));
        }
    }
    if last.is_some() {
        extracted.text.push('\n');
    }
    extracted
}

/// Returns the lines of a page, where text of each direction has its own columns.
fn lines_of_page(page: &Page) -> Vec<PdfLine> {
    let columns = page.words_by_direction().map(<[_]>::to_vec).flat_map(columns::split_columns);
    columns
        .enumerate()
        .flat_map(|(column, words)| lines::build_lines(page, column, words))
        .collect()
}

fn measure_edges_and_line_distances(lines: &[PdfLine]) -> Vec<ColumnHabit> {
    let mut habits = Vec::new();
    for column in lines.chunk_by(|a, b| a.column == b.column) {
        let mut steps: Vec<f32> = column
            .windows(2)
            .filter(|pair| have_similar_text_sizes(&pair[0], &pair[1]))
            .map(|pair| pair[1].y - pair[0].y)
            .collect();
        steps.sort_by(f32::total_cmp);
        habits.push(ColumnHabit {
            step: steps.get(steps.len() / 2).copied().unwrap_or(0.0),
            left: column.iter().map(|line| line.x0).fold(f32::INFINITY, f32::min),
            right: column.iter().map(|line| line.x1).fold(f32::NEG_INFINITY, f32::max),
        });
    }
    habits
}

fn have_similar_text_sizes(a: &PdfLine, b: &PdfLine) -> bool {
    a.size.max(b.size) <= OTHER_SIZE * a.size.min(b.size)
}

fn is_same_paragraph(above: &PdfLine, line: &PdfLine, habit: &ColumnHabit) -> bool {
    let step = line.y - above.y;
    let usual = habit.step.min(3.0 * line.size);
    let is_near = step <= FURTHER * usual.max(line.size);
    let is_indented =
        line.x0 - above.x0 > INDENT * line.size && above.x0 - habit.left < INDENT * line.size;
    is_near
        && have_similar_text_sizes(above, line)
        && (!is_indented || ends_with_hyphen(&above.text))
}

/// Returns true if `line` in the next column or page continues the sentence of `last`.
fn continues_sentence(
    last: &PdfLine,
    its: &ColumnHabit,
    line: &PdfLine,
    habit: &ColumnHabit,
) -> bool {
    if ends_with_hyphen(&last.text) {
        return line.text.starts_with(char::is_alphabetic);
    }
    let Some(first) = line.text.chars().find(|c| !matches!(c, '"' | '“' | '„' | '«' | '‘' | '('))
    else {
        return false;
    };
    if !have_similar_text_sizes(last, line) {
        return false;
    }
    if first.is_lowercase() {
        return !ends_sentence(&last.text);
    }
    let is_full = its.right - last.x1 < 2.0 * last.size;
    let is_indented = line.x0 - habit.left > INDENT * line.size;
    is_full && !is_indented && !ends_sentence(&last.text)
}
