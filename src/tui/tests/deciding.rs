//! Marks and notes on pairs: given, shown, filtered, counted and taken back.

use std::sync::Arc;
use std::time::Duration;

use ratatui::style::Modifier;
use shingle::base::path::DocPath;
use shingle::decisions::Verdict;
use shingle::engine::{Activity, DocumentEvent, Report};
use shingle::pipeline::{Mark, Snapshot};

use crate::tui::messages::{Command, Message};

use super::test_screen::TestScreen;

/// The verdict of each row of the list, in its order; `.` for an undecided one.
pub(crate) fn marks(screen: &TestScreen) -> String {
    let snapshot = screen.snapshot();
    let order = &screen.model.list.order;
    let row = |place| snapshot.rows.get(order.row(place).unwrap()).unwrap();
    let mark = |place| {
        let decided = screen.model.decisions.of_row(snapshot, row(place));
        decided.map_or('.', |one| one.verdict.name().chars().next().unwrap())
    };
    (0..order.len()).map(mark).collect()
}

/// The sign of the decision on the row before the selected one, and whether it stands out.
fn sign(screen: &TestScreen) -> (String, bool) {
    let (_, row) = screen.find("▸ ");
    let cell = screen.buffer()[(3, row - 1)].clone();
    (cell.symbol().to_string(), cell.modifier.contains(Modifier::BOLD))
}

#[test]
fn one_key_and_a_letter_mark_and_go_on() {
    let mut screen = TestScreen::pressed(120, 36, " r q  ");
    // The last two keys are Space twice: as the last one.
    assert!(marks(&screen).starts_with("rqq."), "{}", marks(&screen));
    assert_eq!(screen.selected_place(), 3);
    screen.shows(&["3 decided"]);
    screen.press("k");
    screen.shows(&["─ quotation · "]);
}

#[test]
fn a_pair_on_the_whole_screen_makes_room_for_the_next_open_one() {
    let mut screen = TestScreen::pressed(120, 36, "<Enter>");
    let first = screen.selected_pair();
    screen.press(" r");
    let shown = screen.any_pair_names();
    assert!(screen.pair_fills_screen() && shown != first);
    assert_eq!(shown, screen.selected_pair());
}

#[test]
fn a_pair_is_marked_in_its_dot_plot_too() {
    let screen = TestScreen::pressed(120, 36, "j<Enter>d r");
    assert!(marks(&screen).starts_with(".r."), "{}", marks(&screen));
    assert!(screen.has_dots(), "of the next pair");
    assert_eq!(screen.selected_place(), 2);
}

#[test]
fn several_rows_are_marked_at_once_and_taken_back_at_once() {
    let mut screen = TestScreen::folder(120, 36);
    let rows = screen.rows();
    screen.press("j 3u");
    assert!(marks(&screen).starts_with(".uuu."));
    assert_eq!(screen.selected_place(), 4);
    screen.press(" ac<Enter>");
    assert_eq!(marks(&screen), "c".repeat(rows));
    assert!(
        screen
            .footer()
            .contains("marked common, 3 of them had another mark · every row shown is marked · u"),
        "{}",
        screen.footer()
    );
    screen.press("u");
    assert!(marks(&screen).starts_with(".uuu."));
    screen.press("<End>");
    screen.press("u");
    assert_eq!(marks(&screen), ".".repeat(rows));
    assert_eq!(screen.selected_place(), 1, "the first that was taken back");
    screen.press("u");
    assert!(screen.footer().starts_with("there is nothing left to undo"), "{}", screen.footer());
}

#[test]
fn marks_that_were_taken_back_are_made_again_in_turn_with_parameters() {
    let mut screen = TestScreen::folder(120, 36);
    let at = |screen: &mut TestScreen, second| {
        screen.send(Message::Clock(Duration::from_secs(second)));
    };
    at(&mut screen, 1);
    screen.press(" r");
    at(&mut screen, 2);
    screen.press(" q");
    at(&mut screen, 3);
    screen.press("u");
    at(&mut screen, 4);
    screen.press("u");
    assert!(marks(&screen).starts_with(".."));
    screen.press("U");
    assert!(marks(&screen).starts_with("r."), "{}", marks(&screen));
    assert!(screen.footer().starts_with("marked again: "), "{}", screen.footer());
    screen.press("U");
    assert!(marks(&screen).starts_with("rq"));
    screen.press("U");
    assert!(screen.footer().starts_with("there is nothing to redo"), "{}", screen.footer());
    // A new mark leaves nothing to be made again.
    screen.press("ugg m");
    screen.press("U");
    assert!(screen.footer().starts_with("there is nothing to redo"), "{}", screen.footer());
}

