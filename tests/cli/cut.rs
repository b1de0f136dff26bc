//! Records of files as documents: `--records` in every command and every output.

use crate::support::{
    all_refused, at, fields, folder, has, json, names, printed, put, refused, run,
};

const FOX: &str = "the quick brown fox jumps over the lazy dog in the old garden";
const CAT: &str = "the quick brown fox jumps over the sleeping cat behind a wall";

#[test]
fn records_that_make_no_document_are_told_by_reason_and_not_one_by_one() {
    let bad = "no json\n".repeat(1000);
    let text = format!("{bad}{{\"text\": \"{FOX}\"}}\n\n\n{{\"other\": 1}}\n{{\"text\": {{}}}}\n");
    let dir = folder(&[("a.jsonl", &text)]);
    let output = json(dir.path(), "scan . --records jsonl:text");
    let problems = &output["problems"];
    let places = ["a.jsonl:1", "a.jsonl:1002", "a.jsonl:1004", "a.jsonl:1005"];
    assert_eq!(fields(problems, "path"), places);
    assert_eq!(fields(problems, "kind"), ["failed", "skipped", "failed", "failed"]);
    has(fields(problems, "reason")[0], "lines 1, 2, 3, 4, 5 and 995 more");
    assert_eq!(output["documents"].as_array().unwrap().len(), 1);
}

#[test]
fn records_are_compared_by_their_ids() {
    let line = |id: &str| format!("{{\"id\": \"{id}\", \"text\": \"{FOX}\"}}\n");
    let dir = folder(&[("in.jsonl", &[line("p:1"), line("7"), line("p 3")].concat())]);
    let fields = ["--records", "jsonl:text", "--id", "id", "--format", "csv"];
    for b in ["in.jsonl:7", "in.jsonl:p 3"] {
        let found = run(dir.path(), &[&["compare", "in.jsonl:p:1", b], &fields[..]].concat());
        let names = b.replace("in.jsonl:", "\np:1,") + ",";
        assert!(found.out.contains(&names), "{}{}", found.out, found.err);
        let id = b.strip_prefix("in.jsonl:").unwrap();
        let of_one_file =
            run(dir.path(), &[&["compare", "in.jsonl", "p:1", id], &fields[..]].concat());
        assert_eq!(of_one_file.out, found.out, "{}", of_one_file.err);
    }
    let cases = [
        ("in.jsonl p:8 p:9 --records jsonl:text --id id", "in.jsonl: no record has the id p:8"),
        ("in.jsonl 7 8", "--id"),
        ("p:1 7 --records jsonl:text --id id", "FILE ID ID"),
        ("in.jsonl 7 --records jsonl:text --id id", "shingle: 7: no file and no record"),
    ];
    all_refused(dir.path(), "compare", &cases);
    let fields = "in.jsonl --records jsonl:text --id id";
    for command in ["query 7 --in", "sources 7 --in"] {
        assert!(refused(dir.path(), &format!("{command} {fields}")).contains("in.jsonl:7"));
    }
    // Texts of records are read again by their places.
    let tails = [("a", "one"), ("b", "two")].map(|(id, tail)| {
        format!("{{\"id\": \"{id}\", \"text\": \"{FOX} and its tail {tail}\"}}\n")
    });
    put(dir.path(), "tails.jsonl", tails.concat());
    let reversed = tails.iter().rev().cloned().collect::<String>();
    put(dir.path(), "reversed.jsonl", reversed);
    for command in ["passages --least 4", "sources tails.jsonl:b --in", "report -o -"] {
        let fields = fields.replace("in.jsonl", "tails.jsonl");
        let quoted = run(dir.path(), &format!("{command} {fields}"));
        let is_whole = quoted.out.contains("quick brown") && quoted.err.is_empty();
        assert!(is_whole, "{command}: {}{}", quoted.out, quoted.err);
    }
    // The order of the texts determines a sample, and is that of the file.
    let lab = json(dir.path(), "lab reversed.jsonl --records jsonl:text --id id -t 1%");
    assert_eq!(names(&lab["sketches"]["pairs"]), ["b a"]);
    for command in ["query in.jsonl:p:1 --in", "sources in.jsonl:p:1 --in"] {
        let found = run(dir.path(), &format!("{command} {fields} --format json"));
        assert!(found.out.contains("\"7\""), "{}{}", found.out, found.err);
    }
    // The line keeps the threshold of `dedup`, and names it beside the recommended least threshold.
    let recommended = printed(
        dir.path(),
        &format!("lab {} --for dedup", fields.replace("in.jsonl", "tails.jsonl")),
    );
    let line = recommended.lines().find(|line| line.starts_with("To run")).unwrap();
    assert!(line.ends_with("--id id") && line.contains("45%"), "{recommended}");
    assert!(!line.contains("--threshold"), "{recommended}");
    let cases = [
        ("in.jsonl:p9 --records jsonl:text --id id", "in.jsonl"),
        ("p9 --records jsonl:text --id id", "p9"),
        ("in.jsonl:7 --id id", "--records"),
    ];
    all_refused(dir.path(), "compare in.jsonl:p:1", &cases);
    let twice = ["a", "b", "a"].map(|id| format!("{{\"id\": \"{id}\", \"text\": \"{FOX}\"}}\n"));
    put(dir.path(), "twice.jsonl", twice.concat());
    let fields = "--records jsonl:text --id id";
    for args in ["compare twice.jsonl b a", "twice.jsonl a b", "twice.jsonl:a in.jsonl:7"] {
        let error = refused(dir.path(), &format!("{args} {fields}"));
        assert!(error.contains("twice.jsonl:1 and twice.jsonl:3"), "{args}: {error}");
    }
}

