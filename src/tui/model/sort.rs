//! The order of lists: a column and a direction, and numbers to compare instead of scores and names. It sorts no list.

use shingle::base::ratio::Ratio;
use shingle::pipeline::{DocInfo, Params};

use crate::tui::actions::StepDirection;

/// The columns of a list, from left to right.
pub(crate) trait Columns: Copy + Eq + 'static {
    /// All columns.
    const ALL: &'static [Self];

    /// Its name in sentences.
    fn name(self) -> &'static str;

    /// Its name in titles.
    fn short(self) -> &'static str;

    /// Whether the largest comes first, unless reversed.
    fn falls(self) -> bool;
}

/// A column of the ranked list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Column {
    /// The engine's order.
    #[default]
    Rank,
    /// The score by the measure.
    Score,
    /// The measure that is counted, beside an estimate.
    Measured,
    /// How much of A is in B.
    AInB,
    /// How much of B is in A.
    BInA,
    /// Shared shingles.
    Shared,
    /// The name of A.
    NameA,
    /// The name of B.
    NameB,
    /// The mark that the watcher set.
    Mark,
}

impl Columns for Column {
    const ALL: &'static [Self] = &[
        Self::Rank,
        Self::Score,
        Self::Measured,
        Self::AInB,
        Self::BInA,
        Self::Shared,
        Self::NameA,
        Self::NameB,
        Self::Mark,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::Score => "score",
            Self::Measured => "the measure counted",
            Self::AInB => "how much of A is in B",
            Self::BInA => "how much of B is in A",
            Self::Shared => "shared shingles",
            Self::NameA => "name of A",
            Self::NameB => "name of B",
            Self::Mark => "what changed: new, changed, gone",
        }
    }

    fn short(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::Score => "score",
            Self::Measured => "measure",
            Self::AInB => "A in B",
            Self::BInA => "B in A",
            Self::Shared => "shared",
            Self::NameA => "A",
            Self::NameB => "B",
            Self::Mark => "mark",
        }
    }

    fn falls(self) -> bool {
        matches!(self, Self::Score | Self::Measured | Self::AInB | Self::BInA | Self::Shared)
    }
}

impl Column {
    /// Whether the column has values: what is not counted has no order.
    pub(crate) const fn is_known(self, params: &Params) -> bool {
        match self {
            Self::Measured => params.verifies(),
            Self::AInB | Self::BInA | Self::Shared => params.counts(),
            Self::Rank | Self::Score | Self::NameA | Self::NameB | Self::Mark => true,
        }
    }
}

/// A column of the list of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum DocColumn {
    /// Its name.
    #[default]
    Name,
    /// Its canonical words.
    Words,
    /// Its distinct kept shingles.
    Shingles,
    /// Its language.
    Language,
    /// The score of its best match.
    Best,
    /// How many rows it is in.
    Matches,
}

impl Columns for DocColumn {
    const ALL: &'static [Self] =
        &[Self::Name, Self::Words, Self::Shingles, Self::Language, Self::Best, Self::Matches];

    fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Words => "counted words",
            Self::Shingles => "shingles",
            Self::Language => "language",
            Self::Best => "best match",
            Self::Matches => "number of matches",
        }
    }

    fn short(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Matches => "matches",
            Self::Words => "counted",
            Self::Name | Self::Shingles | Self::Language => self.name(),
        }
    }

    fn falls(self) -> bool {
        !matches!(self, Self::Name | Self::Language)
    }
}

/// A column of the tree of clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ClusterColumn {
    /// How many documents it has.
    #[default]
    Documents,
    /// The mean score of all pairs.
    Cohesion,
    /// The weakest link that holds it together.
    Weakest,
    /// The name of its most central document.
    Name,
}

impl Columns for ClusterColumn {
    const ALL: &'static [Self] = &[Self::Documents, Self::Cohesion, Self::Weakest, Self::Name];

    fn name(self) -> &'static str {
        match self {
            Self::Documents => "number of documents",
            Self::Cohesion => "cohesion, the mean score of all pairs",
            Self::Weakest => "weakest link",
            Self::Name => "name of the most central document",
        }
    }

    fn short(self) -> &'static str {
        match self {
            Self::Documents => "docs",
            Self::Cohesion => "cohesion",
            Self::Weakest => "weakest",
            Self::Name => "name",
        }
    }

    fn falls(self) -> bool {
        self != Self::Name
    }
}

/// A column and a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sort<C> {
    /// The column.
    pub(crate) column: C,
    /// Whether the column's own direction is reversed.
    pub(crate) reversed: bool,
}

impl<C: Columns> Sort<C> {
    /// By a column in its own direction.
    pub(crate) const fn by(column: C) -> Self {
        Self { column, reversed: false }
    }

    /// By the next or previous column. After the last comes the first.
    pub(crate) fn stepped(self, direction: StepDirection) -> Self {
        let place = C::ALL.iter().position(|column| *column == self.column).unwrap_or(0);
        let next = match direction {
            StepDirection::Next => place + 1,
            StepDirection::Back => place + C::ALL.len() - 1,
        };
        Self::by(C::ALL.get(next % C::ALL.len()).copied().unwrap_or(self.column))
    }

    /// In the reverse order.
    pub(crate) const fn reversed(self) -> Self {
        Self { column: self.column, reversed: !self.reversed }
    }

    /// By this column, or in the reverse order if the list is sorted by it already.
    pub(crate) fn chosen(self, column: C) -> Self {
        if self.column == column { self.reversed() } else { Self::by(column) }
    }

    /// Whether the largest comes first.
    pub(crate) fn falls(self) -> bool {
        self.column.falls() != self.reversed
    }

    /// The mark beside the heading of the sorted column.
    pub(crate) fn sign(self) -> &'static str {
        if self.falls() { "▾" } else { "▴" }
    }

    /// In words, for the note after the key.
    pub(crate) fn sentence(self) -> String {
        let way = match (self.falls(), self.column.falls()) {
            (true, true) => ", largest first",
            (false, true) => ", smallest first",
            (true, false) => ", last first",
            (false, false) => "",
        };
        format!("sorted by {}{way}", self.column.name())
    }
}

/// A number that is larger exactly if the share is. No text has 2^26 words, so shares that differ do so by more than 2^-52,
/// and doubles up to 1 are closer together than that. The bits of doubles that are not negative have the order of the
/// doubles.
pub(crate) fn share_key(share: Ratio) -> u64 {
    share.to_f64().to_bits()
}

/// For each document, its position in the order of names. Gone documents come after the others.
pub(crate) fn by_name(docs: &[DocInfo], present: usize) -> Vec<u32> {
    let mut ids: Vec<u32> = (0..docs.len() as u32).collect();
    if present < docs.len() {
        // Merges the two runs.
        ids.sort_by(|left, right| docs[*left as usize].path.cmp(&docs[*right as usize].path));
    }
    let mut places = vec![0; ids.len()];
    for (place, id) in ids.into_iter().enumerate() {
        places[id as usize] = place as u32;
    }
    places
}
