//! Turns the system's signals into events, and ends the program by itself when the loop does not. It handles no key.

use std::fs::File;
use std::io::{self, Read as _};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, getpgid, getpgrp, getppid, getsid, kill_current_process_group};
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
            // The terminal is gone, or soon will be: whoever waits for the thread that reads it may wait for ever, so
            // nobody else is asked. Where the signal was sent by hand the terminal lives on, and is given back.
            SIGHUP => {
                terminal::silence();
                terminal::leave_if_there();
                signal_hook::low_level::exit(128 + SIGHUP);
            }
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

/// Whether somebody could let the program go on once it has stopped: above its process group stands a process of the same
/// session in a group of its own, as a shell with job control does. A wrapper such as `cargo run` may stand between, in
/// the same group. Otherwise the group is orphaned (POSIX 3.264), and who stops in it stops for good.
pub(crate) fn can_be_continued() -> bool {
    let (session, group) = (getsid(None), getpgrp());
    let mut ancestor = getppid();
    while let Some(process) = ancestor {
        if getsid(Some(process)) != session {
            return false;
        }
        if getpgid(Some(process)) != Ok(group) {
            return true;
        }
        ancestor = parent_of(process);
    }
    false
}

/// Stops the whole process group, so that a wrapper stops too and the shell takes over; returns when it goes on.
///
/// # Errors
/// When the system refuses.
pub(crate) fn stop() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::STOP)?)
}

/// The parent of another process, where the system tells: the second field behind the name in `/proc/PID/stat`.
fn parent_of(process: Pid) -> Option<Pid> {
    let mut stat = String::new();
    let path = format!("/proc/{}/stat", process.as_raw_nonzero());
    File::open(path).ok()?.take(4096).read_to_string(&mut stat).ok()?;
    let (_, behind_name) = stat.rsplit_once(')')?;
    Pid::from_raw(behind_name.split_whitespace().nth(1)?.parse().ok()?)
}

fn end(signal: i32, events: &Sender<Event>) {
    let status = 128_u8.saturating_add(u8::try_from(signal).unwrap_or(0));
    // A loop that waits for a stalled terminal goes on at once, with nothing more to write.
    terminal::silence();
    let _ = events.send(Event::End(status));
    thread::sleep(PATIENCE);
    terminal::leave();
    signal_hook::low_level::exit(i32::from(status));
}
