//! Changes of the folder: shown once in the last row, listed under `!`, and opened from there.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::{Activity, DocumentEvent, Report};
use shingle::pipeline::{News, Params, Snapshot};

use crate::tui::actions::ViewName;
use crate::tui::views::problems::list::{ProblemLine, Problems};

use super::{fake, test_screen::TestScreen};

fn gone(number: u64, path: &str) -> Activity {
    happened(number, path, DocumentEvent::Gone)
}

fn happened(number: u64, path: &str, what: DocumentEvent) -> Activity {
    Activity { number, path: DocPath::new(path), what, before: false }
}

fn tell(screen: &mut TestScreen, all: Vec<Activity>) {
    screen.report(Report::Activities(Arc::new(all)));
    screen.serve();
}

/// A folder with several changes.
fn eventful(width: u16, height: u16) -> TestScreen {
    let mut screen = TestScreen::folder(width, height);
    tell(
        &mut screen,
        vec![
            happened(5, "notes/spring.txt", DocumentEvent::Back),
            gone(4, "essay.txt"),
            happened(3, "drafts/\u{202e}odd.txt", DocumentEvent::New),
            happened(2, "essays/pier.txt", DocumentEvent::Changed(3)),
            gone(1, "lost.txt"),
        ],
    );
    screen
}

#[test]
fn what_happened_stands_above_the_problems() {
    for (width, height) in [(84, 24), (120, 36)] {
        let mut screen = eventful(width, height);
        screen.press("!jj");
        screen.shows(&[
            "line 3 of 12 ──",
            " Watching: the system reports every change at once. No change was seen yet.\n",
            "  activity    5 what happened in the folder, newest first\n",
            "                ├ notes/spring.txt is back  ",
            "▸               ├ essay.txt is gone  ",
            "                ├ drafts/⟨U+202E⟩odd.txt is new  ",
            "                ├ essays/pier.txt changed 3 times  ",
            "  failed      1 permission denied: allow reading it, e.g. with chmod +r\n",
            "                └ lost.txt is gone  ",
            "\n essay.txt is gone, just now\n",
        ]);
        assert_eq!(screen.text().matches(" just now\n").count(), 6);
        assert!(screen.find("activity").1 < screen.find("failed").1);
    }
}

#[test]
fn a_document_that_is_back_is_told_with_its_rows_and_leaves_none_to_the_next() {
    let mut screen = TestScreen::folder(160, 36);
    let gone = Activity { before: true, ..gone(1, "old.txt") };
    tell(&mut screen, vec![gone]);
    let rows = |screen: &mut TestScreen, new| {
        let snapshot = screen.snapshot().clone();
        let mut next = Snapshot::clone(&snapshot);
        next.news = News { new, marked: new, ..News::default() };
        screen.show(next);
    };
    rows(&mut screen, 9);
    tell(&mut screen, vec![happened(1, "old.txt", DocumentEvent::Back)]);
    assert!(screen.footer().contains("old.txt is back: 9 pairs new"), "{}", screen.footer());
    rows(&mut screen, 8);
    let new = happened(2, "new.txt", DocumentEvent::New);
    tell(&mut screen, vec![new, happened(1, "old.txt", DocumentEvent::Back)]);
    assert!(screen.footer().contains("new.txt is new: 8 pairs new"), "{}", screen.footer());
}

#[test]
fn a_document_that_is_gone_is_reported_once() {
    let mut screen = TestScreen::folder(120, 36);
    let essay = gone(1, "essay.txt");
    tell(&mut screen, vec![essay.clone()]);
    assert!(screen.footer().contains("essay.txt is gone"), "{}", screen.footer());
    screen.press("j");
    assert!(!screen.footer().contains("gone"));
    tell(&mut screen, vec![happened(2, "new.txt", DocumentEvent::New), essay.clone()]);
    assert!(!screen.footer().contains("gone"), "it was said before");
    let more = (3..15).rev().map(|number| gone(number, &format!("{number}.txt")));
    tell(&mut screen, more.chain([essay]).collect());
    assert!(screen.footer().contains("12 files are gone; ! lists them"));
}

#[test]
fn while_the_list_is_frozen_nothing_is_reported() {
    let mut screen = TestScreen::pressed(120, 36, "<freeze>");
    let before = screen.footer();
    tell(&mut screen, vec![gone(1, "essay.txt")]);
    assert_eq!(screen.footer(), before);
    screen.press("!j");
    assert!(screen.text().contains("essay.txt is gone"), "but it is in the list");
}

#[test]
fn enter_shows_the_document_of_an_event() {
    let mut screen = eventful(120, 36);
    screen.press("!jjjj");
    assert!(screen.footer().contains("Enter open"), "{}", screen.footer());
    screen.press("<Enter>");
    assert_eq!(screen.list(), ViewName::Resembling);
    assert_eq!(screen.subject(), Some(&DocPath::new("essays/pier.txt")));
    screen.press("<Esc>k<Enter>");
    assert_eq!(screen.list(), ViewName::Problems);
    assert!(screen.footer().contains("odd.txt is not there any more"), "{}", screen.footer());
    assert!(!screen.footer().contains('\u{202e}'));
    screen.press("k<Enter>");
    assert!(screen.footer().contains("no document to go to"), "{}", screen.footer());
}

#[test]
fn the_selection_stays_with_its_line_when_more_happens() {
    let mut screen = eventful(120, 36);
    let selected = |screen: &TestScreen| match screen.model.states.get::<Problems>().selected() {
        Some(ProblemLine::Event(one)) => one.number,
        other => panic!("{other:?}"),
    };
    screen.press("!jj");
    assert_eq!(selected(&screen), 4);
    let mut all = screen.model.activities.all.to_vec();
    all.insert(0, happened(6, "z.txt", DocumentEvent::New));
    tell(&mut screen, all);
    assert_eq!(selected(&screen), 4);
    screen.press("<Left>");
    assert!(
        matches!(screen.model.states.get::<Problems>().selected(), Some(ProblemLine::Happened(all)) if all.len() == 6)
    );
    assert!(screen.text().contains("▸ activity") && !screen.text().contains("├ z.txt is new"));
    screen.press("<Right>j");
    assert_eq!(selected(&screen), 6);
    let again = fake::folder(2, &Params::defaults());
    screen.show(again);
    assert_eq!(selected(&screen), 6);
}
