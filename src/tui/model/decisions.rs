//! The marks of the list: the mark of a row, the number of marked rows, and the marks for undo.

use std::sync::Arc;

use shingle::decisions::{ContentPair, MarkKind, NewestMarks, Unparsed, UserMark};
use shingle::pipeline::{DocInfo, Earlier, Originality, Row, Snapshot};
use shingle::{
    base::path::DocPath, base::ratio::Ratio, base::visible::make_visible, compare::Measure,
    decisions::decision::Circumstances, decisions::decision::format_score,
    pipeline::document::original::Basis, pipeline::document::original::BatchDates,
    visits::PairNames,
};

use crate::tui::{
    model::MarksOfCopies, model::arrange::DecidedCounts, model::arrange::mark_of_row,
};

/// Key that explains the marks, before a letter is typed.
pub(crate) const MEANINGS: char = '?';

/// The contents of a file of marks or phrases with its invalid lines, or the reason why reading or writing failed.
pub(crate) type FileAnswer<T> = Result<(T, Unparsed), String>;

#[derive(Debug, Default)]
pub(crate) struct Marks {
    pub(crate) all: Arc<NewestMarks>,
    pub(crate) last: Option<MarkKind>,
    /// The mark of the last action. The next note belongs to this mark, even if the list hides its row.
    pub(crate) just_marked: Option<UserMark>,
    /// Marks that rows inherit from pairs of copies, or from earlier bytes of the same text.
    pub(crate) copies: MarksOfCopies,
    pub(crate) decided: Option<DecidedCounts>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NewMark {
    pub(crate) verdict: MarkKind,
    /// The index of the text from which the other text copied.
    pub(crate) source: Option<usize>,
    /// True for a mark of several rows, whose directions stay.
    pub(crate) keeps_source: bool,
}

impl From<MarkKind> for NewMark {
    fn from(verdict: MarkKind) -> Self {
        Self { verdict, source: None, keeps_source: false }
    }
}

impl Marks {
    pub(crate) fn mark_of_row(&self, snapshot: &Snapshot, row: &Row) -> Option<&UserMark> {
        mark_of_row((&self.all, &self.copies), snapshot, row)
    }

    /// Returns the mark of two documents: of a pair, or of a document and a source.
    pub(crate) fn mark_of_documents(&self, a: &DocInfo, b: &DocInfo) -> Option<&UserMark> {
        self.mark_of_subject(ContentPair::new(a.file.content, b.file.content))
    }

    /// Returns the mark of a subject, or a note on an unmarked subject. `None` for neither.
    pub(crate) fn mark_of_subject(&self, subject: ContentPair) -> Option<&UserMark> {
        self.last_entry_on(subject).filter(|one| one.has_mark_or_note())
    }

    /// Returns the last entry about a subject, even if that entry removed the mark.
    fn last_entry_on(&self, subject: ContentPair) -> Option<&UserMark> {
        self.all.last_mark_even_if_undone(subject).or_else(|| self.copies.get(&subject))
    }

    /// Returns the index of the document from which the other document copied, and true if a mark states this. Without
    /// such a mark, uses the dates in the files, which may be dates of a copy. `None` for a mark on other documents,
    /// which have copies here.
    pub(crate) fn source_index(
        &self,
        [a, b]: [&DocInfo; 2],
        (batch, snapshot): (&BatchDates, &Snapshot),
    ) -> Option<(usize, bool)> {
        let mark = self.mark_of_documents(a, b);
        if mark.is_some_and(|mark| marked_pair_of_copies(mark, [a, b], snapshot).is_some()) {
            return None;
        }
        let contents = [a, b].map(|doc| doc.file.content);
        let decided = mark.and_then(|mark| mark.side_of_source(contents));
        let dated = || source_by_date([a, b], batch).map(|place| (place, false));
        decided.map(|place| (place, true)).or_else(dated)
    }

    /// Returns each mark together with the previous mark of its subject, the previous one first.
    pub(crate) fn zip_with_previous_marks(
        &self,
        decisions: &[UserMark],
    ) -> Vec<(UserMark, UserMark)> {
        let before = |decision: &UserMark| {
            // A note on an earlier version stays, because undoing a mark removes no note.
            let undecided = || {
                let note = self.earlier_note(decision).unwrap_or_default();
                UserMark { verdict: MarkKind::Undecided, note, ..decision.clone() }
            };
            self.last_entry_on(decision.subject).cloned().unwrap_or_else(undecided)
        };
        decisions.iter().map(|decision| (before(decision), decision.clone())).collect()
    }

    /// Returns the note on an earlier version of a pair, if the pair itself was never marked.
    fn earlier_note(&self, decision: &UserMark) -> Option<String> {
        let [one, other] = &*decision.then.names else { return None };
        let ContentPair(a, b) = decision.subject;
        let earlier =
            self.all.mark_on_other_version(&decision.then.folder, (one, other), (a, b))?;
        Some(earlier.note.clone())
    }

