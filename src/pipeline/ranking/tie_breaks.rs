//! The order of results, with all ties broken. It sorts nothing itself.

use std::cmp::Ordering;

use super::row::Pair;

/// Best first: exact copies, then score, then shared shingles, then a's path, then b's, in byte order.
///
/// Ids are in path order, so comparing them compares paths.
pub fn rank(left: &Pair, right: &Pair) -> Ordering {
    (right.overlap.exact_copy, right.score, right.overlap.shared)
        .cmp(&(left.overlap.exact_copy, left.score, left.overlap.shared))
        .then((left.a, left.b).cmp(&(right.a, right.b)))
}
