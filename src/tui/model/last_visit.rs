use std::time::Duration;

use shingle::base::numbers::{format_count, thousands};
use shingle::engine::journal::SinceLastVisit;

use crate::tui::actions::{KeyName, ViewName};
use crate::tui::{keys::key_map::key_of, words::shares::ago};

#[derive(Debug, Clone)]
pub(crate) struct LastVisit {
    /// Time from the end of the last visit to the beginning of this visit.
    pub(crate) ended: Duration,
    /// The parameters that differ from the usual ones. `None` if they are equal.
    pub(crate) restored: Option<RestoredParameters>,
    /// The active filter at the end; `None` without a filter.
    pub(crate) filter: Option<String>,
    /// Changes of the folder since; `None` until everything was read.
    pub(crate) since: Option<SinceLastVisit>,
}

#[derive(Debug, Clone)]
pub(crate) struct RestoredParameters {
    /// Their values, `width 3→4`.
    pub(crate) text: String,
    /// The number of undo steps to the usual values.
    pub(crate) steps: usize,
}

impl LastVisit {
    /// Describes the last visit for the last row. `None` without changes to show.
    pub(crate) fn note(&self) -> Option<String> {
        let (ago, undo) = (ago(self.ended), key_of(KeyName::Undo));
        let restored = self.restored.as_ref();
        let restored = restored.map(|RestoredParameters { text, steps }| match steps {
            1 => format!("{text} ({undo} takes it back)"),
            _ => format!("{text} ({undo} takes them back, one by one)"),
        });
        let filter = self.filter.as_ref();
        let filter = filter.map(|text| format!("only rows that pass “{text}” (Esc shows all)"));
        let left: Vec<String> = restored.into_iter().chain(filter).collect();
        let left = left.join(", ");
        let changes = self
            .describe_changes()
            .map(|changes| format!("{changes} ({})", self.describe_filters()));
        Some(match (&*left, changes) {
            ("", None) => return None,
            ("", Some(changes)) => format!("since your last visit {ago}: {changes}"),
            (left, None) => format!("as you left it {ago}: {left}"),
            (left, Some(changes)) => format!("as you left it {ago}: {left}; since then {changes}"),
        })
    }

    /// Names the filters for the rows of new and changed documents, or else the key of the view that lists them.
    fn describe_filters(&self) -> String {
        let SinceLastVisit { new, changed, rows, .. } = self.since.unwrap_or_default();
        let problems = key_of(KeyName::ViewName(ViewName::Problems));
        let filters = [(new, "/new"), (changed, "/changed")];
        let filters: Vec<&str> = filters
            .iter()
            .filter(|(documents, _)| *documents > 0)
            .map(|(_, filter)| *filter)
            .collect();
        match (filters.len(), rows) {
            (0, _) => format!("{problems} lists them"),
            (_, 0) => format!("in no pair; {problems} lists them"),
            (_, rows) => format!("{}: {}", filters.join(" "), format_count(rows, "row")),
        }
    }

    /// Like `note`, as whole sentences without their full stops, `now` after the beginning of this visit.
    pub(crate) fn sentences(&self, now: Duration) -> Vec<String> {
        let ended = format!("Your last visit ended {}", ago(self.ended.saturating_add(now)));
        let since = match (self.since, self.describe_changes()) {
            (None, _) => ended,
            (Some(_), None) => format!("{ended}; no document changed since"),
            (Some(_), Some(changes)) => format!("{ended}; since then {changes}"),
        };
        let restored = self.restored.as_ref();
        let restored = restored.map(|one| format!("Parameters are as it left them: {}", one.text));
        let filter = self.filter.as_ref();
        let filter =
            filter.map(|text| format!("Only rows are listed that pass “{text}”, as it left them"));
        std::iter::once(since).chain(restored).chain(filter).collect()
    }

    /// Returns `3 new, 1 gone`; `None` if nothing changed, or before everything was read.
    fn describe_changes(&self) -> Option<String> {
        let SinceLastVisit { new, changed, gone, renamed, .. } =
            self.since.filter(|since| !since.is_nothing())?;
        let parts = [(new, "new"), (changed, "changed"), (renamed, "renamed"), (gone, "gone")];
        let mut parts = parts.into_iter().filter(|(number, _)| *number > 0);
        let (number, what) = parts.next()?;
        let first = format!("{} {what}", format_count(number, "document"));
        let rest = parts.map(|(number, what)| format!(", {} {what}", thousands(number)));
        Some(std::iter::once(first).chain(rest).collect())
    }
}
