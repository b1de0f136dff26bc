//! Reads one whole file, if it is a regular one.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use thiserror::Error;

use super::stamp::Stamp;
use crate::base::system_error::plain_reason;

#[cfg(unix)]
use rustix::fs::{Mode, OFlags, openat};
#[cfg(unix)]
use rustix::io::Errno;

/// The most bytes that a file may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeLimit {
    /// So many.
    pub bytes: u64,
    /// Whether `--limit-file` sets it.
    pub is_option: bool,
}

impl SizeLimit {
    /// A limit of this program that no option changes.
    pub const fn fixed(bytes: u64) -> Self {
        Self { bytes, is_option: false }
    }

    /// The limit of `--limit-file`.
    pub const fn option(bytes: u64) -> Self {
        Self { bytes, is_option: true }
    }
}

/// Larger files are refused where nobody says otherwise: 256 MiB.
pub const LARGEST_FILE: SizeLimit = SizeLimit::option(256 << 20);

/// Most bytes of memory that a reused buffer keeps from one file to the next: 8 MiB.
const LARGEST_BUFFER: usize = 8 << 20;

/// The waits between attempts to read a file that keeps changing.
const BACK_OFF: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(50)];

/// File systems stamp changes with a clock that ticks every 1 to 10 ms, so two writes within one tick can have equal
/// stamps. A file that changed less than this before it was read is therefore read again.
const TICK: Duration = Duration::from_millis(20);

/// The bytes of a file and the stamp that belongs to them.
#[derive(Debug)]
pub struct Content {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The state of the file, the same before and after the read.
    pub stamp: Stamp,
}

/// Why a file was not read and what to do: one line, in lower case, without the file's name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unread {
    /// The file is gone.
    #[error("no such file")]
    Vanished,
    /// The file is larger.
    #[error("larger than {}; {}split it", size(.0.bytes), way_out(*.0))]
    TooLarge(SizeLimit),
    /// The file changed during every attempt to read it.
    #[error("keeps changing; shingle reads the file when it stops changing")]
    StillChanging,
    /// The system refuses. Holds its words, because its error cannot be cloned.
    #[error("{0}")]
    Refused(String),
    /// A folder, a link, a pipe or a device.
    #[error("{0}")]
    NotAFile(String),
}

impl Unread {
    /// The line for a file that the user named, which should have been `expected`.
    pub fn message(&self, expected: &str) -> String {
        match self {
            Self::Vanished => format!("{self}; expected {expected}"),
            other => other.to_string(),
        }
    }
}

/// What is known about a path before it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathOrigin {
    /// Nothing. A link at its end is refused.
    Unchecked,
    /// The user named it. Links are followed.
    Named,
    /// A listing found a regular file there.
    Listed,
}

/// Reads the file at `path`. Follows no link and does not block on a pipe.
///
/// # Errors
/// [`Unread`]. A file that keeps changing is refused after three attempts.
pub fn read(path: &Path, limit: SizeLimit) -> Result<Content, Unread> {
    content(path, PathOrigin::Unchecked, limit)
}

/// Like [`read`], but follows links: for a file that the user named. Pipes and devices are refused before they are
/// opened.
///
/// # Errors
/// [`Unread`].
pub fn read_named(path: &Path, limit: SizeLimit) -> Result<Content, Unread> {
    content(path, PathOrigin::Named, limit)
}

fn content(path: &Path, origin: PathOrigin, limit: SizeLimit) -> Result<Content, Unread> {
    let mut bytes = Vec::new();
    let stamp = read_steady(|| open(path, origin, limit), limit, &mut bytes)?;
    Ok(Content { bytes, stamp })
}

/// When the file at `path`, which the user named, was changed last, if the system tells.
pub fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// A folder whose files are read by their names in it. The system looks up the folder once, not for each file. That
/// saves a twentieth of the time for 10,000 small files.
#[derive(Debug)]
pub struct OpenFolder {
    root: PathBuf,
    /// The open folder. If it cannot be opened, whole paths are used.
    #[cfg(unix)]
    folder: Option<File>,
}

impl OpenFolder {
    /// Opens the folder at `root`.
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            #[cfg(unix)]
            folder: File::open(root).ok(),
        }
    }

    /// Like [`read`], by the file's name relative to the folder, for a file that a listing found to be regular. Replaces what is
    /// in `buffer` by the bytes of the file.
    ///
    /// Nothing asks what the path is before it is opened, because the listing has. If something else took the file's place
    /// meanwhile, the open follows no link, does not wait for the writer of a pipe, and gets no controlling terminal, and the
    /// fstat before the read shows it.
    ///
    /// The buffer keeps its memory for the next file, up to 8 MiB. After an error it is empty.
    ///
    /// # Errors
    /// [`Unread`].
    pub fn read_into(
        &self,
        name: &Path,
        limit: SizeLimit,
        buffer: &mut Vec<u8>,
    ) -> Result<Stamp, Unread> {
        #[cfg(unix)]
        if let Some(folder) = &self.folder {
            let open = || {
                open_beneath(folder, name).map_err(|error| {
                    unopened(&self.root.join(name), PathOrigin::Listed, &io::Error::from(error))
                })
            };
            return into_reused(open, limit, buffer);
        }
        let path = self.root.join(name);
        into_reused(|| Ok(open(&path, PathOrigin::Listed, limit)?.0), limit, buffer)
    }
}

