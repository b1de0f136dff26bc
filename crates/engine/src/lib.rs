//! The engine: questions in, reports out, and the corpus on its thread. The commands run the same stages once, without
//! that thread.
//!
//! **Reading.** `engine::reader` is the only place where the bytes of a file become its text (`documents::source`). A
//! test rejects any other place.
//!
//! **Records** (`--records`). `pipeline::source::records` decodes a whole file, and `text::records` cuts its text: a
//! pure function from text to spans. `engine::record_files` reads a few files at a time and shares their records among
//! threads. A `DocPath` with a line names a record. The worker reads a file in batches of records
//! (`engine::worker::reading`); after the last batch, it removes records that are gone.
//!
//! **First pairs.** Sketching a million documents takes ten seconds. So `engine::worker::publishing` first publishes
//! the pairs of a few documents, with the counts of the whole result. `pipeline::corpus::part` makes a small corpus by
//! the same stages, which borrows expensive data. After a change of parameters, these are the documents of the rows in
//! view, and of the best rows of the last result. The rows in view come with the parameters. During the first reading
//! of a folder, they are its first documents, in up to five parts. The first part comes after half a second, each next
//! with twice the documents after twice the time. Only the ranked list shows such a part; the other lists show the last
//! result about all documents (`Model::of_all_documents`). With ignored common shingles there are no parts, because
//! these shingles are unknown before everything is counted.
//!
//! **Activity.** `engine::journal` records which documents came, changed and went. A document that went while a new
//! document has its bytes was renamed. `Report::Activities` sends the whole list.
//!
//! **Files that are gone or empty.** Many programs save a file in two steps. The worker retains the documents of such a
//! file for half a second, unless a new file has their bytes.
//!
//! **A folder that changes all the time.** The cost of a change grows with the size of the folder. When such work took
//! more than a second lately, the next change waits, so that it takes a twentieth of the time.
//!
//! **Visits.** `commands::visits` reads the last `visits::Visit` to the folder before the screen starts, and saves the
//! next visit while the screen runs. A visit has the parameters that differ from the config file and the defaults
//! (`visits::ChangedParams`), so a new line of the config file applies. The engine compares the documents of the last
//! visit once, when all are read, and puts the differences into its journal.
//!
//! **Priorities.** The engine's thread and its pool run at a lower priority (Linux), so keys are answered during long
//! work. The worker frees old snapshots, not the screen. `benches/live` measures both.

pub mod batch;
pub mod converters;
pub mod decisions;
pub mod error;
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
pub mod report;
pub mod side_by_side;
pub mod sources;
pub mod visits;
mod worker;

pub use batch::{LoadError, Loaded};
pub use error::{PassagesError, SideBySideError, SourcingError};
pub use handle::Engine;
pub use journal::{Activity, DocumentEvent};
pub use named_files::{NamedFiles, TemplateError, read_templates};
pub use option_values::{OptionValue, OptionValues, list_missing_tools};
pub use question::{
    Answer, PairQuestion, PassagesQuestion, Question, SharedSnapshot, ShingleCounts, WordQuestion,
};
pub use reader::{DocumentFolder, DocumentReader, ReaderSettings};
pub use report::{Phase, Report};
pub use worker::LONG_PASSAGE;
