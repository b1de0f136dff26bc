//! Changes of the list after a change of the folder: described in the last row, and marked until seen.

use shingle::pipeline::{
    CountsBelowThreshold, RowChanges, results::changed_rows::mark_changed_rows,
};
use shingle::{engine::Activity, engine::DocumentEvent};

use crate::tui::tests::prelude::*;

const NAMES: [&str; 6] = ["bread.txt", "scones.txt", "tea.txt", "toast.txt", "x.txt", "y.txt"];

/// Returns a ranking of pairs of these files, with the number of shared shingles out of 100.
fn ranking(rows: &[(u32, u32, u32)]) -> Snapshot {
    let all: Vec<_> = rows.iter().map(|(a, b, n)| (*a, *b, *n, 100, 100, Mark::None)).collect();
    let mut found = fake::ranking(1, &Params::defaults(), &NAMES, &all);
    // A file with other numbers has another content.
    let docs = Arc::make_mut(&mut found.docs);
    for (_, last, shared) in rows {
        docs[*last as usize].file.content += u128::from(*shared);
    }
    found
}

/// Changes the folder to these rows.
fn change(screen: &mut TestScreen, rows: &[(u32, u32, u32)]) {
    let mut next = ranking(rows);
    let before = screen.snapshot().clone();
    let keep = !screen
        .asked
        .iter()
        .any(|command| matches!(command, Command::Ask(_, Question::MarksRead(_))));
    screen.asked.retain(|command| !matches!(command, Command::Ask(_, Question::MarksRead(_))));
    mark_changed_rows(&before, &mut next, keep);
    screen.show(next);
}

fn marks(screen: &TestScreen) -> Vec<Mark> {
    screen.snapshot().rows.iter().map(Row::mark).collect()
}

fn tea(width: u16, height: u16) -> TestScreen {
    let mut screen = TestScreen::showing(width, height, ranking(&[(0, 1, 90), (0, 3, 40)]));
    change(&mut screen, &[(0, 1, 90), (1, 2, 70), (2, 3, 60)]);
    tell(&mut screen, vec![changed(1, "tea.txt")]);
    screen
}

#[test]
fn work_that_came_to_nothing_is_over_when_the_old_result_is_said_again() {
    // In the engine's order, sorted, and in the view of documents.
    for keys in ["", ">", "D"] {
        let mut screen = TestScreen::showing(120, 36, ranking(&[(0, 1, 90), (2, 3, 40)]));
        screen.press(keys);
        screen.serve();
        let shown = screen.snapshot().clone();
        let (phase, epoch) = (Phase::Listing, shown.epoch);
        screen.report(Report::Progress { epoch, phase, done: 0, total: 0 });
        screen.pass(Duration::from_secs(1));
        assert!(screen.text().contains("updating"), "{keys}: {}", screen.text());
        assert!(!screen.show(shown).text().contains("updating"), "{keys}: {}", screen.text());
    }
}

#[test]
fn what_a_change_of_a_file_did_is_reported_with_the_way_to_see_it() {
    let mut screen = tea(120, 36);
    screen.tells("tea.txt changed: 2 pairs new, 1 gone · /new shows them");
    assert!(!screen.press("/new<Enter>").footer().contains("tea.txt"), "{}", screen.footer());
    assert_eq!(screen.lines(), 2);
}

#[test]
fn files_may_be_reported_before_the_rows_are_arranged() {
    let mut screen = TestScreen::showing(120, 36, ranking(&[(0, 1, 90), (0, 3, 40)])).after("R");
    let mut next = ranking(&[(0, 1, 90)]);
    mark_changed_rows(&screen.snapshot().clone(), &mut next, true);
    screen.publish(next);
    let toast = changed(1, "toast.txt");
    screen.report(Report::Activities(Arc::new(vec![toast])));
    assert!(!screen.footer().contains("toast.txt"));
    screen.serve().tells("toast.txt changed: 1 pair gone");
}

