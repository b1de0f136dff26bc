//! The screen follows the folder: added, changed and removed files, whole folders, and the folder itself.

use std::fs;

use super::folder::{rewritten, small, story, write};
use super::terminal::{Terminal, shingle};

fn row(text: &str, name: &str, mark: &str) -> bool {
    text.lines().any(|line| line.contains(name) && line.trim_end().ends_with(mark))
}

#[test]
fn files_that_come_change_and_go_are_marked() {
    let folder = small();
    let mut terminal = Terminal::start(shingle(folder.path()), 120, 60);
    terminal.wait_for(&["6 documents", "watching", "light.txt"]);
    let text = rewritten(&story(1, 160), 40);

    let seen = terminal.frames();
    write(folder.path(), "visitor.txt", &text);
    terminal.frame_after(seen, "the new file's rows are marked", |frame| {
        frame.contains("7 documents") && row(frame, "visitor.txt", "new")
    });

    let seen = terminal.frames();
    write(folder.path(), "visitor.txt", &rewritten(&text, 11));
    terminal.frame_after(seen, "the changed file's rows are marked", |frame| {
        row(frame, "visitor.txt", "changed")
    });

    let seen = terminal.frames();
    fs::remove_file(folder.path().join("visitor.txt")).unwrap();
    terminal.frame_after(seen, "the removed file's rows are shown once more", |frame| {
        frame.contains("6 documents") && row(frame, "visitor.txt", "gone")
    });
    terminal.quit();
}

#[test]
fn a_file_that_takes_long_holds_back_no_other() {
    let folder = small();
    write(folder.path(), "a.slow", &story(2, 150));
    // Reading waits for the file.
    let beside = tempfile::tempdir().unwrap();
    let go = beside.path().join("go");
    let waits = format!("while ! [ -e {} ]; do sleep .05; done; cat", go.display());
    let mut command = shingle(folder.path());
    command.args(["--converter", &format!("*.slow=sh -c '{waits}'")]);
    let mut terminal = Terminal::start(command, 160, 36);
    terminal.wait_for(&["light.txt", "original.txt", "6 documents so far"]);
    fs::write(&go, "").unwrap();
    terminal.wait_for(&["7 documents", "a.slow"]);
    // Also later, other changes are shown first.
    fs::remove_file(&go).unwrap();
    write(folder.path(), "b.slow", &story(3, 150));
    write(folder.path(), "late.txt", &story(2, 150));
    terminal.wait_for(&["8 documents", "late.txt"]);
    fs::write(&go, "").unwrap();
    terminal.wait_for(&["9 documents"]);
    terminal.quit();
}
