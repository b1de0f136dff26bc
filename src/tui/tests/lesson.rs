//! The lesson on the screen: its steps, keys, mouse and exercises, and its sentences about a change of parameters.

use std::sync::LazyLock;

use shingle::engine::{DocumentFolder, batch::load_words};
use shingle::lab::{CandidateSketch, Material, Study, StudyError, Subject as LabSubject};
use shingle::lesson::{FigureRow, Flow, Ink, page::count_shown_positions, page::draw_figure};
use shingle::{base::cancel::Cancel, base::guard::Panicked, shingle::SketchKind};

use crate::tui::tests::prelude::*;
use crate::tui::views::laboratory::{Lab, PAGES, PAIRS};
use crate::tui::{
    drawing::large::points_of_large_text as large, layout::divide_lesson, model::Slot,
};

fn harbour(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "j<Enter>L")
}

#[test]
fn l_opens_the_lesson_on_the_open_pair_and_leads_back() {
    let mut screen = harbour(120, 36);
    assert_eq!(screen.lesson_step(), 1);
    let language = screen.params().language;
    assert!(!screen.press("L").has_lesson() && screen.pair_fills_screen());
    assert_eq!(screen.params().language, language);
    for places in ["d", "x"] {
        assert!(screen.press(places).press("L").has_lesson(), "after {places}");
        assert!(screen.press("<Esc>").has_dots() || screen.has_explanation());
        screen.press("<Esc>");
    }
    let language = screen.press("<Esc><language back>").params().language;
    assert_ne!(language, LanguageChoice::Auto, "on the list it changes the language");
}

#[test]
fn down_slides_the_window_and_no_further_than_its_last_place() {
    let mut screen = TestScreen::lesson(80, 24);
    screen.press("4<Down>").shows(&["shingle 2 of 21"]);
    screen.press("G").shows(&["shingle 21 of 21", "shingle 14 of 14"]);
    screen.press("<Down><Up>").shows(&["shingle 20 of 21"]);
    screen.press("g").shows(&["shingle 1 of 21"]);
}

#[test]
fn a_parameter_keeps_the_step_and_tells_what_it_did() {
    let mut screen = TestScreen::lesson(120, 36);
    screen.press("12").shows(&["12 of 23"]);
    assert_eq!(screen.press("7").score(), Ratio::new(3, 23));
    screen.press("<case back>");
    assert_eq!((screen.lesson_step(), screen.score()), (7, Ratio::new(4, 22)));
    screen.shows(&["13.04% → 18.18%"]);
    screen.press("u").shows(&["18.18% → 13.04%"]);
    screen.press("<Right>").lacks(&["→ 13.04%"]);
}

#[test]
fn until_the_lesson_is_ready_the_old_one_stays_and_says_so() {
    let mut screen = TestScreen::lesson(120, 36);
    assert!(screen.press_unanswered("7w").awaits() && screen.score() == Ratio::new(3, 23));
    screen.press_unanswered("w");
    let requests = screen.jobs(Slot::Lesson);
    assert_eq!(requests.len(), 2);
    screen.run(&requests[0]);
    assert!(screen.awaits(), "the answer to an older request is dropped");
    screen.run(&requests[1]);
    assert_eq!(screen.open_lesson().lesson.as_ref().unwrap().params.width, 5);
    assert!(!screen.awaits());
}

#[test]
fn the_palette_leads_out_of_the_lesson_to_what_it_was_asked_for() {
    let mut screen = harbour(120, 36);
    assert!(!screen.press(":dot plot<Enter>").has_lesson() && screen.has_dots());
    let mut screen = TestScreen::lesson(120, 36);
    assert!(screen.press(":dot plot<Enter>").has_lesson());
    assert_eq!(screen.press(":width 5<Enter>").params().width, 5);
}

#[test]
fn the_mouse_slides_steps_and_jumps() {
    let mut screen = TestScreen::lesson(120, 36).after("7");
    let strip = divide_lesson(screen.areas().body, false).strip;
    let (_, column, _) = screen.open_lesson().lay_out_step_names(strip.width)[8].clone();
    assert_eq!(screen.click_at(strip.x + column, strip.y).lesson_step(), 9);
    let first = screen.open_lesson().current_step().unwrap().1.first;
    screen.mouse(MouseEventKind::ScrollDown, (5, 20));
    assert_eq!(screen.open_lesson().place, Some(first + 1));
    let place = screen.find("[w]idth");
    assert_eq!(screen.mouse(MouseEventKind::ScrollUp, place).params().width, 4);
    let hint = screen.find("←/→ step  j/k");
    assert_eq!(screen.click_at(hint.0, hint.1).lesson_step(), 10, "the first of its keys goes on");
}

