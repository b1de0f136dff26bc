//! Parameters that the bar shows, and their positions.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::pipeline::Params;

use crate::tui::messages::Message;
use crate::tui::model::Focus;
use crate::tui::parameters::bar::ParameterBar;
use crate::tui::parameters::table::{ENTRIES, is_hidden};

use super::{demo::Demo, screens::in_order, test_screen::TestScreen};

/// Returns the count of hidden parameters in the bar, while all have their first values.
fn more() -> String {
    let params = Params::defaults();
    let hidden = ENTRIES
        .iter()
        .filter(|entry| !entry.is_essential() && !is_hidden(entry.parameter, &params));
    format!("+{}", hidden.count())
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
fn while_it_has_the_focus_its_rows_are_in_groups() {
    for width in [80, 120] {
        let mut screen = TestScreen::folder(width, 36);
        while screen.focus() != Focus::Bar {
            screen.press("<Tab>");
        }
        let rows = ParameterBar::new(screen.model.values(), width).rows;
        let mut groups: Vec<&str> = rows.iter().flatten().map(|cell| cell.group).collect();
        groups.dedup();
        assert_eq!(groups, ["", "words", "shingles", "ignored", "listed"]);
        for row in &rows {
            assert!(row.iter().all(|cell| cell.group == row[0].group), "{row:?}");
        }
        screen.shows(&groups);
    }
}

#[test]
fn a_click_on_the_number_of_those_that_are_left_out_shows_them() {
    let mut screen = TestScreen::folder(120, 36);
    let place = screen.find(&more());
    screen.mouse_unanswered(MouseEventKind::Down(MouseButton::Left), place);
    assert_eq!(screen.focus(), Focus::Bar);
    screen.lacks(&[&more()]);
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
    }
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
