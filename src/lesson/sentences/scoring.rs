//! The sentences about the score: the resemblance, the measure that is chosen, and the threshold.

use crate::base::numbers::{counted, thousands};
use crate::compare::measure::{Above, Direction, Measure};
use crate::pipeline::parameters::Params;

use super::super::contents::Lesson;
use super::super::numbers::{percent, percent_of};

/// A share, as an example of what a resemblance and a containment say.
const EXAMPLE: f64 = 0.45;

/// What the score is, and whether the pair is listed.
pub(super) fn score(lesson: &Lesson) -> Vec<String> {
    let (params, formula) = (&lesson.params, &lesson.formula);
    let truth = lesson.truth();
    let either = truth.a_shingles + truth.b_shingles - truth.shared;
    let listed = match (params.estimates(), lesson.sample.is_tried) {
        (false, true) => verdict(lesson),
        (false, false) => format!(
            "All shingles are counted here; what modulo {} makes of it comes two steps on.",
            params.modulo
        ),
        (true, _) => "What the sketches make of it comes further on.".to_string(),
    };
    let resemblance = format!(
        "One number says how alike they are. The best known is the resemblance r, also called Jaccard index: of the {} that \
         are in either text, {} in both, {}.",
        counted(either, "different shingle"),
        match truth.shared {
            0 => "none is".to_string(),
            1 => "one is".to_string(),
            some => format!("{} are", thousands(some)),
        },
        percent(truth.jaccard())
    );
    let chosen = if params.measure == Measure::Jaccard {
        format!("It is the measure jaccard, which is chosen here. {listed}")
    } else {
        format!(
            "The measure chosen here is {}: {}, {}.{} {listed}",
            params.measure,
            formula.means,
            percent(formula.result),
            both_ways(lesson)
        )
    };
    let share = percent_of(EXAMPLE);
    vec![
        resemblance,
        chosen,
        format!(
            "What would {share} say, for example? A resemblance of {share} does not say that so much was copied: of two texts of one length, each then has {} of \
             its shingles in common with the other, 2r / (1 + r). A containment of {share} does: of 100 different shingles of \
             A, {:.0} stand in B too.",
            percent_of(2.0 * EXAMPLE / (1.0 + EXAMPLE)),
            EXAMPLE * 100.0
        ),
        format!(
            "Each row of the table compares the same count with something else; the parameter measure chooses the row that \
             decides. For a quotation in a long text take containment: the resemblance is low there, because the long text has \
             much else. {}",
            match truth.shared {
                0 => "Nothing is marked below, because they share nothing.",
                _ => "Below the table, what both texts share is marked.",
            }
        ),
    ]
}

/// For a measure that looks from one side: what it is from either, and which one counts. Empty for others.
fn both_ways(lesson: &Lesson) -> String {
    let (measure, truth) = (lesson.params.measure, lesson.truth());
    if !matches!(measure, Measure::Containment | Measure::PerWord) {
        return String::new();
    }
    let [a, b] =
        [truth, truth.swapped()].map(|side| percent(side.score(measure, Direction::First)));
    match lesson.subject.direction {
        Direction::First => format!(
            " It looks from one side, here from A's, as compare does. From B's it is {b}. In the list of a folder the larger of \
             both counts."
        ),
        Direction::Larger => {
            format!(
                " It looks from one side, {a} from A's and {b} from B's, and the larger counts."
            )
        }
    }
}

/// From which score on pairs are listed.
pub(super) fn from_threshold(params: &Params) -> String {
    let threshold = percent(params.threshold);
    match params.above {
        Above::AtLeast => format!("from {threshold} on"),
        Above::Strictly => format!("above {threshold}"),
    }
}

/// The threshold, and whether the pair is listed.
pub(super) fn verdict(lesson: &Lesson) -> String {
    let params = &lesson.params;
    let listed = if lesson.passes() { "is" } else { "is not" };
    let from = from_threshold(params);
    if params.estimates() && params.verifies() {
        let share = lesson.overlap().score(params.measure, lesson.subject.direction);
        return format!(
            "A pair is listed {from}, the threshold, by this number and by the counted {}, here {}: this pair {listed}.",
            params.measure,
            percent(share)
        );
    }
    format!("A pair is listed {from}, the threshold: this one {listed}.")
}
