//! Finds the corresponding passages of two documents by greedy tiling of their shared shingles. It works on positions
//! of shingles and words, without their text.

use std::cmp::{Ordering, Reverse};
use std::{collections::BinaryHeap, ops::Range};

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

/// A passage: a maximal run of shared kept shingles, contiguous in both documents. Each shingle begins within the one
/// before or right after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// 1, 2, 3 … in reading order of a. Repetitions have the same number.
    pub number: u32,
    /// 0 for a passage that occurs once, otherwise 1, 2, … in reading order.
    pub occurrence: u32,
    /// Its canonical words in a.
    pub a: Range<usize>,
    /// Its canonical words in b. There are as many as in a.
    pub b: Range<usize>,
    /// Whether its order in b differs from that of the heaviest common order of passages.
    pub moved: bool,
}

/// The passages of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// Sorted by number, then occurrence.
    pub matches: Vec<Match>,
    /// For each canonical word of a, the index of the longest passage that covers it.
    pub a_owner: Vec<Option<u32>>,
    /// The same for b.
    pub b_owner: Vec<Option<u32>>,
}

/// Tiles two documents with their shared kept shingles, the longest passage first. Every occurrence of a shared shingle
/// becomes part of a passage. If its counterpart is taken already, the passage is a repetition.
///
/// Taking the longest match first is the idea of Wise's greedy string tiling (1993).
pub fn align(a: AlignInput<'_>, b: AlignInput<'_>) -> Alignment {
    let mut tiling = Tiling::new(a.keys.len(), b.keys.len());
    let runs = SharedRuns::all(points(a.keys, b.keys), a.width);

    let mut tiles: Vec<(SharedRun, u32)> = Vec::new();
    tiling.tile(
        &runs,
        |state| state == TileState::BothFree,
        |run, _, number| tiles.push((run, number)),
    );
    tiling.tile(
        &runs,
        |state| state != TileState::BothTaken,
        |run, owner, number| {
            let group = if owner == NOBODY { number } else { tiles[owner as usize].1 };
            tiles.push((run, group));
        },
    );

    let matches = number(&tiles);
    let a_owner = owners(&matches, a.words, |found| found.a.clone());
    let b_owner = owners(&matches, b.words, |found| found.b.clone());
    Alignment { matches, a_owner, b_owner }
}

