//! From bytes to canonical words: decode, extract, tokenise, normalise. Nothing here uses the disk or the clock.
//!
//! **Scripts without spaces.** Runs of ideographs and hiragana are cut by ICU's dictionary
//! (`text::tokenize::ideographs`), all else that is not plain by ICU itself. Tests hold both equal for every character,
//! and for texts that are made.
//!
//! **Languages.** `text::language::evidence` gives the evidence of one word: a row of scores, one for each language of
//! its script. The row is a pure function of the word (`benches/languages` makes the table, by hand). Weighing the
//! letter groups of a word takes 6,000 instructions, so it is deferred:
//!
//! - `row_at_a_glance` knows all scores of frequent words, which the table holds completely. For any other word it
//!   knows the script.
//! - `units` asks for more, word by word, only while the language of a unit is in doubt (`Track::ask`).
//!   `evidence::remembered` keeps the answers for all threads.
//! - The first units of a script are asked until their language is settled, not beyond.
//! - A unit in doubt waits for the units behind it (`units::waiting`): often they settle its language before a rare
//!   word is asked.
//! - `tests/locality.rs` holds both ways equal.
//!
//! `units` gathers rows by sentences of at most 16 words of one script. It finds the most likely sequence of languages
//! (Viterbi, streaming). A change costs more within a sentence than between paragraphs. So a stretch that outweighs two
//! changes is read alike whatever stands around it. A document keeps `stretches`, which are sure or open.
//!
//! `folder` counts the sure stretches of a folder and decides about the open ones. Its shares are rounded to powers of
//! two, so its decision seldom changes. When it changes, `corpus::languages` sketches those documents again. In the
//! passing way, an open document waits until all have passed (`pipeline::texts::one_pass`), as hashes but for its open
//! words, so that only these are read again. Code that opens a document apart from the corpus gets the languages of the
//! folder together with what is left out (`pipeline::document::left_out`). A query tries the likely languages
//! (`pipeline::corpus::query::ask`).
//!
//! **Letters and encodings.** `text::normalize::letters` says which letters count as one, once per distinct word.
//! `text::confusables` serves it and `tokenize`, which gives the number of mixed words to all three ways.
//! `text::tokenize::line_ends` is the only place where a word depends on its document. `documents::decode::single`
//! scores every encoding of one byte per character: `signs` by which characters stand next to each other, `models` by
//! the letter pairs of languages. The models are made from stop words when first needed. `multibyte` says whether
//! chardetng is asked. `Certainty` goes with the name of the encoding into `ReadInfo`, `DocInfo` and the sketch file.

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
