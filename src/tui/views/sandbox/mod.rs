//! The sandbox: two texts to write in. Each change requests a comparison.

pub(crate) mod draft;
pub(crate) mod draw;

use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use shingle::base::{cancel::Cancel, guard::guarded, path::DocPath, ratio::Ratio, span::Span};
use shingle::compare::Direction;
use shingle::lesson::{Subject, Trial, subject::LONGEST};
use shingle::pipeline::{Params, document::pair::tints};

use self::draft::Draft;
use self::draw::{DraftAreas, SandboxAreas};
use crate::tui::actions::{Action, Motion, Place, StepDirection};
use crate::tui::drawing::WrappedRows;
use crate::tui::model::{Focus, Layer, Model, PairState, ScrollBefore, Slot};
use crate::tui::update::{pair, parameters};
use crate::tui::{layout::PaneSide, views::Handled, words::wording::Wording};

const NAMES: [&str; 2] = ["text A", "text B"];
/// The first texts without a pair: a sentence and a rewrite of it.
const SENTENCES: [&str; 2] = [
    "The old ferry left the harbour at dawn with forty sheep on board, and nobody in the town has seen it since.",
    "Everybody knows that the old ferry left the harbour at dawn; some say there were forty sheep on board.",
];
/// Most bytes copied before and after a passage.
const AROUND: usize = 500;

#[derive(Debug, Default)]
pub(crate) struct Sandbox {
    pub(crate) drafts: [Draft; 2],
    /// The text that has the caret.
    pub(crate) which: PaneSide,
    /// The screen before the sandbox. `None` without a folder.
    pub(crate) return_to: Option<ReturnPoint>,
    /// Set until the texts of the pair arrive.
    pub(crate) awaits_pair: bool,
    /// Set after a change of a text. The sandbox is then saved when it closes.
    pub(crate) edited: bool,
    pub(crate) trial: Option<Arc<Trial>>,
    refused: Option<String>,
    tints: Vec<u8>,
    wording: Wording,
    request: Option<Request>,
}

type Request = ([Arc<str>; 2], Arc<Params>);

/// The screen before the sandbox, and the pair of the sandbox.
#[derive(Debug)]
pub(crate) struct ReturnPoint {
    pub(crate) before: ScrollBefore,
    pub(crate) lesson: Option<Box<dyn Layer>>,
    pub(crate) names: Option<(DocPath, DocPath)>,
}

impl Layer for Sandbox {
    fn place(&self) -> Place {
        Place::Sandbox
    }

    fn awaits(&self) -> bool {
        self.awaits_pair
    }

    fn score(&self) -> Option<(Ratio, &Params)> {
        self.trial.as_ref().map(|trial| (trial.view.score, &*trial.view.params))
    }
}

impl Sandbox {
    pub(crate) fn new(texts: Option<[&str; 2]>) -> Self {
        Self { drafts: texts.unwrap_or(SENTENCES).map(Draft::new), ..Self::default() }
    }

    fn draft(&mut self) -> &mut Draft {
        &mut self.drafts[usize::from(self.which == PaneSide::B)]
    }

    /// Returns the number of bytes before the first change of a text since the comparison.
    pub(crate) fn unchanged(&self, which: usize) -> usize {
        let (Some(trial), Some(draft)) = (&self.trial, self.drafts.get(which)) else { return 0 };
        let side = if which == 0 { &trial.view.a } else { &trial.view.b };
        let same = side.text.bytes().zip(draft.text.bytes()).take_while(|(old, new)| old == new);
        same.count()
    }

    pub(crate) fn subject(&self) -> Subject {
        let texts = self.drafts.each_ref().map(|draft| draft.text.as_str().into());
        Subject::new(NAMES.map(DocPath::new), texts, Direction::Larger)
    }
}

/// Opens the sandbox on the pair or on two sentences, or closes it.
pub(crate) fn toggle(model: &mut Model) {
    let lesson = model.layers.pop(Place::Lesson);
    match lesson {
        Some(_) if model.layers.has(Place::Sandbox) => return pair::refresh_list_and_pair(model),
        Some(lesson) if model.folder.is_empty() => {
            model.layers.push(lesson);
            return model.show_note("the sandbox without a folder: shingle teach --sandbox");
        }
        None if model.layers.has(Place::Sandbox) => return leave(model),
        _ => {}
    }
    model.focus = text_focus(model);
    let before = pair::screen_before(model);
    let is_on_pair = pair::open_selected_zoomed(model);
    let names = model.pair.as_ref().filter(|_| is_on_pair).map(|current| current.names.clone());
    let saved: &mut Option<Sandbox> = model.states.get_mut();
    let of_pair =
        saved.take_if(|saved| saved.return_to.as_ref().is_some_and(|one| one.names == names));
    let mut sandbox = of_pair.unwrap_or_else(|| match names {
        Some(_) => Sandbox { awaits_pair: true, ..Sandbox::default() },
        None => Sandbox::new(None),
    });
    sandbox.return_to = Some(ReturnPoint { before, lesson, names });
    model.layers.push(Box::new(sandbox));
    model.close_overlays();
    pair::refresh_list_and_pair(model);
}

