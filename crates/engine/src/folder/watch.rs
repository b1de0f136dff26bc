//! Watches a folder and sends hints about possible changes. Only a listing is reliable.
//!
//! # How the watcher misses no change
//! A listing is complete only if every folder was watched before the listing began. The owner therefore runs
//! ```text
//! loop { listing = list_with_stamps(root); if !watcher.watch_folders(&listing.folders) { break } }
//! ```
//! The owner runs this loop at the start, after [`ChangeHint::Everything`], and after a [`ChangeHint::Changed`] that
//! names a folder or an unknown name. `watch_folders` returns true if it added a watch. A change between the listing
//! and that watch raises no event, so the owner lists the folder again. When `watch_folders` returns false, every
//! change since the start of the last listing causes a hint. A hint about a new tree names the topmost new folder. In a
//! large folder, the owner shows a first result before it lists again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fmt, fs};

use super::mounts::{Mount, find_mount, list_mounts};
use super::names::Stamp;
use super::native::{FolderEvent, NativeWatcher, NoWatch};
use base::{faults::panic_if_asked, path::DocPath};

/// Time without an event after which the watcher sends a hint.
const QUIET: Duration = Duration::from_millis(50);
/// Longest time from the first event to the hint, for a writer that never pauses.
const LONGEST_WAIT: Duration = Duration::from_millis(500);
const ROOT_MISSING: Duration = Duration::from_secs(1);
/// Interval of checks that the root still exists. Renaming or unmounting a folder above the root raises no event.
const ROOT_PRESENT: Duration = Duration::from_secs(5);
const FASTEST_POLL: Duration = Duration::from_secs(2);
/// Longest interval between two polls, except after slow listings.
const SLOWEST_POLL: Duration = Duration::from_mins(1);
/// Polling takes at most this fraction (1/20) of the time.
const POLL_SHARE: u32 = 20;
/// Interval of listings despite working events, in case the system missed a change.
const RECONCILE: Duration = Duration::from_hours(1);
/// Time until the watcher tries events again after a failure. The time doubles after each further failure.
const FIRST_RETRY: Duration = Duration::from_secs(30);
/// Longest time until the watcher tries events again.
const LAST_RETRY: Duration = Duration::from_hours(1);

/// Largest number of names in a hint. Above this, listing the whole folder is cheaper, so the hint becomes
/// [`ChangeHint::Everything`].
pub const MOST_NAMES: usize = 1_000;

/// A report that something below the root may have changed. Hints may be wrong or late, but every change causes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeHint {
    /// Created, changed, renamed or removed files and folders, relative to the root and in path order. A folder
    /// includes everything below.
    Changed(Vec<DocPath>),
    /// Something changed, but no names are known; the folder must be listed.
    Everything,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum WatchState {
    Native,
    /// Events do not work, so the owner lists the folder at intervals. Contains the reason and the remedy.
    Polling(String),
    /// The root is missing or unreadable, and the watcher waits for it.
    RootMissing,
    #[default]
    Starting,
}

