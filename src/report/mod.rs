//! Makes a report for readers who do not use the program: a page with the cases of a folder, or with a document and its
//! sources. `report::html` writes the page with `maud`, which escapes every text.

pub(crate) mod cases;
pub(crate) mod contents;
pub(crate) mod gather;
pub(crate) mod html;
pub(crate) mod parts;
pub(crate) mod passages;
pub(crate) mod words;
