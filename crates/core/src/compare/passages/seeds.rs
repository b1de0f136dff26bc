//! Finds the seeds of two texts: the rare words and word sequences in both.

use hashbrown::HashMap;

/// Lengths of seeds in words. Long seeds help in long texts, where short ones are frequent.
pub(super) const SEEDS: [usize; 4] = [1, 2, 3, 6];
const LONGEST: usize = SEEDS[SEEDS.len() - 1];
/// Largest number of pairs of occurrences of a seed. Frequent sequences match by chance at too many places.
pub(super) const PAIRS: usize = 12;

#[derive(Debug)]
pub struct PreparedText {
    /// Distinct words of the text, in order of their first occurrence.
    words: Vec<u64>,
    /// Index in `words` of each distinct word.
    number_of: HashMap<u64, u32>,
    /// Index in `words` of each word of the text.
    pub(super) numbers: Vec<u32>,
    /// A trie of word sequences: the next node, by a node and the word that follows. The node of a word is its number.
    /// A sequence that occurs once has no next node: the text itself continues it.
    next: HashMap<u64, u32>,
    /// Places in the text, by node.
    places: Vec<u32>,
    /// Start of each node's places in `places`. The last entry is the end of all places.
    starts: Vec<u32>,
}

impl PreparedText {
    /// Words are numbers. Equal words share a number.
    pub fn new(text: &[u64]) -> Self {
        let (mut words, mut number_of) = (Vec::new(), HashMap::new());
        let mut number = |word: &u64| {
            *number_of.entry(*word).or_insert_with(|| {
                words.push(*word);
                words.len() as u32 - 1
            })
        };
        let numbers: Vec<u32> = text.iter().map(&mut number).collect();
        let mut next = HashMap::with_capacity(numbers.len());
        // The node after the words is for absent words, and has no places.
        let mut counts = vec![0_u32; words.len() + 1];
        let mut occurrences: Vec<(u32, u32)> = numbers.iter().copied().zip(0..).collect();
        let mut level = 0..occurrences.len();
        for length in 1..=LONGEST {
            for (node, _) in &occurrences[level.clone()] {
                counts[*node as usize] += 1;
            }
            for at in level.clone().filter(|_| length < LONGEST) {
                let (node, place) = occurrences[at];
                let word = numbers.get(place as usize + length);
                if let Some(word) = word.filter(|_| counts[node as usize] > 1) {
                    let child =
                        *next.entry(pack_node_and_word(node, *word)).or_insert(counts.len() as u32);
                    counts.resize(counts.len().max(child as usize + 1), 0);
                    occurrences.push((child, place));
                }
            }
            level = level.end..occurrences.len();
        }
        let mut starts = counts;
        starts.push(0);
        let mut all = 0;
        for start in &mut starts {
            all += *start;
            *start = all;
        }
        let mut places = vec![0; occurrences.len()];
        for (node, place) in occurrences {
            let start = &mut starts[node as usize];
            *start -= 1;
            places[*start as usize] = place;
        }
        Self { words, number_of, numbers, next, places, starts }
    }

    const fn absent_word_number(&self) -> u32 {
        self.words.len() as u32
    }

    /// Returns the number of each word of `other`, and how often each number occurs there. The common number of absent
    /// words counts as 0.
    pub(super) fn number_and_count_words(&self, other: &[u64]) -> (Vec<u32>, Vec<u32>) {
        let mut counts = vec![0; self.words.len() + 1];
        let number = |word| {
            let number = self.number_of.get(word).copied().unwrap_or(self.absent_word_number());
            counts[number as usize] += 1;
            number
        };
        let numbers = other.iter().map(number).collect();
        counts[self.words.len()] = 0;
        (numbers, counts)
    }

    /// Returns true if `other` comes first, by length and then by words.
    pub(super) fn sorts_after(&self, other: &[u64]) -> bool {
        let own = self.numbers.iter().map(|number| &self.words[*number as usize]);
        self.numbers.len().cmp(&other.len()).then_with(|| own.cmp(other)).is_gt()
    }

