//! Ignored boilerplate in the commands: its counts and names in the results, and refused options. The oracle tests
//! the ignored shingles.

use serde_json::{Value, json as value};

use crate::support::{folder, json, printed, run};

const HEADER: &str = "copyright by the keepers of the old lamp all rights to shine reserved";
const OWN: [&str; 4] = [
    "seven gulls flew over the harbour while the baker slept",
    "seven gulls flew over the harbour while the keeper woke",
    "on the market a woman sold pears and told stories",
    "rain fell on the pier until nobody remembered the sun",
];

/// Four texts with the same header, two of them alike.
fn headed() -> tempfile::TempDir {
    let texts = OWN.map(|own| format!("{HEADER}\n{own}"));
    let names = ["a.txt", "b.txt", "c.txt", "d.txt"];
    let files: Vec<(&str, &str)> =
        names.into_iter().zip(texts.iter().map(String::as_str)).collect();
    folder(&files)
}

/// Like [`headed`], without the header.
fn bare() -> tempfile::TempDir {
    folder(&[("a.txt", OWN[0]), ("b.txt", OWN[1]), ("c.txt", OWN[2]), ("d.txt", OWN[3])])
}

const PLAIN: [&str; 6] = ["--stop-words", "off", "--stem", "off", "-t", "0"];

fn names(whole: &Value) -> Vec<(String, String)> {
    let text = |pair: &Value, side: &str| pair[side].as_str().unwrap().to_string();
    let pairs = whole["pairs"].as_array().unwrap().iter();
    pairs.map(|pair| (text(pair, "a"), text(pair, "b"))).collect()
}

#[test]
fn a_header_that_everybody_has_or_that_is_a_template_is_left_out() {
    let (all, bare) = (headed(), bare());
    let header = folder(&[("header.txt", HEADER)]);
    let header = header.path().join("header.txt");
    let header = header.to_str().unwrap();
    let scan = |dir: &tempfile::TempDir, more: &[&str]| {
        json(dir.path(), &[&["scan", "."][..], &PLAIN, more].concat())
    };
    assert_eq!(names(&scan(&all, &[])).len(), 6);
    let expected = names(&scan(&bare, &[]));
    assert_eq!(expected.len(), 1);
    let common = scan(&all, &["--common", "60%"]);
    assert_eq!(names(&common), expected);
    assert_eq!(common["parameters"]["common"], 0.6);
    assert_eq!(common["left_out"], value!({ "common": 11, "template": 0, "phrases": 0 }));
    let template = scan(&all, &["--template", header]);
    assert_eq!(names(&template), expected);
    assert_eq!(template["parameters"]["template"], value!([header]));
    assert_eq!(template["left_out"], value!({ "common": 0, "template": 11, "phrases": 0 }));
    let both = scan(&all, &["--common", "60%", "--template", header]);
    assert_eq!(both["left_out"], value!({ "common": 0, "template": 11, "phrases": 0 }));
    let args = [&["query", "a.txt", "--in", "."][..], &PLAIN, &["--common", "60%"]].concat();
    let query = json(all.path(), &args);
    assert_eq!(names(&query), expected);
    assert_eq!(query["left_out"]["common"], 11);
    let table = printed(all.path(), &[&["scan", "."][..], &PLAIN, &["--common", "60%"]].concat());
    assert!(
        table.contains("11 shingles ignored (11 in more than 60% of the documents)"),
        "{table}"
    );
    let args = [&["clusters", "."][..], &PLAIN, &["--common", "60%"]].concat();
    assert_eq!(json(all.path(), &args)["left_out"], common["left_out"]);
}

/// Texts with the same header, named by number.
fn with_header(own: impl Iterator<Item = String>) -> tempfile::TempDir {
    let texts: Vec<(String, String)> = own
        .enumerate()
        .map(|(at, own)| (format!("{at:02}.txt"), format!("{HEADER}\n{own}")))
        .collect();
    let files: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    folder(&files)
}

