//! What a change of the folder did to the ranked list, in one sentence, and which marked rows were on the screen since. It
//! compares no rows.

use std::collections::HashSet;

use shingle::base::numbers::{counted, thousands};
use shingle::engine::journal::{Activity, DocumentEvent};
use shingle::pipeline::results::snapshot::News;

use crate::tui::rooms::problems::activity::sentence;

/// Waits until both are told, what happened to files and what that did to the rows, and keeps the sentence.
#[derive(Debug, Default)]
pub(crate) struct FolderNews {
    /// The files, in one sentence.
    files: Option<String>,
    /// The rows, since it was last told.
    rows: Option<RowNews>,
    /// The same sentence ever shorter, the longest first.
    said: Vec<String>,
    /// Marked rows that were on the screen, by number.
    seen: HashSet<usize>,
    /// All of them were.
    done: bool,
}

/// What became of the rows.
#[derive(Debug, Clone, Copy, Default)]
struct RowNews {
    news: News,
    /// Where the selected row stood, and where it stands now, counted from 0.
    moved: Option<(usize, usize)>,
    /// The selected row is no longer there.
    lost: bool,
}

impl FolderNews {
    /// Something happened to these files, newest first.
    pub(crate) fn files(&mut self, happened: &[&Activity]) {
        if let Some(files) = files(happened) {
            self.files = Some(files);
        }
    }

    /// The rows are others, and the selected one stood in the first of these lines and stands in the second.
    pub(crate) fn rows(&mut self, news: News, (from, to): (usize, usize), lost: bool) {
        self.seen.clear();
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

    /// Other parameters, or nothing was shown before: there is nothing to be told of rows.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Makes the sentence once both are known; whether it did.
    pub(crate) fn tell(&mut self) -> bool {
        if self.files.is_none() || self.rows.is_none() {
            return false;
        }
        let (Some(files), Some(rows)) = (self.files.take(), self.rows.take()) else {
            return false;
        };
        self.said = sentences(&files, rows);
        true
    }

    /// It is told otherwise.
    pub(crate) fn skip(&mut self) {
        (self.files, self.rows) = (None, None);
    }

    /// What is to be said, ever shorter.
    pub(crate) fn said(&self) -> &[String] {
        &self.said
    }

    /// It was read, and the selection is wherever somebody moves it.
    pub(crate) fn hush(&mut self) {
        self.said.clear();
        if let Some(rows) = &mut self.rows {
            rows.moved = None;
        }
    }

    /// A marked row was on the screen.
    pub(crate) fn see(&mut self, row: usize) {
        self.seen.insert(row);
    }

    /// Whether all so many marked rows were on the screen; from now on that is [done](Self::is_done) then.
    pub(crate) fn is_all(&mut self, marked: u64) -> bool {
        self.done = self.seen.len() as u64 >= marked;
        self.done
    }

    /// Whether all marked rows were on the screen.
    pub(crate) const fn is_done(&self) -> bool {
        self.done
    }
}

/// What happened to files: to one by name, to several by their number. `None` when nothing did.
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
