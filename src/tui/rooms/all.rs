//! All rooms: the one file that knows the implementation of each.

use crate::tui::screen::model::Model;
use crate::tui::screen::model::room_list::RoomList;

use super::clusters::room::ClustersRoom;
use super::documents::room::DocumentsRoom;
use super::laboratory::room::LaboratoryRoom;
use super::languages::room::LanguagesRoom;
use super::list_room::ListRoom;
use super::pairs::room::PairsRoom;
use super::passages::room::PassagesRoom;
use super::phrases::room::PhrasesRoom;
use super::problems::room::ProblemsRoom;
use super::query::room::QueryRoom;
use super::room::Room;
use super::sources::room::SourcesRoom;

/// The implementation of a room.
pub(crate) fn of(room: Room) -> &'static dyn ListRoom {
    match room {
        Room::Pairs | Room::Resembling => &PairsRoom,
        Room::Documents => &DocumentsRoom,
        Room::Clusters => &ClustersRoom,
        Room::Query => &QueryRoom,
        Room::Problems => &ProblemsRoom,
        Room::Languages => &LanguagesRoom,
        Room::Phrases => &PhrasesRoom,
        Room::Passages => &PassagesRoom,
        Room::Sources => &SourcesRoom,
        Room::Lab => &LaboratoryRoom,
    }
}

/// The implementation of the current room.
pub(crate) fn here(model: &Model) -> &'static dyn ListRoom {
    of(model.rooms.here())
}

/// The list of a room, as the model sees it.
pub(crate) fn list_of(room: Room) -> &'static dyn RoomList {
    of(room)
}
