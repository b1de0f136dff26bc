//! The parameters on the screen: the bar, typed values, undo. Effects of a change are in `effects`, the rest in
//! `keeping`.

use std::time::Duration;

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::ratio::Ratio;
use shingle::compare::Measure;
use shingle::pipeline::{Parameter, Params, StopWords};

use crate::tui::messages::Message;
use crate::tui::model::Focus;
use crate::tui::parameters::table::ENTRIES;

use super::{
    demo::Demo,
    ranking_answers::{answer, asked_for, ready},
    test_screen::TestScreen,
};

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

/// Returns true if `text` contains these texts in this order.
fn in_order(text: &str, wanted: &[&str]) -> bool {
    let mut rest = text;
    wanted.iter().all(|value| {
        let found = rest.split_once(value);
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}

#[test]
fn what_matters_most_is_on_every_screen_and_the_rest_is_one_key_away() {
    for (width, height) in [(200, 60), (120, 36), (100, 30), (80, 24), (60, 20), (40, 12)] {
        let mut screen = TestScreen::folder(width, height);
        let calm = screen.text();
        let wanted = ["3", "20%", "+22"];
        assert!(in_order(&calm, &wanted), "at {width}x{height}:\n{calm}");
        assert!(!calm.contains("unicode"), "{calm}");
        while screen.focus() != Focus::Bar {
            screen.press("<Tab>");
        }
        let mut seen = String::new();
        for _ in 0..ENTRIES.len() {
            seen.push_str(&screen.text());
            screen.press("<Right>");
        }
        for value in ["modulo", "auto", "none", "unicode", "1", "wide", "at-least"] {
            assert!(seen.contains(value), "{value} at {width}x{height}:\n{}", screen.text());
        }
    }
}

#[test]
fn what_is_seen_in_the_texts_alone_is_not_changed_unseen_under_the_plot() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>d");
    while screen.focus() != Focus::Bar {
        screen.press("<Tab>");
    }
    let before = screen.reading();
    for key in ["v", "V", "i", "<join>", ";"] {
        screen.press(key);
        assert_eq!(screen.reading(), before, "{key}");
    }
}

#[test]
fn a_template_is_typed_turned_off_and_on_again_and_refused_by_its_name() {
    let mut demo = Demo::new(120, 36);
    demo.press("=template licences/nowhere.txt<Enter>");
    assert!(demo.screen.params().template.is_empty());
    demo.press(":template licences/telescope.txt<Enter>");
    assert_eq!(demo.screen.params().template.len(), 1);
    assert_eq!(demo.screen.chosen_parameter(), Parameter::Template);
    demo.press("=off<Enter>");
    assert!(demo.screen.params().template.is_empty());
    demo.press("<Tab><Tab><Tab>");
    demo.press("<Up>");
    assert_eq!(demo.screen.params().template.len(), 1, "the last one is at hand");
    demo.press("<preset>");
    assert_eq!(demo.screen.params().template.len(), 1, "no preset names it");
}
