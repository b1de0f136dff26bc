//! The passages of a pair as a report shows them: those that only small gaps separate in one block, the longest blocks up to a limit,
//! each quoted from both texts: some words before and after it, what is shared and what reads differently, and a gap where a long one
//! was cut. It aligns nothing.

use std::ops::Range;

use shingle::base::{span::Span, visible::visible};
use shingle::pipeline::document::pair::tints;
use shingle::pipeline::{DocInfo, Highlight, OmittedWord, PairView, Passage, Side, Why};

use crate::printer::pair::{LineStarts, TextRegion};

/// A pair is quoted until a page needs so many bytes for it.
pub(crate) const BYTES_A_PAIR: usize = 22_000;
/// Of more blocks than this, only the longest are quoted.
pub(crate) const BLOCKS_A_PAIR: usize = 40;
/// Of more passages than this, a block names only the first and the last.
const NAMED: usize = 4;

/// One text of a block.
#[derive(Debug, Clone)]
pub(crate) struct BlockSide {
    /// The page, chapter or the like that it begins in. Raw text of the file.
    pub(crate) section: Option<String>,
    /// Its place in the extracted text.
    pub(crate) region: TextRegion,
    /// The quotation; empty where a limit was reached.
    pub(crate) pieces: Vec<Piece>,
}

/// Passages that follow each other in both texts with small gaps between them.
#[derive(Debug, Clone)]
pub(crate) struct ReportBlock {
    /// Their names: `3`, `3 to 7`.
    pub(crate) name: String,
    /// How many counted words they have.
    pub(crate) words: u64,
    /// Whether their order differs between the texts.
    pub(crate) moved: bool,
    /// Both texts.
    pub(crate) sides: [BlockSide; 2],
}

impl ReportBlock {
    /// Whether it is quoted.
    pub(crate) fn is_quoted(&self) -> bool {
        !self.sides[0].pieces.is_empty()
    }
}

/// The passages of a pair.
#[derive(Debug, Clone)]
pub(crate) struct PairPassages {
    /// The documents, as they were read.
    pub(crate) docs: [DocInfo; 2],
    /// How many passages there are.
    pub(crate) count: usize,
    /// The names of all passages.
    pub(crate) names: Vec<String>,
    /// The tint of each passage.
    pub(crate) tints: Vec<u8>,
    /// The blocks, in reading order of a. Those that are not quoted have no pieces.
    pub(crate) blocks: Vec<ReportBlock>,
}

impl PairPassages {
    /// Takes what a report shows of an open pair.
    pub(crate) fn new(view: &PairView) -> Self {
        let lines = [&view.a, &view.b].map(|side| LineStarts::new(&side.text));
        let mut blocks: Vec<(ReportBlock, [Span; 2])> = together(view)
            .iter()
            .map(|block| {
                let spans = [hull(block, |passage| passage.a), hull(block, |passage| passage.b)];
                let side = |side: &Side, lines: &LineStarts<'_>, span: Span| BlockSide {
                    section: side.section_at(span.start),
                    region: lines.region(span),
                    pieces: Vec::new(),
                };
                let block = ReportBlock {
                    name: name(block),
                    words: block.iter().map(|passage| u64::from(passage.words)).sum(),
                    moved: block.iter().any(|passage| passage.moved),
                    sides: [side(&view.a, &lines[0], spans[0]), side(&view.b, &lines[1], spans[1])],
                };
                (block, spans)
            })
            .collect();
        blocks.sort_by_key(|(_, spans)| *spans);
        let mut longest: Vec<usize> = (0..blocks.len()).collect();
        longest.sort_by_key(|place| std::cmp::Reverse(blocks[*place].0.words));
        let mut used = 0;
        for place in longest.into_iter().take(BLOCKS_A_PAIR) {
            if used >= BYTES_A_PAIR {
                break;
            }
            let (block, spans) = &mut blocks[place];
            for ((quoted, side), span) in block.sides.iter_mut().zip([&view.a, &view.b]).zip(spans)
            {
                quoted.pieces = excerpt(side, *span);
                used += quoted.pieces.iter().map(Piece::size).sum::<usize>();
            }
        }
        Self {
            docs: [view.a.doc.clone(), view.b.doc.clone()],
            count: view.passages.len(),
            names: view.passages.iter().map(Passage::id).collect(),
            tints: tints(&view.passages),
            blocks: blocks.into_iter().map(|(block, _)| block).collect(),
        }
    }

    /// How many blocks are not quoted, and how many words they have.
    pub(crate) fn unquoted(&self) -> (u64, u64) {
        let unquoted = self.blocks.iter().filter(|block| !block.is_quoted());
        unquoted.fold((0, 0), |(blocks, words), block| (blocks + 1, words + block.words))
    }
}

