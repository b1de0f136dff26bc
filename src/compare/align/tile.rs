//! Greedy tiling of two documents with diagonal runs of shared shingles.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// The tile of a position that no tile covers.
pub(super) const NOBODY: u32 = u32::MAX;

/// After this many steps over positions, runs are no longer split, and the rest is tiled as it is. Real texts stay far
/// below this.
const BUDGET: usize = 50_000_000;

/// A shared shingle: its positions in a and b.
pub(super) type Point = (u32, u32);

/// Shared shingles on one diagonal: `b − a` is the same for all. Each begins within the one before or right after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SharedRun {
    /// Where the first of them begins.
    start: Point,
    /// The number of words that they cover.
    words: u32,
    /// How many there are, and the place of the first one in [`SharedRuns::points`].
    count: u32,
    place: usize,
}

/// The longer run is the greater one; of equally long runs, the first in a is, then the first in b.
impl Ord for SharedRun {
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |run: &Self| (run.words, Reverse(run.start));
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for SharedRun {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl SharedRun {
    /// Of points, the first of which is at `place` among all.
    fn of(points: &[Point], place: usize, width: usize) -> Option<Self> {
        let (first, last) = (points.first()?, points.last()?);
        let words = last.0 - first.0 + width as u32;
        Some(Self { start: *first, words, count: points.len() as u32, place })
    }

    /// The first word in a.
    pub(super) const fn first_a(&self) -> usize {
        self.start.0 as usize
    }

    /// The first word in b.
    pub(super) const fn first_b(&self) -> usize {
        self.start.1 as usize
    }

    /// The number of words that it covers.
    pub(super) const fn words(&self) -> usize {
        self.words as usize
    }
}

/// All runs of two documents.
#[derive(Debug)]
pub(super) struct SharedRuns {
    /// By diagonal, then by position.
    points: Vec<Point>,
    /// The greatest first.
    runs: Vec<SharedRun>,
    width: usize,
}

impl SharedRuns {
    /// All maximal runs of the points, for shingles of `width` words.
    pub(super) fn all(mut points: Vec<Point>, width: usize) -> Self {
        let diagonal = |point: &Point| i64::from(point.1) - i64::from(point.0);
        points.sort_unstable_by_key(|point| (diagonal(point), point.0));
        let mut place = 0;
        let runs = points.chunk_by(|left, right| {
            diagonal(left) == diagonal(right) && (right.0 - left.0) as usize <= width
        });
        let runs = runs.filter_map(|run| {
            place += run.len();
            SharedRun::of(run, place - run.len(), width)
        });
        let mut runs: Vec<SharedRun> = runs.collect();
        runs.sort_unstable_by(|left, right| right.cmp(left));
        Self { points, runs, width }
    }

    fn points_of(&self, run: SharedRun) -> &[Point] {
        self.points.get(run.place..run.place + run.count as usize).unwrap_or_default()
    }
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

/// The tile that covers each shingle position of a and b.
#[derive(Debug)]
pub(super) struct Tiling {
    a: Vec<u32>,
    b: Vec<u32>,
    laid: u32,
    /// Scratch of [`Self::owner`].
    owners: Vec<u32>,
}

impl Tiling {
    /// Nothing is covered yet.
    pub(super) fn new(a: usize, b: usize) -> Self {
        Self { a: vec![NOBODY; a], b: vec![NOBODY; b], laid: 0, owners: Vec::new() }
    }

    /// Takes the greatest run whose points are all of one state that `wanted` accepts, again and again until none is
    /// left. Longer runs are cut into such parts. Reports each run with its own number and the tile that covers most of
    /// its taken side ([`NOBODY`] if both sides were free).
    pub(super) fn tile(
        &mut self,
        all: &SharedRuns,
        wanted: impl Fn(TileState) -> bool,
        mut lay: impl FnMut(SharedRun, u32, u32),
    ) {
        // Only parts of runs need a heap, and in texts that people write, few runs are cut.
        let mut whole = all.runs.iter().copied().peekable();
        let mut parts: BinaryHeap<SharedRun> = BinaryHeap::new();
        let mut steps = 0;
        loop {
            let next = if parts.peek() > whole.peek() { parts.pop() } else { whole.next() };
            let Some(run) = next else { break };
            steps += run.count as usize;
            let mut place = run.place;
            let mut rest = all.points_of(run);
            while let Some(first) = rest.first() {
                let state = self.state(*first);
                let same = rest.iter().take_while(|point| self.state(**point) == state).count();
                let (points, behind) = rest.split_at(same);
                let part = SharedRun::of(points, place, all.width);
                (rest, place) = (behind, place + same);
                let Some(part) = part.filter(|_| wanted(state)) else { continue };
                if part.count == run.count || steps > BUDGET {
                    let owner = self.owner(points, state);
                    self.cover(points);
                    lay(part, owner, self.laid - 1);
                } else {
                    parts.push(part);
                }
            }
        }
    }

    fn state(&self, point: Point) -> TileState {
        match (self.a[point.0 as usize] == NOBODY, self.b[point.1 as usize] == NOBODY) {
            (true, true) => TileState::BothFree,
            (true, false) => TileState::AFree,
            (false, true) => TileState::BFree,
            (false, false) => TileState::BothTaken,
        }
    }

    /// The tile that covers the most positions on the taken side.
    fn owner(&mut self, points: &[Point], state: TileState) -> u32 {
        let Self { a, b, owners, .. } = self;
        owners.clear();
        match state {
            TileState::AFree => owners.extend(points.iter().map(|point| b[point.1 as usize])),
            TileState::BFree => owners.extend(points.iter().map(|point| a[point.0 as usize])),
            TileState::BothFree | TileState::BothTaken => return NOBODY,
        }
        owners.sort_unstable();
        owners
            .chunk_by(|left, right| left == right)
            .max_by_key(|group| (group.len(), Reverse(group[0])))
            .map_or(NOBODY, |group| group[0])
    }

    fn cover(&mut self, points: &[Point]) {
        for point in points {
            for slot in [&mut self.a[point.0 as usize], &mut self.b[point.1 as usize]] {
                if *slot == NOBODY {
                    *slot = self.laid;
                }
            }
        }
        self.laid += 1;
    }
}