#[test]
fn auto_leaves_out_what_many_texts_share_but_not_what_versions_of_one_do() {
    let words = |of: usize| (0..12).map(|at| format!("w{of}x{at}")).collect::<Vec<_>>();
    let unrelated = with_header((0..14).map(|text| words(text).join(" ")));
    let args = [&["scan", "."][..], &PLAIN, &["--common", "auto"]].concat();
    let whole = json(unrelated.path(), &args);
    assert_eq!(whole["parameters"]["common"], "auto");
    assert_eq!(whole["left_out"], value!({ "common": 11, "template": 0, "phrases": 0 }));
    assert!(names(&whole).is_empty());

    let elsewhere = folder(&[]);
    let file = elsewhere.path().join("all.sk");
    let file = file.to_str().unwrap();
    let plain = ["--stop-words", "off", "--stem", "off"];
    printed(unrelated.path(), &[&["sketch", ".", "-o", file][..], &plain].concat());
    let from_file =
        json(unrelated.path(), &["scan", "--sketches", file, "-t", "0", "--common", "auto"]);
    assert_eq!(from_file["left_out"], whole["left_out"]);

    let versions = with_header((0..14).map(|version| {
        let mut words = words(0);
        words[version % 12] = format!("other{version}");
        words.join(" ")
    }));
    let whole = json(versions.path(), &args);
    assert_eq!(whole["left_out"]["common"], 0);
    assert!(!names(&whole).is_empty());
}

#[test]
fn off_leaves_nothing_out() {
    let dir = headed();
    let args =
        [&["scan", "."][..], &PLAIN, &["--common", "off", "--template", "off", "--phrases", "off"]]
            .concat();
    let whole = json(dir.path(), &args);
    assert_eq!(whole["left_out"], value!({ "common": 0, "template": 0, "phrases": 0 }));
    assert_eq!(whole["parameters"]["common"], Value::Null);
    assert_eq!(whole["parameters"]["template"], value!([]));
    assert_eq!(whole["parameters"]["phrases"], value!([]));
    printed(dir.path(), &["scan", ".", "--sketch", "minhash", "--common", "off"]);
}

#[test]
fn a_list_of_phrases_is_left_out_and_named_in_the_result() {
    let dir = headed();
    let elsewhere = folder(&[(
        "list.jsonl",
        "{\"phrase\":\"the old lamp all rights to shine\"}\n{\"phrase\":\"no such words here at all\"}\n{\"at\":\"2026\",\"phrase\":\"copyright by the keepers\"}\n{\"at\":\"2027\",\"phrase\":\"copyright by the keepers\",\"counts\":true}",
    )]);
    let list = elsewhere.path().join("list.jsonl");
    let list = list.to_str().unwrap();
    let scan = [&["scan", "."][..], &PLAIN, &["--phrases", list]].concat();
    let whole = json(dir.path(), &scan);
    let phrases = value!(["no such words here at all", "the old lamp all rights to shine"]);
    assert_eq!(whole["parameters"]["phrases"], phrases);
    assert_eq!(whole["left_out"], value!({ "common": 0, "template": 0, "phrases": 5 }));
    // Six of the header's eleven shingles are left in all texts.
    let shared = |whole: &Value| whole["pairs"][0]["shared"].as_u64().unwrap();
    let plain = json(dir.path(), &[&["scan", "."][..], &PLAIN].concat());
    assert_eq!(shared(&plain) - shared(&whole), 5);
    let args = [&["compare", "a.txt", "c.txt"][..], &PLAIN, &["--phrases", list]].concat();
    let explained = printed(dir.path(), &[&args[..], &["--explain"]].concat());
    assert!(explained.contains("(ignored: in the phrase the old lamp all rights…)"), "{explained}");
    // At a width larger than every phrase, no phrase is ignored.
    let wide = json(dir.path(), &[&scan[..], &["-w", "8"]].concat());
    assert_eq!(wide["left_out"]["phrases"], 0);
}

