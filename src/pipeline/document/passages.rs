//! The passages of a pair: what a reader would call a passage, numbered, with how alike both stretches are. What is counted is
//! not changed.

use std::{borrow::Cow, cell::LazyCell, fmt, ops::Range};

use hashbrown::HashMap;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::{Document, Word};
use crate::base::{numbers::counted, numbers::thousands, span::Span};
use crate::compare::{
    AlignInput, AlignedRun, Alignment, PreparedText, SharedPassage, align, heaviest_increasing,
    share_a_shingle, shared_passages,
};
use crate::shingle::word_hash;
use crate::text::{Case, Confusables, Letters};

/// Stretches of words without a match up to this length are always compared as a whole. In texts that people write, none is
/// longer.
const SMALL: usize = 64;
/// The work spent on the longer ones of a pair, in pairs of words. After that, words are compared place by place.
/// A limit of time would make the result depend on the machine.
const BUDGET: usize = 4_000_000;

/// A stretch of a and a stretch of b that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// 1, 2, 3 … in reading order of a. Repetitions of a passage share one number.
    pub number: u32,
    /// 0 for a passage that occurs once; 1, 2, … for the occurrences a, b, ….
    pub occurrence: u32,
    /// Its place in a, from the first to the last word.
    pub a: Span,
    /// Its place in b.
    pub b: Span,
    /// The words of the longer stretch, counted or not.
    pub words: u32,
    /// How many of them the other stretch has too, in any order, with any capitals, and with any look-alikes that are unified.
    pub alike: u32,
    /// How many of these are in another order.
    pub reordered: u32,
    /// Whether its order among the passages differs between a and b.
    pub moved: bool,
}

impl Passage {
    /// Its name: `3`, or `3a`, `3b` … where it occurs more than once.
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

    /// `87 words: 61 unchanged, 3 moved`, `87 words: all unchanged, 3 moved` or `87 words, word for word`.
    pub fn likeness(&self) -> String {
        let words = counted(self.words, "word");
        if self.is_word_for_word() {
            return format!("{words}, word for word");
        }
        let all = self.alike == self.words;
        let unchanged = if all { "all".to_string() } else { thousands(self.alike) };
        let moved = match self.reordered {
            0 => String::new(),
            moved => format!(", {} moved", thousands(moved)),
        };
        format!("{words}: {unchanged} unchanged{moved}")
    }

    /// Whether both stretches have the same words in the same order.
    pub const fn is_word_for_word(&self) -> bool {
        self.alike == self.words && self.reordered == 0
    }
}

/// Shared kept shingles that are contiguous in both documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedRun {
    /// Index of the passage that it is in.
    pub passage: Option<u32>,
    /// Its place in a, from the first to the last word.
    pub a: Span,
    /// Its place in b.
    pub b: Span,
    /// Its length in canonical words.
    pub words: u32,
}

/// The runs of a pair that are in no passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SingleRuns {
    /// How many there are, at least one.
    pub count: usize,
    /// The counted words of the shortest and of the longest.
    pub words: (u32, u32),
}

impl fmt::Display for SingleRuns {
    /// `11 single runs of 3 to 6 words`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.words;
        write!(f, "{} of ", counted(self.count, "single run"))?;
        if least < most {
            write!(f, "{} to ", thousands(least))?;
        }
        f.write_str(&counted(most, "word"))
    }
}

/// What two documents have in common.
pub(super) struct InCommon {
    /// In reading order of a: by number, then occurrence.
    pub(super) passages: Vec<Passage>,
    /// The counted shingles.
    pub(super) alignment: Alignment,
    /// The words of either text in passages and runs that the other lacks there or writes differently, in reading order.
    pub(super) changed: [Vec<Span>; 2],
}

/// Makes the keys of a text.
pub type KeysByWord<'a> = Box<dyn FnOnce() -> Vec<Option<u64>> + 'a>;

/// What passages are found from: a text as numbers.
pub struct PassageInput<'a> {
    /// A number for each word, which equal words share. A word that is left out of the comparison equals no other.
    pub words: Vec<u64>,
    /// For each canonical word, the index of the word it came from.
    pub origin: Cow<'a, [u32]>,
    /// The keys of its kept shingles at the canonical word that each begins with. Most pairs share no passage, and need none.
    pub keys: LazyCell<Vec<Option<u64>>, KeysByWord<'a>>,
    /// Words in a shingle.
    pub width: usize,
}

impl PassageInput<'_> {
    /// The canonical words within a range of all words.
    fn canonical_in(&self, words: &Range<usize>) -> Range<usize> {
        let place = |word: usize| self.origin.partition_point(|origin| (*origin as usize) < word);
        place(words.start)..place(words.end)
    }

    fn align_input(&self) -> AlignInput<'_> {
        AlignInput { keys: &self.keys, width: self.width, words: self.origin.len() }
    }
}

/// The number of a word that is not counted: its small letters.
pub fn number_of_uncounted(word: &str) -> u64 {
    word_hash(&word.to_lowercase()).rotate_left(1)
}

