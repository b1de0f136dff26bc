use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use shingle::base::span::Span;
use shingle::base::{guard::run_catching_panic, ids::DocId, path::DocPath, ratio::Ratio};
use shingle::decisions::decided::{NamesInFolder, order_names};
use shingle::decisions::{ContentPair, MarkChoice, MarkKind, NewestMarks, UserMark};
use shingle::engine::DocumentFolder;
use shingle::engine::side_by_side::{compare_documents, read_documents};
use shingle::pipeline::{
    DocInfo, Document, Mark, PairRules, Row, Snapshot, SourcedText, TextSource,
};

use super::cases::{assign_numbers, sort_worst_first};
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
    /// For each document with copies, the group of its copies in path order. Rules may hide pairs of the group.
    groups: HashMap<DocId, Arc<[DocId]>>,
    /// Contents of documents that marks name only as sources.
    sources: HashSet<u128>,
}

type Opened = Result<PairPassages, String>;

/// A document with words of the report's subject, and its copies. A source also has the common words.
type Holder<'s> = (&'s DocInfo, Vec<DocPath>, Option<&'s TextSource>, &'s [Span]);

fn includes_mark(choices: &[MarkChoice], verdict: MarkKind) -> bool {
    choices.is_empty() || choices.iter().any(|choice| choice.includes_mark(verdict))
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
            decided.all_marks().filter_map(|mark| {
                let (ContentPair(a, b), source) = (mark.subject, mark.source?);
                Some((source, a ^ b ^ source))
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

    /// Reports the rows at `places`, at most `top`, and if `adds_marked`, all other marked pairs.
    pub(crate) fn build_report(
        self,
        (places, top): (&[usize], usize),
        adds_marked: bool,
        names: Names<'a>,
    ) -> Report<'a> {
        let listed = places.get(..top.min(places.len())).unwrap_or_default();
        let mut findings = self.gather_findings(listed);
        let others = if adds_marked { self.gather_other_marked(&findings) } else { Vec::new() };
        let other_marked = others.len();
        findings.extend(others);
        let mut lost = if adds_marked { self.list_lost_marks(&findings) } else { Vec::new() };
        lost.retain(|mark| includes_mark(self.choices, mark.verdict));
        findings.retain(|one| includes_mark(self.choices, one.mark_kind()));
        let (cases, aside) =
            self.assign_numbers_to_rows(findings, listed).into_iter().partition(Finding::is_case);
        let of_list = (places.len(), listed.len());
        let Self { snapshot, circumstance, .. } = self;
        Report {
            snapshot,
            circumstance,
            names,
            cases: sort_worst_first(cases),
            aside: sort_worst_first(aside),
            lost,
            hidden: Vec::new(),
            hidden_pairs: snapshot.ruled_out,
            of_list,
            other_marked,
            about: None,
        }
    }

    /// Numbers the findings of the listed rows. A quotation in any row of the folder may contain a finding.
    fn assign_numbers_to_rows(&self, findings: Vec<Finding>, listed: &[usize]) -> Vec<Finding> {
        let mut others = self.rows_with_marks(&[MarkChoice::With(MarkKind::Quotation)]);
        others.retain(|place| !listed.contains(place));
        assign_numbers(findings, &self.gather_findings(&others), self.circumstance.is_partial)
    }

    /// Opens the pairs of the rows and describes them.
    fn gather_findings(&self, rows: &[usize]) -> Vec<Finding> {
        self.open_findings(self.pairs_of_rows(rows.iter().copied()).collect())
    }

    /// Returns the pairs of documents that the rows stand for.
    pub(crate) fn pairs_of_rows(
        &self,
        rows: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = (Option<&Row>, [DocId; 2])> {
        let rows = rows.filter_map(|place| self.snapshot.rows.get(place));
        rows.flat_map(|row| {
            let ids = match row {
                Row::Pair { .. } => self.pairs_between_copies(row).unwrap_or_default(),
                Row::Copies { members, .. } => self.pairs_of_copies(members),
            };
            ids.into_iter().map(move |ids| (Some(row), ids))
        })
    }

    pub(crate) fn open_findings(&self, pairs: Vec<(Option<&Row>, [DocId; 2])>) -> Vec<Finding> {
        let ids: Vec<[DocId; 2]> = pairs.iter().map(|(_, ids)| *ids).collect();
        let found = pairs.into_iter().zip(self.open_pairs(&ids));
        found.map(|((row, ids), opened)| self.build_finding(row, ids, opened)).collect()
    }

    /// Returns the findings of marked pairs that are not among `findings`, for example of pairs below the threshold.
    fn gather_other_marked(&self, findings: &[Finding]) -> Vec<Finding> {
        if self.decided.is_empty() {
            return Vec::new();
        }
        let docs = self.snapshot.docs.get(..self.snapshot.present).unwrap_or_default();
        let ids = || (0..docs.len() as u32).map(DocId);
        let first = |id: DocId| self.copies_of_document(&id).first().copied().unwrap_or(id);
        let both = |[a, b]: [DocId; 2]| [first(a).min(first(b)), first(a).max(first(b))];
        let names: HashMap<Cow<'_, str>, DocId> =
            docs.iter().map(|doc| doc.path.name()).zip(ids()).collect();
        let contents: HashMap<u128, DocId> =
            docs.iter().map(|doc| doc.file.content).zip(ids()).collect();
        let known = findings.iter().filter_map(|one| {
            let [a, b] = one.names.each_ref().map(|path| names.get(&path.name()).copied());
            Some(both([a?, b?]))
        });
        let mut known: HashSet<[DocId; 2]> = known.collect();
        let marked =
            self.decided.all_marks().filter(|mark| includes_mark(self.choices, mark.verdict));
        let pairs = marked.filter_map(|mark| {
            let ContentPair(a, b) = mark.subject;
            let by_names = || {
                let [a, b] = &*mark.then.names else { return None };
                Some([*names.get(&**a)?, *names.get(&**b)?])
            };
            let content = |id: &DocId| self.snapshot.doc(*id).file.content;
            let is_meant = |ids: &[DocId; 2]| ids.iter().all(|id| [a, b].contains(&content(id)));
            let ids = contents.get(&a).zip(contents.get(&b)).map(|(a, b)| [*a, *b]);
            let ids = by_names().filter(is_meant).or(ids.filter(|[a, b]| a != b));
            let [a, b] = ids.or_else(by_names)?;
            let is_chosen =
                self.snapshot.params.between.is_none() || self.is_pair_allowed_by_rules(a, b);
            let mark = self.mark_of_documents([a, b].map(|id| self.snapshot.doc(id)));
            let is_marked = mark.is_some_and(|mark| !mark.is_undecided());
            (a != b && is_chosen && is_marked).then_some([a.min(b), a.max(b)])
        });
        let mut pairs: Vec<[DocId; 2]> = pairs.collect();
        pairs.sort_unstable();
        pairs.retain(|pair| known.insert(both(*pair)));
        self.open_findings(pairs.into_iter().map(|ids| (None, ids)).collect())
    }

    /// Returns the marks on pairs of this folder of which a text has changed or is gone, oldest first.
    fn list_lost_marks(&self, findings: &[Finding]) -> Vec<UserMark> {
        let shown = findings.iter().filter(|one| one.decision.is_some()).map(|one| {
            let [a, b] = one.names.each_ref().map(DocPath::name);
            order_names(&a, &b)
        });
        let docs = self.snapshot.docs.get(..self.snapshot.present).unwrap_or_default();
        let contents: HashSet<u128> = docs.iter().map(|doc| doc.file.content).collect();
        let shown: HashSet<NamesInFolder> = shown.collect();
        let is_lost = |mark: &UserMark| {
            let ContentPair(a, b) = mark.subject;
            !(contents.contains(&a) && contents.contains(&b))
                || self.decided.changed_copies.contains(&mark.subject)
        };
        let marked = self.decided.marks_of_folder(&self.circumstance.place);
        let lost = marked.filter(|(names, mark)| is_lost(mark) && !shown.contains(names));
        let mut lost: Vec<UserMark> = lost.map(|(_, mark)| mark.clone()).collect();
        lost.sort_by(|one, other| one.at.cmp(&other.at));
        lost
    }

    fn new_finding(
        &self,
        docs: [&DocInfo; 2],
        passages: Result<Arc<PairPassages>, String>,
        decision: Option<(UserMark, bool)>,
    ) -> Finding {
        let contents = docs.map(|doc| doc.file.content);
        let present = self.snapshot.docs.get(..self.snapshot.present).unwrap_or_default();
        let marked =
            decision.as_ref().and_then(|(mark, _)| mark.marked_pair_of_copies(docs, present));
        let now = decision.as_ref().filter(|(_, is_earlier)| !is_earlier && marked.is_none());
        Finding {
            number: 0,
            dates: docs.map(words::describe_date),
            names: docs.map(|doc| doc.path.clone()),
            contents,
            source: now.and_then(|(mark, _)| mark.side_of_source(contents)),
            decision,
            marked,
            passages,
            copies: [Vec::new(), Vec::new()],
            shares: [Ratio::ZERO; 2],
            totals: [0.0; 2],
            is_hidden: false,
            also: Vec::new(),
            quotation: None,
        }
    }

    fn is_pair_allowed_by_rules(&self, one: DocId, other: DocId) -> bool {
        self.snapshot.rules.as_ref().is_none_or(|rules| rules.allows_pair(one, other))
    }

    /// Returns the exact copies of a document, with the document.
    fn copies_of_document<'s>(&'s self, id: &'s DocId) -> &'s [DocId] {
        self.groups.get(id).map_or(std::slice::from_ref(id), |all| all)
    }

    /// Returns the copies of a document that may pair with another document. Rules hide the other pairs.
    fn copies_paired_with(&self, id: DocId, other: DocId) -> Vec<DocId> {
        let is_partner = |one: &DocId| *one != other && self.is_pair_allowed_by_rules(*one, other);
        self.copies_of_document(&id).iter().copied().filter(is_partner).collect()
    }

    /// Returns the source among copies: the document that `mark` names, else one with its bytes, else a document that
    /// another mark names as a source, or the first by path.
    fn choose_source(
        &self,
        copies: impl IntoIterator<Item = DocId>,
        mark: Option<&UserMark>,
    ) -> Option<DocId> {
        let rank = |id: DocId| {
            let (path, content) = (&self.snapshot.doc(id).path, self.snapshot.doc(id).file.content);
            let is_meant = |mark: &UserMark| [mark.subject.0, mark.subject.1].contains(&content);
            let is_named = |mark: &UserMark| mark.then.names.iter().any(|one| *one == path.name());
            let is_meant = mark.is_some_and(is_meant);
            (is_meant && mark.is_some_and(is_named), is_meant, self.sources.contains(&content))
        };
        copies.into_iter().reduce(|one, other| if rank(other) > rank(one) { other } else { one })
    }

    /// Returns the pair of the chosen sources on both sides. Adds their pairs with copies that rules keep apart from
    /// all other copies of the same document.
    fn pairs_between_copies(&self, row: &Row) -> Option<Vec<[DocId; 2]>> {
        let (pair, mark) = (row.pair(), self.mark_of_row(row));
        let b = self.choose_source(self.copies_paired_with(pair.b, pair.a), mark.as_ref())?;
        let a = self.choose_source(self.copies_paired_with(pair.a, b), mark.as_ref())?;
        let is_alone = |id: &DocId| {
            let mut copies = self.copies_of_document(id).iter();
            copies.all(|one| one == id || !self.is_pair_allowed_by_rules(*one, *id))
        };
        let alone = |id, other| self.copies_paired_with(id, other).into_iter().filter(is_alone);
        let of_a = alone(b, a).map(|other| [a, other]);
        let others = of_a.chain(alone(a, b).map(|other| [other, b]));
        let others = others.filter(|pair| *pair != [a, b]);
        Some(std::iter::once([a, b]).chain(others).collect())
    }

    /// Returns each copy paired with its source, and other marked pairs of the copies.
    fn pairs_of_copies(&self, members: &[DocId]) -> Vec<[DocId; 2]> {
        let source = self.choose_source(members.iter().copied(), None);
        let copies = members.iter().filter(|copy| Some(**copy) != source);
        let pairs = copies.filter_map(|copy| {
            let source = source.filter(|source| self.is_pair_allowed_by_rules(*copy, *source));
            let of_rest = || self.choose_source(self.copies_paired_with(*copy, *copy), None);
            let source = source.or_else(of_rest)?;
            Some([source.min(*copy), source.max(*copy)])
        });
        let pairs: Vec<[DocId; 2]> = pairs.collect();
        let content = |id: DocId| self.snapshot.doc(id).file.content;
        let of: HashMap<u128, DocId> = members.iter().rev().map(|id| (content(*id), *id)).collect();
        let marked = self.decided.all_marks().filter_map(|mark| {
            let ContentPair(a, b) = mark.subject;
            let ids = [*of.get(&a)?, *of.get(&b)?];
            (a != b && self.is_pair_allowed_by_rules(ids[0], ids[1]))
                .then_some([ids[0].min(ids[1]), ids[0].max(ids[1])])
        });
        let mut marked: Vec<[DocId; 2]> = marked.collect();
        marked.sort_unstable();
        marked.dedup();
        marked.retain(|pair| !pairs.contains(pair));
        [pairs, marked].concat()
    }

    /// Returns the copy of a source that a mark names, or else the original among its copies, and the other copies.
    fn marked_copy_and_other_copies(
        &self,
        subject: &DocInfo,
        source: &'a TextSource,
    ) -> (&'a DocInfo, Vec<DocPath>) {
        let all = || std::iter::once(&source.doc.path).chain(&source.copies);
        let ids = all().filter_map(|path| self.snapshot.find_present_document(path));
        let ids: Vec<DocId> = ids.collect();
        let content = |id: &DocId| self.snapshot.doc(*id).file.content;
        let contents: Vec<u128> = ids.iter().map(content).collect();
        let mark = self.decided.newest_mark_between(&[subject.file.content], &contents);
        let doc = self.choose_source(ids, mark).map_or(&source.doc, |id| self.snapshot.doc(id));
        (doc, all().filter(|path| **path != doc.path).cloned().collect())
    }

    pub(crate) fn build_report_on_document(
        self,
        text: Arc<SourcedText>,
        names: Names<'a>,
    ) -> Report<'a> {
        let (sources, subject) = (&text.sources.sources, &text.sources.text);
        let found = sources.iter().zip(&text.words);
        // A few common words are no evidence for a source.
        let found = found.filter(|(source, _)| !source.may_be_chance(subject.words));
        let found = found.map(|(source, words)| {
            let (doc, copies) = self.marked_copy_and_other_copies(subject, source);
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
        let found = others.iter().map(|(doc, ..)| &doc.path);
        let paths: Vec<&DocPath> = std::iter::once(&subject.path).chain(found).collect();
        let mut documents = self.read_documents(&paths).into_iter();
        let read = documents.next().unwrap_or_else(|| Err("not read".to_string()));
        let found =
            others.iter().zip(documents).filter_map(|((doc, copies, source, words), other)| {
                let docs = [subject, *doc];
                let both = [&read, &other].map(|one| one.as_ref().map_err(Clone::clone));
                let passages = self.quote_passages_of_pair(docs, both, others.len()).map(Arc::new);
                let decision = self.last_mark_of_documents(docs);
                let adds = source.map_or(0, |source| source.adds);
                let shares = passages.as_ref().map_or([Ratio::ZERO; 2], |one| one.shares);
                let words = passages.as_ref().map_or(*words, |one| &one.same[0]).to_vec();
                let passages_of_source = source.iter().flat_map(|source| &source.passages);
                let is_other = |path: &&DocPath| !paths.contains(path) && !copies.contains(path);
                let also = passages_of_source.flat_map(|one| &one.also).filter(is_other);
                let also: BTreeSet<&DocPath> = also.collect();
                let finding = Finding {
                    shares,
                    is_hidden: source.is_some_and(|source| source.is_hidden),
                    also: also.into_iter().cloned().collect(),
                    copies: [Vec::new(), copies.clone()],
                    ..self.new_finding(docs, passages, decision)
                };
                // Without a passage, short shared runs are chance, except in short texts.
                let is_chance = finding.passages.is_ok() && finding.longest_passage_words() == 0;
                let has_mark = finding.decision.as_ref().is_some_and(|(_, is_earlier)| !is_earlier);
                let is_listed = !is_chance || has_mark || shares[0] >= Ratio::new(1, 4);
                is_listed.then_some((finding, words, adds))
            });
        let mut found: Vec<(Finding, Vec<Span>, u32)> = found.collect();
        found.sort_by_key(|(finding, ..)| !finding.is_case());
        let mut adds = [0; 3];
        for (finding, _, added) in &found {
            let class = if finding.is_case() { usize::from(finding.is_hidden) } else { 2 };
            adds[class] += added;
        }
        let (findings, words): (Vec<Finding>, Vec<Vec<Span>>) =
            found.into_iter().map(|(finding, words, _)| (finding, words)).unzip();
        let mut cases = self.assign_numbers_to_rows(findings, &[]);
        let aside = cases.split_off(cases.partition_point(Finding::is_case));
        let mut lost = self.list_lost_marks(&cases);
        lost.retain(|mark| mark.then.names.iter().any(|name| *name == subject.path.name()));
        let parts = Parts::new(&text, &words, cases.len());
        let date = words::describe_date(&text.sources.text);
        let about = Some(About { text, parts, adds, date });
        Report {
            about,
            cases,
            lost,
            aside: sort_worst_first(aside),
            ..self.build_report((&[], 0), false, names)
        }
    }

    /// Describes a pair, which may be a pair of a row.
    fn build_finding(&self, row: Option<&Row>, ids: [DocId; 2], opened: Opened) -> Finding {
        let docs = ids.map(|id| self.snapshot.doc(id));
        let are_copies = matches!(row, Some(Row::Copies { .. }));
        let of_row = row.filter(|_| !are_copies).and_then(|row| self.mark_of_row(row));
        let decision = match (self.last_mark_of_documents(docs), of_row) {
            (Some((mark, false)), _) | (_, Some(mark)) => Some((mark, false)),
            (earlier, None) => earlier,
        };
        let of_row = |row: &Row| {
            let overlap = row.pair().overlap;
            [overlap.containment_a(), overlap.containment_b()]
        };
        let shares = match &opened {
            _ if are_copies => [Ratio::ONE; 2],
            Ok(passages) => passages.shares,
            Err(_) => row.map_or([Ratio::ZERO; 2], of_row),
        };
        let copies_of = |side: usize| {
            let others = self.copies_paired_with(ids[side], ids[1 - side]).into_iter();
            let others = others.filter(|id| *id != ids[side]);
            others.map(|id| self.snapshot.doc(id).path.clone()).collect()
        };
        let copies = if are_copies { [Vec::new(), Vec::new()] } else { [0, 1].map(copies_of) };
        Finding { copies, shares, ..self.new_finding(docs, opened.map(Arc::new), decision) }
    }

    /// Opens the pairs in groups whose documents fit into [`WORDS_AT_ONCE`], and reads each document once per group.
    fn open_pairs(&self, all: &[[DocId; 2]]) -> Vec<Opened> {
        // Sorted by document, so that neighbouring pairs share documents.
        let mut order: Vec<(usize, [DocId; 2])> = all.iter().copied().enumerate().collect();
        order.sort_by_key(|(_, ids)| *ids);
        let mut pairs: Vec<(usize, Opened)> = Vec::with_capacity(all.len());
        let mut read: BTreeMap<DocId, Result<Document, String>> = BTreeMap::new();
        let mut rest = &*order;
        while !rest.is_empty() {
            show_progress("opening pairs", pairs.len(), all.len());
            let (now, needed) = self.pairs_that_fit_memory(rest);
            let (now, after) = rest.split_at(now);
            rest = after;
            read.retain(|id, _| needed.contains(id));
            let missing: Vec<DocId> =
                needed.into_iter().filter(|id| !read.contains_key(id)).collect();
            let paths: Vec<&DocPath> =
                missing.iter().map(|id| &self.snapshot.doc(*id).path).collect();
            let documents = self.read_documents(&paths);
            read.extend(missing.into_iter().zip(documents));
            let open = |(at, ids): &(usize, [DocId; 2])| {
                let documents = ids.map(|id| read[&id].as_ref().map_err(Clone::clone));
                let docs = ids.map(|id| self.snapshot.doc(id));
                (*at, self.quote_passages_of_pair(docs, documents, all.len()))
            };
            pairs.par_extend(now.par_iter().map(open));
        }
        show_progress("opening pairs", all.len(), all.len());
        pairs.sort_by_key(|(at, _)| *at);
        pairs.into_iter().map(|(_, opened)| opened).collect()
    }

    /// Returns the number of next pairs (at least 1) whose documents fit into memory together, and these documents.
    fn pairs_that_fit_memory(&self, pairs: &[(usize, [DocId; 2])]) -> (usize, BTreeSet<DocId>) {
        let (mut needed, mut words) = (BTreeSet::new(), 0);
        for (count, (_, ids)) in pairs.iter().enumerate() {
            let new: BTreeSet<DocId> =
                ids.iter().copied().filter(|id| !needed.contains(id)).collect();
            words += new.iter().map(|id| u64::from(self.snapshot.doc(*id).words)).sum::<u64>();
            if count > 0 && words > WORDS_AT_ONCE {
                return (count, needed);
            }
            needed.extend(new);
        }
        (pairs.len(), needed)
    }

    /// Quotes the passages of a pair. `pairs` pairs share the limit of `BYTES`. The files may have changed since the
    /// comparison.
    fn quote_passages_of_pair(
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
        let opened = run_catching_panic(|| {
            PairPassages::new(&compare_documents(a, b, &self.snapshot.params), bytes)
        });
        opened.map_err(|panic| panic.to_string())
    }

    /// Returns the mark on the row, or else on a pair of copies that the row stands for.
    fn mark_of_row(&self, row: &Row) -> Option<UserMark> {
        if self.decided.is_empty() {
            return None;
        }
        let [a, b] = self.snapshot.content_hashes(row);
        let is_behind = self.decided.last_mark_even_if_undone(ContentPair::new(a, b)).is_none();
        let of_copy = is_behind.then(|| {
            let content = |id: &DocId| self.snapshot.doc(*id).file.content;
            let contents =
                |id: &DocId| self.copies_of_document(id).iter().map(content).collect::<Vec<_>>();
            let pair = row.pair();
            self.decided.newest_mark_between(&contents(&pair.a), &contents(&pair.b))
        });
        let of_copy = of_copy.flatten();
        let docs = [row.pair().a, row.pair().b].map(|id| self.snapshot.doc(id));
        of_copy.cloned().or_else(|| self.mark_of_documents(docs))
    }

    fn mark_of_documents(&self, docs: [&DocInfo; 2]) -> Option<UserMark> {
        let [a, b] = docs.map(|doc| doc.path.name());
        let (contents, texts) = (docs.map(|doc| doc.file.content), docs.map(|doc| doc.file.text));
        let mark = self.decided.mark_on_pair(&self.circumstance.place, (&a, &b), contents, texts);
        mark.map(Cow::into_owned)
    }

    /// Returns the mark on two documents, or else on earlier versions of them. The flag is true for earlier versions.
    fn last_mark_of_documents(&self, docs: [&DocInfo; 2]) -> Option<(UserMark, bool)> {
        if let Some(mark) = self.mark_of_documents(docs) {
            return Some((mark, false));
        }
        let [a, b] = docs.map(|doc| doc.file.content);
        let names = docs.map(|doc| doc.path.name());
        let (place, names) = (&self.circumstance.place, (&*names[0], &*names[1]));
        Some((self.decided.mark_on_other_version(place, names, (a, b))?.clone(), true))
    }

    fn read_documents(&self, paths: &[&DocPath]) -> Vec<Result<Document, String>> {
        let parameters = (&*self.snapshot.params, &self.snapshot.ignored);
        let documents = read_documents(self.folder, paths, parameters).into_iter();
        documents.map(|read| read.map_err(|error| error.reason())).collect()
    }
}
