//! The same text in every supported format, written by a real program of each format. Files that only resemble a format
//! are problems with a reason, without effect on others.

use std::fs;

use serde_json::Value;

use crate::support::{at, fields, fixtures, folder, json, names, printed, put};

const FORMATS: [&str; 10] =
    ["docx", "eml", "epub", "html", "odt", "pdf", "pptx", "rtf", "tex", "txt.gz"];

#[test]
fn a_text_is_the_same_in_every_format() {
    let found = json(&fixtures().join("formats"), "scan . -t 90%");
    assert_eq!(found["problems"], Value::Array(Vec::new()));
    let pairs = names(&found["pairs"]);
    for ending in FORMATS {
        let mut names = [format!("alice.{ending}"), "alice.txt".to_string()];
        names.sort();
        assert!(pairs.contains(&names.join(" ")), "{ending}: {pairs:?}");
    }
    // The PDF has a page number.
    let found = json(&fixtures().join("formats"), "compare alice.pdf alice.odt");
    assert!(found["pair"]["score"].as_f64().unwrap() > 0.99, "{found:#}");
}

#[test]
fn a_damaged_document_is_one_problem_with_a_reason() {
    let from = fixtures().join("formats");
    let dir = folder(&[("a.txt", "some words of a text"), ("b.txt", "some words of a text")]);
    for ending in ["docx", "epub", "odt", "pdf", "pptx", "txt.gz"] {
        let whole = fs::read(from.join(format!("alice.{ending}"))).unwrap();
        put(dir.path(), format!("half.{ending}"), &whole[..whole.len() / 2]);
    }
    put(dir.path(), "other.zip", b"PK\x03\x04 and nothing of a zip file behind it");
    let found = json(dir.path(), "scan .");
    let named = fields(&found["problems"], "path");
    for name in ["half.docx", "half.epub", "half.odt", "half.pptx", "half.txt.gz", "other.zip"] {
        assert!(named.contains(&name), "{name}: {found:#}");
    }
    assert_eq!(found["pairs_found"], 1, "{found:#}");
}

#[test]
fn what_a_file_says_of_itself_goes_with_its_document() {
    let dir = folder(&[
        (
            "a.md",
            "---\ntitle: Maps\nauthor: Jane\u{1b} Doe\ndate: 2021-03-04 10:00:00 +0200\nlastmod: May 2022\n---\nThe maps.\n",
        ),
        (
            "b.html",
            "<head><meta name=author content='A. Clerk'><meta property=article:published_time content=2020-01-02>\
             </head><p>The maps.",
        ),
        ("e.txt", "The maps."),
    ]);
    let facts = |documents: &Value| -> Vec<[String; 5]> {
        let documents = documents.as_array().unwrap().iter();
        let fact = |document: &Value, name: &str| {
            document.get(name).map_or("-".to_string(), |fact| fact.as_str().unwrap().to_string())
        };
        let names = ["document", "title", "author", "created", "changed"];
        documents.map(|document| names.map(|name| fact(document, name))).collect()
    };
    let expected = [
        ["a.md", "Maps", "Jane\u{1b} Doe", "2021-03-04T10:00:00+02:00", "2022-05"],
        ["b.html", "-", "A. Clerk", "2020-01-02", "-"],
        ["e.txt", "-", "-", "-", "-"],
    ]
    .map(|facts| facts.map(str::to_string));
    let elsewhere = folder(&[]);
    let file = at(&elsewhere, "sketches");
    printed(dir.path(), &format!("sketch . -o {file}"));
    // MD5 depends on the spelling of words, so the run stores words.
    for args in [".", ". --hash md5-28 --modulo 2", &format!("--sketches {file}")] {
        let found = json(dir.path(), &format!("scan {args}"));
        assert_eq!(facts(&found["documents"]), expected, "{args}");
    }
    let query = json(dir.path(), "query a.md --in .");
    assert_eq!(facts(&Value::Array(vec![query["query"].clone()])), expected[..1]);
    assert_eq!(facts(&query["documents"]), expected[1..]);
    assert_eq!(facts(&json(dir.path(), "compare a.md b.html")["documents"]), expected[..2]);
    let printed = printed(dir.path(), "compare a.md e.txt");
    let told = "\n   created 2021-03-04T10:00:00+02:00, changed 2022-05, Jane␛ Doe\nb  e.txt";
    assert!(printed.contains(told), "{printed}");
}
