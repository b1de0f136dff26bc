//! Reads one file, whole and only if it is a regular one. It decodes nothing.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

#[cfg(unix)]
use rustix::{
    buffer::spare_capacity,
    fs::{Mode, OFlags, openat},
    io::pread,
};

use thiserror::Error;

use super::stamp::Stamp;

/// Files larger than this many bytes are refused: 256 MiB.
pub const LARGEST_FILE: u64 = 256 << 20;

/// A reused buffer keeps at most this many bytes of memory from one file to the next: 8 MiB.
const KEPT: usize = 8 << 20;

/// Waits between the tries to read a file that changes meanwhile.
const BACK_OFF: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(50)];

/// File systems stamp a change with a clock that ticks every 1 to 10 ms, so two writes within one tick may leave equal
/// stamps. A file that changed less than this before it was read is therefore read again.
const TICK: Duration = Duration::from_millis(20);

/// A file that had not changed for so long before it was opened did not change either while it was read, if its stamp still
/// says so: clocks of file systems on other machines go wrong by less.
const AT_REST: Duration = Duration::from_secs(10);

/// A file is read at once into this many bytes of room at least.
const ROOM: usize = 64 << 10;

/// A file's bytes and the stamp they belong to.
#[derive(Debug)]
pub struct Content {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The state of the file before and after the read, which was the same.
    pub stamp: Stamp,
}

/// Why a file was not read: one line, lower case, without its name; what is wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unread {
    /// It is gone.
    #[error("no such file")]
    Vanished,
    /// It is larger than so many bytes.
    #[error("larger than {}; if it is text, split it", size(*.0))]
    TooLarge(u64),
    /// It changed every time that it was read.
    #[error("keeps changing while it is read; it will be read when it rests")]
    Restless,
    /// The system refuses, in its words, which cannot be cloned otherwise.
    #[error("{0}")]
    Refused(String),
    /// It is a folder, a link, a pipe or a device.
    #[error("{0}")]
    NoFile(String),
}

impl Unread {
    /// The same of a file that the user named, of which something was `expected`: one line, lower case, without its name.
    pub fn told(&self, expected: &str) -> String {
        match self {
            Self::Vanished => format!("{self}; expected {expected}"),
            other => other.to_string(),
        }
    }
}

/// What is known of a path before it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KnownPath {
    /// Nothing; a link in its last place is refused.
    Nothing,
    /// The user named it; links are followed.
    Named,
    /// A listing found a regular file there.
    Listed,
}

/// Reads the file at `path` without following a link, without blocking on a pipe.
///
/// # Errors
/// [`Unread`], see there. A file that keeps changing while it is read is refused as such after three tries.
pub fn read(path: &Path) -> Result<Content, Unread> {
    content(path, KnownPath::Nothing)
}

/// As [`read`], but follows links: for a file that the user named. Pipes and devices are still refused unopened.
///
/// # Errors
/// [`Unread`], see there.
pub fn read_named(path: &Path) -> Result<Content, Unread> {
    content(path, KnownPath::Named)
}

/// As [`read_named`], a file of at most `limit` bytes.
///
/// # Errors
/// [`Unread`], see there.
pub fn read_named_within(path: &Path, limit: u64) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    read_steady(|| open(path, KnownPath::Named, limit), limit, &mut bytes)?;
    Ok(bytes)
}

/// A folder whose files are read by their names in it: the system looks up the folder once and not for each file, a
/// twentieth of what reading 10,000 small files takes.
#[derive(Debug)]
pub struct Within {
    root: PathBuf,
    /// The folder, opened; where that failed, whole paths are taken.
    #[cfg(unix)]
    folder: Option<File>,
}

impl Within {
    /// Of the folder at `root`.
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            #[cfg(unix)]
            folder: File::open(root).ok(),
        }
    }

    /// As [`read_into`], by the file's name relative to the folder.
    ///
    /// # Errors
    /// [`Unread`], see there.
    pub fn read_into(&self, name: &Path, buffer: &mut Vec<u8>) -> Result<Stamp, Unread> {
        #[cfg(unix)]
        if let Some(folder) = &self.folder {
            let open = || {
                let flags = OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::NOFOLLOW;
                let opened = openat(folder, name, flags | OFlags::RDONLY, Mode::empty());
                opened.map(File::from).map_err(|error| {
                    unopened(&self.root.join(name), KnownPath::Listed, &io::Error::from(error))
                })
            };
            return into_reused(open, buffer);
        }
        read_into(&self.root.join(name), buffer)
    }
}

