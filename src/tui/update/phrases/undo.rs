//! Takes back what keys did with phrases, and does it again. The parameters' keys for that ask here first.

use shingle::decisions::phrase::PhraseLine;
use shingle::pipeline::document::explain::first_words;

use crate::tui::actions::Room;
use crate::tui::messages::Command;
use crate::tui::model::Model;

/// Takes back what a key did last with a phrase, if neither a mark nor a parameter was changed since. `None` if one was.
pub(crate) fn undo(model: &mut Model) -> Option<Vec<Command>> {
    let (made, _) = model.phrases.past.last()?;
    let decided = model.decisions.past.last().map(|(made, _)| *made);
    let changed = model.parameter_state.history.newest();
    if decided.max(changed).is_some_and(|since| since > *made) {
        return None;
    }
    let (_, line) = model.phrases.past.pop()?;
    let is_out = model.phrases.all.iter().any(|one| one.phrase == line.phrase);
    if is_out == line.counts {
        model.note = Some("that was changed since, perhaps elsewhere, and stays".into());
        return Some(Vec::new());
    }
    let what = if line.counts { "left out again" } else { "counts again" };
    model.note = Some(format!("{what}: {}", first_words(&line.phrase)));
    if !line.counts && model.rooms.has(Room::Passages) {
        model.passages.wanted = Some(line.phrase.as_str().into());
    }
    model.phrases.future.push((model.now, line.clone()));
    Some(vec![Command::KeepPhrase(PhraseLine { counts: !line.counts, ..line })])
}

/// Does again what was undone last with a phrase, if neither a mark nor a parameter was undone since. `None` if one was.
pub(crate) fn redo(model: &mut Model) -> Option<Vec<Command>> {
    let (undone, _) = model.phrases.future.last()?;
    let decided = model.decisions.future.last().map(|(undone, _)| *undone);
    let changed = model.parameter_state.history.undone();
    if decided.max(changed).is_some_and(|since| since > *undone) {
        return None;
    }
    let (_, line) = model.phrases.future.pop()?;
    let is_out = model.phrases.all.iter().any(|one| one.phrase == line.phrase);
    if is_out != line.counts {
        model.note = Some("that was changed since, perhaps elsewhere, and stays".into());
        return Some(Vec::new());
    }
    let what = if line.counts { "counts again" } else { "left out again" };
    model.note = Some(format!("{what}: {}", first_words(&line.phrase)));
    model.phrases.remember(model.now, line.clone());
    Some(vec![Command::KeepPhrase(line)])
}
