//! Tests that need several rooms of the binary.

mod docs;
mod parameters;
