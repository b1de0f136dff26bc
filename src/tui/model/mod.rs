//! What the screen knows. It draws nothing and does nothing outside.

pub(crate) mod bar;
pub(crate) mod blocks;
pub(crate) mod effect;
pub(crate) mod freeze;
pub(crate) mod glyphs;
pub(crate) mod history;
pub(crate) mod link;
pub(crate) mod list;
pub(crate) mod minimap;
pub(crate) mod numbers;
pub(crate) mod pair;
pub(crate) mod pane;
pub(crate) mod pin;
pub(crate) mod prompt;
pub(crate) mod reading;
pub(crate) mod rows;
pub(crate) mod state;
pub(crate) mod strip;
pub(crate) mod tints;
pub(crate) mod tune;
pub(crate) mod tuning;
pub(crate) mod typed;
pub(crate) mod warnings;
