//! Decodes bytes to text: byte order marks, UTF-8, UTF-16, and legacy encodings, detected or forced.

pub(crate) mod control_bytes;
mod legacy;
mod multibyte;
pub(crate) mod pages;
mod wide;

use std::borrow::Cow;

use crate::extracted::Unreadable;
use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use pages::CodePage;
use simdutf8::basic::from_utf8;

const PIECE: usize = 4096;

/// An encoding with its label for `--encoding`, such as `windows-1251`, `koi8-r` or `ibm855`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    Standard(&'static Encoding),
    Page(&'static CodePage),
}

impl Charset {
    /// Returns the encoding of a label, ignoring case and surrounding blanks.
    ///
    /// `None` for unknown labels and for obsolete or unsafe encodings (`utf-7`, `iso-2022-kr`, …).
    pub fn from_label(label: &str) -> Option<Self> {
        let label = label.trim().to_ascii_lowercase();
        let standard = Encoding::for_label_no_replacement(label.as_bytes()).map(Self::Standard);
        standard.or_else(|| CodePage::find_by_label(&label).map(Self::Page))
    }

    /// Name in the Encoding Standard, or else in IANA's registry.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard(encoding) => encoding.name(),
            Self::Page(page) => page.name,
        }
    }

    fn decode(self, bytes: &[u8]) -> Decoded<'_> {
        match self {
            Self::Standard(encoding) => decode_as(encoding, bytes),
            Self::Page(page) => page.decode(bytes),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// The encoding was forced, or proven by a byte order mark or well-formed UTF-8. Or it is much likelier than any
    /// other encoding with different letters.
    Sure,
    /// Another encoding is nearly as likely as the chosen one.
    Unsure { other: &'static str },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text without a byte order mark.
    pub text: Cow<'a, str>,
    pub decoding: Decoding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoding {
    pub encoding: &'static str,
    pub certainty: Certainty,
    /// Length of all malformed sequences in bytes. The text has one U+FFFD for each sequence. A U+FFFD of the file
    /// itself does not count.
    pub undecoded: u64,
}

impl Decoding {
    pub const UTF_8: Self = Self { encoding: "UTF-8", certainty: Certainty::Sure, undecoded: 0 };
}

/// Decodes the bytes of a file in linear time.
///
/// The steps, in this order:
/// 1. a byte order mark;
/// 2. ISO-2022-JP by its escape sequences;
/// 3. UTF-8 without NUL;
/// 4. UTF-16 without a mark, by evidence;
/// 5. refusal of binary data;
/// 6. UTF-8 with a few malformed sequences, or with mostly valid bytes;
/// 7. a legacy encoding, detected from at most 256 KiB after the first byte beyond ASCII.
///
/// # Errors
/// [`Unreadable::Foreign`] if the bytes are binary, [`Unreadable::Unsupported`] for EBCDIC. Forced encodings skip this
/// check.
pub fn decode(bytes: &[u8], forced: Option<Charset>) -> Result<Decoded<'_>, Unreadable> {
    if let Some(charset) = forced {
        return Ok(charset.decode(bytes));
    }
    if let Some(decoded) = decode_by_byte_order_mark(bytes) {
        return decoded;
    }
    // Nearly every file is UTF-8 without rare control characters, so one vectorised pass replaces all checks below.
    if control_bytes::has_no_control_characters(bytes)
        && let Ok(text) = from_utf8(bytes)
    {
        return Ok(decoded_from_utf8(text));
    }
    detect_and_decode(bytes)
}

fn detect_and_decode(bytes: &[u8]) -> Result<Decoded<'_>, Unreadable> {
    if bytes.is_ascii() && legacy::has_japanese_escapes(bytes) {
        let decoded = decode_as(ISO_2022_JP, bytes);
        if legacy::is_east_asian(&decoded) {
            return Ok(decoded);
        }
    }
    let has_nul = bytes.contains(&0);
    if !has_nul && let Ok(text) = std::str::from_utf8(bytes) {
        // This limit is high, because binary data is hardly ever valid UTF-8.
        let refusal = control_bytes::check_control_characters(bytes, 3);
        return refusal.map_or_else(|| Ok(decoded_from_utf8(text)), Err);
    }
    if has_nul {
        let encoding = wide::guess_utf16(bytes).ok_or_else(|| control_bytes::nul_error(bytes))?;
        return Ok(decode_as(encoding, bytes));
    }
    // In random bytes, 1 in 9 is a control character.
    if let Some(reason) = control_bytes::check_control_characters(bytes, 20) {
        return Err(reason);
    }
    if legacy::is_mostly_utf8(bytes) {
        return Ok(decode_as(UTF_8, bytes));
    }
    if legacy::is_ebcdic(bytes) {
        let why = "EBCDIC is not supported; convert the file, as with `iconv -f cp500 -t utf-8`";
        return Err(Unreadable::Unsupported(why.into()));
    }
    Ok(legacy::decode_legacy(bytes))
}

