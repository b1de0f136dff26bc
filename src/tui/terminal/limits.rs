//! Limits of the system that leave no room for a screen, told before one of them ends the program with the terminal in disorder.

use rustix::process::{Resource, getrlimit};

/// The terminal, its signals and the folder take so many open files.
const FILES: u64 = 16;
/// A screen begins with so much memory to take.
const MEMORY: usize = 32 << 20;

/// Says which limit leaves no room for a screen.
///
/// # Errors
/// The limit, in one line.
pub(crate) fn look() -> Result<(), String> {
    if let Some(files) = getrlimit(Resource::Nofile).current.filter(|files| *files < FILES) {
        return Err(format!("the limit of open files is {files}; raise it: ulimit -n 1024"));
    }
    let limit = getrlimit(Resource::As).current;
    match limit.filter(|_| Vec::<u8>::new().try_reserve_exact(MEMORY).is_err()) {
        Some(limit) => Err(format!(
            "the limit of memory, {} MiB, leaves too little; raise it: ulimit -v unlimited",
            limit >> 20
        )),
        None => Ok(()),
    }
}
