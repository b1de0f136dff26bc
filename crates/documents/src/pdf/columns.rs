//! Finds the columns of a page.
//!
//! A gutter is a blank vertical strip with lines on both sides that are long enough for text. Reading order: above
//! the gutter, left, right, below. Each of these parts may have gutters of its own. Tables are read row by row: text
//! fills little of their width, and their rows are level on both sides.

use std::collections::HashMap;

use super::page::PdfWord;

const STRIPS: usize = 512;
const DEPTH: usize = 12;
/// Width of the narrowest gutter, in text sizes.
const NARROWEST: f32 = 0.7;
/// A gutter at least this wide needs fewer lines beside it.
const WIDE: f32 = 1.4;
/// Minimum number of lines on each side of a narrow gutter, and of a wide one.
const LINES: (usize, usize) = (6, 3);
/// Width of the narrowest column, in text sizes.
const COLUMN: f32 = 8.0;
/// A wider gap between words, in text sizes, separates cells of a table.
const CELL: f32 = 1.0;
/// Minimum share of a column's width that its text fills.
const FILLED: f32 = 0.5;
/// Like [`FILLED`], for level lines with gaps, because these are more likely a table.
const FILLED_LEVEL: f32 = 0.65;
/// A text is a table if gaps fill more than this share of its width.
const CELLS: f32 = 0.03;
/// Largest difference between the baselines of level lines, in text sizes.
const LEVEL: f32 = 0.15;
/// Largest distance of sub- and superscripts from their baseline, in text sizes.
const INDEX: f32 = 0.4;
const CANDIDATES: usize = 60;

#[derive(Clone, Copy)]
struct Gutter {
    x: f32,
    top: f32,
    bottom: f32,
}

/// Splits words into the columns of the page, in reading order.
pub(super) fn split_columns(words: Vec<PdfWord>) -> Vec<Vec<PdfWord>> {
    let mut columns = Vec::new();
    split_columns_recursively(words, DEPTH, &mut columns);
    columns
}

fn split_columns_recursively(words: Vec<PdfWord>, depth: usize, columns: &mut Vec<Vec<PdfWord>>) {
    let gutter = if depth == 0 { None } else { find_gutter(&words) };
    let Some(gutter) = gutter else {
        if !words.is_empty() {
            columns.push(words);
        }
        return;
    };
    let mut parts: [Vec<PdfWord>; 4] = Default::default();
    for word in words {
        let part = match word.y {
            y if y <= gutter.top => 0,
            y if y >= gutter.bottom => 3,
            _ if word.middle_of_word() < gutter.x => 1,
            _ => 2,
        };
        parts[part].push(word);
    }
    for part in parts {
        split_columns_recursively(part, depth - 1, columns);
    }
}

/// Returns the text size whose words have the largest total length.
pub(super) fn most_common_text_size(words: &[PdfWord]) -> f32 {
    let mut lengths: HashMap<i16, f32> = HashMap::new();
    for word in words {
        *lengths.entry((word.size * 4.0).round() as i16).or_default() += word.x1 - word.x0;
    }
    let longest = lengths.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    longest.map_or(1.0, |(size, _)| f32::from(size.max(1)) / 4.0)
}

