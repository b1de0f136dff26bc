//! Runs the commands that `update` returns.

use std::sync::Arc;

use ratatui::crossterm::{clipboard::CopyToClipboard, queue};

use shingle::base::workers::do_beside;
use shingle::engine::{SharedSnapshot, read_templates};

use crate::tui::messages::{Command, FilePlace, Message};
use crate::tui::{drawing::Ground, event_loop::services::Services, model::Pin, terminal::session};

/// A step that only the loop can do.
pub(crate) enum LoopStep {
    Go,
    /// Leave, with this exit status.
    Leave(u8),
    Anew,
    /// Send bytes to the terminal besides frames.
    Write(Vec<u8>),
    /// Give the terminal to the editor until the editor ends.
    Edit(FilePlace),
    Suspend,
    Reenter,
    /// Draw with the colours for this page.
    Page(Ground),
}

/// Runs a command. Returns the step that only the loop can do.
pub(crate) fn execute(command: Command, services: &Services) -> LoopStep {
    match command {
        Command::Redraw => return LoopStep::Anew,
        Command::Mouse(on) => {
            session::set_mouse(on);
            return LoopStep::Write(session::mouse_bytes(on).to_vec());
        }
        Command::Copy(text) => {
            let mut bytes = Vec::new();
            // Writing into memory cannot fail.
            let _ = queue!(bytes, CopyToClipboard::to_clipboard_from(text));
            return LoopStep::Write(bytes);
        }
        Command::CopyTo { take, text, what } => {
            let outbox = services.outbox.clone();
            do_beside(move || {
                let result = take.copy_text(&text).map(|place| format!("copied {what}, {place}"));
                let _ = outbox.send(Message::Copied(result.unwrap_or_else(|error| error)).into());
            });
        }
        Command::Edit(place) => return LoopStep::Edit(place),
        Command::Suspend => return LoopStep::Suspend,
        Command::Quit => return LoopStep::Leave(0),
        Command::Pin(SharedSnapshot(snapshot)) => {
            let outbox = services.outbox.clone();
            do_beside(move || {
                // Without a receiver, the answer is not needed.
                let _ = outbox.send(Message::Pinned(Arc::new(Pin::new(snapshot))).into());
            });
        }
        Command::ReadTemplate { path, params } => {
            let (outbox, reader) = (services.outbox.clone(), services.reader.clone());
            do_beside(move || {
                let read = read_templates(&reader, &[path], &params);
                let first = read.map(|mut all| all.swap_remove(0));
                let _ =
                    outbox.send(Message::Template(first.map_err(|error| error.to_string())).into());
            });
        }
        Command::WriteReport(wanted) => services.write_report(wanted),
        Command::Decide(decisions) => services.save_marks(decisions),
        Command::KeepPhrase(line) => services.save_phrase(line),
        Command::Arrange(request) => services.arrange(request),
        Command::PrepareLesson(request) => services.teacher.ask(request),
        Command::Search(request) => services.finder.ask(request),
        Command::Compare(texts) => services.comparer.ask(texts),
        Command::Ask(number, question) => {
            // Without a folder there is no engine to ask.
            if let Some(engine) = &services.engine {
                engine.ask(number, question);
            }
        }
    }
    LoopStep::Go
}