fn decoded_from_utf8(text: &str) -> Decoded<'_> {
    Decoded { text: Cow::Borrowed(text), decoding: Decoding::UTF_8 }
}

/// Decodes bytes with a byte order mark. Returns `None` if the bytes begin with no such mark.
fn decode_by_byte_order_mark(bytes: &[u8]) -> Option<Result<Decoded<'_>, Unreadable>> {
    let (encoding, length) = Encoding::for_bom(bytes)?;
    let rest = bytes.get(length..).unwrap_or_default();
    let decoded = decode_as(encoding, rest);
    Some(control_bytes::check_false_byte_order_mark(&decoded, rest.len()).map_or(Ok(decoded), Err))
}

fn decode_as<'a>(encoding: &'static Encoding, mut bytes: &'a [u8]) -> Decoded<'a> {
    if encoding == UTF_8 {
        bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if let Ok(text) = from_utf8(bytes) {
            return decoded_from_utf8(text);
        }
    }
    let mut decoder = if encoding == UTF_16LE || encoding == UTF_16BE {
        encoding.new_decoder_with_bom_removal()
    } else {
        encoding.new_decoder_without_bom_handling()
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2 + 16);
    // The decoder stops at every malformed sequence. `decode_to_string_without_replacement` would then touch all spare
    // memory of the string each time, which is quadratic.
    let mut piece = "\0".repeat(PIECE);
    let mut undecoded = 0;
    let mut rest = bytes;
    loop {
        let (result, read, written) =
            decoder.decode_to_str_without_replacement(rest, &mut piece, true);
        rest = rest.get(read..).unwrap_or_default();
        text.push_str(piece.get(..written).unwrap_or_default());
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, _) => {
                undecoded += u64::from(length);
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
    text.shrink_to_fit();
    let decoding = Decoding { encoding: encoding.name(), certainty: Certainty::Sure, undecoded };
    Decoded { text: text.into(), decoding }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_JP, Encoding, GBK, IBM866, ISO_2022_JP, KOI8_R, SHIFT_JIS, WINDOWS_1251,
        WINDOWS_1252,
    };
    use proptest::prelude::*;

    use std::borrow::Cow;

    use super::{
        Charset, Decoded, Decoding, Unreadable, decode, decode_by_byte_order_mark,
        detect_and_decode,
    };

    const RUSSIAN: &str = "Все люди рождаются свободными и равными в своём достоинстве и правах.\n\
        Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.\n";
    const JAPANESE: &str = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。\n\
        人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。\n";
    const CHINESE: &str =
        "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\n";

    fn text(bytes: &[u8]) -> (String, Decoding) {
        let Decoded { text, decoding } = decode(bytes, None).unwrap();
        (text.into_owned(), decoding)
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn a_byte_order_mark_decides_the_encoding_and_goes() {
        for (mark, encoding) in [
            (b"\xef\xbb\xbf".as_slice(), "UTF-8"),
            (b"\xff\xfe", "UTF-16LE"),
            (b"\xfe\xff", "UTF-16BE"),
        ] {
            let body = match encoding {
                "UTF-8" => RUSSIAN.as_bytes().to_vec(),
                "UTF-16LE" => utf16(RUSSIAN, u16::to_le_bytes),
                _ => utf16(RUSSIAN, u16::to_be_bytes),
            };
            let expected = Decoding { encoding, ..Decoding::UTF_8 };
            assert_eq!(text(&[mark, &body].concat()), (RUSSIAN.to_string(), expected));
        }
    }

    #[test]
    fn wide_text_without_a_mark_is_found_in_any_script() {
        for sample in
            ["Plain English.", RUSSIAN, JAPANESE, CHINESE, "naïve café — “quoted”\r\n", "hi"]
        {
            let (read, by) = text(&utf16(sample, u16::to_le_bytes));
            assert_eq!((&*read, by.encoding), (sample, "UTF-16LE"));
            let (read, by) = text(&utf16(sample, u16::to_be_bytes));
            assert_eq!((&*read, by.encoding), (sample, "UTF-16BE"));
        }
    }

    #[test]
    fn legacy_encodings_are_detected() {
        for (encoding, sample) in [
            (WINDOWS_1251, RUSSIAN),
            (KOI8_R, RUSSIAN),
            (IBM866, RUSSIAN),
            (SHIFT_JIS, JAPANESE),
            (EUC_JP, JAPANESE),
            (ISO_2022_JP, JAPANESE),
            (GBK, CHINESE),
            (
                BIG5,
                "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，誠應和睦相處，情同手足。",
            ),
            (WINDOWS_1252, "Le café “élégant” coûte 3 € à l’été."),
        ] {
            let (bytes, _, lossy) = encoding.encode(sample);
            assert!(!lossy);
            let (read, by) = text(&bytes);
            assert_eq!((&*read, by.undecoded), (sample, 0), "{}", encoding.name());
        }
    }

    #[test]
    fn long_text_is_decoded_piece_by_piece_as_a_whole() {
        // An escape sequence directly after another one is malformed.
        let (japanese, _, _) = ISO_2022_JP.encode(JAPANESE);
        let unit = [&japanese, b"\x1b$B\x1b(B|".as_slice()].concat();
        let read = format!("{JAPANESE}\u{fffd}|");
        for times in [1, 9, 20_000] {
            let (found, by) = text(&unit.repeat(times));
            assert!(found == read.repeat(times), "{times}");
            assert_eq!((by.encoding, by.undecoded), ("ISO-2022-JP", times as u64 * 3));
        }
        let broken = Charset::from_label("shift_jis");
        let bytes = vec![0xff; 1_000_000];
        let decoded = decode(&bytes, broken).unwrap();
        assert_eq!(decoded.decoding.undecoded, 1_000_000);
        assert!(decoded.text == "\u{fffd}".repeat(1_000_000));
    }

    #[test]
    fn a_file_of_two_encodings_is_utf8_with_a_loss() {
        let (other, _, _) = WINDOWS_1251.encode(RUSSIAN);
        let parts = [RUSSIAN.as_bytes(), &other];
        for bytes in [parts.concat(), [parts[1], parts[0]].concat()] {
            let (read, by) = text(&bytes);
            assert_eq!((by.encoding, by.undecoded > 0), ("UTF-8", true));
            assert!(read.contains(RUSSIAN));
        }
        let (_, more) = text(&[parts[0], &parts[1].repeat(3)].concat());
        assert_ne!(more.encoding, "UTF-8");
        let ebcdic = b"\xe3\x88\x85@\x88\x81\x99\x82\x96\xa4\x99@\x94\x81\xa2\xa3\x85\x99";
        assert!(matches!(decode(ebcdic, None), Err(Unreadable::Unsupported(_))));
    }

    #[test]
    fn a_mark_before_what_is_no_text_was_there_by_chance() {
        for (bytes, reason) in [
            (["\u{feff}".as_bytes(), &[0xff; 20]].concat(), "binary: starts like UTF-8 but is not"),
            (
                [b"\xff\xfe".as_slice(), &[b'a', 0, 0, 0].repeat(9)].concat(),
                "binary: starts like UTF-16LE but is not",
            ),
        ] {
            assert_eq!(decode(&bytes, None).unwrap_err().to_string(), reason);
        }
        // One byte in four may be malformed, and a few bytes of a short text.
        assert_eq!(text(b"\xef\xbb\xbf\xff\xff\xff\xff").1.undecoded, 4);
        let (_, found) = text(&[b"\xef\xbb\xbf".as_slice(), &b"abc\xff".repeat(5)].concat());
        assert_eq!(found.undecoded, 5);
    }

    #[test]
    fn binary_data_are_refused_with_the_reason() {
        for (bytes, reason) in [
            (b"text with\0a nul".to_vec(), "binary: a NUL byte at offset 9"),
            ((1..=255).collect(), "binary: 25 control characters in the first 255 bytes"),
            ((1..=31).collect(), "binary: 24 control characters in the first 31 bytes"),
            (vec![0; 1000], "binary: a NUL byte at offset 0"),
        ] {
            assert_eq!(decode(&bytes, None).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn numbers_of_two_or_four_bytes_are_not_wide_text() {
        let shorts: Vec<u8> =
            (0..4000_u16).flat_map(|n| (n.wrapping_mul(7919)).to_le_bytes()).collect();
        let ramp: Vec<u8> = (0..3000_u16).flat_map(u16::to_le_bytes).collect();
        let longs: Vec<u8> = (0..3000_u32).flat_map(u32::to_le_bytes).collect();
        for bytes in [shorts, ramp, longs] {
            assert!(decode(&bytes, None).is_err());
        }
    }

    #[test]
    fn a_forced_encoding_is_obeyed_and_its_mark_removed() {
        let windows = Charset::from_label(" Windows-1251 ").unwrap();
        assert_eq!(windows.name(), "windows-1251");
        assert_eq!(decode(b"\xcf\xf0\xe8\0", Some(windows)).unwrap().text, "При\0");
        let utf8 = Charset::from_label("utf8").unwrap();
        assert_eq!(decode(b"\xef\xbb\xbfa\xff", Some(utf8)).unwrap().text, "a\u{fffd}");
        let wide = Charset::from_label("utf-16le").unwrap();
        assert_eq!(decode(b"\xff\xfea\0", Some(wide)).unwrap().text, "a");
    }

    #[test]
    fn short_texts_are_utf8_if_at_most_one_character_in_four_is_malformed() {
        let log = "\x1b[1mbold\x1b[0m and \x1b$B not closed, so nothing to gain\n";
        for (bytes, is_utf8, undecoded) in [
            (&b"\xd0\xb4\xd0\xbe\xd0\xbc\xd0\xb0\xff"[..], true, 1),
            (b"\xd0\xb4\xd0\xbe\xd0\xbc\xff", false, 0),
            // A replacement character of the file is no loss.
            ("a\u{fffd}b".as_bytes(), true, 0),
            // A coloured log is not ISO-2022-JP.
            (log.as_bytes(), true, 0),
            (b"", true, 0),
        ] {
            let (_, by) = text(bytes);
            assert_eq!((by.encoding == "UTF-8", by.undecoded), (is_utf8, undecoded), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn utf8_without_controls_comes_back_as_it_is(sample in "[^\\p{Cc}\u{feff}]{0,60}") {
            let decoded = decode(sample.as_bytes(), None).unwrap();
            prop_assert!(matches!(decoded.text, Cow::Borrowed(text) if text == sample));
        }

        #[test]
        fn the_short_way_gives_what_all_the_questions_give(
            pieces in prop::collection::vec(
                prop_oneof![
                    4 => "[ -~\n]{1,90}".prop_map(String::into_bytes),
                    3 => "\\PC{1,40}".prop_map(String::into_bytes),
                    1 => any::<[u8; 1]>().prop_map(Vec::from),
                    1 => prop::collection::vec(0_u8..0x20, 1..40),
                    1 => Just(b"\x1b$B0!\x1b(B".to_vec()),
                ],
                0..6,
            ),
        ) {
            let bytes = pieces.concat();
            prop_assume!(decode_by_byte_order_mark(&bytes).is_none());
            prop_assert_eq!(decode(&bytes, None), detect_and_decode(&bytes));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in any::<Vec<u8>>(), mark in 0..5_usize, which in 0..6_usize) {
            let marks: [&[u8]; 5] = [b"", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\x1b$B"];
            let bytes = [marks[mark], &bytes].concat();
            let _ = decode(&bytes, None);
            let all: [&'static Encoding; 6] = [WINDOWS_1252, GBK, BIG5, ISO_2022_JP, SHIFT_JIS, encoding_rs::UTF_16BE];
            let decoded = decode(&bytes, Some(Charset::Standard(all[which]))).unwrap();
            prop_assert!(decoded.decoding.undecoded <= bytes.len() as u64);
        }
    }
}
