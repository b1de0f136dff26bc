//! The laboratory on the screen: its pages, its keys, and what it asks for.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use shingle::base::cancel::Cancel;
use shingle::base::guard::Panicked;
use shingle::base::ratio::Ratio;
use shingle::engine::batch::load_words;
use shingle::engine::report::Report;
use shingle::folder::names::WalkOptions;
use shingle::lab::candidates::CandidateSketch;
use shingle::lab::material::Material;
use shingle::lab::study::{Options, Study, StudyError};
use shingle::pipeline::parameters::{Params, SketchKind};

use crate::tui::drawing::glyphs::columns;
use crate::tui::event_loop::command::Command;
use crate::tui::rooms::laboratory::model::LabPage;
use crate::tui::rooms::room::Room;

use super::stage::Stage;

/// The demo folder studied, every sketch made in the same time.
pub(crate) fn demo(params: &Params) -> Arc<Study> {
    let params = Arc::new(params.clone());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let loaded = load_words(&folder, WalkOptions::default(), &params).unwrap();
    let material = Material::of(&loaded.corpus);
    let told = |_: &str, _: usize, _: usize| ();
    let options = Options { pairs: 200 };
    let mut study = Study::of(&material, &params, options, &Cancel::never(), &told).unwrap();
    for tried in &mut study.sketches.tried {
        tried.time = Duration::from_millis(4);
    }
    Arc::new(study)
}

/// In the laboratory, answered.
fn answered(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("X");
    let answer = Ok(demo(&Params::defaults()));
    stage.report(Report::Studied { number: 1, answer });
    stage.asked.clear();
    stage
}

#[test]
fn every_page_at_two_sizes() {
    for (width, height) in [(120, 36), (80, 24)] {
        let mut stage = answered(width, height);
        for page in LabPage::ALL {
            assert_eq!(stage.model.lab.page, page);
            assert_snapshot!(format!("lab-{page:?}-{width}x{height}"), stage.text());
            stage.press("<Right>");
        }
        assert_eq!(stage.model.lab.page, LabPage::Widths);
        stage.press("<Left>");
        assert_eq!(stage.model.lab.page, LabPage::Thresholds);
    }
}

#[test]
fn a_click_on_a_title_turns_to_its_page() {
    let mut stage = answered(120, 36);
    for page in LabPage::ALL.into_iter().rev() {
        let (column, row) = stage.find("←/→");
        let line = stage.text().lines().nth(row.into()).unwrap().to_string();
        let (before, _) = line.split_once(page.title()).unwrap();
        assert!(columns(before) > column);
        stage.click_at(columns(before), row);
        assert_eq!(stage.model.lab.page, page);
        assert!(stage.text().contains(&format!("[{}]", page.title())), "{}", stage.text());
    }
    // Beside the titles nothing turns.
    stage.click("←/→");
    stage.click("Laboratory");
    assert_eq!(stage.model.lab.page, LabPage::Widths);
    let mut narrow = answered(60, 24);
    narrow.click("page 1 of 5");
    assert_eq!(narrow.model.lab.page, LabPage::Sketches);
    narrow.press("<Esc>");
    narrow.click_at(50, narrow.find("score").1 - 1);
    assert_eq!(narrow.model.lab.page, LabPage::Sketches);
}

#[test]
fn every_page_is_drawn_at_every_size_and_in_ascii() {
    for (width, height) in [(40, 12), (60, 24), (200, 60)] {
        let mut stage = answered(width, height);
        for _ in LabPage::ALL {
            assert!(!stage.text().trim().is_empty());
            stage.press("<Right><Down><PgDn>");
            stage.model.look.ascii = true;
            assert!(stage.text().is_ascii(), "{}", stage.text());
            stage.model.look.ascii = false;
        }
    }
}

#[test]
fn it_tells_what_it_tries_and_escape_ends_it() {
    let mut stage = Stage::folder(120, 36);
    stage.press_unanswered("X");
    assert!(stage.asked.contains(&Command::Study(Some(1))), "{:?}", stage.asked);
    assert!(stage.text().contains("Trying widths, sketches and thresholds"), "{}", stage.text());
    let progress = |number| Report::Studying { number, what: "width 3".into(), done: 2, total: 12 };
    stage.report(progress(1));
    assert!(stage.text().contains("Laboratory: trying width 3, 3 of 12"), "{}", stage.text());
    stage.asked.clear();
    stage.press_unanswered("<Esc>");
    assert_eq!(stage.model.rooms.here(), Room::Pairs);
    assert!(stage.asked.contains(&Command::Study(None)));
    // What comes late is not heard.
    stage.report(progress(1));
    stage.report(Report::Studied { number: 1, answer: Ok(demo(&Params::defaults())) });
    assert!(stage.model.lab.study().is_none() && stage.model.lab.step.is_none());
    stage.press("X");
    let stopped = StudyError::Stopped(Panicked("out of range".to_string()));
    stage.report(Report::Studied { number: 2, answer: Err(stopped) });
    assert!(stage.text().contains("has no answer: it stopped: out of range"), "{}", stage.text());
}

