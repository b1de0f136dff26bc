//! What the worker knows about the disk: which files exist, which must be read, and how changes are reported. It reads
//! none.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::folder::names::WalkOptions;
use crate::folder::watch::WatchState;

use super::super::pace::Pace;
use super::records::Cutting;
use crate::engine::known_files::{KnownFile, Trust};

/// The folder as it was last seen.
pub(crate) struct Disk {
    pub(crate) root: PathBuf,
    pub(crate) options: WalkOptions,
    /// The files, in path order like a listing.
    pub(crate) files: BTreeMap<DocPath, KnownFile>,
    /// Files to read, with the next one last.
    pub(crate) pending: Vec<DocPath>,
    /// Files of records that are being read.
    pub(crate) cutting: Option<Cutting>,
    /// Whether what is read is not new, but was forgotten for other parameters.
    pub(crate) rereads: bool,
    /// How many these were when reading began.
    pub(crate) reading: usize,
    /// Whether the folder must be listed, and with which trust in stamps.
    pub(crate) list: Option<Trust>,
    /// Whether the last work was a listing.
    was_listed: bool,
    /// Behind what the folder must be listed again.
    lists_behind: Option<Behind>,
    /// What the watcher is doing. Where the system reports changes, stamps are trusted even on a rescan.
    pub(crate) watch: WatchState,
    /// What the last listing could not read.
    pub(crate) listing: Vec<Problem>,
    /// Folders that cannot be watched.
    pub(crate) unwatched: Vec<Problem>,
    pub(crate) pace: Pace,
}

/// What a listing waits for. The second comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Behind {
    Result,
    Pending,
}

impl Disk {
    /// A folder that is not listed yet.
    pub(crate) fn new(root: PathBuf, options: WalkOptions) -> Self {
        Self {
            root,
            options,
            files: BTreeMap::new(),
            pending: Vec::new(),
            cutting: None,
            rereads: false,
            reading: 0,
            list: Some(Trust::Stamps),
            was_listed: false,
            lists_behind: None,
            watch: WatchState::Starting,
            listing: Vec::new(),
            unwatched: Vec::new(),
            pace: Pace::default(),
        }
    }

    /// Whether the folder must be listed, or files must be read.
    pub(crate) const fn has_work(&self) -> bool {
        self.list.is_some() || self.reads()
    }

    /// Whether files must be read.
    pub(crate) const fn reads(&self) -> bool {
        !self.pending.is_empty() || self.cutting.is_some()
    }

    /// Takes the request for a listing, unless files wait since the last one. In a folder that never rests, each listing
    /// is out of date when it is complete, and its files must be read all the same.
    pub(crate) fn take_listing(&mut self) -> Option<Trust> {
        if self.was_listed && !self.pending.is_empty() { None } else { self.list.take() }
    }

    /// Requests a listing, with at most this trust in stamps.
    pub(crate) fn list_again(&mut self, trust: Trust) {
        self.list = self.list.max(Some(trust));
    }

    /// Requests a listing that trusts stamps, for when all pending files are read. Each batch may ask for one: of a folder of
    /// a million files with several names, a listing behind each batch would take hours.
    pub(crate) fn list_behind_pending(&mut self) {
        self.lists_behind = self.lists_behind.max(Some(Behind::Pending));
    }

    /// The same for when there is a result.
    pub(crate) fn list_behind_result(&mut self) {
        self.lists_behind = self.lists_behind.max(Some(Behind::Result));
    }

    /// Notes that the folder is listed now, so that what was put off until then is done.
    pub(crate) const fn note_listing(&mut self) {
        (self.was_listed, self.lists_behind) = (true, None);
    }

    /// Notes that some files were read.
    pub(crate) fn note_reading(&mut self) {
        self.was_listed = false;
        if self.lists_behind == Some(Behind::Pending) && self.pending.is_empty() {
            self.list_again(Trust::Stamps);
        }
    }

    /// Notes that there is a result.
    pub(crate) fn note_result(&mut self) {
        if self.lists_behind == Some(Behind::Result) {
            self.list_again(Trust::Stamps);
        }
    }

    /// Adds files to read.
    pub(crate) fn queue(&mut self, mut paths: Vec<DocPath>) {
        paths.append(&mut self.pending);
        // Both are sorted already, which this way of sorting makes use of.
        paths.sort_by(|left, right| right.cmp(left));
        paths.dedup();
        self.pending = paths;
        self.reading = self.pending.len();
    }

    /// All problems of the folder itself.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        self.listing.iter().chain(&self.unwatched).cloned().collect()
    }
}
