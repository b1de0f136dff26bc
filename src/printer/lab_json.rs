//! The results of the laboratory, in JSON. It computes nothing.

mod choices;

use std::io::Write;

use serde::Serialize;

use shingle::base::problem::Problem;
use shingle::base::ratio::Ratio;
use shingle::compare::measure::Direction;
use shingle::lab::candidates::name;
use shingle::lab::chance::ByChance;
use shingle::lab::curve::{BINS, Point};
use shingle::lab::estimates::{EstimatedPair, modulo_of};
use shingle::lab::gap::ScoreGap;
use shingle::lab::sketches::{SketchTrial, share};
use shingle::lab::study::Study;
use shingle::lab::thresholds::Threshold;
use shingle::lab::widths::Width;
use shingle::pipeline::parameters::Params;
use shingle::shingle::expected::near_duplicate;

use self::choices::{
    BandsJson, BorderJson, MillionJson, VariantRow, bands, border, million, variant,
};
use super::json::{ChosenBy, Parameters, ProblemJson, pretty, trouble};
use super::line::PairLine;
use super::out::Stop;

#[derive(Debug, Serialize)]
struct AnswerJson<'a> {
    parameters: Parameters,
    problems: Vec<ProblemJson<'a>>,
    documents: usize,
    texts: usize,
    widths: WidthsJson<'a>,
    sketches: SketchesJson<'a>,
    thresholds: ThresholdsJson,
    border: BorderJson<'a>,
    variants: Vec<VariantRow<'a>>,
    bands: Option<BandsJson>,
}

#[derive(Debug, Serialize)]
struct WidthsJson<'a> {
    recommended: Option<u32>,
    reason: &'a str,
    warning: Option<&'a str>,
    rows: Vec<WidthRow>,
}

#[derive(Debug, Serialize)]
struct WidthRow {
    width: u32,
    pairs: u64,
    /// 1 if the pairs were counted; n if they were guessed from every n-th text.
    pairs_one_in: u32,
    by_chance: f64,
    by_chance_least: u64,
    by_chance_most: u64,
    by_chance_one_in: u32,
    by_chance_share: Option<f64>,
    #[serde(flatten)]
    phrases: PhrasesJson,
    gap: Option<Range>,
    shingles_short: u32,
    shingles_median: u32,
    modulo: u32,
    histogram: Vec<u64>,
    /// As `pairs_one_in`, for scores below the one from which all pairs were counted.
    histogram_one_in: u32,
    histogram_exact_from: f64,
}

/// The pairs that phrases explain. `null` where too few texts have sentences to deal out.
#[derive(Debug, Serialize)]
struct PhrasesJson {
    #[serde(rename = "by_phrases")]
    mean: Option<f64>,
    #[serde(rename = "by_phrases_least")]
    least: Option<u64>,
    #[serde(rename = "by_phrases_most")]
    most: Option<u64>,
    #[serde(rename = "by_phrases_one_in")]
    one_in: Option<u32>,
}

impl From<Option<ByChance>> for PhrasesJson {
    fn from(found: Option<ByChance>) -> Self {
        Self {
            mean: found.map(|found| found.mean),
            least: found.map(|found| found.least),
            most: found.map(|found| found.most),
            one_in: found.map(|found| found.one_in),
        }
    }
}

/// A range in hundredths of score, both ends included.
#[derive(Debug, Serialize)]
struct Range {
    from: f64,
    to: f64,
    /// The number of pairs that a threshold at its end lists.
    least: u64,
    /// The number of pairs that a threshold at its beginning lists.
    most: u64,
}

#[derive(Debug, Serialize)]
struct SketchesJson<'a> {
    /// The number of pairs of distinct texts over the threshold, by the measure.
    listed: u64,
    /// The same by resemblance.
    alike: u64,
    one_in: u32,
    tried: Vec<SketchRow>,
    smallest: Option<String>,
    reason: String,
    modulo_beside: u32,
    pairs: Vec<PairRow<'a>>,
    curve: Vec<CurvePoint>,
    points: Vec<BinPoint>,
}

#[derive(Debug, Serialize)]
struct SketchRow {
    sketch: String,
    measure: &'static str,
    truly: u64,
    found: u64,
    /// As `pairs_one_in` of a width.
    found_one_in: u32,
    rightly: u64,
    recall: Option<f64>,
    precision: Option<f64>,
    listed_share: Option<f64>,
    mean_error: Option<f64>,
    most_error: Option<f64>,
    bytes: f64,
    short: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<f64>,
    candidates: u64,
    million: Option<MillionJson>,
}

#[derive(Debug, Serialize)]
struct PairRow<'a> {
    #[serde(flatten)]
    exact: PairLine<'a>,
    modulo: f64,
    minhash: f64,
    minhash_error: f64,
    supershingles: u32,
    megashingles: u32,
    found: bool,
}

#[derive(Debug, Serialize)]
struct CurvePoint {
    resemblance: f64,
    found: f64,
}

