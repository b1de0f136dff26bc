//! How the worker follows the disk: it lists the folder, reads new and changed files, and forgets lost ones. It
//! compares and publishes nothing.

use std::time::{Instant, SystemTime};

use crate::base::path::DocPath;
use crate::folder::walk::{Listing, walk};
use crate::folder::watch::Watcher;

use super::super::batch::{Outcome, apply, read_all};
use super::super::record_files::CutFile;
use super::super::report::{Phase, Report};
use super::Worker;
use crate::engine::known_files::{KnownFile, Trust, differences};

/// The most listings in a row of a folder that keeps growing. Then some of its files are read before it is listed again.
const LISTINGS_IN_A_ROW: usize = 8;
/// With fewer files than this, no progress is reported once there is a result to show.
pub(super) const WORTH_REPORTING: usize = 16;

impl<S: Fn(Report)> Worker<S> {
    /// Queues documents that were forgotten because their words depended on a changed parameter.
    pub(super) fn read_what_is_missing(&mut self) {
        self.stop_cutting();
        // Of a file of records, some may be known. Those that are still the same are not taken again.
        let cuts = self.cuts_records();
        self.disk.rereads = cuts;
        let files = self.disk.files.keys();
        let missing = files.filter(|path| cuts || !self.corpus.has(path)).cloned().collect();
        self.disk.queue(missing);
    }

    /// Queues known files. Any other name may be a new file, a folder or a change of the ignore rules, so the folder is
    /// listed.
    pub(super) fn look_at(&mut self, names: Vec<DocPath>) {
        let (existing, other): (Vec<DocPath>, Vec<DocPath>) = names
            .into_iter()
            .partition(|name| self.disk.files.contains_key(name) && !is_ignore_file(name));
        self.disk.queue(existing);
        if !other.is_empty() {
            self.disk.list_again(Trust::Stamps);
        }
    }

    /// Lists the folder, forgets lost files, and queues new and changed ones.
    pub(super) fn list_folder(&mut self, watcher: &Watcher, trust: Trust) {
        if self.publishing.last.is_none() {
            self.report_progress(Phase::Listing, 0, 0);
        }
        self.disk.note_listing();
        for _ in 0..LISTINGS_IN_A_ROW {
            let begun = Instant::now();
            let Ok(listing) = walk(&self.disk.root, &self.disk.options) else {
                // The folder is gone or cannot be read. Its last result stays on the screen, which says so, until the
                // folder is back.
                watcher.sync(&[DocPath::new("")]);
                return;
            };
            watcher.listing_took(begun.elapsed());
            let again = watcher.sync(&listing.folders);
            self.compare_listing(listing, trust);
            if !again {
                return;
            }
            if self.publishing.last.is_none() && self.disk.files.len() >= self.long.documents {
                // A change may have come before the folder was watched, but to list 100,000 files once more takes a fifteenth of
                // the time to the first result.
                return self.disk.list_behind_result();
            }
        }
        self.disk.list_again(Trust::Stamps);
    }

    fn compare_listing(&mut self, listing: Listing, trust: Trust) {
        let unwatched = self.disk.unwatched.len();
        self.disk.unwatched.retain(|problem| listing.folders.binary_search(&problem.path).is_ok());
        self.publishing.due.folder |= self.disk.unwatched.len() != unwatched;
        if listing.problems != self.disk.listing {
            self.disk.listing = listing.problems;
            self.publishing.due.folder = true;
        }
        let (gone, changed) = differences(&self.disk.files, listing.files, trust);
        for path in gone {
            self.disk.files.remove(&path);
            self.forget_file(&path);
        }
        let is_there = |file: &CutFile| self.disk.files.contains_key(&file.path);
        if self.disk.cutting.as_ref().is_some_and(|cutting| !cutting.left().all(is_there)) {
            self.stop_cutting();
        }
        // A queued file may still exist and yet no longer belong to the folder, because it is ignored now.
        let files = &self.disk.files;
        self.disk.pending.retain(|path| files.contains_key(path));
        for path in &changed {
            self.disk
                .files
                .entry(path.clone())
                .or_insert(KnownFile { stamp: None, read_at: SystemTime::UNIX_EPOCH });
        }
        self.disk.queue(changed);
    }

