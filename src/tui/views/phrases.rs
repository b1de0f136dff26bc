//! The ignored phrases: one row for each, the newest first.
//!
//! ```text
//! ── 2 phrases are never counted ─────────────────────────────────────────────────────────── row 1 of 2 ──
//!   words  from                     phrase
//! ▸    14  licences/bowline.txt     Copies of this leaf may be made and given away, provided that
//! ```

use std::sync::Arc;

use ratatui::style::Style;

use shingle::{
    base::numbers::format_count, base::numbers::format_with_commas, base::path::DocPath,
    decisions::PhraseLine, decisions::phrase::LONGEST_PHRASE, pipeline::Parameter,
    pipeline::Params, pipeline::document::explain::first_words,
};

use crate::tui::drawing::Canvas;
use crate::tui::model::list::{cursor_of, describe_position, draw_rows, join_lines};
use crate::tui::model::{
    Change, ChangeKind, Command, Cursor, FileAnswer, Filter, FilterTarget, Focus, List, Model,
    Prompt, Purpose, Slot,
};
use crate::tui::{
    actions::KeyName, actions::StepDirection, actions::ViewName, keys::label_of_typed_command,
    layout::ListAreas, layout::PaneSide, parameters::values::explain_inactive,
    update::decisions::contents_or_report_failure, update::pair::NO_PAIR,
    update::pair::require_active_passage, update::parameters::set_params,
    views::shared_passages::SharedPassages,
};

#[derive(Debug, Default)]
pub(crate) struct PhraseList {
    /// Ignored phrases, the newest last.
    pub(crate) all: Arc<[PhraseLine]>,
    cursor: Cursor,
    filter: Arc<Filter>,
    /// The phrases that match the filter, the newest first.
    lines: Vec<PhraseLine>,
}

impl PhraseList {
    fn selected_phrase(&self) -> Option<&PhraseLine> {
        self.lines.get(self.cursor.selected)
    }

    /// Lists the phrases that pass the filter. The selection stays on its phrase if listed, else on its line.
    fn refresh_lines(&mut self) {
        let before = self.selected_phrase().map(|line| line.phrase.clone());
        let fits = |line: &&PhraseLine| self.filter.matches_line(&line.phrase);
        self.lines = self.all.iter().rev().filter(fits).cloned().collect();
        let place =
            before.and_then(|phrase| self.lines.iter().position(|one| one.phrase == phrase));
        let place = place.unwrap_or(self.cursor.selected);
        self.cursor.select_at_same_height(place, self.lines.len());
    }
}

pub(crate) struct PhrasesListView;

impl List for PhrasesListView {
    cursor_of!(PhraseList, |list| list.lines.len(), Names);

    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(key_names! { LeaveOut Open Back Undo Filter Move Commands })
    }

    fn enter_list(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) {
        self.apply_filter(model);
    }

    fn drop_content(&self, model: &mut Model) {
        model.states.get_mut::<PhraseList>().filter = Arc::default();
    }

    fn apply_filter(&self, model: &mut Model) {
        model.states.get_mut::<PhraseList>().refresh_lines();
    }

    fn open_line(&self, model: &mut Model) {
        open_phrase_prompt(model);
    }

    fn sort_list(&self, model: &mut Model, _turn: Option<StepDirection>) {
        model.show_note("the order is fixed: the newest phrase comes first");
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let list: &PhraseList = model.states.get();
        let has_keys = model.focus == Focus::List;
        let all = list.lines.len();
        let count = match all {
            0 => "No ignored phrase".to_string(),
            1 => "1 phrase is ignored".to_string(),
            many => format!("{} phrases are ignored", format_with_commas(many)),
        };
        let is_off = model.params.phrases.is_empty() && !model.choices.phrases.is_empty();
        let count = if is_off { format!("off: {count}") } else { count };
        let place = describe_position(list.cursor.selected, all, areas.title.width);
        list.filter.draw_title((&[count], &place), has_keys, canvas, areas.title);
        if all == 0 {
            let sentence = list.filter.explain_missing_matches("phrase").unwrap_or_else(|| {
            format!(
                "Every passage counts. {} on a passage of an open pair leaves it out of all pairs; Enter here takes words of your own.",
                KeyName::LeaveOut.label()
            )
        });
            canvas.draw_notice(areas.rows, &sentence, theme.strong);
            return;
        }
        let from = if areas.rows.width >= 70 { FROM } else { 0 };
        let mut pen = canvas.pen_in(areas.columns);
        pen.skip_columns(2);
        pen.put_cell("words", WORDS, true, theme.quiet).skip_columns(2);
        if from > 0 {
            pen.put_cell("from", from, false, theme.quiet).skip_columns(2);
        }
        pen.put("phrase", theme.quiet);
        draw_rows((list.cursor, all), has_keys, canvas, areas.rows, |line, pen| {
            let Some(line) = list.lines.get(line) else { return };
            let words = format_with_commas(line.phrase.split_whitespace().count());
            pen.put_cell(&words, WORDS, true, Style::new()).skip_columns(2);
            if from > 0 {
                pen.put_cell(&line.from, from, false, theme.quiet).skip_columns(2);
            }
            pen.put_rest(&join_lines(&line.phrase), theme.strong);
        });
    }
}

/// Widths in columns: of the number of words, and of the name of the document.
const WORDS: u16 = 6;
const FROM: u16 = 24;

// Ignores passages and counts them again. The ranking ignores a phrase only after the phrase was saved.

/// Name of the source for phrases that the user typed.
const OWN: &str = "typed";

