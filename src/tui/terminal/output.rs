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
/// True if the terminal has received a part of a frame, whose last sequence may be incomplete. Only the holder of the
/// lock writes to the terminal.
static UNFINISHED: Mutex<bool> = Mutex::new(false);

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
/// delays drawing but not the end of the program.
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

    /// Sends a frame, or only its beginning if frames are stopped or the terminal stalls.
    fn send_frame(&mut self, frame: &[u8]) -> io::Result<()> {
        let Some(tty) = &mut self.tty else {
            if !SILENT.load(Ordering::SeqCst) {
                io::stdout().write_all(frame)?;
            }
            return io::stdout().flush();
        };
        let mut sent = 0;
        let mut pause = FIRST_RETRY;
        let mut patience = if self.stalled { Duration::ZERO } else { GIVE_UP };
        let mut since = Instant::now();
        while let Some(rest) = frame.get(sent..).filter(|rest| !rest.is_empty()) {
            let mut is_unfinished = lock_mutex(&UNFINISHED);
            if SILENT.load(Ordering::SeqCst) {
                break;
            }
            match tty.write(rest) {
                Ok(count @ 1..) => {
                    sent += count;
                    *is_unfinished = sent < frame.len();
                    (pause, patience, since) = (FIRST_RETRY, GIVE_UP, Instant::now());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                Ok(_) | Err(_) => {
                    drop(is_unfinished);
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
        if *lock_mutex(&UNFINISHED) {
            frame.splice(..0, CANCEL.iter().copied());
        }
        let sent = self.send_frame(&frame);
        frame.clear();
        frame.shrink_to(KEPT);
        self.frame = frame;
        sent
    }
}

/// Writes the bytes that restore the terminal, after the end of a half-written sequence. Waits only briefly.
pub(crate) fn restore_terminal(bytes: &[u8]) {
    let cancel = if take(&mut *lock_mutex(&UNFINISHED)) { CANCEL } else { b"" };
    let _ = write_until_done(&[cancel, bytes].concat()).or_else(|_| drop_output_and_write(bytes));
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
