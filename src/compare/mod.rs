//! Sketches to pairs, and pairs to passages. Pure: no disk, no parameters of earlier stages.

pub mod align;
pub mod bounds;
pub mod clusters;
mod grouper;
pub mod index;
pub mod join;
pub mod measure;
pub mod overlap;
mod runs;
pub mod scores;
pub mod store;
