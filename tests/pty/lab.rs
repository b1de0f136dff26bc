//! `shingle lab` in a terminal: it ends when asked to, and leaves a clean line.

use std::fmt::Write as _;

use super::folder::write;
use super::terminal::{Terminal, plain};

/// Texts that take long: all words are from a few, so all texts share some.
fn long() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..200_usize {
        let text = (0..3000_usize).fold(String::new(), |mut text, at| {
            write!(text, "w{} ", (at * at * (seed + 3) + at / 7) % 211).unwrap();
            text
        });
        write(folder.path(), &format!("{seed}.txt"), &text);
    }
    folder
}

#[test]
fn an_interrupt_ends_it_before_it_is_done_and_leaves_the_line_clean() {
    let folder = long();
    for (signal, name) in [(None, "Interrupt"), (Some("TERM"), "Terminated")] {
        let mut command = plain(env!("CARGO_BIN_EXE_shingle"));
        command.args(["lab", ".", "--no-config"]);
        command.cwd(folder.path());
        let mut terminal = Terminal::start(command, 100, 24);
        terminal.wait_for(&["(1 of ", "; Ctrl-C ends it"]);
        match signal {
            None => terminal.type_text("\x03"),
            Some(signal) => terminal.signal(signal),
        }
        let status = terminal.ended_after(|_| ());
        assert_eq!(status.signal(), Some(name));
        terminal.wait_end_of_raw("\r\x1b[K");
        let seen = String::from_utf8_lossy(&terminal.raw()).into_owned();
        let answers = seen.contains("Which width?");
        assert!(!answers && !seen.contains('\n'), "{seen:?}");
    }
}
