//! `passages`: the longest phrases shared by documents of a folder, in every format. The oracle tests their choice.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::{Value, json as value};

use crate::support::{folder, json, printed, put, run};

const TERMS: &str = "This leaf may be copied and folded, as long as these terms stay at its head.";

/// Four leaflets with the same terms, one of them copied; two share a further sentence.
fn leaves() -> tempfile::TempDir {
    let tea = format!("{TERMS} Warm the pot before anybody pours the first cup of tea.");
    folder(&[
        ("bread.txt", &format!("{TERMS} Bread rises slowly in a cold kitchen.")),
        ("copy/tea.txt", &tea),
        ("milk.txt", &format!("{TERMS} Milk turns sour within three days.")),
        ("soup.txt", &format!("Soup first. {TERMS} Warm the pot before anybody pours the soup.")),
        ("tea.txt", &tea),
        ("other.txt", "Something else entirely, with no run of words from anywhere."),
    ])
}

/// Returns words, documents and beginning of each passage.
fn told(dir: &Path, args: &[&str]) -> Vec<(u64, u64, String)> {
    let stop_words = ["--stop-words", "on"];
    let dropping: &[&str] = if args.contains(&stop_words[0]) { &[] } else { &stop_words };
    let whole = json(dir, &[&["passages", ".", "--least", "4"], args, dropping].concat());
    let passages = whole["passages"].as_array().unwrap().iter().map(|one| {
        let text = one["text"].as_str().unwrap().split_whitespace().take(2);
        let text = text.collect::<Vec<_>>().join(" ");
        (one["words"].as_u64().unwrap(), one["documents_found"].as_u64().unwrap(), text)
    });
    passages.collect()
}

#[test]
fn passages_prints_a_table_for_people() {
    let dir = leaves();
    assert_snapshot!(printed(dir.path(), &["passages", ".", "--least", "4"]));
    let all = printed(dir.path(), &["passages", ".", "--least", "4"]);
    let top = printed(dir.path(), &["passages", ".", "--least", "4", "--top", "1"]);
    let lines: Vec<&str> = top.lines().collect();
    assert!(all.lines().take(3).eq(lines[..3].iter().copied()), "{top}");
    assert_eq!(
        lines[3..5],
        ["", "2 passages (the best 1 passage is shown; see --top) among 6 documents"]
    );
}

#[test]
fn without_a_terminal_a_passage_is_whole() {
    let dir = leaves();
    let table = printed(dir.path(), &["passages", ".", "--least", "4"]);
    let terms = TERMS.trim_end_matches('.');
    let quoted = terms.split_once("leaf").unwrap().1;
    assert!(quoted.len() > 60 && table.contains(quoted), "{table}");
    assert!(!table.contains('…'), "{table}");
}

#[test]
fn the_formats_tell_the_same() {
    let dir = leaves();
    let args = |format: &'static str| ["passages", ".", "--least", "4", "--format", format];
    let whole = json(dir.path(), &["passages", ".", "--least", "4"]);
    let passages = whole["passages"].as_array().unwrap();
    assert_eq!((&whole["passages_found"], passages.len()), (&value!(2), 2));
    assert_eq!((&whole["least"], &whole["sort"]), (&value!(4), &value!("repeated")));
    let lines = printed(dir.path(), &args("ndjson"));
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(&lines, passages);
    let text = printed(dir.path(), &args("csv"));
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let mut of_csv = Vec::new();
    for row in rows.records().map(Result::unwrap) {
        let number: usize = row[0].parse().unwrap();
        let one = &passages[number - 1];
        let counts = ["words", "documents_found", "repeated"].map(|name| one[name].to_string());
        assert_eq!([&row[1], &row[2], &row[3]], [&*counts[0], &counts[1], &counts[2]]);
        let is_first = one["documents"][0]["path"] == row[4];
        let place = [&one["span"][0], &one["span"][1]].map(ToString::to_string);
        let place = [&*place[0], &place[1], one["text"].as_str().unwrap()];
        assert_eq!([&row[5], &row[6], &row[7]], if is_first { place } else { [""; 3] });
        of_csv.push(value!({ "path": &row[4] }));
    }
    let named = passages.iter().flat_map(|one| one["documents"].as_array().unwrap()).cloned();
    assert_eq!(of_csv, named.collect::<Vec<_>>());
    for one in passages {
        let first = one["documents"][0]["path"].as_str().unwrap();
        let text = std::fs::read_to_string(dir.path().join(first)).unwrap();
        let end = |at: usize| one["span"][at].as_u64().unwrap() as usize;
        assert_eq!(&text[end(0)..end(1)], one["text"].as_str().unwrap());
    }
}

#[test]
fn copies_are_counted_and_make_no_passage_alone() {
    let dir = leaves();
    let terms = |documents| (8, documents, "leaf may".to_string());
    assert_eq!(told(dir.path(), &[]), [terms(5), (6, 3, "stay at".to_string())]);
    // Without soup.txt, only the two copies share the second sentence.
    assert_eq!(told(dir.path(), &["--exclude", "soup.txt"]), [terms(4)]);
    assert_eq!(told(dir.path(), &["--include", "tea.txt"]), []);
}

