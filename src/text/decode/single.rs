//! Which encoding of one byte a character a text is in: every candidate is scored by what the letters of the languages
//! that it was made for have as neighbours, by upper case inside words and by signs between letters. It decodes nothing.

use std::sync::LazyLock;

use encoding_rs::{
    Encoding, IBM866, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_5, ISO_8859_6, ISO_8859_7, ISO_8859_8_I, ISO_8859_10,
    ISO_8859_13, ISO_8859_14, ISO_8859_15, ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC,
};

use super::Charset;
use super::models::{MODELS, Model, NAT, Script, is_mark, number, script};
use super::pages::PAGES;

/// What a character is to its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A blank or sign of ASCII.
    Plain,
    Lower,
    Upper,
    /// A letter of a script without upper case, or what stands on a letter.
    Letter,
    /// A quotation mark on either side.
    Quote,
    /// What stands before a word: `„`, `¿`.
    Opens,
    /// What stands behind one.
    Closes,
    /// What stands in words too.
    Apostrophe,
    /// A dash, an ellipsis, a blank, a full stop in the middle.
    Dash,
    /// Such as `§`, `©`, `½`.
    Sign,
    /// What text hardly ever has: `¤`, `¬`, an accent of its own.
    Odd,
    /// A piece of a frame.
    Frame,
    /// No character, or a control.
    None,
}

impl Kind {
    const fn is_letter(self) -> bool {
        matches!(self, Self::Lower | Self::Upper | Self::Letter)
    }
}

/// What a byte stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sign {
    kind: Kind,
    /// The letter's number, 0 of what is none.
    letter: u16,
}

fn sign(character: char) -> Sign {
    let plain = |kind| Sign { kind, letter: 0 };
    match character {
        '«' | '»' | '“' | '”' | '‘' => plain(Kind::Quote),
        '„' | '¿' | '¡' => plain(Kind::Opens),
        '،' | '؛' | '؟' => plain(Kind::Closes),
        '’' => plain(Kind::Apostrophe),
        '–' | '—' | '―' | '…' | '\u{a0}' | '·' | '•' | '°' | '№' => plain(Kind::Dash),
        'ª' | 'º' => plain(Kind::Sign),
        '\u{ad}' | '\u{200c}'..='\u{200f}' => plain(Kind::Sign),
        '‚' | '‹' | '›' | '§' | '©' | '®' | '™' | '½' | '¼' | '¾' | '±' | '²' | '³' | '£' | '€' | '×' | '†' | '‰' | '¢' | '¥' | 'µ' => {
            plain(Kind::Sign)
        }
        '\u{2500}'..='\u{25ff}' | '\u{2320}' | '\u{2321}' => plain(Kind::Frame),
        '\u{0}'..='\u{7f}' if !character.is_ascii_alphabetic() => plain(Kind::Plain),
        '\u{80}'..='\u{9f}' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}' => plain(Kind::None),
        _ => {
            let letter = number(character);
            let kind = if letter == 0 {
                Kind::Odd
            } else if is_mark(character) || !(character.is_uppercase() || character.is_lowercase()) {
                Kind::Letter
            } else if character.is_uppercase() {
                Kind::Upper
            } else {
                Kind::Lower
            };
            Sign { kind, letter }
        }
    }
}

const fn nats(tenths: i32) -> i32 {
    tenths * NAT as i32 / 10
}

/// What it costs that one character follows another, apart from which letter of its language it is.
fn join(last: Sign, next: Sign, same: bool) -> i32 {
    let own = match next.kind {
        Kind::Plain => 0,
        Kind::Lower => match last.kind {
            Kind::Upper => nats(3),
            Kind::Lower => 0,
            _ => nats(2),
        },
        Kind::Upper => match last.kind {
            Kind::Lower => nats(70),
            Kind::Upper => nats(14),
            _ => nats(23),
        },
        Kind::Letter => 0,
        // Which of two quotation marks opens, languages do not agree on.
        Kind::Quote | Kind::Opens if matches!(last.kind, Kind::Quote | Kind::Opens) => nats(110),
        Kind::Quote | Kind::Apostrophe => nats(55),
        Kind::Opens => nats(if last.kind.is_letter() { 110 } else { 60 }),
        Kind::Closes => nats(if last.kind.is_letter() { 55 } else { 80 }),
        Kind::Dash => nats(60),
        Kind::Sign => nats(if last.kind.is_letter() { 120 } else { 80 }),
        Kind::Odd => nats(if last.kind.is_letter() { 150 } else { 110 }),
        Kind::Frame => match last.kind {
            // Lines of one piece; all of a code page's pieces in turn are letters of another.
            Kind::Frame => nats(if same { 10 } else { 50 }),
            kind if kind.is_letter() => nats(160),
            _ => nats(110),
        },
        Kind::None => nats(180),
    };
    if !next.kind.is_letter() {
        return own;
    }
    let seam = match last.kind {
        Kind::Sign | Kind::Odd | Kind::Frame | Kind::None => nats(40),
        Kind::Closes => nats(30),
        kind if kind.is_letter() && script(last.letter) != script(next.letter) => nats(60),
        _ => 0,
    };
    own + seam
}

