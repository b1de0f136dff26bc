//! The numbered passages of a pair, with the likeness of both stretches. Counts do not depend on them.

use std::{borrow::Cow, fmt, ops::Range};

use hashbrown::{HashMap, HashSet};
use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::{Document, Word};
use crate::compare::{
    AlignInput, AlignedRun, Alignment, PreparedText, SharedPassage, align_documents,
    join::common_keys, mark_heaviest_increasing_passages, shared_passages,
};
use crate::shingle::word_hash;
use crate::text::{Case, Confusables, Letters};
use base::{numbers::format_count, numbers::format_with_commas, span::Span};

/// Longest stretch of words without a match that is always compared as a whole. Stretches in written texts are shorter.
const SMALL: usize = 64;
/// Budget for longer stretches of a pair, in pairs of words. Beyond it, words are compared place by place. A limit of
/// time would make the result depend on the machine.
const BUDGET: usize = 4_000_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// Number from 1 in reading order of a. Repetitions of a passage share a number.
    #[serde(skip)]
    pub number: u32,
    /// 0 for a passage that occurs once. For repetitions, 1 is shown as `a`, 2 as `b`, and so on.
    #[serde(skip)]
    pub occurrence: u32,
    /// Range in a, from the first to the last word.
    pub a: Span,
    pub b: Span,
    /// Number of words of the longer stretch, without ignored text.
    pub words: u32,
    /// Number of ignored words in the longer stretch, not included in `words`.
    #[serde(skip)]
    pub ignored: u32,
    /// Number of these words that the other side of the passage has too. Ignores order, capitals and unified
    /// look-alikes.
    pub alike: u32,
    /// Number of alike words in which only look-alike letters and capitals differ.
    #[serde(skip)]
    pub disguised: u32,
    /// Number of alike words in another order.
    pub reordered: u32,
    /// True if the order of this passage among the passages differs between a and b.
    pub moved: bool,
}

impl Passage {
    /// Returns the name of the passage: `3`, or `3a`, `3b` … for repeated passages.
    pub fn id(&self) -> String {
        let mut letters = String::new();
        let mut rest = self.occurrence;
        while rest > 0 {
            rest -= 1;
            letters.insert(0, char::from(b'a' + (rest % 26) as u8));
            rest /= 26;
        }
        format!("{}{letters}", self.number)
    }

    pub const fn count_unchanged_words(&self) -> u32 {
        self.alike - self.disguised
    }

    /// Returns `87 words: 61 unchanged, 3 moved`, `87 words: all unchanged, 3 moved` or `87 words, word for word`. Adds
    /// words with look-alike letters, `87 words: 61 unchanged, 26 in look-alike letters`, and ignored words, `87 words (9
    /// ignored), word for word`.
    pub fn describe_likeness(&self) -> String {
        let ignored = match self.ignored {
            0 => String::new(),
            ignored => format!(" ({} ignored)", format_with_commas(ignored)),
        };
        let words = format_count(self.words, "word") + &ignored;
        if self.is_word_for_word() {
            return format!("{words}, word for word");
        }
        let all = self.count_unchanged_words() == self.words;
        let unchanged =
            if all { "all".to_string() } else { format_with_commas(self.count_unchanged_words()) };
        let some = |number, what| match number {
            0 => String::new(),
            number => format!(", {} {what}", format_with_commas(number)),
        };
        let disguised = some(self.disguised, "in look-alike letters");
        format!("{words}: {unchanged} unchanged{disguised}{}", some(self.reordered, "moved"))
    }

    pub const fn is_word_for_word(&self) -> bool {
        self.count_unchanged_words() == self.words && self.reordered == 0
    }
}

/// Shared retained shingles that are contiguous in both documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SharedRun {
    #[serde(skip)]
    pub passage: Option<u32>,
    pub a: Span,
    pub b: Span,
    /// Number of canonical words.
    pub words: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SingleRuns {
    /// Number of runs, at least 1.
    pub count: usize,
    /// Numbers of counted words of the shortest and of the longest run.
    pub words: (u32, u32),
}

impl SingleRuns {
    /// Counts the runs that are outside passages; `None` if there are none.
    pub fn count_outside_passages(runs: &[SharedRun]) -> Option<Self> {
        let single = || runs.iter().filter(|run| run.passage.is_none()).map(|run| run.words);
        Some(Self { count: single().count(), words: (single().min()?, single().max()?) })
    }
}

