//! Greedy tiling of two documents with diagonal runs of shared shingles.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The tile of a position that no tile covers.
pub(super) const NOBODY: u32 = u32::MAX;

/// After this many steps over positions, runs are no longer split, and the rest is tiled as it is. Real texts stay far
/// below this.
const BUDGET: usize = 50_000_000;

/// Shared shingles on one diagonal. Each begins within the one before or right after it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SharedRun {
    /// The positions in a and b. Both ascend, and `b − a` is the same for all.
    points: Vec<(u32, u32)>,
}

/// Whether a pair of positions is covered by the tiles so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TileState {
    /// Neither is covered.
    BothFree,
    /// Only the position in a is free.
    AFree,
    /// Only the position in b is free.
    BFree,
    /// Both are covered.
    BothTaken,
}

impl SharedRun {
    /// All maximal runs of the points, for shingles of `width` words.
    pub(super) fn all(points: &[(u32, u32)], width: usize) -> Vec<Self> {
        let diagonal = |point: &(u32, u32)| i64::from(point.1) - i64::from(point.0);
        let mut points = points.to_vec();
        points.sort_unstable_by_key(|point| (diagonal(point), point.0));
        points
            .chunk_by(|left, right| {
                diagonal(left) == diagonal(right) && (right.0 - left.0) as usize <= width
            })
            .map(|run| Self { points: run.to_vec() })
            .collect()
    }

    /// The first word in a.
    pub(super) fn first_a(&self) -> usize {
        self.points[0].0 as usize
    }

    /// The first word in b.
    pub(super) fn first_b(&self) -> usize {
        self.points[0].1 as usize
    }

    /// The number of words that it covers.
    pub(super) fn words(&self, width: usize) -> usize {
        (self.points[self.points.len() - 1].0 - self.points[0].0) as usize + width
    }
}

/// The tile that covers each shingle position of a and b.
#[derive(Debug)]
pub(super) struct Tiling {
    a: Vec<u32>,
    b: Vec<u32>,
    laid: u32,
}

impl Tiling {
    /// Nothing is covered yet.
    pub(super) fn new(a: usize, b: usize) -> Self {
        Self { a: vec![NOBODY; a], b: vec![NOBODY; b], laid: 0 }
    }

    /// Takes the longest run whose points are all of one state that `wanted` accepts, again and again until none is
    /// left. Longer runs are cut into such parts. Reports each run with its own number and the tile that covers most of
    /// its taken side ([`NOBODY`] if both sides were free). Of equally long runs, the first in a is taken, then the
    /// first in b.
    pub(super) fn tile(
        &mut self,
        runs: &[SharedRun],
        width: usize,
        wanted: impl Fn(TileState) -> bool,
        mut lay: impl FnMut(SharedRun, u32, u32),
    ) {
        let mut heap: BinaryHeap<(usize, Reverse<SharedRun>)> = BinaryHeap::new();
        for run in runs {
            heap.push((run.words(width), Reverse(run.clone())));
        }
        let mut steps = 0;
        while let Some((_, Reverse(run))) = heap.pop() {
            steps += run.points.len();
            let whole = run.points.len();
            let parts: Vec<(TileState, SharedRun)> = run
                .points
                .chunk_by(|left, right| self.class(*left) == self.class(*right))
                .map(|part| (self.class(part[0]), SharedRun { points: part.to_vec() }))
                .filter(|(class, _)| wanted(*class))
                .collect();
            for (class, part) in parts {
                if part.points.len() == whole || steps > BUDGET {
                    let owner = self.owner(&part, class);
                    self.cover(&part);
                    lay(part, owner, self.laid - 1);
                } else {
                    heap.push((part.words(width), Reverse(part)));
                }
            }
        }
    }

    fn class(&self, point: (u32, u32)) -> TileState {
        match (self.a[point.0 as usize] == NOBODY, self.b[point.1 as usize] == NOBODY) {
            (true, true) => TileState::BothFree,
            (true, false) => TileState::AFree,
            (false, true) => TileState::BFree,
            (false, false) => TileState::BothTaken,
        }
    }

    /// The tile that covers the most positions on the taken side.
    fn owner(&self, run: &SharedRun, class: TileState) -> u32 {
        let mut owners: Vec<u32> = match class {
            TileState::AFree => run.points.iter().map(|point| self.b[point.1 as usize]).collect(),
            TileState::BFree => run.points.iter().map(|point| self.a[point.0 as usize]).collect(),
            TileState::BothFree | TileState::BothTaken => return NOBODY,
        };
        owners.sort_unstable();
        owners
            .chunk_by(|left, right| left == right)
            .max_by_key(|group| (group.len(), Reverse(group[0])))
            .map_or(NOBODY, |group| group[0])
    }

    fn cover(&mut self, run: &SharedRun) {
        for point in &run.points {
            for slot in [&mut self.a[point.0 as usize], &mut self.b[point.1 as usize]] {
                if *slot == NOBODY {
                    *slot = self.laid;
                }
            }
        }
        self.laid += 1;
    }
}
