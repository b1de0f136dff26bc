//! Reads one file, whole and only if it is a regular one. It decodes nothing.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use super::walk::Stamp;

/// Files larger than this many bytes are refused: 256 MiB.
pub const LARGEST_FILE: u64 = 256 << 20;

/// Waits between the tries to read a file that changes meanwhile.
const BACK_OFF: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(50)];

/// File systems stamp a change with a clock that ticks every 1 to 10 ms, so two writes within one tick may leave equal
/// stamps. A file that changed less than this before it was read is therefore read again.
const TICK: Duration = Duration::from_millis(20);

/// A file's bytes and the stamp they belong to.
#[derive(Debug)]
pub struct Content {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The state of the file before and after the read, which was the same.
    pub stamp: Stamp,
}

/// Why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It is gone.
    Vanished,
    /// One line, lower case: what is wrong and what to do.
    Refused(String),
    /// It is a folder, a link, a pipe or a device; one line, lower case.
    NoFile(String),
}

/// What to do with a symbolic link in the last place of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Links {
    Refuse,
    Follow,
}

/// Reads the file at `path` without following a link, without blocking on a pipe.
///
/// # Errors
/// [`Unread`], see there. A file that keeps changing while it is read is refused as such after three tries.
pub fn read(path: &Path) -> Result<Content, Unread> {
    read_steady(path, Links::Refuse, LARGEST_FILE)
}

/// As [`read`], but follows links: for a file that the user named. Pipes and devices are still refused unopened.
///
/// # Errors
/// [`Unread`], see there.
pub fn read_named(path: &Path) -> Result<Content, Unread> {
    read_steady(path, Links::Follow, LARGEST_FILE)
}

/// Reads a file of at most `limit` bytes once, without following a link and without waiting until it rests.
pub(super) fn read_small(path: &Path, limit: u64) -> Result<Vec<u8>, Unread> {
    let (mut file, before) = open(path, Links::Refuse, limit)?;
    bytes_of(&mut file, before.len(), limit)
}

fn read_steady(path: &Path, links: Links, limit: u64) -> Result<Content, Unread> {
    let mut waits = BACK_OFF.iter();
    loop {
        let (mut file, before) = open(path, links, limit)?;
        let bytes = bytes_of(&mut file, before.len(), limit)?;
        let after = file.metadata().map_err(|error| unread(&error))?;
        let stamp = Stamp::of(&after);
        if stamp == Stamp::of(&before) && !is_hot(stamp, SystemTime::now()) {
            return Ok(Content { bytes, stamp });
        }
        let Some(wait) = waits.next() else {
            let text = "keeps changing while it is read; it will be read when it rests";
            return Err(Unread::Refused(text.to_string()));
        };
        thread::sleep(*wait);
    }
}

/// Whether the file changed so shortly before `now` that its stamp does not yet tell two states apart. A stamp from
/// the future (another machine's clock) says nothing and counts as cold.
fn is_hot(stamp: Stamp, now: SystemTime) -> bool {
    let Ok(now) = now.duration_since(SystemTime::UNIX_EPOCH) else { return false };
    let age = i128::try_from(now.as_nanos()).unwrap_or(i128::MAX).saturating_sub(stamp.changed);
    stamp.changed != 0 && (0..TICK.as_nanos().cast_signed()).contains(&age)
}

fn open(path: &Path, links: Links, limit: u64) -> Result<(File, Metadata), Unread> {
    // Asked before opening too: opening a device may act on it, and a pipe's writer would see a reader come and go.
    let listed = match links {
        Links::Refuse => fs::symlink_metadata(path),
        Links::Follow => fs::metadata(path),
    };
    accept(&listed.map_err(|error| unread(&error))?, limit)?;
    let mut how = OpenOptions::new();
    how.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let follow = if links == Links::Refuse { libc::O_NOFOLLOW } else { 0 };
        how.custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC | libc::O_NOCTTY | follow);
    }
    let file = how.open(path).map_err(|error| unread(&error))?;
    let opened = file.metadata().map_err(|error| unread(&error))?;
    accept(&opened, limit)?;
    Ok((file, opened))
}

fn accept(metadata: &Metadata, limit: u64) -> Result<(), Unread> {
    if !metadata.is_file() {
        return Err(Unread::NoFile(special(metadata.file_type())));
    }
    if metadata.len() > limit { Err(too_large(limit)) } else { Ok(()) }
}

fn bytes_of(file: &mut File, expected: u64, limit: u64) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::with_capacity(usize::try_from(expected.min(limit) + 1).unwrap_or(0));
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| unread(&error))?;
    if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
}

fn too_large(limit: u64) -> Unread {
    let (size, unit) = if limit >= 1 << 20 { (limit >> 20, "MiB") } else { (limit >> 10, "KiB") };
    Unread::Refused(format!("larger than {size} {unit}; split it"))
}

fn unread(error: &io::Error) -> Unread {
    if error.kind() == ErrorKind::NotFound || error.kind() == ErrorKind::NotADirectory {
        return Unread::Vanished;
    }
    #[cfg(unix)]
    if error.raw_os_error() == Some(libc::ELOOP) {
        return Unread::NoFile("symbolic link, not followed".to_string());
    }
    Unread::Refused(reason(error))
}

/// One lower-case line for an error of the system: what is wrong and, where that is known, what to do.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "permission denied; make it readable for you".to_string(),
        ErrorKind::NotFound => "no such file or folder".to_string(),
        ErrorKind::InvalidFilename => {
            "the path is too long for the system; shorten the names of its folders".to_string()
        }
        _ => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or(&text);
            let mut letters = text.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_lowercase().chain(letters).collect::<String>()
            })
        }
    }
}

/// Why a file of this type is not read.
pub(super) fn special(kind: fs::FileType) -> String {
    if kind.is_symlink() {
        return "symbolic link, not followed".to_string();
    }
    #[cfg(unix)]
    let name = {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            "named pipe"
        } else if kind.is_socket() {
            "socket"
        } else if kind.is_block_device() || kind.is_char_device() {
            "device"
        } else {
            "folder"
        }
    };
    #[cfg(not(unix))]
    let name = if kind.is_dir() { "folder" } else { "special file" };
    format!("not a regular file ({name})")
}
