//! The command palette: every action of the key table and every value to offer, found by name.
//!
//! ```text
//! ── Commands ────────────────────────────────────────────────────────────────────── Enter runs it · Esc closes ──
//! ▸ measure jaccard              How a pair is scored. Containment 45%: …
//! ```

use ratatui::{layout::Position, layout::Rect, style::Style, widgets::Clear, widgets::Widget as _};

use shingle::{base::visible::make_visible, pipeline::Parameter, pipeline::Params};

use crate::tui::actions::{Action, Binding, KeyAction, KeyName, Motion, Place, StepDirection};
use crate::tui::drawing::{Canvas, ThemeChoice, join_fitting, width_in_columns};
use crate::tui::keys::{BACK_SUFFIX, binding_named, bindings, name_of};
use crate::tui::parameters::values::{Choices, offered_values, parameter_named, with_one};
use crate::tui::{
    model::Model, model::Prompt, model::Purpose, parameters::ENTRIES, parameters::entry,
    update::look, update::parameters, views::Handled, views::phrases,
};

/// Number of recent actions that are saved.
const RECENT: usize = 12;
/// Most characters of a search. A paste may be of any size.
const NEEDLE: usize = 64;
/// Rows including the title.
const ROWS: u16 = 12;
/// Columns of a line's name and of its key.
const NAME: u16 = 26;
const KEY: u16 = 14;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PaletteAction {
    OfKey(Action),
    Ask(Parameter),
    /// Sets a parameter to a value, written as typed.
    Value(Parameter, String),
    Theme(ThemeChoice),
    Mouse(bool),
    LeaveOut(String),
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
    pub(crate) chosen: usize,
    /// Reason why the text matches no action.
    pub(crate) refusal: Option<String>,
    recent: Vec<PaletteAction>,
}

impl Palette {
    /// Finds the lines that match the text, and marks the values that are in force.
    fn look_up(&mut self, text: &str, params: &Params, choices: &Choices) {
        self.find(text, params, choices);
        for item in &mut self.found {
            if let PaletteAction::Value(parameter, value) = &item.action
                && with_one(params, *parameter, value, choices).is_ok_and(|same| same == *params)
            {
                item.key = "as it is".into();
            }
        }
    }

    fn find(&mut self, whole: &str, params: &Params, choices: &Choices) {
        let text: String = whole.trim().chars().take(NEEDLE).collect();
        self.chosen = 0;
        self.refusal = None;
        if let Some(words) = own_words(whole) {
            self.found = vec![words];
            return;
        }
        let all = items(choices);
        let (name, value) = text
            .split_once([' ', '='])
            .map_or((text.as_str(), ""), |(name, value)| (name, value.trim()));
        let Some(parameter) = parameter_named(name).filter(|_| !value.is_empty()) else {
            self.found = self.ranked(&text, all);
            return;
        };
        let typed = with_one(params, parameter, value, choices);
        let own = all
            .into_iter()
            .filter(|item| matches!(&item.action, PaletteAction::Value(of, _) if *of == parameter))
            .collect();
        self.found = self.ranked(value, own);
        match typed {
            // A template is read when it is chosen.
            Err(_) if parameter == Parameter::Template => {
                self.found.insert(0, value_item(parameter, value.to_string()));
            }
            Ok(_) => {
                self.found.retain(|item| {
                    item.action != PaletteAction::Value(parameter, value.to_string())
                });
                self.found.insert(0, value_item(parameter, value.to_string()));
            }
            Err(reason) if self.found.is_empty() => {
                self.refusal = Some(format!("{} {value}: {reason}", parameter.name()));
            }
            Err(_) => {}
        }
    }

    /// Returns the first line drawn in this region, so that the chosen line is visible.
    fn top(&self, rows: Rect) -> usize {
        (self.chosen + 1).saturating_sub(usize::from(rows.height).max(1))
    }

