//! The text of one's own and what resembles it: keys in, pictures and requests out.

use std::sync::Arc;

use insta::assert_snapshot;
use shingle::base::ids::DocId;
use shingle::compare::measure::{Direction, Overlap};
use shingle::engine::report::Report;
use shingle::pipeline::corpus::query::{Hit, QueryResult};
use shingle::pipeline::document::surroundings::Surroundings;
use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::rooms::room::Room;

use super::fake;
use super::stage::{Stage, pictures};

/// What the engine answers to the newest text: two documents of the folder.
fn answer(stage: &mut Stage, number: u64) {
    let params = stage.model.params.clone();
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
    stage.report(Report::Query(Box::new(QueryResult {
        surroundings: Surroundings::default(),
        number,
        params: Arc::new(params.clone()),
        docs: snapshot.docs,
        text: Ok(text),
        hits: vec![hit(1, 14), hit(5, 6)],
    })));
}

fn asked(stage: &Stage) -> Vec<(Option<String>, u64)> {
    let texts = stage.asked.iter().filter_map(|command| match command {
        Command::Query { text, number } => Some((text.as_deref().map(str::to_string), *number)),
        _ => None,
    });
    texts.collect()
}

fn query(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("Q");
    stage.send(Message::Pasted(fake::TEXT_A.repeat(5).replace('\n', "\r")));
    stage.press("!");
    let number = stage.model.query.number;
    answer(&mut stage, number);
    stage
}

#[test]
fn a_text_and_what_resembles_it() {
    assert_snapshot!(pictures(query));
}

#[test]
fn an_empty_box_says_what_it_is_for() {
    let mut stage = Stage::folder(84, 24);
    stage.press("Q");
    assert_snapshot!(stage.text());
}

#[test]
fn every_letter_asks_at_once_and_only_the_newest_answer_counts() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Qqw<BS>?");
    let texts: Vec<Option<String>> = asked(&stage).into_iter().map(|(text, _)| text).collect();
    let some = |text: &str| Some(text.to_string());
    assert_eq!(texts, [None, some("q"), some("qw"), some("q"), some("q?")]);
    let newest = stage.model.query.number;
    answer(&mut stage, newest - 1);
    assert!(stage.model.query.found.is_none());
    answer(&mut stage, newest);
    assert_eq!(stage.model.query.len(), 2);
    assert!(
        stage.text().contains("2 matches · at least 20% of your text's 3-word runs"),
        "{}",
        stage.text()
    );
    stage.press("<C-u>");
    assert_eq!(asked(&stage).last().unwrap().0, None);
    assert!(stage.model.query.found.is_none());
}

#[test]
fn a_match_opens_beside_the_text_and_escape_goes_back_step_by_step() {
    let mut stage = query(120, 36);
    stage.press_unanswered("<Down><Enter>");
    let Some(Command::OpenText { text, b, .. }) = stage.asked.last().cloned() else {
        panic!("{:?}", stage.asked.last());
    };
    assert_eq!(b.to_string(), "news/ferry-1931.html");
    assert!(text.ends_with("no one lived.!") && !text.contains('\r'));
    stage.serve();
    assert!(stage.text().contains("your text ↔ news/ferry-1931.html"), "{}", stage.text());
    stage.press("[");
    assert!(stage.text().contains("your text ↔ essays/harbour-final.md"), "{}", stage.text());
    stage.press("[");
    assert_eq!(stage.model.note.as_deref(), Some("this is the first match"));
    // A new result asks for the text again, never for a file of its name.
    stage.report(Report::Snapshot(Arc::new(fake::folder(2, &Params::defaults()))));
    assert!(stage.asked.iter().any(|command| matches!(command, Command::OpenText { .. })));
    assert!(!stage.asked.iter().any(|command| matches!(command, Command::Open { .. })));
    stage.serve();
    stage.press("<Esc>");
    assert_eq!((stage.model.rooms.here(), stage.model.zoomed), (Room::Query, false));
    stage.press("<Esc>");
    assert_eq!(stage.model.rooms.here(), Room::Pairs);
    assert_eq!(asked(&stage).last().unwrap().0, None);
    assert_eq!(stage.model.shown.as_ref().unwrap().text, None);
    // What was written is still there.
    stage.press("Q");
    assert!(asked(&stage).last().unwrap().0.as_ref().unwrap().starts_with("The harbour"));
}

#[test]
fn tab_leaves_the_box_so_that_letters_are_keys() {
    let mut stage = query(120, 36);
    stage.press("<Tab>w");
    assert_eq!(stage.model.params.width, 4);
    assert!(stage.text().contains("stale · 2 matches"), "{}", stage.text());
    stage.press("j");
    assert_eq!(stage.model.query.cursor.selected, 1);
    // Behind the matches come the parameters.
    stage.press("<Tab><Tab>w");
    assert_eq!(stage.model.params.width, 4);
    assert!(stage.model.query.text.ends_with("!w"));
}

#[test]
fn a_pasted_text_elsewhere_says_where_it_belongs() {
    let mut stage = Stage::folder(84, 24);
    stage.send(Message::Pasted("q\rq".into()));
    assert!(stage.text().contains("press Q first"), "{}", stage.text());
    assert!(stage.asked.is_empty());
}

#[test]
fn a_text_of_megabytes_is_shown_by_its_beginning() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Q");
    stage.send(Message::Pasted("日本語 and words ".repeat(300_000)));
    assert!(stage.text().contains('…'));
}

#[test]
fn on_a_large_screen_the_text_stands_beside_its_selected_match() {
    let mut stage = query(200, 60);
    stage.serve();
    assert!(!stage.model.zoomed);
    assert!(stage.text().contains("your text ↔ essays/harbour-final.md"), "{}", stage.text());
    stage.press("<Tab>j");
    assert!(stage.text().contains("your text ↔ news/ferry-1931.html"), "{}", stage.text());
    // While one writes, what is lit stays until the next answer is there, which asks for the text as it is then.
    stage.press("k");
    stage.press_unanswered("Q");
    let number = stage.model.query.number;
    answer(&mut stage, number);
    stage.press_unanswered("?");
    assert!(stage.model.open().is_some());
    let number = stage.model.query.number;
    answer(&mut stage, number);
    let last = stage.asked.iter().rev().find_map(|command| match command {
        Command::OpenText { text, .. } => Some(text.clone()),
        _ => None,
    });
    assert!(last.is_some_and(|text| text.ends_with("!?")), "{:?}", stage.asked);
    // An empty box has no match, and none beside it.
    stage.press_unanswered("<C-u>");
    assert!(stage.model.areas().unwrap().pair.is_none());
}
