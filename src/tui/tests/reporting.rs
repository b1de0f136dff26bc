//! The report of the current view: requested by its name, written to the typed file.

#![expect(clippy::disallowed_methods, reason = "a test reads its own file")]

use std::{fs, sync::Mutex};

use shingle::decisions::{MarkKind, NewestMarks};
use shingle::engine::DocumentFolder;

use crate::commands::report::write_listed_rows;
use crate::tui::model::{Marks, Purpose};
use crate::tui::tests::prelude::*;
use crate::tui::views::report::{ListedRows, ReportAnswer, ReportRequest, Reporting};

/// Records the requests for reports. The answer to the first is `answer`; files are replaced on request.
fn record_requests(
    screen: &mut TestScreen,
    answer: ReportAnswer,
) -> Arc<Mutex<Vec<ReportRequest>>> {
    let requests = Arc::<Mutex<Vec<ReportRequest>>>::default();
    let seen = Arc::clone(&requests);
    let write = move |request: &ReportRequest| {
        seen.lock().unwrap().push(request.clone());
        if request.replace { ReportAnswer::Written(String::new()) } else { answer.clone() }
    };
    screen.model.states.get_mut::<Reporting>().writer = Some(Arc::new(write));
    requests
}

#[test]
fn what_the_filter_shows_is_written_to_the_file_that_is_named() {
    let mut screen = TestScreen::pressed(120, 36, "/essays<Enter>");
    let shown = screen.rows();
    assert!(shown > 0 && shown < screen.snapshot().rows.len());
    assert_eq!(screen.press(":report<Enter>").prompt(), "demo-report.html");
    let said = "wrote 3 rows to out/my.html: 9 bytes";
    let requests = record_requests(&mut screen, ReportAnswer::Written(said.to_string()));
    // The first typed letter replaces the proposed name.
    screen.press_unanswered("out/my.html<Enter>");
    // A second report has to wait.
    assert!(!screen.press_unanswered(":report<Enter>").has_prompt());
    screen.serve().tells(said);
    let report = requests.lock().unwrap().remove(0);
    assert_eq!((&*report.file, report.replace), (Path::new("out/my.html"), false));
    let listed = &report.listed;
    assert_eq!((listed.rows.len(), &*listed.filter), (shown, "essays"));
    assert!(listed.about.is_none());
    // The name of the written file is not proposed again.
    assert_eq!(screen.press(":report<Enter>").prompt(), "demo-report.html");
    // A file named after the command gets the report at once.
    screen.press("<Esc>:report out/my other.html<Enter>");
    assert_eq!(&*requests.lock().unwrap().remove(0).file, Path::new("out/my other.html"));
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_that_is_said() {
    for (keys, replaces) in [("y", true), ("n", false), ("<Esc>", false), ("x", false)] {
        let mut screen = TestScreen::pressed(84, 24, "");
        let requests = record_requests(&mut screen, ReportAnswer::Exists);
        assert!(screen.press(":report<Enter><Enter>").has_prompt(), "{keys}");
        assert!(!screen.press(keys).has_prompt(), "{keys}");
        let replaced: Vec<bool> = requests.lock().unwrap().iter().map(|one| one.replace).collect();
        assert_eq!(replaced, [&[false][..], &[true][..usize::from(replaces)]].concat(), "{keys}");
    }
}

#[test]
fn a_marked_pair_of_a_file_that_is_gone_is_not_reported_as_left_out() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = DocumentFolder::new(folder.path());
    let rows = [(0, 1, 80, 100, 100, Mark::None), (0, 2, 80, 100, 100, Mark::Gone)];
    let mut snapshot = fake::ranking(1, &Params::defaults(), &["a.md", "b.md", "c.md"], &rows);
    snapshot.present = 2;
    let place = folder.root.canonicalize().unwrap().display().to_string();
    let docs = [0, 2].map(|id| snapshot.doc(DocId(id)));
    let score = (Ratio::new(4, 5), snapshot.params.measure);
    let mark = Marks::default().draft_pair_mark(&place, docs, score, MarkKind::Reused.into());
    let mut marked = NewestMarks::default();
    marked.add_mark(mark);
    let file = out.path().join("report.html");
    let mut listed = ListedRows {
        snapshot: snapshot.into(),
        rows: Arc::new([0, 1]),
        filter: String::new(),
        decided: Arc::default(),
        about: None,
    };
    let mut leaves_out = |decided| {
        listed.decided = Arc::new(decided);
        let said = write_listed_rows(&folder, &[], (&file, true), &listed).unwrap();
        let page = fs::read_to_string(&file).unwrap();
        (said.contains("without 1 row"), page.contains("c.md"))
    };
    assert_eq!(leaves_out(NewestMarks::default()), (true, false));
    assert_eq!(leaves_out(marked), (false, true));
}

#[test]
fn in_the_sources_view_the_report_is_about_the_document() {
    let mut screen = TestScreen::pressed(120, 36, "jj\"");
    let requests = record_requests(&mut screen, ReportAnswer::Exists);
    screen.press(":report<Enter><Enter>");
    let about = requests.lock().unwrap()[0].listed.about.clone().expect("it is about a document");
    assert_eq!(Some(&about.sources.text.path), screen.sourced_document().as_ref());
}

#[test]
fn why_there_is_no_report_is_said() {
    let mut screen = TestScreen::pressed(120, 36, "");
    record_requests(&mut screen, ReportAnswer::Failed("a.html: no".to_string()));
    screen.press(":report<Enter><Enter>");
    screen.tells("a.html: no");
    // The letters of a file name do not act as keys.
    let mut screen = TestScreen::pressed(120, 36, "/nothinghere<Enter>:report<Enter>D.html");
    assert!(screen.footer().contains("nothing to report"), "{}", screen.footer());
    assert!(!screen.press("<Enter>").has_prompt() && screen.list() == ViewName::Pairs);
    screen.press(":report my.html<Enter>");
    assert!(screen.footer().contains("nothing to report"), "{}", screen.footer());
    // A result that is about to change is not written.
    let mut screen = TestScreen::pressed(120, 36, "w");
    let requests = record_requests(&mut screen, ReportAnswer::Exists);
    screen.press_unanswered("w:report<Enter><Enter>");
    screen.serve();
    assert!(requests.lock().unwrap().is_empty());
    let screen = TestScreen::pressed(120, 36, ":report<Enter><C-u><Enter>");
    assert!(screen.has_prompt() && !screen.model.states.get::<Reporting>().writes);
}

#[test]
fn what_is_typed_while_a_report_is_written_is_not_taken_for_the_answer() {
    let mut screen = TestScreen::pressed(120, 36, "");
    record_requests(&mut screen, ReportAnswer::Exists);
    screen.press_unanswered(":report<Enter><Enter>/y");
    assert!(matches!(screen.serve().open_prompt().purpose, Purpose::Filter(_)));
}
