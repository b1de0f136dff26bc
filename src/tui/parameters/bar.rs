//! Lays out the bar of parameters as text: the shown parameters, their names and their rows.
//!
//! The essential parameters always come first, in the same places. Another parameter is shown if its value differs from
//! its initial value; `[=] +9` counts the rest and names the key that shows them. While the bar has the focus, or
//! a value is typed, the bar shows all parameters.

use shingle::{pipeline::Parameter, pipeline::Params};

use crate::tui::parameters::{ENTRIES, Entry, GROUPS, group_of_parameter, is_hidden_parameter};
use crate::tui::{
    actions::KeyName, actions::StepDirection, drawing::width_in_columns, keys::binding_named,
    parameters::values::format_value, parameters::values::has_different_value,
};

/// Free columns between two parameters. A `!` takes one of them.
pub(crate) const GAP: u16 = 2;
/// Columns of the heading of a group.
const INDENT: u16 = 9;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BarShows {
    Parameter(Parameter),
    /// The cell that counts the parameters without a cell.
    More,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueState {
    Active,
    /// The results still use an older value of the parameter.
    Pending,
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
    /// The heading of its rows, while the bar has the focus.
    pub(crate) group: &'static str,
}

/// Returns true if the marked letter of the name is still the key of the parameter.
fn is_letter_bound(entry: &Entry) -> bool {
    let first = binding_named(entry.binding.name).and_then(|line| line.actions.first());
    first.is_some_and(|first| first.keys().any(|key| key == entry.name[1]))
}

impl BarCell {
    fn new(entry: &Entry, of: Values<'_>) -> Self {
        let parameter = entry.parameter;
        let [value, old] =
            [of.requested, of.current].map(|params| format_value(parameter, params, false));
        let state = match parameter.why_inactive(of.requested) {
            _ if value != old => ValueState::Pending,
            Some(_) => ValueState::Inactive,
            None => ValueState::Active,
        };
        let value = match state {
            ValueState::Pending => format!("{old}→{value}"),
            // A value without effect would seem to have one.
            ValueState::Inactive if of.chosen.is_none() => "–".into(),
            // The word of the field says nothing to a newcomer.
            _ if parameter == Parameter::Modulo && of.requested.modulo > 1 => {
                format!("{value} (1 in {value})")
            }
            _ => value,
        };
        Self {
            shows: BarShows::Parameter(parameter),
            name: entry.name,
            bracketed: entry.is_essential() && is_letter_bound(entry),
            value,
            state,
            warned: of.warned.contains(&parameter) && state != ValueState::Pending,
            group: if of.chosen.is_some() { GROUPS[group_of_parameter(parameter)] } else { "" },
        }
    }

    fn cell_of_hidden(count: usize) -> Self {
        let key = binding_named(KeyName::TypeAValue).map_or("", |binding| binding.label);
        Self {
            shows: BarShows::More,
            name: ["", key, ""],
            bracketed: !key.is_empty(),
            value: format!("+{count}"),
            state: ValueState::Active,
            warned: false,
            group: "",
        }
    }

    /// Returns the columns of the heading before the first cell of a row.
    pub(crate) const fn indent(&self) -> u16 {
        if self.group.is_empty() { 0 } else { INDENT }
    }

    /// Returns the width in columns, without the gap to the next cell.
    pub(crate) fn width(&self) -> u16 {
        let name: u16 = self.name.iter().map(|part| width_in_columns(part)).sum();
        let brackets = if self.bracketed { 2 } else { 0 };
        width_in_columns(&self.value) + name + 1 + brackets
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Values<'a> {
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
        let differs = |params: &Params| {
            has_different_value(entry.parameter, params, &params.unchanged_preset())
        };
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
}

impl ParameterBar {
    /// Essential parameters come first and keep their places. Those without room are counted in the last cell.
    pub(crate) fn new(of: Values<'_>, width: u16) -> Self {
        let all = entries_to_show(of.requested, of.chosen.is_some());
        let (mut shown, rest): (Vec<&Entry>, Vec<&Entry>) =
            all.iter().copied().partition(|entry| entry.is_essential());
        let always = shown.len() + usize::from(of.requested.preset.is_some());
        shown.extend(rest.into_iter().filter(|entry| of.chosen.is_some() || of.is_shown(entry)));
        if of.chosen.is_none() {
            // A preset says more than the values that it sets.
            shown
                .sort_by_key(|entry| !entry.is_essential() && entry.parameter != Parameter::Preset);
        }
        let most = usize::from(of.most.max(1));
        let lay_out = |shown: &[&Entry]| {
            let cells = shown.iter().map(|entry| BarCell::new(entry, of));
            let hidden = all.len() - shown.len();
            let more = (hidden > 0).then(|| BarCell::cell_of_hidden(hidden));
            wrap_cells(cells.chain(more), width)
        };
        let mut rows = lay_out(&shown);
        let is_alone = |row: &Vec<BarCell>| row.iter().all(|cell| cell.shows == BarShows::More);
        while of.chosen.is_none()
            && shown.len() > always
            && (rows.len() > most || rows.last().is_some_and(is_alone))
        {
            shown.pop();
            rows = lay_out(&shown);
        }
        // If rows are scarce, show the rows up to the row of the selected parameter.
        let chosen = of.chosen.map(BarShows::Parameter);
        let holds = |row: &Vec<BarCell>| row.iter().any(|cell| Some(cell.shows) == chosen);
        let chosen = rows.iter().position(holds).unwrap_or(0);
        rows.drain(..(chosen + 1).saturating_sub(most));
        rows.truncate(most);
        Self { rows }
    }

    /// Returns the cell at a row and a column of the bar. The blank before a cell belongs to that cell.
    pub(crate) fn cell_at(&self, row: u16, column: u16) -> Option<BarShows> {
        let row = self.rows.get(usize::from(row))?;
        let indent = row.first()?.indent();
        let mut end = indent;
        row.iter().find_map(|cell| {
            let start = end;
            end = start + cell.width() + if start == indent { 1 } else { GAP };
            (start..end).contains(&column).then_some(cell.shows)
        })
    }
}

/// Parameters that the bar can show. With the focus, they are in groups.
fn entries_to_show(params: &Params, in_groups: bool) -> Vec<&'static Entry> {
    let shown = ENTRIES.iter().filter(|entry| !is_hidden_parameter(entry.parameter, params));
    let mut shown: Vec<&Entry> = shown.collect();
    shown.sort_by_key(|entry| in_groups.then(|| group_of_parameter(entry.parameter)));
    shown
}

/// Returns the next or previous parameter, cyclically.
pub(crate) fn next_parameter(
    params: &Params,
    parameter: Parameter,
    direction: StepDirection,
) -> Parameter {
    let all = entries_to_show(params, true).into_iter().map(|entry| entry.parameter);
    direction.neighbour(&all.collect::<Vec<_>>(), &parameter).copied().unwrap_or(parameter)
}

pub(crate) fn first_or_last_parameter(
    params: &Params,
    direction: StepDirection,
) -> Option<Parameter> {
    let all = entries_to_show(params, true);
    let entry = if direction == StepDirection::Next { all.last() } else { all.first() };
    entry.map(|entry| entry.parameter)
}

/// Returns the number of rows. Without the focus, the number usually depends on the width alone, so that nothing below
/// the bar moves. Long values may need more rows.
pub(crate) fn bar_height(of: Values<'_>, width: u16) -> u16 {
    let usual = if width < 76 { 2 } else { 1 };
    (ParameterBar::new(of, width).rows.len() as u16).max(usual).min(of.most.max(1))
}

fn wrap_cells(cells: impl Iterator<Item = BarCell>, width: u16) -> Vec<Vec<BarCell>> {
    // The leftmost column stays free.
    let room = width.saturating_sub(1);
    let mut rows: Vec<Vec<BarCell>> = vec![Vec::new()];
    let mut used = 0;
    for cell in cells {
        let is_full = used + cell.width() + u16::from(cell.warned) > room;
        let last = rows.last().and_then(|row| row.last());
        if last.is_some_and(|last| is_full || last.group != cell.group) {
            rows.push(Vec::new());
            used = cell.indent();
        }
        used += cell.width() + GAP;
        if let Some(row) = rows.last_mut() {
            row.push(cell);
        }
    }
    rows
}
