//! Any text as Markdown.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shingle::text::extract::extract;
use shingle::text::file_format::Format;

fuzz_target!(|text: &str| {
    let plain = extract(text.into(), Format::Markdown);
    assert!(plain.is_empty() || plain.ends_with('\n'));
});
