//! The exercises of the lesson on the screen.

use ratatui::crossterm::event::KeyCode;

use crate::tui::messages::Message;

use super::test_screen::TestScreen;

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
    screen.send(Message::Key(KeyCode::F(1).into()));
    assert!(screen.has_prompt());
}
