//! Plain mode: the screen line by line, for screen readers, dumb terminals and scripts. It has the model, the updates
//! and the services of the screen, with a loop of its own and a size that no terminal has.
//!
//! A line becomes actions (`tui::plain::typed`); what the palette finds by a name is done if it is one thing.
//! `tui::plain::session` waits until everything is there that the line asked for, and says what differs
//! (`tui::plain::said`). Of lists other than the ranked one it reads the rows that they draw. All output goes through
//! `tui::plain::commands`, which escapes it.

pub(crate) mod commands;
pub(crate) mod said;
pub(crate) mod session;
pub(crate) mod typed;
