//! The sources of a document: the list of sources, the text with a tint for the source of each word, and the active
//! passage.

use std::sync::Arc;

use ratatui::{layout::Position, layout::Rect, style::Modifier, style::Style};

use shingle::pipeline::{
    DocInfo, Highlight, Originality, Parameter, Snapshot, SourcePassage, SourcedText, Sources,
    TextSource,
};
use shingle::{
    base::cancel::Cancel, base::numbers::format_count, base::numbers::format_with_commas,
    base::path::DocPath, base::problem::Problem, base::span::Span,
    base::span::find_touching_elements, base::visible::make_visible, compare::Direction,
    engine::Question, engine::SourcingError, pipeline::document::pair::choose_tints,
    visits::PairNames,
};

use crate::tui::actions::{KeyName, Motion, NOTCH, StepDirection, ViewName};
use crate::tui::drawing::{
    Canvas, PassageLook, Pen, WrappedRows, join_fitting_facts, rule_heading_width,
    width_in_columns, without_side_columns,
};
use crate::tui::model::decisions::MarkTarget;
use crate::tui::model::{Command, CurrentPair, Cursor, Focus, List, Model, Pane, Slot};
use crate::tui::{
    layout::ListAreas, layout::SourceAreas, model::decisions::mark_sign,
    model::decisions::marked_pair_of_copies, update::decisions::describe_mark_on_documents,
    update::pair::open_pair_zoomed_at_byte, views::documents::DocumentList, views::list_of_view,
    views::open_pair::TextPart, views::open_pair::bracket_of_row, words::describe_document,
    words::describe_passage_place, words::format_percent,
};

#[derive(Debug, Clone)]
pub(crate) struct LaidSources {
    pub(crate) found: Arc<SourcedText>,
    pub(crate) pane: Pane,
    /// Words that sources contain. `passage` is the index of the source, or `None` if only unlisted documents contain
    /// the word.
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
        let by_source = choose_tints(&[order], 0..found.sources.sources.len() as u32);
        let pane = Pane::new(WrappedRows::reflow(&found.text, width));
        Self { pane, highlights: lit, tints: by_source, found }
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
    /// The name of the selected source. The selection follows this name.
    selected: Option<DocPath>,
    pub(crate) passage: usize,
}

impl SourceList {
    /// Returns the sources, best first.
    pub(crate) fn sources(&self) -> &[TextSource] {
        self.answer.as_ref().map_or(&[], |answer| &answer.found.sources.sources)
    }

    pub(crate) fn selected_source(&self) -> Option<&TextSource> {
        self.sources().get(self.cursor.selected)
    }

    fn selected_names(&self) -> Option<PairNames> {
        Some((self.name.clone()?, self.selected_source()?.doc.path.clone()))
    }

    pub(crate) fn passages(&self) -> &[SourcePassage] {
        self.selected_source().map_or(&[], |source| &source.passages)
    }

    pub(crate) fn active_passage(&self) -> Option<&SourcePassage> {
        self.passages().get(self.passage)
    }

    /// Returns the span of the active passage. If the source has no passages, returns the first words from the source.
    fn active_span(&self) -> Option<Span> {
        let words =
            || self.answer.as_ref()?.found.words.get(self.cursor.selected)?.first().copied();
        self.active_passage().map(|one| one.passage.a).or_else(words)
    }

    /// Stores an answer. The selection stays on the source with the same name, and the text keeps its scroll position.
    /// `size` is the size of the text on the screen.
    pub(crate) fn store_answer(&mut self, laid: LaidSources, size: (u16, u16)) {
        let before = self.active_span().map(|span| span.start);
        let pane = self.answer.as_ref().map(|answer| &answer.pane);
        let top = pane.map(|pane| pane.rows.row_start(pane.top));
        (self.answer, self.refused) = (Some(laid), None);
        self.resize(size);
        let named = |name: &DocPath| self.sources().iter().position(|one| one.doc.path == *name);
        let line = self.selected.as_ref().and_then(named);
        let sources = self.sources().len();
        self.cursor.select_at_same_height(line.unwrap_or(0), sources);
        self.handle_selection(before.filter(|_| line.is_some()).unwrap_or(0));
        match (top, &mut self.answer) {
            (Some(top), Some(LaidSources { pane, .. })) => {
                pane.scroll_to(pane.rows.row_of_byte(top));
            }
            _ => self.reveal_passage(),
        }
    }

