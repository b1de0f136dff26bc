//! Tests of the folder, the engine that watches it, and the reader processes.

mod common;
mod engine;
mod folder;
mod isolation;
