//! Sorting, filtering and unfolding the ranked list: keys in, rows and pictures out.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::pipeline::Params;

use crate::tui::actions::ViewName;
use crate::tui::model::{Command, PairColumn, Sort};

use super::{
    fake,
    test_screen::{TestScreen, fits_every_size},
};

/// Returns the first names of the rows on the screen, from top to bottom.
fn listed(screen: &TestScreen) -> Vec<String> {
    let snapshot = screen.snapshot();
    (0..)
        .map_while(|line| screen.model.list.line_at(line))
        .map(|shows| snapshot.names(&snapshot.rows[shows.row]).0.to_string())
        .collect()
}

#[test]
fn each_column_sorts_says_so_and_reverses() {
    let mut screen = TestScreen::pressed(120, 36, ">>>>");
    assert_eq!(screen.sorted_by(), Sort::by(PairColumn::Shared));
    assert_eq!(listed(&screen)[..2], ["legal/licence-a.txt", "essays/harbour-final.md"]);
    screen.press("R");
    assert_eq!(listed(&screen)[0], "essays/harbour-draft-with-a-rather-long-name-2024.md");
    screen.press(">");
    assert_eq!(screen.sorted_by(), Sort::by(PairColumn::NameA));
    assert!(listed(&screen).is_sorted());
    screen.press("<<<<<");
    assert_eq!(screen.sorted_by(), Sort::default());
    screen.press("R");
    assert_eq!(listed(&screen).last().unwrap(), "tweets/01.txt");
}

#[test]
fn a_number_before_a_step_is_one_of_rows_and_is_shown_until_then() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press("3");
    assert_eq!(screen.prompt(), "3");
    screen.press("j");
    assert_eq!((screen.model.list.cursor.selected, screen.has_prompt()), (3, false));
    let at = |keys: &str, screen: &mut TestScreen| {
        screen.press(keys);
        screen.model.list.cursor.selected
    };
    let last = screen.lines() - 1;
    assert_eq!(at("2k", &mut screen), 1);
    assert_eq!(at("5G", &mut screen), 4);
    assert_eq!(at("99<Down>", &mut screen), last);
    assert_eq!(at("12<Up>", &mut screen), 0);
    assert_eq!(at("99G", &mut screen), last);
    assert_eq!(at("0G", &mut screen), 0, "there is no row before the first");
    assert_eq!(at("2<Esc>j", &mut screen), 1, "Esc forgets the number");
    // With a pair below, a number selects a passage at once. Any other key acts like without a number.
    screen.press("2");
    let pair = screen.open_pair();
    assert_eq!(pair.active.map(|place| pair.view.passages[place].id()), Some("2".into()));
    screen.press("D4G");
    assert_eq!((screen.list(), screen.selected()), (ViewName::Documents, 3));
}

#[test]
fn the_selection_follows_its_pair_through_order_and_filter() {
    let mut screen = TestScreen::pressed(120, 36, "jjj");
    let names = screen.selected_pair();
    for keys in ["R", "R", ">", ">", "/harbour", "<Enter>", "R", "<Esc>"] {
        screen.press(keys);
        assert_eq!(screen.selected_pair(), names, "after {keys}");
        let again = fake::folder(1, &Params::defaults());
        screen.show(again);
        assert_eq!(screen.selected_pair(), names, "after {keys} and a new result");
    }
}

#[test]
fn a_click_on_a_heading_sorts_and_another_one_reverses() {
    let mut screen = TestScreen::folder(120, 36);
    let row = screen.areas().list.unwrap().columns.y;
    let heading = |screen: &TestScreen, name: &str| {
        let text = screen.text();
        let line = text.lines().nth(usize::from(row)).unwrap();
        line.split_once(name).unwrap().0.chars().count() as u16
    };
    let column = heading(&screen, "A in B");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (column + 2, row));
    assert_eq!(screen.sorted_by(), Sort::by(PairColumn::AInB));
    let column = heading(&screen, "A in B");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    assert_eq!(screen.sorted_by(), Sort::by(PairColumn::AInB).reversed());
    let column = heading(&screen, "mark");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    assert_eq!(listed(&screen)[0], "essays/harbour-final.md");
}

#[test]
fn a_filter_acts_as_it_is_typed_stays_after_enter_and_goes_with_escape() {
    let mut screen = TestScreen::pressed(120, 36, "/");
    screen.press("harb");
    assert_eq!(listed(&screen).len(), 3);
    screen.press(" >60");
    assert_eq!(listed(&screen).len(), 1);
    screen.press("<Enter>");
    assert!(!screen.has_prompt());
    // The open pair has several levels. Esc removes the filter last.
    screen.press("<Enter>");
    assert!(screen.pair_fills_screen());
    screen.press("<Esc>");
    assert_eq!((screen.pair_fills_screen(), listed(&screen).len()), (false, 1));
    screen.press("<Esc>");
    assert_eq!(listed(&screen).len(), 7);
}

