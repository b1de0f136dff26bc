//! From sketches to pairs, and from pairs to passages. Nothing here uses the disk or the parameters of earlier stages.

pub mod align;
pub mod clusters;
mod grouper;
pub mod index;
pub mod join;
pub mod keys_by_holder;
pub mod measure;
mod merge;
pub mod overlap;
pub mod repeated_keys;
mod runs;
pub mod scores;
pub mod shared_runs;
pub mod store;
mod suffixes;
pub mod threshold_bounds;
