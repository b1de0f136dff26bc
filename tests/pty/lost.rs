//! A document vanishes while its folder is watched, and the screen says where its content went.

use std::fs;

use super::folder::{rewritten, small, story, write};
use super::terminal::{Terminal, shingle};

#[test]
fn a_document_that_vanished_is_found_again_under_another_name() {
    let folder = small();
    write(folder.path(), "essay.txt", &story(7, 300));
    let mut terminal = Terminal::start(shingle(folder.path()), 120, 36);
    terminal.wait_for(&["7 documents", "watching", "light.txt"]);

    // It is moved to another folder, with some words changed.
    let seen = terminal.frames();
    fs::create_dir(folder.path().join("archive")).unwrap();
    fs::remove_file(folder.path().join("essay.txt")).unwrap();
    write(folder.path(), "archive/final.txt", &rewritten(&story(7, 300), 90));
    terminal.frame_after(seen, "where the content went", |frame| {
        frame.contains("essay.txt is gone; 9") && frame.contains("% of it is in archive/final.txt")
    });

    // The sentence disappears with the next key, and stays in the list of events.
    terminal.type_text("!");
    terminal.wait_for(&["activity", "archive/final.txt is new", "% of it is in archive/final.txt"]);
    terminal.type_text("jj\r");
    terminal.wait_for(&["0 rows with archive/final.txt"]);
    terminal.type_text("\u{1b}");

    // Renamed again: the entry follows the content.
    let seen = terminal.frames();
    fs::rename(folder.path().join("archive/final.txt"), folder.path().join("last.txt")).unwrap();
    terminal.frame_after(seen, "where it is now", |frame| {
        frame.contains("renamed archive/final.txt → last.txt")
            && frame.contains("essay.txt is gone; 9")
            && frame.contains("% of it is in last.txt")
    });

    let seen = terminal.frames();
    write(folder.path(), "essay.txt", &story(7, 300));
    terminal
        .frame_after(seen, "it is back", |frame| frame.contains("essay.txt was gone and is back"));
    terminal.type_text("q");
    assert_eq!(terminal.status(), 0);
}
