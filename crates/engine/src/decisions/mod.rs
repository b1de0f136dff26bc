//! The user's marks and notes on pairs, and ignored phrases. A mark belongs to the content of its documents, so it
//! survives renames, other parameters and a move of the folder. A row of copies takes the newest mark on any pair of
//! these copies (`pipeline::results::snapshot`).

pub mod decided;
pub mod decision;
pub mod phrase;
mod shared_file;

pub use decided::{DecisionFile, NewestMarks};
pub use decision::{ContentPair, MarkChoice, MarkKind, UserMark};
pub use phrase::{PhraseLine, Phrases};
pub use shared_file::{SharedFile, SharedFileError, SumOfLines, Unparsed};
