//! From canonical words to the sketch of a document: window, hash, sample, minima. Nothing here uses the disk or shared
//! state.

mod distinct;
mod divisor;
pub mod expected;
pub mod hash;
pub mod minhash;
pub mod sketch;
pub mod tagged;
pub mod window;
mod xxh3;
