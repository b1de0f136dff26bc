//! Finds the longest runs of items that texts share, with the texts that have them.
//!
//! A text has a run if the run's items are consecutive in the text. [`SharedRuns`] are runs of at least two texts, such
//! that any longer run has fewer texts. These runs are nodes of the suffix tree of all texts. The tree is implicit: the
//! suffixes are sorted, and common prefixes of neighbours give the nodes. Items of a single text are dropped first,
//! because no shared run contains them.

mod chosen;
mod walk;

use std::{num::NonZeroU64, ops::Range};

use hashbrown::{HashMap, hash_map::Entry};

use self::walk::TreeWalk;
use super::suffixes::{common_prefix_lengths, rank_suffixes, sort_suffixes};

/// Largest number of items in a row, because positions have 32 bits.
const MOST_ITEMS: usize = u32::MAX as usize - 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedRun {
    pub length: u32,
    pub texts: u32,
    pub documents: u32,
    first: u32,
    /// Range of the run's occurrences in the order of suffixes.
    places: Range<u32>,
}

#[derive(Debug, Default)]
pub struct SharedRuns {
    pub runs: Vec<SharedRun>,
    documents: Vec<u32>,
    least: u32,
    row: ItemRow,
    order: Vec<u32>,
    ranks: Vec<u32>,
    /// Length of the common prefix of each suffix with the previous suffix.
    common: Vec<u32>,
}

#[derive(Debug, Default)]
pub struct RunTexts {
    items: Vec<Option<NonZeroU64>>,
    ends: Vec<usize>,
    documents: Vec<u32>,
}

impl RunTexts {
    /// Adds a text, which `documents` documents have. `None` is a gap that no run crosses.
    pub fn add(&mut self, items: impl Iterator<Item = Option<NonZeroU64>>, documents: u32) {
        self.items.extend(items);
        self.ends.push(self.items.len());
        self.documents.push(documents);
    }

    fn numbered_texts(&self) -> impl Iterator<Item = (u32, &[Option<NonZeroU64>])> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let ranges = starts.zip(&self.ends).map(|(start, end)| &self.items[*start..*end]);
        (0..).zip(ranges)
    }

    /// Finds the runs of at least `least` items (1 or more) that two texts share, or returns `None` if stopped.
    pub fn find_shared_runs(self, least: u32, stop: &dyn Fn() -> bool) -> Option<SharedRuns> {
        let row = ItemRow::new(&self, MOST_ITEMS, stop)?;
        let documents = self.documents;
        drop(self.items);
        let order = sort_suffixes(&row.numbers, row.next.saturating_sub(1), stop)?;
        let ranks = rank_suffixes(&order);
        let common = common_prefix_lengths(&row.numbers, &order, &ranks);
        let least = least.max(1);
        let mut found =
            SharedRuns { runs: Vec::new(), documents, least, row, order, ranks, common };
        found.runs = TreeWalk::new(&found.documents).find_runs(&found, stop)?;
        found.drop_extendable_runs();
        Some(found)
    }
}

impl SharedRuns {
    /// Drops runs that are only ends of longer runs: the item before them is the same in every text.
    ///
    /// The longer run is a node too, because an item that followed it in all its texts would also follow the shorter
    /// run. So each run only marks the run without its first item.
    fn drop_extendable_runs(&mut self) {
        self.runs.sort_unstable_by_key(|run| (run.length, run.places.start));
        let mut is_end = vec![false; self.runs.len()];
        for run in &self.runs {
            let length = run.length - 1;
            let at = self.ranks[self.order[run.places.start as usize] as usize + 1];
            let after = self
                .runs
                .partition_point(|other| (other.length, other.places.start) <= (length, at));
            if let Some(other) = after.checked_sub(1)
                && self.runs[other].length == length
                && self.runs[other].places.contains(&at)
                && self.runs[other].texts == run.texts
            {
                is_end[other] = true;
            }
        }
        let mut is_end = is_end.into_iter();
        self.runs.retain(|_| !is_end.next().unwrap_or_default());
    }

    pub fn first_text_and_position(&self, run: &SharedRun) -> (u32, u32) {
        self.row.text_and_position(run.first)
    }

    /// Returns the texts that have the run, in the order they were added, each with its first position.
    pub fn texts_with_run(&self, run: &SharedRun) -> Vec<(u32, u32)> {
        let mut all: Vec<(u32, u32)> =
            self.places_of(run).iter().map(|at| self.row.text_and_position(*at)).collect();
        all.sort_unstable();
        all.dedup_by_key(|(text, _)| *text);
        all
    }

    fn places_of(&self, run: &SharedRun) -> &[u32] {
        &self.order[run.places.start as usize..run.places.end as usize]
    }
}

const SHARED: u32 = u32::MAX;
/// The items are counted in this many passes, by their low bits. A table of all items at once would take the most
/// memory.
const PARTS: u64 = 8;

#[derive(Debug, Default)]
pub(super) struct ItemRow {
    /// Numbers of the items from 0, and unique larger numbers of the gaps.
    pub(super) numbers: Vec<u32>,
    pub(super) texts: Vec<u32>,
    places: Vec<u32>,
    pub(super) gap: u32,
    next: u32,
}

