//! A pasted text in a real terminal.

use super::folder::{small, write};
use super::terminal::Terminal;

#[test]
fn a_pasted_text_is_compared_again_when_the_folder_changes_and_opens_beside_a_document() {
    let folder = small();
    let text = std::fs::read_to_string(folder.path().join("original.txt")).unwrap();
    let mut terminal = Terminal::open(folder.path(), 120, 36, &["original.txt", "row 1 of"]);
    terminal.type_until("Q", &["Type or paste a text"]);
    let pasted = text.replace('\n', "\r");
    terminal.type_text(&format!("\x1b[200~{pasted}\x1b[201~"));
    terminal.wait_for(&["= original.txt", "100%", "Your text · "]);
    write(folder.path(), "another.txt", &text);
    terminal.wait_for(&["= another.txt", "= original.txt"]);
    // The selection stays on its document after another document appears before it.
    terminal.type_text("\r");
    terminal.wait("the pair has the whole screen", |screen| {
        let text = screen.contents();
        text.contains("your text ↔ original.txt")
            && text.contains("copies, letter for letter")
            && !text.contains("Your text · ")
    });
    terminal.type_until("\x1b", &["Your text · ", "= original.txt"]);
    terminal.type_text("\x03");
    assert_eq!(terminal.status(), 0);
    terminal.wait_given_back();
}
