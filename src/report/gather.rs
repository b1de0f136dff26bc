use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use shingle::base::span::Span;
use shingle::base::{guard::guarded, ids::DocId, path::DocPath, ratio::Ratio};
use shingle::decisions::{MarkChoice, MarkKind, NewestMarks, Subject, UserMark};
use shingle::engine::DocumentFolder;
use shingle::engine::side_by_side::{compare_documents, read_documents};
use shingle::pipeline::{
    BatchDates, DocInfo, Document, Earlier, Mark, Originality, PairRules, Row, Snapshot,
    SourcedText, TextSource,
};

use super::cases::{arrange_by_document, assign_numbers};
use super::contents::{About, Circumstance, Finding, Names, Report};
use super::{parts::Parts, passages::PairPassages, words};
use crate::printer::progress::show_progress;

/// Largest number of words of open documents, which take about 100 MB.
const WORDS_AT_ONCE: u64 = 400_000;
/// Approximate size of all quotations in bytes, without `--full`.
const BYTES: usize = 280_000;
/// Least and largest size of a pair's quotations in bytes.
const BYTES_OF_PAIR: (usize, usize) = (1_500, 16_000);

pub(crate) struct ReportInput<'a> {
    folder: &'a DocumentFolder,
    snapshot: &'a Snapshot,
    decided: &'a NewestMarks,
    pub(crate) circumstance: Circumstance,
    /// Marks whose pairs are listed; empty for all pairs.
    choices: &'a [MarkChoice],
    batch: BatchDates,
    /// For each document with copies, its group in path order. Rules may hide pairs of the group.
    groups: HashMap<DocId, Arc<[DocId]>>,
    /// Contents of documents that marks name only as sources.
    sources: HashSet<u128>,
}

/// Files whose modification times differ by this much belong to different terms of a school.
const TERM: Duration = Duration::from_hours(24 * 100);

/// Two shares are similar if they differ by less than this factor.
const SIMILAR: f64 = 1.25;

fn build_finding(
    docs: [&DocInfo; 2],
    passages: Result<Arc<PairPassages>, String>,
    decision: Option<(&UserMark, bool)>,
) -> Finding {
    Finding {
        number: 0,
        dates: docs.map(words::describe_date),
        names: docs.map(|doc| doc.path.clone()),
        contents: docs.map(|doc| doc.file.content),
        decision: decision.map(|(decision, is_earlier)| (decision.clone(), is_earlier)),
        passages,
        copies: [Vec::new(), Vec::new()],
        is_marked: false,
        is_directed: false,
        share: Ratio::ZERO,
        source_share: Ratio::ZERO,
        total: 0.0,
        also: Vec::new(),
        quotation: None,
    }
}

type Opened = Result<PairPassages, String>;

/// A document that has words of the report's subject, with its copies. For a source, also the words in common.
type Holder<'s> = (&'s DocInfo, Vec<DocPath>, Option<&'s TextSource>, &'s [Span]);

fn includes_mark(choices: &[MarkChoice], verdict: MarkKind) -> bool {
    choices.is_empty() || choices.iter().any(|choice| choice.includes(verdict))
}

/// Returns the index of the document from an earlier term, even if its date is common to many files.
fn earlier_by_term(docs: [&DocInfo; 2]) -> Option<usize> {
    let (a, b) = (docs[0].file.modified?, docs[1].file.modified?);
    let apart = a.duration_since(b).or_else(|_| b.duration_since(a)).ok()?;
    (apart >= TERM).then(|| usize::from(b < a))
}

/// Returns the index of the source, by disguised words, dates or terms.
fn source_by_evidence(docs: [&DocInfo; 2], batch: &BatchDates) -> Option<usize> {
    // Only the author of a copy has a reason to disguise words.
    let [a, b] = docs.map(DocInfo::mixes_alphabets);
    let disguised = (a != b).then(|| usize::from(a));
    let dated = || {
        let original = Originality::weigh_dates(&docs[0].file, &docs[1].file, batch).original?;
        Some(usize::from(original == Earlier::Source))
    };
    disguised.or_else(dated).or_else(|| earlier_by_term(docs))
}

