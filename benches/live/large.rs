//! The screen with extreme data in generated folders: a million rows, texts of megabytes, thousands of passages.

use std::fs;
use std::path::Path;
use std::time::Instant;

use super::Setting;
use super::common::pages;
use super::common::script::Script;
use super::screen::{PATIENCE, selected_row, time_alternating_keys, wait_until_settled};
use super::table::{Of, print_times};
use super::terminal::Terminal;

/// Number of similar texts, which make a million pairs.
const TEXTS: usize = 1_450;
/// Number of passages moved in the other text …
const PASSAGES: usize = 2_000;
/// … and the words in each.
const LENGTH: usize = 100;

pub(crate) fn measure_all(setting: &Setting) {
    let folder = tempfile::tempdir().unwrap();
    write_million_pairs(folder.path());
    measure_million_rows(setting, folder.path());
    let folder = tempfile::tempdir().unwrap();
    write_moved_passages(folder.path());
    measure_moved_passages(setting, folder.path());
    let folder = tempfile::tempdir().unwrap();
    write_long_word(folder.path());
    measure_long_word(setting, folder.path());
    measure_paste(setting, folder.path());
}

fn step_count(setting: &Setting) -> usize {
    setting.keys.min(200)
}

fn write_million_pairs(folder: &Path) {
    let common = pages::generate_text(Script::English, 60, 1);
    for number in 0..TEXTS {
        let own = pages::generate_text(Script::English, 40, number as u64 + 2);
        fs::write(folder.join(format!("{number:04}.txt")), format!("{common} {own}")).unwrap();
    }
}

fn measure_million_rows(setting: &Setting, folder: &Path) {
    let mut terminal = Terminal::start(folder);
    wait_until_settled(&terminal);
    let (_, all) = selected_row(&terminal.rows()).unwrap();
    assert!(all >= 1_000_000, "{all} rows");
    terminal.press("G");
    let is_last = |rows: &[String]| selected_row(rows).is_some_and(|(place, _)| place == all);
    terminal.wait_until(PATIENCE, is_last).unwrap();
    let times = time_alternating_keys(&mut terminal, ["k", "j"], step_count(setting));
    print_times("a million rows, a row: key → frame", &times, Of::P99, 16.0);
}

fn write_moved_passages(folder: &Path) {
    let text = pages::generate_text(Script::English, PASSAGES * LENGTH, 3);
    let words: Vec<&str> = text.split_whitespace().collect();
    let passages: Vec<String> = words.chunks(LENGTH).map(|words| words.join(" ")).collect();
    fs::write(folder.join("a.txt"), passages.join("\n")).unwrap();
    // 37 and the number of passages are coprime, so each passage has one place.
    let other = (0..PASSAGES).map(|place| passages[place * 37 % PASSAGES].as_str());
    fs::write(folder.join("b.txt"), other.collect::<Vec<_>>().join("\n")).unwrap();
}

fn measure_moved_passages(setting: &Setting, folder: &Path) {
    let mut terminal = start_with_open_pair(folder);
    for (name, keys) in [("a row", ["j", "k"]), ("a passage", ["n", "N"]), ("the end", ["G", "g"])]
    {
        let times = time_alternating_keys(&mut terminal, keys, step_count(setting));
        print_times(&format!("2,000 moved passages, {name}: key → frame"), &times, Of::P99, 16.0);
    }
    let times = time_alternating_keys(&mut terminal, ["d", "\x1b"], step_count(setting));
    print_times("2,000 moved passages, dot plot, there and back", &times, Of::P99, 50.0);
    terminal.press("d");
    let times = time_alternating_keys(&mut terminal, ["\x1b[C", "\x1b[D"], step_count(setting));
    print_times("2,000 moved passages, a step in the dot plot", &times, Of::P99, 50.0);
}

fn start_with_open_pair(folder: &Path) -> Terminal {
    let mut terminal = Terminal::start(folder);
    wait_until_settled(&terminal);
    terminal.press("\r");
    let is_whole = |rows: &[String]| rows.iter().any(|row| row.starts_with("▸A "));
    terminal.wait_until(PATIENCE, is_whole).unwrap();
    terminal
}

fn write_long_word(folder: &Path) {
    let common = pages::generate_text(Script::English, 200, 4);
    for (name, letter) in [("a.txt", "x"), ("b.txt", "y")] {
        let word = letter.repeat(1 << 21);
        fs::write(folder.join(name), format!("{common} {word} {common}")).unwrap();
    }
}

fn measure_long_word(setting: &Setting, folder: &Path) {
    let mut terminal = start_with_open_pair(folder);
    for (name, keys) in [("a row", ["j", "k"]), ("the end", ["G", "g"])] {
        let times = time_alternating_keys(&mut terminal, keys, step_count(setting));
        print_times(&format!("a word of 2 MiB, {name}: key → frame"), &times, Of::P99, 50.0);
    }
}

fn measure_paste(setting: &Setting, folder: &Path) {
    let mut terminal = Terminal::start(folder);
    wait_until_settled(&terminal);
    terminal.press("Q");
    let is_asked = |rows: &[String]| rows.iter().any(|row| row.contains("paste a text"));
    terminal.wait_until(PATIENCE, is_asked).unwrap();
    let text = "日本語 and words ".repeat(200_000);
    let begun = Instant::now();
    terminal.press(&format!("\x1b[200~{text}\x1b[201~"));
    let is_there = |rows: &[String]| rows.iter().any(|row| row.contains("and words"));
    let shown = terminal.wait_until(PATIENCE, is_there).unwrap();
    print_times(
        "4 MB pasted, from its first byte to its frame",
        &[shown - begun],
        Of::Median,
        2000.0,
    );
    let times = time_alternating_keys(&mut terminal, ["\t", "\x1b[Z"], step_count(setting));
    print_times("4 MB pasted, to the matches and back: key → frame", &times, Of::P99, 16.0);
}
