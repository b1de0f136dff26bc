//! Starts and asks a reader process, from the side of the parent.

use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{ffi::OsStr, os::fd::AsFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use base::numbers::format_count;

use super::child::ARGUMENT;
use super::frames::{FormatAnswer, FormatQuestion, decode_answer, encode_question};

/// Capacity that is requested for a pipe, in bytes, enough for most files.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;

const LAST_WORDS: u64 = 4096;

/// Reading a valid file needs at most this many times its size.
const USUAL_GROWTH: u64 = 64;

/// The parent waits for this many times the allowed processor time, because other programs may use the processor too.
const PATIENCE: u64 = 6;

pub(super) struct ReaderProcess {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    errors: ChildStderr,
    pub(super) answered: u64,
    /// True if the process reported that it can open files or connections.
    pub(super) is_unconfined: bool,
}

#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The process ended. Contains its last output.
    Ended(String),
    /// The process exceeded its memory. Contains its last output.
    OverMemory(String),
    /// No answer came in time, perhaps because the processor was busy.
    TooSlow,
    OverTime,
}

pub(super) fn describe_timeout(seconds: u64) -> String {
    format!("takes longer than {}; raise --limit-time", format_count(seconds, "second"))
}

impl ReaderProcess {
    pub(super) fn start(program: &OsStr, memory: u64) -> io::Result<Self> {
        let mut child = Command::new(program)
            .arg(ARGUMENT)
            .arg(memory.to_string())
            .env_clear()
            // Signals of the terminal reach only the parent. When it ends, the input of this process closes.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("no pipe"));
        };
        log::info!("reader process {} started with {} MiB", child.id(), memory >> 20);
        #[cfg(target_os = "linux")]
        for pipe in [input.as_fd(), output.as_fd()] {
            let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE);
        }
        set_nonblocking(&input)?;
        set_nonblocking(&output)?;
        set_nonblocking(&errors)?;
        Ok(Self { child, input, output, errors, answered: 0, is_unconfined: false })
    }

    pub(super) fn ask_and_wait_for_answer(
        &mut self,
        question: &FormatQuestion,
        bytes: &[u8],
    ) -> Result<FormatAnswer, NoAnswer> {
        let until = Instant::now() + Duration::from_secs(question.limits.time * PATIENCE);
        let sent = self.send_question(question, bytes, until);
        let outcome = sent.and_then(|()| self.receive_answer(question.max_answer_bytes(), until));
        self.answered += 1;
        outcome.map_err(|error| match error.kind() {
            ErrorKind::TimedOut => NoAnswer::TooSlow,
            _ => self.end_process(question),
        })
    }

    fn send_question(
        &mut self,
        question: &FormatQuestion,
        bytes: &[u8],
        until: Instant,
    ) -> io::Result<()> {
        let header = encode_question(question)?;
        let step = |pipe: &mut ChildStdin, done: usize| match header.get(done..) {
            // Sends head and file in one call, so that the process wakes up once.
            Some(rest) => pipe.write_vectored(&[IoSlice::new(rest), IoSlice::new(bytes)]),
            None => pipe.write(bytes.get(done - header.len()..).unwrap_or_default()),
        };
        let length = header.len() + bytes.len();
        transfer_all(&mut self.input, PollFlags::OUT, length, until, step)
    }

    fn receive_answer(&mut self, longest: u64, until: Instant) -> io::Result<FormatAnswer> {
        let mut length = [0; 8];
        fill_from_pipe(&mut self.output, &mut length, until)?;
        // Limits the length, because a corrupted process could make the parent allocate any amount.
        let length = u64::from_le_bytes(length);
        if length > longest {
            return Err(io::Error::new(ErrorKind::InvalidData, "an answer that is too long"));
        }
        let mut answer = vec![0; length as usize];
        fill_from_pipe(&mut self.output, &mut answer, until)?;
        let (is_unconfined, answer) = decode_answer(&answer)?;
        self.is_unconfined = is_unconfined;
        Ok(answer)
    }

    /// Ends the process and describes the end: `crashed (signal 11)`.
    fn end_process(&mut self, FormatQuestion { limits, length, .. }: &FormatQuestion) -> NoAnswer {
        // The pipes are closed, so the process has ended or soon will.
        let mut words = Vec::new();
        let until = Instant::now() + Duration::from_secs(1);
        while wait_for_pipes(&mut [PollFd::new(&self.errors, PollFlags::IN)], until).is_ok() {
            match (&mut self.errors).take(LAST_WORDS).read_to_end(&mut words) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                _ => break,
            }
        }
        let _ = self.child.kill();
        let Ok(status) = self.child.wait() else {
            return NoAnswer::Ended("ended".to_string());
        };
        let words = String::from_utf8_lossy(&words);
        if words.contains("memory allocation of") {
            let what_to_do = if length * USUAL_GROWTH < limits.memory {
                ", as no sound file of its size does"
            } else {
                "; raise --limit-memory"
            };
            let memory = limits.memory >> 20;
            return NoAnswer::OverMemory(format!(
                "needs more than {memory} MiB of memory{what_to_do}"
            ));
        }
        NoAnswer::Ended(match status.signal() {
            _ if words.contains("overflowed its stack") => {
                "runs out of stack: the file nests too deeply".to_string()
            }
            Some(libc::SIGXCPU) => return NoAnswer::OverTime,
            Some(signal) => format!("crashed (signal {signal})"),
            None => format!("ended ({status})"),
        })
    }
}

impl Drop for ReaderProcess {
    fn drop(&mut self) {
        log::info!("reader process {} ended", self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn set_nonblocking(pipe: impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(&pipe)?;
    Ok(fcntl_setfl(&pipe, flags | OFlags::NONBLOCK)?)
}

/// Waits until a pipe is ready, or until a signal interrupts the wait.
///
/// # Errors
/// [`ErrorKind::TimedOut`] if the time `until` has passed, or an error of the system.
pub(super) fn wait_for_pipes(pipes: &mut [PollFd<'_>], until: Instant) -> io::Result<()> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(ErrorKind::TimedOut.into());
    }
    let left = Timespec::try_from(left).map_err(|_| ErrorKind::InvalidInput)?;
    match poll(pipes, Some(&left)) {
        Err(error) if error != rustix::io::Errno::INTR => Err(error.into()),
        _ => Ok(()),
    }
}

/// Waits until the other end of a pipe is closed.
pub(super) fn wait_until_closed(pipe: &impl AsFd) {
    // `poll` reports a closed pipe even without requested events.
    while !matches!(poll(&mut [PollFd::new(pipe, PollFlags::empty())], None), Ok(1)) {}
}

fn fill_from_pipe(pipe: &mut ChildStdout, bytes: &mut [u8], until: Instant) -> io::Result<()> {
    let length = bytes.len();
    let step = |pipe: &mut ChildStdout, done| pipe.read(bytes.get_mut(done..).unwrap_or_default());
    transfer_all(pipe, PollFlags::IN, length, until, step)
}

/// Calls `step` with the number of finished bytes until all `length` bytes are finished, and waits until the pipe is
/// ready.
fn transfer_all<P: AsFd>(
    pipe: &mut P,
    what: PollFlags,
    length: usize,
    until: Instant,
    mut step: impl FnMut(&mut P, usize) -> io::Result<usize>,
) -> io::Result<()> {
    let mut done = 0;
    while done < length {
        match step(pipe, done) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(moved) => done += moved,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                wait_for_pipes(&mut [PollFd::new(&*pipe, what)], until)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
