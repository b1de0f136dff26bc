//! Each view separately: its state, keys, mouse and drawing. Drawing takes `&Model` and changes no state. The model stores
//! a view in `Layers`, or its state in `States`, without the type.

pub(crate) mod clusters;
pub(crate) mod documents;
pub(crate) mod dots;
pub(crate) mod explain;
pub(crate) mod help;
pub(crate) mod laboratory;
pub(crate) mod lesson;
pub(crate) mod list;
pub(crate) mod pairs;
pub(crate) mod palette;
pub(crate) mod phrases;
pub(crate) mod problems;
pub(crate) mod query;
pub(crate) mod sandbox;
pub(crate) mod shared_passages;
pub(crate) mod sources;

use self::list::ListView;
use crate::tui::actions::{Action, Place, Room};
use crate::tui::model::{Model, States, Views};

/// The views, for the model.
pub(crate) const VIEWS: Views = Views { list: |room| list_room(room), states };

fn states() -> States {
    let lists = States::default()
        .with::<clusters::tree::Tree>()
        .with::<documents::DocumentList>()
        .with::<laboratory::Lab>()
        .with::<phrases::PhraseList>()
        .with::<problems::list::Problems>()
        .with::<query::Query>()
        .with::<shared_passages::SharedPassages>()
        .with::<sources::SourceList>();
    lists.with::<help::Help>().with::<palette::Palette>().with::<Option<sandbox::Sandbox>>()
}

pub(crate) fn list_room(room: Room) -> &'static dyn ListView {
    match room {
        Room::Pairs | Room::Resembling => &pairs::PairsRoom,
        Room::Documents => &documents::DocumentsRoom,
        Room::Clusters => &clusters::ClustersRoom,
        Room::Query => &query::QueryRoom,
        Room::Problems => &problems::ProblemsRoom,
        Room::Phrases => &phrases::PhrasesRoom,
        Room::Passages => &shared_passages::PassagesRoom,
        Room::Sources => &sources::SourcesRoom,
        Room::Lab => &laboratory::LaboratoryRoom,
    }
}

pub(crate) fn current_list(model: &Model) -> &'static dyn ListView {
    list_room(model.rooms.current())
}

/// The action to perform below the view, if the view did not perform the action.
pub(crate) type Handled = Result<(), Action>;

/// Performs an action in the view that has the keys.
pub(crate) fn act(model: &mut Model, action: Action) -> Handled {
    let place = match (model.place(), action, model.layers.top()) {
        // From the parameters, Tab returns to the view.
        (Place::Bar, Action::Focus(_), Some(layer)) => layer.place(),
        (place, _, _) => place,
    };
    match (place, action) {
        (Place::Help, Action::Enter) => return help::enter(model),
        (Place::Help, Action::Move(motion)) => help::step(model, motion),
        (Place::Palette, Action::Enter) => return palette::enter(model),
        (Place::Palette, Action::Move(motion)) => palette::step(model, motion),
        (Place::Lesson, _) => return lesson::act(model, action),
        (Place::Sandbox, _) => return sandbox::act(model, action),
        (Place::Dots, _) => return dots::act(model, action),
        (Place::Words, _) => return explain::act(model, action),
        _ => return Err(action),
    }
    Ok(())
}
