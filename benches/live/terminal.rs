//! The program in a terminal of 200 columns and 60 rows. Types keys, and records the time of each complete frame.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

const FRAME_END: &[u8] = b"\x1b[?2026l";
const COLUMNS: NonZeroU16 = NonZeroU16::new(200).unwrap();
const ROWS: NonZeroU16 = NonZeroU16::new(60).unwrap();

struct Written {
    parser: Parser,
    framed: Instant,
    frames: usize,
}

pub(crate) struct Terminal {
    shared: Arc<(Mutex<Written>, Condvar)>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    reading: Option<JoinHandle<()>>,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    pub(crate) fn start(folder: &Path) -> Self {
        let size =
            PtySize { rows: ROWS.get(), cols: COLUMNS.get(), pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_shingle"));
        command.arg(folder);
        command.env("TERM", "xterm-256color");
        command.env("SHINGLE_STATE", "");
        command.env("SHINGLE_DECISIONS", "");
        command.env("SHINGLE_PHRASES", "");
        command.env("COLORTERM", "truecolor");
        let mut reader = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let written =
            Written { parser: Parser::new(ROWS, COLUMNS, 0), framed: Instant::now(), frames: 0 };
        let shared = Arc::new((Mutex::new(written), Condvar::new()));
        let theirs = Arc::clone(&shared);
        let reading = thread::spawn(move || read_output(&mut *reader, &theirs));
        let child = pair.slave.spawn_command(command).unwrap();
        Self { shared, writer, child, reading: Some(reading), _master: pair.master }
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
    }

    fn lock_written(&self) -> MutexGuard<'_, Written> {
        self.shared.0.lock().unwrap()
    }

    pub(crate) fn rows(&self) -> Vec<String> {
        self.lock_written().parser.screen().rows(0, COLUMNS.get()).collect()
    }

    /// Waits for a frame with this property, and returns its time, or `None` after the timeout.
    pub(crate) fn wait_until(
        &self,
        patience: Duration,
        is_so: impl Fn(&[String]) -> bool,
    ) -> Option<Instant> {
        let end = Instant::now() + patience;
        let mut written = self.lock_written();
        let mut seen = usize::MAX;
        loop {
            if written.frames != seen && written.frames > 0 {
                seen = written.frames;
                let rows: Vec<String> = written.parser.screen().rows(0, COLUMNS.get()).collect();
                if is_so(&rows) {
                    return Some(written.framed);
                }
            }
            let left = end.checked_duration_since(Instant::now())?;
            written = self.shared.1.wait_timeout(written, left).unwrap().0;
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.press("q");
        let _ = self.child.wait();
        if let Some(reading) = self.reading.take() {
            let _ = reading.join();
        }
    }
}

fn read_output(reader: &mut dyn Read, shared: &(Mutex<Written>, Condvar)) {
    let mut buffer = vec![0; 1 << 16];
    // The last bytes read, which may contain the beginning of the sequence that ends a frame.
    let mut tail: Vec<u8> = Vec::new();
    while let Ok(count @ 1..) = reader.read(&mut buffer) {
        let at = Instant::now();
        let new = &buffer[..count];
        tail.extend_from_slice(new);
        let ended = tail.windows(FRAME_END.len()).any(|window| window == FRAME_END);
        let keep = tail.len().min(FRAME_END.len() - 1);
        tail.drain(..tail.len() - keep);
        let mut written = shared.0.lock().unwrap();
        written.parser.process(new);
        if ended {
            written.framed = at;
            written.frames += 1;
            shared.1.notify_all();
        }
    }
}
