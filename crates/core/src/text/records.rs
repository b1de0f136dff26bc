//! Splits the text of a file into records: lines, objects of JSON lines, or rows of CSV.

use std::{borrow::Cow, fmt, ops::Range, str::FromStr, sync::Arc};

use memchr::{memchr, memchr2, memchr2_iter, memchr3};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use thiserror::Error;

/// `--records`: which parts of a file are documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RecordFormat {
    #[default]
    Off,
    Lines,
    /// A field of the object on each line, or of each object of an array. Dots separate the names of nested fields.
    Jsonl(Arc<str>),
    /// A column of each row, named by the first row.
    Csv(Arc<str>),
}

impl RecordFormat {
    #[must_use]
    pub fn with_field(&self, field: &str) -> Option<Self> {
        match self {
            Self::Off | Self::Lines => None,
            Self::Jsonl(_) => Some(Self::Jsonl(field.into())),
            Self::Csv(_) => Some(Self::Csv(field.into())),
        }
    }
}

impl FromStr for RecordFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "off" => Ok(Self::Off),
            None if text == "lines" => Ok(Self::Lines),
            Some(("jsonl", field)) if !field.is_empty() => Ok(Self::Jsonl(field.into())),
            Some(("csv", column)) if !column.trim().is_empty() => Ok(Self::Csv(column.into())),
            _ => Err("expected off, lines, jsonl:FIELD or csv:COLUMN"),
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

/// Position of a record in the text, where it may take several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordSpan {
    /// Number of the first line, from 1; in an array, the number of the object.
    pub line: u32,
    pub start: u32,
    pub end: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoRecord {
    Empty,
    NotJson,
    /// The JSON has no such field, or the row ends before the column.
    NoField,
    /// The field is neither text nor a number.
    NotText,
    TooLong,
    /// The field for names contains no text or number.
    NoId,
    ExtraFields,
    BehindQuote,
    OpenQuote,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no column {column}; {}", self.describe_columns())]
pub struct NoColumn {
    pub column: String,
    pub there: Vec<String>,
}

impl NoColumn {
    fn describe_columns(&self) -> String {
        match self.there.first() {
            None => "the first row must name the columns".to_string(),
            Some(first) if first.starts_with('{') => {
                format!("the file looks like JSON, which jsonl:{} reads", self.column)
            }
            Some(_) => format!("it has {}", list_columns(&self.there)),
        }
    }
}

/// Largest number of columns named in an error, and of characters of each.
const NAMED: (usize, usize) = (20, 40);

fn list_columns(columns: &[String]) -> String {
    let short = |name: &String| name.chars().take(NAMED.1).collect::<String>();
    let named: Vec<String> = columns.iter().take(NAMED.0).map(short).collect();
    let more = columns.len().saturating_sub(NAMED.0);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", named.join(", "))
}

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordReader {
    format: RecordFormat,
    cut: Cut,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    Lines,
    Rows(CsvTable),
    Objects,
}

impl RecordReader {
    /// Prepares to split a file. `text` may have any encoding that contains ASCII.
    pub fn new(format: &RecordFormat, text: &[u8]) -> Result<Self, NoColumn> {
        let cut = match format {
            RecordFormat::Csv(column) => Cut::Rows(CsvTable::with_column(text, column)?),
            RecordFormat::Jsonl(_) if begins_array(text) => Cut::Objects,
            RecordFormat::Off | RecordFormat::Lines | RecordFormat::Jsonl(_) => Cut::Lines,
        };
        Ok(Self { format: format.clone(), cut })
    }

    pub fn record_spans<'t>(&self, text: &'t [u8]) -> RecordSpans<'t> {
        let mut spans = RecordSpans { text, at: 0, line: 1, cut: self.cut, reread: 0 };
        if let Cut::Rows(table) = self.cut {
            spans.advance(table.read_row(text, start_of_header_row(text)).end);
        }
        spans
    }

    /// Returns the text of a record, given the part of the file in its span.
    pub fn text_of_record<'t>(&self, record: &'t str) -> Result<Cow<'t, str>, NoRecord> {
        let text = match (&self.format, self.cut) {
            (_, Cut::Rows(table)) => table.read_cell(record)?,
            (RecordFormat::Jsonl(_), _) if record.trim().is_empty() => return Err(NoRecord::Empty),
            (RecordFormat::Jsonl(path), _) => read_field(record, path)?,
            _ => Cow::Borrowed(record),
        };
        if text.trim().is_empty() { Err(NoRecord::Empty) } else { Ok(text) }
    }

    /// Returns true if the record may be cut at the wrong place, because of a misplaced quote.
    pub fn is_doubtful(&self, record: &[u8]) -> bool {
        matches!(self.cut, Cut::Rows(table) if table.read_row(record, 0).fault.is_some())
    }

    pub fn header_for_new_file<'b>(&self, before: &'b [u8]) -> &'b [u8] {
        if self.cut == Cut::Objects { b"" } else { before }
    }

    /// Formats a record for a new file, given its bytes without and with the line end. Writes a JSON object in one
    /// line, dropping line ends between its tokens.
    pub fn format_record<'b>(&self, record: &'b [u8], with_end: &'b [u8]) -> Cow<'b, [u8]> {
        if self.cut != Cut::Objects {
            return with_end.into();
        }
        let blank = |byte: &u8| if matches!(byte, b'\r' | b'\n') { b' ' } else { *byte };
        record.iter().map(blank).chain([b'\n']).collect::<Vec<u8>>().into()
    }

    pub fn describe_fields(&self, record: &str) -> Option<String> {
        let RecordFormat::Jsonl(field) = &self.format else { return None };
        let record: Value = serde_json::from_str(&strict_json(record)).ok()?;
        if !record.is_object() {
            return Some("is no object".to_string());
        }
        let mut paths = Vec::new();
        collect_field_paths("", &record, &mut paths);
        let one = if field.contains(',') { "; --records takes one field" } else { "" };
        Some(format!("has {}{one}", list_columns(&paths)))
    }
}

