//! `is:lost` and `is:gained`: which rows fell out and came in since the pin, or since the last change.

use std::sync::Arc;

use shingle::engine::SharedSnapshot;
use shingle::pipeline::{Mark, Params, Snapshot, results::changed_rows::mark};

use crate::tui::messages::{Command, Message};
use crate::tui::model::Pin;

use super::{fake, test_screen::TestScreen};

const NAMES: [&str; 6] = ["bread.txt", "scones.txt", "tea.txt", "toast.txt", "x.txt", "y.txt"];

/// A ranking of pairs of these files, with the number of shared shingles out of 100.
fn ranking(epoch: u64, params: &Params, rows: &[(u32, u32, u32)]) -> Snapshot {
    let rows: Vec<_> = rows.iter().map(|(a, b, n)| (*a, *b, *n, 100, 100, Mark::None)).collect();
    fake::ranking(epoch, params, &NAMES, &rows)
}

fn kitchen(width: u16, height: u16) -> TestScreen {
    let rows = [(0, 1, 90), (0, 3, 40), (1, 3, 30)];
    TestScreen::showing(width, height, ranking(1, &Params::defaults(), &rows))
}

/// The engine answers what it was asked last with these rows.
fn answer(screen: &mut TestScreen, epoch: u64, rows: &[(u32, u32, u32)]) {
    let params = screen.params().clone();
    screen.publish(ranking(epoch, &params, rows));
    screen.serve();
}

/// The rows of the list, by the first letters of both names, with their scores.
fn listed(screen: &TestScreen) -> Vec<String> {
    let snapshot = screen.model.listed().unwrap();
    let order = &screen.model.list.order;
    let said = |place: usize| {
        let row = snapshot.rows.get(order.row(place).unwrap()).unwrap();
        let (a, b) = snapshot.names(row);
        let first = |name: String| name.chars().next().unwrap();
        format!("{}{} {}", first(a.to_string()), first(b.to_string()), row.pair().overlap.shared)
    };
    (0..order.len()).map(said).collect()
}

#[test]
fn after_a_change_of_a_parameter_the_rows_that_fell_out_are_listed_with_their_old_scores() {
    let mut screen = kitchen(120, 36);
    screen.press("/is:lost<Enter>");
    screen.shows(&["Nothing changed yet"]);
    screen.press("w");
    answer(&mut screen, 2, &[(0, 1, 80), (4, 5, 50)]);
    assert_eq!(listed(&screen), ["bt 40", "st 30"]);
    screen.shows(&["pass “is:lost” since the last change"]);
    screen.press("<Esc>/is:gained<Enter>");
    assert_eq!(listed(&screen), ["xy 50"]);
    assert!(screen.model.list.with_lost.is_none(), "rows that fell out are behind no other filter");
    // Undone, it is the other way round.
    screen.press("<Esc>u");
    answer(&mut screen, 3, &[(0, 1, 90), (0, 3, 40), (1, 3, 30)]);
    screen.press("/is:gained<Enter>");
    assert_eq!(listed(&screen), ["bt 40", "st 30"]);
    screen.press("<Esc>/is:lost bread<Enter>");
    assert_eq!(listed(&screen), [""; 0]);
    screen.shows(&["None of 4 rows passes"]);
}

#[test]
fn a_change_of_the_folder_is_a_change_too_and_one_without_news_is_none() {
    let mut screen = kitchen(120, 36);
    let before = screen.snapshot().clone();
    let mut next = ranking(2, &Params::defaults(), &[(0, 1, 90), (2, 3, 60)]);
    mark(&before, &mut next, true);
    screen.publish(next.clone());
    screen.press("/is:lost<Enter>");
    // The rows that the watcher marks as gone are not listed twice.
    assert_eq!(listed(&screen), ["bt 40", "st 30"]);
    let mut again = ranking(3, &Params::defaults(), &[(0, 1, 90), (2, 3, 60)]);
    mark(&next, &mut again, false);
    screen.publish(again);
    screen.serve();
    assert_eq!(listed(&screen), ["bt 40", "st 30"]);
}

#[test]
fn while_a_ranking_is_pinned_rows_are_compared_with_that() {
    let mut screen = kitchen(120, 36);
    screen.press("*");
    let Some(Command::Pin(SharedSnapshot(snapshot))) = screen.asked.last().cloned() else {
        panic!("{:?}", screen.asked);
    };
    screen.send(Message::Pinned(Arc::new(Pin::new(snapshot))));
    screen.press("w");
    answer(&mut screen, 2, &[(0, 1, 80), (4, 5, 50)]);
    screen.press("w");
    answer(&mut screen, 3, &[(0, 1, 70)]);
    screen.press("/is:lost<Enter>");
    assert_eq!(listed(&screen), ["bt 40", "st 30"]);
    screen.shows(&["since the pin"]);
    // Without the pin it is the last change again.
    screen.press("*");
    assert_eq!(listed(&screen), ["xy 50"]);
    screen.shows(&["since the last change"]);
}

#[test]
fn a_row_that_fell_out_opens_its_pair_says_how_it_scores_now_and_is_not_marked() {
    for (width, height) in [(84, 24), (120, 36)] {
        let mut screen = kitchen(width, height);
        screen.press("w");
        answer(&mut screen, 2, &[(0, 1, 80)]);
        screen.press("/is:lost<Enter>j");
        let names = screen.selected_pair().unwrap();
        assert_eq!(
            (names.0.to_string(), names.1.to_string()),
            ("scones.txt".into(), "toast.txt".into())
        );
        // A low screen has no room for a pair below the list.
        if height > 30 {
            assert_eq!(screen.pair_names(), names);
        }
        screen.shows(&[
            "1 pair reaches 20%",
            "─ 2 of 3 rows pass “is:lost” since the last change ",
            "row 2 of 2 ──",
            "  -  –   40%",
            "▸ -  –   30%",
        ]);
        if height > 30 {
            screen.shows(&[
                "─ now 64% · row 2 of 2 ──",
                "─ scones.txt ↔ toast.txt ──",
                "64% of B's wording is in A",
            ]);
            assert_eq!(screen.text().matches("  lost\n").count(), 2, "{}", screen.text());
        }
    }
    let mut screen = kitchen(120, 36);
    screen.press("w");
    answer(&mut screen, 2, &[(0, 1, 80)]);
    screen.press("/is:lost<Enter> ");
    assert!(!screen.has_prompt());
    screen.shows(&["rows that fell out are not marked"]);
}
