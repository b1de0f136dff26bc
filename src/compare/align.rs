//! Which stretches of two documents correspond: passages of shared shingles, tiled greedily. It knows no text, only
//! positions of shingles and words.

mod order;
mod tile;

use std::ops::Range;

use hashbrown::HashMap;

use self::tile::{NOBODY, SharedRun, TileState, Tiling};

/// A key that occurs often in both documents is not paired each with each beyond this many pairs; its occurrences are
/// then paired in order, so that a text of one repeated word stays linear.
const PAIRS_PER_KEY: usize = 256;

/// The kept shingles of one document by position: `None` where the sample dropped the shingle, and where the other
/// document is known not to have it.
#[derive(Debug, Clone, Copy)]
pub struct Kept<'a> {
    /// Shingle `i` begins at canonical word `i`.
    pub keys: &'a [Option<u64>],
    /// Words a shingle covers.
    pub width: usize,
    /// Canonical words of the document.
    pub words: usize,
}

/// A maximal run of shared kept shingles, contiguous in both documents: each begins within or right behind the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// 1, 2, 3 … in reading order of a; repetitions share it.
    pub number: u32,
    /// 0 for a passage that occurs once, else 1, 2, … in reading order.
    pub occurrence: u32,
    /// Its canonical words in a.
    pub a: Range<usize>,
    /// Its canonical words in b, as many.
    pub b: Range<usize>,
    /// Whether it stands in another order in b than the passages of the heaviest common order do.
    pub moved: bool,
}

/// The passages of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// By number, then occurrence.
    pub matches: Vec<Match>,
    /// For each canonical word of a, the index of the longest passage that covers it.
    pub a_owner: Vec<Option<u32>>,
    /// The same for b.
    pub b_owner: Vec<Option<u32>>,
}

/// Tiles two documents with their shared kept shingles: the longest passage first, then what is left. Every occurrence of
/// a shared shingle ends up in a passage; what occurs again, though its counterpart is taken, is a repetition of it.
///
/// The idea of taking the longest match first is Wise's greedy string tiling (1993).
pub fn align(a: Kept<'_>, b: Kept<'_>) -> Alignment {
    let mut tiling = Tiling::new(a.keys.len(), b.keys.len());
    let points = points(a.keys, b.keys);
    let runs = SharedRun::all(&points, a.width);

    let mut tiles: Vec<(SharedRun, u32)> = Vec::new();
    tiling.tile(
        &runs,
        a.width,
        |class| class == TileState::BothFree,
        |run, _, number| tiles.push((run, number)),
    );
    tiling.tile(
        &runs,
        a.width,
        |class| class != TileState::BothTaken,
        |run, owner, number| {
            let group = if owner == NOBODY { number } else { tiles[owner as usize].1 };
            tiles.push((run, group));
        },
    );

    let matches = number(&tiles, a.width);
    let a_owner = owners(&matches, a.words, |found| found.a.clone());
    let b_owner = owners(&matches, b.words, |found| found.b.clone());
    Alignment { matches, a_owner, b_owner }
}

/// Pairs of positions (in a, in b) that hold the same kept shingle.
fn points(a: &[Option<u64>], b: &[Option<u64>]) -> Vec<(u32, u32)> {
    let mut in_b: HashMap<u64, Vec<u32>> = HashMap::new();
    for (position, key) in b.iter().enumerate() {
        if let Some(key) = key {
            in_b.entry(*key).or_default().push(position as u32);
        }
    }
    let mut in_a: HashMap<u64, Vec<u32>> = HashMap::new();
    for (position, key) in a.iter().enumerate() {
        if let Some(key) = key.filter(|key| in_b.contains_key(key)) {
            in_a.entry(key).or_default().push(position as u32);
        }
    }
    let mut points = Vec::new();
    for (key, left) in &in_a {
        let right = in_b.get(key).map_or(&[][..], Vec::as_slice);
        if left.len() * right.len() <= PAIRS_PER_KEY {
            points.extend(left.iter().flat_map(|i| right.iter().map(|j| (*i, *j))));
        } else {
            let longer = left.len().max(right.len());
            points.extend(
                (0..longer).map(|n| (left[n.min(left.len() - 1)], right[n.min(right.len() - 1)])),
            );
        }
    }
    points
}

/// Numbers the tiles in reading order of a, their repetitions together, and marks what moved.
fn number(tiles: &[(SharedRun, u32)], width: usize) -> Vec<Match> {
    let mut groups: HashMap<u32, Vec<&SharedRun>> = HashMap::new();
    for (run, group) in tiles {
        groups.entry(*group).or_default().push(run);
    }
    let mut groups: Vec<(u32, Vec<&SharedRun>)> = groups.into_iter().collect();
    for (_, runs) in &mut groups {
        runs.sort_unstable_by_key(|run| (run.first_a(), run.first_b()));
    }
    groups.sort_unstable_by_key(|(_, runs)| (runs[0].first_a(), runs[0].first_b()));

    let primaries: Vec<&SharedRun> =
        groups.iter().map(|(group, _)| &tiles[*group as usize].0).collect();
    // Groups stand by their first occurrence, which may be a repetition: the order is that of the passages themselves.
    let mut by_a: Vec<usize> = (0..primaries.len()).collect();
    by_a.sort_unstable_by_key(|group| primaries[*group].first_a());
    let passages: Vec<(usize, usize, usize)> = by_a
        .iter()
        .map(|group| primaries[*group])
        .map(|run| (run.first_a(), run.first_b(), run.words(width)))
        .collect();
    let mut in_order = vec![false; primaries.len()];
    for (group, is_in_order) in by_a.into_iter().zip(order::heaviest_increasing(&passages)) {
        in_order[group] = is_in_order;
    }

    let mut matches = Vec::with_capacity(tiles.len());
    for (position, (_, runs)) in groups.iter().enumerate() {
        for (occurrence, run) in runs.iter().enumerate() {
            let words = run.words(width);
            matches.push(Match {
                number: position as u32 + 1,
                occurrence: if runs.len() == 1 { 0 } else { occurrence as u32 + 1 },
                a: run.first_a()..run.first_a() + words,
                b: run.first_b()..run.first_b() + words,
                moved: **run == *primaries[position] && !in_order[position],
            });
        }
    }
    matches
}

/// Gives each word to the longest passage that covers it; of equally long ones, to the first.
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
