//! The parts of the laboratory's JSON that help to choose: the costs of a million documents, the pairs to read first, other
//! values, and bands of one's own.

use serde::Serialize;

use shingle::lab::bands::BandTrial;
use shingle::lab::border::{BorderPair, BorderPairs};
use shingle::lab::sketches::SketchTrial;
use shingle::lab::study::Study;
use shingle::lab::variants::VariantTrial;
use shingle::pipeline::parameters::Params;

use super::{BinPoint, bin};
use crate::printer::line::PairLine;

/// What a million such documents would take.
#[derive(Debug, Serialize)]
pub(super) struct MillionJson {
    bytes: f64,
    candidates: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sketching_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joining_seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct BorderJson<'a> {
    threshold: f64,
    one_in: u32,
    pairs: Vec<PairLine<'a>>,
}

#[derive(Debug, Serialize)]
pub(super) struct VariantRow<'a> {
    with: &'a str,
    found: Option<u64>,
    lost: Option<u64>,
    gained: Option<u64>,
    moved: Option<f64>,
    most: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct BandsJson {
    bands: u32,
    rows: u32,
    functions: u32,
    threshold: f64,
    chance: f64,
    middle: f64,
    one_in: u32,
    pairs: u64,
    found: u64,
    points: Vec<BinPoint>,
}

pub(super) fn million(tried: &SketchTrial, study: &Study, times: bool) -> Option<MillionJson> {
    tried.for_million(study.documents).map(|costs| MillionJson {
        bytes: costs.bytes,
        candidates: costs.candidates,
        sketching_seconds: times.then_some(costs.sketching),
        joining_seconds: times.then_some(costs.joining),
    })
}

pub(super) fn border(study: &Study) -> BorderJson<'_> {
    let BorderPairs { threshold, pairs, one_in } = &study.border;
    BorderJson {
        threshold: threshold.to_f64(),
        one_in: *one_in,
        pairs: pairs.iter().map(|pair| pair_line(pair, &study.params)).collect(),
    }
}

fn pair_line<'a>(pair: &'a BorderPair, params: &Params) -> PairLine<'a> {
    PairLine::new(&pair.a, &pair.b, pair.exact, pair.score, params)
}

pub(super) fn variant(tried: &VariantTrial) -> VariantRow<'_> {
    let pairs = tried.pairs;
    VariantRow {
        with: &tried.name,
        found: pairs.map(|pairs| pairs.found),
        lost: pairs.map(|pairs| pairs.lost),
        gained: pairs.map(|pairs| pairs.gained),
        moved: pairs.and_then(|pairs| pairs.moved),
        most: pairs.map(|pairs| pairs.most),
    }
}

pub(super) fn bands(tried: &BandTrial) -> BandsJson {
    let (filter, (threshold, chance)) = (tried.bands, tried.at);
    BandsJson {
        bands: filter.bands,
        rows: filter.rows,
        functions: filter.functions(),
        threshold: threshold.to_f64(),
        chance,
        middle: filter.middle(),
        one_in: tried.one_in,
        pairs: tried.found.of,
        found: tried.found.part,
        points: tried.curve.points.iter().enumerate().map(bin).collect(),
    }
}
