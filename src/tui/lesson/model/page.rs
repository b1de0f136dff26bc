//! The rows of a step: its sentences, its figure, and what of both is on the screen.

use std::ops::Range;

use shingle::lesson::page::flow::Flow;
use shingle::lesson::page::parts::LaidFigure;
use shingle::lesson::page::{FigureRoom, enough, figure};
use shingle::lesson::step::{FigureRow, Ink};

use crate::tui::lesson::areas::LessonAreas;

use super::OpenLesson;

/// With at least this many rows for the figure, sentences stay on the screen above it.
const FIGURE: usize = 7;

/// The rows of a step that are shown.
#[derive(Debug, Default)]
pub(crate) struct LessonPage {
    /// Rows that stay: the sentences, if they and a figure fit.
    pub(crate) fixed: Vec<FigureRow>,
    /// Rows that scroll.
    pub(crate) rows: Vec<FigureRow>,
    /// How many of them fit.
    pub(crate) height: usize,
    /// How many of them are scrolled away.
    pub(crate) top: usize,
    /// The figure among the rows that scroll.
    pub(crate) figure: Range<usize>,
    /// The positions of the figure's point, and the one that it is at. 1 without a point.
    pub(super) points: usize,
    pub(super) at: usize,
}

impl LessonPage {
    /// How many rows it goes on at most.
    pub(crate) fn last(&self) -> usize {
        self.rows.len().saturating_sub(self.height)
    }

    /// Whether some of it is out of sight. A row then says how to get there.
    pub(crate) fn is_cut(&self) -> bool {
        self.last() > 0
    }
}

impl OpenLesson {
    /// The rows of the step for its regions. The figure is whole or, if it is long, a screenful: sentences that leave it no
    /// room stand below it, and the rest of the figure below these. For an audience, all sentences do.
    pub(crate) fn page(&self, areas: &LessonAreas) -> LessonPage {
        let Some((lesson, step)) = self.now() else { return LessonPage::default() };
        let (width, height) = (usize::from(areas.page.width), usize::from(areas.page.height));
        if areas.large.height > 0 {
            return self.laid_out(Vec::new(), (width, height), &step.says);
        }
        let wanted = enough(lesson, step, width);
        // As many paragraphs above the figure as leave it whole, the others below it.
        let begun = (1..=step.says.len()).rev().find_map(|count| {
            let (first, rest) = step.says.split_at(count);
            let rows = said(first, width);
            let is_whole = |cut: bool| rows.len() + wanted + usize::from(cut) <= height;
            let is_cut = || !self.figure(width, height - rows.len()).more.is_empty();
            let fits = is_whole(!rest.is_empty()) && (is_whole(true) || !is_cut());
            fits.then_some((rows, rest))
        });
        let brief = || said(std::slice::from_ref(&step.brief), width);
        let (above, rest) = begun.unwrap_or_else(|| (brief(), &step.says));
        if height < above.len() + FIGURE {
            return self.scrolled(width, height);
        }
        let left = height - above.len();
        self.laid_out(above, (width, left), rest)
    }

    /// The figure at the position of its point.
    fn figure(&self, width: usize, height: usize) -> LaidFigure {
        let Some((lesson, step)) = self.now() else { return LaidFigure::default() };
        let position = self.place.unwrap_or(step.first);
        let room = FigureRoom { width, height: Some(height), position };
        let laid = figure(lesson, step, room);
        if position < laid.positions {
            return laid;
        }
        figure(lesson, step, FigureRoom { position: laid.positions.saturating_sub(1), ..room })
    }

    /// The figure below the rows that stay, these sentences below it, and then what of the figure had no room.
    fn laid_out(
        &self,
        fixed: Vec<FigureRow>,
        (width, height): (usize, usize),
        rest: &[String],
    ) -> LessonPage {
        let mut seen = height;
        let mut laid = self.figure(width, seen);
        let is_cut = !rest.is_empty() || !laid.more.is_empty();
        // For an audience nothing stays, and the way on is beside the large number.
        if is_cut && !fixed.is_empty() {
            seen = height.saturating_sub(1).max(1);
            laid = self.figure(width, seen);
        }
        let (figure, mut rows) = (0..laid.rows.len(), laid.rows);
        if fixed.is_empty() && rows.len() < height {
            // Nor does the beginning of a sentence stand below the picture.
            rows.resize(height, FigureRow::new());
        }
        if !rest.is_empty() {
            rows.push(FigureRow::new());
            rows.extend(said(rest, width));
            rows.truncate(rows.len() - usize::from(laid.more.is_empty()));
        }
        let is_double =
            rows.last().is_some_and(Vec::is_empty) && laid.more.first().is_some_and(Vec::is_empty);
        rows.extend(laid.more.into_iter().skip(usize::from(is_double)));
        let points = if self.has_point() { laid.positions } else { 1 };
        self.at(LessonPage { fixed, rows, height: seen, figure, points, ..LessonPage::default() })
    }

    /// Where sentences and a figure have no room together: all of both, one below the other.
    fn scrolled(&self, width: usize, height: usize) -> LessonPage {
        let Some((_, step)) = self.now() else { return LessonPage::default() };
        let mut rows = said(&step.says, width);
        let has_point = self.has_point();
        let laid = self.figure(width, if has_point { height.max(FIGURE - 1) } else { usize::MAX });
        let figure = rows.len()..rows.len() + laid.rows.len();
        rows.extend(laid.rows);
        let height = if rows.len() > height { height.saturating_sub(1).max(1) } else { height };
        let points = if has_point { laid.positions } else { 1 };
        self.at(LessonPage { rows, height, figure, points, ..LessonPage::default() })
    }

    /// The page at the position of its point, as far on as it is.
    fn at(&self, page: LessonPage) -> LessonPage {
        let first = self.now().map_or(0, |(_, step)| step.first);
        let at = self.place.unwrap_or(first).min(page.points.saturating_sub(1));
        let top = self.top.min(page.last());
        LessonPage { top, at, ..page }
    }

    /// Whether the figure of the step has a point, which ↓ and ↑ move.
    pub(super) fn has_point(&self) -> bool {
        self.now().is_some_and(|(_, step)| step.kind.moves().is_some())
    }
}

/// Sentences in rows of this width, and an empty row behind them.
fn said(says: &[String], width: usize) -> Vec<FigureRow> {
    let mut flow = Flow::new(width);
    for said in says {
        flow.say(said, Ink::Plain).end();
    }
    flow.blank();
    flow.finish()
}
