//! Questions that a test can ask the screen: its text, and the open, selected or requested things. Tests use these
//! names, not the fields of the model.

use shingle::{decisions::PhraseLine, pipeline::Parameter, pipeline::SourcePassage};

use crate::tui::tests::prelude::*;
use crate::tui::{
    layout::Areas, layout::ReadingState, model::Cursor, model::Hints, model::Model,
    model::OpenPair, model::PairColumn, model::PairState, model::Prompt, model::Search,
    model::Sort, model::hints::shows_keys_beside_note, views::VIEWS, views::clusters::Tree,
    views::documents::DocumentList, views::dots::Dots, views::explain::Explain,
    views::laboratory::Lab, views::lesson::OpenLesson, views::palette::Palette,
    views::phrases::PhraseList, views::query::Query, views::sources::SourceList,
};

impl TestScreen {
    // The contents of the screen.

    /// Returns column and row of the first position that shows this text.
    pub(crate) fn find(&self, text: &str) -> (u16, u16) {
        let screen = self.text();
        let (row, line) =
            screen.lines().enumerate().find(|(_, line)| line.contains(text)).expect("is shown");
        (width_in_columns(line.split(text).next().unwrap()), row as u16)
    }

    /// Returns a row of the screen, counted from 0.
    pub(crate) fn row(&self, index: usize) -> String {
        self.text().lines().nth(index).unwrap().to_string()
    }

    /// Returns the latest note, and the keys of the last row.
    pub(crate) fn footer(&self) -> String {
        let is_apart = shows_keys_beside_note(&self.model) && self.model.prompt.is_none();
        let hints = Hints::new(&self.model, self.model.size.0);
        let above = if is_apart { hints.count_rows_above() } else { 0 };
        let text = self.text();
        let rows: Vec<&str> = text.lines().map(str::trim).collect();
        rows[rows.len() - 1 - above..].join(" ")
    }

    /// Returns the rows with the sign of a selection.
    pub(crate) fn selected_rows(&self) -> Vec<String> {
        self.text().lines().filter(|row| row.contains('▸')).map(str::to_string).collect()
    }

    /// Returns all words of the screen in one line, for sentences that cover several rows.
    pub(crate) fn words(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        self.text().contains(text)
    }

    /// Fails if one of these texts is missing on the screen.
    #[track_caller]
    pub(crate) fn shows(&self, texts: &[&str]) -> &Self {
        let screen = self.text();
        for text in texts {
            assert!(screen.contains(text), "no {text:?} on this screen:\n{screen}");
        }
        self
    }

    /// Fails if the footer does not begin with this text.
    #[track_caller]
    pub(crate) fn tells(&self, text: &str) {
        assert!(self.footer().starts_with(text), "{}", self.footer());
    }

    /// Fails if one of these texts is on the screen.
    #[track_caller]
    pub(crate) fn lacks(&self, texts: &[&str]) -> &Self {
        let screen = self.text();
        for text in texts {
            assert!(!screen.contains(text), "{text:?} on this screen:\n{screen}");
        }
        self
    }

    // The current view.

    /// Returns the visible list, or the list behind the open pair.
    pub(crate) fn list(&self) -> ViewName {
        self.model.visited.current()
    }

    /// Returns the part that moving keys act on.
    pub(crate) fn focus(&self) -> Focus {
        self.model.focus
    }

    /// Returns the place that gives keys their meaning.
    pub(crate) fn place(&self) -> Place {
        self.model.current_place()
    }

    pub(crate) fn areas(&self) -> Areas {
        self.model.areas
    }

    /// Returns true if the pair covers the list.
    pub(crate) fn pair_fills_screen(&self) -> bool {
        self.model.zoomed
    }

    pub(crate) fn reading(&self) -> ReadingState {
        self.model.reading
    }

    /// Returns true if an overlay covers list and pair.
    pub(crate) fn has_overlay(&self) -> bool {
        self.model.has_overlay()
    }