    fn places_of(&self, node: u32) -> &[u32] {
        let start = |node: usize| self.starts[node] as usize;
        &self.places[start(node as usize)..start(node as usize + 1)]
    }

    /// Returns the node of a sequence of `length` words that continues with `word`.
    fn continue_sequence(&self, node: u32, length: usize, word: u32) -> Option<u32> {
        match self.places_of(node) {
            [only] => {
                let continues = self.numbers.get(*only as usize + length) == Some(&word);
                continues.then_some(node)
            }
            _ => self.next.get(&pack_node_and_word(node, word)).copied(),
        }
    }

    /// Returns the evidence of each word. `in_other` are the occurrences in another text of `length` words.
    pub(super) fn evidence_of_words(&self, in_other: &[u32], length: usize) -> Vec<f64> {
        let all = (self.numbers.len() + length) as f64;
        // Computes a logarithm once for each frequency, not for each word.
        let mut known = vec![None; self.numbers.len() + length + 1];
        let mut evidence = |of: usize| *known[of].get_or_insert_with(|| (all / of as f64).ln());
        let words = (0..).zip(in_other);
        words.map(|(word, count)| evidence(self.places_of(word).len() + *count as usize)).collect()
    }

    /// Returns the places of rare sequences in this text and in another, ascending in the other. Skips sequences with a
    /// rare word, because the rare word leads to the same matches. If one more word would also make a seed, skips
    /// sequences without enough evidence.
    pub(super) fn find_seeds(
        &self,
        other_words: &[u32],
        counts_in_other: &[u32],
        is_evidence: impl Fn(&[u32]) -> bool,
    ) -> Vec<(u32, u32)> {
        let is_frequent = |(word, count): (u32, &u32)| {
            self.places_of(word).len() * *count as usize > PAIRS || !is_evidence(&[word])
        };
        let is_frequent: Vec<bool> = (0..).zip(counts_in_other).map(is_frequent).collect();
        let is_frequent = |word: u32| is_frequent[word as usize];
        let word = |word: &u32| if is_frequent(*word) { self.absent_word_number() } else { *word };
        let mut chosen: Vec<u32> = other_words.iter().map(word).collect();
        let frequent = (0..)
            .zip(other_words.windows(2))
            .filter(|(_, pair)| is_frequent(pair[0]) & is_frequent(pair[1]));
        let open = frequent.filter_map(|(place, pair)| {
            Some((place, self.continue_sequence(pair[0], 1, pair[1])?))
        });
        let mut open: Vec<(u32, u32)> = open.collect();
        for length in 2..=LONGEST {
            if SEEDS.contains(&length) {
                let mut count = vec![0_u8; self.starts.len()];
                for (_, node) in &open {
                    let count = &mut count[*node as usize];
                    *count = count.saturating_add(1);
                }
                // A longer sequence adds no new matches, so a sequence stays open only until it is a seed.
                open.retain(|(place, node)| {
                    let pairs = self.places_of(*node).len() * usize::from(count[*node as usize]);
                    let words = || &other_words[*place as usize..*place as usize + length];
                    let is_seed =
                        pairs <= PAIRS && (!SEEDS.contains(&(length + 1)) || is_evidence(words()));
                    if is_seed {
                        chosen[*place as usize] = *node;
                    }
                    !is_seed
                });
            }
            open.retain_mut(|(place, node)| {
                let word = other_words.get(*place as usize + length).copied();
                let word = word.filter(|word| is_frequent(*word));
                let next = word.and_then(|word| self.continue_sequence(*node, length, word));
                *node = next.unwrap_or_default();
                next.is_some()
            });
        }
        let mut seeds = Vec::with_capacity(other_words.len());
        for (place, node) in (0..).zip(chosen) {
            seeds.extend(self.places_of(node).iter().map(|here| (*here, place)));
        }
        seeds
    }
}

fn pack_node_and_word(node: u32, word: u32) -> u64 {
    u64::from(node) << 32 | u64::from(word)
}
