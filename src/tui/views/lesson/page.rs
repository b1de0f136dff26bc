//! The rows of a step: sentences, figure, and the part of both on the screen.

use std::ops::Range;

use shingle::lesson::page::{figure, positions};
use shingle::lesson::{FigureRow, Flow, Ink};

use super::OpenLesson;
use crate::tui::layout::LessonAreas;

/// Most screens of a figure above the sentences, which must be near.
const SCREENS: usize = 2;

/// The rows of a step, as scrolled on the screen.
#[derive(Debug, Default)]
pub(crate) struct LessonPage {
    pub(crate) rows: Vec<FigureRow>,
    /// Number of rows that fit.
    pub(crate) height: usize,
    /// Number of rows scrolled away.
    pub(crate) top: usize,
    /// The figure, as a range of the rows.
    pub(crate) figure: Range<usize>,
    /// Number of positions of the figure's point, and the present position. 1 without a point.
    pub(crate) points: usize,
    pub(crate) at: usize,
}

impl LessonPage {
    /// Returns the largest `top`.
    pub(crate) fn last(&self) -> usize {
        self.rows.len().saturating_sub(self.height)
    }

    /// Returns true if not all rows fit. A row then names the key to see more.
    pub(crate) fn is_cut(&self) -> bool {
        self.last() > 0
    }

    /// Returns the `top` nearest to the present one that shows the figure, or the beginning of a long figure.
    pub(crate) fn top_of_figure(&self) -> usize {
        let Range { start, end } = self.figure;
        self.top.max(end.saturating_sub(self.height)).min(start).min(self.last())
    }
}

impl OpenLesson {
    /// Returns the rows of the step: sentences, then the figure. If not all rows fit, the figure is above the sentences and
    /// below a brief version, which an audience has beside the large number.
    pub(crate) fn page(&self, areas: &LessonAreas) -> LessonPage {
        let (width, height) = (usize::from(areas.page.width), usize::from(areas.page.height));
        let mut rows = self.asked_rows(width);
        let Some((lesson, step)) = self.now().filter(|_| !self.is_hidden()) else {
            return LessonPage { rows, height, points: 1, ..LessonPage::default() };
        };
        let points = positions(lesson, step.kind);
        let at = self.place.unwrap_or(step.first).min(points - 1);
        let drawn = figure(lesson, step, width, Some(at));
        let is_projected = areas.large.height > 0;
        // The last row names the key to see more.
        let cut_height = if is_projected { height } else { height.saturating_sub(1).max(1) };
        let mut above = sentence_rows(&step.paragraphs, width);
        let mut below = Vec::new();
        let taken = rows.len() + drawn.len();
        if is_projected || taken + above.len() > height {
            let brief = std::slice::from_ref(&step.brief);
            let brief = if is_projected { Vec::new() } else { sentence_rows(brief, width) };
            if drawn.len() <= SCREENS * cut_height {
                below = std::mem::replace(&mut above, brief);
                // The empty row goes before the sentences.
                let empty = below.pop().unwrap_or_default();
                below.insert(0, empty);
            }
        }
        rows.append(&mut above);
        let figure = rows.len()..rows.len() + drawn.len();
        rows.extend(drawn);
        rows.append(&mut below);
        let height = if rows.len() > height { cut_height } else { height };
        let page = LessonPage { rows, height, top: 0, figure, points, at };
        LessonPage { top: self.top.min(page.last()), ..page }
    }

    /// Returns true if ↓ and ↑ move a point in the figure of the step.
    pub(crate) fn has_point(&self) -> bool {
        self.now().is_some_and(|(_, step)| step.kind.moves().is_some())
    }
}

/// Wraps sentences, with an empty row after them.
fn sentence_rows(sentences: &[String], width: usize) -> Vec<FigureRow> {
    let mut flow = Flow::new(width);
    for sentence in sentences {
        flow.say(sentence, Ink::Plain).end();
    }
    flow.blank();
    flow.finish()
}
