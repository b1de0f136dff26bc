//! The laboratory on the screen: its pages, its keys, and its requests.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use shingle::base::{cancel::Cancel, guard::Panicked, ratio::Ratio};
use shingle::engine::{Answer, DocumentFolder, Question, batch::load_words};
use shingle::lab::{CandidateSketch, Material, Study, StudyError};
use shingle::pipeline::Params;
use shingle::shingle::SketchKind;

use crate::tui::actions::ViewName;
use crate::tui::drawing::glyphs::columns;
use crate::tui::model::Command;
use crate::tui::views::laboratory::{Lab, LabPage};

use super::test_screen::TestScreen;

/// Returns the study of the demo folder, for the default parameters always the same.
pub(crate) fn demo(params: &Params) -> Arc<Study> {
    static USUAL: LazyLock<Arc<Study>> = LazyLock::new(|| study(&Params::defaults()));
    if *params == Params::defaults() { Arc::clone(&USUAL) } else { study(params) }
}

fn study(params: &Params) -> Arc<Study> {
    let params = Arc::new(params.clone());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let loaded = load_words(&DocumentFolder::new(folder), &params, &|_, _, _| ()).unwrap();
    let material = Material::new(&loaded.corpus);
    let progress_ignored = |_: &str, _: usize, _: usize| ();
    let never = Cancel::never();
    Arc::new(Study::new(&material, &params, 200, &never, &progress_ignored).unwrap())
}

/// Opens the laboratory and answers its request.
pub(crate) fn answered(width: u16, height: u16) -> TestScreen {
    let mut screen = TestScreen::pressed(width, height, "X");
    let answer = Ok(demo(&Params::defaults()));
    screen.answered(1, Answer::Study(answer));
    screen.asked.clear();
    screen
}

#[test]
fn every_page_lists_the_rows_of_its_table_at_two_sizes() {
    let spaced = |line: &str| line.split_whitespace().collect::<Vec<&str>>().join(" ");
    for (width, height) in [(120, 36), (80, 24)] {
        let mut screen = answered(width, height);
        for page in LabPage::ALL {
            let (text, lab) = (screen.text(), screen.model.states.get::<Lab>());
            assert_eq!(lab.page, page);
            let place = format!("page {} of 5", page.place() + 1);
            let has_title = text.contains(&format!("[{}]", page.title()));
            assert!(has_title || text.contains(&place), "{text}");
            let list = screen.areas().list.unwrap();
            let line = |row: u16| spaced(text.lines().nth(row.into()).unwrap_or_default());
            let columns = lab.columns(width);
            assert_eq!(columns.is_empty(), page == LabPage::Curve);
            let headings: Vec<&str> = columns.iter().map(|(_, column)| &*column.heading).collect();
            assert!(line(list.columns.y).starts_with(&headings.join(" ")), "{text}");
            let rows = lab.rows().iter().skip(lab.cursor.top);
            for (row, place) in rows.zip(list.rows.y..list.rows.bottom()) {
                let cells = columns.iter().map(|(at, _)| row.cells[*at].text.clone());
                let cells = cells.collect::<Vec<String>>().join(" ");
                assert!(
                    line(place).trim_start_matches("▸ ").starts_with(&cells),
                    "{cells}: {text}"
                );
                let is_marked = ["current", "now"].iter().any(|mark| line(place).contains(mark));
                assert!(!row.is_set || is_marked, "{text}");
            }
            screen.press("<Right>");
        }
        assert_eq!(screen.lab_page(), LabPage::Widths);
        screen.press("<Left>");
        assert_eq!(screen.lab_page(), LabPage::Thresholds);
    }
}

#[test]
fn a_click_on_a_title_opens_its_page() {
    let mut screen = answered(120, 36);
    for page in LabPage::ALL.into_iter().rev() {
        let (column, row) = screen.find("←/→");
        let line = screen.text().lines().nth(row.into()).unwrap().to_string();
        let (before, _) = line.split_once(page.title()).unwrap();
        assert!(columns(before) > column);
        screen.click_at(columns(before), row);
        assert_eq!(screen.lab_page(), page);
        assert!(screen.text().contains(&format!("[{}]", page.title())), "{}", screen.text());
    }
}

#[test]
fn it_tells_what_it_tries_and_escape_ends_it() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("X");
    assert!(screen.asked.contains(&Command::Ask(1, Question::Study(true))), "{:?}", screen.asked);
    let progress = || Answer::Studying { what: "width 3".into(), done: 2, total: 12 };
    screen.answered(1, progress());
    screen.shows(&["3 of 12"]);
    screen.asked.clear();
    screen.press_unanswered("<Esc>");
    assert_eq!(screen.list(), ViewName::Pairs);
    assert!(screen.asked.contains(&Command::Ask(0, Question::Study(false))));
    // A late answer is dropped.
    screen.answered(1, progress());
    screen.answered(1, Answer::Study(Ok(demo(&Params::defaults()))));
    let lab: &Lab = screen.model.states.get();
    assert!(lab.study.is_none() && lab.step.is_none());
    screen.press("X");
    let stopped = StudyError::Stopped(Panicked("out of range".to_string()));
    screen.answered(2, Answer::Study(Err(stopped)));
    screen.shows(&["out of range"]);
}

