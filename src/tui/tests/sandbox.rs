//! The sandbox on the screen: what is written in it, what follows, and the ways in and out.

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::path::DocPath;
use shingle::engine::report::Report;
use shingle::engine::side_by_side::error::SideBySideError;
use shingle::lesson::excerpt::LONGEST;

use crate::tui::drawing::theme::{Depth, Ground};
use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::keys::binding::Place;
use crate::tui::pair::pane::Which;
use crate::tui::sandbox::model::{CompareRequest, Compared, Sandbox};
use crate::tui::screen::focus::Focus;

use super::stage::Stage;

fn sandbox(stage: &Stage) -> &Sandbox {
    stage.model.sandbox.as_ref().unwrap()
}

fn texts(stage: &Stage) -> [&str; 2] {
    sandbox(stage).drafts.each_ref().map(|draft| draft.text.as_str())
}

/// The texts that wait to be compared.
fn requests(stage: &Stage) -> Vec<CompareRequest> {
    let asked = stage.asked.iter().filter_map(|command| match command {
        Command::Compare(request) => Some(request.clone()),
        _ => None,
    });
    asked.collect()
}

#[test]
fn it_begins_with_two_sentences_at_120x36_and_80x24() {
    let large = Stage::sandbox(120, 36);
    let small = Stage::sandbox(80, 24);
    assert_snapshot!(format!("{}\n{}\n{}", large.text(), "~".repeat(120), small.text()));
}

#[test]
fn where_there_is_hardly_room() {
    let mut stage = Stage::sandbox(40, 12);
    let first = stage.text();
    stage.press("<Tab>");
    assert_snapshot!(format!("{first}\n{}\n{}", "~".repeat(40), stage.text()));
}

#[test]
fn tints_caret_and_words_left_out_have_their_looks() {
    let stage = Stage::sandbox(100, 24);
    assert_snapshot!(stage.styles());
}

#[test]
fn every_key_asks_for_the_texts_as_they_are_then() {
    let mut stage = Stage::sandbox(100, 30);
    stage.press("<C-u>a b");
    assert_eq!(texts(&stage)[0], "a b");
    stage.press_unanswered("c");
    let asked = requests(&stage);
    assert_eq!(&*asked[0].texts[0], "a bc");
    assert!(stage.text().contains("comparing"), "{}", stage.text());
    stage.serve();
    assert!(!stage.text().contains("comparing"));
    stage.press_unanswered("<Left><Right><Home>");
    assert!(requests(&stage).is_empty(), "a caret that moves changes no text");
}

#[test]
fn an_answer_that_comes_late_is_not_taken_for_the_newest() {
    let mut stage = Stage::sandbox(100, 30);
    stage.press_unanswered("xy");
    let asked = requests(&stage);
    assert_eq!(asked.len(), 2);
    stage.send(Message::Compared(Box::new(Compared::of(&asked[1]))));
    let newest = stage.text();
    stage.send(Message::Compared(Box::new(Compared::of(&asked[0]))));
    assert_eq!(stage.text(), newest);
    assert!(!sandbox(&stage).awaits());
}

#[test]
fn while_an_answer_is_awaited_only_what_is_unchanged_is_tinted() {
    let mut stage = Stage::sandbox(100, 30);
    let lit = |stage: &Stage| stage.styles().lines().skip(7).collect::<String>().contains('1');
    assert!(lit(&stage));
    stage.press_unanswered("<Home>x");
    assert_eq!(sandbox(&stage).known(0), 0);
    stage.press_unanswered("<Tab><Home>x");
    assert!(!lit(&stage), "{}", stage.styles());
    stage.serve();
    assert!(lit(&stage));
}

#[test]
fn the_same_words_give_the_whole_and_the_formula_says_how() {
    let mut stage = Stage::sandbox(100, 30);
    stage.press("<C-u>");
    stage.send(Message::Pasted("red fox sees blue bird\r\n".into()));
    stage.press("<Tab><C-u>red fox sees old bird");
    let screen = stage.text();
    assert!(screen.contains("|A| 3   |B| 3   in both 1"), "{screen}");
    assert!(screen.contains("= 1 / 3 = 33.33%"), "{screen}");
    stage.press("<C-w><C-w>blue bird<Enter>");
    assert!(stage.text().contains("= 3 / 3 = 100%"), "{}", stage.text());
}

