//! The table of all keys, by section: the action, places and help of each. Source of help, footer and documents.
//! `parameters::table` has the keys of single parameters.

pub(crate) mod key_map;
pub(crate) mod table;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::actions::{Action, Binding, KeyName, Place, binding::key_text};
use crate::tui::parameters::table::ENTRIES;

/// All lines of the table with the user's own keys, in the order of help.
pub(crate) fn bindings() -> impl Iterator<Item = &'static Binding> {
    let own = key_map::user_bindings();
    let standard = own.is_none().then(standard_bindings);
    own.into_iter().flatten().chain(standard.into_iter().flatten())
}

fn standard_bindings() -> impl Iterator<Item = &'static Binding> {
    let parameters = ENTRIES.iter().map(|entry| &entry.binding);
    table::BEFORE_PARAMETERS.iter().chain(parameters).chain(table::AFTER_PARAMETERS)
}

pub(crate) fn find_binding(event: KeyEvent, place: Place) -> Option<(&'static Binding, Action)> {
    let mut modifiers = event.modifiers - KeyModifiers::SHIFT;
    // Over a slow connection, Esc and Ctrl-C may arrive together and look like one key with Alt. This key must end the
    // program too.
    if modifiers.contains(CTRL) && event.code == KeyCode::Char('c') {
        modifiers = CTRL;
    }
    let is_letter = matches!(event.code, KeyCode::Char(_)) && modifiers.is_empty();
    if !CTRL.contains(modifiers) || is_letter && place.is_text_input() {
        return None;
    }
    // In a line of input, keys with Ctrl edit the line rather than move elsewhere.
    let edits = place.is_text_input() && (modifiers == CTRL || event.code == KeyCode::Backspace);
    let key = key_text(modifiers, event.code);
    let mut here = bindings().filter(|binding| binding.places.contains(&place));
    let found = here.find_map(|binding| Some((binding, binding.action_of(&key)?)));
    found.filter(|(_, action)| !(edits && matches!(action, Action::Move(_) | Action::Leave)))
}

const CTRL: KeyModifiers = KeyModifiers::CONTROL;

pub(crate) fn binding_named(name: KeyName) -> Option<&'static Binding> {
    bindings().find(|binding| binding.name == name)
}