    /// Changes the size of the text. The byte at the top stays at the top.
    fn resize(&mut self, size: (u16, u16)) {
        if let Some(LaidSources { pane, found, .. }) = &mut self.answer {
            pane.resize(&found.text, size);
            pane.top = pane.top.min(pane.last_scroll_top());
        }
    }

    /// Selects a source and its next passage, and scrolls to the passage.
    fn select_source(&mut self, index: usize) {
        let from = self.active_span().map_or(0, |span| span.start);
        self.select_source_at((index, from));
        self.reveal_passage();
    }

    /// Selects a source and its first passage that ends after a byte of the text. Does not scroll the text.
    pub(crate) fn select_source_at(&mut self, (source, byte): (usize, u32)) {
        self.cursor.select(source, self.sources().len());
        self.handle_selection(byte);
    }

    /// Activates the selected source's first passage that ends after a byte. Without such a passage, activates its
    /// first passage.
    fn handle_selection(&mut self, byte: u32) {
        self.selected = self.selected_source().map(|source| source.doc.path.clone());
        let ends_behind = |one: &SourcePassage| byte < one.passage.a.end;
        self.passage = self.passages().iter().position(ends_behind).unwrap_or(0);
    }

    /// Selects the next or previous passage of the selected source. Returns true if the search wrapped.
    fn step_passage(&mut self, direction: StepDirection) -> bool {
        let count = self.passages().len();
        if count == 0 {
            return false;
        }
        let (next, round) = direction.step_cyclically(self.passage, count);
        self.passage = next;
        self.reveal_passage();
        round
    }

    /// Scrolls the active passage to a third from the top, unless the whole passage is on the screen.
    fn reveal_passage(&mut self) {
        let (Some(span), Some(answer)) = (self.active_span(), &mut self.answer) else { return };
        let pane = &mut answer.pane;
        let (first, last) = pane.rows.rows_of_span(span);
        if first < pane.top || last >= pane.top + pane.height {
            pane.top = first.saturating_sub(pane.height / 3);
        }
        pane.top = pane.top.min(pane.last_scroll_top());
    }

    fn scroll_text(&mut self, motion: Motion) {
        let Some(LaidSources { pane, .. }) = &mut self.answer else { return };
        let page = pane.height.saturating_sub(2).max(1);
        pane.top = motion.target_row(pane.top, pane.last_scroll_top(), page);
    }

    /// Returns a source and the first byte of its words: the words at a column of a row, else the first words of the
    /// row that are in a source.
    fn source_at(&self, row: usize, column: u16) -> Option<(usize, u32)> {
        let answer = self.answer.as_ref()?;
        let text = &answer.found.text;
        let rows = &answer.pane.rows;
        let range = rows.byte_range_of_row(row, text.len())?;
        let byte = rows.byte_at(text, row, column)?;
        let mut here =
            find_touching_elements(&answer.highlights, &range, |highlight| highlight.span).iter();
        let covers = |lit: &&Highlight| lit.span.start <= byte && byte < lit.span.end;
        let first = here.clone().find(|highlight| highlight.passage.is_some());
        let found = here.find(covers).filter(|highlight| highlight.passage.is_some()).or(first)?;
        Some((found.passage? as usize, found.span.start))
    }
}

pub(crate) struct SourcesListView;

