//! The columns of the ranked list: their names, sort keys, cells and layout.

use ratatui::style::Style;

use shingle::base::{ids::DocId, numbers::thousands};
use shingle::compare::{Direction, Measure};
use shingle::pipeline::{Mark, Pair, Params, Row};

use crate::tui::drawing::{Theme, glyphs::columns};
use crate::tui::model::{Columns, Model, Sort, Table, columns::ColumnInfo, columns::share_key};
use crate::tui::words::shares::{percent, scored};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum PairColumn {
    /// The engine's order.
    #[default]
    Rank,
    Score,
    /// The counted measure, beside an estimate.
    Measured,
    AInB,
    BInA,
    Shared,
    Passage,
    NameA,
    NameB,
    Mark,
}

impl Columns for PairColumn {
    const ALL: &'static [Self] = &[
        Self::Rank,
        Self::Score,
        Self::Measured,
        Self::AInB,
        Self::BInA,
        Self::Shared,
        Self::Passage,
        Self::NameA,
        Self::NameB,
        Self::Mark,
    ];

    fn info(self) -> ColumnInfo {
        match self {
            Self::Rank => ColumnInfo { short: "rank", right: true, ..ColumnInfo::text("#") },
            Self::Score => ColumnInfo::number("score"),
            Self::Measured => ColumnInfo::number("measure"),
            Self::AInB => ColumnInfo::number("A in B"),
            Self::BInA => ColumnInfo::number("B in A"),
            Self::Shared => ColumnInfo::number("shared"),
            Self::Passage => ColumnInfo::number("passage"),
            Self::NameA => ColumnInfo::text("A"),
            Self::NameB => ColumnInfo::text("B"),
            Self::Mark => ColumnInfo::text("mark"),
        }
    }
}

impl PairColumn {
    /// Returns true if the column has values. A column that is not counted has no order.
    pub(crate) const fn is_known(self, params: &Params) -> bool {
        match self {
            Self::Measured => params.verifies(),
            Self::Passage => params.passage.is_some(),
            Self::AInB | Self::BInA | Self::Shared => params.counts(),
            Self::Rank | Self::Score | Self::NameA | Self::NameB | Self::Mark => true,
        }
    }

    /// Returns the sort key of a row. `names` has the place of each document's name, if the order is by name.
    pub(crate) fn sort_key(self, row: &Row, names: &[u32], params: &Params) -> u64 {
        let Pair { a, b, score, overlap, passage } = *row.pair();
        let name = |id: DocId| u64::from(names.get(id.index()).copied().unwrap_or(id.0));
        match self {
            Self::Rank => 0,
            Self::Score => share_key(score),
            Self::Measured => share_key(overlap.score(params.measure, Direction::Larger)),
            Self::AInB => share_key(overlap.containment_a()),
            Self::BInA => share_key(overlap.containment_b()),
            Self::Shared => u64::from(overlap.shared),
            Self::Passage => u64::from(passage),
            Self::NameA => name(a) << 32 | name(b),
            Self::NameB => name(b) << 32 | name(a),
            Self::Mark => match row.mark() {
                Mark::New => 0,
                Mark::Changed => 1,
                Mark::Gone => 2,
                Mark::None => 3,
            },
        }
    }

