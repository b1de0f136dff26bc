//! Draws the visible part of the ranked list, one row for each pair.
//!
//! ```text
//! ── 58 pairs in 57 rows · at least 20% of one text's 3-word shingles are in the other ── row 2 of 57 ──
//!         #  score           A in B B in A  A                            B
//!         1  100% ████████             = 3 copies: notes/a.txt, notes/b.txt, old/a.txt
//! ▸ ~     2   62% █████       41%    64%   essay-a.md                   essay-b.md              changed
//! ```

use ratatui::style::Style;

use shingle::base::numbers::{format_count, thousands, verb};
use shingle::decisions::{Decision, Verdict};
use shingle::engine::LONG_PASSAGE;
use shingle::pipeline::{Completeness, Mark, Row, Snapshot, document::info::unified};
use shingle::{base::path::DocPath, base::visible::visible};

use crate::tui::drawing::glyphs::{columns, join_fitting, truncate};
use crate::tui::drawing::pen::rule_heading_width;
use crate::tui::drawing::{Canvas, Pen, Theme};
use crate::tui::keys::key_map::typed_command;
use crate::tui::model::decisions::{describe_direction, describe_mark, sign_of};
use crate::tui::model::pairs::why_empty;
use crate::tui::model::{
    Columns, Cursor, Focus, LineShows, Model, PairColumn, Sort, Table, columns::Cell,
};
use crate::tui::view::{lists::headings, lists::rows, parameters};
use crate::tui::words::names::ShortName;
use crate::tui::words::score::demand;
use crate::tui::words::shares::percent;
use crate::tui::{
    layout::ListAreas,
    model::decided_rows::{DecidedCounts, earlier_mark_of_row},
};

/// Draws title, column names and rows, or a sentence that explains the empty list.
pub(crate) fn render(model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
    let theme = canvas.theme;
    let heading_style = theme.heading_style(model.focus == Focus::List);
    let Some(snapshot) = &model.snapshot else {
        canvas.rule(areas.title, ("Matches", heading_style), "");
        let (sentence, style) = match &model.failed {
            Some(reason) => (format!("Stopped: {reason}"), theme.alarm),
            None => ("Looking through the folder …".to_string(), theme.quiet),
        };
        canvas.put_notice(areas.rows, &sentence, style);
        return;
    };
    let place = parameters::remark(model, snapshot, areas.title.width)
        + &describe_order_and_row(model, areas.title.width);
    let left = areas.title.width.saturating_sub(columns(&place) + LEAST_OF_HEADING);
    let place = match about_selected(model, snapshot, areas.title.width, left) {
        Some(about) => format!("{about} · {place}"),
        None => place,
    };
    let room = rule_heading_width(areas.title.width, &place);
    let (heading, place, heading_style) = match &model.list.filter.unknown {
        Some(unknown) => {
            // Valid input is shown across the whole width. Its end is cut, not its middle.
            let title = format!("not understood: {unknown}");
            let place = if columns(&visible(&title)) <= room { place } else { String::new() };
            let title = truncate(&visible(&title), rule_heading_width(areas.title.width, &place));
            (title, place, heading_style)
        }
        None => (join_fitting(&heading(model, snapshot), room), place, heading_style),
    };
    canvas.rule(areas.title, (&heading, heading_style), &place);
    if model.list.len() == 0 {
        canvas.put_notice(areas.rows, &why_empty(model, snapshot), theme.strong);
        return;
    }
    let table = model.pair_table(areas.rows.width);
    headings(&table, model.list.sort, canvas, areas.columns);
    parameters::heading(table.pinned, canvas, areas.columns);
    let cursor = Cursor { selected: model.list.selected, top: model.list.top };
    let has_keys = model.focus == Focus::List;
    rows((cursor, model.list.len()), has_keys, canvas, areas.rows, |index, pen| {
        let shows = model.list.line_at(index);
        if let Some((shows, row)) = shows.and_then(|one| Some((one, snapshot.rows.get(one.row)?))) {
            RowLine { model, snapshot, row, shows, table: &table, theme }.draw(pen);
        }
    });
}

/// Describes the contents of the list, and then the demand on its pairs.
fn heading(model: &Model, snapshot: &Snapshot) -> Vec<String> {
    let stale = model.is_stale().then(|| "stale".to_string());
    let facts = stale.into_iter().chain(contents(model, snapshot));
    facts.chain([demand(&snapshot.params)]).collect()
}