#[test]
fn marks_and_parameters_are_taken_back_in_the_order_they_were_given() {
    let mut screen = TestScreen::folder(120, 36);
    screen.send(Message::Clock(Duration::from_secs(1)));
    screen.press("w");
    screen.send(Message::Clock(Duration::from_secs(2)));
    screen.press(" ");
    // The list of the other width is not there yet.
    assert!(!screen.has_prompt());
    assert!(screen.footer().contains("about to change"), "{}", screen.footer());
    screen.press("u");
    screen.send(Message::Clock(Duration::from_secs(3)));
    screen.press(" m");
    assert!(marks(&screen).starts_with("m."));
    screen.send(Message::Clock(Duration::from_secs(4)));
    screen.press("u");
    assert!(marks(&screen).starts_with(".."));
    assert!(screen.footer().starts_with("taken back: "), "{}", screen.footer());
}

#[test]
fn the_line_of_marks_says_what_a_note_is_on_and_what_space_does_again() {
    let mut screen = TestScreen::pressed(80, 24, " >");
    screen.press(" ");
    screen.shows(&["n note on the one just marked", "Space rewrite, B took from A"]);
    screen.shows(&["r rewrite/copy", "a all, 9 nine rows"]);
    screen.press("<Esc>j ");
    screen.lacks(&["just marked"]);
}

#[test]
fn a_quotation_stays_one_when_it_is_said_who_took() {
    let mut screen = TestScreen::pressed(120, 36, " q");
    screen.press("k >");
    assert!(screen.footer().starts_with("quotation, B took from A: "), "{}", screen.footer());
    assert!(marks(&screen).starts_with("q."));
}

#[test]
fn a_note_is_written_shown_and_found() {
    let mut screen = TestScreen::pressed(120, 36, " r");
    screen.press("k n");
    screen.press("Asked, \u{202e}Friday");
    screen.press("<Enter>");
    screen.serve();
    assert!(
        screen.text().contains("rewrite: Asked, ␛") || screen.text().contains("rewrite: Asked, ")
    );
    assert!(!screen.text().contains('\u{202e}'));
    // On a low screen no pair stands below the list, so its title has the note.
    screen.press("g");
    screen.send(Message::Resized(120, 24));
    let has_it = |screen: &TestScreen| {
        screen.text().lines().any(|line| line.contains("──") && line.contains("rewrite: Asked"))
    };
    assert!(has_it(&screen), "{}", screen.text());
    screen.press("j");
    assert!(!has_it(&screen), "the next row has none");
    screen.send(Message::Resized(120, 36));
    screen.press("/note:friday");
    assert_eq!(screen.rows(), 1);
    screen.press("<Enter>");
    // Written again, it is there to be changed.
    screen.press(" n");
    assert_eq!(screen.prompt(), "Asked, \u{202e}Friday");
}

#[test]
fn a_filter_shows_what_is_undecided_and_what_is_decided_falls_out() {
    let mut screen = TestScreen::folder(120, 36);
    let rows = screen.rows();
    screen.press("/is:undecided");
    screen.press("<Enter>");
    let first = screen.selected_pair();
    screen.press(" r");
    assert_eq!(screen.rows(), rows - 1);
    assert_ne!(screen.selected_pair(), first);
    assert_eq!(screen.selected_place(), 0);
    screen.press("/is:rewrite");
    assert_eq!(screen.rows(), 1);
    assert_eq!(screen.selected_pair(), first);
}

#[test]
fn every_mark_is_named_in_eighty_columns() {
    let screen = TestScreen::pressed(80, 24, " r ");
    screen.shows(&["r rewrite/copy", "o undecided", "Space rewrite", "a all, 9 nine rows"]);
}

#[test]
fn what_is_no_mark_says_which_there_are() {
    let mut screen = TestScreen::pressed(120, 36, " ");
    screen.shows(&["a all, 9 nine rows"]);
    screen.press("x");
    assert!(
        screen.footer().contains("x is not a mark: r, > or <, q, s, c, u, m or o"),
        "{}",
        screen.footer()
    );
    screen.press("<Backspace>an");
    assert!(screen.footer().contains("a note is for one pair"), "{}", screen.footer());
    screen.press("<Backspace><Backspace> ");
    assert!(screen.footer().contains("nothing was marked before"), "{}", screen.footer());
    screen.press("<Esc>D ");
    assert!(
        screen.footer().starts_with("pairs, clusters and sources are marked"),
        "{}",
        screen.footer()
    );
    assert!(!screen.asked.iter().any(|command| matches!(command, Command::Decide(_))));
}

