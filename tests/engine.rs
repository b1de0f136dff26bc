//! After any sequence of changes to files and parameters, the state equals that of a fresh run: for the corpus alone,
//! and for the whole engine on a real folder. Measures are tested by the oracle.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

#[path = "engine/ahead.rs"]
mod ahead;
#[path = "engine/asking.rs"]
mod asking;
#[path = "engine/changes.rs"]
mod changes;
#[path = "engine/clustering.rs"]
mod clustering;
mod common;
#[path = "engine/disk.rs"]
mod disk;
#[path = "engine/explaining.rs"]
mod explaining;
#[path = "engine/last_visit.rs"]
mod last_visit;
#[path = "engine/lost.rs"]
mod lost;
#[path = "engine/memory.rs"]
mod memory;
#[path = "engine/passaging.rs"]
mod passaging;
#[path = "engine/ranking.rs"]
mod ranking;
#[path = "engine/sourcing.rs"]
mod sourcing;
#[path = "engine/studying.rs"]
mod studying;
#[path = "engine/writers.rs"]
mod writers;
