//! What users decided about pairs and clusters: a verdict and a note. A document and a source of it are a pair. A decision is kept by the content that it is about,
//! so it survives renames, other parameters and other places of the folder.

pub mod decided;
pub mod decision;
pub mod file;
pub mod line_file;
pub mod phrase;
pub mod phrase_file;
