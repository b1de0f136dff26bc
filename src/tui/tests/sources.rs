//! Sources of a document: keys in, pictures and requests out.

use crate::tui::tests::prelude::*;
use crate::tui::views::sources::{LaidSources, SourceList, source_areas_of};
use shingle::engine::SourcingError;

/// Opens the sources of a document of the third row's pair.
fn sources(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "jj\"")
}

fn asked(screen: &TestScreen) -> Vec<(Option<String>, u64)> {
    let names = screen.asked.iter().filter_map(|command| match command {
        Command::Ask(number, Question::Sources(name)) => {
            Some((name.as_ref().map(ToString::to_string), *number))
        }
        _ => None,
    });
    names.collect()
}

#[test]
fn the_room_at_all_sizes() {
    fits_every_size(sources);
    assert_snapshot!(sources(120, 36).text());
    // A narrow screen gives no dates without the same warning.
    for size in [(120, 36), (80, 24)] {
        let mut screen = sources(size.0, size.1);
        screen.press("j").shows(&["The dates are no evidence"]);
    }
}

#[test]
fn a_marked_document_without_words_of_its_own_is_named() {
    sources(120, 36).lacks(&["Marked with A"]);
    TestScreen::pressed(120, 36, "jj rk\"").shows(&["Marked with A, but adds no words:"]);
}

#[test]
fn dates_that_do_not_count_have_their_reason() {
    let mut screen = sources(120, 36);
    screen.press("j").shows(&["three or more files", "have such dates, as after a copy"]);
    let list: &mut SourceList = screen.model.states.get_mut();
    let found = Arc::make_mut(&mut list.answer.as_mut().unwrap().found);
    found.sources.text.file.facts = found.sources.sources[1].doc.file.facts.clone();
    screen.shows(&["they are less than", "two days apart or unknown"]);
}

#[test]
fn the_key_goes_to_the_other_document_of_the_pair_and_back() {
    let mut screen = TestScreen::pressed(120, 36, "jj");
    let (a, b) = screen.selected_pair().unwrap();
    assert_eq!(screen.press("\"").sourced_document(), Some(a.clone()));
    assert_eq!(screen.press("\"").sourced_document(), Some(b.clone()));
    assert_eq!(screen.press("\"").sourced_document(), Some(a));
    assert_eq!(screen.press("<Esc>").list(), ViewName::Pairs);
    // From a text that has the focus, the document is that text.
    assert_eq!(screen.press("<Enter><Tab>\"").sourced_document(), Some(b.clone()));
    let a = screen.selected_pair().unwrap().0;
    assert_eq!(screen.press("\"").sourced_document(), Some(a));
    assert_eq!(screen.press("\"").sourced_document(), Some(b));
    screen.press("<Esc>");
    assert!(screen.pair_fills_screen() && screen.focus() == Focus::Pane(PaneSide::B));
}

#[test]
fn from_the_documents_it_is_the_selected_one_and_the_key_leads_back() {
    let mut screen = TestScreen::pressed(120, 36, "DG");
    let name = screen.selected_document();
    assert_eq!(screen.press("\"").sourced_document(), name);
    assert_eq!(screen.press("\"").list(), ViewName::Documents);
}

#[test]
fn arrows_choose_a_source_and_the_text_goes_to_its_next_passage() {
    let mut screen = sources(60, 24);
    let place = |screen: &TestScreen| {
        let active = screen.active_source();
        fake::TEXT_A.get(active.passage.a.range()).unwrap().to_string()
    };
    assert!(place(&screen).starts_with("the old ferry"));
    assert!(place(screen.press("n")).starts_with("the town council"));
    // The other source has no passage after this place, so its first passage is active.
    assert_eq!(place(screen.press("<Down>")), "the old ferry left");
    assert!(place(screen.press("<Right>")).starts_with("Every stone"));
    assert!(place(screen.press("<Up>")).starts_with("the town council"));
    assert_eq!(screen.press("n<Left><Home>").top(), 0);
    assert!(screen.press("<PgDn>").top() > 0);
}

#[test]
fn enter_opens_the_pair_at_the_passage_and_esc_leads_back() {
    let mut screen = sources(120, 36);
    let name = screen.sourced_document().unwrap();
    screen.press("n<Enter>");
    assert_eq!(screen.pair_names(), (name, DocPath::new("news/ferry-1931.html")));
    let pair = screen.open_pair();
    assert_eq!(pair.view.passages[pair.active.unwrap()].a, screen.active_source().passage.a);
    // Another passage of the pair that is already open.
    screen.press("<Esc>N<Enter>");
    let pair = screen.open_pair();
    assert_eq!(pair.view.passages[pair.active.unwrap()].a, screen.active_source().passage.a);
    // The next source, beside the same document.
    assert_eq!(screen.press("]").pair_names().1, DocPath::new("essays/pier.txt"));
    assert_eq!(screen.press("]<Esc><Esc>").list(), ViewName::Pairs);
}

