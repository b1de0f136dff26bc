//! Runs the stages in order and caches their results, in memory and on the threads of the caller. Documents with the
//! same canonical words share a node (`pipeline::texts::nodes`), which is sketched, indexed and joined once. Rules on
//! pairs (`pipeline::texts::pair_rules`) hide rows after the join, so a changed rule only needs a new ranking.

pub mod corpus;
pub mod document;
pub mod pairs;
pub mod parameters;
pub mod ranking;
pub mod results;
pub mod sketch_files;
pub mod source;
pub mod texts;

pub use corpus::below::{CountsBelowThreshold, PassageElsewhere};
pub use corpus::cover::CoverLimits;
pub use corpus::elsewhere::SharesElsewhere;
pub use corpus::passages::PassageOrder;
pub use corpus::query::{Hit, QueryHits, QueryResult};
pub use corpus::sampled::Sampled;
pub use corpus::{Corpus, ReadDocument};
pub use document::explain::{
    Explained, ExplainedShingle, ShingleFate, WordResult, explain_shingles,
};
pub use document::info::{DocInfo, Languages};
pub use document::left_out::IgnoredShingles;
pub use document::original::{BatchDates, Earlier, Originality};
pub use document::pair::{Block, Highlight, PairView, ReasonIgnored, Side, UncountedWord};
pub use document::passages::{Passage, SharedRun, SingleRuns};
pub use document::{Document, Word};
pub use parameters::between::Between;
pub use parameters::catalogue::Parameter;
pub use parameters::inactive::{Inactive, Task};
pub use parameters::scoring::Criteria;
pub use parameters::skip_older::SkipOlder;
pub use parameters::skip_same::SkipSame;
pub use parameters::template::Template;
pub use parameters::values::{ValueError, ValueFiles, Values};
pub use parameters::{
    Common, LanguageChoice, Params, Preset, Stage, StopWords, Verify, shingle_params,
};
pub use ranking::histogram::Histogram;
pub use ranking::row::{Mark, Pair, Row};
pub use results::clusters::{Cluster, Clusters};
pub use results::lines::{DocumentLine, PairLine};
pub use results::parameters::{FileGlobs, Parameters};
pub use results::repeats::{Repeat, Repeats};
pub use results::snapshot::{Completeness, CopyGroups, RowChanges, Snapshot, take_snapshot};
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
pub use texts::record::{DocWords, DocWordsReader, NewReader, ThreadReader};
pub use texts::sketches::{Progress, Sketches};
