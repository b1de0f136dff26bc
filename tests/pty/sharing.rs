//! Data from the screen (text to the clipboard, a file to the editor), and a paste into it.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, path::PathBuf};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use tempfile::TempDir;

use super::folder::{small, story, write};
use super::{leaving::interactive, leaving::wait_prompt, terminal::Terminal, terminal::shingle};

/// Writes an editor that prints its arguments, waits for a line, and exits with `status`.
fn editor(place: &Path, name: &str, status: u8) -> PathBuf {
    let text = format!(
        "for word in \"$@\"; do printf '<%s>' \"$word\"; done >\"$0.called\"\necho the editor is here\nread line\nprintf '%s' \"$line\" >\"$0.read\"\nexit {status}\n"
    );
    runnable(place, name, &text)
}

fn runnable(place: &Path, name: &str, text: &str) -> PathBuf {
    let script = place.join(name);
    fs::write(&script, format!("#!/bin/sh\n{text}")).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script
}

fn edited(folder: &TempDir, variable: &str, script: &Path) -> Terminal {
    let mut command = shingle(folder.path());
    command.env(variable, script);
    let terminal = Terminal::ready(command, 100, 36, &["two.txt", "passage 1 of", "[w]idth 3"]);
    terminal.type_until("\x05", &["the editor is here"]);
    terminal
}

fn text_of(script: &Path, ending: &str) -> String {
    let mut name = script.as_os_str().to_os_string();
    name.push(ending);
    fs::read_to_string(name).unwrap()
}

/// Creates a folder whose names resemble options, and whose second document has the shared words on its third line.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shared = story(5, 60);
    write(folder.path(), "+9 -rf $(touch x)", &shared);
    write(folder.path(), "-c two.txt", &format!("before\nthat\n{shared}"));
    folder
}

#[test]
fn the_editor_has_the_terminal_to_itself_and_gives_it_back() {
    let (folder, place) = (folder(), tempfile::tempdir().unwrap());
    let script = editor(place.path(), "vim", 0);
    let mut command = shingle(folder.path());
    command.env("EDITOR", format!("{} --flag", script.display()));
    let mut terminal = Terminal::ready(command, 100, 36, &["two.txt", "passage 1 of"]);
    let before = terminal.cells();
    for (keys, name, line) in [("\x05", "+9 -rf $(touch x)", 1), ("\t\t\x05", "-c two.txt", 3)] {
        terminal.type_text(keys);
        terminal.wait_given_back();
        terminal.wait_for(&["the editor is here"]);
        // The output of the first editor is still visible when the second editor runs.
        terminal.wait_cooked();
        // Every letter is a key of the screen, but the editor gets all letters.
        terminal.type_text("wqtmq&:?\n");
        terminal.wait_taken();
        assert!(terminal.is_raw());
        let path = folder.path().join(name);
        assert_eq!(text_of(&script, ".called"), format!("<--flag><+{line}><{}>", path.display()));
        assert_eq!(text_of(&script, ".read"), "wqtmq&:?");
    }
    terminal.type_text("\t\t");
    terminal.wait_cells("the screen is as before", &before);
    terminal.quit();
    terminal.wait_given_back();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing was made in the folder");
}

#[test]
fn a_control_c_meant_for_the_editor_leaves_the_screen_alive() {
    let (folder, place) = (folder(), tempfile::tempdir().unwrap());
    let script = editor(place.path(), "vim", 0);
    let mut terminal = edited(&folder, "VISUAL", &script);
    terminal.type_bytes(b"\x03");
    terminal.wait_taken();
    terminal.wait_for(&["two.txt", "ended with signal: 2"]);
    terminal.quit();
}

#[test]
fn the_shell_s_stop_key_stops_editor_and_screen_together() {
    let (folder, place) = (folder(), tempfile::tempdir().unwrap());
    let script = editor(place.path(), "vim", 0);
    let mut shell = interactive(folder.path());
    shell.env("EDITOR", &script);
    let mut terminal = Terminal::ready(shell, 100, 36, &["prompt>"]);
    terminal.type_until("clear; \"$PROGRAM\" \"$FOLDER\"\n", &["two.txt", "passage 1 of"]);
    terminal.type_until("\x05", &["the editor is here"]);
    terminal.type_bytes(b"\x1a");
    wait_prompt(&terminal);
    terminal.type_text("clear; fg\n");
    terminal.wait("the editor goes on", |screen| screen.contents().contains("PROGRAM"));
    terminal.type_text("done\n");
    terminal.wait_taken();
    terminal.wait_for(&["two.txt", "passage 1 of"]);
    terminal.type_text("q");
    terminal.wait_given_back();
    wait_prompt(&terminal);
    terminal.type_text("exit\n");
    terminal.status();
}

