//! The files that could not be used, or only with a loss, and why; and what the watcher is doing, in full.
//!
//! ```text
//! ── 2 problems ─────────────────────────────────────────────────────────────────────── Esc closes ──
//!  watching
//!
//!  skipped  photos/cat.jpg
//!           not text
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shingle::base::problem::ProblemKind;

use super::super::model::state::Model;
use super::super::theme::Theme;
use super::super::words::{counted, way_out};
use super::pen::{Pen, rule};

/// Draws the problems from `top` on.
pub(super) fn render(model: &Model, top: usize, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let problems = model.snapshot.as_ref().map_or(&[][..], |snapshot| &snapshot.problems);
    let heading = counted(problems.len() as u64, "problem");
    rule(buffer, area, (&heading, theme.focused), (way_out(area), theme.quiet), theme.line);
    let inner = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(1),
    };
    let mut pen = Pen::at(buffer, inner);
    pen.paragraph(&format!("The folder: {}.", model.watch), theme.quiet);
    for sentence in model.tune.warnings.sentences() {
        pen.put("!", theme.alarm).skip(1).paragraph(&format!("{sentence}."), theme.quiet);
    }
    if problems.is_empty() {
        pen.paragraph("Every file could be used.", theme.quiet);
    }
    for problem in problems.iter().skip(top) {
        if pen.rows() == 0 {
            break;
        }
        let style = match problem.kind {
            ProblemKind::Failed => theme.alarm,
            ProblemKind::Skipped | ProblemKind::Lossy => theme.key,
        };
        let path = problem.path.to_string();
        let path = if path.is_empty() { "the folder itself" } else { &path };
        pen.put(problem.kind.name(), style).go(9).paragraph(path, theme.strong);
        pen.go(9).paragraph(&problem.reason, theme.quiet);
    }
}
