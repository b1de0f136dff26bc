//! What stop words, stems and boilerplate do to the pairs of a folder: the pairs found, lost and gained with another
//! value, and how far the scores move.

use crate::base::cancel::Cancel;
use crate::base::ratio::Ratio;
use crate::compare::index::Index;
use crate::compare::join::Shared;
use crate::compare::measure::Bar;
use crate::compare::measure::{Direction, Overlap};
use crate::pipeline::pairs::order::overlap;
use crate::pipeline::parameters::scoring::Demand;
use crate::pipeline::parameters::{Params, StopWords, shingle_params};
use crate::pipeline::texts::nodes::{NodeId, Nodes};
use crate::text::normalize::Stem;

use super::material::Material;
use super::texts::{DistinctTexts, WordOrder};
use super::trials::{TrialProgress, plain};
use super::truth::{Truth, joined, too_many};

/// The share of documents above which a shingle is common, where none is set.
const COMMON: (u64, u64) = (1, 5);

/// Another value of one parameter, on this folder.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantTrial {
    /// The parameter and its value: `stem off`.
    pub name: String,
    /// What it does to the pairs. `None` if it makes too many of them.
    pub pairs: Option<VariantPairs>,
}

/// The pairs of distinct texts with another value of a parameter, beside those with the value that is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VariantPairs {
    /// Pairs that pass with the other value.
    pub found: u64,
    /// Pairs that pass with the value that is set and not with the other one.
    pub lost: u64,
    /// Pairs that pass with the other value only.
    pub gained: u64,
    /// How far the scores of the pairs that pass with the value that is set move, −1 to 1: their mean. `None` without
    /// such pairs.
    pub moved: Option<f64>,
    /// The largest move, up or down, 0 to 1.
    pub most: f64,
}

/// A folder under some parameters: its texts, their sets, and what the join needs.
struct Side<'a> {
    texts: &'a DistinctTexts<'a>,
    nodes: &'a Nodes,
    index: &'a Index,
}

impl Side<'_> {
    /// The score of two documents.
    fn score(&self, [a, b]: [usize; 2], bar: Bar) -> Ratio {
        let text = |document: usize| self.texts.of_document.get(document).copied().flatten();
        let (Some(a), Some(b)) = (text(a), text(b)) else { return Ratio::ZERO };
        if a == b {
            let copy =
                Shared { a, b, count: self.nodes.get(a).map_or(0, |node| node.size.shingles) };
            let copy = Overlap { exact_copy: true, ..overlap(self.nodes, &copy, 1) };
            return copy.score(bar.measure, Direction::Larger);
        }
        let count = self.index.shared(a, b).unwrap_or(0);
        overlap(self.nodes, &Shared { a, b, count }, 1).score(bar.measure, Direction::Larger)
    }
}

/// Tries another value of each parameter. `None` when cancelled.
pub(super) fn variants(
    material: &Material,
    texts: &DistinctTexts<'_>,
    truth: &Truth,
    params: &Params,
    cancel: &Cancel,
    progress: TrialProgress<'_>,
) -> Option<Vec<VariantTrial>> {
    let all = changed(params);
    let mut tried = Vec::with_capacity(all.len());
    for (done, (name, other)) in all.iter().enumerate() {
        progress(name, done, all.len());
        let mut trial = VariantTrial { name: name.clone(), pairs: None };
        try_out(&mut trial, material, (texts, truth), (params, other), cancel)?;
        tried.push(trial);
    }
    Some(tried)
}

/// The parameters with one value changed, and its name.
fn changed(params: &Params) -> Vec<(String, Params)> {
    let stop_words = match &params.stop_words {
        StopWords::Off => StopWords::On,
        _ => StopWords::Off,
    };
    let stem = if params.stem == Stem::On { Stem::Off } else { Stem::On };
    let common = params.common.unwrap_or(Ratio::new(COMMON.0, COMMON.1));
    let plain = Params { common: None, template: Vec::new(), ..plain(params) };
    vec![
        (format!("stop-words {stop_words}"), Params { stop_words, ..plain.clone() }),
        (format!("stem {stem}"), Params { stem, ..plain.clone() }),
        (format!("common {}%", common.to_f64() * 100.0), Params { common: Some(common), ..plain }),
    ]
}

/// Finds the pairs under other parameters, unless there are too many. `None` when cancelled.
fn try_out(
    trial: &mut VariantTrial,
    material: &Material,
    (texts, truth): (&DistinctTexts<'_>, &Truth),
    (params, other): (&Params, &Params),
    cancel: &Cancel,
) -> Option<()> {
    let bar = Demand::of(&plain(params)).bar;
    let others = DistinctTexts::of(material, other, cancel)?;
    let mut sketched = others.sketched(shingle_params(other), WordOrder::Read, cancel)?;
    if let Some(common) = other.common {
        sketched.leave_out(common, cancel)?;
    }
    // Only documents whose text was compared under the parameters that are set.
    let first_of = |texts: &DistinctTexts<'_>| {
        let mut first = vec![usize::MAX; texts.len()];
        for (document, text) in texts.of_document.iter().enumerate().rev() {
            if let Some(text) = text {
                first[*text as usize] = document;
            }
        }
        first
    };
    let (first, first_other) = (first_of(texts), first_of(&others));
    let is_compared = |document: usize| {
        let text = texts.of_document.get(document).copied().flatten();
        text.is_some_and(|text| text.is_multiple_of(truth.one_in))
    };
    let document =
        |firsts: &[usize], text: NodeId| firsts.get(text as usize).copied().unwrap_or(usize::MAX);
    let index = sketched.index_of(|text| is_compared(document(&first_other, text)), cancel)?;
    if too_many(&index, bar) > 1 {
        return Some(());
    }
    let before = Side { texts, nodes: &truth.nodes, index: &truth.index };
    let after = Side { texts: &others, nodes: &sketched.nodes, index: &index };
    let passes = |score: Ratio| bar.above.passes(score, bar.threshold);
    let found = joined(&index, bar, cancel)?;
    let gained = found.iter().filter(|pair| {
        let pair = [pair.a, pair.b].map(|text| document(&first_other, text));
        !passes(before.score(pair, bar))
    });
    let gained = gained.count() as u64;
    let (mut lost, mut sum, mut most) = (0, 0.0, 0.0_f64);
    for pair in &truth.listed {
        let documents = [pair.a, pair.b].map(|text| document(&first, text));
        let (was, is) = (before.score(documents, bar), after.score(documents, bar));
        lost += u64::from(!passes(is));
        let moved = is.to_f64() - was.to_f64();
        sum += moved;
        most = most.max(moved.abs());
    }
    let listed = truth.listed.len();
    let moved = (listed > 0).then(|| sum / listed as f64);
    trial.pairs = Some(VariantPairs { found: found.len() as u64, lost, gained, moved, most });
    Some(())
}