    /// Sorts items by their match: first the action whose key is the text, then synonyms. Next are items whose label
    /// has all words of the text: whole, or as beginnings of its words. Last are actions with these words in their
    /// sentence. Among equal matches, recent items come first.
    fn ranked(&self, text: &str, items: Vec<PaletteItem>) -> Vec<PaletteItem> {
        let rank = |item: &PaletteItem| {
            self.recent
                .iter()
                .position(|action| *action == item.action)
                .unwrap_or(self.recent.len())
        };
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let fitting = items.into_iter().filter_map(|item| {
            let is_key = item.key.split_whitespace().any(|key| key == text);
            let fit = if is_key { Some(Fit::Key) } else { fit(&item, &words) };
            Some((fit?, rank(&item), item))
        });
        let mut found: Vec<(Fit, usize, PaletteItem)> = fitting.collect();
        found.sort_by_key(|(fit, rank, _)| (*fit, *rank));
        found.into_iter().map(|one| one.2).collect()
    }
}

pub(crate) fn toggle(model: &mut Model) {
    let is_open = model.layers.has(Place::Palette);
    model.close_overlays();
    if !is_open {
        model.layers.open_overlay(Place::Palette);
        model.prompt = Some(Prompt::new(Purpose::Palette, ""));
    }
    look_up(model);
}

pub(crate) fn look_up(model: &mut Model) {
    let text = model.typed_text().to_string();
    model.states.get_mut::<Palette>().look_up(&text, &model.params, &model.choices);
}

pub(crate) fn step(model: &mut Model, motion: Motion) {
    let page = usize::from(rows(model).height).saturating_sub(1).max(1);
    let palette: &mut Palette = model.states.get_mut();
    palette.chosen = motion.target_row(palette.chosen, palette.found.len().saturating_sub(1), page);
}

pub(crate) fn act(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::Move(motion) => step(model, motion),
        Action::Enter => return enter(model),
        _ => return Err(action),
    }
    Ok(())
}

/// Runs the chosen action and closes the palette. Without a chosen line, the palette stays open.
fn enter(model: &mut Model) -> Handled {
    let palette: &mut Palette = model.states.get_mut();
    let chosen = palette.found.get(palette.chosen).map(|item| item.action.clone());
    if let Some(action) = &chosen {
        palette.recent.retain(|recent| recent != action);
        palette.recent.insert(0, action.clone());
        palette.recent.truncate(RECENT);
    }
    let Some(action) = chosen else { return Ok(()) };
    model.close_overlays();
    match action {
        PaletteAction::OfKey(action) => return Err(action),
        PaletteAction::Ask(parameter) => parameters::open_prompt_for(model, parameter),
        PaletteAction::Value(parameter, value) => set(model, parameter, &value),
        PaletteAction::Theme(theme) => look::set_theme(model, theme),
        PaletteAction::Mouse(on) => look::set_mouse(model, on),
        PaletteAction::LeaveOut(words) => phrases::ignore_words(model, &words),
    }
    Ok(())
}

fn set(model: &mut Model, parameter: Parameter, value: &str) {
    if parameter == Parameter::Template && parameters::is_unread_template(model, value) {
        return parameters::read_template(model, value);
    }
    model.note = Some(match with_one(&model.params, parameter, value, &model.choices) {
        Ok(params) if params != model.params => return parameters::change_to(model, params),
        Ok(_) => format!("{} is {value} already", parameter.name()),
        Err(reason) => reason,
    });
}

/// Chooses the clicked row, or runs its action if it was chosen already. A click beside the palette closes it.
pub(crate) fn click(model: &mut Model, at: Position) -> Handled {
    let rows = rows(model);
    if !rows.contains(at) {
        return Err(Action::Leave);
    }
    let palette: &mut Palette = model.states.get_mut();
    let index = palette.top(rows) + usize::from(at.y - rows.y);
    let is_chosen = index == palette.chosen;
    if index < palette.found.len() {
        palette.chosen = index;
    }
    if is_chosen { enter(model) } else { Ok(()) }
}

