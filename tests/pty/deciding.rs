//! A confirmed mark survives a kill, another running program, and renamed files.

use std::{fs, path::Path};

use portable_pty::CommandBuilder;

use super::{folder::small, terminal::Terminal, terminal::shingle};

fn deciding(folder: &Path, file: &Path) -> CommandBuilder {
    let mut command = shingle(folder);
    command.env("SHINGLE_DECISIONS", file);
    command
}

fn started(folder: &Path, file: &Path) -> Terminal {
    let ready = ["documents", "watching", "'s shingles are in"];
    Terminal::ready(deciding(folder, file), 120, 36, &ready)
}

#[test]
fn what_was_shown_survives_a_kill_other_parameters_and_new_names() {
    let (folder, outside) = (small(), tempfile::tempdir().unwrap());
    let file = outside.path().join("deep/decisions.jsonl");
    let mut first = started(folder.path(), &file);
    first.type_until(" r", &["1 decided"]);
    first.type_until(" n", &["note on"]);
    first.type_until("ask on Friday\r", &["noted: light.txt"]);
    first.type_until(" q", &["2 decided"]);
    first.signal("KILL");
    let _ = first.status();

    for (number, name) in ["original.txt", "light.txt", "shouted.txt"].iter().enumerate() {
        fs::rename(folder.path().join(name), folder.path().join(format!("{number}.txt"))).unwrap();
    }
    let mut second = started(folder.path(), &file);
    second.wait_for(&["2 decided"]);
    second.type_until("=5\r", &["[w]idth 5 ", "2 decided", "reused", "q 2"]);
    second.type_text(" ao\r");
    second.wait("none is decided", |screen| !screen.contents().contains(" decided"));
    second.quit();
    let lines = fs::read_to_string(&file).unwrap();
    assert!(lines.lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{lines}");
    assert!(lines.contains("ask on Friday"));
}

#[test]
fn two_programs_see_what_the_other_decides() {
    let (folder, outside) = (small(), tempfile::tempdir().unwrap());
    let file = outside.path().join("decisions.jsonl");
    let (mut one, mut other) = (started(folder.path(), &file), started(folder.path(), &file));
    one.type_until(" r", &["1 decided"]);
    other.wait_for(&["1 decided"]);
    other.type_until("jj m", &["2 decided"]);
    one.wait_for(&["2 decided"]);
    for terminal in [&mut one, &mut other] {
        terminal.quit();
    }
}
