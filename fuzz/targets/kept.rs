//! Saved data: the state of a visit behind its checksum, and lines of marks.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shingle::decisions::decision::UserMark;
use shingle::visits::{MAGIC, Visit};
use xxhash_rust::xxh3::xxh3_64;

fuzz_target!(|bytes: &[u8]| {
    let whole = [&MAGIC[..], &xxh3_64(bytes).to_le_bytes(), bytes].concat();
    if let Some(visit) = Visit::decode(&whole) {
        let again = visit.encode().and_then(|packed| Visit::decode(&packed));
        assert_eq!(again, Some(visit));
    }
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Some(decision) = UserMark::parse_line(line) {
            let again =
                decision.to_json_line().and_then(|line| UserMark::parse_line(line.trim_end()));
            assert_eq!(again, Some(decision));
        }
    }
});
