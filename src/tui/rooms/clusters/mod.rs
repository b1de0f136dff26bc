//! The tree of clusters, with pairs or a heat map beside it.

pub(crate) mod heat;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod update;
pub(crate) mod view;
