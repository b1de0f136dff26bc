//! The languages of the folder: one row for each, the one with most words first.
//!
//! ```text
//! ── 6 languages ────────────────────────────────────────────────────────────────────────── row 1 of 6 ──
//!   language     documents  in it alone       words
//! ▸ English             21           20       9,412  ████████▌
//! ```

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use shingle::base::numbers::{counted, thousands};
use shingle::{pipeline::LanguageChoice, text::Language};

use crate::tui::drawing::{Pen, Theme, pen::rule};
use crate::tui::model::{Focus, LanguageLine, Model};
use crate::tui::view::pairs::{bar, empty, line_of};
use crate::tui::{layout::ListAreas, view::lists::rows};

/// The columns of a name, of each number, and of the bar.
const NAME: u16 = 16;
const NUMBER: u16 = 11;
const BAR: u16 = 20;
/// The columns before a number.
const GAP: u16 = 2;

/// Draws title, column names and rows.
pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let list = &model.languages;
    let has_keys = model.focus == Focus::List;
    let title = theme.heading(has_keys);
    let Some((snapshot, all)) = &list.arranged else {
        rule(buffer, areas.title, ("Languages", title), ("", theme.quiet), theme.line);
        empty(buffer, areas.rows, "Nothing is read yet.", theme.quiet);
        return;
    };
    let stale = if *snapshot.params == model.params { "" } else { "stale · " };
    let chosen = match snapshot.params.language {
        LanguageChoice::Auto => "",
        LanguageChoice::Fixed(_) => ", set for all documents",
    };
    let count = counted(all.len() as u64, "language");
    let (heading, title) = list.filter.heading(&format!("{stale}{count}{chosen}"), title, theme);
    let place = line_of(list.cursor.selected, all.len(), areas.title.width);
    rule(buffer, areas.title, (&heading, title), (&place, theme.quiet), theme.line);
    if all.is_empty() {
        let sentence = list.filter.nothing("language");
        let sentence = sentence.unwrap_or_else(|| "There are no documents in the folder.".into());
        empty(buffer, areas.rows, &sentence, theme.strong);
        return;
    }
    let layout = LanguageColumns::for_width(areas.rows.width);
    layout.headings(theme, buffer, areas.columns);
    let most = all.iter().map(|line| line.words).max().unwrap_or(0);
    rows((list.cursor, all.len()), has_keys, theme, buffer, areas.rows, |line, pen| {
        if let Some(line) = all.get(line) {
            layout.row(line, most, theme, pen);
        }
    });
}

/// Which columns fit.
struct LanguageColumns {
    alone: bool,
    open: bool,
    bar: u16,
}

impl LanguageColumns {
    const fn for_width(width: u16) -> Self {
        let bar = if width >= 100 { BAR } else { 0 };
        Self { alone: width >= 56, open: width >= 76, bar }
    }

    fn headings(&self, theme: &Theme, buffer: &mut Buffer, area: Rect) {
        let mut pen = Pen::at(buffer, area);
        pen.skip(2);
        pen.put_cell("language", NAME, false, theme.quiet);
        for (heading, has_room) in [
            ("documents", true),
            ("in it alone", self.alone),
            ("words", true),
            ("unsure", self.open),
        ] {
            if has_room {
                pen.skip(GAP);
                pen.put_cell(heading, NUMBER, true, theme.quiet);
            }
        }
    }

    fn row(&self, line: &LanguageLine, most: u64, theme: &Theme, pen: &mut Pen<'_>) {
        let name = line.language.map_or("unsure", Language::name);
        pen.put_cell(name, NAME, false, theme.strong);
        let numbers = [
            (thousands(u64::from(line.documents)), true),
            (thousands(u64::from(line.alone)), self.alone),
            (thousands(line.words), true),
            (if line.open == 0 { "-".into() } else { thousands(line.open) }, self.open),
        ];
        for (number, _) in numbers.iter().filter(|(_, has_room)| *has_room) {
            pen.skip(GAP);
            pen.put_cell(number, NUMBER, true, Style::new());
        }
        if self.bar > 0 {
            pen.skip(2);
            bar(pen, line.words as f64 / most.max(1) as f64, self.bar, theme);
        }
    }
}
