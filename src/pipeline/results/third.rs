//! A third document that both of a pair resemble more than each other. It reads nothing.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::snapshot::Snapshot;
use crate::base::{ids::DocId, ratio::Ratio};
use crate::pipeline::{Mark, Pair};

/// A document that both documents of a pair resemble more than each other, as two copies of it do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThirdDocument {
    /// The document.
    pub doc: DocId,
    /// Its scores with both.
    pub scores: (Ratio, Ratio),
}

impl ThirdDocument {
    /// In one sentence. Raw text of the file's name.
    pub fn sentence(&self, snapshot: &Snapshot) -> String {
        let (a, b) = self.scores;
        format!(
            "Both match {} more than each other: A {}, B {}.",
            snapshot.doc(self.doc).path.name(),
            a.rounded_percent(),
            b.rounded_percent()
        )
    }
}

/// What some documents resemble, among all rows of a result.
#[derive(Debug)]
pub struct Resembling(BTreeMap<DocId, BTreeMap<DocId, Ratio>>);

impl Resembling {
    /// What the documents of these pairs resemble.
    pub fn new<'p>(snapshot: &Snapshot, pairs: impl IntoIterator<Item = &'p Pair>) -> Self {
        let mut alike: BTreeMap<DocId, BTreeMap<DocId, Ratio>> = BTreeMap::new();
        for Pair { a, b, .. } in pairs {
            alike.entry(*a).or_default();
            alike.entry(*b).or_default();
        }
        for row in snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone) {
            let Pair { a, b, score, .. } = *row.pair();
            for (one, other) in [(a, b), (b, a)] {
                if let Some(others) = alike.get_mut(&one) {
                    others.insert(other, score);
                }
            }
        }
        Self(alike)
    }

    /// The third document that both of a pair resemble more than each other. Of several, the one that the less like of both
    /// resembles most, the first by path of these.
    pub fn third(&self, pair: &Pair) -> Option<ThirdDocument> {
        let (of_a, of_b) = (self.0.get(&pair.a)?, self.0.get(&pair.b)?);
        let both = of_a.iter().filter_map(|(doc, in_a)| Some((*doc, (*in_a, *of_b.get(doc)?))));
        let (_, Reverse(doc), scores) = both
            .map(|(doc, scores)| (scores.0.min(scores.1), Reverse(doc), scores))
            .filter(|(least, ..)| *least > pair.score)
            .max_by_key(|(least, doc, _)| (*least, *doc))?;
        Some(ThirdDocument { doc, scores })
    }
}
