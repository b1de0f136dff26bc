//! The parameters on the screen: their table, the bar, and reading what is typed.

pub(crate) mod bar;
pub(crate) mod parsing;
pub(crate) mod steps;
pub(crate) mod table;
pub(crate) mod typing;
pub(crate) mod warnings;
