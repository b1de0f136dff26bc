//! Describes the effect of folder changes on the ranked list in one sentence, and records which marked rows the user
//! has seen since.

use std::collections::HashSet;

use shingle::base::numbers::{format_count, thousands};
use shingle::engine::Activity;
use shingle::pipeline::News;

use crate::tui::model::activity::summary;

/// Waits for the changes of files and for the changes of rows, and stores the sentence about both.
#[derive(Debug, Default)]
pub(crate) struct FolderNews {
    /// Changes of files, in one sentence.
    files: Option<String>,
    /// Changes of the rows since the last sentence.
    rows: Option<RowNews>,
    /// The sentence, longest form first.
    sentences: Vec<String>,
    /// The indices of marked rows that were on the screen.
    viewed: HashSet<usize>,
    /// True if all marked rows were on the screen.
    done: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct RowNews {
    news: News,
    /// The old and the new position of the selected row, counted from 0.
    moved: Option<(usize, usize)>,
    /// True if the selected row is gone.
    lost: bool,
}

impl FolderNews {
    /// Adds the changes of files, newest first.
    pub(crate) fn add_files(&mut self, happened: &[&Activity]) {
        if let Some(files) = summary(happened) {
            self.files = Some(files);
        }
    }

    /// Adds the changes of rows. The selected row moved from line `from` to line `to`.
    pub(crate) fn add_rows(&mut self, news: News, (from, to): (usize, usize), lost: bool) {
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

    /// Drops all news, because the parameters changed or the list was empty before.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    /// Builds the sentence when files and rows are known. Returns true if it did.
    pub(crate) fn build_sentences(&mut self) -> bool {
        if self.files.is_none() || self.rows.is_none() {
            return false;
        }
        let (Some(files), Some(rows)) = (self.files.take(), self.rows.take()) else {
            return false;
        };
        self.sentences = sentences(&files, rows);
        true
    }

    /// Drops the sentence, because another note replaces it.
    pub(crate) fn drop_pending(&mut self) {
        (self.files, self.rows) = (None, None);
    }

    /// Returns the sentence, longest form first.
    pub(crate) fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// Drops the sentence: the user has read it, and the selection may have moved.
    pub(crate) fn clear(&mut self) {
        self.sentences.clear();
        if let Some(rows) = &mut self.rows {
            rows.moved = None;
        }
    }

    /// Records that a marked row was on the screen.
    pub(crate) fn record_viewed(&mut self, row: usize) {
        self.viewed.insert(row);
    }

    /// Returns true if all `marked` rows were on the screen, and sets [done](Self::is_done).
    pub(crate) fn update_done(&mut self, marked: u64) -> bool {
        self.done = self.viewed.len() as u64 >= marked;
        self.done
    }

    /// Returns true if all marked rows were on the screen.
    pub(crate) const fn is_done(&self) -> bool {
        self.done
    }
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
            (0, _) => format!("{} {what}", format_count(count, noun)),
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
