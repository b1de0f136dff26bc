//! The ranked list: one row a pair, drawn only as far as it is seen.
//!
//! ```text
//! ── 58 pairs · at least 20% of one text's 3-word runs stand in the other ──────────────────────── 2/58 ──
//!         #  score           A in B B in A  A                            B
//!         1  100% ████████             = 3 exact copies: notes/a.txt, notes/b.txt, old/a.txt
//! ▸ ~     2   62% █████       41%    64%   essay-a.md                   essay-b.md              changed
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::pipeline::snapshot::{Mark, Row, Snapshot};

use super::super::layout::ListAreas;
use super::super::model::state::{Focus, Model};
use super::super::theme::Theme;
use super::pen::{Pen, rule};
use super::words::{counted, demand, percent, percent_exact, thousands};

/// Draws title, column names and rows, or the sentence that says why there are none.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let style = if model.focus == Focus::List { theme.focused } else { theme.quiet };
    let Some(snapshot) = &model.snapshot else {
        rule(buffer, areas.title, ("Matches", style), ("", theme.quiet), theme.line);
        let (sentence, style) = match &model.failed {
            Some(reason) => (format!("Cannot go on: {reason}"), theme.alarm),
            None => ("Looking through the folder …".to_string(), theme.quiet),
        };
        empty(buffer, areas.rows, &sentence, style);
        return;
    };
    let stale = if model.is_stale() { "stale, updating … · " } else { "" };
    let found = match snapshot.cut {
        true => format!("the best {} of ", thousands(snapshot.rows.len() as u64)),
        false => String::new(),
    };
    let heading = format!(
        "{stale}{found}{} · {}",
        counted(snapshot.pairs_found, "pair"),
        demand(&snapshot.params)
    );
    let place = if snapshot.rows.is_empty() {
        String::new()
    } else {
        let (at, of) = (model.list.selected + 1, snapshot.rows.len());
        format!("{}/{}", thousands(at as u64), thousands(of as u64))
    };
    rule(buffer, areas.title, (&heading, style), (&place, theme.quiet), theme.line);
    if snapshot.rows.is_empty() {
        empty(buffer, areas.rows, &nothing(model, snapshot), theme.strong);
        return;
    }
    let columns = Columns::of(areas.rows.width);
    columns.names(theme, buffer, areas.columns);
    let end = snapshot.rows.len().min(model.list.top + usize::from(areas.rows.height));
    for (line, index) in (model.list.top..end).enumerate() {
        let area = Rect { y: areas.rows.y + line as u16, height: 1, ..areas.rows };
        if let Some(row) = snapshot.rows.get(index) {
            columns.row(model, snapshot, index, row, theme, buffer, area);
        }
    }
}

fn empty(buffer: &mut Buffer, area: Rect, sentence: &str, style: Style) {
    let indent = if area.width >= 60 { 4 } else { 1 };
    let area = Rect {
        x: area.x + indent,
        y: area.y + area.height / 4,
        width: area.width.saturating_sub(2 * indent).min(90),
        height: area.height - area.height / 4,
    };
    Pen::at(buffer, area).paragraph(sentence, style);
}

/// Why there is no row, in one friendly sentence that says what to do.
fn nothing(model: &Model, snapshot: &Snapshot) -> String {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    let present = docs.len() as u64;
    if docs.is_empty() {
        let hint =
            if snapshot.problems.is_empty() { "" } else { "; press ! to see what was left out" };
        return format!(
            "There are no documents in {} yet: put text, Markdown or HTML files into it and they appear here{hint}.",
            model.folder
        );
    }
    if docs.iter().all(|doc| doc.words == 0) {
        return format!(
            "There is nothing to compare: {} without a single word.",
            counted(present, "document")
        );
    }
    if present == 1 {
        return "There is one document only: put a second one beside it and the two are compared."
            .into();
    }
    if docs.iter().all(|doc| doc.shingles == 0) {
        return "No shingle is left to compare: press W for shorter shingles, or M for a smaller modulo.".into();
    }
    format!(
        "No two documents reach the threshold of {}: press T to lower it, or W for shorter shingles, which match more \
         easily.",
        percent_exact(snapshot.params.threshold)
    )
}

/// Which columns have room.
struct Columns {
    rank: u16,
    bar: u16,
    containments: bool,
    mark: u16,
}

impl Columns {
    fn of(width: u16) -> Self {
        Self {
            rank: if width >= 56 { 6 } else { 0 },
            bar: if width >= 100 {
                10
            } else if width >= 72 {
                5
            } else {
                0
            },
            containments: width >= 56,
            mark: if width >= 72 { 9 } else { 0 },
        }
    }

