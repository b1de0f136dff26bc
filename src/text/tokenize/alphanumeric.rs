//! Which characters are letters or digits.

use std::sync::atomic::{AtomicU8, Ordering};

/// What is known of four characters each, up to U+FFFF: two bits for one.
static KNOWN: [AtomicU8; 0x4000] = [const { AtomicU8::new(UNKNOWN) }; 0x4000];

const UNKNOWN: u8 = 0;
const NO: u8 = 1;
const YES: u8 = 2;

/// [`char::is_alphanumeric`], remembered: for many scripts that adds up hundreds of numbers, which made half of the
/// instructions for Thai.
#[inline]
pub(super) fn is_alphanumeric(character: char) -> bool {
    // Ideographs and Korean syllables are too many to be asked about one by one.
    if matches!(character, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}') {
        return true;
    }
    let Some((four, shift)) = place(character) else { return character.is_alphanumeric() };
    match four.load(Ordering::Relaxed) >> shift & 3 {
        UNKNOWN => find_out(character),
        known => known == YES,
    }
}

#[cold]
fn find_out(character: char) -> bool {
    let found = character.is_alphanumeric();
    if let Some((four, shift)) = place(character) {
        // Whoever finds it out at the same time finds the same.
        four.fetch_or((if found { YES } else { NO }) << shift, Ordering::Relaxed);
    }
    found
}

#[inline]
fn place(character: char) -> Option<(&'static AtomicU8, u32)> {
    let code = u32::from(character);
    Some((KNOWN.get(code as usize / 4)?, code % 4 * 2))
}

#[cfg(test)]
mod tests {
    use super::is_alphanumeric;

    #[test]
    fn every_character_is_what_the_standard_library_says_the_first_time_and_the_second() {
        for _ in 0..2 {
            for character in '\0'..=char::MAX {
                assert_eq!(
                    is_alphanumeric(character),
                    character.is_alphanumeric(),
                    "{character:?}"
                );
            }
        }
    }
}