/// Returns the runs of each of `passages` passages, and the runs outside passages, in the order of `runs`.
pub fn runs_by_passage(
    passages: usize,
    runs: &[SharedRun],
) -> (Vec<Vec<SharedRun>>, Vec<SharedRun>) {
    let (mut within, mut single) = (vec![Vec::new(); passages], Vec::new());
    for run in runs {
        let passage = run.passage.and_then(|passage| within.get_mut(passage as usize));
        passage.unwrap_or(&mut single).push(run.clone());
    }
    (within, single)
}

impl fmt::Display for SingleRuns {
    /// Writes `11 single runs of 3 to 6 words`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.words;
        write!(f, "{} of ", format_count(self.count, "single run"))?;
        if least < most {
            write!(f, "{} to ", format_with_commas(least))?;
        }
        f.write_str(&format_count(most, "word"))
    }
}

pub struct CommonWording {
    pub(super) shared: usize,
    pub passages: Vec<Passage>,
    /// The shared retained shingles, in reading order of a.
    pub runs: Vec<SharedRun>,
    /// For each text and each canonical word, the index of the longest run that covers the word.
    pub(super) owners: [Vec<Option<u32>>; 2],
    /// Words of passages and runs that the other document lacks there or writes differently; for each text in reading
    /// order.
    pub(super) changed: [Vec<Span>; 2],
}

/// Returns the keys of the retained shingles within a range of canonical words, each after its first word, in order.
pub type KeysWithin<'a> = Box<dyn Fn(Range<usize>) -> Vec<(u32, u64)> + 'a>;

/// A text as numbers, the input of the search for passages.
pub struct PassageInput<'a> {
    /// A number for each word; equal words share a number. The number of an ignored word is unique.
    pub words: Cow<'a, [u64]>,
    /// True for each word that is ignored, as [`mark_ignored_places`] returns.
    pub ignored: Cow<'a, [bool]>,
    /// For each canonical word, the index of its word.
    pub origin: Cow<'a, [u32]>,
    pub keys: KeysWithin<'a>,
    /// True for each word that is only in shingles that many documents have. Empty if they were not searched.
    pub common: Vec<bool>,
    /// Number of words in a shingle.
    pub width: usize,
}

impl PassageInput<'_> {
    fn canonical_range_of_words(&self, words: &Range<usize>) -> Range<usize> {
        let place = |word: usize| self.origin.partition_point(|origin| (*origin as usize) < word);
        place(words.start)..place(words.end)
    }

    fn keys_in(&self, words: &Range<usize>) -> HashSet<u64> {
        (self.keys)(self.canonical_range_of_words(words)).into_iter().map(|(_, key)| key).collect()
    }
}

/// Returns the number of a word that does not count, from its lower-case form.
pub fn uncounted_word_number(word: &str) -> u64 {
    word_hash(&word.to_lowercase()).rotate_left(1)
}

/// Returns a number that no other word has, for an ignored word in the first or the second of two texts. Numbers of
/// counted words are hashes, which hardly ever are as large.
pub const fn ignored_word_number(word: usize, is_second: bool) -> u64 {
    !((word as u64) << 1 | is_second as u64)
}

/// Returns true for each word that is ignored, and for stop words between two ignored words. So ignored text is a gap,
/// not a part of a passage. `is_left_out` is true for ignored canonical words, `origin` has their indices among all
/// words. Empty if no word is ignored.
pub fn mark_ignored_places(words: usize, origin: &[u32], is_left_out: &[bool]) -> Vec<bool> {
    let mut places = vec![false; if is_left_out.is_empty() { 0 } else { words }];
    let mut before = None;
    for (place, is_left_out) in origin.iter().zip(is_left_out) {
        let place = *place as usize;
        if *is_left_out {
            places[before.unwrap_or(place)..=place].fill(true);
        }
        before = is_left_out.then_some(place);
    }
    places
}

fn count_words_not_ignored(left_out: &[bool], words: &Range<usize>) -> u32 {
    let left_out = left_out.get(words.clone()).unwrap_or_default();
    (words.len() - left_out.iter().filter(|is_left_out| **is_left_out).count()) as u32
}

#[derive(Debug, Clone, Copy, Default)]
pub struct LongestPassage {
    /// 0 if no passage has the least number of words.
    pub words: u32,
    /// True if the passages match fewer than the least number of words besides the common words.
    pub is_common: bool,
}

