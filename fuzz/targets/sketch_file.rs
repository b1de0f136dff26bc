//! Any bytes as a sketch file with a valid checksum, because a wrong checksum would end the test early.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use shingle::base::path::DocPath;
use shingle::pipeline::sketch_files::read::{SketchFile, merge_files};
use xxhash_rust::xxh3::xxh3_128;

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.len().saturating_sub(16);
    let mut whole = bytes[..end].to_vec();
    whole.extend(xxh3_128(&whole).to_le_bytes());
    let Ok(file) = SketchFile::parse(whole) else { return };
    let Ok(params) = file.shape().params() else { return };
    let _ = merge_files(&[(DocPath::new("x"), file)], &Arc::new(params));
});
