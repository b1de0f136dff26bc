//! What a change of the folder did to the ranked list, in one sentence, and which marked rows have been on the screen
//! since. It compares no rows.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use shingle::base::ids::DocId;
use shingle::base::numbers::{counted, thousands};
use shingle::engine::{Activity, DocumentEvent};
use shingle::pipeline::{Mark, News, Pair, Row, Snapshot};

use crate::tui::model::{Pin, SincePin, problems::activity::sentence};

/// Waits until it knows both, what happened to files and how the rows changed, and keeps the sentence.
#[derive(Debug, Default)]
pub(crate) struct FolderNews {
    /// What happened to files, in one sentence.
    files: Option<String>,
    /// How the rows changed since the last sentence.
    rows: Option<RowNews>,
    /// The sentence in ever shorter forms, the longest first.
    sentences: Vec<String>,
    /// The marked rows that were on the screen, by number.
    viewed: HashSet<usize>,
    /// Whether all of them were.
    done: bool,
}

/// How the rows changed.
#[derive(Debug, Clone, Copy, Default)]
struct RowNews {
    news: News,
    /// The old and the new position of the selected row, counted from 0.
    moved: Option<(usize, usize)>,
    /// Whether the selected row is gone.
    lost: bool,
}

impl FolderNews {
    /// Takes what happened to files, newest first.
    pub(crate) fn files(&mut self, happened: &[&Activity]) {
        if let Some(files) = files(happened) {
            self.files = Some(files);
        }
    }

    /// Takes how the rows changed. The selected one moved from line `from` to line `to`.
    pub(crate) fn rows(&mut self, news: News, (from, to): (usize, usize), lost: bool) {
        self.viewed.clear();
        self.done = false;
        let before = self.rows.take().unwrap_or_default();
        let sum = News {
            new: before.news.new + news.new,
            changed: before.news.changed + news.changed,
            gone: before.news.gone + news.gone,
            grouped: before.news.grouped || news.grouped,
            marked: news.marked,
        };
        let from = before.moved.map_or(from, |(first, _)| first);
        self.rows = Some(RowNews { news: sum, moved: Some((from, to)), lost: before.lost || lost });
    }

    /// The parameters changed, or nothing was shown before, so there is nothing to say about rows.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Makes the sentence once both are known. Returns whether it did.
    pub(crate) fn report(&mut self) -> bool {
        if self.files.is_none() || self.rows.is_none() {
            return false;
        }
        let (Some(files), Some(rows)) = (self.files.take(), self.rows.take()) else {
            return false;
        };
        self.sentences = sentences(&files, rows);
        true
    }

    /// Drops the sentence, because something else says it.
    pub(crate) fn skip(&mut self) {
        (self.files, self.rows) = (None, None);
    }

    /// The sentence in ever shorter forms.
    pub(crate) fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// Drops the sentence: it has been read, and the selection may have moved.
    pub(crate) fn clear(&mut self) {
        self.sentences.clear();
        if let Some(rows) = &mut self.rows {
            rows.moved = None;
        }
    }

    /// Notes that a marked row was on the screen.
    pub(crate) fn see(&mut self, row: usize) {
        self.viewed.insert(row);
    }

    /// Whether this many marked rows, which are all, were on the screen. Then it is [done](Self::is_done).
    pub(crate) fn is_all(&mut self, marked: u64) -> bool {
        self.done = self.viewed.len() as u64 >= marked;
        self.done
    }

    /// Whether all marked rows were on the screen.
    pub(crate) const fn is_done(&self) -> bool {
        self.done
    }
}

/// What happened to files: to one by name, to several by their number. `None` if nothing did.
fn files(happened: &[&Activity]) -> Option<String> {
    let newest = happened.first()?;
    if let [_] = happened {
        return Some(match &newest.what {
            DocumentEvent::Changed(_) => format!("{} changed", newest.path),
            _ => sentence(newest),
        });
    }
    let all = counted(happened.len() as u64, "file");
    let alike = |what: fn(&DocumentEvent) -> bool| happened.iter().all(|one| what(&one.what));
    Some(match () {
        () if alike(|what| matches!(what, DocumentEvent::New)) => format!("{all} are new"),
        () => format!("{all} changed"),
    })
}