/// Collects the paths of all fields that contain no further fields.
fn collect_field_paths(above: &str, value: &Value, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let dot = if above.is_empty() { "" } else { "." };
            let fields = fields.iter().map(|(name, value)| (format!("{above}{dot}{name}"), value));
            fields.for_each(|(path, value)| collect_field_paths(&path, value, paths));
        }
        Value::Array(all) if let Some(one) = all.iter().find(|one| one.is_object()) => {
            collect_field_paths(above, one, paths);
        }
        _ => paths.push(above.to_string()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CsvTable {
    delimiter: u8,
    column: usize,
    columns: usize,
}

struct CsvField {
    content: Range<usize>,
    is_quoted: bool,
    end: usize,
    fault: Option<NoRecord>,
}

struct CsvRow {
    end: usize,
    fields: usize,
    cell: Option<CsvField>,
    fault: Option<NoRecord>,
}

/// Returns true if the text is an array of objects, not objects on lines.
fn begins_array(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    text.strip_prefix(b"[").is_some_and(|inside| inside.trim_ascii_start().starts_with(b"{"))
}

fn start_of_header_row(text: &[u8]) -> usize {
    let mark = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    mark + line_ends_length(text.get(mark..).unwrap_or_default())
}

fn line_ends_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}

fn csv_field(text: &[u8], start: usize, delimiter: u8) -> CsvField {
    let rest = |from: usize| text.get(from..).unwrap_or_default();
    let end_from = |from: usize| {
        from + memchr3(delimiter, b'\r', b'\n', rest(from)).unwrap_or(rest(from).len())
    };
    if text.get(start) != Some(&b'"') {
        let end = end_from(start);
        return CsvField { content: start..end, is_quoted: false, end, fault: None };
    }
    let mut close = start + 1;
    loop {
        let Some(quote) = memchr(b'"', rest(close)) else {
            let (content, end) = (start + 1..text.len(), text.len());
            return CsvField { content, is_quoted: true, end, fault: Some(NoRecord::OpenQuote) };
        };
        close += quote;
        if text.get(close + 1) != Some(&b'"') {
            break;
        }
        close += 2;
    }
    let end = end_from(close + 1);
    let behind = text.get(close + 1..end).unwrap_or_default();
    let fault = (!behind.trim_ascii().is_empty()).then_some(NoRecord::BehindQuote);
    CsvField { content: start + 1..close, is_quoted: true, end, fault }
}

