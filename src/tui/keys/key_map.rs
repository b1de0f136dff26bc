//! The user's own keys: a key table in which some keys do something else. It reads no file.

use std::fmt::Write as _;
use std::sync::OnceLock;

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::actions::binding::{CTRL, NONE, keyless, written};
use crate::tui::actions::names::own_name;
use crate::tui::actions::{Action, Binding, KeyName};
use crate::tui::keys::{named, standard};

/// Unbinds a key.
const OFF: &str = "off";
/// Behind the name of a line: the other way.
const BACK: &str = " back";
/// With Ctrl, a terminal sends these as another key: Backspace, Tab, Enter and Esc. Ctrl-C and Ctrl-P always stay.
const TAKEN: [char; 7] = ['h', 'i', 'j', 'm', '[', 'c', 'p'];

/// A key with its modifiers.
type Key = (KeyModifiers, KeyCode);

/// A line of the key map: the key, and the name of what it does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MappedKey<'a> {
    pub(crate) key: &'a str,
    pub(crate) does: &'a str,
}

/// The table with the user's keys, if there are any.
static OWN: OnceLock<Vec<Binding>> = OnceLock::new();

/// The table with the user's keys; `None` where the standard one holds.
pub(crate) fn own() -> Option<&'static [Binding]> {
    OWN.get().map(Vec::as_slice)
}

