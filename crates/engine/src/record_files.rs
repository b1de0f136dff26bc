//! Reads files of records in groups, and splits them. Threads share a group by records, so one large file uses all
//! threads.

use std::{ops::Range, time::SystemTime};

use documents::Source;
use rayon::prelude::*;

use super::reader::{DocumentFolder, RECORDS_LIMIT};
use crate::folder::{OpenFolder, Stamp, Unread};
use base::{cancel::Cancel, numbers::format_count, path::DocPath, workers::run_in_pieces};
use shingle_core::pipeline::{
    Corpus, DocWords, DocWordsReader, NoSource, OnePass, OnePassThread, Params, Progress,
    RecordFile, RecordTroubles, Stage,
};
use shingle_core::{pipeline::texts::record::CorpusEntry, text::NoRecord};

/// A group ends at this many bytes, to limit memory …
const GROUP_BYTES: usize = 32 << 20;
/// … or at this many files.
const GROUP_FILES: usize = 1024;
const RECORDS_A_PIECE: usize = 256;
/// Number of records that are read before their results are moved to their place, so that memory does not hold all
/// results twice.
const RECORDS_A_TURN: usize = 1 << 16;

pub(super) struct SplitFile {
    pub(super) path: DocPath,
    /// State of the file when it was read, or `None` if unread.
    pub(super) stamp: Option<Stamp>,
    pub(super) cut: Result<RecordFile, NotSplit>,
    pub(super) first: usize,
}

pub(super) enum NotSplit {
    Vanished,
    NoFile,
    Refused(NoSource),
}

impl SplitFile {
    pub(super) fn record_range(&self) -> Range<usize> {
        self.first..self.first + self.cut.as_ref().map_or(0, RecordFile::len)
    }
}

pub(super) struct RecordGroup {
    pub(super) files: Vec<SplitFile>,
    pub(super) read_at: SystemTime,
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
            let stamp = open.read_into(path.as_path(), RECORDS_LIMIT, &mut content);
            bytes += content.len();
            read.push((path.clone(), stamp, content));
            if bytes >= GROUP_BYTES || read.len() >= GROUP_FILES {
                break;
            }
        }
        let cut = |(path, stamp, content): (DocPath, Result<Stamp, Unread>, Vec<u8>)| {
            let (stamp, cut) = match stamp {
                Ok(stamp) => {
                    let id = folder.id.as_deref();
                    let cut = folder.reader.split_records(path.as_path(), content, params, id);
                    let cut = cut.map(|mut cut| {
                        if let Some(lines) = folder.lines_of_named_records(&path) {
                            cut.keep_lines(&lines);
                        }
                        cut
                    });
                    (Some(stamp), cut.map_err(NotSplit::Refused))
                }
                Err(Unread::Vanished) => (None, Err(NotSplit::Vanished)),
                Err(Unread::NotAFile(_)) => (None, Err(NotSplit::NoFile)),
                Err(unread) => {
                    (None, Err(NotSplit::Refused(NoSource::Refused(unread.to_string()))))
                }
            };
            SplitFile { path, stamp, cut, first: 0 }
        };
        log::info!("read {} of records", format_count(read.len() as u64, "file"));
        let mut files: Vec<SplitFile> = read.into_par_iter().with_max_len(1).map(cut).collect();
        let mut first = 0;
        for file in &mut files {
            file.first = first;
            first = file.record_range().end;
        }
        Self { files, read_at }
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

    /// Passes the outcomes of all records to `put`, and then the problems of each file.
    fn pass_outcomes_and_problems<T>(
        &self,
        outcomes: impl Iterator<Item = Result<(DocPath, Result<T, NoSource>), NoRecord>>,
        mut put: impl FnMut(DocPath, DocPath, Result<T, NoSource>),
    ) {
        let mut outcomes = outcomes;
        for file in &self.files {
            let cut = match &file.cut {
                Ok(cut) => cut,
                Err(NotSplit::Vanished | NotSplit::NoFile) => continue,
                Err(NotSplit::Refused(reason)) => {
                    put(file.path.clone(), file.path.clone(), Err(reason.clone()));
                    continue;
                }
            };
            let mut troubles = RecordTroubles::default();
            for (at, outcome) in outcomes.by_ref().take(cut.len()).enumerate() {
                match outcome {
                    Ok((name, read)) => put(name, file.path.at_line(cut.line_of_record(at)), read),
                    Err(why) => troubles.add_trouble(cut.line_of_record(at), why),
                }
            }
            for (name, trouble) in problems_of_file(file, cut, &troubles) {
                put(name.clone(), name, Err(trouble));
            }
        }
    }
}

