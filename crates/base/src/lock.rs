use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, ignoring poisoning; a panicking thread leaves no partly written value behind.
pub fn lock_mutex<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
