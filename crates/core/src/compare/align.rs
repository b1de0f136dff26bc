//! Pairs the shared shingles of two documents by greedy tiling, on positions of shingles and words.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::{mem::swap, ops::Range};

use hashbrown::HashSet;

/// Largest number of pairs of occurrences per key. Further occurrences are paired in order, so that a text of
/// one repeated word takes linear time.
const PAIRS_PER_KEY: usize = 256;

/// Retained shingles of a document. Shingles that the other document lacks may be missing.
#[derive(Debug, Clone, Copy)]
pub struct AlignInput<'a> {
    /// First canonical word and key of each shingle, ascending.
    pub keys: &'a [(u32, u64)],
    pub width: usize,
    pub words: usize,
}

/// A run of shared retained shingles, contiguous in both documents. Each shingle begins within or right after its
/// predecessor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlignedRun {
    pub passage: Option<u32>,
    pub a: Range<usize>,
    /// Words of the second document, as many as in `a`.
    pub b: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// Runs in reading order of a, then of b.
    pub runs: Vec<AlignedRun>,
    /// Index of the longest run that covers each canonical word of a.
    pub a_owner: Vec<Option<u32>>,
    pub b_owner: Vec<Option<u32>>,
}

/// Tiles two documents with their shared retained shingles, longest runs first. Starts within each of `passages`
/// (canonical words in a and b), then continues elsewhere. Every occurrence of a shared shingle becomes part of a run.
/// If its counterpart is tiled already, the new run repeats an earlier run.
///
/// Based on Wise's greedy string tiling (1993).
pub fn align_documents(
    a: AlignInput<'_>,
    b: AlignInput<'_>,
    passages: &[(Range<usize>, Range<usize>)],
) -> Alignment {
    // Ties are broken by positions in the first text, so both directions begin with the same text.
    let is_swapped = a.words.cmp(&b.words).then_with(|| order_by_shared_shingles(a, b)).is_gt();
    let mut runs = if is_swapped {
        let swapped: Vec<_> = passages.iter().map(|(a, b)| (b.clone(), a.clone())).collect();
        let mut runs = tile_runs(b, a, &swapped);
        for run in &mut runs {
            swap(&mut run.a, &mut run.b);
        }
        runs
    } else {
        tile_runs(a, b, passages)
    };
    runs.sort_by_key(|run| (run.a.start, run.b.start));
    let a_owner = longest_run_by_word(&runs, a.words, |run| run.a.clone());
    let b_owner = longest_run_by_word(&runs, b.words, |run| run.b.clone());
    Alignment { runs, a_owner, b_owner }
}

/// Orders two documents by the places of their shared shingles. The order of (b, a) is the reverse.
fn order_by_shared_shingles(a: AlignInput<'_>, b: AlignInput<'_>) -> Ordering {
    let [in_a, in_b] =
        [a, b].map(|one| one.keys.iter().map(|(_, key)| *key).collect::<HashSet<u64>>());
    let shared_in_a = a.keys.iter().filter(|(_, key)| in_b.contains(key));
    shared_in_a.cmp(b.keys.iter().filter(|(_, key)| in_a.contains(key)))
}

fn tile_runs(
    a: AlignInput<'_>,
    b: AlignInput<'_>,
    passages: &[(Range<usize>, Range<usize>)],
) -> Vec<AlignedRun> {
    let mut tiling = Tiling::new(a.words, b.words);
    let mut runs: Vec<AlignedRun> = Vec::new();
    let whole = (0..a.words, 0..b.words);
    let parts = (0..).map(Some).zip(passages).chain([(None, &whole)]);
    for (passage, part) in parts {
        let all = SharedRuns::from_points(
            matching_points(a.keys_within(&part.0), b.keys_within(&part.1)),
            a.width,
        );
        for accepts in [|state| state == [false; 2], |state| state != [true; 2]] {
            tiling.tile_longest_first(&all, accepts, |run| {
                let range = |start: usize| start..start + run.words();
                let (a, b) = (range(run.start.0 as usize), range(run.start.1 as usize));
                runs.push(AlignedRun { passage, a, b });
            });
        }
    }
    runs
}

