//! Plain mode: the screen line by line, for screen readers, dumb terminals and scripts. Commands come in as lines, sentences
//! go out as lines. It has the model and the updates of the screen, and draws only what the room of a list draws.
//!
//! **Line by line.** `--plain` has the model, the updates and the services of the screen, with a loop of its own
//! (`tui::plain::session`) and a size that no terminal has. A line becomes actions (`tui::plain::typed`); what the
//! palette finds by a name is done if it is one thing. The loop then waits until the model awaits nothing more of what
//! is shown, and until what was asked for elsewhere is there (`tui::plain::session`), and says what differs
//! (`tui::plain::said`). Of rooms other than the ranked list it reads the rows that they draw. All that is written goes
//! through `tui::plain::commands`, which escapes.

pub(crate) mod commands;
pub(crate) mod said;
pub(crate) mod session;
pub(crate) mod typed;
