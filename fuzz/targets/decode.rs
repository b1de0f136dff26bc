//! Any bytes as text, in the detected and in a forced encoding.

#![no_main]

use documents::{Charset, decode};
use libfuzzer_sys::fuzz_target;

const LABELS: [&str; 8] = [
    "utf-8",
    "utf-16le",
    "windows-1251",
    "koi8-r",
    "shift_jis",
    "gb18030",
    "iso-2022-jp",
    "ibm855",
];

fuzz_target!(|bytes: &[u8]| {
    if let Ok(found) = decode(bytes, None) {
        assert!(found.decoding.undecoded <= bytes.len() as u64);
        // Decoding a text's UTF-8 again gives the same text, unless the bytes resemble another kind.
        let again = decode(found.text.as_bytes(), Charset::from_label("utf-8")).expect("forced");
        assert_eq!(again.decoding.undecoded, 0);
    }
    let label = LABELS[usize::from(bytes.first().copied().unwrap_or_default()) % LABELS.len()];
    let forced = decode(bytes, Charset::from_label(label)).expect("any bytes are text by force");
    assert!(forced.decoding.undecoded <= bytes.len() as u64);
});