    /// Builds a mark of two documents with this score. Copies the note on them, or on their earlier version.
    pub(crate) fn draft_pair_mark(
        &self,
        folder: &str,
        [a, b]: [&DocInfo; 2],
        (share, measure): (Ratio, Measure),
        NewMark { verdict, source, keeps_source }: NewMark,
    ) -> UserMark {
        let contents = [a, b].map(|doc| doc.file.content);
        let subject = ContentPair::new(contents[0], contents[1]);
        let last = self.last_entry_on(subject);
        // A quotation has a direction too, so a new direction does not replace the mark.
        let is_quotation = last.is_some_and(|last| last.verdict == MarkKind::Quotation);
        let stays = source.is_some() && is_quotation;
        let verdict = if stays { MarkKind::Quotation } else { verdict };
        let may_take = matches!(verdict, MarkKind::Reused | MarkKind::Quotation);
        let kept = last.filter(|last| keeps_source && last.verdict == verdict);
        let source = source.or_else(|| kept?.side_of_source(contents)).filter(|_| may_take);
        let source_name = source.map(|place| [a, b][place].path.name().into_owned());
        let source = source.and_then(|place| contents.get(place).copied());
        let mut files = [&a.file, &b.file];
        files.sort_by_key(|file| file.content);
        let then = Circumstances {
            folder: folder.to_string(),
            names: [a, b].map(|doc| doc.path.name().into_owned()).to_vec(),
            source_name: source_name.unwrap_or_default(),
            score: format_score(share, measure.name()),
            texts: files.map(|file| file.text).to_vec(),
        };
        let (note, at) = (String::new(), String::new());
        let decision = UserMark { subject, verdict, source, note, at, then };
        let note = last.map(|last| last.note.clone());
        let note = note.or_else(|| self.earlier_note(&decision)).unwrap_or_default();
        UserMark { note, ..decision }
    }
}

/// The two documents of a row to mark, with their score.
pub(crate) type MarkTarget<'m> = ([&'m DocInfo; 2], (Ratio, Measure));

pub(crate) fn present_documents<'s>(
    snapshot: &'s Snapshot,
    (a, b): &PairNames,
) -> Option<[&'s DocInfo; 2]> {
    let doc = |path| Some(snapshot.doc(snapshot.find_present_document(path)?));
    Some([doc(a)?, doc(b)?])
}

/// Returns the index of the document from which the other document copied, if the dates in the files show it.
fn source_by_date([a, b]: [&DocInfo; 2], batch: &BatchDates) -> Option<usize> {
    let hints = Originality::weigh_dates(&a.file, &b.file, batch).hints;
    let stated = hints.into_iter().find(|hint| hint.basis != Basis::Modified)?;
    Some(match stated.earlier {
        Earlier::Text => 0,
        Earlier::Source => 1,
    })
}

/// Describes a mark on an earlier version of documents, with its direction and score.
pub(crate) fn describe_earlier_mark(mark: &UserMark, docs: [&DocInfo; 2]) -> String {
    let contents = mark.contents_at_mark(docs.map(|doc| &doc.path));
    let contents = contents.unwrap_or_else(|| docs.map(|doc| doc.file.content));
    let direction = describe_direction(mark, contents, ["A", "B"]);
    let score = make_visible(&mark.then.score);
    let at = if score.is_empty() { String::new() } else { format!(", {score}") };
    describe_mark(mark, &format!("{direction} (earlier version{at})"))
}

/// Describes a mark, with `detail` behind its name: `reused, B took from A: ask on Friday`.
pub(crate) fn describe_mark(decision: &UserMark, detail: &str) -> String {
    let UserMark { verdict, note, .. } = decision;
    let colon = if note.is_empty() { "" } else { ": " };
    format!("{}{detail}{colon}{}", verdict.name(), make_visible(note))
}

/// Describes the direction of copying between documents with these contents and names: `, B took from A`. Empty if
/// unknown.
pub(crate) fn describe_direction(
    decision: &UserMark,
    contents: [u128; 2],
    names: [&str; 2],
) -> String {
    decision.describe_direction(contents, names).map_or(String::new(), |took| format!(", {took}"))
}

/// Returns the names and contents of the documents that the user marked, if `docs` have copies of these documents.
pub(crate) fn marked_pair_of_copies(
    mark: &UserMark,
    docs: [&DocInfo; 2],
    snapshot: &Snapshot,
) -> Option<[(DocPath, u128); 2]> {
    mark.marked_pair_of_copies(docs, snapshot.docs.get(..snapshot.present).unwrap_or_default())
}

/// Returns the sign of a mark in the list: its letter, or `n` for a note on an unmarked pair.
pub(crate) const fn mark_sign(decision: &UserMark) -> &'static str {
    match decision.verdict {
        MarkKind::Undecided => "n",
        verdict => verdict.letter(),
    }
}

/// Returns the marks in the order in which the screen lists their keys.
pub(crate) fn marks_in_order_of_keys() -> impl Iterator<Item = MarkKind> {
    MarkKind::ALL.iter().map(|(_, mark)| *mark).cycle().skip(1).take(MarkKind::ALL.len())
}
