//! Invariants of texts from format readers.

use documents::{Extracted, Format, FormatReader as _, InProcess, Limits};

/// Small limits, so that inputs reach them.
pub const LIMITS: Limits =
    Limits { text: 1 << 20, entry: 1 << 20, entries: 100, ..Limits::DEFAULT };

/// Reads a format, and checks the result.
///
/// # Panics
/// If the result breaks an invariant of [`Extracted`].
pub fn read(format: Format, bytes: &[u8]) {
    match (InProcess { limits: LIMITS }).read(format, bytes) {
        Ok(extracted) => check(&extracted),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}

/// Checks the invariants of a text.
///
/// # Panics
/// If an invariant is broken.
pub fn check(extracted: &Extracted) {
    let Extracted { text, sections, facts, hidden: _ } = extracted;
    assert!(text.len() as u64 <= LIMITS.text);
    assert!(text.is_empty() || text.ends_with('\n'), "no line end: {text:?}");
    assert!(sections.is_sorted_by_key(|section| section.at));
    for section in sections {
        assert!(text.is_char_boundary(section.at as usize));
        assert!(section.title.chars().count() <= 80 && !section.title.contains('\n'));
    }
    for fact in [&facts.title, &facts.author, &facts.created, &facts.changed] {
        assert!(!fact.contains('\n'), "{fact:?}");
    }
}
