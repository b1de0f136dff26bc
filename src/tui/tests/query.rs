//! The query and the documents that resemble its text: keys in, pictures and requests out.

use shingle::pipeline::{Hit, QueryResult, corpus::query::Mention};
use shingle::{compare::Overlap, engine::PairQuestion};

use crate::tui::tests::prelude::*;
use crate::tui::views::query::Query;

/// Sends the engine's answer to the newest text: two documents of the folder.
fn answer(screen: &mut TestScreen, number: u64) {
    answer_with(screen, number, &[]);
}

/// Like `answer`, with documents that have the words of the text this often.
fn answer_with(screen: &mut TestScreen, number: u64, mentions: &[(u32, u32)]) {
    let params = screen.params().clone();
    let snapshot = fake::folder(1, &params);
    let hit = |doc: u32, shared: u32| {
        let overlap = Overlap {
            shared,
            a_shingles: 20,
            b_shingles: 60,
            a_words: 22,
            b_words: 62,
            one_in: 1,
            exact_copy: false,
        };
        Hit { doc: DocId(doc), overlap, score: overlap.score(params.measure, Direction::First) }
    };
    let text =
        shingle::pipeline::document::info::DocInfo { words: 22, shingles: 20, ..fake::doc("text") };
    let found = QueryResult {
        ignored: Arc::default(),
        params: Arc::new(params.clone()),
        docs: snapshot.docs,
        text: Ok(text),
        hits: vec![hit(1, 14), hit(5, 6)],
        below: None,
        mentions: mentions
            .iter()
            .map(|(doc, times)| Mention { doc: DocId(*doc), times: *times })
            .collect(),
    };
    screen.answered(number, Answer::Query(Box::new(found)));
}

fn pair_question(command: &Command) -> Option<&PairQuestion> {
    match command {
        Command::Ask(_, Question::Pair(pair)) => Some(pair),
        _ => None,
    }
}

fn asked(screen: &TestScreen) -> Vec<Option<String>> {
    let texts = screen.asked.iter().filter_map(|command| match command {
        Command::Ask(_, Question::Query(text)) => Some(text.as_deref().map(str::to_string)),
        _ => None,
    });
    texts.collect()
}

pub(super) fn query(width: u16, height: u16) -> TestScreen {
    let mut screen = TestScreen::pressed(width, height, "Q");
    screen.send(Message::Pasted(fake::TEXT_A.repeat(5).replace('\n', "\r")));
    screen.press("!");
    let number = screen.query_number();
    answer(&mut screen, number);
    screen
}

#[test]
fn a_text_and_what_resembles_it() {
    fits_every_size(query);
    assert_snapshot!(query(120, 36).text());
}

#[test]
fn every_letter_asks_at_once_and_only_the_newest_answer_counts() {
    let mut screen = TestScreen::pressed(120, 36, "Qqw<BS>?");
    let some = |text: &str| Some(text.to_string());
    assert_eq!(asked(&screen), [None, some("q"), some("qw"), some("q"), some("q?")]);
    let newest = screen.query_number();
    answer(&mut screen, newest - 1);
    assert!(screen.model.states.get::<Query>().found.is_none());
    answer(&mut screen, newest);
    assert_eq!(screen.lines(), 2);
    assert_eq!(asked(screen.press("<C-u>")).last(), Some(&None));
    assert!(screen.model.states.get::<Query>().found.is_none());
}

