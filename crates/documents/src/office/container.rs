//! A zip container, read without trust: what it says of its sizes is never believed, what is unpacked is counted.

use std::io::{Cursor, ErrorKind, Read};

use memchr::memmem;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::{extracted::Unreadable, limits::Limits, one_line::one_line};

/// What can be unpacked whatever the packed size is: a small file of one repeated line is no bomb.
const FREE: u64 = 1 << 20;

/// The longest comment with the record before it that ends an archive.
const TAIL: usize = (1 << 16) + 22;

/// An open zip file. Nothing of it is written anywhere, so the paths in it cannot lead out of it.
#[derive(Debug)]
pub(crate) struct Container<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    format: &'static str,
    limits: Limits,
    /// Bytes of the whole file.
    packed: u64,
    /// Bytes unpacked so far.
    unpacked: u64,
}

impl<'a> Container<'a> {
    /// Reads the directory of a file in `format`, the name for messages.
    ///
    /// # Errors
    /// [`Unreadable`]: it is no zip file, or has too many entries.
    pub(crate) fn open(
        bytes: &'a [u8],
        format: &'static str,
        limits: &Limits,
    ) -> Result<Self, Unreadable> {
        // Before the archive is opened: the reader makes room for as many entries as are declared.
        if claimed_entries(bytes) > limits.entries {
            return Err(limits.too_many("entry", "entries"));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            damaged(format, format!("no zip file: {}", one_line(&error.to_string())))
        })?;
        if archive.len() as u64 > limits.entries {
            return Err(limits.too_many("entry", "entries"));
        }
        Ok(Self { archive, format, limits: *limits, packed: bytes.len() as u64, unpacked: 0 })
    }

    /// The name of the format, for messages.
    pub(crate) fn format(&self) -> &'static str {
        self.format
    }

    /// The limits that it was opened with.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether there is an entry of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// The names of all entries that are text, in the order of the directory.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.archive.file_names_raw().filter_map(|name| std::str::from_utf8(name).ok())
    }

    /// The bytes of an entry; of several with the same name the last. `None`: there is none.
    ///
    /// # Errors
    /// [`Unreadable`]: it is damaged or encrypted, or unpacks to more than a limit.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        let Some(index) = self.archive.index_for_name(name) else { return Ok(None) };
        let format = self.format;
        let entry = self.archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
                Unreadable::Encrypted(format.into())
            }
            error => damaged(format, format!("{name}: {}", one_line(&error.to_string()))),
        })?;
        // A declared size beyond the file is a lie that would allow any ratio.
        let packed = entry.compressed_size().min(self.packed);
        let by_ratio = allowed(packed, &self.limits);
        let by_file = allowed(self.packed, &self.limits).saturating_sub(self.unpacked);
        let most = self.limits.entry.min(by_ratio).min(by_file);
        let mut bytes = Vec::new();
        let read = entry.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let size = bytes.len() as u64;
        self.unpacked = self.unpacked.saturating_add(size);
        // First, since a bomb that lies of its size is an error of the zip reader as well.
        if size > most {
            return Err(self.too_large(name, most));
        }
        match read {
            Ok(_) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(damaged(format, format!("{name}: it ends too early")))
            }
            Err(error) => Err(damaged(format, format!("{name}: {}", one_line(&error.to_string())))),
        }
    }

    /// The bytes of an entry without which the format is nothing.
    ///
    /// # Errors
    /// [`Unreadable`], also where there is no such entry.
    pub(crate) fn required(&mut self, name: &str) -> Result<Vec<u8>, Unreadable> {
        let format = self.format;
        self.read(name)?.ok_or_else(|| damaged(format, format!("no {name} in it")))
    }

    fn too_large(&self, name: &str, most: u64) -> Unreadable {
        if most == self.limits.entry {
            return self.limits.too_large(name);
        }
        self.limits.too_dense(name)
    }
}

/// How much may become of so many packed bytes.
fn allowed(packed: u64, limits: &Limits) -> u64 {
    packed.saturating_mul(limits.ratio).saturating_add(FREE)
}

/// The most entries that any record at the end of the file claims in 64 bits. Claims in 16 bits are harmless.
fn claimed_entries(bytes: &[u8]) -> u64 {
    let tail = bytes.get(bytes.len().saturating_sub(TAIL + 20)..).unwrap_or_default();
    if memmem::find(tail, b"PK\x06\x07").is_none() {
        return 0;
    }
    let claims = memmem::find_iter(bytes, b"PK\x06\x06").filter_map(|at| {
        let field = bytes.get(at + 32..at + 40)?;
        Some(u64::from_le_bytes(field.try_into().ok()?))
    });
    claims.max().unwrap_or_default()
}

/// The fault `what` of a file in `format`.
pub(crate) fn damaged(format: &'static str, what: impl Into<String>) -> Unreadable {
    Unreadable::Damaged { format: format.into(), what: what.into() }
}
