//! One file for each view: its state, its keys and the mouse, and its drawing, which takes `&Model` and changes
//! nothing.

pub(crate) mod explain;
pub(crate) mod help;
pub(crate) mod palette;
