use std::fs::File;
use std::io::Read as _;
use std::sync::Mutex;

use super::lock::lock_mutex;

type Task = Box<dyn FnOnce() + Send>;

static TASKS: Mutex<Vec<Task>> = Mutex::new(Vec::new());

/// Registers cleanup for abrupt exits by a signal or panic; `Drop` covers normal ones.
pub fn register_task(task: impl FnOnce() + Send + 'static) {
    lock_mutex(&TASKS).push(Box::new(task));
}

pub fn run_tasks() {
    let tasks = std::mem::take(&mut *lock_mutex(&TASKS));
    for task in tasks {
        task();
    }
}

/// Returns the signals that the process ignores, as a bit mask: the lowest bit is signal 1. 0 if the system does not
/// report them.
pub fn ignored_signals() -> u64 {
    let mut status = String::new();
    let file = File::open("/proc/self/status");
    let _ = file.and_then(|mut file| file.read_to_string(&mut status));
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
