//! From sketches to pairs, and from pairs to passages. Nothing here uses the disk or the parameters of earlier stages.
//!
//! The **store** keeps every key of every sketch with its holder, packed into eight bytes (`compare::runs`), in 1,024
//! partitions by the high bits of the key. Each thread writes runs of 63 into slabs of its own, without a lock. To
//! count a few keys against all documents, it reads only the partitions of these keys.
//!
//! The **index** is built from the store, one partition at a time. It keeps the keys that several sketches hold: a
//! bitmap drops most of the others, a hash table groups the rest (`compare::grouper`). Keys are numbered from the
//! rarest to the most frequent, sketches by size. `compare::index` lists the keys of each sketch and the sketches of
//! each key. The 512 most frequent keys are bits too, so eight instructions compare a header that all documents share.
//! No index depends on a measure or a threshold, except that of a single listing (`Index::build_for`): it leaves out
//! sketches with fewer repeated keys than a pair must share, which are nine in ten at a resemblance of .5.
//!
//! The **join** turns the threshold into n, the number of keys that two sketches must share (`compare::measure`). Each
//! sketch looks for partners of its own size or larger, under all its keys but the n − 1 most frequent; keys that
//! nobody else holds count as the rarest. It counts the partners exactly, by merging the remaining keys. With a
//! threshold near 0 this takes long. So `Pairs::refresh_best` first joins the scores from .8 up, or takes the pairs
//! above an earlier, higher threshold, and `Snapshot::completeness` says so.
//!
//! **Sketches of one size** (minhash, supershingle, megashingle) become sets of keys: a place and its value make one
//! key. Store, index and join treat them like kept shingles, with a bound on the overlap
//! (`pipeline::parameters::scoring::Criteria`). With `--verify`, a text also keeps the keys of its shingles
//! (`pipeline::texts::nodes`), and a pair is counted from them when it becomes a row or a line (`compare::merge`). So
//! the join finds more pairs than the list shows.
//!
//! **Clusters** are made of the pairs found, not of rows: `compare::clusters` connects them by Kruskal's algorithm. Its
//! central member needs the scores of all pairs. A score that no link has is counted from the index or, for texts
//! outside the index, as the join counts.
//!
//! **Passages of a pair**: `compare::passages` finds them from the words of both texts, finer than what is counted.
//! `compare::align` pairs the counted shingles inside them, then all others. Every counted shingle is highlighted, in a passage
//! or not.
//!
//! **Passages of a folder**: `pipeline::corpus::passages` puts the shingles that several texts have in a row.
//! `compare::suffixes` sorts the suffixes of the row (SA-IS, linear in time), and `compare::shared_runs` walks the
//! suffix tree that their order describes. A node is a run if fewer texts have it than have any node below it, or have
//! it with one more item before it. `compare::shared_runs::chosen` takes the best run, breaks up those that contain its
//! items, and goes on. `engine::passages` reads the first document of each passage again, for its text.

pub mod align;
pub mod clusters;
mod grouper;
pub mod index;
pub mod join;
pub mod measure;
pub mod merge;
pub mod passages;
mod rare_keys;
mod runs;
pub mod shared_runs;
pub mod store;
mod suffixes;

pub use align::{AlignInput, AlignedRun, Alignment, align, share_a_shingle};
pub use clusters::{IndexCluster, Link, ToCluster};
pub use index::{Index, IndexMember};
pub use join::{Join, Shared, SharedKeyCounter};
pub use measure::{Above, Bar, Direction, Measure, Overlap, Size, filled};
pub use merge::count_shared;
pub use passages::{
    SharedPassage, WordMatch, heaviest_increasing, seeds::PreparedText, shared_passages,
};
pub use shared_runs::{RunTexts, SharedRun, SharedRuns};
pub use store::bulk::KeysByHolder;
pub use store::{Scatter, Store};
