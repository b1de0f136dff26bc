//! Moving through an open pair: targets of keys and clicks, in both texts at once.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::path::DocPath;
use shingle::engine::{Answer, SideBySideError};
use shingle::pipeline::Params;

use crate::tui::actions::Place;
use crate::tui::layout::{PaneShape, PaneSide};
use crate::tui::messages::Message;
use crate::tui::model::{Focus, pair::pane::map_marks};

use super::{
    rewritten::{screen, twelve},
    test_screen::TestScreen,
};

fn pair() -> TestScreen {
    screen(120, 36, &Params::defaults())
}

fn active(screen: &TestScreen) -> String {
    let pair = screen.open_pair();
    pair.view.passages[pair.active.unwrap()].id()
}

/// Returns the rows of the screen on which the active passage begins, in both panes.
pub(crate) fn rows(screen: &TestScreen) -> (usize, usize) {
    let pair = screen.open_pair();
    let passage = &pair.view.passages[pair.active.unwrap()];
    let row = |which: PaneSide| {
        let pane = pair.pane(which);
        pane.offset_of(pane.rows.row_of(which.span(passage).start)).unwrap()
    };
    (row(PaneSide::A), row(PaneSide::B))
}

fn tops(screen: &TestScreen) -> (usize, usize) {
    let pair = screen.open_pair();
    (pair.a.top, pair.b.top)
}

#[test]
fn a_digit_goes_to_the_passage_of_that_number_in_both_texts() {
    let mut screen = twelve(120, 36);
    screen.press("7");
    assert_eq!(active(&screen), "7");
    let third = screen.open_pair().a.height / 3;
    assert_eq!(rows(&screen), (third, third));
    assert!(!screen.has_prompt(), "there is no passage 70");
    let mut few = pair();
    few.press("3");
    assert_eq!(active(&few), "3");
    few.press("9");
    assert_eq!(active(&few), "3", "there is no passage 9");
}

#[test]
fn of_more_than_nine_passages_a_number_is_typed_whole() {
    let mut screen = twelve(120, 36);
    screen.press("1");
    assert_eq!(active(&screen), "1");
    assert_eq!(screen.prompt(), "1");
    screen.press("2");
    assert_eq!(active(&screen), "12");
    assert!(!screen.has_prompt(), "it is whole");
    screen.press("31<Enter>");
    assert_eq!(active(&screen), "1");
    assert!(!screen.has_prompt() && screen.pair_fills_screen());
    screen.press("1n");
    assert_eq!(active(&screen), "2", "another key ends the number and acts");
    screen.press("1<Esc>");
    assert!(!screen.has_prompt() && screen.pair_fills_screen());
    screen.press("1<Back><Enter>");
    assert_eq!(active(&screen), "1");
}

#[test]
fn repetitions_are_gone_through_in_a_ring() {
    let mut screen = pair();
    screen.press("4");
    assert_eq!(active(&screen), "4a");
    screen.press(".");
    assert_eq!(active(&screen), "4b");
    let (a, b) = rows(&screen);
    assert_eq!(a, b);
    screen.press(".");
    assert_eq!(active(&screen), "4a");
    screen.press(",");
    assert_eq!(active(&screen), "4b");
    screen.press("1.");
    assert_eq!(active(&screen), "1", "it is this place alone");
}

#[test]
fn the_list_of_passages_leads_both_texts_and_closes() {
    let mut screen = twelve(120, 36);
    screen.press(";<Down><Down>");
    assert_eq!(active(&screen), "3");
    let (a, b) = rows(&screen);
    assert_eq!(a, b);
    screen.press("<Enter>");
    assert!(!screen.has_overlay() && screen.pair_fills_screen());
    screen.press(";G");
    assert_eq!(active(&screen), "12");
    screen.press("<Down>");
    assert_eq!(active(&screen), "12", "the last one is the last");
    screen.press("<Esc>");
    assert!(!screen.has_overlay() && screen.pair_fills_screen());
    screen.press(";;");
    assert!(!screen.has_overlay());
}

