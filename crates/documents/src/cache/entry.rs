use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::extracted::{Extracted, Unreadable};
use crate::{file_format::Format, limits::Limits};

/// Version of the format readers, part of every key. A test fails when their output changed and this number did not.
pub(super) const READERS: u32 = 10;

const MAGIC: [u8; 8] = *b"shingle\n";

/// Length of the head in bytes: the format's mark, the checksum, the key.
const HEAD: usize = 8 + 8 + 16;

pub(super) type ReadOutcome = Result<Extracted, Unreadable>;

/// Key of a cached outcome: a hash of the file's content, the format, the program version and the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EntryKey(u128);

impl EntryKey {
    pub(super) fn new(format: Format, limits: &Limits, bytes: &[u8]) -> Self {
        let content = xxh3_128(bytes);
        let (version, length) = (env!("CARGO_PKG_VERSION"), bytes.len());
        let question = format!("{version} {READERS} {format:?} {limits:?} {length} {content:032x}");
        Self(xxh3_128(question.as_bytes()))
    }

    pub(super) fn file_name(self) -> String {
        format!("{:032x}", self.0)
    }
}

/// Returns true if reading the same bytes always has this outcome. Returns false if the reader died, because it may
/// have lacked memory or time.
pub(super) fn is_repeatable(outcome: &ReadOutcome) -> bool {
    use Unreadable::{Died, GaveUp, NotBuilt, Unconverted, Unstarted};
    !matches!(outcome, Err(Died(_) | Unstarted(_) | Unconverted { .. } | NotBuilt | GaveUp(_)))
}

/// Encodes an outcome with its key and a checksum. `None` if it cannot be encoded.
pub(super) fn encode_entry(key: EntryKey, outcome: &ReadOutcome) -> Option<Vec<u8>> {
    let mut bytes = postcard::to_extend(outcome, vec![0; HEAD]).ok()?;
    bytes.get_mut(16..HEAD)?.copy_from_slice(&key.0.to_le_bytes());
    let checksum = xxh3_64(bytes.get(16..)?);
    bytes.get_mut(8..16)?.copy_from_slice(&checksum.to_le_bytes());
    bytes.get_mut(..8)?.copy_from_slice(&MAGIC);
    Some(bytes)
}

