//! Takes the terminal over and gives it back as it was, whatever happens. It draws nothing.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, panic::PanicHookInfo, path::Path, time::Duration};

use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};

use shingle::base::{before_exit, guard::is_guarded, visible::visible};

use crate::tui::terminal::output::{
    make_room_for, open, open_path, restore, silence, write_patiently, write_within,
};

/// Alternate screen, hidden cursor, bracketed paste.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h";
/// Buttons and wheel, movement while a button is held, coordinates in digits.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";
/// Mouse modes that this program never sets. An editor that was killed may have left them on.
const OTHERS_OFF: &[u8] = b"\x1b[?1003l\x1b[?1005l\x1b[?1015l";
/// The reverse, after ending whatever was being drawn.
const LEAVE: &[u8] =
    b"\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";
/// How long taking the terminal over may wait for it.
const ENTER_PATIENCE: Duration = Duration::from_secs(2);

/// Whether this program has the terminal.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// Whether this program wants the mouse while it has the terminal.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// The modes of the terminal's line as the shell set them. The shell expects to find them again.
pub(crate) struct Modes(Option<Termios>);

impl Modes {
    /// The modes now.
    pub(crate) fn now() -> Self {
        Self(tcgetattr(io::stdin()).ok())
    }

    /// Restores them. The program that had the terminal may have been killed before it could.
    pub(crate) fn restore(&self) {
        if let Some(modes) = &self.0 {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
            let _ = write_patiently(OTHERS_OFF);
        }
    }
}

/// Whether there is a terminal to draw on and to read keys from.
pub(crate) fn terminal_present() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Whether keys can still come. After a hang-up they cannot.
pub(crate) fn reads() -> bool {
    io::stdin().is_terminal()
}

/// Takes the terminal over.
///
/// # Errors
/// The error of the terminal, which is then as it was.
pub(crate) fn enter() -> io::Result<()> {
    take_over(|bytes| write_within(bytes, ENTER_PATIENCE))
}

/// Takes the terminal back. Where it is stalled, it may read what shows the screen again later.
///
/// # Errors
/// As [`enter`].
pub(crate) fn reenter() -> io::Result<()> {
    take_over(|bytes| write_within(bytes, ENTER_PATIENCE).or_else(|_| make_room_for(bytes)))
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

/// Drops keys that were typed and not read. Keys that were meant for the editor are no commands of the screen, and half an
/// escape sequence would swallow the keys after it.
pub(crate) fn forget_typed() {
    // If standard input is no terminal, there is nothing to drop.
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
}

/// Sets whether this program wants the mouse from the next [`enter`] on.
pub(crate) fn want_mouse(on: bool) {
    MOUSE.store(on, Ordering::SeqCst);
}

/// The bytes that take the mouse, or give it to the terminal, at once.
pub(crate) const fn mouse_bytes(on: bool) -> &'static [u8] {
    if on { MOUSE_ON } else { MOUSE_OFF }
}

/// Gives the terminal back. Safe from any thread and any number of times. Never waits long.
pub(crate) fn leave() {
    leave_saying("");
}

/// Gives the terminal back with this line behind. Returns whether it was taken, and so has the line.
fn leave_saying(line: &str) -> bool {
    let was_taken = ENTERED.swap(false, Ordering::SeqCst);
    if was_taken {
        restore(&[LEAVE, line.as_bytes()].concat());
        let _ = disable_raw_mode();
    }
    was_taken
}

/// Whether the session still has its terminal. It has none after a hang-up, or when the leader of the session has ended.
pub(crate) fn is_there() -> bool {
    open_path(Path::new("/dev/tty")).is_some()
}

/// Gives the terminal back, unless it has hung up. Then it does not touch it or wait for it.
pub(crate) fn leave_if_there() {
    if open().is_some() {
        leave();
    }
}

/// After a panic in any thread, gives the terminal back, prints one line about it and ends the program with status 101.
/// Panics that are caught are values, and print nothing.
pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        if is_guarded() {
            return;
        }
        silence();
        let line = panic_line(info);
        if io::stderr().is_terminal() {
            // A stalled terminal would hold a write to standard error for ever.
            if !leave_saying(&format!("{line}\r\n")) {
                let _ = write_patiently(format!("{line}\n").as_bytes());
            }
        } else {
            leave();
            let _ = writeln!(io::stderr(), "{line}");
        }
        before_exit::do_all();
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

/// Gives the terminal back when dropped.
#[derive(Debug)]
pub(crate) struct Session;

impl Session {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// As [`enter`].
    pub(crate) fn start() -> io::Result<Self> {
        enter().map(|()| Self)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // What is left of a half-drawn frame must not be written after the terminal is given back.
        silence();
        leave();
    }
}
