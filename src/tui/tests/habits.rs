//! Keys typed by habit from other programs, and the resulting screens. Also words meant for another window.

use std::time::Duration;

use crate::tui::messages::Message;
use crate::tui::model::Command;

use super::deciding::marks;
use super::test_screen::{TestScreen, parsed};

/// Presses keys at the pace of a typing user, including keys without a meaning.
fn write(screen: &mut TestScreen, keys: &str) {
    for (_, key) in parsed(keys) {
        let now = screen.model.now + Duration::from_millis(300);
        screen.send(Message::Clock(now));
        screen.send(Message::Key(key));
        screen.serve();
    }
}

/// Keys, and the text on the screen after them; `quits` if the program ends.
const HABITS: [(&str, &str); 51] = [
    // Help, and the ways out.
    ("?", "─ Help and keys ─"),
    ("<F1>", "─ Help and keys ─"),
    (":help<Enter>", "─ Help and keys ─"),
    ("<F1><Esc>", "row 1 of 7"),
    ("q", "quits"),
    ("<C-c>", "quits"),
    (":q<Enter>", "quits"),
    (":q!<Enter>", "quits"),
    (":wq<Enter>", "quits"),
    (":quit<Enter>", "quits"),
    (":exit<Enter>", "quits"),
    ("<Enter>q", "row 1 of 7"),
    ("<Enter><Esc>", "row 1 of 7"),
    ("<Enter><Backspace>", "row 1 of 7"),
    ("<Esc>", "row 1 of 7"),
    ("<Backspace>", "row 1 of 7"),
    // Moves through the list.
    ("jj", "row 3 of 7"),
    ("<Down><Down><Up>", "row 2 of 7"),
    ("G", "row 7 of 7"),
    ("Gg", "row 1 of 7"),
    ("Ggg", "row 1 of 7"),
    ("<End>", "row 7 of 7"),
    ("<End><Home>", "row 1 of 7"),
    ("<C-f>", "row 7 of 7"),
    ("<PgDn><PgUp>", "row 1 of 7"),
    ("<PgDn><C-b>", "row 1 of 7"),
    ("7", "number 7 "),
    ("2j", "row 3 of 7"),
    ("5G", "row 5 of 7"),
    (":5<Enter>", "number 5 "),
    ("o", "─ tweets/01.txt ↔ tweets/02.txt ─"),
    // Search, undo, values and files.
    ("/harbour<Enter>", "3 of 7 rows pass “harbour”"),
    ("/harbour<Enter><Esc>", "row 3 of 7"),
    (":find<Enter>", "filter:"),
    ("u", "row 1 of 7"),
    ("<C-r>", "row 1 of 7"),
    (":undo<Enter>", "row 1 of 7"),
    (":w<Enter>", "new width (1 to 50):"),
    ("=5<Enter>", "[w]idth 3→5"),
    (":save<Enter>", "report to:"),
    (":export<Enter>", "report to:"),
    (":pdf<Enter>", "report to:"),
    (":note<Enter>", "mark:"),
    (":student<Enter>", "new skip-same"),
    (":delete<Enter>", "command: delete"),
    (" x", "mark:"),
    // Keys without a meaning leave the screen unchanged.
    ("<C-s>", "row 1 of 7"),
    ("<C-a>", "row 1 of 7"),
    ("<Del>", "row 1 of 7"),
    ("help", "row 1 of 7"),
    ("space", "row 1 of 7"),
];

#[test]
fn what_people_type_by_habit_does_what_it_does_elsewhere_or_nothing() {
    for (keys, seen) in HABITS {
        let mut screen = TestScreen::folder(120, 36);
        screen.asked.clear();
        let began = screen.params().clone();
        write(&mut screen, keys);
        assert_eq!(screen.asked.contains(&Command::Quit), seen == "quits", "{keys}");
        let shows = seen == "quits" || screen.text().contains(seen);
        assert!(shows, "{keys}: no {seen:?} on this screen:\n{}", screen.text());
        assert_eq!(*screen.params() == began, !keys.starts_with('='), "{keys}");
        assert!(marks(&screen).chars().all(|mark| mark == '.'), "{keys}");
    }
}

#[test]
fn a_sentence_typed_by_mistake_marks_one_row_at_most() {
    for (sentence, most) in
        [("I saw a rabbit", 1), ("Is this a mistake", 0), ("hello world", 0), ("ls -la u", 0)]
    {
        let mut screen = TestScreen::pressed(120, 36, " rjj q");
        let before = marks(&screen);
        write(&mut screen, sentence);
        write(&mut screen, "<Esc><Esc>");
        let after = marks(&screen);
        let differ = before.chars().zip(after.chars()).filter(|(one, other)| one != other);
        assert!(differ.count() <= most, "{sentence}: {before} {after}");
    }
}
