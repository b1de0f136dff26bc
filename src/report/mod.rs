//! A report for readers who do not use the program. A page shows the cases of a folder, or a document and its sources.
//! `report::html` writes the page with `maud`, which escapes every text.

pub(crate) mod cases;
pub(crate) mod contents;
pub(crate) mod gather;
pub(crate) mod html;
pub(crate) mod parts;
pub(crate) mod passages;
pub(crate) mod words;
