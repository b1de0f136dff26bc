//! What an event of the system says about the folder: which names to look at, or that everything may have changed.
//! It looks at nothing itself.

use std::collections::BTreeSet;
use std::path::Path;

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{ErrorKind, Event, EventKind};

use crate::base::path::DocPath;

/// More names than this become [`Hint::Everything`]: one listing is then cheaper than looking at each.
pub const MOST_NAMES: usize = 1_000;

/// Something below the root may have changed. A hint may be wrong or late; it is never missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// These files or folders, relative to the root, in path order: created, changed, renamed or gone. A folder stands
    /// for all that is in it.
    Changed(Vec<DocPath>),
    /// Anything: list the folder.
    Everything,
}

/// One event in terms of the root.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// Names to look at.
    pub(super) names: Vec<DocPath>,
    /// Anything may have changed.
    pub(super) everything: bool,
    /// Names that are gone from where they were: a watch there ended with them.
    pub(super) gone: Vec<DocPath>,
    /// The root itself was touched: is it still there?
    pub(super) root: bool,
    /// What the watcher itself suffered.
    pub(super) fault: Option<Fault>,
}

/// Trouble of the watcher, of which it tells in place of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Events were lost, so nobody knows which watches still live.
    Lost,
    /// The system allows no more watches.
    Limit,
}

impl Seen {
    /// Whether the event says nothing of interest.
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// What an event or error of `notify` means, the paths being below `root` (absolute).
pub(super) fn seen(root: &Path, event: &notify::Result<Event>) -> Seen {
    let event = match event {
        Ok(event) => event,
        Err(error) => {
            let limit = matches!(error.kind, ErrorKind::MaxFilesWatch);
            let fault = Some(if limit { Fault::Limit } else { Fault::Lost });
            return Seen { everything: true, fault, ..Seen::default() };
        }
    };
    if event.need_rescan() {
        return Seen { everything: true, fault: Some(Fault::Lost), ..Seen::default() };
    }
    // Reading raises access events, our own reading too. Only the end of a write tells of a change.
    if matches!(event.kind, EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write))
    {
        return Seen::default();
    }
    if event.paths.is_empty() {
        return Seen { everything: true, ..Seen::default() };
    }
    let leaves = matches!(
        event.kind,
        EventKind::Remove(_)
            | EventKind::Modify(ModifyKind::Name(
                RenameMode::From | RenameMode::Any | RenameMode::Other
            ))
    );
    let mut seen = Seen::default();
    for path in &event.paths {
        match path.strip_prefix(root) {
            Ok(name) if name.as_os_str().is_empty() => {
                seen.root = true;
                seen.everything = true;
            }
            Ok(name) => {
                let name = DocPath::new(name);
                if leaves {
                    seen.gone.push(name.clone());
                }
                seen.names.push(name);
            }
            Err(_) => seen.everything = true,
        }
    }
    seen
}

/// Collects names until they are told as one hint.
#[derive(Debug, Default)]
pub(super) struct Pending {
    names: BTreeSet<DocPath>,
    everything: bool,
}

impl Pending {
    /// Adds what an event said.
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

    /// The hint, if there is anything to tell; then there is no more.
    pub(super) fn take(&mut self) -> Option<Hint> {
        let Self { names, everything } = std::mem::take(self);
        if everything {
            Some(Hint::Everything)
        } else if names.is_empty() {
            None
        } else {
            Some(Hint::Changed(names.into_iter().collect()))
        }
    }
}