fn csv_fields(text: &[u8], start: usize, delimiter: u8) -> impl Iterator<Item = CsvField> {
    let mut next = Some(start);
    std::iter::from_fn(move || {
        let field = csv_field(text, next?, delimiter);
        next = (text.get(field.end) == Some(&delimiter)).then_some(field.end + 1);
        Some(field)
    })
}

impl CsvTable {
    /// Reads the header, and chooses the column with this title. Prefers an equal title to one that differs in case or outer blanks.
    fn with_column(text: &[u8], title: &str) -> Result<Self, NoColumn> {
        let mut there: Vec<String> = Vec::new();
        for delimiter in DELIMITERS {
            let name = |field: CsvField| {
                let name = text.get(field.content).unwrap_or_default();
                String::from_utf8_lossy(name).replace("\"\"", "\"").trim().to_string()
            };
            let names: Vec<String> =
                csv_fields(text, start_of_header_row(text), delimiter).map(name).collect();
            let alike = |name: &String| name.to_lowercase() == title.trim().to_lowercase();
            let same = names.iter().position(|name| name == title.trim());
            if let Some(column) = same.or_else(|| names.iter().position(alike)) {
                return Ok(Self { delimiter, column, columns: names.len() });
            }
            if names.len() > there.len() {
                there = names;
            }
        }
        there.retain(|name| !name.is_empty());
        Err(NoColumn { column: title.to_string(), there })
    }

    /// Reads a row, and ignores empty fields after the last column.
    fn read_row(self, text: &[u8], start: usize) -> CsvRow {
        let mut row = CsvRow { end: start, fields: 0, cell: None, fault: None };
        for field in csv_fields(text, start, self.delimiter) {
            let is_extra = row.fields >= self.columns && !field.content.is_empty();
            row.fault = row.fault.or(field.fault).or(is_extra.then_some(NoRecord::ExtraFields));
            row.end = field.end;
            if row.fields == self.column {
                row.cell = Some(field);
            }
            row.fields += 1;
        }
        row
    }

    fn read_cell(self, record: &str) -> Result<Cow<'_, str>, NoRecord> {
        let CsvRow { cell, fault, .. } = self.read_row(record.as_bytes(), 0);
        if let Some(fault) = fault {
            return Err(fault);
        }
        let cell = cell.ok_or(NoRecord::NoField)?;
        let content = record.get(cell.content).unwrap_or_default();
        Ok(if cell.is_quoted && content.contains('"') {
            content.replace("\"\"", "\"").into()
        } else {
            content.into()
        })
    }
}

#[derive(Debug)]
pub struct RecordSpans<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
    cut: Cut,
    /// Number of bytes that were read again to find the ends of doubtful rows.
    reread: usize,
}

impl RecordSpans<'_> {
    fn advance(&mut self, to: usize) {
        let passed = self.text.get(self.at..to).unwrap_or_default();
        let ends = memchr2_iter(b'\n', b'\r', passed).map(|end| self.at + end);
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
        let span = self.next_span(length);
        self.at += next;
        self.line += 1;
        Some(span)
    }

    fn next_row(&mut self, table: CsvTable) -> Option<RecordSpan> {
        // Skips line ends, which belong to the previous row, or to empty rows.
        let blank = line_ends_length(self.text.get(self.at..).unwrap_or_default());
        self.advance(self.at + blank);
        if self.at >= self.text.len() {
            return None;
        }
        let CsvRow { mut end, fault, .. } = table.read_row(self.text, self.at);
        if matches!(fault, Some(NoRecord::BehindQuote | NoRecord::OpenQuote)) {
            end = self.end_of_doubtful_row(table);
        }
        let span = self.next_span(end - self.at);
        self.advance(end);
        Some(span)
    }

    /// Returns the end of a row with a misplaced quote: the end of the line before the next complete row.
    fn end_of_doubtful_row(&mut self, table: CsvTable) -> usize {
        let rest = |from: usize| self.text.get(from..).unwrap_or_default();
        let mut start = self.at;
        loop {
            let line = memchr2(b'\r', b'\n', rest(start)).unwrap_or(rest(start).len());
            let end = start + line;
            start = end + line_ends_length(rest(end));
            let next = table.read_row(self.text, start);
            if start == self.text.len() || next.fault.is_none() && next.fields == table.columns {
                return end;
            }
            // Limits the work if every row seems to continue to the end of the text.
            self.reread += next.end - start;
            if self.reread > self.text.len() {
                return next.end;
            }
        }
    }

    /// Returns the next object of an array. Objects have numbers instead of lines, because a line may have several.
    fn next_object(&mut self) -> Option<RecordSpan> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += memchr(b'{', rest)?;
        let rest = self.text.get(self.at..).unwrap_or_default();
        let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
        let is_last = |byte: &u8| {
            if is_string {
                (is_string, is_escaped) =
                    (*byte != b'"' || is_escaped, *byte == b'\\' && !is_escaped);
                return false;
            }
            match byte {
                b'"' => is_string = true,
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth == 0
        };
        let length = rest.iter().position(is_last).map_or(rest.len(), |last| last + 1);
        let span = self.next_span(length);
        self.at += length;
        self.line += 1;
        Some(span)
    }

    fn next_span(&self, length: usize) -> RecordSpan {
        let end = self.at + length;
        RecordSpan { line: self.line, start: self.at as u32, end: end as u32 }
    }
}

