//! Runs the commands that `update` returns.

use ratatui::crossterm::{clipboard::CopyToClipboard, queue};

use shingle::base::workers::do_beside;
use shingle::engine::read_templates;

use crate::tui::messages::{Command, FilePlace, Message};
use crate::tui::{drawing::Ground, event_loop::services::Services, terminal::session};

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
        Command::Edit(place) => return LoopStep::Edit(place),
        Command::Suspend => return LoopStep::Suspend,
        Command::Quit => return LoopStep::Leave(0),
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
        Command::Run(job) => services.run(job),
        Command::Ask(number, question) => {
            // Without a folder there is no engine to ask.
            if let Some(engine) = &services.engine {
                engine.ask(number, question);
            }
        }
    }
    LoopStep::Go
}
