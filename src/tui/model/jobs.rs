//! Work on separate threads. An answer is dropped if a newer job of its slot was started.

use std::{collections::HashMap, fmt, sync::Arc};

use shingle::base::{cancel::Cancel, guard::guarded};

use crate::tui::model::Model;

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
    Sources,
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

type Apply = Box<dyn FnOnce(&mut Model) + Send>;

type Work = dyn Fn(&Cancel) -> Option<Apply> + Send + Sync;

#[derive(Clone)]
pub(crate) struct Job {
    pub(crate) slot: Slot,
    generation: u64,
    work: Arc<Work>,
}

impl Job {
    pub(crate) fn new<T: Send + 'static>(
        (slot, generation): (Slot, u64),
        work: impl Fn(&Cancel) -> Option<T> + Send + Sync + 'static,
        apply: impl Fn(&mut Model, T) + Clone + Send + Sync + 'static,
    ) -> Self {
        let work = move |cancel: &Cancel| {
            let (answer, apply) = (work(cancel)?, apply.clone());
            Some(Box::new(move |model: &mut Model| apply(model, answer)) as Apply)
        };
        Self { slot, generation, work: Arc::new(work) }
    }

    /// Does the work. `None` if the work was cancelled, or if a library panicked.
    pub(crate) fn run(&self, cancel: &Cancel) -> Option<Done> {
        let apply = guarded(|| (self.work)(cancel)).ok()??;
        Some(Done { slot: self.slot, generation: self.generation, apply })
    }
}

/// Jobs are equal if their slots and generations are equal.
impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        (self.slot, self.generation) == (other.slot, other.generation)
    }
}

impl Eq for Job {}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.slot, self.generation)
    }
}

pub(crate) struct Done {
    pub(crate) slot: Slot,
    pub(crate) generation: u64,
    pub(crate) apply: Apply,
}

impl fmt::Debug for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.slot, self.generation)
    }
}

impl Done {
    /// Stores an answer that no other answer replaces.
    pub(crate) fn store(store: impl FnOnce(&mut Model) + Send + 'static) -> Self {
        Self { slot: Slot::Single, generation: 0, apply: Box::new(store) }
    }
}
