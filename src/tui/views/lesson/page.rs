//! The rows of a step: sentences, figure, and the part of both on the screen.

use std::ops::Range;

use shingle::lesson::page::{enough, figure, parts::LaidFigure};
use shingle::lesson::{FigureRoom, FigureRow, Flow, Ink};

use super::OpenLesson;
use crate::tui::layout::LessonAreas;

/// Fewest rows of a figure below sentences that stay on the screen. A smaller figure needs all its rows.
const FIGURE: usize = 7;

/// The rows of a step, as divided for the screen.
#[derive(Debug, Default)]
pub(crate) struct LessonPage {
    /// Sentences that do not scroll, if they and a figure fit.
    pub(crate) fixed: Vec<FigureRow>,
    /// Rows that scroll.
    pub(crate) rows: Vec<FigureRow>,
    /// Number of scrolling rows that fit.
    pub(crate) height: usize,
    /// Number of rows scrolled away.
    pub(crate) top: usize,
    /// The figure, as a range of the scrolling rows.
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
}

impl OpenLesson {
    /// Returns the rows of the step. A long figure gets one screen: sentences without room come below the figure, then the
    /// rest of the figure. For an audience, all sentences are below the figure.
    pub(crate) fn page(&self, areas: &LessonAreas) -> LessonPage {
        let (width, height) = (usize::from(areas.page.width), usize::from(areas.page.height));
        let mut asked = self.asked_rows(width);
        if self.is_hidden() {
            return LessonPage { rows: asked, height, points: 1, ..LessonPage::default() };
        }
        let mut page = self.step_page(areas, (width, height.saturating_sub(asked.len())));
        asked.append(&mut page.fixed);
        LessonPage { fixed: asked, ..page }
    }

    /// Like [`page`](Self::page), without an asked exercise.
    fn step_page(&self, areas: &LessonAreas, (width, height): (usize, usize)) -> LessonPage {
        let Some((lesson, step)) = self.now() else { return LessonPage::default() };
        if areas.large.height > 0 {
            let wanted = self.wanted(width, height);
            let has_room = |count: &usize| {
                step.paragraphs
                    .get(..*count)
                    .is_some_and(|first| wanted + below(first, width).len() <= height)
            };
            let count = (0..=step.paragraphs.len()).rev().find(has_room).unwrap_or(0);
            return self.laid_out(Vec::new(), (width, height), step.paragraphs.split_at(count));
        }
        let wanted = enough(lesson, step, width);
        // Above the figure are as many paragraphs as leave the figure whole.
        let opening = (1..=step.paragraphs.len()).rev().find_map(|count| {
            let (first, rest) = step.paragraphs.split_at(count);
            let rows = sentence_rows(first, width);
            let is_whole = |cut: bool| rows.len() + wanted + usize::from(cut) <= height;
            let is_cut = || !self.figure(width, height - rows.len()).more.is_empty();
            let fits = is_whole(!rest.is_empty()) && (is_whole(true) || !is_cut());
            fits.then_some((rows, rest))
        });
        let brief = || sentence_rows(std::slice::from_ref(&step.brief), width);
        let (above, rest) = opening.unwrap_or_else(|| (brief(), &step.paragraphs));
        if height < above.len() + FIGURE.min(wanted) {
            return self.scrolled(width, height);
        }
        let left = height - above.len();
        self.laid_out(above, (width, left), (&[], rest))
    }

    /// Returns the rows of the figure for an audience: all rows if they fit, unless the figure has a point.
    fn wanted(&self, width: usize, height: usize) -> usize {
        let laid = self.figure(width, height);
        match self.now() {
            Some((lesson, step)) if self.has_point() || !laid.more.is_empty() => {
                enough(lesson, step, width)
            }
            _ => laid.rows.len(),
        }
    }

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

    /// Lays out the fixed rows, the figure, the visible sentences, the other sentences, and the rest of the figure.
    fn laid_out(
        &self,
        fixed: Vec<FigureRow>,
        (width, height): (usize, usize),
        (seen, rest): (&[String], &[String]),
    ) -> LessonPage {
        let mut visible = height;
        let seen = below(seen, width);
        let mut laid = self.figure(width, visible.saturating_sub(seen.len()));
        let is_cut = !rest.is_empty() || !laid.more.is_empty();
        // For an audience no row is fixed, and the key to see more is beside the large number.
        if is_cut && !fixed.is_empty() {
            visible = height.saturating_sub(1).max(1);
            laid = self.figure(width, visible);
        }
        let (figure, mut rows) = (0..laid.rows.len(), laid.rows);
        rows.extend(seen);
        if fixed.is_empty() && rows.len() < height {
            // No sentence begins below the picture and continues out of sight.
            rows.resize(height, FigureRow::new());
        }
        if !rest.is_empty() {
            rows.extend(below(rest, width));
            if !laid.more.is_empty() {
                rows.push(FigureRow::new());
            }
        }
        let is_double =
            rows.last().is_some_and(Vec::is_empty) && laid.more.first().is_some_and(Vec::is_empty);
        rows.extend(laid.more.into_iter().skip(usize::from(is_double)));
        let points = if self.has_point() { laid.positions } else { 1 };
        self.at(LessonPage {
            fixed,
            rows,
            height: visible,
            figure,
            points,
            ..LessonPage::default()
        })
    }

    /// Lays out all sentences above the whole figure, for screens without room for both.
    fn scrolled(&self, width: usize, height: usize) -> LessonPage {
        let Some((_, step)) = self.now() else { return LessonPage::default() };
        let mut rows = sentence_rows(&step.paragraphs, width);
        let has_point = self.has_point();
        let laid = self.figure(width, if has_point { height.max(FIGURE - 1) } else { usize::MAX });
        let figure = rows.len()..rows.len() + laid.rows.len();
        rows.extend(laid.rows);
        let height = if rows.len() > height { height.saturating_sub(1).max(1) } else { height };
        let points = if has_point { laid.positions } else { 1 };
        self.at(LessonPage { rows, height, figure, points, ..LessonPage::default() })
    }

    /// Sets the scroll position and the position of the point.
    fn at(&self, page: LessonPage) -> LessonPage {
        let first = self.now().map_or(0, |(_, step)| step.first);
        let at = self.place.unwrap_or(first).min(page.points.saturating_sub(1));
        let top = self.top.min(page.last());
        LessonPage { top, at, ..page }
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

/// Wraps sentences, with an empty row before them. No row without sentences.
fn below(sentences: &[String], width: usize) -> Vec<FigureRow> {
    let mut rows = sentence_rows(sentences, width);
    if let Some(blank) = rows.pop() {
        rows.insert(0, blank);
    }
    rows
}
