//! Tests of the folder, the watching engine and the reader processes.
#![cfg(unix)]

mod common;
mod engine;
mod folder;
mod isolation;
