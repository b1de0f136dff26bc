use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, available_parallelism};
use std::{io, num::NonZero, ops::Range};

use rayon::{ThreadBuilder, ThreadPoolBuilder};

use super::{cancel::Cancel, lock::lock_mutex};

const THREADS: [&str; 2] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];

/// More threads than this are started only if the machine has as many processors.
const MANY_THREADS: usize = 256;

pub fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let refused = |error: io::Error| {
        let why = format!(
            "the system grants no thread ({error}); raise the limits: ulimit -u, ulimit -v"
        );
        io::Error::new(error.kind(), why)
    };
    thread::Builder::new().spawn(work).map(drop).map_err(refused)
}

/// Runs short work on a new thread, or on this thread if the system grants no thread.
pub fn run_in_background<F: FnOnce() + Send + 'static>(work: F) {
    // A failed start drops the closure, so the work is shared with this thread.
    let work = Arc::new(Mutex::new(Some(work)));
    let own = Arc::clone(&work);
    let begin = |work: &Mutex<Option<F>>| {
        let work = lock_mutex(work).take();
        if let Some(work) = work {
            work();
        }
    };
    if start_thread(move || begin(&own)).is_err() {
        begin(&work);
    }
}

/// Creates rayon's thread pool with the number of threads that the system grants. rayon's default pool panics if the
/// system refuses a thread.
pub fn build_thread_pool() {
    // Starts the threads before building the pool, because rayon cannot retry with a smaller number.
    let mut waiting: Vec<_> = (0..wanted_threads()).map_while(|_| start_waiting_thread()).collect();
    let pool = ThreadPoolBuilder::new().num_threads(waiting.len().max(1));
    // If a pool exists already, building fails and that pool is used.
    let _ = if waiting.is_empty() {
        pool.use_current_thread().build_global()
    } else {
        let ended = || io::Error::other("a thread of the pool has ended");
        let start = |part| waiting.pop().ok_or_else(ended)?.send(part).map_err(|_| ended());
        pool.spawn_handler(start).build_global()
    };
}

/// Starts a thread that waits for its part of the pool, and returns `None` if the system grants no thread.
fn start_waiting_thread() -> Option<Sender<ThreadBuilder>> {
    let (sender, part) = mpsc::channel::<ThreadBuilder>();
    let thread = thread::Builder::new().spawn(move || {
        if let Ok(part) = part.recv() {
            part.run();
        }
    });
    thread.ok().map(|_| sender)
}

/// Returns the number of threads that the user asked for, or else the number of processors.
fn wanted_threads() -> usize {
    let asked = THREADS.iter().find_map(|name| std::env::var(name).ok()?.parse().ok()).unwrap_or(0);
    let processors = available_parallelism().map_or(1, NonZero::get);
    match asked {
        0 => processors,
        asked => limit_threads(asked, processors),
    }
}

fn limit_threads(asked: usize, processors: usize) -> usize {
    asked.min(processors.saturating_mul(4).min(MANY_THREADS).max(processors))
}

/// Runs `work` over `0..items` in pieces of at most `piece` on all threads of the pool. Each thread creates its state
/// with `begin`, and passes it to `end` after its last piece. Returns the results in order of the pieces, or `None` if
/// cancelled.
///
/// rayon's `map_init` would create a state for every split: a hundred buffers instead of two.
pub fn run_in_pieces<S, R: Send>(
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
    // A single piece runs on this thread, because waking a thread costs more.
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

    use super::{limit_threads, run_in_pieces};
    use crate::cancel::{Cancel, NewestEpoch};

    #[test]
    fn more_threads_than_can_serve_are_not_made() {
        for (threads, processors, most) in [
            (8, 2, 8),
            (9, 2, 8),
            (10_000, 2, 8),
            (usize::MAX, 100, 256),
            (400, 500, 400),
            (501, 500, 500),
            (9, usize::MAX, 9),
        ] {
            assert_eq!(limit_threads(threads, processors), most, "{threads} on {processors}");
        }
    }

    #[test]
    fn every_item_is_worked_on_once_and_the_results_are_in_order() {
        for (items, piece) in [(0, 3), (1, 3), (3, 3), (1000, 7), (5, 0)] {
            let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let ranges = run_in_pieces(
                items,
                piece,
                &Cancel::never_cancelled(),
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
        let found = run_in_pieces(
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
