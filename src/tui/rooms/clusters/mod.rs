//! The tree of clusters, and beside it pairs or a heat map.

pub(crate) mod heat;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod update;
pub(crate) mod view;