#[test]
fn an_answer_stays_until_the_parameters_are_others() {
    let mut screen = answered(120, 36);
    screen.press_unanswered("<Esc>X");
    assert!(!screen.asked.iter().any(|asked| matches!(asked, Command::Ask(_, Question::Study(_)))));
    // Pressed again, the key sends the request again.
    screen.press_unanswered("X");
    assert!(screen.asked.contains(&Command::Ask(2, Question::Study(true))));
    screen.asked.clear();
    screen.press_unanswered("w");
    assert!(screen.asked.contains(&Command::Ask(3, Question::Study(true))), "{:?}", screen.asked);
    screen.answered(2, Answer::Study(Ok(demo(&Params::defaults()))));
    assert!(screen.model.states.get::<Lab>().awaited.is_some(), "an older answer was taken");
    // Outside the laboratory no request is sent.
    screen.asked.clear();
    screen.press_unanswered("<Esc>w");
    let asked: Vec<&Command> = screen
        .asked
        .iter()
        .filter(|asked| matches!(asked, Command::Ask(_, Question::Study(_))))
        .collect();
    assert_eq!(asked, [&Command::Ask(0, Question::Study(false))]);
}

#[test]
fn enter_takes_a_width_or_a_threshold() {
    let mut screen = answered(120, 36);
    assert_eq!(screen.selected(), 2);
    screen.press_unanswered("<Enter>");
    assert_eq!(screen.params().width, 3);
    screen.press_unanswered("<Down><Enter>");
    assert_eq!(screen.params().width, 4);
    let is_asked = |one: &Command| matches!(one, Command::Ask(_, Question::Ranking { params, .. }) if params.width == 4);
    assert!(screen.asked.iter().any(is_asked));
    assert_eq!(screen.asked.last(), Some(&Command::Ask(2, Question::Study(true))));
    screen.press_unanswered("u");
    assert_eq!(screen.params().width, 3);
    screen.press_unanswered("<Left><Up><Enter>");
    assert_eq!(screen.params().threshold, Ratio::new(15, 100));
}

#[test]
fn enter_takes_a_sketch_which_stays_selected() {
    let mut screen = answered(120, 36);
    screen.press_unanswered("<Right><Enter>");
    assert_eq!(*screen.params(), Params::defaults());
    screen.press_unanswered("<Down><Down><Enter>");
    assert_eq!(screen.params().modulo, 16);
    // The sketches to try depend on the current sketch.
    let params = Params { modulo: 3, ..Params::defaults() };
    screen.answered(2, Answer::Study(Ok(demo(&params))));
    let expected = Some(CandidateSketch { sketch: SketchKind::Modulo, number: Some(16) });
    assert_eq!(screen.model.states.get::<Lab>().sketch(), expected);
    screen.press_unanswered("<End><Up><Up><Enter>");
    let Params { sketch, functions, modulo, .. } = *screen.params();
    assert_eq!((sketch, functions, modulo), (SketchKind::MinHash, 200, 1));
    screen.press_unanswered("u");
    assert_eq!(screen.params().sketch, SketchKind::Modulo);
}

#[test]
fn enter_on_a_pair_opens_its_texts_and_escape_leads_back() {
    let mut screen = answered(120, 36);
    screen.press("<Right><Right>");
    let first = screen.model.states.get::<Lab>().pair();
    screen.press("<Enter>");
    let opened = |screen: &TestScreen| screen.any_pair_names();
    assert!(screen.pair_fills_screen() && screen.has_open_pair());
    assert_eq!(opened(&screen), first);
    screen.press("]");
    assert_eq!(opened(&screen), screen.model.states.get::<Lab>().pair());
    assert_ne!(opened(&screen), first);
    screen.press("[[");
    screen.press("<Esc>");
    assert_eq!((screen.list(), screen.lab_page()), (ViewName::Lab, LabPage::Pairs));
    assert!(!screen.pair_fills_screen());
}

#[test]
fn enter_takes_nothing_where_there_is_nothing_to_be_taken() {
    let mut screen = answered(120, 36);
    screen.press_unanswered("<Right><Right><Right><Enter>");
    let mut early = TestScreen::folder(120, 36);
    early.press_unanswered("X<Enter>");
    for screen in [screen, early] {
        assert_eq!((screen.list(), screen.params()), (ViewName::Lab, &Params::defaults()));
    }
}
