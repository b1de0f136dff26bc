//! Cuts the text of a file into records, each of which is a document of its own: lines, fields of JSON lines, fields of a
//! CSV column. It reads no file and decodes nothing.

use std::{borrow::Cow, fmt, str::FromStr, sync::Arc};

use csv::{ByteRecord, Reader, ReaderBuilder};
use memchr::{memchr, memchr2_iter};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use thiserror::Error;

/// `--records`: what of a file is a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RecordFormat {
    /// The file.
    #[default]
    Off,
    /// Each of its lines.
    Lines,
    /// This field of the object on each of its lines, given by its name, or by several with dots between.
    Jsonl(Arc<str>),
    /// This column of each row of a table, whose first row names the columns.
    Csv(Arc<str>),
}

/// Why a text is no value of `--records`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected off, lines, jsonl:FIELD or csv:COLUMN")]
pub struct NoRecordFormat;

impl RecordFormat {
    /// The same records by another field; `None` where records have no fields.
    #[must_use]
    pub fn by_field(&self, field: &str) -> Option<Self> {
        match self {
            Self::Off | Self::Lines => None,
            Self::Jsonl(_) => Some(Self::Jsonl(field.into())),
            Self::Csv(_) => Some(Self::Csv(field.into())),
        }
    }
}

impl FromStr for RecordFormat {
    type Err = NoRecordFormat;

    fn from_str(text: &str) -> Result<Self, NoRecordFormat> {
        match text.split_once(':') {
            None if text == "off" => Ok(Self::Off),
            None if text == "lines" => Ok(Self::Lines),
            Some(("jsonl", field)) if !field.is_empty() => Ok(Self::Jsonl(field.into())),
            Some(("csv", column)) if !column.trim().is_empty() => Ok(Self::Csv(column.into())),
            _ => Err(NoRecordFormat),
        }
    }
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Lines => f.write_str("lines"),
            Self::Jsonl(field) => write!(f, "jsonl:{field}"),
            Self::Csv(column) => write!(f, "csv:{column}"),
        }
    }
}

/// Where a record stands in the text of its file: a line, or a row that may take several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordSpan {
    /// Its first line, from 1.
    pub line: u32,
    /// Its first byte.
    pub start: u32,
    /// One past its last byte, without the line end.
    pub end: u32,
}

/// Why a record is no document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoRecord {
    /// It has no text.
    Empty,
    /// It is no JSON.
    NotJson,
    /// It is JSON without the field, or a row that ends before the column.
    NoField,
    /// The field is neither a text nor a number.
    NotText,
    /// Its text is too long.
    TooLong,
    /// It has no text or number in the field that names it.
    NoId,
}

/// A table without the column that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no column {column}; {}", self.instead())]
pub struct NoColumn {
    /// The column that was asked for.
    pub column: String,
    /// The columns that there are.
    pub there: Vec<String>,
}

impl NoColumn {
    /// What the file has instead.
    fn instead(&self) -> String {
        match self.there.first() {
            None => "the first row must name the columns".to_string(),
            Some(first) if first.starts_with('{') => {
                format!("the file looks like JSON, which jsonl:{} reads", self.column)
            }
            Some(_) => format!("it has {}", listed(&self.there)),
        }
    }
}

/// Columns named in an error, and characters of each.
const NAMED: (usize, usize) = (20, 40);

/// Some of the columns or fields, by their names.
fn listed(columns: &[String]) -> String {
    let short = |name: &String| name.chars().take(NAMED.1).collect::<String>();
    let named: Vec<String> = columns.iter().take(NAMED.0).map(short).collect();
    let more = columns.len().saturating_sub(NAMED.0);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", named.join(", "))
}

/// What stands between the fields of a table; the first that gives the column counts.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// How the records of one file are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordReader {
    format: RecordFormat,
    /// For a table, the place of its column and what stands between fields.
    column: (usize, u8),
}

impl RecordReader {
    /// For a file with this text, in any encoding that has the bytes of ASCII.
    ///
    /// # Errors
    /// [`NoColumn`]: it is a table without the column.
    pub fn new(format: &RecordFormat, text: &[u8]) -> Result<Self, NoColumn> {
        let column = match format {
            RecordFormat::Csv(column) => column_of(text, column)?,
            RecordFormat::Off | RecordFormat::Lines | RecordFormat::Jsonl(_) => (0, 0),
        };
        Ok(Self { format: format.clone(), column })
    }

