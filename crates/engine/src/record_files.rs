//! Reads files of records in groups, and splits them. Threads share a group by records, so one large file uses all
//! threads.

use std::{ops::Range, time::SystemTime};

use documents::Source;
use rayon::prelude::*;

use super::reader::{DocumentFolder, RECORDS_LIMIT};
use crate::folder::{Gone, OpenFolder, Stamp, Unread};
use base::{cancel::Cancel, numbers::format_count, path::DocPath, workers::run_in_pieces};
use shingle_core::pipeline::{
    Corpus, DocWords, NewReader, NoSource, Params, Progress, RecordFile, RecordTroubles, Stage,
    ThreadReader,
};
use shingle_core::text::NoRecord;

/// Number of bytes at which a group ends, to limit memory.
const GROUP_BYTES: usize = 32 << 20;
/// Number of files at which a group ends.
const GROUP_FILES: usize = 1024;
const RECORDS_A_PIECE: usize = 256;
/// Number of records that are read before their results are moved to their place, so that memory does not hold all
/// results twice.
const RECORDS_A_TURN: usize = 1 << 16;

pub(super) struct SplitFile {
    pub(super) path: DocPath,
    /// State of the file when it was read, or `None` if unread.
    pub(super) stamp: Option<Stamp>,
    pub(super) gone: Option<Gone>,
    cut: Result<RecordFile, NoSource>,
    first: usize,
}

impl SplitFile {
    fn record_range(&self) -> Range<usize> {
        self.first..self.first + self.cut.as_ref().map_or(0, RecordFile::len)
    }

    fn list_problems(&self, troubles: &RecordTroubles) -> Vec<(DocPath, NoSource)> {
        match &self.cut {
            _ if self.gone.is_some() => Vec::new(),
            Err(reason) => vec![(self.path.clone(), reason.clone())],
            Ok(cut) => {
                let loss = cut.problem_of_file(&self.path).map(|loss| (self.path.clone(), loss));
                let of_records = troubles.list_troubles(&self.path, || cut.describe_fields());
                loss.into_iter().chain(of_records).collect()
            }
        }
    }
}

/// Files of records, which are read some records at a time.
pub(super) struct RecordGroup {
    pub(super) files: Vec<SplitFile>,
    pub(super) read_at: SystemTime,
    /// Number of the next record.
    pub(super) next: usize,
    file: usize,
    troubles: RecordTroubles,
}

/// A record, or the end of a file.
pub(super) enum RecordStep {
    /// A record: the index of its file, its file and line, its name, and its document or the reason for none; `None` if
    /// its text is known.
    Record(usize, DocPath, DocPath, Option<Result<DocWords, NoSource>>),
    /// The index of a file after its last record, with its problems.
    FileEnd(usize, Vec<(DocPath, NoSource)>),
}

