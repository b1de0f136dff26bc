//! Sends bytes to the terminal: frames, and the sequences that enter and leave the screen.

use std::{
    ffi::OsStr, fs::File, fs::OpenOptions, io, io::Write, mem::take, os::unix::ffi::OsStrExt as _,
    os::unix::fs::OpenOptionsExt, path::Path, sync::Mutex, sync::atomic::AtomicBool,
    sync::atomic::Ordering, thread, time::Duration, time::Instant,
};

use rustix::{termios::QueueSelector, termios::tcflush, termios::ttyname};

use shingle::base::lock::lock_mutex;

/// First pause before a retry. Terminals often take no more bytes after 8 KiB, which is half a frame.
const FIRST_RETRY: Duration = Duration::from_micros(100);
/// Pause between two retries of a stalled terminal.
const RETRY: Duration = Duration::from_millis(3);
/// Time without an accepted byte after which a terminal is stalled.
const PATIENCE: Duration = Duration::from_millis(60);
/// Time without an accepted byte after which a frame is cut off, so that keys act. Later frames are tried once each,
/// until the terminal accepts a whole frame again.
const GIVE_UP: Duration = Duration::from_secs(1);
/// Control character CAN. Ends a sequence or string that the terminal has received in part.
const CANCEL: &[u8] = b"\x18";
/// Maximum capacity of the buffer that the next frame reuses, in bytes.
const KEPT: usize = 1 << 20;

/// True after the writing of frames has stopped for good.
static SILENT: AtomicBool = AtomicBool::new(false);
/// True if a frame was cut off, until the loop resets the flag.
static CUT: AtomicBool = AtomicBool::new(false);
/// Rest of a character or sequence that the terminal has received in part. Only the holder of the lock writes to the
/// terminal.
static UNFINISHED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Stops the writing of frames for good, so that no thread waits for the terminal.
pub(crate) fn stop_frame_output() {
    SILENT.store(true, Ordering::SeqCst);
}

/// Returns true if a frame was cut off, so that the contents of the screen are unknown.
pub(crate) fn is_frame_cut() -> bool {
    CUT.load(Ordering::SeqCst)
}

/// Returns true if a frame was cut off, and resets the flag.
pub(crate) fn take_frame_cut_flag() -> bool {
    CUT.swap(false, Ordering::SeqCst)
}

/// Writes frames to the terminal through a separate handle that never blocks in the kernel. A stalled terminal thus
/// delays drawing but not the end of the program. A frame is sent as a whole, so that it can be cut between sequences.
#[derive(Debug)]
pub(crate) struct Screen {
    tty: Option<File>,
    frame: Vec<u8>,
    /// True if the last frame was cut off.
    stalled: bool,
}

impl Screen {
    /// Opens a separate handle to the terminal. If that fails, uses standard output.
    pub(crate) fn new() -> Self {
        Self { tty: open_terminal(), frame: Vec::new(), stalled: false }
    }

