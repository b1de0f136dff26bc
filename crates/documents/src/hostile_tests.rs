//! Tests with hostile files. Each must end within a limit, in a time proportional to its size.

use std::path::Path;

use crate::{
    InProcess, Limits, Source, Unreadable, office::tests::relations, office::tests::zip_of,
};

/// A small document for each reader of text. Longer than ten bytes, which is the limit in the test.
const SMALL: [(&str, &str); 12] = [
    ("a.ipynb", r#"{"cells": [{"cell_type": "markdown", "source": ["a text of words"]}]}"#),
    ("b.ipynb", r#"{"cells": [{"cell_type": "code", "source": "a text of words"}]}"#),
    ("a.json", r#"["a text of words"]"#),
    ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\na text of words\n"),
    ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\na text of words\n"),
    ("a.ass", "[Events]\nDialogue: 0,0,0,,,0,0,0,,a text of words\n"),
    (
        "a.mhtml",
        "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<p>a text of words\n--x--\n",
    ),
    ("a.emlx", "25\nSubject: a text of words\n\n<?xml?>"),
    ("a.eml", "Content-Type: message/rfc822\n\nSubject: a text of words\n\n"),
    ("a.Rmd", "a text of words"),
    ("a.qmd", "a text of words"),
    ("a.mdx", "a text of words"),
];

/// Returns the limit that was exceeded, or the first word of the text, or the reason for no text.
fn describe_outcome(name: &str, bytes: &[u8], limits: Limits) -> String {
    match Source::read(Path::new(name), bytes, None, &InProcess { limits }) {
        Ok(source) => source.text.split_whitespace().next().unwrap_or_default().to_string(),
        Err(Unreadable::Limit { limit, .. }) => limit.into_owned(),
        Err(other) => other.to_string(),
    }
}

/// Returns a zstd frame of a gigabyte of blanks, in blocks of one repeated byte.
fn compressed_gigabyte() -> Vec<u8> {
    const BLOCK: u32 = 128 << 10;
    let blocks = (1..=(1 << 30) / BLOCK).flat_map(|number| {
        let is_last = u32::from(number == (1 << 30) / BLOCK);
        let [a, b, c, _] = (BLOCK << 3 | 1 << 1 | is_last).to_le_bytes();
        [a, b, c, b' ']
    });
    b"\x28\xb5\x2f\xfd\x00\x38".iter().copied().chain(blocks).collect()
}

#[test]
fn every_reader_of_text_has_limits() {
    let nothing = compressed_gigabyte();
    let small = Limits { text: 10, ..Limits::DEFAULT };
    for (name, text) in SMALL {
        assert_eq!(describe_outcome(name, text.as_bytes(), Limits::DEFAULT), "a", "{name}");
        assert_eq!(describe_outcome(name, text.as_bytes(), small), "text", "{name}");
        assert_eq!(
            describe_outcome(&format!("{name}.zst"), &nothing, Limits::DEFAULT),
            "ratio",
            "{name}"
        );
    }
}

#[test]
fn nesting_and_repetition_end() {
    let docx = |kind: &str, parts: &[&str], part: &[u8]| {
        let insert =
            |name: &&str| format!("<w:altChunk r:id='{name}'/><dgm:relIds r:dm='{name}'/>");
        let inserts: String = parts.iter().map(insert).collect();
        let body = format!("<w:body><w:p><w:r><w:t>a</w:t></w:r></w:p>{inserts}</w:body>");
        let main = format!("<w:document>{body}</w:document>");
        let related: Vec<_> = parts.iter().map(|name| (*name, kind, *name)).collect();
        let related = relations(&related);
        let paths: Vec<String> = parts.iter().map(|name| format!("word/{name}")).collect();
        let mut entries: Vec<_> = paths.iter().map(|path| (path.as_str(), part)).collect();
        entries.push(("word/document.xml", main.as_bytes()));
        entries.push(("word/_rels/document.xml.rels", related.as_bytes()));
        zip_of(&entries)
    };
    let ten = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let fan = (0..6).fold(b"a".to_vec(), |part, _| docx("aFChunk", &ten, &part));
    let head = "Content-Type: multipart/alternative; boundary=x\n\n";
    let nested = (0..40)
        .map(|level| format!("Content-Type: multipart/related; boundary=b{level}\n\n--b{level}\n"));
    let many = |piece: &str| piece.repeat(100_000);
    for (name, bytes, expected) in [
        ("a.ipynb", many(r#"{"cells": ["#).into(), r#"{"cells":"#),
        ("a.json", many("[[").into(), many("[[").as_str()),
        ("a.html", ("a".to_string() + &many("<iframe srcdoc=b></iframe>")).into(), "a"),
        ("a.mhtml", nested.collect::<String>().into(), "depth"),
        ("a.eml", (head.to_string() + &many("--x\n\na\n")).into(), "a"),
        ("a.eml", many("Content-Type: message/rfc822\n\n").into(), "depth"),
        ("a.emlx", b"99999999999999999999\nSubject: a\n\nb".to_vec(), "a"),
        ("a.docx", docx("aFChunk", &["document.xml"], b""), "a"),
        ("a.docx", docx("diagramData", &["document.xml"], b""), "a"),
        ("a.docx", docx("diagramData", &["1"], "<a>".repeat(1000).as_bytes()), "depth"),
        ("a.docx", fan, "entries"),
    ] {
        assert_eq!(describe_outcome(name, &bytes, Limits::DEFAULT), expected, "{name}");
    }
}