    /// The records of the text that this was made for, in order.
    pub fn spans<'t>(&self, text: &'t [u8]) -> RecordSpans<'t> {
        let cut = match self.format {
            RecordFormat::Csv(_) => {
                let mut rows = table(text, self.column.1);
                let mut row = ByteRecord::new();
                // The row of names.
                let _ = rows.read_byte_record(&mut row);
                RecordCut::Rows(Box::new(rows), row)
            }
            RecordFormat::Off | RecordFormat::Lines | RecordFormat::Jsonl(_) => RecordCut::Lines,
        };
        let mut spans = RecordSpans { text, at: 0, line: 1, cut };
        if let RecordCut::Rows(rows, _) = &spans.cut {
            let row_end = rows.position().byte() as usize;
            spans.advance(row_end);
        }
        spans
    }

    /// The text of a record, given the part of the file's text that its span tells.
    ///
    /// # Errors
    /// [`NoRecord`]: why it is no document.
    pub fn text<'t>(&self, record: &'t str) -> Result<Cow<'t, str>, NoRecord> {
        let text = match &self.format {
            RecordFormat::Off | RecordFormat::Lines => Cow::Borrowed(record),
            RecordFormat::Jsonl(_) if record.trim().is_empty() => return Err(NoRecord::Empty),
            RecordFormat::Jsonl(path) => field(record, path).map_err(|why| match why {
                FieldError::NotJson => NoRecord::NotJson,
                FieldError::Missing => NoRecord::NoField,
                FieldError::NotText => NoRecord::NotText,
            })?,
            RecordFormat::Csv(_) => Cow::Owned(self.cell(record).ok_or(NoRecord::NoField)?),
        };
        if text.trim().is_empty() { Err(NoRecord::Empty) } else { Ok(text) }
    }

    /// Which fields a record of JSON has, in words; `None` for other records.
    pub fn fields(&self, record: &str) -> Option<String> {
        let RecordFormat::Jsonl(_) = &self.format else { return None };
        Some(match serde_json::from_str(record).ok()? {
            serde_json::Value::Object(fields) => {
                format!("has {}", listed(&fields.keys().cloned().collect::<Vec<_>>()))
            }
            _ => "is no object".to_string(),
        })
    }

    /// The column's field of a row.
    fn cell(&self, row: &str) -> Option<String> {
        let (column, delimiter) = self.column;
        let mut cells = ByteRecord::new();
        table(row.as_bytes(), delimiter).read_byte_record(&mut cells).ok()?;
        // Bytes of a text between ASCII signs, so they are a text again.
        cells.get(column).map(|cell| String::from_utf8_lossy(cell).into_owned())
    }
}

/// Bytes that the reader of a table takes at once. A row is read with a reader of its own.
const PIECE: usize = 256;

fn table(bytes: &[u8], delimiter: u8) -> Reader<&[u8]> {
    let size = if bytes.len() > PIECE * 64 { PIECE * 64 } else { PIECE };
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .buffer_capacity(size)
        .from_reader(bytes)
}

/// The place of a column, and what stands between fields. A name that differs only in case or blanks at its ends serves where
/// no other is the same.
fn column_of(text: &[u8], title: &str) -> Result<(usize, u8), NoColumn> {
    let mut there: Vec<String> = Vec::new();
    for delimiter in DELIMITERS {
        let mut row = ByteRecord::new();
        let _ = table(text, delimiter).read_byte_record(&mut row);
        let names: Vec<String> =
            row.iter().map(|name| String::from_utf8_lossy(name).trim().to_string()).collect();
        let alike = |name: &String| name.to_lowercase() == title.trim().to_lowercase();
        let same = names.iter().position(|name| name == title.trim());
        if let Some(place) = same.or_else(|| names.iter().position(alike)) {
            return Ok((place, delimiter));
        }
        if names.len() > there.len() {
            there = names;
        }
    }
    there.retain(|name| !name.is_empty());
    Err(NoColumn { column: title.to_string(), there })
}

