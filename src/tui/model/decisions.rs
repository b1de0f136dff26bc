//! What was decided, as the list needs it: the verdict of a row, how many rows are decided, what can be taken back. It draws
//! nothing.

use std::sync::Arc;

use shingle::base::{path::DocPath, ratio::Ratio, visible::visible};
use shingle::compare::Measure;
use shingle::decisions::decision::{Circumstances, score};
use shingle::decisions::{Decided, Decision, Subject, Unparsed, Verdict};
use shingle::pipeline::document::original::{Basis, BatchDates};
use shingle::pipeline::{Cluster, Clusters, DocInfo, Earlier, Originality, Row, Snapshot};

use crate::tui::actions::Room;
use crate::tui::model::decided_rows::{DecidedCounts, earlier, of_row};
use crate::tui::{model::OfCopies, model::arrange::find_doc};

/// Asks what the verdicts mean, before the letter of one.
pub(crate) const MEANINGS: char = '?';
/// Of a cluster so many documents are named.
const NAMED: usize = 20;

/// What a file of decisions or phrases says, or what became of what was to be written.
#[derive(Debug, Clone)]
pub(crate) enum FileAnswer<T> {
    /// All that is in the file now, with its lines that were not understood.
    All(T, Unparsed),
    /// It could not be read or written, for this reason.
    Failed(String),
}

/// A list, and the place or the names that are selected in it.
pub(crate) type Selected = (Room, usize, Option<(DocPath, DocPath)>);

/// The decisions.
#[derive(Debug, Default)]
pub(crate) struct Decisions {
    /// All that are kept.
    pub(crate) all: Arc<Decided>,
    /// The verdict given last.
    pub(crate) last: Option<NewVerdict>,
    /// What was marked by the last action, with what was selected then: a note is about it.
    pub(crate) just_marked: Option<(Selected, Decision)>,
    /// What was decided about copies that rows of the result stand for, or before its files were saved again.
    pub(crate) copies: OfCopies,
    /// How many rows of the result are decided; `None` if that was not counted.
    pub(crate) decided: Option<DecidedCounts>,
    /// The number of the awaited request to count them.
    pub(crate) awaited: Option<u64>,
}

/// A verdict that is given to a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NewVerdict {
    pub(crate) verdict: Verdict,
    /// The place of the text that the other one took from; `None` keeps what was said of that before.
    pub(crate) source: Option<usize>,
}

impl From<Verdict> for NewVerdict {
    fn from(verdict: Verdict) -> Self {
        Self { verdict, source: None }
    }
}

impl Decisions {
    /// Whether a row has no verdict.
    pub(crate) fn is_undecided(&self, snapshot: &Snapshot, row: &Row) -> bool {
        self.of_row(snapshot, row).is_none_or(Decision::is_undecided)
    }

    /// What was decided about a row.
    pub(crate) fn of_row(&self, snapshot: &Snapshot, row: &Row) -> Option<&Decision> {
        of_row((&self.all, &self.copies), snapshot, row)
    }

    /// What was decided about two documents: a pair, or a document and a source of it.
    pub(crate) fn of_docs(&self, a: &DocInfo, b: &DocInfo) -> Option<&Decision> {
        self.of_subject(Subject::pair(a.file.content, b.file.content))
    }

    /// What was said about a subject: a verdict, or a note on what is undecided. `None` for neither.
    pub(crate) fn of_subject(&self, subject: Subject) -> Option<&Decision> {
        self.last(subject).filter(|one| one.says_something())
    }

    /// What was said last about a subject, also if it is undecided again.
    fn last(&self, subject: Subject) -> Option<&Decision> {
        self.all.last(subject).or_else(|| self.copies.get(&subject))
    }

    /// The place of the one of two documents that the other took from, and whether that was decided. Else the dates in the files
    /// say so, which may be those of a copy.
    pub(crate) fn first_of(
        &self,
        [a, b]: [&DocInfo; 2],
        batch: &BatchDates,
    ) -> Option<(usize, bool)> {
        let contents = [a, b].map(|doc| doc.file.content);
        let decided = self.of_docs(a, b).and_then(|decision| decision.source_place(contents));
        let dated = || dated_first([a, b], batch).map(|place| (place, false));
        decided.map(|place| (place, true)).or_else(dated)
    }

