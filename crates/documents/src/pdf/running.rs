//! Recognises and removes running titles, footers and page numbers.
//!
//! A line is running if it is among the first or last four lines of its page, and at least two nearby pages have a
//! similar line at the same height, also among their first or last four lines.
//!
//! Similar lines have the same words. The numbers in both lines are equal, or one number grows by one per page, like a
//! page number. So text on fewer than three pages stays, and so do chapter heads such as `Chapter 1` and `Chapter 2`.
//!
//! A number at either end of a page's outermost line is a page number if it grows with the pages at the same height.
//! If the line is set apart from the next one, the line is a title that changes with the page, such as a section
//! title, and is removed. Otherwise only the number is removed.

use std::collections::{HashMap, HashSet};

use super::page::{Page, PdfWord};
use crate::list_number::NumberForm;

const OUTER: usize = 4;
/// Number of pages before and after a page with which it is compared.
const NEAR: u64 = 6;
/// Minimum number of compared pages that must have a similar line.
const OTHERS: usize = 2;
/// Tolerance of equal heights in points.
const SLACK: f32 = 2.0;
const LONGEST: usize = 300;
/// Number of compared numbers in a line.
const NUMBERS: usize = 6;
/// Minimum gap to the next line of a title, in usual line distances of the page.
const APART: f32 = 1.4;
/// Most words in a title that changes from page to page.
const WORDS: usize = 20;

struct OuterLine {
    page: i64,
    y: f32,
    numbers: Vec<i64>,
    must_grow: bool,
    words: Vec<usize>,
}

/// Removes running titles. If the pages have no other content, not even pictures, the titles stay.
pub(super) fn remove_running_titles(pages: &mut [Page], are_pictured: bool) {
    let mut alike: HashMap<String, Vec<OuterLine>> = HashMap::new();
    for (number, page) in (0..).zip(pages.iter()) {
        for (text, line) in outer_lines(number, page) {
            alike.entry(text).or_default().push(line);
        }
    }
    let mut removed: HashMap<i64, HashSet<usize>> = HashMap::new();
    for lines in alike.values() {
        for (at, line) in lines.iter().enumerate() {
            if is_running_title(line, at, lines) {
                removed.entry(line.page).or_default().extend(&line.words);
            }
        }
    }
    let words: usize = pages.iter().map(|page| page.words.len()).sum();
    if !are_pictured && words == removed.values().map(HashSet::len).sum::<usize>() {
        return;
    }
    for (number, page) in (0..).zip(pages) {
        if let Some(words) = removed.get(&number) {
            let mut at = 0..;
            page.words.retain(|_| !at.next().is_some_and(|at| words.contains(&at)));
        }
    }
}

/// Returns true if enough nearby pages have the same title. `lines` are all lines with the words of `line`, in page
/// order, and `at` is the index of `line`.
fn is_running_title(line: &OuterLine, at: usize, lines: &[OuterLine]) -> bool {
    let near = |other: &&OuterLine| other.page.abs_diff(line.page) <= NEAR;
    let after = lines.iter().skip(at + 1).take_while(near);
    let before = lines.iter().take(at).rev().take_while(near);
    let others: Vec<&OuterLine> = after
        .chain(before)
        .filter(|other| other.page != line.page && (other.y - line.y).abs() <= SLACK)
        .collect();
    let enough = |is_same: &dyn Fn(&OuterLine) -> bool| {
        let pages: HashSet<i64> =
            others.iter().filter(|other| is_same(other)).map(|other| other.page).collect();
        pages.len() >= OTHERS
    };
    let grows = |number: usize, other: &OuterLine| {
        let (Some(here), Some(there)) = (line.numbers.get(number), other.numbers.get(number))
        else {
            return false;
        };
        there.saturating_sub(*here) == other.page - line.page
    };
    (!line.must_grow && enough(&|other| other.numbers == line.numbers))
        || (0..line.numbers.len()).any(|number| enough(&|other| grows(number, other)))
}

