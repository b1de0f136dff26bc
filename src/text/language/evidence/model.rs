//! The table behind [`super::row_of`]: weights of letter groups and whole words, and the rows they are rounded to. It is read
//! from a file that `benches/languages` makes.

use std::sync::LazyLock;

use super::{COLUMNS, LINK, SCRIPTS, Script, languages};

/// The file. All numbers are little-endian; what it holds stands where it is read.
static FILE: &[u8] = include_bytes!("model.bin");

/// Read when the first word asks.
pub(super) static MODEL: LazyLock<Model> = LazyLock::new(|| Model::read(FILE).unwrap_or_default());

/// Groups of letters have at most so many, links counted.
const LONGEST: usize = 4;

/// Columns whose weights one byte of a gram's code stands for.
const GROUP: usize = 8;

/// Columns that are compared at a time.
const CHUNK: usize = 16;

/// What a word scores that tells nothing; and 5.5 bits, by which the lowest score is below it, in steps of weights.
const CHANCE: u8 = 7;
const BELOW: i32 = 44;

/// Steps of weights (⅛ bit) in a step of scores.
const STEPS: i32 = 6;

/// The Chinese characters that have a score.
const FIRST: u32 = 0x4e00;
const IDEOGRAPHS: usize = 0x5200;

/// Rows of the Han script: from all for Japanese to all for Chinese.
const MOST: i32 = 15;

type Scores = [u8; COLUMNS];

/// All rows, and how to come to them.
#[derive(Debug, Default)]
pub(super) struct Model {
    rows: Vec<Scores>,
    scripts: Vec<Option<Script>>,
    /// The row of each script that tells nothing else; that of Han is its middle one.
    plain: Vec<u16>,
    /// Of Latin, Cyrillic, Arabic and Devanagari.
    weighing: Vec<Weighing>,
    /// Two scores in a byte.
    ideographs: &'static [u8],
}

/// The weights of a script.
#[derive(Debug)]
struct Weighing {
    columns: usize,
    /// Bits of a hash that choose a bucket.
    bits: u32,
    /// Where each bucket begins; one more at the end.
    starts: Vec<u16>,
    fingerprints: Vec<u16>,
    /// For each gram a byte for each group of columns, and what the byte stands for.
    codes: &'static [u8],
    books: Vec<[[i16; GROUP]; 256]>,
    /// A tree over the rows: the heights of the nodes of each level, and into how many each of the level above is divided.
    levels: Vec<(usize, Vec<Scores>)>,
    /// The first row.
    first: u16,
}

impl Model {
    /// `None` if the file is not as it should be, which a test excludes.
    fn read(file: &'static [u8]) -> Option<Self> {
        let mut model = Self { rows: vec![[0; COLUMNS]], scripts: vec![None], ..Self::default() };
        for script in SCRIPTS {
            let columns = languages(script).len();
            let only = if columns == 1 { 15 } else { CHANCE };
            if script == Script::Han {
                for balance in -MOST..=MOST {
                    let mut row = [0; COLUMNS];
                    row[0] = u8::try_from(i32::midpoint(MOST, balance)).ok()?;
                    row[1] = u8::try_from(i32::midpoint(MOST, balance) - balance).ok()?;
                    model.push(script, row)?;
                }
                model.plain.push(u16::try_from(model.rows.len()).ok()? - 1 - MOST as u16);
                continue;
            }
            let mut row = [0; COLUMNS];
            row.iter_mut().take(columns).for_each(|score| *score = only);
            let row = model.push(script, row)?;
            model.plain.push(row);
        }
        let mut reader = Reader(file);
        for script in SCRIPTS.into_iter().take(4) {
            let (weighing, rows) = Weighing::read(&mut reader, script, model.rows.len())?;
            for row in rows {
                model.push(script, row)?;
            }
            model.weighing.push(weighing);
        }
        model.ideographs = reader.take(IDEOGRAPHS / 2)?;
        reader.0.is_empty().then_some(model)
    }

    fn push(&mut self, script: Script, row: Scores) -> Option<u16> {
        self.rows.push(row);
        self.scripts.push(Some(script));
        u16::try_from(self.rows.len() - 1).ok()
    }

    pub(super) fn script(&self, row: u16) -> Option<Script> {
        self.scripts.get(usize::from(row)).copied().flatten()
    }

