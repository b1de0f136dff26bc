//! The ignored phrases: one row for each, the newest first.
//!
//! ```text
//! ── 2 phrases are never counted ─────────────────────────────────────────────────────────── row 1 of 2 ──
//!   words  from                     phrase
//! ▸    14  licences/bowline.txt     Copies of this leaf may be made and given away, provided that
//! ```

use std::sync::Arc;

use ratatui::{buffer::Buffer, style::Style};

use shingle::{base::numbers::thousands, base::path::DocPath, decisions::PhraseLine};

use crate::tui::actions::{KeyName, Room, StepDirection};
use crate::tui::drawing::{Pen, Theme};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{Cursor, Filter, FilterTarget, Focus, KeyHint, Model, RoomList};
use crate::tui::view::lists::{one_line, rows};
use crate::tui::view::pairs::{empty, line_of};
use crate::tui::{drawing::glyphs::truncate, drawing::pen::draw_rule, keys::key_map::key_of};
use crate::tui::{layout::ListAreas, messages::Command, update::phrases};

pub(crate) struct PhrasesRoom;

impl RoomList for PhrasesRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.phrases.cursor, model.phrases.lines.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.phrases.cursor)
    }

    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(key_names! { LeaveOut Open Back Undo Filter Move Commands })
    }

    fn key_hint(&self, _model: &Model, name: KeyName) -> Option<KeyHint> {
        match name {
            KeyName::LeaveOut => Some((None, "count it again")),
            KeyName::Open => Some((None, "words of your own")),
            _ => None,
        }
    }
}

impl ListRoom for PhrasesRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        let visible = model.visible_lines(Room::Phrases);
        model.phrases.refresh(visible);
        Vec::new()
    }

    fn press_view_key(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Leave
    }

    fn drop_content(&self, model: &mut Model) -> Vec<Command> {
        model.phrases.filter = Arc::default();
        Vec::new()
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.phrases.filter, FilterTarget::Names))
    }

    fn apply_filter(&self, model: &mut Model) -> Vec<Command> {
        let visible = model.visible_lines(Room::Phrases);
        model.phrases.refresh(visible);
        Vec::new()
    }

    fn open_line(&self, model: &mut Model) -> Opened {
        phrases::open_phrase_prompt(model);
        Opened::Done(Vec::new())
    }

    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed: the newest phrase comes first".into());
        Vec::new()
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        let list = &model.phrases;
        let has_keys = model.focus == Focus::List;
        let title = theme.heading_style(has_keys);
        let all = list.lines.len();
        let count = match all {
            0 => "No ignored phrase".to_string(),
            1 => "1 phrase is never counted".to_string(),
            many => format!("{} phrases are never counted", thousands(many as u64)),
        };
        let is_off = model.params.phrases.is_empty() && !model.choices.phrases.is_empty();
        let count = if is_off { format!("off: {count}") } else { count };
        let (heading, title) = list.filter.heading(&count, title);
        let place = line_of(list.cursor.selected, all, areas.title.width);
        draw_rule(buffer, areas.title, (&heading, title), (&place, theme.quiet), theme.line);
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
}

/// The columns of the number of words, and of the document's name.
const WORDS: u16 = 6;
const FROM: u16 = 24;

fn draw(line: &PhraseLine, from: u16, theme: &Theme, pen: &mut Pen<'_>) {
    let words = line.phrase.split_whitespace().count() as u64;
    pen.put_cell(&thousands(words), WORDS, true, Style::new()).skip(2);
    if from > 0 {
        pen.put_cell(&line.from, from, false, theme.quiet).skip(2);
    }
    let room = pen.free_width();
    pen.put(&truncate(&one_line(&line.phrase), room), theme.strong);
}