/// Returns the first and last lines of a page, each with its text in which `#` replaces numbers.
fn outer_lines(number: i64, page: &Page) -> Vec<(String, OuterLine)> {
    let Some(words) = page.words_by_direction().next() else { return Vec::new() };
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by(|&a, &b| words[a].y.total_cmp(&words[b].y));
    let same =
        |a: &usize, b: &usize| words[*b].y - words[*a].y < 0.3 * words[*a].size.max(words[*b].size);
    let lines: Vec<&[usize]> = order.chunk_by(same).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if at < OUTER || at + OUTER >= lines.len() {
            found.extend(outer_line(number, page, words, line));
        }
    }
    let y = |line: &[usize]| line.first().map_or(0.0, |&at| words[at].y);
    let mut steps: Vec<f32> = lines.windows(2).map(|pair| y(pair[1]) - y(pair[0])).collect();
    let gaps = [steps.first(), steps.last()].map(|gap| gap.copied().unwrap_or_default());
    steps.sort_by(f32::total_cmp);
    let usual = steps.get(steps.len().saturating_sub(1) / 2).copied().unwrap_or(f32::INFINITY);
    for (line, gap) in [lines.first(), lines.last()].into_iter().zip(gaps) {
        if let Some(line) = line {
            found.extend(page_numbers(number, page, words, line, gap > APART * usual));
        }
    }
    found
}

/// Returns the page number at an end of the outermost line. If the line `is_apart`, returns the whole line.
fn page_numbers(
    number: i64,
    page: &Page,
    words: &[PdfWord],
    line: &[usize],
    is_apart: bool,
) -> Vec<(String, OuterLine)> {
    let mut line = line.to_vec();
    line.sort_by(|&a, &b| words[a].x0.total_cmp(&words[b].x0));
    if line.len() < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (end, at) in [("\n<", line.first()), ("\n>", line.last())] {
        let Some(&at) = at else { continue };
        let text = page.text(&words[at]);
        let Some(value) =
            text.parse().ok().filter(|_| text.len() < 6).or_else(|| parse_roman(text))
        else {
            continue;
        };
        let gone = if is_apart && line.len() <= WORDS { line.clone() } else { vec![at] };
        let outer = OuterLine {
            page: number,
            y: words[at].y,
            numbers: vec![value],
            must_grow: true,
            words: gone,
        };
        found.push((end.to_owned(), outer));
    }
    found
}

/// Returns a line with its text, or `None` if the line is too long for a title.
fn outer_line(
    number: i64,
    page: &Page,
    words: &[PdfWord],
    line: &[usize],
) -> Option<(String, OuterLine)> {
    let mut line = line.to_vec();
    line.sort_by(|&a, &b| words[a].x0.total_cmp(&words[b].x0));
    let mut text = String::new();
    let mut numbers = Vec::new();
    for &at in &line {
        let word = page.text(&words[at]);
        if text.len() + word.len() > LONGEST {
            return None;
        }
        text.push(' ');
        match parse_roman(word).filter(|_| line.len() == 1) {
            Some(value) => {
                text.push('#');
                numbers.push(value);
            }
            None => append_word_with_masked_numbers(word, &mut text, &mut numbers),
        }
    }
    let y = words.get(*line.first()?)?.y;
    numbers.truncate(NUMBERS);
    Some((text, OuterLine { page: number, y, numbers, must_grow: false, words: line }))
}

/// Appends a word to `text`, with `#` in place of each number.
fn append_word_with_masked_numbers(word: &str, text: &mut String, numbers: &mut Vec<i64>) {
    let mut value: Option<i64> = None;
    for c in word.chars() {
        if let Some(digit) = c.to_digit(10) {
            value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit.into()));
            continue;
        }
        if let Some(value) = value.take() {
            text.push('#');
            numbers.push(value);
        }
        text.push(c);
    }
    if let Some(value) = value {
        text.push('#');
        numbers.push(value);
    }
}

/// Returns the value of a small Roman number, as used on the first pages of books.
fn parse_roman(word: &str) -> Option<i64> {
    if !word.bytes().all(|letter| b"ivxlc".contains(&letter)) {
        return None;
    }
    (1..400).find(|value| NumberForm::LowerRoman.format_number(*value) == word)
}
