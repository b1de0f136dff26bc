//! The ranked list: of all pairs, or of the pairs of one document. Each row is a pair or a group of copies.
//!
//! ```text
//! ── 58 pairs in 57 rows · at least 20% of one text's 3-word shingles are in the other ── row 2 of 57 ──
//!         #  score           A in B B in A  A                            B
//!         1  100% ████████             = 3 copies: notes/a.txt, notes/b.txt, old/a.txt
//! ▸ ~     2   62% █████       41%    64%   essay-a.md                   essay-b.md              changed
//! ```
//!
//! With a pinned ranking, the title names it, and every row has its change:
//!
//! ```text
//! ── 46 pairs · at least 25% … ──────────────────────────── * pinned: width 3, 58 pairs · row 2 of 46 ──
//!  #  score            pinned
//!  1   62% ██████      ▲3 +4%
//! ```

use std::collections::HashSet;
use std::sync::Arc;

use ratatui::style::Style;

use shingle::pipeline::{Completeness, Mark, Pair, Parameter, Row, Snapshot};
use shingle::{
    base::numbers::format_count, base::numbers::format_with_commas, base::visible::make_visible,
    compare::Direction, decisions::MarkKind, decisions::UserMark, engine::LONG_PASSAGE,
    pipeline::document::info::describe_unified_letters, visits::PairNames,
};

use crate::tui::drawing::{Canvas, Pen, truncate, width_in_columns};
use crate::tui::model::decisions::MarkTarget;
use crate::tui::model::list::{
    Cell, describe_order_and_position, describe_position, draw_bar, draw_rows,
};
use crate::tui::model::{
    Cursor, Filter, FilterTarget, Focus, LineContent, List, Model, PairColumn, Slot, Sort, Table,
    describe_earlier_mark,
};
use crate::tui::{
    actions::KeyName, actions::StepDirection, keys::label_of_typed_command, layout::ListAreas,
    model::arrange::MarkLookup, model::decisions::mark_sign,
    model::decisions::marked_pair_of_copies, model::pairs::explain_empty_list,
    model::parameters::describe_change, model::regions::list_width,
    update::decisions::describe_mark_on_documents, update::lists,
    update::pair::refresh_list_and_pair, update::pair::request_pair, update::pair::zoom_pair,
    words::describe_listing_condition, words::format_percent, words::format_score,
};

pub(crate) struct PairsListView;

