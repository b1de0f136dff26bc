//! Which 8-bit or multi-byte encoding bytes are in, when no mark says so. It decodes nothing itself.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

use super::{Certainty, Charset, Decoded, johab, multibyte, single};

/// So many bytes beyond ASCII decide among encodings of one byte a character.
const GLANCE: usize = 1024;

/// So many bytes beyond ASCII decide among the others, most of whose characters have two.
const LONG_GLANCE: usize = 4 * GLANCE;

/// Where the glance does not do, the detector reads this many bytes.
const SAMPLE: usize = 256 * 1024;

/// ASCII bytes that the detector gets on either side of a stretch beyond ASCII.
const LEAD: usize = 64;

/// Bytes decoded by the likeliest legacy encoding: by chardetng among those whose characters take several bytes, by the
/// letters of the languages among those of one byte.
///
/// What stands before the first byte beyond ASCII tells nothing, and a long ASCII beginning must not hide the encoding. A
/// glance must do where it leaves no doubt and all bytes can be decoded by what it says; else a large sample decides.
pub(super) fn detected(bytes: &[u8]) -> Decoded<'_> {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let rest = bytes.get(first.saturating_sub(LEAD)..).unwrap_or(bytes);
    let glance = at_a_glance(rest);
    let decoded = glance.decode(bytes);
    if decoded.undecoded == 0 && decoded.certainty == Certainty::Sure {
        return decoded;
    }
    let length = at_length(rest);
    if length == glance { decoded } else { length.decode(bytes) }
}

/// What bytes are guessed to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Guess {
    charset: Charset,
    certainty: Certainty,
}

impl Guess {
    const fn sure(charset: Charset) -> Self {
        Self { charset, certainty: Certainty::Sure }
    }

    fn decode(self, bytes: &[u8]) -> Decoded<'_> {
        Decoded { certainty: self.certainty, ..self.charset.decode(bytes) }
    }
}

fn at_a_glance(bytes: &[u8]) -> Guess {
    of(bytes, GLANCE, chardet_glance)
}

/// Fewer characters of several bytes may be letters with accents that follow each other by chance.
const FEW: usize = 16;

/// What a letter beyond ASCII costs at most in a text of the languages that are known, in nats.
const USUAL: f32 = 5.0;

/// So much likelier than any other, in nats, an encoding is at least that is sure.
const CLEAR: f32 = 8.0;

fn of(bytes: &[u8], limit: usize, eastern: impl FnOnce(&[u8]) -> &'static Encoding) -> Guess {
    if johab::is_it(bytes) {
        return Guess::sure(Charset::Johab);
    }
    let wide = multibyte::possible(bytes);
    let eastern = (wide > 0)
        .then(|| eastern(bytes))
        .filter(|encoding| !encoding.is_single_byte() && *encoding != UTF_8);
    let eastern = eastern.map(Charset::Standard);
    if let Some(charset) = eastern.filter(|_| wide >= FEW) {
        return Guess::sure(charset);
    }
    let single = single::guess(bytes, limit);
    let other = eastern.or(single.other);
    let is_clear = eastern.is_none() && single.lead >= CLEAR;
    if let Some(charset) = eastern.filter(|_| single.cost > USUAL) {
        return Guess { charset, certainty: Certainty::Unsure { other: single.best.name() } };
    }
    let certainty = match other {
        Some(other) if !is_clear => Certainty::Unsure { other: other.name() },
        _ => Certainty::Sure,
    };
    Guess { charset: single.best, certainty }
}

/// By the first bytes beyond ASCII and the ASCII next to them.
fn chardet_glance(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let rest = feed(&mut detector, bytes, GLANCE);
    let guess = detector.guess(None, Utf8Detection::Allow);
    if guess.is_single_byte() || rest.is_empty() {
        return guess;
    }
    feed(&mut detector, rest, LONG_GLANCE - GLANCE);
    detector.guess(None, Utf8Detection::Allow)
}

/// Feeds stretches with about `limit` bytes beyond ASCII and gives back what follows them. Of a long stretch of ASCII, only
/// the ends are fed.
fn feed<'a>(detector: &mut EncodingDetector, bytes: &'a [u8], limit: usize) -> &'a [u8] {
    let (mut rest, mut seen) = (bytes, 0);
    while seen < limit && !rest.is_empty() {
        let ascii = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
        let (before, after) = rest.split_at(ascii);
        if ascii > 2 * LEAD {
            detector.feed(before.get(..LEAD).unwrap_or_default(), false);
            detector.feed(before.get(ascii - LEAD..).unwrap_or_default(), after.is_empty());
            rest = after;
        } else {
            let beyond = after.iter().position(u8::is_ascii).unwrap_or(after.len());
            let beyond = beyond.min(limit - seen);
            let (piece, after) = rest.split_at(ascii + beyond);
            detector.feed(piece, after.is_empty());
            seen += beyond;
            rest = after;
        }
    }
    rest
}

/// By all of a large sample.
fn at_length(bytes: &[u8]) -> Guess {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    of(sample, SAMPLE, |sample| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(sample, sample.len() == bytes.len());
        detector.guess(None, Utf8Detection::Allow)
    })
}

/// Whether bytes are UTF-8 with a few faults: well-formed characters beyond ASCII outnumber malformed sequences by three to
/// one. Text in another encoding has next to no well-formed ones.
pub(super) fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad, mut left) = (0_usize, 0_usize, bytes.len());
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().bytes().filter(|&byte| byte >= 0xc0).count();
        bad += usize::from(!chunk.invalid().is_empty());
        left -= chunk.valid().len() + chunk.invalid().len();
        // A character beyond ASCII takes two bytes, so what is left cannot turn the answer. A Russian text takes 10
        // instructions a byte for this question, of 51 when all of it is read.
        if good + left / 2 <= 3 * bad {
            return false;
        }
    }
    good > 3 * bad
}

/// Whether bytes switch to a Japanese character set as ISO-2022-JP does.
pub(super) fn has_japanese_escapes(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|three| matches!(three, b"\x1b$B" | b"\x1b$@"))
}

/// Whether what was decoded as ISO-2022-JP or ISO-2022-KR is in it: at most one fault in twenty characters beyond ASCII.
pub(super) fn is_eastern(decoded: &Decoded<'_>) -> bool {
    let beyond = decoded.text.chars().filter(|character| !character.is_ascii()).count() as u64;
    beyond > 0 && decoded.undecoded * 20 <= beyond
}
