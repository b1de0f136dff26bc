//! Finds the seeds of two texts: the rare words and word sequences in both.

use std::ops::Range;

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
    /// Places of the text, sorted by the words that follow, up to the longest seed.
    ordered: Vec<u32>,
    /// End in `ordered` of the places that begin with each of `words`.
    ends: Vec<u32>,
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
        let longest = |place: &u32| {
            let rest = &numbers[*place as usize..];
            &rest[..rest.len().min(LONGEST)]
        };
        let mut ordered: Vec<u32> = (0..numbers.len() as u32).collect();
        ordered.sort_unstable_by(|one, other| longest(one).cmp(longest(other)));
        let mut ends = vec![0; words.len()];
        for (place, end) in ordered.iter().zip(1..) {
            ends[numbers[*place as usize] as usize] = end;
        }
        Self { words, number_of, numbers, ordered, ends }
    }

    pub(super) fn numbers_of(&self, other: &[u64]) -> Vec<u32> {
        other.iter().map(|word| self.number_of.get(word).copied().unwrap_or(ABSENT)).collect()
    }

    /// Returns true if `other` comes first, by length and then by words.
    pub(super) fn is_behind(&self, other: &[u64]) -> bool {
        let own = self.numbers.iter().map(|number| &self.words[*number as usize]);
        self.numbers.len().cmp(&other.len()).then_with(|| own.cmp(other)).is_gt()
    }

    fn beginning_with(&self, number: u32) -> Range<usize> {
        let end = |number: usize| self.ends[number] as usize;
        let number = number as usize;
        number.checked_sub(1).map_or(0, end)..end(number)
    }

    pub(super) fn evidence(&self, other: &[u32]) -> Vec<f64> {
        let mut frequency: Vec<usize> =
            (0..self.words.len() as u32).map(|number| self.beginning_with(number).len()).collect();
        for number in other.iter().filter(|number| **number != ABSENT) {
            frequency[*number as usize] += 1;
        }
        let all = (self.numbers.len() + other.len()) as f64;
        let most = frequency.iter().max().map_or(0, |most| most + 1);
        let evidence: Vec<f64> = (0..most).map(|frequency| (all / frequency as f64).ln()).collect();
        frequency.into_iter().map(|frequency| evidence[frequency]).collect()
    }

    /// Returns the places of rare sequences in this text and in another, ascending in the other. Skips sequences
    /// without enough evidence if a longer match has a seed with one more word.
    pub(super) fn find_seeds(
        &self,
        other: &[u32],
        says_enough: impl Fn(&[u32]) -> bool,
    ) -> Vec<(u32, u32)> {
        // Number of occurrences of a sequence in the other text, by its first place in `ordered` and its length.
        let mut count = vec![[0_u8; SEEDS.len()]; self.ordered.len()];
        let mut in_both: Vec<(usize, Range<usize>, usize)> = Vec::with_capacity(other.len());
        for place in 0..other.len() {
            let mut alike = 0..self.ordered.len();
            for (further, number) in (0..LONGEST).zip(&other[place..]) {
                alike = match *number {
                    ABSENT => break,
                    number if further == 0 => self.beginning_with(number),
                    number => self.places_continued_by(alike, further, number),
                };
                if alike.is_empty() {
                    break;
                }
                if alike.len() <= PAIRS
                    && let Some(seed) = SEEDS.iter().position(|words| *words == further + 1)
                {
                    let count = &mut count[alike.start][seed];
                    *count = count.saturating_add(1);
                    in_both.push((seed, alike.clone(), place));
                }
            }
        }
        let mut seeds = Vec::with_capacity(in_both.len());
        for (seed, alike, place) in in_both {
            let is_rare = alike.len() * usize::from(count[alike.start][seed]) <= PAIRS;
            let words = SEEDS[seed];
            let is_needed =
                !SEEDS.contains(&(words + 1)) || says_enough(&other[place..place + words]);
            if is_rare && is_needed {
                seeds.extend(self.ordered[alike].iter().map(|here| (*here, place as u32)));
            }
        }
        seeds
    }

    fn places_continued_by(
        &self,
        alike: Range<usize>,
        further: usize,
        number: u32,
    ) -> Range<usize> {
        let places = &self.ordered[alike.clone()];
        let word = |place: &u32| self.numbers.get(*place as usize + further);
        let start = places.partition_point(|place| word(place) < Some(&number));
        let length = places[start..].partition_point(|place| word(place) == Some(&number));
        alike.start + start..alike.start + start + length
    }
}
