//! Choice, order and number of listed pairs, and the effect of `--check`.

use crate::support::{folder, has, json, library, names, objects, printed, put, run};

/// Texts of single letters as words. The program reads the texts as English, and no letter is a stop word.
const LETTERS: [(&str, &str); 6] = [
    ("a.txt", "q w e r p z u"),
    ("b.txt", "q w e r p z u"),
    ("c.txt", "q w e r k k k"),
    ("d/x.txt", "r p z u"),
    ("e.txt", "h n b v"),
    ("f.txt", ""),
];

#[test]
fn top_lists_the_best_of_the_ranking_in_every_format() {
    let library = library();
    let ranked = names(&json(&library, "scan . -t 0")["pairs"]);
    let whole = json(&library, "scan . -t 0 --top 3");
    assert_eq!(names(&whole["pairs"]), ranked[..3]);
    assert_eq!(whole["pairs_found"], ranked.len());
    let lines = objects(&run(&library, "scan . --format ndjson -t 0 --top 3").out);
    assert_eq!(names(&lines.into()), ranked[..3]);
    assert_eq!(run(&library, "scan . --format csv -t 0 --top 3").out.lines().count(), 1 + 3);
    let table = run(&library, "scan . -t 0 --top 3").out;
    assert!(table.contains(" (the best 3 rows are shown; see --top)\n"), "{table}");
    assert_eq!(table.lines().position(str::is_empty), Some(1 + 3), "{table}");
    // The best match of a query is the copy.
    let query = json(&library, "query ferry.txt --in . -t 0 --top 1");
    assert_eq!((query["pairs"].as_array().unwrap().len(), &query["pairs_found"]), (1, &4.into()));
    assert_eq!(query["pairs"][0]["exact_copy"], true);
    // With 0, the program only counts pairs.
    let none = json(&library, "scan . --top 0");
    assert_eq!((none["pairs"].as_array().unwrap().len(), &none["pairs_found"]), (0, &11.into()));
    assert_eq!(run(&library, "scan . --top 0 --format ndjson").out, "");
}

#[test]
fn table_and_json_stop_at_ten_thousand_and_streams_do_not() {
    // Any two of 150 documents share one word, without copies: 11,175 pairs.
    let dir = folder(&[]);
    for number in 0..150 {
        put(dir.path(), format!("{number}.txt"), format!("common own{number}"));
    }
    let scan = |more: &str| printed(dir.path(), &format!("scan . -w 1 -t 0 {more}"));
    let whole = json(dir.path(), "scan . -w 1 -t 0");
    assert_eq!(whole["pairs"].as_array().unwrap().len(), 10_000);
    assert_eq!(whole["pairs_found"], 11_175);
    let table = scan("");
    assert_eq!(table.lines().position(str::is_empty), Some(1 + 10_000));
    let summary = "150 documents, 11,175 pairs (the best 10,000 rows are shown; see --top)\n";
    assert!(table.contains(summary), "{}", table.lines().last().unwrap());
    assert_eq!(scan("--format ndjson").lines().count(), 11_175);
    assert_eq!(scan("--format csv").lines().count(), 1 + 11_175);
    let pairs = json(dir.path(), "scan . -w 1 -t 0 --top 11000")["pairs"].clone();
    assert_eq!(pairs.as_array().unwrap().len(), 11_000);
}

#[test]
fn empty_documents_are_copies_of_nothing() {
    let dir = folder(&[("a", ""), ("b", ""), ("c", " \n"), ("d", "...")]);
    assert_eq!(json(dir.path(), "scan . -t 0")["pairs_found"], 0);
    let pair = &json(dir.path(), "compare a b -t 0 --check")["pair"];
    assert_eq!((&pair["exact_copy"], &pair["score"]), (&false.into(), &0.0.into()));
}

#[test]
fn check_exits_1_if_a_pair_scores_at_least_the_threshold() {
    let dir = folder(&LETTERS);
    for format in ["table", "json", "ndjson", "csv"] {
        for (args, code) in [
            ("scan . --check -t 0.2", 1),
            ("scan . --check -t 1", 1),
            ("scan d --check -t 0", 0),
            ("compare a.txt c.txt --check", 1),
            ("compare e.txt c.txt --check", 0),
            ("query a.txt --in . --check", 1),
            ("query e.txt --in . --check", 0),
        ] {
            let args = format!("{args} --format {format}");
            assert_eq!(run(dir.path(), &args).code, Some(code), "{args}");
        }
    }
    assert_eq!(run(dir.path(), "scan .").code, Some(0), "only with --check");
    assert_eq!(run(dir.path(), "compare a.txt c.txt").code, Some(0));
    assert_eq!(run(dir.path(), "scan . --check --top 0").code, Some(1));
}

#[test]
fn skipped_files_are_named_and_many_of_them_only_counted() {
    let dir = folder(&[("a.txt", "one two three four"), ("b.txt", "one two three four")]);
    for number in 10..23 {
        put(dir.path(), format!("{number}.png"), b"\x89PNG\r\n\x1a\n\0");
    }
    for format in ["table", "ndjson", "csv"] {
        let error = run(dir.path(), &format!("scan . --format {format}")).err;
        let is_named = |line: &&str| line.ends_with(": skipped: binary: PNG image");
        assert_eq!(error.lines().filter(is_named).count(), 10, "{error}");
        assert!(error.lines().last().unwrap().contains("13 other files: 13 images"), "{error}");
    }
    has(&run(dir.path(), "scan .").out, "2 documents (13 other files: 13 images), 1 pair\n");
    assert_eq!(json(dir.path(), "scan .")["problems"].as_array().unwrap().len(), 13);
}
