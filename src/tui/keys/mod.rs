//! The table of all keys, by section: the action, places and help of each. Source of help, footer and documents.
//! `parameters::table` has the keys of single parameters.

pub(crate) mod key_map;
pub(crate) mod table;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::actions::binding::written;
use crate::tui::actions::{Action, Binding, KeyName, Place};
use crate::tui::parameters::table::ENTRIES;

/// All lines of the table with the user's own keys, in the order of help.
pub(crate) fn bindings() -> impl Iterator<Item = &'static Binding> {
    let own = key_map::own();
    let standard = own.is_none().then(standard);
    own.into_iter().flatten().chain(standard.into_iter().flatten())
}

/// All lines of the standard table, in the order of help.
fn standard() -> impl Iterator<Item = &'static Binding> {
    let parameters = ENTRIES.iter().map(|entry| &entry.binding);
    table::BEFORE_PARAMETERS.iter().chain(parameters).chain(table::AFTER_PARAMETERS)
}

/// Finds the line and the action of a key at a place.
pub(crate) fn found(event: KeyEvent, place: Place) -> Option<(&'static Binding, Action)> {
    let mut modifiers = event.modifiers - KeyModifiers::SHIFT;
    // Over a slow connection, Esc and Ctrl-C may arrive together and look like one key with Alt. This key must end the
    // program too.
    if modifiers.contains(CTRL) && event.code == KeyCode::Char('c') {
        modifiers = CTRL;
    }
    let is_letter = matches!(event.code, KeyCode::Char(_)) && modifiers.is_empty();
    if !CTRL.contains(modifiers) || is_letter && place.is_written() {
        return None;
    }
    // In a line of input, keys with Ctrl edit the line rather than move elsewhere.
    let edits = place.is_written() && (modifiers == CTRL || event.code == KeyCode::Backspace);
    let key = written(modifiers, event.code);
    let mut here = bindings().filter(|binding| binding.places.contains(&place));
    let found = here.find_map(|binding| Some((binding, binding.action_of(&key)?)));
    found.filter(|(_, action)| !(edits && matches!(action, Action::Move(_) | Action::Leave)))
}

/// Returns the name of a key, the text of its line and its action, for projector mode. `None` for a key that writes or
/// has no meaning.
pub(crate) fn pressed(event: KeyEvent, place: Place) -> Option<(String, &'static str, Action)> {
    let (binding, action) = found(event, place)?;
    Some((written(event.modifiers - KeyModifiers::SHIFT, event.code), binding.text, action))
}

const CTRL: KeyModifiers = KeyModifiers::CONTROL;

pub(crate) fn named(name: KeyName) -> Option<&'static Binding> {
    bindings().find(|binding| binding.name == name)
}
