//! The view of the ranked list: of all pairs, or of the pairs of a document.

use std::sync::Arc;

use shingle::{base::path::DocPath, pipeline::Parameter};

use crate::tui::actions::{KeyName, Motion, StepDirection};
use crate::tui::model::{Cursor, Filter, FilterTarget, List, Model, PairColumn, Sort};
use crate::tui::update::pair::{refresh_list_and_pair, request_pair, stays_open};
use crate::tui::{
    drawing::Canvas, keys::key_map::typed_command, layout::ListAreas, views::list::ListView,
};
use crate::tui::{
    model::regions::{list_height, list_width},
    update::arrange,
    view::pairs,
};

pub(crate) struct PairsRoom;

impl List for PairsRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        let (selected, top) = (model.list.selected, model.list.top);
        Some((Cursor { selected, top }, model.list.len()))
    }

    fn scroll_list(&self, model: &mut Model, height: usize) {
        model.list.scroll_to_selected(height);
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        model.list.names.clone()
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        (model.list.len() == 0 && !model.list.is_plain()).then_some(key_names! {
            Back Filter Parameter(Threshold) Parameter(Width) Commands
        })
    }
}

impl ListView for PairsRoom {
    fn awaits_list(&self, model: &Model) -> bool {
        model.list.key_waits
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.list.filter, FilterTarget::Pairs))
    }

    fn apply_filter(&self, model: &mut Model) {
        arrange::rearrange_rows(model);
    }

    fn sort(&self, model: &mut Model, direction: Option<StepDirection>) {
        let (width, params) = (list_width(model), model.current_params());
        let is_shown = |column: PairColumn| {
            // Some columns have room only while the list is sorted by them.
            let table = model.pair_table_sorted(width, Sort::by(column));
            column.is_known(params) && table.cell(column).is_some()
        };
        model.list.sort = model.list.sort.stepped(direction, is_shown);
        sorted(model);
    }

    fn click_heading(&self, model: &mut Model, x: u16, width: u16) {
        if let Some(column) = model.pair_table(width).column_at(x) {
            sort_by(model, column);
        }
    }

    fn fold_selected(&self, model: &mut Model, unfold: bool) {
        let height = list_height(model);
        let Some(snapshot) = model.snapshot.clone() else { return };
        if model.list.fold(&snapshot, unfold, height) {
            refresh_list_and_pair(model);
        }
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        let height = list_height(model);
        if let Some(snapshot) = model.snapshot.clone() {
            model.list.step(&snapshot, motion, height);
        }
    }

    fn select_neighbour(&self, model: &mut Model, motion: Motion, end: &str) {
        if model.snapshot.is_none() {
            return;
        }
        let before = model.list.selected;
        self.step(model, motion);
        if model.list.selected == before && model.list.len() > 0 {
            model.note = Some(format!("this is the {end} pair of the list"));
        }
        // A pair that is being read stays open until the user asks for another. This is such a request.
        if stays_open(model) {
            let names = model.list.names.clone();
            request_pair(model, names);
        } else {
            refresh_list_and_pair(model);
        }
    }

    fn select(&self, model: &mut Model, line: usize, height: usize) {
        if let Some(snapshot) = model.snapshot.clone() {
            model.list.select(&snapshot, line, height);
        }
    }

    fn render(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        pairs::render(model, canvas, areas);
    }
}

/// Sorts by a column. If the list is sorted by this column, reverses the order.
fn sort_by(model: &mut Model, column: PairColumn) {
    if !column.is_known(model.current_params()) {
        model.note = Some(format!("that is not measured: type {}", typed_command("verify on")));
        return;
    }
    model.list.sort = model.list.sort.toggled(column);
    sorted(model);
}

fn sorted(model: &mut Model) {
    model.note = Some(model.list.sort.sentence());
    arrange::rearrange_rows(model);
}
