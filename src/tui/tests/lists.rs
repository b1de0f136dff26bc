//! Sorting, filtering and unfolding the ranked list: keys in, rows and pictures out.

use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::engine::report::Report;
use shingle::pipeline::parameters::Params;

use crate::tui::drawing::glyphs::columns;
use crate::tui::drawing::theme::Depth;
use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::rooms::sort::{Column, Sort};

use super::fake;
use super::stage::Stage;

/// The first names of the rows on the screen, from top to bottom.
fn listed(stage: &Stage) -> Vec<String> {
    let snapshot = stage.model.snapshot.as_ref().unwrap();
    (0..)
        .map_while(|line| stage.model.list.at(line))
        .map(|shows| snapshot.names(&snapshot.rows[shows.row]).0.to_string())
        .collect()
}

#[test]
fn each_column_sorts_says_so_and_turns_round() {
    let mut stage = Stage::folder(120, 36);
    stage.press(">>>>");
    assert_eq!(stage.model.list.sort, Sort::by(Column::Shared));
    assert_eq!(listed(&stage)[..2], ["legal/licence-a.txt", "essays/harbour-final.md"]);
    assert!(stage.text().contains("▾shared"), "{}", stage.text());
    assert!(stage.text().contains("sorted by shared ▾"), "{}", stage.text());
    stage.press("R");
    assert_eq!(listed(&stage)[0], "essays/harbour-draft-with-a-rather-long-name-2024.md");
    assert_eq!(stage.model.note.as_deref(), Some("sorted by shared shingles, smallest first"));
    stage.press(">");
    assert_eq!(stage.model.list.sort, Sort::by(Column::NameA));
    assert!(listed(&stage).is_sorted());
    stage.press("<<<<<");
    assert_eq!(stage.model.list.sort, Sort::default());
    stage.press("R");
    assert_eq!(listed(&stage).last().unwrap(), "tweets/01.txt");
}

#[test]
fn ranks_stay_with_their_rows_whatever_the_order() {
    let mut stage = Stage::folder(120, 36);
    stage.press("RG");
    let text = stage.text();
    let last = text.lines().find(|line| line.contains(" copies")).unwrap();
    assert!(last.contains("▸    1  100%"), "{text}");
}

#[test]
fn the_selection_follows_its_pair_through_order_and_filter() {
    let mut stage = Stage::folder(120, 36);
    stage.press("jjj");
    let names = stage.model.list.names.clone();
    for keys in ["R", "R", ">", ">", "/harbour", "<Enter>", "R", "<Esc>"] {
        stage.press(keys);
        assert_eq!(stage.model.list.names, names, "after {keys}");
        let again = fake::folder(1, &Params::defaults());
        stage.report(Report::Snapshot(Arc::new(again)));
        stage.serve();
        assert_eq!(stage.model.list.names, names, "after {keys} and a new result");
    }
}

#[test]
fn a_click_on_a_heading_sorts_and_another_one_turns_round() {
    let mut stage = Stage::folder(120, 36);
    let row = stage.model.areas().unwrap().list.unwrap().columns.y;
    let heading = |stage: &Stage, name: &str| {
        let text = stage.text();
        let line = text.lines().nth(usize::from(row)).unwrap();
        line.split_once(name).unwrap().0.chars().count() as u16
    };
    let column = heading(&stage, "A in B");
    stage.mouse(MouseEventKind::Down(MouseButton::Left), (column + 2, row));
    assert_eq!(stage.model.list.sort, Sort::by(Column::AInB));
    let column = heading(&stage, "A in B");
    stage.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    assert_eq!(stage.model.list.sort, Sort::by(Column::AInB).reversed());
    let column = heading(&stage, "change");
    stage.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    assert_eq!(listed(&stage)[0], "essays/harbour-final.md");
}

#[test]
fn a_filter_acts_as_it_is_typed_stays_after_enter_and_goes_with_escape() {
    let mut stage = Stage::folder(120, 36);
    stage.press("/");
    assert!(stage.text().contains("filter: ") && stage.text().contains("lang:ru"));
    stage.press("harb");
    assert_eq!(listed(&stage).len(), 3);
    assert!(stage.text().contains("3 of 7 rows pass “harb”"), "{}", stage.text());
    stage.press(" >60");
    assert_eq!(listed(&stage).len(), 1);
    stage.press("<Enter>");
    assert!(stage.text().contains("1 of 7 rows passes “harb >60”"), "{}", stage.text());
    assert!(!stage.text().contains("filter: harb"));
    // What is open has more levels than one; the filter is the last of them.
    stage.press("<Enter>");
    assert!(stage.model.zoomed);
    stage.press("<Esc>");
    assert_eq!((stage.model.zoomed, listed(&stage).len()), (false, 1));
    stage.press("<Esc>");
    assert_eq!(listed(&stage).len(), 7);
    assert!(!stage.text().contains("rows pass"));
}

