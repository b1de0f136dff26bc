//! Deliberate panics for tests of the terminal's recovery; absent from release builds.

/// # Panics
/// If the environment variable `SHINGLE_TEST_PANIC` names this place.
#[cfg(debug_assertions)]
pub fn panic_if_asked(place: &str) {
    let stage = std::env::var("SHINGLE_TEST_PANIC");
    assert!(stage.as_deref() != Ok(place), "asked to by SHINGLE_TEST_PANIC={place}");
}

#[cfg(not(debug_assertions))]
pub const fn panic_if_asked(_place: &str) {}