    /// What was decided about a pair of documents, or about an earlier version of it, which is then `true`; also about one with
    /// the `former` names of these documents.
    pub(crate) fn of_names(
        &self,
        folder: &str,
        snapshot: &Snapshot,
        (a, b): (&DocPath, &DocPath),
        former: impl Fn(&DocPath) -> Vec<DocPath>,
    ) -> Option<(&Decision, bool)> {
        let [one, other] = contents(snapshot, (a, b))?;
        let contents = (one, other);
        let now = self.of_subject(Subject::pair(one, other)).map(|one| (one, false));
        now.or_else(|| earlier(&self.all, folder, (a, b), contents, former).map(|one| (one, true)))
    }

    /// Decisions, each behind what is in force before it.
    pub(crate) fn with_before(&self, decisions: &[Decision]) -> Vec<(Decision, Decision)> {
        let before = |decision: &Decision| {
            // A note on an earlier version stays: taking a mark back takes no words back.
            let undecided = || {
                let note = self.noted_earlier(decision).unwrap_or_default();
                Decision { verdict: Verdict::Undecided, note, ..decision.clone() }
            };
            self.last(decision.subject).cloned().unwrap_or_else(undecided)
        };
        decisions.iter().map(|decision| (before(decision), decision.clone())).collect()
    }

    /// The note on an earlier version of a pair that was not decided on before.
    fn noted_earlier(&self, decision: &Decision) -> Option<String> {
        let (Subject::Pair(a, b), [one, other]) = (decision.subject, &*decision.then.names) else {
            return None;
        };
        let earlier = self.all.earlier(&decision.then.folder, (one, other), (a, b))?;
        Some(earlier.note.clone())
    }

    /// What was decided about a cluster.
    pub(crate) fn of_cluster(&self, clusters: &Clusters, cluster: &Cluster) -> Option<&Decision> {
        if self.all.is_empty() {
            return None;
        }
        self.all.decision_on(subject_of(clusters, cluster))
    }

    /// A decision on a cluster, with the note that it has. Its date is set when it is kept.
    pub(crate) fn on_cluster(
        &self,
        folder: &str,
        (clusters, cluster): (&Clusters, &Cluster),
        verdict: Verdict,
    ) -> Decision {
        let subject = subject_of(clusters, cluster);
        let note = self.all.last(subject).map(|last| last.note.clone()).unwrap_or_default();
        let members = cluster.texts.iter().flatten();
        let names = members.filter_map(|id| clusters.docs.get(id.index())).take(NAMED);
        let then = Circumstances {
            folder: folder.to_string(),
            names: names.map(|doc| doc.path.name().into_owned()).collect(),
            score: score(cluster.weakest, clusters.params.measure.name()),
            texts: Vec::new(),
        };
        Decision { subject, verdict, source: None, note, at: String::new(), then }
    }

    /// A decision on a row of a result, with the note that it has. Its date is set when it is kept.
    pub(crate) fn on_row(
        &self,
        folder: &str,
        snapshot: &Snapshot,
        row: &Row,
        verdict: NewVerdict,
    ) -> Decision {
        let pair = row.pair();
        let docs = (snapshot.doc(pair.a), snapshot.doc(pair.b));
        self.on_docs(folder, docs, (pair.score, snapshot.params.measure), verdict)
    }

