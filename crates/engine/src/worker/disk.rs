use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime};

use rayon::current_num_threads;

use super::super::reader::DocumentFolder;
use super::super::record_files::RecordGroup;
use crate::folder::{Stamp, WatchState, names::RegularFile};
use base::{path::DocPath, problem::Problem};

pub(crate) struct Disk {
    pub(crate) folder: DocumentFolder,
    pub(crate) files: BTreeMap<DocPath, KnownFile>,
    /// Files to read, the next file last.
    pub(crate) pending: Vec<DocPath>,
    /// Files that vanished or became empty a moment ago, with the time. Their documents stay for a while, because a
    /// program may be replacing the file.
    pub(crate) missing: BTreeMap<DocPath, Instant>,
    pub(crate) cutting: Option<RecordGroup>,
    /// Records of the file that is being split.
    pub(crate) records: Vec<DocPath>,
    pub(crate) reading: usize,
    /// Next listing, with its trust in stamps, or `None` if no listing is needed.
    pub(crate) list: Option<StampTrust>,
    pub(crate) was_listed: bool,
    /// True if the folder is listed again after the next result. In a folder of a million files with several names, a
    /// listing after each batch would take hours.
    pub(crate) relist: bool,
    /// State of the watcher. If the system reports changes, a rescan trusts stamps too.
    pub(crate) watch: WatchState,
    pub(crate) listing: Vec<Problem>,
    pub(crate) batch_size: usize,
    pub(crate) only_slow_left: bool,
}

impl Disk {
    pub(crate) fn new(folder: DocumentFolder) -> Self {
        Self {
            folder,
            files: BTreeMap::new(),
            pending: Vec::new(),
            missing: BTreeMap::new(),
            cutting: None,
            records: Vec::new(),
            reading: 0,
            list: Some(StampTrust::Stamps),
            was_listed: false,
            relist: false,
            watch: WatchState::Starting,
            listing: Vec::new(),
            batch_size: FEWEST,
            only_slow_left: false,
        }
    }

    pub(crate) const fn has_work(&self) -> bool {
        self.list.is_some() || self.has_files_to_read()
    }

    pub(crate) const fn has_files_to_read(&self) -> bool {
        !self.pending.is_empty() || self.cutting.is_some()
    }

    /// Returns the requested listing, unless files wait since the last listing. In a folder that changes all the time,
    /// each complete listing is outdated already, but its files must be read.
    pub(crate) fn take_due_listing(&mut self) -> Option<StampTrust> {
        if self.was_listed && !self.pending.is_empty() { None } else { self.list.take() }
    }

    pub(crate) fn request_listing(&mut self, trust: StampTrust) {
        self.list = self.list.max(Some(trust));
    }

    /// Returns true while the documents of a vanished or emptied file must stay.
    pub(crate) fn is_awaiting_return(&mut self, path: &DocPath) -> bool {
        let since = *self.missing.entry(path.clone()).or_insert_with(Instant::now);
        since.elapsed() < SAVE
    }

    pub(crate) fn time_until_wait_ends(&self) -> Option<Duration> {
        self.missing.values().min().map(|since| SAVE.saturating_sub(since.elapsed()))
    }

    pub(crate) fn files_awaiting_return(&self) -> impl Iterator<Item = DocPath> {
        let due = self.missing.iter().filter(|(_, since)| since.elapsed() >= SAVE);
        due.map(|(path, _)| path.clone())
    }

    /// Adds files to read. Slow files come last, so that others do not wait for them.
    pub(crate) fn queue_files(&mut self, mut paths: Vec<DocPath>) {
        paths.append(&mut self.pending);
        paths.sort_by(|one, other| other.cmp(one));
        paths.dedup();
        if paths.iter().any(|path| self.may_be_slow(path)) {
            paths.sort_by_key(|path| !self.may_be_slow(path));
        }
        self.pending = paths;
        self.reading = self.pending.len();
    }

    pub(crate) fn is_slow_file_next(&self) -> bool {
        self.pending.last().is_some_and(|path| self.may_be_slow(path))
    }

    /// Returns true for a PDF, or a file for a converter, which may take seconds.
    fn may_be_slow(&self, path: &DocPath) -> bool {
        let is_pdf = path.as_path().extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf"));
        is_pdf || self.folder.reader.has_converter(path)
    }

    /// Takes the next batch. Slow files form batches of their own, with at most one file per thread.
    pub(crate) fn take_next_batch(&mut self) -> Vec<DocPath> {
        let most = if self.is_slow_file_next() { current_num_threads() } else { self.batch_size };
        let mut first = self.pending.len().saturating_sub(most);
        if !self.is_slow_file_next() {
            let piece = self.pending.get(first..).unwrap_or_default();
            first += piece.iter().rposition(|path| self.may_be_slow(path)).map_or(0, |at| at + 1);
        }
        let mut piece = self.pending.split_off(first);
        piece.reverse();
        piece
    }
}

/// Longest time that a program takes to replace a file. Meanwhile the file may be missing or empty.
const SAVE: Duration = Duration::from_millis(500);

/// If a file changed less than this time before the read, the worker reads the file again later. The file may change
/// again without a new stamp.
const RACY: Duration = Duration::from_secs(2);

pub(crate) struct KnownFile {
    /// Stamp in the last listing, or `None` until the file was read.
    pub(crate) stamp: Option<Stamp>,
    pub(crate) read_at: SystemTime,
}

/// Rule for files whose stamp is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StampTrust {
    Stamps,
    Nothing,
}

