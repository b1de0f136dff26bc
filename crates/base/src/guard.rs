use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Panicked(pub String);

/// Runs `work` and catches its panic. The panic hook of the binary checks [`is_catching_panics`] and then prints nothing.
///
/// # Errors
/// [`Panicked`] with the message of the panic.
pub fn run_catching_panic<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    DEPTH.with(|depth| depth.set(depth.get() + 1));
    let outcome = catch_unwind(AssertUnwindSafe(work));
    DEPTH.with(|depth| depth.set(depth.get() - 1));
    outcome.map_err(|payload| {
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_string())
            .or_else(|| payload.downcast_ref::<String>().cloned());
        Panicked(message.unwrap_or_else(|| "panic without a message".to_string()))
    })
}

pub fn is_catching_panics() -> bool {
    DEPTH.with(|depth| depth.get() > 0)
}
