//! The thread that keeps phrases in their file and looks for those of other programs. It shows nothing.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, SystemTime};

use shingle::decisions::decision::written;
use shingle::decisions::phrase::PhraseLine;
use shingle::decisions::phrase_file::PhraseFile;

use crate::tui::messages::Event;
use crate::tui::model::KeptPhrases;

/// The file is looked at this often.
const PAUSE: Duration = Duration::from_secs(3);

/// Keeps phrases in the file at `path` until nobody can ask for it any more. `folder` is the one that is read.
pub(crate) fn keep(
    (path, folder): (&Path, &Path),
    asked: &Receiver<PhraseLine>,
    events: &Sender<Event>,
) {
    let said = |kept: KeptPhrases| events.send(Event::Phrases(kept)).is_ok();
    let mut file = match PhraseFile::open(path, Some(folder)) {
        Ok(file) => file,
        Err(error) => {
            let reason = error.to_string();
            said(KeptPhrases::Failed(reason.clone()));
            // Whoever leaves something out is told each time.
            while asked.recv().is_ok() && said(KeptPhrases::Failed(reason.clone())) {}
            return;
        }
    };
    if !said(all(&file)) {
        return;
    }
    let mut failing = false;
    loop {
        let is_asked = asked.recv_timeout(PAUSE);
        let was_asked = is_asked.is_ok();
        let outcome = match is_asked {
            Ok(line) => file.keep(vec![line], &written(SystemTime::now())).map(|()| true),
            Err(RecvTimeoutError::Timeout) => file.follow(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let was_failing = std::mem::replace(&mut failing, outcome.is_err());
        let goes_on = match outcome {
            Ok(true) => said(all(&file)),
            Err(error) if was_asked || !was_failing => said(KeptPhrases::Failed(error.to_string())),
            Ok(false) | Err(_) => true,
        };
        if !goes_on {
            return;
        }
    }
}

/// What is left out now.
fn all(file: &PhraseFile) -> KeptPhrases {
    match file.left_out() {
        Ok(_) => KeptPhrases::All(file.phrases().left_out().into(), file.strange()),
        Err(error) => KeptPhrases::Failed(error.to_string()),
    }
}
