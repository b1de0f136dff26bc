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
fn without_colour_the_active_passage_and_the_others_are_distinguished() {
    let mut screen = screen(120, 36, &Params::defaults());
    screen.depth = Depth::Mono;
    let buffer = screen.buffer();
    let count = |with: Modifier, without: Modifier| {
        let cells = buffer.content().iter();
        cells
            .filter(|cell| cell.modifier.contains(with) && !cell.modifier.intersects(without))
            .count()
    };
    let (bold, underlined, dim) = (Modifier::BOLD, Modifier::UNDERLINED, Modifier::DIM);
    assert!(count(bold | underlined, dim) > 10, "the active one");
    assert!(count(underlined, bold | dim) > 10, "another one");
    assert!(count(underlined | dim, Modifier::empty()) > 5, "words between");
    let all = buffer.content().iter();
    assert!(all.clone().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
}
