//! Where visits are kept: a file for each folder, in a private directory outside of all folders that are read.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_128;

use crate::base::system_error::said;
use crate::storage::directory::{DirectoryError, OwnDirectory, remove};

use super::visit::Visit;

/// The directory of this version's files. Another arrangement of files gets another name.
const FILES: &str = "visits-1";
/// Larger files are not visits: a million documents take 60 MB.
const LARGEST: u64 = 256 << 20;
/// Visits to so many folders are kept; those that are oldest go first.
const MOST: usize = 500;

/// Why a visit is not kept.
#[derive(Debug, Error)]
pub enum VisitError {
    /// Its directory cannot be used.
    #[error(
        "the state of the last visit: {0}; set SHINGLE_STATE to another place, or use --no-state"
    )]
    Directory(#[from] DirectoryError),
    /// It cannot be written.
    #[error("the state of this visit is not kept ({}); make room or make {} writable, or use --no-state", said(.reason), .place.display())]
    Unwritable {
        /// The directory.
        place: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// The place of the visits to one folder.
#[derive(Debug)]
pub struct KeptVisit {
    place: PathBuf,
    directory: OwnDirectory,
    name: String,
}

impl KeptVisit {
    /// The place of the visits to `folder`, in the directory `place`, which is made if it is missing.
    ///
    /// # Errors
    /// Why that directory cannot be used.
    pub fn open(place: &Path, folder: &Path) -> Result<Self, VisitError> {
        let directory = OwnDirectory::open(place, FILES, Some(folder))?;
        // The folder was found a moment ago. If it is gone since, its name as given will do.
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let name = format!("{:032x}", xxh3_128(real.as_os_str().as_encoded_bytes()));
        Ok(Self { place: place.to_path_buf(), directory, name })
    }

    /// The last visit to the folder; `None` if there was none, or if it is damaged or of another version.
    pub fn last(&self) -> Option<Visit> {
        Visit::unpacked(&self.directory.read(&self.name, LARGEST)?)
    }

    /// Keeps this visit as the last one.
    ///
    /// # Errors
    /// Why it is not kept. The one before then stays.
    pub fn keep(&self, visit: &Visit) -> Result<(), VisitError> {
        let unwritable = |reason| VisitError::Unwritable { place: self.place.clone(), reason };
        let bytes = visit.packed().unwrap_or_default();
        if bytes.len() as u64 > LARGEST {
            return Err(unwritable(io::ErrorKind::FileTooLarge.into()));
        }
        self.directory.write(&self.name, &bytes).map_err(unwritable)?;
        let mut kept = self.directory.list(true).map_err(unwritable)?;
        if kept.len() > MOST {
            kept.sort_by_key(|file| file.used);
            for file in &kept[..kept.len() - MOST] {
                remove(&file.path).map_err(unwritable)?;
            }
        }
        Ok(())
    }
}
