//! The thread that keeps decisions in their file and looks for those of other programs. It shows nothing.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, SystemTime};

use shingle::decisions::decision::{Decision, written};
use shingle::decisions::file::{DecisionError, DecisionFile};

use crate::tui::messages::Event;
use crate::tui::model::Kept;

/// The file is looked at this often.
const PAUSE: Duration = Duration::from_secs(3);

/// Keeps decisions in the file at `path` until nobody can ask for it any more. `folder` is the one that is read.
pub(crate) fn keep(
    (path, folder): (&Path, &Path),
    asked: &Receiver<Vec<Decision>>,
    events: &Sender<Event>,
) {
    let said = |kept: Kept| events.send(Event::Decided(kept)).is_ok();
    let mut file = match DecisionFile::open(path, folder) {
        Ok(file) => file,
        Err(error) => {
            let reason = error.to_string();
            said(Kept::Failed(reason.clone()));
            // Whoever decides is told each time.
            while asked.recv().is_ok() && said(Kept::Failed(reason.clone())) {}
            return;
        }
    };
    let all = |file: &DecisionFile| Kept::All(Arc::new(file.decided().clone()), file.strange());
    if !file.decided().is_empty() && !said(all(&file)) {
        return;
    }
    let mut failing = false;
    loop {
        let outcome = match asked.recv_timeout(PAUSE) {
            Ok(decisions) => dated(decisions, &mut file).map(|()| true),
            Err(RecvTimeoutError::Timeout) => file.follow(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let was_failing = std::mem::replace(&mut failing, outcome.is_err());
        let goes_on = match outcome {
            Ok(true) => said(all(&file)),
            Err(error) if !was_failing => said(Kept::Failed(error.to_string())),
            Ok(false) | Err(_) => true,
        };
        if !goes_on {
            return;
        }
    }
}

/// Writes decisions, made now. One about a subject whose last decision has a later date, by a clock that goes wrong, gets that date.
fn dated(mut decisions: Vec<Decision>, file: &mut DecisionFile) -> Result<(), DecisionError> {
    file.follow()?;
    let now = written(SystemTime::now());
    for decision in &mut decisions {
        let last = file.decided().last(decision.subject).map(|last| last.at.clone());
        decision.at = last.filter(|last| *last > now).unwrap_or_else(|| now.clone());
    }
    file.keep(&decisions)
}
