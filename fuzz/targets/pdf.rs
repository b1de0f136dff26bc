//! A PDF of any bytes.

#![no_main]

use documents::Format;
use libfuzzer_sys::fuzz_target;
use shingle_fuzz::read;

fuzz_target!(|bytes: &[u8]| {
    read(Format::Pdf, bytes);
});
