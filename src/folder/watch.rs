//! Reports that something below a folder may have changed. Its events are hints. Only a walk is reliable.
//!
//! # How no change is lost
//! A listing can only be trusted if the folder was watched before it. The owner therefore runs
//! ```text
//! loop { listing = walk(root); if !watcher.sync(&listing.folders) { break } }
//! ```
//! at the start, after [`ChangeHint::Everything`], and after a [`ChangeHint::Changed`] that names a folder or an
//! unknown name. `sync` returns true when it added a watch. A change between the listing and that watch would be lost,
//! so the folder is listed once more. After it has returned false, every change since the start of the last listing
//! causes a hint. A folder that arrives whole, or by `mkdir -p`, is named in a hint by its topmost new folder. Of a large
//! folder the owner reads what is listed and shows a first result before it lists once more.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fmt, fs};

use super::hint::{ChangeHint, Fault, FolderEvent, PendingNames};
use super::mounts::{Mount, mount_of, mounts};
use super::native::{Armed, Native, NativeError};
use super::stamp::Stamp;
use crate::base::{faults::panic_if_asked, path::DocPath, problem::Problem};

/// A hint is sent when no event has come for this long …
const QUIET: Duration = Duration::from_millis(50);
/// … or this long after the first event, if a writer never pauses.
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// How often a missing root is looked for.
const ROOT_MISSING: Duration = Duration::from_secs(1);
/// How often the root is checked while all is well: no event says that a folder above it was renamed or unmounted.
const ROOT_PRESENT: Duration = Duration::from_secs(5);
/// The shortest interval between two listings when polling.
const FASTEST_POLL: Duration = Duration::from_secs(2);
/// The longest interval, unless a listing takes long.
const SLOWEST_POLL: Duration = Duration::from_mins(1);
/// A listing takes at most one part in this many of the time.
const POLL_SHARE: u32 = 20;
/// Everything is listed again after this time, in case the system did not report a change.
const RECONCILE: Duration = Duration::from_hours(1);
/// Where the system had no room for watches, it is asked again after this time, then after twice as long each time …
const FIRST_RETRY: Duration = Duration::from_secs(30);
/// … up to this.
const LAST_RETRY: Duration = Duration::from_hours(1);

/// What the watcher is doing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum WatchState {
    /// The system reports changes.
    Native,
    /// The system cannot report changes, so the folder is listed again and again. Holds the reason and what to do.
    Polling(String),
    /// The root is missing or cannot be listed. The watcher waits for it.
    RootMissing,
    /// Nothing is watched yet.
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

/// A message of the watcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchEvent {
    /// Something may have changed.
    Hint(ChangeHint),
    /// The watcher changed its state.
    State(WatchState),
    /// The new interval between two listings, when polling.
    Pace(Duration),
    /// A folder cannot be watched, and is polled. Sent once for each folder.
    Problem(Problem),
}

enum WatchMessage {
    Event(FolderEvent),
    Sync(Vec<DocPath>, Sender<bool>),
    ListingTime(Duration),
    Stop,
}

