//! Terminal output of the commands under a pseudo-terminal, with hostile names, texts and values. Other tests check
//! the screen.

use std::{io::Read, path::Path};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use shingle::base::visible::is_hidden;
use unicode_width::UnicodeWidthStr;

use crate::support::{Args, folder, library, put, run};

/// Sets a title, rings the bell, clears the screen, sets a colour with a C1 control, changes the direction of text,
/// hides text and uses tag characters.
const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}txt\u{2066}\u{200b}\u{e0041}\u{ad}\u{85}\u{2028}\u{8}\u{7f}";

/// Returns the output of a run in a terminal of this width, with standard error, and the exit code.
fn seen(dir: &Path, args: &(impl Args + ?Sized), columns: u16) -> (String, u32) {
    let size = PtySize { rows: 24, cols: columns, pixel_width: 0, pixel_height: 0 };
    let pty = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_shingle"));
    command.args(args.list());
    command.cwd(dir);
    command.env_remove("COLUMNS");
    let mut child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let bytes = all_of(&mut *pty.master.try_clone_reader().unwrap());
    let code = child.wait().unwrap().exit_code();
    (String::from_utf8(bytes).unwrap(), code)
}

/// Reads the terminal until its last writer exits.
///
/// On Linux, reading then gives an error, not an end of file. Under load, the error may precede the last bytes (3 of
/// 30,000 runs of an empty program). The kernel checks for bytes first and for writers second, and the last writer
/// may write and exit in between. A second read returns these bytes. With all writers gone, the second error is the
/// end.
fn all_of(terminal: &mut dyn Read) -> Vec<u8> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    let mut ends = 0;
    while ends < 2 {
        match terminal.read(&mut buffer) {
            Ok(count @ 1..) => {
                bytes.extend_from_slice(&buffer[..count]);
                ends = 0;
            }
            Ok(_) | Err(_) => ends += 1,
        }
    }
    bytes
}

/// Like [`seen`]; also checks the exit code, and that the output cannot control the terminal or hide text.
fn harmless(dir: &Path, args: &(impl Args + ?Sized), code: u32) -> String {
    let (text, found) = seen(dir, args, 80);
    let bare = text.replace("\r\n", "\n");
    let bad = bare.chars().find(|character| *character != '\n' && is_hidden(*character));
    assert_eq!((bad, found), (None, code), "{:?}: {text:?}", args.list());
    assert!(!text.is_empty(), "{:?}", args.list());
    text
}

fn hostile_folder() -> tempfile::TempDir {
    let text =
        format!("the {HOSTILE} quick brown {HOSTILE} fox jumps over the lazy dog {HOSTILE} again");
    let dir = folder(&[
        ("plain.txt", &text),
        ("other.txt", &format!("{text} and {HOSTILE} some more")),
        ("page.html", &format!("<p title='{HOSTILE}'>{text} &#27;[2J &#x202e; &#155;1m")),
        ("page.md", &format!("# {text}\n\n`{HOSTILE}` [{HOSTILE}](x)\n")),
        (&format!("{HOSTILE}.txt"), &text),
        (&format!("dir{HOSTILE}/new\nline\ttab.txt"), &text),
        ("list", &format!("dog\n{HOSTILE}\n")),
        (&format!("list{HOSTILE}"), "fox\n"),
        (&format!("dir{HOSTILE}/.gitignore"), &format!("[z-a{HOSTILE}\n{{{HOSTILE}\n")),
    ]);
    put(
        dir.path(),
        format!("damaged{HOSTILE}"),
        [text.as_bytes(), "«»—– \u{e9}".as_bytes(), b"\xff"].concat(),
    );
    put(dir.path(), format!("picture{HOSTILE}"), b"\x89PNG\r\n\x1a\n\0");
    std::os::unix::fs::symlink("plain.txt", dir.path().join(format!("link{HOSTILE}"))).unwrap();
    dir
}

#[test]
fn nothing_in_a_folder_reaches_the_terminal_raw() {
    let dir = hostile_folder();
    for format in ["table", "json", "ndjson", "csv"] {
        for command in ["scan . -t 0", "query plain.txt --in . -t 0", "sources plain.txt --in ."] {
            let text = harmless(dir.path(), &format!("{command} --format {format}"), 0);
            assert!(text.contains("owned"), "the hostile names are listed: {text}");
        }
    }
    let text = harmless(dir.path(), "scan .", 0);
    for kind in ["skipped", "lossy"] {
        assert!(text.contains(&format!(": {kind}: ")), "{kind}: {text}");
    }
    assert!(text.contains("␛]0;owned␇␛[2J⟨U+009B⟩31m⟨U+202E⟩txt"), "{text}");
}

