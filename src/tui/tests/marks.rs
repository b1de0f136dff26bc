//! Marks and notes on pairs: set, shown, filtered, counted and undone.

use std::time::SystemTime;

use shingle::{decisions::MarkKind, engine::Activity, engine::DocumentEvent, pipeline::Pair};

use crate::tui::model::Purpose;
use crate::tui::tests::prelude::*;
use crate::tui::update::open_pair_at_start;

/// Returns the mark of each row of the list, in its order; `.` for an unmarked row.
pub(crate) fn marks(screen: &TestScreen) -> String {
    let snapshot = screen.snapshot();
    let order = &screen.model.list.order;
    let row = |place| snapshot.rows.get(order.row_at(place).unwrap()).unwrap();
    let mark = |place| {
        let decided = screen.model.decisions.mark_of_row(snapshot, row(place));
        decided.map_or('.', |one| one.verdict.name().chars().next().unwrap())
    };
    (0..order.len()).map(mark).collect()
}

/// Returns the sign of the mark on the row before the selected row, and true if the sign is bold.
fn sign(screen: &TestScreen) -> (String, bool) {
    let (_, row) = screen.find("▸ ");
    let cell = screen.buffer()[(3, row - 1)].clone();
    (cell.symbol().to_string(), cell.modifier.contains(Modifier::BOLD))
}