#[test]
fn a_click_on_a_line_or_a_number_goes_there_and_the_line_stays_under_the_mouse() {
    let mut screen = twelve(120, 36);
    screen.press(";");
    let list = screen.areas().pair.unwrap().passages;
    for _ in 0..2 {
        screen.click_at(20, list.y + 3);
        assert_eq!(active(&screen), "3");
    }
    screen.click_at(20, list.y);
    assert_eq!(screen.place(), Place::Passages);
    let strip = screen.areas().pair.unwrap().strip;
    let row = screen.text().lines().nth(usize::from(strip.y)).unwrap().to_string();
    let column = row.find(" 8 ").unwrap() as u16 + 1;
    screen.click_at(column, strip.y);
    assert_eq!(active(&screen), "8");
}

#[test]
fn a_click_beside_a_text_goes_to_the_passage_of_that_row() {
    let mut screen = pair();
    let areas = screen.areas().pair.unwrap();
    let text = screen.text();
    let y = text.lines().position(|row| row.contains("    2┌")).unwrap() as u16;
    screen.click_at(areas.a.unwrap().gutter.x + 3, y);
    assert_eq!(active(&screen), "2");
    assert_eq!(rows(&screen).0, rows(&screen).1);
    screen.click_at(areas.b.unwrap().gutter.x + 3, areas.b.unwrap().gutter.bottom() - 1);
    assert_eq!(active(&screen), "2", "nothing stands there");
}

#[test]
fn a_pair_that_can_no_longer_be_opened_says_why_even_where_one_text_had_all_the_room() {
    let mut screen = TestScreen::pressed(120, 40, "jj<Enter><zoom>");
    let names = screen.pair_names();
    let view = Err(SideBySideError::Gone(DocPath::new("a.txt")));
    screen.answered(0, Answer::Pair { names, view });
    screen.shows(&["a.txt"]);
}

#[test]
fn free_texts_scroll_alone_until_they_are_joined_again() {
    let mut screen = twelve(120, 36);
    screen.press("7");
    let joined = tops(&screen);
    screen.press("<join>");
    screen.press("jjj");
    assert_eq!(tops(&screen), (joined.0 + 3, joined.1));
    screen.press("<Tab>k");
    assert_eq!(tops(&screen), (joined.0 + 3, joined.1 - 1));
    screen.press("n");
    let (a, b) = rows(&screen);
    assert_eq!(a, b, "passages still come to the same row");
    screen.press("<Tab><Tab>Gg<Tab><join>");
    let free = tops(&screen);
    screen.press("j");
    assert_ne!(tops(&screen).0, free.0, "the other one follows");
}

#[test]
fn a_layout_that_was_chosen_stays_while_the_screen_changes() {
    let mut screen = twelve(120, 36);
    let shape = |screen: &TestScreen| screen.areas().pair.unwrap().shape;
    screen.press("7");
    assert_eq!(shape(&screen), PaneShape::Split);
    screen.press("v");
    assert_eq!(shape(&screen), PaneShape::Stacked);
    assert_eq!((active(&screen).as_str(), rows(&screen).0), ("7", rows(&screen).1));
    for (width, height) in [(200, 60), (84, 24), (40, 12), (120, 36)] {
        screen.send(Message::Resized(width, height));
        assert_eq!(shape(&screen), PaneShape::Stacked, "{width}x{height}");
        assert_eq!(rows(&screen).0, rows(&screen).1);
    }
    screen.press("V");
    assert_eq!(shape(&screen), PaneShape::Split);
    screen.press("V");
    assert_eq!(shape(&screen), PaneShape::Single);
    screen.send(Message::Resized(84, 24));
    assert_eq!(shape(&screen), PaneShape::Single);
}

#[test]
fn another_layout_keeps_what_is_on_the_screen() {
    let mut screen = twelve(120, 36);
    screen.press("7jjj");
    let before = rows(&screen);
    screen.press("vvv");
    assert_eq!(rows(&screen), before, "the passage stays where it was scrolled to");
    // Far from the active passage, the first byte on the screen stays.
    screen.press("1G<join>");
    let byte = |screen: &TestScreen| {
        let pair = screen.open_pair();
        pair.a.rows.row_start(pair.a.top)
    };
    let first = byte(&screen);
    screen.press("v");
    let pair = screen.open_pair();
    let range = pair.a.rows.range(pair.a.top, pair.view.a.text.len()).unwrap();
    assert!(range.contains(&(first as usize)), "{first} is not in {range:?}");
}

