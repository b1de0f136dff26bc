//! Reads files one after the other. While the words of one are taken, a reader process reads the formats of the next.

use std::collections::VecDeque;

use crate::base::path::DocPath;
use crate::folder::stamp::Stamp;
use crate::formats::work::FormatQueue;
use crate::pipeline::source::{AskedSource, NoSource, Source, SourceOptions};

use super::read_document;

/// As many files are in the hands of a reader process at once, if it takes them: small ones of formats of their own.
const AHEAD: usize = 8;

/// Most bytes of memory that a buffer beside the first keeps from one file to the next: 1 MiB.
const KEPT: usize = 1 << 20;

/// What one thread carries from file to file.
pub(super) struct ReadAhead {
    options: SourceOptions,
    queue: Box<dyn FormatQueue>,
    /// Buffers that hold no file.
    spare: Vec<Vec<u8>>,
}

/// A file before its turn.
struct WaitingFile<F> {
    found: F,
    bytes: Vec<u8>,
    asked: Option<AskedSource>,
}

/// A file whose turn has come.
pub(super) struct FileInTurn<'a> {
    path: &'a DocPath,
    bytes: &'a [u8],
    asked: Option<AskedSource>,
    ahead: (&'a mut (dyn FormatQueue + 'static), SourceOptions),
}

impl ReadAhead {
    /// For files that become texts by these options.
    pub(super) fn new(options: SourceOptions) -> Self {
        Self { options, queue: read_document::queue(), spare: Vec::new() }
    }

    /// Reads every file with `read`, which says what it found and whether the file's text is wanted, and passes it to `take`
    /// in the order of the paths. Only a file that a reader process has taken lets the one behind it be read before its turn,
    /// so no more than one large file is in memory.
    pub(super) fn each<F>(
        &mut self,
        paths: &[DocPath],
        mut read: impl FnMut(&DocPath, &mut Vec<u8>) -> (F, bool),
        mut take: impl FnMut(F, FileInTurn<'_>),
    ) {
        let Self { options, queue, spare } = self;
        let mut coming = paths.iter();
        let mut waiting: VecDeque<WaitingFile<F>> = VecDeque::new();
        for path in paths {
            while waiting.len() < AHEAD && waiting.back().is_none_or(|last| last.asked.is_some()) {
                let Some(next) = coming.next() else { break };
                let mut bytes = spare.pop().unwrap_or_default();
                let (found, is_wanted) = read(next, &mut bytes);
                let asked = is_wanted
                    .then(|| read_document::ask(next.as_path(), &bytes, *options, &mut **queue));
                waiting.push_back(WaitingFile { found, bytes, asked: asked.flatten() });
            }
            let Some(WaitingFile { found, bytes, asked }) = waiting.pop_front() else { break };
            let ahead = (&mut **queue, *options);
            take(found, FileInTurn { path, bytes: &bytes, asked, ahead });
            if spare.is_empty() || bytes.capacity() <= KEPT {
                spare.push(bytes);
            }
        }
    }
}

impl<'a> FileInTurn<'a> {
    /// Its text, of the file with this stamp.
    ///
    /// # Errors
    /// As [`read_document::source`].
    pub(super) fn source(self, stamp: Stamp) -> Result<Source<'a>, NoSource> {
        let (queue, options) = self.ahead;
        let taken = self.asked.and_then(|asked| asked.take(self.bytes, queue));
        let source = taken.unwrap_or_else(|| {
            queue.rest();
            read_document::source(self.path.as_path(), self.bytes, options)
        })?;
        Ok(Source { modified: stamp.day(), ..source })
    }
}
