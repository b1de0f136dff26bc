//! Any text as a config file: accepted, or rejected with an error that names a line.

#![no_main]
#![allow(dead_code, reason = "the other commands need the rest")]

#[path = "../../src/cli/mod.rs"]
mod cli;
#[path = "../../src/theme_choice.rs"]
mod theme_choice;

use std::{env::temp_dir, ffi::OsString, fs, process};

use libfuzzer_sys::fuzz_target;

use cli::parse::{NotRun, parse};

const COMMANDS: [&[&str]; 4] =
    [&["scan", "x"], &["x"], &["dedup", "x"], &["query", "x", "--in", "y"]];

fuzz_target!(|text: &str| {
    let file = temp_dir().join(format!("shingle-fuzz-{}.toml", process::id()));
    fs::write(&file, text).expect("a file of our own");
    let mut typed: Vec<OsString> = vec!["shingle".into()];
    typed.extend(COMMANDS[text.len() % COMMANDS.len()].iter().map(OsString::from));
    typed.extend(["--config".into(), file.into_os_string()]);
    if let Err(NotRun::Refused(reason)) = parse(&typed) {
        assert!(reason.contains(".toml") && !reason.contains('\n'), "{reason:?}");
    }
});
