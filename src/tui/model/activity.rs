use std::collections::{HashMap, HashSet};
use std::{sync::Arc, time::Duration};

use shingle::base::numbers::{format_count, thousands};
use shingle::base::path::DocPath;
use shingle::engine::{Activity, DocumentEvent};

use crate::tui::words::shares::ago;

#[derive(Debug, Clone, Default)]
pub(crate) struct Activities {
    /// Newest first.
    pub(crate) all: Arc<Vec<Activity>>,
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

    /// How long before `now` it happened; `None` for what was before this visit.
    pub(crate) fn ago(&self, activity: &Activity, now: Duration) -> Option<String> {
        self.times.get(&activity.number).map(|(at, _)| ago(now.saturating_sub(*at)))
    }

    pub(crate) fn last(&self) -> Option<Duration> {
        self.times.values().map(|(at, _)| *at).max()
    }

    pub(crate) fn of_gone(&self, path: &DocPath) -> Option<String> {
        let newest = self.all.iter().find(|one| one.path == *path)?;
        (newest.what == DocumentEvent::Gone).then(|| sentence(newest))
    }
}

/// The names that a document had before it was renamed, newest first.
pub(crate) fn former_names(happened: &[Activity], path: &DocPath) -> Vec<DocPath> {
    let mut names = vec![path.clone()];
    // What a document became is told after it, so that the newest are met first.
    for one in happened {
        let is_known = |names: &[DocPath], name: &DocPath| names.contains(name);
        if renamed_to(one).is_some_and(|to| is_known(&names, to)) && !is_known(&names, &one.path) {
            names.push(one.path.clone());
        }
    }
    names.split_off(1)
}

pub(crate) fn renamed_to(activity: &Activity) -> Option<&DocPath> {
    match &activity.what {
        DocumentEvent::Renamed(to) => Some(to),
        _ => None,
    }
}

pub(crate) fn sentence(activity: &Activity) -> String {
    let path = &activity.path;
    let what = match &activity.what {
        DocumentEvent::New => format!("{path} is new"),
        DocumentEvent::Changed(1) => format!("{path} changed"),
        DocumentEvent::Changed(times) => format!("{path} changed {} times", thousands(*times)),
        DocumentEvent::Back => format!("{path} is back"),
        DocumentEvent::Gone => format!("{path} is gone"),
        DocumentEvent::Unreadable => format!("{path} cannot be read"),
        DocumentEvent::Renamed(to) => format!("renamed {path} → {to}"),
    };
    if activity.before { format!("{what}, since your last visit") } else { what }
}

/// What happened to documents, newest first: to one by name, to several by their numbers. `None` if nothing did.
pub(crate) fn summary(happened: &[&Activity]) -> Option<String> {
    if let [one] = happened {
        let changed = matches!(one.what, DocumentEvent::Changed(_));
        return Some(if changed { format!("{} changed", one.path) } else { sentence(one) });
    }
    let are_records = happened.iter().all(|one| one.path.line().is_some());
    let noun = if are_records { "record" } else { "file" };
    let is_renamed = |what: &DocumentEvent| matches!(what, DocumentEvent::Renamed(_));
    let is_changed = |what: &DocumentEvent| matches!(what, DocumentEvent::Changed(_));
    let count = |is_it: &dyn Fn(&DocumentEvent) -> bool| {
        happened.iter().filter(|one| is_it(&one.what)).count() as u64
    };
    let kinds = [
        (count(&|what| *what == DocumentEvent::Gone), ["is ", "are "], "gone"),
        (count(&|what| *what == DocumentEvent::Unreadable), ["is ", "are "], "unreadable"),
        (count(&|what| *what == DocumentEvent::New), ["is ", "are "], "new"),
        (count(&|what| *what == DocumentEvent::Back), ["is ", "are "], "back"),
        (count(&is_renamed), ["was ", "were "], "renamed"),
        (count(&is_changed), ["", ""], "changed"),
    ];
    let mut parts = Vec::new();
    for (count, [one, many], what) in kinds.into_iter().filter(|(count, ..)| *count > 0) {
        parts.push(if parts.is_empty() {
            let verb = if count == 1 { one } else { many };
            format!("{} {verb}{what}", format_count(count, noun))
        } else {
            format!("{} {what}", thousands(count))
        });
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The document to open for an event: the document itself, or the new name of a renamed one.
pub(crate) fn leads_to(activity: &Activity) -> Option<&DocPath> {
    match &activity.what {
        DocumentEvent::Gone | DocumentEvent::Unreadable => None,
        DocumentEvent::New | DocumentEvent::Changed(_) | DocumentEvent::Back => {
            Some(&activity.path)
        }
        DocumentEvent::Renamed(to) => Some(to),
    }
}
