//! Runs the real binary and checks output and exit code. The library provides only hidden characters and explanations
//! of words. Non-UTF-8 names, links and full disks are tested on Unix only.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::string_slice,
    reason = "a test stops at the first surprise, and writes the folders that it reads"
)]

mod boilerplate;
mod cache;
mod clusters;
mod config;
mod course;
mod cut;
mod dedup;
mod determinism;
mod docs;
mod doctor;
mod files;
mod formats;
mod generated;
mod golden;
mod lab;
mod limits;
mod limits_of_files;
mod open_languages;
mod page;
mod parameters;
mod passages;
mod pasted;
mod records;
mod refusals;
mod report;
mod rules;
mod sketches;
mod sources;
mod streams;
mod support;
mod terminal;
