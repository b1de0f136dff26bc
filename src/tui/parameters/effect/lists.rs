//! How many pairs passed before a change and how many pass after it, in words, and whether they are the same pairs.

use std::collections::HashSet;

use shingle::base::ids::DocId;
use shingle::base::numbers::{counted, thousands, verb};
use shingle::compare::measure::Above;
use shingle::pipeline::ranking::row::{Mark, Row};
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::event_loop::action::ScreenParameter;
use crate::tui::parameters::table::differences;
use crate::tui::words::shares::share;

/// Longer rankings are not compared row by row, because that would take longer than a frame.
const FEW_ROWS: usize = 20_000;

/// How many pairs passed before and pass after.
pub(crate) struct Lists {
    before: u64,
    after: u64,
    /// The threshold, in words.
    demand: String,
    strictly: bool,
    /// Whether pairs went and none came.
    one_way: bool,
    /// What else changed, if there are as many pairs as before.
    still: &'static str,
}

impl Lists {
    /// Compares two rankings.
    pub(crate) fn of(before: &Snapshot, after: &Snapshot) -> Self {
        Self {
            before: before.pairs_found,
            after: after.pairs_found,
            demand: share(after.params.threshold, &after.params),
            strictly: after.params.above == Above::Strictly,
            one_way: after.pairs_found < before.pairs_found && only_lost(before, after),
            still: if after.pairs_found == before.pairs_found { still(before, after) } else { "" },
        }
    }

    /// `58 pairs as before`, `58 → 46 pairs, 12 fell below 20%`.
    pub(crate) fn whole(&self) -> String {
        let pairs = counted(self.after, "pair");
        match self.verb() {
            None => format!("{pairs} as before{}", self.still),
            Some((number, verb)) => {
                format!("{} → {pairs}, {number} {verb}", thousands(self.before))
            }
        }
    }

    /// `12 pairs fell below 20%`.
    pub(crate) fn short(&self) -> String {
        let difference = counted(self.before.abs_diff(self.after), "pair");
        match self.verb() {
            None => self.counts(),
            Some((_, verb)) if self.one_way => format!("{difference} {verb}"),
            Some(_) if self.after > self.before => format!("{difference} more"),
            Some(_) => format!("{difference} fewer"),
        }
    }

    /// `58 → 46 pairs`.
    pub(crate) fn counts(&self) -> String {
        let pairs = counted(self.after, "pair");
        if self.before == self.after {
            format!("{pairs} as before")
        } else {
            format!("{} → {pairs}", thousands(self.before))
        }
    }

    fn verb(&self) -> Option<(String, String)> {
        let demand = &self.demand;
        let difference = self.before.abs_diff(self.after);
        let number = thousands(difference);
        let passes = if self.strictly {
            verb(difference, "exceeds", "exceed")
        } else {
            verb(difference, "reaches", "reach")
        };
        if self.before == self.after {
            None
        } else if self.after > self.before {
            Some((format!("{number} more"), format!("{passes} {demand}")))
        } else if !self.one_way {
            Some((format!("{number} fewer"), format!("{passes} {demand}")))
        } else if self.strictly {
            Some((number, format!("no longer {passes} {demand}")))
        } else {
            Some((number, format!("fell below {demand}")))
        }
    }
}

/// What to add if as many pairs pass as before: whether they are other pairs, or their scores or order changed. Empty if
/// nothing of that is so, or if finding out would take too long.
fn still(before: &Snapshot, after: &Snapshot) -> &'static str {
    if !are_comparable(before, after) {
        return "";
    }
    let there = |row: &&Row| row.mark() != Mark::Gone;
    let old: Vec<&Row> = before.rows.iter().filter(there).collect();
    let new: Vec<&Row> = after.rows.iter().filter(there).collect();
    let is_same = |(old, new): (&&Row, &&Row)| weighed(old) == weighed(new);
    if old.len() == new.len() && old.iter().zip(&new).all(is_same) {
        let scores = |(old, new): (&&Row, &&Row)| old.pair().score == new.pair().score;
        return if old.iter().zip(&new).all(scores) { "" } else { ", with other scores" };
    }
    let passed: HashSet<(DocId, DocId, u64)> = old.into_iter().map(weighed).collect();
    if new.into_iter().all(|row| passed.contains(&weighed(row))) {
        ", in another order"
    } else {
        ", but not the same ones"
    }
}

/// Whether the rows of two rankings have the same document numbers and are few enough to compare.
fn are_comparable(before: &Snapshot, after: &Snapshot) -> bool {
    let few = before.rows.len() <= FEW_ROWS && after.rows.len() <= FEW_ROWS;
    if !few || before.present != after.present || before.cut || after.cut {
        return false;
    }
    let mut docs = before.docs.iter().zip(after.docs.iter()).take(after.present);
    docs.all(|(old, new)| old.path == new.path)
}

/// Whether every pair that passes now passed before. `false` if finding out would take too long.
fn only_lost(before: &Snapshot, after: &Snapshot) -> bool {
    let by_bar_alone = differences(&before.params, &after.params)
        .iter()
        .all(|parameter| matches!(parameter, ScreenParameter::Threshold | ScreenParameter::Above));
    if by_bar_alone {
        return true;
    }
    if !are_comparable(before, after) {
        return false;
    }
    let old: HashSet<(DocId, DocId, u64)> = before.rows.iter().map(weighed).collect();
    after.rows.iter().all(|row| old.contains(&weighed(row)))
}

/// The documents of a row, and how many pairs it stands for.
fn weighed(row: &Row) -> (DocId, DocId, u64) {
    let pairs = match row {
        Row::Pair { more, .. } => (u64::from(more.0) + 1) * (u64::from(more.1) + 1),
        Row::Copies { members, .. } => members.len() as u64,
    };
    (row.pair().a, row.pair().b, pairs)
}
