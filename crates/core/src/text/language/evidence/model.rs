//! The table of [`super::score_word`]: weights of groups of letters and of whole words, and the possible rows of
//! scores. `benches/languages` makes the file.

use std::sync::LazyLock;

use super::{COLUMNS, LINK, SCRIPTS, Script, languages};

static FILE: &[u8] = include_bytes!("model.bin");

pub(super) static MODEL: LazyLock<EvidenceModel> =
    LazyLock::new(|| EvidenceModel::read(FILE).unwrap_or_default());

/// Number of letters in the longest group, including separators.
const LONGEST: usize = 4;

const GROUP: usize = 8;

/// Largest number of groups in a word, including the word itself.
const GRAMS: usize = LONGEST * (super::LONGEST + 2) + 1;

/// Number of fingerprints that are compared at once. Fewer than one bucket in a thousand has more.
const EIGHT: u16 = 8;

/// `CHANCE` is the score of a word without evidence. `BELOW` is its distance from the lowest score in weight steps (5.5
/// bits).
const CHANCE: u8 = 7;
const BELOW: i32 = 44;

/// Number of weight steps (⅛ bit) in a score step.
const STEPS: i32 = 6;

/// Largest distance from the likeliest language, in weight steps; a larger distance adds no evidence.
const FAR: u16 = 136;

const FIRST: u32 = 0x4e00;
const IDEOGRAPHS: usize = 0x5200;

/// Largest balance between Japanese (negative) and Chinese (positive).
const MOST: i32 = 15;

type ModelScores = [u8; COLUMNS];

/// Values of eight columns, for one SIMD instruction.
type Eight = [i16; GROUP];

#[derive(Debug, Default)]
pub(super) struct EvidenceModel {
    rows: Vec<ModelScores>,
    /// Row of each script for words without evidence; for Han, the middle row.
    plain: Vec<u16>,
    weighing: Vec<Weighing>,
    ideographs: &'static [u8],
}

#[derive(Debug)]
struct Weighing {
    columns: usize,
    bits: u32,
    starts: Vec<u16>,
    /// Fingerprints of groups, sorted by bucket, followed by [`EIGHT`] zeros.
    fingerprints: Vec<u16>,
    /// For each group of letters and eight columns, an index into the book of weights.
    codes: &'static [u8],
    books: Vec<[Eight; 256]>,
    /// A search tree over the rows. Each level has its fan-out, and the heights of its nodes by eight columns.
    levels: Vec<(usize, Vec<Eight>)>,
    first: u16,
}

impl EvidenceModel {
    /// Returns `None` for a corrupt file; a test ensures that the file is valid.
    fn read(file: &'static [u8]) -> Option<Self> {
        let mut model = Self { rows: vec![[0; COLUMNS]], ..Self::default() };
        for (script, languages) in SCRIPTS {
            let columns = languages.len();
            let only = if columns == 1 { 15 } else { CHANCE };
            if script == Script::Han {
                for balance in -MOST..=MOST {
                    let mut row = [0; COLUMNS];
                    row[0] = u8::try_from(i32::midpoint(MOST, balance)).ok()?;
                    row[1] = u8::try_from(i32::midpoint(MOST, balance) - balance).ok()?;
                    model.intern_row(row)?;
                }
                model.plain.push(u16::try_from(model.rows.len()).ok()? - 1 - MOST as u16);
                continue;
            }
            let mut row = [0; COLUMNS];
            row.iter_mut().take(columns).for_each(|score| *score = only);
            let row = model.intern_row(row)?;
            model.plain.push(row);
        }
        let mut reader = ModelReader(file);
        for (script, _) in SCRIPTS.into_iter().take(4) {
            let (weighing, rows) = Weighing::read(&mut reader, script, model.rows.len())?;
            for row in rows {
                model.intern_row(row)?;
            }
            model.weighing.push(weighing);
        }
        model.ideographs = reader.take_bytes(IDEOGRAPHS / 2)?;
        reader.0.is_empty().then_some(model)
    }

    fn intern_row(&mut self, row: ModelScores) -> Option<u16> {
        self.rows.push(row);
        u16::try_from(self.rows.len() - 1).ok()
    }

