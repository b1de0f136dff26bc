//! The system's own watches, one for each folder, under the names of their folders.

use std::path::{Path, PathBuf};
use std::{collections::BTreeSet, fs};

use notify::{Config, ErrorKind, EventKindMask, RecommendedWatcher, RecursiveMode, Watcher as _};
use thiserror::Error;

use super::hint::{FolderEvent, interpret};
use super::read::reason;
use crate::base::guard::{Panicked, guarded};
use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};

/// inotify and kqueue watch single folders. Elsewhere one watch on the root covers everything below it.
const ONE_WATCH_FOR_ALL: bool = cfg!(any(target_os = "macos", windows));

/// Whatever may change a document, and the end of a write. Without the opening and reading of files, of which this program does
/// most itself: to be told of each took an eighth of the time in which 100,000 files were read.
const KINDS: EventKindMask = EventKindMask::CORE.union(EventKindMask::ACCESS_CLOSE);

/// What [`Native::arm`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Armed {
    /// Every folder had a watch already.
    Nothing,
    /// Watches were added, or folders have gone meanwhile. An earlier listing may be out of date.
    Added,
    /// The system allows no more watches.
    Limit,
}

/// Why the system does not report changes and, where the user can help, what to do.
#[derive(Debug, Error)]
pub(super) enum NativeError {
    /// Too many watchers run. The system's own words for it ("too many open files") mislead.
    #[error("too many watchers run; raise fs.inotify.max_user_instances")]
    Watchers,
    /// The system allows no more watches.
    #[error("watch limit reached; raise fs.inotify.max_user_watches")]
    Watches,
    /// The system refuses a watcher for another reason.
    #[error("no watcher available: {}", sentence_of(&.0.kind))]
    Refused(#[source] notify::Error),
    /// The library for watching panicked.
    #[error(transparent)]
    Panicked(#[from] Panicked),
    /// That library panicked after watching had begun.
    #[error("the system's watcher failed: {0}")]
    Broken(#[source] Panicked),
}

/// What the library for watching says, in one line.
fn sentence_of(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::Io(error) => reason(error),
        other => format!("{other:?}"),
    }
}

impl NativeError {
    /// Why there is no watcher.
    fn from_notify(error: notify::Error) -> Self {
        #[cfg(unix)]
        if let ErrorKind::Io(error) = &error.kind
            && matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE))
        {
            return Self::Watchers;
        }
        match error.kind {
            ErrorKind::MaxFilesWatch => Self::Watches,
            _ => Self::Refused(error),
        }
    }
}

/// A watcher of `notify`, which panics wherever the system refused it a thread, also when it is dropped.
struct QuietlyDropped(Option<RecommendedWatcher>);

impl QuietlyDropped {
    fn with<T>(&mut self, work: impl FnOnce(&mut RecommendedWatcher) -> T) -> Result<T, Panicked> {
        let gone = || Panicked("the watcher is gone".to_string());
        let watcher = self.0.as_mut().ok_or_else(gone)?;
        guarded(|| work(watcher))
    }
}

impl Drop for QuietlyDropped {
    fn drop(&mut self) {
        let _ = guarded(|| drop(self.0.take()));
    }
}

/// The watches on folders below a root.
pub(super) struct Native {
    root: PathBuf,
    watcher: QuietlyDropped,
    /// Folders with a watch. A name is dropped as soon as an event says that it is gone, because `notify` drops its
    /// watch then too.
    armed: BTreeSet<DocPath>,
    /// Folders that cannot be watched for another reason than the limit.
    refused: BTreeSet<DocPath>,
}

