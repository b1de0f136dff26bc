use std::ops::Range;

use shingle::base::span::{Span, find_touching_elements};
use shingle::base::{ratio::Ratio, visible::make_visible};
use shingle::pipeline::document::pair::list_ignored_spans;
use shingle::pipeline::{DocInfo, PairView, Passage, Side, SingleRuns};

use crate::printer::table::LineStarts;

/// Largest number of passages of a pair that are quoted, the longest ones.
const QUOTED: usize = 40;
/// Number of lines before the fold, and number of letters in a line on a narrow screen.
const LINES: usize = 11;
const LINE: usize = 42;
/// Number of counted words quoted before and after a passage.
const AROUND: usize = 4;
/// Largest number of bytes of punctuation quoted directly after a word.
const SIGNS: usize = 12;

#[derive(Debug, Clone)]
pub(crate) struct PassageSide {
    pub(crate) span: Span,
    /// Section of the passage, if any, not escaped for a terminal.
    pub(crate) section: Option<String>,
    /// First and last line, from 1.
    pub(crate) lines: [u32; 2],
    /// Quoted text; empty if the limit is used up.
    pub(crate) pieces: Vec<Piece>,
    /// Rest of a long quotation, which is folded. Empty for a short one, and if the limit is used up.
    pub(crate) rest: Vec<Piece>,
    pub(crate) rest_words: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct ReportPassage {
    pub(crate) passage: Passage,
    pub(crate) sides: [PassageSide; 2],
}

#[derive(Debug, Clone)]
pub(crate) struct PairPassages {
    pub(crate) docs: [DocInfo; 2],
    /// Ranges of shared words of each document: within passages, or within shorter runs if there is no passage.
    pub(crate) same: [Vec<Span>; 2],
    /// A in B and B in A.
    pub(crate) shares: [Ratio; 2],
    /// The passages, longest first. Passages beyond the limit have no pieces.
    pub(crate) passages: Vec<ReportPassage>,
    /// Description of shorter runs: `11 single runs of 3 to 6 words`; empty without any.
    pub(crate) single_runs: String,
}

impl PairPassages {
    /// Quotes the passages of a pair in about `bytes` bytes.
    pub(crate) fn new(view: &PairView, bytes: usize) -> Self {
        let sides = [&view.a, &view.b];
        let lines = sides.map(|side| LineStarts::new(&side.text));
        let mut passages: Vec<&Passage> = view.passages.iter().collect();
        passages.sort_by_key(|one| std::cmp::Reverse(one.words));
        let mut left = bytes;
        let passages = passages.into_iter().enumerate().map(|(place, passage)| {
            let is_quoted = left == usize::MAX || place < QUOTED && left > 0;
            let spans = [(0, passage.a), (1, passage.b)];
            let cuts = spans.map(|(at, span)| count_words_before_fold(sides[at], span));
            let cut = cuts.into_iter().flatten().min().filter(|_| left < usize::MAX);
            let sides = spans.map(|(at, span)| {
                let (side, lines) = (sides[at], lines[at].lines(span));
                let section = side.section_at(span.start);
                let quoted = is_quoted.then(|| quote_passage(side, span, cut, left));
                let (pieces, rest, rest_words) = quoted.unwrap_or_default();
                let bytes = pieces.iter().chain(&rest).map(|piece| piece.text.len()).sum();
                left = if left == usize::MAX { left } else { left.saturating_sub(bytes) };
                PassageSide { span, section, lines, pieces, rest, rest_words }
            });
            ReportPassage { passage: passage.clone(), sides }
        });
        let passages = passages.collect();
        Self {
            passages,
            docs: sides.map(|side| side.doc.clone()),
            same: sides.map(find_shared_words),
            shares: [view.overlap.containment_a(), view.overlap.containment_b()],
            single_runs: SingleRuns::count_outside_passages(&view.runs)
                .map_or_else(String::new, |runs| runs.to_string()),
        }
    }
}

/// Returns, for each word, true if a span contains it, given both in reading order.
pub(crate) fn are_in_spans(words: &[Span], spans: impl IntoIterator<Item = Span>) -> Vec<bool> {
    let mut spans = spans.into_iter().peekable();
    let is_in = |word: &Span| {
        while spans.next_if(|span| span.end <= word.start).is_some() {}
        spans.peek().is_some_and(|span| span.start <= word.start)
    };
    words.iter().map(is_in).collect()
}

/// Returns the ranges of shared words. Other unchanged words of a passage may have moved, from the words of another
/// source.
fn find_shared_words(side: &Side) -> Vec<Span> {
    let words = &side.words;
    let counted = are_in_spans(words, side.highlights.iter().map(|lit| lit.span));
    let inside = are_in_spans(words, side.blocks.iter().map(|block| block.span));
    let ignored = are_in_spans(words, list_ignored_spans(&side.dropped));
    let is_listed =
        |at: usize| !ignored[at] && counted[at] && (inside[at] || side.blocks.is_empty());
    let mut same: Vec<Span> = Vec::new();
    for (at, word) in words.iter().enumerate().filter(|(at, _)| is_listed(*at)) {
        match same.last_mut() {
            Some(before) if is_listed(at - 1) => before.end = word.end,
            _ => same.push(*word),
        }
    }
    same
}

/// A piece of quoted text with the same marks throughout. Hidden characters are visible; line ends are the only control
/// characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) is_inside: bool,
    /// True if the other text lacks these words or has other words.
    pub(crate) is_changed: bool,
    /// True if the words are ignored as boilerplate.
    pub(crate) is_ignored: bool,
}

