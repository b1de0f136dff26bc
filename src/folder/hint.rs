//! What an event of the system says about the folder: which names to look at, or that everything may have changed.

use std::{collections::BTreeSet, path::Path};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{ErrorKind, Event, EventKind};

use crate::base::path::DocPath;

/// With more names than this a hint becomes [`ChangeHint::Everything`]: one listing is then cheaper than looking at
/// each.
pub const MOST_NAMES: usize = 1_000;

/// Something below the root may have changed. A hint may be wrong or late, but it is never missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeHint {
    /// These files or folders, relative to the root, in path order, were created, changed, renamed or removed. A folder
    /// stands for everything in it.
    Changed(Vec<DocPath>),
    /// Anything may have changed: list the folder.
    Everything,
}

/// One event, in terms of the root.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FolderEvent {
    /// Names to look at.
    pub(super) names: Vec<DocPath>,
    /// Anything may have changed.
    pub(super) everything: bool,
    /// Names that are gone. A watch on such a name has ended.
    pub(super) gone: Vec<DocPath>,
    /// The root itself changed, and may be gone.
    pub(super) root: bool,
    /// What went wrong in the watcher itself.
    pub(super) fault: Option<Fault>,
}

/// Trouble of the watcher, reported in place of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Events were lost, so nobody knows which watches still work.
    Lost,
    /// The system allows no more watches.
    Limit,
}

impl FolderEvent {
    /// Whether the event says nothing of interest.
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// What an event or error of `notify` means. The paths are below `root` (absolute).
pub(super) fn interpret(root: &Path, event: &notify::Result<Event>) -> FolderEvent {
    let event = match event {
        Ok(event) => event,
        Err(error) => {
            let limit = matches!(error.kind, ErrorKind::MaxFilesWatch);
            let fault = Some(if limit { Fault::Limit } else { Fault::Lost });
            return FolderEvent { everything: true, fault, ..FolderEvent::default() };
        }
    };
    if event.need_rescan() {
        return FolderEvent {
            everything: true,
            fault: Some(Fault::Lost),
            ..FolderEvent::default()
        };
    }
    // Reading a file raises access events, also when this program reads. Only the end of a write means a change.
    if matches!(event.kind, EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write))
    {
        return FolderEvent::default();
    }
    if event.paths.is_empty() {
        return FolderEvent { everything: true, ..FolderEvent::default() };
    }
    let leaves = matches!(
        event.kind,
        EventKind::Remove(_)
            | EventKind::Modify(ModifyKind::Name(
                RenameMode::From | RenameMode::Any | RenameMode::Other
            ))
    );
    let mut found = FolderEvent::default();
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

/// Collects names until they are sent as one hint.
#[derive(Debug, Default)]
pub(super) struct PendingNames {
    names: BTreeSet<DocPath>,
    everything: bool,
}

impl PendingNames {
    /// Adds the names of an event.
    pub(super) fn add(&mut self, names: Vec<DocPath>, everything: bool) {
        self.everything |= everything;
        if !self.everything {
            self.names.extend(names);
            self.everything = self.names.len() > MOST_NAMES;
        }
        if self.everything {
            self.names.clear();
        }
    }

    /// Takes the hint, if there is one.
    pub(super) fn take(&mut self) -> Option<ChangeHint> {
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
    use std::path::Path;

    use notify::event::{
        AccessKind, AccessMode, CreateKind, DataChange, EventKind, Flag, ModifyKind, RemoveKind,
        RenameMode,
    };
    use notify::{Error, Event};

    use super::{ChangeHint, Fault, FolderEvent, MOST_NAMES, PendingNames, interpret};
    use crate::base::path::DocPath;

    fn of(kind: EventKind, paths: &[&str]) -> FolderEvent {
        let event = paths.iter().fold(Event::new(kind), |event, path| event.add_path(path.into()));
        interpret(Path::new("/root"), &Ok(event))
    }

    fn names(names: &[&str]) -> Vec<DocPath> {
        names.iter().map(DocPath::new).collect()
    }

    #[test]
    fn an_overflow_has_no_path_and_means_everything() {
        let event = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        let lost =
            FolderEvent { everything: true, fault: Some(Fault::Lost), ..FolderEvent::default() };
        assert_eq!(interpret(Path::new("/root"), &Ok(event)), lost);
        assert_eq!(interpret(Path::new("/root"), &Err(Error::generic("any"))), lost);
    }

    #[test]
    fn the_watch_limit_differs_from_other_errors() {
        let error = Error::new(notify::ErrorKind::MaxFilesWatch);
        assert_eq!(interpret(Path::new("/root"), &Err(error)).fault, Some(Fault::Limit));
    }

    #[test]
    fn reading_means_nothing_and_the_end_of_a_write_does() {
        for access in [
            AccessKind::Open(AccessMode::Any),
            AccessKind::Close(AccessMode::Read),
            AccessKind::Read,
            AccessKind::Any,
        ] {
            assert!(of(EventKind::Access(access), &["/root/a"]).is_nothing(), "{access:?}");
        }
        let written = EventKind::Access(AccessKind::Close(AccessMode::Write));
        assert_eq!(of(written, &["/root/a"]).names, names(&["a"]));
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

    #[test]
    fn names_are_sent_once_in_order_and_too_many_become_everything() {
        let mut pending = PendingNames::default();
        assert_eq!(pending.take(), None);
        pending.add(names(&["b", "a"]), false);
        pending.add(names(&["b"]), false);
        assert_eq!(pending.take(), Some(ChangeHint::Changed(names(&["a", "b"]))));
        assert_eq!(pending.take(), None);
        for index in 0..MOST_NAMES {
            pending.add(vec![DocPath::new(index.to_string())], false);
        }
        assert!(
            matches!(pending.take(), Some(ChangeHint::Changed(names)) if names.len() == MOST_NAMES)
        );
        for index in 0..=MOST_NAMES {
            pending.add(vec![DocPath::new(index.to_string())], false);
        }
        assert_eq!(pending.take(), Some(ChangeHint::Everything));
        pending.add(names(&["a"]), true);
        pending.add(names(&["b"]), false);
        assert_eq!(pending.take(), Some(ChangeHint::Everything));
    }
}