    /// Returns true if an answer is pending.
    pub(crate) fn awaits(&self) -> bool {
        self.model.awaits_answer()
    }

    // Parameters, and messages about them.

    /// Returns the requested parameters.
    pub(crate) fn params(&self) -> &Params {
        &self.model.params
    }

    /// Returns the parameter of the bar that keys act on.
    pub(crate) fn chosen_parameter(&self) -> Parameter {
        self.model.parameter_state.chosen
    }

    /// Returns the effect of the last change of parameters, the most important fact first.
    pub(crate) fn effects(&self) -> &[String] {
        &self.model.parameter_state.effect.facts
    }

    /// Returns the latest note, or an empty text.
    pub(crate) fn note(&self) -> &str {
        self.model.note.as_deref().unwrap_or_default()
    }

    pub(crate) fn has_prompt(&self) -> bool {
        self.model.prompt.is_some()
    }

    pub(crate) fn open_prompt(&self) -> &Prompt {
        self.model.prompt.as_ref().unwrap()
    }

    /// Returns the typed text of the open line of input.
    pub(crate) fn prompt(&self) -> &str {
        self.open_prompt().text()
    }

    // The lists.

    /// Returns the last complete result.
    pub(crate) fn snapshot(&self) -> &Arc<Snapshot> {
        self.model.snapshot.as_ref().unwrap()
    }

    /// Returns the selected line of the visible list, counted from 0.
    pub(crate) fn selected(&self) -> usize {
        self.cursor().selected
    }

    /// Returns the number of lines of the visible list.
    pub(crate) fn lines(&self) -> usize {
        let cursor = self.model.current_list().list_cursor(&self.model);
        cursor.map_or_else(|| self.model.states.get::<Tree>().len(), |(_, lines)| lines)
    }

    /// Returns the scroll position of the visible list.
    pub(crate) fn top(&self) -> usize {
        match self.list() {
            ViewName::Sources => {
                self.model.states.get::<SourceList>().answer.as_ref().unwrap().pane.top
            }
            _ => self.cursor().top,
        }
    }

    fn cursor(&self) -> Cursor {
        match (self.model.current_list().list_cursor(&self.model), self.list()) {
            (Some((cursor, _)), _) => cursor,
            (None, ViewName::Sources) => self.model.states.get::<SourceList>().cursor,
            (None, _) => self.model.states.get::<Tree>().cursor,
        }
    }

    /// Returns the number of rows of the ranking that pass its filter.
    pub(crate) fn rows(&self) -> usize {
        self.model.list.order.len()
    }

    /// Returns the place of the selected row among the rows that pass.
    pub(crate) fn selected_place(&self) -> usize {
        self.model.list.row_of_selection()
    }

    /// Returns the two names of the selected line of the ranking.
    pub(crate) fn selected_pair(&self) -> Option<(DocPath, DocPath)> {
        self.model.list.names.clone()
    }

    /// Returns the document whose pairs are listed alone.
    pub(crate) fn subject(&self) -> Option<&DocPath> {
        self.model.list.of.as_ref()
    }

    /// Returns the filter of the visible list.
    pub(crate) fn filter(&self) -> &str {
        match self.list() {
            ViewName::Documents => &self.model.states.get::<DocumentList>().filter.text,
            _ => &self.model.list.filter.text,
        }
    }

    /// Returns the order of the ranking.
    pub(crate) fn sorted_by(&self) -> Sort<PairColumn> {
        self.model.list.sort
    }

    pub(crate) fn selected_document(&self) -> Option<DocPath> {
        self.model.states.get::<DocumentList>().name.clone()
    }

    /// Returns the document whose sources are listed.
    pub(crate) fn sourced_document(&self) -> Option<DocPath> {
        self.model.states.get::<SourceList>().name.clone()
    }

    /// Returns the text that is compared with the folder.
    pub(crate) fn query_text(&self) -> &str {
        self.model.states.get::<Query>().text.text()
    }

    /// Returns the number of the last question about the query.
    pub(crate) fn query_number(&self) -> u64 {
        self.model.states.get::<Query>().number
    }