/// Finds the longest passage of two texts with a counted shingle and `least` words. `prepared` are the words of a.
pub fn find_longest_passage(
    a: &PassageInput<'_>,
    prepared: &PreparedText,
    b: &PassageInput<'_>,
    least: u32,
) -> LongestPassage {
    let words = |one: &SharedPassage| {
        count_words_not_ignored(&a.ignored, &one.a).max(count_words_not_ignored(&b.ignored, &one.b))
    };
    let is_long = |one: &&SharedPassage| words(one) >= least;
    let found = shared_passages(prepared, &b.words);
    let Some(longest) = found.iter().max_by_key(|one| words(one)).filter(is_long) else {
        return LongestPassage::default();
    };
    let matches = found.iter().filter(is_long).flat_map(|one| &one.matches);
    let own = matches.map(|one| count_words_not_ignored(&a.common, &(one.a..one.a + one.words)));
    let is_common = !a.common.is_empty() && own.sum::<u32>() < least;
    // If no other passage overlaps this one, keys that both sides have suffice. A full alignment is not needed.
    let is_beside = |other: &SharedPassage| {
        other.a.end <= longest.a.start || longest.a.end <= other.a.start || other == longest
    };
    if found.iter().all(is_beside) && !a.keys_in(&longest.a).is_disjoint(&b.keys_in(&longest.b)) {
        return LongestPassage { words: words(longest), is_common };
    }
    let (counted, _) = find_counted_passages(a, b, found);
    let longest = counted.iter().map(words).filter(|words| *words >= least).max();
    longest.map_or_else(LongestPassage::default, |words| LongestPassage { words, is_common })
}

/// Returns the passages with a counted shingle in reading order, and the alignment of the counted shingles.
fn find_counted_passages(
    a: &PassageInput<'_>,
    b: &PassageInput<'_>,
    found: Vec<SharedPassage>,
) -> (Vec<SharedPassage>, Alignment) {
    // Passages are tiled in the order of their evidence, which is the same for both directions.
    let canonical = |one: &SharedPassage| {
        (a.canonical_range_of_words(&one.a), b.canonical_range_of_words(&one.b))
    };
    let within: Vec<_> = found.iter().map(canonical).collect();
    let [in_a, in_b] = [a, b].map(|text| (text.keys)(0..text.origin.len()));
    let input = |text: &PassageInput<'_>, keys| AlignInput {
        keys,
        width: text.width,
        words: text.origin.len(),
    };
    let mut alignment = align_documents(input(a, &in_a), input(b, &in_b), &within);
    // Passages without a counted shingle are dropped.
    let mut is_counted = vec![false; found.len()];
    for passage in alignment.runs.iter().filter_map(|run| run.passage) {
        is_counted[passage as usize] = true;
    }
    // Sorts by reading order. Repetitions follow the first place of their passage.
    let mut first = HashMap::new();
    for one in &found {
        let place = first.entry(one.original).or_insert((one.a.start, one.b.start));
        *place = (*place).min((one.a.start, one.b.start));
    }
    let mut numbered: Vec<(usize, SharedPassage)> = found.into_iter().enumerate().collect();
    numbered.retain(|(at, _)| is_counted[*at]);
    numbered.sort_by_key(|(_, one)| (first[&one.original], one.original, one.a.start, one.b.start));
    let mut place = vec![None; is_counted.len()];
    for ((at, _), number) in numbered.iter().zip(0..) {
        place[*at] = Some(number);
    }
    for run in &mut alignment.runs {
        run.passage = run.passage.and_then(|passage| place[passage as usize]);
    }
    (numbered.into_iter().map(|(_, one)| one).collect(), alignment)
}

pub struct PreparedDocument<'a> {
    pub document: &'a Document,
    /// Distinct retained keys of the document, ascending.
    pub(super) sketch: Vec<u64>,
    /// Keys of retained shingles, each with the canonical word at which the shingle begins, ascending by key.
    keys: Vec<(u64, u32)>,
    words: Vec<u64>,
    ignored: Vec<bool>,
    text: PreparedText,
}

impl<'a> PreparedDocument<'a> {
    pub fn new(document: &'a Document) -> Self {
        let left_out = mark_ignored_words_of(document);
        let words = assign_word_numbers(document, &left_out, false);
        let (sketch, keys) = (document.counted_keys(), document.counted_keys_with_places());
        let text = PreparedText::new(&words);
        Self { document, sketch, keys, words, ignored: left_out, text }
    }

