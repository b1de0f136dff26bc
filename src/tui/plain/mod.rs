//! Plain mode: the screen line by line, for screen readers, dumb terminals and scripts. Commands come in as lines, sentences
//! go out as lines. It has the model and the updates of the screen, and draws only what the room of a list draws.

pub(crate) mod commands;
pub(crate) mod said;
pub(crate) mod session;
pub(crate) mod typed;
