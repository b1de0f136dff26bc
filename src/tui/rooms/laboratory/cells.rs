//! What stands in the cells of the laboratory's pages.

use shingle::base::numbers::thousands;
use shingle::base::visible::visible;
use shingle::compare::measure::Direction;
use shingle::lab::border::BorderPair;
use shingle::lab::candidates::{CandidateSketch, name};
use shingle::lab::chance::ByChance;
use shingle::lab::estimates::EstimatedPair;
use shingle::lab::sketches::{SketchTrial, bytes, share};
use shingle::lab::study::Study;
use shingle::lab::survey::Count;
use shingle::lab::widths::Width;

use crate::tui::words::shares::percent as whole;

use super::model::LabPage;

pub(super) fn cell(study: &Study, page: LabPage, index: usize, column: &str) -> String {
    match page {
        LabPage::Widths => {
            study.widths.rows.get(index).map_or_else(String::new, |row| of_width(row, column))
        }
        LabPage::Sketches => study
            .sketches
            .tried
            .get(index)
            .map_or_else(String::new, |tried| of_sketch(tried, study, column)),
        LabPage::Pairs => study
            .sketches
            .pairs
            .get(index)
            .map_or_else(String::new, |pair| of_pair(study, pair, column)),
        LabPage::Thresholds => {
            study.thresholds.rows.get(index).map_or_else(String::new, |row| match column {
                "threshold" => format!("{}%", row.hundredths),
                "pairs" => about(row.pairs),
                "lost" => about(row.lost),
                "range" => format!("{}–{}", row.chance.least, row.chance.most),
                "phrases" => row.phrases.map_or_else(dash, mean),
                _ => mean(row.chance),
            })
        }
        LabPage::Border => study
            .border
            .pairs
            .get(index)
            .map_or_else(String::new, |pair| of_border(study, pair, column)),
        LabPage::Variants => of_variant(study, index, column),
        LabPage::Curve => String::new(),
    }
}

fn of_border(study: &Study, pair: &BorderPair, column: &str) -> String {
    match column {
        "score" => whole(pair.score),
        "side" if pair.score >= study.border.threshold => "above".into(),
        "side" => "below".into(),
        _ => thousands(pair.exact.shared),
    }
}

/// A cell of the page of other values; the first line is of those that are set.
fn of_variant(study: &Study, index: usize, column: &str) -> String {
    let Some(tried) = index.checked_sub(1).map(|index| study.variants.get(index)) else {
        return match column {
            "with" => "what is set".into(),
            "found" => thousands(study.sketches.listed),
            _ => dash(),
        };
    };
    let pairs = tried.and_then(|tried| tried.pairs);
    match (column, pairs) {
        ("with", _) => tried.map_or_else(String::new, |tried| visible(&tried.name).into_owned()),
        (_, None) => "many".into(),
        ("found", Some(pairs)) => thousands(pairs.found),
        ("lost", Some(pairs)) => thousands(pairs.lost),
        ("gained", Some(pairs)) => thousands(pairs.gained),
        ("moved", Some(pairs)) => pairs
            .moved
            .map_or_else(dash, |moved| format!("{:+.1}", (moved * 1000.0).round() / 10.0 + 0.0)),
        (_, Some(pairs)) => format!("{:.1}", pairs.most * 100.0),
    }
}

fn of_width(row: &Width, column: &str) -> String {
    let passing = row.survey.passing;
    match column {
        "width" => row.width.to_string(),
        "pairs" => about(passing),
        "by chance" => by_chance(row.by_chance()),
        "chance" => percent(row.chance_share()),
        "phrases" => row.by_phrases().map_or_else(dash, mean),
        "gap" => row.gap.map_or_else(dash, |gap| format!("{}–{}%", gap.from, gap.to)),
        "shingles" => thousands(row.lengths.short),
        "median" => thousands(row.lengths.median),
        _ => thousands(row.lengths.modulo()),
    }
}

fn of_sketch(tried: &SketchTrial, study: &Study, column: &str) -> String {
    match column {
        "sketch" => name(tried.kind),
        "found" => about(tried.found),
        "recall" => percent(tried.recall()),
        "precision" => percent(tried.precision()),
        "error" => percent(tried.errors.map(|(mean, _)| mean)),
        "at most" => percent(tried.errors.map(|(_, most)| most)),
        "bytes/doc" => format!("{:.0}", tried.bytes),
        "short" if matches!(tried.kind, CandidateSketch::Modulo(2..)) => thousands(tried.short),
        "short" => dash(),
        "a million" => {
            tried.for_million(study.documents).map_or_else(dash, |costs| bytes(costs.bytes))
        }
        "time" => format!("{} ms", tried.time().as_millis()),
        _ => percent(share(tried.listed, study.sketches.listed)),
    }
}

fn of_pair(study: &Study, pair: &EstimatedPair, column: &str) -> String {
    match column {
        "score" => whole(pair.exact.score(study.params.measure, Direction::Larger)),
        "jaccard" => whole(pair.exact.jaccard()),
        "modulo" => whole(pair.modulo),
        "84 minima" => {
            let (estimate, error) = pair.minhash();
            format!("{:.0}% ±{:.1}", estimate * 100.0, error * 100.0)
        }
        "super" => format!("{}/6", pair.supershingles),
        "mega" => format!("{}/15", pair.megashingles),
        _ => if pair.is_found() { "yes" } else { "no" }.into(),
    }
}

/// A number of pairs. A sign precedes one that was estimated from a part.
fn about(count: Count) -> String {
    let sign = if count.one_in > 1 { "≈" } else { "" };
    format!("{sign}{}", thousands(count.pairs))
}

/// The pairs that chance explains: their mean over all shuffles, and the range.
fn by_chance(chance: ByChance) -> String {
    if chance.most == 0 {
        return mean(chance);
    }
    format!("{} ({}–{})", mean(chance), chance.least, chance.most)
}

/// Their mean alone.
fn mean(chance: ByChance) -> String {
    let sign = if chance.one_in > 1 { "≈" } else { "" };
    if chance.most == 0 { format!("{sign}0") } else { format!("{sign}{:.1}", chance.mean) }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(dash, |share| format!("{:.1}%", share * 100.0))
}

fn dash() -> String {
    "–".into()
}
