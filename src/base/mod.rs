//! The ground floor: small types that every other floor may use. It knows no text, no disk and no screen.

pub mod cancel;
pub mod groups;
pub mod guard;
pub mod ids;
pub mod memo;
pub mod numbers;
pub mod path;
pub mod problem;
pub mod ratio;
pub mod requests;
pub mod span;
pub mod visible;
pub mod workers;
