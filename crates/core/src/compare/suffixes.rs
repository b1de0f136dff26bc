//! Sorts the suffixes of a row of numbers, and finds the lengths of their common prefixes.
//!
//! Sorting is by induction (SA-IS: Nong, Zhang and Chan 2009); the prefixes are found as by Kasai and others (2001).
//! Time and memory are proportional to the row.

const NONE: u32 = u32::MAX;
/// Number of positions handled between two calls of `stop`.
const PLACES_A_LOOK: usize = 1 << 16;

/// Returns the positions of the suffixes of `row`, in the order of the suffixes. Numbers must not exceed `largest`, and
/// the row must have fewer than 2³² − 1 numbers. `None` if stopped.
pub(super) fn sort_suffixes(
    row: &[u32],
    largest: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<u32>> {
    if row.len() < 2 {
        return Some((0..row.len() as u32).collect());
    }
    // True if the suffix at a place is smaller than the next suffix.
    let mut smaller = vec![false; row.len()];
    for at in (0..row.len() - 1).rev() {
        smaller[at] = if row[at] == row[at + 1] { smaller[at + 1] } else { row[at] < row[at + 1] };
    }
    let buckets = Buckets::new(row, &smaller, largest);
    // Positions where suffixes turn from larger to smaller: the first position of each run of smaller suffixes.
    let leftmost: Vec<u32> =
        (1..row.len()).filter(|at| !smaller[at - 1] && smaller[*at]).map(|at| at as u32).collect();
    let mut order = vec![NONE; row.len()];
    buckets.induce_order(row, &smaller, &leftmost, &mut order, stop)?;
    if leftmost.is_empty() {
        return Some(order);
    }
    let mut number = vec![NONE; row.len()];
    for (at, place) in leftmost.iter().enumerate() {
        number[*place as usize] = at as u32;
    }
    let sorted: Vec<u32> =
        order.iter().filter(|place| number[**place as usize] != NONE).copied().collect();
    // Ranks each span between two neighbours in `leftmost` by its content.
    let end = |place: u32| {
        let next = number[place as usize] as usize + 1;
        leftmost.get(next).map_or(row.len(), |next| *next as usize)
    };
    let mut ranks = vec![0_u32; leftmost.len()];
    let mut rank = 0;
    for pair in sorted.windows(2) {
        let (a, b) = (pair[0] as usize, pair[1] as usize);
        let (to_a, to_b) = (end(pair[0]), end(pair[1]));
        let same = to_a < row.len()
            && to_b < row.len()
            && to_a - a == to_b - b
            && row[a..=to_a] == row[b..=to_b];
        rank += u32::from(!same);
        ranks[number[b] as usize] = rank;
    }
    let sorted = sort_suffixes(&ranks, rank, stop)?;
    let sorted: Vec<u32> = sorted.iter().map(|at| leftmost[*at as usize]).collect();
    order.fill(NONE);
    buckets.induce_order(row, &smaller, &sorted, &mut order, stop)?;
    Some(order)
}

/// Ranges of the sorted suffixes by first number. Within a range, suffixes that are larger than their successor come
/// first.
struct Buckets {
    larger: Vec<u32>,
    smaller: Vec<u32>,
}

impl Buckets {
    fn new(row: &[u32], is_smaller: &[bool], largest: u32) -> Self {
        let mut larger = vec![0_u32; largest as usize + 1];
        let mut smaller = vec![0_u32; largest as usize + 1];
        for (number, is_smaller) in row.iter().zip(is_smaller) {
            let of = if *is_smaller { &mut smaller } else { &mut larger };
            of[*number as usize] += 1;
        }
        let mut sum = 0;
        for (larger, smaller) in larger.iter_mut().zip(&mut smaller) {
            let (first, second) = (*larger, *smaller);
            *larger = sum;
            *smaller = sum + first;
            sum += first + second;
        }
        Self { larger, smaller }
    }

    /// Sorts all suffixes, given the order of `leftmost`, the suffixes that begin a run of smaller ones. `None` if
    /// stopped.
    fn induce_order(
        &self,
        row: &[u32],
        is_smaller: &[bool],
        leftmost: &[u32],
        order: &mut [u32],
        stop: &dyn Fn() -> bool,
    ) -> Option<()> {
        let stops = |at: usize| at.is_multiple_of(PLACES_A_LOOK) && stop();
        let mut next = self.smaller.clone();
        let put = |order: &mut [u32], next: &mut [u32], place: u32| {
            let slot = &mut next[row[place as usize] as usize];
            order[*slot as usize] = place;
            *slot += 1;
        };
        for place in leftmost {
            put(order, &mut next, *place);
        }
        let mut next = self.larger.clone();
        put(order, &mut next, row.len() as u32 - 1);
        for at in 0..row.len() {
            if stops(at) {
                return None;
            }
            let place = order[at];
            if place != NONE && place >= 1 && !is_smaller[place as usize - 1] {
                put(order, &mut next, place - 1);
            }
        }
        let mut end: Vec<u32> = self.larger.iter().skip(1).copied().collect();
        end.push(row.len() as u32);
        for at in (0..row.len()).rev() {
            if stops(at) {
                return None;
            }
            let place = order[at];
            if place != NONE && place >= 1 && is_smaller[place as usize - 1] {
                let slot = &mut end[row[place as usize - 1] as usize];
                *slot -= 1;
                order[*slot as usize] = place - 1;
            }
        }
        Some(())
    }
}

pub(super) fn rank_suffixes(order: &[u32]) -> Vec<u32> {
    let mut ranks = vec![0_u32; order.len()];
    for (at, place) in order.iter().enumerate() {
        ranks[*place as usize] = at as u32;
    }
    ranks
}

/// Returns the length of the common prefix of each suffix with the previous one, in sorted order; 0 for the first.
pub(super) fn common_prefix_lengths(row: &[u32], order: &[u32], ranks: &[u32]) -> Vec<u32> {
    let mut common = vec![0_u32; row.len()];
    let mut length = 0_usize;
    for place in 0..row.len() {
        let at = ranks[place] as usize;
        if at == 0 {
            length = 0;
            continue;
        }
        let before = order[at - 1] as usize;
        let (here, there) = (&row[place + length..], &row[before + length..]);
        length += here.iter().zip(there).take_while(|(a, b)| a == b).count();
        common[at] = length as u32;
        length = length.saturating_sub(1);
    }
    common
}
