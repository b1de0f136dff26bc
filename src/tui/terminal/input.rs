//! Reads the terminal and passes on what it says. It understands no key.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use ratatui::crossterm::event;
use signal_hook::consts::SIGWINCH;

use crate::tui::event_loop::event::Event;

use super::session;

/// A terminal that says nothing is asked this often whether it is still there: one that has hung up is always readable
/// and never has anything to read, and nobody need send SIGHUP to a program that is not the first of its session.
const LOOK: Duration = Duration::from_secs(1);

/// Whoever reads waits this long at most until it is heard; the loop does not wait longer for it.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Whether reading shall rest, and whether it does.
struct Gate {
    closed: bool,
    rests: bool,
}

static GATE: Mutex<Gate> = Mutex::new(Gate { closed: false, rests: false });
static CHANGED: Condvar = Condvar::new();

/// Lets somebody else read the terminal: returns when nothing here does any more.
pub(crate) fn rest() {
    let mut gate = GATE.lock().unwrap_or_else(PoisonError::into_inner);
    gate.closed = true;
    // A new size is something to read: who waits for keys wakes up, and finds the gate closed.
    let _ = signal_hook::low_level::raise(SIGWINCH);
    let _ = CHANGED.wait_timeout_while(gate, PATIENCE, |gate| !gate.rests);
}

/// Goes on reading.
pub(crate) fn resume() {
    GATE.lock().unwrap_or_else(PoisonError::into_inner).closed = false;
    CHANGED.notify_all();
}

fn pass_gate() {
    let mut gate = GATE.lock().unwrap_or_else(PoisonError::into_inner);
    while gate.closed {
        gate.rests = true;
        CHANGED.notify_all();
        gate = CHANGED.wait(gate).unwrap_or_else(PoisonError::into_inner);
    }
    gate.rests = false;
}

/// Reads until the loop is gone or the terminal cannot be read. Runs on a thread of its own.
pub(crate) fn read(events: &Sender<Event>) {
    loop {
        pass_gate();
        let next = match next() {
            Ok(Some(input)) => Event::Input(input),
            Ok(None) if session::reads() => continue,
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