#[test]
fn several_files_are_named_by_their_number_and_rows_of_both_changes_together() {
    let mut screen = TestScreen::showing(120, 36, ranking(&[(0, 1, 90), (0, 3, 40)]));
    change(&mut screen, &[(0, 1, 90), (0, 3, 41)]);
    change(&mut screen, &[(0, 1, 90), (0, 3, 41), (2, 3, 30)]);
    tell(&mut screen, vec![changed(2, "tea.txt"), changed(1, "toast.txt")]);
    screen.tells("2 files changed: 1 pair new, 1 changed · /new shows them");
    tell(&mut screen, vec![changed(3, "x.txt"), changed(2, "tea.txt"), changed(1, "toast.txt")]);
    change(&mut screen, &[(0, 1, 90), (0, 3, 41), (2, 3, 30)]);
    screen.tells("x.txt changed: every pair as before");
}

#[test]
fn marks_stay_until_they_were_seen() {
    let mut screen = tea(120, 36);
    let first = [Mark::None, Mark::New, Mark::New, Mark::Gone];
    assert_eq!(marks(&screen), first);
    // Another file is saved before the first key.
    change(&mut screen, &[(0, 1, 90), (1, 2, 70), (2, 3, 60)]);
    assert_eq!(marks(&screen), first);
    // A filter shows the marked rows, so they stay.
    screen.press("/new<Enter>j");
    change(&mut screen, &[(0, 1, 90), (1, 2, 70), (2, 3, 60)]);
    assert_eq!((marks(&screen), screen.lines()), (first.to_vec(), 2));
    assert_eq!(marks(screen.press("<Esc>jj")), first);
    change(&mut screen, &[(0, 1, 90), (1, 2, 70), (2, 3, 61)]);
    assert_eq!(marks(&screen), [Mark::None, Mark::None, Mark::Changed]);
}

#[test]
fn marks_out_of_view_stay_though_keys_are_pressed() {
    let many: Vec<_> =
        (0..5).flat_map(|a| (a + 1..6).map(move |b| (a, b, 99 - a * 7 - b))).collect();
    let mut screen = TestScreen::showing(60, 12, ranking(&many));
    let mut more = many.clone();
    more.last_mut().unwrap().2 = 21;
    change(&mut screen, &more);
    let expected = RowChanges { changed: 1, marked: 1, ..RowChanges::default() };
    assert_eq!(screen.snapshot().news, expected);
    screen.press("jk");
    change(&mut screen, &more);
    assert!(marks(&screen).contains(&Mark::Changed), "it was not on the screen");
    screen.press("Gg");
    change(&mut screen, &more);
    assert!(!marks(&screen).contains(&Mark::Changed), "it was");
}

#[test]
fn the_title_says_what_many_texts_and_pairs_below_the_threshold_share_as_long_as_it_is_so() {
    let mut screen = tea(120, 36);
    let (passage, common) = ("=passage 30", "=common auto");
    screen.lacks(&[passage, common]);
    let snapshot = screen.model.snapshot.clone().unwrap();
    let below = Arc::new(CountsBelowThreshold { pairs: 12, ..CountsBelowThreshold::default() });
    let below = Report::PassagesBelow(Arc::clone(&snapshot), below);
    let common_shingles = Report::SharedByMany(snapshot, 39);
    screen.report(below.clone()).shows(&[passage]);
    // If only one of two remarks fits, the other one is shown.
    screen.report(common_shingles.clone()).shows(&[common]);
    screen.lacks(&[passage]);
    // A new result drops the remarks on an older result.
    change(&mut screen, &[(0, 1, 90)]);
    for late in [below, common_shingles] {
        screen.report(late).lacks(&[passage, common]);
    }
}

// Changes of the folder: shown once in the last row, and under `!`.

fn changed(number: u64, path: &str) -> Activity {
    happened(number, path, DocumentEvent::Changed(1))
}

fn happened(number: u64, path: &str, what: DocumentEvent) -> Activity {
    Activity { number, path: DocPath::new(path), what, before: false }
}

fn tell(screen: &mut TestScreen, all: Vec<Activity>) {
    screen.report(Report::Activities(Arc::new(all)));
    screen.serve();
}

/// A folder with several changes.
fn eventful(width: u16, height: u16) -> TestScreen {
    let mut screen = TestScreen::folder(width, height);
    tell(
        &mut screen,
        vec![
            happened(5, "notes/spring.txt", DocumentEvent::Back),
            happened(4, "essay.txt", DocumentEvent::Gone),
            happened(3, "drafts/\u{202e}odd.txt", DocumentEvent::New),
            happened(2, "essays/pier.txt", DocumentEvent::Changed(3)),
            happened(1, "lost.txt", DocumentEvent::Gone),
        ],
    );
    screen
}