impl<'a> ReportInput<'a> {
    pub(crate) fn new(
        folder: &'a DocumentFolder,
        snapshot: &'a Snapshot,
        (decided, choices): (&'a NewestMarks, &'a [MarkChoice]),
        circumstance: Circumstance,
    ) -> Self {
        let rows = snapshot.rows.groups_of_copies().filter(|(_, row)| row.mark() != Mark::Gone);
        let listed = || rows.map(|(_, row)| row.members().to_vec()).collect();
        let all = |rules: &Arc<PairRules>| rules.documents_by_text().into_values().collect();
        let groups: Vec<Vec<DocId>> = snapshot.rules.as_ref().map_or_else(listed, all);
        let of_group = |group: Vec<DocId>| {
            let all: Arc<[DocId]> = Arc::from(&*group);
            group.into_iter().map(move |id| (id, Arc::clone(&all)))
        };
        let directed = || {
            decided.all_marks().filter_map(|mark| match (mark.subject, mark.source?) {
                (Subject::Pair(a, b), source) => Some((source, a ^ b ^ source)),
                (Subject::Cluster(_), _) => None,
            })
        };
        let takers: HashSet<u128> = directed().map(|(_, taker)| taker).collect();
        let sources = directed().map(|(source, _)| source);
        Self {
            folder,
            snapshot,
            decided,
            circumstance,
            choices,
            batch: BatchDates::new(&snapshot.docs),
            groups: groups.into_iter().flat_map(of_group).collect(),
            sources: sources.filter(|source| !takers.contains(source)).collect(),
        }
    }

    /// Returns the positions of rows with any of these marks, best first; without marks, returns all rows.
    pub(crate) fn rows_with_marks(&self, choices: &[MarkChoice]) -> Vec<usize> {
        let verdict = |row| self.mark_of_row(row).map_or(MarkKind::Undecided, |one| one.verdict);
        let rows = self.snapshot.rows.iter().enumerate();
        let there = rows.filter(|(_, row)| row.mark() != Mark::Gone);
        let chosen = there.filter(|(_, row)| includes_mark(choices, verdict(row)));
        chosen.map(|(place, _)| place).collect()
    }

