//! Lays out the bar of parameters as text: the shown parameters, their names and their rows.
//!
//! The essential parameters always come first, in the same places. Another parameter is shown if its value differs from
//! its initial value; `[=] +9 more` counts the rest and names the key that shows them. While the bar has the focus, or
//! a value is typed, the bar shows all parameters.

use shingle::base::numbers::thousands;
use shingle::pipeline::{Parameter, Params};

use crate::tui::actions::{KeyName, StepDirection};
use crate::tui::parameters::table::{ENTRIES, Entry, is_hidden};
use crate::tui::parameters::values::{differs, value_in};
use crate::tui::{drawing::glyphs::columns, keys::binding_named};

/// How the bar writes the names. The first form that fits is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BarForm {
    /// Long names, keys in brackets.
    Long,
    /// Long names, keys underlined.
    Plain,
    Short,
}

/// How the bar writes a pending value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// The shown value, an arrow and the pending value.
    Both,
    /// An arrow and the pending value.
    Arrow,
    /// The pending value alone.
    Alone,
}

/// Text after the number of hidden parameters.
const MORE: &str = " more";

/// Content of a cell: a parameter, or the count of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BarShows {
    Parameter(Parameter),
    /// The count of the parameters that are not shown.
    More,
}

/// How the results on the screen use a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueState {
    /// The results use the value.
    Active,
    /// The results use an older value.
    Pending,
    /// The value has no effect beside the other values.
    Inactive,
}

#[derive(Debug)]
pub(crate) struct BarCell {
    pub(crate) shows: BarShows,
    /// The name in three parts: before the key, the key, after the key. The count of hidden parameters has the key
    /// alone.
    pub(crate) name: [&'static str; 3],
    pub(crate) bracketed: bool,
    pub(crate) value: String,
    pub(crate) state: ValueState,
    /// True if a warning concerns the value. A `!` then follows the value.
    pub(crate) warned: bool,
}

/// Returns true if the marked letter of the name is still the key of the parameter.
fn keeps_letter(entry: &Entry) -> bool {
    let first = binding_named(entry.binding.name).and_then(|line| line.actions.first());
    first.is_some_and(|first| first.keys().any(|key| key == entry.long[1]))
}

/// Describes the share of shingles that a modulo retains.
fn sampled_share(modulo: u32) -> String {
    if modulo == 1 { "all".to_string() } else { format!("1 in {}", thousands(modulo)) }
}

impl BarCell {
    fn new(entry: &Entry, of: Values<'_>, (form, awaited): (BarForm, Awaited)) -> Self {
        let Values { requested: asked, current: shown, warned, .. } = of;
        let long = form <= BarForm::Plain;
        let (value, old) =
            (value_in(entry.parameter, asked, long), value_in(entry.parameter, shown, long));
        let pending = value != old;
        let warned = warned.contains(&entry.parameter) && !pending;
        let value = match awaited {
            Awaited::Both if pending => format!("{old}→{value}"),
            Awaited::Arrow if pending => format!("→{value}"),
            // The word of the field says nothing to a newcomer.
            _ if entry.parameter == Parameter::Modulo && form == BarForm::Long && !pending => {
                format!("{value} ({})", sampled_share(asked.modulo))
            }
            _ => value,
        };
        Self {
            shows: BarShows::Parameter(entry.parameter),
            name: if long { entry.long } else { entry.short },
            bracketed: form == BarForm::Long && !entry.long[1].is_empty() && keeps_letter(entry),
            value,
            state: match entry.parameter.inactive(asked) {
                _ if pending => ValueState::Pending,
                Some(_) => ValueState::Inactive,
                None => ValueState::Active,
            },
            warned,
        }
    }

    fn hidden_count(count: usize, form: BarForm) -> Self {
        let key = binding_named(KeyName::TypeAValue).map_or("", |binding| binding.label);
        Self {
            shows: BarShows::More,
            name: ["", key, ""],
            bracketed: form == BarForm::Long && !key.is_empty(),
            value: format!("+{count}{MORE}"),
            state: ValueState::Active,
            warned: false,
        }
    }