    /// Returns the document that represents the selected line of the clusters.
    pub(crate) fn selected_cluster(&self) -> Option<DocPath> {
        self.model.states.get::<Tree>().selected_document_name()
    }

    /// Returns the active passage of the text whose sources are listed.
    pub(crate) fn active_source(&self) -> &SourcePassage {
        self.model.states.get::<SourceList>().active_passage().unwrap()
    }

    pub(crate) fn lab_page(&self) -> usize {
        self.model.states.get::<Lab>().page
    }

    /// Returns the number of marked pairs.
    pub(crate) fn marks(&self) -> usize {
        self.model.decisions.all.all_marks().filter(|one| !one.is_undecided()).count()
    }

    /// Returns the number of marked rows of the ranking.
    pub(crate) fn decided_rows(&self) -> Option<usize> {
        self.model.decisions.decided.as_ref().map(|counts| counts.now)
    }

    /// Returns the ignored phrases.
    pub(crate) fn phrases(&self) -> &[PhraseLine] {
        &self.model.states.get::<PhraseList>().all
    }

    pub(crate) fn palette(&self) -> &Palette {
        self.model.states.get()
    }

    // The pair, and the views over it.

    /// Returns the names of the pair below the list or on the whole screen, opened or not.
    pub(crate) fn any_pair_names(&self) -> Option<(DocPath, DocPath)> {
        self.model.pair.as_ref().map(|pair| pair.names.clone())
    }

    /// Like [`Self::any_pair_names`], but fails without a pair.
    pub(crate) fn pair_names(&self) -> (DocPath, DocPath) {
        self.any_pair_names().unwrap()
    }

    /// Returns true if the texts of the pair have arrived.
    pub(crate) fn has_open_pair(&self) -> bool {
        self.model.open_pair().is_some()
    }

    pub(crate) fn open_pair(&self) -> &OpenPair {
        self.model.open_pair().unwrap()
    }

    /// Returns the score that an audience sees: of the lesson, of the sandbox, or of the pair.
    pub(crate) fn score(&self) -> Ratio {
        self.model.current_score().unwrap().0
    }

    pub(crate) fn has_dots(&self) -> bool {
        self.model.is_view_of_pair_at(Place::Dots)
    }

    pub(crate) fn dots(&self) -> &Dots {
        self.model.layers.get().unwrap()
    }

    pub(crate) fn has_explanation(&self) -> bool {
        self.model.is_view_of_pair_at(Place::Words)
    }

    pub(crate) fn explanation(&self) -> &Explain {
        self.model.layers.get().unwrap()
    }

    pub(crate) fn has_search(&self) -> bool {
        self.model.search.is_some()
    }

    pub(crate) fn search(&self) -> &Search {
        self.model.search.as_ref().unwrap()
    }

    pub(crate) fn has_lesson(&self) -> bool {
        self.model.layers.has_layer_at(Place::Lesson)
    }

    pub(crate) fn open_lesson(&self) -> &OpenLesson {
        self.model.layers.get().unwrap()
    }

    /// Returns the number of the current step, from 1.
    pub(crate) fn lesson_step(&self) -> usize {
        self.open_lesson().step + 1
    }

    pub(crate) fn has_sandbox(&self) -> bool {
        self.model.layers.has_layer_at(Place::Sandbox)
    }

    // Setup without a key.

    /// Restarts with these parameters.
    pub(crate) fn start_with(&mut self, params: Params) {
        self.model = Model::new("x", params, self.model.size, VIEWS);
    }

    pub(crate) fn set_params(&mut self, params: Params) {
        self.model.params = params;
    }

    /// Requests the pair again, as if it had not been opened yet.
    pub(crate) fn await_pair(&mut self) {
        self.model.pair.as_mut().unwrap().answer = PairState::Awaited;
    }

    pub(crate) fn pass(&mut self, time: Duration) {
        let now = self.model.now + time;
        self.send(Message::Clock(now));
    }
}
