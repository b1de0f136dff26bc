//! Two texts of a lesson, counted from their canonical words alone.

use shingle::{lesson::Lesson, shingle::hash::may_begin_shingle};

use crate::common::prelude::*;

/// The golden ratio, multiplier of a shingle's sum.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

pub(crate) struct Run {
    pub(crate) words: String,
    /// True for a shingle: a run that does not begin with a retained stop word.
    pub(crate) counts: bool,
}

pub(crate) struct Counted<'a> {
    pub(crate) lesson: &'a Lesson,
    /// Runs of A and B.
    pub(crate) runs: [Vec<Run>; 2],
    /// The 64-bit hash of each shingle.
    pub(crate) keys: BTreeMap<String, u64>,
    pub(crate) sets: [BTreeSet<String>; 2],
    /// Samples by the lesson's modulo.
    pub(crate) sampled: [BTreeSet<String>; 2],
    /// Input of the minima: the sample, if the parameters have a modulo.
    pub(crate) kept: [BTreeSet<String>; 2],
    pub(crate) m: u64,
    pub(crate) functions: usize,
    /// Shingle with the least value under each function, in A and B.
    pub(crate) least: [Vec<String>; 2],
}

/// The finalizer of splitmix64, as published by Vigna.
fn mixed(sum: u64) -> u64 {
    let z = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// CRC-32, bit by bit.
fn crc32(text: &str) -> u32 {
    let shift = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !text.bytes().fold(!0_u32, |sum, byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| shift(sum)))
}

impl<'a> Counted<'a> {
    pub(crate) fn new(lesson: &'a Lesson) -> Self {
        let params = &lesson.params;
        let w = params.width as usize;
        let inside = params.stop_words == StopWords::Inside;
        let mut keys = BTreeMap::new();
        let runs = lesson.sides.each_ref().map(|side| {
            let words = &side.document.canonical;
            // Without a preset, a short text is one shingle.
            let w = if params.preset.is_none() { w.min(words.len().max(1)) } else { w };
            let runs = words.windows(w).map(|run| {
                let words = run.iter().map(|word| &*word.text).collect::<Vec<&str>>().join(" ");
                let sum = run.iter().fold(0_u64, |sum, word| {
                    let hash = xxhash_rust::xxh3::xxh3_64(word.text.as_bytes());
                    let hash = if inside {
                        hash & !1 | u64::from(!may_begin_shingle(word.hash))
                    } else {
                        hash
                    };
                    sum.wrapping_mul(GOLDEN).wrapping_add(hash)
                });
                keys.insert(words.clone(), mixed(sum));
                Run { words, counts: !inside || may_begin_shingle(run[0].hash) }
            });
            runs.collect::<Vec<Run>>()
        });
        let sets = runs.each_ref().map(|runs| {
            let counting = runs.iter().filter(|run| run.counts);
            counting.map(|run| run.words.clone()).collect::<BTreeSet<String>>()
        });
        let m = if params.modulo == 1 { 4 } else { u64::from(params.modulo) };
        let mut counted = Self {
            lesson,
            runs,
            keys,
            sampled: sets.clone(),
            kept: sets.clone(),
            sets,
            m,
            functions: match params.sketch {
                SketchKind::MinHash => params.functions as usize,
                _ => 84,
            },
            least: Default::default(),
        };
        counted.sampled = counted.sample(m);
        counted.kept = counted.sample(params.modulo.into());
        counted.least = counted.kept.each_ref().map(|set| {
            let least = |function| {
                set.iter()
                    .min_by_key(|one| (counted.value(function, one), counted.keys[*one]))
                    .cloned()
            };
            (0..counted.functions.max(84) as u64).filter_map(least).collect::<Vec<String>>()
        });
        counted
    }

    fn sample(&self, m: u64) -> [BTreeSet<String>; 2] {
        self.sets.each_ref().map(|set| {
            set.iter().filter(|one| self.number(one).is_multiple_of(m)).cloned().collect()
        })
    }

    pub(crate) fn number(&self, words: &str) -> u64 {
        match self.lesson.params.hash {
            HashKind::Wide => self.keys[words],
            HashKind::Crc32 => crc32(words).into(),
            HashKind::Md5First28 => {
                let digits: String = format!("{:x}", md5::compute(words)).chars().take(7).collect();
                u64::from_str_radix(&digits, 16).unwrap()
            }
        }
    }

