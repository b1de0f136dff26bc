//! What a change of parameters did, in one sentence, once both results are there. It asks for none.

use std::collections::HashSet;
use std::sync::Arc;

use shingle::base::ids::DocId;
use shingle::base::numbers::{counted, thousands, verb};
use shingle::base::path::DocPath;
use shingle::compare::measure::Above;
use shingle::pipeline::pair::PairView;
use shingle::pipeline::params::{Params, Stage};
use shingle::pipeline::snapshot::{Mark, Row, Snapshot};

use super::super::message::Dial;
use super::super::words::{meant, scored, share};
use super::dials::{differences, letter, name_of, rests, value};

/// Rankings with more rows are not compared row by row: that would take longer than a frame.
const FEW_ROWS: usize = 20_000;

/// How the parameters were changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// By turning or typing.
    Changed,
    /// By taking a change back.
    Undone,
    /// By making it again.
    Redone,
}

impl How {
    /// What stands before the change, in words.
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Changed => "",
            Self::Undone => "undone: ",
            Self::Redone => "redone: ",
        }
    }
}

/// What was on the screen before a change.
#[derive(Debug, Clone)]
pub(crate) struct Before {
    /// The ranking.
    pub(crate) snapshot: Arc<Snapshot>,
    /// The open pair, if the same parameters made it.
    pub(crate) pair: Option<Counts>,
}

/// What is counted in an open pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Counts {
    names: (DocPath, DocPath),
    shared: u32,
    /// The score as it is shown.
    said: String,
}

impl Counts {
    /// Those of a pair, unless other parameters than `params` made it.
    pub(crate) fn of(names: &(DocPath, DocPath), view: &PairView, params: &Params) -> Option<Self> {
        (*view.params == *params).then(|| Self {
            names: names.clone(),
            shared: view.overlap.shared,
            said: scored(view.score, params),
        })
    }
}

/// Waits for both results of a change, and keeps what is to be said about it.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    /// What the change is measured against, while its results are awaited.
    before: Option<Before>,
    /// What the last change was measured against.
    last: Option<Before>,
    how: Option<How>,
    /// The row that was selected is no longer there.
    lost: bool,
    /// The folder changed between the two results.
    mixed: bool,
    /// The same sentence ever shorter, the longest first.
    said: Vec<String>,
}

impl Effect {
    /// The parameters were changed while `before` was on the screen. What an unfinished change is measured against stays, and
    /// a change that goes on with a burst is measured against what that began with: it is taken back as one, and has one
    /// effect.
    pub(crate) fn begin(&mut self, before: Option<Before>, how: How, goes_on: bool) {
        self.how = Some(how);
        self.lost = false;
        self.mixed = false;
        self.said.clear();
        if self.before.is_none() {
            self.before = self.last.take().filter(|_| goes_on).or(before);
        }
    }

    /// Whether the results of a change are awaited.
    pub(crate) const fn is_awaited(&self) -> bool {
        self.before.is_some()
    }

    /// The row that was selected is not in the new ranking.
    pub(crate) const fn lose(&mut self) {
        self.lost = true;
    }

    /// The new ranking holds more than the change did: the folder changed too.
    pub(crate) const fn mix(&mut self) {
        self.mixed = true;
    }

    /// Both results are there: a ranking and, where one is open, a pair. Whether there is something to be said.
    pub(crate) fn end(&mut self, after: &Snapshot, pair: Option<&Counts>) -> bool {
        let Some(before) = self.before.take() else {
            return false;
        };
        let prefix = self.how.take().map_or("", How::prefix);
        let told = Told {
            prefix,
            lost: if self.lost { ", the selected one too" } else { "" },
            mixed: if self.mixed || before.snapshot.present != after.present {
                "; the folder changed meanwhile"
            } else {
                ""
            },
        };
        self.said = sentences(told, &before, after, pair);
        self.last = Some(before);
        !self.said.is_empty()
    }

    /// What the last change did, ever shorter; empty when nothing is to be said.
    pub(crate) fn said(&self) -> &[String] {
        &self.said
    }

    /// It was read.
    pub(crate) fn hush(&mut self) {
        self.said.clear();
    }
}