/// Opens a file below a folder. No part of its name may be a link: a folder of the listing may have become one meanwhile.
#[cfg(unix)]
fn open_beneath(folder: &File, name: &Path) -> Result<File, Errno> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{ResolveFlags, openat2};
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        match openat2(folder, name, TO_READ, Mode::empty(), resolve) {
            // Systems before 5.6 do not have it, and some containers forbid it.
            Err(Errno::NOSYS | Errno::PERM) => {}
            opened => return opened.map(File::from),
        }
    }
    open_by_parts(folder, name)
}

#[cfg(unix)]
const TO_READ: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::CLOEXEC)
    .union(OFlags::NOCTTY)
    .union(OFlags::NOFOLLOW);

#[cfg(unix)]
fn open_by_parts(folder: &File, name: &Path) -> Result<File, Errno> {
    let mut above: Option<File> = None;
    let parents = name.parent().into_iter().flat_map(Path::components);
    for part in parents {
        let within = above.as_ref().unwrap_or(folder);
        let opened = openat(within, part.as_os_str(), TO_READ | OFlags::DIRECTORY, Mode::empty())?;
        above = Some(opened.into());
    }
    let file = name.file_name().ok_or(Errno::INVAL)?;
    openat(above.as_ref().unwrap_or(folder), file, TO_READ, Mode::empty()).map(File::from)
}

fn into_reused(
    open: impl Fn() -> Result<File, Unread>,
    limit: SizeLimit,
    buffer: &mut Vec<u8>,
) -> Result<Stamp, Unread> {
    let stamp = read_steady(|| looked_at(open()?, limit), limit, buffer);
    if stamp.is_err() {
        buffer.clear();
    }
    // A file above the limit gets memory of its own. The next smaller file gives that memory back.
    if buffer.capacity() > LARGEST_BUFFER && buffer.len() <= LARGEST_BUFFER {
        buffer.shrink_to(LARGEST_BUFFER);
    }
    stamp
}

/// Reads a file of at most `limit` bytes once. Follows no link, and does not wait until the file stops changing.
pub(super) fn read_small(path: &Path, limit: SizeLimit) -> Result<Vec<u8>, Unread> {
    let (mut file, before) = open(path, PathOrigin::Unchecked, limit)?;
    let mut bytes = Vec::new();
    fill(&mut file, before.len(), limit, &mut bytes)?;
    Ok(bytes)
}

/// Opens and reads a file until it does not change during the read.
fn read_steady(
    open: impl Fn() -> Result<(File, Metadata), Unread>,
    limit: SizeLimit,
    buffer: &mut Vec<u8>,
) -> Result<Stamp, Unread> {
    let mut waits = BACK_OFF.iter();
    loop {
        let (mut file, before) = open()?;
        fill(&mut file, before.len(), limit, buffer)?;
        let after = file.metadata().map_err(|error| unread(&error))?;
        let stamp = Stamp::from_metadata(&after);
        if stamp == Stamp::from_metadata(&before) && !is_hot(stamp, SystemTime::now()) {
            return Ok(stamp);
        }
        let Some(wait) = waits.next() else {
            return Err(Unread::StillChanging);
        };
        thread::sleep(*wait);
    }
}

/// Whether the file changed so shortly before `now` that its stamp cannot yet distinguish two states. A stamp from the
/// future (another machine's clock) says nothing and counts as old.
fn is_hot(stamp: Stamp, now: SystemTime) -> bool {
    let Ok(now) = now.duration_since(SystemTime::UNIX_EPOCH) else { return false };
    let Ok(now) = i128::try_from(now.as_nanos()) else { return false };
    let age = now.saturating_sub(stamp.changed);
    // Some systems do not say when a file changed.
    stamp.changed != 0 && (0..TICK.as_nanos().cast_signed()).contains(&age)
}

fn open(path: &Path, origin: PathOrigin, limit: SizeLimit) -> Result<(File, Metadata), Unread> {
    // Without a listing, the path is checked before it is opened too: opening a device may act on it, and the writer of
    // a pipe would see a reader come and go.
    let listed = match origin {
        PathOrigin::Unchecked => Some(fs::symlink_metadata(path)),
        PathOrigin::Named => Some(fs::metadata(path)),
        // Where the system lacks the flags with which it is opened, a listed path is checked too.
        PathOrigin::Listed => cfg!(not(unix)).then(|| fs::symlink_metadata(path)),
    };
    if let Some(listed) = listed {
        accept(&listed.map_err(|error| unread(&error))?, limit)?;
    }
    looked_at(opened(path, origin)?, limit)
}

