//! The explained word: moving from word to word, and the explanation of each word.

use shingle::engine::{ShingleCounts, SideBySideError};
use shingle::{pipeline::StopWords, shingle::HashKind};

use crate::tui::model::ScrollPlace;
use crate::tui::tests::prelude::*;

fn dropping() -> Params {
    Params { stop_words: StopWords::On, ..Params::defaults() }
}

/// Opens the harbour essays with these parameters, at the first word of the first passage.
fn with(width: u16, height: u16, params: Params) -> TestScreen {
    let english = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let params = Params { language: english, ..params };
    let mut screen = TestScreen::empty(width, height);
    screen.start_with(params.clone());
    screen.show(fake::folder(1, &params));
    screen.press("jj<Enter>x");
    screen
}

fn open(width: u16, height: u16) -> TestScreen {
    with(width, height, dropping())
}

/// Returns the word under the cursor, as written in the text.
fn word(screen: &TestScreen) -> &str {
    let explain = screen.explanation();
    let side = screen.open_pair().side(explain.which);
    side.text.get(explain.word.unwrap().range()).unwrap()
}

/// Reports that all shingles of the explained word are in `count` documents of 34.
fn count(screen: &mut TestScreen, count: u32) {
    let explain = screen.explanation();
    let Some(Ok(explained)) = &explain.answer else { panic!("there is no answer") };
    let counts = explained.retained_keys().into_iter().map(|key| (key, count)).collect();
    let params = Arc::clone(&explained.params);
    screen.answered(0, Answer::Shingles(ShingleCounts { params, documents: 34, counts }));
}

/// Opens a long text beside itself.
fn serve_long(screen: &mut TestScreen) {
    let sentence = "one sentence after the other stands here and is read by nobody at all\n\n";
    let text = sentence.repeat(60);
    screen.serve_with(fake::pair_view(("a", "b"), (&text, &text), &[], &dropping()));
}

/// Like `with`, at a word that is stemmed and is in three shingles.
fn ferry(width: u16, height: u16, params: Params) -> TestScreen {
    with(width, height, params).after("<Right><Right>")
}

#[test]
fn a_pair_that_cannot_be_opened_has_no_word_to_explain() {
    let refuse = |screen: &mut TestScreen| {
        let names = screen.pair_names();
        let view = Err(SideBySideError::Gone(DocPath::new("tweets/01.txt")));
        screen.answered(0, Answer::Pair { names, view });
    };
    let mut screen = TestScreen::pressed(120, 36, "<Enter>");
    refuse(&mut screen);
    assert!(!screen.press("x").has_explanation());
    // The word of another pair is no longer explained.
    let mut screen = TestScreen::pressed(120, 36, "<Enter>x");
    assert!(screen.has_explanation());
    screen.press_unanswered("]");
    refuse(&mut screen);
    assert!(!screen.has_explanation(), "{}", screen.text());
}

#[test]
fn an_explanation_fits_every_size() {
    fits_every_size(|width, height| {
        let mut screen = ferry(width, height, Params { width: 5, modulo: 2, ..dropping() });
        count(&mut screen, 5);
        screen
    });
}

#[test]
fn explain_120x36() {
    let mut screen = ferry(120, 36, Params { hash: HashKind::Crc32, ..Params::defaults() });
    count(&mut screen, 5);
    assert_snapshot!(screen.text());
}

#[test]
fn keys_go_from_word_to_word_and_from_row_to_row() {
    let mut screen = open(120, 36);
    assert_eq!(word(&screen), "the", "the first passage begins so");
    assert_eq!(word(screen.press("<Right>")), "old");
    assert_eq!(word(screen.press("<Left><Left>")), "say");
    assert_eq!(word(screen.press("g")), "The");
    assert_eq!(word(screen.press("G")), "lived");
    assert_eq!(word(screen.press("<Right><Down>")), "lived", "there is none behind the last");
    assert_eq!(word(screen.press("g<Left><Up>")), "The");
}

#[test]
fn rows_without_words_are_passed_over_and_the_column_is_kept() {
    let mut screen = open(120, 36);
    assert_eq!(word(screen.press("g<Right><Right>")), "was");
    let rows: Vec<usize> = (0..12)
        .map(|_| {
            screen.press("<Down>");
            let pair = screen.open_pair();
            pair.panes[0].rows.row_of_byte(screen.explanation().word.unwrap().start)
        })
        .collect();
    assert!(rows.windows(2).all(|pair| pair[0] <= pair[1]) && rows[0] == 1, "{rows:?}");
    for _ in 0..12 {
        screen.press("<Up>");
    }
    assert_eq!(word(&screen), "was", "the same column as at first");
}