#[test]
fn a_sketch_file_is_not_printed_on_a_terminal() {
    let (text, code) = seen(&library(), "sketch . -o -", 80);
    assert!(text.starts_with("shingle: -: ") && text.lines().count() == 1, "{text}");
    assert_eq!(code, 2);
}

#[test]
fn nothing_in_two_files_reaches_the_terminal_raw() {
    let dir = hostile_folder();
    let hostile = format!("{HOSTILE}.txt");
    let damaged = format!("damaged{HOSTILE}");
    for other in ["other.txt", "page.html", "page.md", &hostile, &damaged] {
        for ends in [
            "--format table",
            "--words spaces --stop-words off",
            "--words phpir --hash md5-28 -m 2 -w 1",
            "--format json",
            "--format ndjson",
            "--format csv",
        ] {
            let mut args = ["compare", "plain.txt", other].list();
            args.extend(ends.list());
            harmless(dir.path(), &args, 0);
        }
    }
    let text = harmless(dir.path(), &["compare", "plain.txt", &hostile], 0);
    assert!(text.contains("text in a"), "{text}");
    assert!(text.contains("owned␇␛[2J⟨U+009B⟩31m⟨U+202E⟩t"), "{text}");
}

#[test]
fn refused_values_reach_the_terminal_spelled_out() {
    let dir = hostile_folder();
    for option in "language words stop-words stop-words-add width threshold format".split(' ') {
        let text = harmless(dir.path(), &["scan", ".", &format!("--{option}"), HOSTILE], 2);
        assert!(text.contains("31m⟨U+202E⟩txt"), "the error names the value: {text}");
    }
    let option = format!("--{HOSTILE}");
    let picture = format!("picture{HOSTILE}");
    let inside = format!("plain.txt/{HOSTILE}");
    for args in [
        &["scan", HOSTILE][..],
        &["scan", "plain.txt", &option],
        &["scan", ".", &option],
        &["scan", &picture],
        &["scan", &inside],
        &["compare", "plain.txt", HOSTILE],
        &["compare", HOSTILE, "plain.txt"],
        &["compare", "plain.txt", &picture],
        &["query", HOSTILE, "--in", "."],
        &["query", "plain.txt", "--in", HOSTILE],
        &["query", &picture, "--in", "."],
        &["sources", HOSTILE, "--in", "."],
        &["sources", "plain.txt", "--in", HOSTILE],
        &["passages", HOSTILE],
        &["plain.txt", HOSTILE],
        &["scan", ".", HOSTILE],
        &[&option],
        &[HOSTILE],
        &["plain.txt"],
    ] {
        harmless(dir.path(), args, 2);
    }
}

#[test]
fn json_is_as_harmless_in_a_file_as_on_a_terminal() {
    let dir = hostile_folder();
    for format in ["json", "ndjson"] {
        let text = run(dir.path(), &format!("scan . --format {format}")).out;
        let bad = text.chars().find(|character| *character != '\n' && is_hidden(*character));
        assert_eq!(bad, None, "{text:?}");
        assert!(text.contains("\\u001b]0;owned\\u0007"), "{text}");
    }
}

#[test]
fn a_narrow_terminal_gets_lines_that_fit() {
    let long = "chapters/the-ferry-that-came-home-before-the-tide.txt";
    let dir = folder(&[]);
    let edited = format!("edited/{long}");
    let text = |name: &str| std::fs::read(library().join(name)).unwrap();
    for name in ["a/ferry.txt", "b/ferry.txt", long] {
        put(dir.path(), name, text("ferry.txt"));
    }
    put(dir.path(), &edited, text("ferry-edited.txt"));
    let widest = |lines: &mut dyn Iterator<Item = &str>| lines.map(UnicodeWidthStr::width).max();
    for args in ["scan .", "compare a/ferry.txt b/ferry.txt", "query a/ferry.txt --in ."] {
        let text = harmless(dir.path(), args, 0);
        let (wide, _) = seen(dir.path(), args, 200);
        assert!(widest(&mut wide.lines()) <= Some(200), "{wide}");
        // Names are not broken, so a line may be longer: here 33 columns before a name of 60.
        assert!(widest(&mut text.lines()) <= Some(33 + edited.len()), "{text}");
        let mut others = text.lines().filter(|line| !line.contains(long));
        assert!(widest(&mut others) <= Some(80), "{text}");
        assert!(text.lines().count() >= wide.lines().count(), "{text}");
    }
}
