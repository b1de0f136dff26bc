//! Finds pairs of similar sketches, and passages shared by texts. Uses neither the disk nor parameters of other stages.
//! The store collects keys, the index numbers repeated keys, and the join finds pairs. `passages` and `align` compare
//! the words of one pair; `suffixes` and `shared_runs` compare those of a folder.

pub mod align;
pub mod clusters;
mod grouper;
pub mod index;
pub mod join;
pub mod measure;
pub mod merge;
pub mod passages;
pub mod rare_keys;
pub mod rows;
mod runs;
pub mod shared_runs;
pub mod store;
mod suffixes;

pub use align::{AlignInput, AlignedRun, Alignment, align_documents};
pub use clusters::{ClusterFinder, IndexCluster, Link};
pub use index::{Index, IndexMember};
pub use join::{Join, SharedCount, SharedKeyCounter};
pub use measure::{Above, Bar, Direction, Measure, Overlap, Size, fill_in_unit};
pub use merge::count_common_numbers;
pub use passages::{
    SharedPassage, WordMatch, mark_heaviest_increasing_passages, seeds::PreparedText,
    shared_passages,
};
pub use rare_keys::{KeysInOrder, NearKeys};
pub use shared_runs::{RunTexts, SharedRun, SharedRuns};
pub use store::{Scatter, Store};
