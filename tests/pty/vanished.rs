//! A document disappears from a watched folder, and the screen reports that.

use std::fs;

use super::folder::{small, story, write};
use super::terminal::{Terminal, shingle};

#[test]
fn a_document_that_vanishes_is_renamed_or_comes_back_is_said_so() {
    let folder = small();
    write(folder.path(), "essay.txt", &story(7, 300));
    let mut terminal = Terminal::start(shingle(folder.path()), 120, 36);
    terminal.wait_for(&["7 documents", "watching", "light.txt"]);

    let seen = terminal.frames();
    fs::remove_file(folder.path().join("essay.txt")).unwrap();
    terminal.frame_after(seen, "it is gone", |frame| frame.contains("essay.txt is gone"));

    // The message disappears with the next key, and stays in the list of events.
    terminal.type_until("!", &["activity", "essay.txt is gone"]);
    terminal.type_text("\u{1b}");

    let seen = terminal.frames();
    write(folder.path(), "essay.txt", &story(7, 300));
    terminal.frame_after(seen, "it is back", |frame| frame.contains("essay.txt is back"));

    let seen = terminal.frames();
    fs::rename(folder.path().join("essay.txt"), folder.path().join("last.txt")).unwrap();
    terminal
        .frame_after(seen, "the new name", |frame| frame.contains("renamed essay.txt → last.txt"));
    terminal.quit();
}
