//! The lesson on the screen: its steps, keys, mouse and exercises, and its sentences about a change of parameters.

use insta::assert_snapshot;
use ratatui::crossterm::event::MouseEventKind;
use shingle::base::ratio::Ratio;
use shingle::pipeline::LanguageChoice;

use crate::tui::layout::parts::lesson_areas;
use crate::tui::messages::Message;
use crate::tui::model::{Command, Slot};
use crate::tui::views::lesson::draw::names;

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
    let strip = lesson_areas(screen.areas().body, false).strip;
    let (_, column, _) = names(screen.open_lesson(), strip.width)[8].clone();
    screen.click_at(strip.x + column, strip.y);
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
fn a_clicker_goes_through_every_page_of_every_step_and_back() {
    for key in ["<PgDn>", " "] {
        let mut screen = TestScreen::lesson(80, 24);
        let mut steps = vec![screen.lesson_step()];
        for _ in 0..200 {
            screen.press(key);
            if steps.last() != Some(&screen.lesson_step()) {
                steps.push(screen.lesson_step());
                assert_eq!(screen.open_lesson().top, 0, "a step begins at its beginning");
            }
        }
        assert_eq!(steps, (1..=23).collect::<Vec<usize>>());
        for _ in 0..200 {
            screen.press("<PgUp>");
        }
        assert_eq!(screen.lesson_step(), 1);
    }
}

#[test]
fn b_blanks_the_screen_until_the_next_key() {
    let mut screen = TestScreen::lesson(80, 24);
    screen.press("4");
    let before = screen.text();
    screen.press("b");
    assert!(screen.text().trim().is_empty(), "{}", screen.text());
    screen.press("<Right>");
    assert_eq!(screen.text(), before, "the key that ends it does nothing else");
}

#[test]
fn a_question_hides_the_step_until_it_is_answered() {
    for (keys, reveals) in [("", "?"), ("", "<Enter>"), ("<C-o>", "<PgDn>"), ("<C-o>", " ")] {
        let mut screen = TestScreen::lesson(80, 24);
        screen.press(keys);
        screen.press("4");
        let asks = "How many windows of 3 words does it have?";
        screen.press("?");
        let hidden = screen.words();
        assert!(hidden.contains(asks) && !hidden.contains("заниматься"), "{hidden}");
        screen.press(reveals);
        let shown = screen.words();
        assert!(shown.contains("23 - 3 + 1 = 21.") && shown.contains("заниматься"), "{shown}");
        assert_eq!(screen.lesson_step(), 4);
        // The next exercise, then the first exercise again.
        screen.press("?");
        assert!(!screen.words().contains(asks) && !screen.words().contains("заниматься"));
        screen.press("??");
        assert!(screen.words().contains(asks));
        screen.press("<Right>");
        assert!(!screen.words().contains(asks) && screen.lesson_step() == 5);
    }
    // A step without an exercise shows a note, and F1 is help.
    let mut screen = TestScreen::lesson(80, 24);
    screen.press("?");
    assert!(!screen.note().is_empty());
    screen.press("<F1>");
    assert!(screen.has_prompt());
}
