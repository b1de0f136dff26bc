//! A progress line on standard error for long work on a terminal. The line is rewritten, and erased before any other
//! output or an interrupt.

use std::io::{IsTerminal as _, StderrLock, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{env, thread};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use shingle::base::{
    before_exit, lock::lock_mutex, numbers::format_with_commas, visible::make_visible,
    workers::start_thread,
};

const CLEAR: &str = "\r\x1b[K";
/// Time after which work shows a progress line.
const PATIENCE: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(100);
const ENOUGH: Duration = Duration::from_secs(1);

/// Only the thread that locks standard error may change `stands`.
static LINE: Mutex<Line> = Mutex::new(Line { is_on: false, work: None, stands: String::new() });

struct Line {
    is_on: bool,
    work: Option<Work>,
    stands: String,
}

struct Work {
    what: String,
    done: usize,
    /// Number of all units of work, or 0 if unknown.
    all: usize,
    /// Number of units done when the line first appeared, and that time.
    first: (usize, Instant),
}

impl Work {
    /// Formats `reading files (1,204 of 10,000), about 12 s left`.
    fn describe_work(&self, now: Instant) -> String {
        let (what, done) = (make_visible(&self.what), format_with_commas(self.done));
        let Some(rest) = self.all.checked_sub(self.done).filter(|_| self.all > 0) else {
            return if self.done > 0 { format!("{what} ({done})") } else { what.into_owned() };
        };
        let text = format!("{what} ({done} of {})", format_with_commas(self.all));
        let (first, since) = self.first;
        let (passed, new) = (now.saturating_duration_since(since), self.done.saturating_sub(first));
        if passed < ENOUGH || new == 0 || rest == 0 {
            return text;
        }
        let seconds = (passed.as_millis() * rest as u128).div_ceil(1000 * new as u128);
        let left = match seconds {
            0..=99 => format!("{seconds} s"),
            100..=5999 => format!("{} min", seconds.div_ceil(60)),
            _ => format!("{} h", seconds.div_ceil(3600)),
        };
        format!("{text}, about {left} left")
    }
}

/// Makes signals that end the program erase the line and temporary files. A signal that is ignored, as under `nohup`,
/// stays ignored.
pub(crate) fn clean_up_on_signals() {
    let ignored = before_exit::ignored_signals();
    let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    let ending = signals.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    // After a failure, a signal still ends the program, but leaves the line and files.
    if let Ok(signals) = Signals::new(ending) {
        let _ = start_thread(move || watch_signals(signals));
    }
}

pub(crate) fn begin_progress() {
    let has_no_line = |term: &std::ffi::OsString| term == "dumb" || term.is_empty();
    if !std::io::stderr().is_terminal() || env::var_os("TERM").as_ref().is_none_or(has_no_line) {
        return;
    }
    let draws = start_thread(|| {
        thread::sleep(PATIENCE);
        while redraw_progress() {
            thread::sleep(PAUSE);
        }
    });
    lock_mutex(&LINE).is_on = draws.is_ok();
}

/// Shows the progress of `what`; `all` is 0 if unknown.
pub(crate) fn show_progress(what: &str, done: usize, all: usize) {
    let mut line = lock_mutex(&LINE);
    if !line.is_on {
        return;
    }
    match &mut line.work {
        Some(work) if work.all == all && work.done <= done && (all > 0 || work.what == what) => {
            work.done = done;
            if work.what != what {
                work.what = what.to_string();
            }
        }
        work => {
            let first = (done, Instant::now());
            *work = Some(Work { what: what.to_string(), done, all, first });
        }
    }
}

pub(crate) fn end_progress() {
    let _err = clear_line_and_lock();
    lock_mutex(&LINE).is_on = false;
}

/// Returns standard error for a message, with the line erased. Further work draws the line again.
pub(crate) fn clear_line_and_lock() -> StderrLock<'static> {
    let mut err = std::io::stderr().lock();
    let mut line = lock_mutex(&LINE);
    if !line.stands.is_empty() {
        line.stands.clear();
        let _ = write!(err, "{CLEAR}");
    }
    err
}

/// Draws the progress line, or returns false after its end.
fn redraw_progress() -> bool {
    let mut err = std::io::stderr().lock();
    let mut line = lock_mutex(&LINE);
    if let (true, Some(work)) = (line.is_on, &line.work) {
        let text = format!("shingle: {}; Ctrl-C ends it", work.describe_work(Instant::now()));
        // A longer line would wrap, and only its end would be erased.
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| columns);
        let text: String = text.chars().take(usize::from(columns.max(2)) - 1).collect();
        if text != line.stands {
            let _ = write!(err, "{CLEAR}{text}");
            line.stands = text;
        }
    }
    line.is_on
}

/// Ends the program by the received signal, so that the parent process sees the signal. Unfinished work is dropped.
fn watch_signals(mut signals: Signals) {
    for signal in signals.forever() {
        // Locked until the end, so that no thread writes the line again.
        let _err = clear_line_and_lock();
        before_exit::run_tasks();
        let _ = emulate_default_handler(signal);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Work;

    #[test]
    fn the_time_left_is_told_when_it_is_known() {
        let since = Instant::now();
        let said = |done, all, seconds| {
            let work = Work { what: "reading".to_string(), done, all, first: (10, since) };
            work.describe_work(since + Duration::from_secs(seconds))
        };
        assert_eq!(said(0, 0, 9), "reading");
        assert_eq!(said(1204, 0, 9), "reading (1,204)");
        assert_eq!(said(30, 20, 9), "reading (30)");
        assert_eq!(said(10, 20, 9), "reading (10 of 20)");
        assert_eq!(said(20, 20, 9), "reading (20 of 20)");
        assert_eq!(said(15, 2015, 0), "reading (15 of 2,015)");
        assert_eq!(said(20, 40, 5), "reading (20 of 40), about 10 s left");
        assert_eq!(said(20, 320, 10), "reading (20 of 320), about 5 min left");
        assert_eq!(said(20, 10_020, 10), "reading (20 of 10,020), about 3 h left");
    }
}
