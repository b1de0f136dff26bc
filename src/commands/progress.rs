//! One line on standard error that says what is being done, and what becomes of it when the command is interrupted. It does
//! nothing where that is no terminal, and measures no progress itself.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use shingle::base::visible::visible;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// To the beginning of the line, which is emptied.
const CLEAR: &str = "\r\x1b[K";

/// Whether the line stands there now; changed only by whoever holds standard error.
static STANDS: AtomicBool = AtomicBool::new(false);

/// The line.
pub(crate) struct ProgressLine {
    is_shown: bool,
}

impl ProgressLine {
    /// Nothing is shown yet. From now on an interrupt clears the line before it ends the program.
    pub(crate) fn new() -> Self {
        let is_shown = std::io::stderr().is_terminal();
        // Where the system refuses, an interrupt ends the program all the same, and leaves the line.
        if is_shown && let Ok(signals) = Signals::new([SIGINT, SIGTERM]) {
            thread::spawn(move || watch(signals));
        }
        Self { is_shown }
    }

    /// One thing of `all` is being done, after `done` others.
    pub(crate) fn tell(&self, what: &str, done: usize, all: usize) {
        self.say(&format!("{} ({} of {all})", visible(what), done + 1));
    }

    /// Something is being done.
    pub(crate) fn say(&self, what: &str) {
        if self.is_shown {
            let mut err = std::io::stderr().lock();
            STANDS.store(true, Ordering::SeqCst);
            let _ = write!(err, "{CLEAR}shingle: {what}; Ctrl-C ends it");
        }
    }

    /// It is done.
    pub(crate) fn clear(&self) {
        if self.is_shown {
            let mut err = std::io::stderr().lock();
            STANDS.store(false, Ordering::SeqCst);
            let _ = write!(err, "{CLEAR}");
        }
    }
}

/// Ends the program by the signal that comes, so that whoever waits for it is told which: no work is waited for.
fn watch(mut signals: Signals) {
    for signal in signals.forever() {
        // Held to the end: nobody writes the line again.
        let mut err = std::io::stderr().lock();
        if STANDS.load(Ordering::SeqCst) {
            let _ = write!(err, "{CLEAR}");
        }
        let _ = emulate_default_handler(signal);
    }
}
