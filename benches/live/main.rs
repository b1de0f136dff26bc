//! Response times of the running program, compared with their limits: the engine's request loop, and the screen in a
//! terminal. `cargo bench --bench live` creates a folder, or copies the given folder, and changes that copy.
//!
//! Environment variables (defaults in brackets):
//! - `SHINGLE_BENCH_DOCUMENTS` (10,000) or `SHINGLE_BENCH_FOLDER`: the measured documents;
//! - `SHINGLE_BENCH_REPEATS` (10): number of repetitions;
//! - `SHINGLE_BENCH_KEYS` (1,000): keys per task;
//! - `SHINGLE_BENCH_THRESHOLD` (30): threshold for requests in hundredths;
//! - `SHINGLE_BENCH_PART` (`parameters`, `folder`, `screen`, `pair`, `large`, `memory`): the only part to run.
//!
//! Times are wall-clock times: other work on the machine affects p99 and max.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::string_slice,
    reason = "a benchmark stops at the first surprise"
)]
#![allow(unreachable_pub, dead_code, reason = "the generator is shared by several programs")]

#[path = "../common/mod.rs"]
mod common;
mod large;
mod process;
mod requests;
mod screen;
mod table;
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) struct Setting {
    /// Folder that the measurements may change.
    pub(crate) folder: PathBuf,
    pub(crate) documents: usize,
    pub(crate) repeats: usize,
    pub(crate) keys: usize,
    pub(crate) threshold: u64,
}

impl Setting {
    /// Returns the limit in milliseconds for this number of documents, given the limits for 10,000 and 100,000.
    pub(crate) const fn limit(&self, few: f64, many: f64) -> f64 {
        if self.documents > 20_000 { many } else { few }
    }
}

fn main() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("folder");
    fs::create_dir(&folder).unwrap();
    match std::env::var_os("SHINGLE_BENCH_FOLDER") {
        Some(named) => copy(Path::new(&named), &folder),
        None => {
            common::write::write_plain_files(
                &folder,
                number_from_variable("SHINGLE_BENCH_DOCUMENTS", 10_000),
                1,
            )
            .unwrap();
        }
    }
    let documents = count_files(&folder);
    let setting = Setting {
        folder,
        documents,
        repeats: number_from_variable("SHINGLE_BENCH_REPEATS", 10),
        keys: number_from_variable("SHINGLE_BENCH_KEYS", 1_000),
        threshold: number_from_variable("SHINGLE_BENCH_THRESHOLD", 30) as u64,
    };
    let part = std::env::var("SHINGLE_BENCH_PART").ok();
    let wanted = |name: &str| part.as_ref().is_none_or(|part| part == name);
    println!("{documents} documents; load average {}", process::system_load());
    table::print_head();
    if wanted("parameters") || wanted("folder") {
        requests::measure_all(&setting, wanted("parameters"), wanted("folder"));
    }
    if wanted("screen") {
        screen::measure_keys(&setting);
    }
    if wanted("screen") || wanted("pair") {
        screen::measure_open_pair(&setting);
    }
    if wanted("large") {
        large::measure_all(&setting);
    }
    if wanted("memory") {
        screen::measure_idle(&setting);
    }
    println!("load average {}", process::system_load());
}

fn number_from_variable(variable: &str, default: usize) -> usize {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

fn count_files(folder: &Path) -> usize {
    list_files(folder).len()
}

pub(crate) fn list_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            found.extend(list_files(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}
