//! What tells binary data from text. It decodes nothing.

use crate::text::decode::{Decoded, NotText};

/// Controls are counted in this many bytes from the beginning.
const SAMPLE: usize = 64 * 1024;

/// By a NUL byte, of which text other than UTF-16 and UTF-32 has none.
pub(super) fn by_nul(bytes: &[u8]) -> NotText {
    NotText::Nul(bytes.iter().position(|&byte| byte == 0).unwrap_or(0))
}

/// By control characters among bytes that are not UTF-8: more than one in 20. Random bytes have one in nine.
pub(super) fn by_controls(bytes: &[u8]) -> Option<NotText> {
    too_many(bytes, 20)
}

/// By control characters among bytes that are valid UTF-8, which chance hardly ever makes: more than one in 3.
pub(super) fn by_controls_in_utf8(bytes: &[u8]) -> Option<NotText> {
    too_many(bytes, 3)
}

/// Whether no byte is a control other than tab, line feed, form feed and carriage return: neither NUL nor escape, and none
/// that [`by_controls`] counts.
pub(super) fn has_no_controls(bytes: &[u8]) -> bool {
    // Blocks without a way out inside become vector instructions.
    let (blocks, rest) = bytes.as_chunks::<128>();
    let is_clean = |block: &[u8]| !block.iter().fold(false, |any, &byte| any | is_rare(byte));
    blocks.iter().all(|block| is_clean(block)) && is_clean(rest)
}

const fn is_rare(byte: u8) -> bool {
    byte < 0x20 && byte.wrapping_sub(b'\t') > 4 || byte == 0xb || byte == 0x7f
}

fn too_many(bytes: &[u8], share: usize) -> Option<NotText> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let controls = sample.iter().filter(|&&byte| is_control(byte)).count();
    let bytes = sample.len();
    (controls * share > bytes).then_some(NotText::Controls { controls, bytes })
}

/// Controls that text does not use: tab, line ends, form feed, backspace, escape and the old end-of-file mark are not
/// among them.
const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=7 | 0xb | 0xe..=0x19 | 0x1c..=0x1f | 0x7f)
}

/// By what was lost: bytes behind a byte order mark of which more than one in four could not be decoded, or that hold
/// more than one NUL in eight characters, had that mark by chance.
pub(super) fn by_loss(decoded: &Decoded<'_>, length: usize) -> Option<NotText> {
    let nuls = decoded.text.bytes().filter(|&byte| byte == 0).count();
    let lossy = decoded.undecoded > 4 && decoded.undecoded * 4 > length as u64;
    let hollow = nuls > 4 && nuls * 8 > decoded.text.len();
    (lossy || hollow).then_some(NotText::Mark(decoded.encoding))
}
