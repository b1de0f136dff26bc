//! Projector mode, the screen for an audience: the last key, and the changes to revert when the mode ends.

use shingle::pipeline::Params;

use crate::tui::actions::Action;
use crate::tui::{drawing::large::ROWS, parameters::values::value};

/// Minimum rows for a large key and score, below a line.
const LARGE: u16 = 24;
/// Minimum rows for a row with key and score.
const SMALL: u16 = 16;

#[derive(Debug, Clone, Default)]
pub(crate) struct Projector {
    /// The last key. `None` while a text is being written.
    pub(crate) pressed: Option<Pressed>,
    /// True if the mode froze the folder and must unfreeze it at the end.
    pub(crate) thaws: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pressed {
    pub(crate) label: String,
    /// The name in the key table.
    pub(crate) name: &'static str,
    pub(crate) action: Action,
}

impl Pressed {
    /// Returns the effect of the key: its name or, for a parameter, the new value.
    pub(crate) fn effect_text(&self, params: &Params) -> String {
        match self.action {
            Action::Change(parameter, ..) => {
                format!("{} {}", parameter.name(), value(parameter, params))
            }
            _ => self.name.to_string(),
        }
    }
}

pub(crate) const fn band_rows(height: u16) -> u16 {
    match height {
        LARGE.. => ROWS as u16 + 1,
        SMALL.. => 1,
        _ => 0,
    }
}
