//! The screen with extreme data in generated folders: a million rows, texts of megabytes, thousands of passages.

use std::fs;
use std::path::Path;
use std::time::Instant;

use super::Setting;
use super::common::pages;
use super::common::script::Script;
use super::screen::{PATIENCE, selected, settle, to_and_fro};
use super::table::{Of, row};
use super::terminal::Terminal;

/// Number of similar texts, which make a million pairs.
const TEXTS: usize = 1_450;
/// Number of passages moved in the other text …
const PASSAGES: usize = 10_000;
/// … and the words in each.
const LENGTH: usize = 20;

pub(crate) fn all(setting: &Setting) {
    let folder = tempfile::tempdir().unwrap();
    million(folder.path());
    rows(setting, folder.path());
    let folder = tempfile::tempdir().unwrap();
    shuffled(folder.path());
    passages(setting, folder.path());
    let folder = tempfile::tempdir().unwrap();
    one_word(folder.path());
    long_word(setting, folder.path());
    pasted(setting, folder.path());
}

fn count(setting: &Setting) -> usize {
    setting.keys.min(200)
}

fn million(folder: &Path) {
    let common = pages::text(Script::English, 60, 1);
    for number in 0..TEXTS {
        let own = pages::text(Script::English, 40, number as u64 + 2);
        fs::write(folder.join(format!("{number:04}.txt")), format!("{common} {own}")).unwrap();
    }
}

fn rows(setting: &Setting, folder: &Path) {
    let mut terminal = Terminal::start(folder);
    settle(&terminal);
    let (_, all) = selected(&terminal.rows()).unwrap();
    assert!(all >= 1_000_000, "{all} rows");
    terminal.press("G");
    let is_last = |rows: &[String]| selected(rows).is_some_and(|(place, _)| place == all);
    terminal.wait(PATIENCE, is_last).unwrap();
    let times = to_and_fro(&mut terminal, ["k", "j"], count(setting));
    row("a million rows, a row: key → frame", &times, Of::P99, 16.0);
    terminal.press("*");
    let is_pinned = |rows: &[String]| rows.iter().any(|row| row.contains("* pinned: "));
    terminal.wait(PATIENCE, is_pinned).unwrap();
    let times = to_and_fro(&mut terminal, ["k", "j"], count(setting));
    row("a million rows, pinned, a row: key → frame", &times, Of::P99, 16.0);
}

fn shuffled(folder: &Path) {
    let text = pages::text(Script::English, PASSAGES * LENGTH, 3);
    let words: Vec<&str> = text.split_whitespace().collect();
    let passages: Vec<String> = words.chunks(LENGTH).map(|words| words.join(" ")).collect();
    fs::write(folder.join("a.txt"), passages.join("\n")).unwrap();
    // 37 and the number of passages are coprime, so each passage has one place.
    let other = (0..PASSAGES).map(|place| passages[place * 37 % PASSAGES].as_str());
    fs::write(folder.join("b.txt"), other.collect::<Vec<_>>().join("\n")).unwrap();
}

fn passages(setting: &Setting, folder: &Path) {
    let mut terminal = opened(folder);
    for (name, keys) in [("a row", ["j", "k"]), ("a passage", ["n", "N"]), ("the end", ["G", "g"])]
    {
        let times = to_and_fro(&mut terminal, keys, count(setting));
        row(&format!("10,000 moved passages, {name}: key → frame"), &times, Of::P99, 16.0);
    }
    let times = to_and_fro(&mut terminal, ["d", "\x1b"], count(setting));
    row("10,000 moved passages, dot plot, there and back", &times, Of::P99, 50.0);
    terminal.press("d");
    let times = to_and_fro(&mut terminal, ["\x1b[C", "\x1b[D"], count(setting));
    row("10,000 moved passages, a step in the dot plot", &times, Of::P99, 50.0);
}

fn opened(folder: &Path) -> Terminal {
    let mut terminal = Terminal::start(folder);
    settle(&terminal);
    let is_open = |rows: &[String]| rows.iter().any(|row| row.contains("passage 1 of"));
    terminal.wait(PATIENCE, is_open).unwrap();
    terminal.press("\r");
    let is_whole = |rows: &[String]| is_open(rows) && selected(rows).is_none();
    terminal.wait(PATIENCE, is_whole).unwrap();
    terminal
}

fn one_word(folder: &Path) {
    let common = pages::text(Script::English, 200, 4);
    for (name, letter) in [("a.txt", "x"), ("b.txt", "y")] {
        let word = letter.repeat(1 << 21);
        fs::write(folder.join(name), format!("{common} {word} {common}")).unwrap();
    }
}

fn long_word(setting: &Setting, folder: &Path) {
    let mut terminal = opened(folder);
    for (name, keys) in [("a row", ["j", "k"]), ("the end", ["G", "g"]), ("zoom", ["z", "z"])] {
        let times = to_and_fro(&mut terminal, keys, count(setting));
        row(&format!("a word of 2 MiB, {name}: key → frame"), &times, Of::P99, 50.0);
    }
}

fn pasted(setting: &Setting, folder: &Path) {
    let mut terminal = Terminal::start(folder);
    settle(&terminal);
    terminal.press("Q");
    let is_asked = |rows: &[String]| rows.iter().any(|row| row.contains("paste a text"));
    terminal.wait(PATIENCE, is_asked).unwrap();
    let text = "日本語 and words ".repeat(200_000);
    let begun = Instant::now();
    terminal.press(&format!("\x1b[200~{text}\x1b[201~"));
    let is_there = |rows: &[String]| rows.iter().any(|row| row.contains("and words"));
    let shown = terminal.wait(PATIENCE, is_there).unwrap();
    row("4 MB pasted, from its first byte to its frame", &[shown - begun], Of::Median, 2000.0);
    let times = to_and_fro(&mut terminal, ["\t", "\x1b[Z"], count(setting));
    row("4 MB pasted, to the matches and back: key → frame", &times, Of::P99, 16.0);
}
