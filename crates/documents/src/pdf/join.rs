//! Puts the lines of all pages together: paragraphs, and what goes on in the next column or on the next page.

use super::columns;
use super::lines::{self, PdfLine};
use super::page::Page;
use super::spelling::{ends_sentence, ends_with_hyphen};
use crate::extracted::{Extracted, SectionKind, TextSection};

/// Lines further apart than this, in the distance of most lines of the column, are of two paragraphs.
const FURTHER: f32 = 1.3;
/// An indent of at least this, in the size of the text, begins a paragraph.
const INDENT: f32 = 0.8;
/// Sizes that differ by more are of two paragraphs.
const OTHER_SIZE: f32 = 1.12;

/// Where the lines of a column usually stand.
#[derive(Clone, Copy, Default)]
struct Habit {
    /// From one line to the next.
    step: f32,
    left: f32,
    right: f32,
}

/// The text of pages.
pub(super) fn pages(pages: &[Page]) -> Extracted {
    let mut extracted = Extracted::default();
    let mut last: Option<(PdfLine, Habit)> = None;
    for (page, number) in pages.iter().zip(1..) {
        let lines = of_page(page);
        let habits = habits(&lines);
        let mut is_first = true;
        for line in lines {
            let habit = habits.get(line.column).copied().unwrap_or_default();
            if let Some((before, its)) = &last {
                let goes_on = if is_first || before.column != line.column {
                    runs_over(before, its, &line, &habit)
                } else {
                    same_paragraph(before, &line, &habit)
                };
                extracted.text.push_str(if goes_on { "\n" } else { "\n\n" });
            }
            if is_first {
                let at = extracted.text.len() as u32;
                extracted.sections.push(TextSection {
                    at,
                    kind: SectionKind::Page,
                    number,
                    title: String::new(),
                });
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

/// The lines of a page in the order in which they are read. Each direction of text has columns of its own.
fn of_page(page: &Page) -> Vec<PdfLine> {
    let columns = page.directions().map(<[_]>::to_vec).flat_map(columns::split);
    columns.enumerate().flat_map(|(column, words)| lines::form(page, column, words)).collect()
}

fn habits(lines: &[PdfLine]) -> Vec<Habit> {
    let mut habits = Vec::new();
    for column in lines.chunk_by(|a, b| a.column == b.column) {
        let mut steps: Vec<f32> = column
            .windows(2)
            .filter(|pair| alike(&pair[0], &pair[1]))
            .map(|pair| pair[1].y - pair[0].y)
            .collect();
        steps.sort_by(f32::total_cmp);
        habits.push(Habit {
            step: steps.get(steps.len() / 2).copied().unwrap_or(0.0),
            left: column.iter().map(|line| line.x0).fold(f32::INFINITY, f32::min),
            right: column.iter().map(|line| line.x1).fold(f32::NEG_INFINITY, f32::max),
        });
    }
    habits
}

/// Whether two lines have the same size.
fn alike(a: &PdfLine, b: &PdfLine) -> bool {
    a.size.max(b.size) <= OTHER_SIZE * a.size.min(b.size)
}

/// Whether a line belongs to the paragraph of the one above.
fn same_paragraph(above: &PdfLine, line: &PdfLine, habit: &Habit) -> bool {
    let step = line.y - above.y;
    let usual = habit.step.min(3.0 * line.size);
    let is_near = step <= FURTHER * usual.max(line.size);
    let is_indented =
        line.x0 - above.x0 > INDENT * line.size && above.x0 - habit.left < INDENT * line.size;
    is_near && alike(above, line) && (!is_indented || ends_with_hyphen(&above.text))
}

/// Whether a line in the next column or on the next page goes on with the sentence of the last one.
fn runs_over(last: &PdfLine, its: &Habit, line: &PdfLine, habit: &Habit) -> bool {
    if ends_with_hyphen(&last.text) {
        return line.text.starts_with(char::is_alphabetic);
    }
    let Some(first) = line.text.chars().find(|c| !matches!(c, '"' | '“' | '„' | '«' | '‘' | '('))
    else {
        return false;
    };
    if !alike(last, line) {
        return false;
    }
    if first.is_lowercase() {
        return !ends_sentence(&last.text);
    }
    let is_full = its.right - last.x1 < 2.0 * last.size;
    let is_indented = line.x0 - habit.left > INDENT * line.size;
    is_full && !is_indented && !ends_sentence(&last.text)
}
