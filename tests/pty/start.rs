//! Starting and quitting, and starting with only an input or output terminal.

use std::{os::unix::fs::PermissionsExt as _, time::Duration};

use super::folder::small;
use super::terminal::{Terminal, plain, shell, shingle};

#[test]
fn it_starts_shows_matches_and_gives_everything_back_on_q() {
    let folder = small();
    let mut terminal = Terminal::start(shingle(folder.path()), 120, 36);
    let first = terminal.frame_after(0, "there is a first frame", |_| true);
    assert!(first.contains("shingle") && first.contains("[w]idth 3"), "{first}");
    terminal.wait_for(&["6 documents", "watching", "score", "light.txt", "'s shingles are in"]);
    terminal.wait_taken();
    assert!(terminal.is_raw());
    terminal.quit();
    terminal.wait_given_back();
    assert!(!terminal.is_raw());
    assert_eq!(terminal.text().trim(), "", "something is left on the main screen");
}

#[test]
fn the_modes_of_the_line_are_the_same_before_and_after() {
    let folder = small();
    // The shell outlives the program and keeps the modes for comparison.
    let script = "stty -echo -ixon; echo ready; read go; \"$0\" \"$1\"; echo left $?; read go";
    let mut terminal = Terminal::ready(shell(script, folder.path()), 80, 24, &["ready"]);
    let before = terminal.modes();
    terminal.type_until("\n", &["original.txt"]);
    assert_ne!(terminal.modes(), before);
    terminal.type_until("q", &["ready", "left 0"]);
    assert_eq!(terminal.modes(), before);
    terminal.wait_given_back();
    terminal.type_text("\n");
    assert_eq!(terminal.status(), 0);
}

#[test]
fn half_a_terminal_is_none() {
    let folder = small();
    for half in ["\"$0\" \"$1\" </dev/null", "\"$0\" \"$1\" | cat; exit 2"] {
        let mut terminal = Terminal::start(shell(half, folder.path()), 200, 24);
        assert_eq!(terminal.status(), 2, "{half}");
        terminal.wait_for(&["no terminal for the screen; use `shingle scan DIR`"]);
        let raw = String::from_utf8(terminal.raw()).unwrap();
        assert_eq!(raw.lines().count(), 1, "{half}: {raw}");
        assert!(!raw.contains('\x1b'), "{half}");
    }
}

#[test]
fn a_terminal_that_can_only_take_lines_gets_the_commands_that_print() {
    let folder = small();
    let mut command = shingle(folder.path());
    command.env("TERM", "dumb");
    let mut terminal = Terminal::start(command, 200, 24);
    assert_eq!(terminal.status(), 2);
    terminal.wait_for(&["`shingle scan DIR`", "`shingle compare A B`", "`shingle report DIR"]);
    let raw = String::from_utf8(terminal.raw()).unwrap();
    assert_eq!(raw.lines().count(), 1, "{raw:?}");
    assert!(!raw.contains('\x1b'), "{raw:?}");
}

#[test]
fn it_rests_when_nothing_happens() {
    let folder = small();
    let mut terminal = Terminal::open(
        folder.path(),
        120,
        36,
        &["6 documents", "watching", "light.txt", "'s shingles are in"],
    );
    terminal.type_until("j", &["row 2 of"]);
    // A program that draws at least every 100 ms would draw within each of these sleeps. Only waiting can show that
    // nothing is drawn. On a busy machine the first result takes a while.
    let rests = (0..25).any(|_| {
        let drawn = terminal.frames();
        std::thread::sleep(Duration::from_millis(400));
        terminal.frames() <= drawn + 2
    });
    assert!(rests, "{} frames", terminal.frames());
    terminal.quit();
}

#[test]
fn the_demo_is_there_from_anywhere_and_leaves_nothing() {
    for signal in [None, Some("TERM"), Some("HUP")] {
        let [temporary, elsewhere, state] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let mut command = plain(env!("CARGO_BIN_EXE_shingle"));
        command.arg("--demo");
        command.cwd(elsewhere.path());
        command.env("TMPDIR", temporary.path());
        command.env("SHINGLE_STATE", state.path());
        let mut terminal = Terminal::start(command, 120, 36);
        let note = if cfg!(debug_assertions) { "ten times as fast" } else { "watching" };
        terminal.wait_for(&["25 documents", "16 pairs", "news/bridge-evening.txt ↔", note]);
        let is_empty =
            |place: &tempfile::TempDir| std::fs::read_dir(place.path()).unwrap().next().is_none();
        let made = std::fs::read_dir(temporary.path()).unwrap().next().unwrap().unwrap();
        assert_eq!(made.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        match signal {
            Some(signal) => terminal.signal(signal),
            None => terminal.type_text("q"),
        }
        let status = match signal {
            Some("HUP") => 129,
            Some(_) => 143,
            None => 0,
        };
        assert_eq!(terminal.status(), status);
        assert!(is_empty(&temporary), "{signal:?}");
        assert!(is_empty(&elsewhere) && is_empty(&state), "{signal:?}");
    }
}
