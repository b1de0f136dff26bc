//! The hints in the last row: the keys that fit, and their columns. Drawing and the mouse use the same hints.

use shingle::base::visible::make_visible;
use shingle::pipeline::Parameter;

use crate::tui::actions::{Action, Binding, KeyName, Place, ViewName};
use crate::tui::{
    drawing::WrappedRows, drawing::join_fitting_facts, drawing::width_in_columns, model::Focus,
    model::Model, parameters::warnings::warning_about,
};

/// Minimum rows of a screen that shows keys besides a note.
const HIGH: u16 = 36;

pub(crate) struct KeyHint {
    pub(crate) binding: &'static Binding,
    /// The keys of the action, as the footer shows them.
    pub(crate) label: &'static str,
    pub(crate) name: &'static str,
    /// The first column, counted from the left edge.
    pub(crate) x: u16,
}

impl KeyHint {
    fn new(binding: &'static Binding, model: &Model) -> Self {
        use KeyName as Name;
        let (place, view) = (model.current_place(), model.visited.current());
        let label = match (place, binding.name) {
            // While a text is written, the colon is a letter.
            (Place::Text | Place::Sandbox, Name::Commands) => "Ctrl-P",
            (Place::Sandbox | Place::Bar, Name::Lesson) => "Ctrl-G",
            (Place::Sandbox, Name::Quit) => "Ctrl-C",
            (_, Name::Quit) => "q",
            (Place::Lesson, Name::AllKeys) => "F1",
            (Place::Bar, Name::Move) => "↑/↓",
            _ => binding.short,
        };
        let name = match (place, view, binding.name) {
            (Place::Bar, _, Name::Move) => "change",
            (Place::Bar, _, Name::Sideways) => "choose",
            (Place::Bar, _, Name::Open) => "type a value",
            (Place::Words, _, Name::Sideways) => "word",
            (Place::Lesson, _, Name::Sideways) => "step",
            (Place::Pair, _, Name::Filter) => "search",
            (Place::List, ViewName::Lab, Name::Sideways) => "page",
            (Place::List, _, Name::Sideways) => "fold",
            (Place::List, ViewName::Phrases, Name::LeaveOut) => "count again",
            (Place::List, ViewName::Phrases, Name::Open) => "own phrase",
            (Place::List, ViewName::Sources, Name::ViewName(ViewName::Sources)) => "other text",
            _ => binding.text,
        };
        Self { binding, label, name, x: 0 }
    }

    /// Returns the width of key and name, with a blank between them, in columns.
    fn width(&self) -> u16 {
        width_in_columns(self.label) + 1 + width_in_columns(self.name)
    }
}

/// Maximum rows above the last row that a long sentence may cover.
pub(crate) const ROWS_ABOVE: usize = 2;

/// The content of the last row while no line of input is open.
pub(crate) struct Hints {
    /// A sentence, and its maximum width in columns. The sentence starts in the second column.
    pub(crate) note: Option<(String, u16)>,
    /// The most important keys. The keys that show all other keys are never cut off.
    pub(crate) keys: Vec<KeyHint>,
}

impl Hints {
    /// Returns the number of rows above the last row that the note covers.
    pub(crate) fn count_rows_above(&self) -> usize {
        let rows = |(note, room): &(String, u16)| WrappedRows::new(note, *room).count_rows();
        self.note.as_ref().map_or(0, rows).saturating_sub(1).min(ROWS_ABOVE)
    }

    pub(crate) fn new(model: &Model, width: u16) -> Self {
        let note = sentences_of_note(model);
        let place = model.current_place();
        let hint = |name: &KeyName| {
            let line = name.binding().filter(|line| !line.actions.is_empty());
            line.map(|line| KeyHint::new(line, model))
        };
        // A note fills the row until the next key, except for the keys that show all others.
        let always: &[KeyName] = match note.first().filter(|_| !shows_keys_beside_note(model)) {
            // While a text is written, both keys are letters.
            _ if place == Place::Text => &[],
            _ if place == Place::Sandbox => &[KeyName::Quit],
            note if place == Place::List && (note.is_none() || width >= 60) => {
                &[KeyName::AllKeys, KeyName::Quit]
            }
            // Outside of lists, q goes back like Esc, which is among the other keys.
            _ => &[KeyName::AllKeys],
        };
        let always: Vec<KeyHint> = always.iter().filter_map(hint).collect();
        let reserved: u16 = always.iter().map(|hint| hint.width() + 2).sum();
        let room = width.saturating_sub(1).saturating_sub(reserved + 1);
        let note = match &note[..] {
            [] => None,
            // The footer wraps a long sentence.
            [sentence] => Some((sentence.clone(), room)),
            facts => Some((join_fitting_facts(facts, room), room)),
        };
        let (mut keys, mut x) = (Vec::new(), 1);
        let has_room = note.is_none() || shows_keys_beside_note(model);
        let now = if has_room { important_keys(model) } else { Vec::new() };
        for hint in now.iter().filter_map(hint) {
            let next = x + hint.width() + 2;
            if next > room + 1 {
                break;
            }
            keys.push(KeyHint { x, ..hint });
            x = next;
        }
        let mut x = width.saturating_sub(reserved);
        for hint in always {
            keys.push(KeyHint { x, ..hint });
            x += hint.width() + 2;
        }
        // If the keys keep the last row, the note is above that row.
        let own_row = if shows_keys_beside_note(model) { "\n" } else { "" };
        let note = note.map(|(note, room)| (format!("{}{own_row}", make_visible(&note)), room));
        Self { note, keys }
    }

