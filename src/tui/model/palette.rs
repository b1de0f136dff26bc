//! The command palette: every action of the key table and every value to offer, found by a few letters of its name. It does
//! nothing and draws nothing.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use shingle::base::visible::visible;
use shingle::pipeline::{Parameter, Params};

use crate::tui::actions::{
    Action, Binding, KeyName, LessonAction, ListAction, Motion, StepDirection,
};
use crate::tui::keys::bindings;
use crate::tui::parameters::table::{ENTRIES, entry};
use crate::tui::parameters::values::{Choices, offered, parameter_named, with_one};
use crate::tui::{actions::binding::written, actions::names::own_name, drawing::ThemeChoice};

/// How many recent actions are kept.
const RECENT: usize = 12;
/// How many characters are looked for at most. A paste may be of any size.
const NEEDLE: usize = 64;

/// What a line of the palette does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PaletteAction {
    /// Does what a key does.
    OfKey(Action),
    /// Sets a parameter to a value, written as it would be typed.
    Value(Parameter, String),
    /// Chooses colours.
    Theme(ThemeChoice),
    /// Gives the mouse to the screen or to the terminal.
    Mouse(bool),
    /// Never counts these words again.
    LeaveOut(String),
}

/// A line of the palette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PaletteItem {
    /// What the search looks at and the line shows first.
    pub(crate) label: String,
    /// The keys that do the same, or a note that the value is in force already.
    pub(crate) key: String,
    /// One sentence about it.
    pub(crate) help: &'static str,
    pub(crate) action: PaletteAction,
}

/// What the palette shows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Palette {
    /// The lines that match the text, the best first.
    pub(crate) found: Vec<PaletteItem>,
    /// Index of the chosen line.
    pub(crate) chosen: usize,
    /// Why the text matches nothing that can be done.
    pub(crate) refusal: Option<String>,
    /// The recent actions, newest first.
    recent: Vec<PaletteAction>,
}

impl Palette {
    /// Finds the lines that match the text, and marks the values that are in force.
    pub(crate) fn look_up(&mut self, text: &str, params: &Params, choices: &Choices) {
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
        let own = all.into_iter().filter(|item| is_value(item, parameter)).collect();
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

    /// Moves the choice.
    pub(crate) fn step(&mut self, motion: Motion, height: usize) {
        let last = self.found.len().saturating_sub(1);
        let page = height.saturating_sub(1).max(1);
        self.chosen = motion.row_from(self.chosen, last, page);
    }

    /// The chosen line, which becomes the newest of the recent ones.
    pub(crate) fn take(&mut self) -> Option<PaletteItem> {
        let item = self.found.get(self.chosen)?.clone();
        self.recent.retain(|action| *action != item.action);
        self.recent.insert(0, item.action.clone());
        self.recent.truncate(RECENT);
        Some(item)
    }

    /// Index of the first line drawn, if this many fit.
    pub(crate) const fn top(&self, height: usize) -> usize {
        (self.chosen + 1).saturating_sub(if height > 0 { height } else { 1 })
    }

    /// The action whose key is the text. Then the items that contain all words of the text: first in their label, then
    /// actions in their sentence too. If there are none, the items whose label has the letters in this order with little
    /// between them. Among equals, recent items come first.
    fn ranked(&self, text: &str, items: Vec<PaletteItem>) -> Vec<PaletteItem> {
        let rank = |item: &PaletteItem| {
            self.recent
                .iter()
                .position(|action| *action == item.action)
                .unwrap_or(self.recent.len())
        };
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let letters: u32 = words.iter().map(|word| word.chars().count() as u32).sum();
        let pattern =
            Pattern::new(text, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy);
        let (mut matcher, mut characters) = (Matcher::new(Config::DEFAULT), Vec::new());
        let mut found: Vec<(Fit, u32, usize, usize, PaletteItem)> = Vec::new();
        for (place, item) in items.into_iter().enumerate() {
            let label = Utf32Str::new(&item.label, &mut characters);
            let score = pattern.score(label, &mut matcher).unwrap_or(0);
            let fit = match fit(&item, &words) {
                _ if item.key.split_whitespace().any(|key| key == text) => Fit::Key,
                None if score >= letters * A_LETTER => Fit::Letters,
                None => continue,
                Some(fit) => fit,
            };
            found.push((fit, u32::MAX - score, rank(&item), place, item));
        }
        found.sort_by_key(|(fit, score, rank, place, _)| (*fit, *score, *rank, *place));
        let occurs = found.first().is_some_and(|first| first.0 < Fit::Letters);
        found.retain(|one| !occurs || one.0 < Fit::Letters);
        found.into_iter().map(|one| one.4).collect()
    }
}

/// The matcher's score for a letter that directly follows another. A gap costs a part of it.
const A_LETTER: u32 = 16;

/// How an item matches the text, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The text is its key.
    Key,
    /// The text is another word for it.
    Meant,
    /// Every word occurs in its label.
    Label,
    /// Every word occurs in its label or begins a word of its sentence.
    Sentence,
    /// Its label has the letters in this order.
    Letters,
}

/// Words that somebody who asks for an explanation may type, for the lesson.
const LESSON: [&str; 5] = ["lesson", "learn", "teach", "explain", "what"];

