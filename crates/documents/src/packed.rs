use std::io::Read;

use flate2::bufread::GzDecoder;
use ruzstd::decoding::StreamingDecoder;

use crate::{extracted::Unreadable, limits::Limits};

const GZIP: &[u8] = b"\x1f\x8b\x08";

const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

pub(crate) const LARGEST_RECORDS: u64 = 256 << 20;

pub(crate) fn packer_name(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        _ if bytes.starts_with(GZIP) => Some("gzip"),
        _ if bytes.starts_with(ZSTD) => Some("zstd"),
        _ => None,
    }
}

/// Returns the name of the packed file: `a.txt` for `a.txt.gz`.
pub(crate) fn unpacked_name(name: &str) -> String {
    let Some((stem, ending)) = name.rsplit_once('.') else { return name.to_string() };
    match ending.to_ascii_lowercase().as_str() {
        _ if stem.is_empty() || stem.ends_with('/') => name.to_string(),
        "gz" | "gzip" | "zst" => stem.to_string(),
        _ => name.to_string(),
    }
}

/// Unpacks all members of a gzip file or frames of a zstd file and concatenates them. Ignores trailing bytes such as
/// padding.
pub(crate) fn unpack(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, Unreadable> {
    let format = packer_name(bytes).unwrap_or("data");
    let damaged = |what: &dyn ToString| Unreadable::damaged_error(format, what.to_string());
    let most = limits.max_unpacked_size(bytes.len() as u64).min(limits.entry);
    let mut unpacked = Vec::new();
    let mut rest = bytes;
    let mut members = 0;
    while packer_name(rest) == Some(format) {
        members += 1;
        if members > limits.entries {
            return Err(limits.too_many_error("member", "members"));
        }
        let member: Box<dyn Read> = if format == "gzip" {
            Box::new(GzDecoder::new(&mut rest))
        } else {
            Box::new(StreamingDecoder::new(&mut rest).map_err(|error| damaged(&error))?)
        };
        // Counts the output, because the declared size may be false.
        let allowed = most + 1 - unpacked.len() as u64;
        member.take(allowed).read_to_end(&mut unpacked).map_err(|error| damaged(&error))?;
        if unpacked.len() as u64 > most {
            return Err(limits.unpacked_size_error("it", most));
        }
    }
    if members == 0 { Err(damaged(&"neither gzip nor zstd packed it")) } else { Ok(unpacked) }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::{GZIP, Limits, ZSTD, unpack, unpacked_name};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn refusal(bytes: &[u8], limits: &Limits) -> String {
        unpack(bytes, limits).unwrap_err().to_string()
    }

    #[test]
    fn all_members_are_unpacked_and_what_follows_is_not() {
        let two = [packed(b"one "), packed(&b"two".repeat(50_000))].concat();
        for tail in [b"".as_slice(), &[0; 600], b"garbage"] {
            let bytes = [&two, tail].concat();
            let expected = [b"one ".as_slice(), &b"two".repeat(50_000)].concat();
            assert_eq!(unpack(&bytes, &Limits::default()).unwrap(), expected);
        }
        assert_eq!(unpack(&packed(b""), &Limits::default()).unwrap(), b"");
    }

    #[test]
    fn frames_of_zstd_are_unpacked_within_the_limits() {
        let frame = |bytes: &[u8]| compress_to_vec(bytes, CompressionLevel::Fastest);
        let two = [frame(b"one "), frame(&b"two".repeat(50_000)), b"tail".to_vec()].concat();
        let expected = [b"one ".as_slice(), &b"two".repeat(50_000)].concat();
        let limits = Limits { ratio: 100_000, ..Limits::default() };
        assert_eq!(unpack(&two, &limits).unwrap(), expected);
        assert!(refusal(&frame(&vec![0; 3 << 20]), &Limits::default()).contains("--limit-ratio"));
        for length in [5, two.len() / 2] {
            assert!(refusal(&two[..length], &limits).starts_with("damaged zstd: "), "{length}");
        }
    }

    #[test]
    fn damage_is_found() {
        let whole = packed(b"some text that is long enough");
        let limits = Limits::default();
        for length in [3, 12, whole.len() - 1] {
            assert!(refusal(&whole[..length], &limits).starts_with("damaged gzip: "), "{length}");
        }
        let mut wrong = whole.clone();
        let sum = wrong.len() - 6;
        wrong[sum] ^= 1;
        assert!(refusal(&wrong, &limits).starts_with("damaged gzip: "));
        assert!(refusal(b"text", &limits).starts_with("damaged data: "));
    }

    #[test]
    fn what_grows_beyond_a_limit_is_refused() {
        assert!(unpack(&packed(&vec![0; 1 << 20]), &Limits::default()).is_ok());
        let small = Limits { entry: 10, entries: 2, ..Limits::default() };
        assert_eq!(unpack(&packed(&[b'a'; 10]), &small).unwrap(), [b'a'; 10]);
        for (bytes, limits, option) in [
            (packed(&vec![0; 3 << 20]), &Limits::default(), "--limit-ratio"),
            (packed(&[b'a'; 11]), &small, "--limit-entry"),
            (packed(b"a").repeat(3), &small, "--limit-entries"),
        ] {
            let error = refusal(&bytes, limits);
            assert!(error.contains(&format!("raise {option},")), "{error}");
        }
    }

    #[test]
    fn the_ending_goes_with_the_compression() {
        for (name, inner) in [
            ("a.txt.gz", "a.txt"),
            ("dir.gz/a.GZ", "dir.gz/a"),
            ("a.jsonl.zst", "a.jsonl"),
            ("a.txt", "a.txt"),
            (".gz", ".gz"),
            ("dir/.gz", "dir/.gz"),
            ("gz", "gz"),
        ] {
            assert_eq!(unpacked_name(name), inner, "{name}");
        }
    }

    proptest! {
        #[test]
        fn what_was_packed_comes_back(bytes in any::<Vec<u8>>()) {
            prop_assert_eq!(unpack(&packed(&bytes), &Limits::default()).unwrap(), bytes);
        }

        #[test]
        fn no_input_makes_it_panic(bytes in any::<Vec<u8>>(), at in any::<prop::sample::Index>(), by in 1_u8..) {
            for format in [GZIP, ZSTD] {
                let _ = unpack(&[format, &bytes].concat(), &Limits::default());
            }
            let mut changed = packed(&bytes);
            let at = at.index(changed.len());
            changed[at] ^= by;
            let _ = unpack(&changed, &Limits::default());
        }
    }
}
