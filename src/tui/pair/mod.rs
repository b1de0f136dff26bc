//! The open pair: two texts side by side, their passages, the dot plot and the explained word, the
//! search.

pub(crate) mod blocks;
pub(crate) mod copied;
pub(crate) mod dots;
pub(crate) mod explain;
pub(crate) mod keys;
pub(crate) mod link;
pub(crate) mod minimap;
pub(crate) mod model;
pub(crate) mod numbers;
pub(crate) mod pane;
pub(crate) mod reading;
pub(crate) mod search;
pub(crate) mod shown;
pub(crate) mod update;
pub(crate) mod view;
