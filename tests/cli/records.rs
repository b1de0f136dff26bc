//! Fields of a pair in every machine-readable format: names, order, paths and lines. Other tests check formulas.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};

use crate::support::{folder, json, library, names, objects, printed, put, refused};
use crate::support::{run, run_with_input};

const FIELDS: &str = "a,b,shared,a_shingles,b_shingles,a_words,b_words,jaccard,dice,overlap,containment_a,containment_b,score,\
    exact_copy";

#[test]
fn csv_has_a_header_and_the_numbers_of_the_json() {
    let args = "scan . -t 0 --stop-words on";
    let text = run(&library(), &format!("{args} --format csv")).out;
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<_> = table.headers().unwrap().iter().map(str::to_string).collect();
    assert_eq!(header.join(","), format!("{FIELDS},a_b64,b_b64"));
    let listed = json(&library(), args);
    let listed = listed["pairs"].as_array().unwrap();
    let rows: Vec<_> = table.records().map(|row| row.unwrap()).collect();
    assert_eq!(listed.len(), rows.len());
    for row in rows {
        let pair = listed.iter().find(|pair| pair["a"] == row[0] && pair["b"] == row[1]).unwrap();
        for (field, text) in header[..14].iter().zip(&row).skip(2) {
            let value = &pair[field];
            match value.as_f64() {
                Some(number) => {
                    assert_eq!(number.to_bits(), text.parse::<f64>().unwrap().to_bits());
                }
                None => assert_eq!(value.to_string(), text),
            }
        }
    }
    // Without pairs, the header stays.
    let alone = folder(&[("alone.txt", "one two three")]);
    let text = printed(alone.path(), "scan . --format csv");
    assert_eq!(text.lines().collect::<Vec<_>>(), [header.join(",")]);
}

#[test]
fn csv_quotes_what_a_path_may_hold() {
    let dir = folder(&[]);
    // Programs that read the CSV open the files, so names are exact, even with control characters.
    let names = ["=cmd.txt", "a,\"b\".txt", "a\tb.txt", "a\u{1b}[31m\r\nb.txt"];
    for name in names {
        put(dir.path(), name, b"one two three four");
    }
    let text = printed(dir.path(), "scan . --format csv");
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
fn a_name_that_is_not_utf_8_is_printed_in_base_64_too() {
    let dir = folder(&[("plain.txt", "one two three four")]);
    let name = OsStr::from_bytes(b"caf\xe9.txt");
    put(dir.path(), name, b"one two three four");
    put(dir.path(), OsStr::from_bytes(b"\xff.png"), b"\x89PNG\r\n\x1a\n");
    let whole = json(dir.path(), "scan .");
    let pair = &whole["pairs"][0];
    assert_eq!((&pair["a"], &pair["b"]), (&"caf\u{fffd}.txt".into(), &"plain.txt".into()));
    assert_eq!((&pair["a_b64"], pair.get("b_b64")), (&"Y2Fm6S50eHQ=".into(), None));
    let problem = &whole["problems"][0];
    assert_eq!((&problem["path_b64"], &problem["kind"]), (&"/y5wbmc=".into(), &"skipped".into()));
    let text = run(dir.path(), "scan . --format csv").out;
    let row = csv::Reader::from_reader(text.as_bytes()).records().next().unwrap().unwrap();
    assert_eq!((&row[14], &row[15]), ("Y2Fm6S50eHQ=", ""));
    let compared = json(dir.path(), &["compare".as_ref(), "plain.txt".as_ref(), name]);
    assert_eq!(compared["pair"]["b_b64"], "Y2Fm6S50eHQ=");
}

#[test]
fn standard_input_is_named_by_a_dash() {
    let dir = folder(&[("b.txt", "one two three four"), ("in/c.txt", "one two three five")]);
    for (args, expected) in [
        ("compare - b.txt", "- b.txt true"),
        ("compare b.txt -", "b.txt - true"),
        ("query - --in in -t 0", "- c.txt false"),
    ] {
        let args = format!("{args} --format ndjson");
        let pair = &objects(&run_with_input(dir.path(), &args, b"one two three four").out)[0];
        let [a, b] = ["a", "b"].map(|side| pair[side].as_str().unwrap());
        assert_eq!(format!("{a} {b} {}", pair["exact_copy"]), expected, "{args}");
    }
}

#[test]
fn in_a_query_a_is_the_query_even_if_its_path_comes_later() {
    let dir = folder(&[("a.txt", "one two three four"), ("z.txt", "one two three four five")]);
    let found = json(dir.path(), "query z.txt --in .");
    assert_eq!(names(&found["pairs"]), ["z.txt a.txt"]);
    let expected = (&5.into(), &4.into());
    assert_eq!((&found["pairs"][0]["a_words"], &found["pairs"][0]["b_words"]), expected);
}

#[test]
fn a_query_is_excluded_however_its_path_is_written() {
    let dir = folder(&[("in/a.txt", "one two three four"), ("in/copy.txt", "one two three four")]);
    std::os::unix::fs::symlink("in/a.txt", dir.path().join("link.txt")).unwrap();
    let absolute = dir.path().join("in/a.txt");
    for name in ["in/a.txt", "in/../in/a.txt", "link.txt", absolute.to_str().unwrap()] {
        let found = json(dir.path(), &format!("query {name} --in in"));
        assert_eq!(names(&found["pairs"]), ["a.txt copy.txt"], "{name}");
        // The number of documents excludes the file too.
        let table = printed(dir.path(), &format!("query {name} --in in"));
        assert!(table.contains("a.txt against 1 document, 1 match\n"), "{table}");
    }
}

#[test]
fn a_field_that_no_record_has_is_an_error_that_names_the_existing_fields() {
    let record = |id: u32| format!("{{\"id\": {id}, \"text\": \"the old ferry left at dawn\"}}\n");
    let dir = folder(&[("in/a.jsonl", &(record(1) + &record(2)))]);
    for command in [
        "scan in --check",
        "clusters in",
        "sketch in -o a.sk",
        "report in -o - --fail-on undecided",
        "passages in",
        "lab in",
        "query in/a.jsonl --in in",
    ] {
        let args = format!("{command} --records jsonl:txt");
        let error = refused(dir.path(), &args);
        let why =
            "2 records without the field of --records: lines 1, 2; the first record has id, text";
        assert!(error.contains(why) && error.contains("no documents: "), "{args}: {error}");
        let meant = run(dir.path(), &format!("{args} --allow-empty"));
        assert_eq!(meant.code, Some(0), "{args}: {}", meant.err);
    }
    let whole = run(dir.path(), "query in/a.jsonl --in in --records jsonl:text").err;
    assert!(whole.contains("in/a.jsonl:LINE is one of its records"), "{whole}");
    let record = run(dir.path(), "compare in/a.jsonl:1 in/a.jsonl:2").err;
    assert!(record.contains("--records") && record.contains("--id"), "{record}");
}

#[test]
fn a_file_of_records_serves_as_a_folder() {
    let text = "seven gulls flew over the harbour while the baker slept on the pier";
    let lines = format!("{text}\n{text} today\nrain fell until nobody remembered the sun\n");
    let dir = folder(&[("lines.txt", &lines), ("other.txt", text)]);
    let found = |args: &str| json(dir.path(), &format!("{args} --records lines"));
    assert!(found("lab lines.txt") != found("lab ."), "other.txt is not read");
    let sources = found("sources other.txt --in lines.txt");
    assert_eq!(sources["sources"][0]["b"], "lines.txt:1", "{sources}");
    let passages = found("passages lines.txt");
    assert_eq!(passages["passages"][0]["documents_found"], 2, "{passages}");
}
