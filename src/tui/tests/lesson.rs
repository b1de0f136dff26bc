//! The lesson on the screen: its steps, what keys and the mouse do in it, and what a change of parameters tells.

use insta::assert_snapshot;
use ratatui::crossterm::event::MouseEventKind;
use shingle::pipeline::parameters::{LanguageChoice, Params};

use crate::tui::drawing::theme::{Depth, Ground};
use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::lesson::model::{LessonRequest, Taught};
use crate::tui::screen::model::Model;

use super::demo::Demo;
use super::fake;
use super::stage::Stage;

fn step(stage: &Stage) -> usize {
    stage.model.lesson.as_ref().unwrap().step + 1
}

/// The lesson on the harbour essays.
fn harbour(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("j<Enter>L");
    stage
}

fn pictures(width: u16, height: u16) -> String {
    let mut stage = Stage::lesson(width, height);
    let mut all = Vec::new();
    for _ in 0..17 {
        all.push(stage.text());
        stage.press("<Down><Down>");
        if matches!(step(&stage), 4 | 7) {
            all.push(stage.text());
        }
        stage.press("<Right>");
    }
    all.join(&format!("\n{}\n", "~".repeat(usize::from(width))))
}

#[test]
fn every_step_at_120x36() {
    assert_snapshot!(pictures(120, 36));
}

#[test]
fn every_step_at_80x24() {
    assert_snapshot!(pictures(80, 24));
}

#[test]
fn some_steps_where_there_is_hardly_room() {
    let mut stage = Stage::lesson(40, 12);
    let mut all = Vec::new();
    for keys in ["", "<PgDn>", "4", "<Down>", "7<Down>", "<End>"] {
        stage.press(keys);
        all.push(stage.text());
    }
    assert_snapshot!(all.join(&format!("\n{}\n", "~".repeat(40))));
}

#[test]
fn styles_of_some_steps_with_colours_and_without() {
    let mut all = Vec::new();
    for (ground, depth) in
        [(Ground::Dark, Depth::True), (Ground::Light, Depth::True), (Ground::Dark, Depth::Mono)]
    {
        let mut stage = Stage::lesson(80, 24);
        (stage.ground, stage.depth) = (ground, depth);
        for keys in ["3", "4<Down>", "11"] {
            stage.press(keys);
            all.push(stage.styles());
            stage.send(Message::Clock(stage.model.now + std::time::Duration::from_secs(9)));
        }
    }
    assert_snapshot!(all.join(&format!("\n{}\n", "~".repeat(80))));
}

#[test]
fn l_opens_the_lesson_on_the_open_pair_and_leads_back() {
    let mut stage = harbour(120, 36);
    assert!(stage.text().contains("1 of 17: Two texts"), "{}", stage.text());
    let language = stage.model.params.language;
    stage.press("L");
    assert!(stage.model.lesson.is_none() && stage.model.zoomed);
    assert_eq!(stage.model.params.language, language);
    for places in ["d", "x"] {
        stage.press(places);
        stage.press("L");
        assert!(stage.model.lesson.is_some(), "after {places}");
        stage.press("<Esc>");
        assert!(stage.model.dots.is_some() || stage.model.explain.is_some());
        stage.press("<Esc>");
    }
    stage.press("<Esc>L");
    assert_ne!(
        stage.model.params.language,
        LanguageChoice::Auto,
        "on the list it turns the language"
    );
}

#[test]
fn left_and_right_go_through_the_steps_and_stop_at_both_ends() {
    let mut stage = harbour(120, 36);
    stage.press("<Left>");
    assert_eq!(step(&stage), 1);
    stage.press("<Right><Enter>");
    assert_eq!(step(&stage), 3);
    stage.press("<End><Right>");
    assert_eq!(step(&stage), 17);
    stage.press("<Home>");
    assert_eq!(step(&stage), 1);
}

#[test]
fn digits_jump_and_two_at_once_are_one_number() {
    let mut stage = harbour(120, 36);
    stage.press("12");
    assert_eq!(step(&stage), 12);
    stage.press("9");
    assert_eq!(step(&stage), 9, "there is no step 129");
    stage.send(Message::Clock(std::time::Duration::from_secs(5)));
    stage.press("1");
    assert_eq!(step(&stage), 1);
    stage.press("0");
    assert_eq!(step(&stage), 10);
}

