use std::path::{Path, PathBuf};
use std::{collections::BTreeSet, fs, io};

use notify::event::{EventKind, ModifyKind, RenameMode};
use notify::{
    Config, ErrorKind, Event, EventKindMask, RecommendedWatcher, RecursiveMode, Watcher as _,
};
use thiserror::Error;

use super::read::describe_io_error;
use base::guard::{Panicked, run_catching_panic};
use base::path::DocPath;

/// True if one watch on the root includes everything below, as on macOS and Windows. inotify and kqueue need a watch
/// for each folder.
///
/// With inotify, a recursive watch of `notify` would also watch ignored folders and mounts such as `/proc`.
const ONE_WATCH_FOR_ALL: bool = cfg!(any(target_os = "macos", windows));

/// Event kinds to receive: changes, and the end of a write, but not opening and reading, which are too many.
const KINDS: EventKindMask = EventKindMask::CORE.union(EventKindMask::ACCESS_CLOSE);

#[derive(Debug, Error)]
pub(super) enum NoWatch {
    #[error("{0}")]
    Refused(String),
    #[error("the system's watcher failed: {0}")]
    Panicked(#[from] Panicked),
}

impl From<notify::Error> for NoWatch {
    fn from(error: notify::Error) -> Self {
        Self::Refused(match error.kind {
            ErrorKind::MaxFilesWatch => {
                "watch limit reached; raise fs.inotify.max_user_watches".to_string()
            }
            // Replaces the message "too many open files", because the limit is one of watches.
            #[cfg(unix)]
            ErrorKind::Io(error)
                if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE)) =>
            {
                "too many watchers run; raise fs.inotify.max_user_instances".to_string()
            }
            ErrorKind::Io(error) => format!("no watcher available: {}", describe_io_error(&error)),
            other => format!("no watcher available: {other:?}"),
        })
    }
}

/// A watcher of `notify` whose panics are caught. `notify` panics if the system cannot start its thread, also on drop.
struct GuardedWatcher(Option<RecommendedWatcher>);

impl GuardedWatcher {
    fn with_watcher<T>(
        &mut self,
        work: impl FnOnce(&mut RecommendedWatcher) -> T,
    ) -> Result<T, Panicked> {
        let gone = || Panicked("the watcher is gone".to_string());
        let watcher = self.0.as_mut().ok_or_else(gone)?;
        run_catching_panic(|| work(watcher))
    }
}

impl Drop for GuardedWatcher {
    fn drop(&mut self) {
        let _ = run_catching_panic(|| drop(self.0.take()));
    }
}

pub(super) struct NativeWatcher {
    root: PathBuf,
    watcher: GuardedWatcher,
    /// Folders with a watch. When an event removes a name, `notify` ends that watch, so the name is removed here too.
    armed: BTreeSet<DocPath>,
}

impl NativeWatcher {
    /// Creates a watcher below `root` (an absolute path) that watches no folder yet. The watcher calls `send` with
    /// every event.
    pub(super) fn new(
        root: &Path,
        send: impl Fn(FolderEvent) + Send + 'static,
    ) -> Result<Self, NoWatch> {
        let base = root.to_path_buf();
        let handler = move |event: notify::Result<Event>| send(classify_event(&base, &event));
        let config = Config::default().with_follow_symlinks(false).with_event_kinds(KINDS);
        let watcher = run_catching_panic(|| RecommendedWatcher::new(handler, config))??;
        let watcher = GuardedWatcher(Some(watcher));
        Ok(Self { root: root.to_path_buf(), watcher, armed: BTreeSet::new() })
    }

    /// Watches exactly these `folders`, which are in path order. Returns true if a folder was not watched before: a
    /// change in it after the listing may have raised no event.
    pub(super) fn watch_only(&mut self, folders: &[DocPath]) -> Result<bool, NoWatch> {
        let watched =
            if ONE_WATCH_FOR_ALL { folders.get(..1).unwrap_or_default() } else { folders };
        let watched: BTreeSet<DocPath> = watched.iter().cloned().collect();
        // Removes old watches before adding new ones. A renamed folder has one watch under both names, so removing the
        // old name last would end it.
        let ended: Vec<DocPath> = self.armed.difference(&watched).cloned().collect();
        for folder in ended {
            let path = self.root.join(folder.as_path());
            let _ = self.watcher.with_watcher(|watcher| watcher.unwatch(&path))?;
            self.armed.remove(&folder);
        }
        let missing: Vec<DocPath> = watched.difference(&self.armed).cloned().collect();
        let has_new = !missing.is_empty();
        for folder in missing {
            if self.watch_folder(&folder)? {
                self.armed.insert(folder);
            }
        }
        Ok(has_new)
    }

