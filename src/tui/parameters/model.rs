//! What the screen knows about tuning besides the parameters themselves. It changes nothing.

use crate::tui::event_loop::wish::Dial;

use super::effect::Effect;
use super::freeze::Frozen;
use super::history::{History, SelectedNames};
use super::pin::Pinning;
use super::warnings::Warnings;

/// The state of tuning.
#[derive(Debug)]
pub(crate) struct Tune {
    /// The parameter that is chosen in the bar: the one that was turned last, unless another was chosen since.
    pub(crate) chosen: Dial,
    /// What can be taken back.
    pub(crate) history: History,
    /// The pair that was selected when the change was made that is taken back: it is selected again once its ranking is
    /// there.
    pub(crate) wanted: Option<SelectedNames>,
    /// What the last change did, or is to be found out about it.
    pub(crate) effect: Effect,
    /// The ranking that others are compared with.
    pub(crate) pin: Pinning,
    /// What is held back, while the list is frozen.
    pub(crate) frozen: Option<Frozen>,
    /// Why the value in the line of input was refused.
    pub(crate) refused: Option<String>,
    /// What is to be said about the values in force.
    pub(crate) warnings: Warnings,
    /// The threshold's line is held by the mouse.
    pub(crate) held: bool,
}

impl Default for Tune {
    fn default() -> Self {
        Self {
            chosen: Dial::Width,
            history: History::default(),
            wanted: None,
            effect: Effect::default(),
            pin: Pinning::default(),
            frozen: None,
            refused: None,
            warnings: Warnings::default(),
            held: false,
        }
    }
}
