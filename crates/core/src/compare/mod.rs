//! From sketches to pairs, and from pairs to passages. Uses neither disk nor parameters of earlier stages.
//!
//! The **store** has every key of every sketch with its holder, packed into eight bytes (`compare::runs`). The high
//! bits of a key choose its partition of 1,024. Threads write runs of 63 into their own slabs, without locks. Counting
//! a few keys against all documents reads only the partitions of these keys.
//!
//! The **index** is built from the store by partition. It contains the keys of several sketches: a bitmap drops most
//! others, a hash table groups the rest (`compare::grouper`). Keys are numbered from the rarest to the most frequent,
//! sketches by size. `compare::index` lists keys by sketch and sketches by key. The 512 most frequent keys are bits
//! too, so eight instructions compare a header that all documents share. Indexes are independent of measure and
//! threshold, except that of a single listing (`Index::build_for`). It skips sketches with fewer repeated keys than a
//! pair must share: nine in ten at a resemblance of .5.
//!
//! The **join** turns the threshold into n, the keys that two sketches must share (`compare::measure`). Each sketch
//! looks for partners of its size or larger, under all its keys but the n − 1 most frequent. Keys with a single holder
//! count as the rarest. Merging the remaining keys gives exact counts. A threshold near 0 takes long, so
//! `Pairs::refresh_best` first joins the scores from .8 up, or takes the pairs of an earlier, higher threshold.
//! `Snapshot::completeness` reports this.
//!
//! **Sketches of one size** (minhash, supershingle, megashingle) become sets of keys from places and values. Store,
//! index and join treat these like retained shingles, with a bound on the overlap
//! (`pipeline::parameters::scoring::Criteria`). With `--verify`, a text also stores the keys of its shingles
//! (`pipeline::texts::nodes`), which count a pair for its row or line (`compare::merge`). So the join finds more pairs
//! than the list shows.
//!
//! **Clusters** connect the found pairs, not rows, by Kruskal's algorithm (`compare::clusters`). The central member
//! needs the scores of all pairs. A score without a link is counted from the index or, for texts outside the index,
//! like in the join.
//!
//! **Passages of a pair** come from the words of both texts, finer than the counted shingles (`compare::passages`).
//! `compare::align` pairs the counted shingles inside passages, then all others. Every counted shingle is highlighted,
//! in a passage or not.
//!
//! **Passages of a folder**: `pipeline::corpus::passages` puts the shingles of several texts in a row.
//! `compare::suffixes` sorts the suffixes of the row (SA-IS, linear in time), and `compare::shared_runs` walks the
//! suffix tree of this order. A node is a run if more texts have it than any node below, and than the node with one
//! more item before. `compare::shared_runs::chosen` takes the best run, splits those that contain its items, and
//! continues. `engine::passages` reads the first document of each passage again, for its text.

pub mod align;
pub mod clusters;
mod grouper;
pub mod index;
pub mod join;
pub mod measure;
pub mod merge;
pub mod passages;
pub mod rare_keys;
mod runs;
pub mod shared_runs;
pub mod store;
mod suffixes;

pub use align::{AlignInput, AlignedRun, Alignment, align, share_a_shingle};
pub use clusters::{IndexCluster, Link, ToCluster};
pub use index::{Index, IndexMember};
pub use join::{Join, Shared, SharedKeyCounter};
pub use measure::{Above, Bar, Direction, Measure, Overlap, Size, fill_in};
pub use merge::count_shared;
pub use passages::{
    SharedPassage, WordMatch, heaviest_increasing, seeds::PreparedText, shared_passages,
};
pub use rare_keys::{KeysInOrder, NearKeys};
pub use shared_runs::{RunTexts, SharedRun, SharedRuns};
pub use store::bulk::KeysByHolder;
pub use store::{Scatter, Store};
