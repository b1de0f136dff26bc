//! Widths for a folder, without labels. For each width: passing pairs, pairs by chance, the gap in the histogram, and a
//! safe modulo.

use super::chance::{ByChance, Chance, explains_few_pairs};
use super::survey::{MOST_MEETINGS, ONE_IN, STEP, ScoreGap, Survey, noise_of_pair_count};
use super::texts::{DistinctTexts, TrialProgress, nodes_of_texts, params_without_sketch};
use base::numbers::{format_count, format_with_commas};
use shingle_core::pipeline::{Criteria, Nodes, Params, shingle_params};
use shingle_core::shingle::ShingleParams;

pub const WIDTHS: std::ops::RangeInclusive<u32> = 1..=12;
/// Number of shingles that a safe modulo leaves of a document. The standard error of their share, √(r(1−r)/50), is then
/// at most .071.
pub const SAFE_SAMPLE: u32 = 50;
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Width {
    pub width: u32,
    pub survey: Survey,
    /// Scores of the distinct texts with shuffled words, which only chance explains.
    pub chance: Chance,
    pub gap: Option<ScoreGap>,
    pub lengths: Lengths,
}

/// Numbers of distinct shingles per document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lengths {
    /// Number of distinct shingles that nine documents in ten have at least.
    pub short: u32,
    pub median: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WidthTrials {
    pub rows: Vec<Width>,
    pub recommended: Option<u32>,
    pub reason: String,
}

impl Width {
    pub fn pairs_by_chance(&self) -> ByChance {
        self.chance.chance_of_passing(self.survey.passing.pairs)
    }

    pub fn share_by_chance(&self) -> Option<f64> {
        let pairs = self.survey.passing.pairs;
        (pairs > 0).then(|| self.pairs_by_chance().mean / pairs as f64)
    }

    /// Returns the lowest score, in steps of five hundredths, above which chance explains hardly any pair, with the
    /// number of these pairs. Independent of the set threshold.
    fn lowest_score_above_chance(&self) -> Option<(usize, u64)> {
        let from = |at: usize| (at, self.survey.count_pairs_from(at));
        let is_clear = |(at, pairs): &(usize, u64)| {
            *pairs > 0 && explains_few_pairs(self.chance.chance_of_score(*at, *pairs), *pairs)
        };
        (STEP..=100).step_by(STEP).map(from).find(is_clear)
    }

    /// Returns the gap, unless chance explains the pairs above it.
    fn gap_above_chance(&self) -> Option<ScoreGap> {
        self.gap.filter(|gap| {
            explains_few_pairs(self.chance.chance_of_score(gap.from, gap.most), gap.most)
        })
    }
}

impl Lengths {
    pub fn new(nodes: &Nodes) -> Self {
        let mut sizes: Vec<(u32, u32)> =
            nodes_of_texts(nodes).map(|node| (node.size.shingles, node.documents)).collect();
        sizes.sort_unstable();
        let documents: u64 = sizes.iter().map(|(_, documents)| u64::from(*documents)).sum();
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

    /// Returns the largest modulo ≥ 1 that leaves fifty shingles in nine documents of ten.
    pub fn suggested_modulo(self) -> u32 {
        (self.short / SAFE_SAMPLE).max(1)
    }
}

impl WidthTrials {
    /// Tries every width. `None` when cancelled.
    pub fn new(
        texts: &DistinctTexts<'_>,
        params: &Params,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let widths = widths_to_try(params);
        let mut rows = Vec::with_capacity(widths.len());
        for (done, width) in widths.iter().enumerate() {
            progress(&format!("width {width}"), done, widths.len());
            rows.push(try_one_width(texts, params, *width)?);
        }
        let (recommended, reason) = recommend_width(&rows, params);
        Some(Self { rows, recommended, reason })
    }

