//! Tuning as it is felt: the bar, values as they are typed, undo. What a change did is in `effects`, the rest in `keeping`.

use std::time::Duration;

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::ratio::Ratio;
use shingle::compare::measure::Measure;
use shingle::pipeline::parameters::{Params, StopWords};

use crate::tui::event_loop::message::Message;
use crate::tui::event_loop::wish::Dial;
use crate::tui::screen::focus::Focus;

use super::tuner::{answer, asked_for, last_row, ready};

#[test]
fn tab_leads_to_the_parameters_and_arrows_choose_and_turn_them() {
    let mut stage = ready(120, 36);
    stage.press("<Tab><Tab><Tab>");
    assert_eq!(stage.model.focus, Focus::Bar);
    assert!(stage.text().contains("▸[w]idth 3"), "{}", stage.text());
    stage.press("<Right><Right><Right>");
    assert!(stage.text().contains("▸[m]odulo 1"), "{}", stage.text());
    stage.press("<Up><Up>");
    assert_eq!(stage.model.params.modulo, 3);
    stage.press("<Down>");
    assert_eq!(stage.model.params.modulo, 2);
    stage.press("<Right><Right><Right><Right>");
    assert_eq!(stage.model.tune.chosen, Dial::Stem);
    stage.press("G<Right>");
    assert_eq!(stage.model.tune.chosen, Dial::Width, "it goes round");
    stage.press("<Esc>");
    assert_eq!(stage.model.focus, Focus::List);
}

#[test]
fn on_the_whole_screen_esc_leads_from_the_parameters_back_to_the_text() {
    let mut stage = ready(120, 36);
    stage.press("<Enter><Tab><Tab>");
    assert_eq!(stage.model.focus, Focus::Bar);
    stage.press("<Esc>");
    assert!(stage.model.zoomed && stage.model.focus != Focus::Bar);
    stage.press("<Esc>");
    assert!(!stage.model.zoomed);
}

#[test]
fn every_parameter_is_found_by_the_mouse_and_turned_by_the_wheel() {
    for (width, height) in [(40, 12), (60, 24), (84, 24), (120, 36), (200, 60)] {
        let mut stage = ready(width, height);
        for (text, dial) in
            [("20%", Dial::Threshold), ("auto", Dial::Language), ("containment", Dial::Measure)]
        {
            let place = stage.find(text);
            stage.mouse_unanswered(MouseEventKind::Down(MouseButton::Left), place);
            assert_eq!((stage.model.focus, stage.model.tune.chosen), (Focus::Bar, dial));
        }
        let place = stage.find("20%");
        stage.mouse_unanswered(MouseEventKind::ScrollUp, place);
        assert_eq!(stage.model.params.threshold, Ratio::new(21, 100));
        stage.mouse_unanswered(MouseEventKind::ScrollDown, place);
        stage.mouse_unanswered(MouseEventKind::ScrollDown, place);
        assert_eq!(stage.model.params.threshold, Ratio::new(19, 100));
        assert_eq!(asked_for(&stage), Some(&stage.model.params.clone()));
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
        ("=a jaccard<Enter>", |p| p.measure == Measure::Jaccard),
        ("=w 4 t 50% s off<Enter>", |p| {
            p.width == 4 && p.threshold == Ratio::new(1, 2) && p.stop_words == StopWords::Off
        }),
        ("<Tab><Tab><Tab>8<Enter>", |p| p.width == 8),
        ("<Tab><Tab><Tab><Enter>9<Enter>", |p| p.width == 9),
    ] {
        let mut stage = ready(120, 36);
        stage.press(keys);
        assert!(check(&stage.model.params), "{keys}: {:?}", stage.model.params);
        assert!(stage.model.prompt.is_none());
    }
}