    pub(super) fn scores(&self, row: u16) -> &Scores {
        const NOTHING: &Scores = &[0; COLUMNS];
        self.rows.get(usize::from(row)).unwrap_or(NOTHING)
    }

    /// The row of a word of one script, its parts set off by links.
    pub(super) fn row(&self, script: Script, parts: &[u32]) -> u16 {
        let plain = self.plain.get(script as usize).copied().unwrap_or(0);
        if script == Script::Han {
            let balance: i32 = parts.iter().map(|&letter| self.balance(letter)).sum();
            return plain.saturating_add_signed(balance.clamp(-MOST, MOST) as i16);
        }
        let Some(weighing) = self.weighing.get(script as usize) else { return plain };
        if let [LINK, ..=0x7f, LINK] = parts { plain } else { weighing.row(parts).unwrap_or(plain) }
    }

    /// By how much a character of the Han script is likelier in Chinese than in Japanese.
    fn balance(&self, letter: u32) -> i32 {
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
    /// With its rows, whose first will be the one numbered `first`.
    fn read(reader: &mut Reader, script: Script, first: usize) -> Option<(Self, Vec<Scores>)> {
        let columns = usize::from(reader.byte()?);
        for language in languages(script) {
            (reader.take(2)? == language.code().as_bytes()).then_some(())?;
        }
        (columns == languages(script).len()).then_some(())?;
        let bits = u32::from(reader.byte()?);
        let starts = reader.numbers((1 << bits) + 1)?;
        let grams = usize::from(*starts.last()?);
        let fingerprints = reader.numbers(grams)?;
        let groups = columns.div_ceil(GROUP);
        let codes = reader.take(grams * groups)?;
        let books = (0..groups).map(|_| {
            let bytes = reader.take(256 * GROUP)?;
            let mut book = [[0; GROUP]; 256];
            for (weight, &byte) in book.as_flattened_mut().iter_mut().zip(bytes) {
                *weight = byte.cast_signed().into();
            }
            Some(book)
        });
        let books = books.collect::<Option<_>>()?;
        let mut levels = Vec::new();
        let mut nodes = 1;
        for _ in 0..reader.byte()? {
            let children = usize::from(reader.byte()?);
            nodes *= children;
            levels.push((children, reader.rows(nodes, columns)?.iter().map(heights).collect()));
        }
        let rows = reader.rows(nodes, columns)?;
        let first = u16::try_from(first).ok()?;
        Some((Self { columns, bits, starts, fingerprints, codes, books, levels, first }, rows))
    }

    /// `None` if it knows none of the word's letter groups.
    fn row(&self, parts: &[u32]) -> Option<u16> {
        let mut sums = [0_i16; COLUMNS];
        let mut known = false;
        let mut begin = 0;
        for end in 1..parts.len() {
            if parts[end] == LINK {
                if end > begin + 1 {
                    known |= self.add_part(parts.get(begin..=end)?, &mut sums);
                }
                begin = end;
            }
        }
        known.then(|| self.nearest(&self.scores(&sums)))
    }

    /// Adds the weights of all letter groups of a part, a link at both ends, and of the whole; whether any is known.
    fn add_part(&self, part: &[u32], sums: &mut [i16; COLUMNS]) -> bool {
        let mut known = false;
        for from in 0..part.len() {
            let mut hash = Hash::GRAM;
            for (length, &letter) in part.iter().skip(from).take(LONGEST).enumerate() {
                hash.add(letter);
                if length > 0 || letter != LINK {
                    known |= self.add(&hash, sums);
                }
            }
        }
        if part.len() > LONGEST {
            let mut hash = Hash::WORD;
            part.iter().filter(|&&letter| letter != LINK).for_each(|&letter| hash.add(letter));
            known |= self.add(&hash, sums);
        }
        known
    }

    fn add(&self, hash: &Hash, sums: &mut [i16; COLUMNS]) -> bool {
        let hash = hash.value();
        let bucket = (hash >> (32 - self.bits)) as usize;
        let [from, to] = [bucket, bucket + 1].map(|at| usize::from(self.starts[at]));
        let Some(found) = self.fingerprints.get(from..to) else { return false };
        let Some(place) = found.iter().position(|&each| each == hash as u16) else { return false };
        let groups = self.books.len();
        let codes = self.codes.get((from + place) * groups..).unwrap_or(&[]);
        for ((book, &code), sums) in
            self.books.iter().zip(codes).zip(sums.as_chunks_mut::<GROUP>().0)
        {
            for (sum, &weight) in sums.iter_mut().zip(&book[usize::from(code)]) {
                // At most 193 grams of a word, each of at most 127
                *sum = sum.wrapping_add(weight);
            }
        }
        true
    }

    /// From sums of weights to scores: the logarithm of each language's share, against chance.
    fn scores(&self, sums: &[i16; COLUMNS]) -> Scores {
        let sums = sums.get(..self.columns).unwrap_or(&[]);
        let most = sums.iter().copied().max().map_or(0, i32::from);
        let total = sums.iter().map(|&sum| power((most - i32::from(sum)).unsigned_abs())).sum();
        let chance = logarithm(self.columns as u32 * ONE);
        let base = BELOW + chance - logarithm(total) - most;
        let mut scores = [0; COLUMNS];
        for (score, &sum) in scores.iter_mut().zip(sums) {
            let steps = (i32::from(sum) + base + STEPS / 2).div_euclid(STEPS);
            *score = u8::try_from(steps.clamp(0, 15)).unwrap_or(0);
        }
        scores
    }

    /// The row that the tree leads to.
    fn nearest(&self, scores: &Scores) -> u16 {
        let sought = heights(scores);
        let chunks = self.columns.div_ceil(CHUNK);
        let mut node = 0;
        for (children, nodes) in &self.levels {
            let from = node * children;
            let nodes = nodes.get(from..from + children).unwrap_or(&[]);
            let distances = nodes.iter().map(|each| distance(each, &sought, chunks));
            let nearest = distances.enumerate().min_by_key(|&(_, each)| each);
            node = from + nearest.map_or(0, |(child, _)| child);
        }
        self.first.saturating_add(node as u16)
    }
}

/// The sum of squares of what is between two rows of heights in their first chunks, at most 61,504.
fn distance(one: &Scores, other: &Scores, chunks: usize) -> u16 {
    let (one, other) = (one.as_chunks::<CHUNK>().0, other.as_chunks::<CHUNK>().0);
    let square = |(one, other): (&u8, &u8)| u16::from(one.abs_diff(*other)).pow(2);
    one.iter()
        .zip(other)
        .take(chunks)
        .map(|(one, other)| one.iter().zip(other).map(square).sum::<u16>())
        .sum()
}

/// Scores as the tree compares them: which language is likely weighs more than which is unlikely.
fn heights(scores: &Scores) -> Scores {
    const HEIGHTS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 19, 23, 27, 31];
    scores.map(|score| HEIGHTS[usize::from(score & 15)])
}

