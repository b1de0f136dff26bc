//! Describes the effect of folder changes on the ranked list in one sentence, and records which marked rows the user
//! has seen since.

use std::collections::HashSet;

use shingle::base::numbers::{format_count, thousands};
use shingle::pipeline::News;

#[derive(Debug, Default)]
pub(crate) struct FolderNews {
    /// Changes of files, in one sentence.
    pub(crate) files: Option<String>,
    /// Changes of the rows since the last sentence.
    rows: Option<RowNews>,
    /// The changes, the most important fact first.
    pub(crate) facts: Vec<String>,
    /// The indices of marked rows that were on the screen.
    pub(crate) viewed: HashSet<usize>,
    /// True if all marked rows were on the screen.
    pub(crate) done: bool,
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
    /// The selected row moved from line `from` to line `to`.
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

    /// Builds the facts when files and rows are known. Returns true if it did.
    pub(crate) fn build_facts(&mut self) -> bool {
        let (Some(files), Some(rows)) = (&self.files, self.rows) else { return false };
        self.facts = facts(files, rows);
        self.drop_pending();
        true
    }

    pub(crate) fn drop_pending(&mut self) {
        (self.files, self.rows) = (None, None);
    }

    /// Drops the facts: the user has read them, and the selection may have moved.
    pub(crate) fn clear(&mut self) {
        self.facts.clear();
        if let Some(rows) = &mut self.rows {
            rows.moved = None;
        }
    }
}

fn facts(files: &str, rows: RowNews) -> Vec<String> {
    let RowNews { news, moved, lost } = rows;
    let noun = if news.grouped { "row" } else { "pair" };
    let counts = [(news.new, "new"), (news.changed, "changed"), (news.gone, "gone")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let Some((first, filter)) = counts.clone().next() else {
        return vec![format!("{files}: every {noun} as before")];
    };
    let rest = counts.skip(1).map(|(count, what)| format!(", {} {what}", thousands(count)));
    let rows = format!("{} {filter}{}", format_count(first, noun), rest.collect::<String>());
    let mut facts = vec![format!("{files}: {rows}"), format!("/{filter} shows them")];
    match moved {
        _ if lost => facts.push("the selected row is gone".into()),
        Some((from, to)) if from != to => facts.push(format!(
            "the selected row went from {} to {}",
            thousands(from as u64 + 1),
            thousands(to as u64 + 1)
        )),
        _ => {}
    }
    facts
}
