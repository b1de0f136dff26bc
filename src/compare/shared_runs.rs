//! The longest runs of items that texts share, each with the texts that hold it. It knows no words, and ranks nothing.
//!
//! A text holds a run if its items stand there one after the other. A run is one of [`SharedRuns`] if at least two texts hold
//! it, and with any item more, before its begin or behind its end, one of them would not. Such a run is a node of the suffix
//! tree of all texts. The tree is never built: the suffixes are put in order, and what neighbours have in common tells where
//! its nodes begin and end. Items that only one text holds are left away before, because no run goes over them.

mod chosen;
mod walk;

use std::{num::NonZeroU64, ops::Range};

use hashbrown::{HashMap, hash_map::Entry};

use self::walk::TreeWalk;
use super::suffixes::{common_prefixes, ranks, suffix_order};

/// The most items in a row: places are counted in 32 bits.
const MOST_ITEMS: usize = u32::MAX as usize - 2;

/// A run that texts share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedRun {
    /// How many items it has.
    pub length: u32,
    /// How many texts hold it.
    pub texts: u32,
    /// How many documents hold it: the sum of what the texts count.
    pub documents: u32,
    /// Its first place in the row.
    first: u32,
    /// Its occurrences in the order of the suffixes.
    places: Range<u32>,
}

/// All runs that texts share.
#[derive(Debug, Default)]
pub struct SharedRuns {
    /// The runs, in no order.
    pub runs: Vec<SharedRun>,
    /// The least items of a run.
    least: u32,
    row: ItemRow,
    /// The places of the row in the order of the suffixes that begin there.
    order: Vec<u32>,
    /// Where the suffix of each place stands in that order.
    ranks: Vec<u32>,
    /// How many items each suffix has in common with the one before it in that order.
    common: Vec<u32>,
}

/// The items of all texts, as they are collected.
#[derive(Debug, Default)]
pub struct RunTexts {
    items: Vec<Option<NonZeroU64>>,
    ends: Vec<usize>,
    /// How many documents each text counts.
    documents: Vec<u32>,
}

impl RunTexts {
    /// Adds a text that `documents` documents have. No run goes over a `None`.
    pub fn add(&mut self, items: impl Iterator<Item = Option<NonZeroU64>>, documents: u32) {
        self.items.extend(items);
        self.ends.push(self.items.len());
        self.documents.push(documents);
    }

    fn each(&self) -> impl Iterator<Item = (u32, &[Option<NonZeroU64>])> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let ranges = starts.zip(&self.ends).map(|(start, end)| &self.items[*start..*end]);
        (0..).zip(ranges)
    }

    /// The runs of at least `least` items (and at least one) that two texts share. `None` if stopped.
    pub fn shared(self, least: u32, stop: &dyn Fn() -> bool) -> Option<SharedRuns> {
        let row = ItemRow::new(&self, MOST_ITEMS, stop)?;
        let documents = self.documents;
        drop(self.items);
        let order = suffix_order(&row.numbers, row.largest(), stop)?;
        let ranks = ranks(&order);
        let common = common_prefixes(&row.numbers, &order, &ranks);
        let least = least.max(1);
        let mut found = SharedRuns { runs: Vec::new(), least, row, order, ranks, common };
        found.runs = TreeWalk::new(&documents).through(&found, stop)?;
        found.drop_those_with_one_before();
        Some(found)
    }
}

impl SharedRuns {
    /// Drops runs before which the same item stands in every text, so that they are only ends of others.
    ///
    /// The run with that item before is a node too, and among the runs: if all its texts went on with another item behind it,
    /// those of the shorter run would as well. So each run has only to tell the one that it ends with.
    fn drop_those_with_one_before(&mut self) {
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

    /// The first text that holds a run, and the place where it begins there first.
    pub fn first(&self, run: &SharedRun) -> (u32, u32) {
        self.row.at(run.first)
    }

    /// The texts that hold a run, in the order in which they were added, each with the first place where it begins.
    pub fn holders(&self, run: &SharedRun) -> Vec<(u32, u32)> {
        let mut all: Vec<(u32, u32)> = self.places(run).iter().map(|at| self.row.at(*at)).collect();
        all.sort_unstable();
        all.dedup_by_key(|(text, _)| *text);
        all
    }

    /// The places of a run in the row, in no order.
    fn places(&self, run: &SharedRun) -> &[u32] {
        &self.order[run.places.start as usize..run.places.end as usize]
    }

    /// The text that a place of the row is in.
    fn text_at(&self, place: u32) -> u32 {
        self.row.texts[place as usize]
    }
}

/// Marks an item that several texts hold.
const SHARED: u32 = u32::MAX;
/// The items are looked through so many times, each time for those with other low bits: the table of all items with their
/// texts would be the largest thing in memory.
const PARTS: u64 = 8;

/// The items of all texts in a row.
#[derive(Debug, Default)]
pub(super) struct ItemRow {
    /// The items that several texts hold, numbered from 0. Each gap between them has a number of its own, beyond these.
    pub(super) numbers: Vec<u32>,
    /// The text of each place.
    pub(super) texts: Vec<u32>,
    /// The place of each item in its text.
    places: Vec<u32>,
    /// The number of the first gap.
    pub(super) gap: u32,
    next: u32,
}

impl ItemRow {
    /// The row of some texts, with at most so many items: texts that do not fit are left away. `None` if stopped.
    pub(super) fn new(sources: &RunTexts, most: usize, stop: &dyn Fn() -> bool) -> Option<Self> {
        let numbers = numbers(sources, stop)?;
        let gap = numbers.len() as u32;
        let mut row = Self { gap, next: gap, ..Self::default() };
        for (text, items) in sources.each() {
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

    /// The largest number.
    pub(super) const fn largest(&self) -> u32 {
        self.next.saturating_sub(1)
    }

    /// The text of a place, and the place in that text.
    pub(super) fn at(&self, place: u32) -> (u32, u32) {
        (self.texts[place as usize], self.places[place as usize])
    }
}

/// The items that several texts hold, with a number for each. `None` if stopped.
fn numbers(sources: &RunTexts, stop: &dyn Fn() -> bool) -> Option<HashMap<NonZeroU64, u32>> {
    let mut numbers: HashMap<NonZeroU64, u32> = HashMap::new();
    for part in 0..PARTS {
        let mut holders: HashMap<NonZeroU64, u32> = HashMap::new();
        for (text, items) in sources.each() {
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

    /// The items of a text, and the documents that it counts.
    pub(super) type OfItems = (Vec<Option<u64>>, u32);

    /// The runs by trying every stretch of every text, each with its texts and documents.
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
            let found = sources(&texts).shared(least, &|| false).unwrap();
            let mut runs = BTreeMap::new();
            for run in &found.runs {
                let holders = found.holders(run);
                prop_assert_eq!(holders.len(), run.texts as usize);
                prop_assert_eq!(found.first(run), holders[0]);
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

    #[test]
    fn what_is_stopped_finds_nothing() {
        let texts = vec![(vec![Some(1), Some(2)], 1), (vec![Some(1), Some(2)], 1)];
        assert_eq!(sources(&texts).shared(1, &|| false).unwrap().runs.len(), 1);
        assert!(sources(&texts).shared(1, &|| true).is_none());
    }
}
