//! Converts signals of the system into events. Ends the program if the event loop does not react.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{io, path::Path, sync::Mutex, sync::mpsc::Sender, thread};

use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use shingle::base::before_exit;

use crate::tui::messages::Event;
use crate::tui::terminal::leave_screen;
use crate::tui::terminal::output::{open_path, open_terminal, stop_frame_output};

/// Maximum time for the event loop to end the program.
const PATIENCE: Duration = Duration::from_millis(300);

/// True while an editor has the terminal. Signals of the terminal's keys are then for the editor.
static LENT: AtomicBool = AtomicBool::new(false);

/// Time at which the editor gave the terminal back.
static GIVEN_BACK: Mutex<Option<Instant>> = Mutex::new(None);
/// Maximum delay of an interrupt that ended an editor: it may reach the signal thread after the editor's end.
const LATE: Duration = Duration::from_millis(500);

pub(crate) fn set_editor_running(is_lent: bool) {
    if !is_lent && let Ok(mut given_back) = GIVEN_BACK.lock() {
        *given_back = Some(Instant::now());
    }
    LENT.store(is_lent, Ordering::SeqCst);
}

/// True after the first request to end while an editor had the terminal.
static AWAITS_EDITOR: AtomicBool = AtomicBool::new(false);

/// Returns true if ending must wait for an editor, which may hold unsaved text. Otherwise editor and shell would share
/// the terminal. The second request does not wait.
fn must_wait_for_editor() -> bool {
    LENT.load(Ordering::SeqCst) && !AWAITS_EDITOR.swap(true, Ordering::SeqCst)
}

/// Returns true if an interrupt was for an editor that has the terminal, or had it a moment ago.
fn is_interrupt_for_child_program() -> bool {
    let late = || GIVEN_BACK.lock().is_ok_and(|at| at.is_some_and(|at| at.elapsed() < LATE));
    LENT.load(Ordering::SeqCst) || late()
}

/// Takes over the signals, so that no signal ends the program before it restores the terminal.
pub(crate) fn take_signals() -> io::Result<Signals> {
    Signals::new([SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT])
}

/// Waits for signals until the program ends. Runs on a separate thread.
pub(crate) fn watch_signals(mut signals: Signals, events: &Sender<Event>) {
    for signal in signals.forever() {
        match signal {
            // The terminal is gone, or soon will be. Waiting for the thread that reads it could last for ever, so this
            // thread ends the program itself. If a user sent the signal, the terminal still exists and is given back.
            SIGHUP if open_path(Path::new("/dev/tty")).is_none() || !must_wait_for_editor() => {
                stop_frame_output();
                if open_terminal().is_some() {
                    leave_screen();
                }
                exit_at_once(128 + SIGHUP);
            }
            SIGINT | SIGQUIT if is_interrupt_for_child_program() => {}
            SIGCONT if LENT.load(Ordering::SeqCst) => {}
            // The editor stops itself, and the shell waits for the whole group.
            SIGTSTP if LENT.load(Ordering::SeqCst) => {
                if can_be_continued() {
                    let _ = stop_process_group();
                }
            }
            SIGTSTP => {
                let _ = events.send(Event::Stop);
            }
            SIGCONT => {
                let _ = events.send(Event::Continue);
            }
            // The loop handles this event after the editor has ended.
            SIGHUP => {
                let _ = events.send(Event::End(exit_status(SIGHUP)));
            }
            SIGTERM if must_wait_for_editor() => {
                let _ = events.send(Event::End(exit_status(SIGTERM)));
            }
            ending => exit_on_signal(ending, events),
        }
    }
}

pub(crate) fn can_be_continued() -> bool {
    i32::try_from(std::process::id()).is_ok_and(|own| has_job_control(own, process_relations))
}

/// Parent, group and session of a process. A group or session that began outside the process's container is 0.
struct ProcessRelations {
    parent: i32,
    group: i32,
    session: i32,
}