    fn names(&self, theme: &Theme, buffer: &mut Buffer, area: Rect) {
        let mut pen = Pen::at(buffer, area);
        pen.skip(4);
        if self.rank > 0 {
            pen.put_cell("#", self.rank, true, theme.quiet).skip(2);
        }
        pen.put_cell("score", 5 + self.bar + u16::from(self.bar > 0), false, theme.quiet);
        if self.containments {
            pen.put_cell("A in B", 7, true, theme.quiet)
                .put_cell("B in A", 7, true, theme.quiet)
                .skip(2);
        }
        let half = self.half(&pen);
        pen.put_cell("A", half, false, theme.quiet).skip(3).put_cell("B", half, false, theme.quiet);
    }

    /// Columns of each of the two names.
    fn half(&self, pen: &Pen<'_>) -> u16 {
        pen.room().saturating_sub(3 + self.mark) / 2
    }

    #[allow(clippy::too_many_arguments)]
    fn row(
        &self,
        model: &Model,
        snapshot: &Snapshot,
        index: usize,
        row: &Row,
        theme: &Theme,
        buffer: &mut Buffer,
        area: Rect,
    ) {
        let selected = index == model.list.selected;
        let (sign, word, mark_style) = match row.mark() {
            Mark::None => (" ", "", theme.quiet),
            Mark::New => ("+", "new", theme.marks[0]),
            Mark::Changed => ("~", "changed", theme.marks[1]),
            Mark::Gone => ("-", "gone", theme.marks[2]),
        };
        let text = if row.mark() == Mark::Gone { theme.marks[2] } else { Style::new() };
        let pair = row.pair();
        let mut pen = Pen::at(buffer, area);
        pen.put(if selected { "▸ " } else { "  " }, theme.strong).put(sign, mark_style).skip(1);
        if self.rank > 0 {
            pen.put_cell(&thousands(index as u64 + 1), self.rank, true, theme.quiet).skip(1);
        }
        pen.put_cell(&percent(pair.score), 5, true, theme.strong).skip(1);
        if self.bar > 0 {
            bar(&mut pen, pair.score.to_f64(), self.bar, theme);
            pen.skip(1);
        }
        if self.containments {
            let (a, b) = (pair.overlap.containment_a(), pair.overlap.containment_b());
            pen.put_cell(&percent(a), 6, true, text).put_cell(&percent(b), 7, true, text).skip(2);
        }
        let half = self.half(&pen);
        match row {
            Row::Pair { pair, more, .. } => {
                for (id, more, gap) in [(pair.a, more.0, 3), (pair.b, more.1, 0)] {
                    let name = snapshot.doc(id).path.to_string();
                    let copies = match more {
                        0 => String::new(),
                        more => format!(
                            " (+{})",
                            counted(u64::from(more), "copy").replace("copys", "copies")
                        ),
                    };
                    let room = half.saturating_sub(copies.len() as u16);
                    let width = super::super::model::glyphs::columns(&name).min(room);
                    pen.put_cell(&name, width, false, text).put(&copies, theme.quiet);
                    pen.skip(
                        (half - copies.len().min(usize::from(half)) as u16).saturating_sub(width)
                            + gap,
                    );
                }
            }
            Row::Copies { members, .. } => {
                let mut line = format!("= {} exact copies: ", thousands(members.len() as u64));
                let room = usize::from(2 * half + 3);
                for (place, id) in members.iter().enumerate() {
                    if line.len() > 4 * room {
                        break;
                    }
                    line.push_str(if place > 0 { ", " } else { "" });
                    line.push_str(&snapshot.doc(*id).path.to_string());
                }
                pen.put_cell(&line, 2 * half + 3, false, text);
            }
        }
        if self.mark > 0 {
            pen.go(area.width - self.mark + 1).put(word, mark_style);
        }
        if selected {
            let style =
                if model.focus == Focus::List { theme.selected } else { theme.selected_quietly };
            pen.row_style(style);
        }
    }
}

/// A bar of `width` columns, filled by eighths.
fn bar(pen: &mut Pen<'_>, share: f64, width: u16, theme: &Theme) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * f64::from(width) * 8.0).floor() as usize;
    let mut text = "█".repeat(eighths / 8);
    text.push_str(EIGHTHS[eighths % 8]);
    pen.put_cell(&text, width, false, theme.bar);
}
