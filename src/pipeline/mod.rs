//! The stages in order, and the results that they keep. It touches no disk and starts no thread of its own.
//!
//! **Nodes.** Documents with the same canonical words share one node (`pipeline::texts::nodes`): sketched, indexed and
//! joined once. A changed document moves from one node to another. The number of a node is not used again until all are
//! numbered anew. Pairs are kept between nodes, for the lowest threshold joined so far (`pipeline::pairs`).
//!
//! **Rules on pairs** (`pipeline::texts::pair_rules`) judge documents, so they are applied where pairs of nodes become
//! pairs of documents: in `pairs::order`, `ranking` and `results::stream`. What the rules know of a document is its
//! class: the sides that it is on, whether it is old (`--skip-older`), and what its path has in common with others
//! (`--skip-same`). A pair of nodes is judged by the classes of their documents. Pairs are joined and kept as if there
//! were no rules, so another rule only ranks anew. Only where more pairs were found than are kept, `pairs::best` drops
//! first what rules leave out, and another rule joins anew.
//!
//! `pipeline::ranking` makes rows of the pairs:
//!
//! - `pipeline::texts::numbering` has the numbers of documents and the documents of each text, and
//!   `pipeline::ranking::corpus_view` the counts of any two documents.
//! - `pipeline::ranking::groups` puts copies together. `pipeline::texts::numbering` knows those with the same bytes but
//!   other words.
//! - `pipeline::pairs::order` turns the rank of two texts into one number.
//! - `pipeline::ranking::fill_pages` sorts millions of pairs by this number into pages, each better than the next. A
//!   page is sorted, and its rows are made, when somebody looks at it (`pipeline::ranking::rows`).
//!
//! The ranking stays with the corpus. A stricter threshold shows its beginning, which snapshots share. If a few
//! documents change, the numbering and their pages are amended. The index knows what the text before a change shared
//! with all others (`pipeline::pairs::unindexed`), so only the keys that came or went are looked up in the store.
//! Everything is ranked anew where documents came or went, where some are copies by their bytes alone, and where rows
//! were cut.
//!
//! `pipeline::results::snapshot` makes the immutable `Snapshot` of it. `pipeline::results::changed_rows` compares it
//! with the one before. `pipeline::results::stream` gives the same pairs in path order, for NDJSON and CSV.
//!
//! **Leaving out.** `pipeline::document::left_out` is what `--common`, `--template` and `--phrases` leave out.
//! `pipeline::corpus::leaving` finds it after sketching: the keys of templates and phrases from the parameters alone,
//! the common ones by counting over the store (`compare::store::taking`). The keys are moved from the store
//! (`compare::store::taking`) to a second one (`corpus::leaving`), and the sizes of the texts are reduced. So index,
//! join, queries and counts need not know about it. When documents or parameters change, it is found anew. If the same
//! keys are left out, nothing else is done. If not, the keys that differ move between the two stores and everything is
//! joined anew. The snapshot carries it, and code that opens a pair passes it on (`Document::leave_out`). The same
//! `Arc` counts, highlights and explains.
//!
//! **Sketch files.** `pipeline::sketch_files` defines their bytes: a JSON head with the parameters, a record for each
//! document, and a checksum. `sketch_files::shape` takes `Params` apart field by field, so nobody can forget a new
//! field. `sketch_files::write` inverts the store (`compare::store::taking`). `sketch_files::read` checks everything
//! that index and join rely on. The corpus it makes is that of the passing way. `engine::open_sketch_files` reads
//! several files. `folder::write` is the only place that writes to a disk. `STAGES` increases with every change of what
//! becomes of a text; a test with fixed texts says when.
//!
//! **Sources.** `pipeline::corpus::cover` chooses the documents that a text comes from, by keys alone: a greedy cover.
//! `pipeline::corpus::covered_words` tells words and sentences by it. `engine::sources` reads the files of the chosen
//! documents again, for their passages and dates (`pipeline::document::original`). A text that is a document of the
//! corpus is named, and is then no source of itself. For the room on the screen (`tui::rooms::sources`),
//! `engine::sources` reads that document alone; the worker answers, and a newer request or newer parameters cancel the
//! answer. That thread lays the text out too.

pub mod corpus;
pub mod document;
pub mod pairs;
pub mod parameters;
pub mod ranking;
pub mod results;
pub mod saved_result;
pub mod sketch_files;
pub mod source;
pub mod texts;

pub use corpus::Corpus;
pub use corpus::cover::CoverLimits;
pub use corpus::passages::PassageOrder;
pub use corpus::query::{Hit, QueryHits, QueryResult};
pub use corpus::sampled::Sampled;
pub use corpus::whereabouts::{FoundIn, Whereabouts};
pub use document::explain::{Became, Explained, ExplainedShingle, Fate, shingles};
pub use document::info::{DocInfo, Languages};
pub use document::left_out::{LeftOut, Surroundings};
pub use document::original::{Earlier, Originality};
pub use document::pair::{Highlight, OmittedWord, PairView, Passage, Side, Why};
pub use document::{Document, Word};
pub use parameters::between::Between;
pub use parameters::catalogue::Parameter;
pub use parameters::inactive::{Inactive, Task};
pub use parameters::scoring::Demand;
pub use parameters::skip_older::SkipOlder;
pub use parameters::skip_same::SkipSame;
pub use parameters::template::Template;
pub use parameters::values::{NoFiles, ValueError, ValueFiles, Values};
pub use parameters::{
    LanguageChoice, Params, Preset, SketchKind, Stage, StopWords, Verify, shingle_params,
};
pub use ranking::corpus_view::CorpusView;
pub use ranking::histogram::Histogram;
pub use ranking::row::{Mark, Pair, Row};
pub use results::clusters::{Cluster, Clusters};
pub use results::snapshot::{Completeness, CopyGroups, News, Snapshot, publish};
pub use results::sources::{
    FolderPassage, FolderPassages, SourcePlace, SourcedStretch, SourcedText, Sources, TextSource,
};
pub use results::stream::Stream;
pub use saved_result::SavedResult;
pub use saved_result::lines::{
    DocumentLine, FolderLanguage, LeftOutCounts, PairLine, PathName, ProblemLine,
};
pub use sketch_files::shape::Difference;
pub use source::records::{RecordFile, RecordTroubles};
pub use source::{NoDocument, NoSource};
pub use texts::canonical_table::CanonicalTables;
pub use texts::nodes::{NodeId, Nodes};
pub use texts::one_pass::{OnePass, OnePassThread};
pub use texts::pair_rules::PairRules;
pub use texts::record::{DocWords, DocWordsDraft, DocWordsReader};
pub use texts::sketches::Sketches;
