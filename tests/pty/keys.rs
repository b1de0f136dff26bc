//! Keys do not wait for the folder, and a config file may bind them.

use std::path::Path;

use super::{folder::large, folder::small, terminal::Terminal, terminal::shingle};

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
    terminal.wait_for(&["2,000 documents", "1,000 pairs", "[w]idth 4"]);
    // The results can become stale from here.
    let seen = terminal.frames();
    terminal.type_text("w");
    let frame = terminal
        .frame_after(seen, "old results stay, marked stale", |frame| frame.contains("[w]idth 4→5"));
    assert!(frame.contains("stale") && frame.contains("1,000 pairs"), "{frame}");
    terminal.wait("the new results are whole", |screen| {
        let text = screen.contents();
        text.contains("[w]idth 5") && text.contains("width 4→5:") && !text.contains("stale")
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
