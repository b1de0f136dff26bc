use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use thiserror::Error;

use super::names::Stamp;
use base::system_error::format_system_error;

#[cfg(unix)]
use rustix::fs::{Mode, OFlags, openat};
#[cfg(unix)]
use rustix::io::Errno;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeLimit {
    pub bytes: u64,
    pub is_option: bool,
}

impl SizeLimit {
    pub const fn fixed_limit(bytes: u64) -> Self {
        Self { bytes, is_option: false }
    }

    pub const fn limit_of_option(bytes: u64) -> Self {
        Self { bytes, is_option: true }
    }
}

pub const LARGEST_FILE: SizeLimit = SizeLimit::limit_of_option(256 << 20);

/// Most memory that a reused buffer keeps between files: 8 MiB.
const LARGEST_BUFFER: usize = 8 << 20;

/// Pauses between attempts to read a file that keeps changing.
const BACK_OFF: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(50)];

/// A file that changed within this time before the read is read again. File systems stamp changes with a clock that
/// ticks every 1 to 10 ms, so two writes within one tick can have equal stamps.
const TICK: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub struct Content {
    pub bytes: Vec<u8>,
    /// Stamp before the read, which was the same after the read.
    pub stamp: Stamp,
}

/// Reasons why a file was not read. The message is one line in lower case with the remedy, without the name of the
/// file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unread {
    #[error("no such file")]
    Vanished,
    #[error("larger than {}; {}split it", format_size(.0.bytes), remedy_for_size(*.0))]
    TooLarge(SizeLimit),
    #[error("keeps changing; shingle reads the file when it stops changing")]
    StillChanging,
    /// The error message of the system. Stored as text, because `io::Error` cannot be cloned.
    #[error("{0}")]
    Refused(String),
    #[error("{0}")]
    NotAFile(String),
}

/// How a listed file is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gone {
    Vanished,
    /// The name now belongs to a folder, a link or another type. The next listing reports the change.
    NoFile,
}

impl Unread {
    pub const fn gone(&self) -> Option<Gone> {
        match self {
            Self::Vanished => Some(Gone::Vanished),
            Self::NotAFile(_) => Some(Gone::NoFile),
            Self::TooLarge(_) | Self::StillChanging | Self::Refused(_) => None,
        }
    }

    pub fn message(&self, expected: &str) -> String {
        match self {
            Self::Vanished => format!("{self}; expected {expected}"),
            other => other.to_string(),
        }
    }
}

/// Reads the file at `path`. Follows no link and does not block on a pipe.
pub fn read_file(path: &Path, limit: SizeLimit) -> Result<Content, Unread> {
    read_content(path, false, limit)
}

/// Like [`read_file`], but follows links: for a file that the user named. Never opens a pipe or a device.
pub fn read_named_file(path: &Path, limit: SizeLimit) -> Result<Content, Unread> {
    read_content(path, true, limit)
}

/// Returns true if a regular file begins with these bytes.
pub fn file_begins_with(path: &Path, start: &[u8]) -> bool {
    let mut read = vec![0; start.len()];
    path.is_file()
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut read).is_ok())
        && read == start
}

fn read_content(path: &Path, follow: bool, limit: SizeLimit) -> Result<Content, Unread> {
    let mut bytes = Vec::new();
    let stamp = read_until_stable(|| open_and_check_file(path, follow, limit), limit, &mut bytes)?;
    Ok(Content { bytes, stamp })
}