#[test]
fn down_slides_the_window_and_no_further_than_its_last_place() {
    let mut stage = Stage::lesson(80, 24);
    stage.press("4<Down>");
    assert!(stage.text().contains("shingle 2 of 21"), "{}", stage.text());
    stage.press("<PgDn>");
    assert!(stage.text().contains("shingle 12 of 21"));
    stage.press("G");
    assert!(stage.text().contains("shingle 21 of 21") && stage.text().contains("shingle 14 of 14"));
    stage.press("<Down><Up>");
    assert!(stage.text().contains("shingle 20 of 21"));
    stage.press("g");
    assert!(stage.text().contains("shingle 1 of 21"));
}

#[test]
fn a_figure_that_is_longer_than_the_screen_is_scrolled_and_says_so() {
    let mut stage = harbour(84, 24);
    stage.press("2");
    let before = stage.text();
    assert!(before.contains("▼ more"), "{before}");
    stage.press("GG");
    assert!(!stage.text().contains("▼ more"));
    stage.press("<Down>gG<PgUp>g");
    assert_eq!(stage.text(), before);
}

#[test]
fn a_parameter_keeps_the_step_and_tells_what_it_did() {
    let mut stage = Stage::lesson(120, 36);
    stage.press("11");
    assert!(stage.text().contains("= 3 / 23"), "{}", stage.text());
    stage.press("C");
    assert_eq!(step(&stage), 11);
    let text = stage.text();
    assert!(text.contains("case ascii → unicode: score 13.04% → 18.18%, 3 → 4 in both"), "{text}");
    assert!(text.contains("23 → 22 words of A") && text.contains("= 4 / 22"), "{text}");
    stage.press("u");
    assert!(stage.text().contains("score 18.18% → 13.04%"));
    stage.press("<Right>");
    assert!(!stage.text().contains("→ 13.04%"));
}

