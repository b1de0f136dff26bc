//! The key of every parameter changes its value on the screen, and the results. Keys do not wait for the folder.

use std::path::Path;
use std::process::Command;

use super::folder::{large, small};
use super::terminal::{Terminal, shingle};

/// Settings, each made by its key before a colon, or typed as a value.
const SETTINGS: &str = "w:width 4|t:threshold 25%|-:threshold 24%|language en|stop-words off|stem off|case ascii|case keep|\
    words spaces|pos-removal on|confusables on|accents ignored|measure overlap|measure per-word|modulo 2|modulo 3|\
    hash crc32|above strictly|sketch minhash|functions 128|verify off|step 2";

/// Names and whole percent, best first.
fn listed(folder: &Path, options: &[String]) -> Vec<(String, String, String)> {
    let mut scan = Command::new(env!("CARGO_BIN_EXE_shingle"));
    for name in ["CONFIG", "CACHE", "STATE", "DECISIONS", "PHRASES"] {
        scan.env(format!("SHINGLE_{name}"), "");
    }
    let scan = scan.args(["scan", "--format", "json"]).args(options).arg(folder).output().unwrap();
    assert!(scan.status.success(), "{options:?}: {}", String::from_utf8_lossy(&scan.stderr));
    let found: serde_json::Value = serde_json::from_slice(&scan.stdout).unwrap();
    let row = |pair: &serde_json::Value| {
        let [a, b] = ["a", "b"].map(|side| pair[side].as_str().unwrap().to_string());
        let score = pair["score"].as_f64().unwrap();
        let rounded = format!("{:.0}%", score * 100.0);
        let percent = if score < 1.0 { rounded.replace("100%", "99%") } else { rounded };
        (a, b, percent)
    };
    found["pairs"].as_array().unwrap().iter().map(row).collect()
}

/// Waits until the bar has this value, nothing is stale, and the list matches these options.
fn agree(terminal: &Terminal, folder: &Path, value: &str, options: &[String]) -> usize {
    let wanted = listed(folder, options);
    terminal.wait(&format!("the bar shows {value} and the list {wanted:?}"), |screen| {
        let text = screen.contents();
        let rows: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.contains("# score"))
            .skip(1)
            .take_while(|line| !line.trim().is_empty() && !line.starts_with('─'))
            .collect();
        // `!` after a value marks a warning.
        let is_shown = |line: &str| {
            let ends = [" ", "!"].map(|end| format!("{value}{end}"));
            ends.iter().any(|shown| line.contains(shown)) || line.ends_with(value)
        };
        let bar = text.lines().take(4).any(is_shown);
        let awaited = text.lines().take(4).any(|line| line.contains('→'));
        let count = wanted.len();
        let title = if count == 1 { "1 pair ".to_string() } else { format!("{count} pairs") };
        let same = wanted.is_empty() && text.contains("No two documents reach")
            || rows.len() == count
                && rows.iter().zip(&wanted).all(|(row, (a, b, percent))| {
                    row.contains(a.as_str())
                        && row.contains(b.as_str())
                        && row.contains(percent.as_str())
                });
        bar && same && text.contains(&title) && !text.contains("stale") && !awaited
    });
    wanted.len()
}

#[test]
fn every_parameter_key_changes_the_bar_and_the_list_alike() {
    let folder = small();
    let mut terminal = Terminal::open(folder.path(), 120, 60, &["6 documents", "[w]idth 3"]);
    let mut options: Vec<String> = Vec::new();
    let mut found = agree(&terminal, folder.path(), "[w]idth 3", &options);
    let mut results = vec![listed(folder.path(), &options)];
    for setting in SETTINGS.split('|') {
        let (key, setting) = setting.split_once(':').unwrap_or(("", setting));
        let (name, value) = setting.split_once(' ').unwrap();
        let (initial, rest) = setting.split_at(1);
        let shown = if key.is_empty() { setting.to_string() } else { format!("[{initial}]{rest}") };
        terminal.type_text(&if key.is_empty() { format!("={setting}\r") } else { key.into() });
        // Without verification, no measure is computed, and the command refuses the option.
        let option = format!("--{name}");
        let gone = if name == "verify" { "--measure" } else { &option };
        if let Some(place) = options.iter().position(|given| given == gone) {
            options.drain(place..place + 2);
        }
        options.extend([option, value.to_string()]);
        found += agree(&terminal, folder.path(), &shown, &options);
        results.push(listed(folder.path(), &options));
    }
    assert!(found > 40, "too few matches to prove anything");
    results.dedup();
    assert!(results.len() > 7, "only {} of the keys changed the results", results.len() - 1);
    let values = "step 1, verify on, functions 84, sketch modulo, above at-least, hash wide, m 1, measure containment, \
        pos-removal off, words unicode, case unicode, stem on, stop-words inside, language auto, confusables off, \
        accents kept";
    for value in values.split(", ") {
        terminal.type_text(&format!("={value}\r"));
    }
    terminal.type_text("+TW");
    agree(&terminal, folder.path(), "[w]idth 3", &[]);
    terminal.wait_for(&["[t]hreshold 20%", "[=] +22"]);
    for preset in ["phpir", "php-shingles", "minhash84", "node", "broder"] {
        let value = format!("preset {preset}");
        terminal.type_text(&format!("={value}\r"));
        agree(&terminal, folder.path(), &value, &["--preset".into(), preset.into()]);
    }
    terminal.type_text("=preset none\r");
    // Without a preset, the bar does not begin with it.
    agree(&terminal, folder.path(), "[w]idth 3", &[]);
    terminal.wait("no preset is in the bar", |screen| {
        screen.contents().lines().nth(1).is_some_and(|bar| !bar.contains("preset"))
    });
    terminal.quit();
}