/// An encoding of one byte a character.
struct Candidate {
    charset: Charset,
    /// What is to be said for it before the text is looked at, as a cost.
    prior: i32,
    signs: [Sign; 256],
    /// The models of languages that it can hold, by number.
    models: Vec<usize>,
}

fn candidates() -> Vec<Candidate> {
    let standard: [(&'static Encoding, i32); 27] = [
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
        (ISO_8859_16, 60),
        (KOI8_R, 5),
        (KOI8_U, 8),
        (IBM866, 10),
        (MACINTOSH, 25),
        (X_MAC_CYRILLIC, 25),
    ];
    let standard = standard.iter().map(|(encoding, prior)| {
        let mut high = [char::REPLACEMENT_CHARACTER; 128];
        for (slot, byte) in high.iter_mut().zip(0x80_u8..) {
            let bytes = [byte];
            if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(&bytes) {
                *slot = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
            }
        }
        (Charset::Standard(encoding), *prior, high)
    });
    let pages = PAGES.iter().map(|page| {
        let prior = match page.name {
            "IBM437" | "IBM850" | "IBM852" => 20,
            _ => 30,
        };
        (Charset::Page(page), prior, page.characters())
    });
    standard
        .chain(pages)
        .map(|(charset, prior, high)| Candidate::new(charset, nats(prior), &high))
        .collect()
}

impl Candidate {
    fn new(charset: Charset, prior: i32, high: &[char; 128]) -> Self {
        let mut signs = [Sign { kind: Kind::Plain, letter: 0 }; 256];
        let (low, upper) = signs.split_at_mut(128);
        for (slot, byte) in low.iter_mut().zip(0_u8..) {
            *slot = sign(char::from(byte));
        }
        for (slot, character) in upper.iter_mut().zip(high) {
            *slot = sign(*character);
        }
        let has = |letter: u16| signs.iter().any(|sign| sign.letter == letter);
        let models = MODELS.iter().enumerate();
        let models = models
            .filter(|(_, model)| model.required.iter().all(|letter| has(*letter)))
            .map(|(at, _)| at)
            .collect();
        Self { charset, prior, signs, models }
    }

    fn sign(&self, byte: u8) -> Sign {
        self.signs[usize::from(byte)]
    }
}

static CANDIDATES: LazyLock<Vec<Candidate>> = LazyLock::new(candidates);

/// Two bytes that follow each other, and how often.
struct Pair {
    last: u8,
    next: u8,
    count: i32,
}

/// What a text's bytes are guessed to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Guess {
    /// The likeliest.
    pub(super) best: Charset,
    /// The next of those that read other letters.
    pub(super) other: Option<Charset>,
    /// How much likelier the best is than that, in nats.
    pub(super) lead: f32,
    /// What a letter beyond ASCII costs in the best, in nats.
    pub(super) cost: f32,
    /// So many bytes beyond ASCII were looked at.
    pub(super) seen: u32,
}

