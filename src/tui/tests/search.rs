use shingle::pipeline::Params;

use crate::tui::layout::PaneSide;
use crate::tui::model::{Focus, Slot};

use super::{
    fake,
    test_screen::{TestScreen, fits_every_size},
};

/// Returns the current match, with its text.
fn current(screen: &TestScreen) -> Option<(PaneSide, String)> {
    let (which, span) = screen.model.search.as_ref()?.current()?;
    let text = &screen.open_pair().side(which).text;
    Some((which, text.get(span.range())?.to_string()))
}

#[test]
fn search_on_every_size() {
    let make = |width, height| TestScreen::pressed(width, height, "j<Enter>/the town<Enter>n");
    for screen in fits_every_size(make) {
        // The second of three matches is in the other text, which has the focus now.
        assert_eq!(screen.focus(), Focus::Pane(PaneSide::B));
        assert_eq!((screen.search().counts(), screen.search().at), ([1, 2], 1));
    }
}

#[test]
fn what_is_sought_is_found_while_it_is_typed_in_both_texts_and_across_line_ends() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/NOBODY  LI");
    assert_eq!(current(&screen), Some((PaneSide::B, "nobody li".into())));
    assert_eq!(screen.focus(), Focus::Pane(PaneSide::B), "the focus goes to the text that has it");
    screen.press("<BS><BS><BS>");
    assert_eq!(screen.search().counts().iter().sum::<usize>(), 4);
    screen.press("zzz");
    assert_eq!(current(&screen), None);
}

#[test]
fn n_goes_from_match_to_match_until_esc_and_then_from_passage_to_passage() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/nobody<Enter>");
    let active = screen.open_pair().active;
    let place = |screen: &TestScreen| screen.search().at;
    let all: usize = screen.search().counts().iter().sum();
    assert_eq!((place(&screen), all), (0, 4));
    screen.press("nnnn");
    assert_eq!(place(&screen), 0);
    screen.press("N");
    assert_eq!(place(&screen), 3);
    assert_eq!(screen.open_pair().active, active, "no passage was chosen");
    screen.press("<Esc>");
    assert!(!screen.has_search() && screen.pair_fills_screen());
    screen.press("n");
    assert_ne!(screen.open_pair().active, active);
}

#[test]
fn the_next_pair_is_searched_too_and_the_list_is_filtered_as_ever() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/nobody<Enter>]");
    let search = screen.search();
    let view = &screen.open_pair().view;
    let matches = [PaneSide::A, PaneSide::B].map(|which| search.matches(view, which).len());
    assert_eq!((matches, screen.awaits()), ([1, 3], false));
    screen.press("<Esc><Esc>/zzz");
    assert!(!screen.has_search());
    assert_eq!(screen.filter(), "zzz");
}

#[test]
fn an_answer_about_something_else_is_not_taken() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/");
    screen.press_unanswered("no");
    let asked = screen.jobs(Slot::Search);
    assert_eq!(asked.len(), 2);
    screen.run(&asked[0]);
    assert!(screen.search().found.is_none(), "the older answer says nothing");
    screen.run(&asked[1]);
    assert!(screen.search().found.is_some());
}

#[test]
fn a_match_far_away_comes_to_the_screen_with_the_other_text_beside_it() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>");
    let text = |end: &str| format!("{}{end}", "line\n".repeat(4000));
    let (a, b) = (text("the needle"), text("other"));
    screen.await_pair();
    let whole = [("the needle", "other", false)];
    screen.serve_with(fake::pair_view(("a", "b"), (&a, &b), &whole, &Params::defaults()));
    screen.press("g/NEEDLE");
    screen.shows(&["the needle"]);
    screen.press("<Esc>");
    assert!(!screen.has_search());
}

#[test]
fn a_search_begins_where_one_reads_and_in_another_pair_anew() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>");
    let text = format!("the needle\n{}the needle", "line\n".repeat(4000));
    let whole = [("the needle", "other", false)];
    screen.await_pair();
    screen.serve_with(fake::pair_view(("a", "b"), (&text, "other"), &whole, &Params::defaults()));
    screen.press("G/needle<Enter>");
    let search = screen.search();
    assert_eq!((search.counts(), search.at), ([2, 0], 1));
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/nobody<Enter>N");
    assert_eq!(screen.search().at, 3);
    screen.press("]");
    assert!(screen.search().at < 3, "the place was one of the other pair");
}

#[test]
fn the_dot_plot_ends_the_search() {
    let screen = TestScreen::pressed(120, 36, "j<Enter>/nobody<Enter>d");
    assert!(screen.has_dots() && !screen.has_search());
}
