//! What the terminal is sent: frames, and what takes the terminal over and gives it back. It draws nothing.

use std::fs::{File, OpenOptions};
use std::os::unix::{ffi::OsStrExt as _, fs::OpenOptionsExt};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};
use std::{ffi::OsStr, io, io::Write, mem::take, path::Path, thread};

use rustix::termios::{QueueSelector, tcflush, ttyname};

use shingle::base::lock::locked;

/// A terminal that takes no more bytes for now is tried again this soon. Terminals do so after 8 KiB, which is half a
/// frame.
const FIRST_RETRY: Duration = Duration::from_micros(100);
/// A stalled terminal is tried again this often.
const RETRY: Duration = Duration::from_millis(3);
/// A terminal that takes nothing for this long is stalled.
const PATIENCE: Duration = Duration::from_millis(60);
/// A frame of which a stalled terminal takes nothing for this long is given up, so that keys act. Until the terminal takes a
/// whole frame again, others are tried once.
const GIVE_UP: Duration = Duration::from_secs(1);
/// Ends any sequence or string that the terminal has the beginning of (the control character CAN).
const CANCEL: &[u8] = b"\x18";
/// A frame may keep this much memory for the next one.
const KEPT: usize = 1 << 20;

/// Whether frames are no longer written.
static SILENT: AtomicBool = AtomicBool::new(false);
/// Whether a frame was given up since the loop last asked.
static CUT: AtomicBool = AtomicBool::new(false);
/// The end of the character or sequence of which the terminal has the beginning. Who holds it may write to the terminal.
static UNFINISHED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<u8>> {
    locked(&UNFINISHED)
}

/// From now on frames are not written, so that nothing waits for the terminal any more.
pub(crate) fn silence() {
    SILENT.store(true, Ordering::SeqCst);
}

/// Whether a frame was given up, so that nobody knows what the terminal shows.
pub(crate) fn is_cut() -> bool {
    CUT.load(Ordering::SeqCst)
}

/// The same, and from now on only later frames count.
pub(crate) fn take_cut() -> bool {
    CUT.swap(false, Ordering::SeqCst)
}

/// Where frames go: the terminal, by a separate handle that never blocks in the kernel. So a stalled terminal can delay
/// drawing, but not leaving. A frame is collected and sent as a whole, so that it is known where it may be cut.
#[derive(Debug)]
pub(crate) struct Screen {
    tty: Option<File>,
    frame: Vec<u8>,
    /// The last frame was given up.
    stalled: bool,
}

impl Screen {
    /// A separate handle to the terminal, or the standard output if there is no such handle.
    pub(crate) fn new() -> Self {
        Self { tty: open(), frame: Vec::new(), stalled: false }
    }

