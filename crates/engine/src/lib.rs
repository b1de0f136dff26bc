//! The engine answers questions about a folder, and owns the corpus on its own thread. Commands call the same code
//! once, without that thread.

pub mod batch;
pub mod converters;
pub mod decisions;
pub mod folder;
pub mod handle;
pub mod journal;
pub mod kept_records;
pub mod limit_options;
mod named_files;
pub mod open_sketch_files;
mod option_values;
pub mod passages;
pub mod question;
pub mod reader;
mod record_files;
pub mod side_by_side;
pub mod sources;
pub mod visits;
mod worker;

pub use batch::{LoadError, Loaded};
pub use handle::Engine;
pub use journal::{Activity, DocumentEvent};
pub use named_files::{NamedFiles, read_templates};
pub use option_values::{OptionValue, OptionValues, list_missing_tools};
pub use passages::PassagesError;
pub use question::{
    Answer, PairQuestion, PassagesQuestion, Phase, Question, Report, SharedSnapshot, ShingleCounts,
    WordQuestion,
};
pub use reader::{DocumentFolder, DocumentReader, ReaderSettings};
pub use side_by_side::SideBySideError;
pub use sources::SourcingError;
pub use worker::LONG_PASSAGE;