#[test]
fn escape_while_typing_takes_the_filter_away() {
    let mut screen = TestScreen::pressed(80, 24, "/pier<Esc>");
    assert!(!screen.has_prompt());
    assert_eq!(listed(&screen).len(), 7);
    screen.press("/new<Enter>/");
    assert_eq!(screen.prompt(), "new");
}

#[test]
fn at_a_term_that_is_not_understood_the_rows_stay() {
    let mut screen = TestScreen::pressed(120, 36, "/harbour");
    let rows = listed(&screen);
    assert!(rows.len() < 7);
    screen.press(" >x");
    assert_eq!(listed(&screen), rows);
    // The text is selected when the line opens again, so typed text replaces it.
    screen.press("<Enter>/");
    assert_eq!(screen.prompt(), "harbour >x");
    screen.press("tw");
    assert_eq!(screen.prompt(), "tw");
    screen.press("<Enter>/<End>i");
    assert_eq!(screen.prompt(), "twi");
}

#[test]
fn where_nothing_passes_escape_is_the_way_out() {
    let mut screen = TestScreen::pressed(80, 24, "/nothing-of-this-name");
    assert_eq!(listed(&screen).len(), 0);
    screen.press("<Enter><Enter>jk");
    assert!(!screen.pair_fills_screen());
    screen.press("<Esc>");
    assert_eq!(screen.selected_pair().unwrap().0.to_string(), "tweets/01.txt");
}

#[test]
fn copies_unfold_into_rows_that_open_with_the_first_and_fold_again() {
    let mut screen = TestScreen::pressed(120, 36, "<Right>");
    assert_eq!(listed(&screen).len(), 9);
    screen.shows(&["row 1 of 7", "├ tweets/02.txt", "└ tweets/02_copy.txt"]);
    screen.press("jj");
    let names = screen.pair_names();
    assert_eq!(format!("{} {}", names.0, names.1), "tweets/01.txt tweets/02_copy.txt");
    screen.press("<Left>");
    assert_eq!((listed(&screen).len(), screen.selected()), (7, 0));
    // A pair has no line below it to unfold.
    screen.press("j<Right>");
    assert_eq!(listed(&screen).len(), 7);
}

#[test]
fn what_is_unfolded_and_selected_survives_new_results() {
    let mut screen = TestScreen::pressed(120, 36, "<Right>jj");
    for keys in ["", "R", "R"] {
        screen.press(keys);
        let mut next = fake::folder(2, &Params::defaults());
        next.rows.change(|rows| drop(rows.remove(1)));
        screen.show(next);
        assert_eq!(listed(&screen).len(), 8);
        let names = screen.selected_pair().unwrap();
        assert_eq!(names.1.to_string(), "tweets/02_copy.txt");
        assert!(screen.model.list.is_copy_selected());
    }
}

#[test]
fn a_result_waits_for_its_order_and_an_older_one_is_dropped() {
    let mut screen = TestScreen::pressed(120, 36, "R");
    let before = screen.text();
    let mut shorter = fake::folder(2, &Params::defaults());
    shorter.rows.change(|rows| rows.truncate(2));
    screen.publish(shorter);
    assert_eq!(screen.text(), before, "shown before it was arranged");
    screen.publish(fake::folder(3, &Params::defaults()));
    screen.show(fake::folder(2, &Params::defaults()));
    assert_eq!(listed(&screen).len(), 7);
    assert_eq!(screen.snapshot().epoch.0, 3);
    assert!(screen.model.list.awaited.is_none());
}

#[test]
fn the_newest_result_comes_at_once_when_nothing_is_to_be_arranged_any_more() {
    let mut screen = TestScreen::pressed(120, 36, "R");
    screen.publish(fake::folder(2, &Params::defaults()));
    screen.press_unanswered("R");
    assert_eq!(screen.snapshot().epoch.0, 2);
    screen.serve();
    assert_eq!(listed(&screen)[0], "tweets/01.txt");
}

#[test]
fn all_rows_as_they_come_are_asked_of_nobody() {
    let mut screen = TestScreen::folder(120, 36);
    screen.asked.clear();
    screen.press_unanswered("/ <Enter>");
    screen.publish(fake::folder(2, &Params::defaults()));
    assert!(!screen.asked.iter().any(|command| matches!(command, Command::Run(_))));
}

fn sorted(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "<Right>>>/-gone<Enter>")
}

#[test]
fn sorted_filtered_and_unfolded_at_every_size() {
    for screen in fits_every_size(sorted) {
        screen.shows(&["├ tweets/02.txt\n", "└ tweets/02_copy.txt\n"]);
        screen.lacks(&["essays/pier.txt"]);
    }
}

#[test]
fn a_list_is_sorted_by_the_columns_that_are_shown() {
    for (keys, width) in [("", 80), ("", 120), ("D", 80), ("D", 120), ("D", 160), ("K", 120)] {
        let mut screen = TestScreen::pressed(width, 36, keys);
        for _ in 0..10 {
            screen.press(">");
            let row = usize::from(screen.areas().list.unwrap().columns.y);
            let headings = screen.text().lines().nth(row).unwrap().to_string();
            assert!(headings.contains(['▾', '▴']), "{keys} at {width}: {}", screen.note());
        }
    }
}