    pub(crate) fn build_report(self, places: &[usize], top: usize, names: Names<'a>) -> Report<'a> {
        let listed = places.get(..top.min(places.len())).unwrap_or_default();
        let mut findings = self.gather_findings(listed);
        findings.retain(|one| includes_mark(self.choices, one.mark_kind()));
        let (cases, aside) =
            self.assign_numbers_to_rows(findings, listed).into_iter().partition(Finding::is_case);
        let of_list = (places.len(), listed.len());
        let Self { snapshot, circumstance, .. } = self;
        let (cases, aside, hidden) =
            (arrange_by_document(cases), arrange_by_document(aside), Vec::new());
        Report { snapshot, circumstance, names, cases, aside, hidden, of_list, about: None }
    }

    /// Numbers the findings of the listed rows, which may be part of quotations in any row.
    fn assign_numbers_to_rows(&self, findings: Vec<Finding>, listed: &[usize]) -> Vec<Finding> {
        let mut others = self.rows_with_marks(&[MarkChoice::With(MarkKind::Quotation)]);
        others.retain(|place| !listed.contains(place));
        assign_numbers(findings, &self.gather_findings(&others), self.circumstance.is_partial)
    }

    /// Opens the pairs of the rows and describes them.
    pub(crate) fn gather_findings(&self, rows: &[usize]) -> Vec<Finding> {
        // The total counts all rows, so that a pair has the same values in every report.
        let mut totals: BTreeMap<DocId, f64> = BTreeMap::new();
        for pair in self.snapshot.rows.iter().map(Row::pair) {
            *totals.entry(pair.a).or_default() += pair.overlap.containment_a().to_f64();
            *totals.entry(pair.b).or_default() += pair.overlap.containment_b().to_f64();
        }
        let rows = rows.iter().filter_map(|place| self.snapshot.rows.get(*place));
        let pairs = rows.flat_map(|row| {
            let ids = match row {
                Row::Pair { .. } => self.pairs_between_copies(row).unwrap_or_default(),
                Row::Copies { members, .. } => self.pairs_of_copies(members),
            };
            ids.into_iter().map(move |ids| (row, ids))
        });
        let pairs: Vec<(&Row, [DocId; 2])> = pairs.collect();
        let ids: Vec<[DocId; 2]> = pairs.iter().map(|(_, ids)| *ids).collect();
        let found = pairs.into_iter().zip(self.open_pairs(&ids));
        found
            .map(|((row, ids), (_, opened))| self.build_finding_of_row(row, ids, opened, &totals))
            .collect()
    }

    fn allows_pair(&self, one: DocId, other: DocId) -> bool {
        self.snapshot.rules.as_ref().is_none_or(|rules| rules.allows_pair(one, other))
    }

    /// Returns the exact copies of a document, with the document.
    fn copies_of_document<'s>(&'s self, id: &'s DocId) -> &'s [DocId] {
        self.groups.get(id).map_or(std::slice::from_ref(id), |all| all)
    }

    /// Returns the copies of a document that may pair with another document. Rules hide the other pairs.
    fn copies_paired_with(&self, id: DocId, other: DocId) -> Vec<DocId> {
        let is_partner = |one: &DocId| *one != other && self.allows_pair(*one, other);
        self.copies_of_document(&id).iter().copied().filter(is_partner).collect()
    }

    /// Returns the source among copies: the document that `mark` names, a document that another mark names as a source,
    /// the earliest document, or the first by path.
    fn choose_source(
        &self,
        copies: impl IntoIterator<Item = DocId>,
        mark: Option<&UserMark>,
    ) -> Option<DocId> {
        let rank = |id: DocId| {
            let content = self.snapshot.doc(id).file.content;
            let is_meant = |mark: &UserMark| match mark.subject {
                Subject::Pair(a, b) => [a, b].contains(&content),
                Subject::Cluster(_) => false,
            };
            (mark.is_some_and(is_meant), self.sources.contains(&content))
        };
        copies.into_iter().reduce(|one, other| {
            let docs = [one, other].map(|id| self.snapshot.doc(id));
            let is_earlier = || source_by_evidence(docs, &self.batch) == Some(1);
            let order = rank(other).cmp(&rank(one));
            if order.is_gt() || order.is_eq() && is_earlier() { other } else { one }
        })
    }

    /// Returns the pair of the sources on both sides, and its pairs with copies that rules keep apart.
    fn pairs_between_copies(&self, row: &Row) -> Option<Vec<[DocId; 2]>> {
        let (pair, mark) = (row.pair(), self.mark_of_row(row));
        let b = self.choose_source(self.copies_paired_with(pair.b, pair.a), mark.as_deref())?;
        let a = self.choose_source(self.copies_paired_with(pair.a, b), mark.as_deref())?;
        let is_alone = |id: &DocId| {
            self.copies_of_document(id).iter().all(|one| one == id || !self.allows_pair(*one, *id))
        };
        let of_a =
            self.copies_paired_with(b, a).into_iter().filter(is_alone).map(|other| [a, other]);
        let of_b =
            self.copies_paired_with(a, b).into_iter().filter(is_alone).map(|other| [other, b]);
        let others = of_a.chain(of_b).filter(|pair| *pair != [a, b]);
        Some(std::iter::once([a, b]).chain(others).collect())
    }

    /// Returns each copy paired with its source, and other marked pairs of the copies.
    fn pairs_of_copies(&self, members: &[DocId]) -> Vec<[DocId; 2]> {
        let source = self.choose_source(members.iter().copied(), None);
        let copies = members.iter().filter(|copy| Some(**copy) != source);
        let pairs = copies.filter_map(|copy| {
            let source = source.filter(|source| self.allows_pair(*copy, *source));
            let of_rest = || self.choose_source(self.copies_paired_with(*copy, *copy), None);
            Some([*copy, source.or_else(of_rest)?])
        });
        let mut pairs: Vec<[DocId; 2]> = pairs.collect();
        let content = |id: DocId| self.snapshot.doc(id).file.content;
        let of: HashMap<u128, DocId> = members.iter().rev().map(|id| (content(*id), *id)).collect();
        let marked = self.decided.all_marks().filter_map(|mark| {
            let Subject::Pair(a, b) = mark.subject else { return None };
            let ids = [*of.get(&a)?, *of.get(&b)?];
            (a != b && self.allows_pair(ids[0], ids[1]))
                .then_some([ids[0].min(ids[1]), ids[0].max(ids[1])])
        });
        let mut marked: Vec<[DocId; 2]> = marked.collect();
        marked.sort_unstable();
        for [one, other] in marked {
            let source = self.choose_source([one, other], None);
            let both = [[one, other], [other, one]];
            if pairs.iter().all(|pair| !both.contains(pair)) {
                pairs.push(both[usize::from(source == Some(one))]);
            }
        }
        pairs
    }

    /// Returns the document of a source that has a mark, or else the source among its copies, and the others.
    fn copies_of_source(
        &self,
        subject: &DocInfo,
        source: &'a TextSource,
    ) -> (&'a DocInfo, Vec<DocPath>) {
        let docs = self.snapshot.docs.get(..self.snapshot.present).unwrap_or_default();
        let all = || std::iter::once(&source.doc.path).chain(&source.copies);
        let ids = all().filter_map(|path| docs.binary_search_by(|doc| doc.path.cmp(path)).ok());
        let ids: Vec<DocId> = ids.map(|at| DocId(at as u32)).collect();
        let contents: Vec<u128> =
            ids.iter().map(|id| self.snapshot.doc(*id).file.content).collect();
        let mark = self.decided.newest_mark_between(&[subject.file.content], &contents);
        let doc = self.choose_source(ids, mark).map_or(&source.doc, |id| self.snapshot.doc(id));
        (doc, all().filter(|path| **path != doc.path).cloned().collect())
    }

    pub(crate) fn build_report_about(self, text: Arc<SourcedText>, names: Names<'a>) -> Report<'a> {
        let (sources, subject) = (&text.sources.sources, &text.sources.text);
        let found = sources.iter().zip(&text.words);
        // A few common words are no evidence for a source.
        let found = found.filter(|(source, _)| !source.may_be_chance(subject.words));
        let found = found.map(|(source, words)| {
            let (doc, copies) = self.copies_of_source(subject, source);
            (doc, copies, Some(source), &**words)
        });
        let mut others: Vec<Holder<'_>> = found.collect();
        // Marked pairs are always listed.
        let docs = self.snapshot.docs.iter().take(self.snapshot.present);
        let is_new = |doc: &&DocInfo| {
            doc.path != subject.path
                && others.iter().all(|(other, ..)| other.file.content != doc.file.content)
        };
        let marked =
            docs.filter(is_new).filter(|doc| self.last_mark_of_documents([subject, doc]).is_some());
        let marked: Vec<_> = marked.map(|doc| (doc, Vec::new(), None, &[][..])).collect();
        others.extend(marked);
        let paths: Vec<&DocPath> = std::iter::once(&subject.path)
            .chain(others.iter().map(|(doc, ..)| &doc.path))
            .collect();
        let parameters = (&*self.snapshot.params, &self.snapshot.surroundings);
        let documents = read_documents(self.folder, &paths, parameters).into_iter();
        let mut documents = documents.map(|read| read.map_err(|error| error.reason()));
        let read = documents.next().unwrap_or_else(|| Err("not read".to_string()));
        let found =
            others.iter().zip(documents).filter_map(|((doc, copies, source, words), other)| {
                let docs = [subject, *doc];
                let both = [&read, &other].map(|one| one.as_ref().map_err(Clone::clone));
                let passages = self.compare_passages(docs, both, others.len()).map(Arc::new);
                let decision = self.last_mark_of_documents(docs);
                let decision = decision.as_ref().map(|(one, is_earlier)| (&**one, *is_earlier));
                let adds = source.map_or(0, |source| source.adds_words);
                let in_runs = Ratio::new(adds.into(), u64::from(subject.words).max(1));
                let share = passages.as_ref().map_or(in_runs, |one| one.shares[0]);
                let words = passages.as_ref().map_or(*words, |one| &one.same[0]).to_vec();
                let passages_of_source = source.iter().flat_map(|source| &source.passages);
                let mut also: Vec<DocPath> = passages_of_source
                    .flat_map(|one| &one.also)
                    .filter(|path| {
                        paths.iter().all(|other| other != path) && !copies.contains(path)
                    })
                    .cloned()
                    .collect();
                also.sort_unstable();
                also.dedup();
                let finding = Finding {
                    share,
                    also,
                    copies: [Vec::new(), copies.clone()],
                    ..build_finding(docs, passages, decision)
                };
                // Without a passage, short shared runs are chance, except in short texts.
                let is_chance = finding.passages.is_ok() && finding.longest_passage_words() == 0;
                let is_listed =
                    !is_chance || finding.decision.is_some() || share >= Ratio::new(1, 4);
                is_listed.then_some((finding, words))
            });
        let mut found: Vec<(Finding, Vec<Span>)> = found.collect();
        found.sort_by_key(|(finding, _)| !finding.is_case());
        let (findings, words): (Vec<Finding>, Vec<Vec<Span>>) = found.into_iter().unzip();
        let mut cases = self.assign_numbers_to_rows(findings, &[]);
        let aside = cases.split_off(cases.partition_point(Finding::is_case));
        let (parts, date) =
            (Parts::new(&text, &words, cases.len()), words::describe_date(&text.sources.text));
        let about = Some(About { text, parts, date });
        Report {
            about,
            cases,
            aside: arrange_by_document(aside),
            ..self.build_report(&[], 0, names)
        }
    }

    fn build_finding_of_row(
        &self,
        row: &Row,
        ids: [DocId; 2],
        opened: Opened,
        totals: &BTreeMap<DocId, f64>,
    ) -> Finding {
        let is_pair = matches!(row, Row::Pair { .. });
        let mut docs = ids.map(|id| self.snapshot.doc(id));
        let of_row = is_pair.then(|| self.mark_of_row(row)).flatten();
        let decision = match (self.last_mark_of_documents(docs), of_row) {
            (Some((mark, false)), _) | (_, Some(mark)) => Some((mark, false)),
            (earlier, None) => earlier,
        };
        let decision = decision.as_ref().map(|(one, is_earlier)| (&**one, *is_earlier));
        let now = decision.filter(|(_, is_earlier)| !is_earlier).map(|(decision, _)| decision);
        let marked = now.and_then(|one| one.side_of_source(docs.map(|doc| doc.file.content)));
        let overlap = row.pair().overlap;
        let mut shares = match &opened {
            _ if !is_pair => [Ratio::ONE; 2],
            Ok(passages) => passages.shares,
            Err(_) => [overlap.containment_a(), overlap.containment_b()],
        };
        // Of similar shares, the document with more wording from all others comes first: a mosaic of texts before its
        // sources.
        let by_share = || {
            let [a, b] = shares.map(Ratio::to_f64);
            let pair = row.pair();
            let [total_a, total_b] =
                [pair.a, pair.b].map(|id| totals.get(&id).copied().unwrap_or(0.0));
            let is_a = if a.max(b) > SIMILAR * a.min(b) { a > b } else { total_a > total_b };
            usize::from(is_a)
        };
        let by_evidence = || source_by_evidence(docs, &self.batch).unwrap_or_else(by_share);
        let source = marked.unwrap_or_else(|| if is_pair { by_evidence() } else { 1 });
        let is_directed = marked.is_some() || earlier_by_term(docs) == Some(source);
        let copies_of = |side: usize| {
            let others = self.copies_paired_with(ids[side], ids[1 - side]).into_iter();
            let others = others.filter(|id| *id != ids[side]);
            others.map(|id| self.snapshot.doc(id).path.clone()).collect()
        };
        let mut copies = if is_pair { [0, 1].map(copies_of) } else { [Vec::new(), Vec::new()] };
        let is_swapped = source == 0;
        let passages = opened.map(|one| Arc::new(if is_swapped { one.swap_sides() } else { one }));
        if is_swapped {
            docs.reverse();
            copies.reverse();
            shares.reverse();
        }
        let finding = build_finding(docs, passages, decision);
        let [share, source_share] = shares;
        let is_marked = marked.is_some();
        Finding { copies, is_marked, is_directed, share, source_share, ..finding }
    }

    /// Opens the pairs in groups whose documents fit into [`WORDS_AT_ONCE`], and reads each document once per group.
    fn open_pairs(&self, all: &[[DocId; 2]]) -> Vec<(usize, Opened)> {
        // Sorted by document, so that neighbouring pairs share documents.
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|at| all.get(*at));
        let mut pairs: Vec<(usize, Opened)> = Vec::with_capacity(all.len());
        let mut read: BTreeMap<DocId, Result<Document, String>> = BTreeMap::new();
        let mut rest = &*order;
        while !rest.is_empty() {
            show_progress("opening pairs", pairs.len(), all.len());
            let (now, needed) = self.pairs_that_fit_memory(all, rest);
            let (now, after) = rest.split_at(now);
            rest = after;
            read.retain(|id, _| needed.contains(id));
            let missing: Vec<DocId> =
                needed.into_iter().filter(|id| !read.contains_key(id)).collect();
            let paths: Vec<&DocPath> =
                missing.iter().map(|id| &self.snapshot.doc(*id).path).collect();
            let parameters = (&*self.snapshot.params, &self.snapshot.surroundings);
            let documents = read_documents(self.folder, &paths, parameters).into_iter();
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
                Some((*at, self.compare_passages(docs, documents, all.len())))
            };
            pairs.par_extend(now.par_iter().filter_map(pair));
        }
        show_progress("opening pairs", all.len(), all.len());
        pairs.sort_by_key(|(at, _)| *at);
        pairs
    }

