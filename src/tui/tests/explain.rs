//! The word that is explained: how one goes from word to word, and what is said of each.

use std::collections::BTreeSet;
use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::path::DocPath;
use shingle::engine::report::{Counted, Report};
use shingle::engine::side_by_side::error::SideBySideError;
use shingle::pipeline::parameters::{LanguageChoice, Params};
use shingle::shingle::hash::HashKind;
use shingle::text::language::Language;
use shingle::text::pos::PosRemoval;

use crate::tui::drawing::theme::Depth;
use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::pair::dots::model::ScrollPlace;
use crate::tui::pair::pane::Which;
use crate::tui::screen::focus::Focus;

use super::fake;
use super::stage::Stage;

/// A pair of the harbour essays, read with these parameters, with the first passage's first word chosen.
fn with(width: u16, height: u16, params: Params) -> Stage {
    let english = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let params = Params { language: english, ..params };
    let mut stage = Stage::empty(width, height);
    stage.model = crate::tui::screen::model::Model::new(
        "x",
        params.clone(),
        (width, height),
        crate::tui::rooms::all::list_of,
    );
    stage.report(Report::Snapshot(Arc::new(fake::folder(1, &params))));
    stage.serve();
    stage.press("jj<Enter>x");
    stage
}

fn open(width: u16, height: u16) -> Stage {
    with(width, height, Params::defaults())
}

/// The word under the cursor, as it stands in the text.
fn word(stage: &Stage) -> &str {
    let explain = stage.model.explain.as_ref().unwrap();
    let side = stage.model.open().unwrap().side(explain.which);
    side.text.get(explain.word.unwrap().range()).unwrap()
}

/// Counts all shingles of the word asked about as in `count` documents of 34.
fn count(stage: &mut Stage, count: u32) {
    let explain = stage.model.explain.as_ref().unwrap();
    let Some(Ok(told)) = explain.answer() else { panic!("there is no answer") };
    let counts = told.keys().into_iter().map(|key| (key, count)).collect();
    let params = Arc::clone(&told.params);
    stage.report(Report::Counted(Counted { params, documents: 34, counts }));
}

/// The same at a word that is stemmed and stands in three shingles.
fn ferry(width: u16, height: u16, params: Params) -> Stage {
    let mut stage = with(width, height, params);
    stage.press("<Right><Right>");
    stage
}

#[test]
fn a_pair_that_cannot_be_opened_has_no_word_to_explain() {
    let refuse = |stage: &mut Stage| {
        let names = stage.model.shown.as_ref().unwrap().names.clone();
        stage.report(Report::Pair {
            names,
            view: Err(SideBySideError::Gone(DocPath::new("tweets/01.txt"))),
        });
    };
    let mut stage = Stage::folder(120, 36);
    stage.press("<Enter>");
    refuse(&mut stage);
    stage.press("x");
    assert!(stage.model.explain.is_none() && stage.text().contains("there is no text to choose"));
    // Nor is the word of another pair explained any longer.
    let mut stage = Stage::folder(120, 36);
    stage.press("<Enter>x");
    assert!(stage.model.explain.is_some());
    stage.press_unanswered("]");
    refuse(&mut stage);
    assert!(stage.model.explain.is_none(), "{}", stage.text());
    assert!(stage.text().contains("it is gone"), "{}", stage.text());
}

#[test]
fn explain_200x60() {
    let mut stage = ferry(200, 60, Params { width: 5, modulo: 2, ..Params::defaults() });
    count(&mut stage, 5);
    assert_snapshot!(stage.text());
}

#[test]
fn explain_120x36() {
    let mut stage = ferry(120, 36, Params { hash: HashKind::Crc32, ..Params::defaults() });
    count(&mut stage, 5);
    assert_snapshot!(stage.text());
}

#[test]
fn explain_84x24() {
    let params = Params { hash: HashKind::Md5First28, modulo: 3, ..Params::defaults() };
    assert_snapshot!(ferry(84, 24, params).text());
}

#[test]
fn explain_60x24() {
    assert_snapshot!(ferry(60, 24, Params::defaults()).text());
}

