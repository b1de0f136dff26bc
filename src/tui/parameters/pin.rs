//! A pinned ranking, and how each row of a later ranking moved against it. It draws nothing.

use std::cmp::Ordering;
use std::sync::Arc;

use shingle::base::ids::DocId;
use shingle::base::path::DocPath;
use shingle::pipeline::ranking::row::{Mark, Row};
use shingle::pipeline::results::snapshot::Snapshot;

/// How a row changed since the ranking was pinned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RankChange {
    /// It was not in the list.
    New,
    /// It was there.
    Moved {
        /// How many rows it rose, or fell if negative.
        places: i64,
        /// How many hundredths its score rose.
        points: i64,
    },
}

/// A pinned ranking, with its rows by documents.
#[derive(Debug, Clone)]
pub(crate) struct Pin {
    pub(crate) snapshot: Arc<Snapshot>,
    /// Every row by its two documents, sorted.
    rows: Vec<(DocId, DocId, u32)>,
    /// The row of every document that is one of several copies, sorted.
    copies: Vec<(DocId, u32)>,
}

impl Pin {
    /// Indexes the ranking. For a million rows this takes tens of milliseconds, so it must not run on the screen's thread.
    pub(crate) fn new(snapshot: Arc<Snapshot>) -> Self {
        let mut rows = Vec::with_capacity(snapshot.rows.len());
        let mut copies = Vec::new();
        for (place, row) in snapshot.rows.iter().enumerate() {
            if row.mark() == Mark::Gone {
                continue;
            }
            rows.push((row.pair().a, row.pair().b, place as u32));
            if let Row::Copies { members, .. } = row {
                copies.extend(members.iter().map(|member| (*member, place as u32)));
            }
        }
        rows.sort_unstable();
        copies.sort_unstable();
        Self { snapshot, rows, copies }
    }

    /// How a row of `now`, at `place`, changed. `None` for a row that is gone.
    pub(crate) fn change(&self, now: &Snapshot, place: usize, row: &Row) -> Option<RankChange> {
        if row.mark() == Mark::Gone {
            return None;
        }
        let Some((before, old)) = self.found(now, row) else {
            return Some(RankChange::New);
        };
        let hundredths = |row: &Row| {
            let (num, den) = row.pair().score.parts();
            (u128::from(num) * 200 + u128::from(den)) / (2 * u128::from(den))
        };
        let points = i64::try_from(hundredths(row)).unwrap_or(0)
            - i64::try_from(hundredths(old)).unwrap_or(0);
        let signed = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
        Some(RankChange::Moved { places: signed(before) - signed(place), points })
    }

    /// Whether it has the row of another ranking, perhaps with another copy of a document.
    pub(crate) fn has(&self, other: &Self, row: &Row) -> bool {
        if self.found(&other.snapshot, row).is_some() {
            return true;
        }
        let documents = [row.pair().a, row.pair().b].map(|id| self.stands_for(other, id));
        let [Some(a), Some(b)] = documents else { return false };
        self.row(a.min(b), a.max(b)).is_some()
    }

    /// The row of the documents of a row of another ranking.
    fn found(&self, other: &Snapshot, row: &Row) -> Option<(usize, &Row)> {
        let (a, b) = other.names(row);
        self.document(a).zip(self.document(b)).and_then(|(a, b)| self.row(a, b))
    }

    /// The document that stands for one of another ranking in the rows: the first of its copies.
    fn stands_for(&self, other: &Self, id: DocId) -> Option<DocId> {
        let mut there = other.members(id).iter().chain([&id]);
        let here = there.find_map(|one| self.document(&other.snapshot.doc(*one).path))?;
        Some(self.members(here).first().copied().unwrap_or(here))
    }

    /// The copies of a document; none if it has none.
    fn members(&self, id: DocId) -> &[DocId] {
        let row = self.group(id).and_then(|row| self.snapshot.rows.get(row as usize));
        row.map_or(&[], Row::members)
    }

    /// The number of a document that is there.
    pub(crate) fn document(&self, path: &DocPath) -> Option<DocId> {
        let docs = self.snapshot.docs.get(..self.snapshot.present)?;
        docs.binary_search_by(|doc| doc.path.cmp(path)).ok().map(|place| DocId(place as u32))
    }

    /// The pinned row of two documents: their own, or that of the copies that both are.
    fn row(&self, a: DocId, b: DocId) -> Option<(usize, &Row)> {
        let own = self
            .rows
            .binary_search_by(|(left, right, _)| (*left, *right).cmp(&(a, b)))
            .ok()
            .and_then(|place| self.rows.get(place))
            .map(|(_, _, row)| *row);
        let place = own.or_else(|| self.group(a).filter(|group| self.group(b) == Some(*group)))?;
        let place = place as usize;
        self.snapshot.rows.get(place).map(|row| (place, row))
    }

    fn group(&self, doc: DocId) -> Option<u32> {
        let place = self.copies.binary_search_by(|(one, _)| one.cmp(&doc)).ok()?;
        self.copies.get(place).map(|(_, row)| *row)
    }
}

/// Whether a ranking is pinned.
#[derive(Debug, Clone, Default)]
pub(crate) enum Pinning {
    /// None is.
    #[default]
    Off,
    /// This one is being indexed.
    Awaited(Arc<Snapshot>),
    /// This one is.
    On(Arc<Pin>),
}

impl Pinning {
    /// The pinned ranking, once it is indexed.
    pub(crate) fn pin(&self) -> Option<&Pin> {
        match self {
            Self::On(pin) => Some(pin),
            _ => None,
        }
    }

    /// The pinned ranking, indexed or not.
    pub(crate) fn pinned(&self) -> Option<&Arc<Snapshot>> {
        match self {
            Self::Off => None,
            Self::Awaited(snapshot) => Some(snapshot),
            Self::On(pin) => Some(&pin.snapshot),
        }
    }
}

impl RankChange {
    /// As the list shows it: `▲3 +4%`, `▼12`, `=`, `new`. The second part may be left out if columns are scarce.
    pub(crate) fn words(self) -> (String, String) {
        let Self::Moved { places, points } = self else {
            return ("new".into(), String::new());
        };
        let rank = match places.cmp(&0) {
            Ordering::Greater => format!("▲{places}"),
            Ordering::Less => format!("▼{}", places.unsigned_abs()),
            Ordering::Equal => "=".into(),
        };
        let score = if points == 0 { String::new() } else { format!("{points:+}%") };
        (rank, score)
    }
}
