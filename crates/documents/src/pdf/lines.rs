use super::page::{GAP, Page, PdfWord, WIDE_GAP};
use super::right_to_left;
use super::{columns::most_common_text_size, spelling::is_ideographic};
use crate::roles::is_note_number;

/// Words below this fraction of the line's size may be sub- or superscripts.
const SMALL: f32 = 0.85;
/// Words above this multiple of the usual size may span several lines.
const LARGE: f32 = 1.5;
/// Largest difference of baselines within a row, in sizes of the larger word. This size counts up to `LARGE` times the
/// size of the smaller word.
const BASELINE: f32 = 0.35;
/// Minimum difference of slope between words of different rows.
const SLANT: f32 = 0.03;
/// Number of rows tried for each word, because slanted rows may cross.
const NEAR: usize = 4;
/// A wider gap, in text sizes, separates two cells of a row.
const CELL: f32 = 2.5;

#[derive(Debug)]
pub(super) struct PdfLine {
    pub(super) text: String,
    pub(super) y: f32,
    /// Text size of most of the line.
    pub(super) size: f32,
    pub(super) x0: f32,
    pub(super) x1: f32,
    pub(super) column: usize,
}

/// Words on one baseline, with their sub- and superscripts.
struct PdfRow {
    y: f32,
    size: f32,
    words: Vec<PdfWord>,
}

impl PdfRow {
    fn new(words: Vec<PdfWord>) -> Self {
        let count = words.len().max(1) as f32;
        let y = words.iter().map(|word| word.y).sum::<f32>() / count;
        Self { y, size: most_common_text_size(&words), words }
    }

    /// Returns the left end, ignoring a large initial letter.
    fn left_end(&self) -> f32 {
        let usual = self.words.iter().filter(|word| word.size < LARGE * self.size);
        usual.map(|word| word.x0).fold(f32::INFINITY, f32::min)
    }

    fn right_end(&self) -> f32 {
        self.words.iter().map(|word| word.x1).fold(f32::NEG_INFINITY, f32::max)
    }

    /// Returns true if a word with this baseline, text size and slope belongs to the row.
    fn fits_in_row(&self, y: f32, size: f32, slope: f32) -> bool {
        let is_level_with = |word: &PdfWord| (word.slope - slope).abs() < SLANT;
        let larger = self.size.max(size).min(LARGE * self.size.min(size));
        (self.y - y).abs() < BASELINE * larger && self.words.iter().take(1).all(is_level_with)
    }
}

pub(super) fn build_lines(page: &Page, column: usize, mut words: Vec<PdfWord>) -> Vec<PdfLine> {
    // Compares the baselines at the left edge of the column, because lines may be slanted.
    let left = words.iter().map(|word| word.x0).fold(f32::INFINITY, f32::min);
    for word in &mut words {
        word.y += word.slope * (left - word.middle_of_word());
    }
    words.sort_by(|a, b| a.y.total_cmp(&b.y));
    let usual = most_common_text_size(&words);
    let (large, words) = words.into_iter().partition(|word| word.size > LARGE * usual);
    let mut rows = group_into_rows(words);
    let apart = add_large_rows_and_return_others(self::group_into_rows(large), &mut rows);
    move_sub_and_superscripts_to_rows(&mut rows);
    rows.into_iter().chain(apart).map(|row| build_line(page, column, row)).collect()
}

fn group_into_rows(words: Vec<PdfWord>) -> Vec<PdfRow> {
    let mut rows: Vec<PdfRow> = Vec::new();
    for word in words {
        let mut near = rows.iter_mut().rev().take(NEAR);
        match near.find(|row| row.fits_in_row(word.y, word.size, word.slope)) {
            Some(row) => {
                row.words.push(word);
                // Moves the baseline of the row with its words, so that it follows a slightly slanted line without
                // reaching the next line.
                row.y += (word.y - row.y) / row.words.len() as f32;
            }
            None => rows.push(PdfRow::new(vec![word])),
        }
    }
    rows.into_iter().map(|row| PdfRow::new(row.words)).collect()
}

