//! The bar of parameters as text: which of them are shown, with which names, row by row. It draws nothing.
//!
//! Those that matter most always stand there, in the same places; of the others those whose value is not the one they began
//! with, and `+9 more`. While the bar has the focus all stand there, behind the first.

use shingle::pipeline::parameters::Params;

use crate::tui::drawing::glyphs::columns;
use crate::tui::event_loop::wish::{Dial, Turn};

use super::table::entries::DIALS;
use super::table::{Entry, differs, is_away, rests};

/// How much is said: as much as there is room for, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BarForm {
    /// Long names, keys in brackets.
    Long,
    /// Long names, keys underlined.
    Plain,
    /// Short names.
    Short,
}

/// What stands for a value that is awaited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// The value that is shown, an arrow and the one that is awaited.
    Both,
    /// An arrow before it.
    Arrow,
    /// It alone.
    Alone,
}

/// What a cell stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BarShows {
    /// A parameter.
    Dial(Dial),
    /// Those that are not shown.
    More,
}

/// Whether a value is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Force {
    /// It is.
    Acts,
    /// The results shown were made with another.
    Awaited,
    /// It decides nothing beside the others.
    Rests,
}

/// A parameter ready to be drawn.
#[derive(Debug)]
pub(crate) struct BarCell {
    /// Which it is.
    pub(crate) shows: BarShows,
    /// Its name: before the key, the key, after it.
    pub(crate) name: [&'static str; 3],
    /// The key stands in brackets.
    pub(crate) bracketed: bool,
    /// Its value.
    pub(crate) value: String,
    /// Whether it is in force.
    pub(crate) force: Force,
    /// There is something to be said about its value: a `!` stands after it.
    pub(crate) warned: bool,
}

impl BarCell {
    fn new(entry: &Entry, of: Values<'_>, (form, awaited): (BarForm, Awaited)) -> Self {
        let Values { asked, shown, warned, .. } = of;
        let long = form <= BarForm::Plain;
        let (value, old) = ((entry.value)(asked, long), (entry.value)(shown, long));
        let pending = value != old;
        let warned = warned.contains(&entry.dial) && !pending;
        let value = match awaited {
            Awaited::Both if pending => format!("{old}→{value}"),
            Awaited::Arrow if pending => format!("→{value}"),
            _ => value,
        };
        Self {
            shows: BarShows::Dial(entry.dial),
            name: if long { entry.long } else { entry.short },
            bracketed: form == BarForm::Long && !entry.binding.keys.is_empty(),
            value,
            force: match rests(entry.dial, asked) {
                _ if pending => Force::Awaited,
                Some(_) => Force::Rests,
                None => Force::Acts,
            },
            warned,
        }
    }

    fn more(count: usize) -> Self {
        Self {
            shows: BarShows::More,
            name: [""; 3],
            bracketed: false,
            value: format!("+{count} more"),
            force: Force::Acts,
            warned: false,
        }
    }

    /// Columns that it takes, without those between it and its neighbours, of which a `!` takes one.
    pub(crate) fn width(&self) -> u16 {
        let name: u16 = self.name.iter().map(|part| columns(part)).sum();
        let brackets = if self.bracketed { 2 } else { 0 };
        columns(&self.value) + if self.shows == BarShows::More { 0 } else { name + 1 + brackets }
    }
}

/// What the bar says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Values<'a> {
    /// The parameters asked for.
    pub(crate) asked: &'a Params,
    /// Those that the results shown were made with.
    pub(crate) shown: &'a Params,
    /// Which of them there is something to be said about.
    pub(crate) warned: &'a [Dial],
    /// The one that is chosen, while the bar has the focus.
    pub(crate) chosen: Option<Dial>,
    /// Rows that it takes at most.
    pub(crate) most: u16,
}

impl Values<'_> {
    /// Whether a parameter stands in the bar while it has not the focus.
    fn is_seen(&self, entry: &Entry) -> bool {
        let differs = |params: &Params| differs(entry, params, &params.origin());
        entry.essential
            || (entry.dial == Dial::Preset && self.asked.preset.is_some())
            || self.warned.contains(&entry.dial)
            || differs(self.asked)
            || differs(self.shown)
    }
}

/// The bar, ready to be drawn.
#[derive(Debug)]
pub(crate) struct ParameterBar {
    /// What stands in each row.
    pub(crate) rows: Vec<Vec<BarCell>>,
    /// Free columns between two parameters.
    pub(crate) gap: u16,
}

impl ParameterBar {
    /// The bar in `width` columns and [`height`] rows.
    pub(crate) fn new(of: Values<'_>, width: u16) -> Self {
        let height = usize::from(height(of, width));
        let (form, gap) = form(of, width);
        let fits = |bar: &Self| bar.rows.len() <= height && bar.is_within(width);
        let tried = |awaited, left| wrapped(of, (form, awaited), width, (gap, left));
        let whole = [Awaited::Both, Awaited::Arrow].into_iter().map(|awaited| tried(awaited, 0));
        // At the worst some are told by their number alone.
        let fewer = (0..DIALS.len()).map(|left| tried(Awaited::Alone, left));
        let found = whole.chain(fewer).find(fits);
        let mut bar = found.unwrap_or_else(|| tried(Awaited::Alone, DIALS.len()));
        // Where rows are scarce, those that end with the chosen one.
        let holds = |row: &Vec<BarCell>| {
            of.chosen.is_some_and(|dial| row.iter().any(|cell| cell.shows == BarShows::Dial(dial)))
        };
        let chosen = bar.rows.iter().position(holds).unwrap_or(0);
        bar.rows.drain(..(chosen + 1).saturating_sub(height));
        bar.rows.truncate(height);
        bar
    }

