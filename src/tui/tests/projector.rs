//! Projector mode: the large key and score, and the frozen folder.

use std::sync::Arc;

use insta::assert_snapshot;
use shingle::engine::Report;
use shingle::pipeline::Params;

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
fn the_folder_is_held_back_and_let_in_afterwards() {
    let mut screen = screen(120, 36, "");
    let news = |number| Report::Snapshot(Arc::new(fake::folder(number, &Params::defaults())));
    let before = screen.snapshot().clone();
    screen.report(news(2));
    assert!(Arc::ptr_eq(&before, screen.snapshot()));
    screen.shows(&["FROZEN"]);
    screen.press("<C-o>");
    assert!(screen.model.projector.is_none() && screen.model.parameter_state.frozen.is_none());
    assert!(!Arc::ptr_eq(&before, screen.snapshot()));
}

#[test]
fn who_froze_the_folder_before_has_it_frozen_afterwards() {
    let mut screen = TestScreen::pressed(120, 36, "<freeze><C-o><C-o>");
    assert!(screen.model.parameter_state.frozen.is_some());
    screen.press("<freeze><C-o><freeze><C-o>");
    assert!(screen.model.parameter_state.frozen.is_none(), "it was let in by hand meanwhile");
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
