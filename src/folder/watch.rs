//! Tells that something below a folder may have changed. Its events are hints; a walk is the truth.
//!
//! # How no change is lost
//! A folder can only be listed truly when it was watched before. The owner therefore brings itself up to date by
//! ```text
//! loop { listing = walk(root); if !watcher.sync(&listing.folders) { break } }
//! ```
//! at the start, after [`ChangeHint::Everything`], and after a [`ChangeHint::Changed`] that names a folder or a name it does not
//! know. `sync` returns true when it added a watch: a change between that listing and that watch would be lost, so
//! the folder is listed once more. After it returned false, every change later than the last listing's begin brings a
//! hint. A folder that arrives whole, or `mkdir -p`, is named in a hint by its topmost new folder.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::base::path::DocPath;
use crate::base::problem::Problem;

use super::hint::{ChangeHint, Fault, PendingNames, SeenEvent};
use super::mounts::{mount_of, mounts};
use super::native::{Armed, Native, NativeError};
use super::stamp::Stamp;

/// Names are told once nothing more was heard for this long …
const QUIET: Duration = Duration::from_millis(50);
/// … or this long after the first, if a writer never rests.
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// A missing root is looked for this often.
const ROOT_MISSING: Duration = Duration::from_secs(1);
/// While all is well the root is looked at this often: nothing tells that a folder above it was renamed or unmounted.
const ROOT_PRESENT: Duration = Duration::from_secs(60);
/// Where polling is needed, the folder is to be listed at least this often …
const FASTEST_POLL: Duration = Duration::from_secs(2);
/// … and at most, unless listing it takes long: …
const SLOWEST_POLL: Duration = Duration::from_secs(60);
/// … listing gets this share of the time at most, one in so many.
const POLL_SHARE: u32 = 20;
/// Everything is listed again this often, in case the system kept a change to itself.
const RECONCILE: Duration = Duration::from_secs(3_600);

/// What the watcher is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchState {
    /// The system reports changes.
    Native,
    /// Reports are not to be had; the folder is listed again and again. The reason, and what to do.
    Polling(String),
    /// The root is missing or cannot be listed; waiting for it.
    RootMissing,
    /// Nothing is watched yet.
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

/// What a watcher tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchEvent {
    /// Something may have changed.
    Hint(ChangeHint),
    /// The watcher now does something else.
    State(WatchState),
    /// Where the folder is listed again and again, how often that is.
    Pace(Duration),
    /// A folder cannot be watched; it is covered by listing again. Told once a folder.
    Problem(Problem),
}

enum WatchMessage {
    Seen(SeenEvent),
    Sync(Vec<DocPath>, Sender<bool>),
    ListingTook(Duration),
    Stop,
}

/// Watches a folder on a thread of its own until it is dropped.
#[derive(Debug)]
pub struct Watcher {
    inbox: Sender<WatchMessage>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Starts to watch `root`, and nothing in it until the first [`Watcher::sync`]. Returns what it does at first.
    ///
    /// `tell` is called on the watcher's thread and must not block or call back: `sync` waits for that thread.
    pub fn start(root: &Path, tell: impl Fn(WatchEvent) + Send + 'static) -> (Self, WatchState) {
        let (inbox, messages) = channel();
        let (started, first) = channel();
        // Relative names would change their meaning with the working directory.
        let root = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
        let back = inbox.clone();
        let thread = thread::Builder::new().name("watch".to_string()).spawn(move || {
            let mut keeper = Keeper::new(root, back, Box::new(tell));
            keeper.begin();
            let _ = started.send(keeper.state.clone());
            keeper.run(&messages);
        });
        let thread = thread.ok();
        let state = first.recv().unwrap_or_else(|_| {
            WatchState::Polling("no thread to be had; press the key for a rescan".to_string())
        });
        (Self { inbox, thread }, state)
    }

    /// Watches exactly `folders` of a [`super::walk::Listing`]. True: list again (see the head of this file).
    ///
    /// False also where watching is impossible; polling covers that.
    pub fn sync(&self, folders: &[DocPath]) -> bool {
        let (reply, answer) = channel();
        let sent = self.inbox.send(WatchMessage::Sync(folders.to_vec(), reply));
        sent.is_ok() && answer.recv().unwrap_or(false)
    }

