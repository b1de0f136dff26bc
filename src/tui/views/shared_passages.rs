//! The passages that documents of the folder share, the best first. Below is the selected passage with its documents.
//!
//! ```text
//! ── 29 passages of the folder, most repeated words first ──────────────────────────────── row 3 of 29 ──
//!   counted  documents  repeated  passage
//! ▸      41          3        82  leaf is issued under the Lanternwick Open Leaf Terms, second edition. You may copy
//! ── in licences/bowline.txt · licences/leek-soup.md · licences/telescope.txt ───────────────────────────
//!   leaf is issued under the Lanternwick Open Leaf Terms, second edition. You may copy it, fold it, read
//! ```

use std::sync::Arc;

use ratatui::{layout::Rect, style::Style};

use shingle::pipeline::{FolderPassage, FolderPassages, PassageOrder, Snapshot};
use shingle::{
    base::numbers::format_count, base::numbers::format_with_commas, base::path::DocPath,
    engine::PassagesError, engine::PassagesQuestion, engine::Question, visits::PairNames,
};

use crate::tui::drawing::{Canvas, rule_heading_width, truncate, without_side_columns};
use crate::tui::model::list::{cursor_of, describe_position, draw_rows, join_lines};
use crate::tui::model::{Command, Cursor, Filter, FilterTarget, Focus, List, Model, Slot};
use crate::tui::{
    actions::KeyName, actions::StepDirection, layout::ListAreas,
    update::pair::open_pair_zoomed_at_byte,
};

/// Rows below the list for facts about the selected passage.
const ABOUT: u16 = 8;
/// Columns for three numbers: counted words, documents, and words saved if only one document had the passage.
const WORDS: u16 = 7;
const DOCUMENTS: u16 = 9;
const REPEATED: u16 = 8;
const NAMED: usize = 12;

#[derive(Debug, Default)]
pub(crate) struct SharedPassages {
    pub(crate) order: PassageOrder,
    pub(crate) found: Option<Arc<FolderPassages>>,
    refused: Option<String>,
    /// The text of a passage that is no longer ignored. The list selects this passage when it arrives again.
    pub(crate) reselect: Option<Arc<str>>,
    pub(crate) cursor: Cursor,
    filter: Arc<Filter>,
    /// The passages that match the filter, as indices in the answer.
    pub(crate) lines: Vec<usize>,
}

impl SharedPassages {
    pub(crate) fn passage_on_line(&self, line: usize) -> Option<&FolderPassage> {
        self.found.as_ref()?.passages.get(*self.lines.get(line)?)
    }

    pub(crate) fn selected_passage(&self) -> Option<&FolderPassage> {
        self.passage_on_line(self.cursor.selected)
    }

    /// Lists the passages of an answer that pass the filter. The selection stays on its passage if listed, else on its
    /// line.
    fn show_matching_passages(&mut self, found: Option<Arc<FolderPassages>>) {
        let before = self.selected_passage().map(|passage| Arc::clone(&passage.text));
        self.found = found;
        let all = self.found.as_ref().map_or(&[][..], |found| &found.passages);
        // The filter searches in the passage and in the names of its documents.
        let fits = |(_, passage): &(usize, &FolderPassage)| {
            let names = passage.documents.iter().map(DocPath::name);
            let text = || names.fold(passage.text.to_string(), |all, name| all + "\n" + &name);
            self.filter.is_empty() || self.filter.matches_line(&text())
        };
        self.lines = all.iter().enumerate().filter(fits).map(|(place, _)| place).collect();
        let same = |text: &str| self.lines.iter().position(|place| *all[*place].text == *text);
        let reselected = self.reselect.as_deref().and_then(same);
        let line =
            reselected.or_else(|| before.as_deref().and_then(same)).unwrap_or(self.cursor.selected);
        if reselected.is_some() {
            self.reselect = None;
        }
        self.cursor.select_at_same_height(line, self.lines.len());
    }
}

pub(crate) struct PassagesListView;

impl List for PassagesListView {
    cursor_of!(SharedPassages, |list| list.lines.len(), Names);

    fn rows_below(&self, model: &Model) -> u16 {
        if model.states.get::<SharedPassages>().selected_passage().is_some() { ABOUT } else { 0 }
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.states.get::<SharedPassages>().selected_passage()?.documents.first().cloned()
    }

