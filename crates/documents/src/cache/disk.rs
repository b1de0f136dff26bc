use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use base::lock::lock_mutex;
use base::storage::directory::{
    PrivateDirectory, StoredFile, is_temporary_name, remove_file_if_present,
};

use super::notice::CacheNotice;

/// Subdirectory with the entries. Its name changes with the layout of the files.
const FILES: &str = "texts-1";
const LARGEST: u64 = 256 << 20;
/// Block size of common file systems in bytes, to estimate the disk space of a file.
const PIECE: u64 = 4096;

/// Name and content of the file by which backup programs recognise a cache (<https://bford.info/cachedir/>).
const TAG: (&str, &str) = (
    "CACHEDIR.TAG",
    "Signature: 8a477f597d28d172789f06886806bc55\n# Texts that shingle has read. `shingle cache clear` removes them.\n",
);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheSize {
    pub texts: u64,
    pub bytes: u64,
}

#[derive(Debug)]
pub(super) struct CacheDirectory {
    pub(super) place: PathBuf,
    files: PrivateDirectory,
    /// Size of the files in bytes, or `None` before the first write.
    size: Mutex<Option<u64>>,
}

impl CacheDirectory {
    /// Opens the cache in `place`, which must neither contain the scanned folder (`read`) nor be in it.
    pub(super) fn open(place: &Path, read: Option<&Path>) -> Result<Self, CacheNotice> {
        let files = PrivateDirectory::open(place, FILES, read)?;
        let place = std::path::absolute(place).unwrap_or_else(|_| place.to_path_buf());
        Ok(Self { place, files, size: Mutex::default() })
    }

    /// Returns the bytes of an entry, or `None` if the file is missing, unreadable or too large.
    pub(super) fn read_entry(&self, name: &str) -> Option<Vec<u8>> {
        self.files.read(name, LARGEST)
    }

    /// Writes an entry. Removes old entries if the cache then takes more than `limit` bytes.
    pub(super) fn write_entry(&self, name: &str, bytes: &[u8], limit: u64) -> io::Result<()> {
        self.files.write(name, bytes)?;
        let mut size = lock_mutex(&self.size);
        if size.is_none() {
            self.write_tag();
        }
        let now = size.map(|before| before + disk_space_of(bytes.len() as u64));
        *size = Some(now.filter(|now| *now <= limit).map_or_else(|| self.trim_to_size(limit), Ok)?);
        Ok(())
    }

    fn write_tag(&self) {
        if let Ok(mut file) =
            OpenOptions::new().write(true).create_new(true).open(self.place.join(TAG.0))
        {
            let _ = file.write_all(TAG.1.as_bytes());
        }
    }

    /// If the files take more than `limit`, removes the least recently used ones until nine tenths of `limit` remain.
    /// Returns the remaining size in bytes.
    fn trim_to_size(&self, limit: u64) -> io::Result<u64> {
        let mut files = list_entries(&self.files)?;
        let mut bytes = total_size(&files);
        if bytes <= limit {
            return Ok(bytes);
        }
        files.sort_by_key(|file| file.used);
        for file in files {
            if bytes <= limit / 10 * 9 {
                break;
            }
            remove_file_if_present(&file.path)?;
            bytes -= disk_space_of(file.bytes);
        }
        Ok(bytes)
    }
}

/// Returns the size of the cache at `place` without creating the directory.
///
/// # Errors
/// The system's error for the directory. A missing directory is an empty cache.
pub fn measure_size(place: &Path) -> io::Result<CacheSize> {
    match list_entries(&PrivateDirectory::open_unchecked(place, FILES)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(CacheSize::default()),
        Err(error) => Err(error),
        Ok(files) => Ok(CacheSize { texts: files.len() as u64, bytes: total_size(&files) }),
    }
}

/// Removes the cache at `place`, including entries of other versions, and no other file. Returns the size of this
/// version's part before the removal.
///
/// # Errors
/// The system's error for the first file that cannot be removed.
pub fn remove_cache(place: &Path) -> io::Result<CacheSize> {
    let size_before = measure_size(place)?;
    let entries = match fs::read_dir(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(size_before),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .and_then(|name| name.strip_prefix("texts-")?.parse::<u32>().ok())
            .is_some();
        if is_ours && entry.file_type()?.is_dir() {
            for file in fs::read_dir(entry.path())? {
                let file = file?;
                let name = file.file_name();
                if file.file_type()?.is_file() && (is_entry_name(&name) || is_temporary_name(&name))
                {
                    remove_file_if_present(&file.path())?;
                }
            }
            let _ = fs::remove_dir(entry.path());
        }
        if name == TAG.0 && entry.file_type()?.is_file() {
            remove_file_if_present(&entry.path())?;
        }
    }
    // Removes the directory only if it is empty, because files of other programs stay.
    let _ = fs::remove_dir(place);
    Ok(size_before)
}

fn list_entries(directory: &PrivateDirectory) -> io::Result<Vec<StoredFile>> {
    let mut files = directory.list_files()?;
    files.retain(|file| file.path.file_name().is_some_and(is_entry_name));
    Ok(files)
}

fn is_entry_name(name: &OsStr) -> bool {
    let digits = name.as_encoded_bytes();
    digits.len() == 32 && digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn total_size(files: &[StoredFile]) -> u64 {
    files.iter().map(|file| disk_space_of(file.bytes)).sum()
}

fn disk_space_of(bytes: u64) -> u64 {
    bytes.next_multiple_of(PIECE)
}
