//! Takes two texts through the stages of the plain way: their shingles, the sets of these, and the minima.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::pipeline::corpus::leaving::named_keys;
use crate::pipeline::document::left_out::LeftOut;
use crate::pipeline::document::left_out::Surroundings;
use crate::pipeline::document::spoken;
use crate::pipeline::parameters::Params;

use super::minhash::LessonMinima;
use super::sets::Sets;
use super::side::LessonSide;
use super::subject::Subject;

/// Both texts with their shingles, the sets of kept shingles, and their minima.
pub(super) fn counted(
    subject: &Subject,
    params: &Arc<Params>,
) -> ([LessonSide; 2], Sets, LessonMinima) {
    let left_out = left_out(subject, params);
    let languages = match &subject.languages {
        Some(languages) => Arc::clone(languages),
        None => spoken(&subject.texts, params),
    };
    let surroundings = Surroundings { left_out, languages };
    let [mut a, mut b] = [0, 1].map(|which| {
        let text = (&subject.texts[which], subject.around[which]);
        LessonSide::read(&subject.names[which], text, params, &surroundings)
    });
    let [in_a, in_b] = [&a, &b].map(|side| side.document.kept_keys().collect::<HashSet<u64>>());
    a.record_shingles(params, &in_b);
    b.record_shingles(params, &in_a);
    let sets = Sets::of(&a, &b, true);
    let minima = LessonMinima::of(&sets, params);
    ([a, b], sets, minima)
}

/// The shingles that are left out of both texts: as in their folder or, without one, those of templates and phrases.
fn left_out(subject: &Subject, params: &Params) -> Arc<LeftOut> {
    match &subject.left_out {
        _ if !params.leaves_out() => Arc::default(),
        Some(left_out) => Arc::clone(left_out),
        None => Arc::new(LeftOut::new(&named_keys(params), &[], 2)),
    }
}
