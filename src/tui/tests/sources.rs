//! Where a document comes from: keys in, pictures and requests out.

use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::{path::DocPath, problem::Problem, problem::ProblemKind};
use shingle::engine::{Answer, Question, SourcingError};
use shingle::pipeline::{SingleRuns, SourcedText};

use crate::tui::actions::Room;
use crate::tui::drawing::glyphs::columns;
use crate::tui::layout::PaneSide;
use crate::tui::messages::{Command, Message};
use crate::tui::model::{Focus, LaidSources};
use crate::tui::update::sources::areas;

use super::{
    demo::Demo,
    fake,
    test_screen::{TestScreen, fits_every_size},
};

/// The sources of a document of the third row's pair.
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
}

#[test]
fn the_key_goes_to_the_other_document_of_the_pair_and_back() {
    let mut screen = TestScreen::pressed(120, 36, "jj");
    let (a, b) = screen.selected_pair().unwrap();
    screen.press("\"");
    assert_eq!(screen.sourced_document(), Some(a.clone()));
    screen.press("\"");
    assert_eq!(screen.sourced_document(), Some(b.clone()));
    screen.press("\"");
    assert_eq!(screen.sourced_document(), Some(a));
    screen.press("<Esc>");
    assert_eq!(screen.list(), Room::Pairs);
    // From a text that has the focus, it is that one.
    screen.press("<Enter><Tab>\"");
    assert_eq!(screen.sourced_document(), Some(b.clone()));
    let a = screen.selected_pair().unwrap().0;
    screen.press("\"");
    assert_eq!(screen.sourced_document(), Some(a));
    screen.press("\"");
    assert_eq!(screen.sourced_document(), Some(b));
    screen.press("<Esc>");
    assert!(screen.pair_fills_screen() && screen.focus() == Focus::Pane(PaneSide::B));
}

#[test]
fn from_the_documents_it_is_the_selected_one_and_the_key_leads_back() {
    let mut screen = TestScreen::pressed(120, 36, "DG");
    let name = screen.selected_document();
    screen.press("\"");
    assert_eq!(screen.sourced_document(), name);
    screen.press("\"");
    assert_eq!(screen.list(), Room::Documents);
}

#[test]
fn who_has_as_much_as_a_source_is_named_beside_it() {
    for (width, height) in [(120, 36), (60, 24)] {
        let mut screen = sources(width, height);
        let tie = "As much is in essays/quay.txt.";
        screen.shows(&[tie]);
        screen.press("<Down>");
        screen.lacks(&["As much"]);
    }
}

#[test]
fn names_stand_below_their_heading_and_both_directions_have_room() {
    for (width, height) in [(60, 24), (80, 24), (120, 36)] {
        let screen = sources(width, height);
        let name = screen.find("counted       source").0 + columns("counted       ");
        let elsewhere = ["in other documents", "in others, too"];
        let elsewhere = elsewhere.into_iter().find(|said| screen.text().contains(said)).unwrap();
        for part in ["essays/pier.txt", elsewhere, "own: in no"] {
            assert_eq!(screen.find(part).0, name, "{}", screen.text());
        }
    }
    // A source that is not tied and not slight.
    for (width, told) in [
        (80, "as a pair: 19% of this document in it, 100% of it in this document"),
        (60, "as a pair: 19% of this in it, 100% of it in this"),
        (40, "19% of this in it, 100% of it in this"),
    ] {
        let mut demo = Demo::new(width, 24);
        demo.press("/night-train<Enter>\"");
        demo.screen.shows(&[told]);
    }
}

#[test]
fn a_number_stands_before_the_first_row_of_its_words_alone() {
    let screen = sources(84, 24);
    screen.shows(&["\n    1  In spring", "\n       could remember"]);
}

#[test]
fn a_source_that_adds_no_word_or_more_than_the_one_before_says_why() {
    let mut screen = sources(120, 36);
    let mut found = SourcedText::clone(&screen.model.sources.answer.as_ref().unwrap().found);
    let number = screen.model.sources.number;
    found.sources.sources[1].adds_words = found.sources.sources[0].adds_words + 5;
    let answer = |screen: &mut TestScreen, found: &SourcedText| {
        screen.answered(number, Answer::Sources(Ok(Arc::new(found.clone()))));
        screen.serve();
        // What stands beside the text, without its line ends.
        let beside = |line: &str| line.split('│').next_back().unwrap_or("").trim().to_string();
        screen.text().lines().map(beside).collect::<Vec<_>>().join(" ")
    };
    let [first, second] = [0, 1].map(|at: usize| found.sources.sources[at].adds);
    let first_said = answer(&mut screen, &found);
    assert!(!first_said.contains("order of the runs"), "{first_said}");
    screen.press("j");
    let said = answer(&mut screen, &found);
    let why =
        format!("in the order of the runs of words that they add: {second} here, {first} before.");
    assert!(said.contains(&why), "{said}");
    found.sources.sources[1].adds_words = 0;
    let said = answer(&mut screen, &found);
    assert!(said.contains("Earlier sources have each of its words"), "{said}");
}

