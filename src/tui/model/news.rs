use std::{collections::HashSet, sync::Arc, time::Duration};

use shingle::{
    base::numbers::format_count, base::numbers::format_with_commas, base::path::DocPath,
    engine::Activity, engine::DocumentEvent, engine::journal::SinceLastVisit, pipeline::RowChanges,
};

use crate::tui::{actions::KeyName, actions::ViewName, words::format_ago};

/// The number of changes that the list of problems describes.
const NEWEST: usize = 50;

#[derive(Debug, Clone, Default)]
pub(crate) struct Activities {
    /// All activities, newest first.
    pub(crate) all: Arc<Vec<Activity>>,
}

impl Activities {
    /// Stores the activities, newest first. Returns the new ones, and those of documents that are back,
    /// which have kept their numbers.
    pub(crate) fn store_activities(&mut self, all: Arc<Vec<Activity>>) -> Vec<&Activity> {
        let back = |one: &&Activity| one.what == DocumentEvent::Back;
        let was_back: HashSet<u64> = self.all.iter().filter(back).map(|one| one.number).collect();
        let known_to = self.all.first().map_or(0, |one| one.number);
        self.all = all;
        let is_new =
            |one: &&Activity| one.number > known_to || back(one) && !was_back.contains(&one.number);
        self.all.iter().filter(is_new).collect()
    }

    /// Describes the newest changes in the folder.
    pub(crate) fn describe_newest(&self) -> Option<String> {
        let newest = self.all.iter().take(NEWEST).map(describe_activity);
        let more = self.all.len().checked_sub(NEWEST).filter(|more| *more > 0);
        let more = more.map(|more| format!("{} more", format_with_commas(more as u64)));
        let all: Vec<String> = newest.chain(more).collect();
        (!all.is_empty()).then(|| format!("Changes: {}.", all.join("; ")))
    }

    pub(crate) fn describe_gone_document(&self, path: &DocPath) -> Option<String> {
        let newest = self.all.iter().find(|one| one.path == *path)?;
        (newest.what == DocumentEvent::Gone).then(|| describe_activity(newest))
    }
}

/// Returns the names of a document before its renames, newest first. Empty if it was never renamed.
pub(crate) fn earlier_names(happened: &[Activity], path: &DocPath) -> Vec<DocPath> {
    let mut names = vec![path.clone()];
    // The newest activity comes first, so a later name is known before its former name.
    for one in happened {
        let is_known = |names: &[DocPath], name: &DocPath| names.contains(name);
        if new_name(one).is_some_and(|to| is_known(&names, to)) && !is_known(&names, &one.path) {
            names.push(one.path.clone());
        }
    }
    names.split_off(1)
}

pub(crate) fn new_name(activity: &Activity) -> Option<&DocPath> {
    match &activity.what {
        DocumentEvent::Renamed(to) => Some(to),
        _ => None,
    }
}

fn describe_activity(activity: &Activity) -> String {
    let path = &activity.path;
    let what = match &activity.what {
        DocumentEvent::New => format!("{path} is new"),
        DocumentEvent::Changed(1) => format!("{path} changed"),
        DocumentEvent::Changed(times) => {
            format!("{path} changed {} times", format_with_commas(*times))
        }
        DocumentEvent::Back => format!("{path} is back"),
        DocumentEvent::Gone => format!("{path} is gone"),
        DocumentEvent::Unreadable => format!("{path} cannot be read"),
        DocumentEvent::Renamed(to) => format!("renamed {path} → {to}"),
    };
    if activity.before { format!("{what}, since your last visit") } else { what }
}

/// Describes one activity with the name of its document, or counts several activities. `None` without any.
pub(crate) fn summarize_activities(happened: &[&Activity]) -> Option<String> {
    if let [one] = happened {
        let changed = matches!(one.what, DocumentEvent::Changed(_));
        return Some(if changed {
            format!("{} changed", one.path)
        } else {
            describe_activity(one)
        });
    }
    let are_records = happened.iter().all(|one| one.path.line().is_some());
    let noun = if are_records { "record" } else { "file" };
    let is_renamed = |what: &DocumentEvent| matches!(what, DocumentEvent::Renamed(_));
    let is_changed = |what: &DocumentEvent| matches!(what, DocumentEvent::Changed(_));
    let count = |is_it: &dyn Fn(&DocumentEvent) -> bool| {
        happened.iter().filter(|one| is_it(&one.what)).count() as u64
    };
    let kinds = [
        (count(&|what| *what == DocumentEvent::Gone), "gone"),
        (count(&|what| *what == DocumentEvent::Unreadable), "unreadable"),
        (count(&|what| *what == DocumentEvent::New), "new"),
        (count(&|what| *what == DocumentEvent::Back), "back"),
        (count(&is_renamed), "renamed"),
        (count(&is_changed), "changed"),
    ];
    format_counts(&kinds, noun)
}

