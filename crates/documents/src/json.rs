use std::borrow::Cow;

use memchr::memchr2;
use serde::Deserialize;
use serde_json::Value;

use crate::{extracted::Extracted, extracted::Unreadable, limits::Limits, markdown};

/// Returns the strings of JSON without escapes and without the names of fields. A text without strings is returned
/// unchanged.
pub(crate) fn extract_json_strings(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut strings = String::new();
    let mut rest = &*text;
    while let Some(at) = rest.find('"') {
        let quoted = rest.get(at..).unwrap_or_default();
        // A string without an end shows that the text is not JSON.
        let Some(length) = quoted_string_length(quoted) else { return text };
        let (quoted, after) = quoted.split_at(length);
        rest = after;
        if !after.trim_start().starts_with(':') {
            strings += &serde_json::from_str(quoted).unwrap_or(Cow::Borrowed(quoted));
            strings.push('\n');
        }
    }
    if strings.trim().is_empty() { text } else { strings.into() }
}

/// Returns the length of the leading string, including its quotes.
fn quoted_string_length(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr2(b'"', b'\\', text.as_bytes().get(at..)?)?;
        if text.as_bytes().get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

#[derive(Deserialize)]
struct Notebook {
    cells: Option<Vec<Cell>>,
    /// Sheets with the cells, in notebooks before version 4.
    worksheets: Option<Vec<Notebook>>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(default)]
    cell_type: String,
    /// A text, or a list of lines.
    #[serde(default, alias = "input")]
    source: Value,
}

/// Returns the text of a notebook's cells without their outputs, or `None` if `text` is not a notebook.
pub(crate) fn extract_notebook_cells(
    text: &str,
    limits: &Limits,
) -> Result<Option<Extracted>, Unreadable> {
    let Ok(Notebook { cells, worksheets }) = serde_json::from_str(text) else { return Ok(None) };
    let sheets = worksheets.unwrap_or_default().into_iter().filter_map(|sheet| sheet.cells);
    let all: Vec<Vec<Cell>> = cells.into_iter().chain(sheets).collect();
    if all.is_empty() {
        return Ok(None);
    }
    let mut read = Extracted::default();
    for cell in all.into_iter().flatten() {
        let source = match cell.source {
            Value::String(source) => source,
            Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
            _ => String::new(),
        };
        if matches!(&*cell.cell_type, "markdown" | "heading") {
            let prose = markdown::extract(source.into(), limits)?;
            read.text += &prose.text;
            read.hidden += prose.hidden;
        } else {
            read.text += &source;
        }
        read.text += "\n\n";
    }
    Ok(Some(read))
}

#[cfg(test)]
mod tests {
    use super::extract_json_strings;

    fn cells(text: &str) -> Option<String> {
        let read = super::extract_notebook_cells(text, &crate::limits::Limits::DEFAULT).unwrap();
        read.map(|read| read.text)
    }

    #[test]
    fn strings_are_text_and_names_are_not() {
        for (json, text) in [
            (
                r#"{"title": "one\ntwo", "n": 1, "more": ["\u0434\u043e\u043c", "a \"b\""]}"#,
                "one\ntwo\nдом\na \"b\"\n",
            ),
            ("{\"a\": \"b\"}\n{\"a\" : \"c\"}\n", "b\nc\n"),
            (r#"["half \ud83d"]"#, "\"half \\ud83d\"\n"),
            (r#"{"a": 1}"#, r#"{"a": 1}"#),
            ("no \"JSON", "no \"JSON"),
            ("", ""),
        ] {
            assert_eq!(extract_json_strings(json.into()), text, "{json}");
        }
    }

    #[test]
    fn cells_are_text_and_outputs_are_not() {
        let outputs = r#""outputs": [{"text": ["no"]}], "metadata": {"a": "no"}"#;
        let markdown =
            format!(r##"{{"cell_type": "markdown", {outputs}, "source": ["# *One*\n", "two"]}}"##);
        let code = |name: &str| format!(r#"{{"cell_type": "code", {outputs}, "{name}": "x = 1"}}"#);
        let new = format!(r#"{{"metadata": {{}}, "cells": [{markdown}, {}]}}"#, code("source"));
        let old = format!(r#"{{"worksheets": [{{"cells": [{markdown}, {}]}}]}}"#, code("input"));
        for notebook in [new, old] {
            let text = cells(&notebook).unwrap();
            let words: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(words, ["One", "two", "x", "=", "1"], "{notebook}");
        }
        assert_eq!(cells("[]"), None);
        assert_eq!(cells(&r#"{"worksheets":["#.repeat(100_000)), None);
    }

    #[test]
    fn quotes_without_end_take_linear_time() {
        for piece in ["\"", "\"\\", "\\\"", "[\"", "\"\" "] {
            assert!(!extract_json_strings(piece.repeat(1_000_000).into()).is_empty(), "{piece}");
        }
    }
}
