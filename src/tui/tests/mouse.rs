//! The mouse: what lies under it decides; the key gives it to the terminal.

use std::time::Duration;

use ratatui::crossterm::event::{MouseButton, MouseEventKind};

use crate::tui::drawing::glyphs::columns;
use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::pair::pane::Which;
use crate::tui::rooms::room::Room;
use crate::tui::screen::focus::{Focus, Overlay};
use crate::tui::screen::hints::Hints;

use super::stage::Stage;

fn wait(stage: &mut Stage, millis: u64) {
    let now = stage.model.now + Duration::from_millis(millis);
    stage.send(Message::Clock(now));
}

#[test]
fn a_click_selects_a_row_and_a_double_click_opens_it() {
    let mut stage = Stage::folder(120, 36);
    stage.click("essays/pier.txt");
    assert_eq!(stage.model.list.selected, 6);
    assert!(!stage.model.zoomed);
    wait(&mut stage, 100);
    stage.click("essays/pier.txt");
    assert!(stage.model.zoomed, "{}", stage.text());
}

#[test]
fn two_slow_clicks_or_two_places_are_no_double_click() {
    let mut stage = Stage::folder(120, 50);
    stage.click("essays/pier.txt");
    wait(&mut stage, 600);
    stage.click("essays/pier.txt");
    assert!(!stage.model.zoomed);
    stage.click("legal/licence-a");
    assert!(!stage.model.zoomed);
    // Below the last row there is nothing to be opened.
    let mut stage = Stage::folder(120, 60);
    for _ in 0..2 {
        let areas = stage.model.areas().unwrap().list.unwrap();
        let place = (5, areas.rows.bottom() - 1);
        stage.mouse(MouseEventKind::Down(MouseButton::Left), place);
    }
    assert!(!stage.model.zoomed);
}

#[test]
fn a_double_click_opens_in_every_list() {
    let mut stage = Stage::folder(120, 36);
    stage.press("D");
    for _ in 0..2 {
        stage.click("essays/pier.txt");
    }
    assert_eq!(stage.model.rooms.here(), Room::Resembling);
}

#[test]
fn hints_of_the_last_row_are_buttons() {
    let mut stage = Stage::folder(120, 36);
    stage.click("? all keys");
    assert_eq!(stage.model.overlay, Some(Overlay::Help));
    stage.click("Esc closes");
    assert_eq!((stage.model.overlay, stage.model.prompt.is_none()), (None, true));
    stage.click("w/W width");
    assert_eq!(stage.model.params.width, 4);
    stage.click("Enter open");
    assert!(stage.model.zoomed);
    stage.asked.clear();
    stage.click("q quit");
    assert_eq!(stage.asked, [Command::Quit]);
}

#[test]
fn between_the_hints_nothing_happens() {
    let mut stage = Stage::folder(120, 36);
    let (x, y) = stage.find("? all keys");
    stage.asked.clear();
    for column in [0, x - 1] {
        stage.mouse(MouseEventKind::Down(MouseButton::Left), (column, y));
    }
    assert_eq!(stage.model.overlay, None);
    assert!(stage.asked.is_empty());
}

#[test]
fn every_hint_is_where_it_is_drawn_at_every_width() {
    for width in 40..=200 {
        let stage = Stage::folder(width, 36);
        let hints = Hints::new(&stage.model, width);
        let text = stage.text();
        let row = text.lines().last().unwrap();
        assert!(row.contains("? all keys"), "{width}: {row}");
        for hint in hints.keys {
            let drawn = format!("{} {}", hint.binding.shown, hint.binding.name);
            let before = row.split(&drawn).next().unwrap();
            assert_eq!(columns(before), hint.x, "{width}: {row}");
        }
    }
}

#[test]
fn the_wheel_moves_what_lies_under_it_and_the_focus_stays() {
    let mut stage = Stage::folder(120, 36);
    let row = stage.find("essays/pier.txt");
    stage.mouse(MouseEventKind::ScrollDown, row);
    assert_eq!(stage.model.list.selected, 1);
    stage.press("?");
    stage.mouse(MouseEventKind::ScrollDown, (10, 10));
    assert!(stage.model.help.chosen.is_some());
    assert_eq!(stage.model.focus, Focus::List);
}

#[test]
fn a_click_on_a_line_of_help_chooses_it_and_a_second_does_it() {
    let mut stage = Stage::folder(120, 36);
    stage.press("?sampl");
    stage.click("h/H");
    assert_eq!(stage.model.overlay, None, "it was chosen by the filter already");
    assert!(stage.model.params.hash != shingle::pipeline::parameters::Params::defaults().hash);
    stage.press("?text");
    let before = stage.model.help.chosen;
    stage.click("Tab ");
    assert!(stage.model.help.chosen != before && stage.model.overlay == Some(Overlay::Help));
    stage.click("Tab ");
    assert_eq!(stage.model.overlay, None);
    assert_eq!(stage.model.focus, Focus::Pane(Which::A));
}

#[test]
fn a_click_on_a_line_of_the_palette_does_it_and_one_beside_closes_it() {
    let mut stage = Stage::folder(120, 36);
    stage.press(":theme");
    stage.click("theme light");
    stage.click("theme light");
    assert_eq!(stage.model.look.theme.name(), "light");
    stage.press(":");
    stage.mouse(MouseEventKind::Down(MouseButton::Left), (10, 6));
    assert_eq!((stage.model.overlay, stage.model.prompt.is_none()), (None, true));
}

#[test]
fn dragging_over_a_text_says_how_text_is_selected() {
    let mut stage = Stage::folder(120, 36);
    stage.press("<Enter>");
    stage.mouse(MouseEventKind::Drag(MouseButton::Left), (20, 12));
    assert!(stage.text().contains("to select text hold Shift"), "{}", stage.text());
}

#[test]
fn the_key_gives_the_mouse_to_the_terminal_and_takes_it_again() {
    let mut stage = Stage::folder(120, 36);
    stage.asked.clear();
    stage.press("&");
    assert_eq!(stage.asked, [Command::Mouse(false)]);
    assert!(stage.text().contains("& takes it again"));
    stage.press("&");
    assert_eq!(stage.asked, [Command::Mouse(false), Command::Mouse(true)]);
    assert!(stage.text().contains("hold Shift"));
}

#[test]
fn a_click_anywhere_in_any_view_is_taken() {
    let views = [
        "", "<Enter>", "<Enter>x", "<Enter>d", "<Enter>;", "<Enter>i", "D", "Q", "!", "?", ":", "=",
    ];
    for (keys, row) in views.iter().flat_map(|keys| (0..36).map(move |row| (keys, row))) {
        let mut stage = Stage::folder(100, 36);
        stage.press(keys);
        for column in (0..100).step_by(9) {
            stage.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
            stage.mouse(MouseEventKind::Up(MouseButton::Left), (column, row));
        }
        assert!(stage.text().contains("shingle"), "after {keys} and clicks in row {row}");
    }
}
