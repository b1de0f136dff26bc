//! What every series of trials needs: parameters by which nothing is lost, and whom it tells how far it is. It tries nothing.

use crate::pipeline::parameters::{Params, SketchKind};

/// Told what is tried next, how much was tried already, and out of how much.
pub type TrialProgress<'a> = &'a dyn Fn(&str, usize, usize);

/// Parameters by which every shingle is kept and every score counted.
pub(super) fn plain(params: &Params) -> Params {
    Params { modulo: 1, sketch: SketchKind::Modulo, ..params.clone() }
}
