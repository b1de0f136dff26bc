use std::sync::Arc;

use shingle::decisions::{PhraseLine, UserMark};
use shingle::{base::numbers::format_count, pipeline::document::explain::first_words};

use crate::tui::actions::ViewName;
use crate::tui::model::{Change, ChangeKind, Command, Model};
use crate::tui::update::decisions::{describe_mark_subject, restore_marks};
use crate::tui::update::parameters::{current_past, restore_past};
use crate::tui::views::{phrases::PhraseList, shared_passages::SharedPassages};

pub(crate) fn undo(model: &mut Model) {
    match model.history.undo(&model.params) {
        Some(Change::Parameters(before)) => {
            model.history.record_undone(Change::Parameters(current_past(model)));
            restore_past(model, before, ChangeKind::Undone);
        }
        Some(Change::Marks(marks)) => undo_marks(model, marks),
        Some(Change::Phrase(line)) => change_phrase(model, line, ChangeKind::Undone),
        None => model.show_note("nothing to undo"),
    }
}

pub(crate) fn redo(model: &mut Model) {
    match model.history.redo() {
        Some(Change::Parameters(next)) => {
            model.history.record_redone(Change::Parameters(current_past(model)));
            restore_past(model, next, ChangeKind::Redone);
        }
        Some(Change::Marks(marks)) => {
            let decisions: Vec<UserMark> =
                marks.into_iter().map(|(_, decision)| decision).collect();
            model.show_note(format!("marked again: {}", subjects(model, &decisions)));
            model.history.record_redone(Change::Marks(model.decisions.with_previous(&decisions)));
            model.send(Command::Decide(decisions));
        }
        Some(Change::Phrase(line)) => change_phrase(model, line, ChangeKind::Redone),
        None => model.show_note("nothing to redo"),
    }
}

/// Undoes marks, except marks that another program changed since.
fn undo_marks(model: &mut Model, marks: Vec<(UserMark, UserMark)>) {
    let all = Arc::clone(&model.decisions.all);
    let is_mine = |(_, decision): &(UserMark, UserMark)| {
        let now = all.last_mark(decision.subject);
        now.is_none_or(|now| now.verdict == decision.verdict && now.note == decision.note)
    };
    let number = marks.len();
    let mine: Vec<(UserMark, UserMark)> = marks.into_iter().filter(is_mine).collect();
    if mine.is_empty() {
        return model.show_note("it was decided again since, perhaps elsewhere, so it stays");
    }
    let before: Vec<UserMark> = mine.iter().map(|(before, _)| before.clone()).collect();
    let what = subjects(model, &before);
    let what = match number - before.len() {
        0 => what,
        stay => {
            format!(
                "{what}; {} decided again since, so they stay",
                format_count(stay as u64, "row")
            )
        }
    };
    model.show_note(format!("taken back: {what}"));
    model.history.record_undone(Change::Marks(mine));
    restore_marks(model, before);
}

fn subjects(model: &Model, decisions: &[UserMark]) -> String {
    match decisions {
        [one] => describe_mark_subject(model, one),
        many => format_count(many.len() as u64, "row"),
    }
}

/// Ignores a phrase, or counts the phrase again. A phrase that was changed since stays.
fn change_phrase(model: &mut Model, line: PhraseLine, how: ChangeKind) {
    let is_undone = how == ChangeKind::Undone;
    let counts = line.counts != is_undone;
    let ignored = &model.states.get::<PhraseList>().all;
    if ignored.iter().any(|one| one.phrase == line.phrase) != counts {
        return model.show_note("that was changed since, perhaps elsewhere, so it stays");
    }
    if is_undone && counts && model.visited.has(ViewName::Passages) {
        model.states.get_mut::<SharedPassages>().reselect = Some(line.phrase.as_str().into());
    }
    let what = if counts { "counts again" } else { "ignored again" };
    model.show_note(format!("{what}: {}", first_words(&line.phrase)));
    let change = Change::Phrase(line.clone());
    if is_undone {
        model.history.record_undone(change);
    } else {
        model.history.record_redone(change);
    }
    model.send(Command::KeepPhrase(PhraseLine { counts, ..line }));
}
