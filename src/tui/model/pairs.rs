//! The ranked list: its order, its filter, the unfolded groups, and the selection. The selection follows its pair by
//! name from one arrangement to the next.

pub(crate) mod columns;
pub(crate) mod news;

use std::sync::Arc;

use shingle::base::numbers::{format_count, verb};
use shingle::base::problem::Problem;
use shingle::base::{ids::DocId, path::DocPath};
use shingle::pipeline::{Completeness, Mark, Parameter, Row, Snapshot};
use shingle::{decisions::MarkKind, engine::LONG_PASSAGE};

use crate::tui::actions::{KeyName, ViewName};
use crate::tui::keys::key_map::{key_back, key_of, typed_command};
use crate::tui::model::rules::WOULD_BE_LISTED;
use crate::tui::model::{
    CurrentPair, Cursor, Filter, Lines, Model, PairColumn, RowOrder, Sort, Spot, VisibleLines,
    arrange::find_doc, arrange::find_present, rules::RULES, rules::hidden_by_rules,
};
use crate::tui::words::shares::{percent, share};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineShows {
    pub(crate) row: usize,
    /// Index of the copy in an unfolded group. `None` for the row itself.
    pub(crate) member: Option<usize>,
    pub(crate) unfolded: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum LineKind {
    /// Two documents, or an empty list.
    #[default]
    Pair,
    /// A group of copies. The names are two of its members.
    Group,
    /// A copy below its group. The names are the first of the group and this copy.
    Member,
    Gone,
}

/// A selected pair that disappeared after a change of the folder. When it returns before the user moves, it is selected
/// again.
#[derive(Debug, Clone)]
pub(crate) struct LostPair {
    pub(crate) names: (DocPath, DocPath),
    kind: LineKind,
    /// The texts of the pair, if they were open beside the list, with their scroll position.
    pub(crate) open: Option<CurrentPair>,
}

/// The selection in a new arrangement.
pub(crate) enum Followed {
    /// The selection stays, or was empty.
    Same,
    Back(LostPair),
    Lost(LostPair),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct PairList {
    pub(crate) cursor: Cursor,
    /// The names of the selected line's pair, which identify the line.
    pub(crate) names: Option<(DocPath, DocPath)>,
    kind: LineKind,
    pub(crate) lost: Option<LostPair>,
    /// The listed rows of the snapshot on the screen.
    pub(crate) order: RowOrder,
    lines: Lines,
    /// Two names of each unfolded group.
    pub(crate) unfolded: Vec<(DocPath, DocPath)>,
    pub(crate) sort: Sort<PairColumn>,
    pub(crate) filter: Arc<Filter>,
    /// The filter of all rows, while the list is restricted to a document.
    pub(crate) filter_of_all: Option<Arc<Filter>>,
    /// The names selected in the list of all rows, while the list is restricted to a document.
    pub(crate) names_of_all: Option<(DocPath, DocPath)>,
    /// The document to which the rows are restricted, with its copies.
    pub(crate) of: Option<DocPath>,
    /// The last complete result that was on the screen.
    pub(crate) whole: Option<Arc<Snapshot>>,
    /// The snapshot whose rows are being arranged. It may be newer than the snapshot on the screen.
    pub(crate) awaited: Option<Arc<Snapshot>>,
    /// True if the user asked for other rows than the rows on the screen.
    pub(crate) key_waits: bool,
}

impl PairList {
    /// Returns true if the list shows all rows in the engine's order, which takes no time.
    pub(crate) fn is_plain(&self) -> bool {
        self.sort == Sort::default() && self.filter.is_empty() && self.of.is_none()
    }

    /// Returns the filter for the start of the next visit: the filter of all rows, unless it selects changes of this
    /// visit.
    pub(crate) fn filter_to_save(&self) -> String {
        let filter = self.filter_of_all.as_ref().unwrap_or(&self.filter);
        let is_kept = filter.unknown.is_none() && !filter.is_of_this_visit();
        if is_kept { filter.text.clone() } else { String::new() }
    }

    pub(crate) fn is_copy_selected(&self) -> bool {
        self.kind == LineKind::Member
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn line_of(&self, place: usize) -> usize {
        self.lines.line_of(place)
    }

    /// Returns the place of the selected row among all rows. For a selected copy, returns the place of its group.
    pub(crate) fn selected_place(&self) -> usize {
        self.lines.spot_at(self.cursor.selected).map_or(0, |spot| spot.place)
    }

    pub(crate) fn line_at(&self, line: usize) -> Option<LineShows> {
        let Spot { place, below } = self.lines.spot_at(line)?;
        let row = self.order.row_at(place)?;
        Some(LineShows { row, member: below, unfolded: self.lines.is_unfolded(place) })
    }

    /// Sets the rows of a snapshot in an order. The selection must [follow](Self::restore_selection) afterwards.
    pub(crate) fn set_rows(&mut self, snapshot: &Snapshot, order: RowOrder) {
        self.order = order;
        self.restore_unfolded(snapshot);
    }

    fn restore_unfolded(&mut self, snapshot: &Snapshot) {
        let mut unfolded = Vec::new();
        if !self.unfolded.is_empty() {
            let ids: Vec<_> = self
                .unfolded
                .iter()
                .map(|(a, b)| [find_doc(snapshot, a), find_doc(snapshot, b)])
                .collect();
            let is_unfolded =
                |members: &[DocId]| ids.iter().flatten().flatten().any(|id| members.contains(id));
            // In the order of the rows in memory, because in the order of the list the groups are scattered.
            for (row, copies) in snapshot.rows.groups() {
                if is_unfolded(copies.members())
                    && let Some(place) = self.order.place_of(row)
                {
                    unfolded.push((place, copies.members().len() - 1));
                }
            }
            unfolded.sort_unstable();
        }
        self.lines = Lines::new(self.order.len(), unfolded);
    }

    pub(crate) fn select(&mut self, snapshot: &Snapshot, index: usize, height: usize) {
        self.lost = None;
        self.cursor.select(index, self.lines.len(), height);
        self.follow_cursor(snapshot);
    }

    pub(crate) fn follow_cursor(&mut self, snapshot: &Snapshot) {
        let line = self.line_at(self.cursor.selected);
        let row = line.and_then(|line| snapshot.rows.get(line.row));
        let member = line.and_then(|line| line.member);
        self.kind = match (row, member) {
            (_, Some(_)) => LineKind::Member,
            (Some(row), None) if row.mark() == Mark::Gone => LineKind::Gone,
            (Some(Row::Copies { .. }), None) => LineKind::Group,
            _ => LineKind::Pair,
        };
        self.names = row.and_then(|row| names_of_line(snapshot, row, member));
    }

    /// Selects these names if the new arrangement has them. The selection must [follow](Self::restore_selection) afterwards.
    /// Returns true if the arrangement has the names.
    pub(crate) fn select_if_listed(
        &mut self,
        snapshot: &Snapshot,
        names: (DocPath, DocPath),
    ) -> bool {
        let row = row_of_names(snapshot, &names, LineKind::Pair);
        let Some(row) = row.filter(|row| self.order.place_of(*row).is_some()) else { return false };
        let is_group = matches!(snapshot.rows.get(row), Some(Row::Copies { .. }));
        self.kind = if is_group { LineKind::Group } else { LineKind::Pair };
        (self.names, self.lost) = (Some(names), None);
        true
    }

    /// Moves the selection to a new arrangement: to the line of the lost pair, else to the line of the same names, at
    /// the same height of the screen, else to the same index.
    pub(crate) fn restore_selection(
        &mut self,
        snapshot: &Snapshot,
        visible: VisibleLines,
    ) -> Followed {
        let lost = self.lost.as_ref();
        let back = lost.and_then(|lost| self.find(snapshot, &lost.names, lost.kind));
        let before = self.names.take();
        let same = || self.find(snapshot, before.as_ref()?, self.kind);
        let found = back.or_else(same);
        let kind = self.kind;
        let line = found.unwrap_or(self.cursor.selected);
        self.cursor.select_in_place(line, self.lines.len(), visible);
        self.follow_cursor(snapshot);
        match (back, before) {
            (Some(_), _) => self.lost.take().map_or(Followed::Same, Followed::Back),
            (None, Some(names)) if found.is_none() => {
                Followed::Lost(LostPair { names, kind, open: None })
            }
            _ => Followed::Same,
        }
    }

    fn find(
        &self,
        snapshot: &Snapshot,
        names: &(DocPath, DocPath),
        kind: LineKind,
    ) -> Option<usize> {
        let row = row_of_names(snapshot, names, kind)?;
        let place = self.order.place_of(row)?;
        let line = self.lines.line_of(place);
        let below = match snapshot.rows.get(row) {
            Some(Row::Copies { members, .. })
                if kind == LineKind::Member && self.lines.is_unfolded(place) =>
            {
                let member = find_doc(snapshot, &names.1);
                members.iter().position(|one| Some(*one) == member).unwrap_or(0)
            }
            _ => 0,
        };
        Some(line + below)
    }

    /// Folds or unfolds the selected group. Returns true if this changed the list. Folding on a copy selects its group.
    pub(crate) fn fold(&mut self, snapshot: &Snapshot, unfold: bool, height: usize) -> bool {
        let Some(current) = self.line_at(self.cursor.selected) else { return false };
        let Some(row @ Row::Copies { members, .. }) = snapshot.rows.get(current.row) else {
            return false;
        };
        if current.unfolded == unfold {
            return false;
        }
        if unfold {
            let (a, b) = snapshot.names(row);
            self.unfolded.push((a.clone(), b.clone()));
        } else {
            let is_in =
                |name: &DocPath| find_doc(snapshot, name).is_some_and(|id| members.contains(&id));
            self.unfolded.retain(|(a, b)| !is_in(a) && !is_in(b));
        }
        let place = self.lines.spot_at(self.cursor.selected).map_or(0, |spot| spot.place);
        self.restore_unfolded(snapshot);
        let line = self.lines.line_of(place);
        self.select(snapshot, line, height);
        true
    }
}

pub(crate) fn names_of_line(
    snapshot: &Snapshot,
    row: &Row,
    member: Option<usize>,
) -> Option<(DocPath, DocPath)> {
    let name = |id: DocId| snapshot.doc(id).path.clone();
    match (row, member) {
        (Row::Copies { members, .. }, Some(below)) => {
            Some((name(*members.first()?), name(*members.get(below + 1)?)))
        }
        _ => Some((name(row.pair().a), name(row.pair().b))),
    }
}

/// Returns the index of the row with these names: the row of their pair, else the row of the copies that contain both,
/// else the row of the pair of which they are copies. A group stays the same group if one of the two is gone or if
/// others sort before them.
fn row_of_names(snapshot: &Snapshot, names: &(DocPath, DocPath), kind: LineKind) -> Option<usize> {
    let rows = &snapshot.rows;
    let gone = (0..rows.len()).rev().map_while(|place| Some((place, rows.get(place)?)));
    let mut gone = gone.take_while(|(_, row)| kind == LineKind::Gone && row.mark() == Mark::Gone);
    let is_it = |row: &Row| snapshot.names(row) == (&names.0, &names.1);
    if let Some((place, _)) = gone.find(|(_, row)| is_it(row)) {
        return Some(place);
    }
    // Documents are searched by name once, then rows are compared by number. A million rows take a millisecond or two.
    let (a, b) = (find_present(snapshot, &names.0), find_present(snapshot, &names.1));
    let group =
        |is_it: &dyn Fn(&[DocId]) -> bool| rows.groups().find(|(_, row)| is_it(row.members()));
    let has = |members: &[DocId], id: Option<DocId>| id.is_some_and(|id| members.contains(&id));
    let row_of = |a: DocId, b: DocId| rows.place_of(a.min(b), a.max(b));
    let exact = a.zip(b).and_then(|(a, b)| row_of(a, b));
    let both = || group(&|members| has(members, a) && has(members, b));
    let one = || if kind == LineKind::Pair { None } else { group(&|of| has(of, a) || has(of, b)) };
    let first = |id: DocId| {
        let copies = group(&|members| members.contains(&id));
        copies.and_then(|(_, row)| row.members().first().copied()).unwrap_or(id)
    };
    let copies = || both().or_else(one).map(|(place, _)| place);
    exact.or_else(copies).or_else(|| row_of(first(a?), first(b?)))
}

// Reasons for an empty list.

pub(crate) fn why_empty(model: &Model, snapshot: &Snapshot) -> String {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    let present = docs.len() as u64;
    if model.list.filter.needs_passage_lengths() && snapshot.params.passage.is_none() {
        return format!(
            "Longest passages are measured where the list asks for them: type {}.",
            typed_command(&format!("passage {LONG_PASSAGE}"))
        );
    }
    if !snapshot.rows.is_empty() && !model.list.filter.is_empty() {
        let typed = &model.list.filter.text;
        let verdict = MarkKind::ALL.into_iter().find(|verdict| verdict.to_string() == *typed);
        let meant = verdict.map_or(String::new(), |verdict| {
            format!(" is:{verdict} lists the rows that are marked so.")
        });
        let hidden = hidden_by_rules(snapshot, "of the folder, in the filter or not");
        let hidden = hidden.map(|hidden| format!(" {hidden}"));
        return format!(
            "The filter “{typed}” hides all {}: Esc removes the filter, {} changes it.{meant}{}",
            format_count(snapshot.rows.len() as u64, "row"),
            key_of(KeyName::Filter),
            hidden.unwrap_or_default()
        );
    }
    if let Some(name) = model.list.of.as_ref().filter(|_| !snapshot.rows.is_empty()) {
        return why_no_row(model, snapshot, name);
    }
    if !snapshot.has_all_documents() {
        return "No pair scores high enough so far; comparing the other pairs …".into();
    }
    if docs.is_empty() {
        let hint = if snapshot.problems.is_empty() {
            String::new()
        } else {
            format!(
                "; press {} to see skipped files",
                key_of(KeyName::ViewName(ViewName::Problems))
            )
        };
        return format!(
            "No documents in {}: text, Markdown and HTML files that you add appear here{hint}.",
            model.folder
        );
    }
    if docs.iter().all(|doc| doc.words == 0) {
        return format!(
            "{} without words: add text to compare.",
            format_count(present, "document")
        );
    }
    if present == 1 {
        return "There is one document only: put a second one beside it and the two are compared."
            .into();
    }
    if docs.iter().all(|doc| doc.shingles == 0) && snapshot.surroundings.left_out.shingles() > 0 {
        return format!(
            "Every shingle is ignored: type {} or {}.",
            typed_command("common off"),
            typed_command("template off")
        );
    }
    if docs.iter().all(|doc| doc.shingles == 0) {
        return format!(
            "No shingle is left to compare: press {} for shorter shingles, or type {}.",
            key_back(KeyName::Parameter(Parameter::Width)),
            typed_command("modulo 1")
        );
    }
    why_no_pair(model, snapshot)
}

/// Explains why no pair of the compared documents is listed.
fn why_no_pair(model: &Model, snapshot: &Snapshot) -> String {
    let is_rule = |problem: &&Problem| RULES.iter().any(|rule| problem.is_unmatched(rule.name()));
    if let Some(problem) = snapshot.problems.iter().find(is_rule) {
        return format!(
            "{}: {}. {} lists all problems.",
            problem.path,
            problem.reason,
            key_of(KeyName::ViewName(ViewName::Problems))
        );
    }
    if let Some(hidden) = hidden_by_rules(snapshot, WOULD_BE_LISTED) {
        return hidden;
    }
    if let Completeness::From(from) = snapshot.completeness {
        return format!(
            "No two documents reach {}; those below it are being counted.",
            percent(from)
        );
    }
    if let Some(words) = snapshot.params.passage {
        return format!(
            "No two documents share a passage of {}: type {} to list by score.",
            format_count(words, "word"),
            typed_command("passage off")
        );
    }
    let below = model.passages_below.pairs;
    if below > 0 {
        return format!(
            "No two documents reach {}, but {}.",
            share(snapshot.params.threshold, &snapshot.params),
            describe_passage_sharers(below, "pair")
        );
    }
    format!(
        "No two documents reach the threshold of {}: press {} to lower it, or {} for shorter shingles, which match more \
         easily.",
        share(snapshot.params.threshold, &snapshot.params),
        key_back(KeyName::Parameter(Parameter::Threshold)),
        key_back(KeyName::Parameter(Parameter::Width))
    )
}

fn why_no_row(model: &Model, snapshot: &Snapshot, name: &DocPath) -> String {
    if let Some(words) = snapshot.params.passage {
        let shorter = typed_command(&format!("passage {}", (words / 2).max(1)));
        return format!(
            "No passage of {} is shared with {name}: type {shorter} for shorter ones, or Esc.",
            format_count(words, "word")
        );
    }
    let threshold = share(snapshot.params.threshold, &snapshot.params);
    let id = find_doc(snapshot, name);
    match id.and_then(|id| model.passages_below.documents.get(&id)) {
        Some(below) => format!(
            "No document scores {threshold} with {name}, but {}.",
            describe_passage_sharers(u64::from(below.others), "document")
        ),
        None => format!(
            "Nothing in the folder reaches {threshold} with {name}: press {} to lower the threshold, or Esc to go back.",
            key_back(KeyName::Parameter(Parameter::Threshold))
        ),
    }
}

fn describe_passage_sharers(count: u64, what: &str) -> String {
    format!(
        "{} {} a passage of {LONG_PASSAGE} words: type {} to list {}",
        format_count(count, what),
        verb(count, "shares", "share"),
        typed_command(&format!("passage {LONG_PASSAGE}")),
        verb(count, "it", "them")
    )
}