/// Describes the contents of the list, the most important fact first.
fn contents(model: &Model, snapshot: &Snapshot) -> Vec<String> {
    let list = &model.list;
    let all = snapshot.rows.len() as u64;
    let left = list.order.len() as u64;
    let pass = verb(left, "passes", "pass");
    if let Some(name) = &list.of {
        let passing = match &*list.filter.text {
            "" => String::new(),
            text => format!(" that {pass} “{text}”"),
        };
        return vec![format!(
            "{} with {}{passing}",
            format_count(left, "row"),
            model.names.of(name)
        )];
    }
    if !list.filter.is_empty() {
        let (left, all) = (thousands(left), format_count(all, "row"));
        return vec![format!("{left} of {all} {pass} “{}”", list.filter.text)];
    }
    let gone = gone(snapshot);
    let pairs = format_count(snapshot.pairs_found, "pair");
    let are_grouped = snapshot.completeness == Completeness::Whole
        && !snapshot.cut
        && all - gone < snapshot.pairs_found;
    let found = match snapshot.completeness {
        _ if snapshot.cut => format!("the best {} of {pairs}", thousands(all)),
        _ if are_grouped => {
            format!("{pairs} in {}", format_count(all - gone, "row"))
        }
        Completeness::Whole => pairs,
        Completeness::SomeDocuments => {
            let documents = format_count(snapshot.present as u64, "document");
            format!("{pairs} in {documents} so far")
        }
        Completeness::From(from) => format!("{pairs} from {} up so far", percent(from)),
    };
    let DecidedCounts { now, earlier } = model.decisions.decided.unwrap_or_default();
    let counted = |count: u64, what| (count > 0).then(|| format!("{} {what}", thousands(count)));
    // Common phrases come first, because they drown the other pairs.
    let common = (model.shared_by_many > 0).then(|| {
        let shingles = format_count(model.shared_by_many, "shingle");
        format!("{shingles} in many documents: type {}", typed_command("common auto"))
    });
    let passage = typed_command(&format!("passage {LONG_PASSAGE}"));
    let below = counted(model.passages_below.pairs, "more share a passage: ");
    let below = below.map(|pairs| pairs + &passage);
    let facts = [
        Some(found),
        counted(gone, "gone"),
        counted(now as u64, "decided"),
        counted(earlier as u64, "on an earlier version"),
        common,
        below,
        are_grouped.then(|| "copies share a row".to_string()),
    ];
    facts.into_iter().flatten().collect()
}

/// Returns the number of rows at the end whose pairs are gone.
fn gone(snapshot: &Snapshot) -> u64 {
    let rows = &snapshot.rows;
    (rows.len() - rows.partition_point(|row| row.mark() != Mark::Gone)) as u64
}

/// Fewest columns for the heading of the list, beside the facts about the selected row.
const LEAST_OF_HEADING: u16 = 18;

/// Returns facts about the selected row that have no column: the containment in both directions, and the mark. The mark
/// is omitted if the pair below shows it.
fn about_selected(model: &Model, snapshot: &Snapshot, width: u16, room: u16) -> Option<String> {
    let shows = model.list.line_at(model.list.selected)?;
    let row = snapshot.rows.get(shows.row)?;
    let table = model.pair_table(width);
    let lacks = |column| table.cell(column).is_none();
    let overlap = row.pair().overlap;
    let (there, back) = (percent(overlap.containment_a()), percent(overlap.containment_b()));
    let is_told = lacks(PairColumn::AInB) || lacks(PairColumn::BInA);
    let is_told = is_told && snapshot.params.counts() && matches!(row, Row::Pair { .. });
    let both = is_told.then(|| format!("A in B {there}, B in A {back}"));
    let has_pair = model.pair_areas().is_some();
    let decided = model.decisions.of_row(snapshot, row).filter(|_| !has_pair);
    let decided = decided.filter(|one| !one.note.is_empty() || lacks(PairColumn::Mark));
    let decided = decided.filter(|one| one.says_something());
    let decided = decided.map(|one| {
        let direction = describe_direction(one, snapshot.contents(row), ["A", "B"]);
        describe_mark(one, row.pair().score, &direction)
    });
    let docs = [row.pair().a, row.pair().b].map(|id| snapshot.doc(id));
    let unified = unified(docs, &snapshot.params).filter(|_| !has_pair);
    let all: Vec<String> = both.into_iter().chain(unified).chain(decided).collect();
    (!all.is_empty() && room >= 12).then(|| truncate(&all.join(" · "), room))
}

