//! The command palette: every action of the key table and every value to offer, found by name.
//!
//! ```text
//! ── Commands ────────────────────────────────────────────────────────────────────── Enter runs it · Esc closes ──
//! ▸ measure jaccard              How a pair is scored. Containment 45%: …
//! ```

use ratatui::{layout::Position, layout::Rect, style::Style, widgets::Clear, widgets::Widget as _};

use shingle::{base::visible::make_visible, pipeline::Parameter, pipeline::Params};

use crate::tui::actions::{Action, Binding, KeyAction, KeyName, Motion, Place, Section};
use crate::tui::drawing::{Canvas, join_fitting_facts, width_in_columns};
use crate::tui::keys::{current_bindings, name_of_action};
use crate::tui::parameters::values::{
    Choices, input_text_of_value, list_offered_values, parameter_named,
    set_active_parameter_from_text,
};
use crate::tui::{
    model::Cursor, model::Model, model::Prompt, model::Purpose, model::list::draw_rows,
    parameters::ENTRIES, parameters::entry_of_parameter, update::parameters, views::Handled,
    views::report,
};

/// Most characters of a search. A paste may be of any size.
const NEEDLE: usize = 64;
/// Number of rows of the palette, including the title.
const ROWS: u16 = 12;
/// Columns for the name of a line. The next constant is for its key.
const NAME: u16 = 26;
const KEY: u16 = 14;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PaletteAction {
    OfKey(Action),
    /// Lists the values of a parameter.
    Ask(Parameter),
    /// Sets a parameter to a value, written as typed.
    Value(Parameter, String),
    /// Writes the report to this file.
    Report(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PaletteItem {
    /// Text that the search reads and the line shows first.
    pub(crate) label: String,
    /// Keys of the same action, or a note that the value is already in force.
    pub(crate) key: String,
    pub(crate) help: &'static str,
    synonyms: &'static [&'static str],
    pub(crate) action: PaletteAction,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Palette {
    /// Lines that match the text, the best first.
    pub(crate) found: Vec<PaletteItem>,
    pub(crate) cursor: Cursor,
    /// Reason why the typed value cannot be set.
    pub(crate) refusal: Option<String>,
}

impl Palette {
    /// Finds the lines that match the text. After `=`, a value without the name of its parameter belongs to `parameter`.
    fn find_items(&mut self, text: &str, parameter: Parameter, params: &Params, choices: &Choices) {
        let (typed, is_typed) = match text.trim_start().strip_prefix('=') {
            Some(rest) => (rest, true),
            None => (text.trim_start(), false),
        };
        (self.cursor, self.refusal) = (Cursor::default(), None);
        let (name, value) = typed.split_once([' ', '=']).unwrap_or((typed, ""));
        let is_named = is_typed || name.len() < typed.len();
        let named = parameter_named(name).filter(|_| is_named).map(|one| (one, value.trim()));
        let named = named.or(is_typed.then_some((parameter, typed.trim())));
        let (parameter, value) = named.unwrap_or((parameter, typed.trim()));
        let is_value = |item: &PaletteItem| {
            named.is_none()
                || matches!(&item.action, PaletteAction::Value(of, _) if *of == parameter)
        };
        let items = list_items(choices).into_iter().filter(is_value);
        let needle: String = value.chars().take(NEEDLE).collect();
        let ranked = items.filter_map(|item| Some((rank_of_matching_item(&item, &needle)?, item)));
        let mut ranked: Vec<(usize, PaletteItem)> = ranked.collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        self.found = ranked.into_iter().map(|(_, item)| item).collect();
        self.found.splice(0..0, report_item(text));
        // The typed value, or without one the current value, is the first line.
        let now = input_text_of_value(parameter, params);
        let value = if value.is_empty() { &*now } else { value };
        match set_active_parameter_from_text(params, parameter, value, choices) {
            _ if named.is_none() => {}
            Err(reason) if parameter != Parameter::Template => {
                self.refusal = Some(format!("{} {value}: {reason}", parameter.name()));
            }
            // A template is read only when its line is chosen.
            Ok(_) | Err(_) => {
                let item = value_item(parameter, value.to_string());
                self.found.retain(|other| other.action != item.action);
                self.found.insert(0, item);
            }
        }
        for item in &mut self.found {
            if let PaletteAction::Value(parameter, value) = &item.action
                && set_active_parameter_from_text(params, *parameter, value, choices)
                    .is_ok_and(|same| same == *params)
            {
                item.key = "as it is".into();
            }
        }
    }

    /// Returns the position in this region, which may be lower than at the last step.
    fn cursor_in(&self, rows: Rect) -> Cursor {
        let mut cursor = self.cursor;
        cursor.scroll_to_selected(self.found.len(), usize::from(rows.height));
        cursor
    }
}

/// Opens the palette. An open palette is closed if no text is given.
pub(crate) fn open_palette(model: &mut Model, text: &str) {
    let closes = text.is_empty() && model.layers.has_layer_at(Place::Palette);
    model.close_overlays();
    if closes {
        return;
    }
    model.layers.open_overlay(Place::Palette);
    model.prompt = Some(Prompt::new(Purpose::Palette, text));
    update_palette(model);
}

/// Opens the palette with the values of a parameter. A typed value is the first of them.
pub(crate) fn open_palette_of_values(model: &mut Model, parameter: Parameter, typed: &str) {
    open_palette(model, &format!("{} {typed}", parameter.name()));
}

pub(crate) fn update_palette(model: &mut Model) {
    let (text, parameter) = (model.typed_text().to_string(), model.parameter_state.chosen);
    let palette: &mut Palette = model.states.get_mut();
    palette.find_items(&text, parameter, &model.params, &model.choices);
}

pub(crate) fn step_palette(model: &mut Model, motion: Motion) {
    let height = usize::from(rows_area(model).height);
    let palette: &mut Palette = model.states.get_mut();
    palette.cursor.step(motion, palette.found.len(), height);
    palette.cursor.scroll_to_selected(palette.found.len(), height);
}

pub(crate) fn perform_action(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::Move(motion) => step_palette(model, motion),
        Action::Enter => return run_selected_item(model),
        _ => return Err(action),
    }
    Ok(())
}

/// Performs the action of the chosen line and closes the palette. Without a chosen line, the palette stays open.
fn run_selected_item(model: &mut Model) -> Handled {
    let palette: &Palette = model.states.get();
    let Some(item) = palette.found.get(palette.cursor.selected) else { return Ok(()) };
    let action = item.action.clone();
    model.close_overlays();
    match action {
        PaletteAction::OfKey(action) => return Err(action),
        PaletteAction::Ask(parameter) => open_palette_of_values(model, parameter, ""),
        PaletteAction::Value(parameter, value) => set_parameter(model, parameter, &value),
        PaletteAction::Report(file) => report::write_report_to_file(model, &file),
    }
    Ok(())
}

fn set_parameter(model: &mut Model, parameter: Parameter, value: &str) {
    model.parameter_state.chosen = parameter;
    model.note = Some(
        match set_active_parameter_from_text(&model.params, parameter, value, &model.choices) {
            Ok(params) if params != model.params => {
                return parameters::change_params(model, params);
            }
            Ok(_) => format!("{} is {value} already", parameter.name()),
            Err(_) if parameter == Parameter::Template && !value.is_empty() => {
                return parameters::read_template(model, value);
            }
            Err(reason) => reason,
        },
    );
}

/// Chooses the clicked line, or performs its action if the line was chosen already. A click elsewhere closes the
/// palette.
pub(crate) fn handle_click(model: &mut Model, at: Position) -> Handled {
    let rows = rows_area(model);
    let palette: &mut Palette = model.states.get_mut();
    let index = palette.cursor_in(rows).top + usize::from(at.y.saturating_sub(rows.y));
    match index {
        _ if !rows.contains(at) => return Err(Action::Leave),
        index if index == palette.cursor.selected => return run_selected_item(model),
        index if index < palette.found.len() => palette.cursor.selected = index,
        _ => {}
    }
    Ok(())
}

/// Returns the region of the palette at the foot of the screen, including its title.
fn palette_area(model: &Model) -> Rect {
    let body = model.areas.body;
    let height = ROWS.min(body.height);
    Rect { y: body.bottom() - height, height, ..body }
}

fn rows_area(model: &Model) -> Rect {
    let area = palette_area(model);
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}

/// Returns the rank of an item that matches a text; 0 is best. First come an action whose key is the text, and a label
/// or synonym equal to the text. Next come labels that contain all words of the text, whole or as beginnings. Last are
/// actions whose sentence contains the words.
fn rank_of_matching_item(item: &PaletteItem, text: &str) -> Option<usize> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (label, sentence) = (item.label.to_lowercase(), item.help.to_lowercase());
    let means = |word: &str| item.synonyms.iter().any(|synonym| synonym.starts_with(word));
    let in_label =
        |word: &&str| begins_a_word(&label, word, false) || (word.len() > 2 && means(word));
    // Words of one or two letters would match any sentence. The sentence of a value describes its parameter, not the
    // value.
    let in_sentence = |word: &&str| word.len() > 2 && begins_a_word(&sentence, word, false);
    let is_action = !matches!(item.action, PaletteAction::Value(..));
    let ranks = [
        item.key.split_whitespace().any(|key| key == text),
        item.synonyms.contains(&&*lower),
        label == lower,
        words.iter().all(|word| begins_a_word(&label, word, true)),
        words.iter().all(in_label),
        is_action && words.iter().all(|word| in_label(word) || in_sentence(word)),
    ];
    ranks.into_iter().position(|holds| holds)
}

