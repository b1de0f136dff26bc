//! Ignores passages and counts them again. The folder ignores a phrase after it was saved, not before.

use std::sync::Arc;

use shingle::base::numbers::format_count;
use shingle::decisions::{PhraseLine, phrase::LONGEST_PHRASE};
use shingle::pipeline::{Parameter, Params, document::explain::first_words};

use crate::tui::actions::{KeyName, Room};
use crate::tui::model::{Change, FileAnswer, Focus, Model, Prompt, Purpose};
use crate::tui::parameters::values::explain;
use crate::tui::update::{decisions::file_contents, pair::NO_PAIR, parameters::set_phrases};
use crate::tui::{
    keys::key_map::{key_of, typed_command},
    layout::PaneSide,
    messages::Command,
};

/// Source of typed words.
const OWN: &str = "typed";

/// Ignores the active passage, or counts the selected phrase of the list again.
pub(crate) fn toggle_phrase(model: &mut Model) -> Vec<Command> {
    let note = if model.is_in(Room::Passages) && !model.has_overlay() {
        listed_phrase(model)
    } else if model.is_in(Room::Phrases) && !model.has_overlay() {
        let selected = model.phrases.selected().cloned();
        selected
            .map(|line| PhraseLine { counts: true, ..line })
            .ok_or_else(|| "no ignored phrase".to_string())
    } else {
        active_phrase(model)
    };
    match note {
        Ok(line) => save_phrase(model, line),
        Err(why) => {
            model.note = Some(why);
            Vec::new()
        }
    }
}

/// Returns the active passage of the open pair as a phrase to ignore.
fn active_phrase(model: &Model) -> Result<PhraseLine, String> {
    let pair = model.visible_pair().ok_or(NO_PAIR)?;
    check_phrases_apply(model)?;
    if model.pair_is_stale(&pair.view) {
        return Err("the pair is about to change: leave its passage out when it is there".into());
    }
    let passage = pair.active.and_then(|index| pair.view.passages.get(index));
    let passage = passage.ok_or_else(|| {
        if pair.view.passages.is_empty() {
            "these two share no passage".to_string()
        } else {
            format!("no passage is active: press {}", key_of(KeyName::Passage))
        }
    })?;
    // Both texts have the same counted words, so the words of either text fit.
    let which = if model.focus == Focus::Pane(PaneSide::B) { PaneSide::B } else { PaneSide::A };
    let (span, side) = (which.span(passage), pair.side(which));
    let text = side.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    new_phrase(model, text, &side.doc.path.name())
}

/// Returns the selected passage of the folder as a phrase to ignore.
fn listed_phrase(model: &Model) -> Result<PhraseLine, String> {
    check_phrases_apply(model)?;
    let passage = model.passages.selected().ok_or("no passage is listed")?;
    if model.passages.is_behind() || model.is_stale() {
        return Err("counting the passages again: try later".into());
    }
    let from = passage.documents.first().ok_or("no document has it any more")?;
    if passage.text.is_empty() {
        return Err("its document could not be read again, so its words are not known".into());
    }
    new_phrase(model, &passage.text, &from.name())
}

/// Opens the line for the user's own words.
pub(crate) fn open_phrase_prompt(model: &mut Model) {
    match check_phrases_apply(model) {
        Ok(()) => model.prompt = Some(Prompt::new(Purpose::Phrase, "")),
        Err(why) => model.note = Some(why),
    }
}

/// Ignores the words in the open line.
pub(crate) fn ignore_typed_words(model: &mut Model) -> Vec<Command> {
    let Some(prompt) = model.prompt.take() else { return Vec::new() };
    ignore_words(model, prompt.text())
}

pub(crate) fn ignore_words(model: &mut Model, text: &str) -> Vec<Command> {
    let text = text.trim();
    let words = text.split_whitespace().count() as u64;
    let note = match check_phrases_apply(model) {
        Err(why) => Err(why),
        Ok(()) if text.is_empty() => Err("no words typed".to_string()),
        Ok(()) if model.phrases.all.iter().any(|line| line.phrase == text) => {
            Err("these words are already ignored".to_string())
        }
        Ok(()) if words < u64::from(model.params.width) => Err(format!(
            "{}, but a shingle has {}: type more words",
            format_count(words, "word"),
            model.params.width
        )),
        Ok(()) => new_phrase(model, text, OWN),
    };
    match note {
        Ok(line) => save_phrase(model, line),
        Err(why) => {
            model.note = Some(why);
            Vec::new()
        }
    }
}

/// Returns the reason why phrases cannot be ignored, if there is one.
fn check_phrases_apply(model: &Model) -> Result<(), String> {
    if model.params.estimates() {
        return Err(Parameter::Phrases.inactive(&model.params).map_or_else(String::new, explain));
    }
    if model.params.phrases.is_empty() && !model.choices.phrases.is_empty() {
        return Err(format!("phrases are off and count: type {}", typed_command("phrases on")));
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

fn save_phrase(model: &mut Model, line: PhraseLine) -> Vec<Command> {
    let (words, undo) = (first_words(&line.phrase), key_of(KeyName::Undo));
    model.note = Some(if line.counts {
        format!("counts again: {words}; {undo} takes that back")
    } else {
        format!("never counted again: {words}; {undo} takes it back")
    });
    model.history.record(Change::Phrase(line.clone()));
    vec![Command::KeepPhrase(line)]
}

/// Handles the result of saving phrases, and ranks the folder again without the ignored phrases.
pub(crate) fn handle_file(
    model: &mut Model,
    answer: FileAnswer<Arc<[PhraseLine]>>,
) -> Vec<Command> {
    let Some(all) = file_contents(model, answer, "phrases") else { return Vec::new() };
    let phrases: Vec<Arc<str>> = all.iter().map(|line| line.phrase.as_str().into()).collect();
    model.phrases.all = all;
    let visible = model.visible_lines(Room::Phrases);
    model.phrases.refresh(visible);
    if phrases == model.choices.phrases {
        return Vec::new();
    }
    let is_off = model.params.phrases.is_empty() && !model.choices.phrases.is_empty();
    let before = std::mem::replace(&mut model.choices.phrases, phrases.clone());
    model.history.replace_phrases(&before, &phrases);
    if is_off {
        return Vec::new();
    }
    set_phrases(model, Params { phrases, ..model.params.clone() })
}
