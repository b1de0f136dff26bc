//! Writes a course with planted cases for review. `cargo run -p shingle-benches --bin course -- /tmp/c` creates the
//! folder `/tmp/c/course` and the list of cases, `/tmp/c/truth.tsv`. `tests/cli/course.rs` checks the program against
//! that list.

#![allow(
    dead_code,
    clippy::disallowed_methods,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "the generator is shared with tests, and writing files is what it is for"
)]

#[path = "common/course.rs"]
mod course;
#[path = "common/dice.rs"]
mod dice;

use std::{env, io, path::PathBuf};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder =
        folder.ok_or_else(|| io::Error::other("name a folder, which is made if needed"))?;
    let course = course::Course::new();
    course.write(&folder)?;
    println!("{} files, {} cases", course.files.len(), course.cases.len());
    Ok(())
}