/// Returns true if a word of the text begins with `word`. With `whole`, a word of the text must equal `word`.
fn begins_a_word(text: &str, word: &str, whole: bool) -> bool {
    let within = |beside: Option<char>| beside.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(at, found)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|text| text.chars().next());
        !within(before) && (!whole || !within(after))
    })
}

fn list_items(choices: &Choices) -> Vec<PaletteItem> {
    // Users do not look for the keys that move in the palette.
    let bindings = current_bindings().filter(|binding| binding.section != Section::Moving);
    let mut items: Vec<PaletteItem> = bindings.flat_map(items_of_binding).collect();
    items.extend(ENTRIES.iter().map(|entry| PaletteItem {
        label: entry.parameter.name().into(),
        key: entry.binding.keys().collect::<Vec<_>>().join(" "),
        help: entry.binding.help,
        synonyms: entry.binding.synonyms,
        action: PaletteAction::Ask(entry.parameter),
    }));
    for entry in ENTRIES {
        let values = list_offered_values(entry.parameter, choices).into_iter();
        items.extend(values.map(|value| value_item(entry.parameter, value)));
    }
    items
}

fn value_item(parameter: Parameter, value: String) -> PaletteItem {
    let help = entry_of_parameter(parameter).map_or("", |entry| entry.binding.help);
    let label = format!("{} {}", parameter.name(), make_visible(&value));
    let action = PaletteAction::Value(parameter, value);
    PaletteItem { label, key: String::new(), help, synonyms: &[], action }
}