#[test]
fn until_the_lesson_is_ready_the_old_one_stays_and_says_so() {
    let mut stage = Stage::lesson(120, 36);
    stage.press_unanswered("11w");
    assert!(stage.text().contains("computing") && stage.text().contains("= 3 / 23"));
    assert!(stage.model.awaits());
    stage.press_unanswered("w");
    let requests: Vec<LessonRequest> = stage
        .asked
        .iter()
        .filter_map(|command| match command {
            Command::Teach(request) => Some(request.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(requests.len(), 2);
    stage.teach(&requests[0]);
    assert!(stage.text().contains("computing"), "the answer to an older request is dropped");
    stage.teach(&requests[1]);
    assert!(stage.text().contains("width 3 → 5") && !stage.model.awaits(), "{}", stage.text());
}

#[test]
fn texts_that_cannot_be_taught_say_so() {
    let mut stage = Stage::lesson(80, 24);
    stage.press_unanswered("w");
    let Some(Command::Teach(request)) = stage.asked.last().cloned() else { panic!("not asked") };
    let refused = Taught { number: request.number, lesson: Err("cannot be taught".into()) };
    stage.send(Message::Taught(Box::new(refused)));
    assert!(stage.text().contains("cannot be taught") && !stage.model.awaits());
}

#[test]
fn the_way_back_from_a_lesson_alone_is_to_quit() {
    let mut stage = Stage::lesson(80, 24);
    stage.press("<Esc>");
    assert!(stage.text().contains("q leaves"), "{}", stage.text());
    stage.press("q");
    assert_eq!(stage.asked.last(), Some(&Command::Quit));
}

#[test]
fn the_palette_leads_out_of_the_lesson_to_what_it_was_asked_for() {
    let mut stage = harbour(120, 36);
    stage.press(":dot plot<Enter>");
    assert!(stage.model.lesson.is_none() && stage.model.dots.is_some());
    let mut stage = Stage::lesson(120, 36);
    stage.press(":dot plot<Enter>");
    assert!(stage.model.lesson.is_some());
    stage.press(":width 5<Enter>");
    assert_eq!(stage.model.params.width, 5);
    assert!(stage.text().contains("width 3 → 5"), "{}", stage.text());
}

#[test]
fn the_mouse_slides_turns_and_jumps() {
    let mut stage = Stage::lesson(120, 36);
    stage.click("6 modulo");
    assert_eq!(step(&stage), 6);
    stage.mouse(MouseEventKind::ScrollDown, (5, 20));
    assert_eq!(stage.model.lesson.as_ref().unwrap().place, 1);
    let place = stage.find("[m]odulo");
    stage.mouse(MouseEventKind::ScrollUp, place);
    assert_eq!(stage.model.params.modulo, 2);
    let hint = stage.find("←/→ step  ↑/↓");
    stage.click_at(hint.0, hint.1);
    assert_eq!(step(&stage), 5, "the first of its keys goes back");
}

#[test]
fn a_lesson_on_long_texts_is_on_an_excerpt_and_says_so() {
    let text =
        "one sentence after the other stands here and is read by nobody at all\n\n".repeat(900);
    let mut stage = Stage::folder(120, 36);
    stage.press("j<Enter>");
    stage.serve_with(fake::pair_view(("a", "b"), (&text, &text), &[], &Params::defaults()));
    stage.press("L");
    assert!(stage.text().contains("excerpt"), "{}", stage.text());
}

#[test]
fn without_an_open_pair_there_is_no_lesson() {
    let mut stage = Stage::folder(120, 36);
    stage.press("j<Enter>");
    stage.model.shown = None;
    stage.press_unanswered("L");
    assert!(stage.model.lesson.is_none());
    assert!(stage.model.note.is_some());
    let Model { zoomed, .. } = stage.model;
    assert!(zoomed);
}

/// The lesson that is on the screen counts what the open pair does.
fn counts_as_the_pair(demo: &Demo) -> u32 {
    let model = &demo.stage.model;
    let (pair, classroom) = (model.open().unwrap(), model.lesson.as_ref().unwrap());
    let lesson = classroom.lesson.as_ref().unwrap();
    assert_eq!([&pair.view.a.doc.path, &pair.view.b.doc.path], lesson.subject.names.each_ref());
    assert_eq!((lesson.score(), lesson.overlap()), (pair.view.score, pair.view.overlap));
    lesson.overlap().shared
}

#[test]
fn what_is_left_out_of_the_pair_is_left_out_of_its_lesson_also_when_that_changes() {
    let mut demo = Demo::new(120, 36);
    demo.select("licences/");
    demo.press("<Enter>");
    demo.press("L");
    demo.press("6");
    let before = counts_as_the_pair(&demo);
    demo.stage.press_unanswered("=common 5%<Enter>");
    let is_asked =
        |demo: &Demo| demo.stage.asked.iter().any(|one| matches!(one, Command::Teach(_)));
    assert!(!is_asked(&demo), "only the ranking tells what is common");
    assert!(demo.stage.model.awaits() && demo.stage.text().contains("computing"));
    demo.press("<Down>");
    let text = demo.stage.text();
    assert!(counts_as_the_pair(&demo) < before, "{text}");
    assert!(
        text.contains("are left out (OUT)") && text.contains("of the documents have"),
        "{text}"
    );
    demo.press("=template licences/bowline.txt<Enter>");
    assert!(counts_as_the_pair(&demo) < before);
    demo.press("=common off<Enter>");
    demo.press("=template off<Enter>");
    assert_eq!(counts_as_the_pair(&demo), before);
}

#[test]
fn keys_do_not_wait_for_the_lesson_to_come() {
    for (keys, step) in [("L<Right><Right>", 2), ("L<Right><Right><Left>", 1)] {
        let mut demo = Demo::new(120, 36);
        demo.press("<Enter>");
        demo.stage.press_unanswered(keys);
        assert!(demo.stage.model.lesson.as_ref().unwrap().lesson.is_none());
        demo.press("<Up>");
        assert_eq!(demo.stage.model.lesson.as_ref().unwrap().step, step);
    }
}