#[test]
fn an_editor_that_is_killed_leaves_its_modes_to_nobody() {
    let (folder, place) = (folder(), tempfile::tempdir().unwrap());
    let text = "stty raw -echo\nprintf '\\033[?1003h'\nkill -9 $$\n";
    let script = runnable(place.path(), "killed", text);
    let mut command = shingle(folder.path());
    command.env("EDITOR", &script);
    let mut terminal = Terminal::ready(command, 100, 36, &["two.txt", "passage 1 of"]);
    terminal.type_until("\x05", &["killed ended with signal: 9"]);
    terminal.quit();
    assert!(!terminal.is_raw());
    terminal.wait_given_back();
}

#[test]
fn an_editor_that_is_missing_or_fails_is_one_sentence() {
    let (folder, place) = (folder(), tempfile::tempdir().unwrap());
    let failing = editor(place.path(), "nano", 3);
    let none = place.path().join("no-such-editor");
    for (named, keys, sentence) in [
        (None, "", "set EDITOR, for example EDITOR=nano"),
        (Some(&none), "", "cannot be started: No such file"),
        (Some(&failing), "\n", "ended with exit status: 3"),
    ] {
        let mut command = shingle(folder.path());
        if let Some(named) = named {
            command.env("EDITOR", named);
        }
        let mut terminal = Terminal::ready(command, 160, 36, &["two.txt", "passage 1 of"]);
        terminal.type_text("\x05");
        if !keys.is_empty() {
            terminal.wait_for(&["the editor is here"]);
            terminal.type_text(keys);
        }
        terminal.wait_for(&[sentence, "two.txt"]);
        terminal.wait_taken();
        terminal.quit();
    }
}

#[test]
fn a_copied_passage_reaches_the_terminal_s_clipboard() {
    let folder = folder();
    let mut terminal = Terminal::open(folder.path(), 100, 36, &["two.txt", "passage 1 of"]);
    terminal.type_until("y", &["sent to the terminal: passage 1, "]);
    let raw = String::from_utf8(terminal.raw()).unwrap();
    let (_, rest) = raw.split_once("\x1b]52;c;").expect("a clipboard sequence");
    let (coded, _) = rest.split_once("\x1b\\").expect("its end");
    let text = String::from_utf8(STANDARD.decode(coded).unwrap()).unwrap();
    let wording = story(5, 60);
    assert!(text.starts_with("+9 -rf $(touch x):\nIt was late in the year"), "{text}");
    assert_eq!(text.matches(wording.trim_end().trim_end_matches('.')).count(), 2, "{text}");
    terminal.quit();
    assert_eq!(String::from_utf8(terminal.raw()).unwrap().matches("\x1b]52;c;").count(), 1);
}

#[test]
fn colours_can_be_chosen_against_no_color() {
    let folder = small();
    for (flag, coloured) in [("auto", false), ("dark", true), ("16", true), ("mono", false)] {
        let mut command = shingle(folder.path());
        command.env("NO_COLOR", "1");
        command.args(["--theme", flag]);
        let mut terminal = Terminal::ready(command, 100, 36, &["original.txt", "passage 1 of"]);
        let cells = terminal.cells();
        let colour = |cell: &super::terminal::Cell| cell.2 != vt100::Color::Default;
        assert_eq!(cells.iter().any(colour), coloured, "{flag}");
        assert!(cells.iter().any(|cell| cell.3[0]), "{flag}: bold is there all the same");
        terminal.quit();
    }
}

#[test]
fn asked_to_end_it_waits_for_the_editor_once() {
    for (signal, status) in [("TERM", 143), ("HUP", 129)] {
        let (folder, place) = (folder(), tempfile::tempdir().unwrap());
        let script = editor(place.path(), "vim", 0);
        let mut terminal = edited(&folder, "EDITOR", &script);
        terminal.signal(signal);
        // Only waiting can show that the program runs. Otherwise it would end 400 ms after the signal.
        std::thread::sleep(std::time::Duration::from_millis(600));
        assert!(terminal.is_alive(), "{signal} left the terminal to the editor");
        terminal.type_text("saved\n");
        assert_eq!(terminal.status(), status);
        assert_eq!(text_of(&script, ".read"), "saved");
        terminal.wait_given_back();
        assert!(!terminal.is_raw());
    }
}

