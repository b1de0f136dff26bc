//! A report to hand on: what was found in a folder, as a page, as Markdown, and as SARIF for other programs. It ranks nothing and
//! counts nothing: what a pair contains is what the open pair and `compare` show.
//!
//! **A report** (`report`, a room of the program) is one value, `report::contents::Report`, which each format writes.
//! `report::gather` chooses the rows of a snapshot and opens their pairs again, on all threads
//! (`engine::side_by_side`). It reads the documents of so many pairs together as fit into some 100 MB, each once,
//! however many pairs it is in. Of a pair only what is quoted is kept (`report::passages`), so a report needs little
//! memory. `report::html` writes a page with `maud`, which escapes; its style is one file, and its policy names the
//! hash of that file. `report::markdown` escapes by itself, and a test gives it any text.
//!
//! The screen's `:report` is the same: `commands::screen` gives the screen a function that writes rows of a snapshot
//! (`commands::report`), and the screen calls it on a thread.

pub(crate) mod again;
pub(crate) mod contents;
pub(crate) mod gather;
pub(crate) mod graphs;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod passages;
pub(crate) mod sarif;
pub(crate) mod words;
