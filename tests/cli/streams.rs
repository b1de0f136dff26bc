//! Runs with a closed pipe or a full disk.

use std::{fs::File, process::Stdio};

use crate::support::{command, library};

const EVERYTHING: &str = "scan .|scan . --format json|scan . --format ndjson|scan . --format csv|\
    compare ferry.txt postcard.txt|\
    compare ferry.txt postcard.txt --format csv|query ferry.txt --in .|query ferry.txt --in . --format json|\
    clusters .|clusters . --format json|lab .|lab . --format json|lab . --labels ../labels.tsv --format json|\
    teach --format text|sketch . -o -|--help|scan --help";

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in EVERYTHING.split('|') {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(&library(), args).stdout(writer).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
        let known = [": lossy: ", ": skipped: ", ": failed: no words found"];
        let other = said.lines().find(|line| !known.iter().any(|kind| line.contains(kind)));
        assert_eq!(other, None, "{args:?}: {said}");
    }
}

#[test]
fn a_closed_standard_error_changes_nothing() {
    for args in ["scan .", "compare damaged.txt ferry.txt"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output =
            command(&library(), args).stdout(Stdio::piped()).stderr(writer).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stdout.ends_with(b"stem on\n"), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_in_one_line() {
    for args in EVERYTHING.split('|') {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(&library(), args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        let about: Vec<&str> =
            said.lines().filter(|line| line.starts_with("shingle: standard output: ")).collect();
        assert_eq!(about.len(), 1, "{args:?}: {said}");
        assert!(about[0].contains("No space left"), "{said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}
