//! Any sequence of changes to files and parameters ends in the state of a fresh run: the corpus alone, and the whole
//! engine on a real folder. It tests no measure; the oracle does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

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
#[path = "engine/lost.rs"]
mod lost;
#[path = "engine/memory.rs"]
mod memory;
#[path = "engine/ranking.rs"]
mod ranking;
#[path = "engine/studying.rs"]
mod studying;
