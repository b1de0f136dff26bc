//! Every parameter: each value is accepted, printed by its name, and effective.

use serde_json::Value;

use crate::support::{fixtures, folder, json, library, pair, printed, put, run};

/// Returns the words of one pair under `args`, by default without stop words and stems.
fn plain(args: &[&str]) -> Vec<String> {
    let mut all = vec!["--stop-words", "off", "--stem", "off", "-w", "1"];
    all.extend(args);
    all.into_iter().map(str::to_string).collect()
}

fn numbers(pair: &Value) -> [u64; 3] {
    ["a_words", "b_words", "shared"].map(|field| pair[field].as_u64().unwrap())
}

fn plain_numbers(files: &[(&str, &str)], args: &[&str]) -> [u64; 3] {
    let args = plain(args);
    numbers(&pair(folder(files).path(), &args.iter().map(String::as_str).collect::<Vec<_>>()))
}

#[test]
fn every_named_value_is_accepted_and_printed_by_its_name() {
    for (name, values) in [
        ("words", &["unicode", "spaces", "phpir", "node"][..]),
        ("pos-removal", &["on", "off"]),
        ("case", &["unicode", "ascii", "keep"]),
        ("confusables", &["on", "off"]),
        ("accents", &["kept", "ignored"]),
        ("stop-words", &["on", "inside", "off", "php-shingles"]),
        ("stem", &["on", "off"]),
        ("measure", &["jaccard", "dice", "containment", "overlap", "per-word"]),
        ("above", &["at-least", "strictly"]),
        ("sketch", &["modulo", "minhash", "supershingle", "megashingle"]),
        ("preset", &["phpir", "php-shingles", "minhash84", "node"]),
        ("language", &["auto", "en", "ru", "de", "fr", "ja", "zh", "ar", "el", "et", "nb"]),
    ] {
        for value in values {
            let option = format!("--{name}");
            let whole = json(&library(), &["scan", ".", &option, value]);
            assert_eq!(whole["parameters"][name], *value);
            let whole = json(&library(), &["compare", "ferry.txt", "postcard.txt", &option, value]);
            assert_eq!(whole["parameters"][name], *value);
        }
    }
    for hash in ["wide", "crc32", "md5-28"] {
        // The hash matters only with a modulo.
        let whole = json(&library(), &["scan", ".", "--hash", hash, "-m", "2"]);
        assert_eq!(whole["parameters"]["hash"], hash);
    }
    for (name, values) in [("width", ["1", "50"]), ("modulo", ["1", "1000000"])] {
        for value in values {
            let whole = json(&library(), &["scan", ".", &format!("--{name}"), value]);
            assert_eq!(whole["parameters"][name].to_string(), value);
        }
    }
    for (typed, share) in
        [("0", 0.0), ("1", 1.0), (".25", 0.25), ("12.5%", 0.125), ("100%", 1.0), ("0%", 0.0)]
    {
        let whole = json(&library(), &["scan", ".", "--threshold", typed]);
        assert_eq!(whole["parameters"]["threshold"], share);
    }
}

#[test]
fn the_short_switches_are_the_long_ones() {
    let short = json(&library(), &["scan", ".", "-w", "2", "-m", "3", "-t", "50%"]);
    let args = ["scan", ".", "--width", "2", "--modulo", "3", "--threshold", "0.5"];
    assert_eq!(short, json(&library(), &args));
}

#[test]
fn the_defaults_are_those_of_the_manual() {
    let parameters = json(&library(), &["scan", "."])["parameters"].clone();
    let expected = serde_json::json!({
        "encoding": null, "records": "off",
        "language": "auto", "words": "unicode", "case": "unicode", "confusables": "off", "accents": "kept",
        "stop-words": "inside", "stop-words-add": null, "stem": "on", "width": 3, "hash": "wide",
        "modulo": 1, "measure": "containment", "threshold": 0.2, "above": "at-least",
        "preset": null, "step": 1, "sketch": "modulo", "functions": null, "family": null,
        "verify": null, "pos-removal": "off", "common": null, "template": [], "phrases": [], "between": null, "skip-same": "off", "skip-older": "off", "passage": null,
    });
    assert_eq!(parameters, expected);
}

