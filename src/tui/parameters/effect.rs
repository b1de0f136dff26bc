//! What a change of parameters did, in one sentence, when both results are there. It asks for no result.

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
    /// By a key, the mouse or typing.
    Changed,
    /// By undo.
    Undone,
    /// By redo.
    Redone,
}

impl ChangeKind {
    /// What precedes the change in the sentence.
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

/// The counts of an open pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PairCounts {
    names: (DocPath, DocPath),
    shared: u32,
    /// The score as it is shown.
    said: String,
}

impl PairCounts {
    /// The counts of a pair, or `None` if it was not made with `params`.
    pub(crate) fn of(names: &(DocPath, DocPath), view: &PairView, params: &Params) -> Option<Self> {
        (*view.params == *params).then(|| Self {
            names: names.clone(),
            shared: view.overlap.shared,
            said: scored(view.score, params),
        })
    }
}

/// Waits for both results of a change and keeps the sentence about it.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    /// What the change is compared with, while its results are awaited.
    before: Option<ShownBefore>,
    /// What the last change was compared with.
    last: Option<ShownBefore>,
    how: Option<ChangeKind>,
    /// Whether the selected row is gone.
    lost: bool,
    /// Whether the folder changed between the two results.
    mixed: bool,
    /// The same sentence in ever shorter forms, the longest first.
    said: Vec<String>,
}

impl Effect {
    /// Notes that the parameters were changed while `before` was on the screen. An unfinished change is still compared with
    /// what it began with. A change that continues a burst is compared with the beginning of the burst, because undo takes
    /// the whole burst back.
    pub(crate) fn begin(&mut self, before: Option<ShownBefore>, how: ChangeKind, goes_on: bool) {
        self.how = Some(how);
        self.lost = false;
        self.mixed = false;
        self.said.clear();
        if self.before.is_none() {
            self.before = self.last.take().filter(|_| goes_on).or(before);
        }
    }

    /// The ranking that the last change is compared with.
    pub(crate) fn compared_with(&self) -> Option<&Arc<Snapshot>> {
        self.before.as_ref().or(self.last.as_ref()).map(|before| &before.snapshot)
    }

    /// Whether the results of a change are awaited.
    pub(crate) const fn is_awaited(&self) -> bool {
        self.before.is_some()
    }

    /// Notes that the selected row is not in the new ranking.
    pub(crate) const fn lose(&mut self) {
        self.lost = true;
    }

    /// Notes that the folder changed too, so the new ranking shows more than the change did.
    pub(crate) const fn mix(&mut self) {
        self.mixed = true;
    }

    /// Makes the sentence: the ranking and, if one is open, the pair are there. Returns whether there is anything to say.
    pub(crate) fn end(&mut self, after: &Snapshot, pair: Option<&PairCounts>) -> bool {
        let Some(before) = self.before.take() else {
            return false;
        };
        let prefix = self.how.take().map_or("", ChangeKind::prefix);
        let facts = EffectFacts {
            prefix,
            lost: if self.lost { ", the selected one too" } else { "" },
            mixed: if self.mixed || before.snapshot.present != after.present {
                "; the folder changed meanwhile"
            } else {
                ""
            },
        };
        self.said = sentences(facts, &before, after, pair);
        self.last = Some(before);
        !self.said.is_empty()
    }

    /// What the last change did, in ever shorter forms. Empty if there is nothing to say.
    pub(crate) fn said(&self) -> &[String] {
        &self.said
    }

    /// Drops the sentence: it has been read.
    pub(crate) fn clear(&mut self) {
        self.said.clear();
    }
}
