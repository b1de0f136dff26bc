//! Help: it filters, it chooses, it runs what is chosen, and it closes.

use insta::assert_snapshot;

use crate::tui::event_loop::command::Command;
use crate::tui::screen::focus::Overlay;

use super::stage::{SIZES, Stage};

fn opened() -> Stage {
    let mut stage = Stage::folder(84, 24);
    stage.press("?");
    stage.asked.clear();
    stage
}

/// The line that is chosen.
fn chosen(stage: &Stage) -> String {
    let text = stage.text();
    text.lines().find(|line| line.starts_with('▸')).unwrap_or("").to_string()
}

#[test]
fn the_way_to_filter_is_seen_without_knowing_it() {
    let text = opened().text();
    assert!(text.contains("filter:    type to filter"), "{text}");
}

#[test]
fn letters_filter_and_the_first_key_is_chosen() {
    let mut stage = opened();
    stage.press("modulo");
    assert!(chosen(&stage).contains(" i "), "{}", stage.text());
    assert!(!stage.text().contains("A shingle is a run"));
    stage.press("<Down>");
    assert!(chosen(&stage).contains("m/M"), "{}", stage.text());
    stage.press("<Down>");
    assert!(chosen(&stage).contains("~/`"), "{}", stage.text());
    stage.press("<Backspace>");
    assert!(chosen(&stage).contains(" i "), "another filter chooses anew");
}

#[test]
fn enter_closes_help_and_does_what_is_chosen() {
    let mut stage = opened();
    stage.press("words in a row<Enter>");
    assert_eq!(stage.model.overlay, None);
    assert!(stage.model.prompt.is_none());
    assert_eq!(stage.model.params.width, 4);
    let asked = stage.asked.iter().any(|command| matches!(command, Command::SetParams(_)));
    assert!(asked, "{:?}", stage.asked);
}

#[test]
fn every_line_can_be_chosen_and_run() {
    let count = crate::tui::keys::bindings().count();
    for steps in 1..=count {
        let mut stage = opened();
        stage.press(&"<Down>".repeat(steps));
        for _ in 0..20 {
            // What stands before the keys scrolls first.
            if stage.model.help.chosen.is_none() {
                stage.press("<Down>");
            }
        }
        let line = chosen(&stage);
        assert!(!line.is_empty(), "step {steps}\n{}", stage.text());
        stage.press("<Enter>");
        assert!(stage.model.overlay != Some(Overlay::Help), "{line}");
    }
}

#[test]
fn the_choice_goes_from_key_to_key_and_back_to_the_text() {
    let mut stage = opened();
    assert_eq!(chosen(&stage), "");
    while stage.model.help.chosen.is_none() {
        stage.press("<Down>");
    }
    assert!(chosen(&stage).contains("j/k"));
    stage.press("<PgDn><PgDn><PgDn><PgDn><PgDn><PgDn>");
    assert!(chosen(&stage).contains("Ctrl-L"), "{}", stage.text());
    stage.press("<Down><Down>");
    assert!(chosen(&stage).contains("Ctrl-L"), "the last stays");
    stage.press("<PgUp><PgUp><PgUp><PgUp><PgUp><PgUp><PgUp>");
    assert_eq!(chosen(&stage), "");
    assert!(stage.text().contains("A shingle is a run"));
}

#[test]
fn on_a_small_screen_the_text_can_be_read_to_its_end() {
    let mut stage = Stage::folder(40, 12);
    stage.press("?");
    let mut seen = stage.text();
    for _ in 0..60 {
        stage.press("<Down>");
        seen.push_str(&stage.text());
    }
    let seen: String = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["A shingle is", "~ changed or -", "gone."] {
        assert!(seen.contains(part), "{part}");
    }
}

#[test]
fn a_question_mark_on_the_empty_line_or_esc_closes() {
    let mut stage = opened();
    stage.press("?");
    assert_eq!((stage.model.overlay, stage.model.prompt.is_none()), (None, true));
    stage.press("?x?");
    assert_eq!(stage.model.prompt.as_ref().unwrap().text(), "x?");
    assert!(stage.text().contains("No key does that"));
    stage.press("<Enter>");
    assert_eq!(stage.model.overlay, None, "Enter closes it where nothing is chosen");
    stage.press("?<Esc>");
    assert_eq!((stage.model.overlay, stage.model.prompt.is_none()), (None, true));
}

#[test]
fn help_at_every_size() {
    for (width, height) in SIZES {
        let mut stage = Stage::folder(width, height);
        stage.press("?text<Down>");
        assert_snapshot!(format!("help_{width}x{height}"), stage.text());
    }
}
