//! The report of the current view: requested by its name, written to the typed file.

use std::path::Path;

use crate::tui::model::{Command, Purpose, ReportAnswer, ReportRequest};
use crate::tui::{tests::test_screen::TestScreen, update::report};

fn wanted(screen: &mut TestScreen) -> ReportRequest {
    screen.serve();
    let place = screen.asked.iter().position(|one| matches!(one, Command::WriteReport(_)));
    let command = screen.asked.remove(place.expect("a report is asked for"));
    let Command::WriteReport(wanted) = command else { panic!() };
    wanted
}

fn answer(screen: &mut TestScreen, wanted: ReportRequest, answer: ReportAnswer) {
    screen.store(|model| report::handle_report_result(model, wanted, answer));
}

#[test]
fn what_the_filter_shows_is_written_to_the_file_that_is_named() {
    let mut screen = TestScreen::pressed(120, 36, "/essays<Enter>");
    let shown = screen.rows();
    assert!(shown > 0 && shown < screen.snapshot().rows.len());
    screen.press(":report<Enter>");
    assert_eq!(screen.prompt(), "demo-report.html");
    screen.press("<C-u>out/my.html<Enter>Essays of May<Enter>Two copies.<Enter>");
    let report = wanted(&mut screen);
    assert_eq!((&*report.file, report.replace), (Path::new("out/my.html"), false));
    let listed = &report.listed;
    assert_eq!((&*listed.title, &*listed.summary), ("Essays of May", "Two copies."));
    assert_eq!((listed.rows.len(), &*listed.filter), (shown, "essays"));
    assert!(listed.about.is_none());
    // A second report has to wait.
    screen.press(":report<Enter>");
    assert!(!screen.has_prompt());
    let said = "wrote 3 rows to out/my.html: 9 bytes";
    answer(&mut screen, report, ReportAnswer::Written(said.to_string()));
    assert!(screen.footer().starts_with(said), "{}", screen.footer());
    // The name of the written file is not proposed again.
    screen.press(":report<Enter>");
    assert_eq!(screen.prompt(), "demo-report.html");
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_that_is_said() {
    for (keys, replaces) in [("y", true), ("n", false), ("<Esc>", false), ("x", false)] {
        let mut screen = TestScreen::pressed(84, 24, "");
        screen.press(":report<Enter><Enter><Enter><Enter>");
        let report = wanted(&mut screen);
        answer(&mut screen, report, ReportAnswer::Exists);
        assert!(screen.has_prompt(), "{keys}");
        screen.press(keys);
        assert!(!screen.has_prompt(), "{keys}");
        let asked = screen.asked.iter().any(|one| matches!(one, Command::WriteReport(_)));
        assert_eq!(asked, replaces, "{keys}");
        if replaces {
            assert!(wanted(&mut screen).replace);
        }
    }
}

#[test]
fn in_the_sources_view_the_report_is_about_the_document() {
    let mut screen = TestScreen::pressed(120, 36, "jj\"");
    screen.press(":report<Enter><Enter><Enter><Enter>");
    let report = wanted(&mut screen);
    let about = report.listed.about.clone().expect("it is about a document");
    assert_eq!(Some(&about.sources.text.path), screen.sourced_document().as_ref());
}

#[test]
fn why_there_is_no_report_is_said() {
    let mut screen = TestScreen::pressed(120, 36, "");
    screen.press(":report<Enter><Enter>Essays<Enter><Enter>");
    let report = wanted(&mut screen);
    answer(&mut screen, report, ReportAnswer::Failed("a.html: no".to_string()));
    assert!(screen.footer().starts_with("a.html: no"), "{}", screen.footer());
    // The typed title comes back, until a report is written.
    screen.press(":report<Enter><Enter>");
    assert_eq!(screen.prompt(), "Essays");
    let screen = TestScreen::pressed(120, 36, "/nothinghere<Enter>:report<Enter>");
    assert!(!screen.has_prompt());
    // A result that is about to change is not written. The name is proposed again.
    let mut screen = TestScreen::pressed(120, 36, "w");
    screen.press_unanswered(":report<Enter>x<Enter>w<Enter><Enter>");
    assert_eq!(screen.model.reporting.file.as_deref(), Some(Path::new("demo-report.htmlx")));
    let screen = TestScreen::pressed(120, 36, ":report<Enter><C-u><Enter>");
    assert!(screen.has_prompt() && !screen.model.reporting.writes);
}

#[test]
fn what_is_typed_while_a_report_is_written_is_not_taken_for_the_answer() {
    let mut screen = TestScreen::pressed(120, 36, "");
    screen.press(":report<Enter><Enter><Enter><Enter>");
    let report = wanted(&mut screen);
    screen.press("/y");
    answer(&mut screen, report, ReportAnswer::Exists);
    assert!(matches!(screen.open_prompt().purpose, Purpose::Filter(_)));
}
