//! The sandbox: two texts that the user writes. Each change of a text requests a comparison.

use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Constraint::{Fill, Length, Min};
use ratatui::layout::{Layout, Margin, Position, Rect};
use ratatui::{style::Modifier, style::Style};

use shingle::pipeline::{DocInfo, Params};
use shingle::{
    base::cancel::Cancel, base::guard::run_catching_panic, base::numbers::format_with_commas,
    base::path::DocPath, base::ratio::Ratio, base::span::Span, compare::Direction, lesson::Subject,
    lesson::Trial, lesson::numbers::format_percent, lesson::subject::LONGEST,
    pipeline::document::info::FileInfo, pipeline::document::pair::assign_tints, visits::PairNames,
};

use crate::tui::actions::{Action, Motion, Place, StepDirection};
use crate::tui::drawing::{Canvas, WrappedRows, join_fitting_facts, width_in_columns};
use crate::tui::model::{Focus, Layer, Model, PairState, ScrollBefore, Slot};
use crate::tui::{
    layout::PaneSide, model::input::Draft, update::pair, update::parameters, views::Handled,
    views::open_pair::TextPart, views::open_pair::draw_legend, views::open_pair::draw_measures,
    words::count_dropped_words, words::describe_document, words::describe_score,
};

const NAMES: [&str; 2] = ["text A", "text B"];
/// The first texts if no pair is open: a sentence and a rewrite of it.
const SENTENCES: [&str; 2] = [
    "The old ferry left the harbour at dawn with forty sheep on board, and nobody in the town has seen it since.",
    "Everybody knows that the old ferry left the harbour at dawn; some say there were forty sheep on board.",
];
/// Maximum bytes copied from a pair before and after a passage.
const AROUND: usize = 500;

#[derive(Default)]
pub(crate) struct Sandbox {
    pub(crate) drafts: [Draft; 2],
    /// The text that has the caret.
    pub(crate) which: PaneSide,
    /// The screen to return to. `None` if the sandbox was started without a folder.
    pub(crate) return_to: Option<ReturnPoint>,
    /// Set until the texts of the pair arrive.
    pub(crate) awaits_pair: bool,
    /// True after the user changed a text. Closing the sandbox then keeps its texts for the next time.
    pub(crate) edited: bool,
    pub(crate) trial: Option<Arc<Trial>>,
    refused: Option<String>,
    tints: Vec<u8>,
    request: Option<Request>,
}

type Request = ([Arc<str>; 2], Arc<Params>);

/// The screen before the sandbox, and the pair whose texts it copied.
pub(crate) struct ReturnPoint {
    pub(crate) before: ScrollBefore,
    pub(crate) lesson: Option<Box<dyn Layer>>,
    pub(crate) names: Option<PairNames>,
}

impl Layer for Sandbox {
    fn place_of_layer(&self) -> Place {
        Place::Sandbox
    }

    fn awaits_answer(&self) -> bool {
        self.awaits_pair
    }

    fn score_and_params(&self) -> Option<(Ratio, &Params)> {
        self.trial.as_ref().map(|trial| (trial.view.score, &*trial.view.params))
    }
}

impl Sandbox {
    pub(crate) fn new(texts: Option<[&str; 2]>) -> Self {
        Self { drafts: texts.unwrap_or(SENTENCES).map(Draft::new), ..Self::default() }
    }

    fn focused_draft(&mut self) -> &mut Draft {
        &mut self.drafts[self.which as usize]
    }

    pub(crate) fn subject_of_texts(&self) -> Subject {
        let texts = self.drafts.each_ref().map(|draft| draft.text().into());
        Subject::new(NAMES.map(DocPath::new), texts, Direction::Larger)
    }
}