#[test]
fn keys_are_answered_while_a_folder_is_read() {
    let folder = large(2_000);
    let mut command = shingle(folder.path());
    command.args(["--language", "en"]);
    let mut terminal = Terminal::start(command, 120, 40);
    terminal.frame_after(0, "there is progress", |frame| {
        frame.contains("reading") && frame.contains("/2,000")
    });
    let seen = terminal.frames();
    terminal.type_text("?");
    terminal.frame_after(seen, "help opens while the folder is still read", |frame| {
        frame.contains("Help and keys") && !frame.contains("2,000 documents")
    });
    let seen = terminal.frames();
    terminal.type_text("?w");
    terminal.frame_after(seen, "a parameter changes meanwhile", |frame| {
        frame.contains("[w]idth 4") && !frame.contains("2,000 documents")
    });
    terminal.wait_for(&["2,000 documents", "1,000 pairs", "4-word shingles"]);
    // The results can become stale from here.
    let seen = terminal.frames();
    terminal.type_text("w");
    let frame = terminal
        .frame_after(seen, "old results stay, marked stale", |frame| frame.contains("[w]idth 4→5"));
    assert!(frame.contains("stale") && frame.contains("1,000 pairs"), "{frame}");
    terminal.wait("the new results are whole", |screen| {
        let text = screen.contents();
        text.contains("[w]idth 5") && text.contains("5-word shingles") && !text.contains("stale")
    });
    terminal.type_text("w");
    terminal.quit();
}

fn with_keys(folder: &Path, keys: &str, rows: u16) -> Terminal {
    let config = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(config.path(), format!("[keys]\n{keys}")).unwrap();
    let mut command = shingle(folder);
    command.arg("--config");
    command.arg(config.path());
    Terminal::ready(command, 120, rows, &["6 documents", "'s shingles are in"])
}

#[test]
fn keys_of_ones_own_act_and_are_shown() {
    let folder = small();
    let keys =
        "\"K\" = \"width\"\n\"w\" = \"width back\"\n\"W\" = \"off\"\n\"Ctrl-E\" = \"all keys\"\n";
    let mut terminal = with_keys(folder.path(), keys, 60);
    terminal.wait_for(&["width 3", "Ctrl-E F1 ? all keys"]);
    terminal.type_until("KKW", &["width 5"]);
    terminal.type_until("w", &["width 4"]);
    terminal.type_until("\x05", &["Help and keys"]);
    terminal.type_until("width", &["K w ", "per shingle"]);
    terminal.type_text("\x03");
    assert_eq!(terminal.status(), 0);
}

#[test]
fn what_was_done_names_the_keys_of_ones_own_that_take_it_back() {
    let folder = small();
    let keys = "\"F\" = \"freeze\"\n\"M\" = \"mouse\"\n\"f\" = \"filter\"\n\"U\" = \"undo\"\n\"u\" = \"off\"\n\"V\" = \"zoom\"\n";
    let mut terminal = with_keys(folder.path(), keys, 36);
    terminal.type_until("F", &["frozen: changes in the folder wait; F lets them in"]);
    terminal.type_until("F", &["thawed: nothing changed"]);
    terminal.type_text("M");
    terminal.wait_for(&["the mouse is the terminal's: select text with it; M takes it again"]);
    terminal.type_until("M", &["the mouse is the screen's"]);
    terminal.type_until("fzebra\r", &["Esc removes the filter, f changes it"]);
    terminal.type_until("\x1b", &["'s shingles are in"]);
    terminal.type_until("\rV", &["A alone; V or Esc brings the rest back"]);
    terminal.type_text("\x03");
    assert_eq!(terminal.status(), 0);
}