    /// Returns the number of next pairs (at least 1) whose documents fit into memory together, and these documents.
    fn pairs_that_fit_memory(
        &self,
        all: &[[DocId; 2]],
        order: &[usize],
    ) -> (usize, BTreeSet<DocId>) {
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

    /// Quotes the passages of a pair. `pairs` pairs share the limit of `BYTES`. The files may have changed since the
    /// comparison.
    fn compare_passages(
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

    /// Returns the mark on the row, or else on a pair of copies that the row stands for.
    fn mark_of_row(&self, row: &Row) -> Option<Cow<'_, UserMark>> {
        if self.decided.is_empty() {
            return None;
        }
        let [a, b] = self.snapshot.content_hashes(row);
        let is_behind = self.decided.last_mark(Subject::pair(a, b)).is_none();
        let of_copy = is_behind.then(|| {
            let content = |id: &DocId| self.snapshot.doc(*id).file.content;
            let contents =
                |id: &DocId| self.copies_of_document(id).iter().map(content).collect::<Vec<_>>();
            let pair = row.pair();
            self.decided.newest_mark_between(&contents(&pair.a), &contents(&pair.b))
        });
        let of_copy = of_copy.flatten();
        let docs = [row.pair().a, row.pair().b].map(|id| self.snapshot.doc(id));
        of_copy.map(Cow::Borrowed).or_else(|| self.mark_of_documents(docs))
    }

    fn mark_of_documents(&self, docs: [&DocInfo; 2]) -> Option<Cow<'_, UserMark>> {
        let [a, b] = docs.map(|doc| doc.path.name());
        let (contents, texts) = (docs.map(|doc| doc.file.content), docs.map(|doc| doc.file.text));
        self.decided.mark_on_pair(&self.circumstance.place, (&a, &b), contents, texts)
    }

    fn last_mark_of_documents(&self, docs: [&DocInfo; 2]) -> Option<(Cow<'_, UserMark>, bool)> {
        if let Some(decision) = self.mark_of_documents(docs) {
            return Some((decision, false));
        }
        let [a, b] = docs.map(|doc| doc.file.content);
        // Ignores marks on earlier versions if the user has removed the mark of this pair.
        if self.decided.last_mark(Subject::pair(a, b)).is_some() {
            return None;
        }
        let names = docs.map(|doc| doc.path.name());
        let names = (&*names[0], &*names[1]);
        let earlier =
            self.decided.mark_on_other_version(&self.circumstance.place, names, (a, b))?;
        Some((Cow::Borrowed(earlier), true))
    }
}
