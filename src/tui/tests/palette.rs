//! The command palette: it finds actions and values, rejects invalid values, runs the chosen line, and remembers it.

use shingle::text::Stem;

use crate::theme_choice::ThemeChoice;
use crate::tui::actions::{Action, Section};
use crate::tui::tests::prelude::*;
use crate::tui::{keys::current_bindings, views::palette::PaletteAction};

fn opened(keys: &str) -> TestScreen {
    let mut screen = TestScreen::pressed(120, 36, ":");
    screen.asked.clear();
    screen.press(keys);
    screen
}

fn labels(screen: &TestScreen) -> Vec<&str> {
    screen.palette().found.iter().map(|item| item.label.as_str()).collect()
}

#[test]
fn values_are_set_as_they_are_typed() {
    assert_eq!(opened("preset phpir<Enter>").params().preset, Some(Preset::Phpir));
    assert_eq!(opened("language ru<Enter>").params().language.to_string(), "ru");
    assert_eq!(opened("--modulo=7<Enter>").params().modulo, 7);
    assert_eq!(opened("theme<Enter>").model.look.theme, ThemeChoice::Dark);
}

#[test]
fn a_parameter_asks_for_its_value() {
    let mut screen = opened("stem<Enter>");
    assert!(screen.has_prompt());
    assert_eq!(screen.press("off<Enter>").params().stem, Stem::Off);
    let mut screen = TestScreen::pressed(120, 36, ":author<Enter>");
    assert_eq!(screen.prompt(), "skip-same ");
    assert_eq!(screen.press("<Down><Down><Enter>").params().skip_same.to_string(), "{}/");
}

#[test]
fn letters_find_actions_and_values_by_name_and_by_sentence() {
    assert_eq!(labels(&opened("jacc"))[0], "measure jaccard");
    assert_eq!(labels(&opened("quit"))[0], "quit");
    // Letters that are scattered over a name do not match the name.
    assert!(labels(&opened("msr dice")).is_empty());
    assert!(labels(&opened("clipboard")).contains(&"copy"), "by its sentence");
    assert_eq!(labels(&opened("measure jac")), ["measure jaccard"]);
    assert!(labels(&opened("zzzz")).is_empty());
    assert_eq!(opened("zzzz").palette().refusal, None);
}

#[test]
fn what_one_wants_is_found_by_its_plain_word() {
    for (label, words) in [
        ("mark", "mark|note|verdict|who took"),
        ("report", "report|export|save|pdf"),
        ("filter", "search"),
        ("skip-same", "author|student"),
        ("skip-older", "dates"),
        ("common", "footer"),
        ("sources", "original|source|plagiarism"),
        ("undo", "undo"),
        // A key finds its action.
        ("your text", "paste|Q"),
        ("width", "w"),
        ("help or question", "?"),
        ("all keys", "F1"),
        ("redraw", "Ctrl-L"),
        // A search for an explanation finds the lesson first.
        ("lesson", "lesson|teach|explain|what|Learn|tea"),
        ("explain", "expl"),
    ] {
        for word in words.split('|') {
            assert_eq!(labels(&opened(word)).first(), Some(&label), "{word}");
        }
    }
}

#[test]
fn every_action_of_the_table_is_there() {
    let screen = opened("");
    for binding in current_bindings().filter(|one| one.section != Section::Moving) {
        let actions = binding.actions.iter().map(|one| one.action);
        for action in actions.filter(|one| !matches!(one, Action::Change(..))) {
            let mut found = screen.palette().found.iter();
            let there = found.any(|item| item.action == PaletteAction::OfKey(action));
            assert!(there, "{}", binding.text);
        }
    }
}

#[test]
fn every_action_can_be_run_from_it() {
    let count = opened("").palette().found.len();
    for index in 0..count {
        let mut screen = opened("");
        let mut palette = screen.palette().clone();
        palette.cursor.selected = index;
        screen.model.states.set(palette);
        screen.press("<Enter>");
        let _ = screen.text();
    }
}

#[test]
fn what_is_no_value_is_refused_and_the_line_stays_open() {
    let mut screen = opened("w 99<Enter>");
    assert_eq!(screen.place(), Place::Palette);
    assert!(screen.asked.is_empty());
    assert_eq!(screen.press("<Backspace><Backspace>9<Enter>").params().width, 9);
}

#[test]
fn the_choice_moves_and_stays_on_the_screen() {
    let mut screen = opened("");
    let count = screen.palette().found.len();
    for _ in 0..count + 5 {
        screen.press("<Down>");
        let shown = screen.text();
        let marked: Vec<&str> =
            shown.lines().skip(20).filter(|line| line.starts_with('▸')).collect();
        assert_eq!(marked.len(), 1, "{shown}");
        let label = screen.palette().found[screen.palette().cursor.selected].label.clone();
        assert!(marked[0].contains(&label), "{marked:?} {label}");
    }
    assert!(screen.press("<PgUp><Up>").palette().cursor.selected < count - 5);
}

#[test]
fn the_palette_fits_every_size() {
    let make = |width, height| TestScreen::pressed(width, height, ":thr");
    fits_every_size(make);
    assert_snapshot!(make(84, 24).text());
}

// Help: filtering, choosing, running the chosen line, and closing.

fn opened_help() -> TestScreen {
    let mut screen = TestScreen::pressed(84, 24, "?");
    screen.asked.clear();
    screen
}

#[test]
fn letters_filter_help() {
    let mut screen = opened_help();
    screen.press("modulo").shows(&["=modulo", "=hash"]);
    screen.lacks(&["Scroll one screen", "A shingle is"]);
    assert!(!screen.press("<Enter>").has_overlay() && !screen.has_prompt());
}

#[test]
fn help_scrolls_to_its_end_and_back() {
    let mut screen = opened_help();
    let first = screen.text();
    screen.press(&"<PgDn>".repeat(9)).shows(&["Ctrl-L"]);
    assert_eq!(screen.press(&"<PgUp>".repeat(9)).text(), first);
}

#[test]
fn a_question_mark_on_the_empty_line_or_esc_closes() {
    let mut screen = opened_help();
    assert!(!screen.press("?").has_overlay() && !screen.has_prompt());
    assert_eq!(screen.press("?x?").prompt(), "x?");
    assert!(!screen.press("<Enter>").has_overlay());
    assert!(!screen.press("?<Esc>").has_overlay() && !screen.has_prompt());
}

#[test]
fn help_fits_every_size() {
    let make = |width, height| TestScreen::pressed(width, height, "?to<Down>");
    fits_every_size(make);
    assert_snapshot!(make(84, 24).text());
}

#[test]
fn help_opens_at_the_keys_of_the_place() {
    let first = |keys: &str| {
        let screen = TestScreen::pressed(100, 30, keys);
        let text = screen.text();
        let title = text.lines().position(|line| line.contains("Help and keys")).unwrap();
        text.lines().nth(title + 1).unwrap().trim().to_string()
    };
    assert!(first("?").starts_with("A shingle is a run of words"));
    assert_eq!(first("j<Enter>?"), "The open pair");
    assert_eq!(first("j<Enter>d?"), "The open pair");
    assert_eq!(first("<Tab><Tab><Tab>?"), "Parameters (capital letter: the other way)");
}
