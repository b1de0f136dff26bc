//! Converts plain text to canonical words: languages, words, letters, stop words, stems.

pub mod confusables;
mod equal_letters;
pub mod language;
pub mod lexicon;
pub mod normalize;
pub mod pos;
pub mod records;
pub mod tokenize;
pub mod word_cache;

pub use language::Language;
pub use language::evidence::{EvidenceRow, Script, score_word, score_word_quickly};
pub use language::stretches::Stretches;
pub use language::units::{Gatherer, word_if_folded};
pub use lexicon::Lexicon;
pub use normalize::letters::{Letters, Steps};
pub use normalize::stop_words::WordList;
pub use normalize::{Accents, Case, Confusables, Normalizer, Stem};
pub use pos::{Part, PosRemoval, Tag, for_each_word_with_part, tokenize_tagged};
pub use records::{NoColumn, NoRecord, RecordFormat, RecordReader, RecordSpan};
pub use tokenize::{Words, tokenize};
pub use word_cache::{Eights, WordCache};
