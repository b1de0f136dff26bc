//! The screen at every size, and during changes of size.

use super::{folder::small, terminal::Cell, terminal::Terminal};

const READY: [&str; 3] = ["6 doc", "watching", "original.txt"];

fn settled(folder: &std::path::Path, columns: u16, rows: u16) -> Terminal {
    let terminal = Terminal::open(folder, columns, rows, &READY);
    if rows >= 30 {
        terminal.wait_for(&["passage 1 of"]);
    }
    // On a busy machine, progress of a second listing may appear for a moment.
    terminal.wait("it rests", |screen| {
        let header = screen.contents().lines().next().unwrap_or_default().to_string();
        header.trim_end().ends_with("watching")
    });
    terminal
}

fn fresh(folder: &std::path::Path, columns: u16, rows: u16) -> Vec<Cell> {
    settled(folder, columns, rows).cells()
}

#[test]
fn after_any_resize_the_screen_is_that_of_a_fresh_start() {
    let folder = small();
    let mut terminal = settled(folder.path(), 120, 36);
    for (columns, rows) in [(200, 60), (60, 20), (100, 30), (80, 24), (120, 36)] {
        let wanted = fresh(folder.path(), columns, rows);
        terminal.resize(30, 8);
        terminal.wait("one sentence asks for room", |screen| {
            let text = screen.contents();
            text.trim().replace('\n', " ").contains("40x12 needed") && !text.contains("shingle")
        });
        terminal.resize(columns, rows);
        let what = format!("a resize to {columns}x{rows} gives the frame of a fresh start");
        terminal.wait_cells(&what, &wanted);
    }
    terminal.quit();
}
