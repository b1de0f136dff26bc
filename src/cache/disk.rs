//! The directory of the cache: one file for each text. A file is written beside its place and moved there when it is
//! whole, so any number of programs can read and write at once, and may be killed at any moment.

use std::ffi::OsString;
#[cfg(unix)]
use std::fs::Permissions;
use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::Builder;

use super::notice::CacheNotice;

/// The directory of this version's files, within that of the cache. Another arrangement of files gets another name, and
/// leaves this one alone.
const FILES: &str = "texts-1";
/// The beginning of the name of a file that is being written.
const BEGUN: &str = ".new-";
/// A file whose writing began this long ago is not written to any more.
const ABANDONED: Duration = Duration::from_hours(1);
/// Larger files are not entries.
const LARGEST: u64 = 256 << 20;
/// File systems give files room in pieces of this many bytes.
const PIECE: u64 = 4096;
/// When a file was used is written down once in this time, so that most uses write nothing.
const DAY: Duration = Duration::from_hours(24);

/// By this file, programs that make backups know a cache (<https://bford.info/cachedir/>).
const TAG: (&str, &str) = (
    "CACHEDIR.TAG",
    "Signature: 8a477f597d28d172789f06886806bc55\n# Texts that shingle has read. `shingle cache clear` removes them.\n",
);

/// How much a cache holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheSize {
    /// Files.
    pub texts: u64,
    /// Bytes on the disk.
    pub bytes: u64,
}

/// The open directory.
#[derive(Debug)]
pub(super) struct CacheDirectory {
    /// The directory of the cache.
    pub(super) place: PathBuf,
    files: PathBuf,
}

/// A file in the directory.
struct KeptFile {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl CacheDirectory {
    /// Opens the directory of a cache, and makes it where there is none. It must not lie in the folder at `read`, nor that
    /// folder in it.
    pub(super) fn open(place: &Path, read: Option<&Path>) -> Result<Self, CacheNotice> {
        let unusable = |reason| CacheNotice::Unusable { place: place.to_path_buf(), reason };
        let place = std::path::absolute(place).map_err(unusable)?;
        let unusable = |reason| CacheNotice::Unusable { place: place.clone(), reason };
        let (target, there) = real(&place).map_err(unusable)?;
        let read = read.and_then(|read| read.canonicalize().ok());
        if read.is_some_and(|read| target.starts_with(&read) || read.starts_with(&target)) {
            return Err(CacheNotice::Inside(place));
        }
        if !there.is_dir() {
            return Err(CacheNotice::NotADirectory(place));
        }
        if would_be_of_another(&there) {
            return Err(CacheNotice::OfAnother(place));
        }
        let files = place.join(FILES);
        make_private(&files).map_err(unusable)?;
        let made = fs::symlink_metadata(&files).map_err(unusable)?;
        if !made.is_dir() {
            return Err(CacheNotice::NotADirectory(files));
        }
        if !is_mine(&made) {
            return Err(CacheNotice::OfAnother(files));
        }
        keep_private(&files, &made);
        Ok(Self { place, files })
    }

    /// Whether there is a file of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.files.join(name)).is_ok_and(|file| file.is_file())
    }

    /// The bytes of a file, which then counts as used; `None` where there is none that can be read.
    pub(super) fn read(&self, name: &str) -> Option<Vec<u8>> {
        let mut how = OpenOptions::new();
        how.read(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            // Whatever lies there: no link is followed, and nobody waits for the writer of a pipe.
            how.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC);
        }
        let mut file = how.open(self.files.join(name)).ok()?;
        let metadata = file.metadata().ok()?;
        if !metadata.is_file() || metadata.len() > LARGEST {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(metadata.len()).ok()?];
        file.read_exact(&mut bytes).ok()?;
        let now = SystemTime::now();
        let is_noted = metadata
            .modified()
            .is_ok_and(|used| now.duration_since(used).is_ok_and(|age| age < DAY));
        if !is_noted {
            let _ = file.set_modified(now);
        }
        Some(bytes)
    }

    /// Writes a file, whole or not at all. Returns how much room it takes.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> io::Result<u64> {
        let mut file = Builder::new().prefix(BEGUN).tempfile_in(&self.files)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // The umask may have taken more away.
            if file.as_file().metadata()?.permissions().mode() & 0o777 != 0o600 {
                file.as_file().set_permissions(Permissions::from_mode(0o600))?;
            }
        }
        file.write_all(bytes)?;
        // Not synced: what a loss of power leaves of it has another checksum.
        file.persist(self.files.join(name)).map_err(|error| error.error)?;
        Ok(room(bytes.len() as u64))
    }

    /// Puts the tag of a cache into the directory, unless one is there.
    pub(super) fn tag(&self) {
        if let Ok(mut file) =
            OpenOptions::new().write(true).create_new(true).open(self.place.join(TAG.0))
        {
            let _ = file.write_all(TAG.1.as_bytes());
        }
    }

    /// Removes the files that were used longest ago until the rest takes no more than nine tenths of `limit`, if they take
    /// more than that; and what was begun and abandoned. Returns how much room they take now.
    pub(super) fn trim(&self, limit: u64) -> io::Result<u64> {
        let mut kept = self.list(true)?;
        let mut bytes: u64 = kept.iter().map(|file| file.bytes).sum();
        if bytes <= limit {
            return Ok(bytes);
        }
        kept.sort_by_key(|file| file.used);
        for file in kept {
            if bytes <= limit / 10 * 9 {
                break;
            }
            remove(&file.path)?;
            bytes -= file.bytes;
        }
        Ok(bytes)
    }

    /// The files. With `tidy`, those that were begun and abandoned are removed.
    fn list(&self, tidy: bool) -> io::Result<Vec<KeptFile>> {
        let mut kept = Vec::new();
        for entry in fs::read_dir(&self.files)? {
            let entry = entry?;
            // Another program may have removed it meanwhile.
            let Ok(metadata) = entry.metadata() else { continue };
            if !metadata.is_file() {
                continue;
            }
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let path = entry.path();
            if is_begun(&entry.file_name()) {
                if tidy && used.elapsed().is_ok_and(|age| age > ABANDONED) {
                    let _ = remove(&path);
                }
                continue;
            }
            kept.push(KeptFile { path, bytes: room(metadata.len()), used });
        }
        Ok(kept)
    }
}

