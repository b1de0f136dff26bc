//! A command of the user's that turns a file into plain text, run under the limits of a reader.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{path::Path, thread::sleep};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, setrlimit};
use tempfile::Builder;

use crate::extracted::Unreadable;
use crate::limits::{Limits, too_long};

use super::process::{never_wait, too_slow};

/// The argument by which the program takes on the limits and becomes the command that follows.
pub const ARGUMENT: &str = "--converter-process";

/// As much of what a command complains is kept.
const LAST_WORDS: usize = 4096;

/// How often a command that has closed its output is looked at until it has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// Takes on limits and becomes a command: its arguments are the bytes of memory, the program, and the program's own. Returns
/// only when that fails.
pub fn become_command(mut arguments: impl Iterator<Item = OsString>) -> io::Error {
    let memory = arguments.next().and_then(|bytes| bytes.to_str()?.parse().ok());
    for (resource, limit) in [(Resource::As, memory), (Resource::Core, Some(0))] {
        let _ = setrlimit(resource, Rlimit { current: limit, maximum: limit });
    }
    let Some(program) = arguments.next() else { return ErrorKind::InvalidInput.into() };
    Command::new(program).args(arguments).exec()
}

/// Runs `command` by way of `program`, which is this one, on the bytes of the file at `path`. They are on its standard input, or
/// in a private copy whose path replaces `copy` in its arguments.
///
/// # Errors
/// [`Unreadable`]: how it failed, with the last line of what it complained.
pub fn convert(
    program: &OsStr,
    command: &[String],
    copy: &str,
    (path, bytes): (&Path, &[u8]),
    limits: &Limits,
) -> Result<String, Unreadable> {
    let name = command.first().map(String::as_str).unwrap_or_default();
    let failed =
        |how: &str| Unreadable::Unconverted { name: name.to_string(), how: how.to_string() };
    let asks_copy = command.iter().any(|argument| argument.contains(copy));
    let ending = path.extension().unwrap_or_default();
    let mut suffix = OsString::from(if ending.is_empty() { "" } else { "." });
    suffix.push(ending);
    let copied = asks_copy.then(|| {
        let mut file = Builder::new().prefix("shingle-").suffix(&suffix).tempfile()?;
        file.write_all(bytes).map(|()| file)
    });
    let copied = copied.transpose().map_err(|error| failed(&format!("has no copy: {error}")))?;
    let arguments = command.iter().map(|argument| match &copied {
        Some(file) => argument.replace(copy, &file.path().to_string_lossy()),
        None => argument.clone(),
    });
    let child = Command::new(program)
        .arg(ARGUMENT)
        .arg(limits.memory.to_string())
        .args(arguments)
        // Not in the folder that is read: programs look for their settings where they are started.
        .current_dir("/")
        .process_group(0)
        .stdin(if asks_copy { Stdio::null() } else { Stdio::piped() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| failed(&format!("cannot be started: {error}")))?;
    let until = Instant::now() + Duration::from_secs(limits.time);
    let ran = run(&mut child, bytes, limits, until);
    // What it has started ends with it.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
    let Ran { text, complaint, status } = match ran {
        Ok(ran) => ran,
        Err(error) if error.kind() == ErrorKind::TimedOut => {
            return Err(failed(&too_slow(limits.time)));
        }
        Err(error) if error.kind() == ErrorKind::FileTooLarge => return Err(too_long(limits.text)),
        Err(error) => return Err(failed(&format!("cannot be run: {error}"))),
    };
    if !status.success() {
        let complaint = String::from_utf8_lossy(&complaint);
        let last = complaint.lines().map(str::trim).rfind(|line| !line.is_empty());
        let last = last.map_or_else(String::new, |line| format!(": {line}"));
        return Err(failed(&format!("failed ({status}){last}")));
    }
    String::from_utf8(text).map_err(|_| failed("printed something else than text in UTF-8"))
}

/// What a command left.
struct Ran {
    text: Vec<u8>,
    complaint: Vec<u8>,
    status: ExitStatus,
}

/// Feeds a command and takes what it prints, until it has ended.
fn run(child: &mut Child, bytes: &[u8], limits: &Limits, until: Instant) -> io::Result<Ran> {
    let (mut input, mut output, mut errors) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take());
    input.as_ref().map(never_wait).transpose()?;
    output.as_ref().map(never_wait).transpose()?;
    errors.as_ref().map(never_wait).transpose()?;
    let (mut rest, mut text, mut complaint) = (bytes, Vec::new(), Vec::new());
    let mut buffer = vec![0; 1 << 16];
    while output.is_some() || errors.is_some() {
        wait(
            &[
                input.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)),
                output.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)),
                errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)),
            ],
            until,
        )?;
        if let Some(pipe) = &mut input {
            match pipe.write(rest) {
                Ok(written) => rest = rest.get(written..).unwrap_or_default(),
                Err(error) if may_go_on(&error) => {}
                // It has read enough.
                Err(_) => rest = &[],
            }
            if rest.is_empty() {
                input = None;
            }
        }
        if let Some(pipe) = &mut output {
            match pipe.read(&mut buffer) {
                Ok(0) => output = None,
                Ok(got) => text.extend_from_slice(buffer.get(..got).unwrap_or_default()),
                Err(error) if may_go_on(&error) => {}
                Err(error) => return Err(error),
            }
            if text.len() as u64 > limits.text {
                return Err(ErrorKind::FileTooLarge.into());
            }
        }
        if let Some(pipe) = &mut errors {
            match pipe.read(&mut buffer) {
                Ok(0) => errors = None,
                Ok(got) => {
                    complaint.extend_from_slice(buffer.get(..got).unwrap_or_default());
                    let old = complaint.len().saturating_sub(LAST_WORDS);
                    complaint.drain(..old);
                }
                Err(error) if may_go_on(&error) => {}
                Err(error) => return Err(error),
            }
        }
    }
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ran { text, complaint, status });
        }
        if Instant::now() >= until {
            return Err(ErrorKind::TimedOut.into());
        }
        sleep(PAUSE);
    }
}

fn may_go_on(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Waits until something can be done with one of the pipes.
fn wait(pipes: &[Option<PollFd<'_>>; 3], until: Instant) -> io::Result<()> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(ErrorKind::TimedOut.into());
    }
    let left = Timespec::try_from(left).map_err(|_| ErrorKind::InvalidInput)?;
    let mut open: Vec<PollFd<'_>> = pipes.iter().flatten().cloned().collect();
    match poll(&mut open, Some(&left)) {
        Err(error) if error != rustix::io::Errno::INTR => Err(error.into()),
        _ => Ok(()),
    }
}
