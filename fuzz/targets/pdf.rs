//! A PDF of any bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use documents::FormatWork;
use shingle_fuzz::read;

fuzz_target!(|bytes: &[u8]| {
    read(FormatWork::Pdf, bytes);
});
