//! Pictures of an open pair: rewordings, moved and repeated passages, list, layouts, dropped words.

use insta::assert_snapshot;
use shingle::pipeline::parameters::Params;

use crate::tui::drawing::Depth;

use super::rewritten::{screen, twelve};
use super::test_screen::SIZES;

/// The pair in which these keys were pressed, at every size.
fn pictures(name: &str, keys: &str, params: &Params) {
    for (width, height) in SIZES {
        let mut screen = screen(width, height, params);
        screen.press(keys);
        assert_snapshot!(format!("{name}_{width}x{height}"), screen.text());
    }
}

#[test]
fn a_rewritten_pair() {
    pictures("rewritten", "n", &Params::defaults());
}

#[test]
fn its_passages_in_a_list() {
    pictures("passages", "n;", &Params::defaults());
}

#[test]
fn its_words_that_are_not_counted() {
    let params = Params { modulo: 2, ..Params::defaults() };
    pictures("dropped", "i", &params);
}

#[test]
fn one_text_with_all_the_room() {
    pictures("alone", "n<zoom>", &Params::defaults());
}

#[test]
fn the_layouts_that_a_key_chooses() {
    let mut screen = screen(120, 36, &Params::defaults());
    screen.press("v");
    assert_snapshot!("stacked_120x36", screen.text());
    screen.press("v");
    assert_snapshot!("single_120x36", screen.text());
    let mut narrow = self::screen(84, 24, &Params::defaults());
    narrow.press("V");
    assert_snapshot!("split_84x24", narrow.text());
}

#[test]
fn twelve_passages_of_which_few_are_on_the_screen() {
    let mut screen = twelve(84, 24);
    screen.press("7");
    assert_snapshot!("twelve_84x24", screen.text());
}

#[test]
fn styles_say_everything_that_colours_say() {
    let params = Params { modulo: 2, ..Params::defaults() };
    for (depth, name) in [(Depth::True, "dark"), (Depth::Mono, "mono")] {
        let mut plain = screen(120, 36, &Params::defaults());
        plain.depth = depth;
        plain.press("n");
        assert_snapshot!(format!("rewritten_styles_{name}"), plain.styles());
        let mut dropped = screen(120, 36, &params);
        dropped.depth = depth;
        dropped.press("i");
        assert_snapshot!(format!("dropped_styles_{name}"), dropped.styles());
    }
}