/// Returns the order of the list, if it is not the default, and the number of the selected row.
fn describe_order_and_row(model: &Model, width: u16) -> String {
    // Lines below an unfolded row are not counted: rows keep their numbers.
    let line = line_of(model.list.selected_place(), model.list.order.len(), width);
    sorted(model.list.sort, line, width)
}

/// Returns the order of a list, if it is not the default, and the number of the selected line.
pub(crate) fn sorted<C: Columns>(sort: Sort<C>, line: String, width: u16) -> String {
    if sort == Sort::default() {
        return line;
    }
    let sorted = if width < 90 { sort.short_text() } else { sort.sentence() };
    let dot = if line.is_empty() { "" } else { " · " };
    format!("{sorted}{dot}{line}")
}

/// Returns the number of the selected line, with the word "row" if it fits. Copies share a row, so rows and pairs
/// differ in number.
pub(crate) fn line_of(selected: usize, len: usize, width: u16) -> String {
    if len == 0 {
        return String::new();
    }
    let (row, of_word) = if width < 60 { ("", "/") } else { ("row ", " of ") };
    format!("{row}{}{of_word}{}", thousands(selected as u64 + 1), thousands(len as u64))
}

struct RowLine<'a> {
    model: &'a Model,
    snapshot: &'a Snapshot,
    row: &'a Row,
    shows: LineShows,
    table: &'a Table<PairColumn>,
    theme: &'a Theme,
}

impl RowLine<'_> {
    fn draw(&self, pen: &mut Pen<'_>) {
        let Self { model, table, theme, .. } = *self;
        if self.shows.member.is_some() {
            return self.member(pen);
        }
        let (sign, word, mark_style) = match self.row.mark() {
            Mark::None => (" ", "", theme.quiet),
            Mark::New => ("+", "new", theme.marks[0]),
            Mark::Changed => ("~", "changed", theme.marks[1]),
            Mark::Gone => ("-", "gone", theme.marks[2]),
        };
        let text = if self.row.mark() == Mark::Gone { theme.marks[2] } else { Style::new() };
        pen.put(sign, mark_style);
        let decided = model.decisions.of_row(self.snapshot, self.row);
        let earlier = decided.is_none().then(|| self.earlier()).flatten();
        match earlier {
            Some(earlier) => pen.put(sign_of(earlier), theme.quiet),
            None => pen.put(decided.map_or(" ", sign_of), theme.strong),
        };
        self.numbers(text, pen);
        let row = (self.shows.row, self.row);
        parameters::cell(model, self.snapshot, row, pen, table.pinned, theme);
        self.names(text, pen);
        if let Some(cell) = table.cell(PairColumn::Mark) {
            let (word, style) = match decided {
                Some(one) if word.is_empty() && one.says_something() => {
                    (self.mark_word(one), theme.quiet)
                }
                None if word.is_empty() && earlier.is_some() => ("earlier".into(), theme.quiet),
                _ => (word.into(), mark_style),
            };
            let word = truncate(&word, cell.width);
            pen.move_to(cell.x).put_cell(&word, cell.width, false, style);
        }
    }

    /// Returns the direction of copying, or else the mark, and the note.
    fn mark_word(&self, decision: &Decision) -> String {
        let place = decision.source_place(self.snapshot.contents(self.row));
        let took = place.map(|place| ["B took", "A took"][place]);
        let mark = match decision.verdict {
            Verdict::Undecided => "",
            verdict => took.unwrap_or(verdict.name_for(self.row.pair().score)),
        };
        format!("{mark} {}", visible(&decision.note)).trim().to_string()
    }

    /// Returns the mark on an earlier version of the row.
    fn earlier(&self) -> Option<&Decision> {
        let model = self.model;
        let former = |name: &DocPath| model.activities.former_names(name);
        let all = &model.decisions.all;
        earlier_mark_of_row(all, &model.folder_name, self.snapshot, self.row, former)
    }

    fn numbers(&self, text: Style, pen: &mut Pen<'_>) {
        let (pair, params) = (self.row.pair(), &self.snapshot.params);
        for cell in &self.table.cells {
            let content = cell.column.cell(pair, self.shows.row, params, text, self.theme);
            if let Some((number, style)) = content {
                pen.move_to(cell.x).put_cell(&number, cell.width, cell.right, style);
            }
        }
        let (x, width) = self.table.bar;
        if width > 0 {
            let share = match self.snapshot.histogram.longest {
                0 => pair.score.to_f64(),
                longest => f64::from(pair.passage) / f64::from(longest),
            };
            bar(pen.move_to(x), share, width, self.theme);
        }
    }

    /// Returns the cells of both names.
    fn name_cells(&self) -> Option<[Cell<PairColumn>; 2]> {
        Some([self.table.cell(PairColumn::NameA)?, self.table.cell(PairColumn::NameB)?])
    }

    fn names(&self, text: Style, pen: &mut Pen<'_>) {
        let Some([a, b]) = self.name_cells() else { return };
        let names = &self.model.names;
        match self.row {
            Row::Pair { pair, more, .. } => {
                for (cell, id, more) in [(a, pair.a, more.0), (b, pair.b, more.1)] {
                    let copies = others(more, cell.width);
                    let name = names.of(&self.snapshot.doc(id).path);
                    let name = name.fit(cell.width.saturating_sub(columns(&copies)));
                    pen.move_to(cell.x).put(&name, text).put(&copies, self.theme.quiet);
                }
            }
            Row::Copies { members, .. } => {
                let room = b.x + b.width - a.x;
                let names = members.iter().map(|id| names.of(&self.snapshot.doc(*id).path));
                let listed = copies(names, members.len(), self.shows.unfolded, room);
                pen.move_to(a.x).put_elided(&listed, room, text);
            }
        }
    }

    fn member(&self, pen: &mut Pen<'_>) {
        let Row::Copies { members, .. } = self.row else { return };
        let (Some(below), Some([a, b])) = (self.shows.member, self.name_cells()) else { return };
        let Some(id) = members.get(below + 1) else { return };
        let bracket = if below + 2 == members.len() { "└ " } else { "├ " };
        pen.move_to(a.x).put(bracket, self.theme.quiet);
        let room = (b.x + b.width).saturating_sub(a.x + 2);
        let name = self.model.names.of(&self.snapshot.doc(*id).path);
        pen.put(&name.fit(room), Style::new());
    }
}