#[test]
fn compare_and_query_select_a_record_by_its_line() {
    let dir = folder(&[("a.txt", &format!("{FOX}\n\n{CAT}\n{FOX}")), ("b:2", CAT)]);
    let same = json(dir.path(), "compare a.txt:3 b:2 --records=lines")["pair"].clone();
    assert_eq!((&same["a"], &same["b"]), (&"a.txt:3".into(), &"b:2".into()));
    assert_eq!(same["exact_copy"], true, "a file is meant if its name exists");
    let cases = [
        ("a.txt:9", "a.txt:9: no record starts at this line with --records lines\n"),
        ("a.txt:2", "a.txt:2: 1 record without text: line 2\n"),
    ];
    all_refused(dir.path(), "compare --records=lines b:2", &cases);
    // A query is not compared with itself, nor a whole file with its records.
    for (file, hit) in [("a.txt:1", "a.txt:4"), ("b:2", "a.txt:3")] {
        let found = json(dir.path(), &format!("query {file} --in . --records=lines -t1"));
        assert_eq!(fields(&found["pairs"], "b"), [hit], "{file}");
    }
}

#[test]
fn sketches_keep_the_names_of_records_in_their_order() {
    let lines: Vec<String> = (1..=12).map(|line| format!("{FOX} and {line} more")).collect();
    let dir = folder(&[("a.txt", &format!("{}\n\n", lines.join("\n"))), ("b.txt", CAT)]);
    let out = tempfile::tempdir().unwrap();
    let file = at(&out, "kept");
    let made = run(dir.path(), &format!("sketch . -o {file} --records=lines"));
    assert!(made.out.contains("13 documents"), "{}{}", made.out, made.err);
    let scan = |args: &str| run(dir.path(), &format!("scan --format=ndjson {args}"));
    let (kept, fresh) = (scan(&format!("--sketches {file}")), scan(". --records=lines"));
    assert_eq!((&kept.out, &kept.err), (&fresh.out, &fresh.err));
    assert!(kept.out.contains("\"a.txt:12\""), "{}", kept.out);
    assert!(kept.err.contains("a.txt:13: skipped"), "{}", kept.err);
    all_refused(dir.path(), "scan --sketches", &[(&format!("{file} --records=off"), "records")]);
}
