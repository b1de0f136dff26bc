//! A terminal that runs a program: types, resizes, and waits for output.

use std::sync::{Arc, Condvar, Mutex, mpsc, mpsc::Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fmt::Write as _, io::Read, io::Write, num::NonZeroU16, path::Path, process::Command};

use portable_pty::{
    Child, CommandBuilder, ExitStatus, MasterPty, PtySize, SlavePty, native_pty_system,
};
use vt100::{Color, MouseProtocolEncoding, MouseProtocolMode, Parser, Screen};

/// Time after which a wait counts as hanging, long enough for slow and busy machines.
const PATIENCE: Duration = Duration::from_mins(1);
/// Interval of polls without a notification.
const LOOK: Duration = Duration::from_millis(5);

const SIP: usize = 64;

const FRAME_END: &[u8] = b"\x1b[?2026l";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Eager,
    /// The terminal reads a few bytes at a time.
    Slow,
    Stalled,
}

struct Written {
    reading: Reading,
    parser: Parser,
    raw: Vec<u8>,
    /// Frames in order.
    frames: Vec<String>,
    /// True if the terminal is closing, so that the reader must drop its handle.
    let_go: bool,
}

type Shared = Arc<(Mutex<Written>, Condvar)>;

/// Text, colours, bold, underlined, reversed, dim.
pub(crate) type Cell = (String, Color, Color, [bool; 4]);

pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    slave: Option<Box<dyn SlavePty + Send>>,
    keys: Option<Sender<Vec<u8>>>,
    threads: Vec<JoinHandle<()>>,
    /// `None` only after [`Terminal::close`].
    child: Option<Box<dyn Child + Send + Sync>>,
    shared: Shared,
}

/// Returns the program on a folder, in an environment without the tester's variables.
pub(crate) fn shingle(folder: &Path) -> CommandBuilder {
    let mut command = plain(env!("CARGO_BIN_EXE_shingle"));
    command.arg(folder);
    command
}

pub(crate) fn plain(program: &str) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    let removed = "NO_COLOR COLORTERM COLORFGBG VISUAL EDITOR SHINGLE_TEST_PANIC ENV BASH_ENV";
    for name in removed.split(' ') {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color");
    for name in ["CONFIG", "CACHE", "STATE", "DECISIONS", "PHRASES", "LOG"] {
        command.env(format!("SHINGLE_{name}"), "");
    }
    command
}

/// Returns a shell that runs a script, with the program in `$0` and the folder in `$1`.
pub(crate) fn shell(script: &str, folder: &Path) -> CommandBuilder {
    let mut shell = plain("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_shingle")]);
    shell.arg(folder);
    shell
}