/// Ignores the active or the selected passage, or counts the selected phrase again.
pub(crate) fn toggle_phrase(model: &mut Model) {
    let line = if model.shows_list_of(ViewName::Passages) && !model.has_overlay() {
        phrase_of_listed_passage(model)
    } else if model.shows_list_of(ViewName::Phrases) && !model.has_overlay() {
        let selected = model.states.get::<PhraseList>().selected_phrase().cloned();
        selected
            .map(|line| PhraseLine { counts: true, ..line })
            .ok_or_else(|| "no ignored phrase".to_string())
    } else {
        phrase_of_active_passage(model)
    };
    save_phrase(model, line);
}

fn phrase_of_active_passage(model: &Model) -> Result<PhraseLine, String> {
    let pair = model.visible_pair().ok_or(NO_PAIR)?;
    check_phrases_apply(model)?;
    if model.is_pair_stale(&pair.view) {
        return Err("the pair is about to change: leave its passage out when it is there".into());
    }
    let passage = require_active_passage(pair)?;
    // Takes the words of the pane with the keys, else of A.
    let which = if model.focus == Focus::Pane(PaneSide::B) { PaneSide::B } else { PaneSide::A };
    let (span, side) = (which.span_of_passage(passage), pair.side(which));
    let text = side.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    new_phrase(model, text, &side.doc.path.name())
}

fn phrase_of_listed_passage(model: &Model) -> Result<PhraseLine, String> {
    check_phrases_apply(model)?;
    let list: &SharedPassages = model.states.get();
    let passage = list.selected_passage().ok_or("no passage is listed")?;
    if model.jobs.awaits(Slot::Passages) || model.is_stale() {
        return Err("counting the passages again: try later".into());
    }
    let from = passage.documents.first().ok_or("no document has it any more")?;
    if passage.text.is_empty() {
        return Err("its document could not be read again, so its words are not known".into());
    }
    new_phrase(model, &passage.text, &from.name())
}

pub(crate) fn open_phrase_prompt(model: &mut Model) {
    match check_phrases_apply(model) {
        Ok(()) => model.prompt = Some(Prompt::new(Purpose::Phrase, "")),
        Err(why) => model.note = Some(why),
    }
}

pub(crate) fn ignore_words(model: &mut Model, text: &str) {
    let text = text.trim();
    let words = text.split_whitespace().count() as u64;
    let line = match check_phrases_apply(model) {
        Err(why) => Err(why),
        Ok(()) if text.is_empty() => Err("no words typed".to_string()),
        Ok(()) if model.states.get::<PhraseList>().all.iter().any(|line| line.phrase == text) => {
            Err("these words are already ignored".to_string())
        }
        Ok(()) if words < u64::from(model.params.width) => Err(format!(
            "{}, but a shingle has {}: type more words",
            format_count(words, "word"),
            model.params.width
        )),
        Ok(()) => new_phrase(model, text, OWN),
    };
    save_phrase(model, line);
}

/// Returns an error with the reason if phrases cannot be ignored now.
fn check_phrases_apply(model: &Model) -> Result<(), String> {
    if model.params.is_estimate() {
        return Err(Parameter::Phrases
            .why_inactive(&model.params)
            .map_or_else(String::new, explain_inactive));
    }
    if model.params.phrases.is_empty() && !model.choices.phrases.is_empty() {
        return Err(format!(
            "phrases are off and count: type {}",
            label_of_typed_command("phrases on")
        ));
    }
    Ok(())
}

fn new_phrase(model: &Model, text: &str, from: &str) -> Result<PhraseLine, String> {
    if text.len() > LONGEST_PHRASE {
        return Err(
            "the passage is longer than 64 KiB: ignore its file with --template, or choose fewer words"
                .into(),
        );
    }
    Ok(PhraseLine {
        phrase: text.to_string(),
        from: from.to_string(),
        folder: model.folder_name.clone(),
        ..PhraseLine::default()
    })
}

/// Saves a phrase, or shows why there is none.
fn save_phrase(model: &mut Model, line: Result<PhraseLine, String>) {
    let line = match line {
        Ok(line) => line,
        Err(why) => return model.show_note(why),
    };
    let (words, undo) = (first_words(&line.phrase), KeyName::Undo.label());
    model.note = Some(if line.counts {
        format!("counts again: {words}; {undo} takes that back")
    } else {
        format!("ignored in all documents: {words}; {undo} takes it back")
    });
    model.history.record(Change::Phrase(line.clone()));
    model.send_command(Command::SavePhrase(line));
}

/// Handles the contents of the file of phrases. Ranks the folder again with the changed phrases.
pub(crate) fn handle_phrases_file(model: &mut Model, answer: FileAnswer<Arc<[PhraseLine]>>) {
    let Some(all) = contents_or_report_failure(model, answer, "phrases") else { return };
    let phrases: Vec<Arc<str>> = all.iter().map(|line| line.phrase.as_str().into()).collect();
    let list: &mut PhraseList = model.states.get_mut();
    list.all = all;
    list.refresh_lines();
    if phrases == model.choices.phrases {
        return;
    }
    let is_off = model.params.phrases.is_empty() && !model.choices.phrases.is_empty();
    let before = std::mem::replace(&mut model.choices.phrases, phrases.clone());
    model.history.replace_phrases(&before, &phrases);
    if is_off {
        return;
    }
    // Phrases have their own undo, so this change of parameters is not recorded.
    model.parameter_state.reselect.clone_from(&model.list.names);
    set_params(model, Params { phrases, ..model.params.clone() }, ChangeKind::Changed);
}
