//! The rows of a snapshot: the beginning of a ranking that several snapshots may share. It orders nothing.

use std::ops::Deref;
use std::sync::Arc;

use super::snapshot::Row;

/// Some rows, ranked; used as a slice.
///
/// A stricter threshold shows fewer rows of the same ranking: sharing it takes a microsecond, making 90,000 rows of
/// 100,000 documents anew took 24 ms.
#[derive(Debug, Clone)]
pub struct Rows {
    ranking: Arc<Vec<Row>>,
    shown: usize,
}

impl Rows {
    /// The first `shown` rows of a ranking, or all of a shorter one.
    pub fn beginning(ranking: &Arc<Vec<Row>>, shown: usize) -> Self {
        Self { ranking: Arc::clone(ranking), shown: shown.min(ranking.len()) }
    }

    /// Calls `change` with the rows as a list of their own.
    pub fn change(&mut self, change: impl FnOnce(&mut Vec<Row>)) {
        if Arc::get_mut(&mut self.ranking).is_none() {
            self.ranking = Arc::new(self.to_vec());
        }
        let rows = Arc::make_mut(&mut self.ranking);
        rows.truncate(self.shown);
        change(rows);
        self.shown = rows.len();
    }
}

impl From<Vec<Row>> for Rows {
    fn from(rows: Vec<Row>) -> Self {
        Self { shown: rows.len(), ranking: Arc::new(rows) }
    }
}

impl Deref for Rows {
    type Target = [Row];

    fn deref(&self) -> &[Row] {
        self.ranking.get(..self.shown).unwrap_or_default()
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Rows {}