    /// Sends a frame, or only its beginning if frames are stopped or the terminal stalls. The first `start` bytes
    /// complete a character or sequence that the terminal has received in part.
    fn send_frame(&mut self, frame: &[u8], start: usize) -> io::Result<()> {
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
            let mut open = lock_mutex(&UNFINISHED);
            if SILENT.load(Ordering::SeqCst) {
                break;
            }
            match tty.write(rest) {
                Ok(count @ 1..) => {
                    sent += count;
                    while cut < sent {
                        cut = end_of_frame_piece(frame, cut);
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
        let rest = if self.stalled { lock_mutex(&UNFINISHED).clone() } else { Vec::new() };
        let start = rest.len();
        frame.splice(..0, rest);
        let sent = self.send_frame(&frame, start);
        frame.clear();
        frame.shrink_to(KEPT);
        self.frame = frame;
        sent
    }
}

/// Writes the bytes that restore the terminal, after the rest of a half-written sequence. Waits only briefly.
pub(crate) fn restore_terminal(bytes: &[u8]) {
    let rest = take(&mut *lock_mutex(&UNFINISHED));
    let _ = write_until_done(&[&rest, bytes].concat()).or_else(|_| drop_output_and_write(bytes));
}

/// Drops output that a stalled terminal has not read, and writes these bytes instead. Waits only briefly.
pub(crate) fn drop_output_and_write(bytes: &[u8]) -> io::Result<()> {
    let tty = open_terminal().ok_or(io::ErrorKind::NotFound)?;
    let _ = tcflush(&tty, QueueSelector::OFlush);
    write_within(&[CANCEL, bytes].concat(), PATIENCE)
}

/// Writes all bytes. Fails if the terminal is stalled.
pub(crate) fn write_until_done(bytes: &[u8]) -> io::Result<()> {
    write_within(bytes, PATIENCE)
}

/// Writes all bytes. Fails if the terminal does not take them within `patience`.
pub(crate) fn write_within(mut bytes: &[u8], patience: Duration) -> io::Result<()> {
    let Some(mut tty) = open_terminal() else {
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

/// Opens the session's terminal, else the terminal of standard output by its name. A session loses its terminal when
/// its leader ends, but the terminal may still exist.
pub(crate) fn open_terminal() -> Option<File> {
    open_path(Path::new("/dev/tty")).or_else(|| {
        let name = ttyname(io::stdout(), Vec::new()).ok()?;
        open_path(Path::new(OsStr::from_bytes(name.to_bytes())))
    })
}

/// Opens the terminal at this path as a handle that never blocks.
pub(crate) fn open_path(path: &Path) -> Option<File> {
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY | libc::O_CLOEXEC;
    OpenOptions::new().write(true).custom_flags(flags).open(path).ok()
}

// Finds the places to cut a stream of text and control sequences.

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

fn end_of_frame_piece(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    let len = match rest {
        [ESCAPE, b'[', parameters @ ..] => {
            2 + length_through(parameters, |byte| matches!(byte, 0x40..=0x7e))
        }
        [ESCAPE, b']' | b'P' | b'X' | b'^' | b'_', text @ ..] => 2 + terminal_string_length(text),
        [ESCAPE, after @ ..] => 1 + length_through(after, |byte| !matches!(byte, 0x20..=0x2f)),
        [first, ..] => utf8_character_length(*first),
        [] => 0,
    };
    (start + len).min(bytes.len())
}

/// Returns the number of bytes up to and including the first byte that `ends` accepts.
fn length_through(bytes: &[u8], ends: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|byte| ends(*byte)).map_or(bytes.len(), |last| last + 1)
}

/// Returns the number of bytes of a string for the terminal, such as a text for its clipboard.
fn terminal_string_length(text: &[u8]) -> usize {
    let last = text.iter().enumerate().position(|(at, byte)| {
        *byte == BELL || (*byte == b'\\' && at > 0 && text[at - 1] == ESCAPE)
    });
    last.map_or(text.len(), |last| last + 1)
}

const fn utf8_character_length(first: u8) -> usize {
    match first {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xff => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::end_of_frame_piece;

    #[test]
    fn text_is_cut_between_characters_and_sequences_only() {
        let pieces = "\x1b[?2026h|\x1b[1;38;5;12m|a|é|日|😀|\x1b[0m|\x1b(B|\x1b7|\x1b]52;c;YQ==\x1b\\|\x1b]0;title\x07|\
            \x1bPq\\#\x1b\\|\r|\n|\x1b[H";
        let pieces: Vec<_> = pieces.split('|').collect();
        let text = pieces.concat();
        let mut start = 0;
        for piece in &pieces {
            let end = end_of_frame_piece(text.as_bytes(), start);
            assert_eq!(&text.as_bytes()[start..end], piece.as_bytes(), "{piece:?}");
            start = end;
        }
        assert_eq!(end_of_frame_piece(text.as_bytes(), start), start);
        // An incomplete sequence extends to the end.
        for piece in pieces.iter().filter(|piece| piece.len() > 1) {
            for len in 1..piece.len() {
                assert_eq!(end_of_frame_piece(&piece.as_bytes()[..len], 0), len, "{piece:?}");
            }
        }
    }
}
