//! Recognises UTF-16 and UTF-32 without a byte order mark, and decodes UTF-32.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::{Certainty, Decoded};

const SAMPLE: usize = 64 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wide {
    Utf16(&'static Encoding),
    Utf32(ByteOrder),
}

/// Splits bytes after a UTF-32 byte order mark.
///
/// `FF FE 00 00` can also be UTF-16 that begins with NUL. Length and sample must fit UTF-32.
pub(super) fn strip_utf32_mark(bytes: &[u8]) -> Option<(ByteOrder, &[u8])> {
    let (order, rest) = match bytes.strip_prefix(b"\xff\xfe\0\0") {
        Some(rest) => (ByteOrder::Little, rest),
        None => (ByteOrder::Big, bytes.strip_prefix(b"\0\0\xfe\xff")?),
    };
    looks_like_utf32(rest, order).then_some((order, rest))
}

/// Guesses the encoding of bytes that contain NUL: UTF-16, UTF-32 or `None`.
pub(super) fn guess_encoding(bytes: &[u8]) -> Option<Wide> {
    for order in [ByteOrder::Little, ByteOrder::Big] {
        if bytes.len() >= 8 && looks_like_utf32(bytes, order) {
            return Some(Wide::Utf32(order));
        }
    }
    let little = count_evidence_for_utf16(bytes, ByteOrder::Little);
    let big = count_evidence_for_utf16(bytes, ByteOrder::Big);
    match (little, big) {
        (Some(left), Some(right)) if right > left => Some(Wide::Utf16(UTF_16BE)),
        (Some(_), _) => Some(Wide::Utf16(UTF_16LE)),
        (None, Some(_)) => Some(Wide::Utf16(UTF_16BE)),
        (None, None) => None,
    }
}

/// Counts blanks and ASCII letters of bytes read as UTF-16. `None` if the result is not text.
///
/// Text has no unpaired surrogate and no control character. Nearly every character is a letter, digit, blank or common
/// punctuation. Every 200 units contain a blank, or nine of ten units have a zero byte on the same side. Binary data
/// fails because of its zero units, and 8-bit text contains no NUL.
fn count_evidence_for_utf16(bytes: &[u8], order: ByteOrder) -> Option<usize> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let (pairs, _) = sample.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| match order {
        ByteOrder::Little => u16::from_le_bytes(*pair),
        ByteOrder::Big => u16::from_be_bytes(*pair),
    };
    let (mut total, mut bad, mut odd, mut blank, mut latin) = (0_usize, 0, 0, 0, 0);
    for character in char::decode_utf16(pairs.iter().map(unit)) {
        total += 1;
        match character.map_or(WideKind::Bad, classify_character) {
            WideKind::Bad => bad += 1,
            WideKind::Odd => odd += 1,
            WideKind::Blank => blank += 1,
            WideKind::Latin => latin += 1,
            WideKind::Other => {}
        }
    }
    // A malformed unit, or an end within a unit or pair, is accepted only in a long file.
    let whole = bytes.len().is_multiple_of(2) || total >= 32;
    let clean = bad * 1000 <= total && odd * 20 <= total;
    let readable = blank * 200 >= total.max(1) && blank > 0 || (blank + latin) * 10 >= total * 9;
    (total >= 2 && whole && clean && readable).then_some(blank + latin)
}

fn looks_like_utf32(bytes: &[u8], order: ByteOrder) -> bool {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let (units, _) = sample.as_chunks::<4>();
    bytes.len().is_multiple_of(4)
        && units.iter().all(|unit| {
            decode_utf32_unit(*unit, order)
                .is_some_and(|character| !matches!(classify_character(character), WideKind::Bad))
        })
}

enum WideKind {
    /// A control character, noncharacter or other character that text never contains.
    Bad,
    /// A character other than letters, digits and common punctuation.
    Odd,
    /// A blank, line end, ideographic comma or ideographic full stop.
    Blank,
    Latin,
    Other,
}

fn classify_character(character: char) -> WideKind {
    let code = u32::from(character);
    match character {
        ' ' | '\n' | '\r' | '\t' | '\u{3000}'..='\u{3002}' => WideKind::Blank,
        '\u{c}' | '\u{1a}' | '\u{1b}' | '\u{feff}' => WideKind::Other,
        control if control.is_control() || code & 0xfffe == 0xfffe => WideKind::Bad,
        '\u{20}'..='\u{ff}' => WideKind::Latin,
        '\u{300}'..='\u{36f}'
        | '\u{2000}'..='\u{206f}'
        | '\u{3003}'..='\u{303f}'
        | '\u{ff00}'..='\u{ffef}' => WideKind::Other,
        other if other.is_alphanumeric() => WideKind::Other,
        _ => WideKind::Odd,
    }
}

fn decode_utf32_unit(unit: [u8; 4], order: ByteOrder) -> Option<char> {
    char::from_u32(match order {
        ByteOrder::Little => u32::from_le_bytes(unit),
        ByteOrder::Big => u32::from_be_bytes(unit),
    })
}

/// Decodes UTF-32. Invalid units, and an incomplete unit at the end, become U+FFFD.
pub(super) fn decode_utf32(bytes: &[u8], order: ByteOrder) -> Decoded<'static> {
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut undecoded = 0;
    let (units, rest) = bytes.as_chunks::<4>();
    for unit in units {
        text.push(decode_utf32_unit(*unit, order).unwrap_or_else(|| {
            undecoded += 4;
            char::REPLACEMENT_CHARACTER
        }));
    }
    if !rest.is_empty() {
        undecoded += rest.len() as u64;
        text.push(char::REPLACEMENT_CHARACTER);
    }
    let encoding = match order {
        ByteOrder::Little => "UTF-32LE",
        ByteOrder::Big => "UTF-32BE",
    };
    Decoded { text: text.into(), encoding, undecoded, certainty: Certainty::Sure }
}
