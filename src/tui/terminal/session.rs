//! Takes the terminal over and restores it, also after a panic.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, panic::PanicHookInfo, path::Path, time::Duration};

use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};

use shingle::base::{before_exit, guard::is_guarded, visible::visible};

use crate::tui::terminal::output::{
    drop_unread_for, open_path, open_terminal, restore, stop_frames, write_patiently, write_within,
};

/// Alternate screen, hidden cursor, bracketed paste.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h";
/// Buttons and wheel, movement while a button is held, coordinates in digits.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";
/// Mouse modes that this program never sets. An editor that was killed may have left them on.
const OTHERS_OFF: &[u8] = b"\x1b[?1003l\x1b[?1005l\x1b[?1015l";
/// The reverse of `ENTER` and `MOUSE_ON`, after ending an unfinished frame.
const LEAVE: &[u8] =
    b"\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";
/// Longest wait for a terminal to be taken over.
const ENTER_PATIENCE: Duration = Duration::from_secs(2);

/// True while this program has the terminal.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// True if this program wants the mouse while it has the terminal.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// The modes of the terminal's line as the shell set them. The shell expects to find them again.
pub(crate) struct Modes(Option<Termios>);

impl Modes {
    pub(crate) fn current() -> Self {
        Self(tcgetattr(io::stdin()).ok())
    }

    /// Restores the modes. The program that had the terminal may have been killed before it could.
    pub(crate) fn restore(&self) {
        if let Some(modes) = &self.0 {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
            let _ = write_patiently(OTHERS_OFF);
        }
    }
}

/// Returns true if there is a terminal for drawing and for reading keys.
pub(crate) fn is_terminal_present() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Returns true if keys can still arrive. After a hang-up they cannot.
pub(crate) fn can_read_keys() -> bool {
    io::stdin().is_terminal()
}

/// Takes the terminal over.
///
/// # Errors
/// The error of the terminal, which is then as it was.
pub(crate) fn enter() -> io::Result<()> {
    take_over(|bytes| write_within(bytes, ENTER_PATIENCE))
}

/// Takes the terminal back. A stalled terminal may read the bytes that show the screen later.
pub(crate) fn reenter() -> io::Result<()> {
    take_over(|bytes| write_within(bytes, ENTER_PATIENCE).or_else(|_| drop_unread_for(bytes)))
}

fn take_over(write: impl FnOnce(&[u8]) -> io::Result<()>) -> io::Result<()> {
    ENTERED.store(true, Ordering::SeqCst);
    let mouse = if MOUSE.load(Ordering::SeqCst) { MOUSE_ON } else { b"" };
    let entered = enable_raw_mode().and_then(|()| write(&[ENTER, mouse].concat()));
    if entered.is_err() {
        leave();
    }
    entered
}

/// Drops typed keys that were not read. Keys meant for the editor must not command the screen. Half an escape
/// sequence would swallow the keys after it.
pub(crate) fn drop_typed_keys() {
    // Fails harmlessly if standard input is no terminal.
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
}

/// Sets whether this program wants the mouse from the next [`enter`] on.
pub(crate) fn set_mouse(on: bool) {
    MOUSE.store(on, Ordering::SeqCst);
}

/// Returns the bytes that give the mouse to this program, or to the terminal.
pub(crate) const fn mouse_bytes(on: bool) -> &'static [u8] {
    if on { MOUSE_ON } else { MOUSE_OFF }
}

/// Gives the terminal back. Safe from any thread and any number of times. Never waits long.
pub(crate) fn leave() {
    leave_and_print("");
}

/// Gives the terminal back and writes `line` after it. Returns true if the program had the terminal, and the line was
/// written.
fn leave_and_print(line: &str) -> bool {
    let was_taken = ENTERED.swap(false, Ordering::SeqCst);
    if was_taken {
        restore(&[LEAVE, line.as_bytes()].concat());
        let _ = disable_raw_mode();
    }
    was_taken
}

/// Returns true if the session still has its terminal. A hang-up, or the end of the session's leader, takes the
/// terminal away.
pub(crate) fn has_terminal() -> bool {
    open_path(Path::new("/dev/tty")).is_some()
}

/// Gives the terminal back. After a hang-up, leaves the terminal alone and does not wait.
pub(crate) fn leave_if_there() {
    if open_terminal().is_some() {
        leave();
    }
}

/// After a panic in any thread, gives the terminal back, prints one line and ends the program with status 101. Caught
/// panics are values, and print no line.
pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        if is_guarded() {
            return;
        }
        stop_frames();
        let line = panic_line(info);
        if io::stderr().is_terminal() {
            // A stalled terminal would block a write to standard error for ever.
            if !leave_and_print(&format!("{line}\r\n")) {
                let _ = write_patiently(format!("{line}\n").as_bytes());
            }
        } else {
            leave();
            let _ = writeln!(io::stderr(), "{line}");
        }
        before_exit::run_tasks();
        signal_hook::low_level::exit(101);
    }));
}

fn panic_line(info: &PanicHookInfo<'_>) -> String {
    let place =
        info.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
    let payload = info.payload();
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    format!("shingle: internal error{place}: {}", visible(text))
}

#[derive(Debug)]
pub(crate) struct Session;

impl Session {
    pub(crate) fn start() -> io::Result<Self> {
        enter().map(|()| Self)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The rest of a half-drawn frame must not be written after the terminal is given back.
        stop_frames();
        leave();
    }
}
