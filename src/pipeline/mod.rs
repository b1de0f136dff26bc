//! The stages in order, and the results that they keep. It touches no disk and starts no thread of its own.
//!
//! **Nodes.** Documents with the same canonical words share one node (`pipeline::texts::nodes`), which is sketched,
//! indexed and joined once. A changed document moves from one node to another. The number of a node is not used again
//! until all are numbered anew. `pipeline::pairs` keeps the pairs of nodes, for the lowest threshold joined so far.
//!
//! **Rules on pairs** (`pipeline::texts::pair_rules`) judge documents, so they apply where pairs of nodes become pairs
//! of documents: in `pipeline::pairs::order`, `pipeline::ranking` and `pipeline::results::stream`. They know a document
//! by its class: the sides of `--between` that it is on, whether it is old, and what its path has in common with others
//! (`--skip-same`). Pairs are joined and kept as if there were no rules, so another rule only ranks anew. Only where
//! more pairs were found than are kept does `pipeline::pairs::best` drop first what rules leave out; then another rule
//! joins anew.
//!
//! **Ranking** makes rows of the pairs:
//!
//! - `pipeline::texts::numbering` numbers documents and lists those of each text.
//! - `pipeline::ranking::corpus_view` counts any two documents, and `pipeline::ranking::groups` puts copies together.
//! - `pipeline::pairs::order` turns the rank of two texts into one number. `pipeline::ranking::ranked_pairs` sorts by
//!   it, and makes rows of the best.
//!
//! The ranking stays with the corpus, and a stricter threshold shows its beginning, which snapshots share. If a few
//! documents change, their rows are replaced. The index knows what the text before a change shared with all others
//! (`pipeline::pairs::unindexed`), so only keys that came or went are looked up in the store. Everything is ranked anew
//! where documents came or went, and where rows were cut.
//!
//! **Pairs by passage.** With `--passage`, the join gives way to the pairs that share rare keys close together
//! (`compare::rare_keys`). `pipeline::ranking::longest_passages` looks for the longest passage of each, in the words as
//! numbers (`Sketches::passage_input`) and by the code of the open pair, and remembers it. `CorpusView` gives every pair
//! its longest passage, so rankings, streams and clusters judge it as they judge a score.
//!
//! **Results.** `pipeline::results::snapshot` makes the immutable `Snapshot`, `pipeline::results::changed_rows`
//! compares it with the one before, and `pipeline::results::stream` gives the same pairs in path order, for NDJSON and
//! CSV.
//!
//! **Leaving out.** `pipeline::document::left_out` is what `--common`, `--template` and `--phrases` leave out.
//! `pipeline::corpus::leaving` finds it after sketching: the keys of templates and phrases from the parameters alone,
//! the common ones by counting the store, for `auto` in groups of similar texts (`pipeline::corpus::groups`). It reduces the
//! sizes of the texts, and indexes are built without these keys, so joins need not know. After a change of documents or
//! parameters that leaves out other keys, everything is joined anew.
//! The snapshot carries what is left out, and code that opens a pair passes it on (`Document::leave_out`), so one `Arc`
//! counts, highlights and explains.
//!
//! **Sketch files.** `pipeline::sketch_files` defines their bytes. `sketch_files::write` lists the keys of each holder
//! in the store, and `sketch_files::read` checks everything that index and join rely on; its corpus is that of the
//! passing way. `engine::open_sketch_files` reads several files. `STAGES` increases whenever a text becomes something
//! else; a test with fixed texts says when.
//!
//! **Sources.** `pipeline::corpus::cover` chooses the documents that a text comes from, by keys alone: a greedy cover.
//! `pipeline::corpus::covered_words` divides words and sentences by it. `engine::sources` reads the chosen documents
//! again, for their passages and dates (`pipeline::document::original`). A text that is a document of the corpus is
//! named, so it is no source of itself.

pub mod corpus;
pub mod document;
pub mod pairs;
pub mod parameters;
pub mod ranking;
pub mod results;
pub mod sketch_files;
pub mod source;
pub mod texts;

pub use corpus::Corpus;
pub use corpus::below::{PassageElsewhere, PassagesBelow};
pub use corpus::cover::CoverLimits;
pub use corpus::elsewhere::Elsewhere;
pub use corpus::passages::PassageOrder;
pub use corpus::query::{Hit, QueryHits, QueryResult};
pub use corpus::sampled::Sampled;
pub use document::explain::{Became, Explained, ExplainedShingle, Fate, shingles};
pub use document::info::{DocInfo, Languages, are_detected};
pub use document::left_out::{LeftOut, Surroundings};
pub use document::original::{BatchDates, Earlier, Originality};
pub use document::pair::{Block, Highlight, OmittedWord, PairView, Side, Why};
pub use document::passages::{Passage, SharedRun, SingleRuns};
pub use document::{Document, Word};
pub use parameters::between::Between;
pub use parameters::catalogue::Parameter;
pub use parameters::inactive::{Inactive, Task};
pub use parameters::scoring::Criteria;
pub use parameters::skip_older::SkipOlder;
pub use parameters::skip_same::SkipSame;
pub use parameters::template::Template;
pub use parameters::values::{NoFiles, ValueError, ValueFiles, Values};
pub use parameters::{
    Common, LanguageChoice, Params, Preset, Stage, StopWords, Verify, shingle_params,
};
pub use ranking::corpus_view::CorpusView;
pub use ranking::histogram::Histogram;
pub use ranking::row::{Mark, Pair, Row};
pub use results::clusters::{Cluster, Clusters};
pub use results::lines::{
    DocumentLine, FolderLanguage, LeftOutCounts, PairLine, PathName, ProblemLine,
};
pub use results::parameters::{ChosenBy, Parameters};
pub use results::repeats::{Repeat, Repeats};
pub use results::snapshot::{Completeness, CopyGroups, News, Snapshot, publish};
pub use results::sources::{
    FolderPassage, FolderPassages, SourcePassage, SourcedStretch, SourcedText, Sources, TextSource,
};
pub use results::stream::Stream;
pub use sketch_files::shape::Difference;
pub use source::records::{RecordFile, RecordTroubles};
pub use source::{NoDocument, NoSource};
pub use texts::canonical_table::CanonicalTables;
pub use texts::nodes::{NodeId, Nodes};
pub use texts::one_pass::{OnePass, OnePassThread};
pub use texts::pair_rules::PairRules;
pub use texts::record::{DocWords, DocWordsDraft, DocWordsReader};
pub use texts::sketches::{Progress, Sketches};
