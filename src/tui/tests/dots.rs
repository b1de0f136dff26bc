//! The dot plot, and the scrolling of both texts with its cross-hair.

use crate::tui::tests::prelude::*;
use crate::tui::{model::ScrollPlace, tests::pair::long_pair};

fn plot(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "jj<Enter>d")
}

#[test]
fn the_plot_fits_every_size() {
    for screen in fits_every_size(plot) {
        // The cross-hair is at the first passage.
        assert!(screen.has("┼"), "{}", screen.text());
        screen.shows(&[" in B  1"]);
    }
    assert_snapshot!("plot_120x36", plot(120, 36).text());
}

#[test]
fn every_passage_is_found_on_itself_however_many_runs_it_has() {
    let parts = [("one two", "one two", false), ("six seven", "six seven", false)];
    let text = "one two three four six seven eight nine";
    let mut view = fake::pair_view(("a", "b"), (text, text), &parts, &Params::defaults());
    // The first passage has two runs, so that runs and passages have different numbers.
    let split = view.runs[0].clone();
    view.runs.insert(0, split);
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>");
    screen.await_pair();
    screen.serve_with(view);
    screen.press("dn").lacks(&["no passage here"]);
}

fn at(screen: &TestScreen) -> (u32, u32) {
    screen.dots().at.unwrap().into()
}

/// Returns true if both panes show the words under the cross-hair on the same row.
fn both_follow(screen: &TestScreen) -> bool {
    let pair = screen.open_pair();
    let row = |which: PaneSide, byte: u32| {
        let pane = pair.pane(which);
        let row = pane.rows.row_of_byte(byte);
        assert!(pane.shows_rows(row, row), "{which:?} does not show it");
        row + pane.pad - pane.top
    };
    let (a, b) = at(screen);
    row(PaneSide::A, a) == row(PaneSide::B, b)
}

#[test]
fn arrows_move_the_cross_hair_and_both_texts_follow_at_once() {
    let mut screen = long_pair(160, 50).after("d");
    let all = "<Right> <Down> <PgDn> <C-Right> <Left> <Up> G g <End> <Home> <PgUp>";
    for keys in all.split(' ') {
        let before = at(&screen);
        assert!(both_follow(screen.press(keys)), "after {keys}");
        let moved = (at(&screen).0 != before.0, at(&screen).1 != before.1);
        let wanted = match keys {
            "<Right>" | "<C-Right>" | "<Left>" | "<End>" | "<Home>" => (true, false),
            "<Down>" | "<Up>" | "<PgDn>" => (false, true),
            "G" | "g" => (true, true),
            _ => (false, false),
        };
        assert_eq!(moved, wanted, "{keys}");
    }
}

#[test]
fn digits_and_n_go_to_a_passage_even_from_within_it() {
    let mut screen = long_pair(160, 50).after("d");
    let all = [("3", 2), ("<Down><Right>3", 2), ("2", 1), ("1", 0), ("n", 1), ("nn", 0), ("N", 2)];
    for (keys, index) in all {
        screen.press(keys);
        let passage = screen.open_pair().view.passages[index].clone();
        assert_eq!(at(&screen), (passage.a.start, passage.b.start), "after {keys}");
        assert!(both_follow(&screen), "after {keys}");
    }
}

#[test]
fn enter_goes_to_the_texts_there_and_escape_back_to_where_one_was() {
    for size in [(160, 50), (84, 24)] {
        let mut screen = long_pair(size.0, size.1);
        let place = ScrollPlace::new(screen.open_pair());
        assert_ne!(ScrollPlace::new(screen.press("d<PgDn><C-Right><Right>").open_pair()), place);
        assert!(!screen.press("<Esc>").has_dots());
        assert_eq!(ScrollPlace::new(screen.open_pair()), place, "at {size:?}");
        screen.press("dnn");
        let there = at(&screen);
        assert!(!screen.press("<Enter>").has_dots() && screen.pair_fills_screen());
        let pair = screen.open_pair();
        for (which, byte) in [(PaneSide::A, there.0), (PaneSide::B, there.1)] {
            let row = pair.pane(which).rows.row_of_byte(byte);
            assert!(pair.pane(which).shows_rows(row, row), "{which:?} at {size:?}");
        }
        assert_eq!(pair.active, Some(2));
    }
}

#[test]
fn a_click_and_the_wheel_move_the_cross_hair() {
    let mut screen = long_pair(160, 50).after("d");
    let plot = screen.areas().dots.unwrap().plot;
    let click = MouseEventKind::Down(MouseButton::Left);
    screen.mouse_unanswered(click, (plot.x + plot.width / 2, plot.y + plot.height / 2));
    let (a, b) = at(&screen);
    let pair = screen.open_pair();
    let middle = |text: &str, byte: u32| (f64::from(byte) / text.len() as f64 - 0.5).abs() < 0.03;
    assert!(middle(&pair.view.a.text, a) && middle(&pair.view.b.text, b), "{a} {b}");
    assert!(both_follow(&screen));
    assert!(both_follow(screen.mouse_unanswered(MouseEventKind::ScrollDown, (plot.x, plot.y))));
}

#[test]
fn another_pair_and_other_parameters_draw_it_anew() {
    let mut screen = plot(120, 36);
    let before = screen.pair_names();
    assert_ne!(screen.press("]").pair_names(), before);
    let passage = screen.open_pair().view.passages[0].clone();
    assert_eq!(at(&screen), (passage.a.start, passage.b.start));
    screen.press("n");
    let there = at(&screen);
    let mut view = screen.open_pair().view.as_ref().clone();
    view.passages.remove(0);
    view.runs.remove(0);
    screen.serve_with(view);
    assert_eq!(at(&screen), there, "a newer view of the same pair does not move it");
    assert_eq!(screen.dots().plot.as_ref().unwrap().segments.len(), 2);
}

#[test]
fn two_texts_that_share_nothing_have_an_empty_plot() {
    for texts in [("one text", "another"), ("", "")] {
        let mut screen = TestScreen::pressed(120, 40, "j<Enter>");
        screen.serve_with(fake::pair_view(("a", "b"), texts, &[], &Params::defaults()));
        screen.press("d<Right><Down>nG");
        assert!(screen.dots().plot.as_ref().is_none_or(|plot| plot.segments.is_empty()));
    }
}
