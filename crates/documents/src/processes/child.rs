//! Runs a reader process, which answers questions from standard input until the input closes.

use std::ffi::OsStr;
use std::io::{self, PipeReader, PipeWriter, Write as _};
use std::os::fd::AsFd as _;
use std::process::{Command, Stdio};
use std::thread;

use crate::work::{FormatReader as _, InProcess};
use crate::{extracted::Unreadable, limits::Limits};
use base::guard::run_catching_panic;

use super::confine::{
    Confinement, can_escape_sandbox, can_open_files_or_sockets, close_inherited_files,
    confine_process, confine_thread, limit_cpu_time,
};
use super::frames::{read_question, write_answer};
use super::process::wait_until_closed;

/// Command-line argument that starts the program as a reader process.
pub const ARGUMENT: &str = "--reader-process";
/// Command-line argument that starts the program to report how readers are confined.
pub const SANDBOX_ARGUMENT: &str = "--sandbox-process";

/// Buffers larger than this are freed after each file (16 MiB).
const KEPT: usize = 16 << 20;

/// Ends this process as soon as the parent closes the pipe, even while reading a file. If no thread can start, the
/// process ends after the file.
fn exit_with_parent(input: PipeReader) {
    const STACK: usize = 64 << 10;
    let wait = move || {
        confine_thread();
        wait_until_closed(&input);
        std::process::abort();
    };
    let _ = thread::Builder::new().stack_size(STACK).spawn(wait);
}

/// Confines this process like a reader and prints the result: a name and a value per line.
pub fn describe_sandbox() -> io::Result<()> {
    close_inherited_files();
    let Confinement { landlock, seccomp, limits } = confine_process(Limits::DEFAULT.memory);
    let landlock = landlock.as_deref().unwrap_or("no");
    let said = |holds| if holds { "yes" } else { "no" };
    let (seccomp, limits, opens) = (said(seccomp), said(limits), said(can_open_files_or_sockets()));
    let text = format!(
        "landlock {landlock}\nseccomp {seccomp}\nlimits {limits}\nopens files or sockets {opens}\n"
    );
    io::stdout().write_all(text.as_bytes())
}

/// Starts `program` as a confined process, and returns in one line how the process is confined.
pub fn query_sandbox(program: &OsStr) -> io::Result<String> {
    let mut reader = Command::new(program);
    reader.arg(SANDBOX_ARGUMENT).env_clear().stdin(Stdio::null()).stderr(Stdio::null());
    let said = reader.output()?.stdout;
    Ok(String::from_utf8_lossy(&said).lines().collect::<Vec<_>>().join(", "))
}

/// Answers questions until standard input ends, with a `memory` limit in bytes as text.
pub fn answer_questions(memory: Option<&str>) -> io::Result<()> {
    close_inherited_files();
    let mut input = PipeReader::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut output = PipeWriter::from(io::stdout().as_fd().try_clone_to_owned()?);
    // Redirects standard output, because output of a library must not mix with the answers.
    rustix::stdio::dup2_stdout(io::stderr())?;
    let memory = memory.and_then(|bytes| bytes.parse().ok());
    exit_with_parent(input.try_clone()?);
    confine_process(memory.unwrap_or(Limits::DEFAULT.memory));
    let is_unconfined = can_escape_sandbox();
    let mut bytes = Vec::new();
    while let Some(question) = read_question(&mut input, &mut bytes)? {
        limit_cpu_time(question.limits.time);
        let reader = InProcess { limits: question.limits };
        let answer = run_catching_panic(|| reader.read(question.format, &bytes))
            .unwrap_or_else(|panic| Err(Unreadable::Died(format!("gave up ({panic})"))));
        write_answer(&mut output, is_unconfined, &answer)?;
        if bytes.capacity() > KEPT {
            bytes = Vec::new();
        }
    }
    Ok(())
}
