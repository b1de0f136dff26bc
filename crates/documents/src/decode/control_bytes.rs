use crate::{decode::Decoded, decode::Decoding, extracted::Unreadable};

/// Number of leading bytes in which control characters are counted.
const SAMPLE: usize = 64 * 1024;

/// Returns the error for a NUL byte. Only UTF-16 text contains NUL, so other bytes with NUL are binary.
pub(super) fn nul_error(bytes: &[u8]) -> Unreadable {
    let at = bytes.iter().position(|&byte| byte == 0).unwrap_or(0);
    Unreadable::binary_error(format_args!("a NUL byte at offset {at}"))
}

/// Returns true if the only control characters are tab, line feed, form feed and carriage return.
pub(super) fn has_no_control_characters(bytes: &[u8]) -> bool {
    // A loop without an early exit compiles to vector instructions.
    let (blocks, rest) = bytes.as_chunks::<128>();
    let is_clean = |block: &[u8]| {
        !block.iter().fold(false, |any, &byte| any | is_rare_control_character(byte))
    };
    blocks.iter().all(|block| is_clean(block)) && is_clean(rest)
}

const fn is_rare_control_character(byte: u8) -> bool {
    byte < 0x20 && byte.wrapping_sub(b'\t') > 4 || byte == 0xb || byte == 0x7f
}

/// Returns an error if more than 1 byte in `share` is a control character.
pub(super) fn check_control_characters(bytes: &[u8], share: usize) -> Option<Unreadable> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let controls = sample.iter().filter(|&&byte| is_control_character(byte)).count();
    let bytes = sample.len();
    (controls * share > bytes).then(|| {
        Unreadable::binary_error(format_args!(
            "{controls} control characters in the first {bytes} bytes"
        ))
    })
}

/// Returns true for control characters that text never contains. Tab, line ends, form feed, backspace, escape and the
/// old end-of-file mark may occur in text.
const fn is_control_character(byte: u8) -> bool {
    matches!(byte, 0..=7 | 0xb | 0xe..=0x19 | 0x1c..=0x1f | 0x7f)
}

/// Rejects bytes that begin with a byte order mark by chance: more than 1 byte in 4 is malformed, or more than 1
/// character in 8 is NUL.
pub(super) fn check_false_byte_order_mark(
    decoded: &Decoded<'_>,
    length: usize,
) -> Option<Unreadable> {
    let nuls = decoded.text.bytes().filter(|&byte| byte == 0).count();
    let Decoding { undecoded, encoding, .. } = decoded.decoding;
    let lossy = undecoded > 4 && undecoded * 4 > length as u64;
    let hollow = nuls > 4 && nuls * 8 > decoded.text.len();
    let what = format_args!("starts like {encoding} but is not");
    (lossy || hollow).then(|| Unreadable::binary_error(what))
}