/// Watches a folder on its own thread until it is dropped.
#[derive(Debug)]
pub struct Watcher {
    inbox: Sender<WatchMessage>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Starts to watch `root`. Nothing in it is watched before the first [`Watcher::sync`]. Returns the first state.
    ///
    /// `send` is called on the watcher's thread. It must neither block nor call back, because `sync` waits for that
    /// thread.
    pub fn start(root: &Path, send: impl Fn(WatchEvent) + Send + 'static) -> (Self, WatchState) {
        let (inbox, messages) = channel();
        let (started, first) = channel();
        // The meaning of a relative path would change with the working directory.
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

    /// Watches exactly the `folders` of a [`super::walk::Listing`]. Returns true if the folder must be listed again
    /// (see the top of this file).
    ///
    /// Returns false where watching is impossible, because polling covers that.
    pub fn sync(&self, folders: &[DocPath]) -> bool {
        let (reply, answer) = channel();
        let sent = self.inbox.send(WatchMessage::Sync(folders.to_vec(), reply));
        sent.is_ok() && answer.recv().unwrap_or(false)
    }

    /// Passes on how long the last listing took, so that polling does not overload the disk.
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

/// The state of a [`Watcher`], owned by its thread.
struct WatchThread {
    root: PathBuf,
    inbox: Sender<WatchMessage>,
    send: Box<dyn Fn(WatchEvent) + Send>,
    state: WatchState,
    native: Option<Native>,
    /// Device and inode of the root that is watched.
    identity: (u64, u64),
    /// The file systems mounted in it. No event says that one came or went.
    mounted: Vec<Mount>,
    /// Why native watching failed, and when it is tried again.
    native_failure: Option<(String, Instant)>,
    /// How long it waits after the next failure.
    retry: Duration,
    /// Some watches may have a wrong name. The next sync makes all of them anew.
    stale: bool,
    pending: PendingNames,
    /// When the oldest and the newest pending event came.
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
            if self.flush_at().is_some_and(|at| at <= now) {
                self.flush();
            }
            panic_if_asked("watch");
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
                Ok(WatchMessage::Event(event)) => self.take_event(event),
                Ok(WatchMessage::Sync(folders, reply)) => {
                    let again = self.sync(&folders);
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

    fn flush_at(&self) -> Option<Instant> {
        self.pending_since.map(|(first, last)| (last + QUIET).min(first + LONGEST_WAIT))
    }

    fn flush(&mut self) {
        self.pending_since = None;
        if let Some(hint) = self.pending.take() {
            (self.send)(WatchEvent::Hint(hint));
        }
    }

    fn note(&mut self, names: Vec<DocPath>, everything: bool) {
        if names.is_empty() && !everything {
            return;
        }
        let now = Instant::now();
        self.pending_since = Some((self.pending_since.map_or(now, |(first, _)| first), now));
        self.pending.add(names, everything);
    }

    fn set_state(&mut self, state: WatchState) {
        let changed = self.state != state && self.state != WatchState::Starting;
        self.state = state;
        self.next_look = Instant::now() + self.pause();
        if changed {
            (self.send)(WatchEvent::State(self.state.clone()));
        }
    }

    /// How long until the root is checked again. Where polling is needed, that is also the next poll.
    fn pause(&self) -> Duration {
        match &self.state {
            WatchState::RootMissing => ROOT_MISSING,
            WatchState::Polling(_) => self.poll,
            _ if self.native.as_ref().is_some_and(Native::has_refused) => self.poll,
            _ => ROOT_PRESENT,
        }
    }

    /// Decides how to watch the root as it is now.
    fn start_watching(&mut self) {
        self.native = None;
        self.stale = false;
        let Some(identity) = identity_of(&self.root) else {
            return self.set_state(WatchState::RootMissing);
        };
        self.identity = identity;
        self.mounted = self.mounted_below();
        let failure = || self.native_failure.as_ref().map(|(reason, _)| reason.clone());
        if let Some(reason) = self.foreign(&[]).or_else(failure) {
            return self.set_state(WatchState::Polling(reason));
        }
        let inbox = self.inbox.clone();
        let send = move |event| {
            let _ = inbox.send(WatchMessage::Event(event));
        };
        match Native::new(&self.root, send) {
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
        self.native_failure = Some((reason.clone(), Instant::now() + self.retry));
        self.retry = LAST_RETRY.min(self.retry * 2);
        self.set_state(WatchState::Polling(reason));
        self.note(Vec::new(), true);
    }

    /// Why events will not report all changes: the root, or one of `folders` in it, lies on a network file system.
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

    /// The file systems mounted in the root.
    fn mounted_below(&self) -> Vec<Mount> {
        let Ok(root) = fs::canonicalize(&self.root) else { return Vec::new() };
        mounts().into_iter().filter(|mount| mount.point.starts_with(&root)).collect()
    }

    fn take_event(&mut self, event: FolderEvent) {
        if let Some(native) = &mut self.native {
            for name in &event.gone {
                // A renamed folder lives on under another name. A watch there may be the one that ends now.
                self.stale |= native.forget(name);
            }
        }
        self.stale |= event.fault == Some(Fault::Lost);
        self.note(event.names, event.everything);
        if event.fault == Some(Fault::Limit) {
            self.give_up(&NativeError::Watches);
        }
        if event.root {
            self.check_root();
        }
    }

    /// Checks the root, and polls where that is needed.
    fn look(&mut self) {
        self.check_root();
        if self.native_failure.as_ref().is_some_and(|(_, again)| *again <= Instant::now()) {
            self.native_failure = None;
            self.start_watching();
            self.note(Vec::new(), true);
        }
        if self.state == WatchState::Native && self.mounted != self.mounted_below() {
            self.stale = true;
            self.note(Vec::new(), true);
        }
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
                log::info!("the folder was replaced; watching it again");
                self.start_watching();
                self.note(Vec::new(), true);
            }
            Some(_) => {}
        }
    }

    /// See [`Watcher::sync`].
    fn sync(&mut self, folders: &[DocPath]) -> bool {
        self.check_root();
        if self.stale {
            log::info!("restarting all watches");
            self.start_watching();
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
        let has_problems = !problems.is_empty();
        for problem in problems {
            (self.send)(WatchEvent::Problem(problem));
        }
        if has_problems {
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

/// Device and inode of the root. `None` if there is no folder that can be listed.
fn identity_of(root: &Path) -> Option<(u64, u64)> {
    let metadata = fs::metadata(root).ok().filter(fs::Metadata::is_dir)?;
    fs::read_dir(root).ok()?;
    Some(Stamp::from_metadata(&metadata).identity)
}
