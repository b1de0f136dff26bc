//! What happened in the folder; the files that could not be used, or only with a loss, by reason; what is to be remarked
//! about others; and what the watcher is doing, in full.
//!
//! ```text
//! ── 3 problems, 2 reasons ──────────────────────────────────────────────────────────── line 1 of 5 ──
//!  Watching: the system tells of every change at once. No change was seen yet.
//!
//! ▸ activity    1 what happened in the folder, newest first
//!                 └ essay.txt is gone; 97% of it is in archive/final.txt
//!   failed      1 permission denied: allow reading it, e.g. with chmod +r
//!                 └ notes/red.txt
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::numbers::{counted, thousands};
use shingle::base::problem::ProblemKind;

use super::super::layout::ListAreas;
use super::super::model::activity::{remark, sentence};
use super::super::model::glyphs::columns;
use super::super::model::problems::{File, Line, Reason};
use super::super::model::state::{Focus, Model};
use super::super::theme::Theme;
use super::list::empty;
use super::pen::{Pen, rule};

/// Draws the watcher's words, the reasons and what there is to say of the selected one.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let view = &model.problems;
    let style = if model.focus == Focus::List { theme.focused } else { theme.quiet };
    let (heading, lines) = match &view.shown {
        None => ("Problems".to_string(), 0),
        Some((snapshot, reasons)) => {
            let (bad, remarks): (Vec<&Reason>, Vec<&Reason>) =
                reasons.iter().partition(|reason| reason.kind.is_some());
            let mut heading = if bad.is_empty() {
                "No file was left out".to_string()
            } else {
                let problems = counted(snapshot.problems.len() as u64, "problem");
                format!("{problems}, {}", counted(bad.len() as u64, "reason"))
            };
            for remark in remarks {
                let documents = counted(remark.problems.len() as u64, "document");
                heading = format!("{heading} · language of {documents} unsure");
            }
            (heading, view.lines.len())
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
        let Some(line) = view.at(index) else { break };
        let area = Rect { y: areas.rows.y + place, height: 1, ..areas.rows };
        let next = view.at(index + 1);
        let is_last = !matches!(next, Some(Line::Event(_) | Line::File(..)));
        let mut pen = Pen::at(buffer, area);
        let selected = index == view.cursor.selected;
        pen.put(if selected { "▸ " } else { "  " }, theme.strong);
        match line {
            Line::Happened(all) => {
                let what = "what happened in the folder, newest first";
                head("activity", theme.key, (all.len(), what), theme, &mut pen);
            }
            Line::Event(one) => below(&sentence(one), is_last, theme, &mut pen),
            Line::Reason(reason) => reason_line(reason, theme, &mut pen),
            Line::File(_, file) => below(&name(file), is_last, theme, &mut pen),
        }
        if selected {
            pen.row_style(theme.selected);
        }
    }
    details(model, theme, buffer, areas.below);
}

fn reason_line(reason: &Reason, theme: &Theme, pen: &mut Pen<'_>) {
    let style = match reason.kind {
        Some(ProblemKind::Failed) => theme.alarm,
        Some(ProblemKind::Skipped | ProblemKind::Lossy) | None => theme.key,
    };
    head(
        reason.kind.map_or("remark", ProblemKind::name),
        style,
        (reason.problems.len(), &reason.text),
        theme,
        pen,
    );
}

/// What stands above others: of which kind, how many, and what they are.
fn head(kind: &str, style: Style, (count, text): (usize, &str), theme: &Theme, pen: &mut Pen<'_>) {
    let count = thousands(count as u64);
    pen.put(kind, style).go(10);
    pen.put_cell(&count, columns(&count).max(5), true, theme.strong).skip(1);
    let room = pen.room();
    pen.put_elided(text, room, Style::new());
}

fn below(text: &str, is_last: bool, theme: &Theme, pen: &mut Pen<'_>) {
    pen.go(16).put(if is_last { "└ " } else { "├ " }, theme.line);
    let room = pen.room();
    pen.put_elided(text, room, Style::new());
}

fn name(file: File<'_>) -> String {
    let path = file.path.to_string();
    if path.is_empty() { "the folder itself".into() } else { path }
}

/// The selected line in full, where its row may have cut it.
fn details(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let Some(line) = model.problems.selected() else { return };
    let said = match line {
        Line::Happened(all) => all.first().map(sentence).unwrap_or_default(),
        Line::Event(one) => match remark(one, model.shown_params()) {
            Some(remark) => format!("{} ({remark})", sentence(one)),
            None => sentence(one),
        },
        Line::Reason(reason) => reason.text.clone(),
        Line::File(_, file) => format!("{}: {}", name(file), file.reason),
    };
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    Pen::at(buffer, area).paragraph(&said, theme.strong);
}