    /// Finds the common wording with another document, whose sorted distinct retained keys are `sketch`.
    pub fn find_common_wording(
        &self,
        b: &Document,
        sketch: &[u64],
        confusables: Confusables,
    ) -> CommonWording {
        let a = self.document;
        let shared = &common_keys(&self.sketch, sketch)[..];
        let left_out = mark_ignored_words_of(b);
        let both_left_out = [&self.ignored[..], &left_out];
        let words = assign_word_numbers(b, &left_out, true);
        let keys = place_shared_keys(shared, &self.keys);
        let former = build_passage_input(a, (&self.words, &self.ignored), keys);
        let latter = build_passage_input(
            b,
            (&words, &left_out),
            place_shared_keys(shared, &b.counted_keys_with_places()),
        );
        let found = shared_passages(&self.text, &latter.words);
        let (found, alignment) = find_counted_passages(&former, &latter, found);
        let mut comparison = Comparison::new([a, b], both_left_out, confusables);
        for run in alignment.runs.iter().filter(|run| run.passage.is_none()) {
            comparison.compare_run(run);
        }
        let likeness: Vec<Likeness> = found.iter().map(|one| comparison.compare(one)).collect();
        let shared_run = |run: &AlignedRun| SharedRun {
            passage: run.passage,
            a: a.span_of_canonical(&run.a),
            b: b.span_of_canonical(&run.b),
            words: run.a.len() as u32,
        };
        CommonWording {
            shared: shared.len(),
            passages: build_numbered_passages([a, b], both_left_out, &found, &likeness),
            runs: alignment.runs.iter().map(shared_run).collect(),
            owners: [alignment.a_owner, alignment.b_owner],
            changed: comparison.changed_spans(),
        }
    }
}

/// `keys` must be in the order of the words.
fn build_passage_input<'d>(
    document: &'d Document,
    (words, left_out): (&'d [u64], &'d [bool]),
    keys: Vec<(u32, u64)>,
) -> PassageInput<'d> {
    let width = document.window.width;
    let within = move |words: Range<usize>| {
        let is_within = |(place, _): &(u32, u64)| {
            words.start <= *place as usize && *place as usize + width <= words.end
        };
        keys.iter().copied().filter(is_within).collect()
    };
    PassageInput {
        words: words.into(),
        ignored: left_out.into(),
        origin: Cow::Borrowed(&document.origin),
        keys: Box::new(within),
        common: Vec::new(),
        width,
    }
}

/// Returns the places of the `shared` keys, ascending, each with its key. Both arguments must ascend by key.
fn place_shared_keys(shared: &[u64], keys: &[(u64, u32)]) -> Vec<(u32, u64)> {
    let mut places = Vec::new();
    for key in shared {
        let first = keys.partition_point(|(other, _)| other < key);
        let same = keys[first..].iter().take_while(|(other, _)| other == key);
        places.extend(same.map(|(key, place)| (*place, *key)));
    }
    places.sort_unstable();
    places
}

fn mark_ignored_words_of(document: &Document) -> Vec<bool> {
    mark_ignored_places(document.words.len(), &document.origin, &document.mark_ignored_words())
}

/// Returns a number for each word, equal for equal words. Counted words are compared by their canonical form.
fn assign_word_numbers(document: &Document, left_out: &[bool], is_second: bool) -> Vec<u64> {
    let number = |(at, word): (usize, &Word)| match word.canonical {
        _ if left_out.get(at) == Some(&true) => ignored_word_number(at, is_second),
        Some(index) => document.canonical[index as usize].hash,
        None => uncounted_word_number(&word.text),
    };
    document.words.iter().enumerate().map(number).collect()
}