#[test]
fn keys_do_not_wait_for_the_lesson_to_come() {
    for (keys, step) in [("L<Right><Right>", 2), ("L<Right><Right><Left>", 1)] {
        let mut demo = Demo::pressed(120, 36, "<Enter>");
        demo.screen.press_unanswered(keys);
        assert!(demo.screen.open_lesson().lesson.is_none());
        assert_eq!(demo.press("<Up>").screen.open_lesson().step, step);
    }
}

#[test]
fn the_folder_tells_the_lesson_how_many_lists_it_saves() {
    let mut demo = Demo::new(120, 36);
    demo.select("harbour");
    demo.press("<Enter>L8");
    let documents = demo.screen.snapshot().present;
    assert!(demo.screen.words().contains(&format!(" {documents} documents")));
    // Wider shingles are in other lists.
    demo.screen.press_unanswered("w");
    assert_eq!(demo.screen.open_lesson().subject.folder, None);
}

#[test]
fn a_clicker_goes_through_every_page_of_every_step_and_back() {
    for key in ["<PgDn>", " "] {
        let mut screen = TestScreen::lesson(80, 24);
        let mut steps = vec![screen.lesson_step()];
        for _ in 0..200 {
            screen.press(key);
            if steps.last() != Some(&screen.lesson_step()) {
                steps.push(screen.lesson_step());
                assert_eq!(screen.open_lesson().top, 0, "a step begins at its beginning");
            }
        }
        assert_eq!(steps, (1..=23).collect::<Vec<usize>>());
        for _ in 0..200 {
            screen.press("<PgUp>");
        }
        for (keys, step) in [("<Left>", 1), ("<Enter>", 2), ("<End><Right>", 23), ("<Home>", 1)] {
            assert_eq!(screen.press(keys).lesson_step(), step, "{keys}");
        }
    }
}

#[test]
fn b_blanks_the_screen_until_the_next_key() {
    let mut screen = TestScreen::lesson(80, 24).after("4");
    let before = screen.text();
    assert!(screen.press("b").text().trim().is_empty(), "{}", screen.text());
    assert_eq!(screen.press("<Right>").text(), before, "the key that ends it does nothing else");
}

#[test]
fn a_question_hides_the_step_until_it_is_answered() {
    for reveals in ["?", "<Enter>", "<PgDn>", " "] {
        let mut screen = TestScreen::lesson(80, 24).after("4");
        let asks = "How many windows of 3 words does it have?";
        screen.press("?");
        let hidden = screen.words();
        assert!(hidden.contains(asks) && !hidden.contains("заниматься"), "{hidden}");
        screen.press(reveals);
        let shown = screen.words();
        assert!(shown.contains("23 - 3 + 1 = 21.") && shown.contains("заниматься"), "{shown}");
        assert_eq!(screen.lesson_step(), 4);
        // The next exercise, then the first exercise again.
        screen.press("?");
        assert!(!screen.words().contains(asks) && !screen.words().contains("заниматься"));
        assert!(screen.press("??").words().contains(asks));
        // Esc leaves the question, not the lesson.
        assert!(screen.press("<Esc>").words().contains("заниматься") && screen.lesson_step() == 4);
        assert!(!screen.press("?<Right>").words().contains(asks) && screen.lesson_step() == 5);
    }
    // A step without an exercise shows a note, and F1 is help.
    let mut screen = TestScreen::lesson(80, 24);
    assert!(!screen.press("?").note().is_empty());
    assert!(screen.press("<F1>").has_prompt());
}

// The space of the lesson's steps: whole pictures, their sentences, and the large number for an audience.

/// Returns a row without its styles.
fn written(row: &FigureRow) -> String {
    row.iter().map(|piece| piece.text.as_str()).collect()
}

/// Most rows of the sentences: two beside the large number.
const BRIEF: usize = 2;