impl RecordGroup {
    /// Reads files up to the limits of a group, but at least one file.
    pub(super) fn read<'p>(
        folder: &DocumentFolder,
        paths: impl Iterator<Item = &'p DocPath>,
        params: &Params,
    ) -> Self {
        let (open, read_at) = (OpenFolder::new(&folder.root), SystemTime::now());
        let (mut read, mut bytes) = (Vec::new(), 0);
        for path in paths {
            let mut content = Vec::new();
            let stamp = open.read_file_into(path.as_path(), RECORDS_LIMIT, &mut content);
            bytes += content.len();
            read.push((path.clone(), stamp, content));
            if bytes >= GROUP_BYTES || read.len() >= GROUP_FILES {
                break;
            }
        }
        let cut = |(path, read, content): (DocPath, Result<Stamp, Unread>, Vec<u8>)| {
            let stamp = read.as_ref().ok().copied();
            let gone = read.as_ref().err().and_then(Unread::gone);
            let read = read.map_err(|unread| NoSource::Refused(unread.to_string()));
            let id = folder.id.as_deref();
            let cut = read.and_then(|_| {
                let mut cut = folder.reader.split_records(path.as_path(), content, params, id)?;
                if let Some(lines) = folder.lines_of_named_records(&path) {
                    cut.keep_lines(&lines);
                }
                Ok(cut)
            });
            SplitFile { path, stamp, gone, cut, first: 0 }
        };
        log::info!("read {} of records", format_count(read.len() as u64, "file"));
        let mut files: Vec<SplitFile> = read.into_par_iter().with_max_len(1).map(cut).collect();
        let mut first = 0;
        for file in &mut files {
            file.first = first;
            first = file.record_range().end;
        }
        Self { files, read_at, next: 0, file: 0, troubles: RecordTroubles::default() }
    }

    pub(super) fn count_records(&self) -> usize {
        self.files.last().map_or(0, |file| file.record_range().end)
    }

    fn record(&self, number: usize) -> Result<(DocPath, Source<'_>), NoRecord> {
        let after = self.files.partition_point(|file| file.first <= number);
        // Files without records share the number of the next file, so the last file with the number has the record.
        let found = after.checked_sub(1).and_then(|at| self.files.get(at));
        let Some((file, Ok(cut))) = found.map(|file| (file, &file.cut)) else {
            return Err(NoRecord::Empty);
        };
        let at = number - file.first;
        let modified = file.stamp.and_then(|stamp| stamp.modified);
        let source = Source { modified, ..cut.source_of_record(at)? };
        Ok((cut.name_of_record(&file.path, at)?, source))
    }

    pub(super) fn is_finished(&self) -> bool {
        self.file == self.files.len()
    }

    pub(super) fn unfinished_files(&self) -> impl Iterator<Item = &SplitFile> {
        self.files.iter().skip(self.file)
    }

    /// Reads at most `count` more records, except those whose texts are `known`.
    pub(super) fn read_next_records(
        &mut self,
        count: usize,
        known: Option<&Corpus>,
        new_reader: &NewReader<'_>,
    ) -> Vec<RecordStep> {
        let numbers = self.next..self.count_records().min(self.next + count);
        let group = &*self;
        let read = run_in_pieces(
            numbers.len(),
            RECORDS_A_PIECE,
            &Cancel::never_cancelled(),
            new_reader,
            |reader, range| {
                let read = |at: usize| {
                    let (name, source) = group.record(numbers.start + at)?;
                    let content = known.and_then(|corpus| corpus.content_hash(&name));
                    let is_new = content != Some(source.content);
                    Ok((name, is_new.then(|| reader.read(&source))))
                };
                range.map(read).collect::<Vec<Result<_, NoRecord>>>()
            },
            ThreadReader::finish,
        );
        let mut steps = Vec::with_capacity(numbers.len());
        for outcome in read.into_iter().flatten().flatten() {
            self.end_files(&mut steps);
            let SplitFile { path, cut, first, .. } = &self.files[self.file];
            let line = cut.as_ref().map_or(0, |cut| cut.line_of_record(self.next - first));
            match outcome {
                Ok((name, document)) => {
                    steps.push(RecordStep::Record(self.file, path.at_line(line), name, document));
                }
                Err(why) => self.troubles.add_trouble(line, why),
            }
            self.next += 1;
        }
        if self.next == self.count_records() {
            self.end_files(&mut steps);
        }
        steps
    }

    /// Ends all files whose records were taken.
    fn end_files(&mut self, steps: &mut Vec<RecordStep>) {
        while let Some(file) = self.files.get(self.file)
            && file.record_range().end <= self.next
        {
            let problems = file.list_problems(&std::mem::take(&mut self.troubles));
            steps.push(RecordStep::FileEnd(self.file, problems));
            self.file += 1;
        }
    }
}

/// The name of a record, its file and line, and its document or the reason for none.
pub(super) type PlacedRecord = (DocPath, DocPath, Result<DocWords, NoSource>);

pub(super) fn read_records(
    folder: &DocumentFolder,
    paths: &[DocPath],
    params: &Params,
    new_reader: &NewReader<'_>,
    progress: Progress<'_>,
) -> Vec<PlacedRecord> {
    let (mut all, mut rest) = (Vec::new(), paths);
    while !rest.is_empty() {
        progress(Stage::Read, paths.len() - rest.len(), paths.len());
        let mut group = RecordGroup::read(folder, rest.iter(), params);
        rest = rest.get(group.files.len()..).unwrap_or_default();
        all.reserve(group.count_records());
        while !group.is_finished() {
            for step in group.read_next_records(RECORDS_A_TURN, None, new_reader) {
                match step {
                    RecordStep::Record(_, place, name, document) => {
                        all.extend(document.map(|document| (name, place, document)));
                    }
                    RecordStep::FileEnd(_, problems) => {
                        let problems = problems.into_iter();
                        all.extend(problems.map(|(name, why)| (name.clone(), name, Err(why))));
                    }
                }
            }
        }
    }
    all
}
