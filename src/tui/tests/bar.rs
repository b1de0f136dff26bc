//! Which parameters the bar shows, and where.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::wish::Dial;
use crate::tui::parameters::table::entries::DIALS;
use crate::tui::parameters::table::is_away;
use crate::tui::screen::focus::Focus;

use super::screens::in_order;
use super::stage::Stage;

/// What the bar says of those that it does not show, while all have the values that they began with.
fn more() -> String {
    let params = Params::defaults();
    let hidden = DIALS.iter().filter(|entry| !entry.essential && !is_away(entry.dial, &params));
    format!("+{} more", hidden.count())
}

#[test]
fn what_matters_most_is_on_every_screen_and_the_rest_is_one_key_away() {
    for (width, height) in [(200, 60), (120, 36), (100, 30), (80, 24), (60, 20), (40, 12)] {
        let mut stage = Stage::folder(width, height);
        let calm = stage.text();
        let wanted = ["3", "20%", "containment", "1", "modulo", "auto", "on", "on", &more()];
        assert!(in_order(&calm, &wanted), "at {width}x{height}:\n{calm}");
        assert!(!calm.contains("unicode"), "{calm}");
        while stage.model.focus != Focus::Bar {
            stage.press("<Tab>");
        }
        for value in ["none", "unicode", "1", "wide", "at-least"] {
            let mut found = false;
            for _ in 0..DIALS.len() {
                found |= stage.text().contains(value);
                stage.press("<Right>");
            }
            assert!(found, "{value} at {width}x{height}:\n{}", stage.text());
        }
    }
}

#[test]
fn a_click_on_the_number_of_those_that_are_left_out_shows_them() {
    let mut stage = Stage::folder(120, 36);
    let place = stage.find(&more());
    stage.mouse_unanswered(MouseEventKind::Down(MouseButton::Left), place);
    assert_eq!(stage.model.focus, Focus::Bar);
    assert!(stage.text().contains("a[b]ove at-least"), "{}", stage.text());
    assert!(!stage.text().contains(&more()), "{}", stage.text());
}

#[test]
fn what_is_always_there_never_moves() {
    for width in [60, 80, 100, 120, 160, 200] {
        let mut stage = Stage::folder(width, 36);
        let before = stage.find("auto");
        for keys in ["c", "o", "hh", "b", "<Tab><Tab><Tab>", "<Esc>", "CO"] {
            stage.press(keys);
            assert_eq!(stage.find("auto"), before, "{keys} at {width}:\n{}", stage.text());
        }
    }
}

#[test]
fn what_is_seen_in_the_texts_alone_is_not_changed_unseen_under_the_plot() {
    let mut stage = Stage::folder(120, 36);
    stage.press("j<Enter>d");
    while stage.model.focus != Focus::Bar {
        stage.press("<Tab>");
    }
    let before = stage.model.reading;
    for key in ["v", "V", "i", "J", ";"] {
        stage.press(key);
        assert_eq!(stage.model.reading, before, "{key}");
        let said = stage.text().lines().last().unwrap().to_string();
        assert!(said.contains("d leaves the plot"), "{key}: {said}");
    }
}

#[test]
fn where_the_bar_has_the_focus_the_chosen_parameter_is_explained() {
    let mut stage = Stage::folder(120, 36);
    while stage.model.focus != Focus::Bar {
        stage.press("<Tab>");
    }
    assert!(stage.text().contains("width: How many words in a row"), "{}", stage.text());
    while stage.model.tune.chosen != Dial::Hash {
        stage.press("<Left>");
    }
    let said = "hash wide: modulo 1 keeps all shingles, whatever their hash";
    assert!(stage.text().contains(said), "{}", stage.text());
}