impl List for SourcesListView {
    fn list_cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        let list: &SourceList = model.states.get();
        Some((list.cursor, list.sources().len()))
    }

    fn scroll_to_cursor(&self, model: &mut Model, _height: usize) {
        let Some(areas) = source_areas_of(model) else { return };
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

    fn selected_pair(&self, model: &Model) -> Option<PairNames> {
        model.states.get::<SourceList>().selected_names()
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.states.get::<SourceList>().other.is_some() {
            key_names! { Open Back Move Passage ViewName(Sources) Mark Page Parameter(Width) Commands }
        } else {
            key_names! { Open Back Move Passage Mark Page Parameter(Width) Commands }
        })
    }

    fn enter_list(&self, model: &mut Model, _is_new: bool, subject: Option<DocPath>) {
        let Some(name) = subject else { return };
        // The preview below the list of documents does not count as an open pair.
        let preview = model.states.get::<DocumentList>().selected_pair_names();
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
        request_sources(model, name);
    }

    fn press_view_key(&self, model: &mut Model) -> bool {
        let list: &mut SourceList = model.states.get_mut();
        let Some(other) = list.other.take() else { return false };
        list.other.clone_from(&list.name);
        request_sources(model, other);
        true
    }

    fn drop_content(&self, model: &mut Model) {
        model.states.set(SourceList::default());
        if model.jobs.cancel(Slot::Sources) {
            model.send_command(Command::Ask(0, Question::Sources(None)));
        }
    }

    fn handle_result(&self, model: &mut Model, _snapshot: &Arc<Snapshot>) {
        if let Some(name) = model.states.get::<SourceList>().name.clone() {
            return request_sources(model, name);
        }
        // The view may have been entered before the folder had a pair.
        let before = model.visited.visited_views().into_iter().rev().nth(1);
        let subject = before.and_then(|view| list_of_view(view).selected_document(model));
        self.enter_list(model, false, subject);
    }

    fn awaits_list(&self, model: &Model) -> bool {
        let list: &SourceList = model.states.get();
        let is_first = list.name.is_none() && model.snapshot.is_none();
        is_first || model.jobs.awaits(Slot::Sources) && list.answer.is_none()
    }

    fn reason_marks_are_refused(&self, model: &Model) -> Option<&'static str> {
        let is_behind = model.is_stale() || model.jobs.awaits(Slot::Sources);
        is_behind.then_some("counting the sources again: mark later")
    }

    fn mark_target<'m>(&self, model: &'m Model, place: usize) -> Option<MarkTarget<'m>> {
        let list: &SourceList = model.states.get();
        let found = &list.answer.as_ref()?.found.sources;
        let (source, measure) = (list.sources().get(place)?, found.params.measure);
        let score = source.overlap.score(measure, Direction::Larger);
        Some(([&found.text, &source.doc], (score, measure)))
    }

    fn sort_list(&self, model: &mut Model, _turn: Option<StepDirection>) {
        model.show_note("the order is fixed here: the source that adds most comes first");
    }

    fn fold_selected(&self, model: &mut Model, direction: StepDirection) -> bool {
        self.select_passage(model, direction)
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
        open_pair_zoomed_at_byte(model, names, byte);
    }

    fn step_list(&self, model: &mut Model, motion: Motion) {
        let list: &mut SourceList = model.states.get_mut();
        match motion {
            Motion::Down => list.select_source(list.cursor.selected.saturating_add(1)),
            Motion::Up => list.select_source(list.cursor.selected.saturating_sub(1)),
            _ => list.scroll_text(motion),
        }
    }

    fn noun_of_pair_line(&self) -> Option<&'static str> {
        Some("source")
    }

    fn select_passage(&self, model: &mut Model, direction: StepDirection) -> bool {
        let list: &mut SourceList = model.states.get_mut();
        let (round, count) = (list.step_passage(direction), list.passages().len());
        model.note = match count {
            0 => Some("no passage to go to".into()),
            1 => Some("this is its only passage".into()),
            _ => round.then(|| direction.describe_wrap("passage")),
        };
        true
    }

    fn select_line(&self, model: &mut Model, line: usize) {
        model.states.get_mut::<SourceList>().select_source(line);
    }

    fn click_list(&self, model: &mut Model, at: Position, whole: &ListAreas) -> bool {
        let Some(areas) = source_areas_of(model) else { return false };
        let list: &mut SourceList = model.states.get_mut();
        if areas.rows.contains(at) {
            let line = list.cursor.top + usize::from(at.y - areas.rows.y);
            let is_on_line = line < list.sources().len();
            if is_on_line {
                list.select_source(line);
            }
            return is_on_line;
        }
        if areas.text.contains(at) || areas.gutter.contains(at) {
            let top = list.answer.as_ref().map_or(0, |answer| answer.pane.top);
            let row = top + usize::from(at.y - areas.text.y);
            if let Some(source) = list.source_at(row, at.x.saturating_sub(areas.text.x)) {
                list.select_source_at(source);
            }
        }
        areas.text.contains(at) && whole.rows.contains(at)
    }

    fn scroll_wheel(&self, model: &mut Model, at: Position, motion: Motion) {
        if source_areas_of(model).is_some_and(|areas| areas.text.union(areas.gutter).contains(at)) {
            let list: &mut SourceList = model.states.get_mut();
            (0..NOTCH).for_each(|_| list.scroll_text(motion));
        } else {
            self.step_list(model, motion);
        }
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        draw_sources_view(model, canvas, areas);
    }
}

