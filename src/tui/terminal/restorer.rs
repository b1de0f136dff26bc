//! A process of this program that gives the terminal back where the program itself cannot: when it is killed, or has no memory
//! left. It learns through a socket whether the program has the terminal, and acts if the socket ends meanwhile.

use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::{ffi::OsStr, net::Shutdown, thread, time::Duration};

use rustix::process::setsid;

use shingle::base::lock::locked;

/// The argument by which the program is started as a restorer.
pub(crate) const RESTORER_ARGUMENT: &str = "--restorer-process";

/// How long the screen waits for the restorer to know the terminal's modes.
const PATIENCE: Duration = Duration::from_secs(1);
const READY: u8 = b'r';
const TAKEN: u8 = b't';
const GIVEN_BACK: u8 = b'g';

/// How often and how long the program looks whether the restorer has ended.
const LOOKS: u32 = 50;
const LOOK: Duration = Duration::from_millis(1);

/// The socket to the restorer, and the restorer, if there is one.
static RESTORER: OnceLock<(UnixStream, Mutex<Child>)> = OnceLock::new();

/// Starts this program as the restorer of the terminal, which is still as the shell left it. Where the system grants no
/// process, the screen does without.
pub(crate) fn start(program: &OsStr) {
    if let Ok((socket, restorer)) = ready(program) {
        let _ = RESTORER.set((socket, Mutex::new(restorer)));
    }
}

fn ready(program: &OsStr) -> io::Result<(UnixStream, Child)> {
    let (own, others) = UnixStream::pair()?;
    let mut command = Command::new(program);
    // Nothing else is written to its standard error, and the other two are the terminal.
    command.arg(RESTORER_ARGUMENT).env_clear().stderr(Stdio::from(OwnedFd::from(others)));
    let restorer = command.spawn()?;
    // With it goes the copy of the restorer's end of the socket, so that reading ends if the restorer does.
    drop(command);
    own.set_read_timeout(Some(PATIENCE))?;
    (&own).read_exact(&mut [0])?;
    Ok((own, restorer))
}

/// Tells the restorer whether the terminal is taken.
pub(crate) fn tell(is_taken: bool) {
    if let Some((socket, _)) = RESTORER.get() {
        let mut socket: &UnixStream = socket;
        let _ = socket.write(&[if is_taken { TAKEN } else { GIVEN_BACK }]);
    }
}

/// Ends the restorer of a terminal that was given back, so that no process outlives the program. Never waits long.
pub(crate) fn end() {
    let Some((socket, restorer)) = RESTORER.get() else { return };
    let _ = socket.shutdown(Shutdown::Both);
    for _ in 0..LOOKS {
        if !matches!(locked(restorer).try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(LOOK);
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
