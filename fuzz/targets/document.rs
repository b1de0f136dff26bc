//! Any bytes through every stage, in any format.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use shingle::pipeline::document::Document;
use shingle::pipeline::parameters::Params;

const NAMES: [&str; 6] = ["a.txt", "a.md", "a.html", "a.tex", "a.eml", "a.bin"];

fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let name = Path::new(NAMES[usize::from(*first) % NAMES.len()]);
    let params = Params::defaults();
    if let Ok(document) = Document::read(name, bytes, &params) {
        assert!(document.canonical.len() <= document.words.len());
    }
});
