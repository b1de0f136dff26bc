//! Help: filtering, choosing, running the chosen line, and closing.

use insta::assert_snapshot;
use shingle::engine::Question;

use crate::tui::actions::ViewName;
use crate::tui::model::Command;

use super::test_screen::{TestScreen, fits_every_size};

fn opened() -> TestScreen {
    let mut screen = TestScreen::pressed(84, 24, "?");
    screen.asked.clear();
    screen
}

fn chosen(screen: &TestScreen) -> String {
    let text = screen.text();
    text.lines().find(|line| line.starts_with('▸')).unwrap_or("").to_string()
}

#[test]
fn letters_filter_and_the_first_key_is_chosen() {
    let mut screen = opened();
    screen.press("modulo");
    assert!(chosen(&screen).contains("=modulo"), "{}", screen.text());
    screen.press("<Down>");
    assert!(chosen(&screen).contains("=hash"), "{}", screen.text());
    screen.press("<Backspace>");
    assert!(chosen(&screen).contains("=modulo"), "another filter chooses anew");
}

#[test]
fn enter_closes_help_and_does_what_is_chosen() {
    let mut screen = opened();
    screen.press("clusters of documents<Enter>");
    assert!(!screen.has_overlay() && !screen.has_prompt());
    assert!(screen.model.is_in(ViewName::Clusters));
    screen.press("?words per shingle<Enter>");
    assert!(!screen.has_overlay());
    screen.press("4<Enter>");
    assert_eq!(screen.params().width, 4);
    let is_asked = |one: &Command| matches!(one, Command::Ask(_, Question::Ranking { .. }));
    assert!(screen.asked.iter().any(is_asked), "{:?}", screen.asked);
}

#[test]
fn the_choice_goes_from_key_to_key_and_back_to_the_text() {
    let mut screen = opened();
    assert_eq!(chosen(&screen), "");
    while screen.chosen_help().is_none() {
        screen.press("<Down>");
    }
    assert!(chosen(&screen).contains("j/k"));
    screen.press("<PgDn><PgDn><PgDn><PgDn><PgDn><PgDn>");
    assert!(chosen(&screen).contains("Ctrl-L"), "{}", screen.text());
    screen.press("<Down><Down>");
    assert!(chosen(&screen).contains("Ctrl-L"), "the last stays");
    screen.press("<PgUp><PgUp><PgUp><PgUp><PgUp><PgUp><PgUp>");
    assert_eq!(chosen(&screen), "");
}

#[test]
fn a_question_mark_on_the_empty_line_or_esc_closes() {
    let mut screen = opened();
    screen.press("?");
    assert!(!screen.has_overlay() && !screen.has_prompt());
    screen.press("?x?");
    assert_eq!(screen.prompt(), "x?");
    screen.press("<Enter>");
    assert!(!screen.has_overlay(), "Enter closes it where nothing is chosen");
    screen.press("?<Esc>");
    assert!(!screen.has_overlay() && !screen.has_prompt());
}

#[test]
fn help_fits_every_size() {
    let make = |width, height| TestScreen::pressed(width, height, "?to<Down>");
    for screen in fits_every_size(make) {
        assert!(chosen(&screen).starts_with("▸ Tab "), "{}", screen.text());
    }
    assert_snapshot!(make(84, 24).text());
}

#[test]
fn help_opens_where_one_is_and_tab_goes_from_section_to_section() {
    let first = |keys: &str| {
        let screen = TestScreen::pressed(100, 30, keys);
        let text = screen.text();
        let title = text.lines().position(|line| line.contains("Help and keys")).unwrap();
        text.lines().nth(title + 1).unwrap().trim().to_string()
    };
    assert!(first("?").starts_with("A shingle is a run of words"));
    for (keys, about) in [("D?", "▸ D  "), ("K?", "▸ K  "), ("\"?", "▸ \"  ")] {
        assert!(first(keys).starts_with(about), "{}", first(keys));
    }
    assert_eq!(first("j<Enter>?"), "The open pair");
    assert_eq!(first("j<Enter>d?"), "The open pair");
    assert_eq!(first("<Tab><Tab><Tab>?"), "Parameters (capital letter: the other way)");
    assert_eq!(first("j<Enter>?<Tab>"), "The lesson");
    let screen = TestScreen::pressed(100, 30, "j<Enter>?<Enter>");
    assert!(!screen.has_overlay(), "the first key of the section is chosen");
}
