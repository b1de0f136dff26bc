//! Every pair of a corpus one after the other, in path order, never all in memory. It ranks nothing.

use rayon::prelude::*;

use crate::base::ids::DocId;
use crate::compare::index::Index;
use crate::compare::join::Counter;

use super::publish::Roll;
use super::ranking::rank;
use super::snapshot::Pair;

/// Documents whose partners are looked for at once: enough for all cores, few enough to stay small in memory.
const DOCUMENTS_A_PIECE: usize = 256;

/// Calls `emit` for every pair that shares a kept shingle and passes the threshold, and for every pair of exact copies
/// that passes it, ordered by a's path, then b's. Stops at the first error.
///
/// # Errors
/// The error of `emit`.
pub fn stream<E>(roll: &Roll<'_>, mut emit: impl FnMut(&Pair) -> Result<(), E>) -> Result<(), E> {
    let nodes = roll.corpus.nodes();
    let index = Index::build(&nodes.sketches(), 2);
    let twins = roll.twins();
    let last: Vec<DocId> =
        roll.members.iter().map(|members| members.last().copied().unwrap_or(DocId(0))).collect();
    let ids: Vec<DocId> = (0..roll.docs.len() as u32).map(DocId).collect();
    for piece in ids.chunks(DOCUMENTS_A_PIECE) {
        let found: Vec<Vec<Pair>> = piece
            .par_iter()
            .map_init(
                || Counter::new(nodes.limit()),
                |counter, a| {
                    let mut found = Vec::new();
                    let Some(node) = roll.node(*a) else { return found };
                    let Some(text) = nodes.get(node) else { return found };
                    let mut meet = |other: u32, count: u32| {
                        found.extend(
                            roll.members[other as usize]
                                .iter()
                                .filter(|b| *b > a)
                                .map(|b| roll.pair(*a, *b, count)),
                        );
                    };
                    meet(node, text.sketch.len() as u32);
                    counter.partners(
                        &index,
                        &text.sketch,
                        |other| other != node && last[other as usize] > *a,
                        &mut meet,
                    );
                    let others = roll.twins_of(&twins, *a).iter().filter(|b| *b > a);
                    found.extend(others.filter_map(|b| {
                        let other = roll.node(*b).filter(|other| *other != node)?;
                        // Those that share a key were met above.
                        (roll.shared(node, other) == 0).then(|| roll.pair(*a, *b, 0))
                    }));
                    found.retain(|pair| {
                        roll.passes(pair) && (pair.overlap.shared > 0 || pair.overlap.exact_copy)
                    });
                    found.sort_unstable_by_key(|pair| pair.b);
                    found
                },
            )
            .collect();
        for pair in found.iter().flatten() {
            emit(pair)?;
        }
    }
    Ok(())
}

/// The best `top` pairs, ranked, with the number of all that pass.
pub fn best(roll: &Roll<'_>, top: usize) -> (Vec<Pair>, u64) {
    let (mut kept, mut all): (Vec<Pair>, u64) = (Vec::new(), 0);
    let cut = |kept: &mut Vec<Pair>| {
        if kept.len() > top && top > 0 {
            kept.select_nth_unstable_by(top - 1, rank);
        }
        kept.truncate(top);
    };
    let outcome: Result<(), std::convert::Infallible> = stream(roll, |pair| {
        all += 1;
        kept.push(*pair);
        if kept.len() > 2 * top + 4096 {
            cut(&mut kept);
        }
        Ok(())
    });
    let Ok(()) = outcome;
    cut(&mut kept);
    kept.sort_unstable_by(rank);
    (kept, all)
}
