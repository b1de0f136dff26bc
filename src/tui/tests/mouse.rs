//! The mouse: its effect depends on the part under it, and a key gives the mouse to the terminal.

use std::time::Duration;

use ratatui::crossterm::event::{MouseButton, MouseEventKind};

use crate::tui::actions::{Place, ViewName};
use crate::tui::drawing::glyphs::columns;
use crate::tui::layout::PaneSide;
use crate::tui::messages::Message;
use crate::tui::model::{Command, Focus, Hints};

use super::test_screen::TestScreen;

fn wait(screen: &mut TestScreen, millis: u64) {
    let now = screen.model.now + Duration::from_millis(millis);
    screen.send(Message::Clock(now));
}

#[test]
fn a_click_selects_a_row_and_a_double_click_opens_it() {
    let mut screen = TestScreen::folder(120, 36);
    screen.click("essays/pier.txt");
    assert_eq!(screen.selected(), 6);
    assert!(!screen.pair_fills_screen());
    wait(&mut screen, 100);
    screen.click("essays/pier.txt");
    assert!(screen.pair_fills_screen(), "{}", screen.text());
}

#[test]
fn two_slow_clicks_or_two_places_are_no_double_click() {
    let mut screen = TestScreen::folder(120, 50);
    screen.click("essays/pier.txt");
    wait(&mut screen, 600);
    screen.click("essays/pier.txt");
    assert!(!screen.pair_fills_screen());
    screen.click("legal/licence-a");
    assert!(!screen.pair_fills_screen());
    // Below the last row there is no row to open.
    let mut screen = TestScreen::folder(120, 60);
    for _ in 0..2 {
        let areas = screen.areas().list.unwrap();
        let place = (5, areas.rows.bottom() - 1);
        screen.mouse(MouseEventKind::Down(MouseButton::Left), place);
    }
    assert!(!screen.pair_fills_screen());
}

#[test]
fn hints_of_the_last_row_are_buttons() {
    let mut screen = TestScreen::folder(120, 36);
    screen.click("? all keys");
    assert_eq!(screen.place(), Place::Help);
    screen.click("Esc closes");
    assert!(!screen.has_overlay() && !screen.has_prompt());
    screen.click("D documents");
    assert!(screen.model.is_in(ViewName::Documents));
    screen.press("<Esc>");
    screen.click("Enter open");
    assert!(screen.pair_fills_screen());
    screen.asked.clear();
    screen.press("q");
    assert!(!screen.pair_fills_screen(), "from a pair it leads back");
    screen.click("q quit");
    assert_eq!(screen.asked, [Command::Quit]);
}

#[test]
fn every_hint_is_where_it_is_drawn_at_every_width() {
    for width in 40..=200 {
        let screen = TestScreen::folder(width, 36);
        let hints = Hints::new(&screen.model, width);
        let text = screen.text();
        let row = text.lines().last().unwrap();
        assert!(row.contains("? all keys"), "{width}: {row}");
        for hint in hints.keys {
            let drawn = format!("{} {}", hint.label, hint.name);
            let before = row.split(&drawn).next().unwrap();
            assert_eq!(columns(before), hint.x, "{width}: {row}");
        }
    }
}

#[test]
fn the_wheel_moves_what_lies_under_it_and_the_focus_stays() {
    let mut screen = TestScreen::folder(120, 36);
    let row = screen.find("essays/pier.txt");
    screen.mouse(MouseEventKind::ScrollDown, row);
    assert_eq!(screen.selected(), 1);
    screen.press("?");
    screen.mouse(MouseEventKind::ScrollDown, (10, 10));
    assert!(screen.chosen_help().is_some());
    assert_eq!(screen.focus(), Focus::List);
}

#[test]
fn a_click_on_a_line_of_help_chooses_it_and_a_second_does_it() {
    let mut screen = TestScreen::pressed(120, 36, "?sampl");
    screen.click("=hash");
    assert!(!screen.has_overlay(), "it was chosen by the filter already");
    assert!(screen.has_prompt());
    screen.press("<Esc>?to");
    let before = screen.chosen_help();
    screen.click("Tab ");
    assert!(screen.chosen_help() != before && screen.place() == Place::Help);
    screen.click("Tab ");
    assert!(!screen.has_overlay());
    assert_eq!(screen.focus(), Focus::Pane(PaneSide::A));
}

#[test]
fn a_click_on_a_line_of_the_palette_does_it_and_one_beside_closes_it() {
    let mut screen = TestScreen::pressed(120, 36, ":theme");
    screen.click("theme light");
    screen.click("theme light");
    assert_eq!(screen.model.look.theme.name(), "light");
    screen.press(":");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (10, 6));
    assert!(!screen.has_overlay() && !screen.has_prompt());
}

#[test]
fn the_key_gives_the_mouse_to_the_terminal_and_takes_it_again() {
    let mut screen = TestScreen::folder(120, 36);
    screen.asked.clear();
    screen.press("<mouse>");
    assert_eq!(screen.asked, [Command::Mouse(false)]);
    screen.press("<mouse>");
    assert_eq!(screen.asked, [Command::Mouse(false), Command::Mouse(true)]);
}

#[test]
fn a_click_anywhere_in_any_view_is_taken() {
    let views = [
        "", "<Enter>", "<Enter>x", "<Enter>d", "<Enter>;", "<Enter>i", "D", "Q", "!", "?", ":", "=",
    ];
    for (keys, row) in views.iter().flat_map(|keys| (0..36).step_by(2).map(move |row| (keys, row)))
    {
        let mut screen = TestScreen::pressed(100, 36, keys);
        for column in (0..100).step_by(9) {
            screen.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
            screen.mouse(MouseEventKind::Up(MouseButton::Left), (column, row));
        }
        assert!(screen.text().contains("shingle"), "after {keys} and clicks in row {row}");
    }
}
