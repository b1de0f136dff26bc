//! A report to hand on: what was found in a folder, as a page. It ranks nothing and counts nothing: a pair contains what
//! the open pair and `compare` show.
//!
//! `report::gather` chooses the rows of a snapshot and opens their pairs again, on all threads
//! (`engine::side_by_side`). It takes as many pairs at a time as fit into some 100 MB, and reads each of their
//! documents once. It keeps only what is quoted (`report::passages`), so a report needs little memory. The outcome is
//! one `report::contents::Report`, which `report::html` writes. It uses `maud`, which escapes; its style is one file, and
//! its policy names the hash of that file.
//!
//! For `:report`, `commands::screen` gives the screen a function that writes rows of a snapshot, and the screen calls
//! it on a thread.

pub(crate) mod contents;
pub(crate) mod findings;
pub(crate) mod gather;
pub(crate) mod graphs;
pub(crate) mod html;
pub(crate) mod passages;
pub(crate) mod words;
