//! What leaves the screen: copied text, and a file for the editor.

use shingle::base::path::DocPath;
use shingle::text::file_format::Format;
use shingle::text::records::RecordFormat;

use crate::tui::event_loop::command::{At, Command, FilePlace};
use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::key_of;
use crate::tui::pair::copied;
use crate::tui::pair::pane::Which;
use crate::tui::pair::update::NO_PAIR;
use crate::tui::rooms::selected::subject;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;
use crate::tui::terminal::clipboard::Clipboard;

/// This many words are enough to find a passage again.
const WORDS: usize = 8;

/// Copies the active passage.
pub(crate) fn passage(model: &mut Model) -> Vec<Command> {
    let Some(pair) = model.seen() else { return refused(model, NO_PAIR) };
    let Some(passage) = pair.active.and_then(|index| pair.view.passages.get(index)) else {
        let none = pair.view.passages.is_empty();
        let next = key_of(KeyName::Passage);
        let why = if none {
            "these two share no passage".to_string()
        } else {
            format!("no passage is active: press {next}")
        };
        return refused(model, &why);
    };
    let copied = copied::passage(&pair.view, passage, most(model));
    copy(model, copied)
}

/// Copies a report of the open pair.
pub(crate) fn report(model: &mut Model) -> Vec<Command> {
    match model.seen().map(|pair| copied::report(&pair.view, most(model))) {
        Some(copied) => copy(model, copied),
        None => refused(model, NO_PAIR),
    }
}

/// Opens a file in the editor: the text that has the focus, the first of the pair if a list has it, or the document that is
/// looked at.
pub(crate) fn edit(model: &mut Model) -> Vec<Command> {
    let which = if model.focus == Focus::Pane(Which::B) { Which::B } else { Which::A };
    let names = model.shown.as_ref().filter(|_| model.focus != Focus::List || model.zoomed);
    let path = match (names, which) {
        (None, _) => subject(model),
        (Some(shown), Which::A) if shown.text.is_some() => {
            return refused(model, "your text is no file; Tab goes to the other one");
        }
        (Some(shown), Which::A) => Some(shown.names.0.clone()),
        (Some(shown), Which::B) => Some(shown.names.1.clone()),
    };
    let Some(path) = path else {
        return refused(model, "no document is selected that could be opened");
    };
    let first = path.line().map_or(1, |line| line as usize);
    let at = at(model, &path).unwrap_or(At::Line(first));
    vec![Command::Edit(FilePlace { path, at })]
}

/// The place of the active passage in a file, or the top of its pane if no passage is active.
fn at(model: &Model, path: &DocPath) -> Option<At> {
    let pair = model.open()?;
    let names = &model.shown.as_ref()?.names;
    let which = [(Which::A, &names.0), (Which::B, &names.1)];
    let which = which.iter().find(|(_, name)| *name == path)?.0;
    let text = match which {
        Which::A => &pair.view.a.text,
        Which::B => &pair.view.b.text,
    };
    let pane = pair.pane(which);
    let passage = pair.active.and_then(|index| pair.view.passages.get(index));
    let byte = passage.map_or(pane.rows.start(pane.top), |passage| which.span(passage).start);
    let (before, behind) = text.split_at_checked(byte as usize)?;
    let ends = || before.bytes().filter(|byte| *byte == b'\n').count();
    let line = path.line().map(|line| line as usize);
    Some(match (line, Format::of(path.as_path())) {
        // In a line of JSON, the ends of a text's lines are signs within the line.
        (Some(line), _) if matches!(pair.view.params.records, RecordFormat::Jsonl(_)) => {
            At::Line(line)
        }
        (Some(line), _) => At::Line(line + ends()),
        (None, Format::Plain) => At::Line(ends() + 1),
        (None, _) => At::Words(behind.split_whitespace().take(WORDS).collect::<Vec<_>>().join(" ")),
    })
}

/// How many bytes can be copied.
const fn most(model: &Model) -> usize {
    match model.clipboard {
        Clipboard::Terminal => copied::LONGEST,
        Clipboard::Elsewhere(_) => usize::MAX,
    }
}

fn copy(model: &mut Model, copied: copied::Copied) -> Vec<Command> {
    let copied::Copied { text, what } = copied;
    match &model.clipboard {
        Clipboard::Terminal => {
            // Whether it takes the text, a terminal does not say.
            model.note = Some(format!("sent to the terminal: {what}"));
            vec![Command::Copy(text)]
        }
        Clipboard::Elsewhere(take) => vec![Command::CopyTo { take: take.clone(), text, what }],
    }
}

fn refused(model: &mut Model, why: &str) -> Vec<Command> {
    model.note = Some(why.into());
    Vec::new()
}