    /// Returns the width in columns, without the gap to the next cell. A `!` takes one column of that gap.
    pub(crate) fn width(&self) -> u16 {
        let name: u16 = self.name.iter().map(|part| columns(part)).sum();
        let brackets = if self.bracketed { 2 } else { 0 };
        columns(&self.value) + name + 1 + brackets
    }
}

/// Input of the bar.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Values<'a> {
    /// The requested parameters.
    pub(crate) requested: &'a Params,
    /// The parameters of the results on the screen.
    pub(crate) current: &'a Params,
    pub(crate) warned: &'a [Parameter],
    /// The selected parameter, while the bar has the focus or a value is typed.
    pub(crate) chosen: Option<Parameter>,
    /// Maximum number of rows.
    pub(crate) most: u16,
}

impl Values<'_> {
    /// Returns true if the bar shows a parameter without having the focus.
    fn is_shown(&self, entry: &Entry) -> bool {
        let differs = |params: &Params| differs(entry.parameter, params, &params.origin());
        entry.is_essential()
            || (entry.parameter == Parameter::Preset && self.requested.preset.is_some())
            || self.warned.contains(&entry.parameter)
            || differs(self.requested)
            || differs(self.current)
    }
}

#[derive(Debug)]
pub(crate) struct ParameterBar {
    pub(crate) rows: Vec<Vec<BarCell>>,
    /// Free columns between two parameters.
    pub(crate) gap: u16,
}

impl ParameterBar {
    pub(crate) fn new(of: Values<'_>, width: u16) -> Self {
        let height = usize::from(bar_height(of, width));
        let (form, gap) = longest_form(of, width);
        let fits = |bar: &Self| bar.rows.len() <= height && bar.fits_width(width);
        let tried = |awaited, left| lay_out_bar(of, (form, awaited), width, (gap, left));
        let whole = [Awaited::Both, Awaited::Arrow].into_iter().map(|awaited| tried(awaited, 0));
        // If all parameters do not fit, the bar hides some and counts them.
        let fewer = (0..ENTRIES.len()).map(|left| tried(Awaited::Alone, left));
        let found = whole.chain(fewer).find(fits);
        let mut bar = found.unwrap_or_else(|| tried(Awaited::Alone, ENTRIES.len()));
        // If rows are scarce, show the rows up to the row of the selected parameter.
        let holds = |row: &Vec<BarCell>| {
            of.chosen.is_some_and(|parameter| {
                row.iter().any(|cell| cell.shows == BarShows::Parameter(parameter))
            })
        };
        let chosen = bar.rows.iter().position(holds).unwrap_or(0);
        bar.rows.drain(..(chosen + 1).saturating_sub(height));
        bar.rows.truncate(height);
        bar
    }

    /// Shortens the count of hidden parameters until the count fits into the row before.
    fn fit_hidden_count(mut self, width: u16) -> Self {
        let [.., before, last] = &mut self.rows[..] else { return self };
        let [more] = &mut last[..] else { return self };
        if more.shows != BarShows::More {
            return self;
        }
        let used: u16 = before.iter().map(|cell| cell.width() + self.gap).sum();
        let room = width.saturating_sub(1).saturating_sub(used);
        let count = more.value.trim_end_matches(MORE).to_string();
        let tried = [(more.bracketed, &*count), (false, &*count), (false, "…")];
        let fits = |(bracketed, value): &(bool, &str)| {
            let brackets = if *bracketed { 2 } else { 0 };
            columns(more.name[1]) + brackets + 1 + columns(value) <= room
        };
        let Some((bracketed, value)) = tried.into_iter().find(fits) else {
            // Move the last parameter to the row of the count.
            if before.len() > 1 {
                last.splice(..0, before.pop());
            }
            return self;
        };
        (more.bracketed, more.value) = (bracketed, value.to_string());
        before.append(last);
        self.rows.pop();
        self
    }

    fn fits_width(&self, width: u16) -> bool {
        self.rows.iter().flatten().all(|cell| cell.width() < width)
    }

