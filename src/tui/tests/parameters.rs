//! The parameters on the screen: the bar, typed values, undo. Effects of a change are in `effects`, the rest in
//! `keeping`.

use std::time::Duration;

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::ratio::Ratio;
use shingle::compare::Measure;
use shingle::pipeline::{Parameter, Params, StopWords};

use crate::tui::messages::Message;
use crate::tui::model::Focus;

use super::ranking_answers::{answer, asked_for, ready};

#[test]
fn tab_leads_to_the_parameters_and_arrows_choose_and_change_them() {
    let mut screen = ready(120, 36);
    screen.press("<Tab><Tab><Tab>");
    assert_eq!(screen.focus(), Focus::Bar);
    screen.shows(&["▸[w]idth 3"]);
    while screen.chosen_parameter() != Parameter::Modulo {
        screen.press("<Right>");
    }
    screen.shows(&["▸modulo 1"]);
    screen.press("<Up><Up>");
    assert_eq!(screen.params().modulo, 3);
    screen.press("<Down>");
    assert_eq!(screen.params().modulo, 2);
    screen.press("G<Right>");
    assert_eq!(screen.chosen_parameter(), Parameter::Width, "it goes round");
    screen.press("<Esc>");
    assert_eq!(screen.focus(), Focus::List);
}

#[test]
fn on_the_whole_screen_esc_leads_from_the_parameters_back_to_the_text() {
    let mut screen = ready(120, 36);
    screen.press("<Enter><Tab><Tab>");
    assert_eq!(screen.focus(), Focus::Bar);
    screen.press("<Esc>");
    assert!(screen.pair_fills_screen() && screen.focus() != Focus::Bar);
    screen.press("<Esc>");
    assert!(!screen.pair_fills_screen());
}

#[test]
fn every_parameter_is_found_by_the_mouse_and_changed_by_the_wheel() {
    for (width, height) in [(40, 12), (60, 24), (84, 24), (120, 36), (200, 60)] {
        let mut screen = ready(width, height);
        for (text, parameter) in [("20%", Parameter::Threshold), ("auto", Parameter::Language)] {
            let place = screen.find(text);
            screen.mouse_unanswered(MouseEventKind::Down(MouseButton::Left), place);
            assert_eq!((screen.focus(), screen.chosen_parameter()), (Focus::Bar, parameter));
        }
        let place = screen.find("20%");
        screen.mouse_unanswered(MouseEventKind::ScrollUp, place);
        assert_eq!(screen.params().threshold, Ratio::new(21, 100));
        screen.mouse_unanswered(MouseEventKind::ScrollDown, place);
        screen.mouse_unanswered(MouseEventKind::ScrollDown, place);
        assert_eq!(screen.params().threshold, Ratio::new(19, 100));
        assert_eq!(asked_for(&screen), Some(&screen.params().clone()));
    }
}

#[test]
fn a_value_can_be_typed_with_or_without_its_name() {
    for (keys, check) in [
        ("=5<Enter>", (|p| p.width == 5) as fn(&Params) -> bool),
        ("t=35%<Enter>", |p| p.threshold == Ratio::new(35, 100)),
        ("t=.35<Enter>", |p| p.threshold == Ratio::new(35, 100)),
        ("=w 7<Enter>", |p| p.width == 7),
        ("=modulo=64<Enter>", |p| p.modulo == 64),
        ("=measure jaccard<Enter>", |p| p.measure == Measure::Jaccard),
        ("=w 4 t 50% stop-words off<Enter>", |p| {
            p.width == 4 && p.threshold == Ratio::new(1, 2) && p.stop_words == StopWords::Off
        }),
        ("<Tab><Tab><Tab>8<Enter>", |p| p.width == 8),
        ("<Tab><Tab><Tab><Enter>9<Enter>", |p| p.width == 9),
    ] {
        let mut screen = ready(120, 36);
        screen.press(keys);
        assert!(check(screen.params()), "{keys}: {:?}", *screen.params());
        assert!(!screen.has_prompt());
    }
}

#[test]
fn while_a_value_is_typed_all_parameters_are_there_and_tab_goes_through_them() {
    for (width, height) in [(80, 24), (120, 36), (200, 60)] {
        let mut screen = ready(width, height);
        let before = screen.text();
        screen.press("=");
        screen.shows(&["language", "stem", "hash", "preset", "skip-older", "above"]);
        screen.press("<Tab>");
        assert_eq!(screen.chosen_parameter(), Parameter::Threshold);
        screen.press("<S-Tab>7<Enter>");
        assert_eq!(screen.params().width, 7);
        screen.press("=<Esc>u");
        screen.set_note("");
        assert_eq!(screen.text().lines().count(), before.lines().count());
        screen.lacks(&["skip-older"]);
    }
}

#[test]
fn what_cannot_be_read_stays_in_its_line_and_changes_nothing() {
    let mut screen = ready(120, 36);
    for typed in ["99", "x 5", "w 5 x 5", "w 5 t", "t 200%", "measure cosine"] {
        screen.press(&format!("={typed}<Enter>"));
        assert_eq!((screen.prompt(), asked_for(&screen)), (typed, None));
        screen.press("<Esc>");
        assert!(!screen.has_prompt());
    }
    for keys in ["=3<Enter>", "=<Enter>"] {
        screen.press(keys);
        assert!(!screen.has_prompt() && asked_for(&screen).is_none(), "{keys}");
    }
}

#[test]
fn undo_and_redo_bring_parameters_back() {
    let mut screen = ready(120, 36);
    screen.press("ww<modulo>u");
    assert_eq!((screen.params().width, screen.params().modulo), (5, 1));
    screen.press("u");
    assert_eq!(screen.params().width, 4);
    screen.press("u");
    assert_eq!(*screen.params(), Params::defaults());
    screen.press("uUU");
    assert_eq!(screen.params().width, 5);
    screen.press("<C-r>");
    assert_eq!(screen.params().modulo, 2);
}

#[test]
fn what_is_taken_back_brings_the_pair_that_was_selected_then() {
    let mut screen = ready(120, 36);
    screen.press("jj");
    let names = screen.selected_pair();
    screen.press_unanswered("w");
    answer(&mut screen, 2, 131);
    screen.press("g");
    assert_ne!(screen.selected_pair(), names);
    screen.send(Message::Clock(Duration::from_secs(5)));
    screen.press_unanswered("u");
    answer(&mut screen, 3, 214);
    assert_eq!(screen.selected_pair(), names);
    assert_eq!(screen.any_pair_names(), names);
}

#[test]
fn a_parameter_that_decides_nothing_is_not_changed() {
    let mut screen = ready(120, 36);
    for key in ["<functions>", "<family>", "<verify>", "=functions 200<Enter>"] {
        screen.press(key);
        assert_eq!(*screen.params(), Params::defaults(), "{key}");
        assert!(screen.has_prompt() || !screen.note().is_empty(), "{key}");
    }
    screen.press("<Esc>=functions 200 sketch minhash<Enter>");
    assert_eq!(screen.params().functions, 200);
}

#[test]
fn a_preset_is_taken_back_at_once() {
    let mut screen = ready(120, 36);
    screen.press("<preset>");
    assert_ne!(*screen.params(), Params::defaults());
    screen.press("u");
    assert_eq!(*screen.params(), Params::defaults());
}