/// Formats the counts above 0: `3 pairs new, 1 gone`. `None` if all counts are 0.
fn format_counts(counts: &[(u64, &str)], noun: &str) -> Option<String> {
    let mut counts = counts.iter().filter(|(count, _)| *count > 0);
    let (first, what) = counts.next()?;
    let rest = counts.map(|(count, what)| format!(", {} {what}", format_with_commas(*count)));
    Some(format!("{} {what}{}", format_count(*first, noun), rest.collect::<String>()))
}

pub(crate) struct LastVisit {
    /// Time from the end of the last visit to the beginning of this visit.
    pub(crate) ended: Duration,
    /// The values that differ from the usual ones, for example `width 3→4`. `None` if all values are usual.
    pub(crate) restored: Option<String>,
    /// The active filter at the end; `None` without a filter.
    pub(crate) filter: Option<String>,
    /// Changes of the folder since the last visit. `None` until the engine has read all files.
    pub(crate) since: Option<SinceLastVisit>,
}

impl LastVisit {
    /// Describes the last visit for the last row. `None` without changes to show.
    pub(crate) fn describe_visit(&self) -> Option<String> {
        let (ago, undo) = (format_ago(self.ended), KeyName::Undo.label());
        let restored = self.restored.as_ref().map(|text| format!("{text} ({undo} undoes)"));
        let filter = self.filter.as_ref();
        let filter = filter.map(|text| format!("only rows that pass “{text}” (Esc shows all)"));
        let left: Vec<String> = restored.into_iter().chain(filter).collect();
        let left = left.join(", ");
        let problems = KeyName::ViewName(ViewName::Problems).label();
        let changes =
            self.describe_changes().map(|changes| format!("{changes} ({problems} lists them)"));
        Some(match (&*left, changes) {
            ("", None) => return None,
            ("", Some(changes)) => format!("since your last visit {ago}: {changes}"),
            (left, None) => format!("as you left it {ago}: {left}"),
            (left, Some(changes)) => format!("as you left it {ago}: {left}; since then {changes}"),
        })
    }

    /// Returns counts such as `3 new, 1 gone`. `None` if nothing changed, or until the engine has read all files.
    fn describe_changes(&self) -> Option<String> {
        let SinceLastVisit { new, changed, unreadable, gone, renamed, .. } =
            self.since.filter(|since| !since.has_no_changes())?;
        let parts = [
            (new, "new"),
            (changed, "changed"),
            (unreadable, "unreadable"),
            (renamed, "renamed"),
            (gone, "gone"),
        ];
        format_counts(&parts, "document")
    }
}

// Describes the effect of folder changes on the ranked list in one sentence, and records which marked rows the user
// has seen since.

#[derive(Debug, Default)]
pub(crate) struct FolderNews {
    /// Changes of files in one sentence, until they are reported.
    pub(crate) files: Option<String>,
    /// Changes of the rows that are not reported yet, and true if the row that was selected is gone.
    rows: Option<(RowChanges, bool)>,
    /// The reported changes, the most important fact first.
    pub(crate) facts: Vec<String>,
    /// Indices of the marked rows that the screen has shown.
    pub(crate) viewed: HashSet<usize>,
    /// True if the screen has shown all marked rows.
    pub(crate) done: bool,
}

impl FolderNews {
    pub(crate) fn add_row_changes(&mut self, news: RowChanges, lost: bool) {
        self.viewed.clear();
        self.done = false;
        let (before, was_lost) = self.rows.take().unwrap_or_default();
        let sum = RowChanges {
            new: before.new + news.new,
            changed: before.changed + news.changed,
            gone: before.gone + news.gone,
            recounted: before.recounted + news.recounted,
            grouped: before.grouped || news.grouped,
            marked: news.marked,
        };
        self.rows = Some((sum, was_lost || lost));
    }

    /// Lists the facts once the changes of files and of rows are both known. Returns false until then.
    pub(crate) fn list_facts_if_complete(&mut self) -> bool {
        let (Some(files), Some(rows)) = (&self.files, self.rows) else { return false };
        self.facts = list_facts(files, rows);
        self.drop_unreported_changes();
        true
    }

    pub(crate) fn drop_unreported_changes(&mut self) {
        (self.files, self.rows) = (None, None);
    }
}

fn list_facts(files: &str, (news, lost): (RowChanges, bool)) -> Vec<String> {
    let noun = if news.grouped { "row" } else { "pair" };
    let counts = [(news.new, "new"), (news.changed, "changed"), (news.gone, "gone")];
    let first = counts.iter().find(|(count, _)| *count > 0);
    let recounted = (news.recounted > 0).then(|| {
        let counted = format_count(news.recounted, noun);
        format!("{counted} counted again, because other text is common")
    });
    let Some(((_, filter), rows)) = first.zip(format_counts(&counts, noun)) else {
        let as_before = || format!("every {noun} as before");
        return vec![format!("{files}: {}", recounted.unwrap_or_else(as_before))];
    };
    let mut facts = vec![format!("{files}: {rows}")];
    facts.extend(recounted);
    facts.push(format!("/{filter} shows them"));
    facts.extend(lost.then(|| "the selected row is gone".into()));
    facts
}