    pub(super) fn row_scores(&self, row: u16) -> &ModelScores {
        const NOTHING: &ModelScores = &[0; COLUMNS];
        self.rows.get(usize::from(row)).unwrap_or(NOTHING)
    }

    pub(super) fn row_of_spelling(&self, script: Script, parts: &[u32]) -> u16 {
        let plain = self.row_without_evidence(script);
        if script == Script::Han {
            let balance: i32 = parts.iter().map(|&letter| self.chinese_balance(letter)).sum();
            return plain.saturating_add_signed(balance.clamp(-MOST, MOST) as i16);
        }
        let weighing = self.weighing_for_word(script, parts);
        weighing.and_then(|weighing| weighing.row_of_parts(parts)).unwrap_or(plain)
    }

    /// Like [`row_of_spelling`](Self::row_of_spelling), but returns `None` for a rare word, whose letters must be weighed.
    pub(super) fn row_without_weights(&self, script: Script, parts: &[u32]) -> Option<u16> {
        match self.weighing_for_word(script, parts) {
            Some(weighing) if !weighing.is_known_word(parts) => None,
            _ => Some(self.row_of_spelling(script, parts)),
        }
    }

    /// Returns true for a frequent word. It must have at least three letters, from a to z in any case.
    pub(super) fn is_frequent_latin_word(&self, letters: &[u8]) -> bool {
        let mut hash = Hash::WORD;
        for letter in letters {
            hash.add((letter | 0x20).into());
        }
        self.weighing.first().is_some_and(|latin| latin.find_gram(hash.value()).is_some())
    }

    pub(super) fn row_without_evidence(&self, script: Script) -> u16 {
        self.plain.get(script as usize).copied().unwrap_or(0)
    }

    /// Returns the weights for words of a script. `None` for a single ASCII letter, and for a script without weights.
    fn weighing_for_word(&self, script: Script, parts: &[u32]) -> Option<&Weighing> {
        if let [LINK, ..=0x7f, LINK] = parts { None } else { self.weighing.get(script as usize) }
    }

    /// Returns the evidence for Chinese (positive) or Japanese (negative).
    fn chinese_balance(&self, letter: u32) -> i32 {
        match letter {
            0x3040..=0x30ff | 0xff66..=0xff9f => -MOST,
            0x3005 => -2,
            FIRST.. => {
                let index = (letter - FIRST) as usize;
                let two = self.ideographs.get(index / 2).copied().unwrap_or(0x88);
                i32::from(two >> (index % 2 * 4) & 15) - 8
            }
            _ => 0,
        }
    }
}

impl Weighing {
    fn read(
        reader: &mut ModelReader,
        script: Script,
        first: usize,
    ) -> Option<(Self, Vec<ModelScores>)> {
        let columns = usize::from(reader.take_byte()?);
        for language in languages(script) {
            (reader.take_bytes(2)? == language.code().as_bytes()).then_some(())?;
        }
        (columns == languages(script).len()).then_some(())?;
        let bits = u32::from(reader.take_byte()?);
        let starts = reader.take_numbers((1 << bits) + 1)?;
        let grams = usize::from(*starts.last()?);
        let mut fingerprints = reader.take_numbers(grams)?;
        fingerprints.extend([0; EIGHT as usize]);
        let groups = columns.div_ceil(GROUP);
        let codes = reader.take_bytes(grams * groups)?;
        let books = (0..groups).map(|_| {
            let bytes = reader.take_bytes(256 * GROUP)?;
            let mut book = [[0; GROUP]; 256];
            for (weight, &byte) in book.as_flattened_mut().iter_mut().zip(bytes) {
                *weight = byte.cast_signed().into();
            }
            Some(book)
        });
        let books = books.collect::<Option<_>>()?;
        let mut levels = Vec::new();
        let mut nodes = 1;
        for _ in 0..reader.take_byte()? {
            let children = usize::from(reader.take_byte()?);
            nodes *= children;
            let rows = reader.take_rows(nodes, columns)?;
            levels.push((
                children,
                rows.iter().flat_map(|row| heights_of_scores(row, groups)).collect(),
            ));
        }
        let rows = reader.take_rows(nodes, columns)?;
        let first = u16::try_from(first).ok()?;
        Some((Self { columns, bits, starts, fingerprints, codes, books, levels, first }, rows))
    }