#[test]
fn words_decides_what_a_word_is() {
    let files = [("a.txt", "well-known foo_bar naïve"), ("b.txt", "wellknown")];
    assert_eq!(plain_numbers(&files, &["--words", "unicode"]), [4, 1, 0]);
    assert_eq!(plain_numbers(&files, &["--words", "spaces"]), [3, 1, 1]);
    assert_eq!(plain_numbers(&files, &["--words", "phpir"])[0], 5, "naïve falls apart");
    let files = [("a.txt", "<b>one</b> two\nthree &amp; (four)"), ("b.txt", "one twothree four")];
    assert_eq!(plain_numbers(&files, &["--words", "node"]), [3, 3, 3]);
}

#[test]
fn unicode_words_are_normalised_and_the_articles_words_are_not() {
    // Composed and decomposed characters, a soft hyphen, a word broken at a line end.
    let files =
        [("a.txt", "café rewrite exam\u{ad}ple"), ("b.txt", "cafe\u{301} re-\nwrite example")];
    assert_eq!(plain_numbers(&files, &["--words", "unicode"])[2], 3);
    assert_eq!(plain_numbers(&files, &["--words", "spaces"])[2], 0);
}

#[test]
fn characters_that_stand_for_others_are_read_as_these_by_unicode_alone() {
    let files =
        [("a.txt", "ﬁsh Ｆｕｌｌ Ёлка ΟΔΟΣ Straße"), ("b.txt", "fish Full Елка οδος STRASSE")];
    assert_eq!(plain_numbers(&files, &["--words", "unicode"]), [5, 5, 5]);
    assert_eq!(plain_numbers(&files, &["--words", "unicode", "--case", "keep"]), [5, 5, 3]);
    assert_eq!(plain_numbers(&files, &["--words", "spaces", "--case", "ascii"]), [5, 5, 0]);
}

#[test]
fn look_alikes_are_reported_and_taken_for_one_letter_where_that_is_asked_for() {
    // The first word has a Cyrillic `a`, the second a Latin `o`.
    let files = [("a.txt", "pаssword сoвет"), ("b.txt", "password совет")];
    assert_eq!(plain_numbers(&files, &[]), [2, 2, 0]);
    assert_eq!(plain_numbers(&files, &["--confusables", "on"]), [2, 2, 2]);
    for confusables in ["on", "off"] {
        let args = ["compare", "a.txt", "b.txt", "--confusables", confusables];
        let said = run(folder(&files).path(), &args).out;
        assert_eq!(said.matches("2 look-alike words").count(), 1, "{said}");
    }
}

#[test]
fn text_without_spaces_has_words_too() {
    let files = [("a.txt", "東京都に住んでいます"), ("b.txt", "私は東京都に行きました")];
    let [a, b, shared] = plain_numbers(&files, &[]);
    assert!(a > 2 && b > 2 && shared >= 2, "{a} {b} {shared}");
}

#[test]
fn case_decides_which_letters_are_the_same() {
    let files = [("a.txt", "Привет МИР Hello"), ("b.txt", "привет мир hello")];
    assert_eq!(plain_numbers(&files, &["--case", "unicode"]), [3, 3, 3]);
    assert_eq!(plain_numbers(&files, &["--case", "ascii"]), [3, 3, 1]);
    assert_eq!(plain_numbers(&files, &["--case", "keep"]), [3, 3, 0]);
}

