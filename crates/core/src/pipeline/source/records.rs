//! Splits a file into records, the sources of documents.

use std::{collections::BTreeMap, path::Path};

use documents::{Charset, Decoding, Limits, Source, read_whole_text};

use super::{NoSource, problem_of_undecoded};
use crate::text::{NoRecord, RecordFormat, RecordReader, RecordSpan};
use base::numbers::{choose_verb, format_count, format_with_commas};
use base::{path::DocPath, problem::ProblemKind};

/// Largest file of records: 1 GiB. Each record has the limits of other texts.
pub const LARGEST_RECORDS: u64 = 1 << 30;

#[derive(Debug, Clone)]
pub struct RecordFile {
    text: String,
    decoding: Decoding,
    reader: RecordReader,
    /// Reads the field that names a record, or returns `None` if line numbers name records.
    ids: Option<RecordReader>,
    spans: Vec<RecordSpan>,
    limits: Limits,
}

impl RecordFile {
    /// Decodes a file and finds its records. The field `id` names the records; without `id`, their lines do. Of `path`,
    /// only the extension matters, for compression.
    pub fn read(
        path: &Path,
        bytes: Vec<u8>,
        (format, id, encoding): (&RecordFormat, Option<&str>, Option<Charset>),
        limits: &Limits,
    ) -> Result<Self, NoSource> {
        let (text, decoding) = read_whole_text(path, bytes, encoding, limits)?;
        if text.len() as u64 > LARGEST_RECORDS {
            let (has, most) = (text.len() >> 20, LARGEST_RECORDS >> 20);
            return Err(NoSource::Refused(format!(
                "its text has {has} MiB, more than the {most} MiB of a file of records; split the file"
            )));
        }
        let reader = RecordReader::new(format, text.as_bytes())?;
        let ids = id.and_then(|id| format.with_field(id));
        let ids = ids.map(|ids| RecordReader::new(&ids, text.as_bytes())).transpose()?;
        let spans = reader.record_spans(text.as_bytes()).collect();
        Ok(Self { text, decoding, reader, ids, spans, limits: *limits })
    }

    /// Drops all records except those that begin at these lines.
    pub fn keep_lines(&mut self, lines: &[u32]) {
        self.spans.retain(|span| lines.contains(&span.line));
    }

    /// Returns the number of records, including those without a document.
    pub const fn len(&self) -> usize {
        self.spans.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Returns the line where a record begins, from 1.
    pub fn line_of_record(&self, record: usize) -> u32 {
        self.spans.get(record).map_or(0, |span| span.line)
    }

    pub fn record_at_line(&self, line: u32) -> Option<usize> {
        let before = self.spans.partition_point(|span| span.line < line);
        (self.line_of_record(before) == line).then_some(before)
    }

    fn text_of_record(&self, record: usize) -> &str {
        let span = self.spans.get(record);
        let part = span.and_then(|span| self.text.get(span.start as usize..span.end as usize));
        part.unwrap_or_default()
    }

    pub fn name_of_record(&self, file: &DocPath, record: usize) -> Result<DocPath, NoRecord> {
        let Some(ids) = &self.ids else { return Ok(file.at_line(self.line_of_record(record))) };
        let id = ids.text_of_record(self.text_of_record(record)).map_err(|_| NoRecord::NoId)?;
        // Splits a line number from the name, as reading a sketch file does.
        DocPath::from_bytes(id.as_bytes()).map(DocPath::parse_line_suffix).ok_or(NoRecord::NoId)
    }

    pub fn source_of_record(&self, record: usize) -> Result<Source<'_>, NoRecord> {
        let text = self.reader.text_of_record(self.text_of_record(record))?;
        if self.limits.check_text_size(&text).is_err() {
            return Err(NoRecord::TooLong);
        }
        // Undecodable bytes are counted once for the file, not for each record.
        let decoding = Decoding { undecoded: 0, ..self.decoding };
        Ok(Source::from_text(text, decoding))
    }

    pub fn describe_fields(&self) -> Option<String> {
        self.reader
            .describe_fields(self.text_of_record(0))
            .map(|fields| format!("the first record {fields}"))
    }

    pub fn problem_of_file(&self, path: &DocPath) -> Option<NoSource> {
        let Decoding { encoding, certainty, undecoded } = self.decoding;
        let problem = problem_of_undecoded(path, undecoded, encoding, certainty)?;
        Some(NoSource::Records { kind: problem.kind, reason: problem.reason })
    }
}

/// Largest number of lines named in a message.
const NAMED: usize = 5;

/// Records without a document, by reason: how many, and the first lines.
#[derive(Debug, Clone, Default)]
pub struct RecordTroubles(BTreeMap<NoRecord, (u64, Vec<u32>)>);

impl RecordTroubles {
    /// Adds a record. Lines must ascend.
    pub fn add_trouble(&mut self, line: u32, why: NoRecord) {
        let (count, lines) = self.0.entry(why).or_default();
        *count += 1;
        if lines.len() < NAMED {
            lines.push(line);
        }
    }