/// Compares a listing with the known files, and returns the files that are gone, and the files to read. Merges both
/// lists, which are in path order.
pub(crate) fn files_to_read_and_remove(
    known: &BTreeMap<DocPath, KnownFile>,
    listed: Vec<RegularFile>,
    trust: StampTrust,
) -> (Vec<DocPath>, Vec<DocPath>) {
    let (mut gone, mut changed) = (Vec::new(), Vec::new());
    let mut known = known.iter().peekable();
    for entry in listed {
        while let Some((path, _)) = known.next_if(|(path, _)| **path < entry.path) {
            gone.push(path.clone());
        }
        let before = known.next_if(|(path, _)| **path == entry.path).map(|(_, before)| before);
        let is_same = |before: &KnownFile| {
            before.stamp == Some(entry.stamp) && !may_have_unseen_change(before)
        };
        if trust == StampTrust::Nothing || !before.is_some_and(is_same) {
            changed.push(entry.path);
        }
    }
    gone.extend(known.map(|(path, _)| path.clone()));
    (gone, changed)
}

/// Returns true if the file may have changed after the read without a change of its stamp.
fn may_have_unseen_change(file: &KnownFile) -> bool {
    let Some(latest) = file.read_at.checked_sub(RACY) else { return true };
    file.stamp.is_none_or(|stamp| {
        let changed = SystemTime::UNIX_EPOCH
            + Duration::from_nanos(u64::try_from(stamp.changed).unwrap_or(0));
        stamp.modified.is_none_or(|modified| modified >= latest) || changed >= latest
    })
}

/// Target time of a batch of files. A request waits about this long. Every batch ends with threads that wait for the
/// last file, and begins with empty word caches.
const PIECE: Duration = Duration::from_millis(120);
/// Size of the first and smallest batch. Progress is reported after a batch, so a batch of slow files such as PDFs must
/// be short.
const FEWEST: usize = 64;
/// Size of the largest batch, whose words are in memory twice for a moment.
const MOST: usize = 1 << 14;

/// Returns the size of the next batch, from the size of the last one, its files and its time.
pub(super) fn next_batch_size(size: usize, files: usize, time: Duration) -> usize {
    if time > PIECE {
        (size / 2).max(FEWEST)
    } else if files == size && 2 * time <= PIECE {
        (2 * size).min(MOST)
    } else {
        size
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn stamp(len: u8) -> Stamp {
        let modified = Some(SystemTime::UNIX_EPOCH);
        Stamp { identity: (0, 0), len: len.into(), modified, changed: 0, shared: false }
    }

    #[test]
    fn a_file_whose_state_changed_just_before_it_was_read_is_read_once_more() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let is_read = |modified, changed: u64, read_at| {
            let changed = i128::from(changed) * 1_000_000_000;
            let stamp = Stamp { modified: Some(at(modified)), changed, ..stamp(1) };
            let file = KnownFile { stamp: Some(stamp), read_at: at(read_at) };
            let path = DocPath::new("a");
            let listed = vec![RegularFile { path: path.clone(), stamp }];
            !files_to_read_and_remove(&BTreeMap::from([(path, file)]), listed, StampTrust::Stamps)
                .1
                .is_empty()
        };
        // A program can set the time of modification back, but not the time of change.
        assert!(is_read(10, 98, 100) && is_read(98, 10, 100));
        assert!(!is_read(10, 97, 100) && !is_read(97, 10, 100));
    }

    #[test]
    fn pieces_grow_while_they_are_quick_and_shrink_when_they_are_slow() {
        let mut size = FEWEST;
        for _ in 0..20 {
            size = next_batch_size(size, size, Duration::from_millis(1));
        }
        assert_eq!(size, MOST);
        assert_eq!(next_batch_size(size, MOST, PIECE), MOST);
        for _ in 0..20 {
            size = next_batch_size(size, size, 2 * PIECE);
        }
        assert_eq!(size, FEWEST);
        assert_eq!(next_batch_size(size, FEWEST / 2, Duration::ZERO), FEWEST);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn a_listing_differs_from_what_is_known_as_looking_each_up_says(
            known in prop::collection::btree_map("[a-c/]{1,3}", (0_u8..3, any::<bool>()), 0..9),
            listed in prop::collection::btree_map("[a-c/]{1,3}", 0_u8..3, 0..9), trusts in any::<bool>(),
        ) {
            let trust = if trusts { StampTrust::Stamps } else { StampTrust::Nothing };
            let read_at = |racy| SystemTime::UNIX_EPOCH + if racy { Duration::ZERO } else { Duration::from_secs(9) };
            let old: BTreeMap<DocPath, KnownFile> = known
                .iter()
                .map(|(name, (len, racy))| {
                    (DocPath::new(name), KnownFile { stamp: Some(stamp(*len)), read_at: read_at(*racy) })
                })
                .collect();
            let files = listed.iter().map(|(name, len)| RegularFile { path: DocPath::new(name), stamp: stamp(*len) }).collect();
            let (gone, changed) = files_to_read_and_remove(&old, files, trust);
            let gone: BTreeSet<String> = gone.iter().map(ToString::to_string).collect();
            let changed: BTreeSet<String> = changed.iter().map(ToString::to_string).collect();
            let plain_gone: BTreeSet<String> = known.keys().filter(|name| !listed.contains_key(*name)).cloned().collect();
            let plain_changed: BTreeSet<String> = listed
                .iter()
                .filter(|(name, len)| !trusts || known.get(*name) != Some(&(**len, false)))
                .map(|(name, _)| name.clone())
                .collect();
            prop_assert_eq!((gone, changed), (plain_gone, plain_changed));
        }
    }
}