/// The records of a text, one after the other.
#[derive(Debug)]
pub struct RecordSpans<'t> {
    text: &'t [u8],
    /// The first byte that belongs to no record yet, and its line.
    at: usize,
    line: u32,
    cut: RecordCut<'t>,
}

#[derive(Debug)]
enum RecordCut<'t> {
    Lines,
    Rows(Box<Reader<&'t [u8]>>, ByteRecord),
}

impl RecordSpans<'_> {
    /// Goes on to a byte, and counts the lines on the way.
    fn advance(&mut self, to: usize) {
        let passed = self.text.get(self.at..to).unwrap_or_default();
        let ends = memchr2_iter(b'\n', b'\r', passed).map(|end| self.at + end);
        // Two signs may make one end.
        let is_first = |end: &usize| self.text.get(*end..end + 2) == Some(b"\r\n");
        self.line += ends.filter(|end| !is_first(end)).count() as u32;
        self.at = to;
    }

    fn next_line(&mut self) -> Option<RecordSpan> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (length, next) = match memchr(b'\n', rest) {
            Some(end) => (end, end + 1),
            None => (rest.len(), rest.len()),
        };
        let line = rest.get(..length).unwrap_or_default();
        let length = line.strip_suffix(b"\r").unwrap_or(line).len();
        let span = self.span(length);
        self.at += next;
        self.line += 1;
        Some(span)
    }

    fn next_row(&mut self) -> Option<RecordSpan> {
        let RecordCut::Rows(rows, row) = &mut self.cut else { return None };
        // A text in memory has no errors of reading, and rows may be of any length.
        let is_row = rows.read_byte_record(row).unwrap_or(false);
        let row_end = rows.position().byte() as usize;
        if !is_row {
            return None;
        }
        // Line ends before it belong to the row before, or to rows without fields.
        let rest = self.text.get(self.at..row_end).unwrap_or_default();
        let blank = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.advance(self.at + blank);
        let whole = self.text.get(self.at..row_end).unwrap_or_default();
        let ends = whole.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let span = self.span(whole.len() - ends);
        self.advance(row_end);
        Some(span)
    }

    fn span(&self, length: usize) -> RecordSpan {
        let end = self.at + length;
        RecordSpan { line: self.line, start: self.at as u32, end: end as u32 }
    }
}

impl Iterator for RecordSpans<'_> {
    type Item = RecordSpan;

    fn next(&mut self) -> Option<RecordSpan> {
        match self.cut {
            RecordCut::Lines => self.next_line(),
            RecordCut::Rows(..) => self.next_row(),
        }
    }
}

/// Why a line gives no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldError {
    /// It is no JSON.
    NotJson,
    /// It has no such field.
    Missing,
    /// The field is neither a text nor a number.
    NotText,
}

/// The text of the field at a path. A name with dots in it goes before a path of names; of equal names the last counts.
pub(super) fn field<'j>(line: &'j str, path: &str) -> Result<Cow<'j, str>, FieldError> {
    let mut json = serde_json::Deserializer::from_str(line);
    let found = FieldPath(path).deserialize(&mut json).map_err(|_| FieldError::NotJson)?;
    json.end().map_err(|_| FieldError::NotJson)?;
    match found {
        FieldValue::Text(text) => Ok(text),
        FieldValue::Missing => Err(FieldError::Missing),
        FieldValue::Other => Err(FieldError::NotText),
    }
}

/// What stands at a path.
enum FieldValue<'j> {
    Text(Cow<'j, str>),
    Other,
    Missing,
}

/// The rest of a path; empty at the field itself.
#[derive(Clone, Copy)]
struct FieldPath<'p>(&'p str);

impl<'j> DeserializeSeed<'j> for FieldPath<'_> {
    type Value = FieldValue<'j>;

    fn deserialize<D: Deserializer<'j>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl FieldPath<'_> {
    /// A value that is no object.
    fn value<'j>(self, text: impl FnOnce() -> Option<Cow<'j, str>>) -> FieldValue<'j> {
        if !self.0.is_empty() {
            return FieldValue::Missing;
        }
        text().map_or(FieldValue::Other, FieldValue::Text)
    }
}

