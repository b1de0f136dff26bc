//! All keys: those of the tables of actions and of parameters, or the user's own. Help, footer and documents are made
//! from them.

use std::{fmt::Write as _, sync::OnceLock};

use ratatui::{
    crossterm::event::KeyCode, crossterm::event::KeyEvent, crossterm::event::KeyModifiers,
};

use crate::tui::actions::{
    AFTER_PARAMETERS, Action, BEFORE_PARAMETERS, Binding, KeyAction, KeyName, Place, key_text,
};
use crate::tui::parameters::ENTRIES;

/// All lines of the table with the user's own keys, in the order of help.
pub(crate) fn current_bindings() -> impl Iterator<Item = &'static Binding> {
    let own = OWN.get();
    let standard = own.is_none().then(standard_bindings);
    own.into_iter().flatten().chain(standard.into_iter().flatten())
}

fn standard_bindings() -> impl Iterator<Item = &'static Binding> {
    let parameters = ENTRIES.iter().map(|entry| &entry.binding);
    BEFORE_PARAMETERS.iter().chain(parameters).chain(AFTER_PARAMETERS)
}

pub(crate) fn find_binding(event: KeyEvent, place: Place) -> Option<(&'static Binding, Action)> {
    let mut modifiers = event.modifiers - KeyModifiers::SHIFT;
    // Over a slow connection, Esc and Ctrl-C may arrive together and look like Alt-Ctrl-C. This key must end the
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
    let mut here = current_bindings().filter(|binding| binding.places.contains(&place));
    let found = here.find_map(|binding| Some((binding, binding.action_of(&key)?)));
    found.filter(|(_, action)| !(edits && matches!(action, Action::Move(_) | Action::Leave)))
}

const CTRL: KeyModifiers = KeyModifiers::CONTROL;

// The user's own keys: builds a key table with changed keys.

/// The name that unbinds a key.
const OFF: &str = "off";
/// Suffix of a line's name for its second action.
const BACK_SUFFIX: &str = " back";
/// Letters that cannot be mapped with Ctrl. Terminals send `h`, `i`, `j`, `m` and `[` as Backspace, Tab, Enter and Esc;
/// Ctrl-C and Ctrl-P are fixed.
const TAKEN: [char; 7] = ['h', 'i', 'j', 'm', '[', 'c', 'p'];

/// A key and the name of its action.
pub(crate) type MappedKey<'a> = (&'a str, &'a str);

/// The table with the user's keys. Unset if the user changed no key.
static OWN: OnceLock<Vec<Binding>> = OnceLock::new();

