use std::io::ErrorKind::NotFound;
use std::time::{Instant, SystemTime};

use documents::Facts;
use hashbrown::HashSet;

use super::super::question::Phase;
use super::super::reader::{DocumentFolder, ReadFile, read_all_files};
use super::super::record_files::{RecordGroup, RecordStep, SplitFile};
use super::Worker;
use super::disk::{KnownFile, StampTrust, files_to_read_and_remove, next_batch_size};
use crate::folder::names::{Listing, list_with_stamps};
use crate::folder::{Gone, Stamp, Watcher};
use base::path::DocPath;
use shingle_core::pipeline::{DocWords, NoSource};
use shingle_core::text::RecordFormat;

/// Largest number of consecutive listings of a growing folder before some files are read.
const LISTINGS_IN_A_ROW: usize = 8;
/// Smallest number of files for which progress is reported while a result is on the screen.
const WORTH_REPORTING: usize = 16;

impl Worker {
    /// Queues files whose documents were removed, because their words depend on a changed parameter.
    pub(super) fn queue_unread_files(&mut self) {
        self.stop_splitting();
        // Queues all files of records, because some of their records may be present. Unchanged records are not read
        // again.
        let cuts = self.splits_records();
        let files = self.disk.files.keys();
        let missing = files
            .filter(|path| cuts || !self.corpus.has_document_or_problem(path))
            .cloned()
            .collect();
        self.disk.queue_files(missing);
    }

    /// Queues known files for reading. Unknown names may be new files, folders or changed ignore rules, so they cause a
    /// listing.
    pub(super) fn queue_names(&mut self, names: Vec<DocPath>) {
        let (existing, other): (Vec<DocPath>, Vec<DocPath>) = names
            .into_iter()
            .partition(|name| self.disk.files.contains_key(name) && !is_ignore_file(name));
        self.disk.queue_files(existing);
        if other.iter().any(|name| self.may_affect_listing(name)) {
            self.disk.request_listing(StampTrust::Stamps);
        }
    }

    /// Returns false if no listing would contain the name or names below it. Programs save files through hidden names,
    /// and names that exist only for a moment. Listing 100,000 files after each save takes a third of a second.
    fn may_affect_listing(&self, name: &DocPath) -> bool {
        let DocumentFolder { root, walk, .. } = &self.disk.folder;
        let path = name.as_path();
        let is_hidden = path.iter().any(|part| part.as_encoded_bytes().starts_with(b"."));
        if is_hidden && !walk.hidden && walk.globs.is_none() && walk.only.is_none() {
            return is_ignore_file(name);
        }
        let below = self.disk.files.range(DocPath::new(path.join(""))..).next();
        let mut known = below
            .map(|(file, _)| file)
            .into_iter()
            .chain(self.disk.listing.iter().map(|problem| &problem.path));
        let is_gone =
            || root.join(path).symlink_metadata().is_err_and(|error| error.kind() == NotFound);
        is_ignore_file(name) || known.any(|known| known.as_path().starts_with(path)) || !is_gone()
    }

    pub(super) fn list_and_compare(&mut self, watcher: &Watcher, trust: StampTrust) {
        if self.publishing.last.is_none() {
            self.report_progress(Phase::Listing, 0, 0);
        }
        (self.disk.was_listed, self.disk.relist) = (true, false);
        for _ in 0..LISTINGS_IN_A_ROW {
            let started = Instant::now();
            let Ok(listing) = list_with_stamps(&self.disk.folder.root, &self.disk.folder.walk)
            else {
                // The folder is gone or unreadable. Its last result stays on the screen with a notice until the folder
                // is back.
                watcher.watch_folders(&[DocPath::new("")]);
                return;
            };
            watcher.note_listing_time(started.elapsed());
            let again = watcher.watch_folders(&listing.folders);
            self.apply_listing(listing, trust);
            if !again {
                return;
            }
            if self.publishing.last.is_none() && self.disk.files.len() >= self.slow.documents {
                // A change before the folder was watched may be missing in this listing. The second listing comes after
                // the first result, because for 100,000 files it takes a fifteenth of that time.
                self.disk.relist = true;
                return;
            }
        }
        self.disk.request_listing(StampTrust::Stamps);
    }