/// Takes these keys for the rest of the run.
///
/// # Errors
/// The place of the line that is wrong, and why.
pub(crate) fn use_keys(lines: &[MappedKey<'_>]) -> Result<(), (usize, String)> {
    if !lines.is_empty() {
        let _ = OWN.set(table(lines)?);
    }
    Ok(())
}

/// The table with these keys. A key that stands in a line does nothing else, and what it does keeps its other keys.
fn table(lines: &[MappedKey<'_>]) -> Result<Vec<Binding>, (usize, String)> {
    let mut table: Vec<(&'static Binding, Vec<(Key, Action)>)> = standard()
        .map(|line| {
            (
                line,
                line.pressed()
                    .map(|(modifiers, code, does)| ((*modifiers, *code), *does))
                    .collect(),
            )
        })
        .collect();
    let mut bound_keys: Vec<Key> = Vec::new();
    let mut all = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let failed = |reason: String| (place, format!("{}: {reason}", line.key));
        let key = parsed(line.key).map_err(failed)?;
        if bound_keys.contains(&key) {
            let name = written(key.0, key.1);
            return Err(failed(format!("an earlier line has {name} too; leave one out")));
        }
        bound_keys.push(key);
        all.push((key, action(line.does).map_err(failed)?));
    }
    for (_, keys) in &mut table {
        keys.retain(|(key, _)| !bound_keys.contains(key));
    }
    for (key, does) in all.into_iter().rev() {
        let Some((at, does)) = does else { continue };
        let (line, keys) = &mut table[at];
        let is_first = actions(line).first() == Some(&does);
        keys.insert(if is_first { 0 } else { keys.len() }, (key, does));
    }
    Ok(table.into_iter().map(|(line, keys)| bound(line, keys)).collect())
}

/// A line of the table with these keys.
fn bound(line: &'static Binding, keys: Vec<(Key, Action)>) -> Binding {
    let same = line.pressed().count() == keys.len()
        && keys
            .iter()
            .all(|((modifiers, code), does)| line.keys.contains(&(*modifiers, *code, *does)));
    let shown = if same {
        line.label
    } else {
        let names: Vec<String> =
            keys.iter().map(|((modifiers, code), _)| written(*modifiers, *code)).collect();
        // The table holds as long as the program runs, as the standard one does.
        String::leak(names.join(" "))
    };
    let mut keys: Vec<_> =
        keys.into_iter().map(|((modifiers, code), does)| (modifiers, code, does)).collect();
    // The palette does all of it, with keys or without.
    let all: Vec<Action> = keys.iter().map(|key| key.2).collect();
    keys.extend(actions(line).into_iter().filter(|one| !all.contains(one)).map(keyless));
    Binding { keys: Vec::leak(keys), label: shown, ..*line }
}

/// What a line of the table does, in the order of its keys.
fn actions(line: &Binding) -> Vec<Action> {
    let mut actions = Vec::new();
    for (_, _, action) in line.keys {
        if !actions.contains(action) {
            actions.push(*action);
        }
    }
    actions
}

/// What a name means: the place of its line in the table, and the action; `None` for none.
fn action(name: &str) -> Result<Option<(usize, Action)>, String> {
    if name == OFF {
        return Ok(None);
    }
    let named = || standard().enumerate().flat_map(|(at, line)| names(line, at));
    let found = named().find(|(_, _, found)| found == name);
    found.map(|(at, action, _)| Some((at, action))).ok_or_else(|| {
        format!("no key does \"{name}\"; `shingle config default` lists what keys can do")
    })
}

/// The actions of a line that can have a key of one's own, each with its name: that of the line, that with `back` behind it, or
/// its own.
fn names(line: &Binding, at: usize) -> Vec<(usize, Action, String)> {
    let actions = actions(line);
    let two = actions.len() == 2;
    let mut plain = actions.iter().copied().filter(|action| own_name(*action).is_none());
    // Among more than two, the other way is the second of those that have no name of their own.
    let back = match (two, plain.nth(1), plain.next()) {
        (true, ..) => actions.last().copied(),
        (false, second, None) => second,
        (false, _, Some(_)) => None,
    };
    let name = |(place, action): (usize, Action)| {
        let name = match place {
            0 => line.name.text().to_string(),
            _ if Some(action) == back => format!("{}{BACK}", line.name.text()),
            _ => own_name(action)?.to_string(),
        };
        Some((at, action, name))
    };
    actions.into_iter().enumerate().filter_map(name).collect()
}

/// Reads a key: one character, `Space`, `F5`, or with Ctrl, such as `Ctrl-E`.
fn parsed(text: &str) -> Result<Key, String> {
    let only = |text: &str| {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.as_str().is_empty())
    };
    let function = text.strip_prefix('F').and_then(|number| number.parse().ok());
    if let Some(letter) = only(text).filter(|letter| !letter.is_control()) {
        return Ok((NONE, KeyCode::Char(letter)));
    }
    if text == "Space" {
        return Ok((NONE, KeyCode::Char(' ')));
    }
    if let Some(number) = function.filter(|number| (1..=12).contains(number)) {
        return Ok((NONE, KeyCode::F(number)));
    }
    match text.strip_prefix("Ctrl-").and_then(only) {
        Some(letter) if TAKEN.contains(&letter.to_ascii_lowercase()) => {
            Err("this key cannot be changed".to_string())
        }
        Some(letter) if letter.is_ascii_alphabetic() => {
            Ok((CTRL, KeyCode::Char(letter.to_ascii_lowercase())))
        }
        _ => Err("expected one character, Space, F1 to F12, or Ctrl and a letter, such as Ctrl-E"
            .to_string()),
    }
}

/// Every key that can be changed, as lines of a config file, each with what it does; and what has no key.
pub(crate) fn described() -> String {
    let mut text = String::new();
    for (at, line) in standard().enumerate() {
        let mut lines = String::new();
        for (_, action, name) in names(line, at) {
            let keys = line.pressed().filter(|key| key.2 == action);
            let keys: Vec<String> =
                keys.filter_map(|(modifiers, code, _)| file_name(*modifiers, *code)).collect();
            for key in &keys {
                let quote = if key.contains(['"', '\\']) { '\'' } else { '"' };
                let _ = writeln!(lines, "#{quote}{key}{quote} = \"{name}\"");
            }
            if line.pressed().all(|key| key.2 != action) {
                let _ = writeln!(lines, "# without a key: \"{name}\"");
            }
        }
        if !lines.is_empty() {
            let _ = write!(text, "\n# {}\n{lines}", line.help);
        }
    }
    text
}

/// A key as a key map writes it; `None` for one that cannot be changed.
fn file_name(modifiers: KeyModifiers, code: KeyCode) -> Option<String> {
    let name = written(modifiers, code);
    parsed(&name).is_ok_and(|key| key == (modifiers, code)).then_some(name)
}

// Keys as sentences name them: those of the user's key map, where there is one.

/// The first key of a line of the table.
pub(crate) fn key_of(name: KeyName) -> String {
    named(name).map_or_else(|| by_name(name), first)
}

/// A command as it is typed: `=passage 30`.
pub(crate) fn typed_command(command: &str) -> String {
    format!("{}{command}", key_of(KeyName::TypeAValue))
}

/// The first key that does the second of two things, such as the way back.
pub(crate) fn key_back(name: KeyName) -> String {
    let Some(line) = named(name) else { return by_name(name) };
    let does = line.pressed().next().map(|(_, _, does)| does);
    let back = line.pressed().find(|(_, _, other)| Some(other) != does);
    back.map_or_else(|| first(line), |(modifiers, code, _)| written(*modifiers, *code))
}

/// The first key of a line, or how it is reached without any.
pub(crate) fn first(line: &Binding) -> String {
    let key = line.pressed().next().map(|(modifiers, code, _)| written(*modifiers, *code));
    key.unwrap_or_else(|| line.label.to_string())
}

/// How a line is reached that is not in the table.
fn by_name(name: KeyName) -> String {
    format!(":{}", name.text())
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyCode;

    use super::{CTRL, MappedKey, NONE, described, standard, table};
    use crate::tui::actions::Binding;

    fn mapped(lines: &[(&str, &str)]) -> Result<Vec<Binding>, (usize, String)> {
        let lines: Vec<MappedKey<'_>> =
            lines.iter().map(|(key, does)| MappedKey { key, does }).collect();
        table(&lines)
    }

    fn label(table: &[Binding], name: &str) -> String {
        table.iter().find(|line| line.name.text() == name).unwrap().label.to_string()
    }

    #[test]
    fn a_key_does_what_its_line_says_and_nothing_else() {
        let table = mapped(&[
            ("r", "editor"),
            ("Ctrl-Y", "stem"),
            ("F5", "rescan"),
            ("U", "copy all"),
            ("b", "threshold back"),
            ("B", "threshold up by 1 %"),
            ("z", "sort back"),
            ("x", "width back"),
            ("W", "off"),
        ])
        .unwrap();
        assert_eq!(label(&table, "editor"), "r Ctrl-E");
        assert_eq!(label(&table, "stem"), "Ctrl-Y");
        assert_eq!(label(&table, "copy all"), "U Y");
        assert_eq!(label(&table, "undo"), "u Ctrl-R");
        assert_eq!(label(&table, "threshold"), "t T + - B b");
        assert_eq!(label(&table, "sort"), "> < R z");
        assert_eq!(label(&table, "width"), "w x");
        assert_eq!(label(&table, "rescan"), "F5");
        let does = |modifiers, code| -> Vec<&str> {
            let has =
                |line: &&Binding| line.pressed().any(|key| (key.0, key.1) == (modifiers, code));
            table.iter().filter(has).map(|line| line.name.text()).collect()
        };
        assert_eq!(does(NONE, KeyCode::Char('r')), ["editor"]);
        assert_eq!(does(CTRL, KeyCode::Char('y')), ["stem"]);
        assert_eq!(does(NONE, KeyCode::F(5)), ["rescan"]);
        assert!(does(NONE, KeyCode::Char('W')).is_empty());
        let width = |table: &[Binding], at: usize| {
            table.iter().find(|line| line.name.text() == "width").unwrap().keys[at].2
        };
        let standard: Vec<Binding> = mapped(&[]).unwrap();
        assert_eq!(width(&table, 1), width(&standard, 1));
        for (one, other) in table.iter().zip(super::standard()) {
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
        let text = described();
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
            let standard: Vec<_> = standard().map(|line| (line.label, line.name)).collect();
            assert_eq!(table, standard, "{key} {does}");
        }
        assert!(standard().count() > 50);
    }
}
