//! Compares two documents side by side: texts, words, tinted and numbered passages, and ignored words. Highlights are
//! exactly the counted shingles.

use std::sync::Arc;

use documents::{TextSection, section_at};
use hashbrown::{HashMap, HashSet};

use super::info::DocInfo;
use super::left_out::{IgnoreReason, IgnoredShingles};
use super::passages::{CommonWording, Passage, PreparedDocument, SharedRun};
use super::{Document, Word};
use crate::compare::{Direction, Overlap, join::common_keys};
use crate::pipeline::{Params, parameters::scoring::score_pair};
use crate::shingle::hash::may_begin_shingle;
use base::{path::DocPath, ratio::Ratio, span::Span};

/// A range of counted words that the other document has too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// Range in the text of its side: counted words and the characters between them, without stop words.
    pub span: Span,
    pub run: u32,
    pub passage: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub span: Span,
    pub passage: u32,
}

#[derive(Debug, Clone)]
pub struct Side {
    pub doc: DocInfo,
    /// The extracted text, to which all spans refer; must pass `base::visible` before a terminal shows it.
    pub text: Arc<str>,
    pub sections: Arc<[TextSection]>,
    /// The highlighted ranges in reading order. If runs overlap, a word belongs to the longest.
    pub highlights: Vec<Highlight>,
    /// The ranges of passages in reading order. If passages overlap, a word belongs to the first.
    pub blocks: Vec<Block>,
    pub words: Vec<Span>,
    /// Words that do not count, in reading order.
    pub dropped: Vec<UncountedWord>,
    /// Words of passages and runs that the other document lacks there or writes differently, in reading order. Excludes
    /// moved words.
    pub changed: Vec<Span>,
}

impl Side {
    /// Returns the section at a byte of the text, such as `page 3`. Not escaped for a terminal.
    pub fn section_at(&self, byte: u32) -> Option<String> {
        section_at(&self.sections, byte).map(TextSection::label)
    }
}

#[derive(Debug, Clone)]
pub struct PairView {
    pub params: Arc<Params>,
    pub ignored: Arc<IgnoredShingles>,
    pub a: Side,
    pub b: Side,
    pub overlap: Overlap,
    /// Score by the measure of `params`, or the estimate of the sketches. If the measure depends on the direction, the
    /// score is in the direction given to [`Self::compare`].
    pub score: Ratio,
    pub passages: Vec<Passage>,
    pub runs: Vec<SharedRun>,
}

impl PairView {
    /// Compares two documents. Both must be read with `params` and ignore the same shingles.
    pub fn compare(
        a: (&DocPath, &Document),
        b: (&DocPath, &Document),
        params: &Arc<Params>,
        direction: Direction,
    ) -> Self {
        let (former, latter) = (PreparedDocument::new(a.1), b.1.counted_keys());
        let CommonWording { shared, passages, runs, owners, changed } =
            former.find_common_wording(b.1, &latter, params.confusables);
        let agree = if params.is_estimate() {
            common_keys(&a.1.comparison_keys(), &b.1.comparison_keys()).len()
        } else {
            shared
        };
        let sizes = [a.1.size(former.sketch.len()), b.1.size(latter.len())];
        let is_copy = a.1.is_copy_of(b.1);
        let overlap = Overlap::new(shared as u32, sizes, params.modulo, is_copy);
        let [a_owner, b_owner] = owners;
        let [a_changed, b_changed] = changed;
        let side = |(name, document): (&DocPath, &Document),
                    shingles,
                    owner: &[_],
                    place: fn(&Passage) -> Span| {
            let blocks = cut_overlapping_blocks(passages.iter().map(place));
            Side {
                doc: document.info(name.clone(), shingles),
                text: Arc::clone(&document.text),
                sections: Arc::clone(&document.sections),
                highlights: highlight_runs(document, owner, &runs),
                blocks,
                words: document.spans_of_words(true),
                dropped: list_uncounted_words(document),
                changed: Vec::new(),
            }
        };
        let a_side = side(a, former.sketch.len(), &a_owner, |passage| passage.a);
        let b_side = side(b, latter.len(), &b_owner, |passage| passage.b);
        Self {
            params: Arc::clone(params),
            ignored: Arc::clone(a.1.ignored_shingles()),
            a: Side { changed: a_changed, ..a_side },
            b: Side { changed: b_changed, ..b_side },
            overlap,
            score: score_pair(params, overlap, agree as u32, direction),
            passages,
            runs,
        }
    }

