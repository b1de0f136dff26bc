//! Inputs other than a folder: two files, whose pair opens and follows them, a file of records, and a lesson on two
//! files.

use std::fs;

use super::folder::{rewritten, small, story, write};
use super::terminal::{Terminal, plain, shingle};

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
    let mut terminal =
        Terminal::ready(command, 120, 40, &["4 documents", "p-1", "p-1 ↔ p-3", "passage 1 of"]);
    terminal.type_until("/p-4\r", &["1 of 2 rows", "p-2", "p-2 ↔ p-4"]);
    terminal.quit();
    // A dropped record beside the record that it repeats.
    let mut command = shingle(&folder.path().join("posts.jsonl"));
    command.args(["p-3", "p-1", "--records", "jsonl:text", "--id", "id"]);
    // A file is no scanned folder, so its folder may be the home with the marks.
    let marks = folder.path().join("home/decisions.jsonl");
    command.env("SHINGLE_DECISIONS", &marks);
    command.env("SHINGLE_PHRASES", folder.path().join("home"));
    let mut terminal =
        Terminal::ready(command.clone(), 120, 40, &["2 documents", "p-1 ↔ p-3", "1 passage"]);
    terminal.type_until(" r", &["1 decided"]);
    terminal.type_until(" nask\r", &["noted: ", "reused: ask"]);
    assert!(fs::read_to_string(&marks).unwrap().contains("\"note\":\"ask\""));
    // The first q leaves the pair.
    terminal.type_until("q", &["q quit", "1 pair", "p-1"]);
    terminal.type_until("K", &["1 cluster"]);
    terminal.quit();
    let mut terminal = Terminal::ready(command, 120, 40, &["reused: ask", "1 passage"]);
    terminal.type_until("\\", &["phrases off→1"]);
    assert_eq!(fs::read_dir(folder.path().join("home")).unwrap().count(), 2, "marks and phrases");
    terminal.type_until("q", &["q quit"]);
    terminal.quit();
}

#[test]
fn two_files_are_taught_and_a_missing_one_is_refused() {
    let folder = small();
    let path = |name: &str| folder.path().join(name);
    let mut command = plain(env!("CARGO_BIN_EXE_shingle"));
    command.args(["teach".into(), path("original.txt"), path("light.txt")]);
    let mut terminal = Terminal::ready(command, 80, 24, &["1 of 23", "A ", "Esc back"]);
    terminal.type_bytes(b"\x1b");
    assert_eq!(terminal.status(), 0);
    let mut command = plain(env!("CARGO_BIN_EXE_shingle"));
    command.args(["teach".into(), path("original.txt"), path("none.txt")]);
    let mut terminal = Terminal::start(command, 80, 24);
    assert_eq!(terminal.status(), 2);
    terminal.wait_for(&["no such file"]);
}
