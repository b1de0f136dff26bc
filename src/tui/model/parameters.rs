use std::{cmp::Ordering, ffi::OsStr, sync::Arc};

use shingle::base::{ids::DocId, path::DocPath, ratio::Ratio};
use shingle::pipeline::{Mark, Parameter, Row, Snapshot};

use crate::tui::model::{Effect, Model, SelectedNames};
use crate::tui::parameters::warnings::Warnings;

#[derive(Debug)]
pub(crate) struct ParameterState {
    /// The selected parameter of the bar: the last changed or selected one.
    pub(crate) chosen: Parameter,
    /// The pair selected before the change that is being undone. It is selected again when its ranking arrives.
    pub(crate) reselect: Option<SelectedNames>,
    pub(crate) effect: Effect,
    pub(crate) pin: Pinning,
    pub(crate) frozen: Option<Frozen>,
    /// The reason why the value in the line of input is invalid.
    pub(crate) refused: Option<String>,
    pub(crate) warnings: Warnings,
    pub(crate) threshold_drag: Option<ThresholdDrag>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ThresholdDrag {
    Begun,
    Changed,
}

impl Default for ParameterState {
    fn default() -> Self {
        Self {
            chosen: Parameter::Width,
            reselect: None,
            effect: Effect::default(),
            pin: Pinning::default(),
            frozen: None,
            refused: None,
            warnings: Warnings::default(),
            threshold_drag: None,
        }
    }
}

impl Model {
    /// Counts the top-level folders of the documents: each may be one author's.
    pub(crate) fn top_folders(&self) -> u64 {
        let docs = self.snapshot.iter().flat_map(|snapshot| &snapshot.docs[..snapshot.present]);
        // Documents are sorted by path, so documents of a folder are neighbours.
        let mut folders: Vec<&OsStr> = docs
            .map(|doc| doc.path.as_path())
            .filter_map(|path| path.parent()?.iter().next())
            .collect();
        folders.dedup();
        folders.len() as u64
    }
}

// The watcher's results while the list is frozen.

#[derive(Debug, Default)]
pub(crate) struct Frozen {
    pub(crate) newest: Option<Arc<Snapshot>>,
    /// Number of folder changes since the list was frozen.
    pub(crate) changes: u64,
}

// A pinned ranking, and the moves of each row of a later ranking.

/// The change of a row since the ranking was pinned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RankChange {
    /// The row was not in the list.
    New,
    Moved {
        /// Number of rows that the row rose, or fell if negative.
        places: i64,
        /// Hundredths by which the score rose.
        points: i64,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct Pin {
    pub(crate) snapshot: Arc<Snapshot>,
    /// Every row by its two documents, sorted.
    rows: Vec<(DocId, DocId, u32)>,
    /// The row of every document in a group of copies, sorted.
    copies: Vec<(DocId, u32)>,
}

impl Pin {
    /// Indexes the ranking. A million rows take tens of milliseconds, so the index must not be built on the screen's
    /// thread.
    pub(crate) fn new(snapshot: Arc<Snapshot>) -> Self {
        let mut rows = Vec::with_capacity(snapshot.rows.len());
        let mut copies = Vec::new();
        for (place, row) in snapshot.rows.iter().enumerate() {
            if row.mark() == Mark::Gone {
                continue;
            }
            rows.push((row.pair().a, row.pair().b, place as u32));
            if let Row::Copies { members, .. } = row {
                copies.extend(members.iter().map(|member| (*member, place as u32)));
            }
        }
        rows.sort_unstable();
        copies.sort_unstable();
        Self { snapshot, rows, copies }
    }

    /// Returns the change of a row of `now`, at `place`. `None` for a removed row.
    pub(crate) fn rank_change(
        &self,
        now: &Snapshot,
        place: usize,
        row: &Row,
    ) -> Option<RankChange> {
        if row.mark() == Mark::Gone {
            return None;
        }
        let (a, b) = now.names(row);
        let ids = self.document_id(a).zip(self.document_id(b));
        let Some((before, old)) = ids.and_then(|(a, b)| self.row_of_pair(a, b)) else {
            return Some(RankChange::New);
        };
        let hundredths = |row: &Row| {
            let (num, den) = row.pair().score.parts();
            (u128::from(num) * 200 + u128::from(den)) / (2 * u128::from(den))
        };
        let points = i64::try_from(hundredths(row)).unwrap_or(0)
            - i64::try_from(hundredths(old)).unwrap_or(0);
        let signed = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
        Some(RankChange::Moved { places: signed(before) - signed(place), points })
    }

    fn document_id(&self, path: &DocPath) -> Option<DocId> {
        let docs = self.snapshot.docs.get(..self.snapshot.present)?;
        docs.binary_search_by(|doc| doc.path.cmp(path)).ok().map(|place| DocId(place as u32))
    }

    /// Returns the pinned row of two documents: their own, or the row of the copies that contain both.
    fn row_of_pair(&self, a: DocId, b: DocId) -> Option<(usize, &Row)> {
        let own = self
            .rows
            .binary_search_by(|(left, right, _)| (*left, *right).cmp(&(a, b)))
            .ok()
            .and_then(|place| self.rows.get(place))
            .map(|(_, _, row)| *row);
        let place =
            own.or_else(|| self.group_row(a).filter(|group| self.group_row(b) == Some(*group)))?;
        let place = place as usize;
        self.snapshot.rows.get(place).map(|row| (place, row))
    }

    fn group_row(&self, doc: DocId) -> Option<u32> {
        let place = self.copies.binary_search_by(|(one, _)| one.cmp(&doc)).ok()?;
        self.copies.get(place).map(|(_, row)| *row)
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) enum Pinning {
    #[default]
    Off,
    /// The ranking is being indexed.
    Awaited(Arc<Snapshot>),
    On(Arc<Pin>),
}

impl Pinning {
    pub(crate) fn pin(&self) -> Option<&Pin> {
        match self {
            Self::On(pin) => Some(pin),
            _ => None,
        }
    }
}

impl RankChange {
    /// Returns the text of the list: `▲3 +4%`, `▼12`, `=`, `new`. Narrow lists skip the second part.
    pub(crate) fn list_text(self) -> (String, String) {
        let Self::Moved { places, points } = self else { return ("new".into(), String::new()) };
        let rank = match places.cmp(&0) {
            Ordering::Greater => format!("▲{places}"),
            Ordering::Less => format!("▼{}", places.unsigned_abs()),
            Ordering::Equal => "=".into(),
        };
        let score = if points == 0 { String::new() } else { format!("{points:+}%") };
        (rank, score)
    }
}

// The columns of the histogram and of the threshold's line.

/// Columns reserved for the text beside the bars.
pub(crate) const WORDS: u16 = 24;
/// Columns of the longest text beside the bars, which explains the score.
const ALL_WORDS: u16 = 66;

/// The columns of a histogram: one for every hundredth or for every two, and one for the line between two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HistogramScale {
    /// Hundredths per column: 1 or 2.
    pub(crate) step: u16,
}

impl HistogramScale {
    /// Returns the finest scale that leaves room for the longest text in `width` columns.
    pub(crate) const fn for_width(width: u16) -> Self {
        Self { step: if width >= 104 + ALL_WORDS { 1 } else { 2 } }
    }

    /// Returns the number of bars. The last bar also counts the pairs of exactly 100%.
    pub(crate) const fn bars(self) -> u16 {
        100 / self.step
    }

    /// Returns the column of the line: the number of bars left of the line.
    pub(crate) fn line_column(self, threshold: Ratio) -> u16 {
        let (num, den) = threshold.parts();
        let hundredths = u128::from(num) * 100 / u128::from(den);
        u16::try_from(hundredths).unwrap_or(100).min(100) / self.step
    }

    /// Returns the threshold for a line in this column, counted from 0. Past the last bar, the threshold is 100%.
    pub(crate) fn threshold(self, column: u16) -> Ratio {
        Ratio::new(u64::from((column.min(self.bars())) * self.step), 100)
    }
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;

    use super::HistogramScale;

    #[test]
    fn line_and_threshold_agree_in_every_column() {
        for step in [1, 2] {
            let scale = HistogramScale { step };
            for column in 0..=scale.bars() {
                assert_eq!(scale.line_column(scale.threshold(column)), column);
            }
            assert_eq!(scale.threshold(500), Ratio::ONE);
            assert_eq!(scale.line_column(Ratio::ONE), scale.bars());
        }
    }

    #[test]
    fn a_threshold_within_a_bar_has_its_line_before_it() {
        assert_eq!(HistogramScale { step: 2 }.line_column(Ratio::new(25, 100)), 12);
        assert_eq!(HistogramScale { step: 1 }.line_column(Ratio::new(1, 8)), 12);
    }
}