#[test]
fn explain_40x12_scrolls() {
    let mut stage = ferry(40, 12, Params::defaults());
    let first = stage.text();
    stage.press("<PgDn><PgUp><PgDn><PgDn>");
    assert_snapshot!(format!("{first}\n=== PgDn ===\n{}", stage.text()));
}

#[test]
fn styles_of_an_explanation() {
    assert_snapshot!(ferry(100, 30, Params::defaults()).styles());
}

#[test]
fn styles_of_an_explanation_without_colour() {
    let mut stage = ferry(100, 30, Params::defaults());
    stage.depth = Depth::Mono;
    assert_snapshot!(stage.styles());
}

#[test]
fn keys_go_from_word_to_word_and_from_row_to_row() {
    let mut stage = open(120, 36);
    assert_eq!(word(&stage), "the", "the first passage begins so");
    stage.press("<Right>");
    assert_eq!(word(&stage), "old");
    stage.press("<Left><Left>");
    assert_eq!(word(&stage), "say");
    stage.press("g");
    assert_eq!(word(&stage), "The");
    stage.press("<End>");
    let last = word(&stage).to_string();
    stage.press("<Home>");
    assert_eq!(word(&stage), "The");
    stage.press("<End><Right>");
    assert_ne!(word(&stage), last, "the row after it");
    stage.press("<Up>");
    assert_eq!(word(&stage), "The", "straight above");
    stage.press("G");
    assert_eq!(word(&stage), "lived");
    stage.press("<Right><Down>");
    assert_eq!(word(&stage), "lived", "there is none behind the last");
    stage.press("g<Left><Up>");
    assert_eq!(word(&stage), "The");
}

#[test]
fn rows_without_words_are_passed_over_and_the_column_is_kept() {
    let mut stage = open(120, 36);
    stage.press("g<Right><Right>");
    assert_eq!(word(&stage), "was");
    let rows: Vec<usize> = (0..12)
        .map(|_| {
            stage.press("<Down>");
            let pair = stage.model.open().unwrap();
            pair.a.rows.row_of(stage.model.explain.as_ref().unwrap().word.unwrap().start)
        })
        .collect();
    assert!(rows.windows(2).all(|pair| pair[0] <= pair[1]) && rows[0] == 1, "{rows:?}");
    for _ in 0..12 {
        stage.press("<Up>");
    }
    assert_eq!(word(&stage), "was", "the same column as at first");
}

#[test]
fn tab_goes_to_the_same_place_of_the_other_text() {
    let mut stage = open(120, 36);
    stage.press("<Right><Right>");
    assert_eq!(word(&stage), "ferry");
    stage.press("<Tab>");
    assert_eq!((word(&stage), stage.model.focus), ("ferry", Focus::Pane(Which::B)));
    stage.press("<Right><Tab>");
    assert_eq!((word(&stage), stage.model.focus), ("left", Focus::Pane(Which::A)));
    // Beside no passage it is whatever stands beside it.
    stage.press("g<Tab>");
    assert_eq!(stage.model.focus, Focus::Pane(Which::B));
    assert!(stage.model.cursor(Which::B).is_some() && stage.model.cursor(Which::A).is_none());
}

#[test]
fn n_goes_to_the_first_word_of_the_next_passage() {
    let mut stage = open(120, 36);
    stage.press("n");
    assert_eq!(word(&stage), "Every");
    stage.press("n<Tab>");
    assert_eq!((word(&stage), stage.model.open().unwrap().active), ("the", Some(2)));
}

#[test]
fn a_click_chooses_a_word() {
    let mut stage = open(120, 36);
    let text = stage.model.areas().unwrap().pair.unwrap().b.unwrap().text;
    for (column, wanted) in [(0, "Every"), (7, "stone"), (11, "was")] {
        stage.press("<Tab>g");
        let row = text.y + stage.model.open().unwrap().b.pad as u16;
        let kind = MouseEventKind::Down(MouseButton::Left);
        stage.mouse_unanswered(kind, (text.x + column, row));
        assert_eq!(word(&stage), wanted);
        stage.press("<Tab>");
    }
}

