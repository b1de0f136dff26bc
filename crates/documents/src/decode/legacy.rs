//! Guesses the legacy encoding of bytes without a byte order mark. The library chardetng chooses it; the rules here
//! rate the certainty.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1250, WINDOWS_1252};
use memchr::memchr_iter;

use super::{Certainty, Charset, Decoded, Decoding, multibyte};

/// Number of bytes beyond ASCII in the first sample. Small, because the detector takes 1,300 instructions per byte.
const GLANCE: usize = 1024;

/// Number of bytes in the first sample for multi-byte encodings, whose characters mostly have two bytes.
const LONG_GLANCE: usize = 4 * GLANCE;

/// Number of bytes in the large sample, which is used if the first sample gives no clear result.
const SAMPLE: usize = 256 * 1024;

/// Number of ASCII bytes fed to the detector before and after each run of bytes beyond ASCII.
const LEAD: usize = 64;

/// A guess is accepted if at most one byte in this many is malformed.
const FAULTS: u64 = 100;

/// Fewest multi-byte characters that count as evidence. Fewer could be adjacent accented letters.
const FEW: usize = 16;

/// Smallest number of bytes beyond ASCII for a sure guess. With fewer, the detector misreads 1 text in 10; with more, 1
/// in 500.
const ENOUGH: usize = 64;

/// A guess is doubtful if more than one character beyond ASCII in this many is in an implausible position.
const MISPLACED: usize = 200;

/// Decodes bytes by the likeliest legacy encoding. Sampling starts at the first byte beyond ASCII, so that a long ASCII
/// beginning does not hide the encoding.
pub(super) fn decode_legacy(bytes: &[u8]) -> Decoded<'_> {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let rest = bytes.get(first.saturating_sub(LEAD)..).unwrap_or(bytes);
    let glance = guess_encoding_from_start(rest);
    let decoded = glance.decode(bytes);
    let undecoded = decoded.decoding.undecoded;
    if undecoded == 0 {
        return decoded;
    }
    let length = guess_encoding_from_sample(rest);
    // The large sample may be wrong: the detector reads a Chinese text with a late malformed byte as a single-byte
    // encoding.
    let is_fault = !glance.encoding.is_single_byte() && length.encoding.is_single_byte();
    let is_small = undecoded * FAULTS <= bytes.len() as u64;
    if length == glance || is_fault && is_small { decoded } else { length.decode(bytes) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LegacyGuess {
    encoding: &'static Encoding,
    certainty: Certainty,
}

impl LegacyGuess {
    fn decode(self, bytes: &[u8]) -> Decoded<'_> {
        let Decoded { text, decoding } = Charset::Standard(self.encoding).decode(bytes);
        Decoded { text, decoding: Decoding { certainty: self.certainty, ..decoding } }
    }
}

fn guess_encoding_from_start(bytes: &[u8]) -> LegacyGuess {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let rest = feed_detector(&mut detector, bytes, GLANCE);
    if !detector.guess(None, Utf8Detection::Allow).is_single_byte() && !rest.is_empty() {
        feed_detector(&mut detector, rest, LONG_GLANCE - GLANCE);
    }
    guess_encoding_with_certainty(&detector, bytes)
}

fn guess_encoding_from_sample(bytes: &[u8]) -> LegacyGuess {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() == bytes.len());
    guess_encoding_with_certainty(&detector, sample)
}

fn guess_encoding_with_certainty(detector: &EncodingDetector, bytes: &[u8]) -> LegacyGuess {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let encoding = detector.guess(None, Utf8Detection::Allow);
    let sure = LegacyGuess { encoding, certainty: Certainty::Sure };
    let unsure =
        |other: &'static str| LegacyGuess { certainty: Certainty::Unsure { other }, ..sure };
    if encoding == UTF_8 {
        return sure;
    }
    if !encoding.is_single_byte() {
        return match multibyte::count_multibyte_characters(bytes) {
            0 => LegacyGuess { encoding: WINDOWS_1252, ..unsure(encoding.name()) },
            FEW.. => sure,
            _ => unsure(WINDOWS_1252.name()),
        };
    }
    let text = decode_ignoring_mark(encoding, sample);
    if looks_misdecoded(&text) {
        return unsure(likely_dos_code_page(&text));
    }
    if sample.iter().filter(|byte| !byte.is_ascii()).count() < ENOUGH {
        // With little evidence, a hint about the country can change the guess. The guess is sure if a hint of another
        // country leaves the text unchanged.
        let country: &[u8] = if encoding == WINDOWS_1250 { b"de" } else { b"pl" };
        let other = detector.guess(Some(country), Utf8Detection::Allow);
        return if decode_ignoring_mark(other, sample) == text {
            sure
        } else {
            unsure(other.name())
        };
    }
    sure
}

