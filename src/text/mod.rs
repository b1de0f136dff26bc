//! From plain text to canonical words: languages, words, letters, stop words, stems. Nothing here uses the disk or the
//! clock.
//!
//! **Scripts without spaces.** ICU's dictionary cuts runs of ideographs and hiragana (`text::tokenize::ideographs`),
//! ICU itself all else that is not plain. Tests hold both equal to ICU alone, for every character and for made texts.
//!
//! **Languages.** `text::language::evidence` scores one word for each language of its script. The scores are a pure
//! function of the word (`benches/languages` makes the table, by hand). Weighing the letter groups of a word takes
//! 6,000 instructions, so it is deferred:
//!
//! - `row_at_a_glance` knows all scores of frequent words. For any other word it knows the script.
//! - `text::language::units` asks for more, word by word, only while the language of a unit is in doubt (`Track::ask`).
//!   `evidence::remembered_row` keeps the answers for all threads.
//! - It asks for the first units of a script until their language is settled.
//! - A unit in doubt waits for the units behind it (`units::waiting`), which often settle its language first.
//!
//! `units` gathers scores by sentences of at most 16 words of one script, and finds the most likely sequence of
//! languages (Viterbi, streaming). A change within a sentence costs more than one between paragraphs, so a stretch that
//! outweighs two changes is read alike in any surroundings (`tests/locality.rs`). A document keeps its stretches, which
//! are sure or open.
//!
//! `text::language::folder` counts the sure stretches of a folder and decides the open ones. Its shares are rounded to
//! powers of two, so its decision seldom changes; when it does, `pipeline::corpus::languages` sketches those documents
//! again. In the passing way, an open document waits until all have passed (`pipeline::texts::one_pass`), as hashes but
//! for its open words. Code that opens a document apart from the corpus gets the languages of the folder with what is
//! left out (`pipeline::document::left_out`). A query tries the likely languages (`pipeline::corpus::query`).
//!
//! **Letters.** `text::equal_letters` lists the characters that count as one. `text::normalize::letters` applies it, once for
//! each distinct word; `tokenize` applies the part that changes where words end.
//! `text::confusables` serves it and `tokenize`, which counts mixed words for all three ways.
//! `text::tokenize::line_ends` is the only place where a word depends on its document.

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
