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

/// Texts on the screen, and the keys after which it shows them; `quits` if the program ends.
const HABITS: [(&str, &str); 20] = [
    // Help, and the ways out.
    ("─ Help and keys ─", "?|<F1>|:help<Enter>"),
    ("quits", "q|<C-c>|:q<Enter>|:q!<Enter>|:wq<Enter>|:quit<Enter>|:exit<Enter>"),
    ("row 1 of 7", "<F1><Esc>|<Enter>q|<Enter><Esc>|<Enter><Backspace>|<Esc>|<Backspace>"),
    // Moves through the list.
    ("row 1 of 7", "Gg|Ggg|<End><Home>|<PgDn><PgUp>|<PgDn><C-b>"),
    ("row 2 of 7", "<Down><Down><Up>"),
    ("row 3 of 7", "jj|2j"),
    ("row 5 of 7", "5G"),
    ("row 7 of 7", "G|<End>|<C-f>"),
    ("number 7 ", "7"),
    ("number 5 ", ":5<Enter>"),
    ("─ tweets/01.txt ↔ tweets/02.txt ─", "o"),
    // Search, undo, values and files.
    ("3 of 7 rows pass “harbour”", "/harbour<Enter>"),
    ("row 3 of 7", "/harbour<Enter><Esc>"),
    ("filter:", ":find<Enter>"),
    ("new width (1 to 50):", ":w<Enter>"),
    ("[w]idth 3→5", "=5<Enter>"),
    ("report to:", ":save<Enter>|:export<Enter>|:pdf<Enter>"),
    ("mark:", ":note<Enter>| x"),
    ("new skip-same", ":student<Enter>"),
    ("command: delete", ":delete<Enter>"),
];
/// Keys without a meaning here leave the screen unchanged.
const WITHOUT: (&str, &str) = ("row 1 of 7", "u|<C-r>|:undo<Enter>|<C-s>|<C-a>|<Del>|help|space");

#[test]
fn what_people_type_by_habit_does_what_it_does_elsewhere_or_nothing() {
    let habits = HABITS.into_iter().chain([WITHOUT]);
    for (seen, keys) in habits.flat_map(|(seen, all)| all.split('|').map(move |keys| (seen, keys)))
    {
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
