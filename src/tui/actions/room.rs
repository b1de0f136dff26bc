//! Which list has the upper part of the screen, and which lists are behind it. It does not know what they show.

use shingle::base::path::DocPath;

use crate::tui::layout::PaneSide;

/// The name of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// The ranked list.
    Pairs,
    /// All documents.
    Documents,
    /// One document and everything that resembles it.
    Resembling,
    /// The query.
    Query,
    /// The clusters of documents, and the pairs of one.
    Clusters,
    /// The problems by reason, and what the watcher does.
    Problems,
    /// The phrases that are left out.
    Phrases,
    /// The passages of the whole folder.
    Passages,
    /// The documents that one comes from.
    Sources,
    /// The laboratory: which width, sketch and threshold suit the folder.
    Lab,
}

impl Room {
    /// Whether it is the ranked list, of all pairs or of those of one document.
    pub(crate) const fn is_ranked(self) -> bool {
        matches!(self, Self::Pairs | Self::Resembling)
    }

    /// Whether both show the same list. All pairs and those of one document are the same list with other rows.
    pub(crate) fn shares_list(self, other: Self) -> bool {
        let is_ranked = |room| matches!(room, Self::Pairs | Self::Resembling);
        self == other || is_ranked(self) && is_ranked(other)
    }
}

/// A pair that had the whole screen when somebody went into another room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WholePair {
    /// Its two names.
    pub(crate) names: (DocPath, DocPath),
    /// The text that had the focus.
    pub(crate) which: PaneSide,
    /// That text had all the room.
    pub(crate) alone: bool,
}

/// A room that the way came through.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RoomStop {
    room: Room,
    /// The pair from which one went on.
    whole: Option<WholePair>,
}

impl RoomStop {
    const fn at(room: Room) -> Self {
        Self { room, whole: None }
    }
}

/// The rooms that were gone through: the ranked list first, the current room last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rooms(Vec<RoomStop>);

impl Default for Rooms {
    fn default() -> Self {
        Self(vec![RoomStop::at(Room::Pairs)])
    }
}

impl Rooms {
    /// The current room.
    pub(crate) fn here(&self) -> Room {
        self.0.last().map_or(Room::Pairs, |stop| stop.room)
    }

    /// The rooms that were gone through, in this order.
    pub(crate) fn visited(&self) -> Vec<Room> {
        self.0.iter().map(|stop| stop.room).collect()
    }

    /// Goes into a room, or back to it if it was gone through. Returns the rooms that are left.
    pub(crate) fn enter(&mut self, room: Room) -> Vec<Room> {
        if let Some(place) = self.0.iter().position(|stop| stop.room == room) {
            let gone = self.0.split_off(place + 1);
            // It is its list that is asked for.
            self.0.truncate(place);
            self.0.push(RoomStop::at(room));
            return gone.into_iter().map(|stop| stop.room).collect();
        }
        self.0.push(RoomStop::at(room));
        Vec::new()
    }

    /// The pair that has the whole screen, to which the way back leads.
    pub(crate) fn keep(&mut self, whole: Option<WholePair>) {
        if let Some(stop) = self.0.last_mut() {
            stop.whole = whole;
        }
    }

    /// The names of the pairs to which the way back leads.
    pub(crate) fn whole_pairs_mut(&mut self) -> impl Iterator<Item = &mut (DocPath, DocPath)> {
        self.0.iter_mut().filter_map(|stop| Some(&mut stop.whole.as_mut()?.names))
    }

    /// Goes one room back. Returns the room that is left, if there is one before it, and the pair to open.
    pub(crate) fn leave(&mut self) -> Option<(Room, Option<WholePair>)> {
        let gone = if self.0.len() > 1 { self.0.pop() } else { None };
        let whole = self.0.last_mut().filter(|_| gone.is_some()).and_then(|stop| stop.whole.take());
        gone.map(|gone| (gone.room, whole))
    }

    /// How many steps back there are: rooms that the way came through, this one included, and pairs behind them.
    #[cfg(test)]
    pub(crate) fn depth(&self) -> usize {
        let whole = |whole: &WholePair| 1 + usize::from(whole.alone);
        self.0.iter().map(|stop| 1 + stop.whole.as_ref().map_or(0, whole)).sum()
    }

    /// Whether a room was gone through before another, so that going back to it leaves the other.
    pub(crate) fn is_behind(&self, room: Room, other: Room) -> bool {
        let mut way = self.0.iter().map(|stop| stop.room);
        way.any(|one| one == room) && way.any(|one| one == other)
    }

    /// Whether a room was gone through.
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
        assert_eq!(rooms.here(), Room::Documents);
        assert_eq!(rooms.leave(), Some((Room::Documents, None)));
        assert_eq!(rooms.here(), Room::Pairs);
        assert_eq!(rooms.leave(), None);
        assert_eq!(rooms.here(), Room::Pairs);
    }
}