    /// Returns the content of a row in this column. `rank` is its place from 0. `None` for names and marks, which need
    /// more than their cell.
    pub(crate) fn cell(
        self,
        pair: &Pair,
        rank: usize,
        params: &Params,
        text: Style,
        theme: &Theme,
    ) -> Option<(String, Style)> {
        let Pair { score, overlap, passage, .. } = *pair;
        let counted = |number: String| if params.counts() { number } else { "–".into() };
        Some(match self {
            Self::Rank => (thousands(rank as u64 + 1), theme.quiet),
            Self::Score => (scored(score, params), theme.strong),
            Self::Measured => (percent(overlap.score(params.measure, Direction::Larger)), text),
            Self::AInB => (counted(percent(overlap.containment_a())), text),
            Self::BInA => (counted(percent(overlap.containment_b())), text),
            Self::Shared => (counted(thousands(u64::from(overlap.shared))), text),
            Self::Passage => (thousands(u64::from(passage)), text),
            Self::NameA | Self::NameB | Self::Mark => return None,
        })
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BesideScores {
    /// True if rows are compared with a pinned ranking.
    pub(crate) pinned: bool,
    /// The heading of the counted measure, if scores are estimates.
    pub(crate) measured: Option<&'static str>,
    /// True if rows are listed for their longest passage.
    pub(crate) passage: bool,
}

impl Table<PairColumn> {
    /// Lays out the columns of the ranked list in this width, for this many rows. Shows the column by which the list is
    /// sorted if the column fits.
    pub(crate) fn of_pairs(
        width: u16,
        rows: usize,
        sort: Sort<PairColumn>,
        of: BesideScores,
    ) -> Self {
        let BesideScores { pinned, measured, passage } = of;
        let mut table = Self::from(4);
        if width >= 48 {
            // A mark is before the number, with a blank between them.
            let digits = columns(&thousands(rows as u64));
            table.put(PairColumn::Rank, digits + 1, 1);
        }
        table.put(PairColumn::Score, 5, 1);
        if passage {
            table.put(PairColumn::Passage, 7, 2);
        }
        // In few columns, both directions of a pair and the number of shared shingles are more useful than bars.
        let bar_width = match width {
            0..104 => 0,
            104..160 => 5,
            _ => 10,
        };
        table.bar = (table.end, bar_width);
        table.end += if bar_width > 0 { bar_width + 1 } else { 0 };
        let pinned = match width {
            _ if !pinned => 0,
            0..72 => 6,
            _ => 12,
        };
        table.pinned = (table.end, pinned);
        table.end += if pinned > 0 { pinned + 1 } else { 0 };
        if let Some(measure) = measured.filter(|_| width >= 60) {
            table.put_headed(PairColumn::Measured, measure, 9, 2);
        }
        if width >= 72 + if measured.is_some() || passage { 12 } else { 0 } {
            // The number of shared shingles distinguishes a phrase from a chapter, so it has priority over the second
            // share.
            let both = width >= 100 || measured.is_none() && pinned == 0;
            let gap = if width < 100 { 1 } else { 2 };
            if both || sort.column != PairColumn::BInA {
                table.put(PairColumn::AInB, 6, gap);
            }
            if both || sort.column == PairColumn::BInA {
                table.put(PairColumn::BInA, 6, 2);
            }
        }
        let from = match (measured, pinned) {
            (None, _) => 72,
            (Some(_), 0) => 84,
            (Some(_), _) => 100,
        };
        // The longest passage distinguishes a phrase from a chapter too. Names need its columns.
        if width >= from && (!passage || width >= 140)
            || width >= 72 && sort.column == PairColumn::Shared
            || width >= 60 && measured.is_none() && sort.column == PairColumn::Shared
        {
            table.put(PairColumn::Shared, 7, 2);
        }
        let mark = if width >= 100 { 11 } else { 0 };
        // The rightmost column stays free.
        let half = width.saturating_sub(table.end + 3 + mark.max(1)) / 2;
        table.put(PairColumn::NameA, half, 3);
        table.put(PairColumn::NameB, half, 0);
        if mark > 0 {
            table.end = width - mark + 1;
            table.put(PairColumn::Mark, mark - 2, 0);
        }
        table
    }
}

impl Model {
    pub(crate) fn pair_table(&self, width: u16) -> Table<PairColumn> {
        self.pair_table_sorted(width, self.list.sort)
    }

    pub(crate) fn pair_table_sorted(
        &self,
        width: u16,
        sort: Sort<PairColumn>,
    ) -> Table<PairColumn> {
        let rows = self.snapshot.as_ref().map_or(0, |snapshot| snapshot.rows.len());
        let params = self.current_params();
        let measured = params.verifies().then(|| match params.measure {
            Measure::Containment => "contained",
            measure => measure.name(),
        });
        let passage = params.passage.is_some();
        let of =
            BesideScores { pinned: self.parameter_state.pin.pin().is_some(), measured, passage };
        Table::of_pairs(width, rows, sort, of)
    }
}
