//! Two documents side by side: their texts, words and numbered passages, with a tint for each, and the words that are omitted.
//! What is highlighted is exactly what was counted.

use std::sync::Arc;

use documents::{TextSection, section_at};
use hashbrown::{HashMap, HashSet};

use super::info::DocInfo;
use super::left_out::{LeftOutReason, Surroundings};
use super::wording::{Bridge, Divided, bridges, changed};
use super::{Document, Word};
use crate::base::{path::DocPath, ratio::Ratio, span::Span};
use crate::compare::{Alignment, Direction, Overlap, align, join::common};
use crate::pipeline::{Params, parameters::scoring::score};
use crate::shingle::{Shingle, hash::begins};

/// A stretch of one document, highlighted for one passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// Its place in the side's text: counted words and the separators between them, without dropped words.
    pub span: Span,
    /// Index into [`PairView::passages`].
    pub passage: u32,
}

/// One document of an open pair.
#[derive(Debug, Clone)]
pub struct Side {
    /// Name, language, counts.
    pub doc: DocInfo,
    /// The extracted text that all spans point into. Raw: it must pass `base::visible` on its way to a terminal.
    pub text: Arc<str>,
    /// Where sections of the text begin, such as pages.
    pub sections: Arc<[TextSection]>,
    /// The highlighted stretches, in reading order, without overlap. Where passages overlap, the longest one owns the
    /// words.
    pub highlights: Vec<Highlight>,
    /// The counted words, in reading order.
    pub words: Vec<Span>,
    /// Words that are not counted, or not for the passage that one would expect, in reading order.
    pub dropped: Vec<OmittedWord>,
    /// Words of passages and of the gaps between them that the other document lacks or writes differently, in reading
    /// order.
    pub changed: Vec<Span>,
}

impl Side {
    /// How many of the counted words are highlighted: those that stand in shared passages.
    pub fn lit_words(&self) -> u32 {
        let mut next = self.highlights.iter().peekable();
        let mut is_lit = |word: &Span| {
            while next.next_if(|next| next.span.end <= word.start).is_some() {}
            next.peek().is_some_and(|next| next.span.start <= word.start)
        };
        self.words.iter().filter(|word| is_lit(word)).count() as u32
    }

    /// The name of the section that a byte of the text is in, such as `page 3`. Raw text of the file.
    pub fn section_at(&self, byte: u32) -> Option<String> {
        section_at(&self.sections, byte).map(TextSection::label)
    }
}

/// A maximal run of shared kept shingles that is contiguous in both documents.
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
    /// Its length in canonical words.
    pub words: u32,
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
}

/// An open pair, with the parameters that made it.
#[derive(Debug, Clone)]
pub struct PairView {
    /// The parameters that made it.
    pub params: Arc<Params>,
    /// What was left out of both documents.
    pub surroundings: Surroundings,
    /// The first document.
    pub a: Side,
    /// The second document.
    pub b: Side,
    /// The counts.
    pub overlap: Overlap,
    /// The score by the measure of `params`, or the estimate of the sketches. For a directional measure, `compare`
    /// takes the direction from a to b, all others the larger one.
    pub score: Ratio,
    /// In reading order of a: by number, then occurrence.
    pub passages: Vec<Passage>,
    /// The gaps that join passages to blocks, in reading order of a.
    pub bridges: Vec<Bridge>,
}

