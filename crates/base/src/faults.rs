//! Lets tests of the whole program panic on purpose, to see what that does to the terminal. Release builds do without.

/// Panics where a test asks for it.
///
/// # Panics
/// When the environment variable `SHINGLE_TEST_PANIC` names this place.
#[cfg(debug_assertions)]
pub fn panic_if_asked(place: &str) {
    let stage = std::env::var("SHINGLE_TEST_PANIC");
    assert!(stage.as_deref() != Ok(place), "asked to by SHINGLE_TEST_PANIC={place}");
}

/// Does nothing.
#[cfg(not(debug_assertions))]
pub const fn panic_if_asked(_place: &str) {}
