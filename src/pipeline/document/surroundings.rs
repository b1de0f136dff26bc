//! What a folder decides about each of its documents. It holds these decisions and makes none.

use std::sync::Arc;

use crate::text::language::folder::Prior;

use super::left_out::LeftOut;

/// What must be known of the folder to open one of its documents exactly as the folder's ranking sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// What is left out of all documents.
    pub left_out: Arc<LeftOut>,
    /// The folder's languages, by which open stretches are read.
    pub languages: Arc<Prior>,
}
