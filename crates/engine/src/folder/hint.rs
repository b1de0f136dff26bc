//! Converts events of the system to hints: names that may have changed, or a request to list the whole folder.

use std::{collections::BTreeSet, path::Path};

use notify::event::{ModifyKind, RenameMode};
use notify::{Event, EventKind};

use base::path::DocPath;

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

pub(super) fn classify_event(root: &Path, event: &notify::Result<Event>) -> FolderEvent {
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

#[derive(Debug, Default)]
pub(super) struct PendingNames {
    names: BTreeSet<DocPath>,
    everything: bool,
}

impl PendingNames {
    pub(super) fn add_names(&mut self, names: Vec<DocPath>, everything: bool) {
        self.everything |= everything;
        if !self.everything {
            self.names.extend(names);
            self.everything = self.names.len() > MOST_NAMES;
        }
        if self.everything {
            self.names.clear();
        }
    }

    pub(super) fn take_hint(&mut self) -> Option<ChangeHint> {
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
        CreateKind, DataChange, EventKind, Flag, ModifyKind, RemoveKind, RenameMode,
    };
    use notify::{Error, Event};

    use super::{ChangeHint, FolderEvent, MOST_NAMES, PendingNames, classify_event};
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
