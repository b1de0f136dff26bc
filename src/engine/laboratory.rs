//! The laboratory's thread: studies the words that the worker hands over, those of the newest request only. It owns no
//! document.

use std::sync::Arc;

use crate::base::guard::guarded;
use crate::base::requests::{RequestPermit, RequestReceiver};
use crate::lab::material::Material;
use crate::lab::study::{Options, Study, StudyError};

use super::report::Report;

/// Pairs that are told one by one.
const PAIRS: usize = 200;

/// The words to study, with the number that comes back with every answer.
pub(super) type Job = (u64, Material);

/// A request to study the folder as it is when nothing more urgent is to be done.
pub(super) struct StudyWanted {
    /// Comes back with every answer.
    pub(super) number: u64,
    /// By which the words go to whoever studies them.
    pub(super) permit: RequestPermit<Job>,
}

impl StudyWanted {
    /// Hands the words over.
    pub(super) fn hand_over(self, material: Material) {
        self.permit.send((self.number, material));
    }
}

/// Studies until nobody can ask any more.
pub(super) fn serve(jobs: RequestReceiver<Job>, sink: &dyn Fn(Report)) {
    for ((number, material), cancel) in jobs {
        let told = |what: &str, done: usize, total: usize| {
            sink(Report::Studying { number, what: what.to_string(), done, total });
        };
        let params = Arc::clone(&material.params);
        let options = Options { pairs: PAIRS };
        let study = guarded(|| Study::of(&material, &params, options, &cancel, &told));
        let answer = match study {
            Ok(None) => continue,
            Ok(Some(study)) => Ok(Arc::new(study)),
            Err(panic) => Err(StudyError::Stopped(panic)),
        };
        sink(Report::Studied { number, answer });
    }
}