#[test]
fn a_pair_whose_text_changed_says_what_was_decided_before() {
    let mut screen = TestScreen::pressed(120, 36, " r");
    assert_eq!(sign(&screen), ("r".to_string(), true));
    screen.press("k");
    let snapshot = screen.snapshot().clone();
    let mut changed = (*snapshot).clone();
    let (first, _) = screen.selected_pair().unwrap();
    let docs = Arc::make_mut(&mut changed.docs);
    let doc = docs.iter_mut().find(|doc| doc.path == first).unwrap();
    doc.file.content = 77;
    screen.publish(changed);
    screen.serve();
    assert!(marks(&screen).starts_with(".."));
    screen.shows(&["on an earlier version", "1 decided, 1 earlier"]);
    // Its row has the mark of then, but as what is quiet, and a filter finds it.
    screen.press("j");
    assert_eq!(sign(&screen), ("r".to_string(), false));
    screen.press("k");
    let is_it = |line: &str| line.contains("tweets/01.txt") && line.trim_end().ends_with("earlier");
    assert!(screen.text().lines().any(is_it), "{}", screen.text());
    let rows = screen.rows();
    screen.press("/is:earlier<Enter>");
    assert_eq!(screen.rows(), 1, "{}", screen.text());
    screen.press("/-is:earlier<Enter>");
    assert_eq!(screen.rows(), rows - 1);
    screen.press("<Esc>g");
    // In a narrow title the names stay whole, and so does what is said of the mark.
    screen.send(Message::Resized(60, 40));
    screen.press("<Enter>");
    let title = screen.text().lines().find(|line| line.contains('↔')).unwrap().to_string();
    assert!(title.contains("was rewrite"), "{title}");
    screen.press("<Esc>");
    screen.send(Message::Resized(120, 36));
    // Renamed too, it is known by what was told of the folder.
    let mut renamed = Snapshot::clone(screen.snapshot());
    let docs = Arc::make_mut(&mut renamed.docs);
    let now = DocPath::new(format!("{first}.new"));
    docs.iter_mut().find(|doc| doc.path == first).unwrap().path = now.clone();
    screen.publish(renamed);
    screen.serve();
    screen.press("g");
    screen.lacks(&["on an earlier version"]);
    let what = DocumentEvent::Renamed(now);
    let told = Activity { number: 1, path: first, what, before: false };
    screen.press("/is:earlier<Enter>");
    assert_eq!(screen.rows(), 0);
    screen.report(Report::Activities(Arc::new(vec![told])));
    screen.serve();
    assert_eq!(screen.rows(), 1);
    screen.shows(&["on an earlier version"]);
}

/// The first document of the selected pair has another content from now on.
fn change_first(screen: &mut TestScreen, content: u128) {
    let mut changed = Snapshot::clone(screen.snapshot());
    let (first, _) = screen.selected_pair().unwrap();
    let docs = Arc::make_mut(&mut changed.docs);
    docs.iter_mut().find(|doc| doc.path == first).unwrap().file.content = content;
    screen.publish(changed);
    screen.serve();
}

#[test]
fn a_note_outlives_a_change_of_its_texts() {
    for (mark, said) in
        [("", "undecided on an earlier version"), (" rk", "rewrite on an earlier version")]
    {
        let mut screen = TestScreen::pressed(160, 36, &format!("{mark} n"));
        screen.press("Friday: talk<Enter>");
        screen.press("gg");
        change_first(&mut screen, 77);
        screen.shows(&[said]);
        let titled = |screen: &TestScreen, what: &str| {
            let text = screen.text();
            text.lines().any(|line| line.contains('↔') && line.contains(what))
        };
        assert!(titled(&screen, "Friday: talk"), "{}", screen.text());
        let marked = |line: &str| line.contains("tweets/01.txt") && line.ends_with("earlier");
        assert!(screen.text().lines().any(marked), "{}", screen.text());
        for filter in ["/note:friday<Enter>", "/is:earlier<Enter>"] {
            screen.press(filter);
            assert_eq!(screen.rows(), 1, "{filter}: {}", screen.text());
            screen.press("<Esc>");
        }
        screen.send(Message::Resized(100, 40));
        assert!(titled(&screen, "Friday: talk"), "{}", screen.text());
        // A mark on the new version keeps the words, and taking it back does not lose them.
        screen.press(" qgg<Home>");
        let note = |screen: &TestScreen| {
            let snapshot = screen.snapshot().clone();
            let row = snapshot.rows.get(0).unwrap();
            screen.model.decisions.of_row(&snapshot, row).map(|one| (one.verdict, one.note.clone()))
        };
        assert_eq!(note(&screen), Some((Verdict::Quotation, "Friday: talk".to_string())));
        screen.press("u");
        assert_eq!(note(&screen), Some((Verdict::Undecided, "Friday: talk".to_string())));
    }
}

