//! Any text as Markdown, a notebook, JSON or subtitles.

#![no_main]

use documents::{Format, Limits, extract};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok((plain, ..)) = extract(text.into(), Format::Markdown, &Limits::DEFAULT) else { return };
    assert!(plain.is_empty() || plain.ends_with('\n'));
    for format in [Format::Notebook, Format::Json, Format::Subtitles] {
        let _ = extract(text.into(), format, &Limits::DEFAULT);
    }
});
