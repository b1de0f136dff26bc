//! Draws the numbers of all passages in one row.
//!
//! ```text
//!  passages   1 [2] ⇄3  4  5a  5b >
//! ```

use ratatui::{layout::Rect, style::Style};

use shingle::base::numbers::{format_count, thousands};
use shingle::base::visible::visible;
use shingle::pipeline::Passage;

use crate::tui::drawing::glyphs::{columns, join_fitting, truncate};
use crate::tui::drawing::{Canvas, Pen, Theme};
use crate::tui::layout::PaneSide;
use crate::tui::model::pair::passages::{label, number_strip as numbers};
use crate::tui::model::{Model, OpenPair, Search};
use crate::tui::words::shares::{moved, placed};
use crate::tui::{actions::KeyName, keys::key_map::key_of};

/// Most bytes of a passage that the list reads.
const SNIPPET: usize = 600;

pub(crate) fn strip(pair: &OpenPair, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    if pair.view.passages.is_empty() {
        return;
    }
    let strip = numbers(pair, area.width);
    let mut pen = canvas.pen(area);
    pen.put(label(area.width), theme.quiet);
    if strip.more_before {
        pen.put("<", theme.key);
    }
    for cell in &strip.cells {
        pen.move_to(cell.column).put(&cell.text, style(pair, theme, cell.index));
    }
    if strip.more_after {
        pen.put(">", theme.key);
    }
}

pub(crate) fn style(pair: &OpenPair, theme: &Theme, index: usize) -> Style {
    theme.passage_style(&pair.tints, index, pair.active == Some(index))
}

pub(crate) fn beginning(pair: &OpenPair, passage: &Passage, style: Style, pen: &mut Pen<'_>) {
    let snippet = snippet(&pair.view.a.text, passage.a.range());
    pen.put(&truncate(&visible(&snippet), pen.free_width()), style);
}

fn snippet(text: &str, range: std::ops::Range<usize>) -> String {
    let mut end = range.end.min(range.start + SNIPPET);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let words = text.get(range.start..end).unwrap_or_default().split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}

// Describes the active passage, and shows if the texts scroll together.
//
//  2  passage 2 of 3 · 11 words: 9 unchanged · ⇄ moved: 2nd in A, 3rd in B          linked scrolling

fn no_passage(pair: &OpenPair) -> String {
    match pair.single_runs {
        Some(single) => format!("No shared passage, {single}."),
        None if pair.view.overlap.shared == 0 => {
            "No shared passage: not one shingle is in both.".into()
        }
        None => "No shared passage.".into(),
    }
}

pub(crate) fn render_status(model: &Model, pair: &OpenPair, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut pen = canvas.pen(area);
    pen.skip(1);
    let link = if model.reading.free { "free scrolling" } else { "linked scrolling" };
    let reserved = columns(link) + 2;
    let count = pair.view.passages.len();
    let active = pair.active.zip(pair.active_passage());
    if let Some(search) = &model.search {
        render_search(search, (model.prompt.is_some(), reserved), theme, &mut pen);
    } else if count == 0 {
        pen.put(&no_passage(pair), theme.quiet);
    } else if let Some((index, passage)) = active {
        let tint = theme.passage_style(&pair.tints, index, true);
        pen.put(&format!(" {} ", passage.id()), tint).skip(1);
        let which = model.leading_side();
        let mut facts = facts(pair, which, passage);
        // Ignored words leave gaps in the tint, so a hint explains them.
        if pair.stop_words(which) > 0 && !model.reading.dropped {
            facts.push(format!("faint words are ignored: {} shows why", key_of(KeyName::Ignored)));
        }
        let room = pen.free_width().saturating_sub(reserved);
        pen.put(&join_fitting(&facts, room), theme.quiet);
    } else {
        pen.put(&format_count(count as u64, "passage"), theme.quiet)
            .put(&format!(" · {} goes to the next", key_of(KeyName::Passage)), theme.quiet);
    }
    if pen.free_width() >= reserved {
        let style = if model.reading.free { theme.strong } else { theme.quiet };
        pen.move_to(area.width.saturating_sub(reserved - 1)).put(link, style);
    }
}

fn facts(pair: &OpenPair, which: PaneSide, passage: &Passage) -> Vec<String> {
    let place = |which| pair.active_place(which).unwrap_or(1);
    let placed = placed(passage, place(which), pair.view.passages.len(), which.letter());
    let mut facts = vec![placed, passage.likeness()];
    if passage.moved {
        facts.push(moved(place(PaneSide::A), place(PaneSide::B)));
    }
    facts
}

// Describes the search in the open pair: the current match, and the number of matches in each text.
//
//  3 of 17 · "old ferry": 12 in A, 5 in B · n: next match · Esc ends the search

/// Most columns of the search pattern.
const PATTERN: u16 = 30;

/// Returns the number of the current match and the number of all matches: `3 of 17`.
pub(crate) fn count(search: &Search) -> String {
    let all: usize = search.counts().iter().sum();
    match all {
        _ if search.pattern.is_empty() => String::new(),
        _ if search.found.is_none() => "searching …".into(),
        0 => "in neither text".into(),
        all => format!("{} of {}", thousands(search.at as u64 + 1), thousands(all as u64)),
    }
}

/// Draws the search in one row, with `reserved` columns free at its end. While its words are typed, keys are letters.
pub(crate) fn render_search(
    search: &Search,
    (is_typed, reserved): (bool, u16),
    theme: &Theme,
    pen: &mut Pen<'_>,
) {
    pen.put(&count(search), theme.strong);
    let pattern = truncate(&visible(&search.pattern), PATTERN);
    let [a, b] = search.counts().map(|count| thousands(count as u64));
    let found = search.found.is_some() && search.counts() != [0, 0];
    let places = if found { format!(": {a} in A, {b} in B") } else { String::new() };
    let next = found.then(|| {
        let enter = if is_typed { "Enter, then " } else { "" };
        format!("{enter}{}: next match", key_of(KeyName::Passage))
    });
    let facts = [Some(format!("“{pattern}”{places}")), next, Some("Esc ends the search".into())];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let room = pen.free_width().saturating_sub(3 + reserved);
    pen.put(" · ", theme.quiet).put(&join_fitting(&facts, room), theme.quiet);
}
