//! A file of any bytes, packed by gzip or zstd.

#![no_main]

use documents::unpack_records;
use libfuzzer_sys::fuzz_target;
use shingle_fuzz::LIMITS;

fuzz_target!(|bytes: &[u8]| {
    let _ = unpack_records(bytes.to_vec(), &LIMITS);
});
