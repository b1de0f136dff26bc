//! Finds the passages that two texts share: corresponding stretches, also with replaced, missing, added or moved words.
//! Works on words as numbers.
//!
//! Like alignment programs for genomes, the search goes from seeds to chains. Seeds are rare words and word sequences
//! that both texts have. Each grows to the longest exact match around it. Matches that are close in both texts are
//! *chained* (minimap2: Li 2018). Chains that are better than chance are passages (the seed, extend and filter steps of
//! Sanchez-Perez, Gelbukh and Sidorov, PAN 2014).
//!
//! The *evidence* of a word is ln(words of both texts / its occurrences in them), in nats. Rare words have more,
//! because they rarely match by chance. A chain has the evidence of its words less the cost of its gaps.

pub mod seeds;

use std::{iter::successors, mem::swap, ops::Range};

use seeds::PreparedText;

/// Least evidence of a match, in nats. Texts of a few hundred words need less.
const LEAST: f64 = 6.0;
/// The widest gap in either text that a chain bridges, in words: about 250 letters.
const GAP: usize = 50;
/// Largest number of preceding matches that are tried as predecessors, in each part of b.
const LOOK_BACK: usize = 100;
/// Cost of a gap in nats, times ln(1 + words of the gap). Large gaps are searched at many places, so chance matches are
/// likelier.
const SEARCHED: f64 = 2.0;
/// Cost of a gap in nats, for each of its words.
const UNLIKE: f64 = 0.3;
/// Cost in nats for each word by which two matches are displaced in one text against the other.
const DISPLACED: f64 = 1.2;
/// Largest number of displaced words that cost evidence.
const DISPLACED_MOST: usize = 40;
/// Chains of less evidence than `CHANCE · ln(1 + n / COINCIDENCE)` are coincidences, for texts of n words (geometric
/// mean). In unrelated texts of 100, 1,000 and 3,000 words, one pair in fifty has a chain above 16, 100 and 150 nats.
const CHANCE: f64 = 45.0;
const COINCIDENCE: f64 = 150.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WordMatch {
    pub a: usize,
    pub b: usize,
    pub words: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SharedPassage {
    pub a: Range<usize>,
    pub b: Range<usize>,
    /// The common words, ascending in a and in b, without overlap.
    pub matches: Vec<WordMatch>,
    /// Index of the passage that this passage repeats, or its own index if it repeats none.
    pub original: usize,
    evidence: f64,
}

/// Returns the passages of two texts, those with the most evidence first. Words are numbers; equal words share a
/// number.
///
/// Passages of (b, a) are those of (a, b) with both sides swapped. Text added before or after does not change clear
/// passages. Doubtful passages may come or go: rarity and required evidence depend on the lengths of the texts.
pub fn shared_passages(a: &PreparedText, b: &[u64]) -> Vec<SharedPassage> {
    let (in_b, counts_in_b) = a.number_and_count_words(b);
    let (in_a, in_b) = (&a.numbers[..], &in_b[..]);
    if in_a == in_b && !in_a.is_empty() {
        return vec![SharedPassage::from_whole_text(in_a.len())];
    }
    let evidence = a.evidence_of_words(&counts_in_b, b.len());
    let evidence = |words: &[u32]| words.iter().map(|word| evidence[*word as usize]).sum::<f64>();
    let least = LEAST.min(((in_a.len() + in_b.len()) as f64).ln());
    let mut seeds = a.find_seeds(in_b, &counts_in_b, |words| evidence(words) >= least);
    // A fixed order of the texts makes the result symmetric.
    let is_swapped = a.sorts_after(b);
    let (first, second) = if is_swapped { (in_b, in_a) } else { (in_a, in_b) };
    if is_swapped {
        for (here, there) in &mut seeds {
            swap(here, there);
        }
    }
    let matches = find_matches(first, second, seeds).into_iter();
    let weighed = matches.map(|one| (one, evidence(&first[one.a..one.a + one.words])));
    let mut matches: Vec<Weighed> = weighed.filter(|(_, evidence)| *evidence >= least).collect();
    // Matches that begin at the same places are equal, so an unstable sort is deterministic.
    matches.sort_unstable_by_key(|(one, _)| (one.a as u64) << 32 | one.b as u64);
    let mut found = join_and_filter_chains(find_chains(first, second, &matches));
    for passage in &mut found {
        passage.sort_and_trim_matches();
        if is_swapped {
            passage.swap_sides();
        }
    }
    found
}

impl SharedPassage {
    fn from_whole_text(words: usize) -> Self {
        let matches = vec![WordMatch { a: 0, b: 0, words }];
        Self { a: 0..words, b: 0..words, matches, original: 0, evidence: f64::INFINITY }
    }

    fn sort_and_trim_matches(&mut self) {
        self.matches.sort_unstable();
        let places: Vec<_> = self.matches.iter().map(|one| (one.a, one.b, one.words)).collect();
        let mut chosen = mark_heaviest_increasing_passages(&places).into_iter();
        let (mut a, mut b) = (0, 0);
        self.matches.retain_mut(|one| {
            let over = a.max(one.a) - one.a;
            let over = over.max(b.max(one.b) - one.b).min(one.words);
            *one = WordMatch { a: one.a + over, b: one.b + over, words: one.words - over };
            let keeps = chosen.next() == Some(true) && one.words > 0;
            if keeps {
                (a, b) = (one.a + one.words, one.b + one.words);
            }
            keeps
        });
    }

    fn swap_sides(&mut self) {
        swap(&mut self.a, &mut self.b);
        for one in &mut self.matches {
            swap(&mut one.a, &mut one.b);
        }
    }

    fn merge_passage(&mut self, other: Self) {
        self.a = union_of_ranges(&self.a, &other.a);
        self.b = union_of_ranges(&self.b, &other.b);
        self.matches.extend(other.matches);
        self.evidence += other.evidence;
    }
}

type Weighed = (WordMatch, f64);

/// Returns the longest exact matches around all seeds, unordered. Seeds are places in a and in b, ascending on each
/// diagonal.
fn find_matches(a: &[u32], b: &[u32], seeds: Vec<(u32, u32)>) -> Vec<WordMatch> {
    let mut found = Vec::with_capacity(seeds.len());
    // The end in a of the last match on each diagonal (distance of places in a and b).
    let mut covered = vec![0_u32; a.len() + b.len()];
    for (in_a, in_b) in seeds {
        let (in_a, in_b) = (in_a as usize, in_b as usize);
        let covered = &mut covered[in_b + a.len() - in_a];
        if in_a < *covered as usize {
            continue;
        }
        let alike = |pair: &(&u32, &u32)| pair.0 == pair.1;
        let before = a[..in_a].iter().rev().zip(b[..in_b].iter().rev()).take_while(alike).count();
        let after = a[in_a..].iter().zip(&b[in_b..]).take_while(alike).count();
        *covered = (in_a + after) as u32;
        found.push(WordMatch { a: in_a - before, b: in_b - before, words: before + after });
    }
    found
}

/// Returns the cost of a step between two matches, and the share of the later match after the overlap. `None` if they
/// are too far apart.
fn step_cost(from: WordMatch, to: WordMatch, gap_costs: &[f64]) -> Option<(f64, f64)> {
    let gap = |first: usize, next: usize| next.saturating_sub(first);
    let over_a = gap(to.a, from.a + from.words);
    let gap_a = gap(from.a + from.words, to.a);
    // Within a passage, matches may be in another order in b.
    let (first, second) = if to.b >= from.b { (from, to) } else { (to, from) };
    let over_b = gap(second.b, first.b + first.words);
    let gap_b = gap(first.b + first.words, second.b);
    let (over, gap) = (over_a.max(over_b), gap_a.max(gap_b));
    if over >= to.words {
        return None;
    }
    let displaced = (to.b + from.a).abs_diff(to.a + from.b).min(DISPLACED_MOST);
    let cost = gap_costs.get(gap)? + DISPLACED * displaced as f64;
    Some((cost, (to.words - over) as f64 / to.words as f64))
}

fn find_chains(a: &[u32], b: &[u32], matches: &[Weighed]) -> Vec<SharedPassage> {
    let gap_costs: Vec<f64> =
        (0..=GAP).map(|gap| gap as f64).map(|gap| SEARCHED * gap.ln_1p() + UNLIKE * gap).collect();
    // The best chain that ends with each match: its evidence, and the match before.
    let mut best: Vec<(f64, Option<usize>)> = Vec::with_capacity(matches.len());
    // Latest match that ends in each part of b, and the furthest end in a of these matches. For each match, the
    // previous match that ends in the same part.
    let mut parts: Vec<(Option<usize>, usize)> = vec![(None, 0); b.len() / GAP + 1];
    let mut earlier: Vec<Option<usize>> = Vec::with_capacity(matches.len());
    // Matches ascend in a. So a chain never continues from a match that begins more than this many words earlier.
    let reach = GAP + matches.iter().map(|(one, _)| one.words).max().unwrap_or(0);
    for (index, (one, evidence)) in matches.iter().enumerate() {
        let mut chain = (*evidence, None);
        let last = ((one.b + one.words + GAP) / GAP).min(parts.len() - 1);
        let parts_around = &parts[one.b.saturating_sub(GAP) / GAP..=last];
        for (latest, _) in parts_around.iter().filter(|(_, end)| end + GAP >= one.a) {
            let of_part = successors(*latest, |before| earlier[*before]);
            let near = of_part.take_while(|before| one.a - matches[*before].0.a <= reach);
            for before in near.take(LOOK_BACK) {
                let Some((cost, new)) = step_cost(matches[before].0, *one, &gap_costs) else {
                    continue;
                };
                let sum = best[before].0 - cost + evidence * new;
                if sum > chain.0 {
                    chain = (sum, Some(before));
                }
            }
        }
        let (latest, end) = &mut parts[(one.b + one.words) / GAP];
        *end = (*end).max(one.a + one.words);
        earlier.push(latest.replace(index));
        best.push(chain);
    }
    let words = ((a.len() as f64) * (b.len() as f64)).sqrt();
    let least = CHANCE * (words / COINCIDENCE).ln_1p();
    let mut ends: Vec<usize> = (0..matches.len()).filter(|end| best[*end].0 >= least).collect();
    ends.sort_by(|one, other| best[*other].0.total_cmp(&best[*one].0));
    let mut is_used = vec![false; matches.len()];
    let mut chains = Vec::new();
    for end in ends {
        let (mut next, mut members, mut rest) = (Some(end), Vec::new(), 0.0);
        while let Some(index) = next {
            if is_used[index] {
                rest = best[index].0;
                break;
            }
            is_used[index] = true;
            members.push(matches[index].0);
            next = best[index].1;
        }
        let evidence = best[end].0 - rest;
        let side = |place: fn(&WordMatch) -> usize| {
            let start = members.iter().map(place).min().unwrap_or(0);
            start..members.iter().map(|one| place(one) + one.words).max().unwrap_or(0)
        };
        if evidence >= least && !members.is_empty() {
            let (a, b) = (side(|one| one.a), side(|one| one.b));
            chains.push(SharedPassage { a, b, matches: members, original: 0, evidence });
        }
    }
    chains
}

fn union_of_ranges(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    one.start.min(other.start)..one.end.max(other.end)
}

fn overlap_length(one: &Range<usize>, other: &Range<usize>) -> usize {
    one.end.min(other.end).saturating_sub(one.start.max(other.start))
}

/// Joins chains until no two are close in both texts. Then drops chains whose words are mostly in a passage with more
/// evidence. Repeats of a whole passage stay.
fn join_and_filter_chains(mut chains: Vec<SharedPassage>) -> Vec<SharedPassage> {
    let near = |one: &Range<usize>, other: &Range<usize>| {
        one.start <= other.end + GAP && other.start <= one.end + GAP
    };
    loop {
        chains.sort_by(|one, other| {
            let place = |one: &SharedPassage| (one.a.start, one.b.start);
            other.evidence.total_cmp(&one.evidence).then(place(one).cmp(&place(other)))
        });
        let before = chains.len();
        let mut kept: Vec<SharedPassage> = Vec::new();
        for mut chain in chains {
            let joins = kept.iter_mut().find(|one| {
                let grows =
                    |one: &Range<usize>, other| union_of_ranges(one, other).len() - one.len();
                // A chain that extends the other chain in only one text repeats a part of it.
                near(&one.a, &chain.a)
                    && near(&one.b, &chain.b)
                    && grows(&one.a, &chain.a).abs_diff(grows(&one.b, &chain.b)) <= GAP
            });
            if let Some(one) = joins {
                one.merge_passage(chain);
                continue;
            }
            let mut original = kept.len();
            let is_new = kept.iter().all(|one| {
                let shared = [overlap_length(&one.a, &chain.a), overlap_length(&one.b, &chain.b)];
                let is_mostly = |shared: usize, of: &Range<usize>| shared * 2 > of.len();
                if !is_mostly(shared[0], &chain.a) && !is_mostly(shared[1], &chain.b) {
                    return true;
                }
                let repeats = |shared: usize, beside: usize, whole: &Range<usize>| {
                    beside == 0 && shared * 5 >= whole.len() * 4
                };
                original = one.original;
                repeats(shared[0], shared[1], &one.a) || repeats(shared[1], shared[0], &one.b)
            });
            if is_new {
                chain.original = original;
                kept.push(chain);
            }
        }
        chains = kept;
        if chains.len() == before {
            return chains;
        }
    }
}

/// Returns true for each passage of the heaviest set whose positions ascend in b too. Passages are (position in a,
/// position in b, weight), ascending in a. This is a weighted longest increasing subsequence, computed with a Fenwick
/// tree in O(n log n).
pub fn mark_heaviest_increasing_passages(passages: &[(usize, usize, usize)]) -> Vec<bool> {
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

#[cfg(test)]
mod tests;

#[cfg(test)]
mod order_tests {
    use proptest::prelude::*;

    use super::mark_heaviest_increasing_passages;

    proptest! {
        #[test]
        fn no_other_order_is_heavier(rows in prop::collection::vec((0_usize..8, 1_usize..9), 0..9)) {
            let passages: Vec<(usize, usize, usize)> = rows.iter().enumerate().map(|(a, (b, weight))| (a, *b, *weight)).collect();
            let weight = |chosen: &dyn Fn(usize) -> bool| -> Option<usize> {
                let picked: Vec<_> = (0..passages.len()).filter(|index| chosen(*index)).map(|index| passages[index]).collect();
                picked.windows(2).all(|pair| pair[0].1 <= pair[1].1).then(|| picked.iter().map(|passage| passage.2).sum())
            };
            let found = mark_heaviest_increasing_passages(&passages);
            let best = (0..1_usize << passages.len()).filter_map(|set| weight(&|index| set >> index & 1 == 1)).max();
            prop_assert_eq!(weight(&|index| found[index]), best);
        }
    }
}
