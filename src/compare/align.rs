//! Pairs the shared shingles of two documents by greedy tiling. It works on positions of shingles and words, without their
//! text.

use std::cmp::{Ordering, Reverse};
use std::{collections::BinaryHeap, ops::Range};

use hashbrown::HashSet;

/// Most pairs of occurrences of one key. Beyond it, the occurrences in both documents are paired in order instead of
/// each with each, so that a text of one repeated word takes linear time.
const PAIRS_PER_KEY: usize = 256;

/// The kept shingles of one document by position. `None` where the sample dropped the shingle, or where the other
/// document is known not to contain it.
#[derive(Debug, Clone, Copy)]
pub struct AlignInput<'a> {
    /// The key of shingle `i`, which begins at canonical word `i`.
    pub keys: &'a [Option<u64>],
    /// Words in a shingle.
    pub width: usize,
    /// Canonical words in the document.
    pub words: usize,
}

/// A run: shared kept shingles, contiguous in both documents. Each shingle begins within the one before or right after
/// it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlignedRun {
    /// The place of the passage that it is in.
    pub passage: Option<u32>,
    /// Its canonical words in a.
    pub a: Range<usize>,
    /// Its canonical words in b. There are as many as in a.
    pub b: Range<usize>,
}

/// The shared shingles of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// In reading order of a, then of b.
    pub runs: Vec<AlignedRun>,
    /// For each canonical word of a, the index of the longest run that covers it.
    pub a_owner: Vec<Option<u32>>,
    /// The same for b.
    pub b_owner: Vec<Option<u32>>,
}

/// Tiles two documents with their shared kept shingles: those within each of `passages` (canonical words in a and in b) first,
/// then all others; the longest run first. Every occurrence of a shared shingle becomes part of a run. If its
/// counterpart is taken already, the run repeats another.
///
/// Taking the longest match first is the idea of Wise's greedy string tiling (1993).
pub fn align(
    a: AlignInput<'_>,
    b: AlignInput<'_>,
    passages: &[(Range<usize>, Range<usize>)],
) -> Alignment {
    let mut tiling = Tiling::new(a.keys.len(), b.keys.len());
    let mut runs: Vec<AlignedRun> = Vec::new();
    let whole = (0..a.words.max(a.keys.len() + a.width), 0..b.words.max(b.keys.len() + b.width));
    let parts = (0..).map(Some).zip(passages).chain([(None, &whole)]);
    for (passage, part) in parts {
        let all = SharedRuns::all(points(a.within(&part.0), b.within(&part.1)), a.width);
        for accepts in [|state| state == TileState::BothFree, |state| state != TileState::BothTaken]
        {
            tiling.tile(&all, accepts, |run| {
                let range = |start: usize| start..start + run.words();
                let (a, b) = (range(run.first_a()), range(run.first_b()));
                runs.push(AlignedRun { passage, a, b });
            });
        }
    }
    runs.sort_by_key(|run| (run.a.start, run.b.start));
    let a_owner = owners(&runs, a.words, |run| run.a.clone());
    let b_owner = owners(&runs, b.words, |run| run.b.clone());
    Alignment { runs, a_owner, b_owner }
}

/// Whether a shingle within a stretch of a is within a stretch of b too. Then both have a run, if no other passage takes it.
pub fn share_a_shingle(
    a: AlignInput<'_>,
    b: AlignInput<'_>,
    of: &(Range<usize>, Range<usize>),
) -> bool {
    let in_a: HashSet<u64> = a.within(&of.0).1.iter().copied().flatten().collect();
    b.within(&of.1).1.iter().flatten().any(|key| in_a.contains(key))
}

/// Keys with the position of the first.
type PlacedKeys<'a> = (usize, &'a [Option<u64>]);

impl<'a> AlignInput<'a> {
    /// The keys of the shingles that lie within these words.
    fn within(&self, words: &Range<usize>) -> PlacedKeys<'a> {
        let end = (words.end + 1).saturating_sub(self.width).min(self.keys.len());
        (words.start, self.keys.get(words.start..end).unwrap_or_default())
    }
}

