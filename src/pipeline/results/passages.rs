//! The passages of a folder, as the outputs show them. It finds none.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::base::span::Span;
use crate::pipeline::corpus::passages::PassageOrder;
use crate::pipeline::parameters::Params;

/// A run of counted words that several documents share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderPassage {
    /// How many counted words it has.
    pub words: u32,
    /// How many words would go if it stood in one document only.
    pub repeated: u64,
    /// Its place in the text of the first document; empty if that could not be read again.
    pub span: Span,
    /// That text. Raw: it must pass `base::visible` on its way to a terminal.
    pub text: Arc<str>,
    /// The section of the first document that it begins in, such as `page 3`. Raw text of the file.
    pub section: Option<String>,
    /// The first document by path that holds it and has other words than the first of all.
    pub other: DocPath,
    /// All documents that hold it, in path order.
    pub documents: Vec<DocPath>,
}

/// The passages of a folder, best first, with the parameters that made them.
#[derive(Debug, Clone)]
pub struct FolderPassages {
    /// The parameters that made them.
    pub params: Arc<Params>,
    /// The least counted words of one.
    pub least: u32,
    /// How they are ranked.
    pub order: PassageOrder,
    /// How many there are, listed or not.
    pub found: usize,
    /// The documents of the folder.
    pub documents: usize,
    /// Those that are listed.
    pub passages: Vec<FolderPassage>,
    /// Documents that could not be read again, so that a passage has no text.
    pub problems: Vec<Problem>,
}
