//! What all trials share: parameters that lose nothing, and a callback for progress.

use crate::pipeline::parameters::{Params, SketchKind};

/// Called with the name of the next trial, the number of trials done, and the number of all trials.
pub type TrialProgress<'a> = &'a dyn Fn(&str, usize, usize);

/// Parameters that keep every shingle and count every score.
pub(super) fn plain(params: &Params) -> Params {
    Params { modulo: 1, sketch: SketchKind::Modulo, ..params.clone() }
}
