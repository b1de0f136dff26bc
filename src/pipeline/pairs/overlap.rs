//! The counts of two distinct texts, by the keys of their sketches or by the shingles behind them. It knows no
//! documents.

use crate::compare::join::Shared;
use crate::compare::measure::{Direction, Overlap};
use crate::compare::threshold_bounds::{Bar, Size};
use crate::pipeline::texts::nodes::Nodes;

/// The counts of two distinct texts by the shingles behind their sketches, counted on demand. One shingle of `one_in`
/// was kept.
pub fn counted(nodes: &Nodes, shared: &Shared, one_in: u32) -> Overlap {
    let shingles = |id| nodes.get(id).map_or(0, |node| node.shingles);
    Overlap {
        shared: nodes.shared(shared.a, shared.b),
        a_shingles: shingles(shared.a),
        b_shingles: shingles(shared.b),
        ..overlap(nodes, shared, one_in)
    }
}

/// The counts of two distinct texts by the keys of their sketches. One shingle of `one_in` was kept.
pub fn overlap(nodes: &Nodes, shared: &Shared, one_in: u32) -> Overlap {
    let none = Size { shingles: 0, words: 0 };
    let size = |id| nodes.get(id).map_or(none, |node| node.size);
    let (a, b) = (size(shared.a), size(shared.b));
    Overlap {
        shared: shared.count,
        a_shingles: a.shingles,
        b_shingles: b.shingles,
        a_words: a.words,
        b_words: b.words,
        one_in,
        exact_copy: false,
    }
}

/// Whether the keys of two distinct texts pass a bar.
pub fn passes(nodes: &Nodes, shared: &Shared, bar: Bar) -> bool {
    let overlap = overlap(nodes, shared, bar.one_in);
    bar.above.passes(overlap.score(bar.measure, Direction::Larger), bar.threshold)
}