impl<'a> AlignInput<'a> {
    fn keys_within(&self, words: &Range<usize>) -> &'a [(u32, u64)] {
        let before = |word: usize| self.keys.partition_point(|(place, _)| (*place as usize) < word);
        let end = (words.end + 1).saturating_sub(self.width);
        self.keys.get(before(words.start)..before(end)).unwrap_or_default()
    }
}

fn matching_points(a: &[(u32, u64)], b: &[(u32, u64)]) -> Vec<Point> {
    let (in_a, in_b) = (sorted_occurrences(a), sorted_occurrences(b));
    let mut points = Vec::new();
    for (former, latter) in pair_places_of_equal_keys(&in_a, &in_b) {
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

type Places<P> = [(u64, P)];

fn pair_places_of_equal_keys<'l, P>(
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

fn sorted_occurrences(keys: &[(u32, u64)]) -> Vec<(u64, u32)> {
    let mut occurrences: Vec<(u64, u32)> = keys.iter().map(|(place, key)| (*key, *place)).collect();
    occurrences.sort_unstable();
    occurrences
}

/// Returns, for each word, the index of the longest run that covers the word. Of equally long runs, the first counts.
fn longest_run_by_word(
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

/// Largest number of steps over positions. Beyond it, [`Tiling::tile_longest_first`] splits no runs. Real texts stay
/// far below.
const BUDGET: usize = 50_000_000;

pub(super) type Point = (u32, u32);

/// Shared shingles at one distance `b − a` of their positions. Each shingle begins within or right after its
/// predecessor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SharedRun {
    start: Point,
    words: u32,
    /// Number of points. `place` is the index of the first in [`SharedRuns::points`].
    count: u32,
    place: usize,
}

/// A longer run is greater. Of equally long runs, the first in a is greater, then the first in b.
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
    /// `place` is the index of the first point in [`SharedRuns::points`].
    fn from_points(points: &[Point], place: usize, width: usize) -> Option<Self> {
        let (first, last) = (points.first()?, points.last()?);
        let words = last.0 - first.0 + width as u32;
        Some(Self { start: *first, words, count: points.len() as u32, place })
    }

    pub(super) const fn words(&self) -> usize {
        self.words as usize
    }
}

#[derive(Debug)]
pub(super) struct SharedRuns {
    /// Positions of shared shingles in a and b, sorted by diagonal (`b − a`), then by position.
    points: Vec<Point>,
    /// Runs in descending order, so the longest is first.
    runs: Vec<SharedRun>,
    width: usize,
}

impl SharedRuns {
    pub(super) fn from_points(mut points: Vec<Point>, width: usize) -> Self {
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

/// True for each side, a and b, on which a point is tiled.
pub(super) type TileState = [bool; 2];

#[derive(Debug)]
pub(super) struct Tiling {
    a: Vec<bool>,
    b: Vec<bool>,
}

impl Tiling {
    /// Takes the numbers of words in A and B, none of which is tiled.
    pub(super) fn new(words_of_a: usize, words_of_b: usize) -> Self {
        Self { a: vec![false; words_of_a], b: vec![false; words_of_b] }
    }

    /// Repeatedly takes the greatest run, until none is left. Splits a run if the states of its points differ. Marks a
    /// run as tiled and passes it to `lay` if its state is accepted.
    pub(super) fn tile_longest_first(
        &mut self,
        all: &SharedRuns,
        accepts: impl Fn(TileState) -> bool,
        mut lay: impl FnMut(SharedRun),
    ) {
        // Only parts of runs need a heap, and few runs are split in texts by people.
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
                let state = self.tile_state(*first);
                let same =
                    rest.iter().take_while(|point| self.tile_state(**point) == state).count();
                let (points, after) = rest.split_at(same);
                let part = SharedRun::from_points(points, place, all.width);
                (rest, place) = (after, place + same);
                let Some(part) = part.filter(|_| accepts(state)) else { continue };
                if part.count == run.count || steps > BUDGET {
                    self.mark_tiled(points);
                    lay(part);
                } else {
                    parts.push(part);
                }
            }
        }
    }

    fn tile_state(&self, point: Point) -> TileState {
        [self.a[point.0 as usize], self.b[point.1 as usize]]
    }

    fn mark_tiled(&mut self, points: &[Point]) {
        for point in points {
            self.a[point.0 as usize] = true;
            self.b[point.1 as usize] = true;
        }
    }
}

#[cfg(test)]
mod tests;
