//! The rows of a snapshot: the beginning of a ranking, whose memory several snapshots may share.

use std::{fmt, ops::Deref, sync::Arc};

use super::row::Row;
use base::ids::DocId;

#[derive(Clone)]
pub struct Rows {
    ranking: Arc<Vec<Row>>,
    visible: usize,
}

impl Rows {
    #[must_use]
    pub fn first_rows(&self, visible: usize) -> Self {
        Self { ranking: Arc::clone(&self.ranking), visible: visible.min(self.visible) }
    }

    pub fn groups_of_copies(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.iter().enumerate().filter(|(_, row)| matches!(row, Row::Copies { .. }))
    }

    pub fn place_of(&self, a: DocId, b: DocId) -> Option<usize> {
        self.iter().position(|row| (row.pair().a, row.pair().b) == (a, b))
    }

    /// Returns the number of pairs of documents that the rows stand for, without regard to rules.
    pub fn count_pairs(&self) -> u64 {
        self.iter().map(Row::count_pairs).sum()
    }

    pub fn change_rows(&mut self, change: impl FnOnce(&mut Vec<Row>)) {
        let mut rows = self.to_vec();
        change(&mut rows);
        *self = Self::from(rows);
    }
}

impl Deref for Rows {
    type Target = [Row];

    fn deref(&self) -> &[Row] {
        &self.ranking[..self.visible]
    }
}

impl From<Vec<Row>> for Rows {
    fn from(rows: Vec<Row>) -> Self {
        Self { visible: rows.len(), ranking: Arc::new(rows) }
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Rows {}
