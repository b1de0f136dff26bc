//! What the worker knows of the disk: which files there are, which are to be read, and how changes are told. It reads none.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::folder::names::WalkOptions;
use crate::folder::watch::WatchState;

use super::super::pace::Pace;
use crate::engine::known_files::{KnownFile, Trust};

/// The folder as it was seen last.
pub(crate) struct Disk {
    pub(crate) root: PathBuf,
    pub(crate) options: WalkOptions,
    /// In path order, as listings are.
    pub(crate) known: BTreeMap<DocPath, KnownFile>,
    /// Files to be read, the next one last.
    pub(crate) pending: Vec<DocPath>,
    /// How many they were when the reading began.
    pub(crate) reading: usize,
    /// Whether the folder must be listed, and whether stamps are to be trusted.
    pub(crate) list: Option<Trust>,
    /// Where the system reports changes, stamps are to be trusted even when somebody asks.
    pub(crate) watch: WatchState,
    /// What the last listing could not take in.
    pub(crate) listing: Vec<Problem>,
    /// Folders that cannot be watched.
    pub(crate) unwatched: Vec<Problem>,
    pub(crate) pace: Pace,
}

impl Disk {
    /// A folder that has yet to be listed.
    pub(crate) fn new(root: PathBuf, options: WalkOptions) -> Self {
        Self {
            root,
            options,
            known: BTreeMap::new(),
            pending: Vec::new(),
            reading: 0,
            list: Some(Trust::Stamps),
            watch: WatchState::Starting,
            listing: Vec::new(),
            unwatched: Vec::new(),
            pace: Pace::default(),
        }
    }

    /// Whether it is to be listed, or files are to be read.
    pub(crate) const fn has_work(&self) -> bool {
        self.list.is_some() || !self.pending.is_empty()
    }

    /// The folder is to be listed again, with this trust in stamps at most.
    pub(crate) fn list_again(&mut self, trust: Trust) {
        self.list = self.list.max(Some(trust));
    }

    /// These files are to be read, too.
    pub(crate) fn queue(&mut self, mut paths: Vec<DocPath>) {
        paths.append(&mut self.pending);
        paths.sort_unstable_by(|left, right| right.cmp(left));
        paths.dedup();
        self.pending = paths;
        self.reading = self.pending.len();
    }

    /// All that is wrong with the folder itself.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        self.listing.iter().chain(&self.unwatched).cloned().collect()
    }
}