#[test]
fn stop_words_come_from_the_language_a_file_or_nowhere() {
    let text = "the cat sat on the mat";
    let dir = folder(&[("a.txt", text), ("b.txt", text), ("cat.list", "# a comment\n cat \n\n")]);
    let words_in = |language: &str, args: &[&str]| {
        let ends = [&["--language", language, "--stem", "off"][..], args].concat();
        numbers(&pair(dir.path(), &ends))[0]
    };
    assert_eq!(words_in("en", &[]), 6, "they stay inside shingles");
    assert_eq!(words_in("en", &["--stop-words", "on"]), 3, "cat sat mat");
    assert_eq!(words_in("en", &["--stop-words", "off"]), 6);
    assert_eq!(words_in("en", &["--stop-words", "cat.list"]), 5, "a file replaces the list");
    let on = ["--stop-words", "on", "--stop-words-add", "cat.list"];
    assert_eq!(words_in("en", &on), 2, "a file beside it adds");
    let off = ["--stop-words", "off", "--stop-words-add", "cat.list"];
    assert_eq!(words_in("en", &off), 5);
    assert_eq!(
        words_in("ru", &["--stop-words", "on"]),
        6,
        "another language's list drops none of them"
    );
}

#[test]
fn a_list_is_folded_like_the_words() {
    let files = [("a.txt", "Der CAFÉ Zug"), ("b.txt", "x"), ("list", "café\n")];
    let dir = folder(&files);
    let ends = ["--stop-words", "list", "--stem", "off"];
    assert_eq!(numbers(&pair(dir.path(), &ends))[0], 2);
    assert_eq!(numbers(&pair(dir.path(), &[&ends[..], &["--case", "keep"]].concat()))[0], 3);
}

#[test]
fn the_articles_list_drops_its_words_in_any_language() {
    let files = [("a.txt", "это кот и пёс"), ("b.txt", "x")];
    let dir = folder(&files);
    let ends = ["--stop-words", "php-shingles", "--stem", "off"];
    assert_eq!(numbers(&pair(dir.path(), &ends))[0], 2);
}

#[test]
fn the_names_of_lists_are_printed() {
    let list = fixtures().join("stop-words.txt");
    let list = list.to_str().unwrap();
    let whole = json(&library(), &["scan", ".", "--stop-words", list, "--stop-words-add", list]);
    assert_eq!(whole["parameters"]["stop-words"], list);
    assert_eq!(whole["parameters"]["stop-words-add"], list);
}

#[test]
fn the_stemmer_is_that_of_the_language() {
    let files = [("a.txt", "running connections"), ("b.txt", "runs connection")];
    let words = |args: &[&str]| {
        let ends = [&["--stop-words", "off", "-w", "1"][..], args].concat();
        numbers(&pair(folder(&files).path(), &ends))[2]
    };
    assert_eq!(words(&["--language", "en"]), 2);
    assert_eq!(words(&["--language", "en", "--stem", "off"]), 0);
    assert_eq!(words(&["--language", "ru"]), 0);
    assert_eq!(words(&[]), 2, "detected");
}

#[test]
fn pos_removal_leaves_out_parts_of_speech_of_english_alone() {
    let files = [
        ("a.txt", "The old keeper saw the ferries and the small ships from the tower."),
        ("b.txt", "keeper saw ferry ship tower"),
    ];
    let numbers = |args: &[&str]| plain_numbers(&files, args);
    assert_eq!(numbers(&["--language", "en", "--pos-removal", "on"]), [5, 5, 5]);
    assert_eq!(numbers(&["--language", "en", "--pos-removal", "off"]), [13, 5, 3]);
    assert_eq!(numbers(&["--language", "de", "--pos-removal", "on"]), [13, 5, 3]);
    // Enough sentences to detect the language.
    let text = "The old keeper lit the lamp, because the harbour was dark and nobody had come to help him with the oil. ";
    let dir = folder(&[
        ("a.txt", text),
        ("b.txt", "keeper lit lamp harbour was dark nobody had come help him oil"),
    ]);
    let count = |args: &[&str]| pair(dir.path(), args)["a_words"].as_u64().unwrap();
    let plain = ["--stop-words", "off", "--stem", "off"];
    assert_eq!(count(&plain), 21);
    assert_eq!(count(&[&plain[..], &["--pos-removal", "on"]].concat()), 11);
}

