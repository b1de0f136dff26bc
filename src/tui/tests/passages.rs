//! Moving from passage to passage, and scrolling two texts together.

use shingle::pipeline::Params;

use super::{fake, sides::rows, test_screen::TestScreen};

/// Two texts of many paragraphs that share three sentences far apart, the second sentence moved.
pub(crate) fn long_pair(width: u16, height: u16) -> TestScreen {
    let filler = |word: &str, count: usize| {
        vec![format!("{word} words that only this one has."); count].join("\n\n")
    };
    let shared = ["First", "Second", "Third"].map(|one| format!("{one} shared sentence here"));
    let text = |word: &str, counts: [usize; 4], order: [usize; 3]| {
        let parts =
            (0..3).map(|at| format!("{}\n\n{}.", filler(word, counts[at]), shared[order[at]]));
        parts.chain([filler(word, counts[3])]).collect::<Vec<_>>().join("\n\n")
    };
    let a = text("Left", [30, 40, 20, 60], [0, 1, 2]);
    let b = text("Right", [50, 5, 60, 40], [1, 0, 2]);
    let [first, second, third] = shared.each_ref().map(String::as_str);
    let parts = [(first, first, false), (second, second, true), (third, third, false)];
    let mut screen = TestScreen::pressed(width, height, "j<Enter>]");
    let view = fake::pair_view(("a", "b"), (&a, &b), &parts, &Params::defaults());
    // Opens the pair for the first time, not as a new view of the same pair.
    screen.await_pair();
    screen.serve_with(view);
    screen
}

#[test]
fn a_passage_comes_to_the_same_row_of_both_panes_a_third_from_the_top() {
    let mut screen = long_pair(120, 40);
    let height = screen.open_pair().a.height;
    for _ in 0..3 {
        assert_eq!(rows(&screen), (height / 3, height / 3));
        screen.press("n");
    }
}

#[test]
fn the_order_is_that_of_the_text_with_the_focus_and_begins_anew_with_a_note() {
    let mut screen = long_pair(120, 40);
    let active = |screen: &TestScreen| screen.open_pair().active.unwrap();
    screen.press("n");
    assert_eq!(active(&screen), 1);
    screen.press("nn");
    assert_eq!(active(&screen), 0);
    assert!(!screen.note().is_empty());
    screen.press("<Tab>N");
    assert_eq!(active(&screen), 1, "in b the second stands before the first");
    screen.press("N");
    assert_eq!(active(&screen), 2);
    assert!(!screen.note().is_empty());
}

#[test]
fn scrolling_one_text_keeps_shared_passages_side_by_side() {
    let mut screen = long_pair(120, 40);
    screen.press("nn");
    let before = screen.open_pair().b.top;
    for _ in 0..200 {
        screen.press("k");
    }
    let pair = screen.open_pair();
    assert_eq!((pair.a.top, pair.b.top), (0, 0), "both begin together");
    assert!(before > 0);
    // Scroll down again until the first passage is at a third of the screen, on both sides.
    let passage = pair.view.passages[0].clone();
    let third = pair.a.height / 3;
    let row = pair.a.rows.row_of(passage.a.start);
    while screen.open_pair().a.top + third < row {
        screen.press("j");
    }
    let pair = screen.open_pair();
    assert_eq!(pair.b.rows.row_of(passage.b.start) - pair.b.top, third);
}

#[test]
fn beside_a_moved_passage_both_texts_go_step_by_step() {
    let mut screen = long_pair(120, 40);
    screen.press("n");
    let tops = |screen: &TestScreen| {
        let pair = screen.open_pair();
        (pair.a.top, pair.b.top)
    };
    let (a, b) = tops(&screen);
    screen.press("jj");
    assert_eq!(tops(&screen), (a + 2, b + 2));
}

#[test]
fn a_newer_view_of_the_open_pair_stays_where_it_was() {
    let mut screen = long_pair(120, 40);
    screen.press("nnjjj");
    let (top, active) = {
        let pair = screen.open_pair();
        (pair.a.top, pair.active)
    };
    let view = screen.open_pair().view.as_ref().clone();
    screen.serve_with(view);
    let pair = screen.open_pair();
    assert_eq!((pair.a.top, pair.active), (top, active));
}

#[test]
fn texts_that_fit_are_shown_whole_with_their_passages_side_by_side() {
    let mut screen = TestScreen::pressed(160, 45, "j<Enter>]");
    for _ in 0..3 {
        let (a, b) = rows(&screen);
        assert_eq!(a, b);
        let pair = screen.open_pair();
        assert_eq!((pair.a.top, pair.b.top), (0, 0), "nothing of either text is hidden");
        screen.press("n");
    }
}

#[test]
fn the_list_begins_with_the_longest_or_goes_by_place() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>;");
    let listed = |screen: &TestScreen| -> Vec<usize> {
        let text = screen.text();
        let numbers = ["9 words", "7 words", "17 words"];
        let line =
            |words: &str| text.lines().position(|line| line.contains(&format!("   {words} ")));
        numbers.iter().map(|words| line(words).expect("is listed")).collect()
    };
    let [first, second, third] = listed(&screen)[..] else { panic!() };
    assert!(third < first && first < second, "17, 9, 7");
    // The choice moves through the lines in their order.
    let active = |screen: &TestScreen| screen.open_pair().active;
    screen.press("g");
    assert_eq!(active(&screen), Some(2));
    screen.press("j");
    assert_eq!(active(&screen), Some(0));
    screen.press("G");
    assert_eq!(active(&screen), Some(1));
    screen.click_at(40, third as u16);
    assert_eq!(active(&screen), Some(2), "a click on the first line");
    screen.press("<");
    let [first, second, third] = listed(&screen)[..] else { panic!() };
    assert!(first < second && second < third, "by place");
}