/// Opens the sandbox with the texts of the pair or with two sentences, or closes the sandbox.
pub(crate) fn toggle_sandbox(model: &mut Model) {
    let lesson = model.layers.close_layer(Place::Lesson);
    match lesson {
        Some(_) if model.layers.has_layer_at(Place::Sandbox) => {
            return pair::refresh_list_and_pair(model);
        }
        Some(lesson) if model.folder.is_empty() => {
            model.layers.push_layer(lesson);
            return model.show_note("the sandbox without a folder: shingle teach --sandbox");
        }
        None if model.layers.has_layer_at(Place::Sandbox) => return leave_sandbox(model),
        _ => {}
    }
    model.focus = focus_of_text(model);
    let before = pair::save_screen(model);
    let is_on_pair = pair::open_selected_pair_zoomed(model);
    let names = model.pair.as_ref().filter(|_| is_on_pair).map(|current| current.names.clone());
    let saved: &mut Option<Sandbox> = model.states.get_mut();
    let of_pair =
        saved.take_if(|saved| saved.return_to.as_ref().is_some_and(|one| one.names == names));
    let mut sandbox = of_pair.unwrap_or_else(|| match names {
        Some(_) => Sandbox { awaits_pair: true, ..Sandbox::default() },
        None => Sandbox::new(None),
    });
    sandbox.return_to = Some(ReturnPoint { before, lesson, names });
    model.layers.push_layer(Box::new(sandbox));
    model.close_overlays();
    pair::refresh_list_and_pair(model);
}

fn leave_sandbox(model: &mut Model) {
    let Some(mut sandbox) = model.layers.close_layer_of_type::<Sandbox>() else { return };
    let Some(return_to) = &mut sandbox.return_to else {
        model.show_note("the sandbox is the only view; Ctrl-C quits");
        model.layers.push_layer(Box::new(sandbox));
        return;
    };
    let (lesson, before) = (return_to.lesson.take(), return_to.before.clone());
    if let Some(lesson) = lesson {
        model.layers.push_layer(lesson);
    }
    if sandbox.edited {
        model.states.set(Some(sandbox));
    }
    pair::restore_screen(model, before);
}

/// Returns the focus for opening the sandbox: never the bar of parameters.
const fn focus_of_text(model: &Model) -> Focus {
    match model.focus {
        Focus::Bar if model.zoomed => Focus::Pane(model.reading.last),
        Focus::Bar => Focus::List,
        other => other,
    }
}

/// Moves the focus to the next or previous of three: first text, second text, parameters.
fn move_focus(model: &mut Model, direction: StepDirection) {
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    let place = if model.focus == Focus::Bar { 2 } else { sandbox.which as usize };
    match PaneSide::BOTH.get(direction.step_cyclically(place, 3).0) {
        None => model.focus = Focus::Bar,
        Some(which) => {
            sandbox.which = *which;
            model.focus = focus_of_text(model);
        }
    }
}

pub(crate) fn type_key(model: &mut Model, key: KeyEvent) {
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    model.note = None;
    match key.code {
        KeyCode::Char(letter)
            if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
        {
            insert_text(model, letter.encode_utf8(&mut [0; 4]));
        }
        _ => sandbox.edited |= sandbox.focused_draft().apply_key(key),
    }
}

/// Inserts text at the caret: a letter, a line end or a pasted text.
pub(crate) fn insert_text(model: &mut Model, text: &str) {
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    (sandbox.edited, sandbox.awaits_pair) = (true, false);
    if !sandbox.focused_draft().insert_within_limit(text, LONGEST) {
        let note = format!("a text here has at most {LONGEST} bytes: the rest is cut");
        model.show_note(note);
    }
}

pub(crate) fn perform_action(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::Move(motion) => move_caret_by_motion(model, motion),
        Action::Enter => insert_text(model, "\n"),
        Action::Leave => leave_sandbox(model),
        Action::Focus(direction) => move_focus(model, direction),
        _ => return Err(action),
    }
    Ok(())
}

pub(crate) fn move_caret_by_motion(model: &mut Model, motion: Motion) {
    let areas = SandboxAreas::new(model.areas.body);
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    let area = areas.panes[sandbox.which as usize];
    let (width, page) =
        (area.count_columns(), usize::from(area.text.height).saturating_sub(1).max(1));
    let draft = sandbox.focused_draft();
    match motion.rows_to_move(page) {
        Some((direction, rows)) => {
            draft.move_caret_by_rows(direction == StepDirection::Next, rows, width);
        }
        None => draft.move_caret(if motion == Motion::First { 0 } else { usize::MAX }),
    }
}