impl List for PairsListView {
    fn list_cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.list.cursor, model.list.len()))
    }

    fn list_cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.list.cursor)
    }

    fn selected_pair(&self, model: &Model) -> Option<PairNames> {
        model.list.names.clone()
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        (model.list.len() == 0 && !model.list.is_unfiltered_and_unsorted()).then_some(key_names! {
            Back Filter Parameter(Threshold) Parameter(Width) Commands
        })
    }

    fn noun_of_pair_line(&self) -> Option<&'static str> {
        Some("pair of the list")
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.list.key_waits
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.list.filter, FilterTarget::Pairs))
    }

    fn apply_filter(&self, model: &mut Model) {
        lists::rearrange_rows(model);
    }

    fn sort_list(&self, model: &mut Model, direction: Option<StepDirection>) {
        let (width, params) = (list_width(model), model.current_params());
        let is_shown = |column: PairColumn| {
            // Some columns fit only if the list is sorted by them.
            let table = model.pair_table(width, Sort::by_column(column));
            column.has_values(params) && table.cell(column).is_some()
        };
        model.list.sort = model.list.sort.by_next_column(direction, is_shown);
        note_new_order(model);
    }

    fn click_heading(&self, model: &mut Model, x: u16, width: u16) {
        if let Some(column) = model.pair_table(width, model.list.sort).column_at(x) {
            sort_by_column(model, column);
        }
    }

    fn reason_marks_are_refused(&self, model: &Model) -> Option<&'static str> {
        let is_about_to_change = model.is_stale() || model.list.awaited.is_some();
        is_about_to_change.then_some("the list is about to change: mark when it is there")
    }

    fn markable_place_and_count(&self, model: &Model) -> (usize, usize) {
        (model.list.row_of_selection(), model.list.order.len())
    }

    fn mark_target<'m>(&self, model: &'m Model, place: usize) -> Option<MarkTarget<'m>> {
        let snapshot = model.snapshot.as_ref()?;
        let pair = snapshot.rows.get(model.list.order.row_at(place)?)?.pair();
        let docs = [pair.a, pair.b].map(|id| snapshot.doc(id));
        Some((docs, (pair.score, snapshot.params.measure)))
    }

    fn line_of_markable_row(&self, model: &Model, place: usize) -> usize {
        model.list.line_of_row(place)
    }

    fn fold_selected(&self, model: &mut Model, direction: StepDirection) -> bool {
        let Some(snapshot) = model.snapshot.clone() else { return false };
        let unfold = direction == StepDirection::Next;
        let is_changed = model.list.fold_selected_group(&snapshot, unfold);
        if is_changed {
            refresh_list_and_pair(model);
        }
        is_changed
    }

    fn open_line(&self, model: &mut Model) {
        let names = model.list.names.clone();
        if names.is_none() {
            return;
        }
        zoom_pair(model);
        // If the list had no room for a pair below it, another pair may still be open.
        request_pair(model, names);
        refresh_list_and_pair(model);
        if let Some(pair) = model.open_pair_mut().filter(|pair| !pair.shows_active_passage())
            && let Some(active) = pair.active
        {
            pair.activate_passage(active);
        }
    }

    fn handle_selection(&self, model: &mut Model) {
        if let Some(snapshot) = &model.snapshot {
            model.list.remember_selected_pair(snapshot);
        }
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let has_keys = model.focus == Focus::List;
        let Some(snapshot) = &model.snapshot else {
            canvas.draw_rule(areas.title, "Matches", has_keys, "");
            let (sentence, style) = match &model.failed {
                Some(reason) => (format!("Stopped: {reason}"), theme.alarm),
                None => ("Looking through the folder …".to_string(), theme.quiet),
            };
            canvas.draw_notice(areas.rows, &sentence, style);
            return;
        };
        // Lines below an unfolded row are not counted: rows keep their numbers.
        let (row, rows) = (model.list.row_of_selection(), model.list.order.len());
        let line = describe_position(row, rows, areas.title.width);
        let place = describe_pin(model, snapshot, areas.title.width)
            + &describe_order_and_position(model.list.sort, line);
        let left = areas.title.width.saturating_sub(width_in_columns(&place) + LEAST_OF_HEADING);
        let place = match describe_selected_row(model, snapshot, left) {
            Some(about) => format!("{about} · {place}"),
            None => place,
        };
        let stale = model.is_stale().then(|| "stale".to_string());
        let facts = stale.into_iter().chain(list_contents(model, snapshot));
        let facts: Vec<_> = facts.chain([describe_listing_condition(&snapshot.params)]).collect();
        model.list.filter.draw_title((&facts, &place), has_keys, canvas, areas.title);
        if model.list.len() == 0 {
            canvas.draw_notice(areas.rows, &explain_empty_list(model, snapshot), theme.strong);
            return;
        }
        let table = model.pair_table(areas.rows.width, model.list.sort);
        table.draw_headings(model.list.sort, canvas, areas.columns);
        let (x, width) = table.pinned;
        canvas.pen_in(areas.columns).move_to(x).put_cell("pinned", width, false, theme.quiet);
        let lookup = model.mark_lookup();
        let place = (model.list.cursor, model.list.len());
        draw_rows(place, has_keys, canvas, areas.rows, |index, pen| {
            let Some(shows) = model.list.contents_of_line(index) else { return };
            let Some(row) = snapshot.rows.get(shows.row) else { return };
            RowLine { model, lookup: &lookup, snapshot, row, shows, table: &table }.draw_row(pen);
        });
    }
}

/// Sorts by a column. Reverses the order if the list is sorted by this column already.
fn sort_by_column(model: &mut Model, column: PairColumn) {
    if !column.has_values(model.current_params()) {
        return model.show_note(format!(
            "that is not measured: type {}",
            label_of_typed_command("verify on")
        ));
    }
    model.list.sort = model.list.sort.by_column_or_reversed(column);
    note_new_order(model);
}

fn note_new_order(model: &mut Model) {
    model.show_note(model.list.sort.describe_order());
    // Users sort a list to see its ends.
    (model.list.names, model.list.cursor) = (None, Cursor::default());
    lists::rearrange_rows(model);
}

// Drawing.

