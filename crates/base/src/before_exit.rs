//! What is done where the program ends at once, by a signal or a panic, and drops nothing that it holds.

use std::fs::File;
use std::io::Read as _;
use std::sync::Mutex;

use super::lock::locked;

type Task = Box<dyn FnOnce() + Send>;

static TASKS: Mutex<Vec<Task>> = Mutex::new(Vec::new());

/// Has this done before the program ends at once. Where it ends as usual, dropping does it.
pub fn add(task: impl FnOnce() + Send + 'static) {
    locked(&TASKS).push(Box::new(task));
}

/// Does all of it, each once.
pub fn do_all() {
    let tasks = std::mem::take(&mut *locked(&TASKS));
    for task in tasks {
        task();
    }
}

/// The signals that the program ignores, one bit for each from the lowest; none where the system does not say.
pub fn ignored_signals() -> u64 {
    let mut status = String::new();
    let file = File::open("/proc/self/status");
    let _ = file.and_then(|mut file| file.read_to_string(&mut status));
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
