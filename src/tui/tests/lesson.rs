//! The lesson on the screen: its steps, its keys, its mouse, and its sentences about a change of parameters.

use insta::assert_snapshot;
use ratatui::crossterm::event::MouseEventKind;
use shingle::base::ratio::Ratio;
use shingle::engine::Question;
use shingle::pipeline::LanguageChoice;

use crate::tui::drawing::{Depth, Ground};
use crate::tui::messages::Message;
use crate::tui::model::{Command, Model, Slot};

use super::{demo::Demo, test_screen::TestScreen};

fn harbour(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "j<Enter>L")
}

#[test]
fn a_step_at_80x24() {
    let mut screen = TestScreen::lesson(80, 24);
    screen.press("4<Down><Down>");
    assert_snapshot!(screen.text());
}

#[test]
fn the_open_step_the_window_and_the_score_stand_out_in_every_theme() {
    for (ground, depth) in
        [(Ground::Dark, Depth::True), (Ground::Light, Depth::True), (Ground::Dark, Depth::Mono)]
    {
        let mut screen = TestScreen::lesson(80, 24);
        (screen.ground, screen.depth) = (ground, depth);
        screen.press("3");
        let open = if depth == Depth::Mono { "rrrrrrr" } else { "BBBBBBB" };
        assert!(screen.row_styles(3).contains(open), "the open step");
        assert!((4..24).any(|row| screen.row_styles(row).contains('x')), "dropped words");
        screen.pass(std::time::Duration::from_secs(9));
        screen.press("4<Down>");
        let window = (4..24).map(|row| screen.row_styles(row).matches('r').count());
        let window: Vec<usize> = window.filter(|count| *count > 0).collect();
        assert_eq!(window, [27, 27, 21, 21], "the window and its shingle, of both texts");
        screen.pass(std::time::Duration::from_secs(9));
        screen.press("7");
        assert!(screen.styles_of("13.04%  █").starts_with("rrrrrr"), "the score");
    }
}

#[test]
fn l_opens_the_lesson_on_the_open_pair_and_leads_back() {
    let mut screen = harbour(120, 36);
    assert_eq!(screen.lesson_step(), 1);
    let language = screen.params().language;
    screen.press("L");
    assert!(!screen.has_lesson() && screen.pair_fills_screen());
    assert_eq!(screen.params().language, language);
    for places in ["d", "x"] {
        screen.press(places);
        screen.press("L");
        assert!(screen.has_lesson(), "after {places}");
        screen.press("<Esc>");
        assert!(screen.has_dots() || screen.has_explanation());
        screen.press("<Esc>");
    }
    screen.press("<Esc><language back>");
    assert_ne!(
        screen.params().language,
        LanguageChoice::Auto,
        "on the list it changes the language"
    );
}

#[test]
fn left_and_right_go_through_the_steps_and_stop_at_both_ends() {
    let mut screen = harbour(120, 36);
    screen.press("<Left>");
    assert_eq!(screen.lesson_step(), 1);
    screen.press("<Right><Enter>");
    assert_eq!(screen.lesson_step(), 3);
    screen.press("<End><Right>");
    assert_eq!(screen.lesson_step(), 23);
    screen.press("<Home>");
    assert_eq!(screen.lesson_step(), 1);
}

#[test]
fn digits_jump_and_two_at_once_are_one_number() {
    let mut screen = harbour(120, 36);
    screen.press("12");
    assert_eq!(screen.lesson_step(), 12);
    screen.press("9");
    assert_eq!(screen.lesson_step(), 9, "there is no step 129");
    screen.send(Message::Clock(std::time::Duration::from_secs(5)));
    screen.press("1");
    assert_eq!(screen.lesson_step(), 1);
    screen.press("0");
    assert_eq!(screen.lesson_step(), 10);
}

#[test]
fn down_slides_the_window_and_no_further_than_its_last_place() {
    let mut screen = TestScreen::lesson(80, 24);
    screen.press("4<Down>");
    screen.shows(&["shingle 2 of 21"]);
    screen.press("G");
    assert!(
        screen.text().contains("shingle 21 of 21") && screen.text().contains("shingle 14 of 14")
    );
    screen.press("<Down><Up>");
    screen.shows(&["shingle 20 of 21"]);
    screen.press("g");
    screen.shows(&["shingle 1 of 21"]);
}

#[test]
fn a_figure_that_is_longer_than_the_screen_is_scrolled_and_says_so() {
    let mut screen = harbour(84, 24);
    screen.press("2");
    let before = screen.text();
    assert!(before.contains("▼ more"), "{before}");
    screen.press("GG");
    screen.lacks(&["▼ more"]);
    screen.press("<Down>gG<PgUp>g");
    assert_eq!(screen.text(), before);
}

#[test]
fn a_parameter_keeps_the_step_and_tells_what_it_did() {
    let mut screen = TestScreen::lesson(120, 36);
    screen.press("7");
    assert_eq!(screen.score(), Ratio::new(3, 23));
    screen.press("<case back>");
    assert_eq!((screen.lesson_step(), screen.score()), (7, Ratio::new(4, 22)));
    screen.shows(&["13.04% → 18.18%"]);
    screen.press("u");
    screen.shows(&["18.18% → 13.04%"]);
    screen.press("<Right>");
    screen.lacks(&["→ 13.04%"]);
}

