//! Pinned and frozen rankings, the line in the histogram, warnings, and the views of these.

use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::ratio::Ratio;
use shingle::pipeline::{Mark, Params, Row};
use shingle::shingle::HashKind;

use crate::tui::model::Focus;

use super::{
    fake,
    ranking_answers::{answer, asked_for, in_order, open, passing, ready},
    test_screen::{TestScreen, fits_every_size},
};

#[test]
fn against_a_pinned_ranking_every_row_says_how_it_moved() {
    let mut screen = ready(120, 36);
    screen.press("*");
    screen.press_unanswered("w");
    let params = screen.params().clone();
    let mut later = passing(2, &params);
    let better = fake::pair_of(5, 6, 40, 80, 84, &params);
    let new = fake::pair_of(2, 8, 20, 80, 84, &params);
    later.rows.change(|rows| {
        rows.swap(2, 4);
        rows[2] = Row::Pair { pair: better, more: (0, 0), mark: Mark::None };
        rows.push(Row::Pair { pair: new, more: (0, 0), mark: Mark::None });
    });
    screen.publish(later);
    open(&mut screen, &params, 131);
    let (column, head) = screen.find("pinned       A in B");
    let moved = (1..=7).map(|row| {
        let row = screen.row(usize::from(head) + row);
        row.chars()
            .skip(column.into())
            .take(14)
            .collect::<String>()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    });
    assert_eq!(moved.collect::<Vec<_>>(), ["=", "=", "▲2 +16%", "=", "▼2", "=", "new"]);
    screen.press("*");
    screen.lacks(&["▲"]);
}

#[test]
fn a_million_rows_can_be_pinned() {
    let names: Vec<String> = (0..2_000).map(|index| format!("{index:04}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows: Vec<_> = (0..1_000_000)
        .map(|index| (index / 1_000, 1_000 + index % 1_000, 40, 50, 50, Mark::None))
        .collect();
    let snapshot = fake::ranking(1, &Params::defaults(), &names, &rows);
    let mut screen = TestScreen::showing(120, 40, snapshot);
    screen.press("*");
    screen.press("Gk");
    screen.shows(&["* pinned: 1,000,000 pairs"]);
}

#[test]
fn a_pin_that_is_no_longer_wanted_is_dropped() {
    let mut screen = ready(120, 36);
    screen.press_unanswered("*");
    screen.shows(&["* pinning"]);
    screen.press("*");
    screen.lacks(&["* pin"]);
}

#[test]
fn while_frozen_news_of_the_folder_wait_and_parameters_act() {
    let mut screen = ready(120, 36);
    screen.press("j<freeze>");
    screen.shows(&["FROZEN"]);
    let selected = screen.selected_pair();
    let mut news = passing(1, &Params::defaults());
    news.rows.change(|rows| rows.truncate(1));
    screen.publish(news.clone());
    news.rows.change(Vec::clear);
    screen.publish(news);
    screen.shows(&["FROZEN, 2 changes waiting"]);
    assert_eq!(screen.snapshot().rows.len(), 6);
    assert_eq!(screen.selected_pair(), selected);
    screen.press("<freeze>");
    assert_eq!(screen.snapshot().rows.len(), 0);
    assert!(screen.footer().starts_with("thawed: 2 changes let in"), "{}", screen.footer());
    screen.lacks(&["FROZEN"]);

    screen.press("<freeze>");
    screen.publish(passing(1, &Params::defaults()));
    screen.press_unanswered("w");
    answer(&mut screen, 2, 131);
    let said = screen.effects().last().unwrap();
    assert!(said.ends_with("the folder changed meanwhile"), "{said}");
    assert_eq!(screen.snapshot().params.width, 4);
    assert_eq!(screen.snapshot().rows.len(), 6);
    screen.press("<freeze>");
    assert!(screen.footer().starts_with("thawed: nothing changed"), "{}", screen.footer());
}

#[test]
fn the_line_of_the_threshold_is_dragged_and_stepped() {
    for (width, height) in [(60, 24), (84, 24), (120, 36), (200, 60)] {
        let mut screen = ready(width, height);
        let strip = screen.areas().strip.unwrap();
        let at = |screen: &TestScreen| {
            let (column, row) = screen.find("│");
            assert_eq!(row, strip.y);
            column
        };
        let start = at(&screen);
        screen.mouse_unanswered(MouseEventKind::Down(MouseButton::Left), (start, strip.y));
        assert_eq!(screen.params().threshold, Ratio::new(1, 5));
        screen.mouse_unanswered(MouseEventKind::Drag(MouseButton::Left), (start + 5, strip.y));
        assert_eq!(at(&screen), start + 5);
        let step = if width == 200 { 5 } else { 10 };
        assert_eq!(screen.params().threshold, Ratio::new(20 + step, 100));
        assert_eq!(asked_for(&screen), Some(&screen.params().clone()));
        screen.mouse_unanswered(MouseEventKind::Drag(MouseButton::Left), (500, 0));
        assert_eq!(screen.params().threshold, Ratio::ONE, "however far the mouse goes");
        screen.mouse_unanswered(MouseEventKind::Up(MouseButton::Left), (500, 0));
        screen.mouse_unanswered(MouseEventKind::Drag(MouseButton::Left), (start, strip.y));
        assert_eq!(screen.params().threshold, Ratio::ONE, "it was let go");
        screen.press("u");
        assert_eq!(screen.params().threshold, Ratio::new(1, 5), "one drag is one change");
        screen.press("t");
        assert!(at(&screen) > start);
    }
}

/// A folder with parameters that have warnings.
fn warned(width: u16, height: u16) -> TestScreen {
    let params = Params { modulo: 64, hash: HashKind::Md5First28, ..Params::defaults() };
    let mut screen = TestScreen::empty(width, height);
    screen.set_params(params.clone());
    let mut snapshot = fake::folder(1, &params);
    in_order(&mut snapshot);
    let docs = Arc::make_mut(&mut snapshot.docs);
    docs[3].languages = shingle::pipeline::document::info::Languages::of_one_language(None, 9);
    docs[4].shingles = 30_000;
    docs[5].words = 10_000;
    screen.show(snapshot);
    screen
}

/// A full screen: the bar has the focus, a ranking is pinned, the list is frozen, and a sentence is due.
fn busy(width: u16, height: u16) -> TestScreen {
    let mut screen = warned(width, height);
    screen.press("*");
    screen.press("<freeze><Tab>");
    while screen.focus() != Focus::Bar {
        screen.press("<Tab>");
    }
    screen.press_unanswered("w");
    answer(&mut screen, 2, 131);
    screen
}

#[test]
fn tuning_fits_every_size() {
    for screen in fits_every_size(busy) {
        assert!(screen.row(1).starts_with('▸'), "the bar has the focus: {}", screen.row(1));
        assert!(screen.footer().contains(" 3→4:"), "{}", screen.footer());
    }
    assert_snapshot!(busy(120, 36).text());
}
