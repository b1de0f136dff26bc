//! Writes selected records of files, byte for byte.

use std::collections::BTreeSet;
use std::io::{self, Write};

use thiserror::Error;

use super::reader::{DocumentFolder, RECORDS_LIMIT};
use crate::folder::{OpenFolder, Unread};
use base::path::DocPath;
use shingle_core::pipeline::{NoSource, Params};
use shingle_core::text::RecordReader;

#[derive(Debug, Error)]
pub enum WriteRecordsError {
    #[error("{0}: {1}")]
    Unread(DocPath, #[source] Unread),
    #[error("{0}: {1}")]
    NoRecords(DocPath, #[source] NoSource),
    #[error("{0}: changed while it was read; run it again")]
    Changed(DocPath),
    #[error("{0} and {1} have different columns; write each table to a separate file")]
    OtherColumns(DocPath, DocPath),
    #[error(transparent)]
    Write(#[from] io::Error),
}

#[derive(Debug, Clone, Copy, Default)]
pub struct WrittenRecords {
    pub bytes: u64,
    /// Number of records that were not compared, because they may be cut at the wrong place.
    pub doubtful: u64,
}

/// Writes the records at these places, in order of their names, each with its line end. The header of a table is
/// written once. Doubtful records of all `files` are written too, because their repeats are unknown.
pub fn write_records(
    folder: &DocumentFolder,
    params: &Params,
    (files, places): &(BTreeSet<DocPath>, Vec<DocPath>),
    out: &mut dyn Write,
) -> Result<WrittenRecords, WriteRecordsError> {
    let open = OpenFolder::new(&folder.root);
    let mut head: Option<(DocPath, Vec<u8>)> = None;
    let (mut bytes_written, mut doubtful, mut is_ended) = (0, 0, true);
    let mut places = places.iter().peekable();
    for file in files.iter().cloned() {
        let mut bytes = Vec::new();
        open.read_file_into(file.as_path(), RECORDS_LIMIT, &mut bytes)
            .map_err(|unread| WriteRecordsError::Unread(file.clone(), unread))?;
        let no_records = |reason| WriteRecordsError::NoRecords(file.clone(), reason);
        let bytes = folder.reader.unpack_records_file(bytes).map_err(no_records)?;
        let reader = RecordReader::new(&params.records, &bytes);
        let reader = reader.map_err(|reason| no_records(reason.into()))?;
        let mut spans = reader.record_spans(&bytes).peekable();
        let begin = spans.peek().map_or(bytes.len(), |span| span.start as usize);
        let own_head = reader.header_for_new_file(bytes.get(..begin).unwrap_or_default());
        let mut write = |part: &[u8]| {
            if !is_ended {
                out.write_all(b"\n")?;
                bytes_written += 1;
            }
            is_ended = part.is_empty() || part.ends_with(b"\n");
            bytes_written += part.len() as u64;
            out.write_all(part)
        };
        while let Some(span) = spans.next() {
            let end = spans.peek().map_or(bytes.len(), |next| next.start as usize);
            let record = bytes.get(span.start as usize..span.end as usize).unwrap_or_default();
            let is_doubtful = reader.is_doubtful(record);
            let is_here = |place: &&DocPath| {
                place.line() == Some(span.line) && place.as_path() == file.as_path()
            };
            if places.next_if(is_here).is_none() && !is_doubtful {
                continue;
            }
            doubtful += u64::from(is_doubtful);
            match &head {
                None => {
                    write(own_head)?;
                    head = Some((file.clone(), own_head.to_vec()));
                }
                Some((_, first)) if first.trim_ascii_end() == own_head.trim_ascii_end() => {}
                Some((first, _)) => {
                    return Err(WriteRecordsError::OtherColumns(first.clone(), file));
                }
            }
            let with_end = bytes.get(span.start as usize..end).unwrap_or_default();
            write(&reader.format_record(record, with_end))?;
        }
    }
    if !is_ended {
        out.write_all(b"\n")?;
        bytes_written += 1;
    }
    if let Some(place) = places.next() {
        return Err(WriteRecordsError::Changed(place.path_of_file()));
    }
    Ok(WrittenRecords { bytes: bytes_written, doubtful })
}