impl ItemRow {
    /// Joins the texts to a row of at most `most` items; drops texts beyond. `None` if stopped.
    pub(super) fn new(sources: &RunTexts, most: usize, stop: &dyn Fn() -> bool) -> Option<Self> {
        let numbers = assign_item_numbers(sources, stop)?;
        let gap = numbers.len() as u32;
        let mut row = Self { gap, next: gap, ..Self::default() };
        for (text, items) in sources.numbered_texts() {
            if stop() {
                return None;
            }
            if row.numbers.len() + items.len() >= most {
                break;
            }
            let mut after_gap = true;
            for (place, item) in (0..).zip(items) {
                let number = item.and_then(|item| numbers.get(&item).copied());
                match number {
                    Some(number) => row.push(number, text, place),
                    None if after_gap => {}
                    None => row.push_gap(text, place),
                }
                after_gap = number.is_none();
            }
            if !after_gap {
                row.push_gap(text, items.len() as u32);
            }
        }
        Some(row)
    }

    fn push(&mut self, number: u32, text: u32, place: u32) {
        self.numbers.push(number);
        self.texts.push(text);
        self.places.push(place);
    }

    fn push_gap(&mut self, text: u32, place: u32) {
        self.push(self.next, text, place);
        self.next += 1;
    }

    pub(super) fn text_and_position(&self, place: u32) -> (u32, u32) {
        (self.texts[place as usize], self.places[place as usize])
    }
}

fn assign_item_numbers(
    sources: &RunTexts,
    stop: &dyn Fn() -> bool,
) -> Option<HashMap<NonZeroU64, u32>> {
    let mut numbers: HashMap<NonZeroU64, u32> = HashMap::new();
    for part in 0..PARTS {
        let mut holders: HashMap<NonZeroU64, u32> = HashMap::new();
        for (text, items) in sources.numbered_texts() {
            if stop() {
                return None;
            }
            for item in items.iter().flatten().filter(|item| item.get() % PARTS == part) {
                match holders.entry(*item) {
                    Entry::Vacant(new) => {
                        new.insert(text);
                    }
                    Entry::Occupied(mut known) if *known.get() != text => {
                        known.insert(SHARED);
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        for (item, _) in holders.into_iter().filter(|(_, holder)| *holder == SHARED) {
            let next = numbers.len() as u32;
            numbers.insert(item, next);
        }
    }
    Some(numbers)
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    /// Items of a text, and the documents that the text counts.
    pub(super) type OfItems = (Vec<Option<u64>>, u32);

    pub(super) fn plainly(texts: &[OfItems], least: u32) -> BTreeMap<Vec<u64>, (u32, u32)> {
        let holds = |text: &[Option<u64>], run: &[u64]| {
            let is_run = |part: &[Option<u64>]| part.iter().zip(run).all(|(a, b)| *a == Some(*b));
            text.windows(run.len()).any(is_run)
        };
        let holders = |run: &[u64]| -> BTreeSet<usize> {
            (0..texts.len()).filter(|text| holds(&texts[*text].0, run)).collect()
        };
        let items: BTreeSet<u64> =
            texts.iter().flat_map(|text| text.0.iter().flatten().copied()).collect();
        let mut found = BTreeMap::new();
        for (text, _) in texts {
            for start in 0..text.len() {
                for end in start + least as usize..=text.len() {
                    let run: Option<Vec<u64>> = text[start..end].iter().copied().collect();
                    let Some(run) = run else { break };
                    let all = holders(&run);
                    let loses = |more: Vec<u64>| holders(&more).len() < all.len();
                    let loses_with = |item: &u64| {
                        loses([&[*item], &run[..]].concat()) && loses([&run[..], &[*item]].concat())
                    };
                    if all.len() > 1 && items.iter().all(loses_with) {
                        let documents = all.iter().map(|text| texts[*text].1).sum();
                        found.insert(run, (all.len() as u32, documents));
                    }
                }
            }
        }
        found
    }

    pub(super) fn sources(texts: &[OfItems]) -> RunTexts {
        let mut sources = RunTexts::default();
        for (items, documents) in texts {
            sources.add(items.iter().map(|item| NonZeroU64::new((*item)? + 1)), *documents);
        }
        sources
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]
        #[test]
        fn runs_are_those_that_trying_every_stretch_finds(
            texts in prop::collection::vec(
                (prop::collection::vec(prop::option::weighted(0.9, 0_u64..3), 0..14), 1_u32..4),
                0..6,
            ),
            least in 1_u32..4,
        ) {
            let found = sources(&texts).find_shared_runs(least, &|| false).unwrap();
            let mut runs = BTreeMap::new();
            for run in &found.runs {
                let holders = found.texts_with_run(run);
                prop_assert_eq!(holders.len(), run.texts as usize);
                prop_assert_eq!(found.first_text_and_position(run), holders[0]);
                let stretch = |(text, place): (u32, u32)| -> Vec<u64> {
                    let items = &texts[text as usize].0[place as usize..][..run.length as usize];
                    items.iter().map(|item| item.unwrap()).collect()
                };
                let own = stretch(holders[0]);
                for holder in &holders {
                    prop_assert_eq!(&stretch(*holder), &own);
                }
                prop_assert!(runs.insert(own, (run.texts, run.documents)).is_none(), "listed twice");
            }
            prop_assert_eq!(runs, plainly(&texts, least));
        }
    }
}
