//! A report of what the list shows: asked for by its name, written to the file that was typed.

use std::path::Path;
use std::sync::Arc;

use shingle::engine::{Answer, Question};

use crate::tui::messages::{Command, Message};
use crate::tui::model::{ListedRows, Purpose, ReportAnswer, ReportContent, ReportRequest};
use crate::tui::update::clusters;

use super::test_screen::TestScreen;

fn wanted(screen: &mut TestScreen) -> ReportRequest {
    screen.serve();
    let place = screen.asked.iter().position(|one| matches!(one, Command::WriteReport(_)));
    let command = screen.asked.remove(place.expect("a report is asked for"));
    let Command::WriteReport(wanted) = command else { panic!() };
    wanted
}

fn listed(request: &ReportRequest) -> &ListedRows {
    let ReportContent::Listed(listed) = &request.content else { panic!() };
    listed
}

fn answer(screen: &mut TestScreen, wanted: ReportRequest, answer: ReportAnswer) {
    screen.send(Message::Reported(Box::new((wanted, answer))));
}

#[test]
fn what_the_filter_shows_is_written_to_the_file_that_is_named() {
    let mut screen = TestScreen::pressed(120, 36, "/essays<Enter>");
    let shown = screen.rows();
    assert!(shown > 0 && shown < screen.snapshot().rows.len());
    screen.press(":report<Enter>");
    assert_eq!(screen.prompt(), "demo-report.html");
    screen.press("<C-u>out/my.html<Enter>");
    screen.press("Essays of May<Enter>");
    screen.press("Two copies.<Enter>");
    let report = wanted(&mut screen);
    assert_eq!((&*report.file, report.replace), (Path::new("out/my.html"), false));
    let listed = listed(&report);
    assert_eq!((&*listed.title, &*listed.summary), ("Essays of May", "Two copies."));
    assert_eq!((listed.rows.len(), &*listed.filter), (shown, "essays"));
    // A second one has to wait.
    screen.press(":report<Enter>");
    assert!(!screen.has_prompt());
    let said = "wrote 3 rows to out/my.html: 9 bytes";
    answer(&mut screen, report, ReportAnswer::Written(said.to_string()));
    assert!(screen.footer().starts_with(said), "{}", screen.footer());
    // All that was typed is offered again.
    for typed in ["out/my.html", "Essays of May", "Two copies."] {
        screen.press(if typed == "out/my.html" { ":report<Enter>" } else { "<Enter>" });
        assert_eq!(screen.prompt(), typed);
    }
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_that_is_said() {
    for (keys, replaces) in [("y", true), ("n", false), ("<Esc>", false), ("x", false)] {
        let mut screen = TestScreen::pressed(84, 24, ":report<Enter><Enter><Enter><Enter>");
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
fn the_clusters_go_with_the_whole_list() {
    let mut screen = TestScreen::pressed(120, 36, ":report<Enter><Enter><Enter><Enter>");
    let report = wanted(&mut screen);
    let found = listed(&report).clusters.clone().unwrap();
    assert!(!found.clusters.is_empty());
    answer(&mut screen, report.clone(), ReportAnswer::Written("wrote 7 rows".to_string()));
    // They are asked for no longer, unless somebody looks at them.
    for (keys, forgets) in [("", true), ("K", false)] {
        screen.press(keys);
        screen.model.reporting.awaits = Some(report.clone());
        screen.asked.clear();
        screen.answered(0, Answer::Clusters(Arc::clone(&found)));
        assert!(screen.model.reporting.awaits.is_none(), "{keys}");
        assert_eq!(
            screen.asked.contains(&Command::Ask(0, Question::Clusters(false))),
            forgets,
            "{keys}"
        );
    }
    // Who leaves them does not take them from a report.
    screen.model.reporting.awaits = Some(report);
    assert_eq!(clusters::forget(&mut screen.model), None);
}

#[test]
fn why_there_is_no_report_is_said() {
    let mut screen = TestScreen::pressed(120, 36, ":report<Enter><Enter><Enter><Enter>");
    let report = wanted(&mut screen);
    answer(&mut screen, report, ReportAnswer::Failed("a.html: no".to_string()));
    assert!(screen.footer().starts_with("a.html: no"), "{}", screen.footer());
    let screen = TestScreen::pressed(120, 36, "/nothinghere<Enter>:report<Enter>");
    assert!(!screen.has_prompt());
    // What is about to change is not written. The name is offered again.
    let screen = TestScreen::pressed(120, 36, "w:report<Enter>x<Enter><Enter><Enter>");
    assert_eq!(screen.model.reporting.file.as_deref(), Some(Path::new("demo-report.htmlx")));
    assert!(!screen.has_prompt() && !screen.model.reporting.writes);
    assert!(!screen.asked.iter().any(|one| matches!(one, Command::WriteReport(_))));
    let screen = TestScreen::pressed(120, 36, ":report<Enter><C-u><Enter>");
    assert!(!screen.has_prompt() && !screen.model.reporting.writes);
}

#[test]
fn what_is_typed_while_a_report_is_written_is_not_taken_for_the_answer() {
    let mut screen = TestScreen::pressed(120, 36, ":report<Enter><Enter><Enter><Enter>");
    let report = wanted(&mut screen);
    screen.press("/y");
    answer(&mut screen, report, ReportAnswer::Exists);
    assert!(matches!(screen.open_prompt().purpose, Purpose::Filter(_)));
}
