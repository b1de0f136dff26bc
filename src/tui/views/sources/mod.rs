//! The view of the sources of a document: its text in rows, the source of each word, the selected source and its active
//! passage.

pub(crate) mod draw;

use std::sync::Arc;

use ratatui::layout::Position;

use shingle::base::{path::DocPath, span::Span, span::touching};
use shingle::engine::{Question, SourcingError};
use shingle::pipeline::document::pair::tints_in;
use shingle::pipeline::{
    DocInfo, Highlight, Parameter, Snapshot, SourcePassage, SourcedText, Sources, TextSource,
};

use crate::tui::actions::{KeyName, Motion, StepDirection, ViewName};
use crate::tui::drawing::{Canvas, WrappedRows};
use crate::tui::layout::{ListAreas, SourceAreas};
use crate::tui::model::{Command, CurrentPair, Cursor, KeyHint, List, Model, Slot, VisibleLines};
use crate::tui::update::{lists, pair::open_zoomed_at};
use crate::tui::views::{documents::DocumentList, list::ListView};

#[derive(Debug, Clone)]
pub(crate) struct LaidSources {
    pub(crate) found: Arc<SourcedText>,
    pub(crate) rows: WrappedRows,
    /// The words found in sources. The passage is the index of the source; `None` for words of unlisted documents.
    pub(crate) highlights: Vec<Highlight>,
    tints: Vec<u8>,
}

impl LaidSources {
    pub(crate) fn new(found: Arc<SourcedText>, width: u16) -> Self {
        let lit = found.stretches.iter().map(|stretch| Highlight {
            span: stretch.span,
            run: 0,
            passage: stretch.source,
        });
        let lit: Vec<Highlight> = lit.collect();
        let order: Vec<u32> = lit.iter().filter_map(|lit| lit.passage).collect();
        let by_source = tints_in(&[order], 0..found.sources.sources.len() as u32);
        let rows = WrappedRows::reflowed(&found.text, width);
        Self { rows, highlights: lit, tints: by_source, found }
    }
}

#[derive(Debug, Default)]
pub(crate) struct SourceList {
    pub(crate) name: Option<DocPath>,
    /// The other document of the pair from which the user opened the view.
    other: Option<DocPath>,
    pub(crate) answer: Option<LaidSources>,
    refused: Option<String>,
    pub(crate) cursor: Cursor,
    /// The name of the selected source, which identifies it.
    selected: Option<DocPath>,
    pub(crate) passage: usize,
    /// The first row of the text on the screen.
    pub(crate) top: usize,
}

impl SourceList {
    /// Returns the sources, best first.
    pub(crate) fn sources(&self) -> &[TextSource] {
        self.answer.as_ref().map_or(&[], |answer| &answer.found.sources.sources)
    }

    pub(crate) fn document(&self) -> Option<&DocInfo> {
        self.answer.as_ref().map(|answer| &answer.found.sources.text)
    }

    pub(crate) fn selected_source(&self) -> Option<&TextSource> {
        self.sources().get(self.cursor.selected)
    }

    fn selected_names(&self) -> Option<(DocPath, DocPath)> {
        Some((self.name.clone()?, self.selected_source()?.doc.path.clone()))
    }

    pub(crate) fn passages(&self) -> &[SourcePassage] {
        self.selected_source().map_or(&[], |source| &source.passages)
    }

    pub(crate) fn active_passage(&self) -> Option<&SourcePassage> {
        self.passages().get(self.passage)
    }

    /// Returns the span of the active passage. Without passages, returns the first words from the source.
    fn active_span(&self) -> Option<Span> {
        let words =
            || self.answer.as_ref()?.found.words.get(self.cursor.selected)?.first().copied();
        self.active_passage().map(|one| one.passage.a).or_else(words)
    }

    /// Stores an answer. The selection follows its source by name, and the text keeps its scroll position. `size` is the
    /// size of the text.
    pub(crate) fn store_answer(
        &mut self,
        laid: LaidSources,
        size: (u16, u16),
        visible: VisibleLines,
    ) {
        let before = self.active_span().map(|span| span.start);
        let top = self.answer.as_ref().map(|answer| answer.rows.row_start(self.top));
        (self.answer, self.refused) = (Some(laid), None);
        self.resize(size);
        let named = |name: &DocPath| self.sources().iter().position(|one| one.doc.path == *name);
        let line = self.selected.as_ref().and_then(named);
        let sources = self.sources().len();
        self.cursor.select_in_place(line.unwrap_or(0), sources, visible);
        self.handle_selection(before.filter(|_| line.is_some()).unwrap_or(0));
        match (top, &self.answer) {
            (Some(top), Some(answer)) => self.top = answer.rows.row_of(top),
            _ => self.reveal_passage(size.1),
        }
    }