#[test]
fn an_answer_stays_until_the_parameters_are_others() {
    let mut stage = answered(120, 36);
    stage.press_unanswered("<Esc>X");
    assert!(!stage.asked.iter().any(|asked| matches!(asked, Command::Study(_))));
    // Pressed again it asks again.
    stage.press_unanswered("X");
    assert!(stage.asked.contains(&Command::Study(Some(2))));
    stage.asked.clear();
    stage.press_unanswered("w");
    assert!(stage.asked.contains(&Command::Study(Some(3))), "{:?}", stage.asked);
    stage.report(Report::Studied { number: 2, answer: Ok(demo(&Params::defaults())) });
    assert!(stage.model.lab.asked.is_some(), "an older answer was taken");
    // Outside it asks for nothing.
    stage.asked.clear();
    stage.press_unanswered("<Esc>w");
    let asked: Vec<&Command> =
        stage.asked.iter().filter(|asked| matches!(asked, Command::Study(_))).collect();
    assert_eq!(asked, [&Command::Study(None)]);
}

#[test]
fn enter_takes_a_width_or_a_threshold() {
    let mut stage = answered(120, 36);
    assert_eq!(stage.model.lab.cursor.selected, 2);
    stage.press_unanswered("<Enter>");
    assert_eq!(stage.model.note.as_deref(), Some("that is so already"));
    stage.press_unanswered("<Down><Enter>");
    assert_eq!(stage.model.params.width, 4);
    assert!(
        stage
            .asked
            .iter()
            .any(|asked| matches!(asked, Command::SetParams(params) if params.width == 4))
    );
    assert_eq!(stage.asked.last(), Some(&Command::Study(Some(2))));
    stage.press_unanswered("u");
    assert_eq!(stage.model.params.width, 3);
    stage.press_unanswered("<Left><Up><Enter>");
    assert_eq!(stage.model.params.threshold, Ratio::new(15, 100));
}

#[test]
fn enter_takes_a_sketch_which_stays_selected() {
    let mut stage = answered(120, 36);
    stage.press_unanswered("<Right><Enter>");
    assert_eq!(stage.model.note.as_deref(), Some("that is so already"));
    stage.press_unanswered("<Down>");
    assert!(stage.text().contains("Enter take  ←/→ page"), "{}", stage.text());
    stage.press_unanswered("<Down><Enter>");
    assert_eq!(stage.model.params.modulo, 16);
    // The others that are tried depend on the one that is set.
    let params = Params { modulo: 3, ..Params::defaults() };
    stage.report(Report::Studied { number: 2, answer: Ok(demo(&params)) });
    assert_eq!(stage.model.lab.sketch(), Some(CandidateSketch::Modulo(16)));
    stage.press_unanswered("<End><Up><Up><Enter>");
    let Params { sketch, functions, modulo, .. } = stage.model.params;
    assert_eq!((sketch, functions, modulo), (SketchKind::MinHash, 200, 1));
    stage.press_unanswered("u");
    assert_eq!(stage.model.params.sketch, SketchKind::Modulo);
}

#[test]
fn enter_on_a_pair_opens_its_texts_and_escape_leads_back() {
    let mut stage = answered(120, 36);
    stage.press("<Right><Right>");
    assert!(stage.text().contains("Enter open  ←/→ page"), "{}", stage.text());
    let first = stage.model.lab.pair();
    stage.press("<Enter>");
    let opened = |stage: &Stage| stage.model.shown.as_ref().map(|shown| shown.names.clone());
    assert!(stage.model.zoomed && stage.model.open().is_some());
    assert_eq!(opened(&stage), first);
    stage.press("]");
    assert_eq!(opened(&stage), stage.model.lab.pair());
    assert_ne!(opened(&stage), first);
    stage.press("[[");
    assert_eq!(stage.model.note.as_deref(), Some("this is the first of these pairs"));
    stage.press("<Esc>");
    assert_eq!((stage.model.rooms.here(), stage.model.lab.page), (Room::Lab, LabPage::Pairs));
    assert!(!stage.model.zoomed);
}

#[test]
fn enter_says_so_where_there_is_nothing_to_be_taken() {
    let mut stage = answered(120, 36);
    stage.press_unanswered("<Right><Right><Right><Enter>");
    assert!(stage.text().contains("there is no line to be taken: ←/→ turns"), "{}", stage.text());
    let mut early = Stage::folder(120, 36);
    early.press_unanswered("X<Enter>");
    assert!(early.text().contains("there is nothing to be taken yet"), "{}", early.text());
}
