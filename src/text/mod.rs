//! From bytes to canonical words: decode, extract, tokenise, normalise. Pure: no disk, no clock, no shared state.

pub mod confusables;
pub mod decode;
pub mod extract;
pub mod file_format;
pub mod language;
pub mod lexicon;
pub mod normalize;
pub mod plain_file;
pub mod pos;
pub mod tokenize;
