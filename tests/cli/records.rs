//! Fields of a pair in every machine-readable format: names, order, paths and lines. Formulas are tested elsewhere.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use serde_json::Value;

use crate::support::{folder, json, library, printed, put, run, run_with_input};

const FIELDS: [&str; 14] = [
    "a",
    "b",
    "shared",
    "a_shingles",
    "b_shingles",
    "a_words",
    "b_words",
    "jaccard",
    "dice",
    "overlap",
    "containment_a",
    "containment_b",
    "score",
    "exact_copy",
];

#[test]
fn ndjson_is_one_pair_a_line_and_nothing_else() {
    let run = run(&library(), &["scan", ".", "-t", "0", "--format", "ndjson"]);
    assert!(!run.out.is_empty() && run.out.ends_with('\n'));
    for line in run.out.lines() {
        let pair: Value = serde_json::from_str(line).unwrap();
        assert_eq!(pair.as_object().unwrap().len(), FIELDS.len(), "{line}");
    }
    assert!(run.err.contains("damaged.txt"), "problems go to standard error: {}", run.err);
}

#[test]
fn csv_has_a_header_and_the_numbers_of_the_json() {
    let args = ["scan", ".", "-t", "0", "--stop-words", "on"];
    let table = printed_csv(&args);
    assert_eq!(table[0][..14], FIELDS);
    assert_eq!(table[0][14..], ["a_b64", "b_b64"]);

    let listed = json(&library(), &args);
    let listed = listed["pairs"].as_array().unwrap();
    assert_eq!(listed.len(), table.len() - 1);
    for row in &table[1..] {
        let pair = listed.iter().find(|pair| pair["a"] == row[0] && pair["b"] == row[1]).unwrap();
        for (field, text) in FIELDS.iter().zip(row).skip(2) {
            let value = &pair[*field];
            match value.as_f64() {
                Some(number) => {
                    assert_eq!(number.to_bits(), text.parse::<f64>().unwrap().to_bits());
                }
                None => assert_eq!(value.to_string(), *text),
            }
        }
    }
}

fn printed_csv(args: &[&str]) -> Vec<Vec<String>> {
    let run = run(&library(), &[args, &["--format", "csv"]].concat());
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(run.out.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_string).collect()).collect()
}

#[test]
fn csv_of_a_folder_without_pairs_is_its_header() {
    let dir = folder(&[("alone.txt", "one two three")]);
    let text = printed(dir.path(), &["scan", ".", "--format", "csv"]);
    assert_eq!(text.lines().count(), 1);
    assert!(text.starts_with("a,b,shared,"));
}