impl Iterator for RecordSpans<'_> {
    type Item = RecordSpan;

    fn next(&mut self) -> Option<RecordSpan> {
        match self.cut {
            Cut::Lines => self.next_line(),
            Cut::Rows(table) => self.next_row(table),
            Cut::Objects => self.next_object(),
        }
    }
}

/// Reads the field at `path`. A name that contains dots counts before a path of names; of equal names, the last counts.
fn read_field<'j>(line: &'j str, path: &str) -> FieldText<'j> {
    parse_field(line, path).unwrap_or_else(|_| match parse_field(&strict_json(line), path) {
        Ok(found) => Ok(found?.into_owned().into()),
        Err(_) => Err(NoRecord::NotJson),
    })
}

fn parse_field<'j>(line: &'j str, path: &str) -> serde_json::Result<FieldText<'j>> {
    let mut json = serde_json::Deserializer::from_str(line);
    let found = FieldPath(path).deserialize(&mut json)?;
    json.end()?;
    Ok(found)
}

/// Replaces invalid JSON that Python's `json.dumps` writes: NaN and Infinity by null, lone surrogates by U+FFFD.
fn strict_json(line: &str) -> String {
    let mut strict = String::with_capacity(line.len());
    let (mut rest, mut is_string) = (line, false);
    while let Some(at) = rest.find(['"', '\\', 'N', 'I', '-']) {
        let (before, tail) = rest.split_at(at);
        strict.push_str(before);
        let number = ["NaN", "Infinity", "-Infinity"].iter().find(|name| tail.starts_with(**name));
        let (taken, length) = match (is_string, number) {
            (false, Some(number)) => ("null", number.len()),
            (true, _) if tail.starts_with('\\') => read_json_escape(tail),
            _ => (tail.get(..1).unwrap_or_default(), 1),
        };
        is_string ^= tail.starts_with('"');
        strict.push_str(taken);
        rest = tail.get(length..).unwrap_or_default();
    }
    strict + rest
}

/// Returns the escape at the start of a text and its length. Replaces a lone surrogate by U+FFFD.
fn read_json_escape(text: &str) -> (&str, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let length = match (unit(0), unit(6)) {
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
        (Some(0xd800..=0xdfff), _) => return ("\u{fffd}", 6),
        (Some(_), _) => 6,
        (None, _) => text.chars().take(2).map(char::len_utf8).sum(),
    };
    (text.get(..length).unwrap_or_default(), length)
}

/// The text at a path, or the reason for none: no such field, or no text.
type FieldText<'j> = Result<Cow<'j, str>, NoRecord>;

#[derive(Clone, Copy)]
struct FieldPath<'p>(&'p str);

impl<'j> DeserializeSeed<'j> for FieldPath<'_> {
    type Value = FieldText<'j>;

    fn deserialize<D: Deserializer<'j>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl FieldPath<'_> {
    /// Returns the text if the path ends here.
    fn select_text<'j>(self, text: impl FnOnce() -> Cow<'j, str>) -> FieldText<'j> {
        if self.0.is_empty() { Ok(text()) } else { Err(NoRecord::NoField) }
    }
}