/// The number of a word that is left out, in the first or the second of two texts.
pub fn number_of_left_out(word: usize, is_second: bool) -> u64 {
    word_hash(&format!("{} {word}", u8::from(is_second)))
}

/// The words of the longest passage of two texts in which a kept shingle is counted; 0 where none has `least` words. `prepared`
/// are the words of a.
pub fn longest_passage(
    a: &PassageInput<'_>,
    prepared: &PreparedText,
    b: &PassageInput<'_>,
    least: u32,
) -> u32 {
    let words = |one: &SharedPassage| one.a.len().max(one.b.len()) as u32;
    let found = shared_passages(prepared, &b.words);
    let Some(longest) = found.iter().max_by_key(|one| words(one)).filter(|one| words(one) >= least)
    else {
        return 0;
    };
    // Shingles of a stretch that is in no other passage are counted in this one: that is known without counting all.
    let is_beside = |other: &SharedPassage| {
        other.a.end <= longest.a.start || longest.a.end <= other.a.start || other == longest
    };
    if found.iter().all(is_beside) {
        let both = (a.canonical_in(&longest.a), b.canonical_in(&longest.b));
        if share_a_shingle(a.align_input(), b.align_input(), &both) {
            return words(longest);
        }
    }
    let (counted, _) = counted_passages(a, b, found);
    counted.iter().map(words).filter(|words| *words >= least).max().unwrap_or(0)
}

