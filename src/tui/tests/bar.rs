//! Which parameters the bar shows, and where.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};

use super::super::model::dials::DIALS;
use super::super::model::state::Focus;
use super::screens::in_order;
use super::stage::Stage;
use super::tuning::{mouse, place};

#[test]
fn what_matters_most_is_on_every_screen_and_the_rest_is_one_key_away() {
    for (width, height) in [(200, 60), (120, 36), (100, 30), (80, 24), (60, 20), (40, 12)] {
        let mut stage = Stage::folder(width, height);
        let calm = stage.text();
        let wanted = ["3", "20%", "containment", "1", "modulo", "auto", "on", "on", "+9 more"];
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
    let (column, row) = place(&stage, "+9 more");
    mouse(&mut stage, MouseEventKind::Down(MouseButton::Left), column, row);
    assert_eq!(stage.model.focus, Focus::Bar);
    assert!(stage.text().contains("a[b]ove at-least"), "{}", stage.text());
    assert!(!stage.text().contains("+9 more"), "{}", stage.text());
}

#[test]
fn what_is_always_there_never_moves() {
    for width in [60, 80, 100, 120, 160, 200] {
        let mut stage = Stage::folder(width, 36);
        let before = place(&stage, "auto");
        for keys in ["c", "o", "hh", "b", "<Tab><Tab><Tab>", "<Esc>", "CO"] {
            stage.press(keys);
            assert_eq!(place(&stage, "auto"), before, "{keys} at {width}:\n{}", stage.text());
        }
    }
}
