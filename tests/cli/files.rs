//! Sketch files: written, read with the results of the folder, and rejected with a reason. Tests of their content are
//! next to the code that reads the files.

use std::path::Path;

use crate::support::run_with_input;
use crate::support::{Run, all_refused, at, folder, has, json, library, names, printed, run};

const FORMATS: [&str; 4] = ["table", "json", "ndjson", "csv"];

fn sketched(out: &tempfile::TempDir, name: &str, options: &str) -> String {
    let file = at(out, name);
    let run = run(&library(), &format!("sketch . -o {file} {options}"));
    assert_eq!(run.code, Some(0), "{options}: {}", run.err);
    file
}

fn same(left: &Run, right: &Run, what: &str) {
    assert_eq!((left.code, &left.out, &left.err), (right.code, &right.out, &right.err), "{what}");
}

fn refused(dir: &Path, args: &str) -> String {
    let err = crate::support::refused(dir, args);
    assert_eq!(err.lines().count(), 1, "{err}");
    err
}

#[test]
fn a_scan_of_a_sketch_file_prints_the_scan_of_its_folder() {
    let out = tempfile::tempdir().unwrap();
    let options = "|--preset phpir|--preset php-shingles --case unicode|--preset minhash84 -w 3|\
        --sketch minhash --functions 20 --verify off|--sketch supershingle --family md5|\
        --preset phpir --sketch megashingle|-m 3 --hash crc32 --step 2|\
        --language en --stop-words ../stop-words.txt --stem off|\
        --encoding windows-1251 --stop-words-add ../stop-words.txt";
    for (number, options) in options.split('|').enumerate() {
        let file = sketched(&out, &number.to_string(), options);
        // Every format once, and the other parameters in one format.
        for format in if number == 0 { &FORMATS[..] } else { &FORMATS[1..2] } {
            let ask = |options: &str| run(&library(), &format!("scan --format {format} {options}"));
            let what = format!("{options} {format}");
            same(&ask(&format!("--sketches {file}")), &ask(&format!(". {options}")), &what);
            let more = "-t 5% --top 3 --measure dice --check";
            let whole = ask(&format!(". {options} {more}"));
            same(&ask(&format!("--sketches {file} {more}")), &whole, &what);
            // Options may repeat parameters of the file.
            same(&ask(&format!("--sketches {file} {options} {more}")), &whole, &what);
        }
    }
}

#[test]
fn a_query_of_a_sketch_file_prints_the_query_of_its_folder() {
    let out = tempfile::tempdir().unwrap();
    let elsewhere = folder(&[]);
    let query = at(&elsewhere, "query.txt");
    std::fs::copy(library().join("ferry-edited.txt"), &query).unwrap();
    for (name, options) in
        [("a", ""), ("b", "--sketch minhash"), ("c", "--stop-words ../stop-words.txt")]
    {
        let file = sketched(&out, name, options);
        for format in FORMATS {
            let ask =
                |more: &str| run(&library(), &format!("query {query} --format {format} {more}"));
            let found = ask(&format!("--sketches {file}"));
            same(&found, &ask(&format!("--in . {options}")), &format!("{options} {format}"));
            assert!(found.out.contains("ferry-edited.txt"));
        }
    }
}

#[test]
fn files_of_two_folders_are_compared_with_each_other() {
    let text = |seed: u32| {
        let words: Vec<String> = (0..60).map(|number| format!("w{}", number * seed)).collect();
        words.join(" ")
    };
    let dir = folder(&[
        ("in/left/a.txt", &text(1)),
        ("in/left/b.txt", &text(7)),
        ("in/right/a.txt", &text(7)),
        ("in/right/c.txt", &text(1)),
    ]);
    for side in ["left", "right"] {
        printed(dir.path(), &format!("sketch in/{side} -o {side}"));
    }
    let pairs = json(dir.path(), "scan --sketches left right")["pairs"].clone();
    assert_eq!(names(&pairs), ["left:a.txt right:c.txt", "left:b.txt right:a.txt"]);
    let alone = printed(dir.path(), "scan --sketches left --format json");
    assert!(!alone.contains("left:"), "a single file's names stay as they are");
    has(&refused(dir.path(), "scan --sketches left left"), "left: named twice");
}

#[test]
fn sketches_made_with_different_parameters_are_not_compared() {
    let out = tempfile::tempdir().unwrap();
    let plain = sketched(&out, "plain", "");
    for (name, options, expected) in [
        ("w", "-w 5", "--width 3 and 5"),
        ("k", "--sketch minhash", "--sketch modulo and minhash"),
        ("s", "--stop-words ../stop-words.txt", "--stop-words inside and a list of "),
    ] {
        sketched(&out, name, options);
        let error = refused(out.path(), &format!("scan --sketches plain {name}"));
        let lead =
            format!("shingle: plain and {name} were made with different parameters: {expected}");
        assert!(error.starts_with(&lead), "{error}");
        let error = refused(&library(), &format!("scan --sketches {plain} {options}"));
        let parameter = expected.split(' ').next().unwrap();
        assert!(error.starts_with(&format!("shingle: {parameter} ")), "{error}");
        assert!(error.contains("plain were made with"), "{error}");
    }
    sketched(&out, "off", "--sketch minhash --verify off");
    let error = refused(out.path(), "scan --sketches off --verify on");
    assert!(error.contains("--verify on: the sketches in off were made with off"), "{error}");
    // A file with verified sketches can be read without verifying.
    has(&run(out.path(), "scan --sketches k --verify off").out, "verify off");
}

