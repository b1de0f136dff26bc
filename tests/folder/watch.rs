//! After any events in a watched folder, hints and the protocol of `sync` give its true state. Only a lost change
//! reaches the generous deadlines.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::{collections::BTreeMap, fs, path::Path, path::PathBuf, time::Duration, time::Instant};

use shingle::folder::names::{Listing, list_with_stamps};
use shingle::folder::read::{LARGEST_FILE, read_file};
use shingle::folder::watch::{WatchEvent, WatchState, Watcher};
use shingle::{base::path::DocPath, folder::names::WalkOptions, folder::watch::ChangeHint};
use tempfile::TempDir;

use crate::common::put_file as put;

const DEADLINE: Duration = Duration::from_mins(1);

/// Acts like the owner of a watcher: lists at the start, and then only on hints.
struct Owner {
    _keep: TempDir,
    root: PathBuf,
    watcher: Watcher,
    events: Receiver<WatchEvent>,
    files: BTreeMap<String, Vec<u8>>,
    states: Vec<WatchState>,
    hints: Vec<ChangeHint>,
}

impl Owner {
    fn of(files: &[(&str, &str)]) -> Self {
        let keep = tempfile::tempdir().unwrap();
        let root = keep.path().join("root");
        fs::create_dir(&root).unwrap();
        for (name, text) in files {
            put(&root, name, text);
        }
        let (tell, events) = channel();
        let (watcher, state) = Watcher::start(&root, move |event| drop(tell.send(event)));
        assert_eq!(state, WatchState::Native);
        let (files, states, hints) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut owner = Self { _keep: keep, root, watcher, events, files, states, hints };
        owner.list();
        owner
    }

    fn list(&mut self) {
        let listing = loop {
            let Ok(listing) = list_with_stamps(&self.root, &WalkOptions::default()) else {
                break Listing::default();
            };
            if !self.watcher.watch_folders(&listing.folders) {
                break listing;
            }
        };
        self.files.clear();
        for entry in listing.files {
            if let Ok(content) = read_file(&self.root.join(entry.path.as_path()), LARGEST_FILE) {
                self.files.insert(entry.path.to_string(), content.bytes);
            }
        }
    }