/// The pairs of positions (in a, in b) with the same kept shingle.
fn points(a: PlacedKeys<'_>, b: PlacedKeys<'_>) -> Vec<Point> {
    let (in_a, in_b) = (occurrences(a), occurrences(b));
    let mut points = Vec::new();
    for (former, latter) in in_both(&in_a, &in_b) {
        let point = |i: usize, j: usize| (former[i].1, latter[j].1);
        if former.len() * latter.len() <= PAIRS_PER_KEY {
            points.extend(
                (0..former.len())
                    .flat_map(|i| (0..latter.len()).map(move |j| (i, j)))
                    .map(|(i, j)| point(i, j)),
            );
        } else {
            let longer = former.len().max(latter.len());
            points.extend(
                (0..longer).map(|n| point(n.min(former.len() - 1), n.min(latter.len() - 1))),
            );
        }
    }
    points
}

/// Keys with their positions.
type Places<P> = [(u64, P)];

/// The places of each key that both lists have; both are ascending.
fn in_both<'l, P>(
    a: &'l Places<P>,
    b: &'l Places<P>,
) -> impl Iterator<Item = (&'l Places<P>, &'l Places<P>)> {
    let same_key = |one: &(u64, P), other: &(u64, P)| one.0 == other.0;
    let mut of_b = b.chunk_by(same_key).peekable();
    a.chunk_by(same_key).filter_map(move |former| {
        while of_b.next_if(|latter| latter[0].0 < former[0].0).is_some() {}
        Some((former, of_b.next_if(|latter| latter[0].0 == former[0].0)?))
    })
}

/// The keys with their positions, ascending.
fn occurrences((first, keys): PlacedKeys<'_>) -> Vec<(u64, u32)> {
    let keys = (first as u32..).zip(keys).filter_map(|(position, key)| Some(((*key)?, position)));
    let mut occurrences: Vec<(u64, u32)> = keys.collect();
    occurrences.sort_unstable();
    occurrences
}

/// Assigns each word to the longest run that covers it. Of equally long ones the first wins.
fn owners(
    runs: &[AlignedRun],
    words: usize,
    side: impl Fn(&AlignedRun) -> Range<usize>,
) -> Vec<Option<u32>> {
    let mut by_length: Vec<usize> = (0..runs.len()).collect();
    by_length.sort_by_key(|index| Reverse(runs[*index].a.len()));
    let mut owner = vec![None; words];
    for index in by_length {
        for slot in owner.get_mut(side(&runs[index])).unwrap_or_default() {
            slot.get_or_insert(index as u32);
        }
    }
    owner
}

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
    fn from_points(points: &[Point], place: usize, width: usize) -> Option<Self> {
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
        let runs = points.chunk_by(|former, latter| {
            diagonal(former) == diagonal(latter) && (latter.0 - former.0) as usize <= width
        });
        let runs = runs.filter_map(|run| {
            place += run.len();
            SharedRun::from_points(run, place - run.len(), width)
        });
        let mut runs: Vec<SharedRun> = runs.collect();
        runs.sort_unstable_by(|one, other| other.cmp(one));
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

/// Whether a tile covers each shingle position of a and b.
#[derive(Debug)]
pub(super) struct Tiling {
    a: Vec<bool>,
    b: Vec<bool>,
}

impl Tiling {
    /// Nothing is covered yet.
    pub(super) fn new(a: usize, b: usize) -> Self {
        Self { a: vec![false; a], b: vec![false; b] }
    }

    /// Takes the greatest run whose points are all of one state that `wanted` accepts, again and again until none is
    /// left. Longer runs are cut into such parts.
    pub(super) fn tile(
        &mut self,
        all: &SharedRuns,
        accepts: impl Fn(TileState) -> bool,
        mut lay: impl FnMut(SharedRun),
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
                let (points, after) = rest.split_at(same);
                let part = SharedRun::from_points(points, place, all.width);
                (rest, place) = (after, place + same);
                let Some(part) = part.filter(|_| accepts(state)) else { continue };
                if part.count == run.count || steps > BUDGET {
                    self.cover(points);
                    lay(part);
                } else {
                    parts.push(part);
                }
            }
        }
    }

    fn state(&self, point: Point) -> TileState {
        match (self.a[point.0 as usize], self.b[point.1 as usize]) {
            (false, false) => TileState::BothFree,
            (false, true) => TileState::AFree,
            (true, false) => TileState::BFree,
            (true, true) => TileState::BothTaken,
        }
    }

    fn cover(&mut self, points: &[Point]) {
        for point in points {
            self.a[point.0 as usize] = true;
            self.b[point.1 as usize] = true;
        }
    }
}

#[cfg(test)]
mod tests;
