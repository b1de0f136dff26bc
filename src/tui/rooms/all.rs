//! All rooms: the one place that knows which file does what for which room.

use crate::tui::screen::model::Model;
use crate::tui::screen::model::room_list::RoomList;

use super::clusters::room::ClustersRoom;
use super::documents::room::DocumentsRoom;
use super::laboratory::room::LaboratoryRoom;
use super::languages::room::LanguagesRoom;
use super::list_room::ListRoom;
use super::pairs::room::PairsRoom;
use super::problems::room::ProblemsRoom;
use super::query::room::QueryRoom;
use super::room::Room;

/// What a room does.
pub(crate) fn of(room: Room) -> &'static dyn ListRoom {
    match room {
        Room::Pairs | Room::Resembling => &PairsRoom,
        Room::Documents => &DocumentsRoom,
        Room::Clusters => &ClustersRoom,
        Room::Query => &QueryRoom,
        Room::Problems => &ProblemsRoom,
        Room::Languages => &LanguagesRoom,
        Room::Lab => &LaboratoryRoom,
    }
}

/// What the room that one is in does.
pub(crate) fn here(model: &Model) -> &'static dyn ListRoom {
    of(model.rooms.here())
}

/// What the model asks of a room's list.
pub(crate) fn list_of(room: Room) -> &'static dyn RoomList {
    of(room)
}
