//! Changing parameters in a real terminal: dragging the line, and a frozen list.

use super::folder::{rewritten, small, story, write};
use super::terminal::{Terminal, shingle};

/// Column and row count from 1. `M` presses, `m` releases. Button 0 is the left button, 32 a drag.
fn mouse(terminal: &Terminal, button: u8, column: usize, row: usize, end: char) {
    terminal.type_text(&format!("\x1b[<{button};{column};{row}{end}"));
}

/// Column and row, from 1.
fn line(text: &str) -> Option<(usize, usize)> {
    let row = text.lines().position(|line| line.contains("pairs reach"))?;
    let column = text.lines().nth(row)?.chars().position(|character| character == '│')?;
    Some((column + 1, row + 1))
}

#[test]
fn the_line_is_dragged_and_a_pinned_ranking_says_how_rows_moved() {
    let folder = small();
    let mut terminal = Terminal::start(shingle(folder.path()), 120, 40);
    terminal.wait_for(&["6 documents", "original.txt", "pairs reach 20%"]);
    terminal.type_until("*", &["* pinned: ", "rows now say how they move"]);
    let (column, row) = line(&terminal.text()).unwrap();
    mouse(&terminal, 0, column, row, 'M');
    mouse(&terminal, 32, column + 20, row, 'M');
    mouse(&terminal, 0, column + 20, row, 'm');
    terminal.wait_for(&["[t]hreshold 60% ", "reach 60%", "* pinned: threshold 20%"]);
    terminal.quit();
}

#[test]
fn a_frozen_list_waits_until_it_is_thawed() {
    let folder = small();
    let mut terminal = Terminal::start(shingle(folder.path()), 120, 40);
    terminal.wait_for(&["6 documents", "watching", "light.txt"]);
    terminal.type_until(":freeze\r", &["FROZEN"]);
    write(folder.path(), "visitor.txt", &rewritten(&story(1, 160), 40));
    terminal.wait_for(&["FROZEN, ", "6 documents"]);
    terminal.type_until(":freeze\r", &["7 documents", "visitor.txt", "thawed: ", "let in"]);
    terminal.quit();
}
