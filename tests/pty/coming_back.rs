//! A second visit to a folder continues the first and reports the changes in between.

use std::{
    fs, os::unix::fs::PermissionsExt as _, path::Path, path::PathBuf, thread, time::Duration,
};

use portable_pty::CommandBuilder;

use super::{folder::small, folder::story, folder::write, terminal::Terminal, terminal::shingle};

const READY: [&str; 3] = ["documents", "watching", "'s shingles are in"];

fn visiting(folder: &Path, state: &Path, options: &[&str]) -> CommandBuilder {
    let mut command = shingle(folder);
    command.env("SHINGLE_STATE", state);
    command.args(options);
    command
}

fn visit(folder: &Path, state: &Path, options: &[&str]) -> Terminal {
    Terminal::ready(visiting(folder, state, options), 120, 36, &READY)
}

fn quit(mut terminal: Terminal) {
    terminal.quit();
}

/// Lists the paths below a place with their modes.
fn tree(place: &Path) -> Vec<(PathBuf, u32)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(place).unwrap() {
        let path = entry.unwrap().path();
        found.push((path.clone(), fs::metadata(&path).unwrap().permissions().mode() & 0o7777));
        if path.is_dir() {
            found.extend(tree(&path));
        }
    }
    found.sort();
    found
}

#[test]
fn ignored_phrases_that_are_off_stay_off() {
    let (folder, state, own) =
        (small(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let visit = || {
        let mut command = visiting(folder.path(), state.path(), &[]);
        command.env("SHINGLE_PHRASES", own.path());
        Terminal::ready(command, 120, 36, &READY)
    };
    let first = visit();
    first.type_until("\r\\", &["phrases 1 "]);
    first.type_until("\x1b", &[" A in B "]);
    first.type_until("=phrases off\r", &["phrases 1→off"]);
    quit(first);
    let second = visit();
    second.wait_for(&["phrases 1→off (u"]);
    assert!(!second.text().contains("phrases 1 "), "{}", second.text());
    second.type_until("=phrases on\r", &["phrases off→1"]);
    quit(second);
}

#[test]
fn parameters_and_place_are_as_they_were_left_and_changes_are_told() {
    let (folder, state) = (small(), tempfile::tempdir().unwrap());
    let first = visit(folder.path(), state.path(), &[]);
    first.type_until("=5\r", &["[w]idth 5 "]);
    quit(first);

    write(folder.path(), "new.txt", &story(3, 160));
    write(folder.path(), "other.txt", &story(4, 160));
    fs::remove_file(folder.path().join("heavy.txt")).unwrap();
    fs::rename(folder.path().join("middle.txt"), folder.path().join("between.txt")).unwrap();
    let second = visit(folder.path(), state.path(), &[]);
    second.wait_for(&[
        "[w]idth 5 ",
        "as you left it just now: width 3→5 (u undoes)",
        "since then 1 document new, 1 changed, 1",
    ]);
    second.type_text("!");
    second.wait_for(&[
        "heavy.txt is gone",
        "renamed middle.txt → between.txt",
        "new.txt is new",
        "since then 1 document new",
    ]);
    // The sentence may be wrapped between its words.
    second.wait("the screen shows the change of other.txt", |screen| {
        let text = screen.contents();
        let words = text.split_whitespace().collect::<Vec<&str>>().join(" ");
        words.contains("other.txt changed, since your last visit")
    });
    second.type_until("\x1b", &["'s shingles are in"]);
    second.type_until("u", &["undone: w", " 5→3", "[w]idth 3 "]);
    quit(second);

    // After the undo, the third visit reports nothing.
    let third = visit(folder.path(), state.path(), &[]);
    third.wait_for(&["[w]idth 3 "]);
    assert!(!third.text().contains("as you left it"), "{}", third.text());
    assert!(!third.text().contains("your last visit"), "{}", third.text());
    quit(third);
}

#[test]
fn what_is_typed_wins_and_no_state_neither_takes_nor_leaves_anything() {
    let (folder, state) = (small(), tempfile::tempdir().unwrap());
    let first = visit(folder.path(), state.path(), &["--threshold", "30%"]);
    first.type_until("=w 5\r", &["[w]idth 5 "]);
    quit(first);
    let kept = tree(state.path());

    let afresh = visit(folder.path(), state.path(), &["--no-state", "--modulo", "2"]);
    afresh.wait_for(&["[w]idth 3 ", "[t]hreshold 20%"]);
    quit(afresh);
    assert_eq!(tree(state.path()), kept);

    // Saves typed parameters too, until replaced.
    let second = visit(folder.path(), state.path(), &["-w", "4"]);
    second.wait_for(&["[w]idth 4 ", "[t]hreshold 30%"]);
    quit(second);
    let private = tree(state.path())
        .into_iter()
        .all(|(path, mode)| mode == if path.is_dir() { 0o700 } else { 0o600 });
    assert!(private, "{:?}", tree(state.path()));
}

#[test]
fn whatever_is_wrong_with_the_state_the_visit_begins_as_the_first_one() {
    let (folder, state) = (small(), tempfile::tempdir().unwrap());
    let first = visit(folder.path(), state.path(), &[]);
    first.type_until("=5\r", &["[w]idth 5 "]);
    quit(first);
    let (file, _) = tree(state.path()).into_iter().find(|(path, _)| path.is_file()).unwrap();
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let second = visit(folder.path(), state.path(), &[]);
    second.wait_for(&["[w]idth 3 "]);
    quit(second);
    // Saves nothing in the scanned folder, and prints a note on exit.
    let inside = folder.path().join("state");
    let mut terminal = visit(folder.path(), &inside, &[]);
    terminal.quit();
    terminal.wait_for(&["inside the scanned folder"]);
    assert!(!inside.exists());
}

fn wait_kept(terminal: &Terminal, state: &Path, changed: bool) {
    // A name in a list, after its length.
    let name = b"\x05width";
    for _ in 0..1200 {
        let files = tree(state).into_iter().filter(|(path, _)| path.is_file());
        let kept: Vec<Vec<u8>> = files.filter_map(|(path, _)| fs::read(path).ok()).collect();
        let says = kept.iter().any(|file| file.windows(name.len()).any(|part| part == name));
        if !kept.is_empty() && says == changed {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("nothing is kept:\n{}", terminal.text());
}

#[test]
fn a_killed_program_leaves_what_it_showed_last() {
    let (folder, state) = (small(), tempfile::tempdir().unwrap());
    let mut first = visit(folder.path(), state.path(), &[]);
    first.type_until("=5\r", &["[w]idth 5 ", "width 3→5:"]);
    wait_kept(&first, state.path(), true);
    first.signal("KILL");
    first.status();

    // An undo persists.
    let mut second = visit(folder.path(), state.path(), &[]);
    second.wait_for(&["as you left it just now: width 3→5"]);
    second.type_until("u", &["[w]idth 3 ", "undone: w", " 5→3"]);
    wait_kept(&second, state.path(), false);
    second.signal("KILL");
    second.status();
    let third = visit(folder.path(), state.path(), &[]);
    third.wait_for(&["[w]idth 3 "]);
    assert!(!third.text().contains("as you left it"), "{}", third.text());
    quit(third);
}
