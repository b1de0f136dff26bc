//! Tests that need several modules of the binary.

mod docs;
mod parameters;
