//! The lesson in a lecture: a clicker, a blank screen, the projector.

use super::test_screen::TestScreen;

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
        assert_eq!(steps, (1..=22).collect::<Vec<usize>>());
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