/// Returns the regions of the view. `None` if another view is open.
pub(crate) fn source_areas_of(model: &Model) -> Option<SourceAreas> {
    let list: &SourceList = model.states.get();
    source_areas_for(model, list.answer.as_ref().map(|answer| &answer.found.sources))
}

fn source_areas_for(model: &Model, found: Option<&Sources>) -> Option<SourceAreas> {
    let list = model.areas.list.filter(|_| model.visited.current() == ViewName::Sources)?;
    // The last rows are about words that no listed source has.
    let rest = found.map_or(0, |found| {
        1 + u16::from(found.elsewhere > 0) + u16::from(found.uncounted_words > 0)
    });
    Some(list.divide_sources(found.map_or(0, |found| found.sources.len()), rest))
}

fn request_sources(model: &mut Model, name: DocPath) {
    let list: &mut SourceList = model.states.get_mut();
    if list.name.as_ref() != Some(&name) {
        let other = list.other.take();
        *list = SourceList { name: Some(name.clone()), other, ..SourceList::default() };
    }
    let number = model.jobs.start(Slot::Sources);
    model.send_command(Command::Ask(number, Question::Sources(Some(name))));
}

/// Handles an answer: wraps its text on another thread, and then shows the sources.
pub(crate) fn handle_sources(
    model: &mut Model,
    number: u64,
    answer: Result<Arc<SourcedText>, SourcingError>,
) {
    match answer {
        Ok(found) => {
            let areas = source_areas_for(model, Some(&found.sources));
            let width = areas.map_or(1, |areas| areas.text.width);
            let work = move |_: &Cancel| Some(LaidSources::new(Arc::clone(&found), width));
            model.run_job(Slot::SourcesLayout, work, move |model, laid| {
                if model.jobs.finish(Slot::Sources, number) {
                    show_sources(model, laid);
                }
            });
        }
        Err(error) if model.jobs.finish(Slot::Sources, number) => {
            let list: &mut SourceList = model.states.get_mut();
            (list.answer, list.refused) = (None, Some(error.to_string()));
        }
        Err(_) => {}
    }
}

/// Shows sources. Wraps their text again if the width has changed.
fn show_sources(model: &mut Model, laid: LaidSources) {
    let areas = source_areas_for(model, Some(&laid.found.sources));
    let size =
        areas.map_or((laid.pane.rows.width(), 1), |areas| (areas.text.width, areas.text.height));
    model.states.get_mut::<SourceList>().store_answer(laid, size);
}

// Draws the sources of a document, facts about the selected source, and the text with a tint for each source. Without
// colours, numbers left of the text and bold words show the sources.
//
// ```text
// ── Sources of bridge-morning.txt: 53% unshared · 44% bridge-evening.txt · 3% bridge-note.txt ── source 1 of 2 ──
//   news/bridge-morning.txt · 126 counted words … │ share of words     source
//      1┏ The old bridge will be closed from    │ ▸  44%     56   1   news/bridge-evening.txt
//       ┃ Monday, the council said.             │     3%      5   2   news/bridge-note.txt
//         Nobody was surprised.                 │    53%     65       unshared: in no shared run
//   1  passage 1 of 3 · 87 words: 61 unchanged · …   │
// ```

fn draw_sources_view(model: &Model, canvas: &mut Canvas<'_>, whole: &ListAreas) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let is_behind = model.jobs.awaits(Slot::Sources);
    let has_keys = model.focus == Focus::List;
    let Some(name) = &list.name else {
        canvas.draw_rule(whole.title, "Words that others have", has_keys, "");
        let lists = KeyName::ViewName(ViewName::Documents).label();
        let why = format!("No document selected: Esc goes back, {lists} lists all documents.");
        canvas.draw_notice(whole.rows, &why, theme.quiet);
        return;
    };
    let Some(answer) = &list.answer else {
        let heading = format!("Words of {} in others", model.names.short_name(name));
        canvas.draw_rule(whole.title, &heading, has_keys, "");
        let refused = list.refused.as_ref().filter(|_| !is_behind);
        let counting = ("Counting which documents have its words …", theme.quiet);
        let (sentence, style) = refused.map_or(counting, |reason| (reason, theme.alarm));
        canvas.draw_notice(whole.rows, sentence, style);
        return;
    };
    let place = match (is_behind || model.is_stale(), list.sources().len()) {
        (true, _) => "counting anew …".to_string(),
        (false, 0) => String::new(),
        (false, all) => format!("source {} of {all}", list.cursor.selected + 1),
    };
    let heading =
        describe_heading(model, answer, name, rule_heading_width(whole.title.width, &place));
    canvas.draw_rule(whole.title, &heading, has_keys, &place);
    let Some(areas) = source_areas_of(model) else { return };
    draw_sources(model, answer, canvas, &areas);
    draw_details(model, canvas, areas.about);
    canvas.draw_divider(areas.divider);
    draw_title(model, answer, canvas, areas.title);
    draw_text(model, answer, canvas, &areas);
    draw_status(model, answer, canvas, areas.status);
}

