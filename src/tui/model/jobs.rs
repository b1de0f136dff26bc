//! The newest job of each slot. An answer is dropped if a newer job of its slot was started.

use std::collections::HashMap;

/// A kind of work on a separate thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Rows,
    Documents,
    Problems,
    MarkCounts,
    Lesson,
    Comparison,
    Search,
    /// Work that no other work replaces.
    Single,
}

#[derive(Debug, Default)]
pub(crate) struct Jobs {
    /// The generation of the last job.
    last: u64,
    awaited: HashMap<Slot, u64>,
}

impl Jobs {
    /// Starts a job. Returns its generation.
    pub(crate) fn start(&mut self, slot: Slot) -> u64 {
        self.last += 1;
        self.awaited.insert(slot, self.last);
        self.last
    }

    pub(crate) fn awaits(&self, slot: Slot) -> bool {
        self.awaited.contains_key(&slot)
    }

    /// Drops the answer of the job of a slot.
    pub(crate) fn cancel(&mut self, slot: Slot) {
        self.awaited.remove(&slot);
    }

    /// Ends a job. Returns true if the screen shows its answer.
    pub(crate) fn finish(&mut self, slot: Slot, generation: u64) -> bool {
        let Some(newest) = self.awaited.get(&slot).copied() else {
            return slot == Slot::Single;
        };
        if newest == generation {
            self.cancel(slot);
        }
        // While the user writes, each comparison is shown.
        newest == generation || matches!(slot, Slot::Comparison | Slot::Single)
    }
}
