//! Lays out the figure of a step in rows of a given width. The screen shows the rows that fit; paper shows all.

pub mod curve;
pub mod flow;
pub mod minhash;
pub mod parts;
mod result;
mod shingles;
mod texts;

use self::flow::Flow;
use self::parts::{FigurePart, LaidFigure, elide, fitted};
use super::contents::Lesson;
use super::step::{Exhibit, FigureRow, Ink, Pitfall, Step, StepKind, TERMS, lesson_text};

/// Sufficient rows of a list of shingles.
const LIST: usize = 8;
/// … of texts, lists and examples.
const TEXTS: usize = 12;
/// … of an inverted index: the sentences above need the space, and the first lists suffice.
const LISTS: usize = 3;
/// … of two formulas, a bar and the table of measures.
const SCORE: usize = 9;

/// Space for a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FigureRoom {
    /// Columns.
    pub width: usize,
    /// Visible rows, or `None` on paper.
    pub height: Option<usize>,
    /// Position within the step, from 0.
    pub position: usize,
}

impl FigureRoom {
    fn half(self) -> Option<usize> {
        self.height.map(|rows| (rows / 2).max(2))
    }
}

/// Lays out the figure of a step within the visible rows, including the position. On a screen, long words end in an
/// ellipsis.
pub fn figure(lesson: &Lesson, step: &Step, room: FigureRoom) -> LaidFigure {
    let mut laid = laid(lesson, step, room);
    if room.height.is_some() {
        for row in laid.rows.iter_mut().chain(&mut laid.more) {
            elide(row, room.width);
        }
    }
    laid
}

fn laid(lesson: &Lesson, step: &Step, room: FigureRoom) -> LaidFigure {
    let listed = |rows: Vec<FigureRow>| {
        let longest = lesson.sides.iter().map(|side| side.shingles.len()).max().unwrap_or(0);
        LaidFigure::with_point(rows, longest)
    };
    match step.kind {
        StepKind::Texts => texts::raw(lesson, room),
        StepKind::Words => texts::words(lesson, room),
        StepKind::Forms => texts::forms(lesson, room),
        StepKind::Window => listed(shingles::window(lesson, room)),
        StepKind::Hash => listed(shingles::table(lesson, room, false)),
        StepKind::Modulo => listed(shingles::table(lesson, room, true)),
        StepKind::Minima => minhash::minima(lesson, room),
        StepKind::Supershingles => minhash::groups(lesson, room),
        StepKind::Megashingles => {
            LaidFigure::with_point(minhash::pairs(lesson, room), curve::POSITIONS)
        }
        StepKind::Sets => result::sets(lesson, room),
        StepKind::Score => result::score(lesson, room),
        StepKind::Index => result::lists(lesson, room),
        StepKind::Glossary => terms(room),
        StepKind::Estimate => result::estimates(lesson, room),
        StepKind::Pitfall(index) | StepKind::Background(index) => lesson
            .pitfalls
            .get(index)
            .map_or_else(LaidFigure::default, |pitfall| exhibits(pitfall, room)),
    }
}

/// Rows for a whole figure or, if it slides, for a sufficient part.
pub fn enough(lesson: &Lesson, step: &Step, width: usize) -> usize {
    let natural = || {
        let room = FigureRoom { width, height: Some(usize::MAX), position: 0 };
        figure(lesson, step, room).rows.len()
    };
    match step.kind {
        StepKind::Window | StepKind::Hash | StepKind::Modulo => LIST,
        StepKind::Minima => minhash::ROWS,
        StepKind::Megashingles => curve::ROWS,
        StepKind::Supershingles | StepKind::Estimate => natural(),
        StepKind::Score => natural().min(SCORE),
        StepKind::Index => natural().min(LISTS),
        _ => natural().min(TEXTS),
    }
}

/// Maps a share in 0..=1 to a cell, from the first to the last.
fn cell_of(share: f64, cells: usize) -> usize {
    let at = share * cells.saturating_sub(1) as f64;
    (1..cells).take_while(|cell| *cell as f64 - 0.5 <= at).count()
}

const TERM: usize = 20;

fn terms(room: FigureRoom) -> LaidFigure {
    let mut flow = Flow::new(room.width);
    for (term, meaning) in TERMS {
        flow.indent(0);
        if room.width < 3 * TERM {
            flow.piece(lesson_text(*term, Ink::Strong));
            flow.indent(2).say(meaning, Ink::Plain);
            continue;
        }
        let mut meanings = Flow::new(room.width - TERM);
        meanings.say(meaning, Ink::Plain);
        for (index, row) in meanings.finish().into_iter().enumerate() {
            let name = if index == 0 { *term } else { "" };
            let name = lesson_text(format!("{name:<TERM$}"), Ink::Strong);
            flow.row(std::iter::once(name).chain(row).collect());
        }
    }
    fitted([FigurePart::new(flow, 0)], room)
}

/// Lines of an exhibit that is never cut for another.
const SHORT: usize = 8;

fn exhibits(pitfall: &Pitfall, room: FigureRoom) -> LaidFigure {
    fitted(pitfall.exhibits.iter().map(|exhibit| part(exhibit, room.width)), room)
}

fn part(exhibit: &Exhibit, width: usize) -> FigurePart {
    let mut flow = Flow::new(width);
    flow.say(&exhibit.heading, Ink::Strong).end();
    if !exhibit.note.is_empty() {
        flow.say(&exhibit.note, Ink::Quiet).end();
    }
    let heading = flow.count();
    flow.indent(2);
    for line in &exhibit.lines {
        for piece in line {
            flow.piece(piece.clone());
        }
        flow.end();
    }
    let is_short = flow.count() - heading <= SHORT;
    let part = FigurePart::new(flow, heading);
    if is_short { part.whole() } else { part }
}
