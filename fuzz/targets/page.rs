//! A page of any bytes: all of its text, and its main text.

#![no_main]

use documents::{FormatWork, HtmlText};
use libfuzzer_sys::fuzz_target;
use shingle_fuzz::read;

fuzz_target!(|bytes: &[u8]| {
    read(FormatWork::Page(HtmlText::All), bytes);
    read(FormatWork::Page(HtmlText::Main), bytes);
});
