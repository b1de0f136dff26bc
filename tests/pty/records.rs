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

#[test]
fn records_are_shown_and_found_by_their_ids() {
    let folder = tempfile::tempdir().unwrap();
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (first, other) = (line(&story(1, 60)), line(&story(2, 60)));
    let texts = [&first, &other, &rewritten(&first, 30), &rewritten(&other, 30)];
    let records = texts
        .iter()
        .zip(1..)
        .map(|(text, id)| format!("{{\"id\": \"p-{id}\", \"text\": \"{text}\"}}\n"));
    write(folder.path(), "posts.jsonl", &records.collect::<String>());
    let mut command = shingle(&folder.path().join("posts.jsonl"));
    command.args(["--records", "jsonl:text", "--id", "id"]);
    let mut terminal = Terminal::start(command, 120, 40);
    terminal.wait_for(&["4 documents", "p-1", "posts.jsonl:1 ↔ posts.jsonl:3", "passage 1 of"]);
    terminal.type_until("/p-4\r", &["1 of 2 rows", "p-2", "posts.jsonl:2 ↔ posts.jsonl:4"]);
    terminal.quit();
}