    /// Removes the watches on a folder and on all folders below, and returns true if there were any.
    pub(super) fn unwatch_below(&mut self, name: &DocPath) -> bool {
        // Range of all names below the folder. `0` is the character after `/`, so names below `a` sort before `a0`.
        // Names such as `a-b` sort there too, so they are filtered.
        let mut end = name.as_path().as_os_str().to_os_string();
        end.push("0");
        let is_below = |folder: &DocPath| folder.as_path().starts_with(name.as_path());
        self.armed.extract_if(name.clone()..DocPath::new(end), is_below).count() > 0
    }

    /// Returns false if the folder is gone.
    fn watch_folder(&mut self, folder: &DocPath) -> Result<bool, NoWatch> {
        let path = self.root.join(folder.as_path());
        let is_root = folder.as_bytes().is_empty();
        // Checks the type first, because the system would follow a link that replaced the folder.
        if !is_root && !fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir()) {
            return Ok(false);
        }
        let mode =
            if ONE_WATCH_FOR_ALL { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        let is_gone = |kind: &ErrorKind| match kind {
            ErrorKind::PathNotFound => true,
            ErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
            _ => false,
        };
        match self.watcher.with_watcher(|watcher| watcher.watch(&path, mode))? {
            Ok(()) => Ok(true),
            Err(error) if is_gone(&error.kind) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FolderEvent {
    pub(super) names: Vec<DocPath>,
    pub(super) everything: bool,
    /// Removed names. Removing a name ended its watch.
    pub(super) gone: Vec<DocPath>,
    /// True if the root itself changed, and may be gone.
    pub(super) root: bool,
    /// True if the system lost events, and some watches may have ended.
    pub(super) lost: bool,
}

fn classify_event(root: &Path, event: &notify::Result<Event>) -> FolderEvent {
    let event = match event {
        Ok(event) if !event.need_rescan() => event,
        _ => return FolderEvent { everything: true, lost: true, ..FolderEvent::default() },
    };
    let leaves = matches!(
        event.kind,
        EventKind::Remove(_)
            | EventKind::Modify(ModifyKind::Name(
                RenameMode::From | RenameMode::Any | RenameMode::Other
            ))
    );
    let mut found = FolderEvent { everything: event.paths.is_empty(), ..FolderEvent::default() };
    for path in &event.paths {
        match path.strip_prefix(root) {
            Ok(name) if name.as_os_str().is_empty() => {
                found.root = true;
                found.everything = true;
            }
            Ok(name) => {
                let name = DocPath::new(name);
                if leaves {
                    found.gone.push(name.clone());
                }
                found.names.push(name);
            }
            Err(_) => found.everything = true,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use notify::event::{
        CreateKind, DataChange, EventKind, Flag, ModifyKind, RemoveKind, RenameMode,
    };
    use notify::{Error, Event};

    use super::{FolderEvent, classify_event};
    use base::path::DocPath;

    fn of(kind: EventKind, paths: &[&str]) -> FolderEvent {
        let event = paths.iter().fold(Event::new(kind), |event, path| event.add_path(path.into()));
        classify_event(Path::new("/root"), &Ok(event))
    }

    fn names(names: &[&str]) -> Vec<DocPath> {
        names.iter().map(DocPath::new).collect()
    }

    #[test]
    fn an_overflow_has_no_path_and_means_everything() {
        let event = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        let lost = FolderEvent { everything: true, lost: true, ..FolderEvent::default() };
        assert_eq!(classify_event(Path::new("/root"), &Ok(event)), lost);
        assert_eq!(classify_event(Path::new("/root"), &Err(Error::generic("any"))), lost);
    }

    #[test]
    fn what_leaves_its_place_is_gone_and_a_rename_names_both() {
        let rename = |mode| EventKind::Modify(ModifyKind::Name(mode));
        for kind in [EventKind::Remove(RemoveKind::Folder), rename(RenameMode::From)] {
            let found = of(kind, &["/root/a/b"]);
            assert_eq!((found.names, found.gone), (names(&["a/b"]), names(&["a/b"])));
        }
        for kind in [rename(RenameMode::To), EventKind::Create(CreateKind::Folder)] {
            let found = of(kind, &["/root/a/b"]);
            assert_eq!((found.names, found.gone), (names(&["a/b"]), names(&[])));
        }
        let both = of(rename(RenameMode::Both), &["/root/a", "/root/b"]);
        assert_eq!((both.names, both.gone), (names(&["a", "b"]), names(&[])));
    }

    #[test]
    fn the_root_itself_and_paths_elsewhere_mean_everything() {
        let kind = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        let root = of(kind, &["/root"]);
        assert!(root.everything && root.root);
        let elsewhere = of(kind, &["/rooted/a"]);
        assert!(elsewhere.everything && !elsewhere.root);
        assert!(of(kind, &[]).everything);
    }
}
