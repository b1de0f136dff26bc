//! From bytes to canonical words: decode, extract, tokenise, normalise. Nothing here uses the disk or the clock.

pub mod confusables;
pub mod decode;
pub mod extract;
pub mod file_format;
pub mod language;
pub mod lexicon;
pub mod normalize;
pub mod plain_file;
pub mod pos;
pub mod records;
pub mod tokenize;
pub mod word_cache;