#[test]
fn a_long_text_scrolls_with_the_cursor_and_both_stay_side_by_side() {
    let text =
        "one sentence after the other stands here and is read by nobody at all\n\n".repeat(60);
    let mut stage = Stage::folder(120, 36);
    stage.press("j<Enter>");
    stage.serve_with(fake::pair_view(("a", "b"), (&text, &text), &[], &Params::defaults()));
    stage.press("xG");
    let shown = |stage: &Stage| {
        let pair = stage.model.open().unwrap();
        let word = stage.model.explain.as_ref().unwrap().word.unwrap();
        let row = pair.a.rows.row_of(word.start);
        assert!(pair.a.shows(row, row));
        (pair.a.top, pair.b.top)
    };
    let (a, b) = shown(&stage);
    assert!(a > 50 && a == b, "{a} {b}");
    for _ in 0..70 {
        stage.press("<Up>");
        shown(&stage);
    }
    stage.press("g");
    assert_eq!(shown(&stage), (0, 0));
}

#[test]
fn texts_that_are_free_of_each_other_stay_so() {
    let text =
        "one sentence after the other stands here and is read by nobody at all\n\n".repeat(60);
    let mut stage = Stage::folder(120, 36);
    stage.press("j<Enter>J");
    stage.serve_with(fake::pair_view(("a", "b"), (&text, &text), &[], &Params::defaults()));
    stage.press("xG");
    let pair = stage.model.open().unwrap();
    assert!(pair.a.top > 50 && pair.b.top == 0, "{} {}", pair.a.top, pair.b.top);
}

#[test]
fn whatever_becomes_of_the_screen_the_word_stays_on_it() {
    let text =
        "one sentence after the other stands here and is read by nobody at all\n\n".repeat(60);
    let mut stage = Stage::folder(200, 60);
    stage.press("j<Enter>");
    stage.serve_with(fake::pair_view(("a", "b"), (&text, &text), &[], &Params::defaults()));
    stage.press("x<Down><Down><Down><Down><Down><Down><Down><Down><Down><Down><Down><Down>");
    for (width, height) in [(120, 30), (84, 24), (40, 12), (60, 24), (200, 60)] {
        stage.send(Message::Resized(width, height));
        let pair = stage.model.open().unwrap();
        let row = pair.a.rows.row_of(stage.model.explain.as_ref().unwrap().word.unwrap().start);
        assert!(pair.a.shows(row, row), "at {width}x{height}");
    }
}

#[test]
fn only_the_answer_about_the_word_under_the_cursor_is_shown() {
    let mut stage = open(120, 36);
    stage.press_unanswered("<Right>");
    let Some(Command::Explain(first)) = stage.asked.last().cloned() else { panic!("not asked") };
    stage.press_unanswered("<Right>");
    assert!(stage.model.awaits());
    let view = Arc::clone(&stage.model.open().unwrap().view);
    stage.report(Report::Explained { answer: fake::explained(&view, &first), asked: first });
    assert!(stage.text().contains("looking it up"), "{}", stage.text());
    stage.serve();
    assert!(stage.text().contains("read \"ferry\" → English stem \"ferri\""), "{}", stage.text());
    assert!(!stage.model.awaits());
}

#[test]
fn documents_are_counted_after_the_rest_is_there() {
    let mut stage = open(120, 36);
    stage.press("<Right>");
    assert!(stage.text().contains("counting…"));
    count(&mut stage, 7);
    assert!(stage.text().contains("7 of 34") && !stage.text().contains("counting…"));
    // What was counted with other parameters says nothing of these.
    let other = Arc::new(Params { width: 9, ..Params::defaults() });
    stage.report(Report::Counted(Counted { params: other, documents: 34, counts: Vec::new() }));
    assert!(stage.text().contains("counting…"));
}

#[test]
fn a_refusal_is_said() {
    let mut stage = open(120, 36);
    stage.press_unanswered("<Right>");
    let Some(Command::Explain(asked)) = stage.asked.last().cloned() else { panic!("not asked") };
    stage.report(Report::Explained {
        asked,
        answer: Err(SideBySideError::Gone(DocPath::new("a.txt"))),
    });
    assert!(stage.text().contains("a.txt: it is gone"));
}

