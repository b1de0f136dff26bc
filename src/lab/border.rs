//! The pairs that are worth reading: those nearest to a threshold, on both sides. Who reads them knows whether it should
//! be higher or lower.

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::compare::join::Shared;
use crate::compare::measure::Bar;
use crate::compare::measure::{Direction, Overlap};
use crate::pipeline::pairs::order::overlap;
use crate::pipeline::parameters::Params;
use crate::pipeline::parameters::scoring::Demand;

use super::survey::SurveyPart;
use super::texts::DistinctTexts;
use super::trials::plain;
use super::truth::{MOST_MEETINGS, Truth};

/// How far below the threshold pairs are looked for, in hundredths.
const BELOW: u64 = 15;

/// A pair near the threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct BorderPair {
    /// The first document with the first text, in path order.
    pub a: DocPath,
    /// The first document with the second text, in path order.
    pub b: DocPath,
    /// The exact counts.
    pub exact: Overlap,
    /// The score by the measure that is set.
    pub score: Ratio,
}

/// The pairs of distinct texts nearest to a threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct BorderPairs {
    /// The threshold.
    pub threshold: Ratio,
    /// Those at or above it and those below it, the highest score first.
    pub pairs: Vec<BorderPair>,
    /// 1 if all pairs were looked at; k if only those of some texts.
    pub one_in: u32,
}

impl BorderPairs {
    /// The pairs nearest to a threshold, at most `most` on each side. `None` when cancelled.
    pub(super) fn of(
        texts: &DistinctTexts<'_>,
        truth: &Truth,
        params: &Params,
        (threshold, most): (Ratio, usize),
        cancel: &Cancel,
    ) -> Option<Self> {
        let (num, den) = threshold.parts();
        let (num, den) = (num * 100, den * 100);
        let from = Ratio::new(num.saturating_sub(BELOW * den / 100), den);
        let bar = Bar { threshold: from, ..Demand::of(&plain(params)).bar };
        let part = SurveyPart::of(&truth.index, bar, MOST_MEETINGS);
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let score =
            |pair: &Shared| overlap(&truth.nodes, pair, 1).score(params.measure, Direction::Larger);
        part.each(cancel, |some| {
            for pair in some {
                let score = score(pair);
                let side = if score >= threshold { &mut above } else { &mut below };
                side.push((score, *pair));
            }
            // Of many pairs only the nearest are kept.
            nearest(&mut above, most, false);
            nearest(&mut below, most, true);
        })?;
        let row = |(score, pair): &(Ratio, Shared)| BorderPair {
            a: texts.name(pair.a),
            b: texts.name(pair.b),
            exact: overlap(&truth.nodes, pair, 1),
            score: *score,
        };
        let pairs = above.iter().rev().chain(&below).map(row).collect();
        Some(Self { threshold, pairs, one_in: truth.one_in.max(part.one_in) })
    }
}

/// Sorts pairs by how near they are to the threshold, and keeps `most`. Of equal scores those with the smaller numbers.
fn nearest(pairs: &mut Vec<(Ratio, Shared)>, most: usize, is_below: bool) {
    pairs.sort_unstable_by(|left, right| {
        let near = left.0.cmp(&right.0);
        let near = if is_below { near.reverse() } else { near };
        near.then((left.1.a, left.1.b).cmp(&(right.1.a, right.1.b)))
    });
    pairs.truncate(most);
}