    fn row_of_parts(&self, parts: &[u32]) -> Option<u16> {
        let (mut found, mut count) = ([0; GRAMS], 0);
        for_each_part(parts, |part| {
            hash_each_gram(part, |hash| {
                // Has no branch, because a processor cannot predict if a group is found.
                let place = self.find_gram(hash);
                if let Some(gram) = found.get_mut(count) {
                    *gram = place.unwrap_or_default();
                    count += usize::from(place.is_some());
                }
            });
            true
        });
        let found = found.get(..count).filter(|found| !found.is_empty())?;
        // A constant number of groups keeps the sums in registers.
        Some(match self.books.len() {
            6 => self.row_of_grams::<6>(found),
            2 => self.row_of_grams::<2>(found),
            _ => self.row_of_grams::<1>(found),
        })
    }

    fn row_of_grams<const GROUPS: usize>(&self, found: &[u16]) -> u16 {
        self.nearest_row(&self.heights_of_sums(&self.sum_weights::<GROUPS>(found)))
    }

    fn is_known_word(&self, parts: &[u32]) -> bool {
        for_each_part(parts, |part| self.find_gram(hash_part(part)).is_some())
    }

    #[inline]
    fn find_gram(&self, hash: u32) -> Option<u16> {
        let bucket = (hash >> (32 - self.bits)) as usize;
        let (&from, &to) = (self.starts.get(bucket)?, self.starts.get(bucket + 1)?);
        let bucket = self.fingerprints.get(usize::from(from)..)?;
        let place = match to - from {
            ..=EIGHT => index_in_eight(bucket.first_chunk()?, hash as u16),
            length => {
                let mut all = bucket.iter().take(length.into());
                all.position(|&each| each == hash as u16)? as u16
            }
        };
        (place < to - from).then_some(from + place)
    }

    /// Adds up weights. 16 bits suffice for [`GRAMS`] weights of at most 127.
    fn sum_weights<const GROUPS: usize>(&self, found: &[u16]) -> [Eight; GROUPS] {
        let mut sums = [[0; GROUP]; GROUPS];
        let codes = self.codes.as_chunks::<GROUPS>().0;
        let Some(books) = self.books.first_chunk::<GROUPS>() else { return sums };
        for codes in found.iter().filter_map(|&gram| codes.get(usize::from(gram))) {
            for ((book, &code), sums) in books.iter().zip(codes).zip(&mut sums) {
                for (sum, weight) in sums.iter_mut().zip(&book[usize::from(code)]) {
                    *sum = i16::wrapping_add(*sum, *weight);
                }
            }
        }
        sums
    }

    /// Converts sums of weights to heights, which grow with the probability of each language relative to chance.
    fn heights_of_sums<const GROUPS: usize>(&self, sums: &[Eight; GROUPS]) -> [Eight; GROUPS] {
        let used = sums.as_flattened().get(..self.columns).unwrap_or(&[]);
        let most = used.iter().copied().max().unwrap_or(0);
        let mut gaps = [[0; GROUP]; GROUPS];
        for (gaps, &sum) in gaps.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            *gaps = most.abs_diff(sum).min(FAR) as u8;
        }
        let gaps = gaps.as_flattened().get(..self.columns).unwrap_or(&[]);
        let total = gaps.iter().map(|&gaps| POWERS[usize::from(gaps)]).sum();
        let base =
            BELOW + log2_eighths(self.columns as u32 * ONE) - log2_eighths(total) + STEPS / 2;
        let base = (base + i32::from(LOWEST)).cast_unsigned() as u8;
        let mut heights = [[0; GROUP]; GROUPS];
        for (height, &gaps) in heights.as_flattened_mut().iter_mut().zip(gaps) {
            *height = HEIGHTS_OF_STEPS[usize::from(base.wrapping_sub(gaps))];
        }
        heights
    }

    fn nearest_row<const GROUPS: usize>(&self, target: &[Eight; GROUPS]) -> u16 {
        let mut node = 0;
        for (children, nodes) in &self.levels {
            let from = node * children;
            let nodes = nodes.as_chunks().0.get(from..from + children).unwrap_or(&[]);
            let mut best = (u16::MAX, 0);
            for (child, node) in nodes.iter().enumerate() {
                let distance = distance(node, target);
                if distance < best.0 {
                    best = (distance, child);
                }
            }
            node = from + best.1;
        }
        self.first.saturating_add(node as u16)
    }
}