#[test]
fn a_match_opens_beside_the_text_and_escape_goes_back_step_by_step() {
    let mut screen = query(120, 36);
    screen.press_unanswered("<Down><Enter>");
    let Some(Command::Ask(_, Question::Pair(pair))) = screen.asked.last().cloned() else {
        panic!("{:?}", screen.asked.last());
    };
    let (text, b) = (pair.text.unwrap(), pair.names.1);
    assert_eq!(b.to_string(), "news/ferry-1931.html");
    assert!(text.ends_with("no one lived.!") && !text.contains('\r'));
    screen.serve().shows(&["your text ↔ news/ferry-1931.html"]);
    screen.press("[").shows(&["your text ↔ essays/harbour-final.md"]);
    screen.press("[");
    // A new result requests the text again, never a file of its name.
    screen.publish(fake::folder(2, &Params::defaults()));
    let pairs: Vec<_> = screen.asked.iter().filter_map(pair_question).collect();
    assert!(!pairs.is_empty() && pairs.iter().all(|pair| pair.text.is_some()));
    screen.serve();
    screen.press("<Esc>");
    assert_eq!((screen.list(), screen.pair_fills_screen()), (ViewName::Query, false));
    assert_eq!(screen.press("<Esc>").list(), ViewName::Pairs);
    assert_eq!(asked(&screen).last(), Some(&None));
    assert_eq!(screen.model.pair.as_ref().unwrap().text, None);
    // The text is still there.
    screen.press("Q");
    assert!(asked(&screen).last().unwrap().as_ref().unwrap().starts_with("The harbour"));
}

#[test]
fn tab_leaves_the_box_so_that_letters_are_keys() {
    let mut screen = query(120, 36);
    assert_eq!(screen.press("<Tab>w").params().width, 4);
    screen.shows(&["stale · 2 matches"]);
    assert_eq!(screen.press("j").selected(), 1);
    // The parameters follow after the matches.
    assert_eq!(screen.press("<Tab><Tab>w").params().width, 4);
    assert!(screen.query_text().ends_with("!w"));
}

#[test]
fn a_text_of_megabytes_is_shown_by_its_beginning() {
    let mut screen = TestScreen::pressed(120, 36, "Q");
    assert!(screen.send(Message::Pasted("日本語 ".repeat(900_000))).text().contains('…'));
    // It is cut at 8 MiB, before a character.
    assert_eq!(screen.query_text().len(), (8 << 20) - 2);
}

#[test]
fn words_that_are_looked_up_are_listed_behind_what_resembles_them() {
    let looked_up = |width, height| {
        let mut screen = TestScreen::pressed(width, height, "Q");
        screen.send(Message::Pasted("nobody".into()));
        let number = screen.query_number();
        answer_with(&mut screen, number, &[(3, 1200), (5, 7), (2, 1)]);
        screen.serve();
        screen
    };
    let mut screen = looked_up(120, 36);
    let lines: Vec<(u32, bool, u32)> = screen
        .model
        .states
        .get::<Query>()
        .lines
        .iter()
        .map(|line| (line.doc.0, line.hit.is_some(), line.times))
        .collect();
    assert_eq!(lines, [(1, true, 0), (5, true, 7), (3, false, 1200), (2, false, 1)]);
    fits_every_size(looked_up);
    // A document that only has the words opens at them. A document that resembles the text opens at its passages.
    assert!(!screen.press("<Enter>").has_search());
    screen.press("<Esc><Down><Down><Enter>");
    assert_eq!(screen.search().current_match().map(|(which, _)| which), Some(PaneSide::B));
}

#[test]
fn a_paste_on_a_list_is_compared_with_the_folder() {
    for keys in ["", "j", "D", "K"] {
        let mut screen = TestScreen::pressed(120, 36, keys);
        screen.model.states.get_mut::<Query>().text.insert_within_limit("before", 99);
        screen.send(Message::Pasted("two\rlines".into()));
        assert_eq!((screen.query_text(), screen.list()), ("two\nlines", ViewName::Query));
        let expected = Some("two\nlines");
        assert_eq!(asked(&screen).last().unwrap().as_deref(), expected, "after {keys:?}");
    }
    // On a pair and in the parameters, a pasted text opens no query.
    for keys in ["j<Enter>", "<Tab><Tab><Tab>"] {
        let mut screen = TestScreen::pressed(120, 36, keys);
        assert_ne!(screen.send(Message::Pasted("words".into())).list(), ViewName::Query);
    }
}

#[test]
fn the_longest_passage_of_the_selected_match_stands_below_the_matches() {
    let mut screen = query(120, 36);
    screen.serve().shows(&["17 words · in essays/harbour-final.md"]);
    screen.press("<Down>").shows(&["17 words · in news/ferry-1931.html"]);
}