#[test]
fn csv_quotes_what_a_path_may_hold() {
    let dir = folder(&[]);
    // Programs that read the CSV open the files, so names are exact, even with control characters.
    let names = ["=cmd.txt", "a,\"b\".txt", "a\tb.txt", "a\u{1b}[31m\r\nb.txt"];
    for name in names {
        put(dir.path(), name, b"one two three four");
    }
    let text = printed(dir.path(), &["scan", ".", "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<_> = reader.records().map(|row| row.unwrap()).collect();
    let mut found: Vec<&str> = rows.iter().flat_map(|row| [&row[0], &row[1]]).collect();
    found.sort_unstable();
    found.dedup();
    let mut expected = names.map(|name| if name.starts_with('=') { "'=cmd.txt" } else { name });
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn paths_are_relative_to_the_folder_and_a_comes_before_b_in_byte_order() {
    let text = "the same handful of words in every file";
    let dir =
        folder(&[("in/b.txt", text), ("in/a/z.txt", text), ("in/B.txt", text), ("in/é.txt", text)]);
    let lines = printed(dir.path(), &["scan", "in", "-t", "0", "--format", "ndjson"]);
    let pairs: Vec<(String, String)> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|pair| (pair["a"].as_str().unwrap().into(), pair["b"].as_str().unwrap().into()))
        .collect();
    let expected = [
        ("B.txt", "a/z.txt"),
        ("B.txt", "b.txt"),
        ("B.txt", "é.txt"),
        ("a/z.txt", "b.txt"),
        ("a/z.txt", "é.txt"),
        ("b.txt", "é.txt"),
    ];
    assert_eq!(pairs, expected.map(|(a, b)| (a.to_string(), b.to_string())));
}

#[test]
fn a_name_that_is_not_utf_8_is_given_in_base_64_too() {
    let dir = folder(&[("plain.txt", "one two three four")]);
    put(dir.path(), OsStr::from_bytes(b"caf\xe9.txt"), b"one two three four");
    let line = printed(dir.path(), &["scan", ".", "--format", "ndjson"]);
    let pair: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(pair["a"], "caf\u{fffd}.txt");
    assert_eq!(pair["a_b64"], "Y2Fm6S50eHQ=");
    assert_eq!(pair["b"], "plain.txt");
    assert!(pair.get("b_b64").is_none(), "only where it is needed");

    let text = printed(dir.path(), &["scan", ".", "--format", "csv"]);
    let row = csv::Reader::from_reader(text.as_bytes()).records().next().unwrap().unwrap();
    assert_eq!((&row[14], &row[15]), ("Y2Fm6S50eHQ=", ""));

    let b = OsStr::from_bytes(b"caf\xe9.txt");
    let args = ["compare", "plain.txt"].map(OsStr::new);
    let ends = ["--format", "json"].map(OsStr::new);
    let run = run(dir.path(), &[&args[..], &[b], &ends].concat());
    let whole: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(whole["pair"]["b_b64"], "Y2Fm6S50eHQ=");
}

#[test]
fn a_problem_with_a_name_that_is_not_utf_8_is_given_in_base_64_too() {
    let dir = folder(&[]);
    put(dir.path(), OsStr::from_bytes(b"\xff.png"), b"\x89PNG\r\n\x1a\n");
    let whole = json(dir.path(), &["scan", ".", "--allow-empty"]);
    assert_eq!(whole["problems"][0]["path_b64"], "/y5wbmc=");
    assert_eq!(whole["problems"][0]["kind"], "skipped");
}

#[test]
fn standard_input_is_named_by_a_dash() {
    let dir = folder(&[("b.txt", "one two three four"), ("in/c.txt", "one two three five")]);
    let input = b"one two three four";
    let args = ["compare", "-", "b.txt", "--format", "ndjson"];
    let pair: Value = serde_json::from_str(&run_with_input(dir.path(), &args, input).out).unwrap();
    assert_eq!((&pair["a"], &pair["b"]), (&"-".into(), &"b.txt".into()));
    assert_eq!(pair["exact_copy"], true);

    let args = ["compare", "b.txt", "-", "--format", "csv"];
    let text = run_with_input(dir.path(), &args, input).out;
    assert!(text.lines().nth(1).unwrap().starts_with("b.txt,-,"), "{text}");

    let args = ["query", "-", "--in", "in", "--format", "ndjson", "-t", "0"];
    let hit: Value = serde_json::from_str(&run_with_input(dir.path(), &args, input).out).unwrap();
    assert_eq!((&hit["a"], &hit["b"]), (&"-".into(), &"c.txt".into()));
}

#[test]
fn in_a_query_a_is_the_query_even_where_its_path_comes_later() {
    let dir = folder(&[("a.txt", "one two three four"), ("z.txt", "one two three four five")]);
    let line = printed(dir.path(), &["query", "z.txt", "--in", ".", "--format", "ndjson"]);
    let hit: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&hit["a"], &hit["b"]), (&"z.txt".into(), &"a.txt".into()));
    assert_eq!((&hit["a_words"], &hit["b_words"]), (&5.into(), &4.into()));
}

#[test]
fn a_query_is_excluded_however_its_path_is_written() {
    let dir = folder(&[("in/a.txt", "one two three four"), ("in/copy.txt", "one two three four")]);
    std::os::unix::fs::symlink("in/a.txt", dir.path().join("link.txt")).unwrap();
    let absolute = dir.path().join("in/a.txt");
    for name in ["in/a.txt", "in/../in/a.txt", "link.txt", absolute.to_str().unwrap()] {
        let line = printed(dir.path(), &["query", name, "--in", "in", "--format", "ndjson"]);
        let hit: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&hit["a"], &hit["b"]), (&"a.txt".into(), &"copy.txt".into()), "{name}");
        // Excluded from the number of documents too.
        let table = printed(dir.path(), &["query", name, "--in", "in"]);
        assert!(table.contains("a.txt against 1 document, 1 match\n"), "{table}");
    }
}

