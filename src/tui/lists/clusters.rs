//! The room of the clusters.

use std::sync::Arc;

use ratatui::{buffer::Buffer, layout::Position};

use shingle::{base::path::DocPath, pipeline::Parameter};

use crate::tui::actions::{KeyName, Motion, Room, StepDirection};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{Filter, FilterTarget, Model, RoomList, regions::list_height};
use crate::tui::{drawing::Theme, layout::ListAreas, messages::Command, update::clusters};

/// Rows for the selected cluster, or for the pair that is looked at in it.
const ABOUT: u16 = 4;

/// The tree of clusters, and the list or map beside it.
pub(crate) struct ClustersRoom;

impl RoomList for ClustersRoom {
    fn settle(&self, model: &mut Model, height: usize) {
        model.tree.settle(Some(height));
    }

    fn below(&self, _model: &Model) -> u16 {
        ABOUT
    }

    fn subject(&self, model: &Model) -> Option<DocPath> {
        model.tree.name()
    }

    fn pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        model.tree.pair().and_then(|pair| model.tree.names(pair))
    }
}

impl ListRoom for ClustersRoom {
    fn enter(&self, model: &mut Model, is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        if is_new {
            // It always begins in the tree.
            (model.tree.heat, model.tree.on_side_list) = (false, false);
        }
        vec![clusters::ask(model)]
    }

    fn again(&self, model: &mut Model) -> PressedAgain {
        clusters::toggle_heat(model);
        PressedAgain::Done(Vec::new())
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        clusters::forget(model).into_iter().collect()
    }

    fn is_owed(&self, model: &Model) -> bool {
        model.tree.awaited && model.tree.answer.is_none()
    }

    fn filter<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.tree.filter, FilterTarget::Clusters))
    }

    fn filtered(&self, model: &mut Model) -> Vec<Command> {
        let height = list_height(model);
        model.tree.filter(height);
        Vec::new()
    }

    fn sort(&self, model: &mut Model, direction: Option<StepDirection>) -> Vec<Command> {
        clusters::sort(model, model.tree.sort.turned(direction));
        Vec::new()
    }

    fn fold(&self, model: &mut Model, unfold: bool) -> Vec<Command> {
        clusters::fold(model, unfold);
        Vec::new()
    }

    fn open(&self, model: &mut Model) -> Opened {
        match clusters::member(model) {
            Some(name) => Opened::Resembling(name),
            None => Opened::Done(clusters::enter(model)),
        }
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        clusters::step(model, motion);
    }

    fn open_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        clusters::neighbour(model, motion).unwrap_or_else(|| {
            model.note = Some(format!("this is the {end} pair of the cluster"));
            Vec::new()
        })
    }

    fn across(&self, model: &mut Model, direction: StepDirection) -> bool {
        let is_there = model.tree.on_side_list == (direction == StepDirection::Back);
        model.tree.on_side_list ^= is_there;
        is_there
    }

    fn focused(&self, model: &mut Model, direction: StepDirection) {
        model.tree.on_side_list = direction == StepDirection::Back;
    }

    fn back(&self, model: &mut Model) -> bool {
        std::mem::take(&mut model.tree.on_side_list)
    }

    fn select(&self, model: &mut Model, line: usize, height: usize) {
        model.tree.select(line, height);
    }

    fn click(&self, model: &mut Model, at: Position, _areas: &ListAreas) -> Vec<Command> {
        clusters::click(model, at)
    }

    fn is_selected(&self, model: &Model, at: Position, _areas: &ListAreas) -> bool {
        clusters::is_selected(model, at)
    }

    fn wheel(&self, model: &mut Model, at: Position, motion: Motion) -> Vec<Command> {
        clusters::wheel(model, at, motion);
        Vec::new()
    }

    fn hints(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(match (model.tree.on_side_list, model.tree.heat) {
            (true, true) => &[
                KeyName::Open,
                KeyName::Back,
                KeyName::Room(Room::Clusters),
                KeyName::Move,
                KeyName::Sideways,
                KeyName::Parameter(Parameter::Threshold),
            ],
            (true, false) => &[
                KeyName::Open,
                KeyName::Back,
                KeyName::Room(Room::Clusters),
                KeyName::Move,
                KeyName::Parameter(Parameter::Threshold),
            ],
            (false, _) => &[
                KeyName::Open,
                KeyName::Back,
                KeyName::Room(Room::Clusters),
                KeyName::Sideways,
                KeyName::Mark,
                KeyName::Filter,
                KeyName::Parameter(Parameter::Threshold),
                KeyName::Sort,
            ],
        })
    }

    fn hint(&self, model: &Model, name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        let tree = &model.tree;
        match name {
            KeyName::Open if !model.zoomed && !tree.on_side_list => {
                let on_member = tree.selected().is_some_and(|branch| branch.member.is_some());
                let side = if tree.heat { "heat map" } else { "pairs" };
                Some((None, if on_member { "matches" } else { side }))
            }
            KeyName::Sideways if tree.on_side_list => Some((None, "sideways")),
            KeyName::Room(Room::Clusters) => {
                Some((None, if tree.heat { "pairs" } else { "heat map" }))
            }
            _ => None,
        }
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::clusters::render(model, theme, buffer, areas);
    }
}