    fn apply_listing(&mut self, listing: Listing, trust: StampTrust) {
        if listing.problems != self.disk.listing {
            self.disk.listing = listing.problems;
            self.publishing.due.folder = true;
        }
        let (gone, changed) = files_to_read_and_remove(&self.disk.files, listing.files, trust);
        log::info!("listed the folder: {} gone, {} to read", gone.len(), changed.len());
        for path in gone {
            if !self.awaits_return_of(&path, None, Some(Gone::Vanished)) {
                self.remove_documents_of_file(&path);
            }
        }
        let is_there = |file: &SplitFile| self.disk.files.contains_key(&file.path);
        if self
            .disk
            .cutting
            .as_ref()
            .is_some_and(|cutting| !cutting.unfinished_files().all(is_there))
        {
            self.stop_splitting();
        }
        // A queued file may exist but be ignored now.
        let files = &self.disk.files;
        self.disk.pending.retain(|path| files.contains_key(path));
        for path in &changed {
            self.disk
                .files
                .entry(path.clone())
                .or_insert(KnownFile { stamp: None, read_at: SystemTime::UNIX_EPOCH });
        }
        self.disk.queue_files(changed);
    }

    pub(super) fn read_next_batch(&mut self) {
        if self.splits_records() {
            self.read_next_records();
        } else {
            self.read_next_files();
        }
        self.disk.was_listed = false;
    }

    fn read_next_files(&mut self) {
        let total = self.disk.reading.max(self.disk.pending.len());
        if total >= WORTH_REPORTING || self.publishing.last.is_none() {
            self.report_progress(Phase::Reading, total - self.disk.pending.len(), total);
        }
        let was_slow = self.disk.is_slow_file_next();
        let piece = self.disk.take_next_batch();
        let (read_at, started) = (SystemTime::now(), Instant::now());
        let corpus = &self.corpus;
        let read = read_all_files(
            &self.disk.folder,
            &piece,
            corpus.params().encoding,
            Some(corpus),
            &|| corpus.new_reader(),
            &|_, _, _| (),
        );
        if !was_slow {
            self.disk.batch_size =
                next_batch_size(self.disk.batch_size, piece.len(), started.elapsed());
        }
        self.disk.only_slow_left = !was_slow && self.disk.is_slow_file_next();
        let mut new = HashSet::new();
        for (path, ReadFile { stamp, gone, document }) in piece.into_iter().zip(read) {
            let known = self.disk.files.get(&path).and_then(|file| file.stamp);
            if self.awaits_return_of(&path, stamp.filter(|_| document.is_some()), gone) {
                continue;
            }
            let was_there = self.corpus.has_document_or_problem(&path);
            let is_new = self.corpus.content_hash(&path).is_none();
            let changed = if let Some(document) = document {
                self.corpus.put_document(&path, document)
            } else if let Some(Stamp { modified, .. }) = stamp {
                self.corpus.set_modified(&path, modified)
            } else {
                self.corpus.remove(&path);
                was_there
            };
            self.publishing.due.folder |= changed;
            if let Some(file) = self.disk.files.get_mut(&path) {
                *file = KnownFile { stamp, read_at };
            }
            if changed && [known, stamp].into_iter().flatten().any(|stamp| stamp.shared) {
                // The file may have other names in the folder (hard links). A listing finds them by their stamps.
                self.disk.relist = true;
            }
            new.extend(self.corpus.content_hash(&path).filter(|_| is_new));
        }
        self.remove_renamed_files(&new);
    }