/// When the pair arrives, fills both texts with the paragraphs around its active passage.
fn fill_with_pair(model: &mut Model) {
    let sandbox = model.layers.get_mut::<Sandbox>();
    let Some(sandbox) = sandbox.filter(|sandbox| sandbox.awaits_pair) else { return };
    match model.pair.as_ref().map(|current| &current.answer) {
        Some(PairState::Awaited) => return,
        Some(PairState::Open(pair)) => {
            let spans = pair.view.spans_of_passage(pair.active).unwrap_or([Span::new(0, 0); 2]);
            let texts = [(&pair.view.a, spans[0]), (&pair.view.b, spans[1])];
            sandbox.drafts = texts.map(|(side, span)| {
                let mut draft = Draft::new(text_of_span(&side.text, span));
                draft.move_caret(0);
                draft
            });
        }
        Some(PairState::Refused(reason)) => model.note = Some(reason.clone()),
        None => {}
    }
    sandbox.awaits_pair = false;
}

/// Requests a comparison if texts or parameters changed, and scrolls both texts to their carets.
pub(crate) fn update_open_sandbox(model: &mut Model) {
    fill_with_pair(model);
    let (areas, is_seen) = (SandboxAreas::new(model.areas.body), !model.is_screen_too_small());
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    if is_seen {
        for (draft, area) in sandbox.drafts.iter_mut().zip(areas.panes) {
            draft.scroll_to_caret(area.count_columns(), usize::from(area.text.height));
        }
    }
    let is_same = |(texts, params): &Request| {
        let mut texts = texts.iter().zip(&sandbox.drafts);
        **params == model.params && texts.all(|(text, draft)| **text == *draft.text())
    };
    if sandbox.awaits_pair || sandbox.request.as_ref().is_some_and(is_same) {
        return;
    }
    let texts = sandbox.drafts.each_ref().map(|draft| draft.text().into());
    let request: Request = (texts, Arc::new(model.params.clone()));
    sandbox.request = Some(request.clone());
    let work = move |_: &Cancel| {
        let (texts, params) = &request;
        let trial =
            run_catching_panic(|| Arc::new(Trial::new(&NAMES.map(DocPath::new), texts, params)));
        Some(trial.map_err(|panic| {
            format!("these texts cannot be compared ({panic}); please report them")
        }))
    };
    model.run_job(Slot::Comparison, work, show_trial);
}

fn show_trial(model: &mut Model, trial: Result<Arc<Trial>, String>) {
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    match trial {
        Ok(trial) => {
            sandbox.tints = assign_tints(&trial.view.passages);
            sandbox.refused = None;
            sandbox.trial = Some(trial);
        }
        Err(reason) => sandbox.refused = Some(reason),
    }
}

/// Moves the caret to the clicked character, or selects the clicked parameter.
pub(crate) fn handle_click(model: &mut Model, place: Position) {
    if let Some(parameter) = parameters::parameter_at(model, place) {
        parameters::focus_parameter(model, parameter);
        return;
    }
    let areas = SandboxAreas::new(model.areas.body);
    let is_in = |area: &DraftAreas| area.title.union(area.text).contains(place);
    let Some(index) = areas.panes.iter().position(is_in) else { return };
    let (focus, area) = (focus_of_text(model), areas.panes[index].text);
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    sandbox.which = PaneSide::BOTH[index];
    model.focus = focus;
    if area.contains(place) {
        let draft = sandbox.focused_draft();
        let rows = WrappedRows::new(draft.text(), areas.panes[index].count_columns());
        let row = draft.top + usize::from(place.y - area.y);
        draft.move_caret_to(&rows, row, place.x - area.x);
    }
}

