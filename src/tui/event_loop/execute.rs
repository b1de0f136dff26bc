//! Carries out what `update` wants done outside. It decides nothing.

use std::sync::Arc;
use std::thread;

use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::queue;
use shingle::base::path::DocPath;
use shingle::engine::passages::PassagesAsked;
use shingle::engine::templates::read_templates;

use crate::tui::drawing::Ground;
use crate::tui::event_loop::services::Services;
use crate::tui::messages::{Command, Event, FilePlace, SharedSnapshot};
use crate::tui::model::Pin;
use crate::tui::model::query::YOUR_TEXT;
use crate::tui::terminal::session;

/// What the loop must do itself.
pub(crate) enum LoopStep {
    /// Nothing.
    Go,
    /// Leave, with this exit status.
    Leave(u8),
    /// Draw everything anew.
    Anew,
    /// Send something to the terminal besides frames.
    Write(Vec<u8>),
    /// Give the terminal to the editor until it ends.
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Take the terminal back.
    Reenter,
    /// Draw with the colours for this page.
    Page(Ground),
}

/// Carries out a command, except for what only the loop can do.
pub(crate) fn execute(command: Command, services: &Services) -> LoopStep {
    match (command, &services.engine) {
        (Command::Redraw, _) => return LoopStep::Anew,
        (Command::Mouse(on), _) => {
            session::want_mouse(on);
            return LoopStep::Write(session::mouse_bytes(on).to_vec());
        }
        (Command::Copy(text), _) => {
            let mut bytes = Vec::new();
            // Writing into memory cannot fail.
            let _ = queue!(bytes, CopyToClipboard::to_clipboard_from(text));
            return LoopStep::Write(bytes);
        }
        (Command::CopyTo { take, text, what }, _) => {
            let outbox = services.outbox.clone();
            thread::spawn(move || {
                let taken = take.take(&text).map(|place| format!("copied {what}, {place}"));
                let _ = outbox.send(Event::Copied(taken.unwrap_or_else(|error| error)));
            });
        }
        (Command::Edit(place), _) => return LoopStep::Edit(place),
        (Command::Suspend, _) => return LoopStep::Suspend,
        (Command::Quit, _) => return LoopStep::Leave(0),
        (Command::Pin(SharedSnapshot(snapshot)), _) => {
            let outbox = services.outbox.clone();
            thread::spawn(move || {
                // If nobody receives it, nobody needs it.
                let _ = outbox.send(Event::Pinned(Arc::new(Pin::new(snapshot))));
            });
        }
        (Command::ReadTemplate { path, params }, _) => {
            let outbox = services.outbox.clone();
            thread::spawn(move || {
                let read = read_templates(&[path], &params);
                let first = read.map(|mut all| all.swap_remove(0));
                let _ = outbox.send(Event::Template(first.map_err(|error| error.to_string())));
            });
        }
        (Command::WriteReport(wanted), _) => services.report(wanted),
        (Command::Decide(decisions), _) => services.decide(decisions),
        (Command::KeepPhrase(line), _) => services.keep_phrase(line),
        (Command::Arrange(request), _) => services.arrange(request),
        (Command::PrepareLesson(request), _) => services.teacher.ask(request),
        (Command::Search(request), _) => services.finder.ask(request),
        (Command::Compare(texts), _) => services.comparer.ask(texts),
        (Command::CountShingles { keys, params }, Some(engine)) => engine.count(keys, params),
        (Command::SetParams { params, in_view }, Some(engine)) => {
            engine.set_params(params, in_view);
        }
        (Command::Open { a, b, params, surroundings }, Some(engine)) => {
            engine.open(a, b, params, surroundings);
        }
        (Command::OpenText { text, b, params, surroundings }, Some(engine)) => {
            engine.open_text((DocPath::new(YOUR_TEXT), text), b, params, surroundings);
        }
        (Command::Explain(asked), Some(engine)) => engine.explain(asked),
        (Command::Query { text, number }, Some(engine)) => engine.query(text, number),
        (Command::Study(Some(number)), Some(engine)) => engine.study(number),
        (Command::Study(None), Some(engine)) => engine.stop_study(),
        (Command::Clusters(wanted), Some(engine)) => engine.clusters(wanted),
        (Command::Sources { name, number }, Some(engine)) => engine.sources(name, number),
        (Command::Passages { order, number }, Some(engine)) => {
            let asked = order.map(|order| PassagesAsked { order, ..PassagesAsked::USUAL });
            engine.passages(asked, number);
        }
        (Command::Seen(SharedSnapshot(snapshot)), Some(engine)) => engine.seen(snapshot),
        (Command::Rescan, Some(engine)) => engine.rescan(),
        // Without a folder there is no engine to ask.
        (
            Command::SetParams { .. }
            | Command::CountShingles { .. }
            | Command::Open { .. }
            | Command::OpenText { .. }
            | Command::Explain(_)
            | Command::Query { .. }
            | Command::Study(_)
            | Command::Clusters(_)
            | Command::Sources { .. }
            | Command::Passages { .. }
            | Command::Seen(_)
            | Command::Rescan,
            None,
        ) => {}
    }
    LoopStep::Go
}
