//! Takes the terminal over, draws on it, reads it, and gives it back.
//!
//! **Writing.** Frames go through a separate handle on `/dev/tty` that never blocks in the kernel
//! (`tui::terminal::output`). A stalled terminal thus delays drawing, but no signal. If the terminal takes no byte for
//! a second, the frame is cut off, so that keys act, `q` too. From then on each frame is tried once. When the terminal
//! reads again, everything is redrawn. If the terminal takes no byte when the program leaves, its unread bytes are
//! dropped (`tcflush`). After a cut frame, a CAN ends the cut sequence. A thread waits for signals and restores the terminal if the loop
//! does not do so in time.
//!
//! **Reading.** crossterm's `use-dev-tty` waits level-triggered. Its other mode loses a key that arrives together with
//! a resize.
//!
//! **Lending.** `tui::terminal::editor` builds the command of the editor. While the editor runs, the thread that reads
//! keys waits at a gate, so it takes no key from the editor. Signals of the terminal's keys are left to the editor, but
//! a stop stops both. If a signal asks the program to end, the screen waits for the editor, which may hold unsaved
//! text. A second request ends the screen at once. After the editor, the screen takes the terminal back and redraws
//! everything. Only `tui::terminal` turns the mouse modes on and off, together with the terminal.
//!
//! **The colour of the page.** If the environment does not give the colour, the terminal is asked once, before the
//! first frame (OSC 11, `tui::terminal::input`). The answer is an event, and the next frame has other colours.
//! crossterm 0.29 turns the answer into keys: Alt and `]`, then letters. The thread that reads keys removes these keys
//! (`AnswerFilter`), however late and in whatever parts they arrive. All other keys pass in their order. A lone Esc may
//! begin an answer, so it is held back for 50 ms until an answer has arrived. A program that leaves within 300 ms waits
//! as long for the answer, because the shell would take the answer for typed text. `terminal-colorsaurus` is not used:
//! it reads the terminal itself until the answer arrives, and drops earlier keys. It skips to the first ESC, and takes
//! an arrow key for the answer of a terminal without colours.

pub(crate) mod editor;
pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod signals;

use std::{
    io, io::IsTerminal, io::Write, panic::PanicHookInfo, sync::atomic::AtomicBool,
    sync::atomic::Ordering, time::Duration,
};

use ratatui::{crossterm::terminal::disable_raw_mode, crossterm::terminal::enable_raw_mode};
use rustix::process::{Resource, getrlimit};
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};

use shingle::{base::before_exit, base::guard::is_catching_panics, base::visible::make_visible};

use crate::tui::terminal::output::{
    drop_output_and_write, restore_terminal, stop_frame_output, write_until_done, write_within,
};

// Checks limits of the system before the screen starts. A limit reached later would end the program before it restores
// the terminal.

/// Minimum number of open files that the limit must allow: for the terminal, its signals and the folder.
const FILES: u64 = 16;
/// Minimum memory that must be available before a screen starts, in bytes.
const MEMORY: usize = 32 << 20;

/// Returns an error if a limit is too low for a screen.
pub(crate) fn check_limits() -> Result<(), String> {
    if let Some(files) = getrlimit(Resource::Nofile).current.filter(|files| *files < FILES) {
        return Err(format!("the limit of open files is {files}; raise it: ulimit -n 1024"));
    }
    let limit = getrlimit(Resource::As).current;
    match limit.filter(|_| Vec::<u8>::new().try_reserve_exact(MEMORY).is_err()) {
        Some(limit) => Err(format!(
            "the limit of memory, {} MiB, leaves too little; raise it: ulimit -v unlimited",
            limit >> 20
        )),
        None => Ok(()),
    }
}

// Takes the terminal over and restores it, also after a panic.