    /// Returns the cell at a row and a column of the bar. The blank before a cell belongs to that cell.
    pub(crate) fn at(&self, row: u16, column: u16) -> Option<BarShows> {
        let mut end = 0;
        self.rows.get(usize::from(row))?.iter().find_map(|cell| {
            let start = end;
            end = start + cell.width() + if start == 0 { 1 } else { self.gap };
            (start..end).contains(&column).then_some(cell.shows)
        })
    }
}

/// Parameters that the bar shows while the bar has the focus.
fn shown_entries(params: &Params) -> Vec<&'static Entry> {
    ENTRIES.iter().filter(|entry| !is_hidden(entry.parameter, params)).collect()
}

/// Returns the next or previous parameter, cyclically.
pub(crate) fn neighbour_parameter(
    params: &Params,
    parameter: Parameter,
    direction: StepDirection,
) -> Parameter {
    let all = shown_entries(params);
    let place = all.iter().position(|entry| entry.parameter == parameter).unwrap_or(0);
    let next = match direction {
        StepDirection::Next => place + 1,
        StepDirection::Back => place + all.len() - 1,
    };
    all.get(next % all.len()).map_or(parameter, |entry| entry.parameter)
}

pub(crate) fn end_parameter(params: &Params, direction: StepDirection) -> Option<Parameter> {
    let all = shown_entries(params);
    let entry = if direction == StepDirection::Next { all.last() } else { all.first() };
    entry.map(|entry| entry.parameter)
}

/// Returns the number of rows. Without the focus, the number usually depends on the width alone, so that nothing below
/// the bar moves. Long values may need more rows.
pub(crate) fn bar_height(of: Values<'_>, width: u16) -> u16 {
    let (form, gap) = longest_form(of, width);
    let rows = |params| {
        let of = Values { requested: params, current: params, ..of };
        lay_out_bar(of, (form, Awaited::Alone), width, (gap, 0)).rows.len() as u16
    };
    usual_height(width).max(rows(of.requested)).max(rows(of.current)).min(of.most.max(1))
}

const fn usual_height(width: u16) -> u16 {
    match width {
        0..76 => 2,
        _ => 1,
    }
}

/// Returns the longest form of the names, and the gap, with which all parameters shown without the focus fit. The form
/// therefore does not change with the focus.
fn longest_form(of: Values<'_>, width: u16) -> (BarForm, u16) {
    let tried = [BarForm::Long, BarForm::Plain];
    let fits = |form: BarForm, gap: u16, params: &Params| {
        let of = Values { requested: params, current: params, chosen: None, ..of };
        let bar = lay_out_bar(of, (form, Awaited::Alone), width, (gap, 0));
        bar.rows.len() <= usize::from(of.most) && bar.fits_width(width)
    };
    let both = |form, gap| fits(form, gap, of.requested) && fits(form, gap, of.current);
    let mut tried = tried.into_iter().flat_map(|form| [(form, 2), (form, 1)]);
    tried.find(|(form, gap)| both(*form, *gap)).unwrap_or((BarForm::Short, 1))
}

/// Lays out the bar with a gap between its cells. Skips the last `left_out` parameters that are not essential.
fn lay_out_bar(
    of: Values<'_>,
    form: (BarForm, Awaited),
    width: u16,
    (gap, left_out): (u16, usize),
) -> ParameterBar {
    let all = shown_entries(of.requested);
    // Essential parameters keep their places, independent of the parameters behind them.
    let (first, rest): (Vec<&Entry>, Vec<&Entry>) =
        all.iter().copied().partition(|entry| entry.is_essential());
    let mut rest: Vec<&Entry> =
        rest.into_iter().filter(|entry| of.chosen.is_some() || of.is_shown(entry)).collect();
    if of.chosen.is_none() {
        rest.truncate(rest.len().saturating_sub(left_out));
    }
    let hidden = all.len() - first.len() - rest.len();
    let cells = first.into_iter().chain(rest).map(|entry| BarCell::new(entry, of, form));
    let more = (hidden > 0).then(|| BarCell::hidden_count(hidden, form.0));
    ParameterBar { rows: rows(cells.chain(more), width, gap), gap }.fit_hidden_count(width)
}

fn rows(cells: impl Iterator<Item = BarCell>, width: u16, gap: u16) -> Vec<Vec<BarCell>> {
    // The leftmost column stays free.
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