#[test]
fn each_order_and_each_parameter_of_words_holds() {
    let dir = leaves();
    let words = |args: &[&str]| told(dir.path(), args).into_iter().map(|one| (one.0, one.1));
    let words = |args: &[&str]| words(args).collect::<Vec<_>>();
    assert_eq!(words(&[]), [(8, 5), (6, 3)]);
    assert_eq!(words(&["--sort", "documents"]), [(8, 5), (6, 3)]);
    // The longest passage includes the terms.
    assert_eq!(words(&["--sort", "words"]), [(12, 3)]);
    assert_eq!(words(&["--stop-words", "off"])[0], (16, 5));
    assert_eq!(words(&["--stop-words", "inside"]), [(16, 5), (9, 3)]);
    assert_eq!(words(&["--width", "6"]), [(8, 5), (9, 3)]);
    let whole = json(dir.path(), &["passages", ".", "--preset", "minhash84", "--least", "1"]);
    assert_eq!(whole["parameters"]["sketch"], "modulo");
    assert_eq!(
        whole["least"], whole["parameters"]["width"],
        "no passage is shorter than a shingle"
    );
}

#[test]
fn phrases_and_templates_leave_passages_out() {
    let dir = leaves();
    let all = told(dir.path(), &[]);
    let outside = tempfile::tempdir().unwrap();
    put(outside.path(), "list.jsonl", format!("{{\"phrase\":\"{TERMS}\"}}\n").as_bytes());
    put(outside.path(), "head.txt", TERMS.as_bytes());
    let path = |name: &str| outside.path().join(name).to_str().unwrap().to_string();
    // Ignoring one passage leaves the rest of the list unchanged.
    assert_eq!(told(dir.path(), &["--phrases", &path("list.jsonl")]), all[1..]);
    assert_eq!(told(dir.path(), &["--template", &path("head.txt")]), all[1..]);
    assert_eq!(told(dir.path(), &["--common", "70%"]), all[1..]);
}

#[test]
fn options_without_effect_are_refused() {
    let dir = leaves();
    for (args, said) in [
        (&["--modulo", "2"][..], "unexpected argument '--modulo'"),
        (&["--sort", "length"], "--sort"),
        (&["--least", "-1"], "--least"),
    ] {
        let refused = run(dir.path(), &[&["passages", "."][..], args].concat());
        assert_eq!(refused.code, Some(2), "{args:?}");
        assert!(refused.err.contains(said), "{args:?}: {}", refused.err);
    }
}

#[test]
fn a_name_that_is_not_utf_8_is_told_exactly_and_a_bad_file_stops_nothing() {
    let dir = leaves();
    put(dir.path(), OsStr::from_bytes(b"a\xff.txt"), TERMS.as_bytes());
    let whole = json(dir.path(), &["passages", ".", "--least", "4"]);
    let first = &whole["passages"][0]["documents"][0];
    assert_eq!(first, &value!({ "path": "a\u{fffd}.txt", "path_b64": "Yf8udHh0" }));
    let csv = printed(dir.path(), &["passages", ".", "--least", "4", "--format", "csv"]);
    assert!(csv.lines().nth(1).unwrap().ends_with(",Yf8udHh0"), "{csv}");
    put(dir.path(), "bad.pdf", b"%PDF-1.7 and no more");
    let strict = run(dir.path(), &["passages", ".", "--least", "4", "--strict"]);
    assert_eq!(strict.code, Some(2), "{}", strict.err);
    assert!(strict.err.contains("bad.pdf") && strict.out.contains("leaf may"), "{}", strict.out);
}

#[test]
fn records_are_documents() {
    let dir = folder(&[("all.jsonl", "")]);
    let line = |rest: &str| format!("{{\"text\":\"{TERMS} {rest}\"}}\n");
    let all = [line("Bread rises."), line("Tea cools."), line("Soup boils.")].concat();
    put(dir.path(), "all.jsonl", all.as_bytes());
    let whole = json(dir.path(), &["passages", ".", "--records", "jsonl:text", "--least", "4"]);
    let documents = whole["passages"][0]["documents"].as_array().unwrap();
    let names: Vec<&str> = documents.iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(names, ["all.jsonl:1", "all.jsonl:2", "all.jsonl:3"]);
}

#[test]
fn the_demo_folder_shows_its_boilerplate() {
    let whole =
        json(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo"), &["passages", "."]);
    let names = |at: usize| -> Vec<&str> {
        let all = whole["passages"][at]["documents"].as_array().unwrap().iter();
        all.map(|one| one["path"].as_str().unwrap()).collect()
    };
    assert_eq!(
        names(2),
        ["licences/bowline.txt", "licences/leek-soup.md", "licences/telescope.txt"]
    );
}