    pub(crate) fn hash(&self, words: &str) -> String {
        match self.lesson.params.hash {
            HashKind::Wide => format!("{:016x}", self.keys[words]),
            _ => self.number(words).to_string(),
        }
    }

    pub(crate) fn factors(&self, function: u64, words: &str) -> (u64, u64, u32) {
        let factor = mixed(function + 1) >> 32 | 1;
        let image = self.keys[words] >> 32;
        (image, factor, (image * factor) as u32 ^ 1 << 31)
    }

    pub(crate) fn value(&self, function: u64, words: &str) -> u32 {
        self.factors(function, words).2
    }

    pub(crate) fn agree(&self, mut functions: std::ops::Range<usize>) -> usize {
        let [a, b] = &self.least;
        let mut count = 0;
        functions
            .by_ref()
            .for_each(|at| count += usize::from(a.get(at).is_some() && a.get(at) == b.get(at)));
        count
    }

    pub(crate) fn groups(&self) -> usize {
        (0..6).filter(|group| self.agree(group * 14..(group + 1) * 14) == 14).count()
    }

    /// Returns the first eight digits of a supershingle of A and B, by the recipe of its step.
    pub(crate) fn supershingle(&self, group: usize) -> [Option<u64>; 2] {
        self.least.each_ref().map(|least| {
            let minima = least.get(group * 14..(group + 1) * 14)?.iter();
            let sum = minima.fold(0_u64, |sum, one| {
                mixed(sum.wrapping_mul(GOLDEN).wrapping_add(self.keys[one]))
            });
            Some(mixed(sum >> 10 << 10 | group as u64) >> 32)
        })
    }

    pub(crate) fn words(&self) -> [usize; 2] {
        self.lesson.sides.each_ref().map(|side| side.document.canonical.len())
    }

    /// Counts the shingles in both texts, in A and in B.
    pub(crate) fn counts([a, b]: &[BTreeSet<String>; 2]) -> [u64; 3] {
        [a.intersection(b).count() as u64, a.len() as u64, b.len() as u64]
    }
}

/// Returns a measure as a fraction. `one_in` is the sampling rate of the shingles in both, in A and in B.
pub(crate) fn fraction(
    measure: Measure,
    [both, a, b]: [u64; 3],
    one_in: u64,
    words: u64,
) -> (u64, u64) {
    match measure {
        Measure::Jaccard => (both, (a + b).saturating_sub(both)),
        Measure::Dice => (2 * both, a + b),
        Measure::Containment => (both, a),
        Measure::PerWord => (both * one_in, words),
        Measure::Overlap => (both, a.min(b)),
    }
}

/// Returns the probability of each number of successes in `of` trials, by Pascal's triangle.
pub(crate) fn chances(of: u64, chance: f64) -> Vec<f64> {
    (0..of).fold(vec![1.0], |row, _| {
        let kept = |at: usize| at.checked_sub(1).map_or(0.0, |before| row[before] * chance);
        (0..=row.len())
            .map(|at| kept(at) + row.get(at).map_or(0.0, |one| one * (1.0 - chance)))
            .collect()
    })
}

/// Returns the root mean square error over all samples, of which an empty one scores 0, and the share of smaller errors.
pub(crate) fn sampling(measure: Measure, counts: [u64; 3], m: u64, words: u64) -> (f64, f64) {
    let share = |(part, of): (u64, u64)| (part as f64 / of.max(1) as f64).min(1.0);
    let aim = share(fraction(measure, counts, 1, words));
    let [both, a, b] = counts;
    let all = [both, a - both, b - both].map(|all| chances(all, 1.0 / m as f64));
    let mut outcomes = Vec::new();
    for (both, first) in all[0].iter().enumerate() {
        for (a, second) in all[1].iter().enumerate() {
            for (b, third) in all[2].iter().enumerate() {
                let counts = [both, both + a, both + b].map(|count| count as u64);
                let (part, of) = fraction(measure, counts, m, words);
                outcomes.push((first * second * third, (share((part, of)) - aim).abs()));
            }
        }
    }
    let off = outcomes.iter().map(|(chance, off)| chance * off * off).sum::<f64>().sqrt();
    let near = outcomes.iter().filter(|(_, by)| *by < off - 1e-12);
    (off, near.map(|(chance, _)| chance).sum())
}
