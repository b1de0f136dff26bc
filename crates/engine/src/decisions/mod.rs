//! The user's marks and notes on pairs and clusters, and ignored phrases. A mark belongs to the content of its
//! documents, so it survives renames, other parameters and a move of the folder. A document with its source is a pair.
//!
//! Both are lines in files that several programs may share (`decisions::shared_file`). `decisions::file` stores marks,
//! `decisions::phrase_file` the phrases of a folder. `base::storage::log` appends under a lock, and completes the line
//! of a killed program. On the screen, a thread for each file (`tui::event_loop::keeper`) writes and syncs the lines,
//! reads those of other programs, and sends back the sum. Only then is a mark shown. The thread also supplies dates,
//! because `update` reads no clock.
//!
//! A row without a mark takes the newest mark on a pair of its copies (`pipeline::results::snapshot`). Phrases go into
//! `Params::phrases` like other parameters, except for undo: `History::replace_phrases` puts them into earlier
//! parameters. The command line reads a list once (`engine::option_values`).

pub mod decided;
pub mod decision;
pub mod file;
pub mod phrase;
pub mod phrase_file;
mod shared_file;

pub use decided::Decided;
pub use decision::{DecidedChoice, Decision, Subject, Verdict};
pub use file::DecisionFile;
pub use phrase::{PhraseLine, Phrases};
pub use shared_file::{SharedFile, SumOfLines, Unparsed};
