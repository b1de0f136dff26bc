//! Two named files: their pair opens, and the screen follows both files.

use std::fs;

use super::folder::{rewritten, small, story, write};
use super::terminal::{Terminal, shingle};

#[test]
fn two_files_open_as_a_pair_and_follow_their_texts() {
    let folder = small();
    for place in ["one", "two"] {
        fs::create_dir(folder.path().join(place)).unwrap();
        write(folder.path(), &format!("{place}/beside.txt"), &story(1, 160));
    }
    write(folder.path(), "one/.a.txt", &story(5, 200));
    // Ignored and hidden, but named.
    write(folder.path(), "two/.gitignore", "*.txt\n");
    write(folder.path(), "two/b.txt", &rewritten(&story(5, 200), 7));
    let mut command = shingle(&folder.path().join("one/.a.txt"));
    command.arg(folder.path().join("two/b.txt"));
    let mut terminal = Terminal::ready(
        command,
        120,
        36,
        &["2 documents", "watching", "one/.a.txt", "two/b.txt", "'s shingles are in"],
    );

    // Reads no neighbouring files.
    let seen = terminal.frames();
    write(folder.path(), "one/third.txt", &story(5, 200));
    write(folder.path(), "two/b.txt", "something quite different now");
    terminal.frame_after(seen, "the new text", |frame| {
        frame.contains("something quite different now") && frame.contains("2 documents")
    });
    // The pair scores less than the threshold now, and stays open until closed.
    terminal.type_until("\u{1b}", &["0 pairs", "two/b.txt", "gone"]);
    terminal.quit();
}
