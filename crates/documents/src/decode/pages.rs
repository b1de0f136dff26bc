//! Single-byte code pages missing from the Encoding Standard.

use std::{borrow::Cow, sync::LazyLock};

use super::{Certainty, Decoded, Decoding};

#[derive(Debug, PartialEq, Eq)]
pub struct CodePage {
    /// Name in IANA's registry, or the usual name if unregistered.
    pub name: &'static str,
    /// Other names, separated by commas.
    labels: &'static str,
    /// Characters of the bytes 0x80 to 0xFF in order, with U+FFFD for an unused byte.
    pub(super) high: Vec<char>,
}

/// The code pages, with the characters of the vendors' tables as in Python's codecs. In the file, `_` is a no-break
/// space, `-` a soft hyphen and `?` an unused byte.
static PAGES: LazyLock<Vec<CodePage>> = LazyLock::new(|| {
    let character = |sign| match sign {
        '_' => '\u{a0}',
        '-' => '\u{ad}',
        '?' => char::REPLACEMENT_CHARACTER,
        sign => sign,
    };
    let page = |line: &'static str| {
        let mut fields = line.splitn(3, ' ');
        let (name, labels, high) = (fields.next()?, fields.next()?, fields.next()?);
        Some(CodePage { name, labels, high: high.chars().map(character).collect() })
    };
    include_str!("pages.txt").lines().filter_map(page).collect()
});

impl CodePage {
    pub(super) fn find_by_label(label: &str) -> Option<&'static Self> {
        PAGES.iter().find(|page| {
            page.name.eq_ignore_ascii_case(label) || page.labels.split(',').any(|own| own == label)
        })
    }

    pub(super) fn decode(&self, bytes: &[u8]) -> Decoded<'static> {
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
        let mut undecoded = 0;
        for &byte in bytes {
            let high = usize::from(byte).checked_sub(128).and_then(|at| self.high.get(at));
            let character = high.copied().unwrap_or(char::from(byte));
            undecoded += u64::from(character == char::REPLACEMENT_CHARACTER);
            text.push(character);
        }
        text.shrink_to_fit();
        let decoding = Decoding { encoding: self.name, certainty: Certainty::Sure, undecoded };
        Decoded { text: Cow::Owned(text), decoding }
    }
}
