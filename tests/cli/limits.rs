//! Choice, order and number of listed pairs, and the effect of `--check`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::{folder, json, library, printed, run};

/// Names, and texts of single letters as words. They are read as English, and no letter is a stop word.
const LETTERS: [(&str, &str); 6] = [
    ("a.txt", "q w e r p z u"),
    ("b.txt", "q w e r p z u"),
    ("c.txt", "q w e r k k k"),
    ("d/x.txt", "r p z u"),
    ("e.txt", "h n b v"),
    ("f.txt", ""),
];

fn of_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(pair: &Value) -> (String, String) {
    (pair["a"].as_str().unwrap().to_string(), pair["b"].as_str().unwrap().to_string())
}

#[test]
fn threshold_0_streams_every_pair_that_shares_a_shingle_in_path_order() {
    let dir = folder(&LETTERS);
    let windows = |text: &str| -> BTreeSet<String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.windows(3).map(|window| window.join(" ")).collect()
    };
    let sets: BTreeMap<&str, BTreeSet<String>> =
        LETTERS.iter().map(|(name, text)| (*name, windows(text))).collect();
    let mut expected = Vec::new();
    for (a, left) in &sets {
        for (b, right) in &sets {
            let shared = left.intersection(right).count();
            if a < b && shared > 0 {
                expected.push(((*a).to_string(), (*b).to_string(), shared as u64));
            }
        }
    }
    assert_eq!(expected.len(), 5);

    let text = run(dir.path(), &["scan", ".", "-t", "0", "--format", "ndjson"]).out;
    let found: Vec<_> = of_lines(&text)
        .iter()
        .map(|pair| {
            let (a, b) = names(pair);
            (a, b, pair["shared"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(found, expected);

    let text = run(dir.path(), &["scan", ".", "-t", "0", "--format", "csv"]).out;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let found: Vec<_> = reader
        .records()
        .map(|row| row.unwrap())
        .map(|row| (row[0].to_string(), row[1].to_string(), row[2].parse().unwrap()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_query_with_threshold_0_lists_its_matches_in_path_order() {
    let dir = folder(&LETTERS);
    let text =
        run(dir.path(), &["query", "c.txt", "--in", ".", "-t", "0", "--format", "ndjson"]).out;
    let found: Vec<_> = of_lines(&text).iter().map(|hit| names(hit).1).collect();
    assert_eq!(found, ["a.txt", "b.txt"]);
}

#[test]
fn ranked_lists_begin_with_copies_then_the_best_score() {
    let pairs = json(&library(), &["scan", ".", "-t", "0"])["pairs"].clone();
    let keys: Vec<(bool, f64, u64)> = pairs
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| {
            let score = pair["score"].as_f64().unwrap();
            (pair["exact_copy"] == true, score, pair["shared"].as_u64().unwrap())
        })
        .collect();
    assert!(keys.len() > 5);
    assert!(keys.is_sorted_by(|left, right| left >= right), "{keys:?}");
}

#[test]
fn top_keeps_the_best_of_the_ranking_in_every_format() {
    let ranked = json(&library(), &["scan", ".", "-t", "0"])["pairs"].clone();
    let best: Vec<_> = ranked.as_array().unwrap()[..3].iter().map(names).collect();
    let ends = ["-t", "0", "--top", "3"];

    let whole = json(&library(), &[&["scan", "."][..], &ends].concat());
    assert_eq!(whole["pairs"].as_array().unwrap().iter().map(names).collect::<Vec<_>>(), best);
    assert_eq!(whole["pairs_found"].as_u64().unwrap(), ranked.as_array().unwrap().len() as u64);

    let args = [&["scan", ".", "--format", "ndjson"][..], &ends].concat();
    let lines = of_lines(&run(&library(), &args).out);
    assert_eq!(lines.iter().map(names).collect::<Vec<_>>(), best);

    let args = [&["scan", ".", "--format", "csv"][..], &ends].concat();
    assert_eq!(run(&library(), &args).out.lines().count(), 1 + 3);

    let table = run(&library(), &[&["scan", "."][..], &ends].concat()).out;
    assert!(table.contains(" (the best 3 rows are shown; see --top)\n"), "{table}");
    assert_eq!(table.lines().position(str::is_empty), Some(1 + 3), "{table}");
    let table = run(&library(), &["scan", ".", "--top", "1"]).out;
    assert!(table.contains(" (the best 1 row is shown; see --top)\n"), "{table}");
}

#[test]
fn top_keeps_the_best_matches_of_a_query_and_says_so() {
    let ends = ["query", "ferry.txt", "--in", ".", "-t", "0", "--top", "1"];
    let whole = json(&library(), &ends);
    assert_eq!(whole["pairs"].as_array().unwrap().len(), 1);
    assert_eq!(whole["pairs"][0]["exact_copy"], true);
    assert_eq!(whole["pairs_found"], 4);
    let table = run(&library(), &ends).out;
    assert!(table.contains("4 matches (the best 1 match is shown; see --top)\n"), "{table}");
}

#[test]
fn top_0_counts_and_lists_nothing() {
    let whole = json(&library(), &["scan", ".", "--top", "0"]);
    assert_eq!((whole["pairs"].as_array().unwrap().len(), &whole["pairs_found"]), (0, &11.into()));
    let lines = run(&library(), &["scan", ".", "--top", "0", "--format", "ndjson"]).out;
    assert_eq!(lines, "");
}

#[test]
fn table_and_json_stop_at_ten_thousand_and_streams_do_not() {
    // Any two of 150 documents share one word, and none are copies: 11,175 pairs.
    let dir = folder(&[]);
    for number in 0..150 {
        let text = format!("common own{number}");
        crate::support::put(dir.path(), format!("{number}.txt"), text.as_bytes());
    }
    let args = ["scan", ".", "-w", "1", "-t", "0"];
    let whole = json(dir.path(), &args);
    assert_eq!(whole["pairs"].as_array().unwrap().len(), 10_000);
    assert_eq!(whole["pairs_found"], 11_175);

    let table = printed(dir.path(), &args);
    assert_eq!(table.lines().position(str::is_empty), Some(1 + 10_000));
    let summary = "150 documents, 11,175 pairs (the best 10,000 rows are shown; see --top)\n";
    assert!(table.contains(summary), "{}", table.lines().last().unwrap());

    let lines = printed(dir.path(), &[&args[..], &["--format", "ndjson"]].concat());
    assert_eq!(lines.lines().count(), 11_175);
    let rows = printed(dir.path(), &[&args[..], &["--format", "csv"]].concat());
    assert_eq!(rows.lines().count(), 1 + 11_175);
    let pairs = json(dir.path(), &[&args[..], &["--top", "11000"]].concat())["pairs"].clone();
    assert_eq!(pairs.as_array().unwrap().len(), 11_000);
}

#[test]
fn copies_are_one_group_in_the_table_and_pairs_elsewhere() {
    let text = "every one of these files holds this sentence";
    let dir = folder(&[("a", text), ("b", text), ("c", text), ("d", text)]);
    let table = printed(dir.path(), &["scan", "."]);
    assert!(table.contains("= 4 copies: a, b, c, d\n"), "{table}");
    assert!(table.contains("4 documents, 6 pairs\n"), "{table}");
    assert_eq!(json(dir.path(), &["scan", "."])["pairs"].as_array().unwrap().len(), 6);
}

#[test]
fn empty_documents_are_copies_of_nothing() {
    let dir = folder(&[("a", ""), ("b", ""), ("c", " \n"), ("d", "...")]);
    assert_eq!(json(dir.path(), &["scan", ".", "-t", "0"])["pairs_found"], 0);
    let args = ["compare", "a", "b", "-t", "0", "--check", "--format", "json"];
    let whole: Value = serde_json::from_str(&printed(dir.path(), &args)).unwrap();
    assert_eq!(whole["pair"]["exact_copy"], false);
    assert_eq!(whole["pair"]["score"], 0.0);
}

#[test]
fn check_exits_1_when_a_match_reaches_the_threshold_and_0_when_none_does() {
    let dir = folder(&LETTERS);
    let formats = ["table", "json", "ndjson", "csv"];
    for format in formats {
        for (threshold, code) in [("0.2", 1), ("1", 1)] {
            let args = ["scan", ".", "--check", "-t", threshold, "--format", format];
            assert_eq!(run(dir.path(), &args).code, Some(code), "{args:?}");
        }
        let args = ["scan", "d", "--check", "-t", "0", "--format", format];
        assert_eq!(run(dir.path(), &args).code, Some(0), "{args:?}");
        for (a, code) in [("a.txt", 1), ("e.txt", 0)] {
            let args = ["compare", a, "c.txt", "--check", "--format", format];
            assert_eq!(run(dir.path(), &args).code, Some(code), "{args:?}");
            let args = ["query", a, "--in", ".", "--check", "--format", format];
            assert_eq!(run(dir.path(), &args).code, Some(code), "{args:?}");
        }
    }
    assert_eq!(run(dir.path(), &["scan", "."]).code, Some(0), "only with --check");
    assert_eq!(run(dir.path(), &["compare", "a.txt", "c.txt"]).code, Some(0));
    assert_eq!(run(dir.path(), &["scan", ".", "--check", "--top", "0"]).code, Some(1));
}

#[test]
fn the_table_counts_the_pairs_that_the_other_formats_list() {
    let demo = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    for ends in [
        &["-t", "0"][..],
        &["-t", "0.2"],
        &["-t", "1", "--measure", "jaccard"],
        &["-t", "0.5", "-w", "1", "--above", "strictly"],
        &["-t", "0", "-m", "5", "--hash", "crc32"],
        &["--preset", "phpir"],
        &["--preset", "php-shingles"],
    ] {
        let scan = [&["scan", "."][..], ends].concat();
        let table = printed(&demo, &scan);
        let found = json(&demo, &scan)["pairs_found"].as_u64().unwrap();
        let noun = if found == 1 { "pair" } else { "pairs" };
        assert!(table.contains(&format!(", {found} {noun}\n")), "{ends:?}, {found}: {table}");
        let lines = printed(&demo, &[&scan[..], &["--format", "ndjson"]].concat());
        assert_eq!(lines.lines().count() as u64, found, "{ends:?}");
    }
}

#[test]
fn skipped_files_are_named_and_many_of_them_only_counted() {
    let dir = folder(&[("a.txt", "one two three four"), ("b.txt", "one two three four")]);
    for number in 10..23 {
        let picture = format!("{number}.png");
        crate::support::put(dir.path(), picture, b"\x89PNG\r\n\x1a\n\0");
    }
    for format in ["table", "ndjson", "csv"] {
        let said = run(dir.path(), &["scan", ".", "--format", format]).err;
        let named: Vec<&str> =
            said.lines().filter(|line| line.ends_with(": skipped: binary: PNG image")).collect();
        assert_eq!(named.len(), 10, "{said}");
        assert_eq!(
            said.lines().last(),
            Some(
                "shingle: 13 other files: 13 images; 10 are named here, `--format json` names them all"
            )
        );
    }
    let table = run(dir.path(), &["scan", "."]).out;
    assert!(table.contains("2 documents (13 other files: 13 images), 1 pair\n"), "{table}");
    assert_eq!(json(dir.path(), &["scan", "."])["problems"].as_array().unwrap().len(), 13);
}
