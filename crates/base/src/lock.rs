//! What a mutex holds, also after a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a mutex holds. After a panic of a thread that held it too: whoever panics here leaves no half-made value, or one that
/// is thrown away with the work of that thread.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
