//! Finds the keys of a store that seem to be repeated, in all partitions.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::base::cancel::Cancel;
use crate::base::lock::locked;
use crate::base::workers::share;

use super::grouper::Grouper;
use super::runs::{KeyRun, PARTITIONS, PARTITIONS_A_PIECE, Tail};
use super::store::FrozenStore;

/// The keys that seem to be repeated.
pub(super) struct RepeatedKeys {
    /// The keys that each thread found.
    tails: Vec<Tail>,
    /// For each partition, the tail that it is in, and its range of runs there.
    of: Vec<(usize, Range<usize>)>,
    /// For each holder, how many of those keys it has.
    pub(super) counts: Vec<u32>,
}

impl RepeatedKeys {
    /// The runs of a partition.
    pub(super) fn runs(&self, at: usize) -> impl Iterator<Item = KeyRun<'_>> {
        let (tail, range) = &self.of[at];
        self.tails[*tail].runs(range.clone())
    }
}

/// Filters all partitions, and counts the keys of the holders below `holders`. `None` when cancelled.
pub(super) fn find_repeated(
    read: &FrozenStore<'_>,
    holders: usize,
    cancel: &Cancel,
) -> Option<RepeatedKeys> {
    struct Work {
        grouper: Grouper,
        /// One tail for all partitions of the thread. It grows a few times. One for each partition took hundreds of
        /// system calls.
        tail: Tail,
        of: Vec<(usize, Range<usize>)>,
        counts: Vec<u32>,
    }
    let all = Mutex::new(RepeatedKeys {
        tails: Vec::new(),
        of: vec![(0, 0..0); PARTITIONS],
        counts: vec![0; holders],
    });
    let begin = || Work {
        grouper: Grouper::new(),
        tail: Tail::default(),
        of: Vec::new(),
        counts: vec![0; holders],
    };
    let work = |work: &mut Work, range: Range<usize>| {
        for at in range {
            let start = work.tail.len();
            work.grouper.find_repeated(read, at, &mut work.tail);
            let runs = start..work.tail.len();
            for run in work.tail.runs(runs.clone()) {
                for packed in run.packed {
                    if let Some(count) = work.counts.get_mut(run.holder(*packed) as usize) {
                        *count += 1;
                    }
                }
            }
            work.of.push((at, runs));
        }
    };
    let end = |work: Work| {
        let mut all = locked(&all);
        let tail = all.tails.len();
        all.tails.push(work.tail);
        work.of.into_iter().for_each(|(at, runs)| all.of[at] = (tail, runs));
        all.counts.iter_mut().zip(work.counts).for_each(|(sum, part)| *sum += part);
    };
    share(PARTITIONS, PARTITIONS_A_PIECE, cancel, begin, work, end)?;
    Some(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}