/// Returns the heading: the document, its largest shares from sources, and the share of words from no source.
fn describe_heading(model: &Model, answer: &LaidSources, name: &DocPath, room: u16) -> String {
    let found = &answer.found.sources;
    let stale = if *found.params == model.params { "" } else { "stale · " };
    // Documents that may share words by chance, or that took from the text, are not named here.
    let is_named = |source: &&TextSource| {
        let takes = taker_by_mark(model, &found.text, source) == Some(1);
        !takes && !is_shown_pale(source, found.text.words)
    };
    let sources = found.sources.iter().filter(is_named);
    let part = |source: &TextSource| {
        format!(
            "{} {}",
            format_percent(found.share(source.adds_words)),
            model.names.short_name(&source.doc.path)
        )
    };
    let unshared = format!("{} unshared", format_percent(found.share(found.own_words)));
    let parts: Vec<String> = std::iter::once(unshared).chain(sources.map(part)).collect();
    let name = model.names.short_name(name).fit_name((room / 2).max(1));
    let room = room.saturating_sub(width_in_columns(stale) + width_in_columns(&name) + 2);
    format!("{stale}{name}: {}", join_fitting_facts(&parts, room))
}

/// Returns the index of the document that took from the other, the text or the source, if a mark says so.
fn taker_by_mark(model: &Model, text: &DocInfo, source: &TextSource) -> Option<usize> {
    let docs = [text, &source.doc];
    let mark = model.decisions.mark_of_documents(text, &source.doc)?;
    if marked_pair_of_copies(mark, docs, model.snapshot.as_ref()?).is_some() {
        return None;
    }
    Some(1 - mark.side_of_source(docs.map(|doc| doc.file.content))?)
}

/// Returns true if the source adds little or no evidence to the earlier sources.
const fn is_shown_pale(source: &TextSource, words: u32) -> bool {
    source.adds_words == 0 || source.may_be_chance(words)
}

/// Returns a short and a long warning about a source that adds few or no words to a text of `words` words.
const fn describe_doubt(source: &TextSource, words: u32) -> Option<(&'static str, &'static str)> {
    match source.adds_words {
        _ if source.is_hidden => {
            Some(("  hidden by a rule", "A rule hides this pair in the list."))
        }
        0 => Some((
            "  no word that others lack",
            "Earlier sources have each of its words: only shingles across them are new.",
        )),
        _ if source.may_be_chance(words) => {
            Some(("  may be chance", "Few words or single runs may be chance or common wording."))
        }
        _ => None,
    }
}

const CELLS: (u16, u16) = (6, 8);
/// Columns of the sign of a mark, with the blank after it.
const SIGN: u16 = 2;

