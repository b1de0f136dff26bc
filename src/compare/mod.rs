//! From sketches to pairs, and from pairs to passages. Nothing here uses the disk or the parameters of earlier stages.

pub mod align;
pub mod clusters;
mod grouper;
pub mod index;
pub mod join;
pub mod measure;
pub mod merge;
mod runs;
pub mod scores;
pub mod shared_runs;
pub mod store;
mod suffixes;

pub use align::{AlignInput, Alignment, Match, align};
pub use clusters::{IndexCluster, Link, Linkage, ToCluster};
pub use index::{Index, IndexMember};
pub use join::{Join, Shared, SharedKeyCounter};
pub use measure::{Above, Bar, Direction, Measure, Overlap, Size};
pub use merge::count_shared;
pub use scores::Scores;
pub use shared_runs::{RunTexts, SharedRun, SharedRuns};
pub use store::bulk::KeysByHolder;
pub use store::{Scatter, Store};
