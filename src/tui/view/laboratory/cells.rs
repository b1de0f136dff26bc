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

use crate::tui::model::LabPage;
use crate::tui::words::shares::percent as whole;

pub(crate) fn cell(study: &Study, page: LabPage, index: usize, column: &str) -> String {
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

// Which columns the pages of the laboratory have on a screen of this width.

// The columns that the sentences above a page explain.
pub(crate) const BY_CHANCE: &str = "by chance";
pub(crate) const PHRASES: &str = "phrases";
pub(crate) const SHINGLES: &str = "shingles";
pub(crate) const MEDIAN: &str = "median";
pub(crate) const A_MILLION: &str = "a million";
pub(crate) const AT_MOST: &str = "at most";

/// With at least this many columns of the screen, no column is left out for want of room.
const WIDE: u16 = 100;

/// The columns that fit, with their widths.
pub(crate) fn columns(study: &Study, page: LabPage, room: u16) -> Vec<(String, u16)> {
    let measure = study.params.measure.name();
    // The flag marks columns that narrow screens leave out.
    let all: &[(&str, u16, bool)] = match page {
        LabPage::Widths => &[
            ("width", 5, false),
            ("pairs", 10, false),
            (BY_CHANCE, 14, true),
            ("chance", 6, false),
            (PHRASES, 7, true),
            ("gap", 7, false),
            (SHINGLES, 8, false),
            (MEDIAN, 7, true),
            ("modulo", 6, false),
        ],
        LabPage::Sketches => &[
            ("sketch", 12, false),
            ("found", 7, false),
            ("recall", 6, false),
            ("precision", 9, false),
            (measure, 11, true),
            ("error", 6, false),
            ("at most", 7, true),
            ("bytes/doc", 9, false),
            (A_MILLION, 9, true),
            ("short", 6, true),
            ("time", 7, true),
        ],
        LabPage::Pairs => &[
            ("score", 5, false),
            ("jaccard", 7, true),
            ("modulo", 6, false),
            ("84 minima", 9, false),
            ("super", 5, false),
            ("mega", 5, true),
            ("found", 5, false),
        ],
        LabPage::Curve => &[],
        LabPage::Thresholds => &[
            ("threshold", 9, false),
            ("pairs", 10, false),
            ("lost", 10, false),
            ("chance", 8, false),
            ("range", 9, true),
            (PHRASES, 7, true),
        ],
        LabPage::Border => &[("score", 5, false), ("side", 5, false), ("shared", 7, false)],
        LabPage::Variants => &[
            ("with", 16, false),
            ("found", 9, false),
            ("lost", 7, false),
            ("gained", 7, false),
            ("moved", 7, false),
            (AT_MOST, 7, true),
        ],
    };
    let fits = |(_, _, wide): &&(&str, u16, bool)| room >= WIDE || !wide;
    let unknown = |name: &str| {
        page == LabPage::Widths
            && name == PHRASES
            && study.widths.rows.iter().all(|row| row.phrases.is_none())
    };
    let all = all
        .iter()
        .filter(|column| fits(column) && !unknown(column.0))
        .map(|(name, width, _)| ((*name).to_string(), *width));
    // Those that have no room beside the rest of a line are left out whole, the last first.
    let mut left = room.saturating_sub(2 + rest(page));
    all.take_while(|(_, width)| {
        let has_room = *width + 2 <= left;
        left = left.saturating_sub(*width + 2);
        has_room
    })
    .collect()
}

/// Columns that the rest of a line needs.
const fn rest(page: LabPage) -> u16 {
    match page {
        LabPage::Widths => 11,
        LabPage::Sketches => 3,
        LabPage::Pairs | LabPage::Border => 16,
        LabPage::Thresholds => 10,
        LabPage::Curve | LabPage::Variants => 0,
    }
}
