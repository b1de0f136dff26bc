use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use shingle::base::span::Span;
use shingle::base::{guard::guarded, ids::DocId, path::DocPath, ratio::Ratio};
use shingle::decisions::{Decided, DecidedChoice, MarkKind, Subject, UserMark};
use shingle::engine::DocumentFolder;
use shingle::engine::side_by_side::{compare_documents, documents};
use shingle::pipeline::{
    BatchDates, CopyGroups, DocInfo, Document, Earlier, Mark, Originality, Row, Snapshot,
    SourcedText, TextSource,
};

use super::contents::{About, Circumstance, Finding, Names, Report};
use super::{cases::numbered, parts::Parts, passages::PairPassages, words};
use crate::printer::progress::show;

/// Limit of the counted words in memory: about 100 MB.
const WORDS_AT_ONCE: u64 = 400_000;
/// Approximate limit of the bytes of quotations without `--full`.
const BYTES: usize = 280_000;
/// Least and most bytes.
const BYTES_OF_PAIR: (usize, usize) = (1_500, 16_000);

pub(crate) struct ReportInput<'a> {
    pub(crate) folder: &'a DocumentFolder,
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) decided: &'a Decided,
    pub(crate) copies: CopyGroups<'a>,
    pub(crate) circumstance: Circumstance,
}

/// Files with modification times this far apart belong to different terms.
const TERM: Duration = Duration::from_hours(24 * 100);

/// Shares that differ by less than this factor are similar.
const SIMILAR: f64 = 1.25;

fn shares(row: &Row, opened: &Result<PairPassages, String>) -> [Ratio; 2] {
    let overlap = row.pair().overlap;
    let counted = |_: &String| [overlap.containment_a(), overlap.containment_b()];
    opened.as_ref().map_or_else(counted, |passages| passages.shares)
}

fn finding(
    docs: [&DocInfo; 2],
    passages: Result<Arc<PairPassages>, String>,
    decision: Option<(&UserMark, bool)>,
) -> Finding {
    Finding {
        number: 0,
        dates: docs.map(words::date),
        names: docs.map(|doc| doc.path.clone()),
        contents: docs.map(|doc| doc.file.content),
        decision: decision.map(|(decision, is_earlier)| (decision.clone(), is_earlier)),
        passages,
        copies: [0, 0],
        is_marked: false,
        share: Ratio::ZERO,
        also: Vec::new(),
        quotation: None,
    }
}

type Opened = Result<PairPassages, String>;

impl<'a> ReportInput<'a> {
    /// Returns the places of the rows with any of these marks, best first. Without choices, returns all rows.
    pub(crate) fn rows(&self, choices: &[DecidedChoice]) -> Vec<usize> {
        let takes = |row: &Row| {
            let verdict = self.decision(row).map_or(MarkKind::Undecided, |one| one.verdict);
            choices.is_empty() || choices.iter().any(|choice| choice.includes(verdict))
        };
        let rows = self.snapshot.rows.iter().enumerate();
        let there = rows.filter(|(_, row)| row.mark() != Mark::Gone);
        there.filter(|(_, row)| takes(row)).map(|(place, _)| place).collect()
    }

