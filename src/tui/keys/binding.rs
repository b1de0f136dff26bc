//! What a line of the table of keys is: its keys, where they are in force, and what it says of itself. It holds no line.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::event_loop::wish::{Turn, Wish};

/// Where help shows a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// Moving about.
    Moving,
    /// The ranked list.
    List,
    /// The open pair.
    Pair,
    /// The lesson.
    Lesson,
    /// The parameters.
    Parameters,
    /// The rest.
    Program,
}

impl Section {
    /// All of them, as help shows them.
    pub(crate) const ALL: [Self; 6] =
        [Self::Moving, Self::List, Self::Pair, Self::Lesson, Self::Parameters, Self::Program];

    /// Its heading.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Moving => "Moving",
            Self::List => "The list",
            Self::Pair => "The open pair",
            Self::Lesson => "The lesson",
            Self::Parameters => "Parameters (capital letter: the other way)",
            Self::Program => "Program",
        }
    }
}

/// Where the keys go. In one place no key means two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The list has the focus.
    List,
    /// A text has the focus.
    Pair,
    /// The parameters have the focus.
    Bar,
    /// The dot plot lies over the pair.
    Dots,
    /// A word is explained.
    Words,
    /// The lesson lies over everything.
    Lesson,
    /// Something lies on top of everything else.
    Top,
    /// A text is written: letters go into it.
    Text,
    /// The same, in the sandbox.
    Sandbox,
    /// A line of input is open: letters are written into it.
    Prompt,
}

impl Place {
    /// All of them.
    pub(crate) const ALL: [Self; 10] = [
        Self::List,
        Self::Pair,
        Self::Bar,
        Self::Dots,
        Self::Words,
        Self::Lesson,
        Self::Top,
        Self::Text,
        Self::Sandbox,
        Self::Prompt,
    ];

    /// Whether letters are written there.
    pub(crate) const fn is_written(self) -> bool {
        matches!(self, Self::Text | Self::Sandbox | Self::Prompt)
    }
}

/// Wherever one is.
pub(crate) const EVERYWHERE: &[Place] = &Place::ALL;
/// Wherever letters are keys.
pub(crate) const DESK: &[Place] =
    &[Place::List, Place::Pair, Place::Bar, Place::Dots, Place::Words, Place::Top];
/// The same, and the lesson.
pub(crate) const CLASS: &[Place] =
    &[Place::List, Place::Pair, Place::Bar, Place::Dots, Place::Words, Place::Lesson, Place::Top];
/// Where regions have the focus, one after the other.
pub(crate) const REGIONS: &[Place] = &[
    Place::List,
    Place::Pair,
    Place::Bar,
    Place::Dots,
    Place::Words,
    Place::Top,
    Place::Text,
    Place::Sandbox,
];
/// Where a list has the focus.
pub(crate) const LIST: &[Place] = &[Place::List];
/// Where the parameters have the focus.
pub(crate) const BAR: &[Place] = &[Place::Bar];

/// One line of the table.
pub(crate) struct Binding {
    /// The keys, each with the modifiers it needs besides Shift, and what each means.
    pub(crate) keys: &'static [(KeyModifiers, KeyCode, Wish)],
    /// The keys as they are written.
    pub(crate) shown: &'static str,
    /// Where it is in force; there, with Ctrl or as a key without a letter, it may act in a line of input too.
    pub(crate) places: &'static [Place],
    /// Where help shows it.
    pub(crate) section: Section,
    /// One or two words for the footer.
    pub(crate) name: &'static str,
    /// What it does, in one sentence.
    pub(crate) help: &'static str,
}

pub(crate) const NONE: KeyModifiers = KeyModifiers::NONE;
pub(crate) const CTRL: KeyModifiers = KeyModifiers::CONTROL;
/// On.
pub(crate) const NEXT: Turn = Turn::Next;
/// Back.
pub(crate) const BACK: Turn = Turn::Back;

/// A letter and what it means.
pub(crate) const fn key(letter: char, wish: Wish) -> (KeyModifiers, KeyCode, Wish) {
    (NONE, KeyCode::Char(letter), wish)
}

pub(crate) const fn special(code: KeyCode, wish: Wish) -> (KeyModifiers, KeyCode, Wish) {
    (NONE, code, wish)
}

pub(crate) const fn ctrl(letter: char, wish: Wish) -> (KeyModifiers, KeyCode, Wish) {
    (CTRL, KeyCode::Char(letter), wish)
}

/// A key as it is written.
pub(crate) fn written(modifiers: KeyModifiers, code: KeyCode) -> String {
    let name = match code {
        KeyCode::Char(' ') => "Space".into(),
        KeyCode::Char(letter) if !modifiers.is_empty() => letter.to_uppercase().to_string(),
        KeyCode::Char(letter) => letter.to_string(),
        KeyCode::Down => "↓".into(),
        KeyCode::Up => "↑".into(),
        KeyCode::Left => "←".into(),
        KeyCode::Right => "→".into(),
        KeyCode::PageDown => "PgDn".into(),
        KeyCode::PageUp => "PgUp".into(),
        KeyCode::BackTab => "Shift-Tab".into(),
        other => format!("{other:?}"),
    };
    if modifiers.is_empty() { name } else { format!("Ctrl-{name}") }
}
