//! Refused runs: exit code 2, empty standard output, and an error with the range, the names or the remedy.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use crate::support::{Run, folder, library, put, run, run_with_input};

fn refused(args: &[&str]) -> String {
    let Run { code, out, err } = run(&library(), args);
    assert_eq!((code, &*out), (Some(2), ""), "{args:?}: {err}");
    assert!(err.ends_with('\n') && !err.contains("panicked"), "{args:?}: {err}");
    err
}

#[test]
fn what_is_no_glob_is_refused_with_its_option() {
    for (option, glob, reason) in [
        ("--include", "[z-a]", "invalid range"),
        ("--include", "[", "a [ without its ]"),
        ("--exclude", "{a,b", "alternate"),
        ("--exclude", " ", "a blank glob matches nothing"),
    ] {
        let run = run(&library(), &["scan", ".", option, glob]);
        let first = run.err.lines().next().unwrap();
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{glob}");
        let said = format!("error: invalid value '{glob}' for '{option} <GLOB>': ");
        assert!(first.starts_with(&said) && first.contains(reason), "{first}");
    }
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    for command in [
        &["scan", "."][..],
        &["compare", "ferry.txt", "parom.txt"],
        &["query", "ferry.txt", "--in", "."],
    ] {
        let share = "a share from 0 to 1, from 0% to 100%, or a fraction";
        for (option, values, range) in [
            ("--width", &["0", "51", "-1", "4294967299", "2.5", "three", ""][..], "1 to 50"),
            ("-w", &["0", "51"], "1 to 50"),
            ("--modulo", &["0", "1000001", "-3", "99999999999999999999", "x"], "1 to 1000000"),
            ("-m", &["0"], "1 to 1000000"),
            (
                "--threshold",
                &["1.1", "-0.1", "101%", "-5%", "abc", "NaN", "inf", "1e-3", "", "%", "0,5"],
                share,
            ),
            ("-t", &["1.0000001", "101"], share),
        ] {
            for value in values {
                let said = refused(&[command, &[option, value]].concat());
                assert!(said.contains(range), "{option} {value}: {said}");
                assert!(said.contains(&format!("'{value}'")), "{option} {value}: {said}");
            }
        }
    }
}

#[test]
fn unknown_names_are_refused_with_the_names_there_are() {
    for (option, names) in [
        ("--words", "unicode, spaces, phpir"),
        ("--case", "unicode, ascii, keep"),
        ("--stem", "on, off"),
        ("--hash", "wide, crc32, md5-28"),
        ("--measure", "jaccard, dice, containment, overlap, per-word"),
        ("--above", "at-least, strictly"),
        ("--preset", "phpir, php-shingles"),
        ("--format", "table, json, ndjson, csv"),
    ] {
        for value in ["nonsense", "", "UNICODE"] {
            let said = refused(&["scan", ".", option, value]);
            assert!(said.contains(names), "{option} {value}: {said}");
        }
    }
    for (option, value) in [
        ("--language", "xx"),
        ("--language", "eng"),
        ("--encoding", "latin-9000"),
        ("--top", "many"),
    ] {
        let said = refused(&["scan", ".", option, value]);
        assert!(said.contains(value) && said.contains(option), "{said}");
    }
}