#[test]
fn every_step_shows_its_title_and_an_audience_its_large_number() {
    for (width, height) in [(80, 24), (120, 36)] {
        for is_projected in [false, true] {
            let mut screen = TestScreen::lesson(width, height);
            if is_projected {
                screen.press("<C-o>");
            }
            for step in 0..23 {
                let areas = divide_lesson(screen.areas().body, is_projected);
                let open_lesson = screen.open_lesson();
                assert_eq!(open_lesson.step, step);
                let (lesson, taught) = open_lesson.current_step().unwrap();
                let page = open_lesson.lay_out_page(&areas);
                let about = format!("{width}x{height} {is_projected} {}", taught.title);
                let text = screen.text();
                assert!(page.height <= usize::from(areas.page.height), "{about}");
                assert!(page.figure.start < page.height, "{about}: no row of the figure\n{text}");
                let strip = areas.strip;
                let named = open_lesson.lay_out_step_names(strip.width);
                let last = named.last().map(|(_, _, name)| &**name);
                let is_whole = named.len() == lesson.steps.len() && last == Some("23 terms");
                assert!(strip.height == 0 || is_whole, "{about}: {named:?}");
                if is_projected {
                    let points = large(&taught.number.text).unwrap()[0].len();
                    let room = usize::from(areas.large.width);
                    let number = if 2 * points <= room / 3 { 2 * points } else { points };
                    let mut said = Flow::new(room - number - 3);
                    said.push_sentence(&taught.brief, Ink::Plain);
                    assert!(!taught.brief.is_empty(), "{about}\n{text}");
                    assert!(said.count_rows() <= BRIEF, "{about}\n{text}");
                    for row in said.finish() {
                        assert!(text.contains(&written(&row)), "{about}: {row:?}\n{text}");
                    }
                    assert!(text.contains(&taught.number.counts), "{about}\n{text}");
                }
                screen.press("<Right>");
            }
        }
    }
}

/// Presses a key until the step ends. Returns every screen. Each screen before the last names the key to continue.
fn screens(screen: &mut TestScreen, key: &str) -> Vec<String> {
    let mut all = vec![screen.text()];
    let step = screen.lesson_step();
    loop {
        screen.press(key);
        let next = screen.text();
        let before = all.last().unwrap();
        if next == *before || screen.lesson_step() != step {
            assert!(!before.contains("more below"), "{before}");
            screen.press(if next == *before { "" } else { "<Left>" });
            return all;
        }
        assert!(before.contains("▼ more below: PgDn"), "{before}");
        all.push(next);
    }
}

#[test]
fn pages_lead_to_every_sentence_and_row_of_every_step_and_leave_the_point() {
    for (width, height) in [(80, 24), (120, 36), (60, 16)] {
        let mut screen = TestScreen::lesson(width, height);
        for index in 0..23 {
            let open_lesson = screen.open_lesson();
            let (lesson, step) = open_lesson.current_step().unwrap();
            let wide = usize::from(width) - 2;
            let mut wanted: Vec<String> = Vec::new();
            for said in &step.paragraphs {
                let mut flow = Flow::new(wide);
                flow.push_sentence(said, Ink::Plain);
                wanted.extend(flow.finish().iter().map(written));
            }
            let has_point = step.kind.name_of_thing_moved_by_keys().is_some();
            if !has_point {
                wanted.extend(draw_figure(lesson, step, wide, Some(0)).iter().map(written));
            } else if height >= 24 && count_shown_positions(step.kind) < usize::MAX {
                // The rest of the list of A, if the figure fits.
                let listed = draw_figure(lesson, step, wide, None).into_iter();
                let of_a =
                    listed.map(|row| written(&row)).take_while(|row| !row.starts_with("B  "));
                wanted.extend(of_a.skip(1 + step.first));
            }
            let title = step.title.clone();
            let place = open_lesson.place;
            let keys: &[&str] =
                if has_point { &["<PgDn>"] } else { &["<PgDn>", "<Down>", "<C-d>"] };
            for key in keys {
                screen.press(&format!("<Home>{}", "<Right>".repeat(index)));
                let seen = screens(&mut screen, key).join("\n");
                for row in &wanted {
                    // A row of the figure may be wider than the narrowest screen.
                    let row: String = row.chars().take(wide).collect();
                    assert!(seen.contains(row.trim()), "{width} {title} {key}: {row}\n{seen}");
                }
                assert_eq!(screen.open_lesson().place, place, "{title}");
            }
            screen.press("<Right>");
        }
    }
}

#[test]
fn in_a_list_without_texts_the_lesson_opens_the_selected_pair() {
    let mut demo = Demo::new(80, 24);
    demo.select("essays/bees");
    demo.press("L");
    let names = &demo.screen.open_lesson().subject.names;
    assert!(names.iter().all(|name| name.to_string().starts_with("essays/bees")));
    assert!(!demo.press("<Esc>").screen.has_lesson() && demo.screen.pair_fills_screen());
    assert!(!demo.press("<Esc>").screen.pair_fills_screen(), "the list is behind it");
    // Leaving a pair before it arrives opens no lesson.
    let mut screen = TestScreen::folder(80, 24);
    assert!(!screen.press_unanswered("jL").press("<Esc>").has_lesson());
    let mut empty = TestScreen::empty(80, 24);
    assert!(!empty.press("L").has_lesson() && !empty.note().is_empty());
}