fn decode_ignoring_mark<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Cow<'a, str> {
    encoding.decode_without_bom_handling(bytes).0
}

/// Returns true if too many characters are in implausible positions. This happens if a DOS or Macintosh code page was
/// decoded as another one.
fn looks_misdecoded(text: &str) -> bool {
    let (mut last, mut beyond, mut misplaced) = ([' '; 2], 0, 0);
    for character in text.chars() {
        let [before, middle] = last;
        if !middle.is_ascii() {
            beyond += 1;
            let is_sign = matches!(middle, '\u{80}'..='\u{bf}' | '×' | '÷' | '\u{2010}'..='\u{2bff}')
                && !"’·ªºµ\u{ad}".contains(middle);
            let is_inside = before.is_alphabetic()
                && (character.is_alphabetic() || matches!(middle, '\u{80}'..='\u{9f}' | '‚' | '„'));
            let is_capital = middle.is_uppercase() && before.is_lowercase();
            misplaced += usize::from(is_sign && is_inside || is_capital);
        }
        last = [middle, character];
    }
    misplaced * MISPLACED > beyond
}

/// Returns the code page that a text in a wrong encoding probably has, to name in a warning.
fn likely_dos_code_page(text: &str) -> &'static str {
    let is_cyrillic = |character: &char| ('\u{400}'..'\u{500}').contains(character);
    let (letters, cyrillic) = text
        .chars()
        .filter(|one| !one.is_ascii())
        .fold((0, 0), |sums, one| (sums.0 + 1, sums.1 + usize::from(is_cyrillic(&one))));
    if 2 * cyrillic > letters { "IBM855" } else { "IBM850" }
}

/// Feeds the detector with about `limit` bytes beyond ASCII and returns the rest. Of long ASCII runs, only the ends are
/// fed.
fn feed_detector<'a>(detector: &mut EncodingDetector, bytes: &'a [u8], limit: usize) -> &'a [u8] {
    let (mut rest, mut bytes_read) = (bytes, 0);
    while bytes_read < limit && !rest.is_empty() {
        let ascii = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
        let (before, after) = rest.split_at(ascii);
        if ascii > 2 * LEAD {
            detector.feed(before.get(..LEAD).unwrap_or_default(), false);
            detector.feed(before.get(ascii - LEAD..).unwrap_or_default(), after.is_empty());
            rest = after;
        } else {
            let beyond = after.iter().position(u8::is_ascii).unwrap_or(after.len());
            let beyond = beyond.min(limit - bytes_read);
            let (piece, after) = rest.split_at(ascii + beyond);
            detector.feed(piece, after.is_empty());
            bytes_read += beyond;
            rest = after;
        }
    }
    rest
}

/// Returns true if bytes are UTF-8 with a few malformed sequences. Either well-formed characters beyond ASCII
/// outnumber malformed sequences by 3 to 1, or long spans of UTF-8 contain most bytes beyond ASCII, as in files of
/// two encodings.
pub(super) fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad, mut remaining) = (0_usize, 0_usize, bytes.len());
    let (mut stretched, mut other) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        let characters = chunk.valid().bytes().filter(|&byte| byte >= 0xc0).count();
        let beyond = chunk.valid().bytes().filter(|byte| !byte.is_ascii()).count();
        good += characters;
        bad += usize::from(!chunk.invalid().is_empty());
        *if characters >= FEW { &mut stretched } else { &mut other } += beyond;
        other += chunk.invalid().len();
        remaining -= chunk.valid().len() + chunk.invalid().len();
        // Stops early: a character beyond ASCII takes at least two bytes, so the rest cannot change the result.
        if good + remaining / 2 <= 3 * bad && stretched + remaining <= other {
            return false;
        }
    }
    good > 3 * bad || stretched > other
}

/// Returns true if bytes are EBCDIC, in which a blank is the byte of `@` in ASCII.
pub(super) fn is_ebcdic(bytes: &[u8]) -> bool {
    !bytes.contains(&b' ') && 20 * memchr_iter(b'@', bytes).count() > bytes.len()
}

