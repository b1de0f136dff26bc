//! The engine: questions in, reports out, and the corpus on a thread of its own. For the commands, the same stages run
//! once, without a thread.
//!
//! **Documents** are read in one place, `engine::reader`. There the bytes of a file become its text
//! (`documents::source`), for batch runs, the worker, opened pairs, templates and the files of the commands. A test
//! refuses any other place.
//!
//! **Records.** With `--records`, `pipeline::source::records` decodes a file as a whole, and `text::records` cuts its
//! text: a pure function from a text to spans and from a span to a document's text. `engine::record_files` reads a few
//! files at a time and shares their records among threads. A `DocPath` with a line names a record. The worker
//! (`engine::worker::reading`) takes some records of a file at a time; when it has them all, it forgets those that are
//! gone.
//!
//! Before that, texts may have to be sketched anew: a million documents take ten seconds. Then
//! `engine::worker::publishing` first publishes the pairs of some documents: those of the rows in view, which come with
//! the parameters, and of the best rows of the last result (`corpus::part`, a small corpus by the same stages, which
//! borrows what is expensive). Its counts are those that the whole result will have. Where common shingles are left out
//! nobody knows them before all are counted, so there is no such part. On the screen it is in the ranked list alone;
//! the other lists stay with the last result about all documents (`Model::of_all_documents`). While a folder is read
//! for the first time, the same room of the engine publishes the pairs of its first documents: after half a second, and
//! then of twice as many each time that twice as long has passed, five times.
//!
//! **Lost and found.** The worker notes in its journal (`engine::journal`) which documents came, changed and went. For
//! those that went, the journal keeps the record: words as numbers, which outlive the text. When nothing else waits, it
//! searches the refreshed corpus for the documents that went last (`pipeline::corpus::whereabouts`). The store counts
//! the shingles: the best document comes first, then the one with most of the rest. The journal sends the whole list,
//! `Report::Activities`. If parameters change how words are read, the old result stays, with the parameters that it was
//! found with.
//!
//! **A written result** (`pipeline::saved_result`) is what JSON has of a folder, without texts. `engine::saved_result`
//! reads it, `commands::view` reads its parameters as the command line would, and `engine::viewer` takes the place of
//! the worker: it answers from the result, and says so where texts would be needed. The rest of the screen knows of it
//! by one field, `ParameterState::written`. A test reads every kind of result again and holds rows and clusters equal
//! to the folder's own.
//!
//! **Visits.** What a visit leaves is one value, `visits::Visit`, in one file for each folder.
//! `commands::visits` reads it before the screen starts and writes it when the terminal was given back. Parameters are
//! kept as what differs from those that the config file and the defaults give (`visits::ChangedParams`), so a new line of the
//! config file holds. The engine gets the documents of the last visit, compares them once when all are read
//! (`engine::journal`), and puts the differences into its journal.
//!
//! **Priorities.** The thread of the engine and the pool that it starts run at a lower priority (Linux), so keys are
//! answered while everything is computed anew. The worker frees old snapshots, not the screen. `benches/live` measures
//! both.

pub mod batch;
pub mod converters;
pub mod error;
pub mod handle;
pub mod journal;
pub mod open_sketch_files;
pub mod passages;
pub mod question;
pub mod reader;
mod record_files;
pub mod report;
pub mod saved_result;
pub mod side_by_side;
pub mod sources;
pub mod templates;
mod viewer;
mod worker;

pub use batch::Loaded;
pub use error::{PassagesError, SideBySideError, SourcingError};
pub use handle::Engine;
pub use journal::{Activity, DocumentEvent};
pub use question::{
    Answer, PairQuestion, PassagesQuestion, Question, SharedSnapshot, ShingleCounts, WordQuestion,
};
pub use reader::{DocumentFolder, DocumentReader};
pub use report::{Phase, Report};
