//! What a folder decides about each of its documents. It decides nothing itself.

use std::sync::Arc;

use crate::text::language::folder::Prior;

use super::left_out::LeftOut;

/// What whoever opens a document of a folder must know of the others, to see it as the folder's ranking does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// What is left out of all documents.
    pub left_out: Arc<LeftOut>,
    /// The folder's languages, by which short stretches are read.
    pub languages: Arc<Prior>,
}
