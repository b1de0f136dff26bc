//! The screen as a whole: its state, who takes a message, who draws what, and the first and last rows.

pub(crate) mod focus;
pub(crate) mod hints;
pub(crate) mod last_visit;
pub(crate) mod look;
pub(crate) mod model;
pub(crate) mod prompt;
pub(crate) mod typed_ahead;
pub(crate) mod update;
pub(crate) mod view;
pub(crate) mod work;
