//! Any text as Markdown.

#![no_main]

use libfuzzer_sys::fuzz_target;
use documents::{Format, extract};

fuzz_target!(|text: &str| {
    let plain = extract(text.into(), Format::Markdown);
    assert!(plain.is_empty() || plain.ends_with('\n'));
});
