//! Projector mode: the screen for an audience. It keeps the last key, and what to undo when the mode ends. It draws
//! nothing.

use shingle::pipeline::Params;

use crate::tui::actions::Action;
use crate::tui::{drawing::large::ROWS, parameters::values::value};

/// With at least this many rows, key and score are large, below a line.
const LARGE: u16 = 24;
/// With at least this many rows, they have a row of their own.
const SMALL: u16 = 16;

/// The state of projector mode.
#[derive(Debug, Clone, Default)]
pub(crate) struct Projector {
    /// The last key. `None` while a text is being written.
    pub(crate) pressed: Option<Pressed>,
    /// Whether the mode froze the folder and must let its changes in when it ends.
    pub(crate) thaws: bool,
}

/// A key and its action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pressed {
    /// As it is written.
    pub(crate) label: String,
    /// Its name in the key table.
    pub(crate) name: &'static str,
    pub(crate) action: Action,
}

impl Pressed {
    /// What it did: its name or, for a parameter, the new value.
    pub(crate) fn did(&self, params: &Params) -> String {
        match self.action {
            Action::Change(parameter, ..) => {
                format!("{} {}", parameter.name(), value(parameter, params))
            }
            _ => self.name.to_string(),
        }
    }
}

/// The rows of the band on a screen of this height.
pub(crate) const fn band(height: u16) -> u16 {
    match height {
        LARGE.. => ROWS as u16 + 1,
        SMALL.. => 1,
        _ => 0,
    }
}