    /// Returns the ranges of a passage in both texts. Without an index, those of the longest passage or run. `None` if
    /// no words are shared.
    pub fn spans_of_passage(&self, passage: Option<usize>) -> Option<[Span; 2]> {
        let places = |one: &Passage| [one.a, one.b];
        let chosen = passage.and_then(|index| self.passages.get(index)).map(places);
        let longest = || self.passages.iter().rev().max_by_key(|one| one.words).map(places);
        let run = || self.runs.iter().rev().max_by_key(|run| run.words);
        chosen.or_else(longest).or_else(|| run().map(|run| [run.a, run.b]))
    }

    pub fn names(&self) -> (&DocPath, &DocPath) {
        (&self.a.doc.path, &self.b.doc.path)
    }
}

impl Side {
    /// Returns the number of counted words that begin before `byte`.
    pub fn count_words_before(&self, byte: u32) -> usize {
        self.words.partition_point(|word| word.start < byte)
    }
}

/// Highlights neighbouring words of a run together with the characters between them, but not across a stop word.
fn highlight_runs(
    document: &Document,
    owner: &[Option<u32>],
    runs: &[SharedRun],
) -> Vec<Highlight> {
    let mut highlights: Vec<Highlight> = Vec::new();
    let mut last_origin = None;
    for (canonical, run) in owner.iter().enumerate() {
        let Some(run) = *run else { continue };
        let origin = document.origin[canonical];
        let span = document.words[origin as usize].span;
        match highlights.last_mut() {
            Some(last) if last.run == run && last_origin == origin.checked_sub(1) => {
                last.span.end = span.end;
            }
            _ => highlights.push(Highlight { span, run, passage: runs[run as usize].passage }),
        }
        last_origin = Some(origin);
    }
    highlights
}

