//! The explained word: a cursor in the open pair and, below the texts, the normalization of its word. Two lines for
//! each shingle that contains the word follow.
//!
//! ```text
//! ── Why “Ferries”? Word 12 of A's 240 ─────────────────────────── ←/→ word, PgDn more, x or Esc closes ──
//!  read "Ferries" → small letters "ferries" → English stem "ferri"
//!  3 shingles of 3 words contain the word. Modulo 4 keeps those whose hash it divides.
//!  old ferri left
//!    in both texts · in 5 of 34 documents · 03ab12cd34ef5678 · mod 4 = 0
//! ```

use std::{collections::HashMap, sync::Arc};

use ratatui::{
    crossterm::event::MouseButton, crossterm::event::MouseEventKind, layout::Position, layout::Rect,
};

use shingle::pipeline::{
    Explained, ExplainedShingle, PairView, Params, ShingleFate, Side, WordResult,
};
use shingle::{
    base::numbers::format_count, base::numbers::format_with_commas, base::span::Span,
    base::visible::make_visible, engine::PairQuestion, engine::Question, engine::ShingleCounts,
    engine::WordQuestion, pipeline::document::explain::name_letter_changes,
    pipeline::document::info::describe_language, pipeline::document::info::describe_missing_tools,
    shingle::HashKind, text::Language,
};

use crate::tui::actions::{Action, Motion, Place, StepDirection};
use crate::tui::drawing::{
    Canvas, Pen, elide_middle, join_fitting_facts, truncate, without_side_columns,
};
use crate::tui::model::{Command, Focus, Layer, Model, OpenPair, PairState, Pane};
use crate::tui::update::pair::{
    close_views_of_pair, open_selected_pair_zoomed, refresh_list_and_pair, save_screen,
};
use crate::tui::{
    layout::PaneAreas, layout::PaneSide, views::Handled, views::act_on_layer_and_pair, views::dots,
};

/// Maximum columns for the list of functions under which a shingle has the smallest hash.
const LEAST: u16 = 26;

#[derive(Debug, Default)]
pub(crate) struct Explain {
    pub(crate) which: PaneSide,
    /// The word at the cursor. `None` without a pair, or in a text without words.
    pub(crate) word: Option<Span>,
    /// Number of hidden lines above: first two sentences, then the shingles one by one.
    scrolled: usize,
    /// Column that the cursor keeps while it moves up and down.
    column: Option<u16>,
    /// Columns and rows of the text when the cursor was last scrolled into view.
    size: (u16, usize),
    view: Option<Arc<PairView>>,
    active: Option<usize>,
    question: Option<WordQuestion>,
    pub(crate) answer: Option<Result<Arc<Explained>, String>>,
    counts: HashMap<u64, u32>,
    /// The parameters and the number of documents of the counts.
    counted: Option<(Arc<Params>, usize)>,
}

impl Layer for Explain {
    fn place_of_layer(&self) -> Place {
        Place::Words
    }

    /// Returns the rows for heading and sentences, and two rows for each shingle that contains the word.
    fn rows_of_panel(&self, model: &Model) -> u16 {
        let width = model.current_params().width.min(50) as u16;
        4 + 2 * width
    }

    fn word_at_cursor(&self, _pair: Option<&OpenPair>, which: PaneSide) -> Option<Span> {
        self.word.filter(|_| self.which == which)
    }

    fn store_shingle_counts(&mut self, counted: &ShingleCounts) {
        let among = Some((Arc::clone(&counted.params), counted.documents));
        if self.counted != among {
            (self.counts, self.counted) = (HashMap::new(), among);
        }
        self.counts.extend(counted.counts.iter().copied());
    }

    fn awaits_answer(&self) -> bool {
        self.question.is_some() && self.answer.is_none()
    }
}

impl Explain {
    fn move_to_word(&mut self, pair: &mut OpenPair, which: PaneSide, word: Option<Span>) {
        let Some(word) = word else { return };
        (self.which, self.word) = (which, Some(word));
        (self.scrolled, self.column) = (0, None);
        pair.scroll_to_byte(which, word.start);
    }

