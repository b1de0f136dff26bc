//! Which parameters the bar shows, and where.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::pipeline::{Parameter, Params};

use crate::tui::messages::Message;
use crate::tui::model::Focus;
use crate::tui::parameters::table::{ENTRIES, is_hidden};

use super::{demo::Demo, screens::in_order, test_screen::TestScreen};

/// How the bar counts the parameters that it does not show while all have the values that they began with.
fn more() -> String {
    let params = Params::defaults();
    let hidden = ENTRIES
        .iter()
        .filter(|entry| !entry.is_essential() && !is_hidden(entry.parameter, &params));
    format!("+{} more", hidden.count())
}

#[test]
fn what_matters_most_is_on_every_screen_and_the_rest_is_one_key_away() {
    for (width, height) in [(200, 60), (120, 36), (100, 30), (80, 24), (60, 20), (40, 12)] {
        let mut screen = TestScreen::folder(width, height);
        let calm = screen.text();
        let wanted = ["3", "20%", "[=] +21"];
        assert!(in_order(&calm, &wanted), "at {width}x{height}:\n{calm}");
        assert!(!calm.contains("unicode"), "{calm}");
        while screen.focus() != Focus::Bar {
            screen.press("<Tab>");
        }
        for value in ["modulo", "auto", "none", "unicode", "1", "wide", "at-least"] {
            let mut found = false;
            for _ in 0..ENTRIES.len() {
                found |= screen.text().contains(value);
                screen.press("<Right>");
            }
            assert!(found, "{value} at {width}x{height}:\n{}", screen.text());
        }
    }
}

#[test]
fn a_click_on_the_number_of_those_that_are_left_out_shows_them() {
    let mut screen = TestScreen::folder(120, 36);
    let place = screen.find(&more());
    screen.mouse_unanswered(MouseEventKind::Down(MouseButton::Left), place);
    assert_eq!(screen.focus(), Focus::Bar);
    screen.shows(&["above at-least"]);
    assert!(!screen.text().contains(&more()), "{}", screen.text());
}

#[test]
fn what_is_always_there_never_moves() {
    for width in [60, 80, 100, 120, 160, 200] {
        let mut screen = TestScreen::folder(width, 36);
        let before = screen.find("20%");
        for keys in [
            "<case>",
            "<words>",
            "<hash><hash>",
            "<above>",
            "<Tab><Tab><Tab>",
            "<Esc>",
            "<case back><words back>",
        ] {
            screen.press(keys);
            assert_eq!(screen.find("20%"), before, "{keys} at {width}:\n{}", screen.text());
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
        let said = screen.text().lines().last().unwrap().to_string();
        assert!(said.contains("d leaves the plot"), "{key}: {said}");
    }
}

#[test]
fn where_the_bar_has_the_focus_the_chosen_parameter_is_explained() {
    let mut screen = TestScreen::folder(120, 36);
    while screen.focus() != Focus::Bar {
        screen.press("<Tab>");
    }
    screen.shows(&["width: How many words in a row"]);
    while screen.chosen_parameter() != Parameter::Hash {
        screen.press("<Left>");
    }
    let said = "hash wide: modulo 1 keeps all shingles, whatever their hash";
    screen.shows(&[said]);
}

#[test]
fn the_count_of_the_others_gets_no_row_of_its_own() {
    let mut demo = Demo::new(120, 36);
    demo.select("licences/");
    demo.press("<Enter>");
    demo.press("\\");
    demo.press("<Esc>");
    for keys in ["", "=case keep<Enter>", "=above strictly<Enter>", "=common 20%<Enter>"] {
        demo.press(keys);
        for width in 60..160 {
            demo.screen.send(Message::Resized(width, 36));
            let text = demo.screen.text();
            let bar: Vec<&str> = text.lines().skip(1).take(4).map(str::trim).collect();
            let alone = bar.iter().find(|row| row.starts_with('=') || row.starts_with("[=]"));
            assert_eq!(alone, None, "{keys} at {width}\n{text}");
        }
    }
}

#[test]
fn the_first_screen_says_in_words_what_a_score_is() {
    let scale = "pairs by score: how much of the smaller is in the larger";
    let gloss = "containment: how much of the smaller is in the larger";
    for (width, height) in [(120, 36), (130, 36), (170, 40), (200, 60)] {
        let text = TestScreen::folder(width, height).text();
        assert_eq!((text.matches(scale).count(), text.matches(gloss).count()), (1, 0), "{text}");
    }
    let mut screen = TestScreen::pressed(200, 36, "<measure>");
    assert!(screen.text().contains(scale), "it is about the scores that are shown");
    screen.press("<measure back><Enter>");
    assert!(!screen.text().contains(scale) && screen.text().contains(gloss), "no histogram");
    // While the bar has the focus, the meaning of the chosen parameter stands below it.
    screen.press("<Tab><Tab>");
    screen.lacks(&[gloss]);
    let low = TestScreen::folder(80, 24).text();
    assert!(low.contains("100%  pairs by score") && low.contains("50%"), "{low}");
    assert!(low.contains("from 20% of one text in the other"), "{low}");
}

#[test]
fn the_meaning_of_the_chosen_parameter_is_whole() {
    for (width, height) in [(80, 30), (120, 36), (180, 50), (240, 60)] {
        let mut screen = TestScreen::folder(width, height);
        while screen.focus() != Focus::Bar {
            screen.press("<Tab>");
        }
        for end in ["each changed word.", "share of that text, overlap that of the smaller."] {
            let text = screen.text();
            let words: Vec<&str> = text.split_whitespace().collect();
            assert!(words.join(" ").contains(end), "{width}\n{text}");
            screen.press("<Right><Right>");
        }
    }
}