impl PairView {
    /// Compares two documents under `params`, for a directional measure in `direction`. Both must have been read with
    /// `params`, and with the same shingles left out.
    pub fn compare(
        a: (&DocPath, &Document),
        b: (&DocPath, &Document),
        params: &Arc<Params>,
        direction: Direction,
    ) -> Self {
        let (former, latter) = (a.1.sketch(), b.1.sketch());
        let shared = common(&former, &latter);
        let agree = if params.estimates() {
            common(&a.1.digest(), &b.1.digest()).len()
        } else {
            shared.len()
        };
        let sizes = [a.1.size(former.len()), b.1.size(latter.len())];
        let is_copy = a.1.is_copy_of(b.1);
        let overlap = Overlap::new(shared.len() as u32, sizes, params.modulo, is_copy);
        let (a_keys, b_keys) = (a.1.kept_by_position(&shared), b.1.kept_by_position(&shared));
        let Alignment { matches, a_owner, b_owner } =
            align(a.1.align_input(&a_keys), b.1.align_input(&b_keys));
        let passages = matches
            .iter()
            .map(|found| Passage {
                number: found.number,
                occurrence: found.occurrence,
                a: span_of(a.1, &found.a),
                b: span_of(b.1, &found.b),
                words: found.a.len() as u32,
                moved: found.moved,
            })
            .collect();
        let former = Divided {
            document: a.1,
            owner: &a_owner,
            words: |found| found.a.clone(),
            second: false,
        };
        let latter = Divided {
            document: b.1,
            owner: &b_owner,
            words: |found| found.b.clone(),
            second: true,
        };
        let bridges = bridges(former, latter, &matches);
        let joined: HashSet<(u32, u32)> = bridges.iter().map(|one| (one.from, one.to)).collect();
        let is_bridged = |from, to| joined.contains(&(from, to));
        let side = |name: &DocPath, shingles: u32, own: Divided<'_>, other: Divided<'_>| Side {
            doc: own.document.info(name.clone(), shingles as usize),
            text: Arc::clone(&own.document.text),
            sections: Arc::clone(&own.document.sections),
            highlights: highlights(own.document, own.owner),
            words: own.document.spans(true),
            dropped: dropped(own.document, matches.iter().map(own.words)),
            changed: changed(own, other, &matches, is_bridged),
        };
        Self {
            params: Arc::clone(params),
            surroundings: a.1.surroundings(),
            a: side(a.0, overlap.a_shingles, former, latter),
            b: side(b.0, overlap.b_shingles, latter, former),
            overlap,
            score: score(params, overlap, agree as u32, direction),
            passages,
            bridges,
        }
    }

    /// The names of the two documents.
    pub fn names(&self) -> (&DocPath, &DocPath) {
        (&self.a.doc.path, &self.b.doc.path)
    }
}

impl Side {
    /// How many counted words begin before `byte`. This is the number, from 0, of the word that begins there.
    pub fn words_before(&self, byte: u32) -> usize {
        self.words.partition_point(|word| word.start < byte)
    }
}

/// The place in the text of a range of canonical words.
fn span_of(document: &Document, words: &std::ops::Range<usize>) -> Span {
    let word = |canonical: usize| document.words[document.origin[canonical] as usize].span;
    Span::new(word(words.start).start, word(words.end - 1).end)
}

/// Highlights neighbouring words of one passage together with what separates them, unless a dropped word is between.
fn highlights(document: &Document, owner: &[Option<u32>]) -> Vec<Highlight> {
    let mut highlights: Vec<Highlight> = Vec::new();
    let mut last_origin = None;
    for (canonical, passage) in owner.iter().enumerate() {
        let Some(passage) = *passage else { continue };
        let origin = document.origin[canonical];
        let span = document.words[origin as usize].span;
        match highlights.last_mut() {
            Some(last) if last.passage == passage && last_origin == origin.checked_sub(1) => {
                last.span.end = span.end;
            }
            _ => highlights.push(Highlight { span, passage }),
        }
        last_origin = Some(origin);
    }
    highlights
}

/// Why a word is not counted, or not for the passage that one would expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// It is a stop word, and in no shingle that counts.
    StopWord,
    /// Words of its part of speech are left out.
    PartOfSpeech,
    /// Modulo keeps no shingle that covers it.
    SampledOut,
    /// Every kept shingle that covers it is left out. The first of them is left out because too many documents have it.
    Common,
    /// The same, but the first of them is left out because a template has it.
    Template,
    /// The same, but the first of them is left out because a phrase has it.
    Phrase,
    /// Shared shingles of several passages cover it. It is highlighted for the longest of these.
    Overlap,
}

/// A word with the reason why it is not counted as one would expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OmittedWord {
    /// Its place in the side's text.
    pub span: Span,
    /// The reason.
    pub why: Why,
}

