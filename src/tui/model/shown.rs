//! The pair that is wanted on the screen: how it is asked for, and what was answered. How an open one is read is not said
//! here.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::pipeline::document::surroundings::Surroundings;
use shingle::pipeline::parameters::Params;

use super::super::command::Command;
use super::pair::OpenPair;

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

impl Shown {
    /// Asks for it, as these parameters see it, without what is left out.
    pub(crate) fn open(&self, params: &Arc<Params>, surroundings: &Surroundings) -> Command {
        let ((a, b), params) = (self.names.clone(), Arc::clone(params));
        let surroundings = surroundings.clone();
        match &self.text {
            Some(text) => Command::OpenText { text: Arc::clone(text), b, params, surroundings },
            None => Command::Open { a, b, params, surroundings },
        }
    }
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
