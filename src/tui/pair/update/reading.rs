//! How the two texts are shown: their layout, whether they scroll together, and the words that are left out.

use crate::tui::event_loop::action::StepDirection;
use crate::tui::event_loop::command::Command;
use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::key_of;
use crate::tui::pair::reading::{LineBreaks, PaneShape};
use crate::tui::pair::update::{NO_PAIR, bring, resize_pair, settle};
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;

/// Joins the texts, or lets each scroll by itself.
pub(crate) fn join(model: &mut Model) {
    let free = !model.reading.free;
    model.reading.free = free;
    let which = model.leader();
    model.note = Some(if free {
        "each text scrolls by itself; J joins them again".into()
    } else {
        if let Some(pair) = model.open_mut() {
            pair.follow(which);
        }
        "the texts scroll as one".into()
    });
}

/// Goes to the next or previous layout that is possible here.
pub(crate) fn shape(model: &mut Model, direction: StepDirection) {
    let Some(areas) = model.areas().and_then(|areas| areas.pair) else {
        model.note = Some(NO_PAIR.into());
        return;
    };
    if model.reading.alone {
        model.note = Some("one text has all the room: Esc brings the other back".into());
        return;
    }
    let count = PaneShape::ALL.len();
    let now = PaneShape::ALL.iter().position(|shape| *shape == areas.shape).unwrap_or(0);
    let places = (1..=count).map(|step| match direction {
        StepDirection::Next => (now + step) % count,
        StepDirection::Back => (now + count - step) % count,
    });
    let mut offered = places.filter(|place| areas.offered.get(*place) == Some(&true));
    let next = offered.next().and_then(|place| PaneShape::ALL.get(place)).copied();
    let next = next.unwrap_or(areas.shape);
    model.reading.shape = Some(next);
    model.note = Some(if next == areas.shape {
        format!("there is no room for anything else: {}", next.name())
    } else {
        next.name().into()
    });
    resize_pair(model);
}

/// Shows one text alone, or everything again.
pub(crate) fn alone(model: &mut Model) -> Vec<Command> {
    if model.dots.is_some() {
        // The plot fills the screen already, so nothing would be seen to change.
        model.note = Some("nothing to zoom in a plot".into());
        return Vec::new();
    }
    if model.open().is_none() && !model.reading.alone {
        model.note = Some(NO_PAIR.into());
        return Vec::new();
    }
    let which = model.leader();
    model.reading.alone = !model.reading.alone;
    if model.reading.alone {
        model.focus = Focus::Pane(which);
        let letter = which.letter();
        model.note =
            Some(format!("{letter} alone; {} or Esc brings the rest back", key_of(KeyName::Zoom)));
    }
    settle(model)
}

/// Joins lines that were broken by hand, or shows them as they were written.
pub(crate) fn reflow(model: &mut Model) {
    model.reading.lines = model.reading.lines.other();
    model.note = Some(match model.reading.lines {
        LineBreaks::AsWritten => "lines stand as they were written".into(),
        LineBreaks::Joined => "lines that were broken for a wider page are joined".into(),
    });
    resize_pair(model);
}

/// Shows or hides which words are not counted. Where no pair is on the screen, the selected one is opened to show them.
pub(crate) fn dropped(model: &mut Model) -> Vec<Command> {
    let is_seen = model.areas().is_some_and(|areas| areas.pair.is_some());
    let commands = if is_seen { Some(Vec::new()) } else { bring(model) };
    let Some(commands) = commands else {
        model.note = Some(NO_PAIR.into());
        return Vec::new();
    };
    model.reading.dropped = !is_seen || !model.reading.dropped;
    model.note = Some(if model.reading.dropped {
        "i hides words not counted".into()
    } else {
        "what is not counted looks like the rest".into()
    });
    resize_pair(model);
    commands
}
