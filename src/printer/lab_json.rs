//! The results of the laboratory, in JSON. It computes nothing.

use std::io::Write;

use serde::Serialize;

use shingle::base::problem::Problem;
use shingle::compare::measure::Direction;
use shingle::lab::candidates::name;
use shingle::lab::curve::{BINS, Point};
use shingle::lab::estimates::{EstimatedPair, modulo_of};
use shingle::lab::gap::ScoreGap;
use shingle::lab::grid::{Grid, GridCell};
use shingle::lab::sketches::{SketchTrial, share};
use shingle::lab::study::Study;
use shingle::lab::thresholds::Threshold;
use shingle::lab::widths::Width;
use shingle::pipeline::parameters::Params;
use shingle::shingle::expected::near_duplicate;

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
}

#[derive(Debug, Serialize)]
struct WidthsJson<'a> {
    recommended: Option<u32>,
    reason: &'a str,
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
    gap: Option<Range>,
    shingles_short: u32,
    shingles_median: u32,
    modulo: u32,
    histogram: Vec<u64>,
    /// As `pairs_one_in`, for scores below the one from which all pairs were counted.
    histogram_one_in: u32,
    histogram_exact_from: f64,
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
}

/// Prints all results for a folder; with `times`, also how long each sketch took.
pub(crate) fn study(
    out: &mut impl Write,
    study: &Study,
    (chosen, times): (&ChosenBy, bool),
    problems: &[Problem],
) -> Result<(), Stop> {
    let Study { params, widths, sketches, thresholds, .. } = study;
    let listed = sketches.listed;
    let answer = AnswerJson {
        parameters: Parameters::of(params).in_folder(chosen),
        problems: problems.iter().map(trouble).collect(),
        documents: study.documents,
        texts: study.texts,
        widths: WidthsJson {
            recommended: widths.recommended,
            reason: &widths.reason,
            rows: widths.rows.iter().map(width).collect(),
        },
        sketches: SketchesJson {
            listed,
            alike: sketches.alike,
            one_in: sketches.one_in,
            tried: sketches.tried.iter().map(|tried| sketch(tried, listed, times)).collect(),
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
            rows: thresholds.rows.iter().map(threshold).collect(),
        },
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

fn sketch(tried: &SketchTrial, listed: u64, times: bool) -> SketchRow {
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
        milliseconds: times.then_some(tried.time.as_secs_f64() * 1e3),
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
    }
}

#[derive(Debug, Serialize)]
struct LabelledJson<'a> {
    parameters: Parameters,
    problems: Vec<ProblemJson<'a>>,
    ones: usize,
    zeros: usize,
    grid: Vec<SettingJson>,
}

#[derive(Debug, Serialize)]
struct SettingJson {
    width: u32,
    #[serde(rename = "stop-words")]
    stop_words: String,
    stem: &'static str,
    measure: &'static str,
    auc: f64,
    average_precision: f64,
    best_f1: f64,
    best_threshold: f64,
    set: bool,
}

/// Prints the results of all settings on labelled pairs, best first.
pub(crate) fn grid(
    out: &mut impl Write,
    grid: &Grid,
    (params, chosen): (&Params, &ChosenBy),
    problems: &[Problem],
) -> Result<(), Stop> {
    let set = grid.set(params);
    let setting = |cell: &GridCell| SettingJson {
        width: cell.width,
        stop_words: cell.stop_words.to_string(),
        stem: cell.stem.name(),
        measure: cell.measure.name(),
        auc: cell.quality.auc,
        average_precision: cell.quality.ap,
        best_f1: cell.quality.f1,
        best_threshold: cell.quality.threshold.to_f64(),
        set: set == Some(cell),
    };
    let labelled = LabelledJson {
        parameters: Parameters::of(params).in_folder(chosen),
        problems: problems.iter().map(trouble).collect(),
        ones: grid.ones,
        zeros: grid.zeros,
        grid: grid.best().into_iter().map(setting).collect(),
    };
    pretty(out, &labelled)
}