fn build_numbered_passages(
    [a, b]: [&Document; 2],
    left_out: [&[bool]; 2],
    found: &[SharedPassage],
    likeness: &[Likeness],
) -> Vec<Passage> {
    let groups: Vec<&[SharedPassage]> =
        found.chunk_by(|one, other| one.original == other.original).collect();
    let mut by_place: Vec<(usize, usize, usize, usize)> = Vec::new();
    let mut at = 0;
    for group in &groups {
        // The repetition with the most words gives the place in the order.
        let longest = (at..at + group.len()).rev().max_by_key(|index| found[*index].a.len());
        by_place.extend(longest.map(|index| {
            (found[index].a.start, found[index].b.start, found[index].a.len(), index)
        }));
        at += group.len();
    }
    by_place.sort_unstable();
    let places: Vec<_> = by_place.iter().map(|(a, b, words, _)| (*a, *b, *words)).collect();
    let mut moved = vec![false; found.len()];
    for ((.., index), is_in_order) in
        by_place.iter().zip(mark_heaviest_increasing_passages(&places))
    {
        moved[*index] = !is_in_order;
    }
    let numbered = groups.iter().zip(1..).flat_map(|(group, number)| {
        let many = group.len() > 1;
        (1..=group.len() as u32).map(move |place| (number, if many { place } else { 0 }))
    });
    let counts = |side: usize, words: &Range<usize>| {
        let counted = count_words_not_ignored(left_out[side], words);
        (counted, words.len() as u32 - counted)
    };
    numbered
        .zip(found.iter().zip(likeness).zip(moved))
        .map(|((number, occurrence), ((one, likeness), moved))| {
            let (words, ignored) = counts(0, &one.a).max(counts(1, &one.b));
            let (a, b) = (a.span_of(&one.a), b.span_of(&one.b));
            let Likeness { alike, disguised, reordered } = *likeness;
            Passage { number, occurrence, a, b, words, ignored, alike, disguised, reordered, moved }
        })
        .collect()
}

#[derive(Debug, Clone, Copy)]
struct Likeness {
    alike: u32,
    disguised: u32,
    reordered: u32,
}