#[test]
fn escape_while_typing_takes_the_filter_away() {
    let mut stage = Stage::folder(80, 24);
    stage.press("/pier<Esc>");
    assert!(stage.model.prompt.is_none());
    assert_eq!(listed(&stage).len(), 7);
    stage.press("/new<Enter>/");
    assert_eq!(stage.model.prompt.as_ref().unwrap().text(), "new");
}

#[test]
fn each_term_of_a_filter_leaves_its_rows() {
    for (filter, rows) in [
        ("copies", 1),
        ("-copies", 6),
        ("new", 1),
        ("changed", 1),
        ("gone", 1),
        (">=95 -copies", 1),
        ("<30", 2),
        ("lang:en", 7),
        ("lang:ru", 0),
        ("harbour -pier", 2),
        ("harbour ferry", 1),
        ("'日本", 1),
        ("квит", 1),
    ] {
        let mut stage = Stage::folder(120, 36);
        stage.press("/");
        stage.send(Message::Pasted(filter.into()));
        stage.serve();
        stage.press("<Enter>");
        assert_eq!(listed(&stage).len(), rows, "{filter}");
    }
}

#[test]
fn a_term_that_is_not_understood_says_so_and_the_rows_stay() {
    let mut stage = Stage::folder(120, 36);
    stage.press("/lang:xx");
    let text = stage.text();
    assert!(text.contains("not understood: lang:xx (a code of two letters"), "{text}");
    assert_eq!(listed(&stage).len(), 7);
}

#[test]
fn nothing_that_passes_is_said_with_the_way_out() {
    let mut stage = Stage::folder(80, 24);
    stage.press("/nothing-of-this-name");
    assert!(stage.text().contains("None of 7 rows passes"), "{}", stage.text());
    stage.press("<Enter><Enter>jk");
    assert!(!stage.model.zoomed);
    stage.press("<Esc>");
    assert_eq!(stage.model.list.names.as_ref().unwrap().0.to_string(), "tweets/01.txt");
}

#[test]
fn copies_unfold_into_rows_that_open_with_the_first_and_fold_again() {
    let mut stage = Stage::folder(120, 36);
    stage.press("<Right>");
    assert_eq!(listed(&stage).len(), 9);
    let text = stage.text();
    assert!(text.contains("= 3 copies: tweets/01.txt"), "{text}");
    assert!(text.contains("row 1 of 7"), "copies are no rows: {text}");
    assert!(text.contains("├ tweets/02.txt") && text.contains("└ tweets/02_copy.txt"), "{text}");
    stage.press("jj");
    let names = stage.model.shown.as_ref().unwrap().names.clone();
    assert_eq!(
        (names.0.to_string(), names.1.to_string()),
        ("tweets/01.txt".into(), "tweets/02_copy.txt".into())
    );
    stage.press("<Left>");
    assert_eq!((listed(&stage).len(), stage.model.list.selected), (7, 0));
    // A pair has nothing below it.
    stage.press("j<Right>");
    assert_eq!(listed(&stage).len(), 7);
}

#[test]
fn what_is_unfolded_and_selected_survives_new_results() {
    let mut stage = Stage::folder(120, 36);
    stage.press("<Right>jj");
    for keys in ["", "R", "R"] {
        stage.press(keys);
        let mut next = fake::folder(2, &Params::defaults());
        next.rows.change(|rows| drop(rows.remove(1)));
        stage.report(Report::Snapshot(Arc::new(next)));
        stage.serve();
        assert_eq!(listed(&stage).len(), 8);
        let names = stage.model.list.names.as_ref().unwrap();
        assert_eq!(names.1.to_string(), "tweets/02_copy.txt");
        assert!(stage.model.list.is_on_member());
    }
}

#[test]
fn a_result_waits_for_its_order_and_an_older_one_is_dropped() {
    let mut stage = Stage::folder(120, 36);
    stage.press("R");
    let before = stage.text();
    let mut shorter = fake::folder(2, &Params::defaults());
    shorter.rows.change(|rows| rows.truncate(2));
    stage.report(Report::Snapshot(Arc::new(shorter)));
    assert_eq!(stage.text(), before, "shown before it was arranged");
    stage.report(Report::Snapshot(Arc::new(fake::folder(3, &Params::defaults()))));
    stage.report(Report::Snapshot(Arc::new(fake::folder(2, &Params::defaults()))));
    stage.serve();
    assert_eq!(listed(&stage).len(), 7);
    assert_eq!(stage.model.snapshot.as_ref().unwrap().epoch.0, 3);
    assert!(stage.model.list.awaited.is_none());
}