pub fn modification_time(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// An open folder, whose files are opened relative to it, so that the folder is looked up once.
#[derive(Debug)]
pub struct OpenFolder {
    root: PathBuf,
    #[cfg(unix)]
    folder: io::Result<File>,
}

impl OpenFolder {
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            #[cfg(unix)]
            folder: File::open(root),
        }
    }

    /// Like [`read_file`], but for a name in the folder at which a listing found a regular file. Replaces the bytes in
    /// `buffer` by the bytes of the file.
    ///
    /// Does not check the type before opening, because the listing did. Another file may have taken the name since. So
    /// the open follows no link, does not wait for the writer of a pipe, and gets no controlling terminal. The `fstat`
    /// before the read then finds the type.
    ///
    /// The buffer retains up to 8 MiB of memory for the next file. After an error it is empty.
    pub fn read_file_into(
        &self,
        name: &Path,
        limit: SizeLimit,
        buffer: &mut Vec<u8>,
    ) -> Result<Stamp, Unread> {
        #[cfg(unix)]
        let open = || {
            let folder = self.folder.as_ref().map_err(unread_error)?;
            let file = open_beneath(folder, name)
                .map_err(|error| explain_unopened(&self.root.join(name), &error.into()))?;
            check_opened_file(file, limit)
        };
        #[cfg(not(unix))]
        let open = || open_and_check_file(&self.root.join(name), false, limit);
        let stamp = read_until_stable(open, limit, buffer);
        if stamp.is_err() {
            buffer.clear();
        }
        // After a large file, frees the memory of the buffer at the next smaller file.
        if buffer.capacity() > LARGEST_BUFFER && buffer.len() <= LARGEST_BUFFER {
            buffer.shrink_to(LARGEST_BUFFER);
        }
        stamp
    }
}

/// Opens a file below the folder. Fails if any part of the name is a link, because a link may have replaced a listed
/// folder.
#[cfg(unix)]
fn open_beneath(folder: &File, name: &Path) -> Result<File, Errno> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{ResolveFlags, openat2};
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        match openat2(folder, name, TO_READ, Mode::empty(), resolve) {
            // Falls back to another way: Linux before 5.6 has no `openat2`, and some containers forbid it.
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

pub(super) fn read_small_file(path: &Path, limit: SizeLimit) -> Result<Vec<u8>, Unread> {
    let (mut file, before) = open_and_check_file(path, false, limit)?;
    let mut bytes = Vec::new();
    read_to_end(&mut file, before.len(), limit, &mut bytes)?;
    Ok(bytes)
}

fn read_until_stable(
    open: impl Fn() -> Result<(File, Metadata), Unread>,
    limit: SizeLimit,
    buffer: &mut Vec<u8>,
) -> Result<Stamp, Unread> {
    let mut waits = BACK_OFF.iter();
    loop {
        let (mut file, before) = open()?;
        read_to_end(&mut file, before.len(), limit, buffer)?;
        let after = file.metadata().map_err(|error| unread_error(&error))?;
        let stamp = Stamp::from_metadata(&after);
        if stamp == Stamp::from_metadata(&before) && !was_changed_just_now(stamp, SystemTime::now())
        {
            return Ok(stamp);
        }
        let Some(wait) = waits.next() else {
            return Err(Unread::StillChanging);
        };
        thread::sleep(*wait);
    }
}

/// Returns true if the file changed within one tick before `now`, so that its stamp may cover two states. A stamp from
/// the future (another machine's clock) counts as old.
fn was_changed_just_now(stamp: Stamp, now: SystemTime) -> bool {
    let Ok(now) = now.duration_since(SystemTime::UNIX_EPOCH) else { return false };
    let Ok(now) = i128::try_from(now.as_nanos()) else { return false };
    let age = now.saturating_sub(stamp.changed);
    // Some systems report no change time.
    stamp.changed != 0 && (0..TICK.as_nanos().cast_signed()).contains(&age)
}

fn open_and_check_file(
    path: &Path,
    follow: bool,
    limit: SizeLimit,
) -> Result<(File, Metadata), Unread> {
    // Checks the type before opening. Opening may act on a device, or wake up the writer of a pipe.
    let metadata = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
    check_file_type(&metadata.map_err(|error| unread_error(&error))?, limit)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let no_follow = if follow { 0 } else { libc::O_NOFOLLOW };
        options.custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC | libc::O_NOCTTY | no_follow);
    }
    check_opened_file(options.open(path).map_err(|error| unread_error(&error))?, limit)
}