#[test]
fn tab_goes_from_text_to_text_to_the_parameters_where_letters_are_keys() {
    let mut stage = Stage::sandbox(100, 30);
    stage.press("<Tab>");
    assert_eq!(sandbox(&stage).which, Which::B);
    stage.press("<Tab>");
    assert_eq!((stage.model.focus, stage.model.place()), (Focus::Bar, Place::Bar));
    stage.press("ww");
    assert_eq!(stage.model.params.width, 5);
    assert!(stage.text().contains("width"), "{}", stage.text());
    stage.press("<Esc>w");
    assert!(texts(&stage)[1].ends_with('w'));
    assert_eq!(sandbox(&stage).trial.as_ref().unwrap().view.params.width, 5);
    stage.press("<Tab><Tab>");
    assert_eq!(sandbox(&stage).which, Which::A);
}

#[test]
fn on_an_open_pair_it_begins_with_the_active_passage_and_keeps_what_was_written() {
    let mut stage = Stage::folder(120, 36);
    stage.press("j<Enter>nZ");
    let [a, b] = texts(&stage);
    let pair = stage.model.open().unwrap();
    let passage = &pair.view.passages[pair.active.unwrap()];
    let words = |text: &str, span: shingle::base::span::Span| {
        text.get(span.start as usize..span.end as usize).unwrap().to_string()
    };
    assert!(a.contains(&words(&pair.view.a.text, passage.a)), "{a}");
    assert!(b.contains(&words(&pair.view.b.text, passage.b)), "{b}");
    stage.press(" more<Esc>");
    assert!(stage.model.sandbox.is_none() && stage.model.zoomed);
    stage.press("Z");
    assert!(texts(&stage)[0].ends_with(" more"));
}

#[test]
fn the_lesson_on_what_was_written_leads_back_to_it() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Z<C-u>one two three four<C-g>");
    let lesson = stage.model.lesson.as_ref().unwrap().lesson.as_ref().unwrap();
    assert_eq!(&*lesson.subject.texts[0], "one two three four");
    stage.press("w<Esc>");
    assert!(stage.model.lesson.is_none());
    assert_eq!(sandbox(&stage).trial.as_ref().unwrap().view.params.width, 4);
    stage.press("<Esc>");
    assert!(stage.model.sandbox.is_none());
}

#[test]
fn alone_there_is_nothing_behind_it_and_control_c_leaves() {
    let mut stage = Stage::sandbox(80, 24);
    stage.press("<Esc>");
    assert!(stage.text().contains("Ctrl-C leaves"), "{}", stage.text());
    stage.press(":");
    assert!(texts(&stage)[0].ends_with(':'));
    stage.press("<C-p>dot plot<Enter>");
    assert!(stage.model.sandbox.is_some() && stage.model.dots.is_none());
    stage.press("<C-c>");
    assert_eq!(stage.asked.last(), Some(&Command::Quit));
}

#[test]
fn the_mouse_puts_the_caret_and_turns_parameters() {
    let mut stage = Stage::sandbox(120, 36);
    stage.click("some say");
    assert_eq!(sandbox(&stage).which, Which::B);
    stage.press("yesterday ");
    assert!(texts(&stage)[1].contains("yesterday some say"), "{:?}", texts(&stage));
    let width = stage.find("[w]idth");
    stage.mouse(MouseEventKind::ScrollUp, width);
    assert_eq!(stage.model.params.width, 4);
    stage.mouse(MouseEventKind::Down(MouseButton::Left), width);
    assert_eq!(stage.model.focus, Focus::Bar);
    stage.click("ferry left the");
    assert_eq!((sandbox(&stage).which, stage.model.place()), (Which::A, Place::Sandbox));
}

#[test]
fn a_long_text_has_an_end_and_the_caret_stays_in_sight() {
    let mut stage = Stage::sandbox(80, 24);
    stage.send(Message::Pasted("one word after the other\n".repeat(900)));
    stage.serve();
    assert_eq!(texts(&stage)[0].len(), LONGEST);
    assert!(stage.text().contains("the rest was left out"), "{}", stage.text());
    let caret = |stage: &Stage| stage.styles().lines().any(|line| line.contains('r'));
    for keys in ["<PgUp>", "<Up>", "<PgUp><PgUp><PgUp>", "<PgDn>", "<Down>"] {
        stage.press(keys);
        assert!(caret(&stage), "{keys}");
    }
}

#[test]
fn it_reads_in_every_depth_of_colour() {
    for depth in [Depth::Mono, Depth::Basic, Depth::Indexed, Depth::True] {
        for ground in [Ground::Dark, Ground::Light, Ground::Unknown] {
            let mut stage = Stage::sandbox(100, 30);
            (stage.depth, stage.ground) = (depth, ground);
            assert!(stage.text().contains("in both"));
        }
    }
}

