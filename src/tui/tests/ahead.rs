//! Keys typed ahead have the same result as keys typed one by one.

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;

use crate::tui::actions::ViewName;
use crate::tui::layout::PaneSide;
use crate::tui::messages::Message;
use crate::tui::model::{Command, Focus};

use super::test_screen::{TestScreen, parsed};

/// Presses keys that arrive together: the screen gets no answer before the last key.
fn at_once(size: (u16, u16), keys: &str) -> TestScreen {
    let mut screen = TestScreen::folder(size.0, size.1);
    screen.press_unanswered(keys);
    screen.serve();
    screen
}

/// The screens must be equal after the keys, and after each key that goes back.
#[test]
fn keys_pressed_at_once_lead_where_keys_pressed_one_by_one_do() {
    for (keys, back) in [
        ("jjjDD", "<Esc>"),
        ("jjjDjD", "<Esc>"),
        ("Rg<Enter>", "<Esc>"),
        // Keys of the next pair go to the next pair.
        ("j<Enter>x]<Right><Right>", ""),
        ("j<Enter>d]<Right><Down>", ""),
        ("j<Enter>]nn", ""),
        ("j<Enter>]L", ""),
        ("jn", ""),
        ("]2", ""),
        ("G<Enter><Tab>g", ""),
        ("GD<Enter><Tab>g", ""),
        // A list is scrolled alike if its rows arrive while the list is visible or hidden.
        ("<Right>R!!", "<Esc><Esc>"),
        ("<Right>R!D!!", "<Esc><Esc>"),
        // Going back past a list that has not arrived has the same result as after its arrival.
        ("!Dk<Enter>!!", "<Esc><Esc>"),
        ("K<Right>jj<Enter>K<Right>", "<Esc><Esc>"),
        ("2KkDK", "<Esc><Esc><Esc>"),
        // A pair that arrives while it has no room is the pair that was open.
        ("j[]2<Enter>D", "<Esc>"),
        // A pair that arrives twice is scrolled like a pair that arrives once.
        ("<Down>]kndD", "<Esc><Esc><Esc>"),
    ] {
        let (mut slow, mut fast) = (TestScreen::folder(120, 36), at_once((120, 36), keys));
        slow.press(keys);
        assert_eq!(fast.text(), slow.text(), "{keys}");
        for (token, _) in parsed(back) {
            slow.press(token);
            fast.press(token);
            assert_eq!(fast.text(), slow.text(), "{keys}, then {token}");
        }
    }
}

#[test]
fn what_does_not_depend_on_what_comes_does_not_wait_for_it() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("jjw");
    assert_eq!((screen.selected(), screen.params().width), (2, 4));
    screen.press_unanswered("R<measure>W?");
    assert!(screen.has_overlay());
}

#[test]
fn escape_drops_what_waits_and_control_c_leaves_at_once() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("DDq<Esc>");
    assert_eq!(screen.list(), ViewName::Pairs);
    screen.serve();
    assert_eq!(screen.list(), ViewName::Pairs);
    assert!(!screen.asked.contains(&Command::Quit));
    screen.press_unanswered("DD<C-c>");
    assert_eq!(screen.asked.last(), Some(&Command::Quit));
}

#[test]
fn a_key_that_is_held_down_takes_the_place_of_itself_and_of_none_behind_it() {
    let mut screen = at_once((120, 36), &format!("R{}q", "j".repeat(100)));
    assert_eq!(screen.asked.last(), Some(&Command::Quit));
    screen = at_once((120, 36), &format!("R{}<Enter>", "j".repeat(100)));
    assert_eq!(screen.focus(), Focus::Pane(PaneSide::A));
}

#[test]
fn keys_wait_for_a_second_and_then_act_on_what_there_is() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("j<Enter>]nw");
    assert_eq!(screen.params().width, 3);
    screen.send(Message::Clock(Duration::from_millis(900)));
    assert_eq!(screen.params().width, 3);
    screen.send(Message::Clock(Duration::from_millis(1_100)));
    assert_eq!(screen.params().width, 4);
    assert!(screen.model.typed_ahead.is_empty());
}

#[test]
fn rows_that_come_last_lead_where_rows_that_come_first_do() {
    let slow = TestScreen::pressed(120, 36, "RK<Right>j<Enter>");
    let mut fast = TestScreen::folder(120, 36);
    fast.press_unanswered("RK<Right>j<Enter>");
    fast.asked.reverse();
    fast.serve();
    assert_eq!(fast.text(), slow.text());
}

/// Keys that move between lists, to pairs and through them.
const KEYS: [&str; 22] = [
    "j", "k", "g", "G", "<Enter>", "D", "K", "!", "R", ">", "n", "N", "]", "x", "d", "<Right>",
    "<Left>", "<Down>", "<Tab>", "2", "<zoom>", "<join>",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whether_keys_come_at_once_or_one_by_one_the_same_comes_of_them(
        keys in prop::collection::vec(select(&KEYS[..]), 0..14), large in any::<bool>(),
    ) {
        let size = if large { (120, 36) } else { (84, 24) };
        let (mut slow, mut fast) = (TestScreen::folder(size.0, size.1), TestScreen::folder(size.0, size.1));
        for (_, key) in parsed(&keys.concat()) {
            slow.send(Message::Key(key));
            slow.serve();
            fast.send(Message::Key(key));
        }
        fast.serve();
        prop_assert_eq!(fast.text(), slow.text());
        // The lists behind the screen must not differ either.
        for _ in 0..3 {
            for screen in [&mut slow, &mut fast] {
                screen.press("<Esc>");
            }
            prop_assert_eq!(fast.text(), slow.text());
        }
    }
}
