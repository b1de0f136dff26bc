//! Projector mode: the large key and score, and the frozen folder.

use std::collections::HashSet;
use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::style::Color;
use shingle::engine::Report;
use shingle::pipeline::Params;

use crate::tui::drawing::{Depth, Ground};

use super::{fake, test_screen::TestScreen};

fn screen(width: u16, height: u16, keys: &str) -> TestScreen {
    let mut screen = TestScreen::pressed(width, height, "<C-o>");
    screen.press(keys);
    screen
}

#[test]
fn score_and_key_are_large_at_120x36_and_80x24() {
    assert_snapshot!(screen(120, 36, "j<Enter>nw").text());
    screen(80, 24, "j<Enter>n").shows(&["██   n "]);
}

#[test]
fn on_a_low_screen_one_row_says_it() {
    let screen = screen(60, 18, "j<Enter>w");
    let text = screen.text();
    let row = text.lines().rev().nth(1).unwrap();
    assert!(row.contains("w width 4") && row.ends_with('%'), "{text}");
}

#[test]
fn the_folder_is_held_back_and_let_in_afterwards() {
    let mut screen = screen(120, 36, "");
    let news = |number| Report::Snapshot(Arc::new(fake::folder(number, &Params::defaults())));
    let before = screen.snapshot().clone();
    screen.report(news(2));
    assert!(Arc::ptr_eq(&before, screen.snapshot()));
    screen.shows(&["FROZEN"]);
    screen.press("<C-o>");
    assert!(!screen.has_projector() && !screen.is_frozen());
    assert!(!Arc::ptr_eq(&before, screen.snapshot()));
}

#[test]
fn without_a_folder_none_is_held_back() {
    let mut screen = TestScreen::sandbox(120, 36);
    screen.press("<C-o>");
    assert!(screen.has_projector());
    screen.lacks(&["folder"]);
}

#[test]
fn who_froze_the_folder_before_has_it_frozen_afterwards() {
    let mut screen = TestScreen::pressed(120, 36, "<freeze><C-o><C-o>");
    assert!(screen.is_frozen());
    screen.press("<freeze><C-o><freeze><C-o>");
    assert!(!screen.is_frozen(), "it was let in by hand meanwhile");
}

#[test]
fn the_last_key_is_named_and_letters_that_are_written_are_not() {
    let mut screen = screen(120, 36, "w");
    let said = |screen: &TestScreen| screen.model.projector.as_ref().unwrap().pressed.clone();
    assert_eq!(said(&screen).unwrap().effect_text(screen.params()), "width 4");
    screen.press("<Tab>");
    let pressed = said(&screen).unwrap();
    assert_eq!((pressed.label.as_str(), pressed.name), ("Tab", "next region"));
    screen.press("<Esc>/a");
    assert!(said(&screen).is_none());
}

#[test]
fn there_are_few_tints_and_nothing_is_dim() {
    for (depth, ground) in [
        (Depth::True, Ground::Dark),
        (Depth::True, Ground::Light),
        (Depth::Indexed, Ground::Unknown),
        (Depth::Basic, Ground::Unknown),
        (Depth::Mono, Ground::Unknown),
    ] {
        let mut screen = screen(120, 36, "j<Enter>nn");
        (screen.depth, screen.ground) = (depth, ground);
        let areas = screen.areas().pair.unwrap();
        let text = areas.a.unwrap().text.union(areas.b.unwrap().text);
        let buffer = screen.buffer();
        let pages: HashSet<Color> = text
            .positions()
            .map(|place| buffer[place].bg)
            .filter(|page| *page != Color::Reset)
            .collect();
        assert!(pages.len() <= 3, "{pages:?}");
        assert_eq!(pages.is_empty(), depth == Depth::Mono);
        assert!(!screen.styles().contains('d'), "{}", screen.styles());
    }
}

#[test]
fn lesson_and_sandbox_show_their_score() {
    let mut screen = screen(120, 36, "j<Enter>Z<C-u>one two three<Tab><C-u>one two three");
    let score = screen.score();
    assert_eq!(score, shingle::base::ratio::Ratio::ONE);
    screen.press("<C-g>");
    assert!(screen.has_lesson());
    assert_eq!(screen.score(), shingle::base::ratio::Ratio::ONE);
}
