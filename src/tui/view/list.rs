//! The ranked list: one row a pair, drawn only as far as it is seen.
//!
//! ```text
//! ── 58 pairs · at least 20% of one text's 3-word runs stand in the other ───────────────── row 2 of 57 ──
//!         #  score           A in B B in A  A                            B
//!         1  100% ████████             = 3 exact copies: notes/a.txt, notes/b.txt, old/a.txt
//! ▸ ~     2   62% █████       41%    64%   essay-a.md                   essay-b.md              changed
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::path::DocPath;
use shingle::pipeline::snapshot::{Mark, Row, Snapshot};

use super::super::layout::ListAreas;
use super::super::model::glyphs::columns;
use super::super::model::state::{Focus, Model};
use super::super::theme::Theme;
use super::super::words::{counted, demand, demand_briefly, percent, percent_exact, thousands};
use super::pen::{Pen, rule};
use super::pinned;

/// Draws title, column names and rows, or the sentence that says why there are none.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let heading_style = if model.focus == Focus::List { theme.focused } else { theme.quiet };
    let Some(snapshot) = &model.snapshot else {
        rule(buffer, areas.title, ("Matches", heading_style), ("", theme.quiet), theme.line);
        let (sentence, style) = match &model.failed {
            Some(reason) => (format!("Cannot go on: {reason}"), theme.alarm),
            None => ("Looking through the folder …".to_string(), theme.quiet),
        };
        empty(buffer, areas.rows, &sentence, style);
        return;
    };
    let stale = if model.is_stale() { "stale · " } else { "" };
    let best = if snapshot.cut {
        format!("the best {} of ", thousands(snapshot.rows.len() as u64))
    } else {
        String::new()
    };
    let found = match snapshot.complete_from {
        None => counted(snapshot.pairs_found, "pair"),
        Some(from) => {
            format!("{} from {} up so far", counted(snapshot.pairs_found, "pair"), percent(from))
        }
    };
    let narrow = areas.title.width < 90;
    let demand = if narrow { demand_briefly(&snapshot.params) } else { demand(&snapshot.params) };
    let heading = format!("{stale}{best}{found} · {demand}");
    let place = if snapshot.rows.is_empty() {
        String::new()
    } else {
        let (at, of) = (model.list.selected + 1, snapshot.rows.len());
        // Copies share a row, so that rows are fewer than pairs: what is counted here is named.
        let (row, of_word) = if areas.title.width < 60 { ("", "/") } else { ("row ", " of ") };
        format!("{row}{}{of_word}{}", thousands(at as u64), thousands(of as u64))
    };
    let place = pinned::remark(model, snapshot, areas.title.width) + &place;
    rule(buffer, areas.title, (&heading, heading_style), (&place, theme.quiet), theme.line);
    if snapshot.rows.is_empty() {
        empty(buffer, areas.rows, &nothing(model, snapshot), theme.strong);
        return;
    }
    let pinned = model.tune.pin.pin().is_some();
    let table = Columns::of(areas.rows.width, snapshot.rows.len(), pinned);
    table.names(theme, buffer, areas.columns);
    let end = snapshot.rows.len().min(model.list.top + usize::from(areas.rows.height));
    for (line, index) in (model.list.top..end).enumerate() {
        let area = Rect { y: areas.rows.y + line as u16, height: 1, ..areas.rows };
        if let Some(row) = snapshot.rows.get(index) {
            table.row(model, snapshot, index, row, theme, buffer, area);
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
    if let Some(from) = snapshot.complete_from {
        return format!(
            "No two documents reach {}; those below it are being counted.",
            percent(from)
        );
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
    /// What became of the row since a ranking was pinned.
    change: u16,
    containments: bool,
    mark: u16,
}

impl Columns {
    fn of(width: u16, rows: usize, pinned: bool) -> Self {
        let digits = columns(&thousands(rows as u64)).max(2);
        Self {
            rank: if width >= 48 { digits } else { 0 },
            bar: match width {
                0..78 => 0,
                78..100 => 4,
                _ => 10,
            },
            change: if pinned { pinned::width(width) } else { 0 },
            containments: width >= 72,
            mark: if width >= 100 { 9 } else { 0 },
        }
    }

    fn names(&self, theme: &Theme, buffer: &mut Buffer, area: Rect) {
        let mut pen = Pen::at(buffer, area);
        pen.skip(4);
        if self.rank > 0 {
            pen.put_cell("#", self.rank, true, theme.quiet).skip(1);
        }
        pen.put_cell("score", 5, true, theme.quiet).skip(1);
        if self.bar > 0 {
            pen.skip(self.bar + 1);
        }
        if self.change > 0 {
            pen.put_cell("pinned", self.change, false, theme.quiet).skip(1);
        }
        if self.containments {
            pen.put_cell("A in B", 6, true, theme.quiet);
            pen.put_cell("B in A", 8, true, theme.quiet).skip(2);
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
        if self.change > 0 {
            pinned::cell(model, snapshot, (index, row), &mut pen, self.change, theme);
            pen.skip(1);
        }
        if self.containments {
            let (a, b) = (pair.overlap.containment_a(), pair.overlap.containment_b());
            pen.put_cell(&percent(a), 6, true, text).put_cell(&percent(b), 8, true, text).skip(2);
        }
        let half = self.half(&pen);
        match row {
            Row::Pair { pair, more, .. } => {
                name(&mut pen, &snapshot.doc(pair.a).path, more.0, half, (text, theme.quiet));
                pen.skip(3);
                name(&mut pen, &snapshot.doc(pair.b).path, more.1, half, (text, theme.quiet));
            }
            Row::Copies { members, .. } => {
                let mut room = 2 * half + 3;
                let mut part = format!("= {} exact copies: ", thousands(members.len() as u64));
                for id in members {
                    pen.put_elided(&part, room, text);
                    room = room.saturating_sub(columns(&part));
                    if room < 8 {
                        part = " …".into();
                        break;
                    }
                    let comma = if part.starts_with('=') { "" } else { ", " };
                    part = format!("{comma}{}", snapshot.doc(*id).path);
                }
                pen.put_elided(&part, room, text);
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

/// A document's name in `width` columns, with the number of its copies.
fn name(pen: &mut Pen<'_>, path: &DocPath, copies: u32, width: u16, (text, quiet): (Style, Style)) {
    let copies = match copies {
        0 => String::new(),
        1 if width >= 36 => " (+1 copy)".into(),
        more if width >= 36 => format!(" (+{} copies)", thousands(u64::from(more))),
        more => format!(" (+{})", thousands(u64::from(more))),
    };
    let path = path.to_string();
    let room = width.saturating_sub(columns(&copies));
    let used = columns(&path).min(room);
    pen.put_cell(&path, used, false, text).put(&copies, quiet);
    pen.skip(width.saturating_sub(used + columns(&copies)));
}

/// A bar of `width` columns, filled by eighths.
fn bar(pen: &mut Pen<'_>, share: f64, width: u16, theme: &Theme) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let mut left = share.clamp(0.0, 1.0) * f64::from(width);
    let mut text = String::new();
    while left >= 1.0 {
        text.push('█');
        left -= 1.0;
    }
    let part = (1..8_u8).rev().find(|part| left * 8.0 >= f64::from(*part)).unwrap_or(0);
    text.push_str(EIGHTHS[usize::from(part)]);
    pen.put_cell(&text, width, false, theme.bar);
}
