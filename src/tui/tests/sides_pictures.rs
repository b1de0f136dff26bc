//! An open pair at every size: rewordings, the list of passages, one text alone, tints.

use insta::assert_snapshot;
use ratatui::style::{Color, Modifier};
use shingle::pipeline::Params;

use crate::tui::drawing::Depth;

use super::{
    rewritten::screen,
    test_screen::{TestScreen, fits_every_size},
};

/// Returns the pair after these keys.
fn pressed(keys: &str, params: &Params) -> impl Fn(u16, u16) -> TestScreen {
    move |width, height| {
        let mut screen = screen(width, height, params);
        screen.press(keys);
        screen
    }
}

#[test]
fn a_rewritten_pair_fits_every_size() {
    fits_every_size(pressed("n", &Params::defaults()));
    fits_every_size(pressed("i", &Params { modulo: 2, ..Params::defaults() }));
}

#[test]
fn its_passages_in_a_list() {
    let params = Params::defaults();
    let make = pressed("n;", &params);
    for screen in fits_every_size(&make) {
        let selected = screen.selected_rows();
        assert!(selected.last().unwrap().starts_with("▸    2 "), "{selected:?}");
    }
    assert_snapshot!(make(120, 36).text());
}

#[test]
fn one_text_with_all_the_room() {
    for screen in fits_every_size(pressed("n<zoom>", &Params::defaults())) {
        screen.shows(&["▸A first.txt"]);
        screen.lacks(&["B second.txt", "↔"]);
    }
}

#[test]
fn every_passage_has_tint_or_line_and_a_word_of_its_own_has_neither() {
    for depth in [Depth::True, Depth::Mono] {
        let mut screen = screen(120, 36, &Params::defaults());
        screen.depth = depth;
        let is_marked = |text: &str| {
            screen.cells_of(text).iter().all(|cell| match depth {
                Depth::Mono => cell.modifier.contains(Modifier::UNDERLINED),
                _ => cell.bg != Color::Reset,
            })
        };
        for shared in ["told nobody about", "gulls would not"] {
            assert!(is_marked(shared), "{depth:?} {shared}: {:?}", screen.cells_of(shared));
        }
        for own in ["was quiet that winter", "keeper7 keeper8"] {
            assert!(!is_marked(own), "{depth:?} {own}: {:?}", screen.cells_of(own));
        }
        // Without colours, the active passage is bold and another passage is not.
        let is_bold =
            |text| screen.cells_of(text).iter().all(|cell| cell.modifier.contains(Modifier::BOLD));
        assert_eq!(is_bold("told nobody about"), depth == Depth::Mono);
        assert!(!is_bold("gulls would not"), "{depth:?}");
    }
}
