//! Makes a report of a result: chooses the rows, opens each pair again, and looks up what was decided. It formats nothing.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use shingle::base::{guard::guarded, ids::DocId, path::DocPath};
use shingle::decisions::{Decided, DecidedChoice, Decision, Subject, Verdict};
use shingle::engine::DocumentFolder;
use shingle::engine::side_by_side::{compared, documents};
use shingle::pipeline::{Clusters, CopyGroups, Document, Mark, Resembling, Row, Snapshot};

use crate::printer::progress::show;

use super::contents::{Circumstance, PairDecision, Report, ReportedPair};
use super::{graphs::graphs, passages::PairPassages};

/// Documents with this many counted words together are in memory at once: some 100 MB.
const WORDS_AT_ONCE: u64 = 400_000;

/// What a report is made of.
pub(crate) struct ReportAsked<'a> {
    /// The folder.
    pub(crate) folder: &'a DocumentFolder,
    /// The result.
    pub(crate) snapshot: &'a Snapshot,
    /// Its clusters, where there are some.
    pub(crate) clusters: Option<&'a Clusters>,
    /// All decisions.
    pub(crate) decided: &'a Decided,
    /// The copies of the result.
    pub(crate) copies: CopyGroups<'a>,
    /// How it comes about.
    pub(crate) circumstance: Circumstance,
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
        let mut pairs = self.pairs(&rows);
        let resembling = Resembling::new(self.snapshot, pairs.iter().map(|pair| pair.row.pair()));
        for pair in &mut pairs {
            pair.third = resembling.third(pair.row.pair());
        }
        Report {
            pairs,
            rows_chosen,
            verdicts,
            graphs: self.clusters.map_or_else(Vec::new, |all| graphs(all, self.snapshot)),
            clusters: self.clusters,
            snapshot: self.snapshot,
            circumstance: self.circumstance,
        }
    }

    /// The rows with what the report says of their pairs. Each document is read once, while all that are read together fit into
    /// [`WORDS_AT_ONCE`].
    fn pairs(&self, rows: &[(usize, &Row)]) -> Vec<ReportedPair> {
        // Pairs of one document stand next to each other, so that a document that does not stay is needed once.
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|at| rows.get(*at).map(|(_, row)| (row.pair().a, row.pair().b)));
        let mut pairs: Vec<(usize, ReportedPair)> = Vec::with_capacity(rows.len());
        let mut read: BTreeMap<DocId, Result<Document, String>> = BTreeMap::new();
        let mut rest = &*order;
        while !rest.is_empty() {
            show("opening pairs", pairs.len(), rows.len());
            let (now, needed) = self.first_together(rows, rest);
            let (now, after) = rest.split_at(now);
            rest = after;
            read.retain(|id, _| needed.contains(id));
            let missing: Vec<DocId> =
                needed.into_iter().filter(|id| !read.contains_key(id)).collect();
            let paths: Vec<&DocPath> =
                missing.iter().map(|id| &self.snapshot.doc(*id).path).collect();
            let parameters = (&*self.snapshot.params, &self.snapshot.surroundings);
            let documents = documents(self.folder, &paths, parameters).into_iter();
            let documents = documents.map(|read| read.map_err(|error| error.to_string()));
            read.extend(missing.iter().copied().zip(documents));
            let pair = |at: &usize| {
                let (place, row) = rows.get(*at)?;
                let pair = ReportedPair {
                    rank: place + 1,
                    row: (*row).clone(),
                    decision: self.last_decision(row),
                    third: None,
                    passages: self.passages(row, &read),
                };
                Some((*at, pair))
            };
            pairs.par_extend(now.par_iter().filter_map(pair));
        }
        pairs.sort_by_key(|(at, _)| *at);
        pairs.into_iter().map(|(_, pair)| pair).collect()
    }

    /// How many of the rows in this order have documents that fit into memory together, at least one, and these documents.
    fn first_together(&self, rows: &[(usize, &Row)], order: &[usize]) -> (usize, BTreeSet<DocId>) {
        let (mut needed, mut words) = (BTreeSet::new(), 0);
        for (count, (_, row)) in order.iter().filter_map(|at| rows.get(*at)).enumerate() {
            let pair = row.pair();
            let new: BTreeSet<DocId> =
                [pair.a, pair.b].into_iter().filter(|id| !needed.contains(id)).collect();
            words += new.iter().map(|id| u64::from(self.snapshot.doc(*id).words)).sum::<u64>();
            if count > 0 && words > WORDS_AT_ONCE {
                return (count, needed);
            }
            needed.extend(new);
        }
        (order.len(), needed)
    }

    /// The pair of a row opened again. The files may have changed since they were compared.
    fn passages(
        &self,
        row: &Row,
        read: &BTreeMap<DocId, Result<Document, String>>,
    ) -> Result<PairPassages, String> {
        let pair = row.pair();
        let of = |id: DocId| {
            let doc = self.snapshot.doc(id);
            let document = read.get(&id).ok_or_else(|| format!("{}: not read", doc.path))?;
            let document = document.as_ref().map_err(Clone::clone)?;
            if document.file.content != doc.file.content {
                return Err(format!("{}: changed while the report was made", doc.path));
            }
            Ok((&doc.path, document))
        };
        let (a, b) = (of(pair.a)?, of(pair.b)?);
        let opened = guarded(|| PairPassages::new(&compared(a, b, &self.snapshot.params)));
        opened.map_err(|panic| panic.to_string())
    }

    fn contents(&self, row: &Row) -> (u128, u128) {
        self.snapshot.contents(row).into()
    }

    fn verdict(&self, row: &Row) -> Verdict {
        self.decision(row).map_or(Verdict::Undecided, |one| one.verdict)
    }

    /// What was decided about a row, or else about a pair of copies that it stands for. What was taken back is undecided.
    fn decision(&self, row: &Row) -> Option<&Decision> {
        let (a, b) = self.contents(row);
        if let Some(last) = self.decided.last(Subject::pair(a, b)) {
            return Some(last).filter(|one| one.says_something());
        }
        let stands_for_more = !self.decided.is_empty() && CopyGroups::stands_for_more(row);
        let [first, second] = stands_for_more.then(|| self.copies.contents(row))?;
        self.decided.between(&first, &second)
    }

    /// What was decided about a row, or else about an earlier version of it.
    fn last_decision(&self, row: &Row) -> Option<PairDecision> {
        let contents = self.contents(row);
        let subject = Subject::pair(contents.0, contents.1);
        if let Some(decision) = self.decision(row) {
            return Some(PairDecision { decision: decision.clone(), is_earlier: false });
        }
        // A pair whose mark was taken back is not asked about earlier ones.
        if self.decided.last(subject).is_some() {
            return None;
        }
        let (a, b) = self.snapshot.names(row);
        let names = (&*a.name(), &*b.name());
        let earlier = self.decided.earlier(&self.circumstance.place, names, contents)?;
        Some(PairDecision { decision: earlier.clone(), is_earlier: true })
    }
}
