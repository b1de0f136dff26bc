//! The open pair: its selection, its size, and the layout of its texts.

use std::sync::Arc;

use documents::Format;

use shingle::pipeline::{IgnoredShingles, PairView, Params, Passage, Snapshot};
use shingle::{
    base::cancel::Cancel, base::numbers::format_count, base::numbers::format_with_commas,
    base::path::DocPath, base::visible::make_visible, engine::PairQuestion, engine::Question,
    text::RecordFormat, visits::PairNames,
};

use crate::tui::actions::{KeyName, Motion, Place, StepDirection, ViewName};
use crate::tui::model::{
    Command, CurrentPair, FilePlace, Focus, Model, OpenPair, ScrollBefore, ScrollPlace, Slot,
};
use crate::tui::{layout::PaneShape, layout::PaneSide, model::regions::selected_document};

pub(crate) const NO_PAIR: &str = "no pair is open: Enter opens the selected one";

/// Scrolls a text. The other text scrolls with it.
pub(crate) fn scroll_text(model: &mut Model, which: PaneSide, motion: Motion) {
    if let Some(pair) = model.open_pair_mut() {
        pair.scroll_side(which, motion);
    }
}

/// Fits list and panes to the size of the screen, and requests the pair to show.
pub(crate) fn refresh_list_and_pair(model: &mut Model) {
    model.scroll_current_list();
    if model.is_screen_too_small() {
        return;
    }
    if model.areas.pair.is_none() {
        model.layers.close_layer(Place::Passages);
        move_focus_to_list(model);
        // The preview below the list shows the best passages of the selected match.
        if !model.is_list_covered() {
            model.current_list().show_preview(model);
        }
        return;
    }
    resize_pair(model);
    if keeps_open_pair(model) && model.pair.is_some() {
        return;
    }
    if model.visited.current() == ViewName::Query {
        return model.current_list().show_preview(model);
    }
    let names = model.list.names.clone();
    request_pair(model, names);
}

/// Returns true if the open pair stays open while the list changes, until the user asks for another pair.
pub(crate) fn keeps_open_pair(model: &Model) -> bool {
    let has_focus = matches!(model.focus, Focus::Pane(_)) && model.visited.current().is_ranked();
    model.zoomed || has_focus
}

pub(crate) fn resize_pair(model: &mut Model) {
    model.compute_areas();
    if let Some(sizes) = model.areas.pair.map(|areas| areas.pane_sizes())
        && let Some(open) = model.open_pair_mut()
    {
        open.resize(sizes);
    }
}

/// Gives the whole screen to the pair. The pair also gets the focus if the list had it.
pub(crate) fn zoom_pair(model: &mut Model) {
    model.zoomed = true;
    if model.focus == Focus::List {
        model.focus = Focus::Pane(PaneSide::A);
    }
    model.compute_areas();
}

pub(crate) fn open_pair_zoomed(model: &mut Model, names: PairNames) {
    zoom_pair(model);
    request_pair(model, Some(names));
    resize_pair(model);
}

/// Opens two documents on the whole screen, at the passage with this byte of the first document. Without such a
/// passage, opens the next one.
pub(crate) fn open_pair_zoomed_at_byte(model: &mut Model, names: PairNames, byte: Option<u32>) {
    open_pair_zoomed(model, names);
    if let Some(pair) = model.open_pair_mut() {
        if let Some(byte) = byte {
            pair.activate_passage_at(byte);
        }
    } else if let Some(current) = &mut model.pair {
        current.at = byte;
    }
}

/// Opens the visible or the selected pair on the whole screen. Returns false if there is neither.
pub(crate) fn open_selected_pair_zoomed(model: &mut Model) -> bool {
    let is_seen = model.pair.is_some() && model.areas.pair.is_some();
    let names = model.current_list().selected_pair(model).filter(|_| !is_seen);
    if !is_seen && names.is_none() {
        return false;
    }
    zoom_pair(model);
    match names {
        None => {}
        Some(_) if model.visited.current() == ViewName::Query => {
            model.current_list().show_preview(model);
        }
        Some(names) => request_pair(model, Some(names)),
    }
    true
}

