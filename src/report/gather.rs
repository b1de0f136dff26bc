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
    /// Marks of the listed pairs. Empty for all.
    pub(crate) choices: &'a [DecidedChoice],
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
        is_directed: false,
        share: Ratio::ZERO,
        also: Vec::new(),
        quotation: None,
    }
}

type Opened = Result<PairPassages, String>;

fn takes(choices: &[DecidedChoice], verdict: MarkKind) -> bool {
    choices.is_empty() || choices.iter().any(|choice| choice.includes(verdict))
}

/// Returns the place of the document of an earlier term, even if many files have its date.
fn source_by_term(docs: [&DocInfo; 2]) -> Option<usize> {
    let (a, b) = (docs[0].file.modified?, docs[1].file.modified?);
    let apart = a.duration_since(b).or_else(|_| b.duration_since(a)).ok()?;
    (apart >= TERM).then(|| usize::from(b < a))
}

/// Returns the place of the source by disguise, dates or term.
fn source_by_evidence(docs: [&DocInfo; 2], batch: &BatchDates) -> Option<usize> {
    // The author of a source has no reason to disguise it.
    let [a, b] = docs.map(DocInfo::mixes_alphabets);
    let disguised = (a != b).then(|| usize::from(a));
    let dated = || {
        let original = Originality::weigh(&docs[0].file, &docs[1].file, batch).original?;
        Some(usize::from(original == Earlier::Source))
    };
    disguised.or_else(dated).or_else(|| source_by_term(docs))
}

impl<'a> ReportInput<'a> {
    /// Returns the places of the rows with any of these marks, best first. Without choices, returns all rows.
    pub(crate) fn rows(&self, choices: &[DecidedChoice]) -> Vec<usize> {
        let verdict = |row| self.decision(row).map_or(MarkKind::Undecided, |one| one.verdict);
        let rows = self.snapshot.rows.iter().enumerate();
        let there = rows.filter(|(_, row)| row.mark() != Mark::Gone);
        let chosen = there.filter(|(_, row)| takes(choices, verdict(row)));
        chosen.map(|(place, _)| place).collect()
    }