    pub(crate) fn report(self, rows: &[usize], top: usize, names: Names<'a>) -> Report<'a> {
        let listed = rows.get(..top.min(rows.len())).unwrap_or_default();
        let all = listed.iter().filter_map(|place| self.snapshot.rows.get(*place));
        let all: Vec<&Row> = all.collect();
        let (findings, rows) = (numbered(self.gather_findings(&all), &[]), (rows.len(), all.len()));
        let Self { snapshot, circumstance, .. } = self;
        Report { snapshot, circumstance, names, findings, hidden: Vec::new(), rows, about: None }
    }

    fn gather_findings(&self, rows: &[&Row]) -> Vec<Finding> {
        let batch = BatchDates::new(&self.snapshot.docs);
        // Over all rows, so that a pair is the same in every report.
        let mut totals: BTreeMap<DocId, f64> = BTreeMap::new();
        for pair in self.snapshot.rows.iter().map(Row::pair) {
            *totals.entry(pair.a).or_default() += pair.overlap.containment_a().to_f64();
            *totals.entry(pair.b).or_default() += pair.overlap.containment_b().to_f64();
        }
        let opened = self.open_rows(rows).into_iter();
        let found = |(_, row, opened)| self.findings(row, opened, (&totals, &batch));
        opened.flat_map(found).collect()
    }

    pub(crate) fn about(self, text: Arc<SourcedText>, names: Names<'a>) -> Report<'a> {
        let (sources, subject) = (&text.sources.sources, &text.sources.text);
        let found = sources.iter().zip(&text.words);
        // A few common words do not show the source of a text.
        let found = found.filter(|(source, _)| !source.is_slight(subject.words));
        let found = found.map(|(source, words)| (&source.doc, Some(source), &**words));
        let mut others: Vec<(&DocInfo, Option<&TextSource>, &[Span])> = found.collect();
        // Lists marked pairs always.
        let docs = self.snapshot.docs.iter().take(self.snapshot.present);
        let is_new = |doc: &&DocInfo| {
            doc.path != subject.path && others.iter().all(|(other, ..)| other.path != doc.path)
        };
        let marked =
            docs.filter(is_new).filter(|doc| self.last_decision_on([subject, doc]).is_some());
        let marked: Vec<_> = marked.map(|doc| (doc, None, &[][..])).collect();
        others.extend(marked);
        let paths: Vec<&DocPath> = std::iter::once(&subject.path)
            .chain(others.iter().map(|(doc, ..)| &doc.path))
            .collect();
        let parameters = (&*self.snapshot.params, &self.snapshot.surroundings);
        let documents = documents(self.folder, &paths, parameters).into_iter();
        let mut documents = documents.map(|read| read.map_err(|error| error.reason()));
        let read = documents.next().unwrap_or_else(|| Err("not read".to_string()));
        let found = others.iter().zip(documents).filter_map(|((doc, source, words), other)| {
            let docs = [subject, *doc];
            let both = [&read, &other].map(|one| one.as_ref().map_err(Clone::clone));
            let passages = self.passages(docs, both, others.len()).map(Arc::new);
            let decision = self.last_decision_on(docs);
            let decision = decision.as_ref().map(|(one, is_earlier)| (&**one, *is_earlier));
            let adds = source.map_or(0, |source| source.adds_words);
            let in_runs = Ratio::new(adds.into(), u64::from(subject.words).max(1));
            let share = passages.as_ref().map_or(in_runs, |one| one.shares[0]);
            let words = passages.as_ref().map_or(*words, |one| &one.same[0]).to_vec();
            let finding = Finding {
                share,
                copies: [0, source.map_or(0, |source| source.copies.len() as u32)],
                ..finding(docs, passages, decision)
            };
            // Without a passage, short runs are shared by chance, except in short texts.
            let is_chance = finding.passages.is_ok() && finding.longest() == 0;
            let is_listed = !is_chance || finding.decision.is_some() || share >= Ratio::new(1, 4);
            is_listed.then_some((finding, words))
        });
        let (findings, words): (Vec<Finding>, Vec<Vec<Span>>) = found.unzip();
        let quotations = self.rows(&[DecidedChoice::With(MarkKind::Quotation)]).into_iter();
        let quotations = quotations.filter_map(|place| self.snapshot.rows.get(place));
        let findings = numbered(findings, &self.gather_findings(&quotations.collect::<Vec<_>>()));
        let (parts, date) = (Parts::new(&text, &words), words::date(&text.sources.text));
        let about = Some(About { text, parts, date, findings });
        Report { about, ..self.report(&[], 0, names) }
    }

    fn findings(
        &self,
        row: &Row,
        opened: Opened,
        (totals, batch): (&BTreeMap<DocId, f64>, &BatchDates),
    ) -> Vec<Finding> {
        let decision = self.last_decision(row);
        let decision = decision.as_ref().map(|(one, is_earlier)| (&**one, *is_earlier));
        if let Row::Copies { members, .. } = row {
            let a = row.pair().a;
            // The author of a source has no reason to disguise it.
            let is_plain = |id: &DocId| !self.snapshot.doc(*id).mixes_alphabets();
            let source = members.iter().copied().find(is_plain).unwrap_or(a);
            let turned = |one: PairPassages| if source == a { one.swapped() } else { one };
            let passages = opened.map(|one| Arc::new(turned(one)));
            let copies = members.iter().filter(|copy| **copy != source).map(|copy| {
                let docs = [self.snapshot.doc(*copy), self.snapshot.doc(source)];
                let passages = passages.clone();
                let finding = finding(docs, passages, decision);
                Finding { share: Ratio::ONE, ..finding }
            });
            return copies.collect();
        }
        let pair = row.pair();
        let docs = [pair.a, pair.b].map(|id| self.snapshot.doc(id));
        let copies = match row {
            Row::Pair { more, .. } => [more.0, more.1],
            Row::Copies { .. } => [0, 0],
        };
        let shares = shares(row, &opened);
        let now = decision.filter(|(_, is_earlier)| !is_earlier).map(|(decision, _)| decision);
        let marked = now.and_then(|one| one.source_place(self.snapshot.contents(row)));
        let disguised = || {
            let [a, b] = docs.map(DocInfo::mixes_alphabets);
            (a != b).then(|| usize::from(a))
        };
        let dated = || {
            let [a, b] = docs;
            let original = Originality::weigh(&a.file, &b.file, batch).original;
            original.map(|original| usize::from(original == Earlier::Source))
        };
        // A document of an earlier term is the source, even if many files have its date.
        let by_term = || {
            let (a, b) = (docs[0].file.modified?, docs[1].file.modified?);
            let apart = a.duration_since(b).or_else(|_| b.duration_since(a)).ok()?;
            (apart >= TERM).then(|| usize::from(b < a))
        };
        // Of two similar shares, the document with more wording of other documents comes first: a mosaic before its
        // sources.
        let by_share = || {
            let [a, b] = shares.map(Ratio::to_f64);
            let total = |id: DocId| totals.get(&id).copied().unwrap_or(0.0);
            let is_a =
                if a.max(b) > SIMILAR * a.min(b) { a > b } else { total(pair.a) > total(pair.b) };
            usize::from(is_a)
        };
        let source =
            marked.or_else(disguised).or_else(dated).or_else(by_term).unwrap_or_else(by_share);
        let is_swapped = source == 0;
        let passages = opened.map(|one| Arc::new(if is_swapped { one.swapped() } else { one }));
        let (mut docs, mut copies, mut shares) = (docs, copies, shares);
        if is_swapped {
            docs.reverse();
            copies.reverse();
            shares.reverse();
        }
        let is_marked = marked.is_some();
        let finding = finding(docs, passages, decision);
        vec![Finding { share: shares[0], copies, is_marked, ..finding }]
    }

    /// Reads each document once, while the documents together fit into [`WORDS_AT_ONCE`].
    fn open_rows<'r>(&self, rows: &[&'r Row]) -> Vec<(usize, &'r Row, Opened)> {
        // Sorted by document, so that a document outside the cache is needed only once.
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|at| rows.get(*at).map(|row| (row.pair().a, row.pair().b)));
        let mut pairs: Vec<(usize, &Row, Opened)> = Vec::with_capacity(rows.len());
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
            let documents = documents.map(|read| read.map_err(|error| error.reason()));
            read.extend(missing.into_iter().zip(documents));
            let pair = |at: &usize| {
                let row = *rows.get(*at)?;
                let docs = [row.pair().a, row.pair().b];
                let documents = docs.map(|id| match read.get(&id) {
                    Some(Ok(document)) => Ok(document),
                    Some(Err(reason)) => Err(reason.clone()),
                    None => Err("not read".to_string()),
                });
                let docs = docs.map(|id| self.snapshot.doc(id));
                Some((*at, row, self.passages(docs, documents, rows.len())))
            };
            pairs.par_extend(now.par_iter().filter_map(pair));
        }
        show("opening pairs", rows.len(), rows.len());
        pairs.sort_by_key(|(at, ..)| *at);
        pairs
    }

    /// Returns the number of rows, at least 1, whose documents fit into memory together, and these documents.
    fn first_together(&self, rows: &[&Row], order: &[usize]) -> (usize, BTreeSet<DocId>) {
        let (mut needed, mut words) = (BTreeSet::new(), 0);
        for (count, row) in order.iter().filter_map(|at| rows.get(*at)).enumerate() {
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

    /// `pairs` pairs share the limit of `BYTES`. The files may have changed since the comparison.
    fn passages(
        &self,
        docs: [&DocInfo; 2],
        documents: [Result<&Document, String>; 2],
        pairs: usize,
    ) -> Opened {
        let [a, b] = documents;
        let documents = [a?, b?];
        let is_same =
            |(doc, document): (&&DocInfo, &&Document)| doc.file.content == document.file.content;
        if !docs.iter().zip(&documents).all(is_same) {
            return Err("a file changed while the report was made".to_string());
        }
        let bytes = if self.circumstance.full {
            usize::MAX
        } else {
            (BYTES / pairs.max(1)).clamp(BYTES_OF_PAIR.0, BYTES_OF_PAIR.1)
        };
        let [a, b] = [(&docs[0].path, documents[0]), (&docs[1].path, documents[1])];
        let opened =
            guarded(|| PairPassages::new(&compare_documents(a, b, &self.snapshot.params), bytes));
        opened.map_err(|panic| panic.to_string())
    }

    /// Returns the mark on the row, or else on a pair of copies behind the row.
    fn decision(&self, row: &Row) -> Option<Cow<'_, UserMark>> {
        if self.decided.is_empty() {
            return None;
        }
        let [a, b] = self.snapshot.contents(row);
        let is_behind = self.decided.last_mark(Subject::pair(a, b)).is_none();
        let of_copy =
            (is_behind && CopyGroups::stands_for_more(row)).then(|| self.copies.contents(row));
        let of_copy =
            of_copy.and_then(|[first, second]| self.decided.newest_between(&first, &second));
        let docs = [row.pair().a, row.pair().b].map(|id| self.snapshot.doc(id));
        of_copy.map(Cow::Borrowed).or_else(|| self.decision_on(docs))
    }

    fn decision_on(&self, docs: [&DocInfo; 2]) -> Option<Cow<'_, UserMark>> {
        let [a, b] = docs.map(|doc| doc.path.name());
        let (contents, texts) = (docs.map(|doc| doc.file.content), docs.map(|doc| doc.file.text));
        self.decided.on_pair(&self.circumstance.place, (&a, &b), contents, texts)
    }

    fn last_decision(&self, row: &Row) -> Option<(Cow<'_, UserMark>, bool)> {
        let now = self.decision(row).map(|decision| (decision, false));
        let docs = [row.pair().a, row.pair().b].map(|id| self.snapshot.doc(id));
        now.or_else(|| self.last_decision_on(docs))
    }

    fn last_decision_on(&self, docs: [&DocInfo; 2]) -> Option<(Cow<'_, UserMark>, bool)> {
        if let Some(decision) = self.decision_on(docs) {
            return Some((decision, false));
        }
        let [a, b] = docs.map(|doc| doc.file.content);
        // If the user removed the mark of a pair, marks of earlier versions are ignored.
        if self.decided.last_mark(Subject::pair(a, b)).is_some() {
            return None;
        }
        let names = docs.map(|doc| doc.path.name());
        let names = (&*names[0], &*names[1]);
        let earlier =
            self.decided.mark_on_earlier_version(&self.circumstance.place, names, (a, b))?;
        Some((Cow::Borrowed(earlier), true))
    }
}
