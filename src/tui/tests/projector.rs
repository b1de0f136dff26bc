//! Projector mode: what is shown large, what is held back meanwhile.

use std::collections::HashSet;
use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::style::Color;
use shingle::engine::report::Report;
use shingle::pipeline::parameters::Params;

use crate::tui::drawing::theme::{Depth, Ground};

use super::fake;
use super::stage::Stage;

fn stage(width: u16, height: u16, keys: &str) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("<C-o>");
    stage.press(keys);
    stage
}

#[test]
fn score_and_key_are_large_at_120x36_and_80x24() {
    let large = stage(120, 36, "j<Enter>nw");
    let small = stage(80, 24, "j<Enter>n");
    assert_snapshot!(format!("{}\n{}\n{}", large.text(), "~".repeat(120), small.text()));
}

#[test]
fn in_ascii_the_digits_are_made_of_ascii() {
    let mut stage = stage(100, 24, "j<Enter>n");
    stage.model.look.ascii = true;
    assert_snapshot!(stage.text());
}

#[test]
fn on_a_low_screen_one_row_says_it() {
    let stage = stage(60, 18, "j<Enter>w");
    let screen = stage.text();
    let row = screen.lines().rev().nth(1).unwrap();
    assert!(row.contains("w width 4") && row.ends_with('%'), "{screen}");
}

#[test]
fn the_folder_is_held_back_and_let_in_afterwards() {
    let mut stage = stage(120, 36, "");
    let news = |number| Report::Snapshot(Arc::new(fake::folder(number, &Params::defaults())));
    let before = stage.model.snapshot.clone().unwrap();
    stage.report(news(2));
    assert!(Arc::ptr_eq(&before, stage.model.snapshot.as_ref().unwrap()));
    assert!(stage.text().contains("FROZEN"), "{}", stage.text());
    stage.press("<C-o>");
    assert!(stage.model.projector.is_none() && stage.model.tune.frozen.is_none());
    assert!(!Arc::ptr_eq(&before, stage.model.snapshot.as_ref().unwrap()));
}

#[test]
fn who_froze_the_folder_before_has_it_frozen_afterwards() {
    let mut stage = Stage::folder(120, 36);
    stage.press("f<C-o><C-o>");
    assert!(stage.model.tune.frozen.is_some());
    stage.press("f<C-o>f<C-o>");
    assert!(stage.model.tune.frozen.is_none(), "it was let in by hand meanwhile");
}

#[test]
fn the_last_key_is_named_and_letters_that_are_written_are_not() {
    let mut stage = stage(120, 36, "m");
    let said = |stage: &Stage| stage.model.projector.as_ref().unwrap().pressed.clone();
    assert_eq!(said(&stage).unwrap().did(&stage.model.params), "modulo 2");
    stage.press("<Tab>");
    let pressed = said(&stage).unwrap();
    assert_eq!((pressed.shown.as_str(), pressed.name), ("Tab", "next region"));
    stage.press("<Esc>/a");
    assert!(said(&stage).is_none());
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
        let mut stage = stage(120, 36, "j<Enter>nn");
        (stage.depth, stage.ground) = (depth, ground);
        let areas = stage.model.areas().unwrap().pair.unwrap();
        let text = areas.a.unwrap().text.union(areas.b.unwrap().text);
        let buffer = stage.buffer();
        let pages: HashSet<Color> = text
            .positions()
            .map(|place| buffer[place].bg)
            .filter(|page| *page != Color::Reset)
            .collect();
        assert!(pages.len() <= 3, "{pages:?}");
        assert_eq!(pages.is_empty(), depth == Depth::Mono);
        assert!(!stage.styles().contains('d'), "{}", stage.styles());
    }
}

#[test]
fn lesson_and_sandbox_show_their_score() {
    let mut stage = stage(120, 36, "j<Enter>Z<C-u>one two three<Tab><C-u>one two three");
    let (score, _) = stage.model.score_shown().unwrap();
    assert_eq!(score, shingle::base::ratio::Ratio::ONE);
    stage.press("<C-g>");
    assert!(stage.model.lesson.is_some());
    assert_eq!(stage.model.score_shown().unwrap().0, shingle::base::ratio::Ratio::ONE);
}