fn draw_sources(model: &Model, answer: &LaidSources, canvas: &mut Canvas<'_>, areas: &SourceAreas) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let mut pen = canvas.pen_in(areas.columns);
    pen.skip_columns(1).put_cell("share of words", CELLS.0 + CELLS.1, true, theme.quiet);
    let found = &answer.found.sources;
    let name = column_of_names(found.sources.len());
    pen.move_to(name).put("B", theme.key).put(" shares words with A", theme.quiet);
    let all = found.sources.iter().enumerate().skip(list.cursor.top);
    for (row, (index, source)) in all.take(usize::from(areas.rows.height)).enumerate() {
        let is_selected = index == list.cursor.selected;
        let mut pen = canvas.pen_in_row(areas.rows, row as u16);
        pen.put(if is_selected { "▸" } else { " " }, theme.strong);
        pen.put_cell(&format_percent(found.share(source.adds_words)), CELLS.0, true, theme.strong);
        let words = format_with_commas(source.adds_words);
        pen.put_cell(&words, CELLS.1, true, Style::new()).skip_columns(1);
        let tint = theme.passage_number_style(&answer.tints, index, is_selected);
        pen.put(&format!(" {} ", index + 1), tint);
        let taker = taker_by_mark(model, &found.text, source);
        let decided = model.decisions.mark_of_documents(&found.text, &source.doc);
        let mark = taker.map_or(decided.map_or(" ", mark_sign), |taker| ["<", ">"][taker]);
        let sign = name - SIGN;
        pen.move_to(sign).put(mark, theme.strong).move_to(name);
        let words = found.text.words;
        let is_pale = taker == Some(1) || is_shown_pale(source, words);
        let style = if is_pale { theme.quiet } else { Style::new() };
        let doubt = describe_doubt(source, words).filter(|_| pen.free_width() >= 40);
        let remark = doubt.map_or("", |(short, _)| short);
        let room = pen.free_width().saturating_sub(width_in_columns(remark));
        pen.put_elided(&format_names(model, source, room), room, style).put(remark, theme.quiet);
        if is_selected {
            let (style, _) = theme.selection_look(model.focus == Focus::List);
            pen.move_to(0).set_cells_style(1 + CELLS.0 + CELLS.1, style);
            pen.move_to(sign).set_cells_style(areas.rows.width.saturating_sub(sign), style);
        }
    }
    let share = |words| format_percent(found.share(words));
    let (others, own, uncounted) = (found.elsewhere_words, found.own_words, found.uncounted_words);
    let rest = [
        (found.elsewhere > 0, share(others), others, "~", "others, each too few"),
        (true, share(own), own, " ", "unshared: in no shared run"),
        (uncounted > 0, String::new(), uncounted, " ", "not counted"),
    ];
    let rest = rest.into_iter().filter(|(is_shown, ..)| *is_shown);
    for (row, (_, share, words, sign, what)) in (0..areas.rest.height).zip(rest) {
        let mut pen = canvas.pen_in_row(areas.rest, row);
        pen.skip_columns(1).put_cell(&share, CELLS.0, true, theme.quiet);
        pen.put_cell(&format_with_commas(words), CELLS.1, true, theme.quiet);
        pen.skip_columns(2).put(sign, theme.quiet);
        pen.move_to(name).put_rest(what, theme.quiet);
    }
}

/// Returns the column where names begin: after the numbers and the sign. `sources` is the number of sources.
fn column_of_names(sources: usize) -> u16 {
    1 + CELLS.0 + CELLS.1 + 1 + width_in_columns(&format!(" {sources} ")) + 1 + SIGN
}

/// Returns the names of a source and its copies. Each gets an equal part of `room` columns.
fn format_names(model: &Model, source: &TextSource, room: u16) -> String {
    let copies = std::iter::once(&source.doc.path).chain(&source.copies);
    let signs = source.copies.len() as u16;
    let each = room.saturating_sub(signs.saturating_mul(3)) / signs.saturating_add(1);
    copies.map(|path| model.names.short_name(path).fit_name(each)).collect::<Vec<_>>().join(" = ")
}

fn draw_details(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let Some((source, answer)) = list.selected_source().zip(list.answer.as_ref()) else { return };
    let found = &answer.found.sources;
    let text = &found.text;
    let mut pen = canvas.pen_in(without_side_columns(area));
    let decided = model.decisions.mark_of_documents(text, &source.doc);
    let docs = [text, &source.doc];
    let decided = decided.map(|one| describe_mark_on_documents(model, one, docs));
    let (original, [of_a, of_b]) =
        source.describe_original_and_dates(text, ["A", "B"], if area.height <= 2 { 1 } else { 3 });
    let words = format!(
        "{} of A's {} are in runs of B",
        format_with_commas(source.covers_words),
        format_count(found.counted_words(), "counted word")
    );
    let is_low = area.height <= 2;
    let rows = if is_low { 1 } else { 2 };
    let remarks = [
        decided,
        describe_doubt(source, text.words).map(|(_, long)| long.to_string()),
        describe_ties(model, source, rows * pen.free_width()),
        describe_other_marked(model, found, rows * pen.free_width()),
    ];
    let why = Originality::explain_missing_evidence(&text.file, &source.doc.file);
    let why = if is_low { String::new() } else { format!(": {why}.") };
    let undated = format!("The dates are no evidence{why}");
    let original = [original.unwrap_or(undated), of_a, of_b];
    if is_low {
        // The row of the list names the source already. Hints about the original share one row.
        let first = remarks.into_iter().flatten().next();
        for line in first.into_iter().chain([words, original.join("; ")]).take(2) {
            pen.put_rest(&line, theme.quiet).move_down();
        }
        return;
    }
    pen.move_down();
    let name = format!("B {}", format_names(model, source, u16::MAX));
    for line in std::iter::once(name).chain(remarks.into_iter().flatten()) {
        pen.put_paragraph(&line, theme.strong);
    }
    for line in [&words].into_iter().chain(&original) {
        pen.put_paragraph(line, theme.quiet);
    }
}

