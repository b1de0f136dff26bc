//! The search within the open pair: what is sought, where it was found, and which match is looked at. It finds nothing
//! itself and draws nothing.

use std::sync::Arc;

use shingle::base::span::Span;
use shingle::pipeline::document::pair::PairView;

use crate::tui::event_loop::action::StepDirection;
use crate::tui::pair::pane::Which;

use super::find::SearchAnswer;

/// The search.
#[derive(Debug)]
pub(crate) struct Search {
    /// What was typed.
    pub(crate) pattern: String,
    /// The pair that is searched; `None` until it was asked for.
    pub(crate) view: Option<Arc<PairView>>,
    /// The number of the newest request.
    pub(crate) number: u64,
    /// The last answer, and the pair that it is about.
    pub(crate) found: Option<(Arc<PairView>, SearchAnswer)>,
    /// The match that is looked at, counted through the first text and then through the second.
    pub(crate) at: usize,
    /// Where it began: the first match from there on is looked at first.
    pub(crate) from: (Which, u32),
}

impl Search {
    /// A search that begins at a byte of a text.
    pub(crate) const fn new(from: (Which, u32)) -> Self {
        Self { pattern: String::new(), view: None, number: 0, found: None, at: 0, from }
    }

    /// Whether the newest request has no answer yet.
    pub(crate) fn awaits(&self) -> bool {
        self.view.is_some()
            && self.found.as_ref().is_none_or(|(_, answer)| answer.number != self.number)
    }

    /// The matches in a text of a pair, in reading order.
    pub(crate) fn matches(&self, view: &Arc<PairView>, which: Which) -> &[Span] {
        let found = self.found.as_ref().filter(|(of, _)| Arc::ptr_eq(of, view));
        found.map_or(&[], |(_, answer)| match which {
            Which::A => &answer.a,
            Which::B => &answer.b,
        })
    }

    /// How many matches each text has.
    pub(crate) fn counts(&self) -> [usize; 2] {
        self.found.as_ref().map_or([0, 0], |(_, answer)| [answer.a.len(), answer.b.len()])
    }

    /// The match that is looked at.
    pub(crate) fn current(&self) -> Option<(Which, Span)> {
        let (_, answer) = self.found.as_ref()?;
        let in_b = || answer.b.get(self.at - answer.a.len()).map(|span| (Which::B, *span));
        answer.a.get(self.at).map(|span| (Which::A, *span)).or_else(in_b)
    }

    /// Takes an answer and looks at the first match from where the search began.
    pub(crate) fn take(&mut self, answer: SearchAnswer) {
        let Some(view) = self.view.clone() else { return };
        let (which, byte) = self.from;
        let after = |all: &[Span]| all.partition_point(|span| span.start < byte);
        let all = answer.a.len() + answer.b.len();
        let at = match which {
            Which::A => after(&answer.a),
            Which::B => answer.a.len() + after(&answer.b),
        };
        self.at = if at < all { at } else { 0 };
        self.found = Some((view, answer));
    }

    /// Looks at the next or previous match. Returns whether it went round.
    pub(crate) fn step(&mut self, direction: StepDirection) -> bool {
        let all: usize = self.counts().iter().sum();
        if all == 0 {
            return false;
        }
        let (next, wrapped) = match direction {
            StepDirection::Next => ((self.at + 1) % all, self.at + 1 == all),
            StepDirection::Back => ((self.at + all - 1) % all, self.at == 0),
        };
        self.at = next;
        if let Some((which, span)) = self.current() {
            self.from = (which, span.start);
        }
        wrapped
    }
}
