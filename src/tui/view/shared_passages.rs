//! Draws the passages of the folder, one row each, the best first. Below is the selected passage with its documents.
//!
//! ```text
//! ── 29 passages of the folder, most repeated words first ──────────────────────────────── row 3 of 29 ──
//!   counted  documents  repeated  passage
//! ▸      41          3        82  leaf is issued under the Lanternwick Open Leaf Terms, second edition. You may copy
//! ── in licences/bowline.txt · licences/leek-soup.md · licences/telescope.txt ───────────────────────────
//!   leaf is issued under the Lanternwick Open Leaf Terms, second edition. You may copy it, fold it, read
//! ```

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use shingle::base::numbers::{format_count, thousands};
use shingle::pipeline::{FolderPassage, PassageOrder};

use crate::tui::drawing::pen::{draw_rule, inset, rule_heading_width};
use crate::tui::drawing::{Pen, Theme};
use crate::tui::model::{Focus, Model};
use crate::tui::view::lists::{one_line, rows};
use crate::tui::view::pairs::{empty, line_of};
use crate::tui::{drawing::glyphs::truncate, layout::ListAreas};

/// Columns of the numbers: counted words, documents, and words saved if only one document had the passage.
const WORDS: u16 = 7;
const DOCUMENTS: u16 = 9;
const REPEATED: u16 = 8;
const NAMED: usize = 12;

pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let list = &model.passages;
    let has_keys = model.focus == Focus::List;
    let title = theme.heading_style(has_keys);
    let all = list.lines.len();
    let is_behind = list.is_behind() || model.is_stale();
    let order = match list.order {
        PassageOrder::Repeated => ", most repeated words first",
        PassageOrder::Words => ", the longest first",
        PassageOrder::Documents => ", those of most documents first",
    };
    let count = list.found.as_ref().map_or_else(
        || "Passages of the folder".to_string(),
        |found| {
            let (all, found) = (all as u64, found.found as u64);
            if found > all {
                format!("{} of {} passages of the folder{order}", thousands(all), thousands(found))
            } else {
                format!("{} of the folder{order}", format_count(all, "passage"))
            }
        },
    );
    let (heading, title) = list.filter.heading(&count, title);
    let place = if is_behind {
        "counting anew …".to_string()
    } else {
        line_of(list.cursor.selected, all, areas.title.width)
    };
    draw_rule(buffer, areas.title, (&heading, title), (&place, theme.quiet), theme.line);
    if all == 0 {
        let sentence = match &list.refused {
            Some(reason) if !is_behind => reason.clone(),
            _ if list.found.is_none() => "Looking for runs of words that documents share …".into(),
            _ => list.filter.nothing("passage").unwrap_or_else(|| {
                "No two documents share eight counted words in a row, without ignored phrases."
                    .into()
            }),
        };
        empty(buffer, areas.rows, &sentence, theme.strong);
        return;
    }
    let mut pen = Pen::at(buffer, areas.columns);
    pen.skip(2);
    pen.put_cell("counted", WORDS, true, theme.quiet).skip(2);
    pen.put_cell("documents", DOCUMENTS, true, theme.quiet).skip(2);
    pen.put_cell("repeated", REPEATED, true, theme.quiet).skip(2);
    pen.put("passage", theme.quiet);
    rows((list.cursor, all), has_keys, theme, buffer, areas.rows, |line, pen| {
        if let Some(passage) = list.at(line) {
            draw(passage, theme, pen);
        }
    });
    if let Some(passage) = list.selected() {
        about(model, passage, theme, buffer, areas.below);
    }
}

fn draw(passage: &FolderPassage, theme: &Theme, pen: &mut Pen<'_>) {
    pen.put_cell(&thousands(passage.words), WORDS, true, Style::new()).skip(2);
    let documents = thousands(passage.documents.len() as u64);
    pen.put_cell(&documents, DOCUMENTS, true, Style::new()).skip(2);
    pen.put_cell(&thousands(passage.repeated), REPEATED, true, Style::new()).skip(2);
    pen.put(&truncate(&one_line(&passage.text), pen.free_width()), theme.strong);
}

fn about(model: &Model, passage: &FolderPassage, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    if area.height == 0 {
        return;
    }
    let first = passage.documents.iter().take(NAMED);
    let mut named: Vec<String> = first.map(|path| model.names.of(path).to_string()).collect();
    if passage.documents.len() > NAMED {
        named.push(format!("{} more", thousands((passage.documents.len() - NAMED) as u64)));
    }
    let heading = format!("in {}", named.join(" · "));
    let room = rule_heading_width(area.width, "");
    let title = Rect { height: 1, ..area };
    draw_rule(
        buffer,
        title,
        (&truncate(&heading, room), theme.quiet),
        ("", theme.quiet),
        theme.line,
    );
    let rest = Rect { y: area.y + 1, height: area.height - 1, ..area };
    Pen::at(buffer, inset(rest)).put_paragraph(&one_line(&passage.text), Style::new());
}
