//! The directory of the cache: one file for each text. It knows what fits and what goes first; `storage` reads and writes.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use base::storage::directory::{KeptFile, OwnDirectory, is_begun, remove};

use super::notice::CacheNotice;

/// The directory of this version's files, within that of the cache. Another arrangement of files gets another name, and
/// leaves this one alone.
const FILES: &str = "texts-1";
/// Larger files are not entries.
const LARGEST: u64 = 256 << 20;
/// File systems give files room in pieces of this many bytes.
const PIECE: u64 = 4096;

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
    files: OwnDirectory,
}

impl CacheDirectory {
    /// Opens the directory of a cache, and makes it where there is none. It must not lie in the folder at `read`, nor that
    /// folder in it.
    pub(super) fn open(place: &Path, read: Option<&Path>) -> Result<Self, CacheNotice> {
        let files = OwnDirectory::open(place, FILES, read)?;
        let place = std::path::absolute(place).unwrap_or_else(|_| place.to_path_buf());
        Ok(Self { place, files })
    }

    /// Whether there is a file of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.files.has(name)
    }

    /// The bytes of a file, which then counts as used; `None` where there is none that can be read.
    pub(super) fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.files.read(name, LARGEST)
    }

    /// Writes a file, whole or not at all. Returns how much room it takes.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> io::Result<u64> {
        self.files.write(name, bytes)?;
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
        let mut files = entries(&self.files, true)?;
        let mut bytes = total_size(&files);
        if bytes <= limit {
            return Ok(bytes);
        }
        files.sort_by_key(|file| file.used);
        for file in files {
            if bytes <= limit / 10 * 9 {
                break;
            }
            remove(&file.path)?;
            bytes -= room(file.bytes);
        }
        Ok(bytes)
    }
}

/// How much the cache at `place` holds. Makes nothing.
///
/// # Errors
/// What the system says of its directory; none where there is no directory.
pub fn size(place: &Path) -> io::Result<CacheSize> {
    match entries(&OwnDirectory::unchecked(place, FILES), false) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(CacheSize::default()),
        Err(error) => Err(error),
        Ok(files) => Ok(CacheSize { texts: files.len() as u64, bytes: total_size(&files) }),
    }
}

/// Removes the cache at `place`, also what other versions of the program have put there, and no other file. Returns how much
/// this version's part of it held.
///
/// # Errors
/// What the system says of the first file that cannot be removed.
pub fn clear(place: &Path) -> io::Result<CacheSize> {
    let size_before = size(place)?;
    let entries = match fs::read_dir(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(size_before),
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
                let name = file.file_name();
                if file.file_type()?.is_file() && (is_entry(&name) || is_begun(&name)) {
                    remove(&file.path())?;
                }
            }
            let _ = fs::remove_dir(entry.path());
        }
        if name == TAG.0 && entry.file_type()?.is_file() {
            remove(&entry.path())?;
        }
    }
    // It stays if somebody else has put something there.
    let _ = fs::remove_dir(place);
    Ok(size_before)
}

/// The entries in a directory. Somebody may have put something else there.
fn entries(directory: &OwnDirectory, tidy: bool) -> io::Result<Vec<KeptFile>> {
    let mut files = directory.list(tidy)?;
    files.retain(|file| file.path.file_name().is_some_and(is_entry));
    Ok(files)
}

/// Whether a file of this name is an entry: its key in hexadecimal digits.
fn is_entry(name: &OsStr) -> bool {
    let digits = name.as_encoded_bytes();
    digits.len() == 32 && digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn total_size(files: &[KeptFile]) -> u64 {
    files.iter().map(|file| room(file.bytes)).sum()
}

fn room(bytes: u64) -> u64 {
    bytes.next_multiple_of(PIECE)
}