/// Describes the contents of the list, the most important fact first.
fn list_contents(model: &Model, snapshot: &Snapshot) -> Vec<String> {
    let list = &model.list;
    let all = snapshot.rows.len() as u64;
    let left = list.order.len() as u64;
    let counted =
        |count: u64, what| (count > 0).then(|| format!("{} {what}", format_with_commas(count)));
    let (now, earlier, without_row) =
        model.decisions.decided.as_ref().map_or((0, 0, 0), |counts| {
            (counts.now as u64, counts.earlier as u64, counts.without_row.len() as u64)
        });
    if let Some(name) = &list.of {
        let rows = format_count(left, "row");
        return vec![format!("{rows} with {}", model.names.short_name(name))];
    }
    if !list.filter.is_empty() {
        let rows = format!("{} of {}", format_with_commas(left), format_count(all, "row"));
        let marked = counted(without_row, "marked without a row (Esc, !)");
        return [Some(rows), marked].into_iter().flatten().collect();
    }
    // Rows of gone pairs are at the end.
    let gone = all - snapshot.rows.partition_point(|row| row.mark() != Mark::Gone) as u64;
    let pairs = format_count(snapshot.pairs_found, "pair");
    let are_grouped = snapshot.completeness == Completeness::Whole
        && !snapshot.cut
        && all - gone < snapshot.pairs_found;
    let found = match snapshot.completeness {
        _ if snapshot.cut => format!("the best {} of {pairs}", format_with_commas(all)),
        _ if are_grouped => {
            format!("{pairs} in {}", format_count(all - gone, "row"))
        }
        Completeness::Whole => pairs,
        Completeness::SomeDocuments => {
            let documents = format_count(snapshot.present, "document");
            format!("{pairs} in {documents} so far")
        }
        Completeness::From(from) => format!("{pairs} from {} up so far", format_percent(from)),
    };
    // Common phrases come first: many pairs that share only these phrases hide the other pairs.
    let common = (model.shared_by_many > 0).then(|| {
        let shingles = format_count(model.shared_by_many, "shingle");
        format!("{shingles} in many documents: type {}", label_of_typed_command("common auto"))
    });
    let passage = label_of_typed_command(&format!("passage {LONG_PASSAGE}"));
    let below = counted(model.passages_below.pairs, "more share a passage: ");
    let below = below.map(|pairs| pairs + &passage);
    let facts = [
        Some(found),
        counted(gone, "gone"),
        counted(without_row, "marked without a row (!)"),
        counted(now, "decided"),
        counted(earlier, "on an earlier version"),
        common,
        below,
        are_grouped.then(|| "copies share a row".to_string()),
    ];
    facts.into_iter().flatten().collect()
}

/// Returns the remark about the pinned ranking, with its values of changed parameters. Empty without a pinned ranking.
fn describe_pin(model: &Model, now: &Snapshot, width: u16) -> String {
    let Some(pin) = &model.parameter_state.pin else {
        let is_awaited = model.jobs.awaits(Slot::Pin);
        return if is_awaited { "* pinning … · ".into() } else { String::new() };
    };
    if width < 72 {
        return "* pinned · ".into();
    }
    let change = describe_change(&pin.snapshot.params, &now.params);
    let (change, colon) = (&*change, if change.is_empty() { "" } else { ": " });
    format!("* pinned {}{colon}{change} · ", format_count(pin.snapshot.pairs_found, "pair"))
}

/// Fewest columns for the heading of the list, beside the facts about the selected row.
const LEAST_OF_HEADING: u16 = 18;

/// Describes facts about the selected row that have no column: containment in both directions, unified letters, and the
/// mark. Skips the last two if the pair below the list shows them.
fn describe_selected_row(model: &Model, snapshot: &Snapshot, room: u16) -> Option<String> {
    let shows = model.list.contents_of_line(model.list.cursor.selected)?;
    let row = snapshot.rows.get(shows.row)?;
    let table = model.pair_table(list_width(model), model.list.sort);
    let lacks = |column| table.cell(column).is_none();
    let overlap = row.pair().overlap;
    let (there, back) =
        (format_percent(overlap.containment_a()), format_percent(overlap.containment_b()));
    let is_told = lacks(PairColumn::AInB) || lacks(PairColumn::BInA);
    let is_told =
        is_told && snapshot.params.counts_shared_shingles() && matches!(row, Row::Pair { .. });
    let both = is_told.then(|| format!("A in B {there}, B in A {back}"));
    let has_pair = model.areas.pair.is_some();
    let now = model.decisions.mark_of_row(snapshot, row);
    let lookup = model.mark_lookup();
    let decided = now.or_else(|| lookup.earlier_mark_of_row(snapshot, row));
    let decided = decided.filter(|one| !one.note.is_empty() || lacks(PairColumn::Mark));
    let decided = decided.filter(|one| !has_pair && one.has_mark_or_note());
    let docs = [row.pair().a, row.pair().b].map(|id| snapshot.doc(id));
    let decided = decided.map(|one| match now {
        Some(_) => describe_mark_on_documents(model, one, docs),
        None => describe_earlier_mark(one, docs),
    });
    let unified = describe_unified_letters(docs, &snapshot.params).filter(|_| !has_pair);
    let all: Vec<String> = both.into_iter().chain(unified).chain(decided).collect();
    (!all.is_empty() && room >= 12).then(|| truncate(&all.join(" · "), room))
}

