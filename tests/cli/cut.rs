//! Records of files as documents: `--records` in every command and every output.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::support::{folder, json, printed, put, run};

const FOX: &str = "the quick brown fox jumps over the lazy dog in the old garden";
const CAT: &str = "the quick brown fox jumps over the sleeping cat behind a wall";

/// Returns the listed pairs of a scan, each as its two names.
fn pairs(dir: &std::path::Path, args: &[&str]) -> Vec<String> {
    let args = [&["scan", ".", "--format", "ndjson"], args].concat();
    let pair = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        format!("{} {}", line["a"].as_str().unwrap(), line["b"].as_str().unwrap())
    };
    printed(dir, &args).lines().map(pair).collect()
}

#[test]
fn each_line_is_a_document_named_by_its_file_and_its_number() {
    let mut lines = vec!["nothing else is like this line of words"; 9];
    lines.push(FOX);
    let dir = folder(&[("a.txt", &format!("{CAT}\r\n{}", lines.join("\r\n"))), ("a.txt.b", FOX)]);
    let output = json(dir.path(), &["scan", ".", "--records=lines"]);
    assert_eq!(output["parameters"]["records"], "lines");
    let documents = output["documents"].as_array().unwrap();
    let names: Vec<&str> = documents.iter().map(|one| one["document"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["a.txt:1", "a.txt:2"]);
    assert_eq!(names[9..], ["a.txt:10", "a.txt:11", "a.txt.b:1"]);
}

#[test]
fn fields_of_json_and_columns_of_tables_are_documents_too() {
    let line = |text: &str| format!("{}\n", serde_json::json!({"id": 1, "user": {"text": text}}));
    let table = |text: &str| format!("id,Text\n1,\"{text},\nwith \"\"quotes\"\"\"\n2,\"{text}\"\n");
    let dir =
        folder(&[("a.jsonl", &[line(FOX), line(CAT), line(FOX)].concat()), ("b.csv", &table(FOX))]);
    let found = pairs(dir.path(), &["--records=jsonl:user.text", "--include=*.jsonl", "-t1"]);
    assert_eq!(found, ["a.jsonl:1 a.jsonl:3"]);
    let found = pairs(dir.path(), &["--records=csv:text", "--include=*.csv", "-t50%"]);
    assert_eq!(found, ["b.csv:2 b.csv:4"], "by its first line, whatever its lines are");
}

#[test]
fn a_packed_file_is_cut_as_a_plain_one() {
    let dir = folder(&[("a.txt", &format!("{FOX}\n{CAT}\n"))]);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed
        .write_all(format!("\u{feff}{CAT}\nwords of its own that are nowhere else").as_bytes())
        .unwrap();
    put(dir.path(), "b.txt.gz", &packed.finish().unwrap());
    assert_eq!(pairs(dir.path(), &["--records=lines", "-t1"]), ["a.txt:2 b.txt.gz:1"]);
    let compared = printed(dir.path(), &["compare", "--records=lines", "a.txt:2", "b.txt.gz:1"]);
    assert!(compared.contains("b.txt.gz:1"), "{compared}");
}

#[test]
fn a_missing_column_is_told_with_its_file_and_the_columns_there_are() {
    let dir = folder(&[
        ("a.csv", "id,Text\n1,one two three four\n"),
        ("b.csv", "id;body\n1;some words\n"),
    ]);
    let run = run(dir.path(), &["scan", ".", "--records", "csv:body"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.err, "shingle: a.csv: failed: no column body; it has id, Text\n");
}

#[test]
fn records_that_make_no_document_are_told_by_reason_and_not_one_by_one() {
    let bad = "no json\n".repeat(1000);
    let text = format!("{bad}{{\"text\": \"{FOX}\"}}\n\n\n{{\"other\": 1}}\n{{\"text\": {{}}}}\n");
    let dir = folder(&[("a.jsonl", &text)]);
    let output = json(dir.path(), &["scan", ".", "--records", "jsonl:text"]);
    let problems = output["problems"].as_array().unwrap();
    let told = problems.iter().map(|one| ["path", "kind"].map(|name| one[name].as_str().unwrap()));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ["a.jsonl:1", "failed"],
            ["a.jsonl:1002", "skipped"],
            ["a.jsonl:1004", "failed"],
            ["a.jsonl:1005", "failed"],
        ]
    );
    let reason = problems[0]["reason"].as_str().unwrap();
    assert!(reason.contains("lines 1, 2, 3, 4, 5 and 995 more"), "{reason}");
    assert_eq!(output["documents"].as_array().unwrap().len(), 1);
}

#[test]
fn records_of_another_form_are_told_with_the_form_they_have() {
    let dir = folder(&[("a.json", "[\"one\"]"), ("b.jsonl", "{\"text\": \"one\"}\n")]);
    for (file, records, problem) in [
        ("a.json", "jsonl:text", "line 1; the first record is no object\n"),
        ("b.jsonl", "csv:text", "the file looks like JSON, which jsonl:text reads\n"),
    ] {
        let run = run(dir.path(), &["scan", file, "--records", records]);
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains(problem), "{}", run.err);
    }
    let whole = run(dir.path(), &["compare", "a.json", "b.jsonl:1", "--records", "jsonl:text"]);
    let note = "note: a.json: the whole file is one text; a.json:LINE is one of its records\n";
    assert_eq!(whole.err, format!("shingle: {note}"));
}

