//! Reads the terminal and passes on what it says. It understands no key.

use std::sync::mpsc::Sender;

use ratatui::crossterm::event;

use super::event::Event;

/// Reads until the loop is gone or the terminal cannot be read. Runs on a thread of its own.
pub(crate) fn read(events: &Sender<Event>) {
    loop {
        let next = event::read().map_or(Event::InputLost, Event::Input);
        let lost = matches!(next, Event::InputLost);
        super::faults::panic_if_asked("input");
        if events.send(next).is_err() || lost {
            return;
        }
    }
}