#[test]
fn what_happened_stands_above_the_problems() {
    for (width, height) in [(84, 24), (120, 36)] {
        let screen = eventful(width, height).after("!");
        let words = screen.words();
        let told = [
            ("spring", "back"),
            ("essay", "gone"),
            ("⟨U+202E⟩odd", "new"),
            ("pier", "3"),
            ("lost", "gone"),
        ];
        let mut rest = &*words;
        for (name, what) in told {
            let said = rest.split_once(&format!("{name}.txt ")).map(|(_, behind)| behind);
            rest = said.and_then(|behind| behind.split_once(what)).expect(&words).1;
        }
    }
}

#[test]
fn a_document_that_is_back_is_told_with_its_rows_and_leaves_none_to_the_next() {
    let mut screen = TestScreen::folder(160, 36);
    let gone = Activity { before: true, ..happened(1, "old.txt", DocumentEvent::Gone) };
    tell(&mut screen, vec![gone]);
    let rows = |screen: &mut TestScreen, new| {
        let snapshot = screen.snapshot().clone();
        let mut next = Snapshot::clone(&snapshot);
        next.news = RowChanges { new, marked: new, ..RowChanges::default() };
        screen.show(next);
    };
    rows(&mut screen, 9);
    tell(&mut screen, vec![happened(1, "old.txt", DocumentEvent::Back)]);
    screen.tells("old.txt is back: 9 pairs new");
    rows(&mut screen, 8);
    let new = happened(2, "new.txt", DocumentEvent::New);
    tell(&mut screen, vec![new, happened(1, "old.txt", DocumentEvent::Back)]);
    screen.tells("new.txt is new: 8 pairs new");
}

#[test]
fn notices_that_do_not_fit_end_with_a_sign() {
    let cut = |screen: &TestScreen| {
        screen.text().lines().any(|line| line == " … a larger terminal shows more")
    };
    for (height, is_cut) in [(13, true), (40, false)] {
        let mut screen = eventful(60, height);
        assert_eq!(cut(screen.press("!")), is_cut, "{}", screen.text());
    }
}

#[test]
fn pairs_that_are_counted_anew_are_told_beside_a_change() {
    let mut screen = TestScreen::folder(200, 36);
    let mut told = |number, new, recounted| {
        let mut next = Snapshot::clone(screen.snapshot());
        next.news = RowChanges { new, recounted, ..RowChanges::default() };
        screen.show(next);
        tell(&mut screen, vec![changed(number, "tea.txt")]);
        screen.footer()
    };
    assert!(told(1, 0, 0).contains("tea.txt changed: every pair as before"));
    let anew = "4 pairs counted again, because other text is common";
    assert!(
        told(2, 1, 4).contains(&format!("tea.txt changed: 1 pair new · {anew} · /new shows them"))
    );
    assert!(told(3, 0, 4).contains(&format!("tea.txt changed: {anew}")));
}

#[test]
fn a_document_that_is_gone_is_reported_once() {
    let mut screen = TestScreen::folder(120, 36);
    let tell = |screen: &mut TestScreen, gone, all| {
        let mut next = Snapshot::clone(screen.snapshot());
        next.news = RowChanges { gone, ..RowChanges::default() };
        screen.show(next);
        tell(screen, all);
    };
    let essay = happened(1, "essay.txt", DocumentEvent::Gone);
    tell(&mut screen, 1, vec![essay.clone()]);
    screen.tells("essay.txt is gone: 1 pair gone");
    assert!(!screen.press("j").footer().contains("gone"));
    tell(&mut screen, 0, vec![happened(2, "new.txt", DocumentEvent::New), essay.clone()]);
    assert!(!screen.footer().contains("gone"), "it was said before");
    let more =
        (3..15).rev().map(|number| happened(number, &format!("{number}.txt"), DocumentEvent::Gone));
    tell(&mut screen, 14, more.chain([essay]).collect());
    screen.tells("12 files gone: 14 pairs gone");
}
