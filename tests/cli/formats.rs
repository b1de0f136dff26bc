//! One text in every format that is read, each made by a program of its own: all are the same text. And files that only
//! begin like one: each is a problem with a reason, and nothing else suffers.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::support::{fixtures, folder, json, put};

/// The endings of the files that hold the text of `alice.txt`.
const FORMATS: [&str; 10] =
    ["docx", "eml", "epub", "html", "odt", "pdf", "pptx", "rtf", "tex", "txt.gz"];

#[test]
fn a_text_is_the_same_in_every_format() {
    let found = json(&fixtures().join("formats"), &["scan", ".", "-t", "90%"]);
    assert_eq!(found["problems"], Value::Array(Vec::new()));
    let mut with_plain = BTreeMap::new();
    for pair in found["pairs"].as_array().unwrap() {
        let name = |side: &str| pair[side].as_str().unwrap().to_string();
        let (a, b) = (name("a"), name("b"));
        if a == "alice.txt" || b == "alice.txt" {
            let other = if a == "alice.txt" { b } else { a };
            with_plain.insert(other, pair["containment"].clone());
        }
    }
    for ending in FORMATS {
        let name = format!("alice.{ending}");
        assert!(with_plain.contains_key(&name), "{name}: {with_plain:#?}");
    }
}

#[test]
fn the_content_tells_the_format_and_not_the_name() {
    let from = fixtures().join("formats");
    let dir = folder(&[]);
    for (ending, name) in [("docx", "a.txt"), ("pdf", "b.html"), ("rtf", "c"), ("epub", "d.docx")] {
        put(dir.path(), name, &fs::read(from.join(format!("alice.{ending}"))).unwrap());
    }
    let found = json(dir.path(), &["scan", ".", "-t", "90%"]);
    assert_eq!(found["problems"], Value::Array(Vec::new()));
    assert_eq!(found["pairs"].as_array().unwrap().len(), 6, "{found:#}");
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
    let found = json(dir.path(), &["scan", "."]);
    let problems = found["problems"].as_array().unwrap();
    let named: Vec<&str> = problems.iter().map(|one| one["path"].as_str().unwrap()).collect();
    for name in ["half.docx", "half.epub", "half.odt", "half.pptx", "half.txt.gz", "other.zip"] {
        assert!(named.contains(&name), "{name}: {found:#}");
    }
    assert_eq!(found["pairs"].as_array().unwrap().len(), 1, "{found:#}");
}

#[test]
fn a_pair_of_documents_is_compared_by_their_text() {
    let dir = fixtures().join("formats");
    let found = json(&dir, &["compare", "alice.pdf", "alice.odt"]);
    // The PDF has a page number.
    assert!(found["pair"]["score"].as_f64().unwrap() > 0.99, "{found:#}");
}

#[test]
fn of_a_page_its_main_text_counts_alone_where_asked() {
    let paragraph = |number: usize| {
        format!(
            "Paragraph {number}, in which the river folded its maps under the bridge, while seven lanterns counted \
             the tide, and a clerk wrote small numbers beside the names of {number} ships."
        )
    };
    let paragraphs: Vec<String> = (0..20).map(paragraph).collect();
    let article = paragraphs.join("\n\n");
    let menu =
        |word: &str| format!("<li><a href=/{word}>{word} of the town gazette</a>").repeat(40);
    let page = format!(
        "<html><head><title>Rivers of maps</title></head><body><nav class=menu><ul>{}</ul></nav><article><p>{}</p></article>\
         <div class=footer>{}</div></body></html>",
        menu("news"),
        paragraphs.join("</p><p>"),
        menu("imprint"),
    );
    let dir = folder(&[("a.html", &page), ("b.txt", &format!("Rivers of maps\n\n{article}"))]);
    let resemblance = |options: &[&str]| {
        let args = [&["compare", "a.html", "b.txt", "--measure", "jaccard"], options].concat();
        let found = json(dir.path(), &args);
        (found["pair"]["score"].to_string(), found["parameters"]["html"].to_string())
    };
    assert_eq!(resemblance(&["--html", "main"]), ("1.0".into(), "\"main\"".into()));
    let whole = resemblance(&["--html", "all"]);
    assert!(whole.0.starts_with("0."), "{whole:?}");
    assert_eq!(resemblance(&[]), whole);
}