    /// Forgets a file that is gone. Returns true while the documents of a gone or empty file stay, because a program may
    /// be replacing it.
    fn awaits_return_of(
        &mut self,
        file: &DocPath,
        stamp: Option<Stamp>,
        gone: Option<Gone>,
    ) -> bool {
        if gone.is_some() {
            self.disk.files.remove(file);
        }
        if gone == Some(Gone::NoFile) {
            self.disk.request_listing(StampTrust::Stamps);
        }
        let is_missing = gone.is_some() || stamp.is_some_and(|stamp| stamp.len == 0);
        let is_shown = is_missing
            && self.publishing.last.is_some()
            && !self.corpus.names_in_file(file).is_empty();
        let awaits = is_shown && self.disk.is_awaiting_return(file);
        if !awaits {
            self.disk.missing.remove(file);
        }
        awaits
    }

    pub(super) fn remove_files_not_returned(&mut self) {
        let (empty, gone): (Vec<DocPath>, _) =
            self.disk.files_awaiting_return().partition(|path| self.disk.files.contains_key(path));
        self.disk.queue_files(empty);
        for path in gone {
            self.disk.missing.remove(&path);
            self.remove_documents_of_file(&path);
        }
    }

    fn remove_renamed_files(&mut self, new: &HashSet<u128>) {
        let is_renamed = |path: &&DocPath| {
            let content = self.corpus.content_hash(path);
            !self.disk.files.contains_key(*path) && content.is_some_and(|one| new.contains(&one))
        };
        let renamed: Vec<DocPath> = self.disk.missing.keys().filter(is_renamed).cloned().collect();
        for path in renamed {
            self.disk.missing.remove(&path);
            self.remove_documents_of_file(&path);
        }
    }

    pub(super) fn remove_documents_of_file(&mut self, file: &DocPath) {
        for name in self.corpus.names_in_file(file) {
            self.remove_document(&name);
        }
    }

    pub(super) fn remove_document(&mut self, name: &DocPath) {
        self.publishing.due.folder = true;
        self.corpus.remove(name);
    }
}

/// Reads files of records, some records at a time. After the last record of a file, removes records that are gone.
impl Worker {
    pub(super) fn splits_records(&self) -> bool {
        self.corpus.params().records != RecordFormat::Off
    }

    pub(super) fn stop_splitting(&mut self) {
        let Some(cutting) = self.disk.cutting.take() else { return };
        let rest = cutting.unfinished_files().map(|file| file.path.clone());
        let there = rest.filter(|path| self.disk.files.contains_key(path)).collect();
        self.disk.queue_files(there);
    }

    pub(super) fn read_next_records(&mut self) {
        let started = Instant::now();
        let mut cutting = match self.disk.cutting.take() {
            Some(cutting) => cutting,
            None => self.start_splitting(),
        };
        let total = cutting.count_records();
        if total >= WORTH_REPORTING || self.publishing.last.is_none() {
            self.report_progress(Phase::Reading, cutting.next, total);
        }
        let (size, first, corpus) = (self.disk.batch_size, cutting.next, &self.corpus);
        let steps = cutting.read_next_records(size, Some(corpus), &|| corpus.new_reader());
        self.disk.batch_size = next_batch_size(size, cutting.next - first, started.elapsed());
        for step in steps {
            match step {
                RecordStep::Record(file, place, name, document) => {
                    self.store_record(&cutting.files[file], &place, &name, document);
                    self.disk.records.push(place);
                }
                RecordStep::FileEnd(file, problems) => {
                    self.finish_file(&cutting.files[file], problems);
                }
            }
        }
        if !cutting.is_finished() {
            self.disk.cutting = Some(cutting);
        }
    }

    fn start_splitting(&mut self) -> RecordGroup {
        let pending = &mut self.disk.pending;
        let next = pending.iter().rev();
        let group = RecordGroup::read(&self.disk.folder, next, self.corpus.params());
        pending.truncate(pending.len() - group.files.len());
        // Marks the files as known, so that a listing in the meantime does not request them again.
        for file in &group.files {
            if let Some(known) = self.disk.files.get_mut(&file.path) {
                *known = KnownFile { stamp: file.stamp, read_at: group.read_at };
            }
        }
        self.disk.records.clear();
        group
    }