#[derive(Debug, Serialize)]
struct BinPoint {
    from: f64,
    pairs: u64,
    found: u64,
    resemblance: Option<f64>,
    share: Option<f64>,
    expected: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ThresholdsJson {
    one_in: u32,
    exact_from: f64,
    valley: Option<Range>,
    recommended: Option<f64>,
    reason: String,
    rows: Vec<ThresholdRow>,
}

#[derive(Debug, Serialize)]
struct ThresholdRow {
    threshold: f64,
    pairs: u64,
    lost: u64,
    by_chance: f64,
    by_chance_least: u64,
    by_chance_most: u64,
    /// k if each shuffle took every k-th text.
    by_chance_one_in: u32,
    #[serde(flatten)]
    phrases: PhrasesJson,
}

/// Prints all results for a folder; with `times`, also how long each sketch took.
pub(crate) fn study(
    out: &mut impl Write,
    study: &Study,
    (chosen, times): (&ChosenBy, bool),
    problems: &[Problem],
) -> Result<(), Stop> {
    let Study { params, widths, sketches, thresholds, .. } = study;
    let answer = AnswerJson {
        parameters: Parameters::of(params).in_folder(chosen),
        problems: problems.iter().map(trouble).collect(),
        documents: study.documents,
        texts: study.texts,
        widths: WidthsJson {
            recommended: widths.recommended,
            reason: &widths.reason,
            warning: widths.warning.as_deref(),
            rows: widths.rows.iter().map(width).collect(),
        },
        sketches: SketchesJson {
            listed: sketches.listed,
            alike: sketches.alike,
            one_in: sketches.one_in,
            tried: sketches.tried.iter().map(|tried| sketch(tried, study, times)).collect(),
            smallest: sketches.smallest().map(|tried| name(tried.kind)),
            reason: sketches.reason(),
            modulo_beside: modulo_of(params),
            pairs: sketches.pairs.iter().map(|row| pair(row, params)).collect(),
            curve: (0..=BINS).map(point).collect(),
            points: sketches.curve.points.iter().enumerate().map(bin).collect(),
        },
        thresholds: ThresholdsJson {
            one_in: thresholds.one_in,
            exact_from: thresholds.exact_from as f64 / 100.0,
            valley: range(thresholds.valley),
            reason: thresholds.reason(),
            recommended: thresholds.recommended().map(Ratio::to_f64),
            rows: thresholds.rows.iter().map(threshold).collect(),
        },
        border: border(study),
        variants: study.variants.iter().map(variant).collect(),
        bands: study.bands.as_ref().map(bands),
    };
    pretty(out, &answer)
}

fn width(row: &Width) -> WidthRow {
    let (passing, chance) = (row.survey.passing, row.by_chance());
    WidthRow {
        width: row.width,
        pairs: passing.pairs,
        pairs_one_in: passing.one_in,
        by_chance: chance.mean,
        by_chance_least: chance.least,
        by_chance_most: chance.most,
        by_chance_one_in: chance.one_in,
        by_chance_share: row.chance_share(),
        phrases: row.by_phrases().into(),
        gap: range(row.gap),
        shingles_short: row.lengths.short,
        shingles_median: row.lengths.median,
        modulo: row.lengths.modulo(),
        histogram: row.survey.counts.to_vec(),
        histogram_one_in: row.survey.one_in,
        histogram_exact_from: row.survey.exact_from as f64 / 100.0,
    }
}

fn range(gap: Option<ScoreGap>) -> Option<Range> {
    gap.map(|gap| Range {
        from: gap.from as f64 / 100.0,
        to: gap.to as f64 / 100.0,
        least: gap.least,
        most: gap.most,
    })
}

fn sketch(tried: &SketchTrial, study: &Study, times: bool) -> SketchRow {
    let listed = study.sketches.listed;
    let million = million(tried, study, times);
    SketchRow {
        sketch: name(tried.kind),
        measure: tried.measure.name(),
        truly: tried.truly,
        found: tried.found.pairs,
        found_one_in: tried.found.one_in,
        rightly: tried.rightly,
        recall: tried.recall(),
        precision: tried.precision(),
        listed_share: share(tried.listed, listed),
        mean_error: tried.errors.map(|(mean, _)| mean),
        most_error: tried.errors.map(|(_, most)| most),
        bytes: tried.bytes,
        short: tried.short,
        milliseconds: times.then_some(tried.time().as_secs_f64() * 1e3),
        candidates: tried.candidates,
        million,
    }
}

fn pair<'a>(row: &'a EstimatedPair, params: &Params) -> PairRow<'a> {
    let score = row.exact.score(params.measure, Direction::Larger);
    let (minhash, minhash_error) = row.minhash();
    PairRow {
        exact: PairLine::new(&row.a, &row.b, row.exact, score, params),
        modulo: row.modulo.to_f64(),
        minhash,
        minhash_error,
        supershingles: row.supershingles,
        megashingles: row.megashingles,
        found: row.is_found(),
    }
}

fn point(twentieths: usize) -> CurvePoint {
    let resemblance = twentieths as f64 / BINS as f64;
    CurvePoint { resemblance, found: near_duplicate(resemblance) }
}

fn bin((at, point): (usize, &Point)) -> BinPoint {
    BinPoint {
        from: at as f64 / BINS as f64,
        pairs: point.pairs,
        found: point.found,
        resemblance: point.resemblance(),
        share: point.share(),
        expected: point.expected(),
    }
}

fn threshold(row: &Threshold) -> ThresholdRow {
    ThresholdRow {
        threshold: row.hundredths as f64 / 100.0,
        pairs: row.pairs.pairs,
        lost: row.lost.pairs,
        by_chance: row.chance.mean,
        by_chance_least: row.chance.least,
        by_chance_most: row.chance.most,
        by_chance_one_in: row.chance.one_in,
        phrases: row.phrases.into(),
    }
}
