//! Which 8-bit or multi-byte encoding bytes are in, when no mark says so. It decodes nothing itself.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::Decoded;

/// So many bytes beyond ASCII decide among encodings of one byte a character.
const GLANCE: usize = 1024;

/// So many bytes beyond ASCII decide among the others, most of whose characters have two.
const LONG_GLANCE: usize = 4 * GLANCE;

/// Where the glance does not do, the detector reads this many bytes.
const SAMPLE: usize = 256 * 1024;

/// ASCII bytes that the detector gets on either side of a stretch beyond ASCII.
const LEAD: usize = 64;

/// Bytes decoded by the likeliest legacy encoding, by chardetng.
///
/// What stands before the first byte beyond ASCII tells nothing, and a long ASCII beginning must not hide the encoding. A
/// glance must do where all bytes can be decoded by what it says; else a large sample decides.
pub(super) fn detected(bytes: &[u8]) -> Decoded<'_> {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let rest = bytes.get(first.saturating_sub(LEAD)..).unwrap_or(bytes);
    // The detector runs 27 decoders side by side: some 1,300 instructions for each byte fed, where decoding takes 35.
    // 230 KB of Russian now take 61 a byte in all, before they took 1,430; 3.6 KB take 584 of 1,440.
    let guess = at_a_glance(rest);
    let decoded = super::by(guess, bytes);
    if decoded.undecoded == 0 {
        return decoded;
    }
    let sure = at_length(rest);
    if sure == guess { decoded } else { super::by(sure, bytes) }
}

/// By the first bytes beyond ASCII and the ASCII next to them.
fn at_a_glance(bytes: &[u8]) -> &'static Encoding {
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
fn at_length(rest: &[u8]) -> &'static Encoding {
    let sample = rest.get(..SAMPLE).unwrap_or(rest);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() == rest.len());
    detector.guess(None, Utf8Detection::Allow)
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

/// Whether what was decoded as ISO-2022-JP is Japanese: at most one fault in twenty characters beyond ASCII.
pub(super) fn is_japanese(decoded: &Decoded<'_>) -> bool {
    let beyond = decoded.text.chars().filter(|character| !character.is_ascii()).count() as u64;
    beyond > 0 && decoded.undecoded * 20 <= beyond
}
