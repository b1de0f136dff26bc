//! The parts of a line of the key table: its keys, where they act, and its help. The lines themselves are elsewhere.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::actions::{Action, KeyName, StepDirection};

/// Where help shows a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// Moving around.
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
    /// All sections, in the order of help.
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

/// Where a key is sent. At one place no key means two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The list has the focus.
    List,
    /// A text has the focus.
    Pair,
    /// The parameters have the focus.
    Bar,
    /// The dot plot covers the pair.
    Dots,
    /// A word is explained.
    Words,
    /// The lesson covers everything.
    Lesson,
    /// The list of passages is open below the texts.
    Passages,
    /// A text is being written, so letters go into it.
    Text,
    /// The same, in the sandbox.
    Sandbox,
    /// A line of input is open, so letters go into it.
    Prompt,
    /// Help covers the rest, with a line of input.
    Help,
    /// The command palette covers the rest, with a line of input.
    Palette,
}

impl Place {
    /// All places.
    pub(crate) const ALL: [Self; 12] = [
        Self::List,
        Self::Pair,
        Self::Bar,
        Self::Dots,
        Self::Words,
        Self::Lesson,
        Self::Passages,
        Self::Text,
        Self::Sandbox,
        Self::Prompt,
        Self::Help,
        Self::Palette,
    ];

    /// Whether a line of input is open there.
    pub(crate) const fn has_prompt(self) -> bool {
        matches!(self, Self::Prompt | Self::Help | Self::Palette)
    }

    /// Whether letters are text there.
    pub(crate) const fn is_written(self) -> bool {
        matches!(self, Self::Text | Self::Sandbox) || self.has_prompt()
    }
}

/// Everywhere.
pub(crate) const EVERYWHERE: &[Place] = &Place::ALL;
/// Where letters are commands, except in the lesson.
pub(crate) const OUTSIDE_LESSON: &[Place] =
    &[Place::List, Place::Pair, Place::Bar, Place::Dots, Place::Words, Place::Passages];
/// Where letters are commands.
pub(crate) const LETTER_KEYS: &[Place] = &[
    Place::List,
    Place::Pair,
    Place::Bar,
    Place::Dots,
    Place::Words,
    Place::Lesson,
    Place::Passages,
];
/// Where Tab moves between regions.
pub(crate) const REGIONS: &[Place] = &[
    Place::List,
    Place::Pair,
    Place::Bar,
    Place::Dots,
    Place::Words,
    Place::Passages,
    Place::Text,
    Place::Sandbox,
];

/// One line of the key table.
pub(crate) struct Binding {
    /// The keys, each with its modifiers besides Shift, and the action of each.
    pub(crate) keys: &'static [(KeyModifiers, KeyCode, Action)],
    /// The keys as help shows them.
    pub(crate) label: &'static str,
    /// Where it acts. In a line of input only keys with Ctrl and keys that are no letters can act.
    pub(crate) places: &'static [Place],
    /// Where help shows it.
    pub(crate) section: Section,
    /// One or two words for the footer.
    pub(crate) name: KeyName,
    /// What it does, in one sentence.
    pub(crate) help: &'static str,
}

pub(crate) const NONE: KeyModifiers = KeyModifiers::NONE;
pub(crate) const CTRL: KeyModifiers = KeyModifiers::CONTROL;
/// Forward.
pub(crate) const NEXT: StepDirection = StepDirection::Next;
/// Backward.
pub(crate) const BACK: StepDirection = StepDirection::Back;

/// A letter and its action.
pub(crate) const fn key(letter: char, action: Action) -> (KeyModifiers, KeyCode, Action) {
    (NONE, KeyCode::Char(letter), action)
}

/// An action without a key, until the user gives it one. Terminals never send this key.
pub(crate) const fn keyless(action: Action) -> (KeyModifiers, KeyCode, Action) {
    (NONE, KeyCode::Null, action)
}

impl Binding {
    /// The keys that can be pressed.
    pub(crate) fn pressed(
        &self,
    ) -> impl Iterator<Item = &'static (KeyModifiers, KeyCode, Action)> + use<> {
        self.keys.iter().filter(|(_, code, _)| *code != KeyCode::Null)
    }
}

pub(crate) const fn special(code: KeyCode, action: Action) -> (KeyModifiers, KeyCode, Action) {
    (NONE, code, action)
}

pub(crate) const fn ctrl(letter: char, action: Action) -> (KeyModifiers, KeyCode, Action) {
    (CTRL, KeyCode::Char(letter), action)
}

/// A key as the screen writes it.
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
        KeyCode::F(number) => format!("F{number}"),
        other => format!("{other:?}"),
    };
    if modifiers.is_empty() { name } else { format!("Ctrl-{name}") }
}
