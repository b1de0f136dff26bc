//! Which list has the screen's upper part, and which ones lie behind it. It knows nothing of what they show.

/// A list that one can be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// The ranked list.
    Pairs,
    /// All documents.
    Documents,
    /// One document and all that resembles it.
    Resembling,
    /// A text that was typed or pasted, and all that resembles it.
    Query,
    /// The clusters of documents, and what is in one.
    Clusters,
    /// The problems by reason, and what the watcher does.
    Problems,
    /// The languages of the folder.
    Languages,
    /// Which width, sketch and threshold suit the folder.
    Lab,
}

impl Room {
    /// The short name of the key that leads there.
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

    /// Whether both show the same list: all pairs or those of one document are one, with other rows.
    pub(crate) fn shares_list(self, other: Self) -> bool {
        let is_ranked = |room| matches!(room, Self::Pairs | Self::Resembling);
        self == other || is_ranked(self) && is_ranked(other)
    }
}

/// The way that was taken: the ranked list first, where one is last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rooms(Vec<Room>);

impl Default for Rooms {
    fn default() -> Self {
        Self(vec![Room::Pairs])
    }
}

impl Rooms {
    /// Where one is.
    pub(crate) fn here(&self) -> Room {
        self.0.last().copied().unwrap_or(Room::Pairs)
    }

    /// The rooms that the way came through, in this order.
    pub(crate) fn way(&self) -> Vec<Room> {
        self.0.clone()
    }

    /// Goes into a room; back to it when the way came through it. Gives the rooms that are left.
    pub(crate) fn enter(&mut self, room: Room) -> Vec<Room> {
        if let Some(place) = self.0.iter().position(|one| *one == room) {
            return self.0.split_off(place + 1);
        }
        self.0.push(room);
        Vec::new()
    }

    /// Goes one room back; gives the one that is left, if there was one behind it.
    pub(crate) fn leave(&mut self) -> Option<Room> {
        if self.0.len() > 1 { self.0.pop() } else { None }
    }

    /// How many rooms the way came through, this one included.
    #[cfg(test)]
    pub(crate) const fn depth(&self) -> usize {
        self.0.len()
    }

    /// Whether the way came through a room before it came through another, so that going back to it leaves the other.
    pub(crate) fn is_behind(&self, room: Room, other: Room) -> bool {
        let mut way = self.0.iter();
        way.any(|one| *one == room) && way.any(|one| *one == other)
    }

    /// Whether the way came through a room.
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
