//! Reads the terminal and passes on what it says. It understands no key.

use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

use ratatui::crossterm::event;

use super::event::Event;
use super::terminal;

/// A terminal that says nothing is asked this often whether it is still there: one that has hung up is always readable
/// and never has anything to read, and nobody need send SIGHUP to a program that is not the first of its session.
const LOOK: Duration = Duration::from_secs(1);

/// Reads until the loop is gone or the terminal cannot be read. Runs on a thread of its own.
pub(crate) fn read(events: &Sender<Event>) {
    loop {
        let next = match next() {
            Ok(Some(input)) => Event::Input(input),
            Ok(None) if terminal::reads() => continue,
            Ok(None) | Err(_) => Event::InputLost,
        };
        let lost = matches!(next, Event::InputLost);
        super::faults::panic_if_asked("input");
        if events.send(next).is_err() || lost {
            return;
        }
    }
}

/// What the terminal says, `None` when it has said nothing for a while.
fn next() -> io::Result<Option<event::Event>> {
    if event::poll(LOOK)? { event::read().map(Some) } else { Ok(None) }
}
