//! The lesson, alone and on the open pair of a folder.

use super::{folder::small, terminal::Terminal, terminal::plain};

#[test]
fn two_files_are_taught_and_a_missing_one_is_refused() {
    let folder = small();
    let path = |name: &str| folder.path().join(name);
    let mut command = plain(env!("CARGO_BIN_EXE_shingle"));
    command.args(["teach".into(), path("original.txt"), path("light.txt")]);
    let mut terminal = Terminal::ready(command, 80, 24, &["1 of 23", "A ", "Esc back"]);
    terminal.type_bytes(b"\x1b");
    assert_eq!(terminal.status(), 0);
    let mut command = plain(env!("CARGO_BIN_EXE_shingle"));
    command.args(["teach".into(), path("original.txt"), path("none.txt")]);
    let mut terminal = Terminal::start(command, 80, 24);
    assert_eq!(terminal.status(), 2);
    terminal.wait_for(&["no such file"]);
}
