//! From bytes to canonical words: decode, extract, tokenise, normalise. Nothing here uses the disk or the clock.

pub mod confusables;
pub mod language;
pub mod lexicon;
pub mod normalize;
pub mod pos;
pub mod records;
pub mod tokenize;
pub mod word_cache;

pub use language::Language;
pub use language::evidence::{EvidenceRow, Script, row_at_a_glance, row_of};
pub use language::folder::{Prior, Tally};
pub use language::stretches::{StretchLanguage, Stretches};
pub use language::units::{Gatherer, read_otherwise};
pub use lexicon::{Lexicon, LexiconReader};
pub use normalize::letters::{Letters, Steps};
pub use normalize::{Case, Confusables, Decision, Normalizer, Stem, StopList, WordList};
pub use pos::{Part, PosRemoval, Tag, each_part, tokenize_tagged};
pub use records::{NoColumn, NoRecord, RecordFormat, RecordReader, RecordSpan};
pub use tokenize::{Words, tokenize};
pub use word_cache::{Eights, WordCache};