pub(crate) fn leave(model: &mut Model) {
    let Some(mut sandbox) = model.layers.pop_as::<Sandbox>() else { return };
    let Some(return_to) = &mut sandbox.return_to else {
        model.show_note("the sandbox is the only view; Ctrl-C quits");
        model.layers.push(Box::new(sandbox));
        return;
    };
    let (lesson, before) = (return_to.lesson.take(), return_to.before.clone());
    if let Some(lesson) = lesson {
        model.layers.push(lesson);
    }
    if sandbox.edited {
        model.states.set(Some(sandbox));
    }
    pair::return_to(model, before);
}

/// Returns the focus below the sandbox, but never the parameters.
const fn text_focus(model: &Model) -> Focus {
    match model.focus {
        Focus::Bar if model.zoomed || model.reading.alone => Focus::Pane(model.reading.last),
        Focus::Bar => Focus::List,
        other => other,
    }
}

/// Moves the focus from text to text, then to the parameters.
fn focus(model: &mut Model, direction: StepDirection) {
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    let place =
        if model.focus == Focus::Bar { 2 } else { usize::from(sandbox.which == PaneSide::B) };
    let turn = if direction == StepDirection::Next { 1 } else { 2 };
    match (place + turn) % 3 {
        2 => model.focus = Focus::Bar,
        text => {
            sandbox.which = if text == 0 { PaneSide::A } else { PaneSide::B };
            model.focus = text_focus(model);
        }
    }
}

pub(crate) fn type_key(model: &mut Model, key: KeyEvent) {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    model.note = None;
    let draft = sandbox.draft();
    let changed = match key.code {
        KeyCode::Char('u') if control => draft.clear(),
        KeyCode::Char('w') | KeyCode::Backspace if control => draft.erase_word(),
        KeyCode::Char(letter) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
            write(model, letter.encode_utf8(&mut [0; 4]));
            return;
        }
        KeyCode::Backspace => draft.erase(),
        KeyCode::Delete => draft.delete(),
        KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End => {
            match key.code {
                KeyCode::Left if control => draft.word_left(),
                KeyCode::Left => draft.caret_left(),
                KeyCode::Right if control => draft.word_right(),
                KeyCode::Right => draft.caret_right(),
                code => draft.line_end(code == KeyCode::End),
            }
            false
        }
        _ => false,
    };
    sandbox.edited |= changed;
}

/// Inserts a letter, a line end or a pasted text at the caret.
pub(crate) fn write(model: &mut Model, text: &str) {
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    (sandbox.edited, sandbox.awaits_pair) = (true, false);
    if !sandbox.draft().write(text) {
        let note = format!("a text here has at most {LONGEST} bytes: the rest is cut");
        model.show_note(note);
    }
}

pub(crate) fn act(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::Move(motion) => step(model, motion),
        Action::Enter => write(model, "\n"),
        Action::Leave => leave(model),
        Action::Focus(direction) => focus(model, direction),
        _ => return Err(action),
    }
    Ok(())
}

pub(crate) fn step(model: &mut Model, motion: Motion) {
    let Some(areas) = areas(model) else { return };
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    let area = areas.panes[usize::from(sandbox.which == PaneSide::B)];
    let (width, page) = (area.columns(), usize::from(area.text.height).saturating_sub(1).max(1));
    let draft = sandbox.draft();
    match motion.rows(page) {
        Some((direction, rows)) => draft.rows(direction == StepDirection::Next, rows, width),
        None => draft.go(if motion == Motion::First { 0 } else { usize::MAX }),
    }
}

fn areas(model: &Model) -> Option<SandboxAreas> {
    model.areas.map(|areas| SandboxAreas::new(areas.body))
}

/// Fills the texts with the texts around a passage of the pair, when the pair has arrived.
fn fill(model: &mut Model) {
    let Some(sandbox) = model.layers.get_mut::<Sandbox>().filter(|sandbox| sandbox.awaits_pair)
    else {
        return;
    };
    match model.pair.as_ref().map(|current| &current.answer) {
        Some(PairState::Awaited) => return,
        Some(PairState::Open(pair)) => {
            let spans = pair.view.shared_at(pair.active).unwrap_or([Span::new(0, 0); 2]);
            let texts = [(&pair.view.a, spans[0]), (&pair.view.b, spans[1])];
            sandbox.drafts = texts.map(|(side, span)| Draft::opened(excerpt(&side.text, span)));
        }
        Some(PairState::Refused(reason)) => model.note = Some(reason.clone()),
        None => {}
    }
    sandbox.awaits_pair = false;
}

