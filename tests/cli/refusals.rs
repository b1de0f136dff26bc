//! Refused runs: exit code 2, empty standard output, and an error with the range, the names or the remedy.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};

use crate::support::{command, folder, has, library, ran, run, run_with_input};

fn refused(args: &(impl crate::support::Args + ?Sized)) -> String {
    crate::support::refused(&library(), args)
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    let share = "a share from 0 to 1, from 0% to 100%, or a fraction";
    for (option, values, range) in [
        ("--width", "0 51 -1 4294967299 2.5 three", "1 to 50"),
        ("-m", "0 1000001 -3 99999999999999999999 x", "1 to 1000000"),
        ("--threshold", "1.1 -0.1 101% -5% abc NaN inf 1e-3 % 0,5", share),
        ("--measure", "cosine JACCARD", "jaccard, dice, containment, overlap, per-word"),
        ("--language", "xx eng", ""),
        ("--encoding", "latin-9000", ""),
    ] {
        assert!(refused(&["scan", ".", option, ""]).contains(range), "{option} without a value");
        for value in values.split(' ') {
            let error = refused(&format!("scan . {option} {value}"));
            assert!(error.contains(range), "{option} {value}: {error}");
            assert!(error.contains(&format!("'{value}'")), "{option} {value}: {error}");
        }
    }
}

