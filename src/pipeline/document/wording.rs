//! Where two aligned documents read differently within a shared passage: words that are written differently or dropped.
//! Also the small gaps that join neighbouring passages to one block. It does not change what is counted.

use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::{Document, Word};
use crate::{base::span::Span, compare::Match};

/// The largest gap that is bridged, in words of either document.
pub const WIDEST_GAP: usize = 8;
/// Runs of words up to this length are always compared as a whole. In texts that people write, no run is longer.
const SMALL: usize = 64;
/// The work spent on the longer runs of one document, in pairs of words. After that, words are compared place by place.
/// A limit of time would make the result depend on the machine.
const BUDGET: usize = 4_000_000;

/// A small gap between two passages that follow each other in both documents. They read as one passage that was partly
/// reworded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bridge {
    /// Index of the passage before the gap.
    pub from: u32,
    /// Index of the passage after it.
    pub to: u32,
    /// The gap in a: bytes from the end of the last word before it to the start of the first word after it.
    pub a: Span,
    /// The gap in b.
    pub b: Span,
}

/// One document, divided into passages.
#[derive(Clone, Copy)]
pub(crate) struct Divided<'a> {
    /// The document.
    pub(crate) document: &'a Document,
    /// For each canonical word, the passage that it is highlighted for.
    pub(crate) owner: &'a [Option<u32>],
    /// The canonical words of a passage in this document.
    pub(crate) words: fn(&Match) -> Range<usize>,
    /// Whether this is b. Both sides must describe the same comparison, which is made from a to b.
    pub(crate) second: bool,
}

impl<'a> Divided<'a> {
    /// The place in `other` of a canonical word that is highlighted for passage `found` here.
    fn partner(&self, word: usize, found: &Match, other: &Self) -> usize {
        word - (self.words)(found).start + (other.words)(found).start
    }

    /// The index of a canonical word among all words.
    fn origin(&self, word: usize) -> usize {
        self.document.origin[word] as usize
    }

    /// All words strictly between two canonical ones.
    fn between(&self, first: usize, last: usize) -> (usize, &'a [Word]) {
        let from = self.origin(first) + 1;
        (from, self.document.words.get(from..self.origin(last)).unwrap_or_default())
    }

    /// Whether a word here and a word there read the same. Compares the texts' bytes first: texts are read from
    /// beginning to end, while the words' own strings are scattered in memory.
    fn reads_alike(&self, ours: &Word, other: &Self, theirs: &Word) -> bool {
        let here = self.document.text.as_bytes().get(ours.span.range());
        let there = other.document.text.as_bytes().get(theirs.span.range());
        here == there || ours.text == theirs.text
    }

    /// The bytes strictly between two canonical words.
    fn gap(&self, first: usize, last: usize) -> Span {
        let words = &self.document.words;
        Span::new(words[self.origin(first)].span.end, words[self.origin(last)].span.start)
    }

    /// Pairs of neighbouring highlighted words, each with its passage, in reading order.
    fn steps(&self) -> impl Iterator<Item = ((usize, u32), (usize, u32))> {
        let owned = self.owner.iter().enumerate();
        let owned = owned.filter_map(|(word, owner)| owner.map(|owner| (word, owner)));
        owned.clone().zip(owned.skip(1))
    }
}

/// The gaps that join passages, in the reading order of a. A gap has at most [`WIDEST_GAP`] words in either document,
/// and none of its words is highlighted for a third passage.
pub(crate) fn bridges(a: Divided<'_>, b: Divided<'_>, matches: &[Match]) -> Vec<Bridge> {
    let joined = a.steps().filter_map(|((i, from), (j, to))| {
        let (former, latter) = (&matches[from as usize], &matches[to as usize]);
        if from == to || former.a.start >= latter.a.start || former.b.start >= latter.b.start {
            return None;
        }
        let (ib, jb) = (a.partner(i, former, &b), a.partner(j, latter, &b));
        let small = |side: &Divided<'_>, first: usize, last: usize| {
            last > first && side.origin(last) - side.origin(first) - 1 <= WIDEST_GAP
        };
        if !small(&a, i, j) || !small(&b, ib, jb) {
            return None;
        }
        let ours = |owner: &Option<u32>| owner.is_none_or(|owner| owner == from || owner == to);
        let ends = b.owner[ib].is_some() && b.owner[jb].is_some();
        let free = ends && b.owner[ib..=jb].iter().all(ours);
        free.then(|| Bridge { from, to, a: a.gap(i, j), b: b.gap(ib, jb) })
    });
    joined.collect()
}

/// The words of `side` that read differently in `other` or are missing there, in reading order. Only passages and the
/// gaps that join them are looked at. A word that belongs to several passages is compared with the one that it is
/// highlighted for.
pub(crate) fn changed(
    side: Divided<'_>,
    other: Divided<'_>,
    matches: &[Match],
    is_bridged: impl Fn(u32, u32) -> bool,
) -> Vec<Span> {
    let words = &side.document.words;
    let mut marks = vec![false; words.len()];
    let mut budget = BUDGET;
    for (word, owner) in side.owner.iter().enumerate() {
        let Some(owner) = *owner else { continue };
        let partner = side.partner(word, &matches[owner as usize], &other);
        let theirs = &other.document.words[other.origin(partner)];
        let ours = &words[side.origin(word)];
        marks[side.origin(word)] = !side.reads_alike(ours, &other, theirs);
    }
    for ((first, from), (last, to)) in side.steps() {
        let is_one = from == to && last == first + 1;
        if !is_one && !is_bridged(from, to) {
            continue;
        }
        let (at, here) = side.between(first, last);
        if here.is_empty() {
            continue;
        }
        let partner = |word, passage: u32| side.partner(word, &matches[passage as usize], &other);
        let (_, there) = other.between(partner(first, from), partner(last, to));
        let alike = |(ours, theirs): (&Word, &Word)| side.reads_alike(ours, &other, theirs);
        // Most runs read the same, and need no memory.
        if here.len() == there.len() && here.iter().zip(there).all(alike) {
            continue;
        }
        for range in differing(here, there, side.second, &mut budget) {
            marks[at + range.start..at + range.end].fill(true);
        }
    }
    let marked = words.iter().zip(&marks).filter(|(_, mark)| **mark);
    marked.map(|(word, _)| word.span).collect()
}

/// The places of the words of `here` that have no counterpart in `there`.
fn differing(
    here: &[Word],
    there: &[Word],
    swapped: bool,
    budget: &mut usize,
) -> Vec<Range<usize>> {
    fn texts(words: &[Word]) -> impl Iterator<Item = &str> {
        words.iter().map(|word| &*word.text)
    }
    let cost = here.len().saturating_mul(there.len());
    if here.len().max(there.len()) > SMALL {
        let Some(rest) = budget.checked_sub(cost) else {
            let mut other = texts(there);
            let places = texts(here).enumerate();
            let differs = places.filter(|(_, word)| other.next() != Some(word));
            return differs.map(|(place, _)| place..place + 1).collect();
        };
        *budget = rest;
    }
    let (here, there): (Vec<&str>, Vec<&str>) = (texts(here).collect(), texts(there).collect());
    let (a, b) = if swapped { (&there, &here) } else { (&here, &there) };
    capture_diff_slices(Algorithm::Myers, a, b)
        .iter()
        .filter(|step| step.tag() != DiffTag::Equal)
        .map(|step| if swapped { step.new_range() } else { step.old_range() })
        .collect()
}

#[cfg(test)]
mod tests;
