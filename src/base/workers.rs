//! Shares work among the threads of the pool. Each thread has a state of its own.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::cancel::Cancel;

/// Runs `work` over `0..items` in pieces of at most `piece`, on all threads of the pool. Each thread makes its state
/// once with `begin` and passes it to `end` when no work is left. Returns the results in the order of the pieces, or
/// `None` when cancelled.
///
/// rayon's own `map_init` makes a new state for every split of the work: a hundred buffers where two are enough.
pub fn share<S, R: Send>(
    items: usize,
    piece: usize,
    cancel: &Cancel,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<usize>) -> R + Sync,
    end: impl Fn(S) + Sync,
) -> Option<Vec<R>> {
    let piece = piece.max(1);
    let next = AtomicUsize::new(0);
    let take = || {
        let start = next.fetch_add(piece, Ordering::Relaxed);
        (start < items && !cancel.is_cancelled()).then(|| start..items.min(start + piece))
    };
    let run = || {
        let mut found = Vec::new();
        let Some(mut range) = take() else { return found };
        let mut state = begin();
        loop {
            let start = range.start;
            found.push((start, work(&mut state, range)));
            match take() {
                Some(more) => range = more,
                None => break,
            }
        }
        end(state);
        found
    };
    // One piece needs no second thread. Waking a thread costs more than a small piece of work.
    let found = if items <= piece { vec![run()] } else { rayon::broadcast(|_| run()) };
    if cancel.is_cancelled() {
        return None;
    }
    let mut found: Vec<(usize, R)> = found.into_iter().flatten().collect();
    found.sort_unstable_by_key(|(start, _)| *start);
    Some(found.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::share;
    use crate::base::cancel::{Cancel, NewestEpoch};

    #[test]
    fn every_item_is_worked_on_once_and_the_results_are_in_order() {
        for (items, piece) in [(0, 3), (1, 3), (3, 3), (1000, 7), (5, 0)] {
            let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let ranges = share(
                items,
                piece,
                &Cancel::never(),
                || begun.fetch_add(1, Ordering::Relaxed),
                |_, range| range,
                |_| {
                    ended.fetch_add(1, Ordering::Relaxed);
                },
            );
            let seen: Vec<usize> = ranges.unwrap().into_iter().flatten().collect();
            assert_eq!(seen, (0..items).collect::<Vec<_>>());
            assert_eq!(begun.into_inner(), ended.into_inner());
        }
    }

    #[test]
    fn cancelled_work_gives_nothing() {
        let newest = NewestEpoch::default();
        let cancel = newest.token(newest.epoch());
        let done = AtomicUsize::new(0);
        let found = share(
            1000,
            1,
            &cancel,
            || (),
            |(), _| {
                if done.fetch_add(1, Ordering::Relaxed) == 10 {
                    newest.advance();
                }
            },
            |()| (),
        );
        assert_eq!(found, None);
        assert!(done.into_inner() < 1000);
    }
}
