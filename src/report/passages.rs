//! The passages of a pair as a report quotes them: both texts with a few words around, and the words that read differently. It aligns
//! nothing.

use std::ops::Range;

use shingle::base::span::{Span, touching};
use shingle::base::{ratio::Ratio, visible::visible};
use shingle::pipeline::{DocInfo, OmittedWord, PairView, Passage, Side, Why};

use crate::printer::pair::{LineStarts, TextRegion};

/// So many passages of a pair are quoted, the longest ones.
const QUOTED: usize = 40;
/// So many bytes of a passage are shown before the rest unfolds: about twelve lines beside the other text.
const SHOWN: usize = 640;
/// So many counted words are quoted before and after a passage.
const AROUND: usize = 4;
/// A sign directly behind a word, such as a full stop, is quoted with it, in bytes.
const SIGNS: usize = 12;

/// A passage in one text.
#[derive(Debug, Clone)]
pub(crate) struct PassageSide {
    /// Its place in the text.
    pub(crate) span: Span,
    /// Its page, chapter or the like. Raw text of the file.
    pub(crate) section: Option<String>,
    /// Its lines.
    pub(crate) region: TextRegion,
    /// The quotation; empty beyond the limit.
    pub(crate) pieces: Vec<Piece>,
    /// The rest of a long quotation; empty if it is short, or beyond the limit.
    pub(crate) rest: Vec<Piece>,
    /// The words of that rest.
    pub(crate) rest_words: u32,
}

/// A passage as a report quotes it.
#[derive(Debug, Clone)]
pub(crate) struct ReportPassage {
    /// The passage, as the open pair has it.
    pub(crate) passage: Passage,
    /// Both texts.
    pub(crate) sides: [PassageSide; 2],
}

/// The passages of a pair.
#[derive(Debug, Clone)]
pub(crate) struct PairPassages {
    /// The documents, as they were read.
    pub(crate) docs: [DocInfo; 2],
    /// The share of the words of each that stand in the other too, in passages and in shorter shared runs.
    pub(crate) shares: [Ratio; 2],
    /// The passages, the longest first. Those beyond the limit have no pieces.
    pub(crate) passages: Vec<ReportPassage>,
    /// What is shared in no passage: `11 single runs of 3 to 6 words`; empty if nothing is.
    pub(crate) single_runs: String,
}

impl PairPassages {
    /// Quotes an open pair in at most about `bytes` bytes.
    pub(crate) fn new(view: &PairView, bytes: usize) -> Self {
        let sides = [&view.a, &view.b];
        let lines = sides.map(|side| LineStarts::new(&side.text));
        let mut passages: Vec<&Passage> = view.passages.iter().collect();
        passages.sort_by_key(|one| std::cmp::Reverse(one.words));
        let mut left = bytes;
        let passages = passages.into_iter().enumerate().map(|(place, passage)| {
            let is_quoted = place < QUOTED && left > 0;
            let sides = [(0, passage.a), (1, passage.b)].map(|(at, span)| {
                let (side, region) = (sides[at], lines[at].region(span));
                let section = side.section_at(span.start);
                let mut quoted = PassageSide {
                    span,
                    section,
                    region,
                    pieces: Vec::new(),
                    rest: Vec::new(),
                    rest_words: 0,
                };
                if is_quoted {
                    quote_passage(side, &mut quoted, left);
                    let pieces = quoted.pieces.iter().chain(&quoted.rest);
                    left = left.saturating_sub(pieces.map(|piece| piece.text.len()).sum());
                }
                quoted
            });
            ReportPassage { passage: passage.clone(), sides }
        });
        Self {
            passages: passages.collect(),
            docs: sides.map(|side| side.doc.clone()),
            shares: [share(view, 0), share(view, 1)],
            single_runs: view.single_runs().map(|runs| runs.to_string()).unwrap_or_default(),
        }
    }

    /// The same with the second document first.
    pub(crate) fn swapped(mut self) -> Self {
        self.docs.reverse();
        self.shares.reverse();
        for passage in &mut self.passages {
            passage.sides.reverse();
        }
        self
    }
}

/// The share of the words of a text that are counted as shared, or stand in a passage unchanged.
fn share(view: &PairView, side: usize) -> Ratio {
    let side = [&view.a, &view.b][side];
    let holds = |spans: &mut dyn Iterator<Item = Span>| {
        let mut spans = spans.peekable();
        let mut of_word = |word: &Span| {
            while spans.next_if(|span| span.end <= word.start).is_some() {}
            spans.peek().is_some_and(|span| span.start <= word.start)
        };
        side.words.iter().map(&mut of_word).collect::<Vec<bool>>()
    };
    let counted = holds(&mut side.highlights.iter().map(|lit| lit.span));
    let inside = holds(&mut side.blocks.iter().map(|block| block.span));
    let changed = holds(&mut side.changed.iter().copied());
    let is_same = |((counted, inside), changed): &((&bool, &bool), &bool)| {
        **counted || **inside && !**changed
    };
    let same = counted.iter().zip(&inside).zip(&changed).filter(is_same).count();
    Ratio::new(same as u64, (side.words.len() as u64).max(1))
}