#[test]
fn a_change_asks_again_and_says_so_until_the_answer() {
    let mut screen = sources(120, 36).after("<Down>n");
    let before = screen.active_source().passage.a;
    screen.asked.clear();
    let snapshot = fake::folder(2, &screen.params().clone());
    screen.publish(snapshot);
    let numbers = asked(&screen);
    assert_eq!(numbers.len(), 1);
    screen.shows(&["counting anew …"]);
    // An answer to an older request is dropped.
    let late = crate::tui::tests::fake::sourced(&DocPath::new("late"), "", screen.params());
    screen.answered(numbers[0].1 - 1, Answer::Sources(Ok(Arc::new(late))));
    screen.shows(&["counting anew …"]);
    screen.serve().lacks(&["counting anew …"]);
    assert_eq!(screen.selected(), 1);
    assert_eq!(screen.active_source().passage.a, before);
    // With other parameters the shown sources are stale.
    screen.press_unanswered("w").shows(&["─ stale · "]);
}

#[test]
fn what_is_left_is_not_counted_any_more() {
    let mut screen = TestScreen::folder(120, 36);
    assert_eq!(asked(screen.press_unanswered("\"<Esc>")).last(), Some(&(None, 0)));
    let found = crate::tui::tests::fake::sourced(&DocPath::new("a"), "", screen.params());
    screen.answered(1, Answer::Sources(Ok(Arc::new(found))));
    assert!(screen.model.states.get::<SourceList>().answer.is_none());
}

#[test]
fn where_there_are_none_enter_opens_nothing_and_the_room_may_be_opened_before_the_result() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("\"");
    screen.answered(1, Answer::Sources(Err(SourcingError::Estimates)));
    assert_eq!(screen.press_unanswered("<Enter>").list(), ViewName::Sources);
    assert!(!screen.pair_fills_screen());
    let mut screen = TestScreen::empty(120, 36).after("\"");
    screen.show(fake::folder(1, &screen.params().clone()));
    assert_eq!(screen.sourced_document(), Some(DocPath::new("tweets/01.txt")));
}

#[test]
fn a_click_on_tinted_words_selects_their_source() {
    let mut screen = sources(120, 36);
    assert_eq!(screen.click("stone was wet").selected(), 1);
    assert_eq!(screen.model.states.get::<SourceList>().passage, 1);
    assert_eq!(screen.click("26%      26").selected(), 0);
    let (x, y) = screen.find("gulls");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (x, y));
    assert_eq!(screen.list(), ViewName::Sources);
    screen.send(Message::Resized(60, 14));
    screen.press("<Home>");
    let text = source_areas_of(&screen.model).unwrap().text;
    assert_eq!(screen.mouse(MouseEventKind::ScrollDown, (text.x, text.y)).top(), 3);
}

#[test]
fn a_source_is_marked_as_the_pair_that_it_is() {
    let mut screen = sources(120, 36);
    screen.press(" >k").shows(&["1  > f…1931", "63% unshared · 11%", "B took from A"]);
    assert_eq!(screen.press("u r").selected(), 1, "it goes on to the next undecided one");
    screen.press("k nFound by chance<Enter>");
    let list: &SourceList = screen.model.states.get();
    let (text, source) =
        (list.answer.as_ref().map(|laid| &laid.found.sources.text), list.selected_source());
    let decided =
        screen.model.decisions.mark_of_documents(&source.unwrap().doc, text.unwrap()).unwrap();
    assert_eq!(decided.then.names.len(), 2);
    assert_eq!(screen.press(" aq<Enter>").marks(), 2);
    assert_eq!(screen.press("u").marks(), 1);
}

#[test]
fn a_passage_that_has_begun_is_the_one_to_go_to_and_another_answer_leaves_the_text_where_it_is() {
    let mut screen = sources(60, 24);
    let list: &mut SourceList = screen.model.states.get_mut();
    let start = list.passages()[0].passage.a.start;
    list.select_source_at((0, start + 5));
    assert_eq!(list.passage, 0);
    screen.press("<PgDn>");
    let list: &mut SourceList = screen.model.states.get_mut();
    let shown = list.answer.clone().unwrap();
    let (width, before) = (shown.pane.rows.width(), shown.pane.rows.row_start(shown.pane.top));
    assert!(shown.pane.top > 0);
    list.store_answer(LaidSources::new(Arc::clone(&shown.found), 200), (width, 1));
    let pane = &list.answer.as_ref().unwrap().pane;
    assert_eq!(pane.rows.row_start(pane.top), before);
}
