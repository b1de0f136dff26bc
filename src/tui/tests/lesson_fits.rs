//! The space of the lesson's steps: whole pictures, their sentences, and the large number for an audience.

use shingle::lesson::{FigureRow, Flow, Ink, page::figure};

use crate::tui::drawing::large::point_rows as large;
use crate::tui::layout::parts::lesson_areas;
use crate::tui::views::lesson::draw::names;

use super::{demo::Demo, test_screen::TestScreen};

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
                let areas = lesson_areas(screen.areas().body, is_projected);
                let open_lesson = screen.open_lesson();
                assert_eq!(open_lesson.step, step);
                let (lesson, taught) = open_lesson.now().unwrap();
                let page = open_lesson.page(&areas);
                let about = format!("{width}x{height} {is_projected} {}", taught.title);
                let text = screen.text();
                assert!(page.height <= usize::from(areas.page.height), "{about}");
                assert!(page.figure.start < page.height, "{about}: no row of the figure\n{text}");
                let strip = areas.strip;
                let named = names(open_lesson, strip.width);
                let last = named.last().map(|(_, _, name)| &**name);
                let is_whole = named.len() == lesson.steps.len() && last == Some("23 terms");
                assert!(strip.height == 0 || is_whole, "{about}: {named:?}");
                if is_projected {
                    let points = large(&taught.number.text).unwrap()[0].len();
                    let room = usize::from(areas.large.width);
                    let number = if 2 * points <= room / 3 { 2 * points } else { points };
                    let mut said = Flow::new(room - number - 3);
                    said.say(&taught.brief, Ink::Plain);
                    assert!(!taught.brief.is_empty() && said.count() <= BRIEF, "{about}\n{text}");
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
            let (lesson, step) = open_lesson.now().unwrap();
            let wide = usize::from(width) - 2;
            let mut wanted: Vec<String> = Vec::new();
            for said in &step.paragraphs {
                let mut flow = Flow::new(wide);
                flow.say(said, Ink::Plain);
                wanted.extend(flow.finish().iter().map(written));
            }
            let has_point = step.kind.moves().is_some();
            if !has_point {
                wanted.extend(figure(lesson, step, wide, Some(0)).iter().map(written));
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
fn a_key_leads_to_the_terms_and_back() {
    let mut screen = TestScreen::lesson(80, 24);
    screen.press("7I");
    assert_eq!(screen.lesson_step(), 23);
    screen.press("I");
    assert_eq!(screen.lesson_step(), 7);
    screen.press("<End>I");
    assert_eq!(screen.lesson_step(), 7, "back to where the terms were looked up");
}

#[test]
fn in_a_list_without_texts_the_lesson_opens_the_selected_pair() {
    let mut demo = Demo::new(80, 24);
    demo.select("essays/bees");
    demo.press("L");
    let names = &demo.screen.open_lesson().subject.names;
    assert!(names.iter().all(|name| name.to_string().starts_with("essays/bees")));
    demo.press("<Esc>");
    assert!(!demo.screen.has_lesson() && demo.screen.pair_fills_screen());
    demo.press("<Esc>");
    assert!(!demo.screen.pair_fills_screen(), "the list is behind it");
    // Leaving a pair before it arrives opens no lesson.
    let mut screen = TestScreen::folder(80, 24);
    screen.press_unanswered("jL");
    screen.press("<Esc>");
    assert!(!screen.has_lesson());
    let mut empty = TestScreen::empty(80, 24);
    empty.press("L");
    assert!(!empty.has_lesson() && !empty.note().is_empty());
}
