//! Johab, an old encoding of Korean. The first of two bytes has its high bit set, and three fields of five bits hold
//! the letters of a syllable. Text in Johab is recognised by frequent syllables.

use encoding_rs::EUC_KR;

use super::{Certainty, Decoded};

/// The name of the encoding.
pub(super) const NAME: &str = "Johab";

/// The number of bytes beyond ASCII that decide.
const SAMPLE: usize = 1024;

/// With fewer syllables nothing is decided.
const FEWEST: usize = 6;

/// The letters that can begin a syllable, by their numbers.
const INITIALS: [char; 19] = [
    'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ',
    'ㅌ', 'ㅍ', 'ㅎ',
];

/// The letters that can end a syllable, by their numbers. 0 means no letter.
const FINALS: [char; 28] = [
    '\u{fffd}', 'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ',
    'ㅀ', 'ㅁ', 'ㅂ', 'ㅄ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];

/// The content of a five-bit field: the fill code, which means no letter, or the number of a letter.
#[derive(Clone, Copy)]
enum JohabField {
    Fill,
    Letter(u32),
}

fn initial(bits: u32) -> Option<JohabField> {
    match bits {
        1 => Some(JohabField::Fill),
        2..=20 => Some(JohabField::Letter(bits - 2)),
        _ => None,
    }
}

fn medial(bits: u32) -> Option<JohabField> {
    Some(match bits {
        2 => JohabField::Fill,
        3..=7 => JohabField::Letter(bits - 3),
        10..=15 => JohabField::Letter(bits - 5),
        18..=23 => JohabField::Letter(bits - 7),
        26..=29 => JohabField::Letter(bits - 9),
        _ => return None,
    })
}

fn last(bits: u32) -> Option<JohabField> {
    Some(match bits {
        1 => JohabField::Fill,
        2..=17 => JohabField::Letter(bits - 1),
        19..=29 => JohabField::Letter(bits - 2),
        _ => return None,
    })
}

/// The character of two bytes.
fn character(lead: u8, trail: u8) -> Option<char> {
    match lead {
        0x84..=0xd3 => hangul(u32::from(lead) << 8 | u32::from(trail)),
        0xd9..=0xde | 0xe0..=0xf9 => other(lead, trail),
        _ => None,
    }
}

fn hangul(code: u32) -> Option<char> {
    let fields = (initial(code >> 10 & 31)?, medial(code >> 5 & 31)?, last(code & 31)?);
    match fields {
        (JohabField::Letter(initial), JohabField::Letter(medial), last) => {
            let last = if let JohabField::Letter(last) = last { last } else { 0 };
            // Unicode, section 3.12: 21 letters in the middle, 28 at the end with none.
            char::from_u32(0xac00 + (initial * 21 + medial) * 28 + last)
        }
        (JohabField::Letter(initial), JohabField::Fill, JohabField::Fill) => {
            INITIALS.get(initial as usize).copied()
        }
        (JohabField::Fill, JohabField::Letter(medial), JohabField::Fill) => {
            char::from_u32(0x314f + medial)
        }
        (JohabField::Fill, JohabField::Fill, JohabField::Letter(last)) => {
            FINALS.get(last as usize).copied()
        }
        _ => None,
    }
}

/// Signs and Chinese characters are in the order of KS X 1001, with two of its rows for each first byte.
fn other(lead: u8, trail: u8) -> Option<char> {
    let column = match trail {
        0x31..=0x7e => trail - 0x31,
        0x91..=0xfe => trail - 0x43,
        _ => return None,
    };
    let first = if lead < 0xe0 { 2 * (lead - 0xd9) } else { 2 * (lead - 0xe0) + 41 };
    let (row, column) = if column < 94 { (first, column) } else { (first + 1, column - 94) };
    let pair = [row + 0xa1, column + 0xa1];
    let text = EUC_KR.decode_without_bom_handling_and_without_replacement(&pair)?;
    text.chars().next()
}

/// Decodes Johab. Bytes that are not a character are replaced.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'static> {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let mut undecoded = 0;
    let mut rest = bytes;
    while let Some((&lead, behind)) = rest.split_first() {
        rest = behind;
        if lead.is_ascii() {
            text.push(char::from(lead));
            continue;
        }
        let found =
            rest.split_first().and_then(|(&trail, behind)| Some((character(lead, trail)?, behind)));
        if let Some((character, behind)) = found {
            text.push(character);
            rest = behind;
        } else {
            undecoded += 1;
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    text.shrink_to_fit();
    Decoded { text: text.into(), encoding: NAME, undecoded, certainty: Certainty::Sure }
}

/// Whether bytes are Johab: nineteen in twenty characters beyond ASCII are among the 2,350 syllables of KS X 1001,
/// which are nearly all that Korean uses. Random bytes would spread over all 11,172.
pub(super) fn is_it(bytes: &[u8]) -> bool {
    let (mut seen, mut usual, mut odd, mut stuck) = (0_usize, 0_usize, 0_usize, 0_usize);
    let (mut rest, mut last) = (bytes, b' ');
    while let Some((&lead, behind)) = rest.split_first() {
        rest = behind;
        if lead.is_ascii() {
            last = lead;
            continue;
        }
        if seen >= SAMPLE / 2 {
            break;
        }
        seen += 1;
        // For example in words with an accent.
        stuck += usize::from(last.is_ascii_alphabetic());
        last = b' ';
        let Some((&trail, behind)) = rest.split_first() else { break };
        rest = behind;
        match character(lead, trail) {
            Some(syllable @ '가'..='힣') if is_usual(syllable) => usual += 1,
            Some('가'..='힣') | None => odd += 1,
            Some(_) => {}
        }
        if odd > 4 && odd * 8 > seen {
            return false;
        }
    }
    usual >= FEWEST && usual * 4 >= seen * 3 && odd * 20 <= seen && stuck * 4 <= seen
}

/// Whether KS X 1001 contains a syllable. EUC-KR writes such a syllable with two high bytes, and others by an
/// extension.
fn is_usual(syllable: char) -> bool {
    let mut buffer = [0; 4];
    let (bytes, _, _) = EUC_KR.encode(syllable.encode_utf8(&mut buffer));
    matches!(*bytes, [0xb0..=0xc8, 0xa1..=0xfe])
}