/// Sequences that enter the alternate screen, hide the cursor and turn bracketed paste on.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h";
/// Sequences that make the terminal report buttons, wheel and dragging, with coordinates as digits.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// Sequences that turn off mouse modes of other programs. A killed editor may have left them on.
const OTHERS_OFF: &[u8] = b"\x1b[?1003l\x1b[?1005l\x1b[?1015l";
/// Sequences that revert `ENTER` and `MOUSE_ON`, after the end of a frame that was cut off.
const LEAVE: &[u8] =
    b"\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";
/// Maximum wait for the terminal to take the bytes that show the screen.
const ENTER_PATIENCE: Duration = Duration::from_secs(2);

/// True while this program has the terminal.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// True if this program uses the mouse while it has the terminal.
static MOUSE: AtomicBool = AtomicBool::new(false);

/// The modes of the terminal's line as the shell set them, to restore for the shell.
pub(crate) struct Modes(Option<Termios>);

impl Modes {
    pub(crate) fn current() -> Self {
        Self(tcgetattr(io::stdin()).ok())
    }

    /// Restores the modes. A killed program cannot restore them itself.
    pub(crate) fn restore(&self) {
        if let Some(modes) = &self.0 {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
            let _ = write_until_done(OTHERS_OFF);
        }
    }
}

/// Returns true if there is a terminal for drawing and for reading keys.
pub(crate) fn is_terminal_present() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Returns true if keys can still arrive. False after a hang-up.
pub(crate) fn can_read_keys() -> bool {
    io::stdin().is_terminal()
}

/// Takes the terminal back. If the terminal is stalled, it may show the screen later.
pub(crate) fn reenter_screen() -> io::Result<()> {
    enter_and_write(|bytes| {
        write_within(bytes, ENTER_PATIENCE).or_else(|_| drop_output_and_write(bytes))
    })
}

fn enter_and_write(write: impl FnOnce(&[u8]) -> io::Result<()>) -> io::Result<()> {
    ENTERED.store(true, Ordering::SeqCst);
    let mouse = if MOUSE.load(Ordering::SeqCst) { MOUSE_ON } else { b"" };
    let entered = enable_raw_mode().and_then(|()| write(&[ENTER, mouse].concat()));
    if entered.is_err() {
        leave_screen();
    }
    entered
}

/// Drops typed keys that were not read. Keys for the editor must not act on the screen, and half an escape sequence
/// would make the next keys unreadable.
pub(crate) fn drop_unread_keys() {
    // Fails harmlessly if standard input is no terminal.
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
}

/// Gives the terminal back. Any thread may call this at any time and repeatedly. Waits only briefly.
pub(crate) fn leave_screen() {
    leave_and_print("");
}

/// Gives the terminal back and then writes `line`. Returns true if the program had the terminal and the line was
/// written.
fn leave_and_print(line: &str) -> bool {
    let was_taken = ENTERED.swap(false, Ordering::SeqCst);
    if was_taken {
        restore_terminal(&[LEAVE, line.as_bytes()].concat());
        let _ = disable_raw_mode();
    }
    was_taken
}

/// After a panic in any thread, gives the terminal back, prints one line and ends the program with status 101. Caught
/// panics are values, and print no line.
pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        if is_catching_panics() {
            return;
        }
        stop_frame_output();
        let line = panic_line(info);
        if io::stderr().is_terminal() {
            // A stalled terminal would block a write to standard error for ever.
            if !leave_and_print(&format!("{line}\r\n")) {
                let _ = write_until_done(format!("{line}\n").as_bytes());
            }
        } else {
            leave_screen();
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
    format!("shingle: internal error{place}: {}", make_visible(text))
}

pub(crate) struct Session;

impl Session {
    /// Takes the terminal over, with the mouse on request. After an error the terminal has its former state.
    pub(crate) fn start(mouse: bool) -> io::Result<Self> {
        MOUSE.store(mouse, Ordering::SeqCst);
        enter_and_write(|bytes| write_within(bytes, ENTER_PATIENCE)).map(|()| Self)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Stops first, so that the rest of a half-drawn frame is not written to the shell's screen.
        stop_frame_output();
        leave_screen();
    }
}
