//! From plain text to canonical words: languages, words, letters, stop words, stems. Uses neither disk nor clock.
//!
//! **Scripts without spaces.** ICU's dictionary cuts runs of ideographs and hiragana (`text::tokenize::ideographs`).
//! ICU itself cuts all other text beyond plain words. Tests compare both with ICU alone, for every character and for
//! synthetic texts.
//!
//! **Languages.** `text::language::evidence` scores one word for each language of its script. The scores are a pure
//! function of the word (`benches/languages` makes the table, by hand). Weighing the letter groups of a word takes
//! 6,000 instructions, so weighing is deferred:
//!
//! - `row_at_a_glance` has all scores of frequent words, and only the script of any other word.
//! - `text::language::units` adds up the scores of a unit: a paragraph, or sentences of up to 64 words of one script. Rare
//!   words are scored one by one until a language leads clearly. `evidence::remembered_row` caches the scores for all
//!   threads.
//!
//! A clear unit depends on its own words only, so it has the same language in any document (`tests/locality.rs`). An
//! unclear unit gets the language of the nearest clear unit of its script. In a text without clear units, all words of a
//! script get the likeliest language.
//!
//! **Letters.** `text::equal_letters` lists the characters that count as equal. `text::normalize::letters` replaces
//! them, once for each distinct word. `tokenize` replaces those that change where words end. `text::confusables` serves
//! both, and `tokenize` counts mixed words for all three settings. Only in `text::tokenize::line_ends` does a word
//! depend on its document.

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
pub use language::evidence::{EvidenceRow, Script, row_at_a_glance, row_of};
pub use language::stretches::Stretches;
pub use language::units::{Gatherer, read_otherwise};
pub use lexicon::{Lexicon, LexiconReader};
pub use normalize::letters::{Letters, Steps};
pub use normalize::stop_words::{StopList, WordList};
pub use normalize::{Accents, Case, Confusables, Decision, Normalizer, Stem};
pub use pos::{Part, PosRemoval, Tag, each_part, tokenize_tagged};
pub use records::{NoColumn, NoRecord, RecordFormat, RecordReader, RecordSpan};
pub use tokenize::{Words, tokenize};
pub use word_cache::{Eights, WordCache};