#[test]
fn files_and_folders_that_cannot_serve_are_refused_in_one_line() {
    for (args, named) in [
        (&["scan", "nowhere"][..], "nowhere: "),
        (&["report", "ferry.txt", "-o", "-"], "ferry.txt: "),
        (&["scan", "ferry.txt", "notes"], "notes: a folder"),
        (&["scan", "notes", "—width", "3"], "—width: "),
        (&["scan", "ferry.txt"], "ferry.txt: a single document"),
        (&["clusters", "ferry.txt"], "ferry.txt: a single document"),
        (&["dedup", "ferry.txt"], "ferry.txt: a single document"),
        (&["scan", "ferry.txt", "-"], "-: "),
        (&["compare", "-", "-"], "standard input "),
        (&["compare", "ferry.txt", "nowhere.txt"], "nowhere.txt: "),
        (&["compare", "nowhere.txt", "ferry.txt"], "nowhere.txt: "),
        (&["compare", "notes", "ferry.txt"], "notes: a folder"),
        (&["compare", "ferry.txt", "picture.png"], "picture.png: binary"),
        (&["compare", "ferry.txt", "/dev/null"], "/dev/null: not a regular file (device)"),
        (&["compare", "ferry.txt", "parom.txt", "--explain", "--format", "csv"], "--explain"),
        (&["query", "nowhere.txt", "--in", "."], "nowhere.txt: "),
        (&["query", "notes", "--in", "."], "notes: a folder"),
        (&["query", "ferry.txt", "--in", "nowhere"], "nowhere: "),
        (&["query", "picture.png", "--in", "."], "picture.png: binary"),
        (&["sources", "ferry.txt", "--in", "parom.txt"], "parom.txt: not a folder"),
        (&["scan", ".", "--stop-words", "nowhere"], "--stop-words nowhere: "),
        (&["scan", ".", "--stop-words", "notes"], "--stop-words notes: "),
        (&["scan", ".", "--stop-words", "picture.png"], "--stop-words picture.png: binary"),
        (&["scan", ".", "--stop-words-add", "nowhere"], "--stop-words-add nowhere: "),
        (&["scan", ".", "--template", "nowhere"], "--template nowhere: "),
        (&["scan", ".", "--template", "ferry.txt", "notes"], "--template notes: a folder"),
        (&["scan", ".", "--template", "off", "ferry.txt"], "--template off: "),
        (&["scan", ".", "--template", "/dev/null"], "--template /dev/null: "),
        (&["scan", ".", "--template", "picture.png"], "--template picture.png: binary"),
        #[cfg(target_os = "linux")]
        (&["scan", "/proc"], "/proc: a proc file system"),
        (&["lab", "nowhere"], "nowhere: "),
        (&["lab", ".", "--labels", "nowhere"], "nowhere: "),
        (&["lab", ".", "--labels", "picture.png"], "picture.png: binary"),
        (&["lab", ".", "--labels", "postcard.txt"], "postcard.txt:1: "),
    ] {
        let said = refused(args);
        assert!(said.starts_with(&format!("shingle: {named}")), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let meant = run(&library(), &["scan", "ferry.txt", "--allow-empty"]);
    assert_eq!(meant.code, Some(0), "{}", meant.err);
}

#[test]
fn an_option_of_another_command_or_program_is_refused() {
    for (args, output) in [
        (&["scan", ".", "--theme", "dark"][..], "unexpected argument '--theme' found"),
        (&["compare", "ferry.txt", "parom.txt", "--common", "5%"], "'--common' found"),
        (&["sketch", ".", "-o", "-", "--measure", "dice"], "'--measure' found"),
        (&[".", "--top", "3"], "'--top' found"),
        (&["scan", ".", "-o", "found.json"], "'-o' found"),
        (&["scan", ".", "--widht", "3"], "'--width'"),
        (&["scan", ".", "-records", "lines"], "two dashes, --records"),
        (&["scan", ".", "-width=3"], "two dashes, --width"),
        (&["scan", ".", "--out", "found.json"], "'--out'"),
        (&["scan", ".", "--similarity", ".5"], "--threshold"),
        (&["scan", ".", "--jaccard"], "--measure jaccard"),
        (&["scan", ".", "--ngram", "5"], "--width"),
        (&["scan", ".", "--shingle-size=5"], "--width"),
        (&["scan", ".", "--num-perm", "128"], "--functions"),
        (&["scan", ".", "--format", "jsonl"], "--format ndjson"),
    ] {
        let said = refused(args);
        assert!(said.contains(output), "{args:?}: {said}");
        assert!(!said.contains("-- -"), "how to name a file with a dash: {said}");
    }
}

#[test]
fn binary_standard_input_is_refused() {
    let run = run_with_input(&library(), &["query", "-", "--in", "."], b"\x89PNG\r\n\x1a\n\0");
    assert_eq!((run.code, &*run.err), (Some(2), "shingle: -: binary: PNG image\n"));
}

#[test]
fn without_a_terminal_the_screen_says_in_one_line_what_to_use_instead() {
    let said = refused(&["."]);
    assert_eq!(said.lines().count(), 1, "{said}");
    for instead in ["shingle scan", "shingle compare", "shingle sources", "shingle report"] {
        assert!(said.contains(instead), "{said}");
    }
}

#[test]
fn labels_are_refused_by_their_line() {
    let dir = folder(&[("x.txt", "one two three"), ("y.txt", "one two four")]);
    for (labels, said) in [
        ("x\ty\tsame\nx.txt\ty.txt\t2\n", "label 2; expected 0 or 1"),
        ("x\ty\tsame\nx.txt\tz.txt\t1\n", "z.txt is not a document of the folder"),
        ("x\ty\tsame\nx.txt\t\u{1b}[2J\t1\n", "␛[2J is not a document of the folder"),
    ] {
        put(dir.path(), ".labels.tsv", labels.as_bytes());
        let args = ["lab", ".", "--labels", ".labels.tsv", "--columns", "x,y,same"];
        let Run { code, out, err } = run(dir.path(), &args);
        assert_eq!((code, &*out), (Some(2), ""), "{err}");
        assert!(err.starts_with(&format!("shingle: .labels.tsv:2: {said}")), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    put(dir.path(), ".labels.tsv", b"a\tb\tlabel\nx.txt\ty.txt\t1\n\nx.txt\ty.txt\t0\n");
    let said = run(dir.path(), &["lab", ".", "--labels", ".labels.tsv"]).err;
    let both = "lines 2 and 4 label the same two paths 1 and 0";
    assert!(said.starts_with(&format!("shingle: .labels.tsv: {both}; ")), "{said}");
    for args in [
        &["lab", ".", "--columns", "a,b,c"][..],
        &["lab", ".", "--labels", "x", "--columns", "a,b"],
        &["lab", ".", "--labels", "x", "--pairs", "3"],
        &["lab", ".", "--pairs", "-1"],
        &["lab", ".", "--format", "csv"],
    ] {
        refused(args);
    }
}

#[test]
fn an_option_that_took_the_folder_is_named() {
    for (args, option) in [
        (&["scan", "--template", "ferry.txt", "."][..], "--template"),
        (&["compare", "--template", "ferry.txt", "ferry.txt", "parom.txt"], "--template"),
        (&["--template", "ferry.txt", "."], "--template"),
        (&["query", "--sketches", "sketches", "ferry.txt"], "--sketches"),
    ] {
        let said = refused(args);
        assert!(
            said.lines().next().unwrap().contains(&format!("put {option} ")),
            "{args:?}: {said}"
        );
    }
}

#[test]
fn what_decides_nothing_is_refused_by_name() {
    let compare = ["compare", "ferry.txt", "parom.txt"];
    let phpir = ["query", "ferry.txt", "--in", ".", "--preset", "phpir", "-m", "1"];
    for (command, more, option) in [
        (&["teach", "--format", "text"][..], &["--theme", "dark"][..], "--theme"),
        (&["teach", "--format", "text"], &["--mouse", "off"], "--mouse"),
        (&["teach", "--format", "text"], &["--projector"], "--projector"),
        (&["sketch", ".", "-o", "-"], &["--force"], "--force"),
        (&["scan", "."], &["--clusters"], "--clusters"),
        (&["scan", "."], &["--documents"], "--documents"),
        (&["scan", "."], &["--sketch=minhash", "--verify=off", "--measure=dice"], "--measure"),
        (&["scan", "."], &["--verify", "off"], "--verify"),
        (&["scan", "."], &["--functions", "9"], "--functions"),
        (&["scan", "."], &["--family", "md5"], "--family"),
        (&["scan", "."], &["--hash", "crc32"], "--hash"),
        (&["clusters", "."], &["--hash", "wide"], "--hash"),
        (&phpir, &["--hash", "crc32"], "--hash"),
        (&compare, &["--hash", "crc32", "--sketch", "minhash"], "--hash"),
        (&compare, &["-t", "50%", "--format", "ndjson"], "--threshold"),
        (&compare, &["--above", "strictly", "--format", "csv"], "--above"),
    ] {
        let output = refused(&[command, more].concat());
        assert!(output.starts_with(&format!("shingle: {option} ")), "{more:?}: {output}");
        assert_eq!(output.lines().count(), 1, "{output}");
    }
}

#[test]
fn what_is_printed_or_checked_is_not_refused() {
    let compare = ["compare", "ferry.txt", "parom.txt"];
    for args in [
        &["--hash", "crc32", "--explain"][..],
        &["--hash", "crc32", "-m", "2"],
        &["-t", "50%", "--above", "strictly"],
        &["-t", "50%", "--format", "json"],
        &["-t", "50%", "--check", "--format", "csv"],
        &["--template", "off", "--phrases", "off"],
    ] {
        let run = run(&library(), &[&compare[..], args].concat());
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
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
fn a_command_that_does_not_exist_or_comes_late_is_called_so() {
    assert!(refused(&["scna", "."]).contains("did you mean scan?"));
    let said = refused(&["find", "."]);
    assert!(said.contains("find: ") && said.contains("scan, compare, query"), "{said}");
    let said = refused(&["notes", "scan"]);
    assert!(said.contains("`scan` must come first"), "{said}");
}

#[test]
fn what_the_screen_cannot_open_is_refused_with_what_to_name_instead() {
    for (args, expected) in [
        (&["ferry.txt"][..], "ferry.txt: "),
        (&["ferry.txt", "."], "a file and a folder"),
        (&[".", "ferry.txt"], "a file and a folder"),
        (&[".", "notes"], ".: one of two folders"),
        (&["ferry.txt", "parom.txt", "ferry.txt"], "one folder or two files"),
        (&["ferry.txt", "./ferry.txt"], "the same file"),
        (&["ferry.txt", "missing.txt"], "missing.txt: "),
        (&["missing.txt", "ferry.txt"], "missing.txt: "),
        (&["ferry.txt", "-"], "standard input"),
        (&["ferry.txt:1", "ferry.txt:2", "--records", "lines"], "`shingle compare`"),
        (&["ferry.txt", "/dev/null"], "/dev/null: "),
    ] {
        let said = refused(args);
        assert!(said.contains(expected) && said.lines().count() == 1, "{args:?}: {said}");
    }
}

#[test]
fn a_folder_named_like_a_command_is_reached_by_a_path() {
    let dir = folder(&[("scan/a.txt", "one two three"), ("scan/b.txt", "one two three")]);
    let run = run(dir.path(), &["scan", "./scan"]);
    assert!(run.out.contains("a.txt, b.txt"), "{}", run.out);
}

#[test]
fn the_demo_is_for_the_screen_and_stands_alone() {
    assert!(refused(&["--demo", "."]).contains("--demo"));
    assert!(refused(&["scan", ".", "--demo"]).contains("--demo"));
    let temporary = folder(&[]);
    let mut command = crate::support::command(&library(), &["--demo"]);
    let output = command.env("TMPDIR", temporary.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
    let mut command = crate::support::command(&library(), &["--demo"]);
    let output = command.env("TMPDIR", "/none").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("shingle: --demo: no temporary folder"), "{said}");
}