#[test]
fn a_source_without_a_passage_says_what_it_has_or_why_nothing_is_known() {
    let mut screen = sources(120, 36);
    let mut found = SourcedText::clone(&screen.model.sources.answer.as_ref().unwrap().found);
    let number = screen.model.sources.number;
    let source = &mut found.sources.sources[0];
    source.passages.clear();
    source.single_runs = Some(SingleRuns { count: 2, words: (3, 5) });
    let path = source.doc.path.clone();
    screen.answered(number, Answer::Sources(Ok(Arc::new(found.clone()))));
    screen.shows(&["No shared passage, 2 single runs of 3 to 5 words."]);
    screen.press("n");
    assert_eq!(screen.note(), "there is no passage to go to");
    found.sources.problems.push(Problem::new(&path, ProblemKind::Failed, "it is gone"));
    screen.answered(number, Answer::Sources(Ok(Arc::new(found))));
    screen.shows(&["Its passages are not known: it is gone"]);
}

#[test]
fn arrows_choose_a_source_and_the_text_goes_to_its_next_passage() {
    let mut screen = sources(60, 24);
    let place = |screen: &TestScreen| {
        let active = screen.active_source();
        fake::TEXT_A.get(active.passage.a.range()).unwrap().to_string()
    };
    assert!(place(&screen).starts_with("the old ferry"));
    screen.press("n");
    assert!(place(&screen).starts_with("the town council"));
    screen.shows(&["town council"]);
    // The other source has no passage behind it, so its first.
    screen.press("<Down>");
    assert_eq!(place(&screen), "the old ferry left");
    screen.shows(&["4 words, word for word · adds no word"]);
    screen.press("<Right>");
    assert!(place(&screen).starts_with("Every stone"));
    screen.press("<Up>");
    assert!(place(&screen).starts_with("the town council"));
    screen.press("n");
    assert_eq!(screen.note(), "round to the first passage");
    screen.press("<Left>");
    assert_eq!(screen.note(), "round to the last passage");
    screen.press("<Home>");
    assert_eq!(screen.top(), 0);
    screen.press("<PgDn>");
    assert!(screen.top() > 0);
}

#[test]
fn enter_opens_the_pair_at_the_passage_and_esc_leads_back() {
    let mut screen = sources(120, 36);
    let name = screen.sourced_document().unwrap();
    screen.press("n<Enter>");
    let source = DocPath::new("news/ferry-1931.html");
    assert_eq!(screen.pair_names(), (name, source));
    let pair = screen.open_pair();
    assert_eq!(pair.view.passages[pair.active.unwrap()].a, screen.active_source().passage.a);
    // Another passage of the pair that is open already.
    screen.press("<Esc>N<Enter>");
    let pair = screen.open_pair();
    assert_eq!(pair.view.passages[pair.active.unwrap()].a, screen.active_source().passage.a);
    // The next source, beside the same document.
    screen.press("]");
    assert_eq!(screen.pair_names().1, DocPath::new("essays/pier.txt"));
    screen.press("]");
    assert_eq!(screen.note(), "this is the last source");
    screen.press("<Esc><Esc>");
    assert_eq!(screen.list(), Room::Pairs);
}

#[test]
fn a_change_asks_again_and_says_so_until_the_answer() {
    let mut screen = sources(120, 36);
    screen.press("<Down>n");
    let before = screen.active_source().passage.a;
    screen.asked.clear();
    let snapshot = fake::folder(2, &screen.params().clone());
    screen.publish(snapshot);
    let numbers = asked(&screen);
    assert_eq!(numbers.len(), 1);
    screen.shows(&["counting anew …"]);
    // An answer to an older request is none.
    let late = crate::tui::tests::fake_sources::sourced(&DocPath::new("late"), "", screen.params());
    screen.answered(numbers[0].1 - 1, Answer::Sources(Ok(Arc::new(late))));
    screen.shows(&["counting anew …"]);
    screen.serve();
    screen.lacks(&["counting anew …"]);
    assert_eq!(screen.selected(), 1);
    assert_eq!(screen.active_source().passage.a, before);
    // With other parameters what is shown is stale.
    screen.press_unanswered("w");
    screen.shows(&["stale · Words of"]);
}