    /// Keeps the cursor on a word of the open pair after any change. Returns the question about a new word.
    fn keep_cursor_on_word(
        &mut self,
        pair: &mut OpenPair,
        text: Option<Arc<str>>,
    ) -> Option<WordQuestion> {
        let is_same = self.view.as_ref().is_some_and(|view| Arc::ptr_eq(view, &pair.view));
        let is_pair = self.view.as_ref().is_none_or(|view| view.names() == pair.view.names());
        if !is_same {
            self.view = Some(Arc::clone(&pair.view));
            let old = self.word.filter(|_| is_pair);
            self.word = None;
            let byte = old.map_or_else(|| first_visible_byte(pair, self.which), |word| word.start);
            let word = word_at(pair.side(self.which), byte);
            self.move_to_word(pair, self.which, word);
        } else if self.active != pair.active
            && let Some(passage) = pair.active_passage()
        {
            let word = word_at(pair.side(self.which), self.which.span_of_passage(passage).start);
            self.move_to_word(pair, self.which, word);
        }
        self.active = pair.active;
        let size = (pair.pane(self.which).rows.width(), pair.pane(self.which).height);
        if let Some(word) = self.word.filter(|_| std::mem::replace(&mut self.size, size) != size) {
            pair.scroll_to_byte(self.which, word.start);
        }
        let names = (pair.view.a.doc.path.clone(), pair.view.b.doc.path.clone());
        let (params, ignored) = (Arc::clone(&pair.view.params), Arc::clone(&pair.view.ignored));
        let second = self.which == PaneSide::B;
        let pair = PairQuestion { names, text, params, ignored };
        let question = self.word.map(|span| WordQuestion { pair, second, span });
        if question == self.question && is_same {
            return None;
        }
        if question != self.question {
            self.answer = None;
        }
        self.question.clone_from(&question);
        question
    }

    /// Stores an answer, if its question is still the newest one.
    pub(crate) fn store_answer(
        &mut self,
        question: &WordQuestion,
        answer: Result<Arc<Explained>, String>,
    ) {
        if self.question.as_ref() == Some(question) {
            self.answer = Some(answer);
        }
    }

    /// Returns the number of documents with a shingle, and of all documents. `None` until the documents are counted.
    fn document_counts_of_shingle(&self, key: u64) -> Option<(u32, usize)> {
        let (params, documents) = self.counted.as_ref()?;
        let is_current = self.question.as_ref()?.pair.params == *params;
        self.counts.get(&key).filter(|_| is_current).map(|count| (*count, *documents))
    }
}

/// Returns the byte where the cursor starts: the active passage if visible, else the first visible row.
fn first_visible_byte(pair: &OpenPair, which: PaneSide) -> u32 {
    let pane = pair.pane(which);
    let passage = pair.active_passage();
    let visible = passage.map(|passage| which.span_of_passage(passage).start).filter(|byte| {
        let row = pane.rows.row_of_byte(*byte);
        pane.shows_rows(row, row)
    });
    visible.unwrap_or_else(|| pane.rows.row_start(pane.top))
}

pub(crate) fn toggle_explanation(model: &mut Model) {
    if model.is_view_of_pair_at(Place::Words) {
        return close_views_of_pair(model);
    }
    model.layers.close_overlays();
    let which = if let Focus::Pane(which) = model.focus { which } else { PaneSide::A };
    // If the plot is open, the cursor starts at the word at its cross-hair.
    let (word, now) = (model.word_at_cursor(which), save_screen(model));
    let before = model.layers.before.take().unwrap_or(now);
    dots::close_plot(model);
    if !open_selected_pair_zoomed(model) || !has_pair_text(model) {
        return model.show_note("no text to choose a word from");
    }
    model.layers.before = Some(before);
    model.layers.push_layer(Box::new(Explain { which, word, ..Explain::default() }));
    model.focus = Focus::Pane(which);
    refresh_list_and_pair(model);
}

pub(crate) fn perform_action(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::StepSide(direction) | Action::StepFar(direction) => {
            move_from_word(model, |word, side, _| match direction {
                StepDirection::Next => word_at_or_after(side, word.start.saturating_add(1)),
                StepDirection::Back => word_before(side, word.start),
            });
        }
        Action::Move(Motion::Down) => move_vertically(model, true),
        Action::Move(Motion::Up) => move_vertically(model, false),
        Action::Move(Motion::First) | Action::GoToEdge(StepDirection::Back) => {
            move_from_word(model, |_, side, _| word_at_or_after(side, 0));
        }
        Action::Move(Motion::Last) | Action::GoToEdge(StepDirection::Next) => {
            move_from_word(model, |_, side, _| word_before(side, u32::MAX));
        }
        Action::Move(Motion::PageDown | Motion::HalfDown) => scroll_page(model, true),
        Action::Move(Motion::PageUp | Motion::HalfUp) => scroll_page(model, false),
        Action::Focus(_) => move_to_other_text(model),
        Action::Leave => close_views_of_pair(model),
        _ => return Err(action),
    }
    Ok(())
}