#[test]
fn asked_twice_to_end_it_does_not_wait_for_the_editor() {
    let (folder, place) = (folder(), tempfile::tempdir().unwrap());
    let script = editor(place.path(), "vim", 0);
    let mut terminal = edited(&folder, "EDITOR", &script);
    // Pending signals merge, so the test repeats signals until the program has seen two.
    let status = terminal.ended_after(|terminal| terminal.signal("TERM"));
    assert_eq!(status.exit_code(), 143);
}

#[test]
fn what_an_editor_did_not_read_is_no_command_of_the_screen() {
    let (folder, place) = (folder(), tempfile::tempdir().unwrap());
    let text = "echo the editor is here\nuntil [ -e \"$0.over\" ]; do sleep 0.02; done\n";
    let script = runnable(place.path(), "deaf", text);
    let mut terminal = edited(&folder, "EDITOR", &script);
    // A paste without its end, which could swallow all following keys.
    terminal.type_until("qqq\x1b[200~lost", &["[200~lost"]);
    write(place.path(), "deaf.over", "");
    terminal.wait_for(&["two.txt", "passage 1 of", "[w]idth 3"]);
    terminal.wait_taken();
    terminal.type_until("w", &["[w]idth 4"]);
    terminal.quit();
}

#[test]
fn a_report_is_written_where_it_was_asked_for_and_never_into_the_folder() {
    let (folder, place) = (small(), tempfile::tempdir().unwrap());
    let mut command = shingle(folder.path());
    command.arg("--decisions");
    command.arg(place.path().join("marks.jsonl"));
    let mut terminal = Terminal::ready(command, 120, 36, &["6 documents", "watching", "light.txt"]);
    let file = place.path().join("out.html");
    let ask = |terminal: &Terminal, path: &Path| {
        terminal.type_until(":report\r", &["report to: "]);
        terminal.type_text(&format!("\u{15}{}\r", path.display()));
    };
    ask(&terminal, &file);
    terminal.wait_for(&["wrote "]);
    assert!(fs::read_to_string(&file).unwrap().starts_with("<!DOCTYPE html>"));

    fs::write(&file, "of somebody").unwrap();
    ask(&terminal, &file);
    terminal.wait_for(&["replace that file? y or n"]);
    terminal.type_until("n", &["the file stays as it is"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "of somebody");
    ask(&terminal, &file);
    terminal.wait_for(&["replace that file? y or n"]);
    terminal.type_until("y", &["wrote "]);
    assert!(fs::read_to_string(&file).unwrap().starts_with("<!DOCTYPE html>"));

    ask(&terminal, &folder.path().join("report.html"));
    terminal.wait_for(&["inside the scanned folder"]);
    assert!(!folder.path().join("report.html").exists());

    // A filter by a mark also reports marked pairs that have no row now.
    terminal.type_until("g rG r/is:reused\r", &["2 of 10 rows"]);
    terminal.type_until("=t 90%\r", &["1 of", "1 marked without a row"]);
    ask(&terminal, &place.path().join("both.html"));
    terminal.wait_for(&["wrote 2 rows"]);
    terminal.quit();
}

#[test]
fn what_is_copied_goes_to_a_program_where_that_is_wanted() {
    let (folder, place) = (small(), tempfile::tempdir().unwrap());
    let taken = place.path().join("taken by it");
    let program = format!("command tee '{}'", taken.display());
    for (way, said, copied) in [
        (&*program, "taken by tee", &taken),
        ("command no-such-program", "cannot be started", &taken),
    ] {
        let mut command = shingle(folder.path());
        command.env("SHINGLE_STATE", place.path().join("state"));
        command.args(["--no-state", "--clipboard", way]);
        let mut terminal =
            Terminal::ready(command, 120, 36, &["6 documents", "watching", "passage 1 of"]);
        terminal.type_until("y", &[said]);
        let text = fs::read_to_string(copied).unwrap();
        assert!(text.starts_with("light.txt:\nIt was late"), "{text}");
        assert!(!String::from_utf8_lossy(&terminal.raw()).contains("\x1b]52;"), "{way}");
        terminal.quit();
    }
}
