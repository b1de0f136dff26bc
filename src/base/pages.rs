//! Numbers in memory straight from the system, in large pages where it has them. It does not know what they mean.

use std::alloc::{Layout, handle_alloc_error};
use std::ops::{Deref, DerefMut};

use bytemuck::{cast_slice, cast_slice_mut};
use memmap2::MmapMut;

/// A list of numbers with room for a fixed count of them.
///
/// The system gives fresh memory when the program first touches it: 4 KiB at a time, or 2 MiB where the program has asked for
/// that, which a `Vec` cannot.
#[derive(Debug)]
pub(crate) struct Pages {
    memory: MmapMut,
    filled: usize,
}

impl Pages {
    /// Room for `capacity` numbers, at least one; none of it is touched yet. Ends the program, as every list does, when there
    /// is no memory left.
    pub(crate) fn new(capacity: usize) -> Self {
        let size = capacity.saturating_mul(size_of::<u64>());
        let Ok(memory) = MmapMut::map_anon(size) else {
            handle_alloc_error(Layout::array::<u64>(capacity).unwrap_or(Layout::new::<u64>()))
        };
        // Where the system has no large pages it refuses, and the small ones do.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Self { memory, filled: 0 }
    }

    /// Adds numbers, for which there is room.
    pub(crate) fn extend_from_slice(&mut self, numbers: &[u64]) {
        let end = self.filled + numbers.len();
        cast_slice_mut(&mut self.memory)[self.filled..end].copy_from_slice(numbers);
        self.filled = end;
    }

    /// Keeps the first `length` numbers.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.filled = self.filled.min(length);
    }

    /// Forgets all numbers and keeps the memory.
    pub(crate) const fn clear(&mut self) {
        self.filled = 0;
    }
}

impl Deref for Pages {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &cast_slice(&self.memory)[..self.filled]
    }
}

impl DerefMut for Pages {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut cast_slice_mut(&mut self.memory)[..self.filled]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Pages;

    proptest! {
        #[test]
        fn they_hold_what_a_list_would(
            steps in prop::collection::vec((prop::collection::vec(any::<u64>(), 0..40), prop::option::of(0_usize..90)), 1..20),
        ) {
            let (mut pages, mut list) = (Pages::new(20 * 40), Vec::new());
            for (added, kept) in steps {
                pages.extend_from_slice(&added);
                list.extend_from_slice(&added);
                if let Some(kept) = kept {
                    pages.truncate(kept);
                    list.truncate(kept);
                }
                if let Some(last) = list.last_mut() {
                    *last ^= 1;
                    *pages.last_mut().unwrap() ^= 1;
                }
                prop_assert_eq!(&pages[..], &list[..]);
            }
            pages.clear();
            prop_assert!(pages.is_empty());
        }
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn more_than_there_is_room_for_is_refused() {
        Pages::new(4).extend_from_slice(&[1; 5]);
    }
}