impl<'j> Visitor<'j> for FieldPath<'_> {
    type Value = FieldValue<'j>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'j str) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Borrowed(text))))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Owned(text.to_string()))))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Owned(number.to_string()))))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Owned(number.to_string()))))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Owned(number.to_string()))))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(self.value(|| None))
    }

    /// `null` is a text that is empty.
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Borrowed(""))))
    }

    fn visit_seq<A: SeqAccess<'j>>(self, mut all: A) -> Result<Self::Value, A::Error> {
        while all.next_element::<IgnoredAny>()?.is_some() {}
        Ok(self.value(|| None))
    }

    fn visit_map<A: MapAccess<'j>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let (mut whole, mut nested) = (FieldValue::Missing, FieldValue::Missing);
        while let Some(name) = fields.next_key::<Cow<'j, str>>()? {
            let rest = self.0.strip_prefix(&*name).filter(|_| !self.0.is_empty());
            match rest {
                Some("") => whole = fields.next_value_seed(FieldPath(""))?,
                Some(rest) if rest.len() > 1 && rest.starts_with('.') => {
                    let found =
                        fields.next_value_seed(FieldPath(rest.strip_prefix('.').unwrap_or("")))?;
                    if !matches!(found, FieldValue::Missing) {
                        nested = found;
                    }
                }
                _ => {
                    fields.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(match (self.0.is_empty(), whole) {
            (true, _) => FieldValue::Other,
            (false, FieldValue::Missing) => nested,
            (false, found) => found,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::prelude::*;

    use super::{NoRecord, RecordFormat, RecordReader};

    type Found = Vec<(u32, Result<String, NoRecord>)>;

    /// The lines and texts of all records.
    fn cut(format: &str, text: &str) -> Found {
        let reader = RecordReader::new(&format.parse().unwrap(), text.as_bytes()).unwrap();
        let part = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap();
        let spans = reader.spans(text.as_bytes());
        spans
            .map(|span| {
                let record = reader.text(part(span.start, span.end));
                (span.line, record.map(Cow::into_owned))
            })
            .collect()
    }

    fn texts(records: &[(u32, &str)]) -> Found {
        let found = |(line, text): &(u32, &str)| (*line, Ok((*text).to_string()));
        records.iter().map(found).collect()
    }

    #[test]
    fn lines_end_with_either_end_of_line_and_the_last_needs_none() {
        assert_eq!(cut("lines", "a b\r\nc\nd"), texts(&[(1, "a b"), (2, "c"), (3, "d")]));
        assert_eq!(cut("lines", "a\n"), texts(&[(1, "a")]));
        assert_eq!(cut("lines", ""), []);
        let blank = cut("lines", "a\n\r\n  \nb\n");
        assert_eq!(blank[1], (2, Err(NoRecord::Empty)));
        assert_eq!(blank[2], (3, Err(NoRecord::Empty)));
        assert_eq!(blank[3], (4, Ok("b".to_string())));
    }

    #[test]
    fn a_field_of_json_is_found_by_its_name_or_by_a_path() {
        let text = concat!(
            r#"{"text": "one\nline", "user": {"text": "nested"}}"#,
            "\r\n",
            r#"{"user.text": "by its whole name", "user": {"text": "nested"}, "text": 12.5}"#,
            "\nno json\n\n",
            r#"{"other": 1}"#,
            "\n",
            r#"{"text": ["a"], "user": null}"#,
            "\n",
            r#"{"text": null}"#,
            "\n{\"text\": \"cut",
        );
        let found = cut("jsonl:text", text);
        assert_eq!(found[..2], texts(&[(1, "one\nline"), (2, "12.5")]));
        let wrong: Vec<_> =
            found[2..].iter().map(|(line, why)| (*line, why.clone().unwrap_err())).collect();
        assert_eq!(
            wrong,
            [
                (3, NoRecord::NotJson),
                (4, NoRecord::Empty),
                (5, NoRecord::NoField),
                (6, NoRecord::NotText),
                (7, NoRecord::Empty),
                (8, NoRecord::NotJson),
            ]
        );
        let nested = cut("jsonl:user.text", text);
        assert_eq!(nested[..2], texts(&[(1, "nested"), (2, "by its whole name")]));
        assert_eq!(nested[5], (6, Err(NoRecord::NoField)));
    }

    #[test]
    fn a_column_of_a_table_keeps_its_quotes_and_line_ends() {
        let table =
            "id,Text\r\n1,\"two\r\nlines, \"\"quoted\"\"\"\r\n2,plain\r\n\r\n3\r\n4,\r\n5,\"last\"";
        let found = cut("csv:Text", table);
        assert_eq!(found[..2], texts(&[(2, "two\r\nlines, \"quoted\""), (4, "plain")]));
        assert_eq!(found[2..4], [(6, Err(NoRecord::NoField)), (7, Err(NoRecord::Empty))]);
        assert_eq!(found[4..], texts(&[(8, "last")]));
        assert_eq!(cut("csv: text ", table), found, "in any case");
        let both = "Text,text\na,b\n";
        assert_eq!(cut("csv:text", both), texts(&[(2, "b")]), "the same case goes first");
        assert_eq!(cut("csv:text", "id;text\n1;a, b\n"), texts(&[(2, "a, b")]));
        assert_eq!(cut("csv:text", "id\ttext\n1\ta, b; c\n"), texts(&[(2, "a, b; c")]));
        assert_eq!(cut("csv:text", "text\n"), []);
    }

    #[test]
    fn a_missing_column_is_told_with_those_there_are() {
        let refused = |column: &str, text: &str| {
            let format = RecordFormat::Csv(column.into());
            RecordReader::new(&format, text.as_bytes()).unwrap_err().to_string()
        };
        assert_eq!(refused("body", "id,Text\n1,a\n"), "no column body; it has id, Text");
        assert_eq!(refused("body", "id;Text\n"), "no column body; it has id, Text");
        assert_eq!(
            refused("body", "{\"id\": 1, \"body\": \"a\"}\n"),
            "no column body; the file looks like JSON, which jsonl:body reads"
        );
        assert!(refused("body", "").ends_with("the first row must name the columns"));
        let many: Vec<String> = (0..30).map(|number| format!("c{number}")).collect();
        assert!(refused("body", &many.join(",")).ends_with("c19 and 10 more"));
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        for written in ["off", "lines", "jsonl:user.text", "csv:The text"] {
            assert_eq!(written.parse::<RecordFormat>().unwrap().to_string(), written);
        }
        for wrong in ["", "on", "jsonl", "jsonl:", "csv: ", "lines:a", "LINES"] {
            assert!(wrong.parse::<RecordFormat>().is_err(), "{wrong}");
        }
    }

    proptest! {
        /// Rows written by another library's rules come back with the lines that they begin at.
        #[test]
        fn a_table_comes_back_as_it_was_written(
            rows in prop::collection::vec(("[a-c,\"\r\n ;]{0,6}", "[a-c,\"\r\n ;\t]{0,6}"), 0..6)
        ) {
            let mut text = String::from("id,text\n");
            let mut expected = Vec::new();
            for (id, cell) in &rows {
                let line = text.replace("\r\n", "\n").matches(['\r', '\n']).count() as u32 + 1;
                let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
                text = [&text, &*quoted(id), ",", &quoted(cell), "\n"].concat();
                let blank = cell.trim().is_empty();
                expected.push((line, if blank { Err(NoRecord::Empty) } else { Ok(cell.clone()) }));
            }
            prop_assert_eq!(cut("csv:text", &text), expected);
        }

        /// The lines of a text are those that the standard library finds.
        #[test]
        fn lines_are_cut_as_by_the_standard_library(text in "[ab\r\n ]{0,20}") {
            let found = cut("lines", &text);
            let lines: Vec<&str> = text.lines().collect();
            prop_assert_eq!(found.len(), lines.len());
            for (at, (line, found)) in found.into_iter().enumerate() {
                prop_assert_eq!(line as usize, at + 1);
                let found = found.unwrap_or_default();
                prop_assert_eq!(found.trim(), lines[at].trim());
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            for format in ["lines", "jsonl:a.b", "csv:a"] {
                if let Ok(reader) = RecordReader::new(&format.parse().unwrap(), text.as_bytes()) {
                    for span in reader.spans(text.as_bytes()) {
                        let part = text.get(span.start as usize..span.end as usize);
                        let _ = reader.text(part.unwrap());
                    }
                }
            }
        }
    }
}
