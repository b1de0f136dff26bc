//! What the screen keeps about the parameters besides their values. It changes nothing.

use std::sync::Arc;

use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::action::ScreenParameter;

use super::effect::Effect;
use super::freeze::Frozen;
use super::history::{History, SelectedNames};
use super::pin::Pinning;
use super::warnings::Warnings;

/// The state of the parameters on the screen, besides their values.
#[derive(Debug)]
pub(crate) struct ParameterState {
    /// The parameters of the written result that is shown; `None` for a folder.
    pub(crate) written: Option<Arc<Params>>,
    /// The parameter that is chosen in the bar: the one that was changed or chosen last.
    pub(crate) chosen: ScreenParameter,
    /// For undo and redo.
    pub(crate) history: History,
    /// The pair that was selected before the change that is being undone. It is selected again when its ranking is there.
    pub(crate) wanted: Option<SelectedNames>,
    /// What the last change did.
    pub(crate) effect: Effect,
    /// The pinned ranking.
    pub(crate) pin: Pinning,
    /// What is held back while the list is frozen.
    pub(crate) frozen: Option<Frozen>,
    /// Why the value in the line of input was refused.
    pub(crate) refused: Option<String>,
    /// Warnings about the values.
    pub(crate) warnings: Warnings,
    /// Whether the mouse holds the threshold's line.
    pub(crate) held: bool,
}

impl Default for ParameterState {
    fn default() -> Self {
        Self {
            written: None,
            chosen: ScreenParameter::Width,
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
