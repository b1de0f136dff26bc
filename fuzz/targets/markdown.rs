//! Any text as Markdown.

#![no_main]

use documents::{Format, Limits, extract};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok((plain, _)) = extract(text.into(), Format::Markdown, &Limits::DEFAULT) else { return };
    assert!(plain.is_empty() || plain.ends_with('\n'));
});