/// As [`read`], for a file that a listing found to be regular: puts its bytes, and nothing else, in `buffer`.
///
/// Four system calls for a file that has been at rest for a while: open, read, fstat, close. [`read`] makes six, by asking
/// what the path is before it opens it and what it is before it reads it. That only narrows the time in which something else
/// can take the file's place, and the listing has asked already. What did take its place since is opened without following
/// a link, waiting for a pipe's writer or getting a controlling terminal; a pipe gives nothing to a read at an offset; and
/// whatever is not a regular file is refused by the fstat.
///
/// The buffer keeps its memory for the next file, up to 8 MiB. After an error it is empty.
///
/// # Errors
/// [`Unread`], see there.
pub fn read_into(path: &Path, buffer: &mut Vec<u8>) -> Result<Stamp, Unread> {
    into_reused(|| opened(path, KnownPath::Listed), buffer)
}

fn into_reused(
    open: impl Fn() -> Result<File, Unread>,
    buffer: &mut Vec<u8>,
) -> Result<Stamp, Unread> {
    let begun = SystemTime::now();
    let at_once = open().map(|file| read_at_once(&file, begun, buffer));
    let steadily = |buffer| read_steady(|| looked_at(open()?, LARGEST_FILE), LARGEST_FILE, buffer);
    let stamp = at_once.and_then(|stamp| stamp.map_or_else(|| steadily(buffer), Ok));
    if stamp.is_err() {
        buffer.clear();
    }
    // A file larger than what is kept gets its memory for itself; the next one that is not gives it back.
    if buffer.capacity() > KEPT && buffer.len() <= KEPT {
        buffer.shrink_to(KEPT);
    }
    stamp
}

/// Reads a file of at most `limit` bytes once, without following a link and without waiting until it rests.
pub(super) fn read_small(path: &Path, limit: u64) -> Result<Vec<u8>, Unread> {
    let (mut file, before) = open(path, KnownPath::Nothing, limit)?;
    let mut bytes = Vec::new();
    fill(&mut file, before.len(), limit, &mut bytes)?;
    Ok(bytes)
}

fn content(path: &Path, known: KnownPath) -> Result<Content, Unread> {
    let mut bytes = Vec::new();
    let stamp = read_steady(|| open(path, known, LARGEST_FILE), LARGEST_FILE, &mut bytes)?;
    Ok(Content { bytes, stamp })
}

/// Reads a file with one read and one look at it afterwards; `None` where these do not settle what was read: the file does not
/// fit into the room of the buffer, has changed lately, or is no regular one.
#[cfg(unix)]
fn read_at_once(file: &File, begun: SystemTime, buffer: &mut Vec<u8>) -> Option<Stamp> {
    buffer.clear();
    buffer.reserve(ROOM);
    let read = pread(file, spare_capacity(buffer), 0).ok()?;
    let found = file.metadata().ok()?;
    let stamp = Stamp::of(&found);
    let is_whole = found.is_file() && read as u64 == found.len() && read < buffer.capacity();
    (is_whole && is_at_rest(stamp, begun)).then_some(stamp)
}

/// Every file is looked at before and after.
#[cfg(not(unix))]
fn read_at_once(_: &File, _: SystemTime, _: &mut Vec<u8>) -> Option<Stamp> {
    None
}

/// Reads what `open` opens, until it rests.
fn read_steady(
    open: impl Fn() -> Result<(File, Metadata), Unread>,
    limit: u64,
    buffer: &mut Vec<u8>,
) -> Result<Stamp, Unread> {
    let mut waits = BACK_OFF.iter();
    loop {
        let (mut file, before) = open()?;
        fill(&mut file, before.len(), limit, buffer)?;
        let after = file.metadata().map_err(|error| unread(&error))?;
        let stamp = Stamp::of(&after);
        if stamp == Stamp::of(&before) && !is_hot(stamp, SystemTime::now()) {
            return Ok(stamp);
        }
        let Some(wait) = waits.next() else {
            return Err(Unread::Restless);
        };
        thread::sleep(*wait);
    }
}

/// Whether the file had not changed for a while when it was `begun` to be read.
#[cfg(unix)]
fn is_at_rest(stamp: Stamp, begun: SystemTime) -> bool {
    age(stamp, begun).is_some_and(|age| age >= AT_REST.as_nanos().cast_signed())
}

