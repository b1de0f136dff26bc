//! The last row's hints: which have room, and where each stands, for whoever draws them and for the mouse. It draws
//! nothing.

use shingle::base::visible::visible;

use crate::tui::drawing::glyphs::columns;
use crate::tui::event_loop::wish::Wish;
use crate::tui::keys::binding::{Binding, Place};
use crate::tui::keys::named;
use crate::tui::rooms::laboratory::model::Page;
use crate::tui::rooms::problems::model::Line;
use crate::tui::rooms::room::Room;

use super::focus::Focus;
use super::model::Model;

/// A key and its name at a place of the row.
#[derive(Clone, Copy)]
pub(crate) struct Hint {
    /// The line of the table.
    pub(crate) binding: &'static Binding,
    /// The keys of it that act here, as they are written.
    pub(crate) shown: &'static str,
    /// What they do here.
    pub(crate) name: &'static str,
    /// Its first column, counted from the left edge.
    pub(crate) x: u16,
}

impl Hint {
    /// A line of the table as it is said at a place, its column not yet known.
    fn of(binding: &'static Binding, model: &Model) -> Self {
        let place = model.place();
        let in_lab = place == Place::List && model.rooms.here() == Room::Lab;
        let in_tree = model.rooms.here() == Room::Clusters && !model.zoomed && !model.tree.beside;
        let (shown, name) = match (place, binding.name) {
            (_, "open") if in_lab && model.lab.page != Page::Pairs => (binding.shown, "take"),
            (_, "unfold") if in_lab => ("←/→", "page"),
            (Place::List, "open") if in_tree => {
                let on_member = model.tree.selected().is_some_and(|branch| branch.member.is_some());
                let beside = if model.tree.heat { "heat map" } else { "pairs" };
                (binding.shown, if on_member { "matches" } else { beside })
            }
            (Place::List, "unfold")
                if model.rooms.here() == Room::Clusters && model.tree.beside =>
            {
                ("←/→", "sideways")
            }
            (Place::List, "clusters") if model.rooms.here() == Room::Clusters => {
                (binding.shown, if model.tree.heat { "pairs" } else { "heat map" })
            }
            // The colon is a letter of the text there.
            (Place::Text | Place::Sandbox, "commands") => ("Ctrl-P", binding.name),
            (Place::Sandbox, "next region") => (binding.shown, "texts, parameters"),
            (Place::Sandbox, "quit") => ("Ctrl-C", binding.name),
            (Place::Bar, "move") => ("↑/↓", "turn"),
            (Place::Bar, "open") => (binding.shown, "type"),
            (Place::Lesson, "move") => ("↑/↓", "within"),
            (Place::Lesson, "lesson step") => (binding.shown, "step"),
            (Place::Lesson, "lesson number") => (binding.shown, "jump"),
            (Place::Words, "next region") => (binding.shown, "other text"),
            _ => (binding.shown, binding.name),
        };
        Self { binding, shown, name, x: 0 }
    }

    /// Columns of key and name, one blank between.
    fn width(&self) -> u16 {
        columns(self.shown) + 1 + columns(self.name)
    }
}

/// What stands in the last row while no line of input is open.
pub(crate) struct Hints {
    /// One sentence, in so many columns from the second on.
    pub(crate) note: Option<(String, u16)>,
    /// The keys that matter now. Those that lead to all others are never cut off.
    pub(crate) keys: Vec<Hint>,
}

impl Hints {
    /// For a row of this width.
    pub(crate) fn new(model: &Model, width: u16) -> Self {
        let notes = notes(model);
        // A note needs the room until the next key; the way to all keys stays even then.
        let always = match notes.first() {
            // There the keys of both are letters that are written.
            _ if model.place() == Place::Text => [None, None],
            _ if model.place() == Place::Sandbox => [None, named("quit")],
            Some(_) if width < 60 => [None, named("all keys")],
            _ => ["all keys", "quit"].map(named),
        };
        let always = always.into_iter().flatten().map(|binding| Hint::of(binding, model));
        let reserved: u16 = always.clone().map(|hint| hint.width() + 2).sum();
        let mut room = width.saturating_sub(1).saturating_sub(reserved + 1);
        let mut keys = Vec::new();
        let fits = |note: &&String| columns(&visible(note)) <= room;
        let note = notes.iter().find(fits).or(notes.last()).map(|note| (note.clone(), room));
        let mut x = 1;
        let now = if note.is_some() { Vec::new() } else { names(model) };
        for hint in now.iter().filter_map(|name| named(name)).map(|one| Hint::of(one, model)) {
            let Some(rest) = room.checked_sub(hint.width() + 2) else {
                break;
            };
            keys.push(Hint { x, ..hint });
            x += room - rest;
            room = rest;
        }
        let mut x = width.saturating_sub(reserved);
        for hint in always {
            keys.push(Hint { x, ..hint });
            x += hint.width() + 2;
        }
        Self { note, keys }
    }