/// Adds larger text to the rows of a column. Text beside several rows, such as a large initial, begins the first of
/// them. Returns text across several rows, such as a watermark.
fn add_large_rows_and_return_others(large: Vec<PdfRow>, rows: &mut Vec<PdfRow>) -> Vec<PdfRow> {
    let mut apart = Vec::new();
    for mut row in large {
        let top = row.y - 0.75 * row.size;
        let is_beside = |small: &&mut PdfRow| (top..row.y).contains(&(small.y - 0.35 * small.size));
        let mut beside = rows.iter_mut().filter(is_beside);
        match (beside.next(), beside.next()) {
            (Some(first), Some(_)) if row.right_end() < first.left_end() + 0.5 * first.size => {
                first.words.append(&mut row.words);
            }
            (Some(_), Some(_)) => apart.push(row),
            (Some(only), None) if (only.y - row.y).abs() < BASELINE * row.size => {
                only.words.append(&mut row.words);
            }
            _ => match rows.iter_mut().find(|small| small.fits_in_row(row.y, row.size, 0.0)) {
                Some(small) => small.words.append(&mut row.words),
                None => rows.insert(rows.partition_point(|small| small.y < row.y), row),
            },
        }
    }
    apart
}

fn move_sub_and_superscripts_to_rows(rows: &mut Vec<PdfRow>) {
    let hosts: Vec<Vec<Option<usize>>> = (0..rows.len())
        .map(|at| rows[at].words.iter().map(|word| find_host_row(word, at, rows)).collect())
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
}

/// Returns the row to which a small word of row `at` belongs: it overlaps that row and touches a larger word there.
fn find_host_row(word: &PdfWord, at: usize, rows: &[PdfRow]) -> Option<usize> {
    let reach = |row: &PdfRow| {
        let (top, bottom) = (
            (row.y - 0.9 * row.size).max(word.y - 0.8 * word.size),
            (row.y + 0.25 * row.size).min(word.y),
        );
        (bottom - top) / word.size
    };
    let touches = |row: &PdfRow| {
        let gap = 0.6 * row.size;
        row.words.iter().any(|other| {
            let is_near = word.x0 - other.x1 < gap && other.x0 - word.x1 < gap;
            is_near && word.size < SMALL * other.size
        })
    };
    let is_host = |other: &usize| {
        let row = &rows[*other];
        *other != at && word.size < SMALL * row.size && reach(row) > 0.4 && touches(row)
    };
    let near = at.saturating_sub(2)..rows.len().min(at + 3);
    near.filter(is_host).max_by(|&a, &b| reach(&rows[a]).total_cmp(&reach(&rows[b])))
}

fn build_line(page: &Page, column: usize, row: PdfRow) -> PdfLine {
    let (x0, x1) = (row.left_end(), row.right_end());
    let PdfRow { y, size, mut words } = row;
    words.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    right_to_left::reorder_words(&mut words, |word| page.text(word));
    let (mut text, mut last) = (String::new(), None);
    for word in &words {
        let own = page.text(word);
        if let Some(before) = last {
            if is_superscript(word, before) && is_note_number(&text, own, None) {
                continue;
            }
            text.push_str(separator_between(page, before, word));
        }
        text.push_str(own);
        last = Some(word);
    }
    PdfLine { text, y, size, x0, x1, column }
}

fn is_superscript(small: &PdfWord, large: &PdfWord) -> bool {
    small.size < SMALL * large.size && large.y - small.y > 0.1 * large.size
}

/// Returns the tab, space or empty text between two adjacent words.
fn separator_between(page: &Page, before: &PdfWord, word: &PdfWord) -> &'static str {
    // Orders the two words from left to right: in right-to-left text, the later word is on the left.
    let (left, right) = if before.x0 <= word.x0 { (before, word) } else { (word, before) };
    let gap = (right.x0 - left.x1) / left.size.max(right.size);
    let (last, first) = (page.text(before).chars().next_back(), page.text(word).chars().next());
    let is_number_of_note =
        is_superscript(before, word) && last.is_some_and(|last| last.is_ascii_digit());
    let ideographs = last.is_some_and(is_ideographic) && first.is_some_and(is_ideographic);
    let needed = if ideographs { WIDE_GAP } else { GAP };
    match gap {
        gap if gap > CELL => "\t",
        gap if gap > needed
            || is_number_of_note
            || (before.is_spaced && !ideographs && gap > -0.5) =>
        {
            " "
        }
        _ => "",
    }
}