/// A piece of a quoted text with the same marks throughout. It is visible: it holds no control character but line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    /// Whether it is of the passage, not of the words around it.
    pub(crate) is_inside: bool,
    /// Whether the other text lacks these words, or writes them differently.
    pub(crate) is_changed: bool,
    /// Whether these words are left out of the comparison, as boilerplate.
    pub(crate) is_left_out: bool,
}

/// Quotes a passage from its first to its last word, with at most `bytes` bytes of its rest.
fn quote_passage(side: &Side, quoted: &mut PassageSide, bytes: usize) {
    let (words, text, passage) = (&side.words, &*side.text, quoted.span);
    let (first, end) = (side.words_before(passage.start), side.words_before(passage.end));
    let stop = |end: u32| with_signs(text, end as usize);
    let before = words.get(first.saturating_sub(AROUND)..first).and_then(<[Span]>::first);
    let after = words.get(end..words.len().min(end + AROUND)).and_then(<[Span]>::last);
    let from = before.map_or(passage.start, |word| word.start.min(passage.start)) as usize;
    let to = stop(after.map_or(passage.end, |word| word.end.max(passage.end)));
    if to - from <= SHOWN * 3 / 2 {
        quoted.pieces = quote(side, passage, from..to);
        return;
    }
    // Long passages break behind a word.
    let behind = |byte: usize| {
        let place = words.partition_point(|word| (word.end as usize) <= byte);
        let last = place.checked_sub(1).and_then(|place| words.get(place));
        last.map_or(byte, |word| stop(word.end)).clamp(from, to)
    };
    let shown = behind(text.floor_char_boundary(from + SHOWN));
    quoted.pieces = quote(side, passage, from..shown);
    quoted.rest_words = (end - side.words_before(shown as u32).min(end)) as u32;
    if to - shown <= bytes {
        quoted.rest = quote(side, passage, shown..to);
    }
}

/// The end of the signs that follow a word without a blank.
fn with_signs(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    let signs = rest.find(|sign: char| sign.is_whitespace() || sign.is_alphanumeric());
    end + signs.filter(|signs| *signs <= SIGNS).unwrap_or(0)
}

/// Quotes a range of a text. Only within the passage changed words are told apart.
fn quote(side: &Side, passage: Span, range: Range<usize>) -> Vec<Piece> {
    let text = &*side.text;
    let range = text.floor_char_boundary(range.start)..text.floor_char_boundary(range.end);
    let inside = range.start.max(passage.start as usize)..range.end.min(passage.end as usize);
    let changed = touching(&side.changed, &inside, |span: &Span| *span);
    let out = touching(&side.dropped, &range, |one: &OmittedWord| one.span);
    let is_out = |one: &&OmittedWord| matches!(one.why, Why::Common | Why::Template | Why::Phrase);
    let out: Vec<Span> = out.iter().filter(is_out).map(|one| one.span).collect();
    let mut cuts: Vec<usize> = vec![range.start, range.end];
    for span in changed.iter().chain(&out).chain([&passage]) {
        cuts.extend([span.start, span.end].map(|cut| (cut as usize).clamp(range.start, range.end)));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let holds = |span: &Span, at: usize| span.start as usize <= at && at < span.end as usize;
    let is_in = |spans: &[Span], at: usize| {
        let next = spans.get(spans.partition_point(|span| span.end as usize <= at));
        next.is_some_and(|span| holds(span, at))
    };
    let mut pieces: Vec<Piece> = Vec::new();
    for two in cuts.windows(2) {
        let is_inside = holds(&passage, two[0]);
        let piece = Piece {
            text: folded(text.get(two[0]..two[1]).unwrap_or_default()),
            is_inside,
            is_changed: is_inside && is_in(changed, two[0]),
            is_left_out: is_in(&out, two[0]),
        };
        pieces.push(piece);
    }
    if let Some(first) = pieces.first_mut() {
        first.text = first.text.trim_start().to_string();
    }
    pieces
}

/// A text with blanks folded: one for any number of them, and a line end where there was an empty line. Everything else that is
/// invisible is made visible.
pub(crate) fn folded(text: &str) -> String {
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
