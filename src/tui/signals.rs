//! Turns the system's signals into events, and ends the program by itself when the loop does not. It handles no key.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::event::Event;
use super::terminal;

/// The loop has this long to end by itself.
const PATIENCE: Duration = Duration::from_millis(400);

/// Takes over the signals, so that none of them can end the program with the terminal in disorder.
///
/// # Errors
/// When the system refuses.
pub(crate) fn register() -> io::Result<Signals> {
    Signals::new([SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT])
}

/// Waits for signals until the program ends. Runs on a thread of its own.
pub(crate) fn watch(mut signals: Signals, events: &Sender<Event>) {
    for signal in signals.forever() {
        match signal {
            // The terminal is gone: whoever writes to it, or waits for the thread that reads it, may wait for ever.
            SIGHUP => signal_hook::low_level::exit(128 + SIGHUP),
            SIGTSTP => {
                let _ = events.send(Event::Stop);
            }
            SIGCONT => {
                let _ = events.send(Event::Continue);
            }
            ending => end(ending, events),
        }
    }
}

fn end(signal: i32, events: &Sender<Event>) {
    let status = 128 + signal;
    // A loop that waits for a stalled terminal goes on at once, with nothing more to write.
    terminal::silence();
    let _ = events.send(Event::End(status as u8));
    thread::sleep(PATIENCE);
    terminal::leave();
    signal_hook::low_level::exit(status);
}