pub(super) fn has_japanese_escapes(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|three| matches!(three, b"\x1b$B" | b"\x1b$@"))
}

/// Returns true if decoding as ISO-2022-JP gave at most 1 malformed byte per 20 characters beyond ASCII.
pub(super) fn is_east_asian(decoded: &Decoded<'_>) -> bool {
    let beyond = decoded.text.chars().filter(|character| !character.is_ascii()).count() as u64;
    beyond > 0 && decoded.decoding.undecoded * 20 <= beyond
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::decode::{Certainty, Charset, Decoded, decode};

    fn text_in(language: &str) -> String {
        let mut lines =
            include_str!("legacy.txt").lines().map(|line| line.split_once(' ').unwrap());
        lines.find_map(|(name, text)| (name == language).then(|| format!("{text}\n"))).unwrap()
    }

    fn bytes(text: &str, label: &str) -> Vec<u8> {
        match Charset::from_label(label).unwrap() {
            Charset::Standard(encoding) => {
                let (bytes, _, lossy) = encoding.encode(text);
                assert!(!lossy, "{label}: {text}");
                bytes.into_owned()
            }
            Charset::Page(page) => {
                let high = &page.high;
                let byte = |character: char| {
                    let at = high.iter().position(|other| *other == character);
                    at.map_or_else(|| u8::try_from(character).unwrap(), |at| at as u8 + 0x80)
                };
                text.chars().map(byte).collect()
            }
        }
    }

    #[test]
    fn a_text_is_read_as_it_was_or_the_encoding_is_unsure() {
        let mut right = 0;
        let cyrillic: &[&str] = &["windows-1251", "iso-8859-5"];
        let central: &[&str] = &["windows-1250", "iso-8859-2"];
        for (language, labels) in [
            ("russian", cyrillic),
            ("russian", &["koi8-r", "ibm866"]),
            ("ukrainian", cyrillic),
            ("ukrainian", &["koi8-u"]),
            ("bulgarian", cyrillic),
            ("serbian", cyrillic),
            ("polish", central),
            ("czech", central),
            ("hungarian", central),
            ("romanian", central),
            ("german", &["windows-1252"]),
            ("french", &["windows-1252"]),
            ("spanish", &["windows-1252"]),
            ("portuguese", &["windows-1252"]),
            ("danish", &["windows-1252"]),
            ("greek", &["windows-1253", "iso-8859-7"]),
            ("turkish", &["windows-1254"]),
            ("hebrew", &["windows-1255", "iso-8859-8"]),
            ("arabic", &["windows-1256", "iso-8859-6"]),
            ("lithuanian", &["windows-1257", "iso-8859-13"]),
            ("vietnamese", &["windows-1258"]),
            ("korean", &["euc-kr"]),
            ("chinese", &["gbk"]),
        ] {
            let text = &*text_in(language);
            for label in labels {
                let bytes = bytes(text, label);
                let charset = Charset::from_label(label).unwrap();
                assert_eq!(decode(&bytes, Some(charset)).unwrap().text, text, "forced {label}");
                let Decoded { text: read, decoding } = decode(&bytes, None).unwrap();
                assert!(read == text || decoding.certainty != Certainty::Sure, "{label}");
                right += u32::from(read == text);
            }
        }
        assert_eq!(right, 34);
    }

    #[test]
    fn pages_of_dos_and_macintosh_are_read_where_they_are_named() {
        for (language, labels) in [
            ("russian", &["ibm855", "ibm1125", "x-mac-cyrillic"][..]),
            ("polish", &["ibm852", "x-mac-ce"]),
            ("german", &["ibm437", "ibm850", "macintosh"]),
            ("danish", &["ibm865"]),
            ("greek", &["ibm737", "x-mac-greek"]),
            ("turkish", &["ibm857", "x-mac-turkish"]),
            ("hebrew", &["ibm862"]),
            ("lithuanian", &["ibm775"]),
        ] {
            let text = &*text_in(language);
            for label in labels {
                let bytes = bytes(text, label);
                let named = decode(&bytes, Charset::from_label(label)).unwrap();
                assert_eq!((&*named.text, named.decoding.undecoded), (text, 0), "{label}");
                let guessed = decode(&bytes, None).unwrap();
                let is_seen = guessed.text == text || guessed.decoding.certainty != Certainty::Sure;
                assert!(is_seen || *label == "ibm862", "{label} as {}", guessed.decoding.encoding);
            }
        }
    }

    /// Sentences of the Korean text in Johab and of the Vietnamese in VISCII and TCVN. This crate decodes none of these.
    #[test]
    fn what_is_taken_for_another_encoding_is_unsure() {
        let johab = b"\x93j\xb7e \xa4\x95\xaca\x89\xb7\xb7e \xb4a\xc3\xb1\xa0a\x94a \xa6\x81\x96\x81\xb5A \xb7\xb6\x93e \xa4\x81\x9fi \xadA\xb4\xf6\x93e\x95A, \xb8\xe1\x91b\xa5\xa1\x94a \xb4\xe5\xb9A\x90a \xd0e \xc0\xe2\xb7\xa1 \x94\xe1 \xa0g\xb4v\x94a. \xaca\x9cq\x97i\xb7\xa1 \xa3\xa8\xbb\xa1 \xb4g\xb7i \x88\xf5\xb7i \xb4i\x89\xa1 \xb7\xb6\xb4\xf6\x8b\xa1 \x98\x81\xa2\x85\xb7\xa1\x94a.";
        let viscii = b"\xd4ng l\xe1i \xf0\xf2 gi\xe0 m\xb2i bu\xb1i s\xe1ng \xf0\xabu \xf0\xaam nh\xe6ng chi\xaac thuy\xabn \xb7 b\xaan, v\xe0 l\xa5n n\xe0o c\xfbng th\xa4y nhi\xabu h\xbdn bu\xb1i t\xafi m\xb5t chi\xaac. \xd4ng kh\xf4ng n\xf3i \xf0i\xabu \xf0\xf3 v\xbei ai, v\xec bi\xaat r\xa2ng ng\xdf\xb6i ta s\xa8 kh\xf4ng tin. ";
        let tcvn = b"\xa4ng l\xb8i \xae\xdf gi\xb5 m\xe7i bu\xe6i s\xb8ng \xae\xd2u \xae\xd5m nh\xf7ng chi\xd5c thuy\xd2n \xeb b\xd5n, v\xb5 l\xc7n n\xb5o c\xf2ng th\xcay nhi\xd2u h\xacn bu\xe6i t\xe8i m\xe9t chi\xd5c. \xa4ng kh\xabng n\xe3i \xaei\xd2u \xae\xe3 v\xedi ai, v\xd7 bi\xd5t r\xbbng ng\xad\xeai ta s\xcf kh\xabng tin. ";
        for sentence in [&johab[..], viscii, tcvn] {
            let bytes = sentence.repeat(8);
            let decoded = decode(&bytes, None).unwrap();
            assert!(decoded.decoding.certainty != Certainty::Sure, "{decoded:?}");
        }
    }

    #[test]
    fn a_name_among_english_words_is_read_and_what_is_near_is_named() {
        let text =
            "The café at the corner was closed, as it had been on every Sunday of that year.\n";
        let decoded = decode(b"The caf\xe9 at the corner was closed.\n", None).unwrap();
        assert_eq!(decoded.text, "The café at the corner was closed.\n");
        for label in ["windows-1252", "ibm850", "macintosh"] {
            let bytes = bytes(text, label);
            let Decoded { text: read, decoding } = decode(&bytes, None).unwrap();
            assert!(read == text || decoding.certainty != Certainty::Sure, "{label}");
        }
    }

    #[test]
    fn a_fault_far_behind_makes_no_other_encoding_of_it() {
        let chinese = &*text_in("chinese");
        let long = bytes(&chinese.repeat(60), "gbk");
        let faulty = [long, b"\xff\xff ".to_vec(), bytes(chinese, "gbk")].concat();
        let decoded = decode(&faulty, None).unwrap();
        assert!(decoded.text.starts_with(chinese) && decoded.text.ends_with(chinese));
        assert_eq!(decoded.decoding.undecoded, 2);
    }

    proptest! {
        #[test]
        fn any_bytes_beyond_ascii_are_read_in_some_way(
            bytes in prop::collection::vec(prop_oneof![0x20_u8..0x7f, 0x80_u8..], 0..400),
        ) {
            let decoded = decode(&bytes, None);
            prop_assert!(decoded.is_err() || decoded.is_ok_and(|text| text.decoding.undecoded <= bytes.len() as u64));
            for label in ["ibm855", "ibm857"] {
                let decoded = decode(&bytes, Charset::from_label(label)).unwrap();
                prop_assert!(decoded.decoding.undecoded <= bytes.len() as u64 * 2, "{}", label);
            }
        }
    }
}
