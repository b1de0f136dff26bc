//! Lays out the bar of parameters as text: the shown parameters, with names and values, in rows.
//!
//! The essential parameters come first, always in the same places. Another parameter is shown if its value differs from
//! its initial value. `[=] +9` counts the hidden parameters and names the key that shows them. The bar shows all
//! parameters while it has the focus, or while the user types a value.

use shingle::{pipeline::Parameter, pipeline::Params};

use crate::tui::parameters::{ENTRIES, Entry, GROUPS, group_of_parameter, is_hidden_parameter};
use crate::tui::{
    actions::KeyName, actions::StepDirection, drawing::width_in_columns,
    parameters::values::format_value, parameters::values::has_different_value,
    parameters::warnings::Warnings, parameters::warnings::warning_about,
};

/// Free columns between two parameters. A `!` takes one of them.
pub(crate) const GAP: u16 = 2;
/// Columns before the rows of a group, for its heading.
const INDENT: u16 = 9;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ValueState {
    #[default]
    Active,
    /// The results on the screen have an older value of the parameter.
    Pending,
    Inactive,
}

#[derive(Default)]
pub(crate) struct BarCell {
    /// The parameter. `None` for the last cell, which counts the hidden parameters.
    pub(crate) shows: Option<Parameter>,
    /// The name in three parts: before the key, the key, after the key. The cell that counts hidden parameters has only
    /// the key.
    pub(crate) name: [&'static str; 3],
    pub(crate) bracketed: bool,
    pub(crate) value: String,
    pub(crate) state: ValueState,
    /// True if a warning concerns the value. A `!` then follows the value.
    pub(crate) warned: bool,
    /// The heading before its row. Empty unless the bar has the focus.
    pub(crate) group: &'static str,
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
            // A shown value would suggest that it has an effect.
            ValueState::Inactive if of.chosen.is_none() => "–".into(),
            // The number alone means nothing to new users.
            _ if parameter == Parameter::Modulo && of.requested.modulo > 1 => {
                format!("{value} (1 in {value})")
            }
            _ => value,
        };
        // The marked letter of the name may be another key, after the user changed keys.
        let first = entry.binding.name.binding().and_then(|line| line.actions.first());
        let is_bound = first.is_some_and(|first| first.keys().any(|key| key == entry.name[1]));
        Self {
            shows: Some(parameter),
            name: entry.name,
            bracketed: entry.is_essential() && is_bound,
            value,
            state,
            warned: warning_about(of.warnings, parameter).is_some() && state != ValueState::Pending,
            group: if of.chosen.is_some() { GROUPS[group_of_parameter(parameter)] } else { "" },
        }
    }

    fn cell_of_hidden_count(count: usize) -> Self {
        let key = KeyName::TypeAValue.binding().map_or("", |binding| binding.label);
        let (name, bracketed) = (["", key, ""], !key.is_empty());
        Self { name, bracketed, value: format!("+{count}"), ..Self::default() }
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
    pub(crate) warnings: &'a Warnings,
    /// The parameter selected in the bar. `None` unless the bar has the focus or the user types a value.
    pub(crate) chosen: Option<Parameter>,
    /// Maximum number of rows.
    pub(crate) most: u16,
}

impl Values<'_> {
    /// Returns true if the bar shows a parameter even without the focus.
    fn is_shown(&self, entry: &Entry) -> bool {
        let differs = |params: &Params| {
            has_different_value(entry.parameter, params, &params.defaults_of_preset())
        };
        entry.is_essential()
            || (entry.parameter == Parameter::Preset && self.requested.preset.is_some())
            || warning_about(self.warnings, entry.parameter).is_some()
            || differs(self.requested)
            || differs(self.current)
    }
}

/// Lays out the bar in rows. Essential parameters come first and keep their places. The last cell counts the parameters that do not fit.
pub(crate) fn lay_out_bar(of: Values<'_>, width: u16) -> Vec<Vec<BarCell>> {
    let all = entries_to_show(of.requested, of.chosen.is_some());
    let (mut shown, rest): (Vec<&Entry>, Vec<&Entry>) =
        all.iter().copied().partition(|entry| entry.is_essential());
    let always = shown.len() + usize::from(of.requested.preset.is_some());
    shown.extend(rest.into_iter().filter(|entry| of.chosen.is_some() || of.is_shown(entry)));
    if of.chosen.is_none() {
        // A preset is more informative than the values that it sets.
        shown.sort_by_key(|entry| !entry.is_essential() && entry.parameter != Parameter::Preset);
    }
    let most = usize::from(of.most.max(1));
    let lay_out = |shown: &[&Entry]| {
        let cells = shown.iter().map(|entry| BarCell::new(entry, of));
        let hidden = all.len() - shown.len();
        let more = (hidden > 0).then(|| BarCell::cell_of_hidden_count(hidden));
        wrap_cells(cells.chain(more), width)
    };
    let mut rows = lay_out(&shown);
    let is_alone = |row: &Vec<BarCell>| row.iter().all(|cell| cell.shows.is_none());
    while of.chosen.is_none()
        && shown.len() > always
        && (rows.len() > most || rows.last().is_some_and(is_alone))
    {
        shown.pop();
        rows = lay_out(&shown);
    }
    // If rows are scarce, show the rows up to the row of the selected parameter.
    let holds =
        |row: &Vec<BarCell>| of.chosen.is_some() && row.iter().any(|cell| cell.shows == of.chosen);
    let chosen = rows.iter().position(holds).unwrap_or(0);
    rows.drain(..(chosen + 1).saturating_sub(most));
    rows.truncate(most);
    rows
}

/// Returns the cell at a row and a column of the bar. The blank before a cell belongs to the cell.
pub(crate) fn cell_at(rows: Vec<Vec<BarCell>>, row: u16, column: u16) -> Option<BarCell> {
    let row = rows.into_iter().nth(row.into())?;
    let indent = row.first()?.indent();
    let mut end = indent;
    row.into_iter().find(|cell| {
        let start = end;
        end = start + cell.width() + if start == indent { 1 } else { GAP };
        (start..end).contains(&column)
    })
}

/// Returns the entries that the bar can show, sorted by group if the bar has the focus.
pub(crate) fn entries_to_show(params: &Params, in_groups: bool) -> Vec<&'static Entry> {
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

/// Returns the number of rows of the bar. Without the focus, it usually depends only on the width, so that the parts
/// below do not move. Long values may need more rows.
pub(crate) fn bar_height(of: Values<'_>, width: u16) -> u16 {
    let usual = if width < 76 { 2 } else { 1 };
    (lay_out_bar(of, width).len() as u16).max(usual).min(of.most.max(1))
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
