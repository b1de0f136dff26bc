//! Projector mode: the screen as it is shown to many. Which key was pressed last, and what is to be undone when the mode is
//! left. It draws nothing.

use shingle::pipeline::parameters::Params;

use crate::tui::drawing::large::ROWS;
use crate::tui::event_loop::action::{Action, ParameterAction};
use crate::tui::parameters::table::{name_of, value};

/// From this many rows on key and score are shown large, below a rule.
const LARGE: u16 = 24;
/// From this many rows on they have a row of their own.
const SMALL: u16 = 16;

/// The state of the mode.
#[derive(Debug, Clone, Default)]
pub(crate) struct Projector {
    /// The key that was pressed last; `None` while letters are written.
    pub(crate) pressed: Option<Pressed>,
    /// The folder was not held back before: it is let in again when the mode is left.
    pub(crate) thaws: bool,
}

/// A key and what it asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pressed {
    /// As it is written.
    pub(crate) shown: String,
    /// What it is called in the table of keys.
    pub(crate) name: &'static str,
    /// What it asked for.
    pub(crate) action: Action,
}

impl Pressed {
    /// What it did: its name, and of a parameter the value that it has now.
    pub(crate) fn did(&self, params: &Params) -> String {
        match self.action {
            Action::Parameter(ParameterAction::Change(parameter, _)) => {
                format!("{} {}", name_of(parameter), value(parameter, params))
            }
            _ => self.name.to_string(),
        }
    }
}

/// Rows of the band for a screen of so many.
pub(crate) const fn band(height: u16) -> u16 {
    match height {
        LARGE.. => ROWS as u16 + 1,
        SMALL.. => 1,
        _ => 0,
    }
}
