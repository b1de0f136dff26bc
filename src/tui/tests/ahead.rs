//! Keys typed ahead have the same result as keys typed one by one.

use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::select;

use crate::tui::actions::Room;
use crate::tui::layout::PaneSide;
use crate::tui::messages::{Command, Message};
use crate::tui::model::Focus;

use super::test_screen::{TestScreen, parsed};

/// Presses keys that arrive together: nothing that they ask for is answered before the last one.
fn at_once(size: (u16, u16), keys: &str) -> TestScreen {
    let mut screen = TestScreen::folder(size.0, size.1);
    screen.press_unanswered(keys);
    screen.serve();
    screen
}

#[test]
fn d_typed_twice_shows_one_document_and_all_that_resembles_it() {
    let screen = at_once((120, 36), "jjjDD");
    assert_eq!(screen.list(), Room::Resembling);
    assert_eq!(screen.subject().unwrap().to_string(), "essays/harbour-final.md");
    let screen = at_once((120, 36), "jjjDjD");
    assert_eq!(screen.subject().unwrap().to_string(), "essays/pier.txt");
}

#[test]
fn the_first_row_of_another_order_is_the_first_of_that_order() {
    let last = TestScreen::folder(120, 36);
    let snapshot = last.snapshot();
    let (a, b) = snapshot.names(snapshot.rows.iter().next_back().unwrap());
    let screen = at_once((120, 36), "Rg");
    assert_eq!((screen.selected(), &screen.selected_pair()), (0, &Some((a.clone(), b.clone()))));
    let screen = at_once((120, 36), "Rg<Enter>");
    assert_eq!(screen.pair_names(), (a.clone(), b.clone()));
}

#[test]
fn keys_of_the_next_pair_go_to_the_next_pair() {
    for keys in [
        "j<Enter>x]<Right><Right>",
        "j<Enter>d]<Right><Down>",
        "j<Enter>]nn",
        "j<Enter>]L",
        "jn",
        "]2",
        "G<Enter><Tab>g",
        "GD<Enter><Tab>g",
    ] {
        let slow = TestScreen::pressed(120, 36, keys);
        assert_eq!(at_once((120, 36), keys).text(), slow.text(), "{keys}");
    }
}

#[test]
fn what_does_not_depend_on_what_comes_does_not_wait_for_it() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("jjw");
    assert_eq!((screen.selected(), screen.params().width), (2, 4));
    screen.press_unanswered("R<measure>W?");
    screen.shows(&["Help"]);
}

#[test]
fn escape_drops_what_waits_and_control_c_leaves_at_once() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("DDq<Esc>");
    assert_eq!(screen.list(), Room::Pairs);
    screen.serve();
    assert_eq!(screen.list(), Room::Pairs);
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
fn a_list_is_scrolled_alike_whether_its_rows_come_while_it_is_seen_or_hidden() {
    for keys in ["<Right>R!!", "<Right>R!D!!"] {
        one_by_one_and_at_once((120, 36), keys, "<Esc><Esc>");
    }
}

#[test]
fn whoever_goes_back_past_a_list_that_is_not_there_yet_leaves_it_as_one_who_saw_it() {
    for keys in ["!Dk<Enter>!!", "K<Right>jj<Enter>K<Right>"] {
        one_by_one_and_at_once((120, 36), keys, "<Esc><Esc>");
    }
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

#[test]
fn a_pair_that_comes_while_it_has_no_room_is_the_one_that_was_open() {
    one_by_one_and_at_once((120, 36), "j[]2<Enter>D", "<Esc>");
}

#[test]
fn a_pair_that_comes_twice_is_scrolled_as_one_that_came_once() {
    one_by_one_and_at_once((120, 36), "<Down>]kndD", "<Esc><Esc><Esc>");
}

#[test]
fn whoever_leaves_the_documents_before_they_come_leaves_them_as_one_who_saw_them() {
    one_by_one_and_at_once((120, 36), "2KkDK", "<Esc><Esc><Esc>");
}

/// Presses keys one by one and at once, then the keys that go back. The screens must be the same after each of those.
fn one_by_one_and_at_once(size: (u16, u16), keys: &str, back: &str) {
    let (mut slow, mut fast) = (TestScreen::folder(size.0, size.1), at_once(size, keys));
    slow.press(keys);
    assert_eq!(fast.text(), slow.text(), "{keys}");
    for (token, _) in parsed(back) {
        slow.press(token);
        fast.press(token);
        assert_eq!(fast.text(), slow.text(), "{keys}, then {token}");
    }
}

/// Keys that go from list to list, to pairs and through them.
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
        // The lists behind it must not differ either.
        for _ in 0..3 {
            for screen in [&mut slow, &mut fast] {
                screen.press("<Esc>");
            }
            prop_assert_eq!(fast.text(), slow.text());
        }
    }
}