    pub(crate) fn action_at(&self, column: u16) -> Option<Action> {
        let is_on = |hint: &&KeyHint| (hint.x..hint.x + hint.width()).contains(&column);
        Some(self.keys.iter().find(is_on)?.binding.actions.first()?.action)
    }
}

/// Returns true if the keys stay beside a note, which is then in the row above them.
pub(crate) const fn shows_keys_beside_note(model: &Model) -> bool {
    model.size.1 >= HIGH
}

/// Returns the note: one sentence, or several facts with the most important first. Empty without a note.
fn sentences_of_note(model: &Model) -> Vec<String> {
    let failed = model.failed.as_ref().map(|reason| format!("Stopped: {reason}"));
    if let Some(note) = failed.or_else(|| model.note.clone()) {
        return vec![note];
    }
    if model.is_list_covered() {
        // The sandbox itself shows the changes of its texts.
        return Vec::new();
    }
    let facts = match &*model.news.facts {
        [] => &*model.parameter_state.effect.facts,
        news => news,
    };
    let state = &model.parameter_state;
    let warning = warning_about(&state.warnings, state.chosen);
    match warning {
        Some(warning) if facts.is_empty() && model.focus == Focus::Bar => vec![warning.into()],
        _ => facts.to_vec(),
    }
}

/// Returns the names of the most important keys, in order. Adds the key for going back if the list is filtered or
/// restricted.
fn important_keys(model: &Model) -> Vec<KeyName> {
    let mut names = keys_of_place(model).to_vec();
    let on_list = matches!(model.current_place(), Place::List | Place::Text);
    let led_here = model.list.of.is_some() || !model.list.filter.is_empty();
    if on_list && led_here && !names.contains(&KeyName::Back) {
        names.insert(1.min(names.len()), KeyName::Back);
    }
    names.retain(|name| {
        *name != KeyName::Parameter(Parameter::Threshold) || model.params.passage.is_none()
    });
    names
}

/// Returns the names of the most important keys for the focus, in order.
fn keys_of_place(model: &Model) -> &'static [KeyName] {
    const NO_PAIR: &[KeyName] =
        key_names! { Parameter(Threshold) Parameter(Width) TypeAValue Commands };
    match model.current_place() {
        Place::Passages => key_names! { Back Move Page },
        Place::Dots => key_names! { Open Back Passage Move Sideways Pair Explain Parameter(Width) },
        Place::Lesson => key_names! { Sideways Move Number Back Parameter(Width) TypeAValue Commands },
        Place::Sandbox => key_names! { NextRegion Lesson Back Commands },
        Place::Bar if model.layers.has_layer_at(Place::Sandbox) => {
            key_names! { Sideways Move Open Back NextRegion Lesson Undo }
        }
        Place::Bar => key_names! { Sideways Move Open Back Undo Pin Commands },
        Place::Words => key_names! { Sideways Move Back NextRegion Passage Parameter(Width) TypeAValue },
        Place::Pair if model.zoomed => {
            key_names! { Back Passage Mark Filter Passages Pair NextRegion Layout Ignored LeaveOut Lesson Move Commands }
        }
        Place::List | Place::Text => {
            model.current_list().main_keys(model).unwrap_or_else(|| match model.areas.pair {
                _ if model.list.names.is_none() => NO_PAIR,
                Some(_) => key_names! {
                    Open Move Mark Filter Passage ViewName(Sources) ViewName(Documents) Report Parameter(Threshold) NextRegion Commands
                },
                None => key_names! {
                    Open Move Mark Filter ViewName(Sources) ViewName(Documents) Report Parameter(Threshold) TypeAValue Commands
                },
            })
        }
        _ if model.list.names.is_none() => NO_PAIR,
        // The focus is on a text beside the list.
        _ => key_names! { Back Open Passage NextRegion Move Parameter(Width) Parameter(Threshold) Commands },
    }
}