    /// Waits until `done`, and until the owner's files equal the disk.
    fn settle(&mut self, done: impl Fn(&Self) -> bool) {
        let end = Instant::now() + DEADLINE;
        while !(done(self) && self.files == truth(&self.root)) {
            let left = end.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left.min(Duration::from_millis(200))) {
                Ok(WatchEvent::Hint(hint)) => {
                    self.hints.push(hint);
                    self.list();
                }
                Ok(WatchEvent::State(state)) => self.states.push(state),
                Ok(WatchEvent::Pace(_)) => {}
                Err(RecvTimeoutError::Timeout) => assert!(
                    !left.is_zero(),
                    "a change was lost: {:?} is known, {:?} is there; hints {:?}, states {:?}",
                    self.files.keys(),
                    truth(&self.root).keys(),
                    self.hints,
                    self.states
                ),
                Err(RecvTimeoutError::Disconnected) => panic!("the watcher is gone"),
            }
        }
    }

    fn settled(&mut self) {
        self.settle(|_| true);
    }

    fn settle_in(&mut self, state: &WatchState) {
        self.settle(|owner| owner.states.last() == Some(state));
    }

    /// Changes a file, and waits for a hint with its name.
    fn put_and_settle(&mut self, name: &str, text: &str) {
        put(&self.root, name, text);
        self.settle(|owner| owner.has_hint(name));
    }

    fn has_hint(&self, name: &str) -> bool {
        let name = DocPath::new(name);
        self.hints.iter().any(|hint| match hint {
            ChangeHint::Changed(names) => names.contains(&name),
            ChangeHint::Everything => false,
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }
}

/// Returns the files on disk, without the library.
fn truth(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut ahead = vec![root.to_path_buf()];
    while let Some(folder) = ahead.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_type().unwrap().is_dir() {
                ahead.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_string();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

#[test]
fn created_changed_renamed_and_deleted_files_are_reported_by_name() {
    let mut owner = Owner::of(&[("a.txt", "one"), ("sub/b.txt", "two")]);
    owner.put_and_settle("sub/new.txt", "three");
    owner.put_and_settle("a.txt", "four");
    fs::rename(owner.path("a.txt"), owner.path("sub/c.txt")).unwrap();
    owner.settle(|owner| owner.has_hint("sub/c.txt"));
    fs::remove_file(owner.path("sub/b.txt")).unwrap();
    owner.settle(|owner| owner.has_hint("sub/b.txt"));
    assert!(!owner.hints.contains(&ChangeHint::Everything), "{:?}", owner.hints);
}

#[test]
fn a_folder_that_arrives_whole_is_found_and_then_watched() {
    let mut owner = Owner::of(&[("a.txt", "text")]);
    let outside = tempfile::tempdir_in(owner.root.parent().unwrap()).unwrap();
    put(outside.path(), "tree/x/y.txt", "text");
    fs::rename(outside.path().join("tree"), owner.path("tree")).unwrap();
    owner.settle(|owner| owner.has_hint("tree"));
    owner.put_and_settle("tree/x/y.txt", "changed");
    fs::rename(owner.path("tree"), outside.path().join("back")).unwrap();
    owner.settled();
    assert_eq!(owner.files.len(), 1);
}

#[test]
fn renamed_and_swapped_folders_stay_watched_under_their_new_names() {
    let mut owner = Owner::of(&[("a/x.txt", "one"), ("b/x.txt", "two"), ("a-z/x.txt", "three")]);
    for round in 0..5 {
        fs::rename(owner.path("a"), owner.path("t")).unwrap();
        fs::rename(owner.path("b"), owner.path("a")).unwrap();
        fs::rename(owner.path("t"), owner.path("b")).unwrap();
        owner.settled();
        for name in ["a/x.txt", "b/x.txt", "a-z/x.txt"] {
            owner.settled();
            owner.hints.clear();
            put(&owner.root, name, format!("{name} in round {round}"));
            owner.settled();
        }
    }
    fs::remove_dir_all(owner.path("a")).unwrap();
    put(&owner.root, "a/new.txt", "made anew");
    owner.settled();
    put(&owner.root, "a/new.txt", "and changed");
    owner.settled();
}

#[test]
fn a_missing_root_is_said_waited_for_and_watched_again() {
    let mut owner = Owner::of(&[("a.txt", "text"), ("sub/b.txt", "text")]);
    fs::remove_dir_all(&owner.root).unwrap();
    owner.settle_in(&WatchState::RootMissing);
    assert!(owner.files.is_empty());
    put(&owner.root, "sub/c.txt", "back");
    owner.settle_in(&WatchState::Native);
    owner.put_and_settle("sub/c.txt", "and watched");
    let away = owner.root.with_file_name("away");
    fs::rename(&owner.root, &away).unwrap();
    owner.settle_in(&WatchState::RootMissing);
    fs::rename(&away, &owner.root).unwrap();
    owner.settle_in(&WatchState::Native);
    put(&owner.root, "sub/c.txt", "and watched once more");
    owner.settled();
}

#[test]
fn a_root_replaced_between_two_breaths_is_watched_anew() {
    let mut owner = Owner::of(&[("a.txt", "old")]);
    fs::rename(&owner.root, owner.root.with_file_name("away")).unwrap();
    put(&owner.root, "b.txt", "new");
    owner.settled();
    put(&owner.root, "b.txt", "newer");
    owner.settled();
    assert_eq!(owner.files["b.txt"], b"newer");
}

#[test]
fn a_file_in_the_place_of_the_root_is_no_folder() {
    let mut owner = Owner::of(&[("a.txt", "text")]);
    fs::remove_dir_all(&owner.root).unwrap();
    fs::write(&owner.root, "a file now").unwrap();
    owner.settle_in(&WatchState::RootMissing);
    fs::remove_file(&owner.root).unwrap();
    put(&owner.root, "b.txt", "a folder again");
    owner.settle_in(&WatchState::Native);
    owner.put_and_settle("b.txt", "and watched");
}

#[test]
fn the_interval_of_polls_grows_with_what_a_listing_costs() {
    let owner = Owner::of(&[]);
    let interval = |seconds| {
        owner.watcher.note_listing_time(Duration::from_secs(seconds));
        loop {
            if let WatchEvent::Pace(pace) = owner.events.recv_timeout(DEADLINE).unwrap() {
                return pace.as_secs();
            }
        }
    };
    assert_eq!([1, 2, 10, 100, 0].map(interval), [20, 40, 60, 200, 2]);
}

#[test]
fn a_folder_that_does_not_exist_yet_is_waited_for() {
    let keep = tempfile::tempdir().unwrap();
    let (tell, events) = channel();
    let later = keep.path().join("later");
    let (_watcher, state) = Watcher::start(&later, move |event| drop(tell.send(event)));
    assert_eq!(state, WatchState::RootMissing);
    fs::create_dir(later).unwrap();
    let state = loop {
        if let WatchEvent::State(state) = events.recv_timeout(DEADLINE).unwrap() {
            break state;
        }
    };
    assert_eq!(state, WatchState::Native);
}

#[test]
fn a_file_that_never_rests_is_reported_meanwhile() {
    let mut owner = Owner::of(&[("log.txt", "")]);
    let start = Instant::now();
    let mut hints = 0;
    while hints < 2 {
        assert!(start.elapsed() < DEADLINE, "only reported when the writer rested");
        put(&owner.root, "log.txt", format!("{:?}", start.elapsed()));
        // Shorter than the watcher's debounce, so the watcher sees no pause.
        std::thread::sleep(Duration::from_millis(5));
        hints += owner.events.try_iter().filter(|e| matches!(e, WatchEvent::Hint(_))).count();
    }
    owner.list();
    owner.settled();
}

#[test]
fn our_own_listing_and_reading_raises_no_hint() {
    let mut owner = Owner::of(&[("a.txt", "text"), ("sub/b.txt", "text")]);
    for _ in 0..20 {
        owner.list();
    }
    // Events are ordered: the report of the last change follows all events caused by reading.
    owner.put_and_settle("c.txt", "text");
    assert!(!owner.has_hint("a.txt") && !owner.has_hint("sub/b.txt"), "{:?}", owner.hints);
}

#[test]
fn sync_asks_for_another_listing_only_when_a_watch_was_added() {
    let owner = Owner::of(&[("sub/b.txt", "text")]);
    let both = [DocPath::new(""), DocPath::new("sub")];
    assert!(!owner.watcher.watch_folders(&both));
    assert!(!owner.watcher.watch_folders(&both[..1]), "dropping a watch loses nothing");
    assert!(owner.watcher.watch_folders(&both));
    assert!(!owner.watcher.watch_folders(&both));
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_folder_is_not_watched_through() {
    let owner = Owner::of(&[("sub/b.txt", "text")]);
    let outside = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(outside.path(), owner.path("link")).unwrap();
    let folders = [DocPath::new(""), DocPath::new("link"), DocPath::new("sub")];
    assert!(owner.watcher.watch_folders(&folders), "it counts as a folder that has gone");
    put(outside.path(), "secret.txt", "text");
    put(&owner.root, "last.txt", "text");
    loop {
        match owner.events.recv_timeout(DEADLINE).unwrap() {
            WatchEvent::Hint(ChangeHint::Changed(names)) => {
                assert!(!names.contains(&DocPath::new("link/secret.txt")));
                if names.contains(&DocPath::new("last.txt")) {
                    break;
                }
            }
            other => assert_eq!(other, WatchEvent::Hint(ChangeHint::Everything)),
        }
    }
}