#[test]
fn it_opens_from_the_lesson_with_the_lesson_s_pair_and_leads_back_to_it() {
    let mut stage = Stage::folder(120, 36);
    stage.press("<Enter>Z");
    let written = texts(&stage).map(String::from);
    stage.press("<Esc>L<Right><Right>");
    let lesson = stage.text();
    stage.press("Z");
    assert_eq!(stage.model.place(), Place::Sandbox);
    assert_eq!(texts(&stage), written.each_ref().map(String::as_str));
    stage.press("one more word <C-g><Right><Esc>");
    assert_eq!(stage.model.place(), Place::Sandbox, "the lesson on its texts is another one");
    stage.press("<Esc>");
    assert_eq!(stage.text(), lesson, "at the step where it was");
    stage.press("Zx<Tab><Tab>w<Esc><Esc>");
    assert_eq!(stage.model.lesson.as_ref().unwrap().lesson.as_ref().unwrap().params.width, 4);
    stage.press("<Esc>");
    assert!(stage.model.lesson.is_none() && stage.model.sandbox.is_none() && stage.model.zoomed);
}

/// The pair that is open behind the sandbox.
fn pair(stage: &Stage) -> (String, String) {
    let (a, b) = &stage.model.shown.as_ref().unwrap().names;
    (a.to_string(), b.to_string())
}

#[test]
fn for_another_pair_it_has_that_pair_s_texts_and_for_the_same_what_was_written() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Z");
    let first = texts(&stage).map(String::from);
    stage.press("<C-u>mine<Esc>jZ");
    assert_eq!(texts(&stage), first.each_ref().map(String::as_str), "every pair has these here");
    stage.press("<Esc>kZ");
    assert_eq!(texts(&stage)[0], "mine");
}

#[test]
fn where_a_pair_is_selected_it_is_on_that_pair_and_leads_back_there() {
    let selected = |keys: &str, a: &str, b: &str| {
        let mut stage = Stage::folder(120, 36);
        stage.press(keys);
        let (before, room) = (stage.text(), stage.model.rooms.here());
        stage.press("Z");
        assert_eq!(pair(&stage), (a.into(), b.into()), "after {keys}");
        assert!(texts(&stage)[0].contains("ferry"), "{keys}: {:?}", texts(&stage));
        stage.press("<Esc>");
        assert_eq!((stage.text(), stage.model.rooms.here()), (before, room), "after {keys}");
    };
    selected("K", "essays/pier.txt", "news/ferry-1931.html");
    selected(
        "K<Enter>j",
        "essays/harbour-draft-with-a-rather-long-name-2024.md",
        "essays/harbour-final.md",
    );
    selected("KK<Down><Right><Right>", "essays/harbour-final.md", "news/ferry-1931.html");
    // Where none is, nothing of a pair that is not seen is taken.
    for keys in ["jjD", "jj!"] {
        let mut stage = Stage::folder(120, 36);
        stage.press(keys);
        stage.press("Z");
        assert!(texts(&stage)[0].starts_with("The old ferry left the harbour"), "after {keys}");
    }
    let mut low = Stage::folder(84, 24);
    low.press("<Enter><Esc>jjZ");
    assert_eq!(pair(&low).1, "essays/harbour-final.md");
    low.press("<Esc>");
    assert!(!low.model.zoomed);
}

#[test]
fn what_is_typed_before_the_pair_is_there_is_written_into_its_text() {
    let mut stage = Stage::folder(84, 24);
    stage.press_unanswered("jZquiet <Tab>w");
    assert_eq!(stage.model.params.width, 3);
    assert_eq!(texts(&stage), ["", ""]);
    stage.serve();
    assert!(
        texts(&stage)[0].ends_with("quiet ") && texts(&stage)[1].ends_with('w'),
        "{:?}",
        texts(&stage)
    );
    stage.press("<Esc>");
    assert!(stage.model.sandbox.is_none() && !stage.asked.contains(&Command::Quit));
}

#[test]
fn a_pair_that_cannot_be_read_says_so_in_the_sandbox() {
    let mut stage = Stage::folder(84, 24);
    stage.press_unanswered("Z");
    let names = stage.model.shown.as_ref().unwrap().names.clone();
    stage.report(Report::Pair {
        names,
        view: Err(SideBySideError::Gone(DocPath::new("tweets/01.txt"))),
    });
    assert!(stage.text().contains("tweets/01.txt: it is gone"), "{}", stage.text());
    stage.press("a word");
    assert_eq!(texts(&stage)[0], "a word");
}