    fn store_record(
        &mut self,
        file: &SplitFile,
        place: &DocPath,
        name: &DocPath,
        document: Option<Result<DocWords, NoSource>>,
    ) {
        let Some(mut read) = document else {
            let modified = file.stamp.and_then(|stamp| stamp.modified);
            self.publishing.due.folder |= self.corpus.set_modified(place, modified);
            return;
        };
        if let (Ok(entry), Some(_)) = (&mut read, &self.disk.folder.id) {
            let facts = Facts { title: name.name().into_owned(), ..Facts::default() };
            entry.file.facts = facts.shorten_facts();
        }
        let changed = self.corpus.put_document(place, read);
        self.publishing.due.folder |= changed;
    }

    /// Removes the records that a file does not have any more, and stores its problems.
    fn finish_file(&mut self, file: &SplitFile, problems: Vec<(DocPath, NoSource)>) {
        let names = std::mem::take(&mut self.disk.records);
        if self.awaits_return_of(&file.path, file.stamp, file.gone) {
            return;
        }
        for name in self.corpus.names_in_file(&file.path) {
            let stays = names.binary_search(&name).is_ok()
                || problems.iter().any(|(other, _)| *other == name)
                    && self.corpus.content_hash(&name).is_none();
            if !stays {
                self.remove_document(&name);
            }
        }
        for (name, reason) in problems {
            self.publishing.due.folder |= self.corpus.put_document(&name, Err(reason));
        }
    }
}

fn is_ignore_file(path: &DocPath) -> bool {
    path.as_path().file_name().is_some_and(|name| name == ".gitignore" || name == ".ignore")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "a test writes its own files")]

    use std::{fs, path::Path, sync::Arc};

    use crate::folder::watch::Watcher;
    use base::cancel::{Cancel, NewestEpoch};
    use shingle_core::pipeline::parameters::Params;

    use super::{super::Worker, DocPath, DocumentFolder};

    fn worker(root: &Path) -> Worker {
        let (folder, params) = (DocumentFolder::new(root), Arc::new(Params::defaults()));
        let (cancel, sink) = (Cancel::never_cancelled(), Arc::new(|_| ()));
        Worker::new(folder, params, None, (cancel, NewestEpoch::default()), sink)
    }

    #[test]
    fn names_that_no_listing_has_cause_none() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), "one two three").unwrap();
        fs::create_dir(folder.path().join("d")).unwrap();
        ["a.txt", "b~", ".a.swp", "d/c.txt"].into_iter().for_each(write);
        let mut worker = worker(folder.path());
        let (watcher, _) = Watcher::start(folder.path(), |_| ());
        while worker.has_work() {
            worker.run_next_step(&watcher);
        }
        fs::remove_file(folder.path().join("b~")).unwrap();
        fs::rename(folder.path().join("d"), folder.path().join("e")).unwrap();
        for (name, is_listed) in [
            ("4913", false),
            (".a.swp", false),
            (".d/new.txt", false),
            (".gitignore", true),
            ("b~", true),
            ("d", true),
            ("e", true),
            ("c.txt", false),
        ] {
            assert_eq!(worker.may_affect_listing(&DocPath::new(name)), is_listed, "{name}");
        }
        // A user may name a hidden file.
        worker.disk.folder.walk.only = Some([DocPath::new(".a.swp")].into());
        assert!(worker.may_affect_listing(&DocPath::new(".a.swp")));
    }

    #[test]
    fn of_a_large_folder_what_came_before_it_was_watched_is_found_after_the_first_result() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let write = |name: &str| fs::write(root.join(name), "one two three").unwrap();
        write("a.txt");
        write("b.txt");
        let mut worker = worker(root);
        worker.slow.documents = 2;
        let (watcher, _) = Watcher::start(root, |_| ());
        worker.run_next_step(&watcher);
        write("c.txt");
        let mut found = Vec::new();
        while worker.has_work() {
            worker.run_next_step(&watcher);
            let last = worker.publishing.last.as_ref().map(|last| last.docs.len());
            if found.last() != last.as_ref() {
                found.extend(last);
            }
        }
        assert_eq!(found, [2, 3]);
    }
}