/// Moves to the nearest word of the next or previous row that has words.
fn move_vertically(model: &mut Model, down: bool) {
    let mut kept = model.layers.get::<Explain>().and_then(|explain| explain.column);
    move_from_word(model, |word, side, pane| {
        let column = *kept.get_or_insert_with(|| pane.rows.column_of_byte(&side.text, word.start));
        let row = pane.rows.row_of_byte(word.start);
        let beyond = if down {
            word_at_or_after(side, pane.rows.row_start(row + 1))
                .filter(|_| row + 1 < pane.rows.count_rows())
        } else {
            word_before(side, pane.rows.row_start(row))
        };
        let row = pane.rows.row_of_byte(beyond?.start);
        let target = pane.rows.byte_at(&side.text, row, column)?;
        let in_row = |word: &Span| pane.rows.row_of_byte(word.start) == row;
        let at = word_before(side, target.saturating_add(1)).filter(in_row);
        at.or_else(|| word_at_or_after(side, target).filter(in_row)).or(beyond)
    });
    if let Some(explain) = model.layers.get_mut::<Explain>() {
        explain.column = kept;
    }
}

/// Moves the cursor to the corresponding word of the other text, or to the word beside it.
fn move_to_other_text(model: &mut Model) {
    act_on_layer_and_pair(model, |explain: &mut Explain, pair| {
        let (from, to) = (explain.which, explain.which.other_side());
        let next = match explain.word {
            Some(word) => word_at(pair.side(to), pair.byte_in_other_text(from, word.start)),
            None => word_at_or_after(pair.side(to), 0),
        };
        explain.which = to;
        explain.move_to_word(pair, to, next);
    });
    if let Some(explain) = model.layers.get::<Explain>() {
        model.focus = Focus::Pane(explain.which);
    }
}

/// Scrolls the explanation by a quarter of its rows. At least the last shingle stays visible.
fn scroll_page(model: &mut Model, down: bool) {
    let rows = model.areas.panel.height;
    let by = usize::from(rows / 4).max(1);
    let Some(explain) = model.layers.get_mut::<Explain>() else { return };
    if let Some(Ok(explained)) = &explain.answer {
        let (at, last) = (explain.scrolled, 1 + explained.shingles.len());
        explain.scrolled =
            if down { at.saturating_add(by).min(last) } else { at.saturating_sub(by) };
    }
}

/// Handles a mouse event on a text or on the explanation. Returns `false` for other places.
pub(crate) fn handle_mouse(model: &mut Model, kind: MouseEventKind, at: Position) -> bool {
    if model.areas.panel.contains(at) {
        if let Some(motion) = Motion::from_wheel(kind) {
            scroll_page(model, motion == Motion::Down);
        }
        return true;
    }
    let is_click = kind == MouseEventKind::Down(MouseButton::Left);
    let Some(pair) = model.areas.pair.filter(|_| is_click) else { return false };
    let hit = pair.shown_panes().find_map(|(which, PaneAreas { text, .. })| {
        text.contains(at).then(|| (which, at.x - text.x, usize::from(at.y - text.y)))
    });
    let Some((which, column, line)) = hit else { return false };
    act_on_layer_and_pair(model, |explain: &mut Explain, pair| {
        let pane = pair.pane(which);
        let row = (pane.top + line).saturating_sub(pane.pad).min(pane.rows.count_rows() - 1);
        let side = pair.side(which);
        let byte = pane.rows.byte_at(&side.text, row, column).unwrap_or(u32::MAX);
        let word = word_at(side, byte);
        explain.move_to_word(pair, which, word);
    });
    model.focus = Focus::Pane(which);
    true
}

/// Returns true if a pair with texts is open or requested.
fn has_pair_text(model: &Model) -> bool {
    model.pair.as_ref().is_some_and(|current| !matches!(current.answer, PairState::Refused(_)))
}

pub(crate) fn update_open_explanation(model: &mut Model) {
    if model.is_view_of_pair_at(Place::Words) && !has_pair_text(model) {
        // The pair is gone or was refused. The view behind shows the reason.
        model.layers.close_layers_of_pair();
    }
    let text = model.pair.as_ref().and_then(|current| current.text.clone());
    let mut question = None;
    act_on_layer_and_pair(model, |explain: &mut Explain, pair| {
        question = explain.keep_cursor_on_word(pair, text);
    });
    model.commands.extend(question.map(|word| Command::Ask(0, Question::Word(word))));
}

