//! What was undone and can be done again: parameters, marks and phrases, each in its own list. It undoes nothing itself.

use crate::tui::screen::model::Model;

/// Forgets all of it. Something else was done since, so nothing that is out of sight comes back.
pub(crate) fn forget_undone(model: &mut Model) {
    model.parameter_state.history.forget_undone();
    model.decisions.future.clear();
    model.phrases.future.clear();
}
