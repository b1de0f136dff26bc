//! Encodings of RTF text: code pages, character sets of fonts, and symbol fonts.

use std::{borrow::Cow, collections::HashMap};

use encoding_rs::WINDOWS_1252;

use crate::decode::{Charset, decode};

/// Greek letters that the font Symbol shows for A to Z and a to z.
const GREEK: [&str; 2] = ["ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"];

/// Beginnings of the names of fonts that show pictures.
const PICTURES: [&str; 6] =
    ["Wingdings", "Webdings", "ZapfDing", "Zapf Ding", "Marlett", "MT Extra"];

const NAME: usize = 16;

#[derive(Debug, Clone, Default)]
struct Font {
    charset: Option<Charset>,
    is_symbolic: bool,
    name: Vec<u8>,
}

impl Font {
    /// Returns the text that a symbol font shows: Greek letters for Latin ones, or a blank for pictures. `None` for
    /// other fonts, because some programs mark every font as a symbol font.
    fn symbols<'a>(&self, bytes: &[u8]) -> Option<Cow<'a, str>> {
        let is = |name: &&str| self.is_symbolic && self.name.starts_with(name.as_bytes());
        if is(&"Symbol") {
            return Some(bytes.iter().filter_map(|&byte| greek_letter(byte)).collect());
        }
        PICTURES.iter().any(is).then(|| " ".into())
    }
}

#[derive(Debug, Default)]
pub(super) struct Charsets {
    /// Encoding of the file, or `None` for Windows-1252.
    page: Option<Charset>,
    fonts: HashMap<i32, Font>,
    entry: i32,
    default_font: i32,
}

impl Charsets {
    pub(super) fn read_header_word(&mut self, name: &[u8], number: Option<i32>) {
        let page = match (name, number) {
            (b"ansicpg", Some(number)) => charset_of_code_page(number),
            (b"mac", None) => charset_of_code_page(10_000),
            (b"pc", None) => charset_of_code_page(437),
            (b"pca", None) => charset_of_code_page(850),
            (b"deff", Some(number)) => {
                self.default_font = number;
                None
            }
            _ => None,
        };
        self.page = page.or(self.page);
    }

    pub(super) fn read_font_word(&mut self, name: &[u8], number: i32) {
        if name == b"f" {
            self.entry = number;
            self.fonts.insert(number, Font::default());
            return;
        }
        let font = self.fonts.entry(self.entry).or_default();
        match name {
            b"fcharset" => {
                font.charset = font.charset.or(charset_of_fcharset_number(number));
                font.is_symbolic = number == 2;
            }
            // The code page is more exact than the character set, so it counts in either order.
            b"cpg" => font.charset = charset_of_code_page(number).or(font.charset),
            _ => {}
        }
    }

    pub(super) fn read_font_name(&mut self, bytes: &[u8]) {
        let font = self.fonts.entry(self.entry).or_default();
        let room = NAME.saturating_sub(font.name.len());
        font.name.extend(bytes.iter().take(room));
    }

    /// Decodes text in a font by number, or in the default font.
    pub(super) fn decode_text<'a>(&self, bytes: &'a [u8], font: Option<i32>) -> Cow<'a, str> {
        let font = self.fonts.get(&font.unwrap_or(self.default_font));
        if let Some(symbols) = font.and_then(|font| font.symbols(bytes)) {
            return symbols;
        }
        if bytes.is_ascii() {
            return String::from_utf8_lossy(bytes);
        }
        let charset = font.and_then(|font| font.charset).or(self.page);
        let charset = charset.unwrap_or(Charset::Standard(WINDOWS_1252));
        decode(bytes, Some(charset)).map(|decoded| decoded.text).unwrap_or_default()
    }

    /// Returns the character that the font shows. Symbol fonts use private-use characters.
    pub(super) fn map_character(&self, character: char, font: Option<i32>) -> Option<char> {
        let byte = match u32::from(character) {
            code @ 0xf000..=0xf0ff => (code & 0xff) as u8,
            _ => return Some(character),
        };
        self.decode_text(&[byte], font).chars().next()
    }
}

/// Returns the character of a byte in the font Symbol, for letters and ASCII.
fn greek_letter(byte: u8) -> Option<char> {
    match byte {
        b'A'..=b'Z' => GREEK[0].chars().nth(usize::from(byte - b'A')),
        b'a'..=b'z' => GREEK[1].chars().nth(usize::from(byte - b'a')),
        0xb7 => Some('•'),
        _ => byte.is_ascii().then_some(char::from(byte)),
    }
}

fn charset_of_code_page(number: i32) -> Option<Charset> {
    let label = match number {
        932 | 10_001 => "shift_jis".into(),
        936 | 10_008 => "gbk".into(),
        949 | 10_003 => "euc-kr".into(),
        950 | 10_002 => "big5".into(),
        874 | 1250..=1258 => format!("windows-{number}"),
        10_000 => "macintosh".into(),
        10_007 | 10_017 => "x-mac-cyrillic".into(),
        20_866 => "koi8-r".into(),
        21_866 => "koi8-u".into(),
        20_932 | 51_932 => "euc-jp".into(),
        28_591..=28_606 => format!("iso-8859-{}", number - 28_590),
        54_936 => "gb18030".into(),
        65_001 => "utf-8".into(),
        1..=999 => format!("cp{number}"),
        _ => return None,
    };
    Charset::from_label(&label)
}

/// Returns the encoding of a `\fcharset`, or `None` for the encoding of the file.
fn charset_of_fcharset_number(number: i32) -> Option<Charset> {
    charset_of_code_page(match number {
        0 => 1252,
        77 => 10_000,
        78 => 10_001,
        79 => 10_003,
        80 => 10_008,
        81 => 10_002,
        89 => 10_007,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 | 181 => 1255,
        178..=180 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        254 => 437,
        255 => 850,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{charset_of_code_page, charset_of_fcharset_number};

    #[test]
    fn every_code_page_that_is_named_has_a_decoder() {
        for (number, name) in [
            (437, "IBM437"),
            (850, "IBM850"),
            (866, "IBM866"),
            (874, "windows-874"),
            (932, "Shift_JIS"),
            (936, "GBK"),
            (1251, "windows-1251"),
            (10_000, "macintosh"),
            (20_866, "KOI8-R"),
            (28_592, "ISO-8859-2"),
            (65_001, "UTF-8"),
        ] {
            assert_eq!(
                charset_of_code_page(number).map(super::Charset::name),
                Some(name),
                "{number}"
            );
        }
        assert!(
            charset_of_code_page(0).is_none()
                && charset_of_code_page(-1).is_none()
                && charset_of_code_page(70_000).is_none()
        );
        assert_eq!(charset_of_fcharset_number(204), charset_of_code_page(1251));
        assert_eq!(charset_of_fcharset_number(1), None);
    }
}