fn sentences(files: &str, rows: RowNews) -> Vec<String> {
    let RowNews { news, moved, lost } = rows;
    let noun = if news.grouped { "row" } else { "pair" };
    let counts = [(news.new, "new"), (news.changed, "changed"), (news.gone, "gone")];
    let parts = counts.into_iter().filter(|(count, _)| *count > 0);
    let listed: Vec<String> = parts
        .clone()
        .enumerate()
        .map(|(place, (count, what))| match (place, what) {
            (0, "new") => {
                let noun = if count == 1 { noun.to_string() } else { format!("{noun}s") };
                format!("{} new {noun}", thousands(count))
            }
            (0, _) => format!("{} {what}", counted(count, noun)),
            _ => format!("{} {what}", thousands(count)),
        })
        .collect();
    let Some((_, filter)) = parts.clone().next() else {
        return vec![format!("{files}: every {noun} as before")];
    };
    let listed = listed.join(", ");
    let shows = match parts.clone().map(|(count, _)| count).sum::<u64>() {
        1 => format!("/{filter} shows it"),
        _ if parts.count() == 1 => format!("/{filter} shows them"),
        _ => format!("/{filter} shows the {filter}"),
    };
    let moved = match moved {
        _ if lost => "; the selected row is gone".to_string(),
        Some((from, to)) if from != to => format!(
            "; the selected row went from {} to {}",
            thousands(from as u64 + 1),
            thousands(to as u64 + 1)
        ),
        _ => String::new(),
    };
    vec![
        format!("{files}: {listed}{moved} · {shows}"),
        format!("{files}: {listed}{moved}"),
        format!("{files}: {listed} · {shows}"),
        format!("{files}: {listed}"),
        listed,
    ]
}

// A result beside an earlier one: which of its rows came since, and the rows that fell out.

/// A result with the rows that an earlier one had and it has not.
#[derive(Debug)]
pub(crate) struct RowsSince {
    /// The result, with those rows behind its own. They have their earlier scores, and count as gone.
    pub(crate) snapshot: Arc<Snapshot>,
    /// How many rows are its own.
    own: usize,
    /// For each of its own rows, whether it came since.
    gained: Vec<bool>,
}

impl RowsSince {
    /// Compares `now` with `before`. The rows that fell out are appended where they are wanted. `None` if stopped.
    pub(crate) fn compare(
        now: &Arc<Snapshot>,
        before: &Arc<Snapshot>,
        with_lost: bool,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (then, index) = (Pin::new(Arc::clone(before)), Pin::new(Arc::clone(now)));
        let is_new = |row: &Row| row.mark() != Mark::Gone && !then.has(&index, row);
        let gained = now.rows.iter().map(is_new).collect();
        if stop() {
            return None;
        }
        let snapshot = if with_lost { with_rows_lost(&index, &then) } else { Arc::clone(now) };
        Some(Self { snapshot, own: now.rows.len(), gained })
    }

    /// How the row at a place of the snapshot stands.
    pub(crate) fn standing(&self, place: usize) -> SincePin {
        if place >= self.own {
            return SincePin::Lost;
        }
        if self.gained.get(place) == Some(&true) { SincePin::Gained } else { SincePin::Stayed }
    }
}

