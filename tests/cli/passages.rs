//! `passages`: the longest phrases shared by documents of a folder, in every format. The oracle tests their choice.

use std::path::Path;

use insta::assert_snapshot;
use serde_json::json as value;

use crate::support::{at, folder, json, objects, printed, put};

const TERMS: &str = "This leaf may be copied and folded, as long as these terms stay at its head.";

/// Four leaflets with equal terms. Two of them are copies, and two share a further sentence.
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

fn told(dir: &Path, args: &str) -> Vec<(u64, u64, String)> {
    let dropping = if args.contains("--stop-words") { "" } else { "--stop-words on" };
    let whole = json(dir, &format!("passages . --least 4 {args} {dropping}"));
    let passages = whole["passages"].as_array().unwrap().iter().map(|one| {
        let text: Vec<&str> = one["text"].as_str().unwrap().split_whitespace().take(2).collect();
        let counts = ["words", "documents_found"].map(|name| one[name].as_u64().unwrap());
        (counts[0], counts[1], text.join(" "))
    });
    passages.collect()
}

#[test]
fn passages_prints_a_table() {
    let dir = leaves();
    let all = printed(dir.path(), "passages . --least 4");
    assert_snapshot!("passages_prints_a_table_for_people", all);
    // Without a terminal, a passage is whole.
    assert!(!all.contains('…'), "{all}");
    let top = printed(dir.path(), "passages . --least 4 --top 1");
    let lines: Vec<&str> = top.lines().collect();
    assert!(all.lines().take(3).eq(lines[..3].iter().copied()), "{top}");
    let expected = ["", "2 passages (the best 1 passage is shown; see --top) among 6 documents"];
    assert_eq!(lines[3..5], expected);
}

#[test]
fn the_formats_tell_the_same() {
    let dir = leaves();
    let whole = json(dir.path(), "passages . --least 4");
    let passages = whole["passages"].as_array().unwrap();
    assert_eq!((&whole["passages_found"], passages.len()), (&value!(2), 2));
    assert_eq!((&whole["least"], &whole["sort"]), (&value!(4), &value!("repeated")));
    assert_eq!(&objects(&printed(dir.path(), "passages . --least 4 --format ndjson")), passages);
    let text = printed(dir.path(), "passages . --least 4 --format csv");
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
fn each_order_and_each_parameter_of_words_has_an_effect() {
    let dir = leaves();
    for (args, expected) in [
        ("", &[(8, 5), (6, 3)][..]),
        ("--sort documents", &[(8, 5), (6, 3)]),
        // The longest passage includes the terms.
        ("--sort words", &[(12, 3)]),
        ("--stop-words off", &[(16, 5)]),
        ("--stop-words inside", &[(16, 5), (9, 3)]),
        ("--width 6", &[(8, 5), (9, 3)]),
    ] {
        let found: Vec<_> = told(dir.path(), args).into_iter().map(|one| (one.0, one.1)).collect();
        assert!(found.starts_with(expected), "{args}: {found:?}");
    }
    let whole = json(dir.path(), "passages . --preset minhash84 --least 1");
    assert_eq!(whole["parameters"]["sketch"], "modulo");
    // No passage is shorter than a shingle.
    assert_eq!(whole["least"], whole["parameters"]["width"]);
}

#[test]
fn phrases_and_templates_hide_passages() {
    let (dir, outside) = (leaves(), folder(&[("head.txt", TERMS)]));
    put(outside.path(), "list.jsonl", format!("{{\"phrase\":\"{TERMS}\"}}\n"));
    let all = told(dir.path(), "");
    // Ignoring one passage leaves the rest of the list unchanged.
    let phrases = format!("--phrases {}", at(&outside, "list.jsonl"));
    let template = format!("--template {}", at(&outside, "head.txt"));
    for args in [&*phrases, &template, "--common 70%"] {
        assert_eq!(told(dir.path(), args), all[1..], "{args}");
    }
}
