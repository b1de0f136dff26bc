//! Records of files on the screen: rows by file and line, a pair of one file, and a file that changes.

use super::folder::{rewritten, story, write};
use super::terminal::{Terminal, shingle};

#[test]
fn records_are_rows_and_follow_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (first, other) = (line(&story(1, 60)), line(&story(2, 60)));
    write(folder.path(), "a.txt", &format!("{first}\n\n{other}\n{}\n", rewritten(&first, 30)));
    let mut command = shingle(folder.path());
    command.args(["--records", "lines"]);
    let mut terminal = Terminal::start(command, 120, 40);
    terminal.wait_for(&["3 documents", "watching", "a.txt:1", "a.txt:4", "passage 1 of"]);

    let seen = terminal.frames();
    let more = rewritten(&first, 45);
    write(
        folder.path(),
        "a.txt",
        &format!("{first}\n\n{other}\n{}\n{more}\n", rewritten(&first, 30)),
    );
    terminal.frame_after(seen, "the new record's rows are marked", |frame| {
        frame.contains("4 documents")
            && frame
                .lines()
                .any(|line| line.contains("a.txt:5") && line.trim_end().ends_with("new"))
    });
    terminal.type_until("!", &["a.txt:2", "1 record without text"]);
    terminal.quit();
}