impl Terminal {
    pub(crate) fn start(command: CommandBuilder, columns: u16, rows: u16) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        let [shown_rows, shown_columns] = shown(columns, rows);
        let shared: Shared = Arc::new((
            Mutex::new(Written {
                reading: Reading::Eager,
                parser: Parser::new(shown_rows, shown_columns, 0),
                raw: Vec::new(),
                frames: Vec::new(),
                let_go: false,
            }),
            Condvar::new(),
        ));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let theirs = Arc::clone(&shared);
        let reading = thread::spawn(move || read(&mut *reader, &theirs));
        let mut writer = pair.master.take_writer().unwrap();
        let (keys, typed) = mpsc::channel::<Vec<u8>>();
        let writing = thread::spawn(move || {
            for bytes in typed {
                if writer.write_all(&bytes).is_err() {
                    return;
                }
            }
        });
        Self {
            master: pair.master,
            slave: Some(pair.slave),
            keys: Some(keys),
            threads: vec![reading, writing],
            child: Some(child),
            shared,
        }
    }

    /// Starts a command, and waits until the screen has all these parts.
    pub(crate) fn ready(command: CommandBuilder, columns: u16, rows: u16, parts: &[&str]) -> Self {
        let terminal = Self::start(command, columns, rows);
        terminal.wait_for(parts);
        terminal
    }

    /// Opens a folder, and waits until the screen has all these parts.
    pub(crate) fn open(folder: &Path, columns: u16, rows: u16, parts: &[&str]) -> Self {
        Self::ready(shingle(folder), columns, rows, parts)
    }

    /// Sends bytes in the order of the calls, without waiting for the program to read.
    pub(crate) fn type_bytes(&self, bytes: &[u8]) {
        self.keys.as_ref().unwrap().send(bytes.to_vec()).unwrap();
    }

    pub(crate) fn type_text(&self, text: &str) {
        self.type_bytes(text.as_bytes());
    }

    pub(crate) fn type_until(&self, text: &str, parts: &[&str]) {
        self.type_text(text);
        self.wait_for(parts);
    }

    #[track_caller]
    pub(crate) fn quit(&mut self) {
        self.type_text("q");
        assert_eq!(self.status(), 0);
    }

    /// Changes how the terminal reads, from the next read on.
    pub(crate) fn read_as(&self, reading: Reading) {
        self.shared.0.lock().unwrap().reading = reading;
        self.shared.1.notify_all();
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let mut written = self.shared.0.lock().unwrap();
        let [shown_rows, shown_columns] = shown(columns, rows);
        written.parser.screen_mut().set_size(shown_rows, shown_columns);
        self.master.resize(size(columns, rows)).unwrap();
    }

    /// Waits until the screen `is_so`; after [`PATIENCE`], fails and prints the screen.
    pub(crate) fn wait(&self, what: &str, mut is_so: impl FnMut(&Screen) -> bool) {
        self.wait_written(what, |written| is_so(written.parser.screen()));
    }

    pub(crate) fn wait_for(&self, parts: &[&str]) {
        self.wait(&format!("the screen shows {parts:?}"), |screen| {
            let text = screen.contents();
            parts.iter().all(|part| text.contains(part))
        });
    }

    pub(crate) fn frames(&self) -> usize {
        self.shared.0.lock().unwrap().frames.len()
    }

    /// Skips the first `seen` frames. Finds frames that another frame replaced soon. Returns the frame's text.
    pub(crate) fn frame_after(
        &self,
        seen: usize,
        what: &str,
        is_so: impl Fn(&str) -> bool,
    ) -> String {
        let mut found = String::new();
        let mut next = seen;
        self.wait_written(what, |written| {
            let frames = written.frames.get(next..).unwrap_or_default();
            next = written.frames.len();
            let hit = frames.iter().find(|frame| is_so(frame));
            hit.is_some_and(|frame| {
                found.clone_from(frame);
                true
            })
        });
        found
    }

    pub(crate) fn wait_cells(&self, what: &str, wanted: &[Cell]) {
        self.wait(what, |screen| cells(screen) == wanted);
    }

    fn wait_written(&self, what: &str, mut is_so: impl FnMut(&Written) -> bool) {
        let start = Instant::now();
        let (lock, changed) = &*self.shared;
        let mut written = lock.lock().unwrap();
        while !is_so(&written) {
            let left = PATIENCE.saturating_sub(start.elapsed());
            if left.is_zero() {
                let text = written.parser.screen().contents();
                drop(written);
                panic!("waited in vain until {what}; the screen:\n{text}");
            }
            written = changed.wait_timeout(written, left).unwrap().0;
        }
    }

    pub(crate) fn text(&self) -> String {
        self.shared.0.lock().unwrap().parser.screen().contents()
    }

    pub(crate) fn raw(&self) -> Vec<u8> {
        self.shared.0.lock().unwrap().raw.clone()
    }

    /// Waits for a complete frame.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut found = Vec::new();
        self.wait_written("a frame is whole", |written| {
            found = cells(written.parser.screen());
            written.raw.ends_with(FRAME_END)
        });
        found
    }

    /// Returns the modes of the terminal, for comparison.
    pub(crate) fn modes(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        self.master.get_termios().expect("the terminal has modes")
    }

    /// Returns true if keys reach the program at once, without echo.
    pub(crate) fn is_raw(&self) -> bool {
        let mut modes = String::new();
        write!(modes, "{:?}", self.modes()).unwrap();
        !modes.contains("ICANON")
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.as_ref().unwrap().process_id().unwrap()
    }

    pub(crate) fn signal(&self, name: &str) {
        let process = self.process().to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status().unwrap();
        assert!(sent.success(), "kill -s {name} {process}");
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        self.child.as_mut().unwrap().try_wait().unwrap().is_none()
    }

    pub(crate) fn status(&mut self) -> u32 {
        self.ended_after(|_| ()).exit_code()
    }

    pub(crate) fn ended_after(&mut self, mut again: impl FnMut(&Self)) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.as_mut().unwrap().try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end; the screen:\n{}", self.text());
            again(self);
            thread::sleep(LOOK);
        }
    }

    /// Waits until the line discipline reads lines and handles the signal keys.
    pub(crate) fn wait_cooked(&self) {
        let start = Instant::now();
        while self.is_raw() {
            assert!(start.elapsed() < PATIENCE, "the line stays raw; the screen:\n{}", self.text());
            thread::sleep(LOOK);
        }
    }

    pub(crate) fn wait_end_of_raw(&self, end: &str) {
        let what = format!("the last it writes is {end:?}");
        self.wait_written(&what, |written| written.raw.ends_with(end.as_bytes()));
    }

    /// Waits for the terminal as before the program: main screen, cursor, no bracketed paste, no mouse.
    pub(crate) fn wait_given_back(&self) {
        self.wait("the terminal is given back", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == MouseProtocolMode::None
                && screen.mouse_protocol_encoding() == MouseProtocolEncoding::Default
        });
    }

    pub(crate) fn wait_taken(&self) {
        self.wait("the terminal is taken over", |screen| {
            screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste()
        });
    }

    /// Closes the terminal like its window. `stir` makes the program write once more.
    pub(crate) fn close(mut self, stir: &[u8]) -> Box<dyn Child + Send + Sync> {
        self.shared.0.lock().unwrap().let_go = true;
        self.shared.1.notify_all();
        self.type_bytes(stir);
        drop(self.slave.take());
        drop(self.keys.take());
        for thread in self.threads.drain(..) {
            thread.join().unwrap();
        }
        // Dropping `self` drops the master, the last handle of the terminal. The program must survive this.
        self.child.take().unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub(crate) fn ended(mut child: Box<dyn Child + Send + Sync>) -> u32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.exit_code();
        }
        assert!(start.elapsed() < PATIENCE, "it lives on without a terminal");
        thread::sleep(LOOK);
    }
}

