//! A written result on the screen, with the folder of its texts and without.

use std::fs;
use std::process::Command;

use super::folder::small;
use super::terminal::{Terminal, shingle};

/// What `scan --format json` prints of a folder, in a file beside it.
fn written(folder: &tempfile::TempDir) -> tempfile::NamedTempFile {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shingle"));
    command.args(["scan", "--no-config", "--no-cache", "--format", "json"]).arg(folder.path());
    let output = command.output().unwrap();
    assert!(output.status.success());
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), output.stdout).unwrap();
    file
}

#[test]
fn a_written_result_is_listed_opened_and_marked_and_its_parameters_stay() {
    let folder = small();
    let result = written(&folder);
    let marks = tempfile::tempdir().unwrap();
    let mut command = shingle(std::path::Path::new("view"));
    command.arg(result.path());
    command.arg("--root");
    command.arg(folder.path());
    command.arg("--decisions");
    command.arg(marks.path().join("marks.jsonl"));
    let mut terminal = Terminal::start(command, 120, 36);
    terminal.wait_for(&["written result", "row 1 of", "wording is in"]);
    terminal.type_text("w");
    terminal.wait_for(&["width 3 made this result; another value needs the texts"]);
    terminal.type_text("T");
    terminal.wait_for(&["this result lists no pair below 20%"]);
    terminal.type_text("t");
    terminal.wait_for(&["[t]hreshold 25%", "reach 25%"]);
    terminal.type_text(" r");
    terminal.wait_for(&["1 decided"]);
    terminal.type_text("q");
    assert_eq!(terminal.status(), 0);
    let marks = fs::read_to_string(marks.path().join("marks.jsonl")).unwrap();
    assert!(marks.contains("rewrite"), "{marks}");
}

#[test]
fn without_its_texts_a_result_is_listed_and_says_how_to_open_pairs() {
    let folder = small();
    let result = written(&folder);
    let gone = folder.path().to_path_buf();
    drop(folder);
    assert!(!gone.exists());
    let mut command = shingle(std::path::Path::new("view"));
    command.arg(result.path());
    let mut terminal = Terminal::start(command, 120, 36);
    terminal.wait_for(&["written result", "row 1 of", "begin with --root DIR"]);
    terminal.type_text("K");
    terminal.wait_for(&["cluster"]);
    terminal.type_text("q");
    assert_eq!(terminal.status(), 0);
}