/// `width 3 → 4`, or with letters for names; two joined by a word, several after commas, many counted. Empty when nothing differs.
pub(crate) fn change(before: &Params, after: &Params, brief: bool) -> String {
    let mut dials = differences(before, after);
    if dials.contains(&Dial::Preset) {
        dials.retain(|dial| *dial == Dial::Preset);
    }
    // What turned comes before the threshold that it brought along.
    dials.sort_by_key(|dial| *dial != Dial::Sketch);
    if dials.len() > 3 || brief && dials.len() > 2 {
        return counted(dials.len() as u64, "parameter") + " changed";
    }
    let one = |dial: &Dial| {
        let (old, new) = (value(*dial, before), value(*dial, after));
        format!("{} {old} → {new}", if brief { letter(*dial) } else { name_of(*dial) })
    };
    match dials.iter().map(one).collect::<Vec<_>>() {
        // As a sketch brings its threshold along.
        both if both.len() == 2 && !brief => both.join(" and "),
        all => all.join(", "),
    }
}

/// `width 3, modulo 1 …`: the values of some parameters.
pub(crate) fn listed(dials: &[Dial], params: &Params) -> String {
    let one = |dial: &Dial| format!("{} {}", name_of(*dial), value(*dial, params));
    dials.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What is to be told besides the change and its counts.
#[derive(Clone, Copy)]
struct Told {
    prefix: &'static str,
    lost: &'static str,
    mixed: &'static str,
}

fn sentences(told: Told, before: &Before, after: &Snapshot, pair: Option<&Counts>) -> Vec<String> {
    let Told { prefix, lost, mixed } = told;
    let old = &before.snapshot;
    let (long, brief) =
        (change(&old.params, &after.params, false), change(&old.params, &after.params, true));
    if long.is_empty() {
        return Vec::new();
    }
    if let [dial] = differences(&old.params, &after.params)[..]
        && let Some(rests) = rests(dial, &after.params)
    {
        return [long, brief].map(|change| format!("{prefix}{change}: {}", rests.why)).into();
    }
    let meaning = meaning(&old.params, &after.params).map(|meaning| format!("{long} ({meaning})"));
    let pairs = List::of(old, after);
    let (whole, counts, short) = (pairs.whole(), pairs.counts(), pairs.short());
    let stage = old.params.first_difference(&after.params);
    let pair = before.pair.as_ref().zip(pair).filter(|(old, new)| old.names == new.names);
    let Some((shared, shared_briefly)) = pair.and_then(|(old, new)| of_pair(stage, old, new))
    else {
        let meant = meaning.iter().flat_map(|meant| {
            [&whole, &counts].map(|pairs| format!("{prefix}{meant}: {pairs}{lost}{mixed}"))
        });
        let plain = [
            format!("{prefix}{long}: {whole}{lost}{mixed}"),
            format!("{prefix}{brief}: {whole}{lost}"),
            format!("{prefix}{brief}: {counts}"),
        ];
        return meant.chain(plain).collect();
    };
    let meant = meaning.iter().flat_map(|meant| {
        [
            format!("{prefix}{meant}: {shared}, {whole}{lost}{mixed}"),
            format!("{prefix}{meant}: {counts}{lost}{mixed}"),
        ]
    });
    let plain = [
        format!("{prefix}{long}: {shared}, {whole}{lost}{mixed}"),
        format!("{prefix}{brief}: {shared}, {whole}{lost}"),
        format!("{prefix}{brief}: {shared}, {short}{lost}"),
        format!("{prefix}{brief}: {shared_briefly}, {counts}"),
        format!("{brief}: {counts}"),
    ];
    meant.chain(plain).collect()
}

/// What another measure counts, or that another sketch estimates; `None` for what needs no explanation.
fn meaning(before: &Params, after: &Params) -> Option<&'static str> {
    if before.preset != after.preset {
        return None;
    }
    if before.estimates() != after.estimates() {
        return Some(if after.estimates() {
            "estimates instead of counting, for very large folders"
        } else {
            "counts, no longer estimates"
        });
    }
    (before.measure != after.measure).then(|| meant(after.measure))
}

