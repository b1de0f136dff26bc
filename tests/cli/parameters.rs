//! Parameters have an effect.

use serde_json::Value;

use crate::support::{fields, folder, json, library, pair, printed, put, run};

fn numbers(pair: &Value) -> [u64; 3] {
    ["a_words", "b_words", "shared"].map(|field| pair[field].as_u64().unwrap())
}

/// Returns the words of two texts and the shared words, by default without stop words and stems.
fn plain_numbers(files: &[(&str, &str)], args: &str) -> [u64; 3] {
    numbers(&pair(folder(files).path(), &format!("--stop-words off --stem off -w 1 {args}")))
}

#[test]
fn words_and_case_decide_which_words_are_equal() {
    let plain = [("a.txt", "well-known foo_bar naïve"), ("b.txt", "wellknown")];
    let markup = [("a.txt", "<b>one</b> two\nthree &amp; (four)"), ("b.txt", "one twothree four")];
    let case = [("a.txt", "Привет МИР Hello"), ("b.txt", "привет мир hello")];
    // The first word has a Cyrillic `a`, the second a Latin `o`.
    let mixed = [("a.txt", "pаssword сoвет"), ("b.txt", "password совет")];
    for (files, args, expected) in [
        (plain, "--words spaces", [3, 1, 1]),
        (plain, "--words phpir", [5, 1, 0]),
        (markup, "--words node", [3, 3, 3]),
        (case, "--case unicode", [3, 3, 3]),
        (case, "--case ascii", [3, 3, 1]),
        (case, "--case keep", [3, 3, 0]),
        (mixed, "", [2, 2, 0]),
        (mixed, "--confusables on", [2, 2, 2]),
    ] {
        assert_eq!(plain_numbers(&files, args), expected, "{files:?} {args}");
    }
    for confusables in ["on", "off"] {
        let args = format!("compare a.txt b.txt --confusables {confusables}");
        let out = run(folder(&mixed).path(), &args).out;
        assert_eq!(out.matches("2 look-alike words").count(), 1, "{out}");
    }
}

#[test]
fn stop_words_come_from_the_language_a_file_or_nowhere() {
    let text = "the cat sat on the mat";
    let lists = [("cat.list", "# a comment\n cat \n\n"), ("café.list", "café\n")];
    for (text, args, words) in [
        // Stop words stay inside shingles.
        (text, "--language en", 6),
        (text, "--language en --stop-words on", 3),
        (text, "--language en --stop-words off", 6),
        // A file replaces the list, or extends the list.
        (text, "--language en --stop-words cat.list", 5),
        (text, "--language en --stop-words on --stop-words-add cat.list", 2),
        (text, "--language en --stop-words off --stop-words-add cat.list", 5),
        (text, "--language ru --stop-words on", 6),
        // Folds a list like the words.
        ("Der CAFÉ Zug", "--stop-words café.list", 2),
        ("Der CAFÉ Zug", "--stop-words café.list --case keep", 3),
        ("это кот и пёс", "--stop-words php-shingles", 2),
    ] {
        let dir = folder(&[&lists[..], &[("a.txt", text), ("b.txt", text)]].concat());
        let pair = pair(dir.path(), &format!("--stem off {args}"));
        assert_eq!(numbers(&pair)[0], words, "{text} {args}");
    }
}

#[test]
fn copies_whose_samples_are_empty_are_copies_still() {
    let dir = folder(&[("a.txt", "one two three four"), ("b.txt", "one two three four")]);
    let pair = pair(dir.path(), "--modulo 1000000");
    assert_eq!((&pair["a_shingles"], &pair["score"]), (&0.into(), &1.0.into()));
    assert_eq!(json(dir.path(), "scan . -m 1000000")["pairs_found"], 1);
}

const MEASURED: [(&str, &str); 2] =
    [("a.txt", "one two three four four"), ("b.txt", "three four five six seven eight")];
const PLAIN: &str = "-w 1 --stop-words off";

