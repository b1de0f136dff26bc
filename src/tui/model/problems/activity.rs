//! What happened in the folder, in words, and where the content of a gone document went. It searches for nothing.

use std::collections::{HashMap, HashSet};
use std::{sync::Arc, time::Duration};

use shingle::base::numbers::{counted, thousands};
use shingle::base::path::DocPath;
use shingle::engine::{Activity, DocumentEvent};
use shingle::pipeline::{FoundIn, Params, Whereabouts};

use crate::tui::actions::{KeyName, Room};
use crate::tui::keys::key_map::key_of;
use crate::tui::words::shares::{ago, percent};

/// The engine's last report of what happened in the folder.
#[derive(Debug, Clone, Default)]
pub(crate) struct Activities {
    /// Newest first.
    pub(crate) all: Arc<Vec<Activity>>,
    /// The number up to which the notes have said that documents are gone.
    noted_to: u64,
    /// The number up to which it has been taken.
    known_to: u64,
    /// When each was told first, by number, and whether the document was back by then. Not of what was before this visit.
    times: HashMap<u64, (Duration, bool)>,
}

impl Activities {
    /// Takes what is told `now` to have happened, newest first. Returns what is new: also that a document is back, which was told
    /// under the same number when it went.
    pub(crate) fn take(&mut self, all: Arc<Vec<Activity>>, now: Duration) -> Vec<&Activity> {
        let back = |one: &&Activity| one.what == DocumentEvent::Back;
        let was_back: HashSet<u64> = self.all.iter().filter(back).map(|one| one.number).collect();
        self.all = all;
        let times = self.all.iter().filter(|one| !one.before).map(|one| {
            let is_back = one.what == DocumentEvent::Back;
            let known = self.times.get(&one.number).filter(|(_, back)| *back == is_back);
            (one.number, known.copied().unwrap_or((now, is_back)))
        });
        self.times = times.collect();
        let known_to =
            std::mem::replace(&mut self.known_to, self.all.first().map_or(0, |one| one.number));
        let is_new =
            |one: &&Activity| one.number > known_to || back(one) && !was_back.contains(&one.number);
        self.all.iter().filter(is_new).collect()
    }

    /// A sentence about documents that are gone and were not yet said to be, if there are any.
    pub(crate) fn gone(&mut self) -> Option<String> {
        let noted_to = self.noted_to;
        let is_gone = |one: &&Activity| !one.before && matches!(one.what, DocumentEvent::Gone(_));
        let gone: Vec<&Activity> =
            self.all.iter().filter(|one| one.number > noted_to).filter(is_gone).collect();
        let newest = gone.first()?;
        let sentence = match gone.len() {
            1 => sentence(newest),
            many => format!(
                "{} are gone; {} shows where their content went",
                counted(many as u64, "document"),
                key_of(KeyName::Room(Room::Problems))
            ),
        };
        self.noted_to = newest.number;
        Some(sentence)
    }

    /// How long before `now` it happened; `None` for what was before this visit.
    pub(crate) fn ago(&self, activity: &Activity, now: Duration) -> Option<String> {
        self.times.get(&activity.number).map(|(at, _)| ago(now.saturating_sub(*at)))
    }

    /// When something was told last.
    pub(crate) fn last(&self) -> Option<Duration> {
        self.times.values().map(|(at, _)| *at).max()
    }

    /// The names that a document had before: it was renamed, or most of what one had that is gone is in it. Newest first.
    pub(crate) fn former_names(&self, path: &DocPath) -> Vec<DocPath> {
        former_names(&self.all, path)
    }

    /// The sentence about a document that is gone.
    pub(crate) fn of_gone(&self, path: &DocPath) -> Option<String> {
        let newest = self.all.iter().find(|one| one.path == *path)?;
        matches!(newest.what, DocumentEvent::Gone(_)).then(|| sentence(newest))
    }
}

/// The same of what happened, newest first.
pub(crate) fn former_names(happened: &[Activity], path: &DocPath) -> Vec<DocPath> {
    let mut names = vec![path.clone()];
    // What a document became is told after it, so that the newest are met first.
    for one in happened {
        let is_known = |names: &[DocPath], name: &DocPath| names.contains(name);
        if became(one).is_some_and(|to| is_known(&names, to)) && !is_known(&names, &one.path) {
            names.push(one.path.clone());
        }
    }
    names.split_off(1)
}

/// The document that another one became.
pub(crate) fn became(activity: &Activity) -> Option<&DocPath> {
    match &activity.what {
        DocumentEvent::Renamed(to) => Some(to),
        DocumentEvent::Gone(Some(found)) if found.is_found() => leads_to(activity),
        _ => None,
    }
}

/// What happened to a document.
pub(crate) fn sentence(activity: &Activity) -> String {
    let path = &activity.path;
    let what = match &activity.what {
        DocumentEvent::New => format!("{path} is new"),
        DocumentEvent::Changed(1) => format!("{path} changed"),
        DocumentEvent::Changed(times) => format!("{path} changed {} times", thousands(*times)),
        DocumentEvent::Back => format!("{path} was gone and is back"),
        DocumentEvent::Gone(None) => format!("{path} is gone"),
        DocumentEvent::Gone(Some(found)) => format!("{path} is gone; {}", place(found)),
        DocumentEvent::Renamed(to) => format!("renamed {path} → {to}"),
    };
    if activity.before { format!("{what}, since your last visit") } else { what }
}

/// Where the content of a document is.
fn place(found: &Whereabouts) -> String {
    let about = if found.params.counts() { "" } else { "about " };
    let Some(first) = found.parts.first() else {
        return match found.shingles {
            0 => "it had no shingle to look for".to_string(),
            _ => "nothing in the folder has any of it".to_string(),
        };
    };
    if !found.is_found() {
        let most = percent(found.share(first));
        return format!("nothing in the folder has more than {about}{most} of it");
    }
    let amount = |share| match percent(share).as_str() {
        "100%" => "all".to_string(),
        rounded => format!("{about}{rounded}"),
    };
    let mut parts = vec![format!("{} of it is in {}", amount(found.share(first)), first.path)];
    let more = found.parts.get(1..).unwrap_or_default();
    let name = |part: &FoundIn| format!("{about}{} in {}", percent(found.share(part)), part.path);
    parts.extend(more.iter().map(name));
    parts.join(", ")
}

/// A remark, if it was counted with other parameters than those on the screen.
pub(crate) fn remark(activity: &Activity, current: &Params) -> Option<&'static str> {
    let DocumentEvent::Gone(Some(found)) = &activity.what else { return None };
    (*found.params != *current).then_some("counted with other parameters")
}

/// The document that shows how another one changed: the one with most of its content, or itself if it is still there.
pub(crate) fn leads_to(activity: &Activity) -> Option<&DocPath> {
    match &activity.what {
        DocumentEvent::Gone(found) => found.as_ref()?.parts.first().map(|part| &part.path),
        DocumentEvent::New | DocumentEvent::Changed(_) | DocumentEvent::Back => {
            Some(&activity.path)
        }
        DocumentEvent::Renamed(to) => Some(to),
    }
}