    /// Returns a problem for each reason, under the name of the first such record. `fields` describes the fields that
    /// exist.
    pub fn list_troubles(
        &self,
        file: &DocPath,
        fields: impl Fn() -> Option<String>,
    ) -> Vec<(DocPath, NoSource)> {
        let loss = |(why, (count, lines)): (&NoRecord, &(u64, Vec<u32>))| {
            let first = lines.first().copied().unwrap_or(0);
            let more = count - lines.len() as u64;
            let named: Vec<String> = lines.iter().map(|line| format_with_commas(*line)).collect();
            let noun = if *count == 1 { "line" } else { "lines" };
            let more = if more > 0 {
                format!(" and {} more", format_with_commas(more))
            } else {
                String::new()
            };
            let records = format_count(*count, "record");
            let kind =
                if *why == NoRecord::Empty { ProblemKind::Skipped } else { ProblemKind::Failed };
            let fault = match why {
                NoRecord::Empty => "without text",
                NoRecord::NotJson => choose_verb(*count, "that is no JSON", "that are no JSON"),
                NoRecord::NoField => "without the field of --records",
                NoRecord::NotText => "whose field of --records is not text",
                NoRecord::TooLong => "larger than --limit-text and --limit-words allow",
                NoRecord::NoId => "without text or number in the field of --id",
                NoRecord::ExtraFields => "with more fields than the first row",
                NoRecord::BehindQuote => "with text behind the closing quote of a field",
                NoRecord::OpenQuote => "with a quote that never closes",
            };
            let hint = match why {
                NoRecord::NoField | NoRecord::NotText | NoRecord::NoId => fields(),
                NoRecord::NotJson => Some("expected an object on each line".to_string()),
                NoRecord::ExtraFields => Some("put fields with commas in quotes".to_string()),
                NoRecord::BehindQuote | NoRecord::OpenQuote => {
                    Some("write a quote within quotes twice".to_string())
                }
                _ => None,
            };
            let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
            let reason = format!("{records} {fault}: {noun} {}{more}{hint}", named.join(", "));
            (file.at_line(first), NoSource::Records { kind, reason })
        };
        self.0.iter().map(loss).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::RecordFile;
    use crate::pipeline::source::NoSource;
    use base::path::DocPath;
    use documents::{Charset, Limits};

    fn read(name: &str, bytes: &[u8], encoding: Option<&str>) -> Result<RecordFile, NoSource> {
        let encoding = encoding.and_then(Charset::from_label);
        let format = "lines".parse().unwrap();
        let bytes = bytes.to_vec();
        RecordFile::read(Path::new(name), bytes, (&format, None, encoding), &Limits::DEFAULT)
    }

    fn texts(file: &RecordFile) -> Vec<String> {
        (0..file.len()).map(|at| file.source_of_record(at).unwrap().text.into_owned()).collect()
    }

    #[test]
    fn a_file_is_decoded_as_a_whole_and_a_mark_belongs_to_no_record() {
        let marked = read("a.txt", "\u{feff}eins\nzwei".as_bytes(), None).unwrap();
        assert_eq!(texts(&marked), ["eins", "zwei"]);
        assert_eq!(
            (marked.record_at_line(1), marked.record_at_line(2), marked.record_at_line(3)),
            (Some(0), Some(1), None)
        );
        let wide: Vec<u8> = [0xfe, 0xff]
            .into_iter()
            .chain("a\nb".encode_utf16().flat_map(u16::to_be_bytes))
            .collect();
        assert_eq!(texts(&read("a.txt", &wide, None).unwrap()), ["a", "b"]);
        let broken = read("a.txt", b"good text\nbad \xff text\n", Some("utf-8")).unwrap();
        assert_eq!(texts(&broken)[1], "bad \u{fffd} text");
        let file = DocPath::new("a.txt");
        let loss = broken.problem_of_file(&file).unwrap().to_problem(&file);
        assert_eq!(
            (loss.kind.name(), broken.source_of_record(1).unwrap().decoding.undecoded),
            ("lossy", 0)
        );
        assert!(loss.reason.starts_with("1 byte could not be decoded as UTF-8"), "{loss:?}");
    }

    #[test]
    fn the_ending_of_the_name_does_not_count_and_documents_are_refused() {
        let page = read("a.html", b"<b>one</b>\n*two*\n", None).unwrap();
        assert_eq!(texts(&page), ["<b>one</b>", "*two*"]);
        for bytes in [b"%PDF-1.7\n".as_slice(), b"PK\x03\x04\x14\0", b"{\\rtf1 a}"] {
            let why = read("a.txt", bytes, None).unwrap_err().to_string();
            assert!(why.contains("--records splits only plain text"), "{why}");
        }
        assert!(read("a.txt", b"\x89PNG\r\n\x1a\n", None).is_err());
    }
}
