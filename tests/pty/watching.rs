//! The screen follows the folder: added, changed and removed files, whole folders, and the folder itself.

use std::fs;

use super::{folder::small, folder::story, folder::write, terminal::Terminal, terminal::shingle};

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
    let mut terminal =
        Terminal::ready(command, 160, 36, &["light.txt", "original.txt", "6 documents so far"]);
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
