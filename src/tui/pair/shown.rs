//! The pair that is wanted on the screen: what was asked for, and what was answered. How an open one is read is not said
//! here.

use std::sync::Arc;

use shingle::base::path::DocPath;

use super::model::OpenPair;

/// The pair that is wanted on the screen, and what there is of it.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    /// The names asked for.
    pub(crate) names: (DocPath, DocPath),
    /// The first is no document but this text.
    pub(crate) text: Option<Arc<str>>,
    /// What the engine answered.
    pub(crate) answer: Answer,
}

/// The engine's answer about a pair.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// None yet.
    Awaited,
    /// The pair, laid out.
    Open(Box<OpenPair>),
    /// It could not be opened; one line why.
    Refused(String),
}