fn cells(screen: &Screen) -> Vec<Cell> {
    let (rows, columns) = size_of(screen);
    let cell = |row, column| {
        let cell = screen.cell(row, column).unwrap();
        let text = if cell.has_contents() { cell.contents().to_string() } else { " ".into() };
        let marks = [cell.bold(), cell.underline(), cell.inverse(), cell.dim()];
        (text, cell.fgcolor(), cell.bgcolor(), marks)
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect()
}

fn read(reader: &mut dyn Read, shared: &Shared) {
    let mut buffer = [0; 1 << 14];
    let (lock, changed) = &**shared;
    let mut ends = 0;
    loop {
        let mut written = lock.lock().unwrap();
        while written.reading == Reading::Stalled && !written.let_go {
            written = changed.wait(written).unwrap();
        }
        let most = if written.reading == Reading::Slow { SIP } else { buffer.len() };
        drop(written);
        let Ok(count @ 1..) = reader.read(buffer.get_mut(..most).unwrap()) else {
            // The system may report the end of a terminal once before all bytes were read.
            ends += 1;
            if ends == 2 {
                return;
            }
            continue;
        };
        ends = 0;
        let mut written = lock.lock().unwrap();
        for byte in buffer.get(..count).unwrap() {
            written.raw.push(*byte);
            written.parser.process(std::slice::from_ref(byte));
            if *byte == b'l' && written.raw.ends_with(FRAME_END) {
                let frame = written.parser.screen().contents();
                written.frames.push(frame);
            }
        }
        changed.notify_all();
        if written.let_go {
            return;
        }
        let slow = written.reading == Reading::Slow;
        drop(written);
        if slow {
            thread::sleep(LOOK);
        }
    }
}

/// Returns the size of the terminal, at least one cell.
fn shown(columns: u16, rows: u16) -> [NonZeroU16; 2] {
    [rows, columns].map(|cells| NonZeroU16::new(cells).unwrap_or(NonZeroU16::MIN))
}

pub(crate) fn size_of(screen: &Screen) -> (u16, u16) {
    let (rows, columns) = screen.size();
    (rows.get(), columns.get())
}

const fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}
