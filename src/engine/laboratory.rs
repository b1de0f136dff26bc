//! The laboratory's thread: studies the words that the worker hands over, those of the newest request only. It owns no
//! document.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use crate::base::cancel::Cancel;
use crate::base::guard::guarded;
use crate::lab::material::Material;
use crate::lab::study::{Options, Study};

use super::report::Report;

/// Pairs that are told one by one.
const PAIRS: usize = 200;

/// A request to study the folder as it is when nothing more urgent is to be done.
pub(super) struct Wanted {
    /// Comes back with every answer.
    pub(super) number: u64,
    /// Cancelled when nobody wants to know any more.
    pub(super) cancel: Cancel,
    /// Where the words go.
    pub(super) to: Sender<(Wanted, Material)>,
}

impl Wanted {
    /// Hands the words over; whether somebody still waits for them.
    pub(super) fn hand_over(self, material: Material) {
        let to = self.to.clone();
        // Whoever is gone wants nothing any more.
        let _ = to.send((self, material));
    }
}

/// Studies until nobody can ask any more.
pub(super) fn serve(jobs: &Receiver<(Wanted, Material)>, sink: &dyn Fn(Report)) {
    while let Ok((Wanted { number, cancel, .. }, material)) = jobs.recv() {
        if cancel.is_cancelled() {
            continue;
        }
        let told = |what: &str, done: usize, total: usize| {
            sink(Report::Studying { number, what: what.to_string(), done, total });
        };
        let params = Arc::clone(&material.params);
        let options = Options { pairs: PAIRS };
        let study = guarded(|| Study::of(&material, &params, options, &cancel, &told));
        let answer = match study {
            Ok(None) => continue,
            Ok(Some(study)) => Ok(Arc::new(study)),
            Err(panic) => Err(format!("it stopped: {panic}; please report it")),
        };
        sink(Report::Studied { number, answer });
    }
}
