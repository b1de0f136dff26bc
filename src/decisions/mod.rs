//! What the user decided: verdicts and notes on pairs and clusters, and phrases that never count. A decision belongs to
//! the content of its documents, so it survives renames, other parameters and a move of the folder. A document and one
//! of its sources are a pair.
//!
//! Both are lines in files that several programs may share (`decisions::shared_file`): `decisions::file` holds decisions,
//! `decisions::phrase_file` the phrases of a folder. `base::storage::log` appends under a lock, and closes off what a
//! killed program left. On the screen, a thread for each file (`tui::event_loop::keeper`) writes the lines, syncs them,
//! looks for those of other programs and sends back all that the file says. Only then is a mark shown. Dates come from
//! that thread, because `update` reads no clock.
//!
//! A row without a decision takes the newest one on a pair of the copies that it stands for
//! (`pipeline::results::snapshot`). Phrases go into `Params::phrases` like any other parameter, except that undo leaves
//! them alone: `History::replace_phrases` puts them into earlier parameters. The command line reads a list once
//! (`engine::option_values`).

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
