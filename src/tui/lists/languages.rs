//! The languages of the folder: one row for each, the one with most words first.
//!
//! ```text
//! ── 6 languages ────────────────────────────────────────────────────────────────────────── row 1 of 6 ──
//!   language     documents  in it alone       words
//! ▸ English             21           20       9,412  ████████▌
//! ```

use std::sync::Arc;

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use shingle::base::numbers::{counted, thousands};
use shingle::pipeline::{LanguageChoice, Parameter, Params, Snapshot};
use shingle::text::Language;

use crate::tui::actions::{KeyName, Room, StepDirection};
use crate::tui::drawing::{Pen, Theme};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{Cursor, Filter, FilterTarget, Focus, LanguageLine, Model, RoomList};
use crate::tui::view::pairs::{bar, empty, line_of};
use crate::tui::{drawing::pen::rule, layout::ListAreas, messages::Command};
use crate::tui::{parameters::table::is_hidden, update::parameters::change_to, view::lists::rows};

/// The list of languages.
pub(crate) struct LanguagesRoom;

impl RoomList for LanguagesRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.languages.cursor, model.languages.lines().len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.languages.cursor)
    }
}

impl ListRoom for LanguagesRoom {
    fn again(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Leave
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        (model.languages.arranged, model.languages.filter) = (None, Arc::default());
        Vec::new()
    }

    fn result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) -> Option<Command> {
        let visible = model.visible_lines(Room::Languages);
        model.languages.show(snapshot, visible);
        None
    }

    fn filter<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.languages.filter, FilterTarget::Names))
    }

    fn filtered(&self, model: &mut Model) -> Vec<Command> {
        if let Some(snapshot) = model.of_all_documents().cloned() {
            self.result(model, &snapshot);
        }
        Vec::new()
    }

    fn open(&self, model: &mut Model) -> Opened {
        let Some(line) = model.languages.selected() else { return Opened::Done(Vec::new()) };
        let filter = line
            .language
            .map_or("lang:unsure".into(), |language| format!("lang:{}", language.code()));
        Opened::Filtered(Room::Documents, filter)
    }

    fn change(
        &self,
        model: &mut Model,
        parameter: Parameter,
        direction: StepDirection,
    ) -> Option<Vec<Command>> {
        (parameter == Parameter::Language).then(|| choose(model, direction)).flatten()
    }

    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: the language of most words comes first".into());
        Vec::new()
    }

    fn hints(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(&[
            KeyName::Open,
            KeyName::Back,
            KeyName::Parameter(Parameter::Language),
            KeyName::Filter,
            KeyName::Move,
            KeyName::Commands,
        ])
    }

    fn hint(&self, model: &Model, name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        match name {
            KeyName::Open => Some((None, "documents")),
            KeyName::Parameter(Parameter::Language) => {
                let is_auto = model.params.language == LanguageChoice::Auto;
                Some((None, if is_auto { "set for all" } else { "detect" }))
            }
            _ => None,
        }
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
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
        let (heading, title) =
            list.filter.heading(&format!("{stale}{count}{chosen}"), title, theme);
        let place = line_of(list.cursor.selected, all.len(), areas.title.width);
        rule(buffer, areas.title, (&heading, title), (&place, theme.quiet), theme.line);
        if all.is_empty() {
            let sentence = list.filter.nothing("language");
            let sentence =
                sentence.unwrap_or_else(|| "There are no documents in the folder.".into());
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
}

// The key of the language, in the room of languages: the selected one for all documents, or each its own again.

/// Sets the selected language for all documents, or where one is set, detects them again; `None` where there is none to be
/// set.
pub(crate) fn choose(model: &mut Model, direction: StepDirection) -> Option<Vec<Command>> {
    let selected = model.languages.selected()?.language;
    if is_hidden(Parameter::Language, &model.params) {
        return None;
    }
    let is_set = model.params.language != LanguageChoice::Auto;
    let language = match selected {
        _ if is_set || direction == StepDirection::Back => LanguageChoice::Auto,
        Some(language) => LanguageChoice::Fixed(language),
        None => {
            model.note = Some("unsure is not a language: select another line".into());
            return Some(Vec::new());
        }
    };
    model.parameter_state.chosen = Parameter::Language;
    let params = Params { language, ..model.params.clone() };
    if params == model.params {
        model.note = Some("that is so already".into());
        return Some(Vec::new());
    }
    Some(change_to(model, params))
}

// Drawing.

/// The columns of a name, of each number, and of the bar.
const NAME: u16 = 16;
const NUMBER: u16 = 11;
const BAR: u16 = 20;
/// The columns before a number.
const GAP: u16 = 2;

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