#[test]
fn a_language_without_a_stemmer_or_a_list_says_so() {
    let said = |args: &[&str]| run(&library(), &[&["scan", "notes"][..], args].concat()).err;
    let stemmer = "shingle: note: Estonian (et): no stemmer available; words stay whole\n";
    assert!(said(&["--language", "et"]).contains(stemmer));
    assert_eq!(said(&["--language", "cy"]).lines().count(), 2);
    assert_eq!(said(&["--language", "de", "--pos-removal", "on"]).lines().count(), 1);
    for quiet in [&["et", "--stem", "off"][..], &["en", "--pos-removal", "on"], &["en"]] {
        assert_eq!(said(&[&["--language"], quiet].concat()), "");
    }
}

#[test]
fn width_decides_how_many_words_a_shingle_has() {
    let text = "alpha beta gamma delta epsilon";
    let dir = folder(&[("a.txt", text), ("b.txt", "alpha beta gamma zeta")]);
    for (width, expected) in
        [("1", [5, 4, 3]), ("2", [4, 3, 2]), ("3", [3, 2, 1]), ("4", [2, 1, 0])]
    {
        let pair = pair(dir.path(), &["--width", width]);
        let found = ["a_shingles", "b_shingles", "shared"].map(|name| pair[name].as_u64().unwrap());
        assert_eq!(found, expected, "width {width}");
    }
    let short = pair(dir.path(), &["--width", "50"]);
    assert_eq!(short["a_shingles"], 1, "a short document is one shingle");
    let short = pair(dir.path(), &["--width", "50", "--preset", "phpir"]);
    assert_eq!(short["a_shingles"], 0, "and none under a preset");
}

/// 400 numbered words; all shingles of three words are distinct.
fn long() -> Vec<String> {
    (0..400).map(|number| format!("word{number}")).collect()
}

#[test]
fn sampling_keeps_the_shingles_whose_hash_is_0_modulo_m() {
    let words = long();
    let text = words.join(" ");
    let dir = folder(&[("a.txt", &text), ("b.txt", &text)]);
    let kept = |hash: &dyn Fn(&str) -> u64| {
        words.windows(3).filter(|window| hash(&window.join(" ")).is_multiple_of(7)).count() as u64
    };
    let crc32 = kept(&|text| u64::from(crc32fast::hash(text.as_bytes())));
    let md5 = kept(&|text| {
        let digest = md5::compute(text.as_bytes());
        u64::from(u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]) >> 4)
    });
    assert!(crc32 > 20 && md5 > 20 && crc32 != md5, "{crc32} {md5}");
    for (hash, expected) in [("crc32", Some(crc32)), ("md5-28", Some(md5)), ("wide", None)] {
        let pair = pair(dir.path(), &["--hash", hash, "--modulo", "7"]);
        let count = pair["a_shingles"].as_u64().unwrap();
        assert!((25..=90).contains(&count), "a seventh of 398, more or less: {count}");
        assert_eq!(expected.unwrap_or(count), count, "{hash}");
        assert_eq!(pair["shared"], count, "both sides keep the same");
    }
    assert_eq!(pair(dir.path(), &["--modulo", "1"])["a_shingles"], 398, "modulo 1 keeps all");
}

#[test]
fn copies_whose_samples_are_empty_are_copies_still() {
    let dir = folder(&[("a.txt", "one two three four"), ("b.txt", "one two three four")]);
    let pair = pair(dir.path(), &["--modulo", "1000000"]);
    assert_eq!((&pair["a_shingles"], &pair["score"]), (&0.into(), &1.0.into()));
    assert_eq!(json(dir.path(), &["scan", ".", "-m", "1000000"])["pairs_found"], 1);
}

