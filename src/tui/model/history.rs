//! The changes of this visit for undo and redo: parameters, marks and phrases, in order.

use std::{collections::VecDeque, sync::Arc};

use shingle::{decisions::PhraseLine, decisions::UserMark, pipeline::Params, visits::PairNames};

const LONGEST: usize = 200;

/// Parameters, and the pair selected with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EarlierParams {
    pub(crate) params: Params,
    pub(crate) selected: Option<PairNames>,
}

#[derive(Debug, Clone)]
pub(crate) enum Change {
    Parameters(EarlierParams),
    /// Marks: the earlier and the new mark of each subject.
    Marks(Vec<(UserMark, UserMark)>),
    /// A phrase that was ignored or counted again.
    Phrase(PhraseLine),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    /// The change was made by a key, the mouse or typing.
    Changed,
    Undone,
    Redone,
}

impl ChangeKind {
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Changed => "",
            Self::Undone => "undone: ",
            Self::Redone => "redone: ",
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct History {
    past: VecDeque<Change>,
    /// The undone changes. Redo repeats the last of them first.
    pub(crate) future: Vec<Change>,
}

impl History {
    /// Records a change. Drops undone changes, so that redo restores no hidden state.
    pub(crate) fn record(&mut self, change: Change) {
        self.future.clear();
        self.record_step(change, ChangeKind::Redone);
    }

    /// Records the state before an undone or repeated change, so that redo or undo can return to it.
    pub(crate) fn record_step(&mut self, change: Change, how: ChangeKind) {
        if how == ChangeKind::Undone {
            return self.future.push(change);
        }
        if self.past.len() == LONGEST {
            self.past.pop_front();
        }
        self.past.push_back(change);
    }

    /// Removes and returns the last change to undo. Skips changes of parameters that left the current `params`.
    pub(crate) fn pop_change_to_undo(&mut self, params: &Params) -> Option<Change> {
        // A drag may have ended where it began.
        let changes_nothing =
            |change: &Change| matches!(change, Change::Parameters(past) if past.params == *params);
        while self.past.back().is_some_and(changes_nothing) {
            self.past.pop_back();
        }
        self.past.pop_back()
    }

    /// Replaces the phrases in all recorded parameters that ignore phrases, because phrases have their own undo.
    /// `before` are the phrases ignored so far.
    pub(crate) fn replace_phrases(&mut self, before: &[Arc<str>], now: &[Arc<str>]) {
        for change in self.past.iter_mut().chain(&mut self.future) {
            // Recorded parameters without phrases had ignoring switched off, unless no phrase existed then.
            if let Change::Parameters(past) = change
                && (before.is_empty() || !past.params.phrases.is_empty())
            {
                past.params.phrases = now.to_vec();
            }
        }
    }
}
