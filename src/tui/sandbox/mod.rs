//! The sandbox: two texts that one writes, compared as they are written.

pub(crate) mod draft;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
