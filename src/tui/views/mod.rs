//! Each view in a separate file: its state, keys, mouse and drawing. Drawing takes `&Model` and changes no state.

pub(crate) mod explain;
pub(crate) mod help;
pub(crate) mod palette;
