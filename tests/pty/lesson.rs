//! The lesson, alone and on the open pair of a folder.

use super::folder::small;
use super::terminal::{Terminal, plain, shingle};

#[test]
fn the_lesson_alone_goes_through_its_steps_and_answers_parameters() {
    let mut command = plain(env!("CARGO_BIN_EXE_shingle"));
    command.args(["teach", "--preset", "php-shingles"]);
    let mut terminal = Terminal::ready(command, 120, 36, &["1 of 23: Two texts", "club.txt"]);
    terminal.type_until("7", &["7 of 23: The score", "= 3 / 23", "13.04%"]);
    terminal.type_until("=case unicode\r", &["score 13.04% → 18.18%", "= 4 / 22"]);
    terminal.type_bytes(b"\x1b[F");
    terminal.wait_for(&["23 of 23: The terms"]);
    terminal.quit();
    terminal.wait_given_back();
}

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

#[test]
fn a_step_is_written_as_a_drawing_but_not_into_what_is_read() {
    let (folder, other) = (small(), tempfile::tempdir().unwrap());
    let mut command = shingle(folder.path());
    command.cwd(other.path());
    let mut terminal = Terminal::ready(command, 100, 30, &["original.txt", "'s shingles are in"]);
    terminal.type_until("L", &["1 of 23: Two texts"]);
    terminal.type_until("4:report\r", &["report to: step-04.svg", "a drawing (SVG)"]);
    let inside = folder.path().join("step.svg");
    terminal.type_until(&format!("\u{15}{}\r", inside.display()), &["inside the scanned folder"]);
    terminal.type_until(":report\r\r", &["wrote step 4 to step-04.svg"]);
    let drawing = std::fs::read_to_string(other.path().join("step-04.svg")).unwrap();
    assert!(drawing.starts_with("<svg") && drawing.contains("A window of 3 words slides along"));
    assert!(!inside.exists());
    terminal.type_text("qqq");
    assert_eq!(terminal.status(), 0);
}