/// Returns the region at the foot of the body, with a title above its lines.
fn area(model: &Model) -> Rect {
    let body = model.areas.map(|areas| areas.body).unwrap_or_default();
    let height = ROWS.min(body.height);
    Rect { y: body.bottom() - height, height, ..body }
}

fn rows(model: &Model) -> Rect {
    let area = area(model);
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}

/// Match between an item and the text, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The text is its key.
    Key,
    /// The text is a synonym.
    Meant,
    /// The text is its label.
    Name,
    /// Every word of the text is a word of its label.
    Words,
    /// Every word of the text begins a word of its label or of a synonym.
    Beginnings,
    /// Every word of the text begins a word of its label or of its sentence.
    Sentence,
}

fn fit(item: &PaletteItem, words: &[&str]) -> Option<Fit> {
    let (label, sentence) = (item.label.to_lowercase(), item.help.to_lowercase());
    if matches!(words, [word] if item.synonyms.contains(word)) {
        return Some(Fit::Meant);
    }
    if words.join(" ") == label {
        return Some(Fit::Name);
    }
    if words.iter().all(|word| begins_word(&label, word, true)) {
        return Some(Fit::Words);
    }
    let means = |word: &str| item.synonyms.iter().any(|synonym| synonym.starts_with(word));
    let in_label =
        |word: &&str| begins_word(&label, word, false) || (word.len() > 2 && means(word));
    if words.iter().all(in_label) {
        return Some(Fit::Beginnings);
    }
    // A word of one or two letters begins a word of any sentence. The sentence of a value is about its parameter, not
    // about the value.
    let in_sentence = |word: &&str| word.len() > 2 && begins_word(&sentence, word, false);
    let is_action = matches!(item.action, PaletteAction::OfKey(_) | PaletteAction::Ask(_));
    let fits = is_action && words.iter().all(|word| in_label(word) || in_sentence(word));
    fits.then_some(Fit::Sentence)
}

/// Returns true if the text has a word that begins with `word`, or equals `word` if `whole`.
fn begins_word(text: &str, word: &str, whole: bool) -> bool {
    let within = |beside: Option<char>| beside.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(at, found)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|text| text.chars().next());
        !within(before) && (!whole || !within(after))
    })
}

fn items(choices: &Choices) -> Vec<PaletteItem> {
    let (moving, mut items): (Vec<PaletteItem>, Vec<PaletteItem>) =
        bindings().flat_map(actions).partition(|item| is_moving(&item.action));
    items.extend(ENTRIES.iter().map(|entry| PaletteItem {
        label: entry.parameter.name().into(),
        key: entry.binding.keys().collect::<Vec<_>>().join(" "),
        help: entry.binding.help,
        synonyms: entry.binding.synonyms,
        action: PaletteAction::Ask(entry.parameter),
    }));
    for entry in ENTRIES {
        let values = offered_values(entry.parameter, choices).into_iter();
        items.extend(values.map(|value| value_item(entry.parameter, value)));
    }
    for (name, theme) in ThemeChoice::ALL {
        let action = PaletteAction::Theme(theme);
        items.push(keyless(format!("theme {name}"), "Choose the colours of the screen.", action));
    }
    for (name, on) in [("on", true), ("off", false)] {
        let help = "Give the mouse to the screen or to the terminal.";
        items.push(keyless(format!("mouse {name}"), help, PaletteAction::Mouse(on)));
    }
    // Users seldom look for the cursor keys in the palette.
    items.extend(moving);
    items
}

/// Returns the line that ignores the words typed after the name of the key that ignores a passage.
fn own_words(text: &str) -> Option<PaletteItem> {
    let name = binding_named(KeyName::LeaveOut)?.text;
    let words = text.trim_start().strip_prefix(name)?;
    let words = words.strip_prefix(' ').map(str::trim).filter(|words| !words.is_empty())?;
    let help = "Ignore these words in every document of the folder.";
    let action = PaletteAction::LeaveOut(words.to_string());
    Some(keyless(format!("{name} “{}”", make_visible(words)), help, action))
}

