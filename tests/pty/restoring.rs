//! Every way to exit restores the terminal, whether the terminal reads at once, slowly or never, at any size.
//!
//! By default, the test runs a part of the matrix. `SHINGLE_MATRIX=1 cargo test --test pty matrix -- --nocapture`
//! runs everything and prints the longest time of each kind of exit.

use std::{collections::BTreeMap, path::Path, time::Duration, time::Instant};

use super::terminal::{Reading, Terminal, ended, shingle};
use super::{folder::small, oracle::complaint};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Key(&'static str),
    /// Signal by name.
    Signal(&'static str),
    Panic(&'static str),
    HangUp,
}

/// State of the terminal during the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meanwhile {
    Rest,
    Resizing,
    /// The terminal reads slowly, and the end comes within a frame.
    Slow,
    /// The terminal does not read, and the end comes within a frame.
    Stalled,
}

const ENDS: [(End, u32); 11] = [
    (End::Key("q"), 0),
    (End::Key("\x03"), 0),
    (End::Signal("TERM"), 143),
    (End::Signal("INT"), 130),
    (End::Signal("QUIT"), 131),
    (End::Signal("HUP"), 129),
    (End::Panic("draw"), 101),
    (End::Panic("input"), 101),
    (End::Panic("services"), 101),
    (End::Panic("watch"), 101),
    (End::HangUp, 129),
];
const ALL_MEANWHILE: [Meanwhile; 4] =
    [Meanwhile::Rest, Meanwhile::Resizing, Meanwhile::Slow, Meanwhile::Stalled];
const SIZES: [(u16, u16); 9] =
    [(1, 1), (2, 2), (3, 1), (20, 6), (40, 12), (80, 24), (120, 36), (200, 60), (500, 200)];

/// Ends the program once, and checks the terminal. Returns the time to the end.
fn end(
    folder: &Path,
    (way, status): (End, u32),
    meanwhile: Meanwhile,
    size: (u16, u16),
) -> Duration {
    // On a tiny screen, no list opens.
    let size = match way {
        End::Panic("services") if size.0 < 40 || size.1 < 12 => (40, 12),
        _ => size,
    };
    let what = format!("{way:?} {meanwhile:?} {size:?}");
    let mut command = shingle(folder);
    if let End::Panic(place) = way {
        command.env("SHINGLE_TEST_PANIC", place);
    }
    let mut terminal = Terminal::start(command, size.0, size.1);
    let panics_at_once = matches!(way, End::Panic("draw" | "watch"));
    if !panics_at_once {
        terminal.wait_taken();
        terminal.frame_after(0, "there is a frame", |_| true);
    }
    match meanwhile {
        Meanwhile::Rest => {}
        Meanwhile::Resizing => resize(&terminal, size, 60, 2),
        Meanwhile::Slow => {
            terminal.read_as(Reading::Slow);
            resize(&terminal, size, 6, 20);
        }
        Meanwhile::Stalled => {
            terminal.read_as(Reading::Stalled);
            resize(&terminal, size, 10, 20);
        }
    }
    let begun = Instant::now();
    match way {
        End::Key(key) => terminal.type_text(key),
        End::Signal(name) => terminal.signal(name),
        End::Panic("input") => terminal.type_text("j"),
        // A separate thread prepares the list of problems.
        End::Panic("services") => terminal.type_text("!"),
        End::Panic(_) => {}
        End::HangUp => {
            assert_eq!(ended(terminal.close(b"?")), status, "{what}");
            return begun.elapsed();
        }
    }
    assert_eq!(terminal.status(), status, "{what}");
    let took = begun.elapsed();
    terminal.read_as(Reading::Eager);
    terminal.wait_given_back();
    assert!(!terminal.is_raw(), "{what}");
    if matches!(way, End::Panic(_)) {
        // The terminal may echo the key that caused the panic within the line.
        terminal.wait("it says why", |screen| {
            screen.contents().replace('\n', "").contains("internal error") || size.0 < 40
        });
    } else {
        terminal.wait_end_of_raw("\x1b[?1049l");
    }
    let raw = terminal.raw();
    let after = raw.rsplit(|byte| *byte == CANCEL).next().unwrap();
    assert!(after.len() == raw.len() || meanwhile != Meanwhile::Rest, "{what}");
    assert_eq!(complaint(after), None, "{what}");
    took
}

/// A byte that cancels an incomplete sequence, written first.
const CANCEL: u8 = 0x18;

/// Draws whole frames, and finally restores the size.
fn resize(terminal: &Terminal, (columns, rows): (u16, u16), times: u16, pause: u64) {
    for step in (0..times).rev() {
        terminal.resize(columns.saturating_sub(step % 3).max(1), rows);
        std::thread::sleep(Duration::from_millis(pause));
    }
}

#[test]
#[cfg(debug_assertions)]
fn the_matrix_of_ends_gives_the_terminal_back() {
    let folder = small();
    let whole = std::env::var_os("SHINGLE_MATRIX").is_some();
    let mut slowest: BTreeMap<(Meanwhile, End), Duration> = BTreeMap::new();
    let mut cells = 0;
    for (number, (way, status)) in ENDS.into_iter().enumerate() {
        for meanwhile in ALL_MEANWHILE {
            for (place, size) in SIZES.into_iter().enumerate() {
                if whole
                    || (meanwhile == Meanwhile::Stalled && place == 7)
                    || place == (number * 4 + meanwhile as usize * 2) % 9
                {
                    let took = end(folder.path(), (way, status), meanwhile, size);
                    let slow = slowest.entry((meanwhile, way)).or_default();
                    *slow = took.max(*slow);
                    cells += 1;
                }
            }
        }
    }
    if whole {
        for ((meanwhile, way), took) in &slowest {
            println!("{meanwhile:?} {way:?}: at most {} ms", took.as_millis());
        }
        println!("{cells} cells");
    }
}

/// Starts the program with the list shown, and with more frames waiting than the terminal takes.
fn stalled(folder: &Path) -> Terminal {
    let terminal = Terminal::open(folder, 200, 60, &["original.txt", "light.txt", "row 1 of"]);
    terminal.wait_taken();
    terminal.read_as(Reading::Stalled);
    resize(&terminal, (200, 60), 10, 20);
    terminal
}

#[test]
fn a_terminal_that_reads_again_shows_what_keys_did_meanwhile() {
    let folder = small();
    let mut terminal = stalled(folder.path());
    // Longer than the timeout of a frame.
    std::thread::sleep(Duration::from_millis(1500));
    terminal.type_text("j?");
    std::thread::sleep(Duration::from_millis(300));
    terminal.read_as(Reading::Eager);
    terminal.wait_for(&["Help and keys"]);
    terminal.type_until("?", &["original.txt", "light.txt", "row 2 of"]);
    // No text and no partial sequence of earlier frames remains.
    terminal.wait("only the list", |screen| !screen.contents().contains("Help and keys"));
    terminal.quit();
    terminal.wait_given_back();
    assert_eq!(complaint(terminal.raw().rsplit(|byte| *byte == CANCEL).next().unwrap()), None);
}

#[test]
fn a_terminal_that_does_not_read_is_taken_back_when_the_program_is_continued() {
    let folder = small();
    let mut terminal = stalled(folder.path());
    std::thread::sleep(Duration::from_millis(1500));
    terminal.signal("CONT");
    // Longer than the timeout of restoring.
    std::thread::sleep(Duration::from_millis(3500));
    assert!(terminal.is_alive());
    terminal.read_as(Reading::Eager);
    terminal.type_until("j", &["original.txt", "light.txt", "row 2 of"]);
    terminal.quit();
    terminal.wait_given_back();
}

#[test]
#[cfg(debug_assertions)]
fn a_panic_of_the_engine_is_said_and_leaves_the_screen_usable() {
    let folder = small();
    let mut command = shingle(folder.path());
    command.env("SHINGLE_TEST_PANIC", "engine");
    let mut terminal = Terminal::ready(command, 160, 30, &["the engine stopped: "]);
    terminal.quit();
    terminal.wait_given_back();
}
