//! Runs a user's command that converts a file to plain text, under the limits of a reader.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, setrlimit};
use tempfile::Builder;

use base::storage::directory::remove_file_if_present;

use crate::extracted::Unreadable;
use crate::limits::{Limits, too_long_error};

use super::process::{describe_timeout, set_nonblocking, wait_for_pipes, wait_until_closed};

/// Command-line argument that starts the program as a wrapper, which sets limits and runs the following command.
pub const ARGUMENT: &str = "--converter-process";

const LAST_WORDS: usize = 4096;

/// Interval of checks if a command has ended after closing its output.
const PAUSE: Duration = Duration::from_millis(5);

/// Longest time for a command to end after its input and output are closed.
const PATIENCE: Duration = Duration::from_millis(500);

/// Exit status of a command that cannot be started, as in shells.
const NOT_STARTED: u8 = 127;
/// Added to a signal number for the exit status, as in shells.
const BY_SIGNAL: i32 = 128;

/// Sets limits, runs a command and returns its exit status. The arguments are: memory in bytes, path of the private
/// copy (empty for none), program, and its arguments. All descendants end with the command, and as soon as the caller
/// closes the output, which also deletes the copy.
pub fn run_command(mut arguments: impl Iterator<Item = OsString>) -> u8 {
    let memory = arguments.next().and_then(|bytes| bytes.to_str()?.parse().ok());
    for (resource, limit) in [(Resource::As, memory), (Resource::Core, Some(0))] {
        let _ = setrlimit(resource, Rlimit { current: limit, maximum: limit });
    }
    let copy = PathBuf::from(arguments.next().unwrap_or_default());
    let Some(program) = arguments.next() else { return NOT_STARTED };
    adopt_orphans();
    let started = Command::new(program).args(arguments).spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            let _ = writeln!(io::stderr(), "cannot be started: {error}");
            return NOT_STARTED;
        }
    };
    let end_when_alone = move || {
        wait_until_closed(&io::stdout());
        if !copy.as_os_str().is_empty() {
            let _ = remove_file_if_present(&copy);
        }
        end_descendants();
        std::process::exit(i32::from(NOT_STARTED));
    };
    // If no thread can start, only the limits end the command.
    let _ = thread::Builder::new().spawn(end_when_alone);
    let status = child.wait();
    end_descendants();
    let code = status.ok().map(|status| {
        status.code().unwrap_or_else(|| status.signal().map_or(0, |signal| signal + BY_SIGNAL))
    });
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(NOT_STARTED)
}

/// Makes this process the parent of descendants whose own parent ends.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

#[cfg(target_os = "linux")]
fn end_descendants() {
    use rustix::process::{WaitOptions, kill_process, wait};

    /// Largest number of rounds that kill descendants.
    const ROUNDS: u32 = 200;
    let mut rounds = 0;
    while rounds < ROUNDS {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => {
                // Children of killed processes become children of this process.
                for child in list_child_processes() {
                    let _ = kill_process(child, Signal::KILL);
                }
                sleep(Duration::from_millis(1));
                rounds += 1;
            }
            Err(_) => return,
        }
    }
}

/// Other systems end the process group instead, including this process.
#[cfg(not(target_os = "linux"))]
fn end_descendants() {}

#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "a file of the system's own, not of the user's")]
fn list_child_processes() -> Vec<Pid> {
    let own = std::process::id();
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_child = |process: &i32| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // State and parent follow the name, which may contain any characters, so the search starts at the last bracket.
        let above = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1));
        above.and_then(|above| above.parse().ok()) == Some(own)
    };
    let processes = all.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    processes.filter(is_child).filter_map(Pid::from_raw).collect()
}