/// The likeliest encoding of bytes, of which `limit` beyond ASCII are looked at.
pub(super) fn guess(bytes: &[u8], limit: usize) -> Guess {
    let (pairs, plain, seen) = pairs(bytes, limit);
    let models = &*MODELS;
    let plain = ascii(&plain);
    let mut scored: Vec<(i32, usize, usize)> = CANDIDATES
        .iter()
        .enumerate()
        .filter_map(|(at, candidate)| {
            let mut apart = 0;
            let joined: Vec<(Sign, Sign, i32)> = pairs
                .iter()
                .map(|pair| {
                    let (last, next) = (candidate.sign(pair.last), candidate.sign(pair.next));
                    apart += join(last, next, pair.last == pair.next) * pair.count;
                    (last, next, pair.count)
                })
                .collect();
            let (letters, model) = candidate
                .models
                .iter()
                .filter_map(|&at| Some((letters(models.get(at)?, &joined) + plain.get(at)?, at)))
                .min()?;
            Some((candidate.prior + apart + letters, at, model))
        })
        .collect();
    scored.sort_unstable();
    if std::env::var_os("ENC_DEBUG").is_some() {
        for (score, at, model) in scored.iter().take(6) {
            eprintln!("{:9.1} {} {}", *score as f32 / NAT, CANDIDATES[*at].charset.name(), models[*model].code);
        }
    }
    let of = |at: usize| CANDIDATES.get(at);
    let best = scored.first().and_then(|(score, at, model)| {
        Some((*score, of(*at)?, plain.get(*model)?))
    });
    let Some((score, best, plain)) = best else {
        return Guess { best: Charset::Standard(WINDOWS_1252), other: None, lead: 0.0, cost: 0.0, seen };
    };
    let other = scored.iter().skip(1).find_map(|(score, at, _)| {
        let other = of(*at)?;
        let differs = |byte: u8| best.sign(byte).letter != other.sign(byte).letter;
        pairs.iter().any(|pair| differs(pair.last) || differs(pair.next)).then_some((*score, other))
    });
    Guess {
        best: best.charset,
        other: other.map(|(_, other)| other.charset),
        lead: other.map_or(f32::MAX, |(others, _)| (others - score) as f32 / NAT),
        cost: (score - plain) as f32 / NAT / seen.max(1) as f32,
        seen,
    }
}

/// What the letters cost in a language.
fn letters(model: &Model, pairs: &[(Sign, Sign, i32)]) -> i32 {
    let mut sum = 0;
    for (last, next, count) in pairs {
        if next.kind.is_letter() || last.kind.is_letter() {
            let cost = if model.has(next.letter) {
                model.cost(last.letter, next.letter)
            } else {
                model.foreign(next.letter)
            };
            sum += cost * count;
        }
    }
    sum
}

/// What pairs of ASCII cost in each language: the same for every encoding. Latin words in a text of another script are
/// in the language that they suit best.
fn ascii(pairs: &[Pair]) -> Vec<i32> {
    let letter = |byte: u8| {
        if byte.is_ascii_alphabetic() { u16::from(byte.to_ascii_lowercase()) } else { 0 }
    };
    let (mut pairs_of_letters, mut letters) = (Vec::new(), 0);
    for pair in pairs {
        let (last, next) = (letter(pair.last), letter(pair.next));
        if (last, next) != (0, 0) {
            pairs_of_letters.push((last, next, pair.count));
            letters += pair.count;
        }
    }
    let cost = |model: &Model| {
        let costs = pairs_of_letters.iter().map(|(last, next, count)| model.cost(*last, *next) * count);
        costs.sum::<i32>() / PLAIN
    };
    let latin: Vec<Option<i32>> = MODELS
        .iter()
        .map(|model| (model.script == Script::Latin).then(|| cost(model)))
        .collect();
    let least = latin.iter().flatten().min().copied().unwrap_or_default();
    latin.iter().map(|cost| cost.unwrap_or(least + letters * nats(3))).collect()
}

/// What ASCII tells of the language counts by this part.
const PLAIN: i32 = 4;

/// ASCII bytes on either side of a stretch beyond ASCII that are looked at.
const LEAD: usize = 64;

/// The pairs of bytes with one beyond ASCII, and those without, each with its count; and how many bytes beyond ASCII
/// there were.
fn pairs(bytes: &[u8], limit: usize) -> (Vec<Pair>, Vec<Pair>, u32) {
    let mut counts = vec![0_u32; 1 << 16];
    let mut met: Vec<u16> = Vec::new();
    let (mut last, mut seen, mut since) = (b' ', 0_usize, 0_usize);
    for &byte in bytes {
        if byte.is_ascii() {
            since += 1;
            if since > LEAD {
                last = b' ';
                continue;
            }
        } else {
            if seen >= limit {
                break;
            }
            seen += 1;
            since = 0;
        }
        let at = u16::from(last) << 8 | u16::from(byte);
        let count = &mut counts[usize::from(at)];
        if *count == 0 {
            met.push(at);
        }
        *count += 1;
        last = byte;
    }
    let (high, low) = met
        .into_iter()
        .map(|at| {
            let [last, next] = at.to_be_bytes();
            Pair { last, next, count: counts[usize::from(at)] as i32 }
        })
        .partition(|pair| !pair.last.is_ascii() || !pair.next.is_ascii());
    (high, low, seen as u32)
}