/// Returns the index of `target` in eight numbers, or at least 8 if absent. Compares all eight, because a processor
/// cannot predict an early exit.
#[inline]
fn index_in_eight(eight: &[u16; EIGHT as usize], target: u16) -> u16 {
    let is_equal = |(place, one): (u32, &u16)| u32::from(*one == target) << place;
    (0..).zip(eight).map(is_equal).fold(1 << EIGHT, |all, one| all | one).trailing_zeros() as u16
}

/// Calls `take` with each part of a compound, including the separators on both sides, and stops and returns false if
/// `take` returns false.
fn for_each_part(parts: &[u32], mut take: impl FnMut(&[u32]) -> bool) -> bool {
    let mut begin = 0;
    for end in 1..parts.len() {
        if parts[end] == LINK {
            if end > begin + 1 && !take(&parts[begin..=end]) {
                return false;
            }
            begin = end;
        }
    }
    true
}

/// Calls `take` with the hash of each run of letters in a part of a word, up to the longest known length.
#[inline]
fn hash_each_gram(part: &[u32], mut take: impl FnMut(u32)) {
    for from in 0..part.len() {
        let mut hash = Hash::GRAM;
        for (more, &letter) in part[from..].iter().take(LONGEST).enumerate() {
            hash.add(letter);
            if more > 0 || letter != LINK {
                take(hash.value());
            }
        }
    }
    if part.len() > LONGEST {
        take(hash_part(part));
    }
}

/// Returns the hash of a whole part; a short part has the hash of a group.
fn hash_part(part: &[u32]) -> u32 {
    let mut hash = if part.len() > LONGEST { Hash::WORD } else { Hash::GRAM };
    for &letter in part {
        if part.len() <= LONGEST || letter != LINK {
            hash.add(letter);
        }
    }
    hash.value()
}

/// Returns the sum of the squared differences of two rows, at most 46 · 31².
#[inline]
fn distance<const GROUPS: usize>(one: &[Eight; GROUPS], other: &[Eight; GROUPS]) -> u16 {
    let mut squares = [0; GROUP];
    for (one, other) in one.iter().zip(other) {
        for (square, (one, other)) in squares.iter_mut().zip(one.iter().zip(other)) {
            let between = one.wrapping_sub(*other);
            *square = i16::wrapping_add(*square, between.wrapping_mul(between));
        }
    }
    squares.iter().map(|square| square.cast_unsigned()).sum()
}

/// Value of each score code. Values grow faster at high scores, because likely languages matter more.
const HEIGHTS: [i16; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 19, 23, 27, 31];

/// Value of each weight step, counted from [`LOWEST`] below 0. Steps below the lowest score have its value.
static HEIGHTS_OF_STEPS: [i16; 256] = {
    let mut heights = [HEIGHTS[15]; 256];
    let mut steps = 0;
    while steps < LOWEST as usize + 15 * STEPS as usize {
        heights[steps] = HEIGHTS[steps.saturating_sub(LOWEST as usize) / STEPS as usize];
        steps += 1;
    }
    heights
};

/// No language is more weight steps below the lowest score than this.
const LOWEST: u8 = 96;

fn heights_of_scores(row: &ModelScores, groups: usize) -> impl Iterator<Item = Eight> {
    let eights = row.as_chunks().0.iter().take(groups);
    eights.map(|eight| eight.map(|score| HEIGHTS[usize::from(score & 15)]))
}

const ONE: u32 = 1 << 16;

/// 2^(−i / 8), in units of 1 / [`ONE`].
static POWERS: [u32; 256] = {
    const PARTS: [u32; 8] = [65_536, 60_097, 55_109, 50_535, 46_341, 42_495, 38_968, 35_734];
    let mut powers = [0; 256];
    let mut eighths = 0;
    while eighths < powers.len() {
        powers[eighths] = PARTS[eighths % 8] >> (eighths / 8);
        eighths += 1;
    }
    powers
};