#[test]
fn what_is_left_is_not_counted_any_more() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("\"<Esc>");
    assert_eq!(asked(&screen).last(), Some(&(None, 2)));
    let found = crate::tui::tests::fake_sources::sourced(&DocPath::new("a"), "", screen.params());
    screen.answered(1, Answer::Sources(Ok(Arc::new(found))));
    assert!(screen.model.sources.answer.is_none());
}

#[test]
fn why_there_are_none_is_said() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("\"");
    screen.shows(&["Counting which documents"]);
    let answer = Err(SourcingError::Estimates);
    screen.answered(1, Answer::Sources(answer));
    screen.shows(&["not estimated: choose the sketch"]);
    screen.press_unanswered("<Enter>");
    screen.shows(&["no source that can be opened"]);
    let mut screen = TestScreen::empty(120, 36);
    screen.press("\"");
    screen.shows(&["No document is selected"]);
    // It may be typed before anything was read.
    screen.publish(fake::folder(1, &screen.params().clone()));
    screen.serve();
    screen.shows(&["Words of tweets/01.txt in others"]);
}

#[test]
fn a_click_on_tinted_words_selects_their_source() {
    let mut screen = sources(120, 36);
    screen.click("stone was wet");
    assert_eq!(screen.selected(), 1);
    assert_eq!(screen.model.sources.passage, 1);
    screen.click("26%");
    assert_eq!(screen.selected(), 0);
    let (x, y) = screen.find("gulls");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (x, y));
    assert_eq!(screen.list(), Room::Sources);
    screen.send(Message::Resized(60, 14));
    screen.press("<Home>");
    let text = areas(&screen.model).unwrap().text;
    screen.mouse(MouseEventKind::ScrollDown, (text.x, text.y));
    assert_eq!(screen.top(), 3);
}

#[test]
fn a_source_is_marked_as_the_pair_that_it_is() {
    let mut screen = sources(120, 36);
    screen.press(" r");
    assert_eq!(screen.selected(), 1, "it goes on to the next undecided one");
    screen.press("k nFound by chance<Enter>");
    screen.shows(&["rewrite: Found by chance"]);
    let (text, source) = (screen.model.sources.text(), screen.model.sources.source());
    let decided = screen.model.decisions.of_docs(&source.unwrap().doc, text.unwrap()).unwrap();
    assert_eq!(decided.then.names.len(), 2);
    screen.press(" aq<Enter>");
    assert_eq!(screen.marks(), 2);
    screen.press("u");
    assert_eq!(screen.marks(), 1);
}

#[test]
fn a_mark_in_the_list_of_pairs_is_there_in_the_sources() {
    let mut demo = Demo::new(120, 36);
    demo.select("bridge-evening");
    demo.press(" ");
    demo.press("q");
    demo.press("g");
    demo.select("bridge-evening");
    demo.press("\"");
    let line = demo.screen.text().lines().find(|line| line.contains("│▸")).unwrap().to_string();
    assert!(line.contains(" q "), "{line}");
}

#[test]
fn the_demo_has_the_tints_and_passages_of_the_open_pair() {
    let mut demo = Demo::new(160, 48);
    demo.select("bridge-evening");
    demo.press("\"");
    let shown = demo.screen.model.sources.answer.clone().unwrap();
    assert_eq!(shown.found.sources.sources.len(), 1);
    demo.press("<Enter>");
    let pair = demo.screen.open_pair();
    assert_eq!(pair.view.a.text, shown.found.text);
    let passages = shown.found.sources.sources[0].passages.iter().map(|one| &one.passage);
    assert!(passages.eq(&pair.view.passages));
    let bytes = |spans: &mut dyn Iterator<Item = std::ops::Range<usize>>| -> Vec<usize> {
        let letters = |byte: &usize| shown.found.text.as_bytes()[*byte].is_ascii_alphanumeric();
        spans.flatten().filter(letters).collect()
    };
    let mine = bytes(&mut shown.highlights.iter().map(|lit| lit.span.range()));
    assert_eq!(mine, bytes(&mut pair.view.a.highlights.iter().map(|lit| lit.span.range())));
    assert!(!mine.is_empty());
}

#[test]
fn a_passage_that_has_begun_is_the_one_to_go_to_and_another_answer_leaves_the_text_where_it_is() {
    let mut screen = sources(60, 24);
    let list = &mut screen.model.sources;
    let start = list.passages()[0].passage.a.start;
    list.select_at((0, start + 5), 3);
    assert_eq!(list.passage, 0);
    screen.press("<PgDn>");
    let list = &mut screen.model.sources;
    let shown = list.answer.clone().unwrap();
    let (width, before) = (shown.rows.width(), shown.rows.start(list.top));
    assert!(list.top > 0);
    list.take(LaidSources::new(Arc::clone(&shown.found), 200), (width, 1), Some(3));
    assert_eq!(list.answer.as_ref().unwrap().rows.start(list.top), before);
}
