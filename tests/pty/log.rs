//! The log of a screen on a changing folder: contains the events, but no line of a document.

use std::{collections::BTreeSet, fs};

use super::{folder::write, terminal::Terminal, terminal::shingle};

fn text(seed: usize) -> String {
    let word = |at: usize| format!("wort{:x}", (seed * 7919 + at * 104_729) % 65_521 + 70_000);
    (0..60).map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn it_has_what_happened_and_no_line_of_a_document() {
    let (folder, beside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut texts = vec![text(1), text(2), text(3)];
    write(folder.path(), "plain.txt", &texts[0]);
    write(folder.path(), "page.html", &format!("<p>{}</p><p>{}", texts[0], texts[1]));
    // Gives messages about content.
    write(folder.path(), "damaged.pdf", &format!("%PDF-1.7 {}", texts[1]));
    write(folder.path(), "converted.held", &texts[2]);
    write(folder.path(), "binary", &format!("\0{}", texts[2]));
    fs::File::create(folder.path().join("large")).unwrap().set_len(300 << 20).unwrap();
    let log = beside.path().join("log");
    let mut command = shingle(folder.path());
    command.arg("--log");
    command.arg(&log);
    command.args(["--no-config", "--converter", "*.held=sh -c 'cat >&2; exit 1'"]);
    let mut terminal = Terminal::ready(command, 120, 36, &["2 documents", "4 problems"]);
    for change in 4..30 {
        let text = text(change);
        write(folder.path(), &format!("new-{}.txt", change % 5), &text);
        write(folder.path(), "page.html", &format!("<p>{text}"));
        write(folder.path(), "damaged.pdf", &format!("%PDF-1.7\n{text}"));
        texts.push(text);
        fs::create_dir(folder.path().join(format!("empty-{change}"))).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    terminal.wait_for(&["7 documents"]);
    fs::remove_file(folder.path().join("new-0.txt")).unwrap();
    terminal.wait_for(&["6 documents"]);
    terminal.quit();
    let log = fs::read_to_string(&log).unwrap();
    let parts = "INFO shingle |INFO watch: watching\n|INFO listed the folder: 0 gone, 6 to read\n|\
        INFO refused damaged.pdf: damaged PDF\n|INFO refused converted.held: its converter failed\n|\
        INFO refused binary: binary: a NUL byte at offset 0\n| MiB\n| changed: |INFO read |INFO ranked ";
    for part in parts.split('|') {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert_eq!(log.matches("refused large: larger than 256 MiB").count(), 1, "{log}");
    let words: BTreeSet<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
    assert!(words.len() > 1000);
    for line in log.lines() {
        assert!(!words.iter().any(|word| line.contains(word)), "{line}");
        let (time, said) = line.split_once(' ').unwrap();
        assert!(time.starts_with("20") && time.ends_with('Z') && !said.is_empty(), "{line}");
    }
}

#[test]
fn it_is_refused_in_the_folder_that_is_read() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "plain.txt", &text(1));
    let mut command = shingle(folder.path());
    command.arg("--no-config");
    command.env("SHINGLE_LOG", folder.path().join("log"));
    let mut terminal = Terminal::start(command, 200, 10);
    assert_eq!(terminal.status(), 2);
    terminal.wait_for(&["--log: ", "inside the scanned folder"]);
    assert!(!folder.path().join("log").exists());
}