#[test]
fn the_list_of_a_folder_is_its_own_and_taken_where_it_is_asked_for() {
    let (dir, lists) = (headed(), folder(&[]));
    let here = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_shingle"));
        let command =
            command.current_dir(dir.path()).args(args).env("SHINGLE_PHRASES", lists.path());
        let output = command.env("SHINGLE_CONFIG", "").output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let own = lists.path().join(shingle::decisions::phrase::file_of(dir.path()));
    let scan = |more: &[&str]| {
        let args = [&["scan", ".", "--format", "json"][..], &PLAIN, more].concat();
        let (code, out, err) = here(&args);
        assert_eq!(code, Some(0), "{err}");
        serde_json::from_str::<Value>(&out).unwrap()["left_out"]["phrases"].clone()
    };
    assert_eq!(scan(&["--phrases", "own"]), 0);
    std::fs::write(&own, format!("{{\"phrase\":\"{HEADER}\"}}\n")).unwrap();
    assert_eq!(
        (scan(&[]), scan(&["--phrases", "own"]), scan(&["--phrases", "off"])),
        (value!(0), value!(11), value!(0))
    );
    let (code, _, err) = here(&["compare", "a.txt", "b.txt", "--phrases", "own"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("--phrases own: "), "{err}");
    // The error names the line of a damaged list.
    std::fs::write(&own, "{\"phrase\":\"one\"}\nall rights\n").unwrap();
    let (code, _, err) = here(&["scan", ".", "--phrases", "own"]);
    assert_eq!(code, Some(2));
    assert!(err.contains(":2: no phrase; expected lines such as"), "{err}");
}

#[test]
fn what_two_documents_share_is_never_common() {
    let two = folder(&[("a.txt", OWN[0]), ("b.txt", OWN[1])]);
    let args = [&["scan", "."][..], &PLAIN, &["--common", "0%"]].concat();
    assert_eq!(names(&json(two.path(), &args)).len(), 1);
}

#[test]
fn two_files_are_compared_without_a_template() {
    let dir = headed();
    let header = folder(&[("header.txt", HEADER)]);
    let header = header.path().join("header.txt");
    let header = header.to_str().unwrap();
    let args = [&["compare", "a.txt", "c.txt"][..], &PLAIN, &["--template", header]].concat();
    let whole = json(dir.path(), &args);
    assert_eq!(
        (&whole["pair"]["shared"], &whole["left_out"]["template"]),
        (&value!(0), &value!(11))
    );
    assert_eq!(whole["pair"]["passages"], value!([]));
    let explained = printed(dir.path(), &[&args[..], &["--explain"]].concat());
    assert!(explained.contains("(ignored: in template "), "{explained}");
    assert!(explained.contains("11 shingles ignored, in templates"), "{explained}");
}

#[test]
fn what_cannot_be_left_out_is_refused_by_the_name_of_its_option() {
    let dir = headed();
    for (args, said) in [
        (&["scan", ".", "--sketch", "minhash", "--common", "5%"][..], "--common needs"),
        (&["scan", ".", "--sketch", "minhash", "--template", "a.txt"], "--template needs"),
        (&["scan", ".", "--sketch", "minhash", "--phrases", "z"], "--phrases z: "),
        (&["scan", ".", "--phrases", "a.txt"], "--phrases a.txt:1: "),
        (&["scan", ".", "--phrases", "."], "--phrases ."),
        (&["scan", ".", "--common", "101%"], "--common"),
        (&["scan", ".", "--common", "-1"], "--common"),
    ] {
        let run = run(dir.path(), args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
    let large = folder(&[("large.txt", &"word ".repeat(300_000))]);
    let run = run(large.path(), &["scan", ".", "--template", "large.txt"]);
    assert!(run.err.contains("large.txt") && run.err.contains("1024 KiB"), "{}", run.err);
}

#[test]
fn a_query_out_of_the_folder_makes_no_shingle_common() {
    let (inside, beside) = (headed(), headed());
    let own = std::fs::read_to_string(beside.path().join("a.txt")).unwrap();
    std::fs::remove_file(beside.path().join("a.txt")).unwrap();
    // With two texts, no shingle is common; with a third text, some are.
    for dir in [&inside, &beside] {
        std::fs::remove_file(dir.path().join("d.txt")).unwrap();
    }
    let elsewhere = folder(&[("a.txt", &own)]);
    let outside = elsewhere.path().join("a.txt");
    let ask = |dir: &tempfile::TempDir, file: &str| {
        json(dir.path(), &[&["query", file, "--in", "."][..], &PLAIN, &["--common", "0"]].concat())
    };
    let (own, other) = (ask(&inside, "a.txt"), ask(&beside, outside.to_str().unwrap()));
    assert_eq!(own["left_out"], other["left_out"]);
    let found = |whole: &Value| -> Vec<(Value, Value)> {
        let pairs = whole["pairs"].as_array().unwrap().iter();
        pairs.map(|pair| (pair["b"].clone(), pair["score"].clone())).collect()
    };
    assert_eq!(found(&own), found(&other));
    assert_eq!((found(&own).len(), &own["left_out"]["common"]), (2, &value!(0)));
}