/// The words of a document that have such a reason, in reading order. `side` picks this document's words of a passage.
pub(crate) fn dropped(
    document: &Document,
    passages: impl Iterator<Item = std::ops::Range<usize>>,
) -> Vec<OmittedWord> {
    let count = document.canonical.len();
    let runs = |of: fn(&Document, &Shingle) -> bool| {
        let shingles = document.shingles.iter().enumerate();
        shingles
            .filter(move |(_, shingle)| of(document, shingle))
            .map(move |(at, _)| document.window.words(at))
    };
    let any = covered(count, runs(|_, _| true));
    let beginning = covered(count, runs(|_, shingle| shingle.begins));
    let kept = covered(count, runs(|_, shingle| shingle.kept));
    let counted = covered(count, runs(Document::counts));
    let passages = covered(count, passages);
    let why = |word: &Word| match word.canonical.map(|index| index as usize) {
        None if word.part().is_left_out() => Some(Why::PartOfSpeech),
        None => Some(Why::StopWord),
        // Only with stop words inside shingles can there be a window of words that is not a shingle.
        Some(index) if beginning[index] == 0 && any[index] > 0 => {
            (!begins(document.canonical[index].hash)).then_some(Why::StopWord)
        }
        Some(index) if kept[index] == 0 && any[index] > 0 => Some(Why::SampledOut),
        Some(index) if counted[index] == 0 && any[index] > 0 => left_out(document, index),
        Some(index) if passages[index] > 1 => Some(Why::Overlap),
        Some(_) => None,
    };
    document
        .words
        .iter()
        .filter_map(|word| why(word).map(|why| OmittedWord { span: word.span, why }))
        .collect()
}

/// Why a word is left out: the reason of the first kept shingle that covers it.
fn left_out(document: &Document, word: usize) -> Option<Why> {
    let covering = document.shingles.get(document.window.covering(word))?;
    let first = covering.iter().find(|shingle| shingle.kept)?;
    document.left_out().reason(first.key).map(|reason| match reason {
        LeftOutReason::Common { .. } => Why::Common,
        LeftOutReason::Template(_) => Why::Template,
        LeftOutReason::Phrase(_) => Why::Phrase,
    })
}

/// How many of the ranges cover each of `count` places. Takes linear time.
fn covered(count: usize, ranges: impl Iterator<Item = std::ops::Range<usize>>) -> Vec<u32> {
    let mut begin = vec![0_u32; count + 1];
    let mut end = vec![0_u32; count + 1];
    for range in ranges {
        begin[range.start.min(count)] += 1;
        end[range.end.min(count)] += 1;
    }
    let mut open = 0;
    begin
        .iter()
        .zip(&end)
        .take(count)
        .map(|(begin, end)| {
            open = open + begin - end;
            open
        })
        .collect()
}

/// How many tints there are. Not everybody could distinguish more.
pub const TINTS: usize = 6;

/// The tint of each passage, in the order of `passages`. Passages with the same number share it.
///
/// Numbers take the tints in turn and skip those of their neighbours in either document.
pub fn tints(passages: &[Passage]) -> Vec<u8> {
    let mut order_b: Vec<usize> = (0..passages.len()).collect();
    order_b.sort_by_key(|index| passages.get(*index).map(|passage| passage.b));
    let number = |passage: &Passage| passage.number.saturating_sub(1);
    let order_a = passages.iter().map(number).collect();
    let order_b = order_b.into_iter().filter_map(|index| passages.get(index).map(number)).collect();
    tints_in(&[order_a, order_b], passages.iter().map(number))
}

/// The tint of each of some numbers, so that neighbours in every order differ if possible.
pub fn tints_in(orders: &[Vec<u32>], numbers: impl Iterator<Item = u32>) -> Vec<u8> {
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
    use super::Passage;
    use crate::base::span::Span;

    use super::tints;

    fn passage(number: u32, occurrence: u32, a: u32, b: u32) -> Passage {
        Passage {
            number,
            occurrence,
            a: Span::new(a, a + 5),
            b: Span::new(b, b + 5),
            words: 3,
            moved: false,
        }
    }

    #[test]
    fn neighbours_in_either_document_differ() {
        let passages: Vec<_> = (0..40_u32)
            .map(|index| passage(index + 1, 0, index * 10, index * 7 % 40 * 10))
            .collect();
        let tints = tints(&passages);
        assert!(tints.windows(2).all(|pair| pair[0] != pair[1]), "{tints:?}");
        let mut order: Vec<usize> = (0..40).collect();
        order.sort_by_key(|index| passages[*index].b);
        assert!(order.windows(2).all(|pair| tints[pair[0]] != tints[pair[1]]), "{tints:?}");
    }

    #[test]
    fn repetitions_share_their_tint() {
        let tints = tints(&[passage(1, 1, 0, 0), passage(1, 2, 0, 50), passage(2, 0, 20, 80)]);
        assert_eq!(tints[0], tints[1]);
        assert_ne!(tints[1], tints[2]);
    }
}
