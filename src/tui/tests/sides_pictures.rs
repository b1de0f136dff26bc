//! Pictures of an open pair: rewordings, moved and repeated passages, list, layouts, dropped words.

use insta::assert_snapshot;
use shingle::pipeline::params::Params;

use super::super::theme::Depth;
use super::rewritten::{stage, twelve};

const SIZES: [(u16, u16); 5] = [(40, 12), (60, 24), (84, 24), (120, 36), (200, 60)];

#[test]
fn a_rewritten_pair() {
    for (width, height) in SIZES {
        let mut stage = stage(width, height, &Params::defaults());
        stage.press("n");
        assert_snapshot!(format!("rewritten_{width}x{height}"), stage.text());
    }
}

#[test]
fn its_passages_in_a_list() {
    for (width, height) in SIZES {
        let mut stage = stage(width, height, &Params::defaults());
        stage.press("n;");
        assert_snapshot!(format!("passages_{width}x{height}"), stage.text());
    }
}

#[test]
fn its_words_that_are_not_counted() {
    let params = Params { modulo: 2, ..Params::defaults() };
    for (width, height) in SIZES {
        let mut stage = stage(width, height, &params);
        stage.press("i");
        assert_snapshot!(format!("dropped_{width}x{height}"), stage.text());
    }
}

#[test]
fn one_text_with_all_the_room() {
    for (width, height) in SIZES {
        let mut stage = stage(width, height, &Params::defaults());
        stage.press("nz");
        assert_snapshot!(format!("alone_{width}x{height}"), stage.text());
    }
}

#[test]
fn the_layouts_that_a_key_chooses() {
    let mut stage = stage(120, 36, &Params::defaults());
    stage.press("v");
    assert_snapshot!("stacked_120x36", stage.text());
    stage.press("v");
    assert_snapshot!("single_120x36", stage.text());
    let mut narrow = self::stage(84, 24, &Params::defaults());
    narrow.press("V");
    assert_snapshot!("split_84x24", narrow.text());
}

#[test]
fn twelve_passages_of_which_few_are_on_the_screen() {
    let mut stage = twelve(84, 24);
    stage.press("7");
    assert_snapshot!("twelve_84x24", stage.text());
}

#[test]
fn styles_say_everything_that_colours_say() {
    let params = Params { modulo: 2, ..Params::defaults() };
    for (depth, name) in [(Depth::True, "dark"), (Depth::Mono, "mono")] {
        let mut plain = stage(120, 36, &Params::defaults());
        plain.depth = depth;
        plain.press("n");
        assert_snapshot!(format!("rewritten_styles_{name}"), plain.styles());
        let mut dropped = stage(120, 36, &params);
        dropped.depth = depth;
        dropped.press("i");
        assert_snapshot!(format!("dropped_styles_{name}"), dropped.styles());
    }
}