#[test]
fn passages_point_into_both_texts() {
    let (left, right) = ("alpha beta gamma delta — x", "y alpha beta gamma delta");
    let dir = folder(&[("a.txt", left), ("b.txt", right)]);
    let passage = &crate::support::pair(dir.path(), &[])["passages"][0];
    let cut = |text: &str, side: &str| {
        let end = |index: usize| usize::try_from(passage[side][index].as_u64().unwrap()).unwrap();
        text[end(0)..end(1)].to_string()
    };
    assert_eq!(cut(left, "a"), "alpha beta gamma delta");
    assert_eq!(cut(right, "b"), "alpha beta gamma delta");
    assert_eq!((&passage["words"], &passage["id"]), (&4.into(), &"1".into()));
}

#[test]
fn repeated_passages_have_letters_and_moved_ones_are_marked() {
    let words = |name: &str, count: usize| -> String {
        (0..count).map(|word| format!("{name}{word} ")).collect::<Vec<_>>().concat()
    };
    let (north, south) = (words("north", 20), words("south", 30));
    // Unique words, enough to keep passages apart.
    let own = |name: &str| words(name, 60);
    let dir = folder(&[
        ("a.txt", &[&*north, &own("a"), &south].concat()),
        ("b.txt", &[&*south, &own("b"), &north, &own("c"), &north].concat()),
    ]);
    let pair = crate::support::pair(dir.path(), &["--stop-words", "off", "--stem", "off"]);
    let passages = pair["passages"].as_array().unwrap();
    let ids: Vec<&str> = passages.iter().map(|passage| passage["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["1a", "1b", "2"], "{passages:#?}");
    assert!(passages.iter().any(|passage| passage["moved"] == true), "{passages:#?}");
}

#[test]
fn a_field_that_no_record_has_is_an_error_that_names_the_fields_there_are() {
    let record = |id: u32| format!("{{\"id\": {id}, \"text\": \"the old ferry left at dawn\"}}\n");
    let dir = folder(&[("in/a.jsonl", &(record(1) + &record(2)))]);
    let commands: [&[&str]; 7] = [
        &["scan", "in", "--check"],
        &["clusters", "in"],
        &["sketch", "in", "-o", "a.sk"],
        &["report", "in", "-o", "-", "--fail-on", "undecided"],
        &["passages", "in"],
        &["lab", "in"],
        &["query", "in/a.jsonl", "--in", "in"],
    ];
    for command in commands {
        let args = [command, &["--records", "jsonl:txt"]].concat();
        let wrong = run(dir.path(), &args);
        assert_eq!(wrong.code, Some(2), "{args:?}: {}", wrong.out);
        assert!(wrong.out.is_empty(), "{args:?}: {}", wrong.out);
        let why =
            "2 records without the field of --records: lines 1, 2; the first record has id, text";
        assert!(wrong.err.contains(why), "{args:?}: {}", wrong.err);
        assert!(wrong.err.contains("no documents: no file could be read"));
        let meant = run(dir.path(), &[&args[..], &["--allow-empty"]].concat());
        assert_eq!(meant.code, Some(0), "{args:?}: {}", meant.err);
    }
    let whole = run(dir.path(), &["query", "in/a.jsonl", "--in", "in", "--records", "jsonl:text"]);
    assert!(
        whole.err.contains("the whole file is one text; in/a.jsonl:LINE is one of its records")
    );
    let record = run(dir.path(), &["compare", "in/a.jsonl:1", "in/a.jsonl:2"]);
    assert!(record.err.contains("a record of a file is named with --records"), "{}", record.err);
}

#[test]
fn a_file_of_records_serves_as_a_folder() {
    let text = "seven gulls flew over the harbour while the baker slept on the pier";
    let lines = format!("{text}\n{text} today\nrain fell until nobody remembered the sun\n");
    let dir = folder(&[("lines.txt", &lines), ("other.txt", text)]);
    let records = ["--records", "lines"];
    let lab = json(dir.path(), &[&["lab", "lines.txt"][..], &records].concat());
    let of_folder = json(dir.path(), &[&["lab", "."][..], &records].concat());
    assert!(lab != of_folder, "other.txt is not read");
    let from = [&["sources", "other.txt", "--in", "lines.txt"][..], &records].concat();
    let sources = json(dir.path(), &from);
    assert_eq!(sources["sources"][0]["b"], "lines.txt:1", "{sources}");
    let shared = [&["passages", "lines.txt"][..], &records].concat();
    let passages = json(dir.path(), &shared);
    assert_eq!(passages["passages"][0]["documents_found"], 2, "{passages}");
}