    fn selected_pair(&self, model: &Model) -> Option<PairNames> {
        let passage = model.states.get::<SharedPassages>().selected_passage()?;
        Some((passage.documents.first()?.clone(), passage.other.clone()))
    }

    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(key_names! { Open LeaveOut Back Undo Sort Filter Move Commands })
    }

    fn enter_list(&self, model: &mut Model, is_new: bool, _subject: Option<DocPath>) {
        let is_there = model.states.get::<SharedPassages>().found.is_some()
            && !model.jobs.awaits(Slot::Passages);
        // The view asks when the first result arrives, because passages need a result.
        if is_new && is_there || model.snapshot.is_none() {
            return;
        }
        request_passages(model);
    }

    fn drop_content(&self, model: &mut Model) {
        let order = model.states.get::<SharedPassages>().order;
        model.states.set(SharedPassages { order, ..SharedPassages::default() });
        if model.jobs.cancel(Slot::Passages) {
            model.send_command(Command::Ask(0, Question::Passages(None)));
        }
    }

    fn handle_result(&self, model: &mut Model, _snapshot: &Arc<Snapshot>) {
        request_passages(model);
    }

    fn awaits_list(&self, model: &Model) -> bool {
        let is_missing = model.states.get::<SharedPassages>().found.is_none();
        is_missing && model.jobs.awaits(Slot::Passages)
    }

    fn apply_filter(&self, model: &mut Model) {
        let list: &mut SharedPassages = model.states.get_mut();
        list.show_matching_passages(list.found.clone());
    }

    fn open_line(&self, model: &mut Model) {
        let list: &SharedPassages = model.states.get();
        let Some((names, passage)) = self.selected_pair(model).zip(list.selected_passage()) else {
            let is_behind = model.jobs.awaits(Slot::Passages);
            let why = if is_behind { "they are still counted" } else { "no passage is listed" };
            return model.show_note(why);
        };
        let byte = passage.span.start;
        open_pair_zoomed_at_byte(model, names, Some(byte));
    }

    fn noun_of_pair_line(&self) -> Option<&'static str> {
        Some("passage")
    }

    fn sort_list(&self, model: &mut Model, turn: Option<StepDirection>) {
        let list: &mut SharedPassages = model.states.get_mut();
        let all = PassageOrder::ALL;
        let Some(turn) = turn else {
            let sorts = KeyName::Sort.label();
            return model.show_note(format!(
                "the best come first here: {sorts} ranks them by words or by documents"
            ));
        };
        let place = all.iter().position(|(_, order)| *order == list.order).unwrap_or(0);
        list.order = all[turn.step_cyclically(place, all.len()).0].1;
        request_passages(model);
    }

    fn handle_selection(&self, model: &mut Model) {
        model.states.get_mut::<SharedPassages>().reselect = None;
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let list: &SharedPassages = model.states.get();
        let has_keys = model.focus == Focus::List;
        let all = list.lines.len();
        let is_behind = model.jobs.awaits(Slot::Passages) || model.is_stale();
        let order = match list.order {
            PassageOrder::Repeated => ", most repeated words first",
            PassageOrder::Words => ", the longest first",
            PassageOrder::Documents => ", those of most documents first",
        };
        let (shown, found) = (format_with_commas(all), list.found.as_ref().map(|one| one.found));
        let count = match found {
            None => "Passages of the folder".to_string(),
            Some(found) if found > all => {
                let found = format_with_commas(found);
                format!("{shown} of {found} passages of the folder{order}")
            }
            Some(_) => format!("{} of the folder{order}", format_count(all, "passage")),
        };
        let place = if is_behind {
            "counting anew …".to_string()
        } else {
            describe_position(list.cursor.selected, all, areas.title.width)
        };
        list.filter.draw_title((&[count], &place), has_keys, canvas, areas.title);
        if all == 0 {
            let sentence = match &list.refused {
                Some(reason) if !is_behind => reason.clone(),
                _ if list.found.is_none() => {
                    "Looking for runs of words that documents share …".into()
                }
                _ => list.filter.explain_missing_matches("passage").unwrap_or_else(|| {
                    "No two documents share eight counted words in a row, without ignored phrases."
                        .into()
                }),
            };
            canvas.draw_notice(areas.rows, &sentence, theme.strong);
            return;
        }
        let mut pen = canvas.pen_in(areas.columns);
        pen.skip_columns(2);
        pen.put_cell("counted", WORDS, true, theme.quiet).skip_columns(2);
        pen.put_cell("documents", DOCUMENTS, true, theme.quiet).skip_columns(2);
        pen.put_cell("repeated", REPEATED, true, theme.quiet).skip_columns(2);
        pen.put("passage", theme.quiet);
        draw_rows((list.cursor, all), has_keys, canvas, areas.rows, |line, pen| {
            let Some(passage) = list.passage_on_line(line) else { return };
            let documents = passage.documents.len() as u64;
            for (number, width) in [
                (u64::from(passage.words), WORDS),
                (documents, DOCUMENTS),
                (passage.repeated, REPEATED),
            ] {
                pen.put_cell(&format_with_commas(number), width, true, Style::new())
                    .skip_columns(2);
            }
            pen.put_rest(&join_lines(&passage.text), theme.strong);
        });
        if let Some(passage) = list.selected_passage() {
            draw_details(model, passage, canvas, areas.below);
        }
    }
}

/// Requests the passages: for the first time, or after a change of folder, parameters or order.
fn request_passages(model: &mut Model) {
    let order = model.states.get::<SharedPassages>().order;
    let question = PassagesQuestion { order, ..PassagesQuestion::USUAL };
    let number = model.jobs.start(Slot::Passages);
    model.send_command(Command::Ask(number, Question::Passages(Some(question))));
}

pub(crate) fn handle_passages(
    model: &mut Model,
    number: u64,
    answer: Result<Arc<FolderPassages>, PassagesError>,
) {
    if !model.jobs.finish(Slot::Passages, number) {
        return;
    }
    let list: &mut SharedPassages = model.states.get_mut();
    list.refused = answer.as_ref().err().map(ToString::to_string);
    list.show_matching_passages(answer.ok());
}

fn draw_details(model: &Model, passage: &FolderPassage, canvas: &mut Canvas<'_>, area: Rect) {
    let first = passage.documents.iter().take(NAMED);
    let mut named: Vec<String> =
        first.map(|path| model.names.short_name(path).to_string()).collect();
    if passage.documents.len() > NAMED {
        named
            .push(format!("{} more", format_with_commas((passage.documents.len() - NAMED) as u64)));
    }
    let heading = format!("in {}", named.join(" · "));
    let room = rule_heading_width(area.width, "");
    canvas.draw_rule(area, &truncate(&heading, room), false, "");
    let mut pen = canvas.pen_in(without_side_columns(area));
    pen.move_down().put_paragraph(&join_lines(&passage.text), Style::new());
}