struct Comparison<'a> {
    documents: [&'a Document; 2],
    ignored: [&'a [bool]; 2],
    marks: [Vec<bool>; 2],
    budget: usize,
    letters: Letters,
}

impl<'a> Comparison<'a> {
    fn new(
        documents: [&'a Document; 2],
        left_out: [&'a [bool]; 2],
        confusables: Confusables,
    ) -> Self {
        let marks = documents.map(|document| vec![false; document.words.len()]);
        let letters = Letters { confusables, ..Letters::from(Case::Unicode) };
        Self { documents, ignored: left_out, marks, budget: BUDGET, letters }
    }

    /// Returns the word without irrelevant differences: capitals, and unified look-alikes.
    fn comparable_form<'w>(&self, word: &'w Word) -> Cow<'w, str> {
        self.letters.for_language(word.language).fold(&word.text)
    }

    fn words(&self, side: usize, range: Range<usize>) -> &'a [Word] {
        self.documents[side].words.get(range).unwrap_or_default()
    }

    /// Returns true if a word of A and a word of B have the same letters. Compares the bytes of the texts first: they are read in order, while strings of words are scattered in memory.
    fn have_same_letters(&self, a: &Word, b: &Word) -> bool {
        let [here, there] = [(0, a), (1, b)]
            .map(|(side, word)| self.documents[side].text.as_bytes().get(word.span.range()));
        here == there || a.text == b.text
    }

    fn are_look_alikes(&self, a: &Word, b: &Word) -> bool {
        let plain = Letters { confusables: Confusables::Off, ..self.letters };
        let [one, other] = [a, b].map(|word| plain.for_language(word.language).fold(&word.text));
        one != other && self.comparable_form(a) == self.comparable_form(b)
    }

    fn compare_run(&mut self, run: &AlignedRun) {
        let [a, b] = self.documents;
        for (in_a, in_b) in run.a.clone().zip(run.b.clone()) {
            let (at, other) = (a.origin[in_a] as usize, b.origin[in_b] as usize);
            let (one, two) = (&a.words[at], &b.words[other]);
            if !self.have_same_letters(one, two) && !self.are_look_alikes(one, two) {
                (self.marks[0][at], self.marks[1][other]) = (true, true);
            }
        }
    }

    /// Compares both stretches of a passage: matches word by word, and the words between as a whole. Moved words are
    /// not marked, and ignored words are not compared.
    fn compare(&mut self, passage: &SharedPassage) -> Likeness {
        let left_out = self.ignored;
        let counts = |side: usize, word: usize| left_out[side].get(word) != Some(&true);
        let mut alone = [(0, &passage.a), (1, &passage.b)].map(|(side, words)| {
            words.clone().map(|word| counts(side, word)).collect::<Vec<bool>>()
        });
        let (mut a, mut b, mut disguised) = (passage.a.start, passage.b.start, 0);
        let end = (passage.a.end, passage.b.end, 0);
        let matches = passage.matches.iter().map(|one| (one.a, one.b, one.words));
        for (in_a, in_b, words) in matches.chain([end]) {
            let (here, there) = (self.words(0, a..in_a), self.words(1, b..in_b));
            let between = self.match_words(here, there);
            let between = between.into_iter().map(|(at, other)| (a + at, b + other));
            let paired = (in_a..in_a + words).zip(in_b..in_b + words);
            let is_compared = |(at, other): &(usize, usize)| counts(0, *at) || counts(1, *other);
            for (at, other) in between.chain(paired).filter(is_compared) {
                let [one, two] = [&self.documents[0].words[at], &self.documents[1].words[other]];
                let mut is_alike = self.have_same_letters(one, two);
                if !is_alike && self.are_look_alikes(one, two) {
                    (is_alike, disguised) = (true, disguised + 1);
                } else if !is_alike {
                    (self.marks[0][at], self.marks[1][other]) = (true, true);
                    is_alike = self.comparable_form(one) == self.comparable_form(two);
                }
                if is_alike {
                    alone[0][at - passage.a.start] = false;
                    alone[1][other - passage.b.start] = false;
                }
            }
            (a, b) = (in_a + words, in_b + words);
        }
        let mut alone = [(&passage.a, &alone[0]), (&passage.b, &alone[1])].map(|(words, alone)| {
            let words = words.clone().zip(alone);
            words.filter_map(|(word, is_alone)| is_alone.then_some(word)).collect::<Vec<usize>>()
        });
        let mut unmarked = [0, 1].map(|side| {
            let words = alone[side].iter().copied();
            words.filter(|word| !self.marks[side][*word]).collect()
        });
        let moved = self.remove_moved_words(&mut unmarked, |word| Cow::Borrowed(&*word.text));
        for (side, words) in unmarked.into_iter().enumerate() {
            for word in words {
                self.marks[side][word] = true;
            }
            alone[side].retain(|word| self.marks[side][*word]);
        }
        let reordered =
            moved + self.remove_moved_words(&mut alone, |word| self.comparable_form(word));
        // A word may be ignored in one text only.
        let alike = [(0, &passage.a), (1, &passage.b)].map(|(side, words)| {
            count_words_not_ignored(left_out[side], words) - alone[side].len() as u32
        });
        let alike = alike[0].max(alike[1]);
        Likeness { alike, disguised, reordered }
    }

    /// Returns the places of words that are alike and in the same order in both stretches, ascending.
    fn match_words(&mut self, a: &[Word], b: &[Word]) -> Vec<(usize, usize)> {
        if a.is_empty() || b.is_empty() {
            return Vec::new();
        }
        let [a, b] = [a, b]
            .map(|words| words.iter().map(|word| self.comparable_form(word)).collect::<Vec<_>>());
        if a.len().max(b.len()) > SMALL {
            let Some(rest) = self.budget.checked_sub(a.len().saturating_mul(b.len())) else {
                let alike = a.iter().zip(&b).enumerate().filter(|(_, (one, other))| one == other);
                return alike.map(|(place, _)| (place, place)).collect();
            };
            self.budget = rest;
        }
        let steps = capture_diff_slices(Algorithm::Myers, &a, &b);
        let equal = steps.iter().filter(|step| step.tag() == DiffTag::Equal);
        equal.flat_map(|step| step.old_range().zip(step.new_range())).collect()
    }

    /// Removes the words that both sides have in the same form, and returns their number. If one side has more of a
    /// word, the first ones are removed.
    fn remove_moved_words(
        &self,
        alone: &mut [Vec<usize>; 2],
        form: impl Fn(&'a Word) -> Cow<'a, str>,
    ) -> u32 {
        let form_of = |side: usize, word: usize| form(&self.documents[side].words[word]);
        let mut left: HashMap<Cow<'_, str>, [u32; 2]> = HashMap::new();
        for (side, words) in alone.iter().enumerate() {
            for word in words {
                left.entry(form_of(side, *word)).or_default()[side] += 1;
            }
        }
        for count in left.values_mut() {
            *count = [count[0].min(count[1]); 2];
        }
        let moved = left.values().map(|count| count[0]).sum();
        for (side, words) in alone.iter_mut().enumerate() {
            words.retain(|word| match left.get_mut(&form_of(side, *word)) {
                Some(count) if count[side] > 0 => {
                    count[side] -= 1;
                    false
                }
                _ => true,
            });
        }
        moved
    }

    fn changed_spans(&self) -> [Vec<Span>; 2] {
        [0, 1].map(|side| {
            let marked = self.documents[side].words.iter().zip(&self.marks[side]);
            marked.filter(|(_, mark)| **mark).map(|(word, _)| word.span).collect()
        })
    }
}

#[cfg(test)]
mod tests;
