//! What a change of parameters did, in one sentence, once both results are there. It asks for none.

pub(crate) mod change;
pub(crate) mod lists;
pub(crate) mod sentence;

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::pipeline::document::pair::PairView;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::words::shares::scored;

use self::sentence::{EffectFacts, sentences};

/// How the parameters were changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    /// By turning or typing.
    Changed,
    /// By taking a change back.
    Undone,
    /// By making it again.
    Redone,
}

impl ChangeKind {
    /// What stands before the change, in words.
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Changed => "",
            Self::Undone => "undone: ",
            Self::Redone => "redone: ",
        }
    }
}

/// What was on the screen before a change.
#[derive(Debug, Clone)]
pub(crate) struct ShownBefore {
    /// The ranking.
    pub(crate) snapshot: Arc<Snapshot>,
    /// The open pair, if the same parameters made it.
    pub(crate) pair: Option<PairCounts>,
}

/// What is counted in an open pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PairCounts {
    names: (DocPath, DocPath),
    shared: u32,
    /// The score as it is shown.
    said: String,
}

impl PairCounts {
    /// Those of a pair, unless other parameters than `params` made it.
    pub(crate) fn of(names: &(DocPath, DocPath), view: &PairView, params: &Params) -> Option<Self> {
        (*view.params == *params).then(|| Self {
            names: names.clone(),
            shared: view.overlap.shared,
            said: scored(view.score, params),
        })
    }
}

/// Waits for both results of a change, and keeps what is to be said about it.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    /// What the change is measured against, while its results are awaited.
    before: Option<ShownBefore>,
    /// What the last change was measured against.
    last: Option<ShownBefore>,
    how: Option<ChangeKind>,
    /// The row that was selected is no longer there.
    lost: bool,
    /// The folder changed between the two results.
    mixed: bool,
    /// The same sentence ever shorter, the longest first.
    said: Vec<String>,
}

impl Effect {
    /// The parameters were changed while `before` was on the screen. What an unfinished change is measured against stays, and
    /// a change that goes on with a burst is measured against what that began with: it is taken back as one, and has one
    /// effect.
    pub(crate) fn begin(&mut self, before: Option<ShownBefore>, how: ChangeKind, goes_on: bool) {
        self.how = Some(how);
        self.lost = false;
        self.mixed = false;
        self.said.clear();
        if self.before.is_none() {
            self.before = self.last.take().filter(|_| goes_on).or(before);
        }
    }

    /// Whether the results of a change are awaited.
    pub(crate) const fn is_awaited(&self) -> bool {
        self.before.is_some()
    }

    /// The row that was selected is not in the new ranking.
    pub(crate) const fn lose(&mut self) {
        self.lost = true;
    }

    /// The new ranking holds more than the change did: the folder changed too.
    pub(crate) const fn mix(&mut self) {
        self.mixed = true;
    }

    /// Both results are there: a ranking and, where one is open, a pair. Whether there is something to be said.
    pub(crate) fn end(&mut self, after: &Snapshot, pair: Option<&PairCounts>) -> bool {
        let Some(before) = self.before.take() else {
            return false;
        };
        let prefix = self.how.take().map_or("", ChangeKind::prefix);
        let told = EffectFacts {
            prefix,
            lost: if self.lost { ", the selected one too" } else { "" },
            mixed: if self.mixed || before.snapshot.present != after.present {
                "; the folder changed meanwhile"
            } else {
                ""
            },
        };
        self.said = sentences(told, &before, after, pair);
        self.last = Some(before);
        !self.said.is_empty()
    }

    /// What the last change did, ever shorter; empty when nothing is to be said.
    pub(crate) fn said(&self) -> &[String] {
        &self.said
    }

    /// It was read.
    pub(crate) fn hush(&mut self) {
        self.said.clear();
    }
}