/// Returns the line of `report FILE`.
fn report_item(text: &str) -> Option<PaletteItem> {
    let Binding { text: name, help, .. } = *KeyName::Report.binding()?;
    let file = text.trim().strip_prefix(name)?.strip_prefix(' ')?.trim();
    let (label, action) = (format!("{name} {}", make_visible(file)), file.to_string());
    let action = PaletteAction::Report(action);
    Some(PaletteItem { label, key: String::new(), help, synonyms: &[], action })
}

/// Returns one line for each action of a line of the key table, with its keys. Parameters have separate lines.
fn items_of_binding(binding: &'static Binding) -> Vec<PaletteItem> {
    let line = |(place, one): (usize, &KeyAction)| PaletteItem {
        label: name_of_action(binding, place),
        key: one.keys.to_string(),
        help: binding.help,
        synonyms: binding.synonyms,
        action: PaletteAction::OfKey(one.action),
    };
    let all = binding.actions.iter().enumerate();
    all.filter(|(_, one)| !matches!(one.action, Action::Change(..))).map(line).collect()
}

pub(crate) fn draw_palette(model: &Model, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let palette: &Palette = model.states.get();
    let (area, rows) = (palette_area(model), rows_area(model));
    Clear.render(area.intersection(canvas.buffer.area), canvas.buffer);
    let help = palette.found.get(palette.cursor.selected).map_or("", |item| item.help);
    // If the line cuts the chosen item's sentence, the heading shows the whole sentence.
    let is_cut = area.width >= 60 && width_in_columns(help) + NAME + KEY + 4 > area.width;
    let heading = if is_cut { help } else { "Commands" };
    let room = area.width.saturating_sub(width_in_columns(heading) + 10);
    let way_out = join_fitting_facts(&["Esc closes", "Enter runs it"], room);
    canvas.draw_rule(area, heading, true, &way_out);
    if palette.found.is_empty() {
        let why = palette
            .refusal
            .as_deref()
            .unwrap_or("No command has this name: delete some letters, or press ? for all keys.");
        canvas.pen_in(rows).skip_columns(2).put_paragraph(why, theme.alarm);
        return;
    }
    let name = if rows.width < 60 { rows.width.saturating_sub(KEY + 4) } else { NAME };
    let lines = (palette.cursor_in(rows), palette.found.len());
    draw_rows(lines, true, canvas, rows, |line, pen| {
        let Some(item) = palette.found.get(line) else { return };
        pen.put_cell(&item.label, name, false, theme.strong).skip_columns(1);
        pen.put_cell(&item.key, KEY, false, theme.key).skip_columns(1);
        pen.put_rest(item.help, Style::new());
    });
}