/// Opens whatever is at a path, without waiting for it.
fn opened(path: &Path, origin: PathOrigin) -> Result<File, Unread> {
    let mut how = OpenOptions::new();
    how.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let follow = if origin == PathOrigin::Named { 0 } else { libc::O_NOFOLLOW };
        how.custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC | libc::O_NOCTTY | follow);
    }
    how.open(path).map_err(|error| unopened(path, origin, &error))
}

/// The file with its metadata, if it may be read.
fn looked_at(file: File, limit: SizeLimit) -> Result<(File, Metadata), Unread> {
    let opened = file.metadata().map_err(|error| unread(&error))?;
    accept(&opened, limit)?;
    Ok((file, opened))
}

/// Why `path` could not be opened. A socket, for example, cannot be opened at all, so no fstat can name it.
fn unopened(path: &Path, origin: PathOrigin, error: &io::Error) -> Unread {
    let why = unread(error);
    if origin != PathOrigin::Listed || why == Unread::Vanished {
        return why;
    }
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => Unread::NotAFile(special(metadata.file_type())),
        _ => why,
    }
}

fn accept(metadata: &Metadata, limit: SizeLimit) -> Result<(), Unread> {
    if !metadata.is_file() {
        return Err(Unread::NotAFile(special(metadata.file_type())));
    }
    if metadata.len() > limit.bytes { Err(Unread::TooLarge(limit)) } else { Ok(()) }
}

/// Fills `buffer` with the bytes of the file, whose length should be `expected`.
///
/// The read asks for one byte more than expected. If exactly the expected number arrives, that was all: a file that
/// grew in between has another stamp, and the caller compares stamps. `Read::read_to_end` would need one or two more
/// reads to learn that nothing is left. In any other case the rest is read until nothing comes: files in /proc report
/// no length, and a network file system may return a part.
fn fill(
    file: &mut File,
    expected: u64,
    limit: SizeLimit,
    buffer: &mut Vec<u8>,
) -> Result<(), Unread> {
    let length = usize::try_from(expected.min(limit.bytes)).unwrap_or(usize::MAX - 1);
    // The bytes of the file before are overwritten or cut off, so only bytes beyond them are zeroed.
    buffer.resize(length + 1, 0);
    let got = loop {
        match file.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => break outcome.map_err(|error| unread(&error))?,
        }
    };
    buffer.truncate(got);
    // If nothing came, nothing is left: an empty file costs one read too.
    if got != length && got != 0 {
        let rest = (limit.bytes + 1).saturating_sub(got as u64);
        file.take(rest).read_to_end(buffer).map_err(|error| unread(&error))?;
    }
    if buffer.len() as u64 > limit.bytes { Err(Unread::TooLarge(limit)) } else { Ok(()) }
}

/// What can be done about a file beyond a limit, besides splitting it.
const fn way_out(limit: SizeLimit) -> &'static str {
    if limit.is_option { "raise --limit-file, or " } else { "if it is text, " }
}

/// A number of bytes for people.
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
        return Unread::NotAFile("symbolic link, not followed".to_string());
    }
    Unread::Refused(reason(error))
}

/// One line in lower case for an error of the system: what is wrong and, where known, what to do.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "permission denied; make it readable for you".to_string(),
        ErrorKind::NotFound => "no such file or folder".to_string(),
        ErrorKind::InvalidFilename => {
            "the path is too long for the system; shorten the names of its folders".to_string()
        }
        _ => plain_reason(error),
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
#[allow(clippy::disallowed_methods)]
mod tests {
    use std::fs::{self, File};
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use rustix::io::Errno;

    use super::{open_beneath, open_by_parts};

    #[test]
    fn no_part_of_a_name_leads_out_of_the_folder() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir_all(root.path().join("a/b")).unwrap();
        fs::write(root.path().join("a/b/c.txt"), "inside").unwrap();
        fs::write(outside.path().join("c.txt"), "outside").unwrap();
        symlink(outside.path(), root.path().join("a/link")).unwrap();
        symlink(outside.path().join("c.txt"), root.path().join("a/file")).unwrap();
        let folder = File::open(root.path()).unwrap();
        for open in [open_beneath, open_by_parts] {
            assert!(open(&folder, Path::new("a/b/c.txt")).is_ok());
            let refused = open(&folder, Path::new("a/link/c.txt")).unwrap_err();
            assert!([Errno::LOOP, Errno::NOTDIR].contains(&refused), "{refused}");
            assert_eq!(open(&folder, Path::new("a/file")).unwrap_err(), Errno::LOOP);
        }
    }
}
