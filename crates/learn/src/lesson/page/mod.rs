//! Lays out the figure of a step in rows of a given width. A screen scrolls them.

pub mod curve;
pub mod flow;
mod minhash;
mod result;
mod shingles;
mod texts;

use self::flow::Flow;
use super::contents::Lesson;
use super::step::{FigureLine, FigureRow, Ink, Step, StepKind};

/// Number of rows of each list on paper. A screen shows all rows, or those around the point.
const LISTED: usize = 60;

/// Draws the figure of a step. On a screen, the figure has a point at a position from 0; on paper, it has none.
pub fn draw_figure(
    lesson: &Lesson,
    step: &Step,
    width: usize,
    point: Option<usize>,
) -> Vec<FigureRow> {
    let mut flow = Flow::new(width);
    match step.kind {
        StepKind::Texts => texts::write_raw_texts(&mut flow, lesson),
        StepKind::Words => texts::write_words(&mut flow, lesson),
        StepKind::Forms => texts::write_canonical_forms(&mut flow, lesson),
        StepKind::Window => shingles::write_window(&mut flow, lesson, point),
        StepKind::Hash => shingles::write_shingle_table(&mut flow, lesson, point, false),
        StepKind::Modulo => shingles::write_shingle_table(&mut flow, lesson, point, true),
        StepKind::Minima => minhash::write_minima(&mut flow, lesson, point),
        StepKind::Supershingles => minhash::write_supershingles(&mut flow, lesson),
        StepKind::Megashingles => minhash::write_megashingles(&mut flow, lesson, point),
        StepKind::Sets => result::write_sets(&mut flow, lesson, point.is_none()),
        StepKind::Score => result::write_score(&mut flow, lesson),
        StepKind::Index => result::write_shingle_lists(&mut flow, lesson),
        StepKind::Estimate => result::write_estimates(&mut flow, lesson),
        StepKind::BANDS if let Some(point) = point => {
            curve::write_bands(&mut flow, lesson, minhash::CURVE, point);
        }
        StepKind::Pitfall(_) | StepKind::Background(_) | StepKind::Glossary => {
            write_figure_lines(&mut flow, &step.figure);
        }
    }
    let mut rows = flow.finish();
    if rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    rows
}

/// Returns the number of positions of the point, at least 1.
pub fn count_positions(lesson: &Lesson, kind: StepKind) -> usize {
    let positions = match kind {
        StepKind::Window | StepKind::Hash | StepKind::Modulo => {
            lesson.sides.iter().map(|side| side.shingles.len()).max().unwrap_or(0)
        }
        StepKind::Minima => lesson.minima.functions,
        StepKind::Megashingles => curve::POSITIONS,
        StepKind::BANDS => curve::BANDS.len(),
        _ => 1,
    };
    positions.max(1)
}

/// Number of positions that a figure shows at once: the rows around the point, or all.
pub const fn count_shown_positions(kind: StepKind) -> usize {
    match kind {
        StepKind::Window => shingles::WINDOW,
        StepKind::Hash | StepKind::Modulo => shingles::TABLE,
        _ => usize::MAX,
    }
}

fn write_figure_lines(flow: &mut Flow, lines: &[FigureLine]) {
    for line in lines {
        flow.set_indent(line.indent);
        for group in &line.groups {
            flow.push_group(group.clone(), Ink::Plain);
        }
        if line.groups.is_empty() {
            flow.push_blank_row();
        }
    }
}

/// Maps a share in 0..=1 to a cell, from the first to the last.
fn column_of_share(share: f64, cells: usize) -> usize {
    let at = share * cells.saturating_sub(1) as f64;
    (1..cells).take_while(|cell| *cell as f64 - 0.5 <= at).count()
}
