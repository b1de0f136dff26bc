//! The laboratory's thread. It studies the words that the worker sends, for the newest request only. It owns no
//! document.

use std::sync::Arc;

use crate::base::guard::guarded;
use crate::base::requests::{RequestPermit, RequestReceiver};
use crate::lab::material::Material;
use crate::lab::study::{Options, Study, StudyError};

use super::report::Report;

/// The number of pairs that the answer lists.
const PAIRS: usize = 200;

/// The words to study, with the number of the request.
pub(super) type Job = (u64, Material);

/// A request to study the folder, when nothing more urgent is to be done.
pub(super) struct StudyWanted {
    /// The number of the request, which every answer carries.
    pub(super) number: u64,
    /// Sends the words to the laboratory's thread.
    pub(super) permit: RequestPermit<Job>,
}

impl StudyWanted {
    /// Sends the words to the laboratory's thread.
    pub(super) fn hand_over(self, material: Material) {
        self.permit.send((self.number, material));
    }
}

/// Studies until no more requests can come.
pub(super) fn serve(jobs: RequestReceiver<Job>, sink: &dyn Fn(Report)) {
    for ((number, material), cancel) in jobs {
        let report = |what: &str, done: usize, total: usize| {
            sink(Report::Studying { number, what: what.to_string(), done, total });
        };
        let params = Arc::clone(&material.params);
        let options = Options { pairs: PAIRS, bands: None };
        let study = guarded(|| Study::of(&material, &params, options, &cancel, &report));
        let answer = match study {
            Ok(None) => continue,
            Ok(Some(study)) => Ok(Arc::new(study)),
            Err(panic) => Err(StudyError::Stopped(panic)),
        };
        sink(Report::Studied { number, answer });
    }
}
