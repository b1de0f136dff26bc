//! The files that could not be used, or only with a loss, by reason; and what the watcher is doing, in full.
//!
//! ```text
//! ── 3 problems, 2 reasons ──────────────────────────────────────────────────────────── line 1 of 5 ──
//!  Watching: the system tells of every change at once. No change was seen yet.
//!
//! ▸ failed      1 permission denied: allow reading it, e.g. with chmod +r
//!                 └ notes/red.txt
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::problem::{Problem, ProblemKind};

use super::super::layout::ListAreas;
use super::super::model::glyphs::columns;
use super::super::model::problems::Reason;
use super::super::model::state::{Focus, Model};
use super::super::theme::Theme;
use super::super::words::{counted, thousands};
use super::list::empty;
use super::pen::{Pen, rule};

/// Draws the watcher's words, the reasons and what there is to say of the selected one.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let view = &model.problems;
    let style = if model.focus == Focus::List { theme.focused } else { theme.quiet };
    let (heading, lines) = match &view.shown {
        None => ("Problems".to_string(), 0),
        Some((snapshot, reasons)) => {
            if snapshot.problems.is_empty() {
                ("No file was left out".to_string(), 0)
            } else {
                let problems = counted(snapshot.problems.len() as u64, "problem");
                let reasons = counted(reasons.len() as u64, "reason");
                (format!("{problems}, {reasons}"), view.lines.len())
            }
        }
    };
    let place = if lines > 0 {
        let (at, of) = (view.cursor.selected as u64 + 1, lines as u64);
        format!("line {} of {}", thousands(at), thousands(of))
    } else {
        String::new()
    };
    rule(buffer, areas.title, (&heading, style), (&place, theme.quiet), theme.line);
    let above =
        Rect { x: areas.above.x + 1, width: areas.above.width.saturating_sub(2), ..areas.above };
    let mut pen = Pen::at(buffer, above);
    for part in model.watching() {
        pen.paragraph(&part, Style::new());
    }
    if lines == 0 {
        let sentence = match view.shown {
            Some(_) => "Every file could be used.",
            None => "Gathering the problems …",
        };
        empty(buffer, areas.rows, sentence, theme.quiet);
        return;
    }
    for place in 0..areas.rows.height {
        let index = view.cursor.top + usize::from(place);
        let Some((reason, problem)) = view.at(index) else { break };
        let area = Rect { y: areas.rows.y + place, height: 1, ..areas.rows };
        let is_last = view.at(index + 1).is_none_or(|(_, next)| next.is_none());
        let mut pen = Pen::at(buffer, area);
        let selected = index == view.cursor.selected;
        pen.put(if selected { "▸ " } else { "  " }, theme.strong);
        match problem {
            None => reason_line(reason, theme, &mut pen),
            Some(problem) => file_line(problem, is_last, theme, &mut pen),
        }
        if selected {
            pen.row_style(theme.selected);
        }
    }
    details(model, theme, buffer, areas.below);
}

fn reason_line(reason: &Reason, theme: &Theme, pen: &mut Pen<'_>) {
    let style = match reason.kind {
        ProblemKind::Failed => theme.alarm,
        ProblemKind::Skipped | ProblemKind::Lossy => theme.key,
    };
    let count = thousands(reason.problems.len() as u64);
    pen.put(reason.kind.name(), style).go(10);
    pen.put_cell(&count, columns(&count).max(5), true, theme.strong).skip(1);
    let room = pen.room();
    pen.put_elided(&reason.text, room, Style::new());
}

fn file_line(problem: &Problem, is_last: bool, theme: &Theme, pen: &mut Pen<'_>) {
    pen.go(16).put(if is_last { "└ " } else { "├ " }, theme.line);
    let room = pen.room();
    pen.put_elided(&name(problem), room, Style::new());
}

fn name(problem: &Problem) -> String {
    let path = problem.path.to_string();
    if path.is_empty() { "the folder itself".into() } else { path }
}

/// The selected line in full, where its row may have cut it.
fn details(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let Some((reason, problem)) = model.problems.selected() else { return };
    let said = match problem {
        None => reason.text.clone(),
        Some(problem) => format!("{}: {}", name(problem), problem.reason),
    };
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    Pen::at(buffer, area).paragraph(&said, theme.strong);
}