#[test]
fn what_cannot_be_read_stays_in_its_line_with_a_reason() {
    let mut stage = ready(120, 36);
    stage.press("=99<Enter>");
    assert_snapshot!(last_row(&stage), @"new width (1 to 50): 99   expected a whole number from 1 to 50");
    assert_eq!(asked_for(&stage), None);
    stage.press("9");
    assert!(last_row(&stage).contains("Enter sets it"), "{}", last_row(&stage));
    stage.press("<Esc>");
    assert!(stage.model.prompt.is_none());
    for (keys, reason) in [
        ("=x 5<Enter>", "expected a whole number"),
        ("=w 5 x 5<Enter>", "there is no parameter x"),
        ("=w 5 t<Enter>", "expected a value after t"),
        ("=t 200%<Enter>", "t: expected a share"),
        ("=a cosine<Enter>", "a: expected jaccard, dice"),
    ] {
        stage.press(keys);
        assert!(last_row(&stage).contains(reason), "{keys}: {}", last_row(&stage));
        stage.press("<Esc>");
    }
    stage.press("=3<Enter>");
    assert_snapshot!(last_row(&stage).split("  ").next().unwrap(), @"width 3: that is so already");
    stage.press("=<Enter>");
    assert!(stage.model.prompt.is_none(), "nothing typed changes nothing");
}

#[test]
fn undo_and_redo_bring_parameters_back_and_say_which() {
    let mut stage = ready(120, 36);
    stage.press("ww");
    stage.send(Message::Clock(Duration::from_secs(5)));
    stage.press("m");
    stage.press("u");
    assert_eq!((stage.model.params.width, stage.model.params.modulo), (5, 1));
    assert!(last_row(&stage).starts_with("undone: modulo 2 → 1"), "{}", last_row(&stage));
    stage.press("u");
    assert_eq!(stage.model.params, Params::defaults());
    stage.press("u");
    assert!(last_row(&stage).starts_with("no change of a parameter is left"));
    stage.press("U");
    assert_eq!(stage.model.params.width, 5);
    stage.press("<C-r>");
    assert_eq!(stage.model.params.modulo, 2);
    assert!(last_row(&stage).starts_with("redone: modulo 1 → 2"), "{}", last_row(&stage));
    stage.press("U");
    assert!(last_row(&stage).starts_with("nothing was undone"));
    stage.press("u");
    answer(&mut stage, 9, 214);
    assert!(last_row(&stage).starts_with("undone: "), "{}", last_row(&stage));
}

#[test]
fn what_is_taken_back_brings_the_pair_that_was_selected_then() {
    let mut stage = ready(120, 36);
    stage.press("jj");
    let names = stage.model.list.names.clone();
    stage.press_unanswered("w");
    answer(&mut stage, 2, 131);
    stage.press("g");
    assert_ne!(stage.model.list.names, names);
    stage.press_unanswered("u");
    answer(&mut stage, 3, 214);
    assert_eq!(stage.model.list.names, names);
    assert_eq!(stage.model.shown.as_ref().map(|shown| shown.names.clone()), names);
}

#[test]
fn a_parameter_that_decides_nothing_says_so() {
    let mut stage = ready(120, 36);
    for (key, said) in [
        (")", "functions: only for sketch minhash, to which ~ turns"),
        ("F", "family: only for sketches that estimate"),
        ("^", "verify: only for sketches that estimate"),
    ] {
        stage.press(key);
        assert_eq!(stage.model.params, Params::defaults());
        assert!(last_row(&stage).starts_with(said), "{}", last_row(&stage));
    }
    stage.press("=functions 200<Enter>");
    assert!(last_row(&stage).contains("only for sketch minhash"), "{}", last_row(&stage));
    stage.press("<Esc>=functions 200 sketch minhash<Enter>");
    assert_eq!(stage.model.params.functions, 200);
    stage.press("^");
    answer(&mut stage, 2, 214);
    stage.press_unanswered("a");
    answer(&mut stage, 3, 214);
    let said = "measure containment → overlap: not measured, with verify off";
    assert!(last_row(&stage).starts_with(said), "{}", last_row(&stage));
}

#[test]
fn a_preset_is_taken_back_at_once() {
    let mut stage = ready(120, 36);
    stage.press("p");
    assert_ne!(stage.model.params, Params::defaults());
    stage.press("u");
    assert_eq!(stage.model.params, Params::defaults());
    assert!(last_row(&stage).starts_with("undone: preset phpir → none"), "{}", last_row(&stage));
}
