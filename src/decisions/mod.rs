//! What users decided about pairs and clusters: a verdict and a note. A document and a source of it are a pair. A decision is kept by the content that it is about,
//! so it survives renames, other parameters and other places of the folder.
//!
//! **Decisions.** `decisions::decision` is one verdict and its line, `decisions::decided` the newest of each subject,
//! `decisions::file` the file. On the screen, `tui::update::decisions` sends `Command::Decide`; a thread
//! (`tui::event_loop::decision_keeper`) writes the lines, syncs them and sends back all decisions, and only then they
//! are shown. It also looks for what other programs wrote. Dates are set there, because `update` reads no clock. A row
//! without a decision has the newest on a pair of copies that it stands for (`pipeline::results::snapshot`).
//! `base::storage::log` appends under a lock, and closes off what a killed program left.
//!
//! **Phrases** are kept in the same way: `decisions::phrase` is a line, `decisions::phrase_file` the file of a folder,
//! `tui::event_loop::phrase_keeper` the thread. What it says goes into `Params::phrases`, like any other parameter
//! (`tui::update::phrases::kept`), but for undoing: `History::take_phrases` keeps earlier parameters in step. The
//! command line reads a list once (`cli::settings`).

pub mod decided;
pub mod decision;
pub mod file;
pub mod line_file;
pub mod phrase;
pub mod phrase_file;

pub use decided::Decided;
pub use decision::{DecidedChoice, Decision, Subject, Verdict};
pub use file::DecisionFile;
pub use line_file::SharedFile;
pub use phrase::{PhraseLine, Phrases};
