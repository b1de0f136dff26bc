//! From canonical words to the sketch of a document: window, hash, sample, minima.

mod distinct;
pub mod expected;
pub mod hash;
pub mod minhash;
pub mod sketch;
pub mod window;

pub use expected::{binomial, deviation, empty_sample, near_duplicate};
pub use hash::{HashKind, word_hash, word_hash_of};
pub use minhash::{Family, Minima, megashingles, minima, supershingles};
pub use sketch::{
    CanonicalWord, Shingle, ShingleParams, Sketch, SketchFacts, SketchKind, Sketcher, narrowed,
    needs_texts, shingles,
};
pub use window::{ShortDocuments, Window};