/// Moves the cursor to the word that `next` finds, given the current word and its text.
fn move_from_word(model: &mut Model, next: impl FnOnce(Span, &Side, &Pane) -> Option<Span>) {
    act_on_layer_and_pair(model, |explain: &mut Explain, pair| {
        let which = explain.which;
        let Some(word) = explain.word else { return };
        let next = next(word, pair.side(which), pair.pane(which));
        explain.move_to_word(pair, which, next);
    });
}

/// Returns the first word that begins at or after `byte`, including dropped words.
fn word_at_or_after(side: &Side, byte: u32) -> Option<Span> {
    let words = side.words.get(side.words.partition_point(|word| word.start < byte)).copied();
    let dropped = side.dropped.partition_point(|word| word.span.start < byte);
    let dropped = side.dropped.get(dropped).map(|word| word.span);
    [words, dropped].into_iter().flatten().min()
}

/// Returns the last word that begins before `byte`, including dropped words.
fn word_before(side: &Side, byte: u32) -> Option<Span> {
    let before = |count: usize| count.checked_sub(1);
    let words = before(side.words.partition_point(|word| word.start < byte));
    let dropped = before(side.dropped.partition_point(|word| word.span.start < byte));
    let words = words.and_then(|index| side.words.get(index)).copied();
    let dropped = dropped.and_then(|index| side.dropped.get(index)).map(|word| word.span);
    [words, dropped].into_iter().flatten().max()
}

/// Returns the word at a byte, else the next word, else the last word.
fn word_at(side: &Side, byte: u32) -> Option<Span> {
    let over = word_before(side, byte.saturating_add(1)).filter(|word| byte < word.end);
    over.or_else(|| word_at_or_after(side, byte)).or_else(|| word_before(side, byte))
}

/// Draws the explanation. Without one, draws a note that it is awaited, or the reason why there is none.
pub(crate) fn draw_explanation(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(explain) = model.layers.get::<Explain>() else { return };
    let theme = canvas.theme;
    let letter = explain.which.column_letter();
    let narrow = area.width < 80;
    let remark = if narrow { "x closes" } else { "←/→ word, PgDn more, x or Esc closes" };
    let heading = match &explain.answer {
        Some(Ok(explained)) => format!(
            "Why “{}”? Word {} of {letter}'s {}",
            explained.read,
            format_with_commas(explained.number),
            format_with_commas(explained.words)
        ),
        _ => format!("Why? {letter}"),
    };
    canvas.draw_rule(area, &heading, true, remark);
    let mut pen = canvas.pen_in(without_side_columns(area));
    pen.move_down();
    match &explain.answer {
        Some(Ok(explained)) => {
            explain.draw_shingles(explained, &mut pen);
        }
        Some(Err(reason)) => {
            pen.put_paragraph(reason, theme.alarm);
        }
        None if explain.word.is_none() && model.open_pair().is_some() => {
            pen.put_paragraph("A text without words.", theme.quiet);
        }
        None => {
            pen.put("looking it up …", theme.quiet);
        }
    }
}

fn describe_word_normalization(explained: &Explained) -> String {
    let one = explained.singular.as_ref().map(|one| format!(" → singular \"{one}\""));
    let one = one.unwrap_or_default();
    let steps = &explained.steps;
    let changed = [&steps.one_script, &steps.one_letter, &steps.folded, &steps.without_accents];
    let named = changed.into_iter().flatten().zip(name_letter_changes(steps));
    let folded =
        named.fold(String::new(), |all, (word, step)| all + &format!(" → {step} \"{word}\""));
    let read = match &explained.written {
        Some(written) => format!("written \"{written}\", read \"{}\"", explained.read),
        None => format!("read \"{}\"", explained.read),
    };
    let became = match &explained.became {
        WordResult::Dropped(by) => format!(": {by}, dropped"),
        WordResult::LeftOut(part) => {
            return format!("{read}, ignored: {}", part.name());
        }
        WordResult::Canonical(word) if **word == *explained.folded => {
            let lacks = match describe_missing_tools(explained.language, &explained.params) {
                Some(_) => {
                    format!(" ({})", describe_language(explained.language, &explained.params))
                }
                None => String::new(),
            };
            format!(": counts as \"{word}\"{lacks}")
        }
        WordResult::Canonical(word) => {
            let language = explained.language.map_or("", Language::name);
            format!(" → {language} stem \"{word}\"")
        }
    };
    format!("{read}{one}{folded}{became}")
}

