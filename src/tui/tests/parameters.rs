//! The parameters on the screen: the bar, typed values, undo. What a change did is in `effects`, the rest in `keeping`.

use std::time::Duration;

use insta::assert_snapshot;
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
    screen.press("<Right><Right><Right>");
    screen.shows(&["▸modulo 1"]);
    screen.press("<Up><Up>");
    assert_eq!(screen.params().modulo, 3);
    screen.press("<Down>");
    assert_eq!(screen.params().modulo, 2);
    screen.press("<Right><Right><Right><Right>");
    assert_eq!(screen.chosen_parameter(), Parameter::Stem);
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
        for (text, parameter) in [
            ("20%", Parameter::Threshold),
            ("auto", Parameter::Language),
            ("containment", Parameter::Measure),
        ] {
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
        assert!(before.contains("+21 more"), "{before}");
        screen.press("=");
        for name in ["language", "stem", "hash", "preset", "skip-older", "above"] {
            assert!(screen.text().contains(name), "{name}: {}", screen.text());
        }
        screen.lacks(&["+21 more"]);
        assert!(screen.footer().contains("Tab: the next parameter"), "{}", screen.footer());
        screen.press("<Tab>");
        assert!(screen.footer().contains("new threshold"), "{}", screen.footer());
        screen.press("<S-Tab>7<Enter>");
        assert_eq!(screen.params().width, 7);
        screen.press("=<Esc>u");
        screen.set_note("");
        assert_eq!(screen.text().lines().count(), before.lines().count());
        screen.shows(&["+21 more"]);
    }
}

#[test]
fn what_cannot_be_read_stays_in_its_line_with_a_reason() {
    let mut screen = ready(120, 36);
    screen.press("=99<Enter>");
    assert_snapshot!(screen.footer(), @"new width (1 to 50): 99   expected a whole number from 1 to 50");
    assert_eq!(asked_for(&screen), None);
    screen.press("9");
    assert!(screen.footer().contains("Enter sets it"), "{}", screen.footer());
    screen.press("<Esc>");
    assert!(!screen.has_prompt());
    for (keys, reason) in [
        ("=x 5<Enter>", "expected a whole number"),
        ("=w 5 x 5<Enter>", "there is no parameter x"),
        ("=w 5 t<Enter>", "expected a value after t"),
        ("=t 200%<Enter>", "t: expected a share"),
        ("=measure cosine<Enter>", "measure: expected jaccard, dice"),
    ] {
        screen.press(keys);
        assert!(screen.footer().contains(reason), "{keys}: {}", screen.footer());
        screen.press("<Esc>");
    }
    screen.press("=3<Enter>");
    assert_snapshot!(screen.footer().split("  ").next().unwrap(), @"width 3: that is so already");
    screen.press("=<Enter>");
    assert!(!screen.has_prompt(), "nothing typed changes nothing");
}

#[test]
fn the_line_names_the_parameter_that_is_typed() {
    let mut screen = ready(120, 36);
    screen.press("t=");
    assert!(screen.footer().contains("new threshold"), "{}", screen.footer());
    screen.press("w 5");
    assert!(screen.footer().starts_with("new width (1 to 50): w 5"), "{}", screen.footer());
    assert!(screen.footer().contains("now 3 "), "{}", screen.footer());
    screen.press(" m 2");
    assert!(screen.footer().contains("new modulo"), "{}", screen.footer());
    for (width, height) in [(120, 36), (80, 24), (40, 12)] {
        let mut screen = ready(width, height);
        screen.press("=threshold abc<Enter>");
        screen.shows(&["threshold: expected"]);
    }
}

#[test]
fn undo_and_redo_bring_parameters_back_and_say_which() {
    let mut screen = ready(120, 36);
    screen.press("ww<modulo>u");
    assert_eq!((screen.params().width, screen.params().modulo), (5, 1));
    assert!(screen.footer().starts_with("undone: modulo 2 → 1"), "{}", screen.footer());
    screen.press("u");
    assert_eq!(screen.params().width, 4);
    screen.press("u");
    assert_eq!(*screen.params(), Params::defaults());
    screen.press("u");
    assert!(screen.footer().starts_with("there is nothing left to undo"));
    screen.press("UU");
    assert_eq!(screen.params().width, 5);
    screen.press("<C-r>");
    assert_eq!(screen.params().modulo, 2);
    assert!(screen.footer().starts_with("redone: modulo 1 → 2"), "{}", screen.footer());
    screen.press("U");
    assert!(screen.footer().starts_with("there is nothing to redo"));
    screen.press("u");
    answer(&mut screen, 9, 214);
    assert!(screen.footer().starts_with("undone: "), "{}", screen.footer());
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
fn a_parameter_that_decides_nothing_says_so() {
    let mut screen = ready(120, 36);
    for (key, said) in [
        ("<functions>", "functions: only for sketch minhash"),
        ("<family>", "family: only for sketches that estimate"),
        ("<verify>", "verify: only for sketches that estimate"),
    ] {
        screen.press(key);
        assert_eq!(*screen.params(), Params::defaults());
        assert!(screen.footer().starts_with(said), "{}", screen.footer());
    }
    screen.press("=functions 200<Enter>");
    assert!(screen.footer().contains("only for sketch minhash"), "{}", screen.footer());
    screen.press("<Esc>=functions 200 sketch minhash<Enter>");
    assert_eq!(screen.params().functions, 200);
    screen.press("<verify>");
    answer(&mut screen, 2, 214);
    screen.press_unanswered("<measure>");
    answer(&mut screen, 3, 214);
    let said = "measure containment → overlap: not measured, with verify off";
    assert!(screen.footer().starts_with(said), "{}", screen.footer());
}

#[test]
fn a_preset_is_taken_back_at_once() {
    let mut screen = ready(120, 36);
    screen.press("<preset>");
    assert_ne!(*screen.params(), Params::defaults());
    screen.press("u");
    assert_eq!(*screen.params(), Params::defaults());
    assert!(screen.footer().starts_with("undone: preset phpir → none"), "{}", screen.footer());
}