/// A result with the rows of an earlier one that it has not.
fn with_rows_lost(now: &Pin, then: &Pin) -> Arc<Snapshot> {
    let before = &then.snapshot;
    let is_lost = |row: &&Row| row.mark() != Mark::Gone && !now.has(then, row);
    let lost: Vec<&Row> = before.rows.iter().filter(is_lost).collect();
    if lost.is_empty() {
        return Arc::clone(&now.snapshot);
    }
    let mut whole = Snapshot::clone(&now.snapshot);
    let mut known: HashMap<DocId, DocId> = HashMap::new();
    let mut take = |id: DocId| {
        *known.entry(id).or_insert_with(|| {
            let doc = before.doc(id);
            now.document(&doc.path).unwrap_or_else(|| {
                let docs = Arc::make_mut(&mut whole.docs);
                docs.push(doc.clone());
                DocId(docs.len() as u32 - 1)
            })
        })
    };
    let rows: Vec<Row> = lost
        .into_iter()
        .map(|row| {
            let pair = row.pair();
            let pair = Pair { a: take(pair.a), b: take(pair.b), ..*pair };
            match row {
                Row::Pair { more, .. } => Row::Pair { pair, more: *more, mark: Mark::Gone },
                Row::Copies { members, .. } => {
                    let members = members.iter().map(|id| take(*id)).collect();
                    Row::Copies { pair, members, mark: Mark::Gone }
                }
            }
        })
        .collect();
    whole.rows.change(|all| all.extend(rows));
    Arc::new(whole)
}

#[cfg(test)]
mod tests {
    use crate::tui::tests::fake;
    use std::sync::Arc;

    use shingle::pipeline::parameters::Params;
    use shingle::pipeline::ranking::row::{Mark, Row};
    use shingle::pipeline::results::snapshot::Snapshot;

    use super::{RowsSince, SincePin};

    fn ranking(names: &[&str], rows: &[(u32, u32, u32)]) -> Arc<Snapshot> {
        let rows: Vec<_> =
            rows.iter().map(|(a, b, n)| (*a, *b, *n, 100, 100, Mark::None)).collect();
        Arc::new(fake::ranking(1, &Params::defaults(), names, &rows))
    }

    /// The rows with their standing: `+a-b` came, `-a-b` fell out.
    fn said(now: &Arc<Snapshot>, before: &Arc<Snapshot>) -> Vec<String> {
        let since = RowsSince::compare(now, before, true, &|| false).unwrap();
        let rows = since.snapshot.rows.iter().enumerate();
        rows.map(|(place, row)| {
            let sign = match since.standing(place) {
                SincePin::Lost => "-",
                SincePin::Gained => "+",
                SincePin::Stayed => "",
            };
            let (a, b) = since.snapshot.names(row);
            format!("{sign}{a}{b}")
        })
        .collect()
    }

    #[test]
    fn rows_come_and_fall_out_by_the_names_of_their_documents() {
        // Between the two, c came and a went, so numbers mean other documents.
        let before = ranking(&["a", "b", "d", "e"], &[(0, 1, 90), (1, 2, 80), (2, 3, 70)]);
        let now = ranking(&["b", "c", "d", "e"], &[(0, 1, 95), (2, 3, 60)]);
        assert_eq!(said(&now, &before), ["+bc", "de", "-ab", "-bd"]);
        assert_eq!(said(&now, &now), ["bc", "de"]);
        // A lost row keeps its score, and a document that is there its number.
        let since = RowsSince::compare(&now, &before, true, &|| false).unwrap();
        let lost = since.snapshot.rows.get(3).unwrap().pair();
        assert_eq!((lost.a.0, lost.b.0, lost.overlap.shared), (0, 2, 80));
        assert_eq!(since.snapshot.docs.len(), 5, "only a is carried over");
        assert!(RowsSince::compare(&now, &before, true, &|| true).is_none());
        assert_eq!(
            RowsSince::compare(&now, &before, false, &|| false).unwrap().snapshot.rows.len(),
            2
        );
    }

    #[test]
    fn a_pair_of_copies_stays_though_another_copy_stands_for_them() {
        let mut before = Snapshot::clone(&ranking(&["a", "b", "z"], &[(0, 1, 100), (0, 2, 50)]));
        before.rows.change(|rows| {
            let pair = *rows[0].pair();
            rows[0] = Row::Copies { pair, members: vec![pair.a, pair.b], mark: Mark::None };
        });
        // a is gone, so b stands for the copies.
        let now = ranking(&["b", "z"], &[(0, 1, 50)]);
        assert_eq!(said(&now, &Arc::new(before.clone())), ["bz", "-ab"]);
        assert_eq!(said(&Arc::new(before), &now), ["+ab", "az"]);
    }
}