#[test]
fn files_and_folders_that_cannot_serve_are_refused_in_one_line() {
    for (args, named) in [
        ("scan nowhere", "nowhere: "),
        ("scan ferry.txt notes", "notes: a folder"),
        ("scan ferry.txt", "ferry.txt: a single document"),
        ("compare - -", "standard input "),
        ("compare ferry.txt nowhere.txt", "nowhere.txt: "),
        ("compare notes ferry.txt", "notes: a folder"),
        ("compare ferry.txt picture.png", "picture.png: binary"),
        ("compare ferry.txt /dev/null", "/dev/null: not a regular file (device)"),
        ("query ferry.txt --in nowhere", "nowhere: "),
        ("sources ferry.txt --in parom.txt", "parom.txt: not a folder"),
        ("scan . --stop-words nowhere", "--stop-words nowhere: "),
        ("scan . --template nowhere", "--template nowhere: "),
        ("scan . --template off ferry.txt", "--template off: "),
        #[cfg(target_os = "linux")]
        ("scan /proc", "/proc: a proc file system"),
        ("lab . --labels postcard.txt", "postcard.txt:1: "),
    ] {
        let error = refused(args);
        assert!(error.starts_with(&format!("shingle: {named}")), "{args}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let meant = run(&library(), "scan ferry.txt --allow-empty");
    assert_eq!(meant.code, Some(0), "{}", meant.err);
}

#[test]
fn a_foreign_or_mistyped_option_is_refused_with_the_right_one() {
    for (args, text) in [
        ("scan . --theme dark", "'--theme' found: it is an option of teach and the screen"),
        ("compare ferry.txt parom.txt --common 5%", "'--common' found"),
        ("sketch . --measure dice -o -", "scan, compare, query, clusters, dedup, "),
        ("doctor -w 3", "scan, compare, "),
        ("sources ferry.txt --in . --skip-same /", "`report --about FILE`"),
        ("scan . -o found.json", "'-o'; use > FILE"),
        ("scan --input .", "alone"),
        ("scan . --rows 5", "--sketch supershingle"),
        ("dedup . --text-column body", "csv:COLUMN"),
        ("query list.jsonl p1 --in . --id id", "FILE:ID"),
        ("scan . --widht 3", "'--width'"),
        ("scan . -records lines", "two dashes, --records"),
        ("scan . --similarity .5", "--threshold"),
        ("scan . --jaccard .7", "-t T"),
        ("scan . --jaccard_threshold=.7", "--measure jaccard"),
        ("scan . --shingle-size=5", "--width"),
        ("query ferry.txt --in . --k 3", "--top N"),
        ("passages . --min-words 9", "--least WORDS"),
        ("scan . --num_perm 128", "--functions"),
        ("scan --file .", "alone"),
        ("dedup . --in .", "alone"),
        ("compare a.jsonl p1 b.jsonl p2 --id id", "FILE:ID"),
        ("teach --answers", "--exercises answers"),
        ("dedup . --overwrite", "--force"),
        ("dedup . --field text", "--records jsonl:FIELD"),
        ("scan . --workers 2", "RAYON_NUM_THREADS"),
        // An option with the folder as its value.
        ("scan --template ferry.txt .", "put --template "),
        ("query --sketches sketches ferry.txt", "put --sketches "),
        ("scna .", "did you mean scan?"),
        ("find .", "scan, compare, query"),
        ("notes scan", "`scan` must come first"),
        ("--demo .", "--demo"),
    ] {
        let error = refused(args);
        assert!(error.contains(text), "{args}: {error}");
        assert!(!error.contains("-- -"), "how to name a file with a dash: {error}");
    }
    let unlike = refused("scan . --filed text");
    assert!(!unlike.contains("--family"), "{unlike}");
    // A lone dash is not an option.
    let dash = refused("doctor -");
    assert!(!dash.contains("option of"), "{dash}");
}

#[test]
fn binary_standard_input_is_refused() {
    let run = run_with_input(&library(), "query - --in .", b"\x89PNG\r\n\x1a\n\0");
    assert_eq!((run.code, &*run.err), (Some(2), "shingle: -: binary: PNG image\n"));
}

#[test]
fn an_option_without_effect_is_refused_by_name() {
    let compare = "compare ferry.txt parom.txt";
    for (command, more, option) in [
        ("sketch . -o -", "--force", "--force"),
        ("scan .", "--documents", "--documents"),
        ("scan .", "--sketch=minhash --verify=off --measure=dice", "--measure"),
        ("scan .", "--hash crc32", "--hash"),
        ("clusters .", "--hash wide", "--hash"),
        ("query ferry.txt --in . --preset phpir -m 1", "--hash crc32", "--hash"),
        (compare, "--hash crc32 --sketch minhash", "--hash"),
        (compare, "-t 50% --format ndjson", "--threshold"),
        (compare, "--above strictly --format csv", "--above"),
    ] {
        let error = refused(&format!("{command} {more}"));
        assert!(error.starts_with(&format!("shingle: {option} ")), "{more}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn an_option_with_an_effect_on_the_output_is_accepted() {
    for args in [
        "--hash crc32 -m 2",
        "-t 50% --above strictly",
        "-t 50% --format json",
        "--format jsonl",
        "-t 50% --check --format csv",
        "--template off --phrases off",
    ] {
        let run = run(&library(), &format!("compare ferry.txt parom.txt {args}"));
        assert_eq!(run.code, Some(0), "{args}: {}", run.err);
    }
}

#[test]
fn what_was_typed_never_breaks_the_line() {
    for (args, said) in [
        (&["scan", ".", "--width", "4\n5"][..], "error: invalid value '4␊5' for '--width <W>'"),
        (&["scan", ".", "--measure", "a\u{1b}[2J\nb"], "error: invalid value 'a␛[2J␊b' for"),
        (&["scan", ".", "--wi\ndth"], "error: unexpected argument '--wi␊dth' found"),
        (&["scan", "no\nwhere"], "shingle: no␊where: no such file or folder"),
    ] {
        let output = refused(args);
        assert!(output.starts_with(said), "{args:?}: {output}");
    }
    let wrong = OsStr::from_bytes(b"w\xffide");
    let output = run(&library(), &["scan".as_ref(), ".".as_ref(), "--hash".as_ref(), wrong]);
    assert_eq!((output.code, &*output.out), (Some(2), ""));
    assert!(output.err.starts_with("error: w\u{fffd}ide: not UTF-8"), "{}", output.err);
}

#[test]
fn what_the_screen_cannot_open_is_refused() {
    for (args, expected) in [
        ("ferry.txt", "ferry.txt: "),
        (". ferry.txt", "a file and a folder"),
        (". notes", ".: one of two folders"),
        ("ferry.txt parom.txt ferry.txt", "--id FIELD"),
        ("ferry.txt ./ferry.txt", "the same text"),
        ("ferry.txt -", "standard input"),
        ("ferry.txt:1 ferry.txt:2 --records lines", "no terminal"),
        ("ferry.txt:a ferry.txt:b", "--records"),
        ("ferry.txt /dev/null", "/dev/null: "),
    ] {
        let error = refused(args);
        assert!(error.contains(expected) && error.lines().count() == 1, "{args}: {error}");
    }
}

#[test]
fn a_folder_named_like_a_command_is_reached_by_a_path() {
    let dir = folder(&[("scan/a.txt", "one two three"), ("scan/b.txt", "one two three")]);
    has(&run(dir.path(), "scan ./scan").out, "a.txt, b.txt");
}

#[test]
fn the_demo_leaves_nothing_and_needs_a_temporary_folder() {
    let temporary = folder(&[]);
    let demo = |place: &std::path::Path| ran(command(&library(), "--demo").env("TMPDIR", place));
    assert_eq!(demo(temporary.path()).code, Some(2));
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
    let error = demo("/none".as_ref()).err;
    assert!(error.starts_with("shingle: --demo: no temporary folder"), "{error}");
}