/// The passages in reading order in which a kept shingle is counted, and the counted shingles.
fn counted_passages(
    a: &PassageInput<'_>,
    b: &PassageInput<'_>,
    found: Vec<SharedPassage>,
) -> (Vec<SharedPassage>, Alignment) {
    // Tiled in the order of their evidence, which is the same for both directions.
    let canonical = |one: &SharedPassage| (a.canonical_in(&one.a), b.canonical_in(&one.b));
    let within: Vec<_> = found.iter().map(canonical).collect();
    let mut alignment = align(a.align_input(), b.align_input(), &within);
    // Where nothing is counted, there is nothing to show.
    let mut is_counted = vec![false; found.len()];
    for passage in alignment.runs.iter().filter_map(|run| run.passage) {
        is_counted[passage as usize] = true;
    }
    // In reading order, repetitions behind the first place of their passage.
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

/// Finds what two documents have in common; the shingles are those whose keys are in `shared` (ascending).
pub(super) fn in_common(
    a: &Document,
    b: &Document,
    shared: &[u64],
    confusables: Confusables,
) -> InCommon {
    let inputs = [(a, false), (b, true)].map(|(document, is_second)| PassageInput {
        words: numbers(document, is_second),
        origin: Cow::Borrowed(&document.origin),
        keys: LazyCell::new(Box::new(|| document.kept_by_position(shared))),
        width: document.window.width,
    });
    let [former, latter] = &inputs;
    let found = shared_passages(&PreparedText::new(&former.words), &latter.words);
    let (found, alignment) = counted_passages(former, latter, found);
    let mut comparison = Comparison::new([a, b], confusables);
    for run in alignment.runs.iter().filter(|run| run.passage.is_none()) {
        comparison.compare_run(run);
    }
    let likeness: Vec<Likeness> = found.iter().map(|one| comparison.compare(one)).collect();
    let passages = passages(a, b, &found, &likeness);
    InCommon { passages, alignment, changed: comparison.changed() }
}

/// The words of a document as numbers. A counted word is its canonical form.
fn numbers(document: &Document, is_second: bool) -> Vec<u64> {
    let left_out = document.left_out_words();
    let words = document.words.iter().enumerate();
    words
        .map(|(at, word)| match word.canonical.map(|index| index as usize) {
            Some(index) if left_out.get(index) == Some(&true) => number_of_left_out(at, is_second),
            Some(index) => document.canonical[index].hash,
            None => number_of_uncounted(&word.text),
        })
        .collect()
}

/// Numbers passages and says what moved.
fn passages(
    a: &Document,
    b: &Document,
    found: &[SharedPassage],
    likeness: &[Likeness],
) -> Vec<Passage> {
    let groups: Vec<&[SharedPassage]> =
        found.chunk_by(|one, other| one.original == other.original).collect();
    let mut by_place: Vec<(usize, usize, usize, usize)> = Vec::new();
    let mut at = 0;
    for group in &groups {
        // Of repetitions, the one with the most words has its place in the order.
        let longest = (at..at + group.len()).rev().max_by_key(|index| found[*index].a.len());
        by_place.extend(longest.map(|index| {
            (found[index].a.start, found[index].b.start, found[index].a.len(), index)
        }));
        at += group.len();
    }
    by_place.sort_unstable();
    let places: Vec<_> = by_place.iter().map(|(a, b, words, _)| (*a, *b, *words)).collect();
    let mut moved = vec![false; found.len()];
    for ((.., index), is_in_order) in by_place.iter().zip(heaviest_increasing(&places)) {
        moved[*index] = !is_in_order;
    }
    let numbered = groups.iter().zip(1..).flat_map(|(group, number)| {
        let many = group.len() > 1;
        (1..=group.len() as u32).map(move |place| (number, if many { place } else { 0 }))
    });
    numbered
        .zip(found.iter().zip(likeness).zip(moved))
        .map(|((number, occurrence), ((one, likeness), moved))| Passage {
            number,
            occurrence,
            a: a.span_of(&one.a),
            b: b.span_of(&one.b),
            words: one.a.len().max(one.b.len()) as u32,
            alike: likeness.alike,
            reordered: likeness.reordered,
            moved,
        })
        .collect()
}

/// How alike the words of a passage are.
#[derive(Debug, Clone, Copy)]
struct Likeness {
    alike: u32,
    reordered: u32,
}

/// Finds the words that read differently.
struct Comparison<'a> {
    documents: [&'a Document; 2],
    marks: [Vec<bool>; 2],
    budget: usize,
    letters: Letters,
}

impl<'a> Comparison<'a> {
    fn new(documents: [&'a Document; 2], confusables: Confusables) -> Self {
        let marks = documents.map(|document| vec![false; document.words.len()]);
        let letters = Letters { confusables, ..Letters::from(Case::Unicode) };
        Self { documents, marks, budget: BUDGET, letters }
    }

    /// The word without differences that are no other wording: capitals, and look-alikes that are unified.
    fn form<'w>(&self, word: &'w Word) -> Cow<'w, str> {
        self.letters.of_language(word.language).fold(&word.text)
    }

    fn words(&self, side: usize, range: Range<usize>) -> &'a [Word] {
        self.documents[side].words.get(range).unwrap_or_default()
    }

    /// Whether a word of a and a word of b read the same. Compares the texts' bytes first: texts are read from
    /// beginning to end, while the words' own strings are scattered in memory.
    fn reads_alike(&self, a: &Word, b: &Word) -> bool {
        let [here, there] = [(0, a), (1, b)]
            .map(|(side, word)| self.documents[side].text.as_bytes().get(word.span.range()));
        here == there || a.text == b.text
    }

    /// A run that is in no passage: its words one by one.
    fn compare_run(&mut self, run: &AlignedRun) {
        let [a, b] = self.documents;
        for (in_a, in_b) in run.a.clone().zip(run.b.clone()) {
            let (at, other) = (a.origin[in_a] as usize, b.origin[in_b] as usize);
            if !self.reads_alike(&a.words[at], &b.words[other]) {
                (self.marks[0][at], self.marks[1][other]) = (true, true);
            }
        }
    }

    /// Compares both stretches of a passage: its matches word by word, and what is between them as a whole. A word that only
    /// changed its place is not marked.
    fn compare(&mut self, passage: &SharedPassage) -> Likeness {
        let mut alone = [&passage.a, &passage.b].map(|words| vec![true; words.len()]);
        let (mut a, mut b) = (passage.a.start, passage.b.start);
        let end = (passage.a.end, passage.b.end, 0);
        let matches = passage.matches.iter().map(|one| (one.a, one.b, one.words));
        for (in_a, in_b, words) in matches.chain([end]) {
            let (here, there) = (self.words(0, a..in_a), self.words(1, b..in_b));
            let between = self.beside(here, there);
            let between = between.into_iter().map(|(at, other)| (a + at, b + other));
            let paired = (in_a..in_a + words).zip(in_b..in_b + words);
            for (at, other) in between.chain(paired) {
                let [one, two] = [&self.documents[0].words[at], &self.documents[1].words[other]];
                let mut is_alike = self.reads_alike(one, two);
                if !is_alike {
                    (self.marks[0][at], self.marks[1][other]) = (true, true);
                    is_alike = self.form(one) == self.form(two);
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
        let moved = self.leave_moved(&mut unmarked, |word| Cow::Borrowed(&*word.text));
        for (side, words) in unmarked.into_iter().enumerate() {
            for word in words {
                self.marks[side][word] = true;
            }
            alone[side].retain(|word| self.marks[side][*word]);
        }
        let reordered = moved + self.leave_moved(&mut alone, |word| self.form(word));
        Likeness { alike: (passage.a.len() - alone[0].len()) as u32, reordered }
    }

    /// The places of words that are alike and in the same order in both stretches, ascending.
    fn beside(&mut self, a: &[Word], b: &[Word]) -> Vec<(usize, usize)> {
        if a.is_empty() || b.is_empty() {
            return Vec::new();
        }
        let [a, b] =
            [a, b].map(|words| words.iter().map(|word| self.form(word)).collect::<Vec<_>>());
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

    /// Takes the words that both sides have, by their form; of more on one side the first. Returns how many there are.
    fn leave_moved(
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

    fn changed(&self) -> [Vec<Span>; 2] {
        [0, 1].map(|side| {
            let marked = self.documents[side].words.iter().zip(&self.marks[side]);
            marked.filter(|(_, mark)| **mark).map(|(word, _)| word.span).collect()
        })
    }
}

#[cfg(test)]
mod tests;