    /// Reads the next files.
    pub(super) fn read_some(&mut self) {
        if self.cuts_records() {
            self.read_some_records();
        } else {
            self.read_some_files();
        }
        self.disk.note_reading();
    }

    fn read_some_files(&mut self) {
        let total = self.disk.reading.max(self.disk.pending.len());
        if total >= WORTH_REPORTING || self.publishing.last.is_none() {
            self.report_progress(Phase::Reading, total - self.disk.pending.len(), total);
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
            let before = self.noted_content(&path);
            if vanished {
                self.note_gone(&path);
            }
            let (stamp, changed) = apply(&mut self.corpus, &path, outcome);
            self.publishing.due.folder |= changed;
            let now = KnownFile { stamp, read_at };
            let was = if vanished {
                self.disk.files.remove(&path)
            } else {
                self.disk.files.get_mut(&path).map(|file| std::mem::replace(file, now))
            };
            let known = was.and_then(|file| file.stamp);
            if changed && [known, stamp].into_iter().flatten().any(|stamp| stamp.shared) {
                // Its other names may be in the folder too. A listing finds them by their stamps.
                self.disk.list_behind_pending();
            }
            self.note_read(&path, before, known.is_some());
        }
    }

    /// Forgets a file, or all records of one.
    pub(super) fn forget_file(&mut self, file: &DocPath) {
        for name in self.corpus.names_of(file) {
            self.forget(&name);
        }
    }

    /// Forgets a document, or what was wrong with it.
    pub(super) fn forget(&mut self, name: &DocPath) {
        self.publishing.due.folder = true;
        self.note_gone(name);
        self.corpus.remove(name);
    }

    /// Notes in the journal that a document is lost.
    pub(super) fn note_gone(&mut self, path: &DocPath) {
        // What is wrong with records of a file has the name of one of them, which is no document.
        let was_there = if self.cuts_records() {
            self.corpus.entries().contains_key(path)
        } else {
            self.corpus.has(path)
        };
        if self.publishing.last.is_some() && was_there {
            let record = self.corpus.entries().get(path).map(|entry| &entry.record);
            self.journal.went(path, record, self.corpus.params());
        }
    }

    /// The hash of the bytes that a document was read from, where it matters to the journal: not before the first result.
    pub(super) fn noted_content(&self, path: &DocPath) -> Option<u128> {
        self.publishing.last.as_ref().and_then(|_| self.corpus.content(path))
    }

    /// Notes in the journal that a document came or changed. One that was read before and forgotten, for other parameters, is
    /// not noted.
    pub(super) fn note_read(&mut self, path: &DocPath, before: Option<u128>, was_read: bool) {
        let Some(content) = self.noted_content(path) else { return };
        match before {
            Some(before) if before != content => self.journal.changed(path),
            None if !was_read => self.journal.came(path),
            Some(_) | None => {}
        }
    }
}

fn is_ignore_file(path: &DocPath) -> bool {
    path.as_path().file_name().is_some_and(|name| name == ".gitignore" || name == ".ignore")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "a test writes its own files")]

    use std::fs;
    use std::sync::Arc;

    use crate::base::cancel::NewestEpoch;
    use crate::folder::names::WalkOptions;
    use crate::folder::watch::Watcher;
    use crate::pipeline::parameters::Params;

    use super::super::Worker;

    #[test]
    fn of_a_large_folder_what_came_before_it_was_watched_is_found_behind_the_first_result() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let write = |name: &str| fs::write(root.join(name), "one two three").unwrap();
        write("a.txt");
        write("b.txt");
        let (walk, params) = (WalkOptions::default(), Arc::new(Params::defaults()));
        let newest = NewestEpoch::default();
        let mut worker = Worker::new(root.to_path_buf(), walk, params, None, newest, |_| ());
        worker.long.documents = 2;
        // Whatever the system tells of changes is lost.
        let (watcher, _) = Watcher::start(root, |_| ());
        worker.work(&watcher);
        write("c.txt");
        let mut found = Vec::new();
        while worker.has_work() {
            worker.work(&watcher);
            let last = worker.publishing.last.as_ref().map(|last| last.docs.len());
            if found.last() != last.as_ref() {
                found.extend(last);
            }
        }
        assert_eq!(found, [2, 3]);
    }
}