/// Returns true if an ancestor in the same session is in another process group, like a shell with job control. A
/// wrapper such as `cargo run` may be between them, in the same group. Without such an ancestor the group is orphaned
/// (POSIX 3.264), and nothing continues a stopped process.
fn has_job_control(process: i32, kin_of: impl Fn(i32) -> Option<ProcessRelations>) -> bool {
    let Some(own) = kin_of(process) else { return false };
    let mut ancestor = own.parent;
    while ancestor > 0 {
        let Some(kin) = kin_of(ancestor) else { return false };
        if kin.session != own.session {
            return false;
        }
        if kin.group != own.group {
            return true;
        }
        ancestor = kin.parent;
    }
    false
}

/// Stops the whole process group with its wrapper, so that the shell takes over. Returns when the shell continues the
/// group.
pub(crate) fn stop_process_group() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::STOP)?)
}

/// Reads `/proc` instead of using system calls. Process ids of rustix 1.1 cannot be 0, but a session that began outside
/// this container has the id 0. A failed assertion would then end the program.
#[cfg(target_os = "linux")]
fn process_relations(process: i32) -> Option<ProcessRelations> {
    use std::io::Read as _;
    let mut stat = String::new();
    std::fs::File::open(format!("/proc/{process}/stat"))
        .ok()?
        .take(4096)
        .read_to_string(&mut stat)
        .ok()?;
    // The name is in brackets and may contain any character. State, parent, group and session follow.
    let (_, behind_name) = stat.rsplit_once(')')?;
    let mut fields = behind_name.split_whitespace().skip(1).map(|field| field.parse().ok());
    Some(ProcessRelations {
        parent: fields.next()??,
        group: fields.next()??,
        session: fields.next()??,
    })
}

/// Uses system calls, which do not return the parent of another process.
#[cfg(not(target_os = "linux"))]
fn process_relations(process: i32) -> Option<ProcessRelations> {
    use rustix::process::{Pid, getpgid, getpid, getppid, getsid};
    let pid = Pid::from_raw(process)?;
    let parent = if pid == getpid() { Pid::as_raw(getppid()) } else { 0 };
    let (group, session) = (getpgid(Some(pid)).ok()?, getsid(Some(pid)).ok()?);
    Some(ProcessRelations {
        parent,
        group: group.as_raw_nonzero().get(),
        session: session.as_raw_nonzero().get(),
    })
}

/// Runs all registered cleanup, then ends the program.
fn exit_at_once(status: i32) -> ! {
    before_exit::run_tasks();
    signal_hook::low_level::exit(status)
}

/// Returns the exit status after a signal, as shells define it.
fn exit_status(signal: i32) -> u8 {
    128_u8.saturating_add(u8::try_from(signal).unwrap_or(0))
}

fn exit_on_signal(signal: i32, events: &Sender<Event>) {
    let status = exit_status(signal);
    // A loop that waits for a stalled terminal continues at once and writes no more bytes.
    stop_frame_output();
    let _ = events.send(Event::End(status));
    thread::sleep(PATIENCE);
    leave_screen();
    exit_at_once(i32::from(status));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Process 3 under 2 under 1, each with its group and session.
    fn continued(one: (i32, i32), two: (i32, i32), three: (i32, i32)) -> bool {
        has_job_control(3, |process| {
            let (group, session) = [one, two, three][usize::try_from(process - 1).unwrap()];
            Some(ProcessRelations { parent: process - 1, group, session })
        })
    }

    #[test]
    fn a_shell_with_job_control_continues_the_group_it_made() {
        assert!(continued((1, 1), (1, 1), (3, 1)));
        assert!(continued((1, 1), (2, 1), (2, 1)), "a wrapper in the same group stands between");
        assert!(!continued((1, 1), (1, 1), (3, 3)), "the first of a session");
        assert!(!continued((0, 0), (0, 0), (3, 3)), "the parent is outside the container");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_kernel_says_who_the_parent_is() {
        let own = i32::try_from(std::process::id()).unwrap();
        let parent = rustix::process::getppid().map_or(0, |parent| parent.as_raw_nonzero().get());
        assert_eq!(process_relations(own).unwrap().parent, parent);
    }
}
