//! How the worker keeps up with the disk: it lists the folder, reads what came or changed, and forgets what is gone. It
//! compares and publishes nothing.

use std::time::{Instant, SystemTime};

use crate::base::path::DocPath;
use crate::folder::walk::{Listing, walk};
use crate::folder::watch::Watcher;

use super::super::batch::{Outcome, apply, read_all};
use super::super::report::{Phase, Report};
use super::Worker;
use crate::engine::known_files::{KnownFile, Trust, differences};

/// A folder that keeps growing is listed at most this often before it is read; the hints that follow bring the rest.
const LISTINGS_IN_A_ROW: usize = 8;
/// Fewer files than this are read without a word about it, once there is something to show.
const WORTH_TELLING: usize = 16;

impl<S: Fn(Report)> Worker<S> {
    /// Documents whose words depended on what changed were forgotten: they are read again.
    pub(super) fn read_what_is_missing(&mut self) {
        let missing: Vec<DocPath> =
            self.disk.known.keys().filter(|path| !self.corpus.has(path)).cloned().collect();
        self.disk.queue(missing);
    }

    /// Known files are read again; anything else may be a new file, a folder or a change of the ignore rules: list.
    pub(super) fn look_at(&mut self, names: Vec<DocPath>) {
        let (known, other): (Vec<DocPath>, Vec<DocPath>) = names
            .into_iter()
            .partition(|name| self.disk.known.contains_key(name) && !is_ignore_file(name));
        self.disk.queue(known);
        if !other.is_empty() {
            self.disk.list_again(Trust::Stamps);
        }
    }

    /// Lists the folder and takes in what is gone; what came or changed is to be read.
    pub(super) fn list_folder(&mut self, watcher: &Watcher, trust: Trust) {
        if self.publishing.last.is_none() {
            self.tell(Phase::Listing, 0, 0);
        }
        for _ in 0..LISTINGS_IN_A_ROW {
            let begun = Instant::now();
            let Ok(listing) = walk(&self.disk.root, self.disk.options) else {
                // The folder is gone or cannot be read. What is known of it stays on the screen, which says so, until it
                // is back.
                watcher.sync(&[DocPath::new("")]);
                return;
            };
            watcher.listing_took(begun.elapsed());
            let again = watcher.sync(&listing.folders);
            self.compare_listing(listing, trust);
            if !again {
                return;
            }
        }
        self.disk.list = Some(Trust::Stamps);
    }

    fn compare_listing(&mut self, listing: Listing, trust: Trust) {
        let unwatched = self.disk.unwatched.len();
        self.disk.unwatched.retain(|problem| listing.folders.binary_search(&problem.path).is_ok());
        self.publishing.due.folder |= self.disk.unwatched.len() != unwatched;
        if listing.problems != self.disk.listing {
            self.disk.listing = listing.problems;
            self.publishing.due.folder = true;
        }
        let (gone, changed) = differences(&self.disk.known, listing.files, trust);
        for path in gone {
            self.disk.known.remove(&path);
            self.publishing.due.folder |= self.corpus.has(&path);
            self.note_gone(&path);
            self.corpus.remove(&path);
        }
        // A file that was to be read may lie where it lay, and still be none of this folder's: it is ignored now.
        let known = &self.disk.known;
        self.disk.pending.retain(|path| known.contains_key(path));
        for path in &changed {
            self.disk
                .known
                .entry(path.clone())
                .or_insert(KnownFile { stamp: None, read_at: SystemTime::UNIX_EPOCH });
        }
        self.disk.queue(changed);
    }

    /// Reads the next files.
    pub(super) fn read_some(&mut self) {
        let total = self.disk.reading.max(self.disk.pending.len());
        if total >= WORTH_TELLING || self.publishing.last.is_none() {
            self.tell(Phase::Reading, total - self.disk.pending.len(), total);
        }
        let rest = self.disk.pending.len().saturating_sub(self.disk.pace.files());
        let mut piece = self.disk.pending.split_off(rest);
        piece.reverse();
        let (read_at, begun) = (SystemTime::now(), Instant::now());
        let read = read_all(&self.disk.root, &piece, &self.corpus);
        self.disk.pace.took(piece.len(), begun.elapsed());
        for (path, outcome) in piece.into_iter().zip(read) {
            let vanished = matches!(outcome, Outcome::Vanished | Outcome::NoFile);
            if matches!(outcome, Outcome::NoFile) {
                self.disk.list_again(Trust::Stamps);
            }
            let before = self.corpus.content(&path);
            if vanished {
                self.note_gone(&path);
            }
            let (stamp, changed) = apply(&mut self.corpus, &path, outcome);
            self.publishing.due.folder |= changed;
            self.note_read(&path, before);
            if vanished {
                self.disk.known.remove(&path);
            } else if let Some(known) = self.disk.known.get_mut(&path) {
                *known = KnownFile { stamp, read_at };
            }
        }
    }

    /// Remembers a document that is about to be forgotten because its file is gone.
    fn note_gone(&mut self, path: &DocPath) {
        if self.publishing.last.is_some() && self.corpus.has(path) {
            let record = self.corpus.entries().get(path).map(|entry| &entry.record);
            self.journal.went(path, record, self.corpus.params());
        }
    }

    /// Remembers a document that came or changed; what was read before anything was shown, or is read again for other
    /// parameters, did neither.
    fn note_read(&mut self, path: &DocPath, before: Option<u128>) {
        let Some(content) = self.corpus.content(path).filter(|_| self.publishing.last.is_some())
        else {
            return;
        };
        match before {
            Some(before) if before != content => self.journal.changed(path),
            Some(_) => {}
            None => {
                let is_known = self.disk.known.get(path).is_some_and(|known| known.stamp.is_some());
                if !is_known {
                    self.journal.came(path);
                }
            }
        }
    }
}

fn is_ignore_file(path: &DocPath) -> bool {
    path.as_path().file_name().is_some_and(|name| name == ".gitignore" || name == ".ignore")
}