    /// Tells how long the last listing took, so that polling leaves the disk in peace.
    pub fn listing_took(&self, time: Duration) {
        let _ = self.inbox.send(WatchMessage::ListingTook(time));
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

/// The state behind a [`Watcher`], owned by its thread.
struct Keeper {
    root: PathBuf,
    inbox: Sender<WatchMessage>,
    tell: Box<dyn Fn(WatchEvent) + Send>,
    state: WatchState,
    native: Option<Native>,
    /// Device and inode of the root that is watched.
    identity: (u64, u64),
    /// Why native watching failed once: it is not tried again.
    given_up: Option<String>,
    /// Some watches may stand under a wrong name: all are made anew at the next sync.
    stale: bool,
    pending: PendingNames,
    /// When the oldest pending name was heard, and when the newest.
    heard: Option<(Instant, Instant)>,
    poll: Duration,
    next_look: Instant,
    next_reconcile: Instant,
}

impl Keeper {
    fn new(
        root: PathBuf,
        inbox: Sender<WatchMessage>,
        tell: Box<dyn Fn(WatchEvent) + Send>,
    ) -> Self {
        let now = Instant::now();
        Self {
            root,
            inbox,
            tell,
            state: WatchState::Starting,
            native: None,
            identity: (0, 0),
            given_up: None,
            stale: false,
            pending: PendingNames::default(),
            heard: None,
            poll: FASTEST_POLL,
            next_look: now,
            next_reconcile: now + RECONCILE,
        }
    }

    fn run(&mut self, messages: &Receiver<WatchMessage>) {
        loop {
            let now = Instant::now();
            if self.flush_at().is_some_and(|at| at <= now) {
                self.flush();
            }
            if self.next_look <= now {
                self.look();
            }
            if self.next_reconcile <= now {
                self.next_reconcile = now + RECONCILE;
                self.note(Vec::new(), true);
            }
            let soonest = self.next_look.min(self.next_reconcile);
            let until = self.flush_at().map_or(soonest, |at| at.min(soonest));
            match messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(WatchMessage::Seen(seen)) => self.hear(seen),
                Ok(WatchMessage::Sync(folders, reply)) => {
                    let again = self.sync(&folders);
                    let _ = reply.send(again);
                }
                Ok(WatchMessage::ListingTook(time)) => {
                    let poll = time
                        .saturating_mul(POLL_SHARE)
                        .max(FASTEST_POLL)
                        .min(SLOWEST_POLL.max(time * 2));
                    if poll.as_secs() != self.poll.as_secs() {
                        (self.tell)(WatchEvent::Pace(poll));
                    }
                    self.poll = poll;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(WatchMessage::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn flush_at(&self) -> Option<Instant> {
        self.heard.map(|(first, last)| (last + QUIET).min(first + LONGEST_WAIT))
    }

    fn flush(&mut self) {
        self.heard = None;
        if let Some(hint) = self.pending.take() {
            (self.tell)(WatchEvent::Hint(hint));
        }
    }

    fn note(&mut self, names: Vec<DocPath>, everything: bool) {
        if names.is_empty() && !everything {
            return;
        }
        let now = Instant::now();
        self.heard = Some((self.heard.map_or(now, |(first, _)| first), now));
        self.pending.add(names, everything);
    }

    fn set_state(&mut self, state: WatchState) {
        let changed = self.state != state && self.state != WatchState::Starting;
        self.state = state;
        self.next_look = Instant::now() + self.pause();
        if changed {
            (self.tell)(WatchEvent::State(self.state.clone()));
        }
    }

    /// How long until the next look at the root, which where polling is needed is also the next poll.
    fn pause(&self) -> Duration {
        match &self.state {
            WatchState::RootMissing => ROOT_MISSING,
            WatchState::Polling(_) => self.poll,
            _ if self.native.as_ref().is_some_and(Native::has_refused) => self.poll,
            _ => ROOT_PRESENT,
        }
    }

    /// Decides how to watch the root as it is now.
    fn begin(&mut self) {
        self.native = None;
        self.stale = false;
        let Some(identity) = identity_of(&self.root) else {
            return self.set_state(WatchState::RootMissing);
        };
        self.identity = identity;
        if let Some(reason) = self.foreign(&[]).or_else(|| self.given_up.clone()) {
            return self.set_state(WatchState::Polling(reason));
        }
        let inbox = self.inbox.clone();
        let tell = move |seen| {
            let _ = inbox.send(WatchMessage::Seen(seen));
        };
        match Native::new(&self.root, tell) {
            Ok(native) => {
                self.native = Some(native);
                self.set_state(WatchState::Native);
            }
            Err(reason) => self.give_up(&reason),
        }
    }

    fn give_up(&mut self, reason: &NativeError) {
        let reason = reason.to_string();
        self.native = None;
        self.given_up = Some(reason.clone());
        self.set_state(WatchState::Polling(reason));
        self.note(Vec::new(), true);
    }

    /// Why events will not tell of all changes: the root, or one of `folders` in it, lies on a network file system.
    fn foreign(&self, folders: &[DocPath]) -> Option<String> {
        let root = fs::canonicalize(&self.root).ok()?;
        let mounts = mounts();
        let here = mount_of(&mounts, &root).filter(|mount| mount.is_foreign());
        let below = || {
            mounts.iter().filter(|mount| mount.is_foreign()).find(|mount| {
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

    fn hear(&mut self, seen: SeenEvent) {
        if let Some(native) = &mut self.native {
            for name in &seen.gone {
                // What was renamed lives on elsewhere, perhaps already watched there by the watch that now ends.
                self.stale |= native.forget(name);
            }
        }
        self.stale |= seen.fault == Some(Fault::Lost);
        self.note(seen.names, seen.everything);
        if seen.fault == Some(Fault::Limit) {
            self.give_up(&NativeError::Watches);
        }
        if seen.root {
            self.check_root();
        }
    }

    /// Regularly: is the root still there, and what is to be polled?
    fn look(&mut self) {
        self.check_root();
        let native_is_enough = self.state == WatchState::Native
            && !self.native.as_ref().is_some_and(Native::has_refused);
        if !native_is_enough && self.state != WatchState::RootMissing {
            self.note(Vec::new(), true);
        }
        self.next_look = Instant::now() + self.pause();
    }

    fn check_root(&mut self) {
        match identity_of(&self.root) {
            None if self.state == WatchState::RootMissing => {}
            None => {
                self.native = None;
                self.set_state(WatchState::RootMissing);
                self.note(Vec::new(), true);
            }
            Some(identity)
                if self.state == WatchState::RootMissing || identity != self.identity =>
            {
                self.begin();
                self.note(Vec::new(), true);
            }
            Some(_) => {}
        }
    }

    /// As [`Watcher::sync`].
    fn sync(&mut self, folders: &[DocPath]) -> bool {
        self.check_root();
        if self.stale {
            self.begin();
        }
        if self.state == WatchState::Native
            && let Some(reason) = self.foreign(folders)
        {
            self.native = None;
            self.set_state(WatchState::Polling(reason));
        }
        let Some(native) = &mut self.native else { return false };
        let mut problems = Vec::new();
        let armed = native.arm(folders, &mut problems);
        let told = !problems.is_empty();
        for problem in problems {
            (self.tell)(WatchEvent::Problem(problem));
        }
        if told {
            self.next_look = Instant::now() + self.pause();
        }
        match armed {
            Ok(Armed::Nothing) => false,
            Ok(Armed::Added) => true,
            Ok(Armed::Limit) => {
                self.give_up(&NativeError::Watches);
                false
            }
            Err(reason) => {
                self.give_up(&reason);
                false
            }
        }
    }
}

/// Device and inode of the root; `None` where there is no folder that can be listed.
fn identity_of(root: &Path) -> Option<(u64, u64)> {
    let metadata = fs::metadata(root).ok().filter(fs::Metadata::is_dir)?;
    fs::read_dir(root).ok()?;
    Some(Stamp::of(&metadata).identity)
}
