//! The active passage in words, and whether the texts scroll together.
//!
//! ```text
//!  2  passage 2 of 3 · 11 words, 8 counted: 14% of A's, 9% of B's · ⇄ moved: 2nd in A, 3rd in B · 2 words read differently          scroll together
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::numbers::{counted, thousands};
use shingle::base::ratio::Ratio;
use shingle::pipeline::document::dropped::Why;
use shingle::pipeline::document::pair::Passage;

use crate::tui::drawing::glyphs::columns;
use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;
use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::key_of;
use crate::tui::pair::model::OpenPair;
use crate::tui::pair::pane::Which;
use crate::tui::pair::search;
use crate::tui::screen::model::Model;
use crate::tui::words::places::{moved, placed};
use crate::tui::words::shares::percent;

/// Where two documents share no shingle.
pub(crate) const NO_SHINGLE: &str = "No shared passage: not one shingle stands in both.";

/// Draws the row.
pub(crate) fn render(
    model: &Model,
    pair: &OpenPair,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let mut pen = Pen::at(buffer, area);
    pen.skip(1);
    let link = match model.reading.free {
        true if area.width >= 60 => "free: each text scrolls by itself",
        true => "free",
        false if area.width >= 60 => "scroll together",
        false => "together",
    };
    let reserved = columns(link) + 2;
    let count = pair.view.passages.len();
    let active = pair.active.and_then(|index| Some((index, pair.view.passages.get(index)?)));
    if let Some(search) = &model.search {
        search::view::render(search, reserved, theme, &mut pen);
    } else if count == 0 {
        let why = if pair.view.overlap.shared == 0 { NO_SHINGLE } else { "No shared passage." };
        pen.put(why, theme.quiet);
    } else if let Some((index, passage)) = active {
        let tint = theme.passage(&pair.tints, index, true);
        pen.put(&format!(" {} ", passage.id()), tint).skip(1);
        let which = model.leader();
        let mut separator = "";
        for (text, style) in facts(model, pair, which, passage, theme) {
            if columns(&text) + columns(separator) + reserved > pen.room() {
                break;
            }
            pen.put(separator, theme.quiet).put(&text, style);
            separator = " · ";
        }
        // Gaps in the tint are words that are not counted, so they are explained.
        if pair.stop_words(which) > 0 && !model.reading.dropped {
            let fits = |text: &&str| columns(text) + columns(separator) + reserved <= pen.room();
            let shows = key_of(KeyName::Ignored);
            let uncounted = [
                format!("faint words are not counted: {shows} shows why"),
                format!("{shows}: how it was counted"),
            ];
            // The first sentence that fits is shown.
            if let Some(text) = uncounted.iter().map(String::as_str).find(|text| fits(text)) {
                pen.put(separator, theme.quiet).put(text, theme.quiet);
            }
        }
    } else {
        pen.put(&counted(count as u64, "passage"), theme.quiet)
            .put(&format!(" · {} goes to the next", key_of(KeyName::Passage)), theme.quiet);
    }
    if pen.room() >= reserved {
        let style = if model.reading.free { theme.strong } else { theme.quiet };
        pen.go(area.width.saturating_sub(reserved - 1)).put(link, style);
    }
}

/// Facts about a passage, the most important first.
pub(crate) fn facts(
    model: &Model,
    pair: &OpenPair,
    which: Which,
    passage: &Passage,
    theme: &Theme,
) -> Vec<(String, Style)> {
    let place = pair.place(which).unwrap_or(1);
    let mut facts = vec![
        (placed(passage, place, pair.view.passages.len(), which.letter()), theme.quiet),
        (format!("{}{}", words(pair, which, passage), shares(pair, passage)), theme.quiet),
    ];
    if passage.moved {
        let place = |which| pair.place(which).unwrap_or(1);
        facts.push((moved(place(Which::A), place(Which::B)), theme.quiet));
    }
    // While words that are not counted are shown, no word is marked as reading differently.
    let differing = differing(pair, which).filter(|_| !model.reading.dropped);
    facts.extend(differing.map(|text| (text, theme.differs)));
    facts
}

/// How many words of the active passage, or of its block, read differently in the other text.
fn differing(pair: &OpenPair, which: Which) -> Option<String> {
    let passages = &pair.view.passages;
    let (first, last) = pair.blocks.ends(pair.active? as u32);
    let (from, to) = (passages.get(first as usize)?, passages.get(last as usize)?);
    let changed = &pair.side(which).changed;
    let start = changed.partition_point(|word| word.start < which.span(from).start);
    let end = changed.partition_point(|word| word.end <= which.span(to).end);
    let count = end.saturating_sub(start);
    let verb = if count == 1 { "reads" } else { "read" };
    let place = if first == last {
        String::new()
    } else {
        format!(" between passages {} and {}", from.id(), to.id())
    };
    let manner = if pair.wording.is_in_capitals_alone() { " (capitals)" } else { "" };
    let words = counted(count as u64, "word");
    (count > 0).then(|| format!("{words} {verb} differently{manner}{place}"))
}

/// The words of a passage as this document has them, and how many of them are counted.
fn words(pair: &OpenPair, which: Which, passage: &Passage) -> String {
    let (span, dropped) = (which.span(passage), &pair.side(which).dropped);
    let from = dropped.partition_point(|one| one.span.start < span.start);
    let to = dropped.partition_point(|one| one.span.end <= span.end);
    let uncounted = dropped.get(from..to).unwrap_or_default().iter();
    let uncounted = uncounted.filter(|one| matches!(one.why, Why::StopWord | Why::PartOfSpeech));
    let count = u64::from(passage.words);
    match uncounted.count() as u64 {
        0 => counted(count, "word"),
        some => format!("{}, {} counted", counted(count + some, "word"), thousands(count)),
    }
}

/// The share of a passage in the counted words of the documents. A score counts shingles, so the shares do not add up to it.
fn shares(pair: &OpenPair, passage: &Passage) -> String {
    let [a, b] = share_of_each(pair, passage);
    format!(": {a} of A's, {b} of B's")
}

/// The share of a passage in the counted words of each document.
pub(crate) fn share_of_each(pair: &OpenPair, passage: &Passage) -> [String; 2] {
    let overlap = pair.view.overlap;
    [overlap.a_words, overlap.b_words].map(|words| {
        let words = u64::from(words.max(passage.words).max(1));
        percent(Ratio::new(u64::from(passage.words), words))
    })
}