    /// Changes the size of the text. The first row retains its first byte.
    fn resize(&mut self, (width, height): (u16, u16)) {
        let Some(answer) = &mut self.answer else { return };
        if answer.rows.width() != width.max(1) {
            let byte = answer.rows.row_start(self.top);
            answer.rows = WrappedRows::reflowed(&answer.found.text, width);
            self.top = answer.rows.row_of(byte);
        }
        self.top = self.top.min(answer.rows.count().saturating_sub(usize::from(height)));
    }

    /// Selects a source and its next passage in the text. `visible` and `height` are the rows of list and text.
    fn select(&mut self, index: usize, visible: usize, height: u16) {
        let from = self.active_span().map_or(0, |span| span.start);
        self.select_at((index, from), visible);
        self.reveal_passage(height);
    }

    /// Selects a source at a byte of the text. The text keeps its scroll position.
    pub(crate) fn select_at(&mut self, (source, byte): (usize, u32), visible: usize) {
        self.cursor.select(source, self.sources().len(), visible);
        self.handle_selection(byte);
    }

    /// Activates the first passage of the selected source that ends behind a byte, or its first passage.
    fn handle_selection(&mut self, byte: u32) {
        self.selected = self.selected_source().map(|source| source.doc.path.clone());
        let ends_behind = |one: &SourcePassage| byte < one.passage.a.end;
        self.passage = self.passages().iter().position(ends_behind).unwrap_or(0);
    }

    /// Selects the next or previous passage of the selected source. Returns true if the search wrapped.
    fn step_passage(&mut self, direction: StepDirection, height: u16) -> bool {
        let count = self.passages().len();
        if count == 0 {
            return false;
        }
        let (next, round) = direction.step(self.passage, count);
        self.passage = next;
        self.reveal_passage(height);
        round
    }

    /// Scrolls until the active passage begins a third below the top, unless the screen shows the whole passage.
    fn reveal_passage(&mut self, height: u16) {
        let (Some(answer), Some(span)) = (&self.answer, self.active_span()) else { return };
        let (first, last) = rows_of(&answer.rows, span);
        let height = usize::from(height);
        if first < self.top || last >= self.top + height {
            self.top = first.saturating_sub(height / 3);
        }
        self.top = self.top.min(answer.rows.count().saturating_sub(height));
    }

    fn scroll(&mut self, motion: Motion, height: u16) {
        let Some(answer) = &self.answer else { return };
        let height = usize::from(height);
        let (page, furthest) =
            (height.saturating_sub(2).max(1), answer.rows.count().saturating_sub(height));
        self.top = motion.target_row(self.top, furthest, page);
    }

    /// Returns the source of the words at a column in a row of the text, or the first source of the row, and the first
    /// byte of these words.
    fn source_at(&self, row: usize, column: u16) -> Option<(usize, u32)> {
        let answer = self.answer.as_ref()?;
        let text = &answer.found.text;
        let range = answer.rows.range(row, text.len())?;
        let byte = answer.rows.byte_at(text, row, column)?;
        let mut here = touching(&answer.highlights, &range, |highlight| highlight.span).iter();
        let covers = |lit: &&Highlight| lit.span.start <= byte && byte < lit.span.end;
        let first = here.clone().find(|highlight| highlight.passage.is_some());
        let found = here.find(covers).filter(|highlight| highlight.passage.is_some()).or(first)?;
        Some((found.passage? as usize, found.span.start))
    }
}

fn rows_of(rows: &WrappedRows, span: Span) -> (usize, usize) {
    (rows.row_of(span.start), rows.row_of(span.end.saturating_sub(1).max(span.start)))
}

pub(crate) struct SourcesListView;

impl List for SourcesListView {
    fn scroll_list(&self, model: &mut Model, _height: usize) {
        let Some(areas) = areas(model) else { return };
        let list: &mut SourceList = model.states.get_mut();
        list.resize((areas.text.width, areas.text.height));
        list.cursor.scroll_to_selected(list.sources().len(), usize::from(areas.rows.height));
    }

