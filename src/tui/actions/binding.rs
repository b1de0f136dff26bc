//! The parts of a line of the key table: its keys, the places where they act, and its help. `tui::keys::table` has the
//! lines.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use shingle::pipeline::Parameter;

use crate::tui::actions::{Action, StepDirection, ViewName};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Moving,
    List,
    Pair,
    Lesson,
    Parameters,
    Program,
}

impl Section {
    pub(crate) const ALL: [Self; 6] =
        [Self::Moving, Self::List, Self::Pair, Self::Lesson, Self::Parameters, Self::Program];

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

/// The receiver of a key. A key has at most one meaning per place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    List,
    /// A text has the focus.
    Pair,
    Bar,
    Dots,
    /// An explanation of a word is open.
    Words,
    Lesson,
    /// The list of passages is open below the texts.
    Passages,
    /// A text is being written. Letters go into the text.
    Text,
    /// Like `Text`, in the sandbox.
    Sandbox,
    /// A line of input is open. Letters go into the line.
    Prompt,
    /// Help covers the rest, with a line of input.
    Help,
    /// The command palette covers the rest, with a line of input.
    Palette,
}

impl Place {
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

    pub(crate) const fn has_prompt(self) -> bool {
        matches!(self, Self::Prompt | Self::Help | Self::Palette)
    }

    pub(crate) const fn is_text_input(self) -> bool {
        matches!(self, Self::Text | Self::Sandbox) || self.has_prompt()
    }
}

pub(crate) const NEXT: StepDirection = StepDirection::Next;
pub(crate) const BACK: StepDirection = StepDirection::Back;

macro_rules! declare_key_names {
    ($($name:ident)*) => {
        /// Names a line of the key table. Because names are variants, a misspelt name does not compile.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum KeyName {
            ViewName(ViewName),
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

/// Names of lines of the key table: `key_names! { Open ViewName(Sources) Parameter(Width) }`.
macro_rules! key_names {
    ($($name:ident $(($of:ident))?)*) => {
        &[$($crate::tui::actions::KeyName::$name $(($name::$of))?),*]
    };
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Binding {
    pub(crate) name: KeyName,
    /// One or two words for the palette and the footer.
    pub(crate) text: &'static str,
    /// The keys, as help shows them.
    pub(crate) label: &'static str,
    /// The keys in few columns: the well-known keys only.
    pub(crate) short: &'static str,
    /// Places where the keys act. A line of input only accepts keys with Ctrl and keys that are not letters.
    pub(crate) places: &'static [Place],
    pub(crate) section: Section,
    pub(crate) help: &'static str,
    pub(crate) actions: &'static [KeyAction],
    /// Words by which a user may search for this line.
    pub(crate) synonyms: &'static [&'static str],
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyAction {
    pub(crate) action: Action,
    /// The keys as [`key_text`] writes them, separated by blanks.
    pub(crate) keys: &'static str,
    /// The name, if it differs from the text of the line and from that text with `back`.
    pub(crate) name: Option<&'static str>,
}

impl KeyAction {
    pub(crate) fn keys(self) -> impl Iterator<Item = &'static str> {
        self.keys.split(' ').filter(|key| !key.is_empty())
    }
}

impl Binding {
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.actions.iter().flat_map(|one| one.keys())
    }

    pub(crate) fn action_of(&self, key: &str) -> Option<Action> {
        Some(self.actions.iter().find(|one| one.keys().any(|other| other == key))?.action)
    }
}

/// Declares lines of the key table. A line has its name, its text, its keys as help shows them (and in few columns),
/// its places, its section and its sentence of help. `/` precedes each action with its keys and optional name. `=`
/// precedes synonyms.
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

pub(crate) fn key_text(modifiers: KeyModifiers, code: KeyCode) -> String {
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