#[test]
fn until_the_lesson_is_ready_the_old_one_stays_and_says_so() {
    let mut screen = TestScreen::lesson(120, 36);
    screen.press_unanswered("7w");
    assert!(screen.awaits() && screen.score() == Ratio::new(3, 23));
    screen.press_unanswered("w");
    let requests = screen.jobs(Slot::Lesson);
    assert_eq!(requests.len(), 2);
    screen.run(&requests[0]);
    assert!(screen.awaits(), "the answer to an older request is dropped");
    screen.run(&requests[1]);
    assert_eq!(screen.open_lesson().lesson.as_ref().unwrap().params.width, 5);
    assert!(!screen.awaits());
}

#[test]
fn the_way_back_from_a_lesson_alone_is_to_quit() {
    let mut screen = TestScreen::lesson(80, 24);
    screen.press("<Esc>");
    assert!(screen.has_lesson());
    screen.press("q");
    assert_eq!(screen.asked.last(), Some(&Command::Quit));
}

#[test]
fn the_palette_leads_out_of_the_lesson_to_what_it_was_asked_for() {
    let mut screen = harbour(120, 36);
    screen.press(":dot plot<Enter>");
    assert!(!screen.has_lesson() && screen.has_dots());
    let mut screen = TestScreen::lesson(120, 36);
    screen.press(":dot plot<Enter>");
    assert!(screen.has_lesson());
    screen.press(":width 5<Enter>");
    assert_eq!(screen.params().width, 5);
}

#[test]
fn the_mouse_slides_steps_and_jumps() {
    let mut screen = TestScreen::lesson(120, 36);
    screen.press("7");
    screen.click("9 modulo");
    assert_eq!(screen.lesson_step(), 9);
    let first = screen.open_lesson().now().unwrap().1.first;
    screen.mouse(MouseEventKind::ScrollDown, (5, 20));
    assert_eq!(screen.open_lesson().place, Some(first + 1));
    let place = screen.find("[w]idth");
    screen.mouse(MouseEventKind::ScrollUp, place);
    assert_eq!(screen.params().width, 4);
    let hint = screen.find("←/→ step  ↑/↓");
    screen.click_at(hint.0, hint.1);
    assert_eq!(screen.lesson_step(), 10, "the first of its keys goes on");
}

#[test]
fn without_texts_the_lesson_asks_for_them() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>");
    screen.model.pair = None;
    screen.press_unanswered("L");
    assert!(!screen.has_lesson());
    assert!(
        matches!(screen.asked.last(), Some(Command::Ask(_, Question::Pair(_)))),
        "{:?}",
        screen.asked
    );
    let Model { zoomed, .. } = screen.model;
    assert!(zoomed);
}

/// Checks that the lesson has the same counts as the open pair.
fn counts_as_the_pair(demo: &Demo) -> u32 {
    let (pair, open_lesson) = (demo.screen.open_pair(), demo.screen.open_lesson());
    let lesson = open_lesson.lesson.as_ref().unwrap();
    assert_eq!([&pair.view.a.doc.path, &pair.view.b.doc.path], lesson.subject.names.each_ref());
    assert_eq!((lesson.score(), lesson.overlap()), (pair.view.score, pair.view.overlap));
    lesson.overlap().shared
}

#[test]
fn what_is_left_out_of_the_pair_is_left_out_of_its_lesson_also_when_that_changes() {
    let mut demo = Demo::new(120, 36);
    demo.select("licences/");
    demo.press("<Enter>");
    demo.press("L");
    demo.press("6");
    let before = counts_as_the_pair(&demo);
    demo.screen.press_unanswered("=common 5%<Enter>");
    assert!(demo.screen.jobs(Slot::Lesson).is_empty(), "only the ranking tells what is common");
    assert!(demo.screen.awaits());
    demo.press("<Down>");
    assert!(counts_as_the_pair(&demo) < before);
    demo.press("=template licences/bowline.txt<Enter>");
    assert!(counts_as_the_pair(&demo) < before);
    demo.press("=common off<Enter>");
    demo.press("=template off<Enter>");
    assert_eq!(counts_as_the_pair(&demo), before);
}

#[test]
fn keys_do_not_wait_for_the_lesson_to_come() {
    for (keys, step) in [("L<Right><Right>", 2), ("L<Right><Right><Left>", 1)] {
        let mut demo = Demo::new(120, 36);
        demo.press("<Enter>");
        demo.screen.press_unanswered(keys);
        assert!(demo.screen.open_lesson().lesson.is_none());
        demo.press("<Up>");
        assert_eq!(demo.screen.open_lesson().step, step);
    }
}

#[test]
fn the_folder_tells_the_lesson_how_many_lists_it_saves() {
    let mut demo = Demo::new(120, 36);
    demo.select("harbour");
    demo.press("<Enter>");
    demo.press("L");
    demo.press("8");
    let documents = demo.screen.snapshot().present;
    assert!(demo.screen.words().contains(&format!(" {documents} documents")));
    // Wider shingles are in other lists.
    demo.screen.press_unanswered("w");
    assert_eq!(demo.screen.open_lesson().subject.folder, None);
}

#[test]
fn the_point_on_the_curve_begins_at_ninety_percent_and_moves() {
    let mut screen = TestScreen::lesson(120, 36);
    screen.press("12");
    screen.shows(&["at r = 90%: one 22.88%"]);
    screen.press("<Down>");
    screen.shows(&["at r = 91%:"]);
    screen.press("<Up><Up>");
    screen.shows(&["at r = 89%:"]);
    screen.press("<Right><Left>");
    screen.shows(&["at r = 90%:"]);
}
