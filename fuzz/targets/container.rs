//! An office document or e-book of any bytes, and a flat `OpenDocument` file.

#![no_main]

use documents::Format;
use libfuzzer_sys::fuzz_target;
use shingle_fuzz::read;

fuzz_target!(|bytes: &[u8]| {
    read(Format::Container, bytes);
    read(Format::FlatOdt, bytes);
});