    /// Sends a frame, or what was sent of it when the screen fell silent or the terminal stalled. The first `begun` bytes end
    /// what the terminal has the beginning of.
    fn send(&mut self, frame: &[u8], start: usize) -> io::Result<()> {
        let Some(tty) = &mut self.tty else {
            if !SILENT.load(Ordering::SeqCst) {
                io::stdout().write_all(frame)?;
            }
            return io::stdout().flush();
        };
        let (mut sent, mut cut) = (0, start);
        let mut pause = FIRST_RETRY;
        let mut patience = if self.stalled { Duration::ZERO } else { GIVE_UP };
        let mut since = Instant::now();
        while let Some(rest) = frame.get(sent..).filter(|rest| !rest.is_empty()) {
            let mut open = unfinished();
            if SILENT.load(Ordering::SeqCst) {
                break;
            }
            match tty.write(rest) {
                Ok(count @ 1..) => {
                    sent += count;
                    while cut < sent {
                        cut = piece_end(frame, cut);
                    }
                    *open = frame.get(sent..cut).unwrap_or_default().to_vec();
                    (pause, patience, since) = (FIRST_RETRY, GIVE_UP, Instant::now());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                Ok(_) | Err(_) => {
                    drop(open);
                    if since.elapsed() >= patience {
                        self.stalled = true;
                        CUT.store(true, Ordering::SeqCst);
                        return Ok(());
                    }
                    thread::sleep(pause);
                    pause = RETRY.min(pause * 2);
                }
            }
        }
        self.stalled = false;
        Ok(())
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut frame = take(&mut self.frame);
        let rest = if self.stalled { unfinished().clone() } else { Vec::new() };
        let start = rest.len();
        frame.splice(..0, rest);
        let sent = self.send(&frame, start);
        frame.clear();
        frame.shrink_to(KEPT);
        self.frame = frame;
        sent
    }
}

/// Writes what gives the terminal back, after the rest of a sequence that is half written. Never waits long.
pub(crate) fn restore(bytes: &[u8]) {
    let rest = take(&mut *unfinished());
    let _ = write_patiently(&[&rest, bytes].concat()).or_else(|_| make_room_for(bytes));
}

/// Writes bytes to a stalled terminal. What it has not read is dropped, so that these are the first that it reads once it
/// reads again. Never waits long.
///
/// # Errors
/// The error of the terminal.
pub(crate) fn make_room_for(bytes: &[u8]) -> io::Result<()> {
    let tty = open().ok_or(io::ErrorKind::NotFound)?;
    let _ = tcflush(&tty, QueueSelector::OFlush);
    write_within(&[CANCEL, bytes].concat(), PATIENCE)
}

/// Writes all bytes, unless the terminal is stalled.
///
/// # Errors
/// The error of the terminal.
pub(crate) fn write_patiently(bytes: &[u8]) -> io::Result<()> {
    write_within(bytes, PATIENCE)
}

/// Writes all bytes, unless the terminal has not taken them after this time.
///
/// # Errors
/// The error of the terminal.
pub(crate) fn write_within(mut bytes: &[u8], patience: Duration) -> io::Result<()> {
    let Some(mut tty) = open() else {
        io::stdout().write_all(bytes)?;
        return io::stdout().flush();
    };
    let start = Instant::now();
    while !bytes.is_empty() {
        match tty.write(bytes) {
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error)
                if error.kind() == io::ErrorKind::WouldBlock && start.elapsed() < patience =>
            {
                thread::sleep(RETRY);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The terminal by the name of the session's, or by its own: when the leader of a session ends, the session loses its
/// terminal, but the terminal may go on.
pub(crate) fn open() -> Option<File> {
    open_path(Path::new("/dev/tty")).or_else(|| {
        let name = ttyname(io::stdout(), Vec::new()).ok()?;
        open_path(Path::new(OsStr::from_bytes(name.to_bytes())))
    })
}

/// The terminal by this path, as a handle that never blocks.
pub(crate) fn open_path(path: &Path) -> Option<File> {
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY | libc::O_CLOEXEC;
    OpenOptions::new().write(true).custom_flags(flags).open(path).ok()
}

// Where a stream of text and control sequences may be cut.

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// The end of the character or control sequence that begins at `start`, or of the bytes if they end before it.
pub(crate) fn piece_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    let len = match rest {
        [ESCAPE, b'[', parameters @ ..] => {
            2 + through(parameters, |byte| matches!(byte, 0x40..=0x7e))
        }
        [ESCAPE, b']' | b'P' | b'X' | b'^' | b'_', text @ ..] => 2 + string_len(text),
        [ESCAPE, after @ ..] => 1 + through(after, |byte| !matches!(byte, 0x20..=0x2f)),
        [first, ..] => character_len(*first),
        [] => 0,
    };
    (start + len).min(bytes.len())
}

/// The number of bytes up to the first that ends a sequence, and that one.
fn through(bytes: &[u8], ends: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|byte| ends(*byte)).map_or(bytes.len(), |last| last + 1)
}

/// The number of bytes up to the end of a string that a terminal is sent, such as a text for its clipboard.
fn string_len(text: &[u8]) -> usize {
    let last = text.iter().enumerate().position(|(at, byte)| {
        *byte == BELL || (*byte == b'\\' && at > 0 && text[at - 1] == ESCAPE)
    });
    last.map_or(text.len(), |last| last + 1)
}

/// The number of bytes of a character in UTF-8, by its first byte.
const fn character_len(first: u8) -> usize {
    match first {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xff => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::piece_end;

    #[test]
    fn text_is_cut_between_characters_and_sequences_only() {
        let pieces = [
            "\x1b[?2026h",
            "\x1b[1;38;5;12m",
            "a",
            "é",
            "日",
            "😀",
            "\x1b[0m",
            "\x1b(B",
            "\x1b7",
            "\x1b]52;c;YQ==\x1b\\",
            "\x1b]0;title\x07",
            "\x1bPq\\#\x1b\\",
            "\r",
            "\n",
            "\x1b[H",
        ];
        let text = pieces.concat();
        let mut start = 0;
        for piece in pieces {
            let end = piece_end(text.as_bytes(), start);
            assert_eq!(&text.as_bytes()[start..end], piece.as_bytes(), "{piece:?}");
            start = end;
        }
        assert_eq!(piece_end(text.as_bytes(), start), start);
        // What is not complete reaches to the end.
        for piece in pieces.iter().filter(|piece| piece.len() > 1) {
            for len in 1..piece.len() {
                assert_eq!(piece_end(&piece.as_bytes()[..len], 0), len, "{piece:?}");
            }
        }
    }
}