/// Requests a pair, unless it is open already.
pub(crate) fn request_pair(model: &mut Model, names: Option<PairNames>) {
    let (Some(names), Some(snapshot)) = (names, &model.snapshot) else {
        // No pair is selected, and the list shows the reason.
        model.pair = None;
        model.zoomed = false;
        model.layers.close_layer(Place::Passages);
        move_focus_to_list(model);
        return;
    };
    if model.pair.as_ref().is_some_and(|current| current.names == names) {
        return;
    }
    let current = CurrentPair::new(names, None);
    let open = current.build_question(params_to_open(model, snapshot), &snapshot.ignored);
    model.pair = Some(current);
    model.send_command(open);
}

/// Returns the parameters with which to open a pair of this ranking: the requested ones, if the pair can be shown
/// before their ranking. Otherwise returns the parameters of this ranking.
pub(crate) fn params_to_open(model: &Model, snapshot: &Snapshot) -> Arc<Params> {
    requested_params(model, snapshot).unwrap_or_else(|| Arc::clone(&snapshot.params))
}

/// Requests the open pair again after a change of parameters, if it can be shown before the new ranking.
pub(crate) fn request_open_pair(model: &mut Model) {
    let is_seen = model.areas.pair.is_some();
    // The pair of the query arrives together with the matches of the query.
    let current = model.pair.as_ref().filter(|current| is_seen && current.text.is_none());
    if let (Some(snapshot), Some(current)) = (&model.snapshot, current)
        && let Some(params) = requested_params(model, snapshot)
    {
        model.send_command(current.build_question(params, &snapshot.ignored));
    }
}

/// Returns the requested parameters, if the choices that depend on the folder stay valid for them.
fn requested_params(model: &Model, snapshot: &Snapshot) -> Option<Arc<Params>> {
    let holds = IgnoredShingles::are_same_under(&snapshot.params, &model.params);
    holds.then(|| Arc::new(model.params.clone()))
}

impl CurrentPair {
    /// Builds the question for the pair with these parameters and the shingles that the ranking ignores.
    pub(crate) fn build_question(
        &self,
        params: Arc<Params>,
        context: &Arc<IgnoredShingles>,
    ) -> Command {
        let (names, text) = (self.names.clone(), self.text.clone());
        let ignored = context.clone();
        Command::Ask(0, Question::Pair(PairQuestion { names, text, params, ignored }))
    }
}

/// Gives the focus to the list if a text had it, because the texts leave the screen.
fn move_focus_to_list(model: &mut Model) {
    if matches!(model.focus, Focus::Pane(_)) {
        model.focus = Focus::List;
    }
}

pub(crate) fn save_screen(model: &Model) -> ScrollBefore {
    let place = model.open_pair().map(|pair| {
        let (a, b) = pair.view.names();
        ((a.clone(), b.clone()), ScrollPlace::new(pair))
    });
    ScrollBefore { focus: model.focus, zoomed: model.zoomed, place }
}

/// Closes all views of the pair, and restores the state from before the first of them opened.
pub(crate) fn close_views_of_pair(model: &mut Model) {
    if let Some(before) = model.layers.close_layers_of_pair() {
        restore_screen(model, before);
    }
}

/// Restores focus, screen and scroll positions.
pub(crate) fn restore_screen(model: &mut Model, before: ScrollBefore) {
    let ScrollBefore { focus, zoomed, place } = before;
    (model.focus, model.zoomed) = (focus, zoomed);
    refresh_list_and_pair(model);
    if let Some(((a, b), place)) = place
        && let Some(pair) = model.open_pair_mut()
        && pair.view.names() == (&a, &b)
    {
        place.restore_scroll(pair);
    }
}

// Presentation of the two texts: their layout and the ignored words.

pub(crate) fn switch_layout(model: &mut Model, direction: StepDirection) {
    let Some(areas) = model.areas.pair else { return model.show_note(NO_PAIR) };
    let offered = PaneShape::ALL.into_iter().filter(|shape| areas.offered[*shape as usize]);
    let offered: Vec<PaneShape> = offered.collect();
    let next = direction.neighbour(&offered, &areas.shape).copied().unwrap_or(areas.shape);
    model.reading.shape = Some(next);
    model.note = Some(if next == areas.shape {
        format!("no room for another layout: {}", next.name())
    } else {
        next.name().into()
    });
}

/// Shows or hides ignored words. Without a pair on the screen, opens the selected pair and shows its ignored words.
pub(crate) fn show_or_hide_ignored_words(model: &mut Model) {
    let is_seen = model.areas.pair.is_some();
    if !is_seen && !open_selected_pair_zoomed(model) {
        return model.show_note(NO_PAIR);
    }
    model.reading.dropped = !is_seen || !model.reading.dropped;
    model.note = Some(if model.reading.dropped {
        "i hides ignored words".into()
    } else {
        "ignored words look like other words".into()
    });
}

