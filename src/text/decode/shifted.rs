//! ISO-2022-KR and HZ, which write Korean and Chinese in ASCII bytes: they shift to a two-byte set and back. They are
//! decoded through EUC-KR and GBK, where the same characters have the high bit set in both bytes.

use encoding_rs::{EUC_KR, Encoding, GBK};

use super::Decoded;

/// The name of ISO-2022-KR, as IANA registered it.
pub(super) const ISO_2022_KR: &str = "ISO-2022-KR";

/// The name of HZ, as IANA registered it.
pub(super) const HZ: &str = "HZ-GB-2312";

/// The escape sequence that selects KS X 1001 as the set to shift to.
const DESIGNATION: &[u8] = b"\x1b$)C";

const SHIFT_OUT: u8 = 0x0e;
const SHIFT_IN: u8 = 0x0f;

/// HZ is looked for in this many bytes from the beginning.
const GLANCE: usize = 1024;

/// Whether ASCII bytes shift as in ISO-2022-KR.
pub(super) fn has_korean_shifts(bytes: &[u8]) -> bool {
    bytes.windows(DESIGNATION.len()).any(|four| four == DESIGNATION) && bytes.contains(&SHIFT_OUT)
}

/// Whether bytes may be HZ: ASCII that opens a stretch of Chinese near the beginning.
pub(super) fn may_be_hz(bytes: &[u8]) -> bool {
    let sample = bytes.get(..GLANCE).unwrap_or(bytes);
    sample.contains(&b'~') && sample.windows(2).any(|two| two == b"~{") && bytes.is_ascii()
}

/// Decodes ISO-2022-KR.
pub(super) fn korean(bytes: &[u8]) -> Decoded<'static> {
    let mut shifted = false;
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            SHIFT_OUT => shifted = true,
            SHIFT_IN => shifted = false,
            0x1b if rest.starts_with(DESIGNATION.get(1..).unwrap_or_default()) => {
                rest = rest.get(DESIGNATION.len() - 1..).unwrap_or_default();
            }
            b'\n' => {
                // A shift ends with its line.
                shifted = false;
                out.push(byte);
            }
            0x21..=0x7e if shifted => out.push(byte | 0x80),
            _ => out.push(byte),
        }
    }
    by(EUC_KR, ISO_2022_KR, &out)
}

/// Decodes HZ.
pub(super) fn chinese(bytes: &[u8]) -> Decoded<'static> {
    let mut shifted = false;
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        let next = rest.first().copied();
        match (byte, next) {
            (b'~', Some(b'{')) if !shifted => shifted = true,
            (b'~', Some(b'}')) if shifted => shifted = false,
            (b'~', Some(b'~')) if !shifted => out.push(b'~'),
            (b'~', Some(b'\n')) if !shifted => {}
            (0x21..=0x7d, Some(second @ 0x21..=0x7e)) if shifted => {
                out.extend([byte | 0x80, second | 0x80]);
            }
            _ => {
                // A shift ends with its line.
                shifted &= byte != b'\n';
                out.push(byte);
                continue;
            }
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    by(GBK, HZ, &out)
}

fn by(encoding: &'static Encoding, name: &'static str, bytes: &[u8]) -> Decoded<'static> {
    let Decoded { text, undecoded, certainty, .. } = super::by(encoding, bytes);
    Decoded { text: text.into_owned().into(), encoding: name, undecoded, certainty }
}

/// Whether text decoded as HZ is Chinese: it has no fault, and three in four characters beyond ASCII are frequent ones
/// (the first half of GB 2312) or signs.
pub(super) fn is_chinese(decoded: &Decoded<'_>) -> bool {
    let (mut all, mut usual) = (0_usize, 0_usize);
    let mut buffer = [0; 4];
    for character in decoded.text.chars().filter(|character| !character.is_ascii()) {
        all += 1;
        let (bytes, _, _) = GBK.encode(character.encode_utf8(&mut buffer));
        usual += usize::from(matches!(*bytes, [0xa1..=0xa3 | 0xb0..=0xd7, 0xa1..=0xfe]));
    }
    all >= 2 && decoded.undecoded == 0 && usual * 4 >= all * 3
}
