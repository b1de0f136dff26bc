//! Sketch files: written, read with the same results as the folder, and refused with a reason. Their content is
//! tested next to the code that reads it.

use std::path::Path;

use crate::support::{Run, folder, json, library, printed, run, run_with_input};

const FORMATS: [&str; 4] = ["table", "json", "ndjson", "csv"];

/// Writes a sketch file of the library with these options and returns its path.
fn sketched(out: &Path, name: &str, options: &[&str]) -> String {
    let file = out.join(name).to_str().unwrap().to_string();
    let run = run(&library(), &[&["sketch", ".", "-o", &file], options].concat());
    assert_eq!(run.code, Some(0), "{options:?}: {}", run.err);
    file
}

fn same(left: &Run, right: &Run, what: &str) {
    assert_eq!((left.code, &left.out, &left.err), (right.code, &right.out, &right.err), "{what}");
}

/// Returns the error of a refused run, which must print and write nothing.
fn refused(dir: &Path, args: &[&str]) -> String {
    let Run { code, out, err } = run(dir, args);
    assert_eq!((code, &*out), (Some(2), ""), "{args:?}: {err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    err
}

#[test]
fn a_scan_of_a_sketch_file_prints_what_a_scan_of_the_folder_prints() {
    let out = tempfile::tempdir().unwrap();
    for (number, options) in [
        &[][..],
        &["--preset", "phpir"],
        &["--preset", "php-shingles", "--case", "unicode"],
        &["--preset", "minhash84", "-w", "3"],
        &["--sketch", "minhash", "--functions", "20", "--verify", "off"],
        &["--sketch", "supershingle", "--family", "md5"],
        &["--preset", "phpir", "--sketch", "megashingle"],
        &["-m", "3", "--hash", "crc32", "--step", "2"],
        &["--language", "en", "--stop-words", "../stop-words.txt", "--stem", "off"],
        &["--encoding", "windows-1251", "--stop-words-add", "../stop-words.txt"],
    ]
    .into_iter()
    .enumerate()
    {
        let file = sketched(out.path(), &number.to_string(), options);
        for format in FORMATS {
            let ask = |lead: &[&str], options: &[&str]| {
                run(&library(), &[&["scan"], lead, &["--format", format], options].concat())
            };
            let what = format!("{options:?} {format}");
            same(&ask(&["--sketches", &file], &[]), &ask(&["."], options), &what);
            let more = ["-t", "5%", "--top", "3", "--measure", "dice", "--check"];
            let both = [options, &more].concat();
            same(&ask(&["--sketches", &file], &more), &ask(&["."], &both), &what);
            // Options may repeat parameters of the file.
            same(&ask(&["--sketches", &file], &both), &ask(&["."], &both), &what);
        }
    }
}

#[test]
fn a_query_of_a_sketch_file_finds_what_a_query_of_the_folder_finds() {
    let out = tempfile::tempdir().unwrap();
    let elsewhere = folder(&[("query.txt", "The ferry left the harbour late that evening")]);
    std::fs::copy(library().join("ferry-edited.txt"), elsewhere.path().join("query.txt")).unwrap();
    let query = elsewhere.path().join("query.txt");
    let query = query.to_str().unwrap();
    let list: &[&str] = &["--stop-words", "../stop-words.txt"];
    for (name, options) in [("a", &[][..]), ("b", &["--sketch", "minhash"]), ("c", list)] {
        let file = sketched(out.path(), name, options);
        for format in FORMATS {
            let tail = ["--format", format];
            let sketches = [&["query", query, "--sketches", &file], &tail[..]].concat();
            let dir = [&["query", query, "--in", "."], &tail[..], options].concat();
            let found = run(&library(), &sketches);
            same(&found, &run(&library(), &dir), &format!("{options:?} {format}"));
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
    let left = folder(&[("a.txt", &text(1)), ("b.txt", &text(7))]);
    let right = folder(&[("a.txt", &text(7)), ("c.txt", &text(1))]);
    let out = tempfile::tempdir().unwrap();
    let sketch = |dir: &Path, name: &str| {
        let file = out.path().join(name).to_str().unwrap().to_string();
        printed(dir, &["sketch", ".", "-o", &file]);
        file
    };
    sketch(left.path(), "left");
    sketch(right.path(), "right");
    let pairs = printed(out.path(), &["scan", "--sketches", "left", "right", "--format", "csv"]);
    let names: Vec<&str> =
        pairs.lines().skip(1).map(|line| line.split(",60").next().unwrap()).collect();
    assert_eq!(names.len(), 2, "{pairs}");
    assert!(names[0].starts_with("left:a.txt,right:c.txt,"), "{pairs}");
    assert!(names[1].starts_with("left:b.txt,right:a.txt,"), "{pairs}");
    let alone = printed(out.path(), &["scan", "--sketches", "left", "--format", "json"]);
    assert!(!alone.contains("left:"), "a single file's names stay as they are");
    let twice = refused(out.path(), &["scan", "--sketches", "left", "left"]);
    assert!(twice.contains("left: named twice"), "{twice}");
}

#[test]
fn sketches_made_with_different_parameters_are_not_compared() {
    let out = tempfile::tempdir().unwrap();
    let plain = sketched(out.path(), "plain", &[]);
    for (name, options, expected) in [
        ("w", &["-w", "5"][..], "--width 3 and 5"),
        ("m", &["-m", "2"], "--modulo 1 and 2"),
        ("k", &["--sketch", "minhash"], "--sketch modulo and minhash"),
        ("l", &["--language", "en"], "--language auto and en"),
        ("p", &["--preset", "phpir"], "--words unicode and phpir"),
        ("s", &["--stop-words", "../stop-words.txt"], "--stop-words inside and a list of "),
    ] {
        sketched(out.path(), name, options);
        let said = refused(out.path(), &["scan", "--sketches", "plain", name]);
        let lead =
            format!("shingle: plain and {name} were made with different parameters: {expected}");
        assert!(said.starts_with(&lead), "{said}");
        let said = refused(&library(), &[&["scan", "--sketches", &plain], options].concat());
        let parameter = expected.split(' ').next().unwrap();
        assert!(said.starts_with(&format!("shingle: {parameter} ")), "{said}");
        assert!(said.contains("plain were made with"), "{said}");
    }
    sketched(out.path(), "off", &["--sketch", "minhash", "--verify", "off"]);
    let said = refused(out.path(), &["scan", "--sketches", "off", "--verify", "on"]);
    assert!(said.contains("--verify on: the sketches in off were made with off"), "{said}");
    let verified = run(out.path(), &["scan", "--sketches", "k", "--verify", "off"]);
    assert!(verified.out.contains("verify off"), "what is kept to verify need not be looked at");
}

#[test]
fn a_file_that_is_no_sketch_file_of_this_version_is_refused_by_name() {
    let out = tempfile::tempdir().unwrap();
    let file = sketched(out.path(), "good", &[]);
    let good = std::fs::read(file).unwrap();
    let mut version = good.clone();
    version[8] = 9;
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 8;
    for (name, bytes, expected) in [
        ("text", &b"Only a text."[..], "not a sketch file; `shingle sketch DIR -o FILE` makes one"),
        ("empty", b"", "not a sketch file"),
        ("cut", &good[..good.len() - 1], "cut short or changed; run `shingle sketch`"),
        ("longer", &[&good[..], b"\n"].concat(), "cut short or changed"),
        ("flipped", &flipped, "cut short or changed"),
        ("version", &version, "format version 9, and this program reads version 4"),
    ] {
        std::fs::write(out.path().join(name), bytes).unwrap();
        for files in [&[name][..], &["good", name]] {
            let said = refused(out.path(), &[&["scan", "--sketches"], files].concat());
            assert!(said.starts_with(&format!("shingle: {name}: ")), "{said}");
            assert!(said.contains(expected), "{said}");
        }
    }
    let none = refused(out.path(), &["scan", "--sketches", "none"]);
    assert!(none.contains("none: no such file"), "{none}");
    let dir = refused(out.path(), &["scan", "--sketches", "."]);
    assert!(dir.contains("not a regular file (folder)"), "{dir}");
}

#[test]
fn nothing_is_written_into_the_folder_or_over_a_file() {
    let dir = folder(&[("in/a.txt", "one two three four"), ("kept", "mine")]);
    let inside = refused(dir.path(), &["sketch", "in", "-o", "in/new"]);
    assert!(inside.contains("in/new: is inside the scanned folder"), "{inside}");
    let there = refused(dir.path(), &["sketch", "in", "-o", "kept"]);
    assert!(there.contains("kept: the file exists; "), "{there}");
    assert_eq!(std::fs::read(dir.path().join("kept")).unwrap(), b"mine");
    let output = printed(dir.path(), &["sketch", "in", "-o", "kept", "--force"]);
    assert!(output.starts_with("kept: 1 document with 1 distinct text, modulo: "), "{output}");
    assert!(
        printed(dir.path(), &["scan", "--sketches", "kept"]).starts_with("1 document, 0 pairs")
    );
    let none = refused(dir.path(), &["sketch", "none", "-o", "new"]);
    assert!(none.contains("none: "), "{none}");
    let mut names: Vec<_> =
        std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["in", "kept"]);
    assert_eq!(std::fs::read_dir(dir.path().join("in")).unwrap().count(), 1);
}

#[test]
fn standard_output_takes_the_file_and_nothing_else() {
    let out = tempfile::tempdir().unwrap();
    let file = sketched(out.path(), "file", &["--sketch", "minhash"]);
    let mut sketch =
        crate::support::command(&library(), &["sketch", ".", "-o", "-", "--sketch", "minhash"]);
    let printed = sketch.output().unwrap();
    assert!(printed.status.success());
    assert_eq!(printed.stdout, std::fs::read(file).unwrap());
}

#[test]
fn options_without_a_part_in_it_are_refused() {
    for (args, expected) in [
        (&["sketch", ".", "-o", "/tmp/x", "-t", "5%"][..], "unexpected argument '-t'"),
        (&["scan", ".", "--sketches", "x"], "'[IN]...' cannot be used with '--sketches"),
        (&["scan", "--sketches", "x", "--hidden"], "cannot be used with '--hidden'"),
        (&["query", "a", "--in", ".", "--sketches", "x"], "cannot be used with '--"),
        (&["scan"], "<IN>"),
        (&["scan", "--sketches"], "a value is required for '--sketches <FILE>...'"),
        (&["sketch", "."], "--output <FILE>"),
    ] {
        let Run { code, out, err } = run(&library(), args);
        assert_eq!((code, &*out), (Some(2), ""), "{args:?}: {err}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}

#[test]
fn the_parameters_in_the_file_are_printed_with_the_result() {
    let out = tempfile::tempdir().unwrap();
    let file = sketched(out.path(), "file", &["--sketch", "supershingle", "-w", "2"]);
    let output = json(&library(), &["scan", "--sketches", &file]);
    assert_eq!(output["parameters"]["sketch"], "supershingle");
    assert_eq!(output["parameters"]["width"], 2);
    assert_eq!(output["parameters"]["threshold"], 2.0 / 6.0);
}

#[test]
fn a_config_file_speaks_of_folders_and_of_what_a_sketch_file_leaves_open() {
    let dir = folder(&[(
        "config.toml",
        "width = 5\nhidden = true\nthreshold = 0.5\nmeasure = \"dice\"\n",
    )]);
    let config = ["--config", dir.path().join("config.toml").to_str().unwrap()].map(str::to_string);
    let config = [&*config[0], &*config[1]];
    let file = sketched(dir.path(), "file", &[]);
    let output = json(&library(), &[&["scan", "--sketches", &file], &config[..]].concat());
    let output = &output["parameters"];
    assert_eq!((&output["width"], &output["measure"]), (&3.into(), &"dice".into()));
    assert_eq!(output["threshold"], 0.5);
    let wide = sketched(dir.path(), "wide", &config);
    assert_eq!(json(&library(), &["scan", "--sketches", &wide])["parameters"]["width"], 5);
}

#[test]
fn a_folder_without_documents_says_why() {
    let hidden = folder(&[(".a.txt", "one two three four")]);
    let ignored = folder(&[(".gitignore", "*.txt\n"), ("a.txt", "one two three four")]);
    let empty = folder(&[]);
    for (dir, option) in [(&hidden, "--hidden"), (&ignored, "--ignored"), (&empty, "empty")] {
        for command in ["scan", "clusters", "lab"] {
            let Run { code, err, .. } = run(dir.path(), &[command, "."]);
            assert_eq!(code, Some(2), "{command}: {err}");
            assert!(err.contains(".: no documents: ") && err.contains(option), "{command}: {err}");
            let Run { code, err, .. } = run(dir.path(), &[command, ".", "--allow-empty"]);
            assert!(code == Some(0) && err.contains(option), "{command}: {err}");
        }
    }
    let globs = run(&library(), &["scan", ".", "--include", "*.none"]);
    assert!(globs.code == Some(2) && globs.err.contains("--include"), "{}", globs.err);
    let binary = folder(&[("a.bin", "\0\0\u{1}\0")]);
    assert_eq!(run(binary.path(), &["scan", "."]).code, Some(2));
    assert!(!run(hidden.path(), &["scan", ".", "--hidden"]).err.contains("no documents"));
}

#[test]
fn a_query_without_words_says_that_nothing_can_match() {
    for (input, why) in [
        ("", "standard input is empty: nothing can match it"),
        (" \n?!\n", "-: no words found: nothing can match it"),
    ] {
        for format in ["table", "ndjson"] {
            let args = ["query", "-", "--in", ".", "--format", format];
            let run = run_with_input(&library(), &args, input.as_bytes());
            assert_eq!(run.code, Some(0), "{}", run.err);
            assert!(run.err.contains(&format!("shingle: note: {why}\n")), "{}", run.err);
        }
    }
}