/// Whether the file changed so shortly before `now` that its stamp does not yet tell two states apart. A stamp from
/// the future (another machine's clock) says nothing and counts as cold.
fn is_hot(stamp: Stamp, now: SystemTime) -> bool {
    age(stamp, now).is_some_and(|age| (0..TICK.as_nanos().cast_signed()).contains(&age))
}

/// How many nanoseconds before `now` the file changed, below 0 when behind it; `None` where the system does not tell.
fn age(stamp: Stamp, now: SystemTime) -> Option<i128> {
    let now = now.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let now = i128::try_from(now.as_nanos()).ok()?;
    (stamp.changed != 0).then(|| now.saturating_sub(stamp.changed))
}

fn open(path: &Path, known: KnownPath, limit: u64) -> Result<(File, Metadata), Unread> {
    // Asked before opening too, where nobody has: opening a device may act on it, and a pipe's writer would see a reader
    // come and go.
    let listed = match known {
        KnownPath::Nothing => Some(fs::symlink_metadata(path)),
        KnownPath::Named => Some(fs::metadata(path)),
        KnownPath::Listed => None,
    };
    if let Some(listed) = listed {
        accept(&listed.map_err(|error| unread(&error))?, limit)?;
    }
    looked_at(opened(path, known)?, limit)
}

/// The file at a path, whatever it is, opened without waiting for it.
fn opened(path: &Path, known: KnownPath) -> Result<File, Unread> {
    let mut how = OpenOptions::new();
    how.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let follow = if known == KnownPath::Named { 0 } else { libc::O_NOFOLLOW };
        how.custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC | libc::O_NOCTTY | follow);
    }
    // Where the system lacks such a flag, a listed path is looked at after all.
    #[cfg(not(unix))]
    if known == KnownPath::Listed {
        let listed = fs::symlink_metadata(path).map_err(|error| unread(&error))?;
        accept(&listed, LARGEST_FILE)?;
    }
    how.open(path).map_err(|error| unopened(path, known, &error))
}

/// The file, if it is one to be read, with its state.
fn looked_at(file: File, limit: u64) -> Result<(File, Metadata), Unread> {
    let opened = file.metadata().map_err(|error| unread(&error))?;
    accept(&opened, limit)?;
    Ok((file, opened))
}

/// Why `path` could not be opened. What cannot be opened at all, as a socket, has no fstat that names it.
fn unopened(path: &Path, known: KnownPath, error: &io::Error) -> Unread {
    let why = unread(error);
    if known != KnownPath::Listed || why == Unread::Vanished {
        return why;
    }
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => Unread::NoFile(special(metadata.file_type())),
        _ => why,
    }
}

fn accept(metadata: &Metadata, limit: u64) -> Result<(), Unread> {
    if !metadata.is_file() {
        return Err(Unread::NoFile(special(metadata.file_type())));
    }
    if metadata.len() > limit { Err(Unread::TooLarge(limit)) } else { Ok(()) }
}

/// Makes `buffer` the file's bytes, of which `expected` are announced.
///
/// One read asks for one byte more than announced: when exactly the announced ones come, that was all, for a file that
/// grew in between has another stamp, which the caller compares. `Read::read_to_end` would read once or twice more to
/// learn that nothing is left. Whatever else comes (nothing is announced in /proc, and a network file system may give a
/// part) is read on until nothing comes.
fn fill(file: &mut File, expected: u64, limit: u64, buffer: &mut Vec<u8>) -> Result<(), Unread> {
    let wanted = usize::try_from(expected.min(limit)).unwrap_or(usize::MAX - 1);
    // The former file's bytes are overwritten or cut off, so only what is longer than them is zeroed.
    buffer.resize(wanted + 1, 0);
    let got = loop {
        match file.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => break outcome.map_err(|error| unread(&error))?,
        }
    };
    buffer.truncate(got);
    // An empty file costs its one read too: nothing came, so nothing is left.
    if got != wanted && got != 0 {
        let rest = (limit + 1).saturating_sub(got as u64);
        file.take(rest).read_to_end(buffer).map_err(|error| unread(&error))?;
    }
    if buffer.len() as u64 > limit { Err(Unread::TooLarge(limit)) } else { Ok(()) }
}

/// So many bytes, for people.
fn size(bytes: u64) -> String {
    let (size, unit) = if bytes >= 1 << 20 { (bytes >> 20, "MiB") } else { (bytes >> 10, "KiB") };
    format!("{size} {unit}")
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

#[cfg(all(test, unix))]
mod tests;