pub(super) fn problems_of_file(
    file: &SplitFile,
    cut: &RecordFile,
    troubles: &RecordTroubles,
) -> Vec<(DocPath, NoSource)> {
    let loss = cut.problem_of_file(&file.path).map(|loss| (file.path.clone(), loss));
    let all = loss.into_iter().chain(troubles.list_troubles(&file.path, || cut.describe_fields()));
    all.map(|(name, trouble)| (name, trouble.into())).collect()
}

fn read_groups<'a>(
    folder: &'a DocumentFolder,
    mut paths: &'a [DocPath],
    params: &'a Params,
) -> impl Iterator<Item = RecordGroup> + 'a {
    std::iter::from_fn(move || {
        if paths.is_empty() {
            return None;
        }
        let group = RecordGroup::read(folder, paths.iter(), params);
        paths = paths.get(group.files.len()..).unwrap_or_default();
        Some(group)
    })
}

pub(super) type PlacedRecord<T> = (DocPath, DocPath, Result<T, NoSource>);

pub(super) fn read_records_in_one_pass(
    folder: &DocumentFolder,
    paths: &[DocPath],
    params: &Params,
    passing: &OnePass<'_>,
    progress: Progress<'_>,
) -> Vec<PlacedRecord<CorpusEntry>> {
    let mut all = Vec::new();
    let mut files = 0;
    for group in read_groups(folder, paths, params) {
        progress(Stage::Read, files, paths.len());
        files += group.files.len();
        let turn = |first: usize| {
            let passed = run_in_pieces(
                RECORDS_A_TURN.min(group.count_records() - first),
                RECORDS_A_PIECE,
                &Cancel::never(),
                || passing.new_thread(),
                |thread, range| {
                    let pass = |at| {
                        let (name, source) = group.record(first + at)?;
                        Ok((name, thread.process_source(&source)))
                    };
                    range.map(pass).collect::<Vec<_>>()
                },
                OnePassThread::finish,
            );
            passed.unwrap_or_default().into_iter().flatten()
        };
        all.reserve(group.count_records());
        let outcomes = (0..group.count_records()).step_by(RECORDS_A_TURN).flat_map(turn);
        group.pass_outcomes_and_problems(outcomes, |name, place, outcome| {
            all.push((name, place, outcome));
        });
    }
    all
}

pub(super) fn read_records_with_words(
    folder: &DocumentFolder,
    paths: &[DocPath],
    corpus: &Corpus,
    progress: Progress<'_>,
) -> Vec<PlacedRecord<DocWords>> {
    let mut all = Vec::new();
    let mut files = 0;
    for group in read_groups(folder, paths, corpus.params()) {
        progress(Stage::Read, files, paths.len());
        files += group.files.len();
        let outcomes = read_record_range(&group, 0..group.count_records(), corpus);
        let read = outcomes.into_iter().filter_map(|outcome| match outcome {
            ReadRecord::Same => None,
            ReadRecord::Read(name, read) => Some(Ok((name, *read))),
            ReadRecord::None(why) => Some(Err(why)),
        });
        group.pass_outcomes_and_problems(read, |name, place, outcome| {
            all.push((name, place, outcome));
        });
    }
    all
}

pub(super) enum ReadRecord {
    Same,
    Read(DocPath, Box<Result<DocWords, NoSource>>),
    None(NoRecord),
}

pub(super) fn read_record_range(
    group: &RecordGroup,
    numbers: Range<usize>,
    corpus: &Corpus,
) -> Vec<ReadRecord> {
    let read = run_in_pieces(
        numbers.len(),
        RECORDS_A_PIECE,
        &Cancel::never(),
        || DocWordsReader::for_any_words(corpus.params(), &corpus.lexicon),
        |records, range| {
            let numbers = range.map(|at| numbers.start + at);
            let drafts: Vec<_> = numbers
                .map(|number| {
                    let (name, source) = group.record(number)?;
                    let is_same = corpus.content_hash(&name) == Some(source.content);
                    Ok((!is_same).then(|| (name, records.read(&source))))
                })
                .collect();
            let block = records.finish();
            let settled = drafts.into_iter().map(|draft| match draft {
                Err(why) => ReadRecord::None(why),
                Ok(None) => ReadRecord::Same,
                Ok(Some((name, read))) => {
                    ReadRecord::Read(name, Box::new(read.map(|draft| draft.finish(&block))))
                }
            });
            settled.collect::<Vec<_>>()
        },
        drop,
    );
    read.unwrap_or_default().into_iter().flatten().collect()
}
