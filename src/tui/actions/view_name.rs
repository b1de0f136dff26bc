//! The view in the upper part of the screen, and the views behind it. Independent of their content.

use shingle::base::path::DocPath;

use crate::tui::layout::PaneSide;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ViewName {
    Pairs,
    Documents,
    /// A document and all similar documents.
    Resembling,
    Query,
    Clusters,
    /// The problems by reason, and the activity of the watcher.
    Problems,
    Phrases,
    /// The passages of the whole folder.
    Passages,
    Sources,
    Lab,
}

impl ViewName {
    /// Returns true for the ranked list, of all pairs or of the pairs of a document.
    pub(crate) const fn is_ranked(self) -> bool {
        matches!(self, Self::Pairs | Self::Resembling)
    }

    /// Returns true if both views show the same list. All pairs and the pairs of a document are one list with different
    /// rows.
    pub(crate) fn shares_list(self, other: Self) -> bool {
        let is_ranked = |view| matches!(view, Self::Pairs | Self::Resembling);
        self == other || is_ranked(self) && is_ranked(other)
    }
}

/// The pair that had the whole screen when the user entered another view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WholePair {
    pub(crate) names: (DocPath, DocPath),
    /// The text with the focus.
    pub(crate) which: PaneSide,
    /// True if this text filled the screen.
    pub(crate) alone: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct ViewStop {
    view: ViewName,
    whole: Option<WholePair>,
}

impl ViewStop {
    const fn at(view: ViewName) -> Self {
        Self { view, whole: None }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VisitedViews(Vec<ViewStop>);

impl Default for VisitedViews {
    fn default() -> Self {
        Self(vec![ViewStop::at(ViewName::Pairs)])
    }
}

impl VisitedViews {
    pub(crate) fn current(&self) -> ViewName {
        self.0.last().map_or(ViewName::Pairs, |stop| stop.view)
    }

    pub(crate) fn visited(&self) -> Vec<ViewName> {
        self.0.iter().map(|stop| stop.view).collect()
    }

    /// Enters a view, or returns to a visited view. Returns the views that this leaves.
    pub(crate) fn enter(&mut self, view: ViewName) -> Vec<ViewName> {
        if let Some(place) = self.0.iter().position(|stop| stop.view == view) {
            let gone = self.0.split_off(place + 1);
            // The user asks for the list of the view, not for the pair that was open there.
            self.0.truncate(place);
            self.0.push(ViewStop::at(view));
            return gone.into_iter().map(|stop| stop.view).collect();
        }
        self.0.push(ViewStop::at(view));
        Vec::new()
    }

    pub(crate) fn save_pair(&mut self, whole: Option<WholePair>) {
        if let Some(stop) = self.0.last_mut() {
            stop.whole = whole;
        }
    }

    pub(crate) fn whole_pairs_mut(&mut self) -> impl Iterator<Item = &mut (DocPath, DocPath)> {
        self.0.iter_mut().filter_map(|stop| Some(&mut stop.whole.as_mut()?.names))
    }

    /// Goes one view back. Returns the view that this leaves, and the pair to open. `None` in the first view.
    pub(crate) fn leave(&mut self) -> Option<(ViewName, Option<WholePair>)> {
        let gone = if self.0.len() > 1 { self.0.pop() } else { None };
        let whole = self.0.last_mut().filter(|_| gone.is_some()).and_then(|stop| stop.whole.take());
        gone.map(|gone| (gone.view, whole))
    }

    /// Counts the steps back: visited views including the current view, and the pairs behind them.
    #[cfg(test)]
    pub(crate) fn depth(&self) -> usize {
        let whole = |whole: &WholePair| 1 + usize::from(whole.alone);
        self.0.iter().map(|stop| 1 + stop.whole.as_ref().map_or(0, whole)).sum()
    }

    /// Returns true if a view was visited before another, so that a return to the first leaves the other.
    pub(crate) fn was_visited_before(&self, view: ViewName, other: ViewName) -> bool {
        let mut way = self.0.iter().map(|stop| stop.view);
        way.any(|one| one == view) && way.any(|one| one == other)
    }

    pub(crate) fn has(&self, view: ViewName) -> bool {
        self.0.iter().any(|stop| stop.view == view)
    }
}

#[cfg(test)]
mod tests {
    use super::{ViewName, VisitedViews};

    #[test]
    fn the_way_back_is_the_way_in_without_rounds() {
        let mut views = VisitedViews::default();
        for view in
            [ViewName::Documents, ViewName::Resembling, ViewName::Problems, ViewName::Documents]
        {
            views.enter(view);
        }
        assert!(!views.has(ViewName::Resembling));
        assert_eq!(views.current(), ViewName::Documents);
        assert_eq!(views.leave(), Some((ViewName::Documents, None)));
        assert_eq!(views.current(), ViewName::Pairs);
        assert_eq!(views.leave(), None);
        assert_eq!(views.current(), ViewName::Pairs);
    }
}