#[test]
fn records_are_compared_by_their_ids() {
    let line = |id: &str| format!("{{\"id\": \"{id}\", \"text\": \"{FOX}\"}}\n");
    let dir = folder(&[("in.jsonl", &[line("p:1"), line("7"), line("p 3")].concat())]);
    let compare =
        |b: &str, more: &[&str]| run(dir.path(), &[&["compare", "in.jsonl:p:1", b], more].concat());
    let fields = ["--records", "jsonl:text", "--id", "id", "--format", "csv"];
    for (b, line) in [("in.jsonl:7", "in.jsonl:2"), ("in.jsonl:p 3", "in.jsonl:3")] {
        let found = compare(b, &fields);
        assert!(found.out.contains("in.jsonl:1") && found.out.contains(line), "{}", found.err);
    }
    for (b, options, named) in [
        ("in.jsonl:p9", &fields[..], "in.jsonl"),
        ("p9", &fields[..], "p9"),
        ("in.jsonl:7", &fields[2..4], "--records"),
    ] {
        let found = compare(b, options);
        assert_eq!(found.code, Some(2), "{}", found.out);
        assert!(found.err.contains(named), "{}", found.err);
    }
}

#[test]
fn what_a_file_loses_is_told_once() {
    let dir = folder(&[]);
    put(dir.path(), "a.txt", b"one good line of words\none \xff bad \xfe line\n\xff another\n");
    let output = json(dir.path(), &["scan", ".", "--records", "lines", "--encoding", "utf-8"]);
    let problems = output["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1);
    assert_eq!((&problems[0]["path"], &problems[0]["kind"]), (&"a.txt".into(), &"lossy".into()));
    assert!(problems[0]["reason"].as_str().unwrap().starts_with("3 bytes could not be decoded"));
}

#[test]
fn compare_and_query_take_a_record_by_its_line() {
    let dir = folder(&[("a.txt", &format!("{FOX}\n\n{CAT}\n{FOX}")), ("b:2", CAT)]);
    let compare = |a: &str, b: &str| {
        run(dir.path(), &["compare", a, b, "--records=lines", "--format=ndjson"])
    };
    let same: serde_json::Value = serde_json::from_str(&compare("a.txt:3", "b:2").out).unwrap();
    assert_eq!((&same["a"], &same["b"]), (&"a.txt:3".into(), &"b:2".into()));
    assert_eq!(same["exact_copy"], true, "a file is meant where there is one of the name");
    let missing = compare("a.txt:9", "b:2");
    assert_eq!(
        missing.err,
        "shingle: a.txt:9: no record starts at this line with --records lines\n"
    );
    assert_eq!(missing.code, Some(2));
    assert_eq!(compare("a.txt:2", "b:2").err, "shingle: a.txt:2: 1 record without text: line 2\n");

    let ask = |file: &str| {
        let args = ["query", file, "--in", ".", "--records=lines", "--format=ndjson", "-t1"];
        let lines = run(dir.path(), &args).out;
        let hit = |line: &str| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["b"].as_str().unwrap().to_string()
        };
        lines.lines().map(hit).collect::<Vec<_>>()
    };
    assert_eq!(ask("a.txt:1"), ["a.txt:4"], "it is not compared with itself");
    assert_eq!(ask("b:2"), ["a.txt:3"], "nor is a whole file with its records");
}

#[test]
fn sketches_keep_the_names_of_records_in_their_order() {
    let lines: Vec<String> = (1..=12).map(|line| format!("{FOX} and {line} more")).collect();
    let dir = folder(&[("a.txt", &format!("{}\n\n", lines.join("\n"))), ("b.txt", CAT)]);
    let out = tempfile::tempdir().unwrap();
    let file = out.path().join("kept").display().to_string();
    let made = run(dir.path(), &["sketch", ".", "-o", &file, "--records=lines"]);
    assert!(made.out.contains("13 documents"), "{}{}", made.out, made.err);
    let scan = |args: &[&str]| run(dir.path(), &[args, &["--format=ndjson"]].concat());
    let (kept, fresh) =
        (scan(&["scan", "--sketches", &file]), scan(&["scan", ".", "--records=lines"]));
    assert_eq!((kept.out.as_str(), kept.err.as_str()), (fresh.out.as_str(), fresh.err.as_str()));
    assert!(
        kept.out.contains("\"a.txt:12\"") && kept.err.contains("a.txt:13: skipped"),
        "{}",
        kept.err
    );
    let other = run(dir.path(), &["scan", "--sketches", &file, "--records=off"]);
    assert!(other.err.contains("records"), "{}", other.err);
}

#[test]
fn every_output_and_every_way_names_records_alike() {
    let dir = folder(&[("a.txt", &format!("{FOX}\n{CAT}\n{FOX}\n"))]);
    let scan =
        |args: &[&str]| printed(dir.path(), &[&["scan", ".", "--records=lines"], args].concat());
    assert!(scan(&["-t1"]).contains("= 2 copies: a.txt:1, a.txt:3"), "{}", scan(&["-t1"]));
    assert!(scan(&["--format=csv"]).contains("\na.txt:1,a.txt:2,"));
    // A named hash with a modulo takes the cached path.
    let remembered = pairs(dir.path(), &["--records=lines", "--hash=md5-28", "-m2", "-t0"]);
    assert!(remembered.contains(&"a.txt:1 a.txt:3".to_string()), "{remembered:?}");
    let clusters = printed(dir.path(), &["clusters", ".", "--records=lines"]);
    assert!(clusters.contains("a.txt:3"), "{clusters}");
}
