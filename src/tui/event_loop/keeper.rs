//! Runs the threads that write marks and phrases into their files, and read changes by other programs.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, SystemTime};

use shingle::decisions::{SharedFile, SumOfLines, decision::format_time};

use crate::tui::model::FileAnswer;

/// Time between two looks at the file.
const PAUSE: Duration = Duration::from_secs(3);

/// Writes requested lines into the file at `path` while a sender exists, and answers with the contents of the file.
/// The file is outside of `read`. `answer` returns true while a receiver exists.
pub(crate) fn save_requested_lines<T: SumOfLines>(
    (path, read): (&Path, &[PathBuf]),
    lines: &Receiver<Vec<T::Line>>,
    answer: impl Fn(FileAnswer<T::Contents>) -> bool,
) {
    let failed = |error: T::Error| answer(FileAnswer::Failed(error.to_string()));
    let mut file = match SharedFile::<T>::open(path, read) {
        Ok(file) => file,
        Err(error) => {
            let reason = error.to_string();
            failed(error);
            // Every attempt to write gets the reason.
            while lines.recv().is_ok() && answer(FileAnswer::Failed(reason.clone())) {}
            return;
        }
    };
    let all = |file: &SharedFile<T>| match file.contents() {
        Ok(contents) => answer(FileAnswer::All(contents, file.unparsed())),
        Err(error) => failed(error),
    };
    let mut listens = all(&file);
    let mut is_failing = false;
    while listens {
        let request = lines.recv_timeout(PAUSE);
        let is_asked = request.is_ok();
        let outcome = match request {
            Ok(lines) => file.write(lines, &format_time(SystemTime::now())).map(|()| true),
            Err(RecvTimeoutError::Timeout) => file.read_new_lines(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let was_failing = std::mem::replace(&mut is_failing, outcome.is_err());
        listens = match outcome {
            Ok(true) => all(&file),
            Err(error) if is_asked || !was_failing => failed(error),
            Ok(false) | Err(_) => true,
        };
    }
}