#[test]
fn a_file_that_is_no_sketch_file_of_this_version_is_refused_by_name() {
    let out = tempfile::tempdir().unwrap();
    let file = sketched(&out, "good", "");
    let good = std::fs::read(file).unwrap();
    let mut version = good.clone();
    version[8] = 9;
    for (name, bytes, expected) in [
        (
            "text",
            &b"Only a text."[..],
            "not a sketch file; `shingle sketch` and `shingle dedup --update` make such files",
        ),
        ("cut", &good[..good.len() - 1], "cut short or changed; make it again"),
        ("version", &version, "format version 9, and this program reads version 4"),
    ] {
        std::fs::write(out.path().join(name), bytes).unwrap();
        for files in [name, &format!("good {name}")] {
            let error = refused(out.path(), &format!("scan --sketches {files}"));
            assert!(error.starts_with(&format!("shingle: {name}: ")), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
    let cases = [("none", "none: no such file"), (".", "not a regular file (folder)")];
    all_refused(out.path(), "scan --sketches", &cases);
}

#[test]
fn nothing_is_written_into_the_folder_or_over_a_file() {
    let dir = folder(&[("in/a.txt", "one two three four"), ("kept", "mine")]);
    let cases = [
        ("in -o in/new", "in/new: is inside the scanned folder"),
        ("in -o kept", "kept: the file exists; "),
        ("none -o new", "none: "),
    ];
    all_refused(dir.path(), "sketch", &cases);
    assert_eq!(std::fs::read(dir.path().join("kept")).unwrap(), b"mine");
    let output = printed(dir.path(), "sketch in -o kept --force");
    assert!(output.starts_with("kept: 1 document with 1 distinct text, modulo: "), "{output}");
    assert!(printed(dir.path(), "scan --sketches kept").starts_with("1 document, 0 pairs"));
    for command in ["scan", "query in/a.txt --in", "sources in/a.txt --in", "report -o -", "dedup"]
    {
        assert!(refused(dir.path(), &format!("{command} kept")).contains("--sketches kept"));
    }
    let mut names: Vec<_> =
        std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["in", "kept"]);
    assert_eq!(std::fs::read_dir(dir.path().join("in")).unwrap().count(), 1);
}

#[test]
fn standard_output_gets_the_file_and_nothing_else() {
    let out = tempfile::tempdir().unwrap();
    let file = sketched(&out, "file", "--sketch minhash");
    let mut sketch = crate::support::command(&library(), "sketch . -o - --sketch minhash");
    let printed = sketch.output().unwrap();
    assert!(printed.status.success());
    assert_eq!(printed.stdout, std::fs::read(file).unwrap());
}

#[test]
fn a_config_file_sets_only_what_a_sketch_file_leaves_open() {
    let config = "width = 5\nhidden = true\nthreshold = 0.5\nmeasure = \"dice\"\n";
    let dir = folder(&[("config.toml", config)]);
    let config = format!("--config {}", at(&dir, "config.toml"));
    for (options, width) in [("", 3), (&*config, 5)] {
        let file = sketched(&dir, &width.to_string(), options);
        let output = json(&library(), &format!("scan --sketches {file} {config}"));
        let output = &output["parameters"];
        assert_eq!((&output["width"], &output["measure"]), (&width.into(), &"dice".into()));
        assert_eq!(output["threshold"], 0.5);
    }
}

#[test]
fn a_folder_without_documents_is_an_error_with_the_reason() {
    let hidden = folder(&[(".a.txt", "one two three four")]);
    let ignored = folder(&[(".gitignore", "*.txt\n"), ("a.txt", "one two three four")]);
    for (dir, option) in [(&hidden, "--hidden"), (&ignored, "--ignored"), (&folder(&[]), "empty")] {
        for command in ["scan", "clusters", "lab"] {
            let err = crate::support::refused(dir.path(), &format!("{command} ."));
            assert!(err.contains(".: no documents: ") && err.contains(option), "{command}: {err}");
            let Run { code, err, .. } = run(dir.path(), &format!("{command} . --allow-empty"));
            assert!(code == Some(0) && err.contains(option), "{command}: {err}");
        }
    }
    all_refused(&library(), "scan .", &[("--include *.none", "--include")]);
    assert_eq!(run(folder(&[("a.bin", "\0\0\u{1}\0")]).path(), "scan .").code, Some(2));
    assert!(!run(hidden.path(), "scan . --hidden").err.contains("no documents"));
}

#[test]
fn a_query_without_words_has_a_note() {
    for input in ["", " \n?!\n"] {
        for format in ["table", "ndjson"] {
            let args = format!("query - --in . --format {format}");
            let run = run_with_input(&library(), &args, input.as_bytes());
            assert_eq!(run.code, Some(0), "{}", run.err);
            assert!(run.err.contains("nothing can match it\n"), "{}", run.err);
        }
    }
}
