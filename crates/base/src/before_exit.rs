//! What is done where the program ends at once, by a signal or a panic, and drops nothing that it holds.

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