    /// What a click on a column asks for.
    pub(crate) fn at(&self, column: u16) -> Option<Wish> {
        let is_on = |hint: &&Hint| (hint.x..hint.x + hint.width()).contains(&column);
        self.keys.iter().find(is_on)?.binding.keys.first().map(|key| key.2)
    }
}

/// What is to be said: the same ever shorter, the longest first; empty when there is nothing.
fn notes(model: &Model) -> Vec<String> {
    let failed = model.failed.as_ref().map(|reason| format!("Cannot go on: {reason}"));
    if let Some(note) = failed.or_else(|| model.note.clone()) {
        return vec![note];
    }
    if model.is_covered() {
        // There it is told what became of these texts.
        return Vec::new();
    }
    let said = match model.news.said() {
        [] => model.tune.effect.said(),
        news => news,
    };
    let warning = model.tune.warnings.about(model.tune.chosen);
    match warning {
        Some(warning) if said.is_empty() && model.focus == Focus::Bar => vec![warning.into()],
        _ => said.to_vec(),
    }
}

/// The names of the keys that matter now, the most important ones first. The way back stands where there is one.
fn names(model: &Model) -> Vec<&'static str> {
    let mut names = usual(model).to_vec();
    let on_list = model.overlay.is_none() && !model.zoomed && model.focus == Focus::List;
    let led_here = model.list.of.is_some() || !model.list.filter.is_empty();
    if on_list && led_here && !names.contains(&"back") {
        names.insert(1.min(names.len()), "back");
    }
    names
}

fn usual(model: &Model) -> &'static [&'static str] {
    if model.overlay.is_some() {
        return &["back", "move", "page"];
    }
    match model.place() {
        Place::Dots => {
            return &["open", "back", "passage", "move", "sideways", "pair", "explain", "width"];
        }
        Place::Lesson => {
            return &[
                "lesson step",
                "move",
                "lesson number",
                "back",
                "width",
                "modulo",
                "case",
                "commands",
            ];
        }
        Place::Sandbox => {
            return &["next region", "step by step", "back", "commands"];
        }
        Place::Bar if model.sandbox.is_some() => {
            return &["choose", "move", "open", "back", "next region", "step by step", "undo"];
        }
        Place::Words => {
            return &[
                "sideways",
                "move",
                "back",
                "next region",
                "passage",
                "width",
                "modulo",
                "hash",
            ];
        }
        _ => {}
    }
    if let Some(names) = of_list(model) {
        return names;
    }
    let pair = model.areas().is_some_and(|areas| areas.pair.is_some());
    match model.focus {
        _ if model.zoomed && model.focus != Focus::Bar => &[
            "back",
            "passage",
            "passages",
            "pair",
            "next region",
            "layout",
            "ignored",
            "lesson",
            "move",
            "commands",
        ],
        _ if model.list.names.is_none() && model.focus != Focus::Bar => {
            &["threshold", "width", "measure", "preset", "rescan", "commands"]
        }
        Focus::List if pair => &[
            "open",
            "move",
            "filter",
            "passage",
            "width",
            "threshold",
            "measure",
            "next region",
            "commands",
        ],
        Focus::List => {
            &["open", "move", "filter", "width", "threshold", "measure", "preset", "commands"]
        }
        Focus::Bar => {
            &["choose", "move", "open", "back", "undo", "redo", "pin", "freeze", "commands"]
        }
        Focus::Pane(_) => {
            &["back", "open", "passage", "next region", "move", "width", "threshold", "commands"]
        }
    }
}

/// Those of the list that one is in, where it has its own.
fn of_list(model: &Model) -> Option<&'static [&'static str]> {
    if model.zoomed || model.focus != Focus::List {
        return None;
    }
    let names: &[&str] = match model.rooms.here() {
        Room::Documents => &["open", "back", "filter", "sort", "move", "your text"],
        Room::Clusters if model.tree.beside && model.tree.heat => {
            &["open", "back", "clusters", "move", "unfold", "threshold"]
        }
        Room::Clusters if model.tree.beside => {
            &["open", "back", "clusters", "move", "threshold", "linkage"]
        }
        Room::Clusters => &["open", "back", "clusters", "unfold", "linkage", "threshold", "sort"],
        Room::Query if model.query.writing => &["open", "back", "commands"],
        Room::Query => &["open", "back", "move", "width", "threshold", "measure"],
        Room::Lab if model.lab.page == Page::Curve || model.lab.lines() == 0 => {
            &["unfold", "back", "width", "threshold", "measure", "undo"]
        }
        Room::Lab => &["open", "unfold", "back", "move", "width", "threshold", "undo"],
        Room::Problems if model.problems.lines.len() == 0 => &["back", "rescan"],
        Room::Problems if matches!(model.problems.selected(), Some(Line::Event(_))) => {
            &["open", "back", "unfold", "move", "rescan"]
        }
        Room::Problems => &["back", "unfold", "move", "rescan"],
        Room::Pairs | Room::Resembling if model.list.len() == 0 && !model.list.is_plain() => {
            &["back", "filter", "threshold", "width", "commands"]
        }
        Room::Pairs | Room::Resembling => return None,
    };
    Some(names)
}