/// Four and six distinct words, two of them shared; the first document repeats a word.
#[test]
fn stop_words_that_stay_inside_begin_no_shingle() {
    let files = [
        ("a.txt", "The cat sat on the mat."),
        ("b.txt", "A cat sat on mats of the king"),
        ("c.txt", "on the"),
        ("d.txt", "The cat"),
        ("list", "sat\n"),
    ];
    let dir = folder(&files);
    let ends = ["--language", "en", "--stem", "off", "--stop-words", "inside", "-w"];
    let of = |a: &str, b: &str, more: &[&str]| {
        let args = [&["compare", a, b][..], &ends, more].concat();
        let pair = json(dir.path(), &args)["pair"].clone();
        ["a_words", "a_shingles", "b_shingles", "shared"].map(|name| pair[name].as_u64().unwrap())
    };
    // cat sat, sat on; cat sat, sat on, mats of.
    assert_eq!(of("a.txt", "b.txt", &["2"]), [6, 2, 3, 2]);
    assert_eq!(of("a.txt", "b.txt", &["1"]), [6, 3, 4, 2], "cat, sat, mat; cat, sat, mats, king");
    assert_eq!(of("a.txt", "b.txt", &["2", "--stop-words-add", "list"]), [6, 1, 2, 1]);
    // A short text is one shingle if one of its words may begin a shingle.
    assert_eq!(of("c.txt", "d.txt", &["3"]), [2, 0, 1, 0]);
    let output = printed(
        dir.path(),
        &[&["compare", "a.txt", "b.txt", "--explain"][..], &ends, &["2"]].concat(),
    );
    let left_out =
        output.lines().filter(|line| line.contains("(ignored: begins with a stop word)"));
    assert_eq!(left_out.count(), 3 + 4, "{output}");
}

const MEASURED: [(&str, &str); 2] =
    [("a.txt", "one two three four four"), ("b.txt", "three four five six seven eight")];