/// Describes a row of copies in `room` columns: their number and as many names as fit.
fn copies(
    mut names: impl Iterator<Item = ShortName>,
    count: usize,
    unfolded: bool,
    room: u16,
) -> String {
    let mut line = format!("= {} copies: ", thousands(count as u64));
    let more = |left: usize| match left {
        0 => String::new(),
        left => format!(", +{} more", thousands(left as u64)),
    };
    let mut left = count.saturating_sub(1);
    let rest = if unfolded { String::new() } else { more(left) };
    let Some(first) = names.next() else { return line };
    let first_room = room.saturating_sub(columns(&line) + columns(&rest));
    let whole = first.to_string();
    if first_room < 8 && columns(&whole) > first_room {
        return format!("= {} copies", thousands(count as u64));
    }
    if unfolded || columns(&whole) > first_room {
        return line + &first.fit(first_room) + &rest;
    }
    line += &whole;
    for name in names {
        let part = format!(", {name}");
        if columns(&line) + columns(&part) + columns(&more(left - 1)) > room {
            break;
        }
        line += &part;
        left -= 1;
    }
    line + &more(left)
}

/// Returns the number of other copies of a document, for a name column of this width.
fn others(copies: u32, width: u16) -> String {
    match copies {
        0 => String::new(),
        1 if width >= 36 => " (+1 copy)".into(),
        more if width >= 36 => format!(" (+{} copies)", thousands(u64::from(more))),
        more => format!(" (+{})", thousands(u64::from(more))),
    }
}

/// Draws a bar of `width` columns, filled by eighths.
pub(crate) fn bar(pen: &mut Pen<'_>, share: f64, width: u16, theme: &Theme) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let mut left = share.clamp(0.0, 1.0) * f64::from(width);
    let mut text = String::new();
    while left >= 1.0 {
        text.push('█');
        left -= 1.0;
    }
    let part = (1..8_u8).rev().find(|part| left * 8.0 >= f64::from(*part)).unwrap_or(0);
    text.push_str(EIGHTHS[usize::from(part)]);
    pen.put_cell(&text, width, false, theme.bar);
}
