//! The request for clusters, while the user wants them. It computes none itself.

use crate::base::cancel::Cancel;
use crate::base::guard::guarded;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::results::clusters::Clusters;

/// Pairs of texts whose scores are kept for drawing: 64 MB.
const CELLS: usize = 1 << 25;

/// Whether clusters are wanted, and whether an answer is due.
#[derive(Debug, Default)]
pub(super) struct Clustering {
    wanted: bool,
    open: bool,
}

impl Clustering {
    /// Notes that clusters are wanted from now on, or no longer.
    pub(super) const fn ask(&mut self, wanted: bool) {
        *self = Self { wanted, open: wanted };
    }

    /// Notes that the corpus changed.
    pub(super) const fn reopen(&mut self) {
        self.open = self.wanted;
    }

    /// Whether an answer is due.
    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    /// The answer that is due, from a refreshed corpus. `None` when cancelled: what cancels it changes the corpus, and
    /// makes an answer due again.
    pub(super) fn answer(&mut self, corpus: &Corpus, cancel: &Cancel) -> Option<Clusters> {
        if !std::mem::take(&mut self.open) {
            return None;
        }
        guarded(|| Clusters::new(&corpus.view(), CELLS, cancel)).ok().flatten()
    }
}
