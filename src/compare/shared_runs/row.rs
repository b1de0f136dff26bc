//! The items of all texts in a row, as small numbers. It finds no runs.

use std::num::NonZeroU64;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::RunTexts;

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
    pub(super) fn of(given: &RunTexts, most: usize, stop: &dyn Fn() -> bool) -> Option<Self> {
        let numbers = numbers(given, stop)?;
        let gap = numbers.len() as u32;
        let mut row = Self { gap, next: gap, ..Self::default() };
        for (text, items) in given.each() {
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
fn numbers(given: &RunTexts, stop: &dyn Fn() -> bool) -> Option<HashMap<NonZeroU64, u32>> {
    let mut numbers: HashMap<NonZeroU64, u32> = HashMap::new();
    for part in 0..PARTS {
        let mut holders: HashMap<NonZeroU64, u32> = HashMap::new();
        for (text, items) in given.each() {
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
