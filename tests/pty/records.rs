//! Records of files on the screen: shown and found by their ids.

use super::{
    folder::rewritten, folder::story, folder::write, terminal::Terminal, terminal::shingle,
};

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
    assert!(std::fs::read_to_string(&marks).unwrap().contains("\"note\":\"ask\""));
    // The first q leaves the pair.
    terminal.type_until("q", &["q quit", "1 pair", "p-1"]);
    terminal.type_until("K", &["1 cluster"]);
    terminal.quit();
    let mut terminal = Terminal::ready(command, 120, 40, &["reused: ask", "1 passage"]);
    terminal.type_until("\\", &["phrases off→1"]);
    let kept = std::fs::read_dir(folder.path().join("home")).unwrap();
    assert_eq!(kept.count(), 2, "marks and phrases");
    terminal.type_until("q", &["q quit"]);
    terminal.quit();
}