    /// A decision on two documents of this score, with the note that it has, or that an earlier version of it has. Its date is
    /// set when it is kept.
    pub(crate) fn on_docs(
        &self,
        folder: &str,
        (a, b): (&DocInfo, &DocInfo),
        (share, measure): (Ratio, Measure),
        NewVerdict { verdict, source }: NewVerdict,
    ) -> Decision {
        let contents = [a, b].map(|doc| doc.file.content);
        let subject = Subject::pair(contents[0], contents[1]);
        // Who took from whom is said of a quotation too: it stays one.
        let is_quotation = |last: &Decision| source.is_some() && last.verdict == Verdict::Quotation;
        let last = self.last(subject).filter(|last| is_quotation(last));
        let verdict = last.map_or(verdict, |last| last.verdict);
        let may_take = matches!(verdict, Verdict::Rewrite | Verdict::Quotation);
        let stated = || self.last(subject)?.source_place(contents);
        let source = source.or_else(stated).filter(|_| may_take);
        let source = source.and_then(|place| contents.get(place).copied());
        let mut files = [&a.file, &b.file];
        files.sort_by_key(|file| file.content);
        let then = Circumstances {
            folder: folder.to_string(),
            names: [a, b].map(|doc| doc.path.name().into_owned()).to_vec(),
            score: score(share, measure.name()),
            texts: files.map(|file| file.text).to_vec(),
        };
        let (note, at) = (String::new(), String::new());
        let decision = Decision { subject, verdict, source, note, at, then };
        let last = self.last(subject).map(|last| last.note.clone());
        let note = last.or_else(|| self.noted_earlier(&decision)).unwrap_or_default();
        Decision { note, ..decision }
    }
}

/// The contents of two documents of a result.
pub(crate) fn contents(snapshot: &Snapshot, (a, b): (&DocPath, &DocPath)) -> Option<[u128; 2]> {
    let content = |path: &DocPath| {
        let id = find_doc(snapshot, path).filter(|id| id.index() < snapshot.present)?;
        Some(snapshot.doc(id).file.content)
    };
    Some([content(a)?, content(b)?])
}

/// The place of the one of two documents that the other took from, where the dates in the files say so.
pub(crate) fn dated_first([a, b]: [&DocInfo; 2], batch: &BatchDates) -> Option<usize> {
    let hints = Originality::weigh(&a.file, &b.file, batch).hints;
    let stated = hints.into_iter().find(|hint| hint.basis != Basis::Modified)?;
    Some(match stated.earlier {
        Earlier::Text => 0,
        Earlier::Source => 1,
    })
}

/// The documents of a cluster, by their contents.
fn subject_of(clusters: &Clusters, cluster: &Cluster) -> Subject {
    let members = cluster.texts.iter().flatten();
    let contents =
        members.filter_map(|id| clusters.docs.get(id.index())).map(|doc| doc.file.content);
    Subject::cluster(contents.collect())
}

/// A decision in words, with when it was made: `rewrite: ask on Friday`.
pub(crate) fn describe(decision: &Decision, when: &str) -> String {
    let Decision { verdict, note, .. } = decision;
    let colon = if note.is_empty() { "" } else { ": " };
    format!("{verdict}{when}{colon}{}", visible(note))
}

/// Who took from whom, of documents with these contents that are called so: `, B took from A`. Empty where it is not known.
pub(crate) fn took(decision: &Decision, contents: [u128; 2], names: [&str; 2]) -> String {
    decision.who_took(contents, names).map_or(String::new(), |took| format!(", {took}"))
}

/// The pair of copies that a decision is about instead of these documents, as it was named; `None` for one on these.
pub(crate) fn on_copies(decision: &Decision, (a, b): (&DocPath, &DocPath)) -> Option<String> {
    let [one, other] = &*decision.then.names else { return None };
    let mut then = [&**one, &**other];
    let (a, b) = (a.name(), b.name());
    let mut now = [&*a, &*b];
    then.sort_unstable();
    now.sort_unstable();
    (then != now).then(|| format!("{} ↔ {}", visible(one), visible(other)))
}

/// The sign of a decision in the list: the letter of its verdict, or `n` for a note on an undecided pair.
pub(crate) const fn sign_of(decision: &Decision) -> &'static str {
    match decision.verdict {
        Verdict::Undecided => "n",
        verdict => letter(verdict),
    }
}

/// The letter of a verdict, which is its key.
pub(crate) const fn letter(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Undecided => "o",
        Verdict::Rewrite => "r",
        Verdict::Quotation => "q",
        Verdict::Common => "c",
        Verdict::Unrelated => "u",
        Verdict::Mine => "m",
        Verdict::Siblings => "s",
    }
}
