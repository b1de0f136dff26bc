//! Tests that need more than one room of the binary.

mod docs;
mod parameters;
