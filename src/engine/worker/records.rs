//! How the worker reads files of records: some records at a time, and when it has all of a file, what is no longer there is
//! forgotten. It compares and publishes nothing.

use std::time::Instant;

use crate::base::path::DocPath;
use crate::pipeline::source::NoSource;
use crate::pipeline::source::records::RecordTroubles;
use crate::text::records::RecordFormat;

use super::super::record_files::{CutFile, NotCut, ReadRecord, RecordGroup, read_records, told};
use super::super::report::{Phase, Report};
use super::Worker;
use super::reading::WORTH_REPORTING;
use crate::engine::known_files::{KnownFile, Trust};

/// Some files of records, and how far they are read.
pub(crate) struct Cutting {
    group: RecordGroup,
    /// The number of the next record.
    next: usize,
    /// The place of the file that it belongs to, and what this file has so far.
    file: usize,
    taken: Vec<DocPath>,
    troubles: RecordTroubles,
}

impl Cutting {
    /// The files that are not read to their end.
    pub(crate) fn left(&self) -> impl Iterator<Item = &CutFile> {
        self.group.files.iter().skip(self.file)
    }
}

impl<S: Fn(Report)> Worker<S> {
    /// Whether documents are records.
    pub(super) fn cuts_records(&self) -> bool {
        self.corpus.params().records != RecordFormat::Off
    }

    /// Gives up files that are not read to their end; those that still exist are read again.
    pub(super) fn stop_cutting(&mut self) {
        let Some(cutting) = self.disk.cutting.take() else { return };
        let left = cutting.left().map(|file| file.path.clone());
        let there = left.filter(|path| self.disk.files.contains_key(path)).collect();
        self.disk.queue(there);
    }

    /// Reads the next records.
    pub(super) fn read_some_records(&mut self) {
        let begun = Instant::now();
        let mut cutting = match self.disk.cutting.take() {
            Some(cutting) => cutting,
            None => self.begin_cutting(),
        };
        let total = cutting.group.records();
        if total >= WORTH_REPORTING || self.publishing.last.is_none() {
            self.report_progress(Phase::Reading, cutting.next, total);
        }
        let numbers = cutting.next..total.min(cutting.next + self.disk.pace.files());
        let read = read_records(&cutting.group, numbers.clone(), &self.corpus);
        self.disk.pace.took(numbers.len(), begun.elapsed());
        for (number, outcome) in numbers.zip(read) {
            self.end_files(&mut cutting, number);
            self.take_record(&mut cutting, number, outcome);
            cutting.next = number + 1;
        }
        if cutting.next == total {
            self.end_files(&mut cutting, usize::MAX);
        } else {
            self.disk.cutting = Some(cutting);
        }
        self.disk.rereads &= self.disk.reads();
    }

    fn begin_cutting(&mut self) -> Cutting {
        let pending = &mut self.disk.pending;
        let next = pending.iter().rev();
        let group = RecordGroup::read(&self.disk.root, next, self.corpus.params());
        pending.truncate(pending.len() - group.files.len());
        // A listing meanwhile must not ask for them again.
        for file in &group.files {
            if let Some(known) = self.disk.files.get_mut(&file.path) {
                *known = KnownFile { stamp: file.stamp, read_at: group.read_at };
            }
        }
        let troubles = RecordTroubles::default();
        Cutting { group, next: 0, file: 0, taken: Vec::new(), troubles }
    }

    fn take_record(&mut self, cutting: &mut Cutting, number: usize, outcome: ReadRecord) {
        let Some(file) = cutting.group.files.get(cutting.file) else { return };
        let Ok(cut) = &file.cut else { return };
        let name = file.path.at_line(cut.line(number - file.first));
        match outcome {
            ReadRecord::None(why) => {
                cutting.troubles.add(name.line().unwrap_or(0), why);
                return;
            }
            ReadRecord::Same => {
                let day = file.stamp.and_then(|stamp| stamp.day());
                self.publishing.due.folder |= self.corpus.touch(&name, day);
            }
            ReadRecord::Read(read) => {
                let before = self.noted_content(&name);
                if read.is_err() {
                    self.note_gone(&name);
                }
                self.publishing.due.folder |= self.corpus.put(&name, read);
                self.note_read(&name, before, self.disk.rereads);
            }
        }
        cutting.taken.push(name);
    }

    /// Ends all files whose records come before the one with this number.
    fn end_files(&mut self, cutting: &mut Cutting, number: usize) {
        while let Some(file) = cutting.group.files.get(cutting.file)
            && file.range().end <= number
        {
            let taken = std::mem::take(&mut cutting.taken);
            let troubles = std::mem::take(&mut cutting.troubles);
            match &file.cut {
                Ok(cut) => self.keep_only(file, &taken, told(file, cut, &troubles)),
                Err(NotCut::Refused(reason)) => {
                    self.keep_only(file, &[], vec![(file.path.clone(), reason.clone())]);
                }
                Err(not_cut) => {
                    self.forget_file(&file.path);
                    self.disk.files.remove(&file.path);
                    if matches!(not_cut, NotCut::NoFile) {
                        self.disk.list_again(Trust::Stamps);
                    }
                }
            }
            cutting.file += 1;
        }
    }

    /// Forgets all of a file but these documents, and notes what is wrong with it.
    fn keep_only(&mut self, file: &CutFile, taken: &[DocPath], wrong: Vec<(DocPath, NoSource)>) {
        for name in self.corpus.names_of(&file.path) {
            let stays = taken.binary_search(&name).is_ok()
                || wrong.iter().any(|(other, _)| *other == name)
                    && self.corpus.content(&name).is_none();
            if !stays {
                self.forget(&name);
            }
        }
        for (name, reason) in wrong {
            self.publishing.due.folder |= self.corpus.put(&name, Err(reason));
        }
    }
}