#[test]
fn tab_goes_to_the_same_place_of_the_other_text() {
    let mut screen = open(120, 36);
    assert_eq!(word(screen.press("<Right><Right>")), "ferry");
    screen.press("<Tab>");
    assert_eq!((word(&screen), screen.focus()), ("ferry", Focus::Pane(PaneSide::B)));
    screen.press("<Right><Tab>");
    assert_eq!((word(&screen), screen.focus()), ("left", Focus::Pane(PaneSide::A)));
    // Outside passages the cursor moves to the text beside it.
    assert_eq!(screen.press("g<Tab>").focus(), Focus::Pane(PaneSide::B));
    let cursors =
        [PaneSide::A, PaneSide::B].map(|side| screen.model.word_at_cursor(side).is_some());
    assert_eq!(cursors, [false, true]);
}

#[test]
fn n_goes_to_the_first_word_of_the_next_passage() {
    let mut screen = open(120, 36);
    assert_eq!(word(screen.press("n")), "Every");
    screen.press("n<Tab>");
    assert_eq!((word(&screen), screen.open_pair().active), ("the", Some(2)));
}

#[test]
fn a_click_chooses_a_word() {
    let mut screen = open(120, 36);
    let text = screen.areas().pair.unwrap().panes[1].unwrap().text;
    for (column, wanted) in [(0, "Every"), (7, "stone"), (11, "was")] {
        screen.press("<Tab>g");
        let row = text.y + screen.open_pair().panes[1].pad as u16;
        let kind = MouseEventKind::Down(MouseButton::Left);
        assert_eq!(word(screen.mouse_unanswered(kind, (text.x + column, row))), wanted);
        screen.press("<Tab>");
    }
}

#[test]
fn a_long_text_scrolls_with_the_cursor_and_both_stay_side_by_side() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>");
    serve_long(&mut screen);
    screen.press("xG");
    let shown = |screen: &TestScreen| {
        let pair = screen.open_pair();
        let word = screen.explanation().word.unwrap();
        let row = pair.panes[0].rows.row_of_byte(word.start);
        assert!(pair.panes[0].shows_rows(row, row));
        (pair.panes[0].top, pair.panes[1].top)
    };
    let (a, b) = shown(&screen);
    assert!(a > 50 && a == b, "{a} {b}");
    for _ in 0..70 {
        screen.press("<Up>");
        shown(&screen);
    }
    assert_eq!(shown(screen.press("g")), (0, 0));
}

#[test]
fn only_the_answer_about_the_word_under_the_cursor_is_shown() {
    let mut screen = open(120, 36);
    screen.press_unanswered("<Right>");
    let Some(Command::Ask(_, Question::Word(first))) = screen.asked.last().cloned() else {
        panic!("not asked")
    };
    assert!(screen.press_unanswered("<Right>").awaits());
    let view = Arc::clone(&screen.open_pair().view);
    screen.answered(0, Answer::Word { answer: fake::explained(&view, &first), question: first });
    assert!(screen.explanation().answer.is_none());
    assert!(screen.serve().explanation().answer.is_some() && !screen.awaits());
}

#[test]
fn documents_are_counted_after_the_rest_is_there() {
    let mut screen = open(120, 36);
    screen.press("<Right>").shows(&["counting the documents"]);
    count(&mut screen, 7);
    assert!(screen.text().contains("7 of 34") && !screen.text().contains("counting the documents"));
    // Counts for other parameters must not be shown.
    let other = Arc::new(Params { width: 9, ..dropping() });
    let counts = ShingleCounts { params: other, documents: 34, counts: Vec::new() };
    screen.answered(0, Answer::Shingles(counts)).shows(&["counting the documents"]);
}

#[test]
fn escape_goes_back_to_where_one_was() {
    let mut screen = TestScreen::pressed(120, 36, "jx<Right>G<Esc>");
    assert!(!screen.has_explanation());
    assert_eq!((screen.focus(), screen.pair_fills_screen()), (Focus::List, false));
    screen.press("<Enter><Tab>");
    let place = ScrollPlace::new(screen.open_pair());
    assert_eq!(ScrollPlace::new(screen.press("xGn<Tab>x").open_pair()), place);
    assert_eq!(screen.focus(), Focus::Pane(PaneSide::B));
}

#[test]
fn the_dot_plot_leads_to_the_word_at_its_cross_hair() {
    let mut screen = TestScreen::pressed(120, 36, "jj<Enter>dn");
    assert!(!screen.press("x").has_dots());
    assert_eq!(word(&screen), "Every");
}

#[test]
fn other_parameters_keep_the_word_and_ask_anew() {
    let mut screen = open(120, 36).after("<Right><Right>");
    let params = Params { width: 4, ..screen.open_pair().view.params.as_ref().clone() };
    screen.set_params(params.clone());
    assert_eq!(word(screen.show(fake::folder(2, &params))), "ferry");
    let Some(Ok(explained)) = &screen.explanation().answer else { panic!("there is no answer") };
    assert_eq!(explained.params.width, 4);
}

#[test]
fn a_text_without_words_has_none_to_explain() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>");
    screen.serve_with(fake::pair_view(("a", "b"), ("...", ""), &[], &dropping()));
    assert_eq!(screen.press("x<Right><Down><Tab><Home>G").explanation().word, None);
}
