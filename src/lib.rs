//! The engine of `shingle`: from the bytes of a folder's files to ranked pairs of documents and their shared shingles.
//! It knows no screen, no command line and no output format.
//!
//! # One way
//! [`folder`] reads bytes → [`text`] decodes, extracts, tokenises and normalises → [`shingle`] cuts, hashes and samples →
//! [`compare`] joins, ranks and aligns → [`pipeline`] strings these stages together and remembers them → [`engine`] runs
//! the pipeline on a thread of its own and answers requests with immutable snapshots. [`lab`] asks the pipeline which
//! parameters suit a folder.
//!
//! # From other programs
//! [`texts`] has what other programs ask for: the pairs of texts, an index to query, the passages of two. All else is public
//! only because the program, its tests, and the packages for Python and Spark are crates of their own; it may change with
//! every version.

pub use base::{self, storage};
pub use engine::{self, decisions, folder, visits};
pub use learn::{lab, lesson};
pub use shingle_core::{compare, pipeline, shingle, text, texts};
