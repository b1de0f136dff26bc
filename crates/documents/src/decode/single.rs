//! Guesses the single-byte encoding of a text. Each candidate is scored by three things: the letter pairs of its
//! languages, upper case inside words, and signs between letters.

use std::sync::{LazyLock, OnceLock};

use encoding_rs::{
    Encoding, IBM866, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5, ISO_8859_6, ISO_8859_7,
    ISO_8859_8_I, ISO_8859_10, ISO_8859_13, ISO_8859_14, ISO_8859_15, ISO_8859_16, KOI8_U,
    MACINTOSH, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
    WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC,
};

use super::Charset;
use super::models::{COUNT, LETTERS, LetterModel, LetterScript, is_latin, languages, model};
use super::neighbours::{Sign, SignKind, join, nats, sign};
use super::pages::PAGES;

/// A single-byte encoding.
struct Candidate {
    charset: Charset,
    /// The cost before the text is looked at: higher for rarer encodings.
    prior: i32,
    signs: [Sign; 256],
    /// The languages that it can encode, by number. Found when a text first needs them.
    languages: OnceLock<Vec<usize>>,
}

fn candidates() -> Vec<Candidate> {
    let standard: [(&'static Encoding, i32); 26] = [
        (WINDOWS_1252, 0),
        (WINDOWS_1251, 0),
        (WINDOWS_1250, 5),
        (WINDOWS_1253, 5),
        (WINDOWS_1254, 10),
        (WINDOWS_1255, 10),
        (WINDOWS_1256, 10),
        (WINDOWS_1257, 10),
        (WINDOWS_1258, 50),
        (WINDOWS_874, 10),
        (ISO_8859_2, 10),
        (ISO_8859_3, 110),
        (ISO_8859_4, 60),
        (ISO_8859_5, 15),
        (ISO_8859_6, 30),
        (ISO_8859_7, 10),
        (ISO_8859_8_I, 30),
        (ISO_8859_10, 120),
        (ISO_8859_13, 40),
        (ISO_8859_14, 120),
        (ISO_8859_15, 15),
        (ISO_8859_16, 80),
        // It contains the letters of KOI8-R.
        (KOI8_U, 5),
        (IBM866, 10),
        (MACINTOSH, 25),
        (X_MAC_CYRILLIC, 25),
    ];
    let bytes: [u8; 128] = std::array::from_fn(|at| at as u8 | 0x80);
    let mut cache = SignCache { signs: vec![None; LETTERS] };
    let plain: [Sign; 128] = std::array::from_fn(|at| sign(char::from(at as u8)));
    let mut candidate = |charset, prior, high: &mut dyn Iterator<Item = char>| {
        let mut signs = [Sign { kind: SignKind::None, script: LetterScript::None, letter: 0 }; 256];
        let (low, upper) = signs.split_at_mut(128);
        low.copy_from_slice(&plain);
        for (slot, character) in upper.iter_mut().zip(high) {
            *slot = cache.sign(character);
        }
        Candidate { charset, prior: nats(prior), signs, languages: OnceLock::new() }
    };
    let mut all = Vec::with_capacity(standard.len() + PAGES.len());
    for (encoding, prior) in standard {
        // One character for each byte, U+FFFD for bytes without one.
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        all.push(candidate(Charset::Standard(encoding), prior, &mut text.chars()));
    }
    for page in &PAGES {
        let prior = match page.name {
            "IBM437" | "IBM850" | "IBM852" => 20,
            _ => 30,
        };
        all.push(candidate(Charset::Page(page), prior, &mut page.characters().into_iter()));
    }
    all
}

/// Caches the signs of characters.
struct SignCache {
    signs: Vec<Option<Sign>>,
}

impl SignCache {
    fn sign(&mut self, character: char) -> Sign {
        match self.signs.get_mut(character as usize) {
            Some(slot) => *slot.get_or_insert_with(|| sign(character)),
            None => sign(character),
        }
    }
}

impl Candidate {
    fn sign(&self, byte: u8) -> Sign {
        self.signs[usize::from(byte)]
    }

    /// A bit for each byte that the other encoding decodes to another letter.
    fn differences(&self, other: &Self) -> u128 {
        let differing =
            (0x80..=0xff).filter(|byte| self.sign(*byte).letter != other.sign(*byte).letter);
        differing.fold(0, |all, byte| all | bit(byte))
    }

    fn languages(&self) -> &[usize] {
        self.languages.get_or_init(|| {
            let mut has = [false; LETTERS];
            for sign in &self.signs {
                has[usize::from(sign.letter)] = true;
            }
            languages(|letter| has[usize::from(letter)]).collect()
        })
    }
}

static CANDIDATES: LazyLock<Vec<Candidate>> = LazyLock::new(candidates);

/// Two neighbouring bytes, and how often they occur.
struct BytePair {
    last: u8,
    next: u8,
    count: i32,
}

/// The result of a guess.
#[derive(Debug, Clone, Copy)]
pub(super) struct Guess {
    /// The likeliest encoding.
    pub(super) best: Charset,
    /// The next likeliest that decodes to other letters.
    pub(super) other: Option<Charset>,
    /// How much likelier the best is than the other, in parts of a nat ([`super::models::NAT`]).
    pub(super) lead: i32,
    /// The cost of a byte beyond ASCII in the best encoding, in the same unit.
    pub(super) cost: i32,
    /// A bit for each byte from 0x80 that would decide between the best encoding and others that give the same letters
    /// so far.
    pub(super) open: u128,
}

/// About the least cost of a letter. In the right encoding of a language with a model it is somewhat more.
const LETTER: i32 = nats(25);

/// Candidates whose cost may come this near to the best are scored in full.
const NEAR: i32 = nats(200);

/// A candidate with the cost of its signs and its upper case.
struct Rough {
    cost: i32,
    /// The number of letters in or next to a byte beyond ASCII.
    letters: i32,
    candidate: &'static Candidate,
}

/// The likeliest encoding of bytes. Looks at `limit` bytes beyond ASCII.
pub(super) fn guess(bytes: &[u8], limit: usize) -> Guess {
    let BytePairs { high, plain, length: seen } = pairs(bytes, limit);
    let mut rough: Vec<Rough> =
        CANDIDATES.iter().map(|candidate| Rough::new(candidate, &high)).collect();
    rough.sort_by_key(|rough| rough.cost + rough.letters * LETTER);
    let mut ascii = Ascii::new(&plain);
    let mut joined = Vec::with_capacity(high.len());
    // An upper bound on the difference that ASCII letters make between languages.
    let spread = NEAR + ascii.letters * nats(1);
    let mut lowest = i32::MAX - spread;
    let mut scored: Vec<(i32, i32, &Candidate)> = rough
        .iter()
        .filter_map(|Rough { cost: rough_cost, letters, candidate }| {
            if rough_cost + letters * LETTER > lowest + spread {
                return None;
            }
            joined.clear();
            for pair in &high {
                let (last, next) =
                    (candidate.sign(pair.last).letter, candidate.sign(pair.next).letter);
                if last | next > 0 {
                    joined.push((last, next, pair.count));
                }
            }
            let all = candidate.languages().iter();
            let (cost, plain) = all
                .map(|&language| {
                    let model = model(language);
                    let plain = ascii.cost(language, model);
                    (cost(model, &joined) + plain, plain)
                })
                .min()?;
            lowest = lowest.min(rough_cost + cost - plain);
            Some((rough_cost + cost, plain, *candidate))
        })
        .collect();
    scored.sort_by_key(|(cost, ..)| *cost);
    let Some(&(cost, plain, best)) = scored.first() else {
        return Guess {
            best: Charset::Standard(WINDOWS_1252),
            other: None,
            lead: 0,
            cost: 0,
            open: 0,
        };
    };
    let met = high.iter().fold(0, |met, pair| met | bit(pair.last) | bit(pair.next));
    let others = || scored.iter().skip(1).map(|other| (other, best.differences(other.2)));
    let other = others().find(|(_, differences)| differences & met != 0).map(|(other, _)| other);
    let twins =
        others().filter(|(other, differences)| differences & met == 0 && other.0 < cost + NEAR);
    let open = twins.fold(0, |open, (_, differences)| open | differences);
    Guess {
        best: best.charset,
        other: other.map(|(.., other)| other.charset),
        lead: other.map_or(i32::MAX, |(others, ..)| others - cost),
        cost: (cost - plain) / seen.max(1),
        open,
    }
}

/// The bit of a byte from 0x80, and 0 for ASCII.
pub(super) const fn bit(byte: u8) -> u128 {
    if byte.is_ascii() { 0 } else { 1 << (byte & 0x7f) }
}

impl Rough {
    fn new(candidate: &'static Candidate, pairs: &[BytePair]) -> Self {
        let (mut cost, mut letters) = (candidate.prior, 0);
        for pair in pairs {
            let (last, next) = (candidate.sign(pair.last), candidate.sign(pair.next));
            cost += join(last, next, pair.last == pair.next) * pair.count;
            letters += i32::from(next.letter > 0) * pair.count;
        }
        Self { cost, letters, candidate }
    }
}

/// The cost of letter pairs in a language.
fn cost(model: &LetterModel, pairs: &[(u16, u16, i32)]) -> i32 {
    pairs.iter().map(|(last, next, count)| model.cost(*last, *next) * count).sum()
}

/// The cost of ASCII pairs in each language. It is the same for every encoding.
struct Ascii {
    pairs: Vec<(u16, u16, i32)>,
    letters: i32,
    costs: [Option<i32>; COUNT],
}

impl Ascii {
    fn new(pairs: &[BytePair]) -> Self {
        let letter = |byte: u8| {
            if byte.is_ascii_alphabetic() { u16::from(byte.to_ascii_lowercase()) } else { 0 }
        };
        let pairs = pairs.iter().map(|pair| (letter(pair.last), letter(pair.next), pair.count));
        let pairs: Vec<_> = pairs.filter(|(last, next, _)| last | next > 0).collect();
        let letters = pairs.iter().map(|(.., count)| count).sum();
        Self { pairs, letters, costs: [None; COUNT] }
    }

    /// The cost in a language, by its number. Latin words in a text of another script cost as much as in English, and a
    /// little more.
    fn cost(&mut self, language: usize, own: &LetterModel) -> i32 {
        let Self { pairs, letters, costs } = self;
        if is_latin(language) {
            return *costs[language].get_or_insert_with(|| cost(own, pairs) / PLAIN);
        }
        let english = *costs[ENGLISH].get_or_insert_with(|| cost(model(ENGLISH), pairs) / PLAIN);
        english + *letters * nats(3)
    }
}

/// The evidence of ASCII letters counts only one part in this many.
const PLAIN: i32 = 4;

/// The number of English.
const ENGLISH: usize = 0;

/// ASCII bytes after a stretch beyond ASCII that are looked at.
const LEAD: usize = 64;

/// The byte pairs of a text, with their counts.
struct BytePairs {
    /// Pairs with a byte beyond ASCII.
    high: Vec<BytePair>,
    /// Pairs of ASCII bytes.
    plain: Vec<BytePair>,
    /// How many bytes beyond ASCII were looked at.
    length: i32,
}

fn pairs(bytes: &[u8], limit: usize) -> BytePairs {
    let mut counts = vec![0_i32; 1 << 16];
    let mut met: Vec<u16> = Vec::with_capacity(1024);
    let (mut last, mut seen, mut since) = (b' ', 0_usize, 0_usize);
    for &byte in bytes {
        if byte.is_ascii() {
            since += 1;
            if since > LEAD {
                last = byte;
                continue;
            }
        } else {
            if seen >= limit {
                break;
            }
            seen += 1;
            since = 0;
        }
        let at = u16::from_be_bytes([last, byte]);
        let count = &mut counts[usize::from(at)];
        if *count == 0 {
            met.push(at);
        }
        *count += 1;
        last = byte;
    }
    let all = met.into_iter().map(|at| {
        let [last, next] = at.to_be_bytes();
        BytePair { last, next, count: counts[usize::from(at)] }
    });
    let (high, plain) = all.partition(|pair| !pair.last.is_ascii() || !pair.next.is_ascii());
    BytePairs { high, plain, length: i32::try_from(seen).unwrap_or(i32::MAX) }
}