/// Returns eight times log₂(`value` / [`ONE`]) for values of at least [`ONE`], rounded down.
fn log2_eighths(value: u32) -> i32 {
    const PARTS: [u32; 8] = [65_536, 71_468, 77_936, 84_990, 92_682, 101_070, 110_218, 120_194];
    let whole = value.max(ONE).ilog2() - 16;
    let part = PARTS.partition_point(|&each| each <= value.max(ONE) >> whole) - 1;
    (whole * 8 + part as u32).cast_signed()
}

struct Hash(u32);

impl Hash {
    const GRAM: Self = Self(0);
    const WORD: Self = Self(0x3c6e_f372);

    fn add(&mut self, letter: u32) {
        self.0 = (self.0 ^ (letter + 1)).wrapping_mul(0x9e37_79b9);
        self.0 ^= self.0 >> 15;
    }

    fn value(&self) -> u32 {
        let mixed = self.0.wrapping_mul(0x85eb_ca6b);
        mixed ^ mixed >> 13
    }
}

struct ModelReader(&'static [u8]);

impl ModelReader {
    fn take_bytes(&mut self, length: usize) -> Option<&'static [u8]> {
        let (piece, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(piece)
    }

    fn take_byte(&mut self) -> Option<u8> {
        self.take_bytes(1)?.first().copied()
    }

    fn take_numbers(&mut self, count: usize) -> Option<Vec<u16>> {
        let (pairs, _) = self.take_bytes(2 * count)?.as_chunks();
        Some(pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
    }

    /// Reads rows with two scores in each byte, the low half first.
    fn take_rows(&mut self, count: usize, columns: usize) -> Option<Vec<ModelScores>> {
        let bytes = self.take_bytes(count * columns.div_ceil(2))?;
        let row = |bytes: &[u8]| {
            let mut scores = [0; COLUMNS];
            for (pair, byte) in scores.as_chunks_mut().0.iter_mut().zip(bytes) {
                *pair = [byte & 15, byte >> 4];
            }
            scores
        };
        Some(bytes.chunks_exact(columns.div_ceil(2)).map(row).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::index_in_eight;
    use super::{BELOW, FAR, HEIGHTS, MODEL, ONE, POWERS, STEPS, Script, log2_eighths};

    proptest! {
        #[test]
        fn the_first_of_eight_is_the_one_that_comes_first(
            eight in prop::array::uniform8(prop::sample::select(vec![0, 1, 2, 0x7fff, 0x8000, 0x8001, u16::MAX])),
            target in prop::sample::select(vec![0, 1, 2, 0x7fff, 0x8000, 0x8001, u16::MAX]),
        ) {
            let first = eight.iter().position(|each| *each == target).unwrap_or(8);
            prop_assert_eq!(usize::from(index_in_eight(&eight, target)), first);
        }

        #[test]
        fn heights_are_those_of_the_scores_step_by_step(
            sums in prop::collection::vec(-2000..2000_i16, 46), near in 1..40_i16,
        ) {
            let latin = &MODEL.weighing[Script::Latin as usize];
            let mut groups = [[0; 8]; 6];
            for (place, sum) in groups.as_flattened_mut().iter_mut().zip(&sums) {
                *place = sum / near;
            }
            let sums = &groups.as_flattened()[..46];
            let most = sums.iter().max().unwrap();
            let gaps = |sum: &i16| most.abs_diff(*sum).min(FAR);
            let total = sums.iter().map(|sum| POWERS[usize::from(gaps(sum))]).sum();
            let base = BELOW + log2_eighths(46 * ONE) - log2_eighths(total) + STEPS / 2;
            let found = latin.heights_of_sums(&groups);
            for (sum, height) in sums.iter().zip(found.as_flattened()) {
                let steps = (base - i32::from(gaps(sum))).clamp(0, 15 * STEPS);
                prop_assert_eq!(*height, HEIGHTS[(steps / STEPS).cast_unsigned() as usize]);
            }
        }
    }
}
