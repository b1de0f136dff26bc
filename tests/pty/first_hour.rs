//! The first hour with a hundred answers: tune, mark, note, report, quit, and return to a changed folder. Checks the
//! screen at each step, and counts keys.

use std::fs;
use std::path::Path;

use portable_pty::CommandBuilder;

use super::folder::write;
use super::terminal::{Terminal, shingle};

/// Number of answers and of pairs.
const ANSWERS: usize = 100;
const PAIRS: usize = 24;

fn words(of: &str, count: usize) -> String {
    (0..count).map(|word| format!("{of}x{word}")).collect::<Vec<_>>().join(" ")
}

/// The first [`PAIRS`] pairs share most of their words.
fn answers() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..ANSWERS {
        let (pair, own) = (number / 2, words(&format!("own{number}"), 40));
        let shared =
            if pair < PAIRS { words(&format!("pair{pair}"), 80 + pair) } else { String::new() };
        write(folder.path(), &format!("{number:03}.txt"), &format!("{shared}\n\n{own}"));
    }
    folder
}

/// Uses separate marks and visits.
fn visiting(folder: &Path, kept: &Path) -> CommandBuilder {
    let mut command = shingle(folder);
    command.env("SHINGLE_STATE", kept.join("state"));
    command.env("SHINGLE_DECISIONS", kept.join("decisions.jsonl"));
    command
}

struct Counted {
    terminal: Terminal,
    keys: usize,
}

impl Counted {
    /// One key per character.
    fn press(&mut self, keys: &str, station: &[&str]) {
        self.keys += keys.chars().count();
        self.terminal.type_text(keys);
        self.terminal.wait_for(station);
    }
}

#[test]
fn twenty_pairs_of_a_hundred_answers_take_sixty_keys_and_are_still_decided_tomorrow() {
    let (folder, kept) = (answers(), tempfile::tempdir().unwrap());
    let terminal = Terminal::start(visiting(folder.path(), kept.path()), 120, 36);
    terminal.wait_for(&[
        "100 documents",
        "watching",
        "24 pairs",
        "row 1 of 24",
        "'s shingles are in",
    ]);
    let mut desk = Counted { terminal, keys: 0 };

    // Tune: shows and undoes the effect of longer shingles.
    desk.press("w", &["[w]idth 4 ", "width 3→4:", "shared shingles"]);
    desk.press("u", &["[w]idth 3 ", "undone: w", " 4→3"]);
    desk.press("t", &["[t]hreshold 25%"]);

    // Mark: two keys per pair. The program selects the next unmarked pair.
    for decided in 1..=20 {
        let letter = if decided % 5 == 0 { "q" } else { "r" };
        let station = format!("24 pairs · {decided} decided");
        desk.press(&format!(" {letter}"), &[&station]);
    }
    assert!(desk.keys <= 60, "{} keys", desk.keys);
    desk.press("", &["row 21 of 24"]);

    // Add a note, find the note, and show the remaining pairs.
    desk.press("g n", &["note on"]);
    desk.press("ask on Friday\r", &["rewrite: ask on Friday"]);
    desk.press("/note:friday\r", &["1 of 24 rows passes “note:friday”"]);
    desk.press("\x1b", &["24 pairs · 20 decided"]);
    desk.press("/is:undecided\r", &["4 of 24 rows pass “is:undecided”"]);
    desk.press("\x1b", &["24 pairs · 20 decided"]);

    let report = kept.path().join("report.html");
    desk.press(":report\r", &["report to:"]);
    desk.press(&format!("\x15{}\r", report.display()), &["its title:"]);
    desk.press("Answers of May\rAsk four of them.\r", &["wrote 24 rows to"]);
    let page = fs::read_to_string(&report).unwrap();
    assert!(page.contains("Answers of May</bdi></h1>") && page.contains("Ask four of them."));
    assert!(page.contains("ask on Friday") && page.matches("rewrite").count() >= 16);
    desk.press("q", &[]);
    assert_eq!(desk.terminal.status(), 0);

    // Overnight, two marked answers get new names and a third changes.
    let place = |name: &str| folder.path().join(name);
    fs::rename(place("046.txt"), place("late.txt")).unwrap();
    fs::rename(place("044.txt"), place("later.txt")).unwrap();
    let changed = fs::read_to_string(place("042.txt")).unwrap() + "and a last line of its own\n";
    fs::write(place("042.txt"), changed).unwrap();
    let mut again = Terminal::start(visiting(folder.path(), kept.path()), 120, 36);
    again.wait_for(&[
        "100 documents",
        "[t]hreshold 25%",
        "24 pairs · 19 decided · 1 on an earlier",
    ]);
    again.type_until("/042\r\r", &["rewrite (earlier version)"]);
    again.type_text("qq");
    assert_eq!(again.status(), 0);
}