#[test]
fn each_measure_is_its_fraction_and_directional_ones_look_from_the_first_document() {
    let dir = folder(&MEASURED);
    let score = |a: &str, b: &str, measure: &str| {
        let ends = ["-w", "1", "--stop-words", "off", "--measure", measure];
        json(dir.path(), &[&["compare", a, b][..], &ends].concat())["pair"]["score"].as_f64()
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
}

#[test]
fn a_scan_takes_the_larger_direction_and_a_query_its_own() {
    let dir = folder(&MEASURED);
    let ends = ["-w", "1", "--stop-words", "off", "-t", "0"];
    for (measure, larger, from_b) in
        [("containment", 2.0 / 4.0, 2.0 / 6.0), ("per-word", 2.0 / 5.0, 2.0 / 6.0)]
    {
        let score = |command: &[&str]| {
            let args = [command, &ends, &["--measure", measure]].concat();
            json(dir.path(), &args)["pairs"][0]["score"].as_f64()
        };
        assert_eq!(score(&["scan", "."]), Some(larger), "{measure}");
        assert_eq!(score(&["query", "b.txt", "--in", "."]), Some(from_b), "{measure}");
        assert_eq!(score(&["query", "a.txt", "--in", "."]), Some(larger), "{measure}");
    }
}

#[test]
fn above_decides_about_a_score_that_is_the_threshold_exactly() {
    let dir = folder(&MEASURED);
    let found = |threshold: &str, above: &str| {
        let common = ["-w", "1", "--stop-words", "off", "-t", threshold, "--above", above];
        let scan = [&["scan", "."][..], &common].concat();
        let count = json(dir.path(), &scan)["pairs_found"].as_u64().unwrap();
        let commands =
            [&["scan", "."][..], &["compare", "a.txt", "b.txt"], &["query", "a.txt", "--in", "."]];
        for command in commands {
            let args = [command, &common, &["--check"]].concat();
            assert_eq!(run(dir.path(), &args).code, Some(i32::from(count > 0)), "{args:?}");
        }
        count > 0
    };
    assert!(found("0.5", "at-least") && found("50%", "at-least"));
    assert!(!found("0.5", "strictly") && !found("50.0%", "strictly"));
    assert!(found("0.499999999999", "strictly"));
    assert!(!found("0.500000000001", "at-least"));
}

#[test]
fn a_threshold_that_no_binary_fraction_holds_is_exact_too() {
    // 3 of 10 words: 0.3 is not exact in binary, and 0.1 + 0.2 is larger.
    let dir = folder(&[
        ("a.txt", "a1 a2 a3 a4 a5 a6 a7 a8 a9 a0"),
        ("b.txt", "a1 a2 a3 x1 x2 x3 x4 x5 x6 x7"),
    ]);
    let count = |above: &str| {
        let args = ["scan", ".", "-w", "1", "-t", "0.3", "--above", above];
        json(dir.path(), &args)["pairs_found"].as_u64().unwrap()
    };
    assert_eq!((count("at-least"), count("strictly")), (1, 0));
}

#[test]
fn a_forced_encoding_reads_every_file_by_it() {
    let dir = folder(&[("b.txt", "привет мир")]);
    put(dir.path(), "a.txt", &[0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]);
    let whole = |encoding: &str| {
        let args = ["compare", "a.txt", "b.txt", "-w", "1", "--encoding", encoding];
        json(dir.path(), &args)
    };
    let right = whole("windows-1251");
    assert_eq!(right["parameters"]["encoding"], "windows-1251");
    assert_eq!(right["pair"]["shared"], 0, "b.txt is UTF-8 and is now read as windows-1251");
    let text =
        printed(dir.path(), &["compare", "a.txt", "b.txt", "--explain", "--encoding", "cp1251"]);
    assert!(text.contains("   | привет мир\n") && text.contains("   | РїСЂРёРІРµС‚"), "{text}");
    let other =
        printed(dir.path(), &["compare", "a.txt", "b.txt", "--explain", "--encoding", "KOI8-R"]);
    assert!(other.contains("read as KOI8-R") && !other.contains("   | привет мир"), "{other}");

    let lossy = whole("utf-8");
    assert_eq!(lossy["problems"][0]["path"], "a.txt");
    assert_eq!(lossy["problems"][0]["kind"], "lossy");
    let reason = lossy["problems"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("could not be decoded as UTF-8"), "{reason}");
}

#[test]
fn binary_files_are_skipped_unless_an_encoding_is_forced() {
    let scan = |args: &[&str]| json(&library(), &[&["scan", "."][..], args].concat());
    let skipped = &scan(&[])["problems"][2];
    assert_eq!((&skipped["path"], &skipped["kind"]), (&"picture.png".into(), &"skipped".into()));
    let forced = scan(&["--encoding", "windows-1252"])["problems"].clone();
    assert!(!forced.as_array().unwrap().iter().any(|problem| problem["kind"] == "skipped"));
}

#[test]
fn hidden_and_ignored_files_are_taken_in_when_asked_for() {
    let text = "every one of these files holds this sentence";
    let dir = folder(&[
        ("plain.txt", text),
        (".hidden.txt", text),
        ("private/notes.txt", text),
        (".gitignore", "private/\n"),
    ]);
    let found = |args: &[&str]| {
        json(dir.path(), &[&["scan", "."][..], args].concat())["pairs_found"].as_u64().unwrap()
    };
    assert_eq!(found(&[]), 0);
    assert_eq!(found(&["--hidden"]), 1);
    assert_eq!(found(&["--ignored"]), 1);
    assert_eq!(found(&["--hidden", "--ignored"]), 3);
    let args = ["query", "plain.txt", "--in", ".", "--hidden", "--ignored", "--format", "ndjson"];
    assert_eq!(printed(dir.path(), &args).lines().count(), 2);
}

/// Scans a folder of texts and drafts with globs.
fn chosen(args: &[&str]) -> serde_json::Value {
    let text = "every one of these files holds this sentence";
    let dir = folder(&[
        ("a.txt", text),
        ("b.md", text),
        ("drafts/c.txt", text),
        ("notes/deep/d.md", text),
        (".hidden.txt", text),
    ]);
    json(dir.path(), &[&["scan", "."][..], args].concat())
}

#[test]
fn globs_choose_among_the_files_that_are_read() {
    let names = |args: &[&str]| -> String {
        let output = chosen(args);
        let documents = output["documents"].as_array().unwrap().iter();
        documents.map(|one| one["document"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&["--include", "*.txt"]), "a.txt drafts/c.txt");
    assert_eq!(names(&["--include", "notes", "--include=/*.md"]), "b.md notes/deep/d.md");
    assert_eq!(names(&["--exclude", "drafts/", "--exclude", "*.md"]), "a.txt");
    assert_eq!(names(&["--include", "*.txt", "--exclude", "drafts"]), "a.txt");
    assert_eq!(names(&["--include", "*.txt", "--hidden"]), ".hidden.txt a.txt drafts/c.txt");
    let parameters = &chosen(&["--include=*.txt", "--exclude=a*", "--exclude=b*"])["parameters"];
    assert_eq!(parameters["include"], serde_json::json!(["*.txt"]));
    assert_eq!(parameters["exclude"], serde_json::json!(["a*", "b*"]));
}

#[test]
fn every_command_on_a_folder_takes_globs() {
    fn ask<'a>(args: &[&'a str]) -> Vec<&'a str> {
        [args, &["--include", "*.txt"]].concat()
    }
    let text = "every one of these files holds this sentence";
    let dir = folder(&[("a.txt", text), ("b.txt", text), ("c.md", text)]);
    let lines = |args: &[&str]| printed(dir.path(), args).lines().count();
    assert_eq!(lines(&ask(&["query", "a.txt", "--in", ".", "--format", "ndjson"])), 1);
    let sketches = tempfile::tempdir().unwrap();
    let file = sketches.path().join("sketches").display().to_string();
    let written = printed(dir.path(), &ask(&["sketch", ".", "-o", &file]));
    assert!(written.contains("2 documents"), "{written}");
    assert_eq!(json(dir.path(), &ask(&["clusters", "."]))["documents_found"], 2);
    assert_eq!(json(dir.path(), &ask(&["lab", "."]))["documents"], 2);
}

