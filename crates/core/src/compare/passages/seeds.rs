//! Finds the seeds of two texts: the rare words and word sequences in both.

use hashbrown::HashMap;

/// Lengths of seeds in words. Long seeds help in long texts, where short ones are frequent.
pub(super) const SEEDS: [usize; 4] = [1, 2, 3, 6];
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
    /// Numbers of longer sequences, by the numbers of both parts. The number of a word is its index.
    joined: HashMap<u64, u32>,
    /// Places in the text, by sequence.
    places: Vec<u32>,
    /// Start of each sequence in `places`, with an end.
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
        let mut joined = HashMap::with_capacity(numbers.len() * 3);
        let mut sequences = vec![numbers.clone()];
        for length in SEEDS.windows(2) {
            // The rest is as long as an earlier seed.
            let rest = SEEDS.iter().position(|words| *words == length[1] - length[0]);
            let rest = sequences[rest.unwrap_or(0)].get(length[0]..).unwrap_or_default();
            let shorter = sequences.last().into_iter().flatten();
            let longer = shorter.zip(rest).map(|(one, other)| {
                let next = (words.len() + joined.len()) as u32;
                *joined.entry(pack(*one, *other)).or_insert(next)
            });
            let longer = longer.collect();
            sequences.push(longer);
        }
        let mut starts = vec![0; words.len() + joined.len() + 1];
        for sequence in sequences.iter().flatten() {
            starts[*sequence as usize] += 1;
        }
        let mut all = 0;
        for start in &mut starts {
            all += *start;
            *start = all;
        }
        let mut places = vec![0; all as usize];
        for (place, sequence) in sequences.iter().flat_map(|of_length| (0..).zip(of_length)) {
            let start = &mut starts[*sequence as usize];
            *start -= 1;
            places[*start as usize] = place;
        }
        Self { words, number_of, numbers, joined, places, starts }
    }

    pub(super) fn numbers_of(&self, other: &[u64]) -> Vec<u32> {
        other.iter().map(|word| self.number_of.get(word).copied().unwrap_or(ABSENT)).collect()
    }

    /// Returns true if `other` comes first, by length and then by words.
    pub(super) fn is_behind(&self, other: &[u64]) -> bool {
        let own = self.numbers.iter().map(|number| &self.words[*number as usize]);
        self.numbers.len().cmp(&other.len()).then_with(|| own.cmp(other)).is_gt()
    }

    fn places_of(&self, sequence: u32) -> &[u32] {
        let start = |sequence: usize| self.starts[sequence] as usize;
        &self.places[start(sequence as usize)..start(sequence as usize + 1)]
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
        let mut count = vec![0_u8; self.starts.len()];
        for (length, words) in SEEDS.into_iter().enumerate() {
            for (_, sequence) in &open {
                let count = &mut count[*sequence as usize];
                *count = count.saturating_add(1);
            }
            open.retain_mut(|(place, sequence)| {
                let places = self.places_of(*sequence).len();
                let is_rare = places * usize::from(count[*sequence as usize]) <= PAIRS;
                let is_needed =
                    || !SEEDS.contains(&(words + 1)) || says_enough(&other[*place..*place + words]);
                if is_rare && is_needed() {
                    // A longer sequence would only repeat some of the seeds.
                    chosen[*place] = *sequence;
                    return false;
                }
                let Some(longer) = SEEDS.get(length + 1) else { return false };
                let rest = other.get(*place + words..*place + longer);
                *sequence = rest.map_or(ABSENT, |rest| self.join(*sequence, self.sequence(rest)));
                *sequence != ABSENT
            });
        }
        let mut seeds = Vec::with_capacity(other.len());
        for (place, sequence) in (0..).zip(chosen).filter(|(_, sequence)| *sequence != ABSENT) {
            seeds.extend(self.places_of(sequence).iter().map(|here| (*here, place)));
        }
        seeds
    }

    /// Returns the number of a sequence; `words` has a length of seeds below the longest.
    fn sequence(&self, words: &[u32]) -> u32 {
        let mut rest = words.iter().copied();
        let first = rest.next().unwrap_or(ABSENT);
        rest.fold(first, |sequence, word| self.join(sequence, word))
    }

    fn join(&self, one: u32, other: u32) -> u32 {
        if one == ABSENT || other == ABSENT {
            return ABSENT;
        }
        self.joined.get(&pack(one, other)).copied().unwrap_or(ABSENT)
    }
}

fn pack(one: u32, other: u32) -> u64 {
    u64::from(one) << 32 | u64::from(other)
}