impl fmt::Display for WatchState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native => f.write_str("watching"),
            Self::Polling(reason) => write!(f, "polling ({reason})"),
            Self::RootMissing => f.write_str("folder missing or unreadable, waiting for it"),
            Self::Starting => f.write_str("starting"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchEvent {
    Hint(ChangeHint),
    State(WatchState),
    Pace(Duration),
}

enum WatchMessage {
    Event(FolderEvent),
    Sync(Vec<DocPath>, Sender<bool>),
    ListingTime(Duration),
    Stop,
}

#[derive(Debug)]
pub struct Watcher {
    inbox: Sender<WatchMessage>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Starts a watcher for `root` and returns the first state. [`Watcher::watch_folders`] adds the first watches.
    ///
    /// The watcher's thread calls `send`, which must neither block nor call back, because `watch_folders` waits for
    /// that thread.
    pub fn start(root: &Path, send: impl Fn(WatchEvent) + Send + 'static) -> (Self, WatchState) {
        let (inbox, messages) = channel();
        let (started, first) = channel();
        // Makes the path absolute, because the working directory may change.
        let root = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
        let back = inbox.clone();
        let thread = thread::Builder::new().name("watch".to_string()).spawn(move || {
            let mut watch = WatchThread::new(root, back, Box::new(send));
            watch.start_watching();
            let _ = started.send(watch.state.clone());
            watch.run(&messages);
        });
        let thread = thread.ok();
        let state = first.recv().unwrap_or_else(|_| {
            WatchState::Polling("no thread available; press the key for a rescan".to_string())
        });
        (Self { inbox, thread }, state)
    }

    /// Watches exactly the `folders` of a [`super::names::Listing`], and returns true if the owner must list the folder
    /// again (see the head of this file). If the system cannot watch, returns false, and the watcher polls.
    pub fn watch_folders(&self, folders: &[DocPath]) -> bool {
        let (reply, answer) = channel();
        let sent = self.inbox.send(WatchMessage::Sync(folders.to_vec(), reply));
        sent.is_ok() && answer.recv().unwrap_or(false)
    }

    /// Tells the watcher how long a listing took. The interval of polling grows with this time, to spare the disk.
    pub fn note_listing_time(&self, time: Duration) {
        let _ = self.inbox.send(WatchMessage::ListingTime(time));
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.inbox.send(WatchMessage::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct WatchThread {
    root: PathBuf,
    inbox: Sender<WatchMessage>,
    send: Box<dyn Fn(WatchEvent) + Send>,
    state: WatchState,
    native: Option<NativeWatcher>,
    identity: (u64, u64),
    /// Mounts below the root at the last check. Mounting raises no event.
    mounted: Vec<Mount>,
    /// Reason why native events failed, and the time of the next attempt.
    native_failure: Option<(String, Instant)>,
    retry: Duration,
    /// True if a folder with a watch was renamed. The next call of `watch_folders` then renews all watches.
    stale: bool,
    pending: PendingNames,
    /// Times of the oldest and the newest event that no hint reported yet.
    pending_since: Option<(Instant, Instant)>,
    poll: Duration,
    next_look: Instant,
    next_reconcile: Instant,
}

impl WatchThread {
    fn new(
        root: PathBuf,
        inbox: Sender<WatchMessage>,
        send: Box<dyn Fn(WatchEvent) + Send>,
    ) -> Self {
        let now = Instant::now();
        Self {
            root,
            inbox,
            send,
            state: WatchState::Starting,
            native: None,
            identity: (0, 0),
            mounted: Vec::new(),
            native_failure: None,
            retry: FIRST_RETRY,
            stale: false,
            pending: PendingNames::default(),
            pending_since: None,
            poll: FASTEST_POLL,
            next_look: now,
            next_reconcile: now + RECONCILE,
        }
    }

    fn run(&mut self, messages: &Receiver<WatchMessage>) {
        loop {
            let now = Instant::now();
            if self.hint_deadline().is_some_and(|at| at <= now) {
                self.send_hint();
            }
            panic_if_asked("watch");
            if self.next_look <= now {
                self.check_watch_state();
            }
            if self.next_reconcile <= now {
                self.next_reconcile = now + RECONCILE;
                self.note_names(Vec::new(), true);
            }
            let soonest = self.next_look.min(self.next_reconcile);
            let until = self.hint_deadline().map_or(soonest, |at| at.min(soonest));
            match messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(WatchMessage::Event(event)) => self.handle_folder_event(event),
                Ok(WatchMessage::Sync(folders, reply)) => {
                    let again = self.watch_listed_folders(&folders);
                    let _ = reply.send(again);
                }
                Ok(WatchMessage::ListingTime(time)) => {
                    let poll = time
                        .saturating_mul(POLL_SHARE)
                        .max(FASTEST_POLL)
                        .min(SLOWEST_POLL.max(time * 2));
                    if poll.as_secs() != self.poll.as_secs() {
                        (self.send)(WatchEvent::Pace(poll));
                    }
                    self.poll = poll;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(WatchMessage::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn hint_deadline(&self) -> Option<Instant> {
        self.pending_since.map(|(first, last)| (last + QUIET).min(first + LONGEST_WAIT))
    }

    fn send_hint(&mut self) {
        self.pending_since = None;
        if let Some(hint) = self.pending.take_hint() {
            (self.send)(WatchEvent::Hint(hint));
        }
    }

    fn note_names(&mut self, names: Vec<DocPath>, everything: bool) {
        if names.is_empty() && !everything {
            return;
        }
        let now = Instant::now();
        self.pending_since = Some((self.pending_since.map_or(now, |(first, _)| first), now));
        self.pending.add_names(names, everything);
    }

    fn set_state(&mut self, state: WatchState) {
        let changed = self.state != state && self.state != WatchState::Starting;
        self.state = state;
        self.next_look = Instant::now() + self.time_to_next_check();
        if changed {
            (self.send)(WatchEvent::State(self.state.clone()));
        }
    }

    /// Returns the time until the next check of the root. In the polling state, each check is a poll.
    fn time_to_next_check(&self) -> Duration {
        match &self.state {
            WatchState::RootMissing => ROOT_MISSING,
            WatchState::Polling(_) => self.poll,
            _ => ROOT_PRESENT,
        }
    }

    fn start_watching(&mut self) {
        self.native = None;
        self.stale = false;
        let Some(identity) = identity_of_folder(&self.root) else {
            return self.set_state(WatchState::RootMissing);
        };
        self.identity = identity;
        self.mounted = self.special_mounts_below();
        let failure = || self.native_failure.as_ref().map(|(reason, _)| reason.clone());
        if let Some(reason) = self.reason_to_poll(&[]).or_else(failure) {
            return self.set_state(WatchState::Polling(reason));
        }
        let inbox = self.inbox.clone();
        let send = move |event| {
            let _ = inbox.send(WatchMessage::Event(event));
        };
        match NativeWatcher::new(&self.root, send) {
            Ok(native) => {
                self.native = Some(native);
                self.set_state(WatchState::Native);
            }
            Err(reason) => self.fall_back_to_polling(&reason),
        }
    }

    fn fall_back_to_polling(&mut self, reason: &NoWatch) {
        let reason = reason.to_string();
        self.native = None;
        self.native_failure = Some((reason.clone(), Instant::now() + self.retry));
        self.retry = LAST_RETRY.min(self.retry * 2);
        self.set_state(WatchState::Polling(reason));
        self.note_names(Vec::new(), true);
    }

    /// Returns the reason to poll, if the root or one of `folders` is on a network file system. Such systems report
    /// only some changes.
    fn reason_to_poll(&self, folders: &[DocPath]) -> Option<String> {
        let root = fs::canonicalize(&self.root).ok()?;
        let mounts = list_mounts();
        let here = find_mount(&mounts, &root).filter(|mount| mount.is_network_file_system());
        let below = || {
            mounts.iter().filter(|mount| mount.is_network_file_system()).find(|mount| {
                mount
                    .point
                    .strip_prefix(&root)
                    .is_ok_and(|name| folders.binary_search(&DocPath::new(name)).is_ok())
            })
        };
        here.or_else(below).map(|mount| {
            format!("{} file system: it does not report the changes of others", mount.kind)
        })
    }

    fn special_mounts_below(&self) -> Vec<Mount> {
        let Ok(root) = fs::canonicalize(&self.root) else { return Vec::new() };
        list_mounts().into_iter().filter(|mount| mount.point.starts_with(&root)).collect()
    }

    fn handle_folder_event(&mut self, event: FolderEvent) {
        if let Some(native) = &mut self.native {
            for name in &event.gone {
                // A folder that was renamed to this name may have a watch that ends here, so watches must be renewed.
                self.stale |= native.unwatch_below(name);
            }
        }
        self.stale |= event.lost;
        self.note_names(event.names, event.everything);
        if event.root {
            self.check_root();
        }
    }

    fn check_watch_state(&mut self) {
        self.check_root();
        if self.native_failure.as_ref().is_some_and(|(_, again)| *again <= Instant::now()) {
            self.native_failure = None;
            self.start_watching();
            self.note_names(Vec::new(), true);
        }
        let mounts_changed =
            self.state == WatchState::Native && self.mounted != self.special_mounts_below();
        self.stale |= mounts_changed;
        if mounts_changed || matches!(self.state, WatchState::Polling(_)) {
            self.note_names(Vec::new(), true);
        }
        self.next_look = Instant::now() + self.time_to_next_check();
    }

    fn check_root(&mut self) {
        match identity_of_folder(&self.root) {
            None if self.state == WatchState::RootMissing => {}
            None => {
                self.native = None;
                self.set_state(WatchState::RootMissing);
                self.note_names(Vec::new(), true);
            }
            Some(identity)
                if self.state == WatchState::RootMissing || identity != self.identity =>
            {
                log::info!("the folder was replaced; watching it again");
                self.start_watching();
                self.note_names(Vec::new(), true);
            }
            Some(_) => {}
        }
    }

    fn watch_listed_folders(&mut self, folders: &[DocPath]) -> bool {
        self.check_root();
        if self.stale {
            log::info!("restarting all watches");
            self.start_watching();
        }
        if self.state == WatchState::Native
            && let Some(reason) = self.reason_to_poll(folders)
        {
            self.native = None;
            self.set_state(WatchState::Polling(reason));
        }
        let Some(native) = &mut self.native else { return false };
        native.watch_only(folders).unwrap_or_else(|reason| {
            self.fall_back_to_polling(&reason);
            false
        })
    }
}

fn identity_of_folder(root: &Path) -> Option<(u64, u64)> {
    let metadata = fs::metadata(root).ok().filter(fs::Metadata::is_dir)?;
    fs::read_dir(root).ok()?;
    Some(Stamp::from_metadata(&metadata).identity)
}

#[derive(Debug, Default)]
struct PendingNames {
    names: BTreeSet<DocPath>,
    everything: bool,
}

impl PendingNames {
    fn add_names(&mut self, names: Vec<DocPath>, everything: bool) {
        self.everything |= everything;
        if !self.everything {
            self.names.extend(names);
            self.everything = self.names.len() > MOST_NAMES;
        }
        if self.everything {
            self.names.clear();
        }
    }

    fn take_hint(&mut self) -> Option<ChangeHint> {
        let Self { names, everything } = std::mem::take(self);
        if everything {
            Some(ChangeHint::Everything)
        } else if names.is_empty() {
            None
        } else {
            Some(ChangeHint::Changed(names.into_iter().collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ChangeHint, MOST_NAMES, PendingNames};
    use base::path::DocPath;

    fn names(names: &[&str]) -> Vec<DocPath> {
        names.iter().map(DocPath::new).collect()
    }

    #[test]
    fn names_are_sent_once_in_order_and_too_many_become_everything() {
        let mut pending = PendingNames::default();
        assert_eq!(pending.take_hint(), None);
        pending.add_names(names(&["b", "a"]), false);
        pending.add_names(names(&["b"]), false);
        assert_eq!(pending.take_hint(), Some(ChangeHint::Changed(names(&["a", "b"]))));
        assert_eq!(pending.take_hint(), None);
        for index in 0..MOST_NAMES {
            pending.add_names(vec![DocPath::new(index.to_string())], false);
        }
        assert!(
            matches!(pending.take_hint(), Some(ChangeHint::Changed(names)) if names.len() == MOST_NAMES)
        );
        for index in 0..=MOST_NAMES {
            pending.add_names(vec![DocPath::new(index.to_string())], false);
        }
        assert_eq!(pending.take_hint(), Some(ChangeHint::Everything));
        pending.add_names(names(&["a"]), true);
        pending.add_names(names(&["b"]), false);
        assert_eq!(pending.take_hint(), Some(ChangeHint::Everything));
    }
}
