//! The parameters: their table, the bar, changing them by keys and by typing, and what a change did.

pub(crate) mod bar;
pub(crate) mod effect;
pub(crate) mod freeze;
pub(crate) mod histogram;
pub(crate) mod history;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod parsing;
pub(crate) mod pin;
pub(crate) mod steps;
pub(crate) mod table;
pub(crate) mod typing;
pub(crate) mod undone;
pub(crate) mod update;
pub(crate) mod view;
pub(crate) mod warnings;