fn describe_shingles_of_word(explained: &Explained) -> String {
    if explained.counted.is_none() {
        return "A dropped word is in no shingle: those around it reach across it.".into();
    }
    let words = format_count(explained.width, "word");
    let modulo = match explained.params.modulo {
        1 => "Modulo 1 keeps all.".to_string(),
        modulo => {
            format!("Modulo {} keeps those whose hash it divides.", format_with_commas(modulo))
        }
    };
    let modulo = match explained.params.sketch().functions() {
        Some((1, _)) => {
            format!("{modulo} The text is represented by the least value of 1 function.")
        }
        Some((functions, _)) => format!(
            "{modulo} The text is represented by the least values of {functions} functions."
        ),
        None => modulo,
    };
    match explained.shingles.len() {
        0 => format!(
            "No shingle contains the word, because the text has fewer than {} words.",
            explained.params.width
        ),
        1 => format!("1 shingle of {words} contains the word. {modulo}"),
        some => format!("{some} shingles of {words} contain the word. {modulo}"),
    }
}

impl Explain {
    fn draw_shingles(&self, explained: &Explained, pen: &mut Pen<'_>) {
        let (top, theme) = (self.scrolled, pen.theme);
        if top == 0 {
            pen.put_paragraph(&describe_word_normalization(explained), theme.strong);
        }
        if top <= 1 {
            pen.put_paragraph(&describe_shingles_of_word(explained), theme.quiet);
        }
        for shingle in explained.shingles.iter().skip(top.saturating_sub(2)) {
            if pen.free_rows() == 0 {
                break;
            }
            self.draw_shingle_entry(explained, shingle, pen);
        }
    }

    /// Draws a shingle in two rows. Drops parts that do not fit from the end, so that no part needs a third row.
    fn draw_shingle_entry(
        &self,
        explained: &Explained,
        shingle: &ExplainedShingle,
        pen: &mut Pen<'_>,
    ) {
        let theme = pen.theme;
        for (index, word) in shingle.words.iter().enumerate() {
            let is_it = explained.counted == Some(shingle.start + index);
            let style = if is_it { theme.strong.underlined() } else { theme.quiet };
            pen.put(&truncate(&make_visible(word), pen.free_width()), style).skip_columns(1);
        }
        pen.move_down().skip_columns(2);
        let modulo = explained.params.modulo;
        let mut parts = vec![self.describe_shingle_fate(shingle)];
        if shingle.is_kept() && explained.params.counts_shared_shingles() {
            let count = self.document_counts_of_shingle(shingle.key);
            parts.push(count.map_or("counting the documents …".into(), |(count, of)| {
                format!("in {} of {}", format_with_commas(count), format_count(of, "document"))
            }));
        }
        if explained.params.is_estimate() {
            let functions = shingle.least.iter().map(|function| format!(" f{function}"));
            let none = || " none".to_string();
            let functions = functions.reduce(|all, one| all + &one).unwrap_or_else(none);
            parts.push(truncate(&format!("least under{functions}"), LEAST));
        }
        // The articles print a wide hash in hexadecimal, other hashes also in decimal.
        parts.push(match explained.params.hash {
            HashKind::Wide => shingle.hash.clone(),
            HashKind::Crc32 => format!("{:08x} = {}", shingle.value, shingle.hash),
            HashKind::Md5First28 => format!("{:07x} = {}", shingle.value, shingle.hash),
        });
        if modulo > 1 {
            parts.push(format!("mod {modulo} = {}", shingle.rest));
        }
        let sentence = join_fitting_facts(&parts, pen.free_width());
        pen.put(&sentence, theme.quiet).move_down();
    }

    /// Describes where the shingle occurs, or why it is not compared.
    fn describe_shingle_fate(&self, shingle: &ExplainedShingle) -> String {
        let which = self.which;
        let (here, other) = (which.column_letter(), which.other_side().column_letter());
        match &shingle.fate {
            ShingleFate::Dropped { .. } => "ignored: modulo".into(),
            ShingleFate::Inside => "out: stop word first".into(),
            // The number of documents with the shingle follows this text.
            ShingleFate::Common { .. } => "ignored: common".into(),
            ShingleFate::Template { name } => {
                format!("ignored: in {}", elide_middle(&name.to_string(), 11))
            }
            ShingleFate::Phrase { .. } => "ignored: a phrase".into(),
            ShingleFate::Shared => "in both texts".into(),
            ShingleFate::Repeated if shingle.in_other => format!("again; in {other} too"),
            ShingleFate::Repeated => format!("again; only in {here}"),
            ShingleFate::Retained => format!("only in {here}"),
        }
    }
}