#[test]
fn rows_that_are_gone_do_not_count_as_decided() {
    let screen = TestScreen::pressed(120, 36, " ar<Enter>");
    let snapshot = screen.snapshot().clone();
    let gone = snapshot.rows.iter().filter(|row| row.mark() == Mark::Gone).count();
    assert!(gone > 0);
    assert_eq!(screen.decided_rows(), Some(snapshot.rows.len() - gone));
}

#[test]
fn what_has_any_mark_is_listed_and_what_is_no_filter_says_which_there_are() {
    let mut screen = TestScreen::pressed(120, 36, " r qk");
    let rows = screen.rows();
    screen.press("/is:decided<Enter>");
    assert_eq!(marks(&screen), "rq");
    screen.press("<Esc>/-is:decided<Enter>");
    assert_eq!(screen.rows(), rows - 2);
    screen.press("<Esc>/is:marked");
    let all = "not understood: is:marked (one of undecided, decided, earlier, rewrite, quotation, siblings, common";
    screen.shows(&[all]);
    screen.send(Message::Resized(80, 24));
    screen.shows(&["(one of undecided, decided, earlier, rewrite, quo"]);
}

#[test]
fn a_mark_that_another_one_replaces_is_told() {
    let mut screen = TestScreen::pressed(120, 36, " q");
    assert!(screen.footer().starts_with("quotation: "), "{}", screen.footer());
    screen.press("k r");
    let line = screen.footer();
    assert!(line.starts_with("rewrite, not quotation: "), "{line}");
    screen.press("k r");
    assert!(screen.footer().starts_with("rewrite: "), "the same again: {}", screen.footer());
    screen.press("gg 3u");
    let line = screen.footer();
    assert!(line.contains("3 rows marked unrelated, 1 of them had another mark"), "{line}");
    screen.press("u");
    assert!(marks(&screen).starts_with("r.."), "{}", marks(&screen));
}

#[test]
fn what_the_verdicts_mean_is_listed_before_one_is_given() {
    for (width, height) in [(120, 36), (80, 24)] {
        let mut screen = TestScreen::pressed(width, height, " ?");
        for verdict in Verdict::ALL {
            let line = format!("{verdict:<9}  {}", verdict.meaning());
            assert!(screen.text().contains(&line), "{line}: {}", screen.text());
        }
        assert_eq!(marks(&screen).trim_matches('.'), "");
        screen.press("2c");
        assert!(marks(&screen).starts_with("cc."), "{}", marks(&screen));
        assert!(!screen.text().contains(Verdict::Mine.meaning()));
    }
}

#[test]
fn clusters_are_marked_as_pairs_are() {
    let mut screen = TestScreen::pressed(120, 36, "K");
    let (_, clusters) = screen.model.tree.place();
    assert!(clusters > 1);
    screen.press(" c");
    assert_eq!(screen.model.tree.place().0, 1);
    screen.press("g nforms<Enter>");
    screen.shows(&["common: forms · Cluster 1: "]);
    assert_eq!(screen.marks(), 1);
    screen.press(" ar<Enter>");
    assert_eq!(screen.marks(), clusters);
    screen.press("uuu");
    assert_eq!(screen.marks(), 0);
}

#[test]
fn what_was_decided_elsewhere_meanwhile_is_not_taken_back() {
    let mut screen = TestScreen::pressed(120, 36, " r");
    let snapshot = screen.snapshot().clone();
    let row = snapshot.rows.get(0).unwrap();
    let theirs = screen.model.decisions.on_row("", &snapshot, row, Verdict::Mine.into());
    screen.decide(vec![theirs]);
    screen.press("u");
    assert!(marks(&screen).starts_with("m."));
    assert!(screen.footer().starts_with("it was decided again since"), "{}", screen.footer());
}
