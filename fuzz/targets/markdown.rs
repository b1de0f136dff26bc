//! Any text as Markdown.

#![no_main]

use documents::{Format, extract};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let plain = extract(text.into(), Format::Markdown);
    assert!(plain.is_empty() || plain.ends_with('\n'));
});
