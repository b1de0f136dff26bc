//! Pictures of an open pair: rewordings, moved and repeated passages, list, layouts, dropped words.

use insta::assert_snapshot;
use ratatui::style::{Color, Modifier};
use shingle::pipeline::Params;

use crate::tui::drawing::Depth;

use super::{
    rewritten::{screen, twelve},
    test_screen::{TestScreen, fits_every_size},
};

/// The pair in which these keys were pressed.
fn pressed(keys: &str, params: &Params) -> impl Fn(u16, u16) -> TestScreen {
    move |width, height| {
        let mut screen = screen(width, height, params);
        screen.press(keys);
        screen
    }
}

#[test]
fn a_rewritten_pair_has_its_passages_at_every_size() {
    let params = Params::defaults();
    let make = pressed("n", &params);
    for screen in fits_every_size(&make) {
        screen.shows(&[" 13% of B's wording is in A", "5 passages ──", "  2"]);
        if screen.size().0 > 40 {
            screen.shows(&["passage 2 of 5"]);
        }
        if screen.size().0 > 60 {
            screen.shows(&["passages   ⇄1 [2] 3  4a  4b", "23 words, 21 of them alike"]);
        }
    }
}

#[test]
fn its_passages_in_a_list() {
    let params = Params::defaults();
    let make = pressed("n;", &params);
    for screen in fits_every_size(&make) {
        let selected = screen.selected_rows();
        assert!(selected.last().unwrap().starts_with("▸    2 "), "{selected:?}");
    }
    make(40, 12).shows(&[
        "─ 5 passages ───────────── Esc closes ──",
        "▸    2     23   Every stone was wet fro…",
    ]);
    assert_snapshot!(make(120, 36).text());
}

#[test]
fn its_words_that_are_not_counted() {
    let params = Params { modulo: 2, ..Params::defaults() };
    let make = pressed("i", &params);
    for screen in fits_every_size(&make) {
        screen.shows(&[" 10% of B's wording is in A", "i hides words not counted"]);
    }
    make(84, 24).shows(&[" stop word: not counted  modulo 2: left out\n"]);
    assert_snapshot!(make(120, 36).text());
}

#[test]
fn one_text_with_all_the_room() {
    let params = Params::defaults();
    let make = pressed("n<zoom>", &params);
    for screen in fits_every_size(&make) {
        assert!(screen.has("▸A first.txt"), "{}", screen.text());
        screen.lacks(&["B second.txt", "↔", "passage 2 of 5"]);
        assert!(
            screen.words().contains("A alone; :zoom or Esc brings the rest back"),
            "{}",
            screen.text()
        );
    }
    make(84, 23).shows(&[
        "    2┏ Every stone was wet from the spray, he wrote, and the gulls would not land. ▐",
    ]);
}

#[test]
fn the_layouts_that_a_key_chooses() {
    let [a, b] = ["A first.txt", "B second.txt"];
    let mut screen = screen(120, 36, &Params::defaults());
    screen.press("v");
    let (upper, lower) = (screen.find(a), screen.find(b));
    assert!(upper.0 == lower.0 && upper.1 < lower.1, "{}", screen.text());
    assert!(screen.footer().starts_with("the texts are one above the other"));
    screen.press("v");
    screen.shows(&[a]);
    screen.lacks(&[b]);
    assert!(screen.footer().starts_with("one text at a time: Tab shows the other"));
    let mut narrow = self::screen(84, 24, &Params::defaults());
    narrow.press("V");
    let (left, right) = (narrow.find(a), narrow.find(b));
    assert!(left.1 == right.1 && left.0 < right.0, "{}", narrow.text());
    assert!(narrow.footer().starts_with("the texts are side by side"));
}

#[test]
fn twelve_passages_of_which_few_are_on_the_screen() {
    let mut screen = twelve(84, 24);
    screen.press("7");
    screen.shows(&[
        " passages   1  2  3  4  5  6 [7] 8  9  10  11  12\n",
        "    7┏ here. left6 own words here.",
        "  7  passage 7 of 12 · 19 words, word for word",
    ]);
    assert_eq!(screen.text().matches("┃ vapple vberry vcherry vdamson").count(), 2);
    screen.lacks(&["uapple", "wapple"]);
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
        // The active passage is bold, another one is not.
        let is_bold =
            |text| screen.cells_of(text).iter().all(|cell| cell.modifier.contains(Modifier::BOLD));
        assert!(is_bold("told nobody about") && !is_bold("gulls would not"), "{depth:?}");
    }
}