/// Returns `None` if the bytes are damaged or belong to another key.
pub(super) fn decode_entry(key: EntryKey, bytes: &[u8]) -> Option<ReadOutcome> {
    let (magic, rest) = bytes.split_first_chunk::<8>()?;
    let (checksum, content) = rest.split_first_chunk::<8>()?;
    if *magic != MAGIC || xxh3_64(content) != u64::from_le_bytes(*checksum) {
        return None;
    }
    let (name, outcome) = content.split_first_chunk::<16>()?;
    if *name != key.0.to_le_bytes() {
        return None;
    }
    postcard::from_bytes(outcome).ok()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use xxhash_rust::xxh3::Xxh3;

    use super::{EntryKey, READERS, ReadOutcome, decode_entry, encode_entry, is_repeatable};
    use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
    use crate::{file_format::Format, limits::Limits, work::FormatReader as _, work::InProcess};

    const FILES: [(Format, &[u8]); 7] = [
        (Format::Latex, include_bytes!("../../../../tests/fixtures/formats/alice.tex")),
        (Format::Message, include_bytes!("../../../../tests/fixtures/formats/alice.eml")),
        (Format::Rtf, include_bytes!("../../../../tests/fixtures/formats/alice.rtf")),
        (Format::Pdf, include_bytes!("../../../../tests/fixtures/formats/alice.pdf")),
        (Format::Container, include_bytes!("../../../../tests/fixtures/formats/alice.docx")),
        (Format::Container, include_bytes!("../../../../tests/fixtures/formats/alice.epub")),
        (Format::Container, include_bytes!("../../../../tests/fixtures/formats/alice.pptx")),
    ];

    fn refusals() -> Vec<Unreadable> {
        let (name, what) = (Cow::Borrowed("PDF"), "it".to_string());
        vec![
            Unreadable::Damaged { format: name.clone(), what: what.clone() },
            Unreadable::Encrypted(name.clone()),
            Unreadable::Limit { limit: name.clone(), what: what.clone() },
            Unreadable::NoText(name.clone()),
            Unreadable::Unsupported(name.clone()),
            Unreadable::Foreign(name),
        ]
    }

    /// Fails if a reader gives another text, or if the encoding of entries changes. Then raise [`READERS`], so that
    /// old entries are ignored, and update this hash.
    #[test]
    fn what_readers_give_has_a_version() {
        let mut hash = Xxh3::new();
        let mut add = |outcome: &ReadOutcome| {
            let key = EntryKey::new(Format::Pdf, &Limits::DEFAULT, b"");
            let bytes = encode_entry(key, outcome).unwrap();
            assert_eq!(decode_entry(key, &bytes).as_ref(), Some(outcome));
            hash.update(bytes.get(32..).unwrap());
        };
        for (format, bytes) in FILES {
            let outcome = InProcess::default().read(format, bytes);
            assert!(outcome.is_ok(), "{format:?}: {outcome:?}");
            add(&outcome);
        }
        for refusal in refusals() {
            add(&Err(refusal));
        }
        let kinds =
            [SectionKind::Page, SectionKind::Slide, SectionKind::Chapter, SectionKind::Message];
        for (number, kind) in (1..).zip(kinds) {
            let section = TextSection { at: 7, kind, number, title: "a".to_string() };
            let facts = Facts { title: "b".to_string(), ..Facts::default() };
            let text = "some text".to_string();
            add(&Ok(Extracted { text, sections: vec![section], facts, hidden: 2 }));
        }
        let expected = (10, "ab2d90a92d6eb1b3".to_string());
        assert_eq!((READERS, format!("{:016x}", hash.digest())), expected);
    }

    #[test]
    fn whatever_is_damaged_is_found() {
        let key = EntryKey::new(Format::Rtf, &Limits::DEFAULT, b"bytes");
        let text = "A text that was read once.".to_string();
        let outcome = Ok(Extracted { text, ..Extracted::default() });
        let bytes = encode_entry(key, &outcome).unwrap();
        for place in 0..bytes.len() {
            assert_eq!(decode_entry(key, bytes.get(..place).unwrap()), None, "cut at {place}");
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                assert_eq!(decode_entry(key, &damaged), None, "bit {bit} of byte {place}");
            }
        }
        assert_eq!(decode_entry(key, &[bytes.as_slice(), b"\0"].concat()), None);
        let other = EntryKey::new(Format::Rtf, &Limits::DEFAULT, b"byteS");
        assert_eq!(decode_entry(other, &bytes), None);
        assert_eq!(decode_entry(key, &bytes), Some(outcome));
    }

    #[test]
    fn a_key_is_of_the_bytes_the_work_and_every_limit() {
        let name = |format, limits: Limits, bytes: &[u8]| {
            EntryKey::new(format, &limits, bytes).file_name()
        };
        let first = name(Format::Pdf, Limits::DEFAULT, b"a");
        assert_eq!(name(Format::Pdf, Limits::DEFAULT, b"a"), first);
        assert_eq!(first.len(), 32);
        assert_ne!(name(Format::Pdf, Limits::DEFAULT, b"b"), first);
        assert_ne!(name(Format::Container, Limits::DEFAULT, b"a"), first);
        assert_ne!(name(Format::Pdf, Limits { text: 1, ..Limits::DEFAULT }, b"a"), first);
        assert_ne!(name(Format::Pdf, Limits { time: 1, ..Limits::DEFAULT }, b"a"), first);
    }

    #[test]
    fn what_may_go_better_another_time_is_not_kept() {
        assert!(refusals().into_iter().all(|refusal| is_repeatable(&Err(refusal))));
        assert!(!is_repeatable(&Err(Unreadable::Died("does not answer".to_string()))));
        assert!(!is_repeatable(&Err(Unreadable::Unstarted("no memory".to_string()))));
        assert!(is_repeatable(&Ok(Extracted::default())));
    }
}