fn value_item(parameter: Parameter, value: String) -> PaletteItem {
    let help = entry(parameter).map_or("", |entry| entry.binding.help);
    let label = format!("{} {}", parameter.name(), make_visible(&value));
    keyless(label, help, PaletteAction::Value(parameter, value))
}

const fn keyless(label: String, help: &'static str, action: PaletteAction) -> PaletteItem {
    PaletteItem { label, key: String::new(), help, synonyms: &[], action }
}

fn is_moving(action: &PaletteAction) -> bool {
    let PaletteAction::OfKey(action) = action else { return false };
    matches!(
        action,
        Action::Move(_)
            | Action::Enter
            | Action::Leave
            | Action::Focus(_)
            | Action::GoToEdge(_)
            | Action::StepSide(_)
            | Action::StepFar(_)
    )
}

const fn own_help(action: Action) -> Option<&'static str> {
    use StepDirection::{Back, Next};
    Some(match action {
        Action::Sort(Back) => "Sort by the column before.",
        Action::Reverse => "Sort the other way round.",
        Action::Passage(Back) => "Go to the passage before, or to the search match before.",
        Action::Repetition(Next) => "Go to the next repetition of the passage.",
        Action::Repetition(Back) => "Go to the repetition of the passage before.",
        Action::Neighbour(Back) => "Open the pair before in the list.",
        Action::Focus(Back) => "Move the focus to the region before.",
        _ => return None,
    })
}

/// Returns one line for each action of a line of the key table, with its keys. Parameters have separate lines.
fn actions(binding: &'static Binding) -> Vec<PaletteItem> {
    let line = |(place, one): (usize, &KeyAction)| {
        let name = name_of(binding, place);
        let other_way = name.strip_suffix(BACK_SUFFIX).map(|name| format!("{name}, the other way"));
        PaletteItem {
            label: other_way.unwrap_or(name),
            key: one.keys.to_string(),
            help: own_help(one.action).unwrap_or(binding.help),
            synonyms: binding.synonyms,
            action: PaletteAction::OfKey(one.action),
        }
    };
    let all = binding.actions.iter().enumerate();
    all.filter(|(_, one)| !matches!(one.action, Action::Change(..))).map(line).collect()
}

pub(crate) fn render(model: &Model, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let palette: &Palette = model.states.get();
    let (area, rows) = (area(model), rows(model));
    Clear.render(area.intersection(canvas.buffer.area), canvas.buffer);
    let help = palette.found.get(palette.chosen).map_or("", |item| item.help);
    // If the row of the chosen line cuts its sentence, the heading shows the sentence.
    let is_cut = area.width >= 60 && width_in_columns(help) + NAME + KEY + 4 > area.width;
    let heading = if is_cut { help } else { "Commands" };
    let room = area.width.saturating_sub(width_in_columns(heading) + 10);
    let way_out = join_fitting(&["Esc closes", "Enter runs it"], room);
    canvas.draw_rule(area, (heading, theme.focused), &way_out);
    let mut pen = canvas.pen(rows);
    if palette.found.is_empty() {
        let why = palette
            .refusal
            .as_deref()
            .unwrap_or("No command has this name: delete some letters, or press ? for all keys.");
        pen.skip(2).put_paragraph(why, theme.alarm);
        return;
    }
    let top = palette.top(rows);
    for (index, item) in palette.found.iter().enumerate().skip(top) {
        if pen.rows() == 0 {
            break;
        }
        let chosen = index == palette.chosen;
        let name = if rows.width < 60 { rows.width.saturating_sub(KEY + 4) } else { NAME };
        pen.put(if chosen { "▸ " } else { "  " }, theme.strong);
        pen.put_cell(&item.label, name, false, theme.strong).skip(1);
        pen.put_cell(&item.key, KEY, false, theme.key).skip(1);
        let room = pen.free_width();
        pen.put_truncated(item.help, room, Style::new());
        if chosen {
            pen.set_row_style(theme.selected);
        }
        pen.move_down();
    }
}