/// Requests a comparison of changed texts or parameters, and keeps both carets visible.
pub(crate) fn keep(model: &mut Model) {
    fill(model);
    let areas = areas(model);
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    if let Some(areas) = areas {
        for (draft, area) in sandbox.drafts.iter_mut().zip(areas.panes) {
            draft.scroll(area.columns(), usize::from(area.text.height));
        }
    }
    let is_same = |(texts, params): &Request| {
        let mut texts = texts.iter().zip(&sandbox.drafts);
        **params == model.params && texts.all(|(text, draft)| **text == *draft.text)
    };
    if sandbox.awaits_pair || sandbox.request.as_ref().is_some_and(is_same) {
        return;
    }
    let texts = sandbox.drafts.each_ref().map(|draft| draft.text.as_str().into());
    let request: Request = (texts, Arc::new(model.params.clone()));
    sandbox.request = Some(request.clone());
    let work = move |_: &Cancel| {
        let (texts, params) = &request;
        let trial = guarded(|| Arc::new(Trial::new(&NAMES.map(DocPath::new), texts, params)));
        Some(trial.map_err(|panic| {
            format!("these texts cannot be compared ({panic}); please report them")
        }))
    };
    model.run(Slot::Comparison, work, show);
}

fn show(model: &mut Model, trial: Result<Arc<Trial>, String>) {
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    match trial {
        Ok(trial) => {
            sandbox.tints = tints(&trial.view.passages);
            sandbox.wording = Wording::compare(&trial.view);
            sandbox.refused = None;
            sandbox.trial = Some(trial);
        }
        Err(reason) => sandbox.refused = Some(reason),
    }
}

/// Moves the caret to a click, or chooses the clicked parameter.
pub(crate) fn click(model: &mut Model, place: Position) {
    if let Some(parameter) = parameters::parameter_at(model, place) {
        parameters::focus_parameter(model, parameter);
        return;
    }
    let Some(areas) = areas(model) else { return };
    let is_in = |area: &DraftAreas| area.title.union(area.text).contains(place);
    let Some(index) = areas.panes.iter().position(is_in) else { return };
    let (focus, area) = (text_focus(model), areas.panes[index].text);
    let Some(sandbox) = model.layers.get_mut::<Sandbox>() else { return };
    sandbox.which = if index == 0 { PaneSide::A } else { PaneSide::B };
    model.focus = focus;
    if area.contains(place) {
        let draft = sandbox.draft();
        let rows = WrappedRows::new(&draft.text, areas.panes[index].columns());
        let row = draft.top + usize::from(place.y - area.y);
        draft.place(&rows, row, place.x - area.x);
    }
}

/// Returns the paragraphs of a span, up to [`AROUND`] bytes before and after the span.
fn excerpt(text: &str, span: Span) -> &str {
    let begin = (span.start as usize).min(text.len());
    let end = (span.end as usize).clamp(begin, text.len()).min(begin + LONGEST / 2);
    let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let from = boundary(begin.saturating_sub(AROUND)).unwrap_or(0);
    let to = boundary(end + AROUND).unwrap_or(text.len());
    let (begin, end) = (boundary(begin).unwrap_or(from), boundary(end).unwrap_or(to));
    let before = text.get(from..begin).unwrap_or_default();
    let blank = |one: char| one.is_whitespace();
    // If no paragraph begins near, begin at a word.
    let begin = match before.rfind("\n\n") {
        Some(at) => from + at + 2,
        None if from == 0 => 0,
        None => before.find(blank).map_or(begin, |at| from + at),
    };
    let after = text.get(end..to).unwrap_or_default();
    let end = match after.find("\n\n") {
        Some(at) => end + at,
        None if to == text.len() => to,
        None => after.rfind(blank).map_or(end, |at| end + at),
    };
    text.get(begin..end).unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shingle::base::span::Span;

    use super::{AROUND, excerpt};

    #[test]
    fn a_passage_is_taken_with_its_paragraph() {
        let text = "first one\n\nthe old ferry left\nat dawn\n\nlast";
        assert_eq!(excerpt(text, Span::new(15, 24)), "the old ferry left\nat dawn");
        assert_eq!(excerpt(text, Span::new(0, 0)), "first one");
    }

    proptest! {
        #[test]
        fn what_is_taken_along_is_short_and_part_of_the_text(
            unit in "[a-zж日 \n]{1,9}", times in 1_usize..900, start in 0_u32..9_000, length in 0_u32..99,
        ) {
            let text = unit.repeat(times);
            let taken = excerpt(&text, Span::new(start, start + length));
            prop_assert!(text.contains(taken));
            prop_assert!(taken.len() <= 2 * AROUND + 200);
        }
    }
}
