//! A process of this program that gives the terminal back where the program itself cannot: when it is killed, or has no memory
//! left. It learns through a socket whether the program has the terminal, and acts if the socket ends meanwhile.

use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::{ffi::OsStr, sync::OnceLock, time::Duration};

use rustix::process::setsid;

/// The argument by which the program is started as a restorer.
pub(crate) const RESTORER_ARGUMENT: &str = "--restorer-process";

/// How long the screen waits for the restorer to know the terminal's modes.
const PATIENCE: Duration = Duration::from_secs(1);
const READY: u8 = b'r';
const TAKEN: u8 = b't';
const GIVEN_BACK: u8 = b'g';

/// The socket to the restorer, if there is one.
static SOCKET: OnceLock<UnixStream> = OnceLock::new();

/// Starts this program as the restorer of the terminal, which is still as the shell left it. Where the system grants no
/// process, the screen does without.
pub(crate) fn start(program: &OsStr) {
    if let Ok(socket) = ready(program) {
        let _ = SOCKET.set(socket);
    }
}

fn ready(program: &OsStr) -> io::Result<UnixStream> {
    let (own, others) = UnixStream::pair()?;
    let mut restorer = Command::new(program);
    // Nothing else is written to its standard error, and the other two are the terminal.
    restorer.arg(RESTORER_ARGUMENT).env_clear().stderr(Stdio::from(OwnedFd::from(others)));
    restorer.spawn()?;
    drop(restorer);
    own.set_read_timeout(Some(PATIENCE))?;
    (&own).read_exact(&mut [0])?;
    Ok(own)
}

/// Tells the restorer whether the terminal is taken.
pub(crate) fn tell(is_taken: bool) {
    if let Some(mut socket) = SOCKET.get() {
        let _ = socket.write(&[if is_taken { TAKEN } else { GIVEN_BACK }]);
    }
}

/// Waits, in the restorer, for the end of the program that started it. Returns whether the terminal is still taken.
///
/// # Errors
/// Those of the socket.
pub(crate) fn await_end() -> io::Result<bool> {
    // In a session of its own, keys cannot end or stop it, and it may set the modes of a terminal that the shell has.
    setsid()?;
    let mut socket = UnixStream::from(io::stderr().as_fd().try_clone_to_owned()?);
    socket.write_all(&[READY])?;
    let (mut is_taken, mut told) = (false, [0]);
    while socket.read(&mut told)? > 0 {
        is_taken = told == [TAKEN];
    }
    Ok(is_taken)
}