/// Names other documents with the words that a source adds, within `room` columns.
fn describe_ties(model: &Model, source: &TextSource, room: u16) -> Option<String> {
    const LEAD: &str = "As much is in ";
    let all = source.ties_found as usize;
    let room = room.saturating_sub(width_in_columns(LEAD));
    let named = format_some_names(model, (&source.ties, all), room);
    (all > 0).then(|| format!("{LEAD}{named}."))
}

/// Names documents with a mark on their pair with the text that add no words to the sources, within `room` columns.
fn describe_other_marked(model: &Model, found: &Sources, room: u16) -> Option<String> {
    const LEAD: &str = "Marked with A, but adds no words: ";
    let (text, snapshot) = (&found.text, model.snapshot.as_ref()?);
    let is_source = |path: &DocPath| {
        found.sources.iter().any(|one| one.doc.path == *path || one.copies.contains(path))
    };
    let of_text = model.decisions.all.all_marks().filter(|mark| {
        [mark.subject.0, mark.subject.1].contains(&text.file.content) && !mark.is_undecided()
    });
    let all = of_text.flat_map(|mark| &mark.then.names);
    let others = all.map(|name| DocPath::new(name).parse_line_suffix()).filter(|path| {
        let doc = snapshot.find_present_document(path).map(|id| snapshot.doc(id));
        let is_marked = |doc: &DocInfo| model.decisions.mark_of_documents(text, doc).is_some();
        *path != text.path && !is_source(path) && doc.is_some_and(is_marked)
    });
    let mut others: Vec<DocPath> = others.collect();
    others.sort_unstable();
    others.dedup();
    let room = room.saturating_sub(width_in_columns(LEAD));
    let named = format_some_names(model, (&others, others.len()), room);
    (!others.is_empty()).then(|| format!("{LEAD}{named}."))
}

/// Draws the document's name, the section on the screen, and facts about the document.
fn draw_title(model: &Model, answer: &LaidSources, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let info = &answer.found.sources.text;
    let mut pen = canvas.pen_in(area);
    let section = answer.found.section_at(answer.pane.rows.row_start(answer.pane.top));
    let section =
        section.map_or_else(String::new, |section| format!(" · {}", make_visible(&section)));
    pen.skip_columns(1).put("A ", theme.key);
    let room = pen.free_width().saturating_sub(width_in_columns(&section));
    pen.put(&model.names.short_name(&info.path).fit_name(room), theme.strong);
    pen.put(&section, theme.strong);
    let room = pen.free_width();
    pen.put(&describe_document(info, None, &answer.found.sources.params, room), theme.quiet);
}

fn draw_text(model: &Model, answer: &LaidSources, canvas: &mut Canvas<'_>, areas: &SourceAreas) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let (whole, rows) = (&answer.found.text, &answer.pane.rows);
    let mine = answer.found.words.get(list.cursor.selected).map_or(&[][..], Vec::as_slice);
    let active = list.active_passage().map(|one| rows.rows_of_span(one.passage.a));
    // Between two runs of a source, the text may have words that are in no source.
    let apart = |counted| PassageLook { counted, between: Style::new() };
    let tint = |source: Option<u32>| match source {
        None => apart(Style::new().add_modifier(Modifier::ITALIC)),
        source => {
            let selected = Some(list.cursor.selected);
            apart(theme.passage_look(&answer.tints, source, selected).counted)
        }
    };
    // Consecutive rows with the same sources have numbers only in the first row.
    let mut before: Vec<Option<u32>> = Vec::new();
    for y in 0..areas.text.height {
        let row = answer.pane.top + usize::from(y);
        let Some(range) = rows.byte_range_of_row(row, whole.len()) else { break };
        let highlights = find_touching_elements(&answer.highlights, &range, |lit| lit.span);
        let mut pen = canvas.pen_in_row(areas.gutter, y);
        let mut numbers: Vec<Option<u32>> = highlights.iter().map(|lit| lit.passage).collect();
        numbers.dedup();
        if numbers != before {
            draw_gutter(&mut pen, &numbers, answer);
        }
        before = numbers;
        if let Some((first, last)) = active
            && (first..=last).contains(&row)
        {
            let bracket = bracket_of_row(row, (first, last), true);
            pen.move_to(areas.gutter.width.saturating_sub(2)).put(bracket, theme.strong);
        }
        let part = TextPart {
            text: whole,
            range,
            highlights,
            marked: (mine, theme.strong),
            width: rows.width(),
            ..TextPart::default()
        };
        part.draw_text(tint, &mut canvas.pen_in_row(areas.text, y));
    }
}

