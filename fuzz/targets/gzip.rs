//! A file of any bytes, packed by gzip or zstd.

#![no_main]

use documents::FormatWork;
use libfuzzer_sys::fuzz_target;
use shingle_fuzz::read;

fuzz_target!(|bytes: &[u8]| {
    read(FormatWork::Unpack, bytes);
});
