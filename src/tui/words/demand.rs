//! What measure and threshold demand of a pair, in words. It draws nothing.

use shingle::base::numbers::counted;
use shingle::compare::measure::{Above, Measure};
use shingle::pipeline::parameters::{Params, SketchKind};

use super::shares::{keys_of, percent_exact, share};

/// `at least` or `more than` the threshold, in words.
const fn least(above: Above) -> &'static str {
    match above {
        Above::AtLeast => "at least",
        Above::Strictly => "more than",
    }
}

/// The three parts of the demand: at least or more than, the threshold, and what is counted.
fn asked(params: &Params) -> (&'static str, String, String) {
    (least(params.above), percent_exact(params.threshold), runs(params.width))
}

/// The number of keys of a sketch that estimates, in words. `None` if shingles are counted.
pub(crate) fn keys_named(params: &Params) -> Option<String> {
    let size = params.sketch().size()?;
    Some(match params.sketch {
        SketchKind::Modulo => return None,
        SketchKind::MinHash => counted(size, "function"),
        SketchKind::SuperShingle => format!("{size} supershingles"),
        SketchKind::MegaShingle => format!("{size} megashingles"),
    })
}

/// What is demanded of pairs whose sketches are compared: agreement and, if the shingles are counted too, the measure.
fn estimated(params: &Params) -> Option<String> {
    let keys = keys_named(params)?;
    let least = least(params.above);
    let share = match keys_of(params.threshold, params) {
        Some((some, _)) => some.to_string(),
        None => percent_exact(params.threshold),
    };
    let of = format!("{least} {share} of {keys} agree");
    if !params.verifies() {
        return Some(of);
    }
    Some(format!("{of}, and {} {} counted", percent_exact(params.threshold), params.measure))
}

/// What the threshold demands of a pair, in words.
pub(crate) fn demand(params: &Params) -> String {
    if let Some(estimated) = estimated(params) {
        return estimated;
    }
    let (least, share, runs) = asked(params);
    match params.measure {
        Measure::Containment => format!("{least} {share} of one text's {runs} stand in the other"),
        Measure::Jaccard => format!("{least} {share} of the {runs} of both stand in both"),
        Measure::Dice => format!("{least} {share} alike by their {runs} (Dice)"),
        Measure::Overlap => {
            format!("{least} {share} of the smaller text's {runs} stand in the other")
        }
        Measure::PerWord => format!("{least} {share} shared {runs} per word of one text"),
    }
}

/// What a measure counts, in words.
pub(crate) const fn meant(measure: Measure) -> &'static str {
    match measure {
        Measure::Containment => "the part of one text that stands in the other, the larger of both",
        Measure::Jaccard => "shared shingles among all of both texts",
        Measure::Dice => "twice the shared shingles among those of A plus those of B",
        Measure::Overlap => "shared shingles among those of the smaller text",
        Measure::PerWord => "shared shingles per word of one text, the larger of both",
    }
}

/// What the threshold demands of a document compared with the text of a query, in words.
pub(crate) fn demand_of_text(params: &Params) -> String {
    if params.estimates() {
        return demand(params);
    }
    let (least, share, runs) = asked(params);
    match params.measure {
        Measure::Containment => format!("{least} {share} of your text's {runs} stand in it"),
        Measure::PerWord => format!("{least} {share} shared {runs} per word of your text"),
        Measure::Jaccard | Measure::Dice | Measure::Overlap => demand(params),
    }
}

/// The same in few words, where a measure can be said in few.
pub(crate) fn demand_shortly(params: &Params) -> Option<String> {
    if params.estimates() {
        return None;
    }
    let (from, share) = (from(params.above), percent_exact(params.threshold));
    match params.measure {
        Measure::Containment => Some(format!("{from} {share} of one text in the other")),
        Measure::Jaccard => Some(format!("{from} {share} of all wording in both")),
        Measure::Overlap => Some(format!("{from} {share} of the smaller text in the other")),
        Measure::Dice | Measure::PerWord => None,
    }
}

/// `from` or `above` the threshold.
const fn from(above: Above) -> &'static str {
    match above {
        Above::AtLeast => "from",
        Above::Strictly => "above",
    }
}

/// The same as briefly as possible.
pub(crate) fn demand_briefly(params: &Params) -> String {
    let what = if params.estimates() { params.sketch.name() } else { params.measure.name() };
    format!("{} {} {what}", from(params.above), share(params.threshold, params))
}

/// What a shingle of this width is.
pub(crate) fn runs(width: u32) -> String {
    if width == 1 { "words".into() } else { format!("{width}-word runs") }
}