/// Writes the numbers of a row's sources, in the order of its words. `None` stands for unlisted documents.
fn draw_gutter(pen: &mut Pen<'_>, numbers: &[Option<u32>], answer: &LaidSources) {
    let theme = pen.theme;
    let room = pen.width().saturating_sub(2);
    let mut once: Vec<Option<u32>> = Vec::new();
    for number in numbers {
        if !once.contains(number) {
            once.push(*number);
        }
    }
    let text = |number: &Option<u32>| number.map_or("~".into(), |index| (index + 1).to_string());
    let texts: Vec<String> = once.iter().map(text).collect();
    let plus = |count| if count < once.len() { "+" } else { "" };
    let wide = |count: usize| (texts[..count].join(",") + plus(count)).len() as u16;
    let fitting = (0..=once.len()).rev().find(|count| wide(*count) <= room).unwrap_or(0);
    pen.skip_columns(room.saturating_sub(wide(fitting)));
    for (place, (number, text)) in once.iter().zip(&texts).take(fitting).enumerate() {
        let style = number.map_or(theme.quiet, |index| {
            theme.passage_number_style(&answer.tints, index as usize, false)
        });
        pen.put(if place > 0 { "," } else { "" }, theme.quiet).put(text, style);
    }
    pen.put(plus(fitting), theme.quiet);
}

fn draw_status(model: &Model, answer: &LaidSources, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let mut pen = canvas.pen_in(area);
    pen.skip_columns(1);
    let Some(source) = list.selected_source() else {
        pen.put_rest("No other document has enough of it to be a source.", theme.quiet);
        return;
    };
    let index = list.cursor.selected;
    pen.put(&format!(" {} ", index + 1), theme.passage_number_style(&answer.tints, index, true))
        .skip_columns(1);
    let width = pen.free_width();
    let Some(SourcePassage { passage, adds, also, also_found, .. }) = list.active_passage() else {
        let is_its = |problem: &&Problem| problem.path == source.doc.path;
        let why = match (answer.found.sources.problems.iter().find(is_its), source.single_runs) {
            (Some(problem), _) => format!("Its passages are not known: {}", problem.reason),
            (None, Some(single)) => format!("No shared passage, {single}."),
            (None, None) => "No shared passage.".to_string(),
        };
        pen.put_rest(&why, theme.quiet);
        return;
    };
    let place =
        describe_passage_place(passage, list.passage + 1, source.passages.len(), "the text");
    let adds = match u64::from(*adds) {
        0 => "adds no word".to_string(),
        adds => format!("adds {}", format_count(adds, "counted word")),
    };
    let line = format!("{place} · {adds}");
    let lead = format!("{line} · also in ");
    let room = width.saturating_sub(width_in_columns(&lead) + 3);
    let also = format_some_names(model, (also, *also_found as usize), room);
    let line = if *also_found > 0 { lead + &also } else { line };
    let likeness = passage.describe_likeness();
    pen.put_rest(&format!("{line} · {likeness}"), theme.quiet);
}

/// Returns the names of the first of `all` documents that fit into `room` columns.
fn format_some_names(model: &Model, (some, all): (&[DocPath], usize), room: u16) -> String {
    let text = |count: usize| {
        let named = some.iter().take(count).map(|path| model.names.short_name(path).to_string());
        let named = named.collect::<Vec<_>>().join(", ");
        match all.saturating_sub(count) {
            0 => named,
            left => format!("{named} and {} more", format_with_commas(left)),
        }
    };
    let mut texts = (1..=some.len()).rev().map(text);
    texts.find(|text| width_in_columns(text) <= room).unwrap_or_else(|| format_count(all, "other"))
}