fn fit(item: &PaletteItem, words: &[String]) -> Option<Fit> {
    let (label, sentence) = (item.label.to_lowercase(), item.help.to_lowercase());
    let teaches = item.action == PaletteAction::OfKey(Action::Lesson(LessonAction::Open));
    if let [word] = words
        && teaches
        && LESSON.contains(&word.as_str())
    {
        return Some(Fit::Meant);
    }
    let is_begun = |word: &String| {
        let begins = |meant: &&str| meant.starts_with(word.as_str());
        teaches && word.chars().count() > 2 && LESSON.iter().any(begins)
    };
    let in_label = |word: &String| label.contains(word.as_str()) || is_begun(word);
    if words.iter().all(in_label) {
        return Some(Fit::Label);
    }
    // One or two letters begin a word of any sentence. The sentence of a value is about its parameter, not about the value.
    let in_sentence = |word: &String| {
        word.chars().count() > 2
            && sentence
                .split(|one: char| !one.is_alphanumeric())
                .any(|part| part.starts_with(word.as_str()))
    };
    let is_action = matches!(item.action, PaletteAction::OfKey(_));
    let fits = is_action && words.iter().all(|word| in_label(word) || in_sentence(word));
    fits.then_some(Fit::Sentence)
}

fn is_value(item: &PaletteItem, parameter: Parameter) -> bool {
    matches!(&item.action, PaletteAction::Value(of, _) if *of == parameter)
}

/// All lines.
fn items(choices: &Choices) -> Vec<PaletteItem> {
    let (moving, mut items): (Vec<PaletteItem>, Vec<PaletteItem>) =
        bindings().flat_map(actions).partition(|item| is_moving(&item.action));
    for entry in ENTRIES {
        let values = offered(entry.parameter, choices).into_iter();
        items.extend(values.map(|value| value_item(entry.parameter, value)));
    }
    for (name, theme) in ThemeChoice::ALL {
        let help = "Which colours the screen uses.";
        let label = format!("theme {name}");
        items.push(PaletteItem {
            label,
            key: String::new(),
            help,
            action: PaletteAction::Theme(theme),
        });
    }
    for (name, on) in [("on", true), ("off", false)] {
        let help = "Whether the mouse belongs to the screen or to the terminal.";
        let label = format!("mouse {name}");
        items.push(PaletteItem {
            label,
            key: String::new(),
            help,
            action: PaletteAction::Mouse(on),
        });
    }
    // Whoever opens the palette seldom looks for the cursor keys.
    items.extend(moving);
    items
}

/// The line that leaves out words which were typed behind the name of the key that leaves out a passage.
fn own_words(text: &str) -> Option<PaletteItem> {
    let words = text.trim_start().strip_prefix(KeyName::LeaveOut.text())?;
    let words = words.strip_prefix(' ').map(str::trim).filter(|words| !words.is_empty())?;
    Some(PaletteItem {
        label: format!("{} “{}”", KeyName::LeaveOut.text(), visible(words)),
        key: String::new(),
        help: "Never count these words again, in any document of the folder.",
        action: PaletteAction::LeaveOut(words.to_string()),
    })
}

fn value_item(parameter: Parameter, value: String) -> PaletteItem {
    let help = entry(parameter).map_or("", |entry| entry.binding.help);
    let label = format!("{} {}", parameter.name(), visible(&value));
    PaletteItem { label, key: String::new(), help, action: PaletteAction::Value(parameter, value) }
}

/// Whether an action only moves to another place.
fn is_moving(action: &PaletteAction) -> bool {
    let PaletteAction::OfKey(action) = action else { return false };
    matches!(
        action,
        Action::Move(_)
            | Action::Enter
            | Action::Leave
            | Action::Focus(_)
            | Action::Edge(_)
            | Action::Side(_)
            | Action::Far(_)
    )
}

/// What an action does that shares its line of help with others, and follows them in the list.
const fn own_help(action: Action) -> Option<&'static str> {
    match action {
        Action::List(ListAction::Sort(StepDirection::Back)) => Some("Sort by the column before."),
        Action::List(ListAction::Reverse) => Some("Sort the other way round."),
        _ => None,
    }
}

/// One line for each action of a line of the key table, with its keys.
fn actions(binding: &'static Binding) -> Vec<PaletteItem> {
    let mut actions: Vec<Action> = Vec::new();
    for (_, _, action) in binding.keys {
        if !actions.contains(action) {
            actions.push(*action);
        }
    }
    let two = actions.iter().filter(|action| own_name(**action).is_none()).count() == 2;
    let line = |(place, action): (usize, Action)| {
        let keys = binding.pressed().filter(|key| key.2 == action);
        let keys: Vec<String> =
            keys.map(|(modifiers, code, _)| written(*modifiers, *code)).collect();
        let label = match (place, two) {
            _ if own_name(action).is_some() => own_name(action).unwrap_or_default().to_string(),
            (1, true) => format!("{}, the other way", binding.name.text()),
            (1.., false) => {
                format!("{} {}", binding.name.text(), keys.first().map_or("", String::as_str))
            }
            _ => binding.name.text().to_string(),
        };
        PaletteItem {
            label,
            key: keys.join(" "),
            help: own_help(action).unwrap_or(binding.help),
            action: PaletteAction::OfKey(action),
        }
    };
    actions.into_iter().enumerate().map(line).collect()
}