    fn documents_mut<'m>(&self, model: &'m mut Model) -> Vec<&'m mut DocPath> {
        let list: &mut SourceList = model.states.get_mut();
        list.name.iter_mut().chain(&mut list.other).chain(&mut list.selected).collect()
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.states.get::<SourceList>().name.clone()
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        model.states.get::<SourceList>().selected_names()
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.states.get::<SourceList>().other.is_some() {
            key_names! { Open Back Move Passage ViewName(Sources) Mark Page Parameter(Width) Commands }
        } else {
            key_names! { Open Back Move Passage Mark Page Parameter(Width) Commands }
        })
    }

    fn key_hint(&self, _model: &Model, name: KeyName) -> Option<KeyHint> {
        match name {
            KeyName::Open => Some((None, "side by side")),
            KeyName::Move => Some((Some("↑/↓"), "source")),
            KeyName::Passage => Some((None, "passage")),
            KeyName::Page => Some((None, "text")),
            KeyName::ViewName(ViewName::Sources) => Some((None, "other document")),
            _ => None,
        }
    }
}

impl ListView for SourcesListView {
    fn enter(&self, model: &mut Model, _is_new: bool, subject: Option<DocPath>) {
        let Some(name) = subject else { return };
        // The preview below the documents is not an open pair.
        let preview = model.states.get::<DocumentList>().pair();
        let is_open = |current: &&CurrentPair| {
            current.text.is_none() && preview.as_ref() != Some(&current.names)
        };
        let current = model.pair.as_ref().filter(is_open);
        let pairs = [current.map(|current| current.names.clone()), model.list.names.clone()];
        let other = pairs.into_iter().flatten().find_map(|(a, b)| match &name {
            name if *name == a => Some(b),
            name if *name == b => Some(a),
            _ => None,
        });
        model.states.get_mut::<SourceList>().other = other;
        request(model, name);
    }

    fn press_view_key(&self, model: &mut Model) {
        let list: &mut SourceList = model.states.get_mut();
        let Some(other) = list.other.take() else {
            lists::leave(model);
            return;
        };
        list.other.clone_from(&list.name);
        request(model, other);
    }

    fn drop_content(&self, model: &mut Model) {
        model.states.set(SourceList::default());
        if model.jobs.cancel(Slot::Sources) {
            model.send(Command::Ask(0, Question::Sources(None)));
        }
    }

    fn handle_result(&self, model: &mut Model, _snapshot: &Arc<Snapshot>) {
        // The view may have been entered before there was a pair.
        let list: &mut SourceList = model.states.get_mut();
        let name = list.name.clone().or_else(|| {
            let (a, b) = model.list.names.clone()?;
            list.other = Some(b);
            Some(a)
        });
        if let Some(name) = name {
            request(model, name);
        }
    }