const ONE: u32 = 1 << 16;

/// 2 to the power of minus `eighths` / 8, in units of 1 / [`ONE`].
fn power(eighths: u32) -> u32 {
    const PARTS: [u32; 8] = [65_536, 60_097, 55_109, 50_535, 46_341, 42_495, 38_968, 35_734];
    PARTS[(eighths & 7) as usize].checked_shr(eighths >> 3).unwrap_or(0)
}

/// Eight times the logarithm to base 2 of `value` / [`ONE`], which is 1 at least, rounded down.
fn logarithm(value: u32) -> i32 {
    const PARTS: [u32; 8] = [65_536, 71_468, 77_936, 84_990, 92_682, 101_070, 110_218, 120_194];
    let whole = value.max(ONE).ilog2() - 16;
    let part = PARTS.partition_point(|&each| each <= value.max(ONE) >> whole) - 1;
    (whole * 8 + part as u32).cast_signed()
}

/// The hash of a group of letters, letter by letter.
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

/// What is left of the file.
struct Reader(&'static [u8]);

impl Reader {
    fn take(&mut self, length: usize) -> Option<&'static [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    fn numbers(&mut self, count: usize) -> Option<Vec<u16>> {
        let (pairs, _) = self.take(2 * count)?.as_chunks();
        Some(pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
    }

    /// Two scores in a byte, the first in its low half; each row in bytes of its own.
    fn rows(&mut self, count: usize, columns: usize) -> Option<Vec<Scores>> {
        let bytes = self.take(count * columns.div_ceil(2))?;
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
