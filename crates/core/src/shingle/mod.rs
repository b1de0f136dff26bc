//! Makes the sketch of a document from canonical words: windows, hashes, samples, minima.

mod distinct;
pub mod expected;
pub mod hash;
pub mod minhash;
pub mod sketch;
pub mod window;

pub use expected::{
    binomial_probability, deviation_of_minhash, probability_of_empty_sample,
    probability_of_near_duplicate,
};
pub use hash::{HashKind, word_hash, word_hash_of_bytes};
pub use minhash::{Family, Minima, keys_of_megashingles, keys_of_minima, keys_of_supershingles};
pub use sketch::{
    CanonicalWord, Shingle, ShingleParams, Sketch, SketchFacts, SketchKind, Sketcher,
    make_shingles, needs_word_texts,
};
pub use window::{ShortDocuments, Window};
