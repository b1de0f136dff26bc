//! Which list has the upper part of the screen, and which lists are behind it. It does not know what they show.

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
    /// The languages of the folder.
    Languages,
    /// The laboratory: which width, sketch and threshold suit the folder.
    Lab,
}

impl Room {
    /// The short name of its key.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Documents => "documents",
            Self::Resembling => "matches",
            Self::Query => "your text",
            Self::Clusters => "clusters",
            Self::Problems => "problems",
            Self::Languages => "languages",
            Self::Lab => "laboratory",
        }
    }

    /// Whether both show the same list. All pairs and those of one document are the same list with other rows.
    pub(crate) fn shares_list(self, other: Self) -> bool {
        let is_ranked = |room| matches!(room, Self::Pairs | Self::Resembling);
        self == other || is_ranked(self) && is_ranked(other)
    }
}

/// The rooms that were gone through: the ranked list first, the current room last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rooms(Vec<Room>);

impl Default for Rooms {
    fn default() -> Self {
        Self(vec![Room::Pairs])
    }
}

impl Rooms {
    /// The current room.
    pub(crate) fn here(&self) -> Room {
        self.0.last().copied().unwrap_or(Room::Pairs)
    }

    /// The rooms that were gone through, in this order.
    pub(crate) fn way(&self) -> Vec<Room> {
        self.0.clone()
    }

    /// Goes into a room, or back to it if it was gone through. Returns the rooms that are left.
    pub(crate) fn enter(&mut self, room: Room) -> Vec<Room> {
        if let Some(place) = self.0.iter().position(|one| *one == room) {
            return self.0.split_off(place + 1);
        }
        self.0.push(room);
        Vec::new()
    }

    /// Goes one room back. Returns the room that is left, if there is one before it.
    pub(crate) fn leave(&mut self) -> Option<Room> {
        if self.0.len() > 1 { self.0.pop() } else { None }
    }

    /// How many rooms were gone through, including the current one.
    #[cfg(test)]
    pub(crate) const fn depth(&self) -> usize {
        self.0.len()
    }

    /// Whether a room was gone through before another, so that going back to it leaves the other.
    pub(crate) fn is_behind(&self, room: Room, other: Room) -> bool {
        let mut way = self.0.iter();
        way.any(|one| *one == room) && way.any(|one| *one == other)
    }

    /// Whether a room was gone through.
    pub(crate) fn has(&self, room: Room) -> bool {
        self.0.contains(&room)
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
        assert_eq!(rooms.leave(), Some(Room::Documents));
        assert_eq!(rooms.here(), Room::Pairs);
        assert_eq!(rooms.leave(), None);
        assert_eq!(rooms.here(), Room::Pairs);
    }
}
