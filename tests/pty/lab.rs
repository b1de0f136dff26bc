//! `shingle lab` in a terminal: it stops on request and leaves a clean line.

use super::progress::{command, waiting};
use super::terminal::Terminal;

#[test]
fn an_interrupt_ends_it_before_it_is_done_and_leaves_the_line_clean() {
    for (signal, name) in [(None, "Interrupt"), (Some("TERM"), "Terminated")] {
        // Cannot finish while its files wait.
        let (folder, beside) = waiting();
        let mut terminal = Terminal::start(command(folder.path(), beside.path(), "lab ."), 100, 24);
        terminal.wait_for(&["(0 of 3)", "; Ctrl-C ends it"]);
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
