//! A passage as a report quotes it: some words before and after it, what is shared and what reads differently, and a gap where a
//! long one was cut. It finds no passages.

use std::ops::Range;

use shingle::base::span::Span;
use shingle::base::visible::visible;
use shingle::pipeline::document::pair::{Highlight, Side};
use shingle::pipeline::document::pair::{OmittedWord, Why};

/// So many counted words before and after a passage.
pub(crate) const AROUND: usize = 10;
/// A longer passage is cut in its middle, in counted words.
pub(crate) const WHOLE: usize = 160;
/// Longer stretches without a counted word are cut, in bytes.
const LONGEST: usize = 6000;
/// As much at the beginning and at the end of a text is quoted with its first and its last counted word, in bytes.
const AT_ENDS: usize = 200;
/// A sign directly behind a word, such as a full stop, is quoted with it, in bytes.
const SIGNS: usize = 12;
/// What the markup around a piece takes, in bytes.
const MARKUP: usize = 24;

/// A piece of a quoted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text with the same marks throughout. It is visible: it holds no control character but line ends.
    Text {
        /// The text.
        text: String,
        /// The passage that its words are shared for, by its place among all passages.
        passage: Option<u32>,
        /// Whether the passage begins here.
        begins: bool,
        /// Whether the other text lacks these words, or writes them differently.
        changed: bool,
        /// Whether these words are left out of the comparison, as boilerplate.
        left_out: bool,
    },
    /// So many words are not quoted.
    Cut(u64),
    /// The text goes on.
    GoesOn,
}

impl Piece {
    /// About how many bytes a page needs for it.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Text { text, .. } => text.len() + MARKUP,
            Self::Cut(_) | Self::GoesOn => MARKUP,
        }
    }
}

/// Quotes a part of a text, from the first to the last word of a passage.
pub(crate) fn excerpt(side: &Side, part: Span) -> Vec<Piece> {
    let words = &side.words;
    let first = side.words_before(part.start);
    let end = side.words_before(part.end);
    let from = first.saturating_sub(AROUND);
    let to = (end + AROUND).min(words.len());
    // Words at either end of a text may not count.
    let start = |word: usize| match words.get(word).map(|word| word.start as usize) {
        Some(start) if word == 0 && start <= AT_ENDS => 0,
        start => start.unwrap_or(side.text.len()),
    };
    let stop = |word: usize| {
        let end =
            word.checked_sub(1).and_then(|word| words.get(word)).map(|word| word.end as usize);
        match end {
            Some(end) if word == words.len() && side.text.len() - end <= AT_ENDS => side.text.len(),
            end => end.map_or(0, |end| with_signs(&side.text, end)),
        }
    };
    let mut pieces = Vec::new();
    if from > 0 {
        pieces.push(Piece::GoesOn);
    }
    let count = end - first;
    if count > WHOLE {
        let half = WHOLE / 2;
        quote(side, start(from)..stop(first + half), &mut pieces);
        pieces.push(Piece::Cut((count - WHOLE) as u64));
        quote(side, start(end - half)..stop(to), &mut pieces);
    } else {
        quote(side, start(from)..stop(to), &mut pieces);
    }
    if to < words.len() {
        pieces.push(Piece::GoesOn);
    }
    pieces
}

/// The end of the signs that follow a word without a blank.
fn with_signs(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    let signs = rest.find(|sign: char| sign.is_whitespace() || sign.is_alphanumeric());
    end + signs.filter(|signs| *signs <= SIGNS).unwrap_or(0)
}

/// Quotes a range of a text.
fn quote(side: &Side, range: Range<usize>, pieces: &mut Vec<Piece>) {
    let text = &*side.text;
    let quoted = text.get(range.clone()).unwrap_or_default();
    let start = range.end - quoted.trim_start().len().min(range.len());
    let whole = start..start + quoted.trim().len();
    if whole.is_empty() {
        return;
    }
    let end = text.floor_char_boundary(whole.end.min(start + LONGEST));
    let range = start..end;
    let lit = touching(&side.lit, &range, |lit: &Highlight| lit.span);
    let changed = touching(&side.changed, &range, |span: &Span| *span);
    let out = touching(&side.dropped, &range, |one: &OmittedWord| one.span);
    let is_out = |one: &&OmittedWord| matches!(one.why, Why::Common | Why::Template | Why::Phrase);
    let mut cuts: Vec<usize> = vec![range.start, range.end];
    let spans = lit.iter().map(|lit| lit.span).chain(changed.iter().copied());
    for span in spans.chain(out.iter().filter(is_out).map(|one| one.span)) {
        cuts.extend(
            [span.start as usize, span.end as usize].map(|cut| cut.clamp(range.start, range.end)),
        );
    }
    cuts.sort_unstable();
    cuts.dedup();
    let holds = |span: Span, at: usize| span.start as usize <= at && at < span.end as usize;
    for two in cuts.windows(2) {
        let [at, end] = [two[0], two[1]];
        let shown = folded(text.get(at..end).unwrap_or_default());
        let owner = lit[lit.partition_point(|lit| lit.span.end as usize <= at)..].first();
        let owner = owner.filter(|lit| holds(lit.span, at));
        let differs = changed[changed.partition_point(|span| span.end as usize <= at)..].first();
        let left_out = out.iter().filter(is_out).any(|one| holds(one.span, at));
        pieces.push(Piece::Text {
            text: shown,
            passage: owner.map(|lit| lit.passage),
            begins: owner.is_some_and(|lit| lit.span.start as usize == at && is_first(side, lit)),
            changed: differs.is_some_and(|span| holds(*span, at)),
            left_out,
        });
    }
    if end < whole.end {
        pieces.push(Piece::GoesOn);
    }
}

/// Whether no tinted words of the same passage stand directly before these.
fn is_first(side: &Side, lit: &Highlight) -> bool {
    let place = side.lit.partition_point(|one| one.span.start < lit.span.start);
    let before = place.checked_sub(1).and_then(|place| side.lit.get(place));
    before.is_none_or(|before| before.passage != lit.passage)
}

/// The elements of a list in reading order that touch a range.
fn touching<'l, T>(all: &'l [T], range: &Range<usize>, span: impl Fn(&T) -> Span) -> &'l [T] {
    let from = all.partition_point(|one| span(one).end as usize <= range.start);
    let to = all.partition_point(|one| (span(one).start as usize) < range.end);
    all.get(from..to).unwrap_or_default()
}

/// A text with blanks folded: one for any number of them, and a line end where there was an empty line. Everything else that is
/// invisible is made visible.
pub(crate) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let blanks = rest.find(|sign: char| !sign.is_whitespace()).unwrap_or(rest.len());
        let (blank, behind) = rest.split_at(blanks);
        if !blank.is_empty() {
            let ends = blank.bytes().filter(|byte| *byte == b'\n').count();
            out.push(if ends > 1 { '\n' } else { ' ' });
        }
        let word = behind.find(char::is_whitespace).unwrap_or(behind.len());
        let (word, behind) = behind.split_at(word);
        out.push_str(&visible(word));
        rest = behind;
    }
    out
}
