//! A hostile folder and random keys: the terminal gets only the screen's own drawing.

use std::{ffi::OsString, fmt::Write as _, fs, os::unix::ffi::OsStringExt};

use tempfile::TempDir;

use super::{folder::small, folder::story, folder::write, oracle::complaint, terminal::Terminal};

/// Strings that control a terminal or hide in it.
const ATTACKS: [&str; 12] = [
    "\x1b[2J\x1b[31mred",
    "\x1b]0;title\x07",
    "\x1b]52;c;cm0gLXJm\x1b\\",
    "\x1b[?1049l\x1b[?25h",
    "\u{9b}31mc1 \u{9d}0;x\u{9c}",
    "\x1bP+q544e\x1b\\ \x1bc",
    "\u{202e}txt.exe\u{202c}",
    "\u{2066}isolate\u{2069}",
    "zero\u{200b}width\u{200d}join\u{feff}",
    "tag\u{e0041}\u{e007f}",
    "back\x08\x08\x08 bell\x07 cr\rline",
    "soft\u{ad}hyphen\u{2028}separator",
];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let flood = format!("flood a{}", "\u{301}\u{20dd}".repeat(400));
    for (index, attack) in ATTACKS.iter().copied().chain([flood.as_str()]).enumerate() {
        let mut text = String::new();
        for (place, word) in story(3, 120).split_whitespace().enumerate() {
            let attack = if place % 9 == 8 { attack } else { "" };
            write!(text, "{word} {attack} ").unwrap();
        }
        let name: String = attack.chars().filter(|c| *c != '/').take(60).collect();
        write(folder.path(), &format!("{index}-{name}.txt"), &text);
    }
    // Names that are not UTF-8, and unusable files, for the list of problems.
    let raw = OsString::from_vec(b"raw-\xff\xfe\x9b31m.txt".to_vec());
    fs::write(folder.path().join(raw), story(3, 100)).unwrap();
    write(folder.path(), "binary\x1b[31m\u{202e}.bin", "\0\0\x1b[31m\0\0");
    write(folder.path(), "long-\x1b[5m", &format!("{}\x1b[5m", "7".repeat(20_000)));
    folder
}

#[test]
fn nothing_of_a_hostile_folder_reaches_the_terminal_as_it_is() {
    let folder = folder();
    for (columns, rows) in [(120, 40), (60, 20), (40, 12)] {
        let mut terminal =
            Terminal::open(folder.path(), columns, rows, &["problem", "score", "-␛"]);
        for step in 0..16 {
            terminal.type_text("j");
            terminal.type_until("\r", &["'s shingles are in", "Esc back"]);
            terminal.type_text("nn\t\x1b[6~nN");
            if step == 8 {
                terminal.type_text("]]][wW");
            }
            terminal.type_text("\x1b");
            // Waits, because a key soon after Esc would combine with Esc.
            terminal.wait_for(&["score", "Enter open"]);
        }
        terminal.type_until("!", &["└ binary"]);
        terminal.type_until("jjkk ?", &["Help and keys"]);
        terminal.type_text("?q");
        assert_eq!(terminal.status(), 0);
        terminal.wait_given_back();
        assert_eq!(complaint(&terminal.raw()), None, "{columns}x{rows}");
    }
}

#[test]
fn unknown_sequences_do_no_harm() {
    let folder = small();
    let mut terminal = Terminal::open(folder.path(), 100, 30, &["original.txt", "passage 1 of"]);
    let before = terminal.cells();
    terminal.type_text("\r");
    terminal.wait("the pair has the whole screen", |screen| {
        screen.contents().contains("passage 1 of") && !screen.contents().contains("A in B")
    });
    let sequences = "\x1b[99;99~|\x1b[1;5P|\x1b[<0;999;999M|\x1b[<0;999;999m|\x1b[<1;10;10M|\
        \x1b[<35;10;10M|\x1b[<999;10;10M|\x1b[I|\x1b[O|\x1b[24~|\x1b[?1;2c|\x1b[3;4R|\x1bOR";
    for sequence in sequences.split('|') {
        terminal.type_text(sequence);
    }
    terminal.type_bytes(b"\xff\xfe\x80");
    terminal.type_text("\u{e9}日\x00\x1f");
    // An open sequence would swallow this key.
    terminal.type_text("\x1b");
    terminal.wait_cells("the pair leaves the whole screen", &before);
    terminal.type_until("?", &["Help and keys"]);
    terminal.type_text("?");
    terminal.wait_cells("the screen is as before", &before);
    terminal.quit();
}