#[test]
fn one_key_and_a_letter_mark_and_go_on() {
    let screen = TestScreen::pressed(120, 36, " r q  ");
    // The last two keys are Space twice, which repeats the last mark.
    assert!(marks(&screen).starts_with("rqq."), "{}", marks(&screen));
    assert_eq!(screen.selected_place(), 3);
    assert_eq!(screen.decided_rows(), Some(3));
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
fn a_pair_that_is_named_in_the_other_order_has_the_sides_of_its_row() {
    let mut screen = TestScreen::pressed(120, 36, "");
    let (a, b) = screen.model.list.names.clone().unwrap();
    open_pair_at_start(&mut screen.model, (b.clone(), a.clone()));
    assert_eq!(screen.model.pair.as_ref().unwrap().names, (a, b));
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
    assert_eq!(marks(screen.press("j 3q<Esc>")), ".".repeat(rows), "q may be meant to leave");
    assert!(marks(screen.press(" 3u<Enter>")).starts_with(".uuu."));
    assert_eq!(screen.selected_place(), 4);
    assert_eq!(marks(screen.press(" ac<Enter>")), "c".repeat(rows));
    assert!(marks(screen.press("u")).starts_with(".uuu."));
    assert_eq!(marks(screen.press("<End>u")), ".".repeat(rows));
    assert_eq!(screen.selected_place(), 1, "the first that was taken back");
}

#[test]
fn marks_and_parameters_are_taken_back_and_made_again_in_turn() {
    let mut screen = TestScreen::folder(120, 36);
    let mut press = |keys: &str| {
        screen.pass(Duration::from_secs(1));
        assert!(!screen.press(keys).has_prompt(), "{keys}");
        (marks(&screen), screen.params().width)
    };
    for (keys, expected, width) in [
        (" r", "r..", 3),
        (" q", "rq.", 3),
        ("u", "r..", 3),
        ("u", "...", 3),
        ("U", "r..", 3),
        ("U", "rq.", 3),
        // A new mark clears the changes to redo.
        ("ugg m", "m..", 3),
        ("U", "m..", 3),
        ("w", "m..", 4),
        // The list of the other width has not arrived, so nothing is marked.
        (" ", "m..", 4),
        ("u", "m..", 3),
        ("gj c", "mc.", 3),
        ("u", "m..", 3),
        ("u", "r..", 3),
    ] {
        let (found, found_width) = press(keys);
        assert!(found.starts_with(expected) && found_width == width, "{keys}: {found}");
    }
}

#[test]
fn a_note_is_written_shown_and_found() {
    let mut screen = TestScreen::pressed(120, 36, " rk nAsked, \u{202e}Friday<Enter>");
    screen.serve().shows(&["reused: Asked, "]);
    screen.lacks(&["\u{202e}"]);
    // On a low screen no pair is below the list, so its title shows the note.
    screen.press("g");
    screen.send(Message::Resized(120, 24));
    let has_it = |screen: &TestScreen| {
        screen.text().lines().any(|line| line.contains("──") && line.contains("reused: Asked"))
    };
    assert!(has_it(&screen), "{}", screen.text());
    assert!(!has_it(screen.press("j")), "the next row has none");
    assert_eq!(screen.send(Message::Resized(120, 36)).press("/note:friday").rows(), 1);
    screen.press("<Enter>");
    // Opened again, the note can be changed.
    assert_eq!(screen.press(" n").prompt(), "Asked, \u{202e}Friday");
}

#[test]
fn a_filter_shows_what_is_undecided_and_what_is_decided_falls_out() {
    let mut screen = TestScreen::folder(120, 36);
    let rows = screen.press("/is:undecided<Enter>").rows();
    let first = screen.selected_pair();
    assert_eq!(screen.press(" r").rows(), rows - 1);
    assert_ne!(screen.selected_pair(), first);
    assert_eq!(screen.selected_place(), 0);
    assert_eq!(screen.press("/is:reused").rows(), 1);
    assert_eq!(screen.selected_pair(), first);
}

#[test]
fn what_is_no_mark_marks_nothing_and_the_line_stays_open() {
    let mut screen = TestScreen::pressed(120, 36, " x");
    assert!(screen.has_prompt());
    assert!(screen.press("<Backspace>an").has_prompt(), "a note is for one pair");
    assert!(screen.press("<Backspace><Backspace> ").has_prompt(), "nothing was marked before");
    screen.press("<Esc> 3>");
    assert!(screen.has_prompt() && screen.marks() == 0, "a direction is for one pair");
    // Without a row, a mark's letter is no other key.
    assert!(!screen.press("<Esc>/nothing has this<Enter> q").has_prompt() && screen.marks() == 0);
    assert!(!screen.press("<Esc>D ").has_prompt() && screen.marks() == 0);
    // A mark on equal files cannot hold which of them is the source.
    let mut equal = Snapshot::clone(screen.snapshot());
    let pair = *equal.rows.first().unwrap().pair();
    let docs = Arc::make_mut(&mut equal.docs);
    docs[pair.b.index()].file.content = docs[pair.a.index()].file.content;
    assert!(screen.show(equal).press("<Esc>gg >").has_prompt() && screen.marks() == 0);
    assert_eq!(screen.press("r").marks(), 1);
}

#[test]
fn a_pair_whose_text_changed_has_the_mark_of_before() {
    let mut screen = TestScreen::pressed(120, 36, " r");
    assert_eq!(sign(&screen), ("r".to_string(), true));
    screen.press("k");
    let snapshot = screen.snapshot().clone();
    let mut changed = (*snapshot).clone();
    let (first, _) = screen.selected_pair().unwrap();
    let docs = Arc::make_mut(&mut changed.docs);
    let doc = docs.iter_mut().find(|doc| doc.path == first).unwrap();
    (doc.file.content, doc.file.text) = (77, 78);
    assert!(marks(screen.show(changed)).starts_with(".."));
    let counts = screen.model.decisions.decided.clone().unwrap();
    assert_eq!((counts.now, counts.earlier), (0, 1), "as the filters find them");
    // The row has a quiet sign, a filter finds the row, and undoing a new mark brings the sign back.
    assert_eq!(sign(screen.press("j")), ("?".to_string(), false));
    assert_eq!(
        screen.press("k qu").model.decisions.decided.as_ref().map(|counts| counts.earlier),
        Some(1)
    );
    screen.press("gj");
    let rows = screen.rows();
    assert_eq!(screen.press("k/is:earlier<Enter>").rows(), 1, "{}", screen.text());
    assert_eq!(screen.press("/-is:earlier<Enter>").rows(), rows - 1);
    screen.press("<Esc>g");
    // A renamed document is known by the reports of the folder.
    let mut renamed = Snapshot::clone(screen.snapshot());
    let docs = Arc::make_mut(&mut renamed.docs);
    let now = DocPath::new(format!("{first}.new"));
    docs.iter_mut().find(|doc| doc.path == first).unwrap().path = now.clone();
    screen.show(renamed);
    screen.press("g");
    let what = DocumentEvent::Renamed(now);
    let told = Activity { number: 1, path: first, what, before: false };
    assert_eq!(screen.press("/is:earlier<Enter>").rows(), 0);
    let lost = |screen: &TestScreen| {
        screen.model.decisions.decided.as_ref().map(|counts| counts.without_row.len())
    };
    assert_eq!(lost(&screen), Some(1), "no row has the mark");
    screen.press("!").shows(&["Marked, but without a row now: "]);
    screen.press("<Esc>");
    screen.report(Report::Activities(Arc::new(vec![told])));
    screen.serve();
    assert_eq!((screen.rows(), lost(&screen)), (1, Some(0)));
}

/// Gives the first document of the selected pair another content and text.
fn change_first(screen: &mut TestScreen, content: u128) {
    let mut changed = Snapshot::clone(screen.snapshot());
    let (first, _) = screen.selected_pair().unwrap();
    let docs = Arc::make_mut(&mut changed.docs);
    let file = &mut docs.iter_mut().find(|doc| doc.path == first).unwrap().file;
    (file.content, file.text) = (content, content);
    screen.show(changed);
}

#[test]
fn a_note_outlives_a_change_of_its_texts() {
    for mark in ["", " rk"] {
        let mut screen = TestScreen::pressed(160, 36, &format!("{mark} n"));
        screen.press("Friday: talk<Enter>gg");
        change_first(&mut screen, 77);
        let earlier = "(earlier version, 100% containment): Friday: talk";
        let shows = |screen: &TestScreen| screen.text().contains(earlier);
        assert!(shows(&screen), "{}", screen.text());
        for filter in ["/note:friday<Enter>", "/is:earlier<Enter>"] {
            assert_eq!(screen.press(filter).rows(), 1, "{filter}: {}", screen.text());
            screen.press("<Esc>");
        }
        assert!(shows(screen.send(Message::Resized(120, 40))), "{}", screen.text());
        // A mark on the new version retains the note, and undoing the mark retains it too.
        screen.press(" qgg<Home>");
        let note = |screen: &TestScreen| {
            let snapshot = screen.snapshot().clone();
            let row = snapshot.rows.first().unwrap();
            screen
                .model
                .decisions
                .mark_of_row(&snapshot, row)
                .map(|one| (one.verdict, one.note.clone()))
        };
        assert_eq!(note(&screen), Some((MarkKind::Quotation, "Friday: talk".to_string())));
        screen.press("u");
        assert_eq!(note(&screen), Some((MarkKind::Undecided, "Friday: talk".to_string())));
    }
}

#[test]
fn a_mark_stays_on_the_screen_while_the_pair_explains_its_counts() {
    for (width, height) in [(80, 24), (120, 36)] {
        let mut screen = TestScreen::pressed(width, height, "j >k nask her<Enter>ggj<Enter>i");
        screen.shows(&["reused, B took from A: ask her", "A legal/licence-a.txt"]);
        screen.shows(&["B legal/licence-b.txt", "9 of 14"]);
        change_first(&mut screen, 77);
        screen.shows(&["reused, B took from A (earlier version, 95.7% containment): ask her"]);
        // On a low screen, the earlier mark is beside the score.
        screen.send(Message::Resized(width, 12)).shows(&["reused, B took from A (earlier"]);
    }
}

#[test]
fn rows_that_are_gone_are_neither_decided_nor_undecided() {
    let mut screen = TestScreen::pressed(120, 36, " ar<Enter>");
    let snapshot = screen.snapshot().clone();
    let gone = snapshot.rows.iter().filter(|row| row.mark() == Mark::Gone).count();
    assert!(gone > 0);
    assert_eq!(screen.decided_rows(), Some(snapshot.rows.len() - gone));
    assert_eq!(screen.press("/is:undecided<Enter>").rows(), 0, "{}", screen.text());
}

#[test]
fn a_filter_finds_a_group_of_copies_by_the_mark_of_any_of_its_pairs() {
    let mut screen = TestScreen::pressed(120, 36, "<Right>jj r");
    assert_eq!(screen.press("/is:reused<Enter>").rows(), 1, "{}", screen.text());
}

#[test]
fn clusters_have_only_the_marks_of_their_pairs() {
    let mut screen = TestScreen::pressed(120, 36, "K");
    screen.lacks(&["Space mark"]);
    screen.press(" ").tells("only pairs and sources have marks");
    assert!(screen.model.prompt.is_none());
}

#[test]
fn what_was_decided_elsewhere_meanwhile_is_not_taken_back() {
    let mut screen = TestScreen::pressed(120, 36, " r");
    let snapshot = screen.snapshot().clone();
    let pair = snapshot.rows.first().unwrap().pair();
    let docs = [pair.a, pair.b].map(|id| snapshot.doc(id));
    let score = (pair.score, snapshot.params.measure);
    let theirs = screen.model.decisions.draft_pair_mark("", docs, score, MarkKind::Mine.into());
    screen.decide(vec![theirs]);
    assert!(marks(screen.press("u")).starts_with("m."));
}

// Marks on pairs of copies: a row has its mark under the name of any copy.

#[test]
fn a_row_keeps_its_mark_when_another_copy_is_named_and_can_be_opened_again() {
    let mut screen = TestScreen::pressed(160, 36, "j c");
    assert_eq!(screen.decided_rows(), Some(1));
    // Row 2 is legal/licence-a ↔ licence-b with copies of the latter. From now on the row names another copy.
    let snapshot = screen.snapshot().clone();
    let (a, b) = {
        let (a, b) = snapshot.names(snapshot.rows.get(1).unwrap());
        (a.clone(), b.clone())
    };
    let mut changed = Snapshot::clone(&snapshot);
    let docs = Arc::make_mut(&mut changed.docs);
    let old = docs.iter().find(|doc| doc.path == b).unwrap().file.content;
    let place = docs.iter().position(|doc| doc.path == b).unwrap();
    docs[place].file.content = 77;
    let copy = docs.iter().position(|doc| doc.path.to_string() == "notes/квитанция.txt").unwrap();
    docs[copy].file.content = old;
    let members = vec![DocId(place as u32), DocId(copy as u32)];
    changed.rows.change_rows(|rows| {
        let pair = *rows[1].pair();
        let pair = Pair { a: members[0], b: members[1], ..pair };
        rows.push(Row::Copies { pair, members: members.clone(), mark: Mark::None });
    });
    assert!(marks(screen.show(changed).press("gj")).starts_with(".c"), "{}", screen.text());
    assert_eq!(screen.decided_rows(), Some(1));
    // The mark has its old names, which are equal here. A filter finds the pair, and the mark is on the current
    // version.
    assert_eq!(marks(screen.press("/is:common<Enter>")), "c");
    assert_eq!(screen.press("<Esc>/is:earlier<Enter>").rows(), 0);
    screen.press("<Esc>");
    while screen.selected_pair().as_ref() != Some(&(a.clone(), b.clone())) {
        screen.press("j");
    }
    assert!(marks(screen.press(" o")).starts_with(".."), "{}", marks(&screen));
    assert_eq!(screen.decided_rows(), Some(0));
}

#[test]
fn no_copy_of_a_marked_source_is_named_as_the_source() {
    let row = |a, b| [(a, b, 80, 100, 100, Mark::None)];
    let ranking = |row: [_; 1]| {
        let mut snapshot = fake::ranking(1, &Params::defaults(), &["0.md", "a.md", "b.md"], &row);
        let docs = Arc::make_mut(&mut snapshot.docs);
        docs[0].file.content = docs[1].file.content;
        snapshot
    };
    let mut screen = TestScreen::showing(160, 36, ranking(row(1, 2)));
    screen.press(" >D").shows(&["from a.md"]);
    // The copy comes first, so the row names it.
    screen
        .press("<Esc>")
        .show(ranking(row(0, 2)))
        .shows(&["reused", "(marked: b.md took from a.md)"]);
    screen.press("D").lacks(&["from 0.md", "into b.md"]);
}

// The direction of copying, and the note about the mark before it.

/// Returns the note on the row at a place of the list; empty without a note.
fn note_on(screen: &TestScreen, place: usize) -> String {
    let (snapshot, order) = (screen.model.snapshot.as_ref().unwrap(), &screen.model.list.order);
    let row = snapshot.rows.get(order.row_at(place).unwrap()).unwrap();
    screen.model.decisions.mark_of_row(snapshot, row).map_or(String::new(), |one| one.note.clone())
}

#[test]
fn a_narrow_list_has_the_direction_as_its_sign() {
    for sign in ["r", ">", "<"] {
        let screen = TestScreen::pressed(80, 24, &format!("j {sign}"));
        screen.shows(&[&*format!("   {sign} 2   96%")]);
    }
}

#[test]
fn a_mark_says_who_took_from_whom() {
    let mut screen = TestScreen::pressed(160, 36, "j");
    let snapshot = screen.snapshot().clone();
    let shows = screen.model.list.contents_of_line(screen.model.list.cursor.selected).unwrap();
    let contents = snapshot.content_hashes(snapshot.rows.get(shows.row).unwrap());
    for (key, place, word) in
        [(">", Some(0), "B took"), ("<", Some(1), "A took"), ("c", None, "common")]
    {
        screen.press(&format!(" {key}"));
        let row = snapshot.rows.get(shows.row).unwrap();
        let kept = screen.model.decisions.mark_of_row(&snapshot, row).unwrap();
        assert_eq!(kept.side_of_source(contents), place, "{key}");
        let is_told = |line: &str| line.trim_end().ends_with(word);
        assert!(screen.text().lines().any(is_told), "{}", screen.text());
        screen.press("k");
    }
    // The same mark retains its direction, another does not, and a repeated one states none.
    let kept = |screen: &TestScreen| {
        let row = snapshot.rows.get(shows.row).unwrap();
        let kept = screen.model.decisions.mark_of_row(&snapshot, row).unwrap();
        (kept.verdict, kept.side_of_source(contents))
    };
    assert_eq!(kept(screen.press(" >k rk >k")), (MarkKind::Reused, Some(0)));
    assert_eq!(kept(screen.press(" qk")), (MarkKind::Quotation, None));
    assert_eq!(kept(screen.press(" >k")), (MarkKind::Quotation, Some(0)));
    assert_eq!(kept(screen.press("  k")), (MarkKind::Reused, None));
    screen.press(" >k<Enter>").shows(&["reused, B took from A"]);
    // A note retains the mark.
    screen.press(" nask her<Enter>").shows(&["reused, B took from A: ask her"]);
    screen.press("<Esc>").shows(&["B took:…"]);
    // After a change of one text, the earlier mark retains its direction and score.
    change_first(&mut screen, 77);
    screen.shows(&["reused, B took from A (earlier version, 95.7% containment): ask her"]);
}

#[test]
fn a_note_behind_a_mark_is_about_what_was_marked() {
    let mut screen = TestScreen::folder(120, 36);
    let first = screen.selected_pair().unwrap();
    screen.press(" r");
    let second = screen.selected_pair().unwrap();
    assert_ne!(second, first);
    assert_eq!(screen.press(" n").selected_pair().unwrap(), first, "which the note is about");
    assert_eq!(screen.press("ask her<Enter>").selected_pair().unwrap(), second);
    assert!(marks(&screen).starts_with("r.."), "{}", marks(&screen));
    assert_eq!([note_on(&screen, 0), note_on(&screen, 1)], ["ask her", ""]);
    // The same line opens the note again, to change it.
    assert_eq!(screen.press(" n").prompt(), "ask her");
    screen.press("<Esc>j n");
    // After a move, the note is for the selected row.
    assert_eq!(screen.prompt(), "");
    screen.press("later<Enter>");
    assert_eq!([note_on(&screen, 0), note_on(&screen, 1)], ["ask her", "later"]);
}

#[test]
fn a_note_behind_a_mark_is_kept_when_the_list_hides_every_row() {
    let mut screen = TestScreen::pressed(120, 36, "/licence is:undecided<Enter> r");
    assert_eq!(screen.rows(), 0);
    let marked = screen.model.decisions.just_marked.clone().unwrap().subject;
    screen.press(" nask her<Enter>");
    let noted = screen.model.decisions.mark_of_subject(marked).unwrap();
    assert_eq!((noted.verdict, &*noted.note), (MarkKind::Reused, "ask her"));
    // Without a mark before it, a note has no pair, so the line takes no text.
    screen.press("j n");
    assert!(matches!(screen.open_prompt().purpose, Purpose::Nothing(_)), "{}", screen.text());
}

#[test]
fn a_note_stays_with_its_pair_when_the_list_selects_another_row() {
    let mut screen = TestScreen::pressed(120, 36, " ar<Enter> o/-is:quotation<Enter> q");
    let marked = screen.model.decisions.just_marked.clone().unwrap().subject;
    assert_eq!(screen.rows(), screen.snapshot().rows.len() - 1, "the marked row is hidden");
    screen.press(" nask her<Enter>");
    let noted = screen.model.decisions.mark_of_subject(marked).unwrap();
    assert_eq!((noted.verdict, &*noted.note), (MarkKind::Quotation, "ask her"));
    // A row that the user selects with the mouse gets the next note.
    screen.press("<Esc>gg r");
    let rows = screen.areas().list.unwrap().rows;
    screen.click_at(20, rows.y + 4).press(" nlater<Enter>");
    assert_eq!(note_on(&screen, 4), "later");
}

#[test]
fn the_line_of_marks_says_what_the_dates_in_the_files_say_and_no_mark_takes_it_over() {
    let row = [(0, 1, 80, 100, 100, Mark::None)];
    let mut snapshot = fake::ranking(1, &Params::defaults(), &["a.md", "b.md"], &row);
    let docs = ["date: 2020-05-01\n", "date: 2021-05-01\n"];
    let docs = docs.map(|said| fake::stated("x", said).file.facts);
    for (doc, facts) in Arc::make_mut(&mut snapshot.docs).iter_mut().zip(docs) {
        doc.file.facts = facts;
    }
    let mut screen = TestScreen::showing(160, 36, snapshot);
    screen.press(" ").shows(&["> B took from A  < A took from B"]);
    screen.shows(&["A created 2020-05-01  B created 2021-05-01  (A may be the original)"]);
    screen.press("r").tells("row 1: reused");
    // The list of documents shows the direction too, as a question, unless the user stated another direction.
    screen.press("D").shows(&["into? b.md", "from? a.md"]);
    screen.press("<Esc> <D").shows(&["from b.md", "into a.md"]);
    // Dates of modification alone are a weak sign, in the words of the sources.
    let mut snapshot = fake::ranking(1, &Params::defaults(), &["a.md", "b.md"], &row);
    for (doc, days) in Arc::make_mut(&mut snapshot.docs).iter_mut().zip([20_000, 20_010]) {
        doc.file.modified = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400));
    }
    let mut screen = TestScreen::showing(160, 36, snapshot);
    screen.press(" ").shows(&["(A may be the original: a weak sign)"]);
}