/// How much the cache at `place` holds. Makes nothing.
///
/// # Errors
/// What the system says of its directory; none where there is no directory.
pub fn size(place: &Path) -> io::Result<CacheSize> {
    let directory = CacheDirectory { place: place.to_path_buf(), files: place.join(FILES) };
    match directory.list(false) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(CacheSize::default()),
        Err(error) => Err(error),
        Ok(kept) => Ok(CacheSize {
            texts: kept.len() as u64,
            bytes: kept.iter().map(|file| file.bytes).sum(),
        }),
    }
}

/// Removes the cache at `place`, also what other versions of the program have put there, and no other file. Returns how much
/// this version's part of it held.
///
/// # Errors
/// What the system says of the first file that cannot be removed.
pub fn clear(place: &Path) -> io::Result<CacheSize> {
    let held = size(place)?;
    let entries = match fs::read_dir(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(held),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours =
            name.to_str().and_then(|name| name.strip_prefix("texts-")).is_some_and(is_number);
        if is_ours && entry.file_type()?.is_dir() {
            for file in fs::read_dir(entry.path())? {
                let file = file?;
                if !file.file_type()?.is_dir() {
                    remove(&file.path())?;
                }
            }
            let _ = fs::remove_dir(entry.path());
        }
        if name == TAG.0 {
            remove(&entry.path())?;
        }
    }
    // It stays if somebody else has put something there.
    let _ = fs::remove_dir(place);
    Ok(held)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_begun(name: &OsString) -> bool {
    name.as_encoded_bytes().starts_with(BEGUN.as_bytes())
}

fn room(bytes: u64) -> u64 {
    bytes.next_multiple_of(PIECE)
}

/// Removes a file of the cache, if it is still there.
#[expect(clippy::disallowed_methods, reason = "only in the cache's own directory")]
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// The path without links, as far as it exists, and what is at the last part that exists.
fn real(path: &Path) -> io::Result<(PathBuf, Metadata)> {
    for there in path.ancestors() {
        match fs::metadata(there) {
            Ok(metadata) => {
                let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
                return Ok((there.canonicalize()?.join(rest), metadata));
            }
            Err(error)
                if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::NotFound.into())
}

/// Makes a directory that only its user may enter, and those above it that are missing.
fn make_private(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent() {
        make_private(above)?;
    }
    #[cfg(unix)]
    let made = {
        use std::os::unix::fs::DirBuilderExt as _;
        DirBuilder::new().mode(0o700).create(path)
    };
    #[cfg(not(unix))]
    let made = DirBuilder::new().create(path);
    match made {
        // Another program has made it meanwhile.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(()),
        made => made?,
    }
    keep_private(path, &fs::metadata(path)?);
    Ok(())
}

/// Takes from others what they may do with the directory, and gives its user back what the umask took.
fn keep_private(path: &Path, metadata: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if metadata.permissions().mode() & 0o777 != 0o700 {
            let _ = fs::set_permissions(path, Permissions::from_mode(0o700));
        }
    }
    #[cfg(not(unix))]
    let _ = (path, metadata);
}

/// Whether the directory is of the user who runs the program.
#[cfg(unix)]
fn is_mine(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Whether a directory made in this one would stand among those of another user: root, called by `sudo`, has the home of
/// its caller.
#[cfg(unix)]
fn would_be_of_another(metadata: &Metadata) -> bool {
    rustix::process::geteuid().is_root() && !is_mine(metadata)
}

#[cfg(not(unix))]
fn is_mine(_: &Metadata) -> bool {
    true
}

#[cfg(not(unix))]
fn would_be_of_another(_: &Metadata) -> bool {
    false
}