/// The passages of each block, in reading order of a.
fn together(view: &PairView) -> Vec<Vec<&Passage>> {
    // The passage before each one in its block. A passage has at most one before it and one after it.
    let mut after = vec![None; view.passages.len()];
    let mut is_first = vec![true; view.passages.len()];
    for bridge in &view.bridges {
        let (from, to) = (bridge.from as usize, bridge.to as usize);
        if let (Some(next @ None), Some(first @ true)) = (after.get_mut(from), is_first.get_mut(to))
        {
            *next = Some(to);
            *first = false;
        }
    }
    let first = (0..view.passages.len()).filter(|place| is_first[*place]);
    let block = |first: usize| {
        let places =
            std::iter::successors(Some(first), |place| after.get(*place).copied().flatten());
        places.filter_map(|place| view.passages.get(place)).collect()
    };
    first.map(block).collect()
}

fn hull(block: &[&Passage], span: impl Fn(&Passage) -> Span) -> Span {
    let start = block.iter().map(|passage| span(passage).start).min().unwrap_or(0);
    let end = block.iter().map(|passage| span(passage).end).max().unwrap_or(0);
    Span::new(start, end)
}

fn name(block: &[&Passage]) -> String {
    let ids: Vec<String> = block.iter().map(|passage| passage.id()).collect();
    match &*ids {
        [first, .., last] if ids.len() > NAMED => format!("{first} to {last}"),
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        all => all.concat(),
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
fn excerpt(side: &Side, part: Span) -> Vec<Piece> {
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
    let touched = touching(&side.highlights, &range, |touched: &Highlight| touched.span);
    let changed = touching(&side.changed, &range, |span: &Span| *span);
    let out = touching(&side.dropped, &range, |one: &OmittedWord| one.span);
    let is_out = |one: &&OmittedWord| matches!(one.why, Why::Common | Why::Template | Why::Phrase);
    let mut cuts: Vec<usize> = vec![range.start, range.end];
    let spans = touched.iter().map(|touched| touched.span).chain(changed.iter().copied());
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
        let visible_text = folded(text.get(at..end).unwrap_or_default());
        let owner =
            touched[touched.partition_point(|touched| touched.span.end as usize <= at)..].first();
        let owner = owner.filter(|highlight| holds(highlight.span, at));
        let differs = changed[changed.partition_point(|span| span.end as usize <= at)..].first();
        let left_out = out.iter().filter(is_out).any(|one| holds(one.span, at));
        pieces.push(Piece::Text {
            text: visible_text,
            passage: owner.map(|highlight| highlight.passage),
            begins: owner.is_some_and(|highlight| {
                highlight.span.start as usize == at && is_first(side, highlight)
            }),
            changed: differs.is_some_and(|span| holds(*span, at)),
            left_out,
        });
    }
    if end < whole.end {
        pieces.push(Piece::GoesOn);
    }
}

/// Whether no tinted words of the same passage stand directly before these.
fn is_first(side: &Side, highlight: &Highlight) -> bool {
    let place = side.highlights.partition_point(|one| one.span.start < highlight.span.start);
    let before = place.checked_sub(1).and_then(|place| side.highlights.get(place));
    before.is_none_or(|before| before.passage != highlight.passage)
}

/// The elements of a list in reading order that touch a range.
fn touching<'l, T>(all: &'l [T], range: &Range<usize>, span: impl Fn(&T) -> Span) -> &'l [T] {
    let from = all.partition_point(|one| span(one).end as usize <= range.start);
    let to = all.partition_point(|one| (span(one).start as usize) < range.end);
    all.get(from..to).unwrap_or_default()
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
