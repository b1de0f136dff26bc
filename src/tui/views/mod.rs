//! All views, each with its state, keys, mouse and drawing. Drawing takes `&Model` and changes no state. The model
//! stores views in `Layers`, and other state in `States`, without knowing their types.

pub(crate) mod clusters;
pub(crate) mod documents;
pub(crate) mod dots;
pub(crate) mod explain;
pub(crate) mod help;
pub(crate) mod laboratory;
pub(crate) mod lesson;
pub(crate) mod open_pair;
pub(crate) mod pairs;
pub(crate) mod palette;
pub(crate) mod phrases;
pub(crate) mod problems;
pub(crate) mod query;
pub(crate) mod report;
pub(crate) mod sandbox;
pub(crate) mod shared_passages;
pub(crate) mod sources;

use ratatui::{crossterm::event::MouseButton, crossterm::event::MouseEventKind, layout::Position};

use crate::tui::actions::{Action, Motion, NOTCH, Place, ViewName};
use crate::tui::model::{CurrentPair, Layer, List, Model, OpenPair, PairState, States, Views};

pub(crate) const VIEWS: Views = Views { list: |view| list_of_view(view), states: initial_states };

fn initial_states() -> States {
    let lists = States::default()
        .with::<clusters::Tree>()
        .with::<documents::DocumentList>()
        .with::<laboratory::Lab>()
        .with::<phrases::PhraseList>()
        .with::<problems::Problems>()
        .with::<query::Query>()
        .with::<shared_passages::SharedPassages>()
        .with::<sources::SourceList>();
    let closed = lists.with::<help::Help>().with::<Option<sandbox::Sandbox>>();
    closed.with::<palette::Palette>().with::<report::Reporting>()
}

pub(crate) fn list_of_view(view: ViewName) -> &'static dyn List {
    match view {
        ViewName::Pairs | ViewName::Resembling => &pairs::PairsListView,
        ViewName::Documents => &documents::DocumentsListView,
        ViewName::Clusters => &clusters::ClustersListView,
        ViewName::Query => &query::QueryListView,
        ViewName::Problems => &problems::ProblemsListView,
        ViewName::Phrases => &phrases::PhrasesListView,
        ViewName::Passages => &shared_passages::PassagesListView,
        ViewName::Sources => &sources::SourcesListView,
        ViewName::Lab => &laboratory::LaboratoryListView,
    }
}

/// The view either performed the action, or returns the action to perform below the view.
pub(crate) type Handled = Result<(), Action>;

pub(crate) fn perform_action(model: &mut Model, action: Action) -> Handled {
    let place = match (model.current_place(), action, model.layers.top()) {
        // From the bar of parameters, Tab returns to the view.
        (Place::Bar, Action::Focus(_), Some(layer)) => layer.place_of_layer(),
        (place, _, _) => place,
    };
    perform_action_at_place(model, place, action)
}

pub(crate) fn perform_action_at_place(model: &mut Model, place: Place, action: Action) -> Handled {
    match place {
        Place::Help => help::perform_action(model, action),
        Place::Palette => palette::perform_action(model, action),
        Place::Passages => open_pair::perform_action(model, action),
        Place::Lesson => lesson::perform_action(model, action),
        Place::Sandbox => sandbox::perform_action(model, action),
        Place::Dots => dots::perform_action(model, action),
        Place::Words => explain::perform_action(model, action),
        _ => Err(action),
    }
}

/// Calls `act` with an open view of the pair and with the pair. Does nothing if one of the two is missing.
pub(crate) fn act_on_layer_and_pair<L: Layer>(
    model: &mut Model,
    act: impl FnOnce(&mut L, &mut OpenPair),
) {
    if let (Some(layer), Some(CurrentPair { answer: PairState::Open(pair), .. })) =
        (model.layers.get_mut(), model.pair.as_mut())
    {
        act(layer, pair);
    }
}

/// Handles the mouse in the topmost view. `None` if the event is outside of the view.
pub(crate) fn handle_mouse(
    model: &mut Model,
    kind: MouseEventKind,
    at: Position,
) -> Option<Handled> {
    type Step = fn(&mut Model, Motion);
    type Click = fn(&mut Model, Position);
    let is_click = kind == MouseEventKind::Down(MouseButton::Left);
    let (step, notch, click): (Step, usize, Click) = match model.layers.top()?.place_of_layer() {
        Place::Help if is_click => return Some(help::handle_click(model, at)),
        Place::Palette if is_click => return Some(palette::handle_click(model, at)),
        Place::Help => (help::scroll_help, NOTCH, |_, _| ()),
        Place::Palette => (palette::step_palette, NOTCH, |_, _| ()),
        Place::Lesson => (lesson::move_point_or_scroll, 1, lesson::handle_click),
        Place::Sandbox => (sandbox::move_caret_by_motion, NOTCH, sandbox::handle_click),
        Place::Passages => return open_pair::handle_mouse(model, kind, at).then_some(Ok(())),
        Place::Dots => return dots::handle_mouse(model, kind, at).then_some(Ok(())),
        Place::Words => return explain::handle_mouse(model, kind, at).then_some(Ok(())),
        _ => return None,
    };
    match Motion::from_wheel(kind) {
        Some(motion) => (0..notch).for_each(|_| step(model, motion)),
        None if is_click => click(model, at),
        None => {}
    }
    Some(Ok(()))
}
