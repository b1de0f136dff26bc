//! Canonical words to a document's sketch: window, hash, sample, least shingles. Pure: no disk, no shared state.

mod distinct;
mod divisor;
pub mod expected;
pub mod hash;
pub mod minhash;
pub mod sketch;
pub mod tagged;
pub mod window;
mod xxh3;
