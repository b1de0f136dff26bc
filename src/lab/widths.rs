//! Which width suits a folder. For each width: the pairs over the threshold, how many of them chance explains, the gap
//! in the histogram, and a safe modulo. No labels are needed.

use super::chance::{ByChance, Chance, explains_hardly_any};
use super::survey::{ScoreGap, Survey};
use super::texts::{DistinctTexts, TrialProgress, WordOrder, all, plain};
use crate::pipeline::{Criteria, Nodes, Params, shingle_params};
use crate::{base::cancel::Cancel, shingle::ShingleParams};

/// The widths that are tried.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 1..=12;
/// A modulo is safe if it leaves this many shingles. The standard error of a share of them, √(r(1−r)/50), is then at
/// most .071.
pub const SAFE_SAMPLE: u32 = 50;
/// A width on this folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Width {
    /// w, in words.
    pub width: u32,
    /// The scores of all pairs of documents.
    pub survey: Survey,
    /// The scores of the distinct texts with their words shuffled: what pairs would score by their words alone.
    pub chance: Chance,
    /// The gap in the histogram.
    pub gap: Option<ScoreGap>,
    /// The lengths of the documents.
    pub lengths: Lengths,
}

/// How many distinct shingles the documents have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lengths {
    /// Nine documents in ten have at least this many.
    pub short: u32,
    /// Half of the documents have at least this many.
    pub median: u32,
}

/// All widths and the recommended one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WidthTrials {
    /// Ascending: the widths in [`WIDTHS`] and the one that is set.
    pub rows: Vec<Width>,
    /// The recommended width. `None` if no width is suitable.
    pub recommended: Option<u32>,
    /// The reason, in one sentence.
    pub reason: String,
}

impl Width {
    /// How many of the pairs over the threshold chance explains. At most all of them.
    pub fn by_chance(&self) -> ByChance {
        self.chance.passing(self.survey.passing.pairs)
    }

    /// The share of the pairs over the threshold that chance explains, 0 to 1. `None` without pairs.
    pub fn chance_share(&self) -> Option<f64> {
        let pairs = self.survey.passing.pairs;
        (pairs > 0).then(|| self.by_chance().mean / pairs as f64)
    }

    /// Whether there are pairs over the threshold, and chance explains hardly any of them.
    fn is_clean(&self) -> bool {
        let pairs = self.survey.passing.pairs;
        pairs > 0 && explains_hardly_any(self.by_chance(), pairs)
    }
}

impl Lengths {
    /// The lengths of the documents of these texts.
    pub fn new(nodes: &Nodes) -> Self {
        let mut sizes: Vec<(u32, u32)> =
            all(nodes).map(|node| (node.size.shingles, node.documents)).collect();
        sizes.sort_unstable();
        let documents: u64 = sizes.iter().map(|(_, documents)| u64::from(*documents)).sum();
        // The size of the document at this many tenths of all, by size.
        let size_at = |tenths: u64| {
            let mut before = documents * tenths / 10;
            let is_it = |(_, documents): &&(u32, u32)| {
                let is_it = before < u64::from(*documents);
                before = before.saturating_sub((*documents).into());
                is_it
            };
            sizes.iter().find(is_it).map_or(0, |(size, _)| *size)
        };
        Self { short: size_at(1), median: size_at(5) }
    }

    /// The largest modulo, at least 1, that leaves fifty shingles in nine documents of ten.
    pub fn modulo(self) -> u32 {
        (self.short / SAFE_SAMPLE).max(1)
    }
}

impl WidthTrials {
    /// Tries every width. `None` when cancelled.
    pub fn new(
        texts: &DistinctTexts<'_>,
        params: &Params,
        cancel: &Cancel,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let widths = with_set(params);
        let mut rows = Vec::with_capacity(widths.len());
        for (done, width) in widths.iter().enumerate() {
            progress(&format!("width {width}"), done, widths.len());
            rows.push(row(texts, params, *width, cancel)?);
        }
        let (recommended, reason) = recommend(&rows, params);
        Some(Self { rows, recommended, reason })
    }

    /// The row of a width.
    pub fn row(&self, width: u32) -> Option<&Width> {
        self.rows.iter().find(|row| row.width == width)
    }
}

/// The widths to try, with the one that is set. Ascending.
pub(super) fn with_set(params: &Params) -> Vec<u32> {
    let mut widths: Vec<u32> = WIDTHS.chain([params.width]).collect();
    widths.sort_unstable();
    widths.dedup();
    widths
}

fn row(texts: &DistinctTexts<'_>, params: &Params, width: u32, cancel: &Cancel) -> Option<Width> {
    let cut =
        ShingleParams { width, step: params.step.min(width), ..shingle_params(&plain(params)) };
    let bar = Criteria::new(&plain(params)).bar;
    let sketched = texts.sketched(cut, WordOrder::Read, cancel)?;
    let survey = Survey::new(&sketched, bar, cancel)?;
    let (gap, lengths) = (survey.gap(&sketched.nodes), Lengths::new(&sketched.nodes));
    drop(sketched);
    let chance = Chance::new(texts, cut, bar, cancel)?;
    Some(Width { width, survey, chance, gap, lengths })
}

/// A gap is wide if it has at least three quarters of the width of the widest one.
const WIDE: (usize, usize) = (3, 4);

/// The recommended width. Only widths at which chance explains hardly any pair are considered: the smallest with a wide
/// gap. Without any gap, the smallest of them. But if chance speaks against no width, the one that is set, if it lists
/// a pair.
fn recommend(rows: &[Width], params: &Params) -> (Option<u32>, String) {
    let (set, threshold) = (params.width, params.threshold.exact_percent());
    let clean = || rows.iter().filter(|row| row.is_clean());
    let widest = clean().filter_map(|row| row.gap).map(ScoreGap::width).max();
    let is_wide =
        |gap: ScoreGap| widest.is_some_and(|widest| gap.width() * WIDE.1 >= widest * WIDE.0);
    let wide = clean().find_map(|row| Some((row, row.gap.filter(|gap| is_wide(*gap))?)));
    if let Some((row, gap)) = wide {
        let about = if gap.from < row.survey.exact_from { "about " } else { "" };
        let reason = format!(
            "Take width {}: at the threshold of {threshold} chance explains hardly any pair, and it is the smallest whose histogram has a wide gap: any threshold from {}% to {}% lists {about}{}.",
            row.width,
            gap.from,
            gap.to,
            gap.lists()
        );
        return (Some(row.width), reason);
    }
    let by_chance = rows.iter().any(|row| row.survey.passing.pairs > 0 && !row.is_clean());
    if !by_chance && clean().any(|row| row.width == set) {
        let reason = format!(
            "Nothing speaks for another width than {set}: at the threshold of {threshold} chance explains hardly any pair at every width, and none leaves a clear gap in the histogram."
        );
        return (Some(set), reason);
    }
    if let Some(row) = clean().next() {
        let reason = format!(
            "Take width {}: it is the smallest at which chance explains hardly any pair at the threshold of {threshold}; a larger one only loses pairs, and none leaves a clear gap in the histogram.",
            row.width
        );
        return (Some(row.width), reason);
    }
    let reason = if rows.iter().all(|row| row.survey.passing.pairs == 0) {
        "No pair reaches the threshold at any width."
    } else {
        "At every width chance explains some pairs: the texts are too short, or the threshold is too low."
    };
    (None, reason.to_string())
}
