//! The passages of the whole folder: listed, opened at their place, ignored and restored.

use std::sync::Arc;

use insta::assert_snapshot;
use shingle::engine::{Answer, PassagesError, Question};
use shingle::pipeline::{Params, PassageOrder};

use crate::tui::actions::ViewName;
use crate::tui::model::Command;
use crate::tui::views::shared_passages::SharedPassages;

use super::{
    demo::Demo,
    fake_passages::passages,
    test_screen::{TestScreen, fits_every_size},
};

/// Keys that open the view.
const WAY: &str = ":passages of<Enter>";

fn room(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, WAY)
}

fn demo() -> Demo {
    let mut demo = Demo::new(120, 36);
    demo.press(WAY);
    demo
}

fn listed(demo: &Demo) -> Vec<String> {
    let passages: &SharedPassages = demo.screen.model.states.get();
    (0..passages.lines.len()).map(|line| passages.at(line).unwrap().text.to_string()).collect()
}

fn asked(screen: &TestScreen) -> Vec<u64> {
    let numbers = screen.asked.iter().filter_map(|command| match command {
        Command::Ask(number, Question::Passages(_)) => Some(*number),
        _ => None,
    });
    numbers.collect()
}

#[test]
fn the_room_at_all_sizes() {
    fits_every_size(room);
    assert_snapshot!(room(120, 36).text());
}

#[test]
fn enter_opens_two_documents_that_have_it_at_that_place() {
    let mut demo = demo();
    assert_eq!(demo.screen.lines(), 40);
    demo.press("jj<Enter>");
    let names = demo.screen.pair_names();
    let names = [names.0.to_string(), names.1.to_string()];
    assert_eq!(names, ["licences/bowline.txt", "licences/leek-soup.md"]);
    let pair = demo.screen.open_pair();
    let active = &pair.view.passages[pair.active.unwrap()];
    assert!(pair.view.a.text.get(active.a.range()).unwrap().contains("Lanternwick"));
    demo.press("<Esc>");
    assert_eq!(demo.screen.list(), ViewName::Passages);
    assert_eq!(demo.screen.selected(), 2);
    // The first passage is in two copies and in a third text: the pair has two different contents.
    demo.press("kk<Enter>");
    let names = &demo.screen.pair_names();
    assert_eq!(names.1.to_string(), "essays/harbour-corrected.txt");
    let pair = demo.screen.open_pair();
    let active = &pair.view.passages[pair.active.unwrap()];
    assert!(pair.view.a.text.get(active.a.range()).unwrap().contains("kept a tally"));
}

#[test]
fn one_key_leaves_a_passage_out_and_the_list_clears() {
    let mut demo = demo();
    let before = listed(&demo);
    demo.press("jj");
    assert!(before[2].contains("Lanternwick"));
    demo.press("\\");
    let rest = [&before[..2], &before[3..]].concat();
    assert_eq!(listed(&demo), rest);
    assert_eq!(demo.screen.selected(), 2);
    assert_eq!((demo.screen.lines(), demo.screen.phrases().len()), (39, 1));
    // The next passage is ignored too, and undo restores both.
    demo.press("\\");
    assert_eq!(listed(&demo), [&before[..2], &before[4..]].concat());
    demo.press("u");
    assert_eq!(listed(&demo), rest);
    demo.press("u");
    assert_eq!(listed(&demo), before);
}

#[test]
fn what_nobody_looks_at_is_not_counted_again() {
    let mut demo = demo();
    demo.press("\\");
    demo.press("<Esc>");
    assert_eq!(demo.screen.list(), ViewName::Pairs);
    demo.press("w");
    assert!(demo.screen.model.states.get::<SharedPassages>().found.is_none());
    demo.press(WAY);
    assert!(demo.screen.model.states.get::<SharedPassages>().found.is_some());
}

#[test]
fn what_is_left_is_stopped_and_what_could_not_be_read_is_not_left_out() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered(WAY);
    let number = asked(&screen)[0];
    let mut found = passages(PassageOrder::Repeated, &Params::defaults());
    found.passages[0].text = "".into();
    screen.answered(number, Answer::Passages(Ok(Arc::new(found))));
    screen.press_unanswered("\\");
    assert!(!screen.asked.iter().any(|asked| matches!(asked, Command::KeepPhrase(_))));
    screen.press_unanswered("><Esc>");
    let stopped = |one: &Command| matches!(one, Command::Ask(_, Question::Passages(None)));
    assert!(screen.asked.iter().any(stopped), "{:?}", screen.asked);
}

#[test]
fn another_order_another_filter_and_another_parameter_hold() {
    let mut demo = demo();
    demo.press(">");
    let words = |demo: &Demo| {
        let passages: &SharedPassages = demo.screen.model.states.get();
        (0..3).map(|line| passages.at(line).unwrap().words).collect::<Vec<_>>()
    };
    assert!(words(&demo).windows(2).all(|two| two[0] >= two[1]));
    demo.press("<");
    assert_eq!(demo.screen.model.states.get::<SharedPassages>().order, PassageOrder::Repeated);
    demo.press(">>");
    let held =
        |line| demo.screen.model.states.get::<SharedPassages>().at(line).unwrap().documents.len();
    assert!(held(0) >= 3 && held(0) >= held(1) && held(1) >= held(2), "{}", held(0));
    demo.press(">/Lanternwick<Enter>");
    assert_eq!(listed(&demo).len(), 1);
    demo.press("/leek-soup<Enter>");
    assert!(!listed(&demo).is_empty());
    for line in 0..listed(&demo).len() {
        let passages: &SharedPassages = demo.screen.model.states.get();
        let documents = &passages.at(line).unwrap().documents;
        assert!(documents.iter().any(|one| one.name().contains("leek-soup")), "{documents:?}");
    }
    demo.press("<Esc><stop words>");
    let before = listed(&demo).len();
    assert!(
        demo.screen.model.states.get::<SharedPassages>().at(0).unwrap().words > 62,
        "stop words count now"
    );
    demo.press("t");
    assert_eq!(listed(&demo).len(), before);
}

#[test]
fn only_the_newest_answer_is_shown_and_a_refusal_says_what_to_do() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered(WAY);
    let numbers = asked(&screen);
    assert_eq!(numbers.len(), 1);
    let found = || {
        let mut found = passages(PassageOrder::Repeated, &Params::defaults());
        found.passages[0].text = "one \u{1b}[31mtwo\u{202e} three".into();
        Ok(Arc::new(found))
    };
    screen.answered(numbers[0] - 1, Answer::Passages(found()));
    assert!(screen.model.states.get::<SharedPassages>().found.is_none());
    screen.answered(numbers[0], Answer::Passages(found()));
    screen.shows(&["⟨U+202E⟩"]);
    // During a new count, a listed passage may be gone already.
    screen.press_unanswered(">\\");
    let number = *asked(&screen).last().unwrap();
    screen.answered(number, Answer::Passages(Err(PassagesError::Sampled)));
    for key in ["<Enter>", "\\"] {
        screen.press_unanswered(key);
    }
    screen.press_unanswered("<Esc>");
    assert!(!screen.asked.iter().any(|asked| matches!(asked, Command::KeepPhrase(_))));
}
