//! A report for readers who do not use the program. A page shows the cases of a folder, or a document and its sources.
//!
//! `report::gather` opens the pairs of the chosen rows again, on all threads (`engine::side_by_side`), and saves the
//! quotations (`report::passages`). It opens as many pairs at a time as fit into about 100 MB, and reads each document
//! once. `report::contents` holds the outcome, `report::cases` orders the outcome, and `report::html` writes the page
//! with `maud`, which escapes every text.

pub(crate) mod cases;
pub(crate) mod contents;
pub(crate) mod gather;
pub(crate) mod html;
pub(crate) mod parts;
pub(crate) mod passages;
pub(crate) mod words;