/// Cuts the ranges of passages so that none overlaps an earlier one.
fn cut_overlapping_blocks(places: impl Iterator<Item = Span>) -> Vec<Block> {
    let mut places: Vec<(Span, u32)> = places.zip(0..).collect();
    places.sort_unstable();
    let mut end = 0;
    let cut = |(span, passage): (Span, u32)| {
        let start = span.start.max(end);
        end = end.max(span.end);
        (start < span.end).then(|| Block { span: Span::new(start, span.end), passage })
    };
    places.into_iter().filter_map(cut).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReasonIgnored {
    /// A stop word that is in no counted shingle.
    StopWord,
    PartOfSpeech,
    /// Modulo drops every shingle that contains the word.
    SampledOut,
    /// Every retained shingle that contains the word is ignored. The first of these shingles is ignored as common.
    Common,
    /// Like `Common`, but the first of these shingles is ignored because of a template.
    Template,
    Phrase,
}

/// Returns the ranges of words that are ignored as boilerplate, and of stop words beside them.
pub fn list_ignored_spans(words: &[UncountedWord]) -> Vec<Span> {
    let is_ignored = |one: &UncountedWord| {
        matches!(one.why, ReasonIgnored::Common | ReasonIgnored::Template | ReasonIgnored::Phrase)
    };
    let touch = |one: &UncountedWord, next: &UncountedWord| next.span.start <= one.span.end + 2;
    let is_beside = |at: usize| {
        let word = &words[at];
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        word.why == ReasonIgnored::StopWord
            && (before.is_some_and(|one| is_ignored(one) && touch(one, word))
                || words.get(at + 1).is_some_and(|one| is_ignored(one) && touch(word, one)))
    };
    let all = words.iter().enumerate();
    all.filter(|(at, one)| is_ignored(one) || is_beside(*at)).map(|(_, one)| one.span).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UncountedWord {
    pub span: Span,
    pub why: ReasonIgnored,
}

pub fn list_uncounted_words(document: &Document) -> Vec<UncountedWord> {
    let any = document.count_shingles_of_words(|_| true);
    let beginning = document.count_shingles_of_words(|shingle| shingle.begins);
    let kept = document.count_shingles_of_words(|shingle| shingle.kept);
    let counted = document.count_shingles_of_words(|shingle| document.is_counted(shingle));
    let why = |word: &Word| match word.canonical.map(|index| index as usize) {
        None if word.part_of_speech().is_ignored() => Some(ReasonIgnored::PartOfSpeech),
        None => Some(ReasonIgnored::StopWord),
        // A word can begin no shingle only if stop words stay inside shingles.
        Some(index) if beginning[index] == 0 && any[index] > 0 => {
            (!may_begin_shingle(document.canonical[index].hash)).then_some(ReasonIgnored::StopWord)
        }
        Some(index) if kept[index] == 0 && any[index] > 0 => Some(ReasonIgnored::SampledOut),
        Some(index) if counted[index] == 0 && any[index] > 0 => why_ignored(document, index),
        Some(_) => None,
    };
    document
        .words
        .iter()
        .filter_map(|word| why(word).map(|why| UncountedWord { span: word.span, why }))
        .collect()
}

/// Returns why a word is ignored, by the first retained shingle that contains the word.
fn why_ignored(document: &Document, word: usize) -> Option<ReasonIgnored> {
    let covering = document.shingles.get(document.window.shingles_covering(word))?;
    let first = covering.iter().find(|shingle| shingle.kept)?;
    document.ignored_shingles().reason_to_ignore(first.key).map(|reason| match reason {
        IgnoreReason::Common { .. } => ReasonIgnored::Common,
        IgnoreReason::Template(_) => ReasonIgnored::Template,
        IgnoreReason::Phrase(_) => ReasonIgnored::Phrase,
    })
}

/// Number of tints; some users could not distinguish more.
pub const TINTS: usize = 6;

/// Returns the tint of each passage, in the order of `passages`. Repetitions of a passage have the same tint.
///
/// Tints are used in turn. A passage skips the tints of its neighbours in both documents.
pub fn assign_tints(passages: &[Passage]) -> Vec<u8> {
    let mut order_b: Vec<usize> = (0..passages.len()).collect();
    order_b.sort_by_key(|index| passages.get(*index).map(|passage| passage.b));
    let number = |passage: &Passage| passage.number.saturating_sub(1);
    let order_a = passages.iter().map(number).collect();
    let order_b = order_b.into_iter().filter_map(|index| passages.get(index).map(number)).collect();
    choose_tints(&[order_a, order_b], passages.iter().map(number))
}

/// Returns a tint for each number, so that neighbours in every order differ if possible.
pub fn choose_tints(orders: &[Vec<u32>], numbers: impl Iterator<Item = u32>) -> Vec<u8> {
    let mut neighbours: HashMap<u32, HashSet<u32>> = HashMap::new();
    for pair in orders.iter().flat_map(|order| order.windows(2)).filter(|pair| pair[0] != pair[1]) {
        neighbours.entry(pair[0]).or_default().insert(pair[1]);
        neighbours.entry(pair[1]).or_default().insert(pair[0]);
    }
    let mut tint_of: HashMap<u32, u8> = HashMap::new();
    let tint = |number: u32| {
        if let Some(tint) = tint_of.get(&number) {
            return *tint;
        }
        let mut used = [false; TINTS];
        for near in neighbours.get(&number).into_iter().flatten() {
            if let Some(tint) = tint_of.get(near) {
                used[usize::from(*tint)] = true;
            }
        }
        let first = number as usize % TINTS;
        let free = (0..TINTS).map(|step| (first + step) % TINTS).find(|tint| !used[*tint]);
        let tint = free.unwrap_or(first) as u8;
        tint_of.insert(number, tint);
        tint
    };
    numbers.map(tint).collect()
}

#[cfg(test)]
mod tests {
    use base::span::Span;

    use super::{Passage, assign_tints};

    fn passage(number: u32, occurrence: u32, a: u32, b: u32) -> Passage {
        Passage {
            number,
            occurrence,
            a: Span::new(a, a + 5),
            b: Span::new(b, b + 5),
            words: 3,
            alike: 3,
            disguised: 0,
            ignored: 0,
            reordered: 0,
            moved: false,
        }
    }

    #[test]
    fn neighbours_in_either_document_differ() {
        let passages: Vec<_> = (0..40_u32)
            .map(|index| passage(index + 1, 0, index * 10, index * 7 % 40 * 10))
            .collect();
        let tints = assign_tints(&passages);
        assert!(tints.windows(2).all(|pair| pair[0] != pair[1]), "{tints:?}");
        let mut order: Vec<usize> = (0..40).collect();
        order.sort_by_key(|index| passages[*index].b);
        assert!(order.windows(2).all(|pair| tints[pair[0]] != tints[pair[1]]), "{tints:?}");
    }

    #[test]
    fn repetitions_share_their_tint() {
        let tints =
            assign_tints(&[passage(1, 1, 0, 0), passage(1, 2, 0, 50), passage(2, 0, 20, 80)]);
        assert_eq!(tints[0], tints[1]);
        assert_ne!(tints[1], tints[2]);
    }
}
