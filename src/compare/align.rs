//! Finds the corresponding passages of two documents by greedy tiling of their shared shingles. It works on positions
//! of shingles and words, without their text.

mod order;
mod tile;

use std::ops::Range;

use self::tile::{NOBODY, Point, SharedRun, SharedRuns, TileState, Tiling};

/// Most pairs of occurrences of one key. Beyond it, the occurrences in both documents are paired in order instead of
/// each with each, so that a text of one repeated word takes linear time.
const PAIRS_PER_KEY: usize = 256;

/// The kept shingles of one document by position. `None` where the sample dropped the shingle, or where the other
/// document is known not to contain it.
#[derive(Debug, Clone, Copy)]
pub struct Kept<'a> {
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
pub fn align(a: Kept<'_>, b: Kept<'_>) -> Alignment {
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
    let same_key = |left: &(u64, u32), right: &(u64, u32)| left.0 == right.0;
    let mut of_b = in_b.chunk_by(same_key).peekable();
    let mut points = Vec::new();
    for left in in_a.chunk_by(same_key) {
        while of_b.next_if(|right| right[0].0 < left[0].0).is_some() {}
        let Some(right) = of_b.next_if(|right| right[0].0 == left[0].0) else { continue };
        let point = |i: usize, j: usize| (left[i].1, right[j].1);
        if left.len() * right.len() <= PAIRS_PER_KEY {
            points.extend(
                (0..left.len())
                    .flat_map(|i| (0..right.len()).map(move |j| (i, j)))
                    .map(|(i, j)| point(i, j)),
            );
        } else {
            let longer = left.len().max(right.len());
            points
                .extend((0..longer).map(|n| point(n.min(left.len() - 1), n.min(right.len() - 1))));
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
        by_group.chunk_by(|left, right| left.0 == right.0).collect();
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
    for (group, is_in_order) in by_a.into_iter().zip(order::heaviest_increasing(&passages)) {
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

#[cfg(test)]
mod tests;