/// Returns the paragraphs around a span, with at most [`AROUND`] bytes before and after the span.
fn text_of_span(text: &str, span: Span) -> &str {
    let begin = (span.start as usize).min(text.len());
    let end = (span.end as usize).clamp(begin, text.len()).min(begin + LONGEST / 2);
    let from = text.floor_char_boundary(begin.saturating_sub(AROUND));
    let to = text.floor_char_boundary(end + AROUND);
    let (begin, end) = (text.floor_char_boundary(begin), text.floor_char_boundary(end));
    let before = text.get(from..begin).unwrap_or_default();
    // If no paragraph begins near the span, begins at a word.
    let begin = match before.rfind("\n\n") {
        Some(at) => from + at + 2,
        None if from == 0 => 0,
        None => before.find(char::is_whitespace).map_or(begin, |at| from + at),
    };
    let after = text.get(end..to).unwrap_or_default();
    let end = match after.find("\n\n") {
        Some(at) => end + at,
        None if to == text.len() => to,
        None => after.rfind(char::is_whitespace).map_or(end, |at| end + at),
    };
    text.get(begin..end).unwrap_or_default().trim()
}

// Draws the sandbox: two texts with tinted shared words, and the numbers behind their score.
//
// ```text
// ── Sandbox: write or paste, the score follows ─────────────────────────────── Tab other text, parameters ──
//  64% of B stands in A: 9 of 14 distinct shingles
//  jaccard 33%  dice 50%  overlap 64%  A in B 41%  B in A 64%
//  A has 22 shingles, B has 14, both have 9
//  containment = in both / in B
//              = 9 / 14 = 64.29%
// ▸A text A · 12 of 14 words counted            B text B · 11 of 12 words counted
//   The old ferry left▌                          At dawn the old ferry left
//  ignored: stop word
// ```

/// Fewest columns of a screen that shows both texts side by side.
const BESIDE: u16 = 90;
/// Minimum rows of a screen that shows the counts in rows of their own.
const TALL: u16 = 14;

pub(super) struct SandboxAreas {
    title: Rect,
    /// The score, then all measures if they fit.
    facts: Rect,
    formula: Rect,
    pub(super) panes: [DraftAreas; 2],
    /// The styles of ignored words.
    legend: Rect,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct DraftAreas {
    pub(super) title: Rect,
    pub(super) text: Rect,
}

impl SandboxAreas {
    pub(super) fn new(body: Rect) -> Self {
        let tall = u16::from(body.height >= TALL);
        let rows = [Length(1), Length(1 + tall), Length(1 + 2 * tall), Min(0), Length(1)];
        let [title, facts, formula, rest, legend] = Layout::vertical(rows).areas(body);
        let split = if body.width >= BESIDE { Layout::horizontal } else { Layout::vertical };
        let panes: [Rect; 2] = split([Fill(1), Fill(1)]).areas(rest);
        Self { title, facts, formula, panes: panes.map(DraftAreas::new), legend }
    }
}

impl DraftAreas {
    fn new(area: Rect) -> Self {
        let [title, text] = Layout::vertical([Length(1), Min(0)]).areas(area);
        Self { title, text: text.inner(Margin::new(2, 0)) }
    }

