//! Checks limits of the system before the screen starts. A limit reached later would end the program with the terminal
//! in disorder.

use rustix::process::{Resource, getrlimit};

/// Open files for the terminal, its signals and the folder.
const FILES: u64 = 16;
/// Memory that must be available for a screen to start, in bytes.
const MEMORY: usize = 32 << 20;

/// Returns an error if a limit leaves no room for a screen.
pub(crate) fn check_limits() -> Result<(), String> {
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