/// The pairs of positions (in a, in b) with the same kept shingle.
fn points(a: &[Option<u64>], b: &[Option<u64>]) -> Vec<Point> {
    let (in_a, in_b) = (occurrences(a), occurrences(b));
    let same_key = |one: &(u64, u32), other: &(u64, u32)| one.0 == other.0;
    let mut of_b = in_b.chunk_by(same_key).peekable();
    let mut points = Vec::new();
    for former in in_a.chunk_by(same_key) {
        while of_b.next_if(|latter| latter[0].0 < former[0].0).is_some() {}
        let Some(latter) = of_b.next_if(|latter| latter[0].0 == former[0].0) else { continue };
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

/// The keys with their positions, ascending.
fn occurrences(keys: &[Option<u64>]) -> Vec<(u64, u32)> {
    let keys = (0..).zip(keys).filter_map(|(position, key)| Some(((*key)?, position)));
    let mut occurrences: Vec<(u64, u32)> = keys.collect();
    occurrences.sort_unstable();
    occurrences
}

/// Numbers the tiles in reading order of a, with the same number for repetitions, and marks what moved.
fn number(tiles: &[(SharedRun, u32)]) -> Vec<Match> {
    let reading_order = |run: &SharedRun| (run.first_a(), run.first_b());
    let mut by_group: Vec<(u32, SharedRun)> =
        tiles.iter().map(|(run, group)| (*group, *run)).collect();
    by_group.sort_unstable_by_key(|(group, run)| (*group, reading_order(run)));
    let mut groups: Vec<&[(u32, SharedRun)]> =
        by_group.chunk_by(|one, other| one.0 == other.0).collect();
    groups.sort_unstable_by_key(|runs| reading_order(&runs[0].1));

    let primaries: Vec<SharedRun> = groups.iter().map(|runs| tiles[runs[0].0 as usize].0).collect();
    // A group is sorted by its first occurrence, which may be a repetition. This order is that of the passages
    // themselves.
    let mut by_a: Vec<usize> = (0..primaries.len()).collect();
    by_a.sort_unstable_by_key(|group| primaries[*group].first_a());
    let passages: Vec<(usize, usize, usize)> = by_a
        .iter()
        .map(|group| primaries[*group])
        .map(|run| (run.first_a(), run.first_b(), run.words()))
        .collect();
    let mut in_order = vec![false; primaries.len()];
    for (group, is_in_order) in by_a.into_iter().zip(heaviest_increasing(&passages)) {
        in_order[group] = is_in_order;
    }

    let mut matches = Vec::with_capacity(tiles.len());
    for (position, runs) in groups.iter().enumerate() {
        for (occurrence, (_, run)) in runs.iter().enumerate() {
            let words = run.words();
            matches.push(Match {
                number: position as u32 + 1,
                occurrence: if runs.len() == 1 { 0 } else { occurrence as u32 + 1 },
                a: run.first_a()..run.first_a() + words,
                b: run.first_b()..run.first_b() + words,
                moved: *run == primaries[position] && !in_order[position],
            });
        }
    }
    matches
}

/// Assigns each word to the longest passage that covers it. Of equally long ones the first wins.
fn owners(
    matches: &[Match],
    words: usize,
    side: impl Fn(&Match) -> Range<usize>,
) -> Vec<Option<u32>> {
    let mut by_length: Vec<usize> = (0..matches.len()).collect();
    by_length.sort_by_key(|index| std::cmp::Reverse(matches[*index].a.len()));
    let mut owner = vec![None; words];
    for index in by_length {
        for slot in owner.get_mut(side(&matches[index])).unwrap_or_default() {
            slot.get_or_insert(index as u32);
        }
    }
    owner
}

/// Which passages belong to the heaviest set whose positions ascend in b too. Passages are (position in a, position in
/// b, weight), ascending in a. This is a weighted longest increasing subsequence, computed with a Fenwick tree in O(n
/// log n).
pub(super) fn heaviest_increasing(passages: &[(usize, usize, usize)]) -> Vec<bool> {
    let mut rank: Vec<usize> = (0..passages.len()).collect();
    rank.sort_unstable_by_key(|index| (passages[*index].1, *index));
    let mut place = vec![0; passages.len()];
    for (position, index) in rank.into_iter().enumerate() {
        place[index] = position + 1;
    }
    // best[i]: the heaviest chain among the entries 1..=i in Fenwick order, with its last passage.
    let mut best: Vec<(usize, Option<usize>)> = vec![(0, None); passages.len() + 1];
    let mut before: Vec<Option<usize>> = vec![None; passages.len()];
    let mut heaviest = (0, None);
    for (index, passage) in passages.iter().enumerate() {
        let mut chain = (0, None);
        let mut at = place[index] - 1;
        while at > 0 {
            if best[at].0 > chain.0 {
                chain = best[at];
            }
            at &= at - 1;
        }
        before[index] = chain.1;
        let chain = (chain.0 + passage.2, Some(index));
        if chain.0 > heaviest.0 {
            heaviest = chain;
        }
        let mut at = place[index];
        while at < best.len() {
            if chain.0 > best[at].0 {
                best[at] = chain;
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut chosen = vec![false; passages.len()];
    let mut last = heaviest.1;
    while let Some(index) = last {
        chosen[index] = true;
        last = before[index];
    }
    chosen
}

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
        accepts: impl Fn(TileState) -> bool,
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
                let (points, after) = rest.split_at(same);
                let part = SharedRun::from_points(points, place, all.width);
                (rest, place) = (after, place + same);
                let Some(part) = part.filter(|_| accepts(state)) else { continue };
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
            .chunk_by(|one, other| one == other)
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

#[cfg(test)]
mod tests;

#[cfg(test)]
mod order_tests {
    use proptest::prelude::*;

    use super::heaviest_increasing;

    #[test]
    fn the_short_one_of_two_swapped_passages_has_moved() {
        assert_eq!(heaviest_increasing(&[(0, 50, 9), (10, 0, 40)]), [false, true]);
        assert_eq!(
            heaviest_increasing(&[(0, 0, 1), (10, 20, 1), (20, 10, 5), (30, 30, 1)]),
            [true, false, true, true]
        );
    }

    proptest! {
        #[test]
        fn no_other_order_is_heavier(rows in prop::collection::vec((0_usize..8, 1_usize..9), 0..9)) {
            let passages: Vec<(usize, usize, usize)> = rows.iter().enumerate().map(|(a, (b, weight))| (a, *b, *weight)).collect();
            let weight = |chosen: &dyn Fn(usize) -> bool| -> Option<usize> {
                let picked: Vec<_> = (0..passages.len()).filter(|index| chosen(*index)).map(|index| passages[index]).collect();
                picked.windows(2).all(|pair| pair[0].1 <= pair[1].1).then(|| picked.iter().map(|passage| passage.2).sum())
            };
            let found = heaviest_increasing(&passages);
            let best = (0..1_usize << passages.len()).filter_map(|set| weight(&|index| set >> index & 1 == 1)).max();
            prop_assert_eq!(weight(&|index| found[index]), best);
        }
    }
}
