//! The stages in order, with their cached results. The pipeline works in memory, on the threads of its caller.
//!
//! **Nodes.** Documents with the same canonical words share a node (`pipeline::texts::nodes`), which is sketched,
//! indexed and joined once. A changed document moves from one node to another. The number of a node is not reused until
//! all are numbered again. `pipeline::pairs` has the pairs of nodes, for the lowest threshold joined so far.
//!
//! **Rules on pairs** (`pipeline::texts::pair_rules`) are about documents, so they apply where pairs of nodes become
//! pairs of documents: in `pipeline::pairs::order`, `pipeline::ranking` and `pipeline::results::stream`. For the rules,
//! a document is a class: its sides of `--between`, its age, and the part of its path for `--skip-same`. Joins ignore
//! the rules, so a changed rule only needs a new ranking. If there are too many pairs, `pipeline::pairs::best` first
//! drops those that rules hide. Then a changed rule needs a new join.
//!
//! **Ranking** makes rows of the pairs:
//!
//! - `pipeline::texts::numbering` numbers documents and lists those of each text.
//! - `pipeline::ranking::corpus_view` counts any two documents, and `pipeline::ranking::groups` groups copies.
//! - `pipeline::pairs::order` turns the rank of two texts into one number. `pipeline::ranking::ranked_pairs` sorts by
//!   it, and makes rows of the best.
//!
//! The corpus caches the ranking. A stricter threshold shows its beginning, which snapshots share. If a few documents
//! change, their rows are replaced. The index has the shared keys of a replaced text (`pipeline::pairs::unindexed`), so
//! only new and removed keys are looked up in the store. All rows are ranked again after documents came or went, and if
//! rows were cut.
//!
//! **Pairs by passage.** With `--passage`, pairs share rare keys close together (`compare::rare_keys`) instead of being
//! joined. `pipeline::ranking::longest_passages` finds and caches the longest passage of each pair. The search uses
//! words as numbers (`Sketches::passage_input`) and the code of the open pair. `CorpusView` gives every pair its
//! longest passage, so rankings, streams and clusters compare passages like scores.
//!
//! **Results.** `pipeline::results::snapshot` makes the immutable `Snapshot`, and `pipeline::results::changed_rows`
//! compares it with the snapshot before. `pipeline::results::stream` returns the same pairs in path order, for NDJSON
//! and CSV.
//!
//! **Ignored shingles.** `pipeline::document::left_out` has the shingles that `--common`, `--template` and `--phrases`
//! ignore. `pipeline::corpus::leaving` finds them after sketching. Keys of templates and phrases depend only on the
//! parameters. Common keys are counted in the store, for `auto` in groups of similar texts
//! (`pipeline::corpus::groups`). Sizes of texts and indexes exclude these keys, so joins need no extra check. If a
//! change of documents or parameters changes the ignored keys, all pairs are joined again. The snapshot carries the
//! ignored keys, and code that opens a pair passes them on (`Document::leave_out`). So one `Arc` counts, highlights and
//! explains.
//!
//! **Sketch files.** `pipeline::sketch_files` defines their bytes. `sketch_files::write` lists the keys of each holder
//! in the store, and `sketch_files::read` checks everything that index and join rely on. Its corpus has no words.
//! `engine::open_sketch_files` reads several files. `STAGES` increases whenever a text gets other keys; a test with
//! fixed texts notices this.
//!
//! **Sources.** `pipeline::corpus::cover` chooses the sources of a text by keys alone: a greedy cover.
//! `pipeline::corpus::covered_words` divides words and sentences by source. `engine::sources` reads the chosen
//! documents again, for their passages and dates (`pipeline::document::original`). A document of the corpus is not its
//! own source.

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
pub use document::info::{DocInfo, Languages};
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
pub use results::lines::{DocumentLine, LeftOutCounts, PairLine, PathName, ProblemLine};
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