    /// Returns the columns for a row of the text. The caret needs one more column after the row.
    pub(super) const fn count_columns(&self) -> u16 {
        self.text.width.saturating_sub(1)
    }
}

pub(crate) fn draw_header(sandbox: &Sandbox, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut pen = canvas.pen_in(area);
    pen.put(" shingle ", theme.brand).skip_columns(1).put("sandbox", theme.strong);
    canvas.draw_work(area, if sandbox.awaits_answer() { "comparing" } else { "" });
}

pub(crate) fn draw_sandbox(model: &Model, sandbox: &Sandbox, canvas: &mut Canvas<'_>, body: Rect) {
    let theme = canvas.theme;
    let areas = SandboxAreas::new(body);
    let heading = "Sandbox: write or paste";
    let remark = if body.width < 70 { "" } else { "Tab: other text, then parameters" };
    canvas.draw_rule(areas.title, heading, true, remark);
    if let Some(reason) = &sandbox.refused {
        canvas.pen_in(areas.facts).skip_columns(1).put_paragraph(reason, theme.alarm);
    } else if let Some(trial) = &sandbox.trial {
        let mut pen = canvas.pen_in(areas.facts);
        pen.skip_columns(1);
        let facts = join_fitting_facts(&describe_score(&trial.view), pen.free_width());
        pen.put(&facts, pen.theme.strong);
        draw_measures(&trial.view, &mut pen);
        draw_formula(trial, canvas, areas.formula);
        draw_legend(&trial.view.params, canvas, areas.legend);
    }
    for (which, area) in PaneSide::BOTH.into_iter().zip(areas.panes) {
        draw_pane(model, which, canvas, &area);
    }
}

/// Draws the counts of shingles, and the formula of the measure in words and numbers. A single row shows only the
/// numbers.
fn draw_formula(trial: &Trial, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let (overlap, formula) = (trial.view.overlap, &trial.formula);
    let mut pen = canvas.pen_in(area);
    pen.skip_columns(1);
    let name = trial.view.params.measure.to_string();
    let filled = format!("{} = {}", formula.numbers, format_percent(formula.result));
    let counts =
        [("|A|", overlap.a_shingles), ("|B|", overlap.b_shingles), ("in both", overlap.shared)];
    if area.height < 3 {
        pen.put_rest(&format!("{name} = {filled} = {}", formula.words), theme.strong);
        return;
    }
    for (what, count) in counts {
        pen.put(what, theme.quiet)
            .skip_columns(1)
            .put(&format_with_commas(count), theme.strong)
            .skip_columns(3);
    }
    let kept = if trial.view.params.modulo > 1 { "kept " } else { "" };
    pen.put(&format!("distinct {kept}shingles"), theme.quiet);
    pen.move_down().skip_columns(1).put(&format!("{name} = {}", formula.words), Style::new());
    pen.move_down()
        .skip_columns(1 + width_in_columns(&name))
        .put(" = ", Style::new())
        .put(&filled, theme.strong);
}

fn draw_pane(model: &Model, which: PaneSide, canvas: &mut Canvas<'_>, areas: &DraftAreas) {
    let Some(sandbox) = model.layers.get::<Sandbox>() else { return };
    let theme = canvas.theme;
    let index = which as usize;
    let writes = sandbox.which == which && model.focus != Focus::Bar;
    let (sign, style) =
        if writes { ("▸", theme.focused.underlined()) } else { (" ", theme.strong) };
    let side = sandbox.trial.as_ref().map(|trial| which.select(&trial.view.a, &trial.view.b));
    let mut pen = canvas.pen_in(areas.title);
    pen.put(sign, theme.focused).put("text ", style).put(which.column_letter(), style);
    if let Some((trial, side)) = sandbox.trial.as_ref().zip(side) {
        let room = pen.free_width().saturating_sub(1);
        let params = &trial.view.params;
        // Hides the encoding, because a typed text has none.
        let file = FileInfo { encoding: "", ..side.doc.file.clone() };
        let doc = DocInfo { file, ..side.doc.clone() };
        let facts = describe_document(&doc, Some(count_dropped_words(side, params)), params, room);
        pen.put(&facts, theme.quiet);
    }
    let (draft, width) = (&sandbox.drafts[index], areas.count_columns());
    if draft.text().is_empty() {
        let mut pen = canvas.pen_in(areas.text);
        pen.skip_columns(2).put_truncated("write or paste a text here", width, theme.quiet);
    }
    let rows = WrappedRows::new(draft.text(), width);
    // The tints of the last comparison end at the first change since then.
    let same = side.map(|side| side.text.bytes().zip(draft.text().bytes()));
    let end = same.map_or(0, |both| both.take_while(|(old, new)| old == new).count());
    let lit = side.map_or(&[][..], |side| items_before(end, &side.highlights, |one| one.span));
    let blocks = side.map_or(&[][..], |side| items_before(end, &side.blocks, |one| one.span));
    let changed = side.map_or(&[][..], |side| items_before(end, &side.changed, |one| *one));
    let out = side.map_or(&[][..], |side| items_before(end, &side.dropped, |one| one.span));
    let caret_row = rows.row_of_byte(draft.caret() as u32);
    for y in 0..areas.text.height {
        let row = draft.top + usize::from(y);
        let Some(range) = rows.byte_range_of_row(row, draft.text().len()) else { break };
        let part = TextPart {
            text: draft.text(),
            highlights: lit,
            blocks,
            marked: (changed, theme.differing_style_without_underline()),
            dropped: out,
            reasons: true,
            width,
            range,
            ..TextPart::default()
        };
        let tint = |passage: Option<u32>| theme.passage_look(&sandbox.tints, passage, None);
        part.draw_text(tint, &mut canvas.pen_in_row(areas.text, y));
        if writes && row == caret_row {
            let column = rows.column_of_byte(draft.text(), draft.caret() as u32).min(width);
            let column = areas.text.x + column;
            let Some(cell) = canvas.buffer.cell_mut((column, areas.text.y + y)) else { continue };
            // A tinted word has a background, so the caret on it is bold and underlined instead of reversed.
            cell.set_style(if cell.modifier.contains(Modifier::REVERSED) {
                Style::new().remove_modifier(Modifier::REVERSED).underlined().bold()
            } else {
                theme.pending
            });
        }
    }
}

/// Returns the items of a sorted list that end before a byte.
fn items_before<T>(byte: usize, all: &[T], span: impl Fn(&T) -> Span) -> &[T] {
    let count = all.partition_point(|one| span(one).end as usize <= byte);
    all.get(..count).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::crossterm::event::KeyCode;

    use shingle::{base::span::Span, lesson::subject::LONGEST};

    use super::{AROUND, text_of_span};
    use crate::tui::{drawing::WrappedRows, model::input::Draft};

    #[test]
    fn a_passage_is_taken_with_its_paragraph() {
        let text = "first one\n\nthe old ferry left\nat dawn\n\nlast";
        assert_eq!(text_of_span(text, Span::new(15, 24)), "the old ferry left\nat dawn");
        assert_eq!(text_of_span(text, Span::new(0, 0)), "first one");
    }

    proptest! {
        #[test]
        fn what_is_taken_along_is_short_and_part_of_the_text(
            unit in "[a-zж日 \n]{1,9}", times in 1_usize..900, start in 0_u32..9_000, length in 0_u32..99,
        ) {
            let text = unit.repeat(times);
            let taken = text_of_span(&text, Span::new(start, start + length));
            prop_assert!(text.contains(taken));
            prop_assert!(taken.len() <= 2 * AROUND + 200);
        }
    }

    #[test]
    fn up_and_down_keep_the_column_and_end_at_the_ends() {
        let mut draft = Draft::new("the old ferry left at dawn");
        draft.move_caret(4);
        draft.move_caret_by_rows(true, 1, 10);
        assert_eq!(draft.text().get(draft.caret()..), Some("y left at dawn"));
        draft.move_caret_by_rows(false, 1, 10);
        assert_eq!(draft.caret(), 4);
        draft.move_caret_by_rows(false, 1, 10);
        assert_eq!(draft.caret(), 0);
        draft.move_caret_by_rows(true, 9, 10);
        assert_eq!(draft.caret(), draft.text().len());
    }

    proptest! {
        #[test]
        fn the_caret_stays_in_sight(
            text in "[ab \\n日é\u{301}\u{200d}\u{1f469}\r]{0,40}", keys in "[lrudbxp]{0,30}", width in 1_u16..9,
        ) {
            let mut draft = Draft::new(&text);
            for key in keys.chars() {
                match key {
                    'l' => { draft.apply_key(KeyCode::Left.into()); }
                    'r' => { draft.apply_key(KeyCode::Right.into()); }
                    'u' => draft.move_caret_by_rows(false, 1, width),
                    'd' => draft.move_caret_by_rows(true, 2, width),
                    'b' => { draft.apply_key(KeyCode::Backspace.into()); }
                    'x' => { draft.apply_key(KeyCode::Delete.into()); }
                    _ => { draft.insert_within_limit("\u{301}b\n", LONGEST); }
                }
                draft.scroll_to_caret(width, 3);
                let row = WrappedRows::new(draft.text(), width).row_of_byte(draft.caret() as u32);
                prop_assert!((draft.top..draft.top + 3).contains(&row));
            }
        }
    }
}