/// Returns the number of words before the fold of a long passage; `None` for a short one.
fn count_words_before_fold(side: &Side, passage: Span) -> Option<usize> {
    let words = side.words.get(side.count_words_before(passage.start)..)?;
    let (mut letters, mut end) = (LINE, passage.start);
    for (count, word) in words.iter().take_while(|word| word.end <= passage.end).enumerate() {
        let text =
            collapse_blanks(side.text.get(end as usize..word.end as usize).unwrap_or_default());
        if text.contains('\n') {
            letters = letters.next_multiple_of(LINE);
        }
        letters += text.chars().count();
        if letters > LINES * LINE {
            return Some(count.max(1));
        }
        end = word.end;
    }
    None
}

/// Quotes the words before `cut`, then the others if they take at most `bytes` bytes. Also returns the number of the
/// others.
fn quote_passage(
    side: &Side,
    passage: Span,
    cut: Option<usize>,
    bytes: usize,
) -> (Vec<Piece>, Vec<Piece>, u32) {
    let (words, text) = (&side.words, &*side.text);
    let (first, end) =
        (side.count_words_before(passage.start), side.count_words_before(passage.end));
    let stop = |end: u32| position_after_punctuation(text, end as usize);
    let before = words.get(first.saturating_sub(AROUND)..first).and_then(<[Span]>::first);
    let after = words.get(end..words.len().min(end + AROUND)).and_then(<[Span]>::last);
    let from = before.map_or(passage.start, |word| word.start.min(passage.start)) as usize;
    let to = stop(after.map_or(passage.end, |word| word.end.max(passage.end)));
    let last = cut.and_then(|cut| words.get(first..end)?.get(..cut)?.last());
    let Some(shown) = last.map(|word| stop(word.end)) else {
        return (quote_pieces(side, passage, from..to), Vec::new(), 0);
    };
    let rest_words = end - side.count_words_before(shown as u32).min(end);
    let rest = (to - shown <= bytes).then(|| quote_pieces(side, passage, shown..to));
    (quote_pieces(side, passage, from..shown), rest.unwrap_or_default(), rest_words as u32)
}

fn position_after_punctuation(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    let signs = rest.find(|sign: char| sign.is_whitespace() || sign.is_alphanumeric());
    end + signs.filter(|signs| *signs <= SIGNS).unwrap_or(0)
}

fn quote_pieces(side: &Side, passage: Span, range: Range<usize>) -> Vec<Piece> {
    let text = &*side.text;
    let range = text.floor_char_boundary(range.start)..text.floor_char_boundary(range.end);
    let inside = range.start.max(passage.start as usize)..range.end.min(passage.end as usize);
    let changed = find_touching_elements(&side.changed, &inside, |span: &Span| *span);
    let out = list_ignored_spans(find_touching_elements(&side.dropped, &range, |one| one.span));
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
    let piece = |cuts: &[usize]| Piece {
        text: collapse_blanks(text.get(cuts[0]..cuts[1]).unwrap_or_default()),
        is_inside: holds(&passage, cuts[0]),
        is_changed: holds(&passage, cuts[0]) && is_in(changed, cuts[0]),
        is_ignored: is_in(&out, cuts[0]),
    };
    let mut pieces: Vec<Piece> = cuts.windows(2).map(piece).collect();
    if let Some(first) = pieces.first_mut() {
        first.text = first.text.trim_start().to_string();
    }
    pieces
}

/// Replaces each run of blanks by one blank, and an empty line by a line end. Makes invisible characters visible.
pub(crate) fn collapse_blanks(text: &str) -> String {
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
        out.push_str(&make_visible(word));
        rest = after;
    }
    out
}