impl<'j> Visitor<'j> for FieldPath<'_> {
    type Value = FieldText<'j>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'j str) -> Result<Self::Value, E> {
        Ok(self.select_text(|| text.into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.select_text(|| text.to_string().into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(self.select_text(|| number.to_string().into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(self.select_text(|| number.to_string().into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(self.select_text(|| number.to_string().into()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(self.select_text(Cow::default).and(Err(NoRecord::NotText)))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(self.select_text(Cow::default))
    }

    /// Joins the texts of all elements, such as the messages of a chat.
    fn visit_seq<A: SeqAccess<'j>>(self, mut all: A) -> Result<Self::Value, A::Error> {
        let (mut texts, mut last) = (Vec::new(), self.select_text(Cow::default));
        while let Some(found) = all.next_element_seed(self)? {
            match found {
                Ok(text) if !text.is_empty() => texts.push(text),
                other => last = other,
            }
        }
        Ok(if texts.is_empty() { last } else { Ok(texts.join("\n\n").into()) })
    }

    fn visit_map<A: MapAccess<'j>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let (mut whole, mut nested) = (Err(NoRecord::NoField), Err(NoRecord::NoField));
        while let Some(name) = fields.next_key::<Cow<'j, str>>()? {
            let rest = self.0.strip_prefix(&*name).filter(|_| !self.0.is_empty());
            match rest {
                Some("") => whole = fields.next_value_seed(FieldPath(""))?,
                Some(rest) if rest.len() > 1 && rest.starts_with('.') => {
                    let found =
                        fields.next_value_seed(FieldPath(rest.strip_prefix('.').unwrap_or("")))?;
                    if found != Err(NoRecord::NoField) {
                        nested = found;
                    }
                }
                _ => {
                    fields.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(match whole {
            _ if self.0.is_empty() => Err(NoRecord::NotText),
            Err(NoRecord::NoField) => nested,
            found => found,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::prelude::*;

    use super::{NoRecord, RecordFormat, RecordReader};

    type Found = Vec<(u32, Result<String, NoRecord>)>;

    fn cut(format: &str, text: &str) -> Found {
        let reader = RecordReader::new(&format.parse().unwrap(), text.as_bytes()).unwrap();
        let part = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap();
        let spans = reader.record_spans(text.as_bytes());
        spans
            .map(|span| {
                let record = reader.text_of_record(part(span.start, span.end));
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
        let found = cut("lines", "a b\r\nc\n\r\nd");
        assert_eq!([&found[..2], &found[3..]].concat(), texts(&[(1, "a b"), (2, "c"), (4, "d")]));
        assert_eq!(found[2], (3, Err(NoRecord::Empty)));
    }

    #[test]
    fn a_field_of_json_is_found_by_its_name_or_by_a_path() {
        use NoRecord::{Empty, NoField, NotJson, NotText};

        let text = concat!(
            r#"{"text": "one\nline", "user": {"text": "nested"}}"#,
            "\r\n",
            r#"{"user.text": "by its whole name", "user": {"text": "nested"}, "text": 12.5}"#,
            "\nno json\n\n",
            r#"{"other": 1}"#,
            "\n",
            r#"{"text": {"a": 1}, "user": null}"#,
            "\n",
            r#"{"text": null}"#,
            "\n{\"text\": \"cut",
        );
        let found = cut("jsonl:text", text);
        assert_eq!(found[..2], texts(&[(1, "one\nline"), (2, "12.5")]));
        let wrong: Vec<_> =
            found[2..].iter().map(|(line, why)| (*line, why.clone().unwrap_err())).collect();
        let why = [(3, NotJson), (4, Empty), (5, NoField), (6, NotText), (7, Empty), (8, NotJson)];
        assert_eq!(wrong, why);
        let nested = cut("jsonl:user.text", text);
        assert_eq!(nested[..2], texts(&[(1, "nested"), (2, "by its whole name")]));
        assert_eq!(nested[5], (6, Err(NoRecord::NoField)));
    }

    #[test]
    fn an_array_has_an_object_after_the_other_and_a_chat_its_messages() {
        let array = "\u{feff}[ {\"text\": \"a } \\\" {\"}, {\"text\":\r\n\"b\"}\n,{\"other\": {}}]";
        let found = cut("jsonl:text", array);
        assert_eq!(found[..2], texts(&[(1, "a } \" {"), (2, "b")]));
        assert_eq!(found[2..], [(3, Err(NoRecord::NoField))]);
        let deep = format!("[{}", "{\"text\": [".repeat(100_000));
        for text in ["[{\"text\": \"never ended", &deep] {
            assert_eq!(cut("jsonl:text", text), [(1, Err(NoRecord::NotJson))]);
        }
        let chat = r#"{"messages": [{"role": "user", "content": "a"}, {"content": null}, {"content": ["b", 1]}], "tags": []}"#;
        assert_eq!(cut("jsonl:messages.content", chat), texts(&[(1, "a\n\nb\n\n1")]));
        assert_eq!(cut("jsonl:messages", chat), [(1, Err(NoRecord::NotText))]);
        let reader = RecordReader::new(&"jsonl:messages".parse().unwrap(), b"").unwrap();
        let fields = reader.describe_fields(chat).unwrap();
        assert!(fields.contains("messages.content") && fields.contains("tags"), "{fields}");
        assert_eq!(cut("jsonl:tags", chat), [(1, Err(NoRecord::Empty))]);
    }

    #[test]
    fn numbers_and_half_characters_that_json_lacks_cost_no_record() {
        let text = concat!(
            r#"{"a": NaN, "text": "NaN \" \\", "b": [Infinity, -Infinity, -1, "\ud83d"]}"#,
            "\n",
            r#"{"\ude00": 1, "text": "cut \ud83d \ud83d\ude00 \ude00"}"#,
            "\n",
            r#"{"text": NaN}"#,
            "\n",
            r#"{"text": "a", "b": Nan}"#,
        );
        let found = cut("jsonl:text", text);
        assert_eq!(found[..2], texts(&[(1, "NaN \" \\"), (2, "cut \u{fffd} 😀 \u{fffd}")]));
        assert_eq!(found[2..], [(3, Err(NoRecord::Empty)), (4, Err(NoRecord::NotJson))]);
    }

    #[test]
    fn a_row_that_is_not_cut_surely_is_no_document_and_costs_no_other_row() {
        for (row, why) in [
            ("2,a, b, c", NoRecord::ExtraFields),
            ("2,\"he \\\"said\\\", no\"", NoRecord::BehindQuote),
            ("2,\"he \\\"said\\\"\nand left\"", NoRecord::BehindQuote),
            ("2,\"never closed", NoRecord::OpenQuote),
            ("2,\"never closed\nof two lines", NoRecord::OpenQuote),
        ] {
            for after in ["3,plain\n", "3,\"quoted\"\n", "3,\"a \"\"b\"\"\"\n"] {
                let found = cut("csv:text", &format!("id,text\n1,5\" nails,\n{row}\n{after}4,end"));
                assert_eq!(found[0], (2, Ok("5\" nails".to_string())), "{row} {after}");
                // A later quote may close the open one.
                let (line, fault) = &found[1];
                assert_eq!((*line, found.len()), (3, 4), "{row} {after} {found:?}");
                assert!(*fault == Err(why) || why == NoRecord::OpenQuote && fault.is_err());
                assert_eq!(found[3].1, Ok("end".to_string()), "{row} {after}");
            }
        }
        // Each row opens a quote. The next row closes it and opens another.
        let rows = "a\",\"b\n".repeat(100_000);
        assert!(!cut("csv:t", &format!("t{}\n{rows}", ",t".repeat(100_000))).is_empty());
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
        let expected = "no column body; the file looks like JSON, which jsonl:body reads";
        assert_eq!(refused("body", "{\"id\": 1, \"body\": \"a\"}\n"), expected);
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
        /// Rows that another library wrote keep their fields and first lines.
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
                    for span in reader.record_spans(text.as_bytes()) {
                        let part = text.get(span.start as usize..span.end as usize);
                        let _ = reader.text_of_record(part.unwrap());
                    }
                }
            }
        }
    }
}