/// Runs `command` through `program` (this program) on the bytes of the file at `path`. The bytes are on standard
/// input, or in a private copy whose path replaces `copy` in the arguments.
///
/// # Errors
/// [`Unreadable`] with the failure and the last line of error output.
pub fn run_converter(
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
    let copied = copied
        .transpose()
        .map_err(|error| failed(&format!("cannot copy the file for the converter: {error}")))?;
    let arguments = command.iter().map(|argument| match &copied {
        Some(file) => argument.replace(copy, &file.path().to_string_lossy()),
        None => argument.clone(),
    });
    let child = Command::new(program)
        .arg(ARGUMENT)
        .arg(limits.memory.to_string())
        .arg(copied.as_ref().map_or(Path::new(""), |file| file.path()))
        .args(arguments)
        // Programs look for settings in their working directory, so it must not be the scanned folder.
        .current_dir("/")
        .process_group(0)
        .stdin(if asks_copy { Stdio::null() } else { Stdio::piped() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| failed(&format!("cannot be started: {error}")))?;
    let until = Instant::now() + Duration::from_secs(limits.time);
    let ran = feed_and_collect_output(&mut child, bytes, limits, until);
    // When the pipes close, the wrapper ends its descendants and then itself.
    let _ = wait_for_exit(&mut child, Instant::now() + PATIENCE);
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
    let ConverterRun { text, complaint, status } = match ran {
        Ok(ran) => ran,
        Err(error) if error.kind() == ErrorKind::TimedOut => {
            return Err(failed(&describe_timeout(limits.time)));
        }
        Err(error) if error.kind() == ErrorKind::FileTooLarge => {
            return Err(too_long_error(limits.text));
        }
        Err(error) => return Err(failed(&format!("cannot be run: {error}"))),
    };
    if !status.success() {
        let complaint = String::from_utf8_lossy(&complaint);
        let last = complaint.lines().map(str::trim).rfind(|line| !line.is_empty());
        let last = last.map_or_else(String::new, |line| format!(": {line}"));
        // The wrapper reports a signal by its exit status, as in shells.
        let signal =
            status.code().map(|code| code - BY_SIGNAL).filter(|code| (1..=64).contains(code));
        let status = signal.map_or(status, ExitStatus::from_raw);
        return Err(failed(&format!("failed ({status}){last}")));
    }
    String::from_utf8(text).map_err(|_| failed("did not print text in UTF-8"))
}

struct ConverterRun {
    text: Vec<u8>,
    complaint: Vec<u8>,
    status: ExitStatus,
}

fn feed_and_collect_output(
    child: &mut Child,
    bytes: &[u8],
    limits: &Limits,
    until: Instant,
) -> io::Result<ConverterRun> {
    let (mut input, mut output, mut errors) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take());
    input.as_ref().map(set_nonblocking).transpose()?;
    output.as_ref().map(set_nonblocking).transpose()?;
    errors.as_ref().map(set_nonblocking).transpose()?;
    let (mut rest, mut text, mut complaint) = (bytes, Vec::new(), Vec::new());
    while output.is_some() || errors.is_some() {
        let pipes = [
            input.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)),
            output.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)),
            errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)),
        ];
        wait_for_pipes(&mut pipes.into_iter().flatten().collect::<Vec<_>>(), until)?;
        if let Some(pipe) = &mut input {
            match pipe.write(rest) {
                Ok(written) => rest = rest.get(written..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                // The command has closed its input, so the rest is not needed.
                Err(_) => rest = &[],
            }
            if rest.is_empty() {
                input = None;
            }
        }
        read_available_bytes(&mut output, &mut text)?;
        if text.len() as u64 > limits.text {
            return Err(ErrorKind::FileTooLarge.into());
        }
        read_available_bytes(&mut errors, &mut complaint)?;
        let old = complaint.len().saturating_sub(LAST_WORDS);
        complaint.drain(..old);
    }
    let status = wait_for_exit(child, until)?;
    Ok(ConverterRun { text, complaint, status })
}

/// Appends the bytes that wait in a pipe, and closes the pipe at its end.
fn read_available_bytes(pipe: &mut Option<impl io::Read>, bytes: &mut Vec<u8>) -> io::Result<()> {
    const MOST: u64 = 1 << 16;
    let Some(open) = pipe else { return Ok(()) };
    match open.take(MOST).read_to_end(bytes) {
        Ok(read) if (read as u64) < MOST => *pipe = None,
        Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
        _ => {}
    }
    Ok(())
}

fn wait_for_exit(child: &mut Child, until: Instant) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if Instant::now() >= until {
            return Err(ErrorKind::TimedOut.into());
        }
        sleep(PAUSE);
    }
}
