//! From sketches to pairs, and from pairs to passages. Nothing here uses the disk or the parameters of earlier stages.
//!
//! The **store** holds every key of every sketch with its holder (the postings). It is spread over 1,024 partitions by
//! the high bits of the key. Each thread writes runs of 63 into slabs of its own, without a lock. A key with its holder
//! is packed into eight bytes (`compare::runs`). New documents are appended. A few keys are counted against everybody
//! by reading the partitions that they fall into.
//!
//! The **index** is built from the store, one partition at a time (`compare::grouper`). A bitmap of 16 places per key,
//! seen once and seen again, finds most keys that one sketch alone holds. A hash table groups the rest. Repeated keys
//! are numbered from rare to frequent, and sketches are placed by size. Both directions are kept: keys of a place,
//! places of a key (`compare::index`). The 512 most frequent keys are kept as bits too, so eight instructions compare a
//! header that all documents have.
//!
//! Nothing in the index depends on a measure or a threshold, with one exception: a listing made once
//! (`Index::build_for`). It leaves out the sketches that seem to have fewer repeated keys than they must share: nine in
//! ten at a resemblance of .5.
//!
//! The **join** turns the threshold into whole numbers (`compare::measure`): how many keys two sketches must share at
//! least, called n. Every sketch looks for partners that are no smaller than itself. It looks only at its rarest keys:
//! all but the last n − 1. Keys that nobody else has count as the rarest. What passes is counted exactly by merging the
//! rest. With a threshold near 0 this would take long. Then `Pairs::refresh_best` joins the scores from .8 up first, or
//! has those that were found above a higher threshold, and the snapshot says so (`Snapshot::completeness`).
//!
//! **Sketches of one size** (minhash, supershingle, megashingle) are sets too: one key for each place, made of the
//! place and of what stands there. So two sketches share as many keys as they agree in places. Store, index and join
//! treat them as they treat kept shingles. Since all have the same number of keys, the bound is on their overlap
//! (`pipeline::parameters::scoring::Demand`). With `--verify` each text keeps the keys of its shingles beside the
//! sketch (`pipeline::texts::nodes`). A pair is counted from these (`compare::merge`) when it becomes a row or a line.
//! What is joined is then a superset of what is listed.
//!
//! **Clusters** (`compare::clusters`, `pipeline::results::clusters`) are made of the pairs found, not of rows. Single
//! linkage uses Kruskal's algorithm. Within its components, kodama does average and complete linkage. The doubles of
//! kodama only decide the order in which parts are joined. Whole numbers decide whether they are joined
//! (`compare::scores`), for complete linkage ranks without ties. A score that no link has is counted from the index,
//! or, for texts that are not in it, as the join counts. A cluster keeps the scores of all its pairs in 16 bits each
//! (`pipeline::results::clusters`), with at most 64 MB for all of them.
//!
//! **Passages of a folder.** `pipeline::corpus::passages` gives the shingles of all texts in a row to
//! `compare::shared_runs`. That orders the suffixes of the row (`compare::suffixes`: SA-IS, linear in time) and walks
//! through the suffix tree that the order stands for. A node with fewer texts than each node below it, and than with
//! any item before it, is a run. `compare::shared_runs::chosen` takes the best, breaks the others where they have its
//! items, and goes on. Only shingles that several texts have are in the row. `engine::passages` reads the first
//! document of each passage again, for its text. For the room on the screen (`tui::rooms::passages`), the worker
//! answers, and a newer request or newer parameters cancel the answer.

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