#[test]
fn each_measure_is_its_fraction_and_directional_ones_look_from_the_first_document() {
    let dir = folder(&MEASURED);
    let score = |a: &str, b: &str, measure: &str| {
        let args = format!("compare {a} {b} {PLAIN} --measure {measure}");
        json(dir.path(), &args)["pair"]["score"].as_f64()
    };
    for (measure, forward, backward) in [
        ("jaccard", 2.0 / 8.0, 2.0 / 8.0),
        ("dice", 4.0 / 10.0, 4.0 / 10.0),
        ("containment", 2.0 / 4.0, 2.0 / 6.0),
        ("overlap", 2.0 / 4.0, 2.0 / 4.0),
        ("per-word", 2.0 / 5.0, 2.0 / 6.0),
    ] {
        assert_eq!(score("a.txt", "b.txt", measure), Some(forward), "{measure}");
        assert_eq!(score("b.txt", "a.txt", measure), Some(backward), "{measure}");
    }
    // A scan uses the larger direction, a query the direction from its text.
    for (measure, larger, from_b) in
        [("containment", 2.0 / 4.0, 2.0 / 6.0), ("per-word", 2.0 / 5.0, 2.0 / 6.0)]
    {
        for (command, expected) in
            [("scan .", larger), ("query b.txt --in .", from_b), ("query a.txt --in .", larger)]
        {
            let found = json(dir.path(), &format!("{command} {PLAIN} -t 0 --measure {measure}"));
            assert_eq!(found["pairs"][0]["score"], expected, "{measure} {command}");
        }
    }
}

#[test]
fn above_decides_about_a_score_that_is_the_threshold_exactly() {
    let half = folder(&MEASURED);
    // 3 of 10 words: 0.3 is not exact in binary, and 0.1 + 0.2 is larger.
    let tenths = folder(&[
        ("a.txt", "a1 a2 a3 a4 a5 a6 a7 a8 a9 a0"),
        ("b.txt", "a1 a2 a3 x1 x2 x3 x4 x5 x6 x7"),
    ]);
    for (dir, threshold, above, found) in [
        (&half, "0.5", "at-least", 1),
        (&half, "50%", "at-least", 1),
        (&half, "0.5", "strictly", 0),
        (&half, "50.0%", "strictly", 0),
        (&half, "0.499999999999", "strictly", 1),
        (&half, "0.500000000001", "at-least", 0),
        (&tenths, "0.3", "at-least", 1),
        (&tenths, "0.3", "strictly", 0),
    ] {
        for command in ["scan .", "compare a.txt b.txt", "query a.txt --in ."] {
            let args = format!("{command} {PLAIN} -t {threshold} --above {above} --check");
            assert_eq!(run(dir.path(), &args).code, Some(found), "{args}");
        }
    }
}

#[test]
fn a_forced_encoding_reads_every_file_by_it() {
    let dir = folder(&[("b.txt", "привет мир")]);
    put(dir.path(), "a.txt", &[0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]);
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
fn hidden_and_ignored_files_are_read_on_request() {
    let text = "every one of these files holds this sentence";
    let dir = folder(&[
        ("plain.txt", text),
        (".hidden.txt", text),
        ("private/notes.txt", text),
        (".gitignore", "private/\n"),
    ]);
    for (args, found) in [("", 0), ("--hidden", 1), ("--ignored", 1), ("--hidden --ignored", 3)] {
        assert_eq!(json(dir.path(), &format!("scan . {args}"))["pairs_found"], found, "{args}");
    }
    let query = json(dir.path(), "query plain.txt --in . --hidden --ignored");
    assert_eq!(query["pairs_found"], 2);
}

#[test]
fn globs_choose_among_the_files_that_are_read() {
    let text = "every one of these files holds this sentence";
    let names = ["a.txt", "b.md", "drafts/c.txt", "notes/deep/d.md", ".hidden.txt"];
    let dir = folder(&names.map(|name| (name, text)));
    for (args, expected) in [
        ("--include notes --include=/*.md", "b.md notes/deep/d.md"),
        ("--exclude drafts/ --exclude *.md", "a.txt"),
        ("--include *.txt --hidden", ".hidden.txt a.txt drafts/c.txt"),
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
    let written = printed(dir.path(), &format!("sketch . -o {file} --include *.txt"));
    assert!(written.contains("2 documents"), "{written}");
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
