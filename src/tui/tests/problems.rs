//! Problems, warnings and messages of the watcher: keys in, pictures out.

use shingle::{base::problem::Problem, base::problem::ProblemKind, pipeline::Languages};

use crate::tui::tests::prelude::*;
use crate::tui::views::problems::Problems;

fn problems(width: u16, height: u16) -> TestScreen {
    let mut snapshot = fake::folder(1, &Params::defaults());
    for number in 0..30 {
        let path = DocPath::new(format!("scans/page-{number:02}.pdf"));
        let reason = "not text: it holds NUL bytes";
        snapshot.problems.push(Problem::new(&path, ProblemKind::Skipped, reason));
    }
    let path = DocPath::new("notes/older.txt");
    snapshot.problems.push(Problem::new(
        &path,
        ProblemKind::Lossy,
        "17 bytes could not be decoded",
    ));
    TestScreen::showing(width, height, snapshot).after("!j<Right>j")
}

#[test]
fn documents_of_unsure_language_mixed_scripts_or_hidden_words_are_named_among_the_problems() {
    let mut snapshot = fake::folder(1, &Params::defaults());
    snapshot.problems.clear();
    let docs = std::sync::Arc::make_mut(&mut snapshot.docs);
    docs[0].languages = Languages::from_one_language(None, 9);
    docs[1].mixed = 3;
    docs[2].file.hidden = 120;
    let names = [0, 1, 2].map(|at| docs[at].path.to_string());
    let mut screen = TestScreen::showing(120, 36, snapshot);
    screen.press("!").shows(&[&names[0], &names[1], &names[2], "120 words are hidden"]);
    let mut sure = fake::folder(2, &Params::defaults());
    sure.problems.clear();
    let mut screen = TestScreen::showing(120, 36, sure);
    screen.press("!").lacks(&[&names[0], &names[1], &names[2]]);
}

#[test]
fn problems_by_reason() {
    fits_every_size(problems);
    assert_snapshot!(problems(84, 24).text());
}

#[test]
fn reasons_fold_and_unfold_and_the_selection_stays() {
    let mut screen = problems(84, 24);
    let selected = |screen: &TestScreen| match screen
        .model
        .states
        .get::<Problems>()
        .selected_line()
        .unwrap()
    {
        (reason, Some(problem)) => (reason.text.clone(), Some(problem.path.to_string())),
        (reason, None) => (reason.text.clone(), None),
    };
    let expected = ("… bytes could not be decoded".into(), Some("notes/old.txt".into()));
    assert_eq!(selected(&screen), expected);
    let mut next = fake::folder(2, &Params::defaults());
    next.problems.insert(0, Problem::new(&DocPath::new("a"), ProblemKind::Failed, "gone mad"));
    next.problems.push(Problem::new(
        &DocPath::new("z"),
        ProblemKind::Lossy,
        "2 bytes could not be decoded",
    ));
    assert_eq!(selected(screen.show(next)).1.as_deref(), Some("notes/old.txt"));
    assert_eq!(selected(screen.press("<Left>")).1, None);
    assert_eq!(selected(screen.press("<Enter>j")).1.as_deref(), Some("notes/old.txt"));
    assert_eq!(screen.press("!").list(), ViewName::Pairs);
}

#[test]
fn a_notice_is_told_once_and_stays_among_the_problems() {
    let mut screen = TestScreen::folder(120, 24);
    screen.report(Report::Notice("the cache /a\u{1b}[2J/b cannot be used".into()));
    screen.shows(&["the cache /a␛[2J/b cannot be used"]);
    screen.press("j").lacks(&["the cache"]);
    screen.press("!").shows(&["! the cache /a␛[2J/b cannot be used."]);
}

#[test]
fn problems_are_filtered_by_file_and_reason() {
    let mut screen = problems(120, 36);
    screen.press("/page-07<Enter>").shows(&["scans/page-07.pdf"]).lacks(&["page-08"]);
    screen.press("<Esc>/decoded<Enter>").shows(&["older.txt"]).lacks(&["page-"]);
    assert_eq!(screen.press("<Esc>").shows(&["NUL bytes"]).list(), ViewName::Problems);
}
