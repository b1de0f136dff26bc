//! Parameters have an effect.

use crate::support::{fields, folder, has, json, library, pair, printed, put, run};

#[test]
fn look_alike_words_are_equal_on_request_and_counted_in_any_case() {
    // The first word has a Cyrillic `a`, the second a Latin `o`.
    let mixed = folder(&[("a.txt", "pаssword сoвет"), ("b.txt", "password совет")]);
    for (confusables, shared) in [("on", 2), ("off", 0)] {
        let args = format!("-w 1 --confusables {confusables}");
        assert_eq!(pair(mixed.path(), &args)["shared"], shared);
        let out = run(mixed.path(), &format!("compare a.txt b.txt {args}")).out;
        assert_eq!(out.matches("2 look-alike words").count(), 1, "{out}");
    }
}

#[test]
fn copies_whose_samples_are_empty_are_copies_still() {
    let dir = folder(&[("a.txt", "one two three four"), ("b.txt", "one two three four")]);
    let pair = pair(dir.path(), "--modulo 1000000");
    assert_eq!((&pair["a_shingles"], &pair["score"]), (&0.into(), &1.0.into()));
    assert_eq!(json(dir.path(), "scan . -m 1000000")["pairs_found"], 1);
}

#[test]
fn a_directional_measure_looks_from_the_first_document() {
    let dir = folder(&[
        ("a.txt", "one two three four four"),
        ("b.txt", "three four five six seven eight"),
    ]);
    // A scan uses the larger direction, a query the direction from its text.
    for (measure, larger, from_b) in
        [("containment", 2.0 / 4.0, 2.0 / 6.0), ("per-word", 2.0 / 5.0, 2.0 / 6.0)]
    {
        for (command, expected) in [
            ("compare a.txt b.txt", larger),
            ("compare b.txt a.txt", from_b),
            ("scan . -t 0", larger),
            ("query b.txt --in . -t 0", from_b),
            ("query a.txt --in . -t 0", larger),
        ] {
            let args = format!("{command} -w 1 --stop-words off --measure {measure}");
            let found = json(dir.path(), &args);
            let pair = found.get("pair").unwrap_or(&found["pairs"][0]);
            assert_eq!(pair["score"], expected, "{args}");
        }
    }
    let check = "compare b.txt a.txt -w 1 --stop-words off -t 40% --check";
    assert_eq!(run(dir.path(), check).code, Some(0));
}

#[test]
fn a_forced_encoding_reads_every_file_by_it() {
    let dir = folder(&[("b.txt", "привет мир")]);
    put(dir.path(), "a.txt", [0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]);
    let compare = |more: &str| format!("compare a.txt b.txt -w 1 --encoding {more}");
    let right = json(dir.path(), &compare("windows-1251"));
    assert_eq!(right["parameters"]["encoding"], "windows-1251");
    assert_eq!(right["pair"]["shared"], 0, "b.txt is UTF-8 and is now read as windows-1251");
    let teach = |encoding: &str| {
        printed(dir.path(), &format!("teach a.txt b.txt --format text --encoding {encoding}"))
    };
    let text = teach("cp1251");
    assert!(text.contains("привет мир\n") && text.contains("РїСЂРёРІРµС‚"), "{text}");
    assert!(!teach("KOI8-R").contains("привет мир"));
    assert!(printed(dir.path(), &compare("KOI8-R")).contains("KOI8-R"));
    let lossy = &json(dir.path(), &compare("utf-8"))["problems"][0];
    assert_eq!((&lossy["path"], &lossy["kind"]), (&"a.txt".into(), &"lossy".into()));
    // Binary files are skipped only without an encoding.
    for (more, skipped) in [("", 1), ("--encoding windows-1252", 0)] {
        let found = json(&library(), &format!("scan . {more}"));
        let kinds = fields(&found["problems"], "kind").into_iter();
        assert_eq!(kinds.filter(|kind| *kind == "skipped").count(), skipped, "{more}");
    }
}

#[test]
fn globs_choose_among_the_files_that_are_read() {
    let text = "every one of these files holds this sentence";
    let names =
        ["a.txt", "b.md", "drafts/c.txt", "notes/deep/d.md", ".hidden.txt", "private/e.txt"];
    let dir = folder(&names.map(|name| (name, text)));
    put(dir.path(), ".gitignore", b"private/\n");
    for (args, expected) in [
        ("--include notes --include=/*.md", "b.md notes/deep/d.md"),
        ("--exclude drafts/ --exclude *.md", "a.txt"),
        ("--include *.txt --hidden", ".hidden.txt a.txt drafts/c.txt"),
        ("--include private/ --ignored", "private/e.txt"),
    ] {
        let found = json(dir.path(), &format!("scan . {args}"));
        assert_eq!(fields(&found["documents"], "document").join(" "), expected, "{args}");
    }
    let found = json(dir.path(), "scan . --include=*.txt --exclude=a* --exclude=b*");
    let globs = [&found["parameters"]["include"], &found["parameters"]["exclude"]];
    assert_eq!(globs, [&serde_json::json!(["*.txt"]), &serde_json::json!(["a*", "b*"])]);
    // Tests globs with every command on a folder.
    let sketches = tempfile::tempdir().unwrap();
    let file = crate::support::at(&sketches, "sketches");
    has(&run(dir.path(), &format!("sketch . -o {file} --include *.txt")).out, "2 documents");
    for (args, field, count) in [
        ("query a.txt --in .", "pairs_found", 1),
        ("clusters .", "documents_found", 2),
        ("lab .", "documents", 2),
    ] {
        assert_eq!(json(dir.path(), &format!("{args} --include *.txt"))[field], count, "{args}");
    }
}

#[test]
fn presets_yield_to_the_parameters_beside_them() {
    let parameters = |args: &str| json(&library(), &format!("scan . {args}"))["parameters"].clone();
    let mut overridden = parameters("--preset phpir");
    overridden["width"] = 2.into();
    overridden["above"] = "at-least".into();
    overridden["hash"] = "wide".into();
    let args = "-w 2 --above at-least --preset phpir --hash wide";
    assert_eq!(parameters(args), overridden, "in any order");
}
