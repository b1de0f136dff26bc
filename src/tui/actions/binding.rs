//! The parts of a line of the key table: its keys, where they act, and its help. The lines are in `tui::keys::table`.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use shingle::pipeline::Parameter;

use crate::tui::actions::{Action, Room, StepDirection};

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

/// Forward.
pub(crate) const NEXT: StepDirection = StepDirection::Next;
/// Backward.
pub(crate) const BACK: StepDirection = StepDirection::Back;

macro_rules! declare_key_names {
    ($($name:ident)*) => {
        /// Names a line of the key table. As these are variants, a misspelt name does not compile.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum KeyName {
            /// Goes into a room.
            Room(Room),
            /// Changes a parameter.
            Parameter(Parameter),
            $(#[doc = stringify!($name)] $name,)*
        }
    };
}

declare_key_names! {
    Again AllKeys Back Colours Commands Copy CopyAll DotPlot Editor Ends Explain Filter Freeze Ignored Join Layout LeaveOut
    Lesson Mark Mouse Move NextRegion Number Open OwnPhrase Page Pair Passage Passages Pin Projector Quit Reflow Report Rescan
    Sandbox Sideways Sort Suspend Terms TypeAValue Undo Zoom
}

/// Names of lines of the key table: `key_names! { Open Room(Sources) Parameter(Width) }`.
macro_rules! key_names {
    ($($name:ident $(($of:ident))?)*) => {
        &[$($crate::tui::actions::KeyName::$name $(($name::$of))?),*]
    };
}

/// One line of the key table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Binding {
    pub(crate) name: KeyName,
    /// One or two words for it.
    pub(crate) text: &'static str,
    /// Its keys as help shows them.
    pub(crate) label: &'static str,
    /// The same in few columns: those that most people know.
    pub(crate) short: &'static str,
    /// Where it acts. In a line of input only keys with Ctrl and keys that are no letters can act.
    pub(crate) places: &'static [Place],
    /// Where help shows it.
    pub(crate) section: Section,
    /// What it does, in one sentence.
    pub(crate) help: &'static str,
    pub(crate) actions: &'static [KeyAction],
    /// What people call it who do not know its name.
    pub(crate) synonyms: &'static [&'static str],
}

/// One of the actions of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyAction {
    pub(crate) action: Action,
    /// Its keys as [`written`] writes them, with blanks between them.
    pub(crate) keys: &'static str,
    /// Its name, unless it is just what the line says, or the other way.
    pub(crate) name: Option<&'static str>,
}

impl KeyAction {
    pub(crate) fn keys(self) -> impl Iterator<Item = &'static str> {
        self.keys.split(' ').filter(|key| !key.is_empty())
    }
}

impl Binding {
    /// Every key that can be pressed.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.actions.iter().flat_map(|one| one.keys())
    }

    /// The action of a key.
    pub(crate) fn action_of(&self, key: &str) -> Option<Action> {
        Some(self.actions.iter().find(|one| one.keys().any(|other| other == key))?.action)
    }
}

/// Lines of the key table. A line has its name, that in words, its keys as help shows them (and in few columns), where it
/// acts, its section of help and its sentence; behind `/` each action with its keys and, if it has one, a name of its own;
/// behind `=` what else people call it.
macro_rules! lines {
    ($lines:ident = $($name:ident $(($($of:tt)*))? $text:literal [$label:literal $($short:literal)?] $places:ident
        $section:ident $help:literal $(/ $action:ident $(($($argument:tt)*))? $keys:literal $($own:literal)?)*
        $(= $($synonym:literal)*)?;)*
    ) => {
        pub(crate) static $lines: &[Binding] = &[$(Binding {
            name: $crate::tui::actions::KeyName::$name $(($($of)*))?,
            text: $text,
            label: $label,
            short: [$($short,)? $label][0],
            places: $places,
            section: $crate::tui::actions::Section::$section,
            help: $help,
            actions: &[$($crate::tui::actions::binding::KeyAction {
                action: $crate::tui::actions::Action::$action $(($($argument)*))?,
                keys: $keys,
                name: [$(Some($own),)? None][0],
            }),*],
            synonyms: &[$($($synonym),*)?],
        }),*];
    };
}

/// A key as the key table and the screen write it.
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
