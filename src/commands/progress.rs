//! A line on standard error that shows the progress of a command, and its removal when the command is interrupted.
//! Without a terminal it does nothing.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use shingle::base::{visible::visible, workers::start_thread};

/// Moves to the beginning of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// Whether the line is shown now. Only the holder of the lock on standard error changes it.
static STANDS: AtomicBool = AtomicBool::new(false);

/// The line of progress.
pub(crate) struct ProgressLine {
    is_shown: bool,
}

impl ProgressLine {
    /// Shows nothing yet. From now on, an interrupt clears the line before it ends the program.
    pub(crate) fn new() -> Self {
        let is_shown = std::io::stderr().is_terminal();
        // If this fails, an interrupt still ends the program, but leaves the line.
        if is_shown && let Ok(signals) = Signals::new([SIGINT, SIGTERM]) {
            let _ = start_thread(move || watch(signals));
        }
        Self { is_shown }
    }

    /// Shows what is being done, after `done` of `all` things.
    pub(crate) fn show_count(&self, what: &str, done: usize, all: usize) {
        self.show(&format!("{} ({} of {all})", visible(what), done + 1));
    }

    /// Shows what is being done.
    pub(crate) fn show(&self, what: &str) {
        if self.is_shown {
            let mut err = std::io::stderr().lock();
            STANDS.store(true, Ordering::SeqCst);
            let _ = write!(err, "{CLEAR}shingle: {what}; Ctrl-C ends it");
        }
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        if self.is_shown {
            let mut err = std::io::stderr().lock();
            STANDS.store(false, Ordering::SeqCst);
            let _ = write!(err, "{CLEAR}");
        }
    }
}

/// Waits for a signal and ends the program by it, so that the parent process learns which one. Unfinished work is
/// dropped.
fn watch(mut signals: Signals) {
    for signal in signals.forever() {
        // Holds the lock until the end, so no thread writes the line again.
        let mut err = std::io::stderr().lock();
        if STANDS.load(Ordering::SeqCst) {
            let _ = write!(err, "{CLEAR}");
        }
        let _ = emulate_default_handler(signal);
    }
}
