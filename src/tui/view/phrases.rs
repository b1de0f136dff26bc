//! The phrases that are left out: one row for each, the newest first.
//!
//! ```text
//! ── 2 phrases are never counted ─────────────────────────────────────────────────────────── row 1 of 2 ──
//!   words  from                     phrase
//! ▸    14  licences/bowline.txt     Copies of this leaf may be made and given away, provided that
//! ```

use ratatui::{buffer::Buffer, style::Style};

use shingle::{base::numbers::thousands, decisions::PhraseLine};

use crate::tui::drawing::{Pen, Theme, glyphs::begin, pen::rule};
use crate::tui::model::{Focus, Model};
use crate::tui::view::lists::{one_line, rows};
use crate::tui::view::pairs::{empty, line_of};
use crate::tui::{actions::KeyName, keys::key_map::key_of, layout::ListAreas};

/// The columns of the number of words, and of the document's name.
const WORDS: u16 = 6;
const FROM: u16 = 24;

/// Draws title, column names and rows.
pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let list = &model.phrases;
    let has_keys = model.focus == Focus::List;
    let title = theme.heading(has_keys);
    let all = list.lines.len();
    let count = match all {
        0 => "No phrase is left out".to_string(),
        1 => "1 phrase is never counted".to_string(),
        many => format!("{} phrases are never counted", thousands(many as u64)),
    };
    let is_off = model.params.phrases.is_empty() && !model.choices.phrases.is_empty();
    let count = if is_off { format!("off: {count}") } else { count };
    let (heading, title) = list.filter.heading(&count, title, theme);
    let place = line_of(list.cursor.selected, all, areas.title.width);
    rule(buffer, areas.title, (&heading, title), (&place, theme.quiet), theme.line);
    if all == 0 {
        let sentence = list.filter.nothing("phrase").unwrap_or_else(|| {
            format!(
                "Every passage counts. {} on a passage of an open pair leaves it out of all pairs; Enter here takes words of your own.",
                key_of(KeyName::LeaveOut)
            )
        });
        empty(buffer, areas.rows, &sentence, theme.strong);
        return;
    }
    let from = if areas.rows.width >= 70 { FROM } else { 0 };
    let mut pen = Pen::at(buffer, areas.columns);
    pen.skip(2);
    pen.put_cell("words", WORDS, true, theme.quiet).skip(2);
    if from > 0 {
        pen.put_cell("from", from, false, theme.quiet).skip(2);
    }
    pen.put("phrase", theme.quiet);
    rows((list.cursor, all), has_keys, theme, buffer, areas.rows, |line, pen| {
        if let Some(line) = list.lines.get(line) {
            draw(line, from, theme, pen);
        }
    });
}

fn draw(line: &PhraseLine, from: u16, theme: &Theme, pen: &mut Pen<'_>) {
    let words = line.phrase.split_whitespace().count() as u64;
    pen.put_cell(&thousands(words), WORDS, true, Style::new()).skip(2);
    if from > 0 {
        pen.put_cell(&line.from, from, false, theme.quiet).skip(2);
    }
    let room = pen.room();
    pen.quote(&begin(&one_line(&line.phrase), room), theme.strong);
}
