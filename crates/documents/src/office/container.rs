//! Reads zip containers without trusting them: ignores the declared sizes and counts the unpacked bytes.

use std::collections::HashMap;
use std::io::{ErrorKind, Read};

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};

use super::xml::XmlFile;
use crate::{extracted::Unreadable, limits::Limits, one_line::join_lines};

/// An open zip file. Entries are read into memory only, so paths cannot escape the archive.
#[derive(Debug)]
pub(crate) struct Container<'a> {
    archive: ZipSliceArchive<&'a [u8]>,
    /// Entries by name. If several entries have the same name, the last one counts.
    entries: HashMap<Box<[u8]>, Entry>,
    format: &'static str,
    limits: Limits,
    packed: u64,
    unpacked: u64,
}

#[derive(Debug)]
struct Entry {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
}

impl<'a> Container<'a> {
    /// Opens a container. `format` is its name in error messages.
    pub(crate) fn open(
        bytes: &'a [u8],
        format: &'static str,
        limits: &Limits,
    ) -> Result<Self, Unreadable> {
        let no_zip = |error: rawzip::Error| {
            let error = join_lines(&error.to_string());
            Unreadable::damaged_error(format, format!("no zip file: {error}"))
        };
        let archive = ZipArchive::from_slice(bytes).map_err(no_zip)?;
        let mut entries = HashMap::new();
        for (entry, count) in archive.entries().zip(1..) {
            if count > limits.entries {
                return Err(limits.too_many_error("entry", "entries"));
            }
            let entry = entry.map_err(no_zip)?;
            let (place, method) = (entry.wayfinder(), entry.compression_method());
            let is_encrypted = entry.flags().is_encrypted();
            let name = entry.file_path().as_bytes().into();
            entries.insert(name, Entry { place, method, is_encrypted });
        }
        let packed = bytes.len() as u64;
        Ok(Self { archive, entries, format, limits: *limits, packed, unpacked: 0 })
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn has_entry(&self, name: &str) -> bool {
        self.entries.contains_key(name.as_bytes())
    }

    pub(crate) fn entry_names(&self) -> impl Iterator<Item = &str> {
        let entries = self.archive.entries().flatten();
        entries.filter_map(|entry| std::str::from_utf8(entry.file_path().as_bytes()).ok())
    }

    /// Unpacks an entry within the limits. `None` if the container has no such entry.
    pub(crate) fn read_entry(&mut self, name: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        let Some(entry) = self.entries.get(name.as_bytes()) else { return Ok(None) };
        let format = self.format;
        if entry.is_encrypted {
            return Err(Unreadable::Encrypted(format.into()));
        }
        let wrong =
            |what: &str| Unreadable::damaged_error(format, format!("{name}: {}", join_lines(what)));
        let found = self.archive.get_entry(entry.place);
        let found = found.map_err(|error| wrong(&error.to_string()))?;
        let unpacked: Box<dyn Read> = match entry.method {
            CompressionMethod::STORE => Box::new(found.data()),
            CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(found.data())),
            method => return Err(wrong(&format!("the compression {method} is not supported"))),
        };
        let packed = found.data().len() as u64;
        let by_file = self.limits.max_unpacked_size(self.packed).saturating_sub(self.unpacked);
        let most = self.limits.max_unpacked_size(packed).min(by_file).min(self.limits.entry);
        let mut bytes = Vec::new();
        let verified = found.verifying_reader(unpacked);
        let read = verified.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let size = bytes.len() as u64;
        self.unpacked = self.unpacked.saturating_add(size);
        // Checked before other errors, because the zip reader also reports a false declared size as an error.
        if size > most {
            return Err(self.limits.unpacked_size_error(name, most));
        }
        match read {
            Ok(_) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(wrong("it ends too early"))
            }
            Err(error) => Err(wrong(&error.to_string())),
        }
    }

    /// Reads and decodes an XML entry; `None` if the container has no such entry.
    pub(super) fn read_xml(&mut self, name: &str) -> Result<Option<XmlFile>, Unreadable> {
        let bytes = self.read_entry(name)?;
        bytes.map(|bytes| XmlFile::decode(bytes, self.format, name, &self.limits)).transpose()
    }

    pub(super) fn read_required_xml(&mut self, name: &str) -> Result<XmlFile, Unreadable> {
        let format = self.format;
        let missing = || Unreadable::damaged_error(format, format!("no {name} in it"));
        self.read_xml(name)?.ok_or_else(missing)
    }
}