// Selects passages: the next, by number, by repetition, or in the list of all.

pub(crate) fn go_to_passage(model: &mut Model, number: u32) {
    let Some(pair) = model.open_pair_mut() else { return };
    // Repetitions of a passage share a number.
    let passages = &pair.view.passages;
    let from = passages.partition_point(|passage| passage.number < number);
    let found = from..passages.partition_point(|passage| passage.number <= number);
    if found.is_empty() {
        let last = passages.last().map_or(0, |passage| passage.number);
        model.note = Some(match last {
            0 => "these two share no passage".into(),
            1 => "there is only passage 1".into(),
            _ => format!("passage {number} does not exist: the last is {last}"),
        });
    } else {
        let active = pair.active.filter(|active| found.contains(active));
        pair.activate_passage(active.unwrap_or(from));
    }
}

pub(crate) fn go_to_next_passage(model: &mut Model, direction: StepDirection) {
    let which = model.side_with_focus();
    let Some(pair) = model.open_pair_mut() else { return };
    let count = pair.view.passages.len();
    let wrapped = pair.step_passage(which, direction);
    if count == 0 {
        model.show_note("these two share no passage");
    } else if wrapped {
        model.show_note(direction.describe_wrap("passage"));
    }
}

/// Returns the active passage, or the reason why there is none.
pub(crate) fn require_active_passage(pair: &OpenPair) -> Result<&Passage, String> {
    pair.active_passage().ok_or_else(|| match pair.view.passages.len() {
        0 => "these two share no passage".to_string(),
        _ => format!("no passage is active: press {}", KeyName::Passage.label()),
    })
}

// Copies text, and opens a file in the editor.

pub(crate) fn copy_passage(model: &mut Model) {
    let Some(pair) = model.visible_pair() else { return model.show_note(NO_PAIR) };
    let most = if model.clipboard.is_none() { LONGEST } else { usize::MAX };
    let text = |passage| format_passage(&pair.view, passage, most);
    match require_active_passage(pair).map(text) {
        Ok(copied) => copy_to_clipboard(model, copied),
        Err(why) => model.show_note(why),
    }
}

/// Opens a file in the editor: the text with the focus. While a list has the focus, opens the first text of its pair or
/// its selected document.
pub(crate) fn edit_file(model: &mut Model) {
    let which = if model.focus == Focus::Pane(PaneSide::B) { PaneSide::B } else { PaneSide::A };
    let names = model.pair.as_ref().filter(|_| model.focus != Focus::List);
    let path = match (names, which) {
        (None, _) => selected_document(model),
        (Some(current), PaneSide::A) if current.text.is_some() => {
            return model.show_note("your text is not a file; Tab goes to the other one");
        }
        (Some(current), PaneSide::A) => Some(current.names.0.clone()),
        (Some(current), PaneSide::B) => Some(current.names.1.clone()),
    };
    let Some(path) = path else {
        return model.show_note("no document is selected");
    };
    let line = line_in_file(model, &path).or_else(|| path.line().map(|line| line as usize));
    model.send_command(Command::Edit(FilePlace { path, line }));
}

/// Returns the place of the active passage in a file, or of the first visible row without an active passage.
fn line_in_file(model: &Model, path: &DocPath) -> Option<usize> {
    let pair = model.open_pair()?;
    let names = &model.pair.as_ref()?.names;
    let which = [(PaneSide::A, &names.0), (PaneSide::B, &names.1)];
    let which = which.iter().find(|(_, name)| *name == path)?.0;
    let (text, pane) = (&pair.side(which).text, pair.pane(which));
    let passage = pair.active_passage();
    let byte = passage
        .map_or(pane.rows.row_start(pane.top), |passage| which.span_of_passage(passage).start);
    let before = text.get(..byte as usize)?;
    let ends = before.bytes().filter(|byte| *byte == b'\n').count();
    let line = path.line().map(|line| line as usize);
    match (line, Format::from_file_name(path.as_path())) {
        // A line of JSON contains the whole text, because its line ends are escaped.
        (Some(_), _) if matches!(pair.view.params.records, RecordFormat::Jsonl(_)) => line,
        (Some(line), _) => Some(line + ends),
        (None, format) => (format == Format::Plain).then_some(ends + 1),
    }
}

