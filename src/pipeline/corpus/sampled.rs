//! The share of shingles that a modulo really keeps, counted on some of the corpus's shingles. It warns of nothing.

use hashbrown::HashSet;

use crate::base::cancel::Cancel;
use crate::pipeline::parameters::{Params, SketchKind};
use crate::pipeline::texts::record::Record;
use crate::pipeline::texts::sketches::Sketches;

use super::{Corpus, Stale};

/// About how many canonical words are looked at: few enough to take some milliseconds.
const WORDS: usize = 1 << 16;

/// How many shingles of some documents modulo keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampled {
    /// The distinct shingles looked at.
    pub distinct: u64,
    /// How many of them are kept.
    pub kept: u64,
}

impl Corpus {
    /// How many shingles of some documents modulo keeps. The documents are spread evenly over all in path order, or are
    /// all where these are few. `None` where modulo keeps all, where words are not kept, and while sketches are not up
    /// to date.
    ///
    /// The number of shingles before sampling is not stored anywhere; to count it for all documents, all would have to
    /// be shingled a second time.
    pub fn sampled(&self) -> Option<Sampled> {
        let is_ready = self.stale == Stale::Nothing && self.changed.is_empty();
        if self.params.modulo == 1 || !self.keeps_words || !is_ready {
            return None;
        }
        Some(*self.numbered.sampled.get_or_init(|| self.look()))
    }

    fn look(&self) -> Sampled {
        // The numbering has the word counts. Going through it takes 2 ms for 100,000 documents, going through their
        // records 10 ms.
        let docs = &self.numbering().docs;
        let words: usize = docs.iter().map(|doc| doc.words as usize).sum();
        let mut left = WORDS;
        let some: Vec<&Record> = docs
            .iter()
            .step_by(words.div_ceil(WORDS).max(1))
            .take_while(|doc| {
                let has_room = left > 0;
                left = left.saturating_sub(doc.words as usize);
                has_room
            })
            .filter_map(|doc| Some(&self.entries.get(&doc.path)?.record))
            .collect();
        let count = |modulo| {
            let params = Params { modulo, sketch: SketchKind::Modulo, ..(*self.params).clone() };
            let sketches = Sketches::prepared(&params, &self.lexicon, &self.canon);
            // Never cancelled, so there is always a result.
            let drafts = sketches.few(&some, &Cancel::never()).unwrap_or_default();
            let keys: HashSet<u64> =
                drafts.iter().flat_map(|draft| draft.keys.iter().copied()).collect();
            keys.len() as u64
        };
        let (distinct, kept) = rayon::join(|| count(1), || count(self.params.modulo));
        Sampled { distinct, kept }
    }
}
