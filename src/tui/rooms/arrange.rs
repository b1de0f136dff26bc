//! Which rows a list shows and in which order: computed on a thread of its own, since a million rows take longer than a
//! frame. It draws nothing.

pub(crate) mod update;

use std::sync::Arc;

use shingle::base::ids::DocId;
use shingle::base::path::DocPath;
use shingle::compare::measure::Direction;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::ranking::row::{Mark, Row};
use shingle::pipeline::results::snapshot::Snapshot;

use super::documents::lines::{DocLine, documents};
use super::filter::Filter;
use super::filter_applied::{AppliedFilter, any};
use super::problems::model::{ProblemReason, gathered};
use super::sort::{Column, DocColumn, Sort, by_name, share_key};

/// Something to be arranged.
#[derive(Debug, Clone)]
pub(crate) struct ArrangeRequest {
    /// Tells it from others: an answer to an older one is dropped.
    pub(crate) number: u64,
    /// What is to be arranged.
    pub(crate) snapshot: Arc<Snapshot>,
    /// How.
    pub(crate) how: Arrangement,
}

/// Requests are told apart by their numbers.
impl PartialEq for ArrangeRequest {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for ArrangeRequest {}

/// What is wanted of a snapshot.
#[derive(Debug, Clone)]
pub(crate) enum Arrangement {
    /// Its rows.
    Rows {
        /// Their order.
        sort: Sort<Column>,
        /// Which of them.
        filter: Arc<Filter>,
        /// Only those that this document or a copy of it stands in.
        of: Option<DocPath>,
    },
    /// Its documents.
    Documents {
        /// Their order.
        sort: Sort<DocColumn>,
        /// Which of them.
        filter: Arc<Filter>,
    },
    /// Its problems, by reason.
    Problems,
}

/// What was asked for.
#[derive(Debug, Clone)]
pub(crate) enum Arranged {
    /// Indices of rows.
    Rows(Arc<Vec<u32>>),
    /// Documents.
    Documents(Arc<Vec<DocLine>>),
    /// Problems.
    Problems(Arc<Vec<ProblemReason>>),
}

/// Rows in the engine's order, or others.
#[derive(Debug, Clone)]
pub(crate) enum RowOrder {
    /// All, this many, as they come.
    All(usize),
    /// These.
    Some(Arc<Vec<u32>>),
}

impl Default for RowOrder {
    fn default() -> Self {
        Self::All(0)
    }
}

impl RowOrder {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::All(len) => *len,
            Self::Some(rows) => rows.len(),
        }
    }

    /// The index of the row at a place.
    pub(crate) fn row(&self, place: usize) -> Option<usize> {
        match self {
            Self::All(len) => (place < *len).then_some(place),
            Self::Some(rows) => rows.get(place).map(|row| *row as usize),
        }
    }

    /// The place of a row.
    pub(crate) fn place_of(&self, row: usize) -> Option<usize> {
        match self {
            Self::All(len) => (row < *len).then_some(row),
            Self::Some(rows) => rows.iter().position(|one| *one as usize == row),
        }
    }
}

/// Does what is asked; `None` when stopped.
pub(crate) fn arrange(request: &ArrangeRequest, stop: &dyn Fn() -> bool) -> Option<Arranged> {
    let snapshot = &request.snapshot;
    Some(match &request.how {
        Arrangement::Rows { sort, filter, of } => {
            Arranged::Rows(Arc::new(rows(snapshot, *sort, filter, of.as_ref(), stop)?))
        }
        Arrangement::Documents { sort, filter } => {
            Arranged::Documents(Arc::new(documents(snapshot, *sort, filter, stop)?))
        }
        Arrangement::Problems => Arranged::Problems(Arc::new(gathered(snapshot))),
    })
}

/// The rows that pass, in order; equal ones in the engine's order.
///
/// A million rows by score take 49 ms, by name 40, a filter by name and score over 100,000 names 12, by two names and sorted
/// by score 58; the list of 100,000 documents with their matches takes 20.
fn rows(
    snapshot: &Snapshot,
    sort: Sort<Column>,
    filter: &Filter,
    of: Option<&DocPath>,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<u32>> {
    let filter_applied = AppliedFilter::new(filter, &snapshot.docs, stop)?;
    let about = of.map(|name| alike(snapshot, name));
    let passes =
        |row: &Row| filter_applied.passes(row) && about.as_ref().is_none_or(|one| any(row, one));
    let all = snapshot.rows.iter().enumerate();
    let passing = all.filter(|(_, row)| passes(row)).map(|(index, row)| (index as u32, row));
    if sort.column == Column::Rank {
        let mut rows: Vec<u32> = passing.map(|(index, _)| index).collect();
        if sort.reversed {
            rows.reverse();
        }
        return Some(rows);
    }
    let names = match sort.column {
        Column::NameA | Column::NameB => by_name(&snapshot.docs, snapshot.present),
        _ => Vec::new(),
    };
    let ordered = |key: u64| if sort.falls() { !key } else { key };
    let mut keyed: Vec<(u64, u32)> = passing
        .map(|(index, row)| (ordered(key(row, sort.column, &names, &snapshot.params)), index))
        .collect();
    if stop() {
        return None;
    }
    keyed.sort_unstable();
    Some(keyed.into_iter().map(|(_, index)| index).collect())
}

/// What a row is sorted by: smaller first.
fn key(row: &Row, column: Column, names: &[u32], params: &Params) -> u64 {
    let pair = row.pair();
    let name = |id: DocId| u64::from(names.get(id.index()).copied().unwrap_or(id.0));
    match column {
        Column::Rank => 0,
        Column::Score => share_key(pair.score),
        Column::Measured => share_key(pair.overlap.score(params.measure, Direction::Larger)),
        Column::AInB => share_key(pair.overlap.containment_a()),
        Column::BInA => share_key(pair.overlap.containment_b()),
        Column::Shared => u64::from(pair.overlap.shared),
        Column::NameA => name(pair.a) << 32 | name(pair.b),
        Column::NameB => name(pair.b) << 32 | name(pair.a),
        Column::Mark => match row.mark() {
            Mark::New => 0,
            Mark::Changed => 1,
            Mark::Gone => 2,
            Mark::None => 3,
        },
    }
}

/// By document, whether it has this name or is a copy of the one that has.
pub(crate) fn alike(snapshot: &Snapshot, name: &DocPath) -> Vec<bool> {
    let mut alike = vec![false; snapshot.docs.len()];
    let Some(id) = find_doc(snapshot, name) else { return alike };
    alike[id.index()] = true;
    for (_, group) in snapshot.rows.groups().filter(|(_, group)| group.members().contains(&id)) {
        for member in group.members() {
            alike[member.index()] = true;
        }
    }
    alike
}

/// The document of a name, those that are gone included.
pub(crate) fn find_doc(snapshot: &Snapshot, name: &DocPath) -> Option<DocId> {
    let (present, gone) = snapshot.docs.split_at(snapshot.present.min(snapshot.docs.len()));
    let place = present.binary_search_by(|doc| doc.path.cmp(name)).ok().or_else(|| {
        gone.iter().position(|doc| doc.path == *name).map(|place| present.len() + place)
    });
    place.map(|place| DocId(place as u32))
}
