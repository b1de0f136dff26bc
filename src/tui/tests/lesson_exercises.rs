//! The exercises of the lesson on the screen.

use ratatui::crossterm::event::KeyCode;

use crate::tui::messages::Message;

use super::test_screen::TestScreen;

#[test]
fn a_question_hides_the_step_until_it_is_answered() {
    for (keys, projected) in [("", false), ("<C-o>", true)] {
        for reveals in ["?", "<Enter>", "<PgDn>", " "] {
            let mut screen = TestScreen::lesson(80, 24);
            screen.press(keys);
            screen.press("4");
            let asks = "A has 23 words that count. How many windows of 3 words does it have?";
            screen.press("?");
            let hidden = screen.words();
            assert!(hidden.contains(asks) && hidden.contains("? or Enter shows"), "{hidden}");
            assert!(!hidden.contains("21 of them") && !hidden.contains("заниматься"), "{hidden}");
            screen.press(reveals);
            let shown = screen.words();
            assert!(shown.contains("23 - 3 + 1 = 21. A window") || projected, "{shown}");
            assert!(shown.contains("23 - 3 + 1 = 21.") && shown.contains("заниматься"), "{shown}");
            assert_eq!(screen.lesson_step(), 4);
            // The next one, then the first again.
            screen.press("?");
            assert!(screen.words().contains("How many windows of 3 words change?"));
            screen.press("??");
            assert!(screen.words().contains(asks));
            screen.press("<Right>");
            assert!(!screen.words().contains(asks) && screen.lesson_step() == 5);
        }
    }
    // A step without one says where help is.
    let mut screen = TestScreen::lesson(80, 24);
    assert!(screen.footer().ends_with("F1 all keys"), "{}", screen.footer());
    screen.press("?");
    assert!(
        screen.footer().starts_with("this step has no exercise; F1 is help"),
        "{}",
        screen.text()
    );
    screen.send(Message::Key(KeyCode::F(1).into()));
    assert!(screen.has_prompt());
}
