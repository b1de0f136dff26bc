//! Reads the terminal and passes its events on.

use std::sync::{Condvar, Mutex, PoisonError, mpsc::Sender};
use std::{io, time::Duration};

use ratatui::crossterm::event;
use rustix::process::getppid;
use signal_hook::consts::SIGWINCH;

use shingle::base::{faults::panic_if_asked, lock::locked};

use crate::tui::messages::Event;
use crate::tui::terminal::page_colour::{AnswerFilter, Sifted, record_answer};
use crate::tui::terminal::{output, session};

/// Time between two checks of a silent terminal. A terminal that has hung up is always readable and returns no bytes. A
/// program that does not lead its session may get no SIGHUP. No signal reports the end of the parent.
const LOOK: Duration = Duration::from_millis(500);

/// Longest wait for the reading thread to pause before the terminal is lent.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Shared state: `closed` asks the reading thread to pause, `rests` is true while it pauses.
struct Gate {
    closed: bool,
    rests: bool,
}

static GATE: Mutex<Gate> = Mutex::new(Gate { closed: false, rests: false });
static CHANGED: Condvar = Condvar::new();

/// Lets another program read the terminal. Returns when the reading thread pauses, or after `PATIENCE`.
pub(crate) fn pause_reading() {
    let mut gate = locked(&GATE);
    gate.closed = true;
    // A resize is an event too. The event wakes the thread that waits for keys, and the thread finds the gate closed.
    let _ = signal_hook::low_level::raise(SIGWINCH);
    let _ = CHANGED.wait_timeout_while(gate, PATIENCE, |gate| !gate.rests);
}

pub(crate) fn resume_reading() {
    locked(&GATE).closed = false;
    CHANGED.notify_all();
}

fn pass_gate() {
    let mut gate = locked(&GATE);
    while gate.closed {
        gate.rests = true;
        CHANGED.notify_all();
        gate = CHANGED.wait(gate).unwrap_or_else(PoisonError::into_inner);
    }
    gate.rests = false;
}

/// Records, when dropped, that the reading thread has ended.
struct Reads;

impl Drop for Reads {
    fn drop(&mut self) {
        *locked(&GATE) = Gate { closed: false, rests: true };
        CHANGED.notify_all();
    }
}

/// Reads until the loop is gone or the terminal is unreadable. Runs on a separate thread. `awaits` is true if the
/// terminal was asked for the colour of its page.
pub(crate) fn read_events(events: &Sender<Event>, awaits: bool) {
    let parent = getppid();
    let _reads = Reads;
    let mut filter = AnswerFilter::new(awaits);
    loop {
        pass_gate();
        let patience = filter.waiting_time();
        let passed = match next(patience.unwrap_or(LOOK)) {
            Ok(Some(input)) => {
                let Sifted { events, ground } = filter.filter_event(input);
                if ground.is_some() {
                    record_answer();
                }
                let inputs = events.into_iter().map(Event::Input);
                inputs.chain(ground.map(Event::Ground)).collect()
            }
            Ok(None) if patience.is_some() => {
                filter.release_held().into_iter().map(Event::Input).collect()
            }
            // If the parent has ended, no process waits for this program, and another program may read the same keys.
            Ok(None) if session::can_read_keys() && getppid() == parent => continue,
            Ok(None) | Err(_) => vec![Event::InputLost],
        };
        for next in passed {
            let lost = matches!(next, Event::InputLost);
            if lost {
                // A loop that waits for a stalled terminal stops waiting.
                output::stop_frames();
            }
            panic_if_asked("input");
            if events.send(next).is_err() || lost {
                return;
            }
        }
    }
}

/// Returns the next event of the terminal. `None` if no event arrives within `patience`.
fn next(patience: Duration) -> io::Result<Option<event::Event>> {
    if event::poll(patience)? { event::read().map(Some) } else { Ok(None) }
}