/// What became of an open pair: its shared shingles, or its score where only that can change.
fn of_pair(stage: Option<Stage>, old: &Counts, new: &Counts) -> Option<(String, String)> {
    let (before, after) = (thousands(old.shared), thousands(new.shared));
    match stage? {
        Stage::Sketch if before == after && old.said != new.said => {
            let scores = format!("{} → {}", old.said, new.said);
            Some((format!("the open pair {scores}"), scores))
        }
        Stage::Read | Stage::Normalize | Stage::Sketch | Stage::LeaveOut if before == after => {
            let shingles = counted(new.shared, "shared shingle");
            Some((format!("{shingles} as before"), format!("{after} shared")))
        }
        Stage::Read | Stage::Normalize | Stage::Sketch | Stage::LeaveOut => Some((
            format!("{before} → {}", counted(new.shared, "shared shingle")),
            format!("{before} → {after} shared"),
        )),
        Stage::Join if old.said != new.said => {
            let scores = format!("{} → {}", old.said, new.said);
            Some((format!("the open pair {scores}"), scores))
        }
        Stage::Join | Stage::Label => None,
    }
}

/// How many pairs passed before and pass after.
struct List {
    before: u64,
    after: u64,
    /// What they must pass, in words.
    demand: String,
    strictly: bool,
    /// Not one came as others went.
    one_way: bool,
    /// What else became of them where there are as many as before.
    still: &'static str,
}

impl List {
    fn of(before: &Snapshot, after: &Snapshot) -> Self {
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
    fn whole(&self) -> String {
        let pairs = counted(self.after, "pair");
        match self.verb() {
            None => format!("{pairs} as before{}", self.still),
            Some((number, verb)) => {
                format!("{} → {pairs}, {number} {verb}", thousands(self.before))
            }
        }
    }

    /// `12 pairs fell below 20%`.
    fn short(&self) -> String {
        let difference = counted(self.before.abs_diff(self.after), "pair");
        match self.verb() {
            None => self.counts(),
            Some((_, verb)) if self.one_way => format!("{difference} {verb}"),
            Some(_) if self.after > self.before => format!("{difference} more"),
            Some(_) => format!("{difference} fewer"),
        }
    }

    /// `58 → 46 pairs`.
    fn counts(&self) -> String {
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

/// What is to be added where as many pairs pass as before: whether they are others, or score or stand otherwise. Empty where
/// nothing of that is so, and where it cannot be told at once.
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
    let known: HashSet<(DocId, DocId, u64)> = old.into_iter().map(weighed).collect();
    if new.into_iter().all(|row| known.contains(&weighed(row))) {
        ", in another order"
    } else {
        ", but not the same ones"
    }
}

/// Whether the rows of two rankings can be compared by number, and at once.
fn are_comparable(before: &Snapshot, after: &Snapshot) -> bool {
    let few = before.rows.len() <= FEW_ROWS && after.rows.len() <= FEW_ROWS;
    if !few || before.present != after.present || before.cut || after.cut {
        return false;
    }
    let mut docs = before.docs.iter().zip(after.docs.iter()).take(after.present);
    docs.all(|(old, new)| old.path == new.path)
}

/// Whether every pair that passes after passed before, as far as that can be told at once.
fn only_lost(before: &Snapshot, after: &Snapshot) -> bool {
    let by_bar_alone = differences(&before.params, &after.params)
        .iter()
        .all(|dial| matches!(dial, Dial::Threshold | Dial::Above));
    if by_bar_alone {
        return true;
    }
    if !are_comparable(before, after) {
        return false;
    }
    let old: HashSet<(DocId, DocId, u64)> = before.rows.iter().map(weighed).collect();
    after.rows.iter().all(|row| old.contains(&weighed(row)))
}

/// A row's documents, and for how many pairs it stands.
fn weighed(row: &Row) -> (DocId, DocId, u64) {
    let pairs = match row {
        Row::Pair { more, .. } => (u64::from(more.0) + 1) * (u64::from(more.1) + 1),
        Row::Copies { members, .. } => members.len() as u64,
    };
    (row.pair().a, row.pair().b, pairs)
}
