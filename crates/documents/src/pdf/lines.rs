//! Puts the words of a column into lines.

use super::page::{GAP, Page, PdfWord, WIDE_GAP};
use super::right_to_left;
use super::{columns::usual_size, spelling::is_ideographic};

/// Smaller than this, in the size of a line, words may be indices above or below it.
const SMALL: f32 = 0.85;
/// The gap between two cells of a row, in the size of their text.
const CELL: f32 = 2.5;

/// A line of a column.
#[derive(Debug)]
pub(super) struct PdfLine {
    /// Its text, without a line end.
    pub(super) text: String,
    /// Its baseline.
    pub(super) y: f32,
    /// The size of most of its text.
    pub(super) size: f32,
    /// Where it begins.
    pub(super) x0: f32,
    /// Where it ends.
    pub(super) x1: f32,
    /// Which column of the page it belongs to.
    pub(super) column: usize,
}

/// Words on one baseline, and the indices on them.
struct PdfRow {
    y: f32,
    size: f32,
    words: Vec<PdfWord>,
}

/// The lines of a column from top to bottom.
pub(super) fn form(page: &Page, column: usize, mut words: Vec<PdfWord>) -> Vec<PdfLine> {
    words.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut rows = rows(words);
    let hosts: Vec<Vec<Option<usize>>> = (0..rows.len())
        .map(|at| rows[at].words.iter().map(|word| host(word, at, &rows)).collect())
        .collect();
    for (at, hosts) in hosts.into_iter().enumerate() {
        if hosts.iter().all(Option::is_none) {
            continue;
        }
        for (word, host) in std::mem::take(&mut rows[at].words).into_iter().zip(hosts) {
            rows[host.unwrap_or(at)].words.push(word);
        }
    }
    rows.retain(|row| !row.words.is_empty());
    rows.into_iter().map(|row| line(page, column, row)).collect()
}

/// Groups words, in order of their height, by their baselines.
fn rows(words: Vec<PdfWord>) -> Vec<PdfRow> {
    let mut rows: Vec<PdfRow> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if word.y - row.y < 0.35 * row.size.max(word.size) => {
                // Follows a line that is not quite level.
                row.y = word.y;
                row.size = row.size.max(word.size);
                row.words.push(word);
            }
            _ => rows.push(PdfRow { y: word.y, size: word.size, words: vec![word] }),
        }
    }
    for row in &mut rows {
        let mut heights: Vec<f32> = row.words.iter().map(|word| word.y).collect();
        heights.sort_by(f32::total_cmp);
        row.y = heights.get(heights.len() / 2).copied().unwrap_or(row.y);
        row.size = usual_size(&row.words);
    }
    rows
}

/// The row that a small word of the row `at` stands on as an index: it reaches into the row, and touches a word of it.
fn host(word: &PdfWord, at: usize, rows: &[PdfRow]) -> Option<usize> {
    let reach = |row: &PdfRow| {
        let (top, bottom) = (
            (row.y - 0.9 * row.size).max(word.y - 0.8 * word.size),
            (row.y + 0.25 * row.size).min(word.y),
        );
        (bottom - top) / word.size
    };
    let touches = |row: &PdfRow| {
        let gap = 0.6 * row.size;
        row.words.iter().any(|other| word.x0 - other.x1 < gap && other.x0 - word.x1 < gap)
    };
    let is_host = |other: &usize| {
        let row = &rows[*other];
        *other != at && word.size < SMALL * row.size && reach(row) > 0.4 && touches(row)
    };
    let near = at.saturating_sub(2)..rows.len().min(at + 3);
    near.filter(is_host).max_by(|&a, &b| reach(&rows[a]).total_cmp(&reach(&rows[b])))
}

fn line(page: &Page, column: usize, row: PdfRow) -> PdfLine {
    let PdfRow { y, size, mut words } = row;
    words.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let x0 = words.first().map_or(0.0, |word| word.x0);
    let x1 = words.iter().map(|word| word.x1).fold(x0, f32::max);
    right_to_left::order(&mut words, |word| page.text(word));
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        if let Some(before) = at.checked_sub(1).and_then(|at| words.get(at)) {
            text.push_str(between(page, before, word));
        }
        text.push_str(page.text(word));
    }
    PdfLine { text, y, size, x0, x1, column }
}

/// What stands between two words of a line: nothing, a blank, or a tab.
fn between(page: &Page, before: &PdfWord, word: &PdfWord) -> &'static str {
    // From right to left, the word that is read first is the right one.
    let (left, right) = if before.x0 <= word.x0 { (before, word) } else { (word, before) };
    let gap = (right.x0 - left.x1) / left.size.max(right.size);
    let (last, first) = (page.text(before).chars().next_back(), page.text(word).chars().next());
    // The number of a note: raised, and small beside a word before or behind it.
    let is_raised = |small: &PdfWord, large: &PdfWord| {
        small.size < SMALL * large.size && large.y - small.y > 0.1 * large.size
    };
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let raised_number = (is_raised(word, before)
        && is_digit(first)
        && last.is_some_and(char::is_alphanumeric))
        || (is_raised(before, word) && is_digit(last) && first.is_some_and(char::is_alphanumeric));
    let ideographs = last.is_some_and(is_ideographic) && first.is_some_and(is_ideographic);
    let needed = if ideographs { WIDE_GAP } else { GAP };
    match gap {
        gap if gap > CELL => "\t",
        gap if gap > needed || raised_number || (before.is_spaced && !ideographs && gap > -0.5) => {
            " "
        }
        _ => "",
    }
}
