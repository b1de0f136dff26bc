//! The view in the upper part of the screen, and the views behind it. Independent of their content.

use shingle::base::path::DocPath;

use crate::tui::layout::PaneSide;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    Pairs,
    Documents,
    /// A document and all similar documents.
    Resembling,
    Query,
    /// The clusters of documents, and the pairs of a cluster.
    Clusters,
    /// The problems by reason, and the activity of the watcher.
    Problems,
    Phrases,
    /// The passages of the whole folder.
    Passages,
    Sources,
    Lab,
}

impl Room {
    /// Returns true for the ranked list, of all pairs or of the pairs of a document.
    pub(crate) const fn is_ranked(self) -> bool {
        matches!(self, Self::Pairs | Self::Resembling)
    }

    /// Returns true if both views show the same list. All pairs and the pairs of a document are one list with different
    /// rows.
    pub(crate) fn shares_list(self, other: Self) -> bool {
        let is_ranked = |room| matches!(room, Self::Pairs | Self::Resembling);
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

/// A view on the way back.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RoomStop {
    room: Room,
    /// The pair from which the user left the view.
    whole: Option<WholePair>,
}

impl RoomStop {
    const fn at(room: Room) -> Self {
        Self { room, whole: None }
    }
}

/// The visited views: the ranked list first, the current view last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rooms(Vec<RoomStop>);

impl Default for Rooms {
    fn default() -> Self {
        Self(vec![RoomStop::at(Room::Pairs)])
    }
}

impl Rooms {
    pub(crate) fn current(&self) -> Room {
        self.0.last().map_or(Room::Pairs, |stop| stop.room)
    }

    pub(crate) fn visited(&self) -> Vec<Room> {
        self.0.iter().map(|stop| stop.room).collect()
    }

    /// Enters a view, or returns to a visited view. Returns the views that this leaves.
    pub(crate) fn enter(&mut self, room: Room) -> Vec<Room> {
        if let Some(place) = self.0.iter().position(|stop| stop.room == room) {
            let gone = self.0.split_off(place + 1);
            // The user asks for the list of the view, not for the pair that was open there.
            self.0.truncate(place);
            self.0.push(RoomStop::at(room));
            return gone.into_iter().map(|stop| stop.room).collect();
        }
        self.0.push(RoomStop::at(room));
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
    pub(crate) fn leave(&mut self) -> Option<(Room, Option<WholePair>)> {
        let gone = if self.0.len() > 1 { self.0.pop() } else { None };
        let whole = self.0.last_mut().filter(|_| gone.is_some()).and_then(|stop| stop.whole.take());
        gone.map(|gone| (gone.room, whole))
    }

    /// Counts the steps back: visited views including the current view, and the pairs behind them.
    #[cfg(test)]
    pub(crate) fn depth(&self) -> usize {
        let whole = |whole: &WholePair| 1 + usize::from(whole.alone);
        self.0.iter().map(|stop| 1 + stop.whole.as_ref().map_or(0, whole)).sum()
    }

    /// Returns true if a view was visited before another, so that a return to the first leaves the other.
    pub(crate) fn was_visited_before(&self, room: Room, other: Room) -> bool {
        let mut way = self.0.iter().map(|stop| stop.room);
        way.any(|one| one == room) && way.any(|one| one == other)
    }

    pub(crate) fn has(&self, room: Room) -> bool {
        self.0.iter().any(|stop| stop.room == room)
    }
}

#[cfg(test)]
mod tests {
    use super::{Room, Rooms};

    #[test]
    fn the_way_back_is_the_way_in_without_rounds() {
        let mut rooms = Rooms::default();
        for room in [Room::Documents, Room::Resembling, Room::Problems, Room::Documents] {
            rooms.enter(room);
        }
        assert!(!rooms.has(Room::Resembling));
        assert_eq!(rooms.current(), Room::Documents);
        assert_eq!(rooms.leave(), Some((Room::Documents, None)));
        assert_eq!(rooms.current(), Room::Pairs);
        assert_eq!(rooms.leave(), None);
        assert_eq!(rooms.current(), Room::Pairs);
    }
}
