//! Finds the seeds of two texts: the rare words and word sequences in both.

use hashbrown::HashMap;

/// Lengths of seeds in words. Long seeds help in long texts, where short ones are frequent.
pub(super) const SEEDS: [usize; 4] = [1, 2, 3, 6];
const LONGEST: usize = SEEDS[SEEDS.len() - 1];
/// Limit of the pairs of occurrences of a seed. A frequent sequence is a poor guide.
pub(super) const PAIRS: usize = 12;
const ABSENT: u32 = u32::MAX;

#[derive(Debug)]
pub struct PreparedText {
    /// Distinct, in order of their first occurrence.
    words: Vec<u64>,
    /// Index in `words`.
    number_of: HashMap<u64, u32>,
    /// Index in `words` of each word of the text.
    pub(super) numbers: Vec<u32>,
    /// A trie of word sequences: the next node, by a node and the word that follows. The node of a word is its number.
    /// A sequence that occurs once has no next node: the text itself continues it.
    next: HashMap<u64, u32>,
    /// Places in the text, by node.
    places: Vec<u32>,
    /// Start of each node in `places`, with an end.
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
        let mut counts = vec![0_u32; words.len()];
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
                    let child = *next.entry(pack(node, *word)).or_insert(counts.len() as u32);
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

    pub(super) fn numbers_of(&self, other: &[u64]) -> Vec<u32> {
        other.iter().map(|word| self.number_of.get(word).copied().unwrap_or(ABSENT)).collect()
    }

    /// Returns true if `other` comes first, by length and then by words.
    pub(super) fn is_behind(&self, other: &[u64]) -> bool {
        let own = self.numbers.iter().map(|number| &self.words[*number as usize]);
        self.numbers.len().cmp(&other.len()).then_with(|| own.cmp(other)).is_gt()
    }

    fn places_of(&self, node: u32) -> &[u32] {
        let start = |node: usize| self.starts[node] as usize;
        &self.places[start(node as usize)..start(node as usize + 1)]
    }

    /// Returns the node of a sequence of `length` words that continues with `word`.
    fn next(&self, node: u32, length: usize, word: u32) -> Option<u32> {
        match self.places_of(node) {
            [only] => {
                let continues = self.numbers.get(*only as usize + length) == Some(&word);
                continues.then_some(node)
            }
            _ => self.next.get(&pack(node, word)).copied(),
        }
    }

    pub(super) fn evidence(&self, other: &[u32]) -> Vec<f64> {
        let mut frequency: Vec<usize> =
            (0..self.words.len() as u32).map(|word| self.places_of(word).len()).collect();
        for number in other.iter().filter(|number| **number != ABSENT) {
            frequency[*number as usize] += 1;
        }
        let all = (self.numbers.len() + other.len()) as f64;
        // A logarithm for each frequency, not for each word.
        let mut known = vec![None; frequency.iter().max().map_or(0, |most| most + 1)];
        let evidence = |of: usize| *known[of].get_or_insert_with(|| (all / of as f64).ln());
        frequency.into_iter().map(evidence).collect()
    }

    /// Returns the places of rare sequences in this text and in another, ascending in the other. Skips sequences
    /// without enough evidence if a longer match has a seed with one more word.
    pub(super) fn find_seeds(
        &self,
        other: &[u32],
        says_enough: impl Fn(&[u32]) -> bool,
    ) -> Vec<(u32, u32)> {
        let mut chosen = vec![ABSENT; other.len()];
        let known = |(_, word): &(usize, u32)| *word != ABSENT;
        let mut open: Vec<(usize, u32)> = other.iter().copied().enumerate().filter(known).collect();
        for length in 1..=LONGEST {
            if SEEDS.contains(&length) {
                let mut count = vec![0_u8; self.starts.len()];
                for (_, node) in &open {
                    let count = &mut count[*node as usize];
                    *count = count.saturating_add(1);
                }
                let is_seed = |place: usize, node: u32| {
                    let pairs = self.places_of(node).len() * usize::from(count[node as usize]);
                    let is_needed = || {
                        !SEEDS.contains(&(length + 1)) || says_enough(&other[place..place + length])
                    };
                    pairs <= PAIRS && is_needed()
                };
                // A longer sequence would only repeat some of the seeds.
                open.retain(|(place, node)| {
                    let is_seed = is_seed(*place, *node);
                    if is_seed {
                        chosen[*place] = *node;
                    }
                    !is_seed
                });
            }
            open.retain_mut(|(place, node)| {
                let word = other.get(*place + length).copied();
                let next = word.and_then(|word| self.next(*node, length, word));
                *node = next.unwrap_or(ABSENT);
                next.is_some()
            });
        }
        let mut seeds = Vec::with_capacity(other.len());
        for (place, node) in (0..).zip(chosen).filter(|(_, node)| *node != ABSENT) {
            seeds.extend(self.places_of(node).iter().map(|here| (*here, place)));
        }
        seeds
    }
}

fn pack(node: u32, word: u32) -> u64 {
    u64::from(node) << 32 | u64::from(word)
}