#[test]
fn the_newest_result_comes_at_once_when_nothing_is_to_be_arranged_any_more() {
    let mut stage = Stage::folder(120, 36);
    stage.press("R");
    stage.report(Report::Snapshot(Arc::new(fake::folder(2, &Params::defaults()))));
    stage.press_unanswered("R");
    assert_eq!(stage.model.snapshot.as_ref().unwrap().epoch.0, 2);
    stage.serve();
    assert_eq!(listed(&stage)[0], "tweets/01.txt");
}

#[test]
fn all_rows_as_they_come_are_asked_of_nobody() {
    let mut stage = Stage::folder(120, 36);
    stage.asked.clear();
    stage.press_unanswered("/ <Enter>");
    stage.report(Report::Snapshot(Arc::new(fake::folder(2, &Params::defaults()))));
    assert!(!stage.asked.iter().any(|command| matches!(command, Command::Arrange(_))));
}

#[test]
fn how_much_is_shared_stands_in_the_list_at_eighty_columns() {
    let stage = Stage::folder(80, 24);
    let text = stage.text();
    assert!(text.contains("shared") && !text.contains("B in A"), "{text}");
}

#[test]
fn rows_that_a_filter_left_empty_are_the_texts() {
    let mut stage = Stage::folder(200, 60);
    let rows = |stage: &Stage| stage.model.areas().unwrap().list.unwrap().rows.height;
    let text = |stage: &Stage| stage.model.areas().unwrap().pair.unwrap().sizes().a.1;
    let (list, pane) = (rows(&stage), text(&stage));
    stage.press("/pier");
    assert_eq!(rows(&stage), list, "while it is written nothing moves");
    stage.press("<Enter>");
    assert!(rows(&stage) < list && text(&stage) == pane + list - rows(&stage));
    assert!(usize::from(rows(&stage)) >= stage.model.list.len());
    assert_eq!(stage.model.list.top, 0);
    stage.press("<Esc>");
    assert_eq!((rows(&stage), text(&stage)), (list, pane));
}

#[test]
fn the_documents_open_at_their_beginning_with_numbers_beside_the_names() {
    let mut stage = Stage::folder(200, 60);
    stage.press("jjD");
    assert_eq!(stage.model.documents.cursor.top, 0);
    let mut low = Stage::folder(80, 16);
    low.press("jjD");
    assert!(low.model.documents.cursor.top <= low.model.documents.cursor.selected);
    for stage in [&stage, &low] {
        let text = stage.text();
        let heading = text.lines().find(|line| line.contains("matches")).unwrap();
        assert!(columns(heading) < stage.model.size.0.min(130), "{text}");
    }
}

#[test]
fn the_bar_of_the_selected_row_keeps_its_colour() {
    for depth in [Depth::True, Depth::Basic, Depth::Mono] {
        let mut stage = Stage::folder(120, 36);
        stage.depth = depth;
        let rows = stage.model.areas().unwrap().list.unwrap().rows;
        let x = stage.model.table(rows.width).bar.0;
        let buffer = stage.buffer();
        let (selected, other) = (&buffer[(x, rows.y)], &buffer[(x, rows.y + 1)]);
        assert_eq!(selected.fg, other.fg, "{depth:?}");
        assert!(!selected.modifier.contains(ratatui::style::Modifier::REVERSED), "{depth:?}");
    }
}

fn sorted(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("<Right>>>/-gone<Enter>");
    stage
}

#[test]
fn sorted_filtered_unfolded_40x12() {
    assert_snapshot!(sorted(40, 12).text());
}

#[test]
fn sorted_filtered_unfolded_60x24() {
    assert_snapshot!(sorted(60, 24).text());
}

#[test]
fn sorted_filtered_unfolded_84x24() {
    assert_snapshot!(sorted(84, 24).text());
}

#[test]
fn sorted_filtered_unfolded_120x36() {
    assert_snapshot!(sorted(120, 36).text());
}

#[test]
fn sorted_filtered_unfolded_200x60() {
    assert_snapshot!(sorted(200, 60).text());
}

#[test]
fn sorted_filtered_unfolded_styles() {
    let mut stage = sorted(84, 24);
    assert_snapshot!(stage.styles_with_and_without_colour());
}

#[test]
fn on_a_small_screen_the_histogram_leaves_the_rows_to_the_list() {
    for ((width, height), strip, rows) in [((80, 24), 1, 17), ((120, 36), 3, 7), ((200, 60), 5, 15)]
    {
        let areas = Stage::folder(width, height).model.areas().unwrap();
        assert_eq!(areas.strip.map(|strip| strip.height), Some(strip), "{width}x{height}");
        assert!(areas.list.unwrap().rows.height >= rows, "{width}x{height}");
    }
    let small = Stage::folder(80, 24).text();
    assert!(small.contains(" pairs reach 20%"), "{small}");
}
