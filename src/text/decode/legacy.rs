//! Which 8-bit or multi-byte encoding bytes are in, when no mark says so. It decodes nothing itself.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::Decoded;

/// The detector reads this many bytes.
const SAMPLE: usize = 256 * 1024;

/// ASCII bytes that the detector gets before the first byte beyond ASCII.
const LEAD: usize = 64;

/// The likeliest legacy encoding, by chardetng.
///
/// The sample begins just before the first byte beyond ASCII: what stands before it tells nothing, and a long ASCII
/// beginning must not hide it.
pub(super) fn detect(bytes: &[u8]) -> &'static Encoding {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let rest = bytes.get(first.saturating_sub(LEAD)..).unwrap_or(bytes);
    let sample = rest.get(..SAMPLE).unwrap_or(rest);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() == rest.len());
    detector.guess(None, Utf8Detection::Allow)
}

/// Whether bytes are UTF-8 with a few faults: well-formed characters beyond ASCII outnumber malformed sequences by three to
/// one. Text in another encoding has next to no well-formed ones.
pub(super) fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > 3 * bad
}

/// Whether bytes switch to a Japanese character set as ISO-2022-JP does.
pub(super) fn has_japanese_escapes(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|three| matches!(three, b"\x1b$B" | b"\x1b$@"))
}

/// Whether what was decoded as ISO-2022-JP is Japanese: at most one fault in twenty characters beyond ASCII.
pub(super) fn is_japanese(decoded: &Decoded) -> bool {
    let beyond = decoded.text.chars().filter(|character| !character.is_ascii()).count() as u64;
    beyond > 0 && decoded.undecoded * 20 <= beyond
}
