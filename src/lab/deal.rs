//! Deals the sentences of a folder out anew: texts with the phrases of these texts, but copied from nowhere.

use std::ops::Range;

use hashbrown::HashSet;

use crate::base::cancel::Cancel;
use crate::base::workers::share;
use crate::shingle::hash::mix;

use super::shuffle::shuffle;

/// Longer sentences are cut after so many canonical words: a text without full stops must not be dealt out as a whole.
const LONGEST: usize = 32;
/// A text of fewer sentences takes no part: who is dealt its one or two sentences has the text itself.
const FEWEST_SENTENCES: usize = 4;
/// Texts that a thread takes at once.
const TEXTS_A_PIECE: usize = 32;

/// The canonical words that each text was dealt.
#[derive(Debug, Default)]
pub(super) struct DealtTexts {
    /// By text. Empty where it was dealt none.
    words: Vec<Vec<u64>>,
    /// The texts that were dealt sentences.
    pub(super) texts: usize,
}

/// A text before it is dealt others: its canonical words, and where each of its sentences ends.
struct ReadText {
    text: usize,
    words: Vec<u64>,
    ends: Vec<usize>,
}

impl ReadText {
    fn sentences(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(self.ends.iter().copied()).map(|(begin, end)| begin..end)
    }
}

impl DealtTexts {
    /// Deals the different sentences of some texts out among them, for each `round` in another way. Every text gets as
    /// many as it has, but those of fewer than four. A sentence that several texts have is dealt once, so the last texts get none. `None` when
    /// cancelled. `sentences` gives the canonical words of a text and where its sentences end, and whether it takes part.
    pub(super) fn of(
        texts: usize,
        sentences: impl Fn(usize, &mut Vec<u64>, &mut Vec<usize>) -> bool + Sync,
        round: u32,
        cancel: &Cancel,
    ) -> Option<Self> {
        let read = |at: usize| {
            let (mut words, mut ends) = (Vec::new(), Vec::new());
            let takes_part = sentences(at, &mut words, &mut ends);
            takes_part.then(|| ReadText { text: at, words, ends: cut(&ends) })
        };
        let found = share(
            texts,
            TEXTS_A_PIECE,
            cancel,
            || (),
            |(), range| range.filter_map(read).collect::<Vec<_>>(),
            drop,
        )?;
        let found: Vec<ReadText> =
            found.into_iter().flatten().filter(|one| one.ends.len() >= FEWEST_SENTENCES).collect();
        let mut seen = HashSet::new();
        let mut pool: Vec<(usize, Range<usize>)> = Vec::new();
        for (place, one) in found.iter().enumerate() {
            let is_new = |range: &Range<usize>| seen.insert(folded(&one.words[range.clone()]));
            pool.extend(one.sentences().filter(is_new).map(|range| (place, range)));
        }
        let mut order: Vec<u64> = (0..pool.len() as u64).collect();
        shuffle(&mut order, mix(u64::from(round)));
        let mut receivers: Vec<u64> = (0..found.len() as u64).collect();
        shuffle(&mut receivers, mix(!u64::from(round)));
        let mut dealt = Self { words: vec![Vec::new(); texts], texts: 0 };
        let mut left = order.into_iter();
        for receiver in receivers {
            let Some(receiver) = found.get(receiver as usize) else { continue };
            if left.len() < receiver.ends.len() {
                break;
            }
            let sentences = left.by_ref().take(receiver.ends.len());
            let words = sentences.filter_map(|place| {
                let (from, range) = pool.get(place as usize)?;
                found.get(*from)?.words.get(range.clone())
            });
            dealt.words[receiver.text] = words.flatten().copied().collect();
            dealt.texts += 1;
        }
        Some(dealt)
    }

    /// The canonical words that a text was dealt.
    pub(super) fn words(&self, text: usize) -> &[u64] {
        self.words.get(text).map_or(&[], Vec::as_slice)
    }
}

/// The ends of sentences, with those that cut long ones. Empty sentences are left out.
fn cut(ends: &[usize]) -> Vec<usize> {
    let mut cut = Vec::with_capacity(ends.len());
    let mut begin = 0;
    for end in ends {
        while *end > begin {
            begin = (begin + LONGEST).min(*end);
            cut.push(begin);
        }
    }
    cut
}

/// One number for the words of a sentence.
fn folded(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, word| mix(sum ^ word))
}

#[cfg(test)]
mod tests {
    use super::{cut, folded};

    #[test]
    fn long_sentences_are_cut_and_empty_ones_left_out() {
        assert_eq!(cut(&[0, 3, 3, 40, 104]), [3, 35, 40, 72, 104]);
        assert_eq!(cut(&[]), Vec::<usize>::new());
    }

    #[test]
    fn the_order_of_words_matters() {
        assert_ne!(folded(&[1, 2]), folded(&[2, 1]));
        assert_ne!(folded(&[1]), folded(&[1, 0]));
    }
}