fn check_opened_file(file: File, limit: SizeLimit) -> Result<(File, Metadata), Unread> {
    let metadata = file.metadata().map_err(|error| unread_error(&error))?;
    check_file_type(&metadata, limit)?;
    Ok((file, metadata))
}

/// Returns the reason why a file could not be opened. Looks at its type too, because `fstat` needs an open file, and a
/// socket cannot be opened.
#[cfg(unix)]
fn explain_unopened(path: &Path, error: &io::Error) -> Unread {
    let why = unread_error(error);
    if why == Unread::Vanished {
        return why;
    }
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            Unread::NotAFile(describe_special_file(metadata.file_type()))
        }
        _ => why,
    }
}

fn check_file_type(metadata: &Metadata, limit: SizeLimit) -> Result<(), Unread> {
    if !metadata.is_file() {
        return Err(Unread::NotAFile(describe_special_file(metadata.file_type())));
    }
    if metadata.len() > limit.bytes { Err(Unread::TooLarge(limit)) } else { Ok(()) }
}

/// Fills `buffer` with the bytes of the file, whose length should be `expected`.
///
/// Reads one byte more than expected at first. If exactly the expected number arrives, the file is complete: the caller
/// compares stamps and so detects growth. `Read::read_to_end` would need one or two more reads. In any other case,
/// reads to the end: files in /proc report no length, and a network file system may return a part.
fn read_to_end(
    file: &mut File,
    expected: u64,
    limit: SizeLimit,
    buffer: &mut Vec<u8>,
) -> Result<(), Unread> {
    let length = usize::try_from(expected.min(limit.bytes)).unwrap_or(usize::MAX - 1);
    // `resize` zeroes only bytes beyond the previous file; the read overwrites all others.
    buffer.resize(length + 1, 0);
    let got = loop {
        match file.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            outcome => break outcome.map_err(|error| unread_error(&error))?,
        }
    };
    buffer.truncate(got);
    // A read of zero bytes means the end of the file.
    if got != length && got != 0 {
        let rest = (limit.bytes + 1).saturating_sub(got as u64);
        file.take(rest).read_to_end(buffer).map_err(|error| unread_error(&error))?;
    }
    if buffer.len() as u64 > limit.bytes { Err(Unread::TooLarge(limit)) } else { Ok(()) }
}

const fn remedy_for_size(limit: SizeLimit) -> &'static str {
    if limit.is_option { "raise --limit-file, or " } else { "if it is text, " }
}

fn format_size(bytes: u64) -> String {
    let (size, unit) = if bytes >= 1 << 20 { (bytes >> 20, "MiB") } else { (bytes >> 10, "KiB") };
    format!("{size} {unit}")
}

fn unread_error(error: &io::Error) -> Unread {
    if error.kind() == ErrorKind::NotFound || error.kind() == ErrorKind::NotADirectory {
        return Unread::Vanished;
    }
    #[cfg(unix)]
    if error.raw_os_error() == Some(libc::ELOOP) {
        return Unread::NotAFile("symbolic link, not followed".to_string());
    }
    Unread::Refused(describe_io_error(error))
}

pub fn describe_io_error(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "permission denied; make it readable for you".to_string(),
        ErrorKind::NotFound => "no such file or folder".to_string(),
        ErrorKind::InvalidFilename => {
            "the path is too long for the system; shorten the names of its folders".to_string()
        }
        _ => format_system_error(error),
    }
}

pub(super) fn describe_special_file(kind: fs::FileType) -> String {
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
    use std::{fs, fs::File, os::unix::fs::symlink, path::Path};

    use rustix::io::Errno;

    use super::{open_beneath, open_by_parts};

    #[test]
    fn no_part_of_a_name_may_be_a_link() {
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