#[test]
fn a_stop_word_says_whose_it_is_and_that_it_has_no_shingle() {
    let stage = open(120, 36);
    assert_eq!(word(&stage), "the");
    let text = stage.text();
    assert!(text.contains("read \"the\": a stop word of English, dropped"), "{text}");
    assert!(text.contains("stands in no shingle"));
}

#[test]
fn a_part_of_speech_that_is_left_out_is_named_and_a_plural_told_with_its_singular() {
    let params = Params { pos_removal: PosRemoval::On, ..Params::defaults() };
    let mut stage = with(120, 36, params);
    stage.press("<Home>");
    let mut told = BTreeSet::new();
    for _ in 0..60 {
        told.extend(
            stage.text().lines().filter(|line| line.starts_with(" read \"")).map(str::to_string),
        );
        stage.press("<Right>");
    }
    let says = |what: &str| told.iter().any(|line| line.contains(what));
    assert!(says("read \"the\", left out: determiner"), "{told:#?}");
    assert!(says("left out: preposition") && says("left out: adjective"), "{told:#?}");
    assert!(says("→ singular \""), "{told:#?}");
}

#[test]
fn escape_goes_back_to_where_one_was() {
    let mut stage = Stage::folder(120, 36);
    stage.press("jx<Right>G<Esc>");
    assert!(stage.model.explain.is_none());
    assert_eq!((stage.model.focus, stage.model.zoomed), (Focus::List, false));
    stage.press("<Enter><Tab>");
    let place = ScrollPlace::of(stage.model.open().unwrap());
    stage.press("xGn<Tab>x");
    assert_eq!(ScrollPlace::of(stage.model.open().unwrap()), place);
    assert_eq!(stage.model.focus, Focus::Pane(Which::B));
}

#[test]
fn the_dot_plot_leads_to_the_word_at_its_cross_hair_and_back() {
    let mut stage = Stage::folder(120, 36);
    stage.press("jj<Enter>dn");
    stage.press("x");
    assert!(stage.model.dots.is_none());
    assert_eq!(word(&stage), "Every");
    stage.press("d");
    assert!(stage.model.explain.is_none() && stage.model.dots.is_some());
    let at = stage.model.dots.as_ref().unwrap().at.unwrap();
    let view = &stage.model.open().unwrap().view;
    assert_eq!(at, (view.passages[1].a.start, view.passages[1].b.start));
}

#[test]
fn escape_from_a_word_that_the_plot_led_to_goes_back_to_the_plot() {
    for close in ["<Esc>", "x"] {
        let mut stage = Stage::folder(120, 36);
        stage.press("jj<Enter>dn<Right><Down>");
        let at = stage.model.dots.as_ref().unwrap().at;
        stage.press("x<Right><Right>n");
        stage.press(close);
        assert!(stage.model.explain.is_none());
        assert_eq!(stage.model.dots.as_ref().map(|dots| dots.at), Some(at));
        stage.press("<Esc>");
        assert!(stage.model.dots.is_none() && stage.model.zoomed);
    }
}

#[test]
fn other_parameters_keep_the_word_and_ask_anew() {
    let mut stage = open(120, 36);
    stage.press("<Right><Right>");
    let params = Params { width: 4, ..stage.model.open().unwrap().view.params.as_ref().clone() };
    stage.report(Report::Snapshot(Arc::new(fake::folder(2, &params))));
    stage.serve();
    assert_eq!(word(&stage), "ferry");
    assert!(stage.text().contains("of 4 words each"), "{}", stage.text());
}

#[test]
fn a_text_without_words_says_so() {
    let mut stage = Stage::folder(120, 36);
    stage.press("j<Enter>");
    stage.serve_with(fake::pair_view(("a", "b"), ("...", ""), &[], &Params::defaults()));
    stage.press("x<Right><Down><Tab><Home>G");
    assert!(stage.text().contains("This text has no word."), "{}", stage.text());
}
