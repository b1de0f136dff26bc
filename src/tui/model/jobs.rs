//! The newest job of each slot. An answer is dropped if a newer job of its slot was started.

use std::collections::HashMap;

/// A kind of work on a separate thread, or a request to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Rows,
    Documents,
    Problems,
    MarkCounts,
    Lesson,
    Comparison,
    Search,
    /// The sources of a document, from the engine.
    Sources,
    /// The passages of the folder, from the engine.
    Passages,
    /// Work that no other work replaces.
    Single,
}

/// The generation of the last job of each slot, and true until the answer of this job.
#[derive(Debug, Default)]
pub(crate) struct Jobs(HashMap<Slot, (u64, bool)>);

impl Jobs {
    /// Starts a job. Returns its generation.
    pub(crate) fn start(&mut self, slot: Slot) -> u64 {
        let newest = self.0.entry(slot).or_default();
        *newest = (newest.0 + 1, true);
        newest.0
    }

    pub(crate) fn awaits(&self, slot: Slot) -> bool {
        self.0.get(&slot).is_some_and(|(_, awaited)| *awaited)
    }

    /// Drops the answer of the job of a slot. Returns true if the answer was awaited.
    pub(crate) fn cancel(&mut self, slot: Slot) -> bool {
        self.0.get_mut(&slot).is_some_and(|(_, awaited)| std::mem::take(awaited))
    }

    /// Ends a job. Returns true if the screen shows its answer.
    pub(crate) fn finish(&mut self, slot: Slot, generation: u64) -> bool {
        let is_newest = self.0.get(&slot) == Some(&(generation, true));
        // While the user writes, each comparison is shown.
        let shows = is_newest || slot == Slot::Comparison && self.awaits(slot);
        if is_newest {
            self.cancel(slot);
        }
        shows || slot == Slot::Single
    }
}