#[test]
fn one_text_takes_all_the_room_and_gives_it_back() {
    for (open, zoomed) in [("jj", false), ("jj<Enter>", true)] {
        let mut screen = TestScreen::pressed(120, 40, open);
        let before = screen.text();
        screen.press("<Tab><zoom>");
        let areas = screen.areas();
        let pair = areas.pair.unwrap();
        let shown = pair.a.or(pair.b).unwrap();
        // The text fills the screen except for the line that names it.
        assert_eq!(shown.text.height, areas.body.height - 1);
        assert!(areas.list.is_none() && pair.a.is_some() != pair.b.is_some());
        let Focus::Pane(which) = screen.focus() else { panic!("no text has the focus") };
        // Tab also moves to the parameters. From there, the text that was visible stays.
        while screen.focus() != Focus::Pane(which.other()) {
            screen.press("<Tab>");
        }
        assert_ne!(screen.areas().pair.unwrap().a.is_some(), pair.a.is_some());
        screen.press("<Esc>");
        assert_eq!(screen.pair_fills_screen(), zoomed);
        screen.press("<zoom><zoom>");
        screen.model.focus = if zoomed { Focus::Pane(PaneSide::A) } else { Focus::List };
        screen.model.note = None;
        assert_eq!(screen.text(), before);
    }
}

#[test]
fn how_it_was_counted_opens_the_selected_pair_where_none_is_seen() {
    let mut screen = TestScreen::pressed(80, 24, "ji");
    assert!(screen.pair_fills_screen() && screen.reading().dropped);
    assert_eq!(screen.any_pair_names().as_ref(), screen.selected_pair().as_ref());
    // From the list the key always shows the words; in the pair it hides them.
    screen.press("<Esc>i");
    assert!(screen.pair_fills_screen() && screen.reading().dropped);
    screen.press("i");
    assert!(screen.pair_fills_screen() && !screen.reading().dropped);
    let clusters = TestScreen::pressed(80, 24, "Ki");
    assert!(!clusters.pair_fills_screen() || clusters.has_pair());
}

#[test]
fn the_map_shows_where_passages_are_and_leads_there() {
    let mut screen = twelve(120, 36);
    let map = screen.areas().pair.unwrap().a.unwrap().map;
    let pair = screen.open_pair();
    let cells = map_marks(pair, PaneSide::A, map.height);
    assert_eq!(cells.len(), usize::from(map.height));
    let mut seen: Vec<u32> = cells.iter().filter_map(|cell| cell.passage).collect();
    seen.dedup();
    assert_eq!(seen, (0..12).collect::<Vec<_>>(), "all passages, in the order of the text");
    screen.click_at(map.x, map.bottom() - 1);
    let pair = screen.open_pair();
    assert_eq!(pair.a.top, pair.a.last_top());
    assert!(pair.b.top > 0, "the other one follows");
    assert!(map_marks(pair, PaneSide::A, map.height).last().unwrap().visible);
    // While the button is held the view follows the mouse, even beside the map.
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (map.x, map.y + 10));
    screen.mouse(MouseEventKind::Drag(MouseButton::Left), (map.x - 30, map.y));
    assert_eq!(tops(&screen), (0, 0));
    screen.mouse(MouseEventKind::Up(MouseButton::Left), (map.x - 30, map.y));
    screen.mouse(MouseEventKind::Drag(MouseButton::Left), (map.x - 30, map.bottom()));
    assert_eq!(tops(&screen), (0, 0));
}

#[test]
fn entering_the_whole_screen_shows_the_active_passage_even_after_the_wheel() {
    let mut screen = twelve(120, 40);
    screen.press("<Esc><Esc>");
    assert!(!screen.pair_fills_screen());
    let at = screen.areas().pair.unwrap().a.unwrap().text;
    for _ in 0..20 {
        screen.mouse(MouseEventKind::ScrollDown, (at.x, at.y));
    }
    assert!(!screen.open_pair().shows_active());
    screen.press("<Enter>");
    assert!(screen.pair_fills_screen() && screen.open_pair().shows_active());
}