/// Sets the user's keys for the rest of the run.
///
/// # Errors
/// The index of the wrong line, and the reason.
pub(crate) fn apply_user_keys(lines: &[MappedKey<'_>]) -> Result<(), (usize, String)> {
    if !lines.is_empty() {
        let _ = OWN.set(build_table(lines)?);
    }
    Ok(())
}

/// Builds the table with these keys. A mapped key loses its other actions, and an action retains its other keys.
/// An error is the index of the wrong line in `lines`, and the reason.
fn build_table(lines: &[MappedKey<'_>]) -> Result<Vec<Binding>, (usize, String)> {
    let mut mapped: Vec<(String, Option<Action>)> = Vec::new();
    for (at, (key, does)) in lines.iter().enumerate() {
        let failed = |reason: String| (at, format!("{key}: {reason}"));
        let key = parse_key(key).map_err(failed)?;
        if mapped.iter().any(|(other, _)| *other == key) {
            return Err(failed(format!("an earlier line has {key} too; leave one out")));
        }
        mapped.push((key, find_action(does).map_err(failed)?));
    }
    Ok(standard_bindings().map(|line| binding_with_keys(line, &mapped)).collect())
}

/// Returns a line of the table with the user's keys before the line's other keys.
fn binding_with_keys(line: &Binding, mapped: &[(String, Option<Action>)]) -> Binding {
    let actions = line.actions.iter().map(|one| {
        let own = mapped.iter().filter(|(_, does)| *does == Some(one.action));
        let left = one.keys().filter(|key| mapped.iter().all(|(other, _)| other != key));
        let keys: Vec<String> =
            own.map(|(key, _)| key.clone()).chain(left.map(String::from)).collect();
        // The table lives as long as the program, like the standard table.
        KeyAction { keys: String::leak(keys.join(" ")), ..*one }
    });
    let bound = Binding { actions: Vec::leak(actions.collect()), ..*line };
    let has_all = |(one, other): (&KeyAction, &KeyAction)| {
        one.keys().all(|key| other.keys().any(|same| same == key))
    };
    if line.keys().count() == bound.keys().count()
        && line.actions.iter().zip(bound.actions).all(has_all)
    {
        return bound;
    }
    let label: &str = String::leak(bound.keys().collect::<Vec<_>>().join(" "));
    Binding { label, short: label, ..bound }
}

/// Returns the name of an action: its own name, the text of the line, or this text with `back`.
pub(crate) fn name_of_action(line: &Binding, place: usize) -> String {
    let own = line.actions.get(place).and_then(|one| one.name);
    let back = if place > 0 { BACK_SUFFIX } else { "" };
    own.map_or_else(|| format!("{}{back}", line.text), String::from)
}

/// Finds an action by name; `None` for `off`. The text of a line also names its first action, and this text with `back`
/// its second.
fn find_action(name: &str) -> Result<Option<Action>, String> {
    if name == OFF {
        return Ok(None);
    }
    let is_meant = |line: &Binding, place: usize| {
        let of_line = match place {
            0 => name == line.text,
            1 => name.strip_suffix(BACK_SUFFIX) == Some(line.text),
            _ => false,
        };
        of_line || name == name_of_action(line, place)
    };
    let found = standard_bindings().find_map(|line| {
        let mut actions = line.actions.iter().enumerate();
        Some(actions.find(|(place, _)| is_meant(line, *place))?.1.action)
    });
    found.map(Some).ok_or_else(|| {
        format!("no key does \"{name}\"; `shingle config default` lists what keys can do")
    })
}

fn parse_key(text: &str) -> Result<String, String> {
    let only = |text: &str| {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.as_str().is_empty())
    };
    let function = text.strip_prefix('F').and_then(|number| number.parse().ok());
    if text == "Space" || text == " " {
        return Ok("Space".to_string());
    }
    if let Some(letter) = only(text).filter(|letter| !letter.is_control()) {
        return Ok(letter.to_string());
    }
    if let Some(number) = function.filter(|number| (1..=12).contains(number)) {
        return Ok(format!("F{number}"));
    }
    match text.strip_prefix("Ctrl-").and_then(only) {
        Some(letter) if TAKEN.contains(&letter.to_ascii_lowercase()) => {
            Err("this key cannot be changed".to_string())
        }
        Some(letter) if letter.is_ascii_alphabetic() => {
            Ok(format!("Ctrl-{}", letter.to_ascii_uppercase()))
        }
        _ => Err("expected one character, Space, F1 to F12, or Ctrl and a letter, such as Ctrl-E"
            .to_string()),
    }
}

/// Lists all changeable keys as lines of a config file, each with its action; then the actions without a key.
pub(crate) fn list_keys_as_config_lines() -> String {
    let mut text = String::new();
    for line in standard_bindings() {
        let mut lines = String::new();
        for (place, one) in line.actions.iter().enumerate() {
            let name = name_of_action(line, place);
            for key in one.keys().filter(|key| parse_key(key).is_ok_and(|same| same == **key)) {
                let quote = if key.contains(['"', '\\']) { '\'' } else { '"' };
                let _ = writeln!(lines, "#{quote}{key}{quote} = \"{name}\"");
            }
            if one.keys.is_empty() {
                let _ = writeln!(lines, "# without a key: \"{name}\"");
            }
        }
        if !lines.is_empty() {
            let _ = write!(text, "\n# {}\n{lines}", line.help);
        }
    }
    text
}

// Texts of keys for sentences, from the user's key map if there is one.

impl KeyName {
    pub(crate) fn binding(self) -> Option<&'static Binding> {
        current_bindings().find(|binding| binding.name == self)
    }

    /// Returns the first key of the line, or its label if the line lacks keys.
    pub(crate) fn label(self) -> String {
        self.binding().map_or("", |line| line.keys().next().unwrap_or(line.label)).to_string()
    }

    /// Returns the first key of the line's second action, which often goes back or lowers a value.
    pub(crate) fn backward_label(self) -> String {
        let back = self.binding().and_then(|line| line.actions.get(1)?.keys().next());
        back.map_or_else(|| self.label(), String::from)
    }
}