/// Least columns of a name in a row of copies.
const LEAST_OF_COPY: u16 = 10;

struct RowLine<'a> {
    model: &'a Model,
    lookup: &'a MarkLookup,
    snapshot: &'a Snapshot,
    row: &'a Row,
    shows: LineContent,
    table: &'a Table<PairColumn>,
}

impl RowLine<'_> {
    fn draw_row(&self, pen: &mut Pen<'_>) {
        let (Self { model, table, .. }, theme) = (self, pen.theme);
        if self.shows.member.is_some() {
            return self.draw_member(pen);
        }
        let (sign, word, mark_style) = match self.row.mark() {
            Mark::None => (" ", "", theme.quiet),
            Mark::New => ("+", "new", theme.marks[0]),
            Mark::Changed => ("~", "changed", theme.marks[1]),
            Mark::Gone => ("-", "gone", theme.marks[2]),
        };
        let text = if self.row.mark() == Mark::Gone { theme.marks[2] } else { Style::new() };
        pen.put(sign, mark_style);
        let decided = model.decisions.mark_of_row(self.snapshot, self.row);
        let earlier = self.lookup.earlier_mark_of_row(self.snapshot, self.row);
        let earlier = earlier.filter(|_| decided.is_none());
        match earlier {
            Some(_) => pen.put("?", theme.quiet),
            None => pen.put(decided.map_or(" ", |one| self.sign_of_mark(one)), theme.strong),
        };
        self.draw_numbers(text, pen);
        self.draw_rank_change(pen);
        self.draw_names(text, pen);
        if let Some(cell) = table.cell(PairColumn::Mark) {
            let (word, style) = match decided {
                Some(one) if one.has_mark_or_note() && self.row.mark() != Mark::Gone => {
                    (self.describe_mark_in_row(one), theme.quiet)
                }
                None if word.is_empty() && earlier.is_some() => ("earlier".into(), theme.quiet),
                _ => (word.into(), mark_style),
            };
            let word = truncate(&word, cell.width);
            pen.move_to(cell.x).put_cell(&word, cell.width, false, style);
        }
    }

    /// Returns the index of the source by a mark, and true if the mark is on other documents, which have copies here.
    fn source_by_mark(&self, decision: &UserMark) -> Option<(usize, bool)> {
        let source = decision.side_of_source(self.snapshot.content_hashes(self.row))?;
        let docs = [self.row.pair().a, self.row.pair().b].map(|id| self.snapshot.doc(id));
        Some((source, marked_pair_of_copies(decision, docs, self.snapshot).is_some()))
    }

    /// Returns the sign of a mark: `>` if B took from A, `<` if A took from B, else its letter.
    fn sign_of_mark(&self, decision: &UserMark) -> &'static str {
        match self.source_by_mark(decision) {
            Some((source, false)) => [">", "<"][source],
            _ => mark_sign(decision),
        }
    }

    /// Describes the mark of a row: the direction of copying, or else the kind of the mark, and the note.
    fn describe_mark_in_row(&self, decision: &UserMark) -> String {
        let took = self.source_by_mark(decision).map(|(source, is_of_copies)| {
            if is_of_copies { "copy" } else { ["B took", "A took"][source] }
        });
        let mark = match decision.verdict {
            MarkKind::Undecided => "",
            verdict => took.unwrap_or(verdict.name()),
        };
        let note = make_visible(&decision.note);
        [mark, &note].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
    }

    fn draw_numbers(&self, text: Style, pen: &mut Pen<'_>) {
        let (pair, params, theme) = (self.row.pair(), &*self.snapshot.params, pen.theme);
        let Pair { score, overlap, passage, .. } = *pair;
        let counted =
            |number: String| if params.counts_shared_shingles() { number } else { "–".into() };
        for cell in &self.table.cells {
            let (number, style) = match cell.column {
                PairColumn::Rank => (format_with_commas(self.shows.place as u64 + 1), theme.quiet),
                PairColumn::Score => (format_score(score, params), theme.strong),
                PairColumn::Measured => {
                    (format_percent(overlap.score(params.measure, Direction::Larger)), text)
                }
                PairColumn::AInB => (counted(format_percent(overlap.containment_a())), text),
                PairColumn::BInA => (counted(format_percent(overlap.containment_b())), text),
                PairColumn::Shared => (counted(format_with_commas(overlap.shared)), text),
                PairColumn::Passage => (format_with_commas(passage), text),
                PairColumn::NameA | PairColumn::NameB | PairColumn::Mark => continue,
            };
            pen.move_to(cell.x).put_cell(&number, cell.width, cell.right, style);
        }
        let (x, width) = self.table.bar;
        let share = match self.snapshot.histogram.longest {
            0 => pair.score.to_f64(),
            longest => f64::from(pair.passage) / f64::from(longest),
        };
        draw_bar(pen.move_to(x), share, width);
    }

    /// Draws the change since the pinned ranking.
    fn draw_rank_change(&self, pen: &mut Pen<'_>) {
        let ((x, width), now, theme) = (self.table.pinned, self.snapshot, pen.theme);
        // Rows of a result on some documents have no rank among all documents.
        let pin = self.model.parameter_state.pin.as_deref();
        let pin = pin.filter(|_| now.has_all_documents());
        let happened = &self.model.activities.all;
        let change = pin.and_then(|pin| pin.rank_change(now, self.shows.row, happened));
        let (rank, score) = change.unwrap_or_default();
        let style = if rank == "new" { theme.marks[0] } else { theme.strong };
        pen.move_to(x).put_cell(&rank, width.min(6), false, style);
        if width > 6 {
            pen.put_cell(&score, width - 6, true, theme.quiet);
        }
    }

    fn cells_of_names(&self) -> Option<[Cell<PairColumn>; 2]> {
        Some([self.table.cell(PairColumn::NameA)?, self.table.cell(PairColumn::NameB)?])
    }

    fn draw_names(&self, text: Style, pen: &mut Pen<'_>) {
        let Some([a, b]) = self.cells_of_names() else { return };
        let (names, theme) = (&self.model.names, pen.theme);
        match self.row {
            Row::Pair { pair, more, .. } => {
                for (cell, id, more) in [(a, pair.a, more.0), (b, pair.b, more.1)] {
                    let copies = (more > 0).then(|| format!(" (+{})", format_with_commas(more)));
                    let copies = copies.unwrap_or_default();
                    let name = names.short_name(&self.snapshot.doc(id).path);
                    let name = name.fit_name(cell.width.saturating_sub(width_in_columns(&copies)));
                    pen.move_to(cell.x).put(&name, text).put(&copies, theme.quiet);
                }
            }
            Row::Copies { members, .. } => {
                let room = b.x + b.width - a.x;
                // Names only the first copy of an unfolded row, because the lines below name the others.
                let most = if self.shows.unfolded { 1 } else { usize::from(room) };
                let lead = format!("= {} copies: ", format_with_commas(members.len()));
                let room_of_names = room.saturating_sub(width_in_columns(&lead));
                let listed = members.iter().take(most);
                let listed = listed.map(|id| names.short_name(&self.snapshot.doc(*id).path));
                let listed: Vec<_> = listed.collect();
                let fit = |each: u16| -> Vec<String> {
                    listed.iter().map(|name| name.fit_name(each)).collect()
                };
                // Each name gets an equal part of the room, but at least enough for a number.
                let each = (room_of_names / listed.len() as u16).saturating_sub(2);
                let (whole, parts) = (fit(room_of_names).join(", "), fit(each.max(LEAST_OF_COPY)));
                let are_distinct = parts.iter().collect::<HashSet<_>>().len() == parts.len();
                let is_fitted = are_distinct && width_in_columns(&whole) > room_of_names;
                let all = if is_fitted { parts.join(", ") } else { whole };
                pen.move_to(a.x).put_truncated(&(lead + &all), room, text);
            }
        }
    }

    fn draw_member(&self, pen: &mut Pen<'_>) {
        let Row::Copies { members, .. } = self.row else { return };
        let (Some(below), Some([a, b])) = (self.shows.member, self.cells_of_names()) else {
            return;
        };
        let Some(id) = members.get(below + 1) else { return };
        let bracket = if below + 2 == members.len() { "└ " } else { "├ " };
        let theme = pen.theme;
        pen.move_to(a.x).put(bracket, theme.quiet);
        let room = (b.x + b.width).saturating_sub(a.x + 2);
        let name = self.model.names.short_name(&self.snapshot.doc(*id).path);
        pen.put(&name.fit_name(room), Style::new());
    }
}