    pub fn trial_of_width(&self, width: u32) -> Option<&Width> {
        self.rows.iter().find(|row| row.width == width)
    }
}

pub(super) fn widths_to_try(params: &Params) -> Vec<u32> {
    let mut widths: Vec<u32> = WIDTHS.chain([params.width]).collect();
    widths.sort_unstable();
    widths.dedup();
    widths
}

fn try_one_width(texts: &DistinctTexts<'_>, params: &Params, width: u32) -> Option<Width> {
    let cut = ShingleParams {
        width,
        step: params.step.min(width),
        ..shingle_params(&params_without_sketch(params))
    };
    let bar = Criteria::new(&params_without_sketch(params)).bar;
    let sketched = texts.sketch_all_texts(cut)?;
    let survey = Survey::new(&sketched, bar, MOST_MEETINGS)?;
    let (gap, lengths) = (survey.find_gap(&sketched.nodes), Lengths::new(&sketched.nodes));
    drop(sketched);
    let chance = Chance::new(texts, cut, bar)?;
    Some(Width { width, survey, chance, gap, lengths })
}

/// Smallest width of a wide gap, as a fraction of the widest gap.
const WIDE: (usize, usize) = (3, 4);

/// Recommends a width, independent of the threshold. Chance explains hardly any pair above the gaps considered.
///
/// A gap counts if it lists as many pairs as the best gap, up to a twentieth. Gaps of too large widths list fewer,
/// because rewritten texts are below the gap. The set width wins if its gap counts, or else the smallest width with a
/// wide gap. Without gaps, the widths with the most pairs above chance are equal within noise. Of these, the set width
/// or else the smallest width wins.
fn recommend_width(rows: &[Width], params: &Params) -> (Option<u32>, String) {
    let gaps = || rows.iter().filter_map(|row| Some((row, row.gap_above_chance()?)));
    let pairs = gaps().map(|(_, gap)| gap.most).max().unwrap_or(0);
    let gaps = || gaps().filter(|(_, gap)| (pairs - gap.most) * ONE_IN <= pairs);
    let hundredths = gaps().map(|(_, gap)| gap.width()).max().unwrap_or(0);
    let is_wide = |gap: &ScoreGap| gap.width() * WIDE.1 >= hundredths * WIDE.0;
    let set = gaps().find(|(row, _)| row.width == params.width);
    if let Some((row, gap)) = set.or_else(|| gaps().find(|(_, gap)| is_wide(gap))) {
        let pairs = gap.describe_listed_pairs(row.survey.exact_from);
        let begin = match set {
            Some(_) => format!("Keep width {}: its histogram", row.width),
            None => format!("Take width {}: it is the smallest whose histogram", row.width),
        };
        let reason = format!(
            "{begin} has a wide gap above which chance explains hardly any pair: any threshold from {}% to {}% lists {pairs}.",
            gap.from, gap.to
        );
        return (Some(row.width), reason);
    }
    let clear =
        |row: &Width| row.lowest_score_above_chance().map(|(from, pairs)| (row.width, from, pairs));
    let clear: Vec<(u32, usize, u64)> = rows.iter().filter_map(clear).collect();
    let Some(most) = clear.iter().map(|(_, _, pairs)| *pairs).max() else {
        let reason = if rows.iter().all(|row| row.survey.count_pairs_from(STEP) == 0) {
            "No two texts share enough at any width."
        } else {
            "At every width chance explains some pairs: the texts are too short."
        };
        return (None, reason.to_string());
    };
    let off = noise_of_pair_count(most);
    let equal: Vec<&(u32, usize, u64)> =
        clear.iter().filter(|(_, _, pairs)| *pairs as f64 + off >= most as f64).collect();
    let widths: Vec<u32> = equal.iter().map(|(width, ..)| *width).collect();
    let set = equal.iter().find(|(width, ..)| *width == params.width);
    let Some((width, from, pairs)) = set.or(equal.first()) else { return (None, String::new()) };
    let begin = if set.is_some() { "Keep width" } else { "Take width" };
    let others = match &widths[..] {
        [first, .., last] => {
            let all = widths.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
            let has_all = (last - first) as usize + 1 == widths.len();
            let all = if has_all { format!("{first} to {last}") } else { all };
            let most = format_with_commas(most);
            format!(
                "The best width has {most} ± {off:.0} such pairs, so widths {all} are equally good"
            )
        }
        _ => format!("Other widths have fewer pairs above their own chance (± {off:.0})"),
    };
    let reason = format!(
        "{begin} {width}. Of its {} from {from}% on, chance explains hardly any. {others}. No gap is clear of chance.",
        format_count(*pairs, "pair")
    );
    (Some(*width), reason)
}
