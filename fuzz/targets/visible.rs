//! Any text for a terminal: no control character and no hidden character remains, and a second pass changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shingle::base::visible::{make_lines_visible, make_visible};

fuzz_target!(|text: &str| {
    let shown = make_visible(text);
    assert!(!shown.chars().any(char::is_control), "{shown:?}");
    assert!(
        !shown.contains(['\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{2028}']),
        "{shown:?}"
    );
    assert_eq!(make_visible(&shown), shown);
    assert!(!make_lines_visible(text).chars().any(|one| one.is_control() && one != '\n'));
});
