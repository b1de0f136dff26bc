//! Makes a report of a result: chooses the rows, opens each pair again, and looks up what was decided. It formats nothing.

use std::path::Path;

use rayon::prelude::*;

use shingle::base::guard::guarded;
use shingle::decisions::decided::Decided;
use shingle::decisions::decision::{Subject, Verdict};
use shingle::engine::side_by_side::open;
use shingle::pipeline::ranking::row::{Mark, Row};
use shingle::pipeline::results::clusters::Clusters;
use shingle::pipeline::results::snapshot::Snapshot;

use super::contents::{Circumstance, DecidedChoice, Report, ReportedPair, ToldDecision};
use super::graphs::graphs;
use super::passages::PairPassages;

/// What a report is made of.
pub(crate) struct ReportAsked<'a> {
    /// The folder.
    pub(crate) root: &'a Path,
    /// The result.
    pub(crate) snapshot: &'a Snapshot,
    /// Its clusters, where there are some.
    pub(crate) clusters: Option<&'a Clusters>,
    /// All decisions.
    pub(crate) decided: &'a Decided,
    /// How it comes about.
    pub(crate) made: Circumstance,
}

impl<'a> ReportAsked<'a> {
    /// The rows with any of these verdicts, the best first, with what was decided about them; all without a choice.
    pub(crate) fn rows(&self, choices: &[DecidedChoice]) -> Vec<usize> {
        let takes = |row: &Row| {
            let verdict = self.verdict(row);
            choices.is_empty() || choices.iter().any(|choice| choice.takes(verdict))
        };
        let rows = self.snapshot.rows.iter().enumerate();
        let there = rows.filter(|(_, row)| row.mark() != Mark::Gone);
        there.filter(|(_, row)| takes(row)).map(|(place, _)| place).collect()
    }

    /// The report on the first `top` of these rows of the result.
    pub(crate) fn report(self, rows: &[usize], top: usize) -> Report<'a> {
        let mut verdicts = [0; Verdict::ALL.len()];
        for row in self.snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone) {
            let verdict = self.verdict(row);
            if let Some(place) = Verdict::ALL.iter().position(|one| *one == verdict) {
                verdicts[place] += 1;
            }
        }
        let chosen = rows.get(..top.min(rows.len())).unwrap_or_default();
        let rows_chosen = rows.len();
        let rows: Vec<(usize, &Row)> = chosen
            .iter()
            .filter_map(|place| Some((*place, self.snapshot.rows.get(*place)?)))
            .collect();
        let pairs = rows.into_par_iter().map(|(place, row)| self.pair(place, row)).collect();
        Report {
            pairs,
            rows_chosen,
            verdicts,
            graphs: self
                .clusters
                .map(|clusters| graphs(clusters, self.snapshot))
                .unwrap_or_default(),
            clusters: self.clusters,
            snapshot: self.snapshot,
            made: self.made,
        }
    }

    fn pair(&self, place: usize, row: &Row) -> ReportedPair {
        ReportedPair {
            rank: place + 1,
            row: row.clone(),
            told: self.told(row),
            passages: self.passages(row),
        }
    }

    /// The pair of a row opened again. The files may have changed since they were compared.
    fn passages(&self, row: &Row) -> Result<PairPassages, String> {
        let (a, b) = self.snapshot.names(row);
        let seen = (&self.snapshot.params, &self.snapshot.surroundings);
        let opened =
            guarded(|| open(self.root, a, b, seen).map(|view| (PairPassages::of(&view), view)));
        let (passages, view) = match opened {
            Ok(Ok(opened)) => opened,
            Ok(Err(error)) => return Err(error.to_string()),
            Err(panic) => return Err(panic.to_string()),
        };
        let pair = row.pair();
        for (doc, id) in [(&view.a.doc, pair.a), (&view.b.doc, pair.b)] {
            if doc.content != self.snapshot.doc(id).content {
                return Err(format!("{}: changed while the report was made", doc.path));
            }
        }
        Ok(passages)
    }

    fn contents(&self, row: &Row) -> (u128, u128) {
        let pair = row.pair();
        (self.snapshot.doc(pair.a).content, self.snapshot.doc(pair.b).content)
    }

    fn verdict(&self, row: &Row) -> Verdict {
        let (a, b) = self.contents(row);
        self.decided.of(Subject::pair(a, b)).map_or(Verdict::Open, |one| one.verdict)
    }

    /// What was decided about a row, or else about an earlier version of it.
    fn told(&self, row: &Row) -> Option<ToldDecision> {
        let contents = self.contents(row);
        let subject = Subject::pair(contents.0, contents.1);
        if let Some(decision) = self.decided.of(subject) {
            return Some(ToldDecision { decision: decision.clone(), is_earlier: false });
        }
        // A pair that was opened again is not asked about earlier ones.
        if self.decided.last(subject).is_some() {
            return None;
        }
        let (a, b) = self.snapshot.names(row);
        let names = (&*a.name(), &*b.name());
        let earlier = self.decided.earlier(&self.made.place, names, contents)?;
        Some(ToldDecision { decision: earlier.clone(), is_earlier: true })
    }
}
