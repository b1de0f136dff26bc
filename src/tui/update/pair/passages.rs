//! Selects passages: the next, by number, by repetition, or in the list of all.

use shingle::pipeline::Passage;

use crate::tui::actions::{KeyName, StepDirection};
use crate::tui::keys::key_map::key_of;
use crate::tui::model::{Focus, Model, OpenPair, Prompt, Purpose};
use crate::tui::update::pair::NO_PAIR;

/// With at most this many passages, a digit is a complete number.
const BY_DIGIT: u32 = 9;

/// Handles a digit: the number of a passage, or the beginning of a longer number.
pub(crate) fn type_digit(model: &mut Model, digit: u8) {
    let Some(numbers) = model.open().map(OpenPair::count_numbers) else {
        return model.show_note(NO_PAIR);
    };
    if numbers > BY_DIGIT && u32::from(digit) * 10 <= numbers {
        model.prompt = Some(Prompt::new(Purpose::Passage, &digit.to_string()));
    }
    go_to_passage(model, u32::from(digit));
}

/// Returns true if a number may count rows, because a list has the focus.
pub(crate) fn counts_rows(model: &Model) -> bool {
    model.focus == Focus::List && model.list_of_current_view().cursor(model).is_some()
}

pub(crate) fn end_number(model: &mut Model) -> Option<usize> {
    let prompt = model.prompt.take_if(|prompt| prompt.purpose == Purpose::Passage)?;
    Some(prompt.text().parse().unwrap_or(0))
}

/// Goes to the passage of the changed number at once. The number is complete if no digit could follow.
pub(crate) fn go_to_typed_number(model: &mut Model) {
    let text = model.typed();
    // The number is missing or too large.
    let Ok(number) = text.trim().parse::<u32>() else { return };
    let numbers = model.open().map_or(0, OpenPair::count_numbers);
    if counts_rows(model) {
        if (1..=numbers).contains(&number) {
            go_to_passage(model, number);
        }
        return;
    }
    if number > numbers / 10 {
        model.prompt = None;
    }
    go_to_passage(model, number);
}

fn go_to_passage(model: &mut Model, number: u32) {
    let Some(pair) = model.open_mut() else { return };
    let numbers = pair.count_numbers();
    let found = pair.passages_numbered(number);
    if found.is_empty() {
        model.note = Some(match numbers {
            0 => "these two share no passage".into(),
            1 => "there is only passage 1".into(),
            _ => format!("passage {number} does not exist: the last is {numbers}"),
        });
    } else if pair.active.is_none_or(|active| !found.contains(&active)) {
        pair.activate(found.start);
    } else if let Some(active) = pair.active {
        pair.activate(active);
    }
}

pub(crate) fn next(model: &mut Model, direction: StepDirection) {
    let which = model.leading_side();
    let Some(pair) = model.open_mut() else { return };
    let count = pair.view.passages.len();
    let wrapped = pair.step_passage(which, direction);
    if count == 0 {
        model.show_note("these two share no passage");
    } else if wrapped {
        let end = match direction {
            StepDirection::Next => "first",
            StepDirection::Back => "last",
        };
        model.show_note(format!("round to the {end} passage"));
    }
}

/// Returns the active passage, or the reason why there is none.
pub(crate) fn active_passage(pair: &OpenPair) -> Result<&Passage, String> {
    pair.active_passage().ok_or_else(|| match pair.view.passages.len() {
        0 => "these two share no passage".to_string(),
        _ => format!("no passage is active: press {}", key_of(KeyName::Passage)),
    })
}

pub(crate) fn go_to_repetition(model: &mut Model, direction: StepDirection) {
    let Some(pair) = model.open_mut() else { return };
    let count = pair.activate_repetition(direction);
    let id = pair.active_passage().map(Passage::id).unwrap_or_default();
    model.note = Some(match count {
        0 => format!("no passage is active: {} goes to the next", key_of(KeyName::Passage)),
        1 => format!("passage {id} occurs once in each text"),
        _ => format!("{id}: one of {count} places where this passage occurs"),
    });
}