/// Returns the tallest gutter between two columns of text, or `None` if the words are one column.
fn find_gutter(words: &[PdfWord]) -> Option<Gutter> {
    let size = most_common_text_size(words);
    let left = words.iter().map(|word| word.x0).reduce(f32::min)?;
    let right = words.iter().map(|word| word.x1).reduce(f32::max)?;
    if right - left < 2.0 * COLUMN * size {
        return None;
    }
    let mut order: Vec<&PdfWord> = words.iter().collect();
    order.sort_by(|a, b| a.y.total_cmp(&b.y));
    let step = (right - left) / count_as_float(STRIPS);
    let strip = |x: f32| usize::try_from(((x - left) / step) as i32).unwrap_or(0).min(STRIPS);
    let mut free = vec![f32::NEG_INFINITY; STRIPS];
    let mut found: Vec<(f32, f32, usize)> = Vec::new();
    let tall = count_as_float(LINES.1) * size;
    let half = NARROWEST * size / 2.0;
    for word in &order {
        let from = strip(word.x0 - half);
        let to = (strip(word.x1 + half) + 1).min(STRIPS);
        for (at, top) in free.iter_mut().enumerate().take(to).skip(from) {
            if word.y - *top > tall {
                found.push((*top, word.y, at));
            }
            *top = word.y;
        }
    }
    found.extend(free.iter().enumerate().map(|(at, &top)| (top, f32::INFINITY, at)));
    let (first, last) = (order.first()?.y, order.last()?.y);
    let height =
        |&(top, bottom, _): &(f32, f32, usize)| bottom.min(last + size) - top.max(first - size);
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    let one = |a: &(f32, f32, usize), b: &(f32, f32, usize)| {
        a.0.total_cmp(&b.0).is_eq() && a.1.total_cmp(&b.1).is_eq() && b.2 == a.2 + 1
    };
    let mut gutters: Vec<&[(f32, f32, usize)]> =
        found.chunk_by(one).filter(|strips| height(&strips[0]) > tall).collect();
    gutters.sort_by(|a, b| height(&b[0]).total_cmp(&height(&a[0])).then(b.len().cmp(&a.len())));
    gutters.iter().take(CANDIDATES).find_map(|strips| {
        let (top, bottom, from) = strips[0];
        let width = count_as_float(strips.len()) * step;
        // Moves the bounds, because sub- and superscripts belong to the line above or below the gutter.
        let (top, bottom) = (top + INDEX * size, bottom - INDEX * size);
        let gutter = Gutter { x: left + step * count_as_float(from) + width / 2.0, top, bottom };
        has_text_on_both_sides(&gutter, (width + 2.0 * half) / size, size, &order).then_some(gutter)
    })
}

/// Returns true if both sides of a gutter are text, given words sorted by height.
fn has_text_on_both_sides(gutter: &Gutter, width: f32, size: f32, words: &[&PdfWord]) -> bool {
    let within = words.iter().filter(|word| word.y > gutter.top && word.y < gutter.bottom);
    let (left, right): (Vec<&PdfWord>, Vec<&PdfWord>) =
        within.partition(|word| word.middle_of_word() < gutter.x);
    let sides = [group_into_lines(&left, size), group_into_lines(&right, size)];
    let needed = if width >= WIDE { LINES.1 } else { LINES.0 };
    let is_level = are_lines_level(&sides, size);
    sides.iter().all(|side| side.len() >= needed && is_column(side, is_level, size))
}

/// Returns true if nine in ten lines of the shorter side are level with a line of the other side.
fn are_lines_level([left, right]: &[Vec<&[&PdfWord]>; 2], size: f32) -> bool {
    let is_level = |line: &&&[&PdfWord]| {
        let after = right.partition_point(|other| other[0].y < line[0].y - LEVEL * size);
        right.get(after).is_some_and(|other| other[0].y < line[0].y + LEVEL * size)
    };
    10 * left.iter().filter(is_level).count() >= 9 * left.len().min(right.len())
}

/// Groups words, which are sorted by height, by baseline.
fn group_into_lines<'a, 'b>(words: &'b [&'a PdfWord], size: f32) -> Vec<&'b [&'a PdfWord]> {
    words.chunk_by(|a, b| b.y - a.y < 0.5 * size).collect()
}

/// Returns true if the lines are a column of text: they are wide enough, and words fill enough of their width. In lines
/// that `are_level`, wide gaps separate cells.
fn is_column(lines: &[&[&PdfWord]], are_level: bool, size: f32) -> bool {
    let (mut filled, mut empty) = (0.0, 0.0);
    for line in lines {
        let mut ends: Vec<(f32, f32)> = line.iter().map(|word| (word.x0, word.x1)).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        filled += ends.iter().map(|(from, to)| to - from).sum::<f32>();
        for gap in ends.windows(2).map(|pair| pair[1].0 - pair[0].1) {
            *(if gap < CELL * size { &mut filled } else { &mut empty }) += gap;
        }
    }
    let words = || lines.iter().copied().flatten();
    let from = words().map(|word| word.x0).fold(f32::INFINITY, f32::min);
    let to = words().map(|word| word.x1).fold(f32::NEG_INFINITY, f32::max);
    let whole = (to - from) * count_as_float(lines.len());
    let has_cells = are_level && empty > CELLS * whole;
    let least = if has_cells { FILLED_LEVEL } else { FILLED };
    to - from >= COLUMN * size && filled >= least * whole
}

fn count_as_float(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}
