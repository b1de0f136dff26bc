//! The pair to show: what was asked for, and the answer. How an open pair is shown is not decided here.

use std::sync::Arc;

use shingle::base::path::DocPath;

use super::model::OpenPair;

/// The pair to show and the answer about it.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    /// The names asked for.
    pub(crate) names: (DocPath, DocPath),
    /// The text of the query, if the first is not a document.
    pub(crate) text: Option<Arc<str>>,
    /// The byte of the first text whose passage is to be active when it opens.
    pub(crate) at: Option<u32>,
    /// Whether the lesson begins on it when it opens.
    pub(crate) teaches: bool,
    pub(crate) answer: Answer,
}

impl Shown {
    /// A pair that is asked for, or the text of the query beside a document.
    pub(crate) const fn asked(names: (DocPath, DocPath), text: Option<Arc<str>>) -> Self {
        Self { names, text, at: None, teaches: false, answer: Answer::Awaited }
    }
}

/// The engine's answer about a pair.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// None yet.
    Awaited,
    /// The pair, laid out.
    Open(Box<OpenPair>),
    /// It could not be opened. One line says why.
    Refused(String),
}
