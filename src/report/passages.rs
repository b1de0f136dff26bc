//! The passages of a pair as a report shows them: the longest up to a limit, each quoted from both texts with some words before and
//! after it, what is counted and what reads differently, and a gap where a long one was cut. It aligns nothing.

use std::ops::Range;

use shingle::base::span::{Span, touching};
use shingle::base::visible::visible;
use shingle::pipeline::document::pair::tints;
use shingle::pipeline::{DocInfo, Highlight, OmittedWord, PairView, Passage, Side, Why};

use crate::printer::pair::{LineStarts, TextRegion};

/// A pair is quoted until a page needs so many bytes for it.
pub(crate) const BYTES_A_PAIR: usize = 22_000;
/// Of more passages than this, only the longest are quoted.
pub(crate) const PASSAGES_A_PAIR: usize = 40;

/// A passage in one text.
#[derive(Debug, Clone)]
pub(crate) struct PassageSide {
    /// The page, chapter or the like that it begins in. Raw text of the file.
    pub(crate) section: Option<String>,
    /// Its place in the extracted text.
    pub(crate) region: TextRegion,
    /// The quotation; empty where a limit was reached.
    pub(crate) pieces: Vec<Piece>,
}

/// A passage as a report shows it.
#[derive(Debug, Clone)]
pub(crate) struct ReportPassage {
    /// The passage, as the open pair has it.
    pub(crate) passage: Passage,
    /// Its tint.
    pub(crate) tint: u8,
    /// Both texts.
    pub(crate) sides: [PassageSide; 2],
}

impl ReportPassage {
    /// Whether it is quoted.
    pub(crate) fn is_quoted(&self) -> bool {
        !self.sides[0].pieces.is_empty()
    }

    /// Whether words in its middle are not quoted.
    pub(crate) fn is_cut(&self) -> bool {
        let mut pieces = self.sides.iter().flat_map(|side| &side.pieces);
        pieces.any(|piece| matches!(piece, Piece::Cut(_)))
    }
}

/// The passages of a pair.
#[derive(Debug, Clone)]
pub(crate) struct PairPassages {
    /// The documents, as they were read.
    pub(crate) docs: [DocInfo; 2],
    /// The passages, in reading order of a. Those that are not quoted have no pieces.
    pub(crate) passages: Vec<ReportPassage>,
    /// What is shared in no passage: `11 single runs of 3 to 6 words`; empty if nothing is.
    pub(crate) single_runs: String,
}

impl PairPassages {
    /// Takes what a report shows of an open pair.
    pub(crate) fn new(view: &PairView) -> Self {
        let lines = [&view.a, &view.b].map(|side| LineStarts::new(&side.text));
        let side = |side: &Side, lines: &LineStarts<'_>, span: Span| PassageSide {
            section: side.section_at(span.start),
            region: lines.region(span),
            pieces: Vec::new(),
        };
        let tinted = view.passages.iter().zip(tints(&view.passages));
        let mut passages: Vec<ReportPassage> = tinted
            .map(|(passage, tint)| ReportPassage {
                sides: [side(&view.a, &lines[0], passage.a), side(&view.b, &lines[1], passage.b)],
                passage: passage.clone(),
                tint,
            })
            .collect();
        let mut longest: Vec<&mut ReportPassage> = passages.iter_mut().collect();
        longest.sort_by_key(|one| std::cmp::Reverse(one.passage.words));
        let mut used = 0;
        for one in longest.into_iter().take(PASSAGES_A_PAIR) {
            if used >= BYTES_A_PAIR {
                break;
            }
            let spans = [(&view.a, one.passage.a), (&view.b, one.passage.b)];
            for (quoted, (side, span)) in one.sides.iter_mut().zip(spans) {
                quoted.pieces = excerpt(side, span);
                used += quoted.pieces.iter().map(Piece::size).sum::<usize>();
            }
        }
        Self {
            docs: [view.a.doc.clone(), view.b.doc.clone()],
            passages,
            single_runs: view.single_runs().map(|runs| runs.to_string()).unwrap_or_default(),
        }
    }

    /// How many passages are not quoted, and how many words they have.
    pub(crate) fn unquoted(&self) -> (u64, u64) {
        let unquoted = self.passages.iter().filter(|one| !one.is_quoted());
        unquoted
            .fold((0, 0), |(count, words), one| (count + 1, words + u64::from(one.passage.words)))
    }
}

