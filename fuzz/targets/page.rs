//! A page of any bytes.

#![no_main]

use documents::{Extracted, Format, extract};
use libfuzzer_sys::fuzz_target;
use shingle_fuzz::{LIMITS, check};

fuzz_target!(|bytes: &[u8]| {
    let page = String::from_utf8_lossy(bytes);
    match extract(page, Format::Html, &LIMITS) {
        Ok((text, facts, hidden)) => {
            check(&Extracted { text: text.into(), facts, hidden, ..Extracted::default() });
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
});