    fn is_within(&self, width: u16) -> bool {
        self.rows.iter().flatten().all(|cell| cell.width() < width)
    }

    /// What stands at a row and a column of the bar, the blank before it included.
    pub(crate) fn at(&self, row: u16, column: u16) -> Option<BarShows> {
        let mut end = 0;
        self.rows.get(usize::from(row))?.iter().find_map(|cell| {
            let start = end;
            end = start + cell.width() + if start == 0 { 1 } else { self.gap };
            (start..end).contains(&column).then_some(cell.shows)
        })
    }
}

/// The parameters that the bar shows while it has the focus.
fn all(params: &Params) -> Vec<&'static Entry> {
    DIALS.iter().filter(|entry| !is_away(entry.dial, params)).collect()
}

/// The parameter after or before this one, round from the last to the first.
pub(crate) fn neighbour(params: &Params, dial: Dial, turn: Turn) -> Dial {
    let all = all(params);
    let place = all.iter().position(|entry| entry.dial == dial).unwrap_or(0);
    let next = match turn {
        Turn::Next => place + 1,
        Turn::Back => place + all.len() - 1,
    };
    all.get(next % all.len()).map_or(dial, |entry| entry.dial)
}

/// The first parameter of the bar, or the last.
pub(crate) fn end(params: &Params, turn: Turn) -> Option<Dial> {
    let all = all(params);
    let entry = if turn == Turn::Next { all.last() } else { all.first() };
    entry.map(|entry| entry.dial)
}

/// How many rows the bar has: without the focus usually always the same at a width, so that nothing below it moves; more
/// where the values need them.
pub(crate) fn height(of: Values<'_>, width: u16) -> u16 {
    let (form, gap) = form(of, width);
    let rows = |params| {
        let of = Values { asked: params, shown: params, ..of };
        wrapped(of, (form, Awaited::Alone), width, (gap, 0)).rows.len() as u16
    };
    usual(width).max(rows(of.asked)).max(rows(of.shown)).min(of.most.max(1))
}

const fn usual(width: u16) -> u16 {
    if width < 60 { 3 } else { 2 }
}

/// What is said at a width, and the gap: as much as the parameters that are always there leave room for, so that it stays the
/// same whatever else is shown.
fn form(of: Values<'_>, width: u16) -> (BarForm, u16) {
    let tried = [BarForm::Long, BarForm::Plain];
    let essential = || DIALS.iter().filter(|entry| entry.essential);
    let fits = |form: BarForm, gap: u16, params: &Params| {
        let of = Values { asked: params, shown: params, ..of };
        let cells = essential().map(|entry| BarCell::new(entry, of, (form, Awaited::Alone)));
        let cells = cells.chain([BarCell::more(DIALS.len())]);
        let rows = rows(cells, width, gap);
        rows.len() <= usize::from(usual(width))
            && rows.iter().flatten().all(|cell| cell.width() < width)
    };
    let both = |form, gap| fits(form, gap, of.asked) && fits(form, gap, of.shown);
    let mut tried = tried.into_iter().flat_map(|form| [(form, 2), (form, 1)]);
    tried.find(|(form, gap)| both(*form, *gap)).unwrap_or((BarForm::Short, 1))
}

/// The bar with a gap between its cells, and without so many of those that need not be there.
fn wrapped(
    of: Values<'_>,
    form: (BarForm, Awaited),
    width: u16,
    (gap, left_out): (u16, usize),
) -> ParameterBar {
    let all = all(of.asked);
    // The first stay where they are, whatever stands behind them.
    let (first, rest): (Vec<&Entry>, Vec<&Entry>) =
        all.iter().copied().partition(|entry| entry.essential);
    let mut rest: Vec<&Entry> =
        rest.into_iter().filter(|entry| of.chosen.is_some() || of.is_seen(entry)).collect();
    if of.chosen.is_none() {
        rest.truncate(rest.len().saturating_sub(left_out));
    }
    let hidden = all.len() - first.len() - rest.len();
    let cells = first.into_iter().chain(rest).map(|entry| BarCell::new(entry, of, form));
    let more = (hidden > 0).then(|| BarCell::more(hidden));
    ParameterBar { rows: rows(cells.chain(more), width, gap), gap }
}

/// Puts cells into rows, as many as fit into each.
fn rows(cells: impl Iterator<Item = BarCell>, width: u16, gap: u16) -> Vec<Vec<BarCell>> {
    // A column stays free at the left.
    let room = width.saturating_sub(1);
    let mut rows: Vec<Vec<BarCell>> = vec![Vec::new()];
    let mut used = 0;
    for cell in cells {
        if used > 0 && used + cell.width() + u16::from(cell.warned) > room {
            rows.push(Vec::new());
            used = 0;
        }
        used += cell.width() + gap;
        if let Some(row) = rows.last_mut() {
            row.push(cell);
        }
    }
    rows
}
