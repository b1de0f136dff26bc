use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

const SAMPLE: usize = 64 * 1024;

/// Guesses the byte order of UTF-16 without a byte order mark, or returns `None` for other bytes.
pub(super) fn guess_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let little = count_evidence_for_utf16(bytes, u16::from_le_bytes);
    let big = count_evidence_for_utf16(bytes, u16::from_be_bytes);
    let guess = if big > little { UTF_16BE } else { UTF_16LE };
    little.max(big).map(|_| guess)
}

/// Counts blanks and ASCII letters of bytes read as UTF-16. `None` if the result is not text.
///
/// Text has no unpaired surrogate and no control character. Nearly every character is a letter, digit, blank or common
/// punctuation. Every 200 units contain a blank, or nine of ten units have a zero byte on the same side.
fn count_evidence_for_utf16(bytes: &[u8], to_unit: fn([u8; 2]) -> u16) -> Option<usize> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let (pairs, _) = sample.as_chunks::<2>();
    let mut counts = [0_usize; 5];
    for character in char::decode_utf16(pairs.iter().map(|pair| to_unit(*pair))) {
        counts[character.map_or(WideKind::Bad, classify_character) as usize] += 1;
    }
    let [bad, odd, blank, latin, _] = counts;
    let total: usize = counts.iter().sum();
    // A malformed unit, or an end within a unit or pair, is accepted only in a long file.
    let whole = bytes.len().is_multiple_of(2) || total >= 32;
    let clean = bad * 1000 <= total && odd * 20 <= total;
    let readable = blank * 200 >= total.max(1) && blank > 0 || (blank + latin) * 10 >= total * 9;
    (total >= 2 && whole && clean && readable).then_some(blank + latin)
}

/// Kinds of characters, in the order of the counts in [`count_evidence_for_utf16`].
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
