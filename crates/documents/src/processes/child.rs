//! The reader process itself: it takes questions from standard input until there are no more.

use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::AsFd as _;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};

use crate::work::{FormatReader as _, InProcess};
use crate::{extracted::Unreadable, limits::Limits};
use base::guard::guarded;

use super::confine::{close_inherited, confine, confine_thread, is_unconfined, limit_time};
use super::frames::{read_question, write_answer};

/// The argument by which the program is started as a reader process.
pub const ARGUMENT: &str = "--reader-process";

/// A buffer larger than this is given back after a file: 16 MiB.
const KEPT: usize = 16 << 20;

/// Ends this process as soon as nobody can ask any more, also while it reads a file: then nobody waits for the answer. Where
/// the system grants no thread, it ends after the file.
fn end_with_parent(input: PipeReader) {
    const STACK: usize = 64 << 10;
    let wait = move || {
        confine_thread();
        // The end of the other side is reported even if nothing is asked for.
        let nothing = PollFlags::empty();
        while !matches!(poll(&mut [PollFd::new(&input, nothing)], None), Ok(1)) {}
        std::process::abort();
    };
    let _ = thread::Builder::new().stack_size(STACK).spawn(wait);
}

/// Answers questions until standard input ends. `memory` is how many bytes it may have, as its parent wrote the number.
///
/// # Errors
/// Those of the two pipes, or where what comes is no question.
pub fn serve(memory: Option<&str>) -> io::Result<()> {
    close_inherited();
    let mut input = PipeReader::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut output = PipeWriter::from(io::stdout().as_fd().try_clone_to_owned()?);
    // What a library prints must not stand among the answers.
    rustix::stdio::dup2_stdout(io::stderr())?;
    let memory = memory.and_then(|bytes| bytes.parse().ok());
    end_with_parent(input.try_clone()?);
    confine(memory.unwrap_or(Limits::DEFAULT.memory));
    let is_unconfined = is_unconfined();
    let mut bytes = Vec::new();
    while let Some(question) = read_question(&mut input, &mut bytes)? {
        limit_time(question.limits.time);
        let reader = InProcess { limits: question.limits };
        let answer = guarded(|| reader.read(question.work, &bytes))
            .unwrap_or_else(|panic| Err(Unreadable::Died(format!("gave up ({panic})"))));
        write_answer(&mut output, is_unconfined, &answer)?;
        if bytes.capacity() > KEPT {
            bytes = Vec::new();
        }
    }
    Ok(())
}
