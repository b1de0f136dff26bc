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
//! - `text::language::units` scores rare words one by one while the language of a unit is in doubt (`Track::ask`).
//!   `evidence::remembered_row` caches the scores for all threads.
//! - The first units of a script are scored until their language is settled.
//! - A unit in doubt waits for the units behind it (`units::waiting`), which often settle its language first.
//!
//! `units` adds up scores by sentences of at most 16 words of one script, and finds the likeliest sequence of languages
//! (Viterbi, streaming). A change within a sentence costs more than between paragraphs. A stretch that outweighs two
//! changes gets the same language in any surroundings (`tests/locality.rs`). A document stores its stretches, which are
//! sure or open.
//!
//! `text::language::folder` counts the sure stretches of a folder and settles the open stretches. Shares are rounded to
//! powers of two, so the settled languages seldom change. After a change, `pipeline::corpus::languages` sketches the
//! concerned documents again. In one pass over texts, an open document waits until all have passed
//! (`pipeline::texts::one_pass`), as hashes and its open words. Code that opens a single document gets the languages of
//! the folder with the ignored words (`pipeline::document::left_out`). A query tries the likely languages
//! (`pipeline::corpus::query`).
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
pub use language::folder::{OpenEvidence, Prior, Tally};
pub use language::stretches::{StretchLanguage, Stretches};
pub use language::units::{Gatherer, read_otherwise};
pub use lexicon::{Lexicon, LexiconReader};
pub use normalize::letters::{Letters, Steps};
pub use normalize::stop_words::{StopList, WordList};
pub use normalize::{Accents, Case, Confusables, Decision, Normalizer, Stem};
pub use pos::{Part, PosRemoval, Tag, each_part, tokenize_tagged};
pub use records::{NoColumn, NoRecord, RecordFormat, RecordReader, RecordSpan};
pub use tokenize::{Words, tokenize};
pub use word_cache::{Eights, WordCache};