fn copy_to_clipboard(model: &mut Model, (text, what): (String, String)) {
    match &model.clipboard {
        None => {
            // A terminal does not report if it accepts the text.
            model.show_note(format!("sent to the terminal: {what}"));
            model.send_command(Command::Copy(text));
        }
        Some(take) => {
            let take = take.clone();
            let work = move |_: &Cancel| {
                let place = take(&text).map(|place| format!("copied {what}, {place}"));
                Some(place.unwrap_or_else(|error| error))
            };
            model.run_job(Slot::Single, work, |model, note| model.note = Some(note));
        }
    }
}

// Texts for the clipboard: a passage in the wording of both texts.

/// Maximum length in bytes. xterm limits the text to 100,000 characters, and base64 turns 3 bytes into 4.
pub(crate) const LONGEST: usize = 74_000;
/// End of a copied text that was cut.
const CUT: &str = "\n\n[cut for the terminal; --clipboard command copies everything]";

/// Formats the wording of a passage in both texts, in at most `most` bytes, and describes it with its length: `passage 1,
/// 9 + 9 words`. The text has no characters that act on the program into which the user pastes it.
fn format_passage(view: &PairView, passage: &Passage, most: usize) -> (String, String) {
    let [a, b] = PaneSide::BOTH.map(|which| words_of_passage(view, passage, which, most));
    let text = format!("{}:\n{a}\n\n{}:\n{b}", view.a.doc.path, view.b.doc.path);
    let (text, id) = (text.trim_end(), passage.id());
    if text.len() <= most {
        let [a, b] = [a, b].map(|part| format_with_commas(part.split_whitespace().count()));
        return (text.to_string(), format!("passage {id}, {a} + {b} words"));
    }
    let end = text.floor_char_boundary(most.saturating_sub(CUT.len()));
    let text = text.get(..end).unwrap_or_default();
    let words = format_count(text.split_whitespace().count(), "word");
    let what = format!("the first {words} of passage {id}; --clipboard command copies everything");
    (format!("{text}{CUT}"), what)
}

/// Returns the wording of a passage in one text. Keeps line ends and tabs. Spells out other invisible characters,
/// because they could act on the program into which the user pastes the text.
fn words_of_passage(view: &PairView, passage: &Passage, which: PaneSide, most: usize) -> String {
    let span = which.span_of_passage(passage);
    let text = which.select(&view.a, &view.b).text.get(span.start as usize..span.end as usize);
    // Some more bytes show that the passage is longer than the limit.
    let text = text.unwrap_or_default();
    let start = text.get(..text.floor_char_boundary(most.saturating_add(4))).unwrap_or_default();
    let text = start.replace("\r\n", "\n");
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive(['\n', '\t']) {
        let words = part.trim_end_matches(['\n', '\t']);
        out.push_str(&make_visible(words));
        out.push_str(part.strip_prefix(words).unwrap_or_default());
    }
    out
}

#[cfg(test)]
mod tests {
    use shingle::pipeline::parameters::Params;

    use super::{LONGEST, format_passage};
    use crate::tui::tests::fake;

    #[test]
    fn nothing_that_acts_goes_to_the_clipboard_and_lines_stay_lines() {
        let text = "one\ttwo\r\n\u{1b}[201~rm -rf\u{202e} three";
        let view = fake::pair_view(
            ("a\u{1b}.txt", "b"),
            (text, text),
            &[(text, text, false)],
            &Params::defaults(),
        );
        let (copied, _) = format_passage(&view, &view.passages[0], LONGEST);
        assert!(copied.starts_with("a␛.txt:\none\ttwo\n␛[201~rm -rf⟨U+202E⟩ three\n"), "{copied}");
    }

    #[test]
    fn what_is_too_long_is_cut_and_said_to_be() {
        let text = "дом ".repeat(60_000);
        let view = fake::pair_view(
            ("a", "b"),
            (&text, &text),
            &[(&text, &text, false)],
            &Params::defaults(),
        );
        let (copied, _) = format_passage(&view, &view.passages[0], LONGEST);
        assert!((LONGEST - 4..=LONGEST).contains(&copied.len()));
        assert!(copied.contains("[cut"));
        let (whole, what) = format_passage(&view, &view.passages[0], usize::MAX);
        assert!(whole.ends_with("дом") && !whole.contains("[cut"), "{what}");
    }
}
