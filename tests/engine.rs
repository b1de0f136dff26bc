//! After any changes to files and parameters, the state equals a fresh run: for the corpus alone, and for the engine on
//! a real folder. The oracle tests measures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod activity;
mod ahead;
mod asking;
mod changes;
mod clustering;
mod disk;
mod explaining;
mod last_visit;
mod memory;
mod passaging;
mod ranking;
mod sourcing;
mod studying;
mod writers;
