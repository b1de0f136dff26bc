//! The ranked list: its order, its filter, the unfolded groups, and the selection. In a new arrangement, the selection
//! stays on the pair with the same names.

use std::sync::Arc;

use shingle::pipeline::{Mark, Pair, Parameter, Params, Row, Snapshot};
use shingle::{
    base::ids::DocId, base::numbers::format_count, base::numbers::format_with_commas,
    base::path::DocPath, base::problem::Problem, compare::Direction, compare::Measure,
    engine::LONG_PASSAGE, visits::PairNames,
};

use crate::tui::model::{Columns, Cursor, Filter, Lines, Model, RowOrder, Sort, Table};
use crate::tui::words::{
    LEAST_HIDDEN, RULES, describe_changed_parameters, describe_hidden_by_rules, format_percent,
    format_share, label_of_rules_off,
};
use crate::tui::{
    actions::KeyName, actions::ViewName, drawing::width_in_columns, keys::label_of_typed_command,
    model::arrange::find_document, model::filter::Test, model::list::ColumnInfo,
    model::list::sort_key_of_share,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineContent {
    /// Place of the row in the list.
    pub(crate) place: usize,
    pub(crate) row: usize,
    /// Index of the copy below an unfolded group. `None` for the row itself.
    pub(crate) member: Option<usize>,
    pub(crate) unfolded: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum LineKind {
    /// A pair of two documents, or an empty list.
    #[default]
    Pair,
    /// A group of copies. The names are two of its members.
    Group,
    /// A copy below its group. The names are the first of the group and this copy.
    Member,
    Gone,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct PairList {
    pub(crate) cursor: Cursor,
    /// The names of the selected line's pair, which identify the line.
    pub(crate) names: Option<PairNames>,
    kind: LineKind,
    /// The listed rows of the snapshot on the screen.
    pub(crate) order: RowOrder,
    lines: Lines,
    /// Two names of each unfolded group.
    pub(crate) unfolded: Vec<PairNames>,
    pub(crate) sort: Sort<PairColumn>,
    pub(crate) filter: Arc<Filter>,
    /// The filter and the selected names to restore when the list is no longer restricted to a document.
    pub(crate) all: Option<(Arc<Filter>, Option<PairNames>)>,
    /// The document to which the list is restricted. Its copies count as this document.
    pub(crate) of: Option<DocPath>,
    /// The last complete result that was on the screen.
    pub(crate) whole: Option<Arc<Snapshot>>,
    /// The snapshot whose rows are being arranged. It may be newer than the snapshot on the screen.
    pub(crate) awaited: Option<Arc<Snapshot>>,
    /// True if the user asked for other rows than the screen shows, and they have not arrived.
    pub(crate) key_waits: bool,
}

impl PairList {
    /// Returns true if the list shows all rows in the engine's order, so that arranging takes no time.
    pub(crate) fn is_unfiltered_and_unsorted(&self) -> bool {
        self.sort == Sort::default() && self.filter.is_empty() && self.of.is_none()
    }

    /// Returns the filter to restore at the next visit: the filter of all rows. Empty if it selects changes of this
    /// visit.
    pub(crate) fn filter_text_to_save(&self) -> String {
        let filter = self.all.as_ref().map_or(&self.filter, |(filter, _)| filter);
        let selects_changes = filter.has_test(|test| matches!(test, Test::Mark(_)));
        let is_kept = filter.unknown.is_none() && !selects_changes;
        if is_kept { filter.text.clone() } else { String::new() }
    }

    pub(crate) fn is_copy_selected(&self) -> bool {
        self.kind == LineKind::Member
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn line_of_row(&self, place: usize) -> usize {
        self.lines.line_of_entry(place)
    }

    /// Returns the place of the selected row in the list. For a selected copy, returns the place of its group.
    pub(crate) fn row_of_selection(&self) -> usize {
        self.lines.entry_at_line(self.cursor.selected).map_or(0, |(place, _)| place)
    }

    pub(crate) fn contents_of_line(&self, line: usize) -> Option<LineContent> {
        let (place, below) = self.lines.entry_at_line(line)?;
        let row = self.order.row_at(place)?;
        Some(LineContent { place, row, member: below, unfolded: self.lines.is_unfolded(place) })
    }

    /// Sets the rows of a snapshot, in an order. Call [`Self::restore_selection`] afterwards.
    pub(crate) fn set_rows(&mut self, snapshot: &Snapshot, order: RowOrder) {
        self.order = order;
        self.restore_unfolded(snapshot);
    }

    fn restore_unfolded(&mut self, snapshot: &Snapshot) {
        let names = self.unfolded.iter().flat_map(|(a, b)| [a, b]);
        let ids: Vec<DocId> = names.filter_map(|name| find_document(snapshot, name)).collect();
        let is_unfolded = |row: &Row| ids.iter().any(|id| row.members().contains(id));
        // Iterates over the rows in memory order, because the groups are scattered in the order of the list.
        let groups = ids.first().map(|_| snapshot.rows.groups_of_copies()).into_iter().flatten();
        let unfolded = groups.filter(|(_, row)| is_unfolded(row)).filter_map(|(index, row)| {
            Some((self.order.place_of(index)?, row.members().len() - 1))
        });
        let mut unfolded: Vec<(usize, usize)> = unfolded.collect();
        unfolded.sort_unstable();
        self.lines = Lines::new(self.order.len(), unfolded);
    }

    pub(crate) fn select_line(&mut self, snapshot: &Snapshot, index: usize) {
        self.cursor.select(index, self.lines.len());
        self.remember_selected_pair(snapshot);
    }

    pub(crate) fn remember_selected_pair(&mut self, snapshot: &Snapshot) {
        let line = self.contents_of_line(self.cursor.selected);
        let row = line.and_then(|line| snapshot.rows.get(line.row));
        let member = line.and_then(|line| line.member);
        self.kind = match (row, member) {
            (_, Some(_)) => LineKind::Member,
            (Some(row), None) if row.mark() == Mark::Gone => LineKind::Gone,
            (Some(Row::Copies { .. }), None) => LineKind::Group,
            _ => LineKind::Pair,
        };
        self.names = row.and_then(|row| names_of_line(snapshot, row, member));
    }

    /// Selects the pair with these names if the new arrangement lists it. Call [`Self::restore_selection`] afterwards.
    /// Returns true if the pair is listed.
    pub(crate) fn select_names_if_listed(&mut self, snapshot: &Snapshot, names: PairNames) -> bool {
        let row = row_of_names(snapshot, &names, LineKind::Pair);
        let Some(row) = row.filter(|row| self.order.place_of(*row).is_some()) else { return false };
        let is_group = matches!(snapshot.rows.get(row), Some(Row::Copies { .. }));
        self.kind = if is_group { LineKind::Group } else { LineKind::Pair };
        self.names = Some(names);
        true
    }

    /// Moves the selection to a new arrangement: to the line of the same names, at the same height of the screen, else
    /// to the same index. Returns the names if the arrangement lacks them.
    pub(crate) fn restore_selection(&mut self, snapshot: &Snapshot) -> Option<PairNames> {
        let before = self.names.take();
        let found =
            before.as_ref().and_then(|names| self.find_line_of_names(snapshot, names, self.kind));
        let line = found.unwrap_or(self.cursor.selected);
        self.cursor.select_at_same_height(line, self.lines.len());
        self.remember_selected_pair(snapshot);
        before.filter(|_| found.is_none())
    }

    fn find_line_of_names(
        &self,
        snapshot: &Snapshot,
        names: &PairNames,
        kind: LineKind,
    ) -> Option<usize> {
        let row = row_of_names(snapshot, names, kind)?;
        let place = self.order.place_of(row)?;
        let line = self.lines.line_of_entry(place);
        let below = match snapshot.rows.get(row) {
            Some(Row::Copies { members, .. })
                if kind == LineKind::Member && self.lines.is_unfolded(place) =>
            {
                let member = find_document(snapshot, &names.1);
                members.iter().position(|one| Some(*one) == member).unwrap_or(0)
            }
            _ => 0,
        };
        Some(line + below)
    }

    /// Folds or unfolds the selected group. Returns true if this changed the list. Folding on a copy selects its group.
    pub(crate) fn fold_selected_group(&mut self, snapshot: &Snapshot, unfold: bool) -> bool {
        let Some(current) = self.contents_of_line(self.cursor.selected) else { return false };
        let Some(row @ Row::Copies { members, .. }) = snapshot.rows.get(current.row) else {
            return false;
        };
        if current.unfolded == unfold {
            return false;
        }
        if unfold {
            let (a, b) = snapshot.names(row);
            self.unfolded.push((a.clone(), b.clone()));
        } else {
            let is_in = |name: &DocPath| {
                find_document(snapshot, name).is_some_and(|id| members.contains(&id))
            };
            self.unfolded.retain(|(a, b)| !is_in(a) && !is_in(b));
        }
        self.restore_unfolded(snapshot);
        let line = self.lines.line_of_entry(current.place);
        self.select_line(snapshot, line);
        true
    }
}

fn names_of_line(snapshot: &Snapshot, row: &Row, member: Option<usize>) -> Option<PairNames> {
    let name = |id: DocId| snapshot.doc(id).path.clone();
    match (row, member) {
        (Row::Copies { members, .. }, Some(below)) => {
            Some((name(*members.first()?), name(*members.get(below + 1)?)))
        }
        _ => Some((name(row.pair().a), name(row.pair().b))),
    }
}

/// Returns the index of the row with these names. Looks for their pair, then for the copies that contain both, then for
/// the pair of their first copies. A group is found even if one of the two is gone.
fn row_of_names(snapshot: &Snapshot, names: &PairNames, kind: LineKind) -> Option<usize> {
    let rows = &snapshot.rows;
    let gone = (0..rows.len()).rev().map_while(|place| Some((place, rows.get(place)?)));
    let mut gone = gone.take_while(|(_, row)| kind == LineKind::Gone && row.mark() == Mark::Gone);
    let is_it = |row: &Row| snapshot.names(row) == (&names.0, &names.1);
    if let Some((place, _)) = gone.find(|(_, row)| is_it(row)) {
        return Some(place);
    }
    // Searches each document by name once and compares rows by number. A million rows take one or two milliseconds.
    let (a, b) =
        (snapshot.find_present_document(&names.0), snapshot.find_present_document(&names.1));
    let group = |is_it: &dyn Fn(&[DocId]) -> bool| {
        rows.groups_of_copies().find(|(_, row)| is_it(row.members()))
    };
    let has = |members: &[DocId], id: Option<DocId>| id.is_some_and(|id| members.contains(&id));
    let row_of = |a: DocId, b: DocId| rows.place_of(a.min(b), a.max(b));
    let exact = a.zip(b).and_then(|(a, b)| row_of(a, b));
    let both = || group(&|members| has(members, a) && has(members, b));
    let one = || if kind == LineKind::Pair { None } else { group(&|of| has(of, a) || has(of, b)) };
    let first = |id: DocId| {
        let copies = group(&|members| members.contains(&id));
        copies.and_then(|(_, row)| row.members().first().copied()).unwrap_or(id)
    };
    let copies = || both().or_else(one).map(|(place, _)| place);
    exact.or_else(copies).or_else(|| row_of(first(a?), first(b?)))
}

// Reasons for an empty list.

pub(crate) fn explain_empty_list(model: &Model, snapshot: &Snapshot) -> String {
    let filter = &model.list.filter;
    if filter.has_test(|test| matches!(test, Test::Passage(..)))
        && snapshot.params.passage.is_none()
    {
        let counts = label_of_typed_command(&format!("passage {LONG_PASSAGE}"));
        return format!(
            "Longest passages are measured where the list asks for them: type {counts}."
        );
    }
    let hidden = filter.explain_missing_matches("row").filter(|_| !snapshot.rows.is_empty());
    if let Some(hidden) = hidden {
        let key = KeyName::Filter.label();
        let marks = filter.mark_in_names().map(|mark| format!(" {key}is:{mark} lists marks."));
        let changed = filter
            .has_test(|test| *test == Test::Mark(Mark::New))
            .then(|| format!(" {key}changed lists pairs of changed documents."));
        let ruled_out = (snapshot.ruled_out > 0).then(|| {
            format!(
                " Not searched: {} hidden by {} ({}).",
                format_count(snapshot.ruled_out, "pair"),
                describe_changed_parameters(&RULES, &snapshot.params),
                label_of_rules_off(&snapshot.params)
            )
        });
        return hidden + &marks.or(changed).or(ruled_out).unwrap_or_default();
    }
    if let Some(name) = model.list.of.as_ref().filter(|_| !snapshot.rows.is_empty()) {
        let id = snapshot.find_present_document(name);
        let share =
            id.and_then(|id| model.elsewhere.hidden_share_of_document(id, snapshot.doc(id)));
        if let Some(share) = share.filter(|share| *share >= LEAST_HIDDEN) {
            return format!(
                "{} hides pairs of {name}: {} of it is in hidden documents only. Type {} to list them.",
                describe_changed_parameters(&RULES, &snapshot.params),
                format_percent(share),
                label_of_rules_off(&snapshot.params)
            );
        }
        let lower = if let Some(words) = snapshot.params.passage {
            let half = label_of_typed_command(&format!("passage {}", words.div_ceil(2)));
            format!("type {half} for shorter passages")
        } else {
            let lower = KeyName::Parameter(Parameter::Threshold).backward_label();
            format!("{lower} lowers the threshold")
        };
        return format!("No other document is listed with {name}: {lower}, Esc goes back.");
    }
    if !snapshot.is_whole() {
        return "No pair scores high enough so far; comparing the other pairs …".into();
    }
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    let compared = docs.iter().filter(|doc| doc.shingles > 0).count() as u64;
    if compared < 2 {
        let (all, folder) = (format_count(docs.len(), "document"), &model.folder);
        let (shorter, lists) = (
            KeyName::Parameter(Parameter::Width).backward_label(),
            KeyName::ViewName(ViewName::Problems).label(),
        );
        return format!(
            "{all} in {folder}, of which {compared} can be compared: add files, or press {shorter} for shorter \
             shingles. {lists} lists skipped files."
        );
    }
    explain_no_pair(model, snapshot)
}

/// Explains why no pair of the compared documents is listed.
fn explain_no_pair(model: &Model, snapshot: &Snapshot) -> String {
    let is_rule =
        |problem: &&Problem| RULES.iter().any(|rule| problem.is_from_unmatched_option(rule.name()));
    if let Some(Problem { path, reason, .. }) = snapshot.problems.iter().find(is_rule) {
        let lists = KeyName::ViewName(ViewName::Problems).label();
        return format!("{path}: {reason}. {lists} lists all problems.");
    }
    if let Some(hidden) = describe_hidden_by_rules(snapshot) {
        return hidden;
    }

    if let Some(words) = snapshot.params.passage {
        let (words, off) = (format_count(words, "word"), label_of_typed_command("passage off"));
        return format!(
            "No two documents share a passage of {words}: type {off} to list by score."
        );
    }
    let threshold = format_share(snapshot.params.threshold, &snapshot.params);
    let below = model.passages_below.pairs;
    if below > 0 {
        let pairs = format_count(below, "pair");
        let lists = label_of_typed_command(&format!("passage {LONG_PASSAGE}"));
        return format!(
            "No two documents reach {threshold}. With a passage of {LONG_PASSAGE} words: {pairs}; type {lists}."
        );
    }
    let (lower, shorter) = (
        KeyName::Parameter(Parameter::Threshold).backward_label(),
        KeyName::Parameter(Parameter::Width).backward_label(),
    );
    format!(
        "No two documents reach the threshold of {threshold}: press {lower} to lower it, or {shorter} for shorter \
         shingles, which match more easily."
    )
}

// The columns of the ranked list: their names, sort keys, cells and layout.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum PairColumn {
    /// The engine's order of pairs.
    #[default]
    Rank,
    Score,
    /// Score by the measure, counted beside an estimate.
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
    const ALL: &'static [(Self, ColumnInfo)] = &[
        (Self::Rank, ColumnInfo { short: "rank", right: true, ..ColumnInfo::left_aligned("#") }),
        (Self::Score, ColumnInfo::right_aligned("score")),
        (Self::Measured, ColumnInfo::right_aligned("measure")),
        (Self::AInB, ColumnInfo::right_aligned("A in B")),
        (Self::BInA, ColumnInfo::right_aligned("B in A")),
        (Self::Shared, ColumnInfo::right_aligned("shared")),
        (Self::Passage, ColumnInfo::right_aligned("passage")),
        (Self::NameA, ColumnInfo::left_aligned("A")),
        (Self::NameB, ColumnInfo::left_aligned("B")),
        (Self::Mark, ColumnInfo::left_aligned("mark")),
    ];
}

impl PairColumn {
    /// Returns true if the column has values. A column without values cannot be sorted by.
    pub(crate) const fn has_values(self, params: &Params) -> bool {
        match self {
            Self::Measured => params.is_verified(),
            Self::Passage => params.passage.is_some(),
            Self::AInB | Self::BInA | Self::Shared => params.counts_shared_shingles(),
            Self::Rank | Self::Score | Self::NameA | Self::NameB | Self::Mark => true,
        }
    }

    /// Returns the sort key of a row. `names` has the rank of each document's name, if the order is by name.
    pub(crate) fn sort_key(self, row: &Row, names: &[u32], params: &Params) -> u64 {
        let Pair { a, b, score, overlap, passage } = *row.pair();
        let name = |id: DocId| u64::from(names.get(id.index()).copied().unwrap_or(id.0));
        match self {
            Self::Rank => 0,
            Self::Score => sort_key_of_share(score),
            Self::Measured => sort_key_of_share(overlap.score(params.measure, Direction::Larger)),
            Self::AInB => sort_key_of_share(overlap.containment_a()),
            Self::BInA => sort_key_of_share(overlap.containment_b()),
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
}

impl Table<PairColumn> {
    /// Lays out the columns of the ranked list for this width and number of rows. The column by which the list is
    /// sorted is shown if it fits. `pinned` is true if rows are compared with a pinned ranking. `measured` is the heading
    /// of the counted measure, if scores are estimates. `passage` is true if pairs are listed for their longest passage.
    pub(crate) fn for_pairs(
        width: u16,
        rows: usize,
        sort: Sort<PairColumn>,
        (pinned, measured, passage): (bool, Option<&'static str>, bool),
    ) -> Self {
        let mut table = Self::starting_at(4);
        if width >= 48 {
            // A mark is before the number, with a blank between them.
            let digits = width_in_columns(&format_with_commas(rows));
            table.put(PairColumn::Rank, digits + 1, 1);
        }
        table.put(PairColumn::Score, 5, 1);
        if passage {
            table.put(PairColumn::Passage, 7, 2);
        }
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
            table.put(PairColumn::Measured, 9, 2);
            if let Some(cell) = table.cells.last_mut() {
                cell.heading = measure;
            }
        }
        let spare = width.saturating_sub(if measured.is_some() || passage { 12 } else { 0 });
        let gap = if width < 100 { 1 } else { 2 };
        // The number of shared shingles distinguishes a phrase from a chapter, so it has priority over the second
        // share. The share by which the list is sorted replaces the other one.
        let both = width >= 100 || measured.is_none() && pinned == 0;
        if spare >= 72 && (both || sort.column != PairColumn::BInA) {
            table.put(PairColumn::AInB, 6, gap);
        }
        if spare >= 72 && (both || sort.column == PairColumn::BInA) {
            table.put(PairColumn::BInA, 6, 2);
        }
        // The longest passage distinguishes a phrase from a chapter too. Names need its columns.
        let has_room = spare >= 72 && (!passage || width >= 140);
        if has_room || width >= 60 && measured.is_none() && sort.column == PairColumn::Shared {
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
    pub(crate) fn pair_table(&self, width: u16, sort: Sort<PairColumn>) -> Table<PairColumn> {
        let rows = self.snapshot.as_ref().map_or(0, |snapshot| snapshot.rows.len());
        let params = self.current_params();
        let measured = params.is_verified().then(|| match params.measure {
            Measure::Containment => "contained",
            measure => measure.name(),
        });
        let is_pinned = self.parameter_state.pin.is_some();
        Table::for_pairs(width, rows, sort, (is_pinned, measured, params.passage.is_some()))
    }
}