/// Returns a command as the user types it: `=passage 30`.
pub(crate) fn label_of_typed_command(command: &str) -> String {
    format!("{}{command}", KeyName::TypeAValue.label())
}

#[cfg(test)]
mod tests {
    use super::{build_table as mapped, list_keys_as_config_lines, standard_bindings};
    use crate::tui::actions::Binding;

    fn label(table: &[Binding], name: &str) -> String {
        table.iter().find(|line| line.text == name).unwrap().label.to_string()
    }

    #[test]
    fn a_key_does_what_its_line_says_and_nothing_else() {
        let table = mapped(&[
            ("r", "editor"),
            ("Ctrl-Y", "stem"),
            ("F6", "rescan"),
            ("U", "copy"),
            ("b", "threshold back"),
            ("B", "threshold up by 1 %"),
            ("z", "sort back"),
            ("x", "width back"),
            ("W", "off"),
        ])
        .unwrap();
        assert_eq!(label(&table, "editor"), "r Ctrl-E");
        assert_eq!(label(&table, "stem"), "Ctrl-Y");
        assert_eq!(label(&table, "copy"), "U y");
        assert_eq!(label(&table, "undo"), "u Ctrl-R");
        assert_eq!(label(&table, "threshold"), "t b T B + -");
        assert_eq!(label(&table, "sort"), "> z < R");
        assert_eq!(label(&table, "width"), "w x");
        assert_eq!(label(&table, "rescan"), "F6 F5");
        let does = |key: &str| -> Vec<&str> {
            let has = |line: &&Binding| line.action_of(key).is_some();
            table.iter().filter(has).map(|line| line.text).collect()
        };
        assert_eq!(does("r"), ["editor"]);
        assert_eq!(does("Ctrl-Y"), ["stem"]);
        assert_eq!(does("F6"), ["rescan"]);
        assert!(does("W").is_empty());
        let back = |table: &[Binding], key| {
            table.iter().find(|line| line.text == "width").unwrap().action_of(key).unwrap()
        };
        assert_eq!(back(&table, "x"), back(&mapped(&[]).unwrap(), "W"));
        for (one, other) in table.iter().zip(super::standard_bindings()) {
            assert_eq!((one.name, one.places), (other.name, other.places));
        }
    }

    #[test]
    fn what_is_no_key_or_does_nothing_is_refused_with_its_line() {
        for (lines, place, said) in [
            (&[("e", "copy"), ("Ctrl-x", "stem"), ("Ctrl-X", "width")][..], 2, "earlier line"),
            (&[("e", "editor"), ("ee", "stem")], 1, "expected one character"),
            (&[("Enter", "stem")], 0, "expected one character"),
            (&[("Ctrl-C", "stem")], 0, "cannot be changed"),
            (&[("Ctrl-i", "stem")], 0, "cannot be changed"),
            (&[("e", "edit")], 0, "no key does \"edit\""),
            (&[("e", "template")], 0, "no key does"),
            (&[("e", "editor back")], 0, "no key does"),
        ] {
            let (at, reason) = mapped(lines).err().unwrap();
            assert_eq!(at, place, "{reason}");
            assert!(reason.contains(said), "{reason}");
        }
    }

    #[test]
    fn every_line_of_the_described_keys_is_a_key_that_does_this_already() {
        let text = list_keys_as_config_lines();
        let lines: Vec<(String, &str)> = text
            .lines()
            .filter_map(|line| line.strip_prefix(['#'])?.split_once(" = "))
            .filter(|(key, _)| key.starts_with(['"', '\'']))
            .map(|(key, does)| {
                (
                    key.chars().skip(1).take(key.chars().count() - 2).collect(),
                    does.trim_matches('"'),
                )
            })
            .collect();
        assert!(lines.len() > 60, "{text}");
        for (key, does) in &lines {
            let one = mapped(&[(key, does)]).unwrap_or_else(|(_, reason)| panic!("{reason}"));
            let table: Vec<_> = one.iter().map(|line| (line.label, line.name)).collect();
            let standard: Vec<_> =
                standard_bindings().map(|line| (line.label, line.name)).collect();
            assert_eq!(table, standard, "{key} {does}");
        }
        assert!(standard_bindings().count() > 50);
    }
}