#[test]
fn presets_are_the_published_parameters_and_yield_to_those_beside_them() {
    let parameters = |args: &[&str]| {
        json(&library(), &[&["scan", "."][..], args].concat())["parameters"].clone()
    };
    let defaults = parameters(&[]);
    let with = |preset: &str, changes: Value| {
        let mut all = defaults.clone();
        all["preset"] = preset.into();
        for (name, value) in changes.as_object().unwrap() {
            all[name] = value.clone();
        }
        all
    };
    let phpir = serde_json::json!({
        "words": "phpir", "case": "ascii", "stop-words": "off", "stem": "off", "width": 4,
        "hash": "md5-28", "modulo": 3, "threshold": 0.8, "above": "strictly",
    });
    let phpir = with("phpir", phpir);
    let shingles = serde_json::json!({
        "words": "spaces", "case": "ascii", "stop-words": "php-shingles", "stem": "off",
        "hash": "crc32", "measure": "per-word", "threshold": 0.1, "above": "strictly",
    });
    let minhash = serde_json::json!({
        "stop-words": "on", "width": 10, "measure": "jaccard", "sketch": "minhash",
        "functions": 84, "family": "fast", "verify": "on",
    });
    let node = serde_json::json!({
        "words": "node", "case": "keep", "stop-words": "off", "stem": "off", "width": 10,
        "hash": "crc32", "measure": "dice", "pos-removal": "on",
    });
    for (preset, expected) in [
        ("phpir", phpir.clone()),
        ("php-shingles", with("php-shingles", shingles)),
        ("minhash84", with("minhash84", minhash)),
        ("node", with("node", node)),
    ] {
        assert_eq!(parameters(&["--preset", preset]), expected);
    }

    let args = ["-w", "2", "--above", "at-least", "--preset", "phpir", "--hash", "wide"];
    let mut overridden = phpir;
    overridden["width"] = 2.into();
    overridden["above"] = "at-least".into();
    overridden["hash"] = "wide".into();
    assert_eq!(parameters(&args), overridden, "wherever they stand");
}
