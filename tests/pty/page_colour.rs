//! The query of the terminal's page colour, and terminals that answer soon, late, in parts, between keys, or never.

use std::{path::Path, time::Duration};

use portable_pty::CommandBuilder;
use vt100::Color;

use super::folder::small;
use super::terminal::{Cell, Terminal, shell, shingle, size_of};

const QUESTION: &[u8] = b"\x1b]11;?\x1b\\";
const LIGHT: &[u8] = b"\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\";
const DARK: &[u8] = b"\x1b]11;rgb:0000/2b2b/3636\x07";

/// Starts the program in a terminal with all colours.
fn start(folder: &Path) -> Terminal {
    let mut command = shingle(folder);
    command.env("COLORTERM", "truecolor");
    started(command)
}

fn started(command: CommandBuilder) -> Terminal {
    Terminal::ready(command, 100, 30, &["original.txt", "'s shingles are in"])
}

fn count(raw: &[u8], part: &[u8]) -> usize {
    raw.windows(part.len()).filter(|one| *one == part).count()
}

fn with_theme(folder: &Path, theme: &str) -> Vec<Cell> {
    let mut command = shingle(folder);
    command.env("COLORTERM", "truecolor");
    command.args(["--theme", theme]);
    let terminal = started(command);
    terminal.wait("it is at rest", |screen| screen.contents().contains("watching"));
    terminal.cells()
}

fn colours(cells: &[Cell]) -> Vec<(Color, Color)> {
    cells.iter().map(|(_, text, page, _)| (*text, *page)).collect()
}

#[test]
fn an_answer_decides_about_the_colours_and_no_answer_leaves_them() {
    let folder = small();
    for (answer, theme) in [(LIGHT, "light"), (DARK, "dark")] {
        let wanted = colours(&with_theme(folder.path(), theme));
        let mut terminal = start(folder.path());
        terminal.wait("it is at rest", |screen| screen.contents().contains("watching"));
        let before = colours(&terminal.cells());
        assert_eq!(count(&terminal.raw(), QUESTION), 1);
        assert_ne!(before, wanted, "{theme}");
        terminal.type_bytes(answer);
        terminal.wait(theme, |screen| {
            let (rows, columns) = size_of(screen);
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            cells.zip(&wanted).all(|((row, column), wanted)| {
                let cell = screen.cell(row, column).unwrap();
                (cell.fgcolor(), cell.bgcolor()) == *wanted
            })
        });
        terminal.quit();
        terminal.wait_given_back();
        assert_eq!(count(&terminal.raw(), QUESTION), 1, "it asks once");
    }
}

#[test]
fn keys_typed_ahead_of_a_late_answer_in_parts_are_not_lost_and_the_answer_is_no_key() {
    let folder = small();
    let mut terminal = start(folder.path());
    let before = terminal.cells();
    // Typed before the answer, into the input line. The answer arrives in parts between letters.
    terminal.type_text("/ori");
    let (first, rest) = DARK.split_at(9);
    terminal.type_bytes(first);
    std::thread::sleep(Duration::from_millis(120));
    terminal.type_bytes(rest);
    terminal.type_until("gin", &["· filter: origin"]);
    terminal.wait("the letters of the answer are no input", |screen| {
        let text = screen.contents();
        !text.contains("rgb:") && !text.contains("]11") && !text.contains("2b2b")
    });
    // The page of the selected row is that of a dark terminal.
    let page = |cells: &[Cell]| -> Vec<Color> { cells.iter().map(|cell| cell.2).collect() };
    let now = page(&terminal.cells());
    assert!(page(&before).iter().any(|colour| !now.contains(colour)), "the colours are others");
    terminal.type_text("\u{1b}");
    terminal.wait("Esc closes the line", |screen| !screen.contents().contains("filter:"));
    terminal.quit();
}

#[test]
fn a_terminal_that_never_answers_gets_every_key_as_typed() {
    let folder = small();
    let mut terminal = start(folder.path());
    // Esc and Alt with a bracket begin like an answer.
    terminal.type_text("/a\u{1b}");
    terminal.wait("Esc closes the line", |screen| screen.contents().contains("Enter open"));
    terminal.type_bytes(b"\x1b]");
    terminal.type_until("?", &["Help and keys"]);
    terminal.type_text("\u{1b}");
    terminal.wait("Esc closes help", |screen| !screen.contents().contains("Help and keys"));
    terminal.quit();
}

#[test]
fn who_leaves_at_once_leaves_no_answer_to_the_shell() {
    let folder = small();
    let script = "\"$0\" \"$1\"; read -r rest; echo \"left:$rest:\"";
    let mut terminal = Terminal::start(shell(script, folder.path()), 100, 30);
    terminal.wait_taken();
    terminal.type_text("q");
    terminal.type_bytes(DARK);
    terminal.wait_given_back();
    terminal.wait_cooked();
    terminal.type_until("line\n", &["left:line:"]);
    assert_eq!(terminal.status(), 0);
}