    pub(crate) fn report(self, rows: &[usize], top: usize, names: Names<'a>) -> Report<'a> {
        let listed = rows.get(..top.min(rows.len())).unwrap_or_default();
        let mut findings = self.gather_findings(listed);
        findings.retain(|one| takes(self.choices, one.verdict()));
        let (findings, rows) = (self.numbered(findings, listed), (rows.len(), listed.len()));
        let Self { snapshot, circumstance, .. } = self;
        Report { snapshot, circumstance, names, findings, hidden: Vec::new(), rows, about: None }
    }

    /// Numbers the findings of the listed rows, which may be in marked quotations of all rows.
    fn numbered(&self, findings: Vec<Finding>, listed: &[usize]) -> Vec<Finding> {
        let mut others = self.rows(&[DecidedChoice::With(MarkKind::Quotation)]);
        others.retain(|place| !listed.contains(place));
        numbered(findings, &self.gather_findings(&others))
    }

    /// Opens the pairs of the rows.
    fn gather_findings(&self, rows: &[usize]) -> Vec<Finding> {
        let batch = BatchDates::new(&self.snapshot.docs);
        // Over all rows, so that a pair is the same in every report.
        let mut totals: BTreeMap<DocId, f64> = BTreeMap::new();
        for pair in self.snapshot.rows.iter().map(Row::pair) {
            *totals.entry(pair.a).or_default() += pair.overlap.containment_a().to_f64();
            *totals.entry(pair.b).or_default() += pair.overlap.containment_b().to_f64();
        }
        let rows = rows.iter().filter_map(|place| self.snapshot.rows.get(*place));
        let pairs = rows.flat_map(|row| {
            let pair = row.pair();
            let ids = match row {
                Row::Pair { .. } => vec![[pair.a, pair.b]],
                Row::Copies { members, .. } => self.copies(members, &batch),
            };
            ids.into_iter().map(move |ids| (row, ids))
        });
        let pairs: Vec<(&Row, [DocId; 2])> = pairs.collect();
        let ids: Vec<[DocId; 2]> = pairs.iter().map(|(_, ids)| *ids).collect();
        let found = pairs.into_iter().zip(self.open_pairs(&ids));
        let found = found
            .map(|((row, ids), (_, opened))| self.finding(row, ids, opened, (&totals, &batch)));
        found.collect()
    }

    /// Returns each copy with its source, and other marked pairs of copies.
    fn copies(&self, members: &[DocId], batch: &BatchDates) -> Vec<[DocId; 2]> {
        let doc = |id: &DocId| self.snapshot.doc(*id);
        let content = |id: &DocId| doc(id).file.content;
        let pairs = || {
            let others = |(at, one): (usize, &DocId)| {
                let (one, rest) = (*one, members.get(at + 1..).unwrap_or_default());
                rest.iter().map(move |other| [one, *other])
            };
            let all = members.iter().enumerate().flat_map(others);
            let all = all
                .filter(|pair| !self.decided.is_empty() && content(&pair[0]) != content(&pair[1]));
            all.filter_map(|pair| Some((pair, self.decision_on(pair.each_ref().map(doc))?)))
        };
        let marked = pairs().find_map(|(pair, decision)| {
            decision.source_place(pair.each_ref().map(content)).map(|place| pair[place])
        });
        let earlier = |one: DocId, other: DocId| {
            let source = source_by_evidence([doc(&one), doc(&other)], batch);
            if source == Some(1) { other } else { one }
        };
        let Some(source) = marked.or_else(|| members.iter().copied().reduce(earlier)) else {
            return Vec::new();
        };
        let copies = members.iter().filter(|copy| **copy != source).map(|copy| [*copy, source]);
        let others = pairs().map(|(pair, _)| pair).filter(|pair| !pair.contains(&source));
        copies.chain(others).collect()
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
            let passages_of_source = source.iter().flat_map(|source| &source.passages);
            let mut also: Vec<DocPath> = passages_of_source
                .flat_map(|one| &one.also)
                .filter(|path| paths.iter().all(|other| other != path))
                .cloned()
                .collect();
            also.sort_unstable();
            also.dedup();
            let finding = Finding {
                share,
                also,
                copies: [0, source.map_or(0, |source| source.copies.len() as u32)],
                ..finding(docs, passages, decision)
            };
            // Without a passage, short runs are shared by chance, except in short texts.
            let is_chance = finding.passages.is_ok() && finding.longest() == 0;
            let is_listed = !is_chance || finding.decision.is_some() || share >= Ratio::new(1, 4);
            is_listed.then_some((finding, words))
        });
        let mut found: Vec<(Finding, Vec<Span>)> = found.collect();
        found.sort_by_key(|(finding, _)| !finding.is_case());
        let cases = found.iter().filter(|(finding, _)| finding.is_case()).count();
        let (findings, words): (Vec<Finding>, Vec<Vec<Span>>) = found.into_iter().unzip();
        let findings = self.numbered(findings, &[]);
        let (parts, date) = (Parts::new(&text, &words, cases), words::date(&text.sources.text));
        let about = Some(About { text, parts, date, findings, cases });
        Report { about, ..self.report(&[], 0, names) }
    }

    fn finding(
        &self,
        row: &Row,
        ids: [DocId; 2],
        opened: Opened,
        (totals, batch): (&BTreeMap<DocId, f64>, &BatchDates),
    ) -> Finding {
        let mut docs = ids.map(|id| self.snapshot.doc(id));
        let (decision, mut copies, mut shares) = match row {
            Row::Pair { more, .. } => {
                (self.last_decision(row), [more.0, more.1], shares(row, &opened))
            }
            Row::Copies { .. } => (self.last_decision_on(docs), [0, 0], [Ratio::ONE; 2]),
        };
        let decision = decision.as_ref().map(|(one, is_earlier)| (&**one, *is_earlier));
        let now = decision.filter(|(_, is_earlier)| !is_earlier).map(|(decision, _)| decision);
        let marked = now.and_then(|one| one.source_place(docs.map(|doc| doc.file.content)));
        // Of two similar shares, the document with more wording of other documents comes first: a mosaic before its
        // sources.
        let by_share = || {
            let [a, b] = shares.map(Ratio::to_f64);
            let [total_a, total_b] = ids.map(|id| totals.get(&id).copied().unwrap_or(0.0));
            let is_a = if a.max(b) > SIMILAR * a.min(b) { a > b } else { total_a > total_b };
            usize::from(is_a || matches!(row, Row::Copies { .. }))
        };
        let source = marked.or_else(|| source_by_evidence(docs, batch)).unwrap_or_else(by_share);
        let is_directed = marked.is_some() || source_by_term(docs) == Some(source);
        let is_swapped = source == 0;
        let passages = opened.map(|one| Arc::new(if is_swapped { one.swapped() } else { one }));
        if is_swapped {
            docs.reverse();
            copies.reverse();
            shares.reverse();
        }
        let finding = finding(docs, passages, decision);
        Finding { share: shares[0], copies, is_marked: marked.is_some(), is_directed, ..finding }
    }

    /// Reads each document once, while the documents together fit into [`WORDS_AT_ONCE`].
    fn open_pairs(&self, all: &[[DocId; 2]]) -> Vec<(usize, Opened)> {
        // Sorted by document, so that a document outside the cache is needed only once.
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|at| all.get(*at));
        let mut pairs: Vec<(usize, Opened)> = Vec::with_capacity(all.len());
        let mut read: BTreeMap<DocId, Result<Document, String>> = BTreeMap::new();
        let mut rest = &*order;
        while !rest.is_empty() {
            show("opening pairs", pairs.len(), all.len());
            let (now, needed) = self.first_together(all, rest);
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
                let ids = *all.get(*at)?;
                let documents = ids.map(|id| match read.get(&id) {
                    Some(Ok(document)) => Ok(document),
                    Some(Err(reason)) => Err(reason.clone()),
                    None => Err("not read".to_string()),
                });
                let docs = ids.map(|id| self.snapshot.doc(id));
                Some((*at, self.passages(docs, documents, all.len())))
            };
            pairs.par_extend(now.par_iter().filter_map(pair));
        }
        show("opening pairs", all.len(), all.len());
        pairs.sort_by_key(|(at, _)| *at);
        pairs
    }

    /// Returns the number of pairs, at least 1, whose documents fit into memory together, and these documents.
    fn first_together(&self, all: &[[DocId; 2]], order: &[usize]) -> (usize, BTreeSet<DocId>) {
        let (mut needed, mut words) = (BTreeSet::new(), 0);
        for (count, ids) in order.iter().filter_map(|at| all.get(*at)).enumerate() {
            let new: BTreeSet<DocId> =
                ids.iter().copied().filter(|id| !needed.contains(id)).collect();
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
