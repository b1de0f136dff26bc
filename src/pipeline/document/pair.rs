//! Two documents side by side: their texts, words and numbered passages. What is highlighted is exactly what was
//! counted.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::base::span::Span;
use crate::compare::align::{Alignment, align};
use crate::compare::join::common;
use crate::compare::measure::{Direction, Overlap};
use crate::formats::extracted::{TextSection, section_at};
use crate::pipeline::document::Document;
use crate::pipeline::parameters::Params;
use crate::pipeline::parameters::scoring::score;

use super::dropped::{Dropped, dropped};
use super::info::DocInfo;
use super::surroundings::Surroundings;
use super::wording::{Bridge, Divided, bridges, changed};

/// A stretch of one document, highlighted for one passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lit {
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
    pub lit: Vec<Lit>,
    /// The counted words, in reading order.
    pub words: Vec<Span>,
    /// Words that are not counted, or not for the passage that one would expect, in reading order.
    pub dropped: Vec<Dropped>,
    /// Words of passages and of the gaps between them that the other document lacks or writes differently, in reading
    /// order.
    pub changed: Vec<Span>,
}

impl Side {
    /// How many of the counted words are highlighted: those that stand in shared passages.
    pub fn lit_words(&self) -> u32 {
        let mut lit = self.lit.iter().peekable();
        let mut is_lit = |word: &Span| {
            while lit.next_if(|lit| lit.span.end <= word.start).is_some() {}
            lit.peek().is_some_and(|lit| lit.span.start <= word.start)
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
    pub fn of(
        a: (&DocPath, &Document),
        b: (&DocPath, &Document),
        params: &Arc<Params>,
        direction: Direction,
    ) -> Self {
        let (left, right) = (a.1.sketch(), b.1.sketch());
        let shared = common(&left, &right);
        let agree = if params.estimates() {
            common(&a.1.digest(), &b.1.digest()).len()
        } else {
            shared.len()
        };
        let overlap = Overlap {
            shared: shared.len() as u32,
            a_shingles: left.len() as u32,
            b_shingles: right.len() as u32,
            a_words: a.1.canonical.len() as u32,
            b_words: b.1.canonical.len() as u32,
            one_in: params.modulo,
            exact_copy: a.1.is_copy_of(b.1),
        };
        let (a_keys, b_keys) = (a.1.kept_by_position(&shared), b.1.kept_by_position(&shared));
        let Alignment { matches, a_owner, b_owner } = align(a.1.kept(&a_keys), b.1.kept(&b_keys));
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
        let left =
            Divided { document: a.1, owner: &a_owner, start: |found| found.a.start, second: false };
        let right =
            Divided { document: b.1, owner: &b_owner, start: |found| found.b.start, second: true };
        let bridges = bridges(left, right, &matches);
        let joined: HashSet<(u32, u32)> = bridges.iter().map(|one| (one.from, one.to)).collect();
        let is_bridged = |from, to| joined.contains(&(from, to));
        Self {
            params: Arc::clone(params),
            surroundings: a.1.surroundings(),
            a: Side {
                doc: a.1.info(a.0.clone(), overlap.a_shingles as usize),
                text: Arc::clone(&a.1.text),
                sections: Arc::clone(&a.1.sections),
                lit: lit(a.1, &a_owner),
                words: a.1.spans(true),
                dropped: dropped(a.1, &matches, |found| found.a.clone()),
                changed: changed(left, right, &matches, is_bridged),
            },
            b: Side {
                doc: b.1.info(b.0.clone(), overlap.b_shingles as usize),
                text: Arc::clone(&b.1.text),
                sections: Arc::clone(&b.1.sections),
                lit: lit(b.1, &b_owner),
                words: b.1.spans(true),
                dropped: dropped(b.1, &matches, |found| found.b.clone()),
                changed: changed(right, left, &matches, is_bridged),
            },
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
fn lit(document: &Document, owner: &[Option<u32>]) -> Vec<Lit> {
    let mut lit: Vec<Lit> = Vec::new();
    let mut last_origin = None;
    for (canonical, passage) in owner.iter().enumerate() {
        let Some(passage) = *passage else { continue };
        let origin = document.origin[canonical];
        let span = document.words[origin as usize].span;
        match lit.last_mut() {
            Some(last) if last.passage == passage && last_origin == origin.checked_sub(1) => {
                last.span.end = span.end;
            }
            _ => lit.push(Lit { span, passage }),
        }
        last_origin = Some(origin);
    }
    lit
}