impl Native {
    /// A watcher below `root` (absolute) that watches no folder yet. It calls `send` with every event of interest.
    ///
    /// # Errors
    /// [`NativeError`]: what the system lacks.
    pub(super) fn new(
        root: &Path,
        send: impl Fn(FolderEvent) + Send + 'static,
    ) -> Result<Self, NativeError> {
        let base = root.to_path_buf();
        let handler = move |event: notify::Result<notify::Event>| {
            let found = interpret(&base, &event);
            if !found.is_nothing() {
                send(found);
            }
        };
        let config = Config::default().with_follow_symlinks(false).with_event_kinds(KINDS);
        let watcher = guarded(|| RecommendedWatcher::new(handler, config))?
            .map_err(NativeError::from_notify)?;
        Ok(Self {
            root: root.to_path_buf(),
            watcher: QuietlyDropped(Some(watcher)),
            armed: BTreeSet::new(),
            refused: BTreeSet::new(),
        })
    }

    /// Whether some folder could not be watched.
    pub(super) fn has_refused(&self) -> bool {
        !self.refused.is_empty()
    }

    /// Changes the watches to those of `folders`, which are in path order. Adds each new refusal to `problems` once.
    ///
    /// # Errors
    /// [`NativeError::Broken`].
    pub(super) fn arm(
        &mut self,
        folders: &[DocPath],
        problems: &mut Vec<Problem>,
    ) -> Result<Armed, NativeError> {
        let watched =
            if ONE_WATCH_FOR_ALL { folders.get(..1).unwrap_or_default() } else { folders };
        let watched: BTreeSet<DocPath> = watched.iter().cloned().collect();
        self.refused.retain(|folder| watched.contains(folder));
        // Old watches end before new ones begin: a renamed folder has one watch under both names, and it ends with
        // either name.
        let ended: Vec<DocPath> = self.armed.difference(&watched).cloned().collect();
        for folder in ended {
            let path = self.root.join(folder.as_path());
            let _ =
                self.watcher.with(|watcher| watcher.unwatch(&path)).map_err(NativeError::Broken)?;
            self.armed.remove(&folder);
        }
        let mut outcome = Armed::Nothing;
        let missing: Vec<DocPath> = watched.difference(&self.armed).cloned().collect();
        for folder in missing {
            match self.add(&folder)? {
                Ok(()) => {
                    self.refused.remove(&folder);
                    self.armed.insert(folder);
                    outcome = Armed::Added;
                }
                Err(ErrorKind::MaxFilesWatch) => return Ok(Armed::Limit),
                Err(ErrorKind::PathNotFound) => outcome = Armed::Added,
                Err(kind) => {
                    if self.refused.insert(folder.clone()) {
                        let why = sentence_of(&kind);
                        let why =
                            format!("cannot be watched ({why}); listed again from time to time");
                        problems.push(Problem::new(&folder, ProblemKind::Failed, why));
                    }
                }
            }
        }
        Ok(outcome)
    }

    /// Forgets the watches on a folder that is gone from its name, and on all folders below. Returns whether there were
    /// any.
    pub(super) fn forget(&mut self, name: &DocPath) -> bool {
        let before = self.armed.len();
        // What is below a name follows it in byte order, but names such as `a-b` may come between `a` and `a/b`.
        let below: Vec<DocPath> = self
            .armed
            .range(name.clone()..)
            .take_while(|folder| folder.as_bytes().starts_with(name.as_bytes()))
            .filter(|folder| folder.as_path().starts_with(name.as_path()))
            .cloned()
            .collect();
        for folder in below {
            self.armed.remove(&folder);
        }
        self.armed.len() < before
    }

    fn add(&mut self, folder: &DocPath) -> Result<Result<(), ErrorKind>, NativeError> {
        let path = self.root.join(folder.as_path());
        let is_root = folder.as_bytes().is_empty();
        // The system would follow a link that has taken the place of the folder.
        if !is_root && !fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir()) {
            return Ok(Err(ErrorKind::PathNotFound));
        }
        let mode =
            if ONE_WATCH_FOR_ALL { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        let added =
            self.watcher.with(|watcher| watcher.watch(&path, mode)).map_err(NativeError::Broken)?;
        Ok(added.map_err(|error| match error.kind {
            ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
                ErrorKind::PathNotFound
            }
            kind => kind,
        }))
    }
}