    fn awaits_list(&self, model: &Model) -> bool {
        let list: &SourceList = model.states.get();
        let is_first = list.name.is_none() && model.snapshot.is_none();
        is_first || model.jobs.awaits(Slot::Sources) && list.answer.is_none()
    }

    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) {
        model.show_note("the order is fixed here: the source that adds most comes first");
    }

    fn fold_selected(&self, model: &mut Model, unfold: bool) {
        let direction = if unfold { StepDirection::Next } else { StepDirection::Back };
        self.select_passage(model, direction);
    }

    fn open_line(&self, model: &mut Model) {
        let list: &SourceList = model.states.get();
        let Some(names) = list.selected_names() else {
            let why = if model.jobs.awaits(Slot::Sources) {
                "its sources are still being counted"
            } else {
                "no source to open"
            };
            return model.show_note(why);
        };
        let byte = list.active_passage().map(|one| one.passage.a.start);
        open_zoomed_at(model, names, byte);
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        change(model, |list, rows, height| match motion {
            Motion::Down => list.select(list.cursor.selected.saturating_add(1), rows, height),
            Motion::Up => list.select(list.cursor.selected.saturating_sub(1), rows, height),
            _ => list.scroll(motion, height),
        });
    }

    fn noun(&self) -> Option<&'static str> {
        Some("source")
    }

    fn selected_index(&self, model: &Model) -> Option<usize> {
        Some(model.states.get::<SourceList>().cursor.selected)
    }

    fn select_passage(&self, model: &mut Model, direction: StepDirection) -> bool {
        let (round, count) = change(model, |list, _, height| {
            (list.step_passage(direction, height), list.passages().len())
        });
        model.note = match direction {
            _ if count == 0 => Some("no passage to go to".into()),
            _ if count == 1 => Some("this is its only passage".into()),
            StepDirection::Next if round => Some("wrapped to the first passage".into()),
            StepDirection::Back if round => Some("round to the last passage".into()),
            _ => None,
        };
        true
    }

    fn select(&self, model: &mut Model, line: usize, _height: usize) {
        change(model, |list, rows, height| list.select(line, rows, height));
    }

    fn click(&self, model: &mut Model, at: Position, _areas: &ListAreas) {
        let Some(areas) = areas(model) else { return };
        let list: &mut SourceList = model.states.get_mut();
        let height = usize::from(areas.rows.height);
        if areas.rows.contains(at) {
            let line = list.cursor.top + usize::from(at.y - areas.rows.y);
            if line < list.sources().len() {
                list.select(line, height, areas.text.height);
            }
        } else if areas.text.contains(at) || areas.gutter.contains(at) {
            let row = list.top + usize::from(at.y - areas.text.y);
            if let Some(source) = list.source_at(row, at.x.saturating_sub(areas.text.x)) {
                list.select_at(source, height);
            }
        }
    }

    fn is_selected(&self, model: &Model, at: Position, _areas: &ListAreas) -> bool {
        areas(model).is_some_and(|areas| {
            let cursor = model.states.get::<SourceList>().cursor;
            areas.text.contains(at)
                || areas.rows.contains(at)
                    && cursor.top + usize::from(at.y - areas.rows.y) == cursor.selected
        })
    }

    fn scroll_wheel(&self, model: &mut Model, at: Position, motion: Motion) {
        if areas(model).is_some_and(|areas| areas.text.union(areas.gutter).contains(at)) {
            change(model, |list, _, height| (0..3).for_each(|_| list.scroll(motion, height)));
        } else {
            self.step(model, motion);
        }
    }

    fn render(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        draw::render(model, canvas, areas);
    }
}

/// Returns the regions of the view. `None` while the view is closed.
pub(crate) fn areas(model: &Model) -> Option<SourceAreas> {
    let list: &SourceList = model.states.get();
    areas_of(model, list.answer.as_ref().map(|answer| &answer.found.sources))
}

fn areas_of(model: &Model, found: Option<&Sources>) -> Option<SourceAreas> {
    let list = model.list_areas().filter(|_| model.visited.current() == ViewName::Sources)?;
    // The last rows are about words that no listed source has.
    let rest = found.map_or(0, |found| {
        1 + u16::from(found.elsewhere > 0) + u16::from(found.uncounted_words > 0)
    });
    Some(list.source_areas(found.map_or(0, |found| found.sources.len()), rest))
}

/// Changes the list. `act` takes the rows of the list and of the text, or 1 while the view is closed.
fn change<T>(model: &mut Model, act: impl FnOnce(&mut SourceList, usize, u16) -> T) -> T {
    let (rows, height) =
        areas(model).map_or((1, 1), |areas| (usize::from(areas.rows.height), areas.text.height));
    act(model.states.get_mut(), rows, height)
}

fn request(model: &mut Model, name: DocPath) {
    let list: &mut SourceList = model.states.get_mut();
    if list.name.as_ref() != Some(&name) {
        let other = list.other.take();
        *list = SourceList { name: Some(name.clone()), other, ..SourceList::default() };
    }
    let number = model.jobs.start(Slot::Sources);
    model.send(Command::Ask(number, Question::Sources(Some(name))));
}

/// Handles an answer, whose layout may have an old width.
pub(crate) fn handle_sources(
    model: &mut Model,
    number: u64,
    answer: Result<LaidSources, SourcingError>,
) {
    if !model.jobs.finish(Slot::Sources, number) {
        return;
    }
    let found = answer.as_ref().ok().map(|laid| &laid.found.sources);
    let areas = areas_of(model, found);
    let list: &mut SourceList = model.states.get_mut();
    match answer {
        Ok(laid) => {
            let size =
                areas.map_or((laid.rows.width(), 1), |areas| (areas.text.width, areas.text.height));
            list.store_answer(laid, size, areas.map(|areas| usize::from(areas.rows.height)));
        }
        Err(error) => (list.answer, list.refused) = (None, Some(error.to_string())),
    }
}