// The laboratory on the screen: its pages, its keys, and its requests.

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
    let never = Cancel::never_cancelled();
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
        for (page, (title, ..)) in PAGES.iter().enumerate() {
            let (text, lab) = (screen.text(), screen.model.states.get::<Lab>());
            assert_eq!(lab.page, page);
            assert!(text.contains(&format!("[{title}]")), "{text}");
            let list = screen.areas().list.unwrap();
            let line = |row: u16| spaced(text.lines().nth(row.into()).unwrap_or_default());
            let columns = lab.columns_that_fit(width);
            let headings: Vec<&str> = columns.iter().map(|(_, column)| &*column.heading).collect();
            assert!(line(list.columns.y).starts_with(&headings.join(" ")), "{text}");
            let rows = lab.current_rows().iter().skip(lab.cursor.top);
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
        assert_eq!(screen.lab_page(), 0);
        assert_eq!(screen.press("<Left>").lab_page(), PAGES.len() - 1);
    }
}

#[test]
fn it_tells_what_it_tries_and_escape_ends_it() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("X");
    assert!(screen.asked.contains(&Command::Ask(1, Question::Study(true))), "{:?}", screen.asked);
    let progress = || Answer::Studying { what: "width 3".into(), done: 2, total: 12 };
    screen.answered(1, progress()).shows(&["3 of 12"]);
    screen.asked.clear();
    assert_eq!(screen.press_unanswered("<Esc>").list(), ViewName::Pairs);
    assert!(screen.asked.contains(&Command::Ask(0, Question::Study(false))));
    // A late answer is dropped.
    screen.answered(1, progress());
    screen.answered(1, Answer::Study(Ok(demo(&Params::defaults()))));
    let lab: &Lab = screen.model.states.get();
    assert!(lab.study.is_none() && lab.step.is_none());
    screen.press("X");
    let stopped = StudyError::Stopped(Panicked("out of range".to_string()));
    screen.answered(2, Answer::Study(Err(stopped))).shows(&["out of range"]);
}

#[test]
fn an_answer_stays_until_the_parameters_are_others() {
    let mut screen = answered(120, 36);
    screen.press_unanswered("<Esc>X");
    assert!(!screen.asked.iter().any(|asked| matches!(asked, Command::Ask(_, Question::Study(_)))));
    // Pressed again, the key sends the request again.
    assert!(screen.press_unanswered("X").asked.contains(&Command::Ask(2, Question::Study(true))));
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
    assert_eq!(screen.press_unanswered("<Enter>").params().width, 3);
    assert_eq!(screen.press_unanswered("<Down><Enter>").params().width, 4);
    let is_asked = |one: &Command| matches!(one, Command::Ask(_, Question::Ranking { params, .. }) if params.width == 4);
    assert!(screen.asked.iter().any(is_asked));
    assert_eq!(screen.asked.last(), Some(&Command::Ask(2, Question::Study(true))));
    assert_eq!(screen.press_unanswered("u").params().width, 3);
    screen.press_unanswered("<Left><Up><Enter>");
    assert_eq!(screen.params().threshold, Ratio::new(15, 100));
}

#[test]
fn enter_takes_a_sketch_which_stays_selected() {
    let mut screen = answered(120, 36);
    assert_eq!(*screen.press_unanswered("<Right><Enter>").params(), Params::defaults());
    assert_eq!(screen.press_unanswered("<Down><Down><Enter>").params().modulo, 16);
    // The sketches to try depend on the current sketch.
    let params = Params { modulo: 3, ..Params::defaults() };
    screen.answered(2, Answer::Study(Ok(demo(&params))));
    let sketch =
        LabSubject::Sketch(CandidateSketch { sketch: SketchKind::Modulo, number: Some(16) });
    assert_eq!(screen.model.states.get::<Lab>().selected_subject(), Some(&sketch));
    screen.press_unanswered("<End><Up><Up><Enter>");
    let Params { sketch, functions, modulo, .. } = *screen.params();
    assert_eq!((sketch, functions, modulo), (SketchKind::MinHash, 200, 1));
    assert_eq!(screen.press_unanswered("u").params().sketch, SketchKind::Modulo);
}

#[test]
fn enter_on_a_pair_opens_its_texts_and_escape_leads_back() {
    let mut screen = answered(120, 36).after("<Right><Right>");
    let selected = |screen: &TestScreen| screen.model.current_list().selected_pair(&screen.model);
    let first = selected(&screen);
    screen.press("<Enter>");
    let opened = |screen: &TestScreen| screen.any_pair_names();
    assert!(screen.pair_fills_screen() && screen.has_open_pair());
    assert_eq!(opened(&screen), first);
    screen.press("]");
    assert_eq!(opened(&screen), selected(&screen));
    assert_ne!(opened(&screen), first);
    screen.press("[[<Esc>");
    assert_eq!((screen.list(), screen.lab_page()), (ViewName::Lab, PAIRS));
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