/// So many counted words before and after a passage.
const AROUND: usize = 10;
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
        /// Whether it is of the passage, not of the words around it.
        is_inside: bool,
        /// Whether its words are counted as shared.
        is_shared: bool,
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

    /// Whether it is text of the passage.
    pub(crate) const fn is_inside(&self) -> bool {
        matches!(self, Self::Text { is_inside: true, .. })
    }
}

/// Quotes a passage, from its first to its last word.
fn excerpt(side: &Side, passage: Span) -> Vec<Piece> {
    let words = &side.words;
    let first = side.words_before(passage.start);
    let end = side.words_before(passage.end);
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
    // A passage may begin and end with words that do not count.
    let whole = start(from).min(passage.start as usize)
        ..stop(to).max(with_signs(&side.text, passage.end as usize));
    let mut pieces = Vec::new();
    if from > 0 {
        pieces.push(Piece::GoesOn);
    }
    let count = end - first;
    if count > WHOLE {
        let half = WHOLE / 2;
        quote(side, passage, whole.start..stop(first + half), &mut pieces);
        pieces.push(Piece::Cut((count - WHOLE) as u64));
        quote(side, passage, start(end - half)..whole.end, &mut pieces);
    } else {
        quote(side, passage, whole, &mut pieces);
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

/// Quotes a range of a text. Only in the passage it is told what is shared.
fn quote(side: &Side, passage: Span, range: Range<usize>, pieces: &mut Vec<Piece>) {
    let text = &*side.text;
    let quoted = text.get(range.clone()).unwrap_or_default();
    let start = range.end - quoted.trim_start().len().min(range.len());
    let whole = start..start + quoted.trim().len();
    if whole.is_empty() {
        return;
    }
    let end = text.floor_char_boundary(whole.end.min(start + LONGEST));
    let range = start..end;
    let inside = range.start.max(passage.start as usize)..range.end.min(passage.end as usize);
    let shared = touching(&side.highlights, &inside, |highlight: &Highlight| highlight.span);
    let changed = touching(&side.changed, &inside, |span: &Span| *span);
    let out = touching(&side.dropped, &range, |one: &OmittedWord| one.span);
    let is_out = |one: &&OmittedWord| matches!(one.why, Why::Common | Why::Template | Why::Phrase);
    let shared: Vec<Span> = shared.iter().map(|highlight| highlight.span).collect();
    let out: Vec<Span> = out.iter().filter(is_out).map(|one| one.span).collect();
    let mut cuts: Vec<usize> = vec![range.start, range.end];
    let spans = shared.iter().chain(changed).chain(&out).chain([&passage]);
    for cut in spans.flat_map(|span| [span.start as usize, span.end as usize]) {
        cuts.push(cut.clamp(range.start, range.end));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let holds = |span: &Span, at: usize| span.start as usize <= at && at < span.end as usize;
    let is_in = |spans: &[Span], at: usize| {
        let next = spans.get(spans.partition_point(|span| span.end as usize <= at));
        next.is_some_and(|span| holds(span, at))
    };
    for two in cuts.windows(2) {
        let [at, end] = [two[0], two[1]];
        let is_inside = holds(&passage, at);
        pieces.push(Piece::Text {
            text: folded(text.get(at..end).unwrap_or_default()),
            is_inside,
            is_shared: is_inside && is_in(&shared, at),
            changed: is_inside && is_in(changed, at),
            left_out: is_in(&out, at),
        });
    }
    if end < whole.end {
        pieces.push(Piece::GoesOn);
    }
}

/// A text with blanks folded: one for any number of them, and a line end where there was an empty line. Everything else that is
/// invisible is made visible.
fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let blanks = rest.find(|sign: char| !sign.is_whitespace()).unwrap_or(rest.len());
        let (blank, after) = rest.split_at(blanks);
        if !blank.is_empty() {
            let ends = blank.bytes().filter(|byte| *byte == b'\n').count();
            out.push(if ends > 1 { '\n' } else { ' ' });
        }
        let word = after.find(char::is_whitespace).unwrap_or(after.len());
        let (word, after) = after.split_at(word);
        out.push_str(&visible(word));
        rest = after;
    }
    out
}
