//! Sorting, filtering and unfolding the ranked list: keys in, rows and pictures out.

#![expect(clippy::disallowed_methods, reason = "a test writes its own files")]

use std::{
    fs, ops::Range, sync::mpsc::Receiver, sync::mpsc::channel, thread::sleep, time::Instant,
};

use documents::hash_content;
use proptest::{prelude::*, sample::select};
use ratatui::{buffer::Buffer, style::Color};
use tempfile::TempDir;

use shingle::{base::span::Span, engine::DocumentFolder, engine::Engine, pipeline::Block};

use crate::tui::drawing::{GlyphKind, ignored_modifier, iter_glyphs};
use crate::tui::model::{PairColumn, Sort, pair::map_marks, pair::row_of_map_cell};
use crate::tui::tests::prelude::*;
use crate::tui::{tests::pair::opened, tests::pair::showing, update::restore_last_visit};

/// Returns the first names of the rows on the screen, from top to bottom.
fn listed(screen: &TestScreen) -> Vec<String> {
    let snapshot = screen.snapshot();
    (0..)
        .map_while(|line| screen.model.list.contents_of_line(line))
        .map(|shows| snapshot.names(&snapshot.rows[shows.row]).0.to_string())
        .collect()
}

#[test]
fn each_column_sorts_says_so_and_reverses() {
    let mut screen = TestScreen::pressed(120, 36, ">>>>");
    assert_eq!(screen.sorted_by(), Sort::by_column(PairColumn::Shared));
    assert_eq!(listed(&screen)[..2], ["legal/licence-a.txt", "essays/harbour-final.md"]);
    screen.press("R");
    assert_eq!(listed(&screen)[0], "essays/harbour-draft-with-a-rather-long-name-2024.md");
    assert_eq!(screen.press(">").sorted_by(), Sort::by_column(PairColumn::NameA));
    assert!(listed(&screen).is_sorted());
    assert_eq!(screen.press("<<<<<").sorted_by(), Sort::default());
    assert_eq!(listed(screen.press("R")).last().unwrap(), "tweets/01.txt");
    assert_eq!(screen.press("jj>").selected(), 0);
}

#[test]
fn the_selection_follows_its_pair_through_order_and_filter() {
    let mut screen = TestScreen::pressed(120, 36, "R/harbour<Enter>j");
    let names = screen.selected_pair();
    for keys in ["", "<Esc>", "/harbour", "<Enter>"] {
        assert_eq!(screen.press(keys).selected_pair(), names, "after {keys}");
        let again = fake::folder(1, &Params::defaults());
        assert_eq!(screen.show(again).selected_pair(), names, "after {keys} and a new result");
    }
}

#[test]
fn a_click_on_a_heading_sorts_and_another_one_reverses() {
    let mut screen = TestScreen::folder(120, 36);
    let row = screen.areas().list.unwrap().columns.y;
    let heading = |screen: &TestScreen, name: &str| {
        let text = screen.text();
        let line = text.lines().nth(usize::from(row)).unwrap();
        line.split_once(name).unwrap().0.chars().count() as u16
    };
    let column = heading(&screen, "A in B");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (column + 2, row));
    assert_eq!(screen.sorted_by(), Sort::by_column(PairColumn::AInB));
    let column = heading(&screen, "A in B");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    assert_eq!(screen.sorted_by(), Sort::by_column(PairColumn::AInB).reversed_order());
    let column = heading(&screen, "mark");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    assert_eq!(listed(&screen)[0], "essays/harbour-final.md");
}

#[test]
fn a_filter_acts_as_it_is_typed_stays_after_enter_and_goes_with_escape() {
    let mut screen = TestScreen::pressed(120, 36, "/");
    assert_eq!(listed(screen.press("harb")).len(), 3);
    assert_eq!(listed(screen.press(" >60")).len(), 1);
    assert!(!screen.press("<Enter>").has_prompt());
    // The open pair has several levels. Esc removes the filter last.
    assert!(screen.press("<Enter>").pair_fills_screen());
    screen.press("<Esc>");
    assert_eq!((screen.pair_fills_screen(), listed(&screen).len()), (false, 1));
    assert_eq!(listed(screen.press("<Esc>")).len(), 7);
}

#[test]
fn at_a_term_that_is_not_understood_the_rows_stay() {
    let mut screen = TestScreen::pressed(120, 36, "/harbour");
    let rows = listed(&screen);
    assert!(rows.len() < 7);
    assert_eq!(listed(screen.press(" >x")), rows);
    // The text is selected when the line opens again, so typed text replaces it.
    assert_eq!(screen.press("<Enter>/").prompt(), "harbour >x");
    assert_eq!(screen.press("tw").prompt(), "tw");
    assert_eq!(screen.press("<Enter>/<End>i").prompt(), "twi");
}

#[test]
fn where_nothing_passes_escape_is_the_way_out() {
    let mut screen = TestScreen::pressed(80, 24, "/nothing-of-this-name");
    assert_eq!(listed(&screen).len(), 0);
    assert!(!screen.press("<Enter><Enter>jk").pair_fills_screen());
    assert_eq!(screen.press("<Esc>").selected_pair().unwrap().0.to_string(), "tweets/01.txt");
}

#[test]
fn copies_unfold_into_rows_that_open_with_the_first_and_fold_again() {
    let mut screen = TestScreen::pressed(120, 36, "<Right>");
    assert_eq!(listed(&screen).len(), 9);
    screen.shows(&["row 1 of 7", "├ tweets/02.txt", "└ tweets/02_copy.txt"]);
    screen.press("jj");
    let names = screen.pair_names();
    assert_eq!(format!("{} {}", names.0, names.1), "tweets/01.txt tweets/02_copy.txt");
    assert_eq!((listed(screen.press("<Left>")).len(), screen.selected()), (7, 0));
    // A pair has no line below it to unfold.
    assert_eq!(listed(screen.press("j<Right>")).len(), 7);
}

#[test]
fn what_is_unfolded_and_selected_survives_new_results() {
    for keys in ["<Right>jj", "RG<Right>jj"] {
        let mut screen = TestScreen::pressed(120, 36, keys);
        let mut next = fake::folder(2, &Params::defaults());
        next.rows.change_rows(|rows| drop(rows.remove(1)));
        assert_eq!(listed(screen.show(next)).len(), 8);
        assert_eq!(screen.selected_pair().unwrap().1.to_string(), "tweets/02_copy.txt");
        assert!(screen.model.list.is_copy_selected());
    }
}

#[test]
fn a_result_waits_for_its_order_and_an_older_one_is_dropped() {
    let mut screen = TestScreen::pressed(120, 36, "R");
    let before = screen.text();
    let mut shorter = fake::folder(2, &Params::defaults());
    shorter.rows.change_rows(|rows| rows.truncate(2));
    assert_eq!(screen.publish(shorter).text(), before, "shown before it was arranged");
    screen.publish(fake::folder(3, &Params::defaults()));
    assert_eq!(listed(screen.show(fake::folder(2, &Params::defaults()))).len(), 7);
    assert_eq!(screen.snapshot().epoch.0, 3);
    assert!(screen.model.list.awaited.is_none());
}

#[test]
fn the_newest_result_comes_at_once_when_nothing_is_to_be_arranged_any_more() {
    let mut screen = TestScreen::pressed(120, 36, "R");
    screen.publish(fake::folder(2, &Params::defaults()));
    assert_eq!(screen.press_unanswered("R").snapshot().epoch.0, 2);
    assert_eq!(listed(screen.serve())[0], "tweets/01.txt");
}

#[test]
fn a_list_is_sorted_by_the_columns_that_are_shown() {
    for (keys, width) in [("", 80), ("", 120), ("D", 80), ("D", 120), ("D", 160)] {
        let mut screen = TestScreen::pressed(width, 36, keys);
        for _ in 0..10 {
            screen.press(">");
            let row = usize::from(screen.areas().list.unwrap().columns.y);
            let headings = screen.text().lines().nth(row).unwrap().to_string();
            assert!(headings.contains(['▾', '▴']), "{keys} at {width}: {}", screen.note());
        }
    }
}

// The selection follows its pair by name, and the open pair follows the selection.

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

fn ranking(epoch: u64, rows: &[(u32, u32, u32)]) -> Snapshot {
    let rows: Vec<_> =
        rows.iter().map(|(a, b, shared)| (*a, *b, *shared, 50, 50, Mark::None)).collect();
    fake::ranking(epoch, &Params::defaults(), &NAMES, &rows)
}

fn names(a: &str, b: &str) -> (DocPath, DocPath) {
    (DocPath::new(a), DocPath::new(b))
}

#[test]
fn a_pair_that_vanished_is_named_and_the_rank_stays() {
    let mut screen = TestScreen::showing(80, 24, ranking(1, &[(0, 1, 40), (0, 2, 30), (0, 3, 20)]));
    screen.press("j");
    screen.publish(ranking(2, &[(0, 1, 40), (0, 3, 20)]));
    assert_eq!(screen.selected_pair(), Some(names("a", "d")));
    assert_eq!(screen.note(), "no longer in the list: a ↔ c");
    assert_eq!(screen.publish(ranking(3, &[])).selected_pair(), None);
    assert!(!screen.press("jkGg<Enter>").pair_fills_screen());
}

#[test]
fn a_long_note_does_not_cover_the_selected_row() {
    let names: Vec<String> = (0..30).map(|number| format!("{number}.md")).collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let rows: Vec<_> = (1..30).map(|b| (0, b, 50 - b, 50, 50, Mark::None)).collect();
    for size in [(80, 24), (120, 36)] {
        let snapshot = fake::ranking(1, &Params::defaults(), &names, &rows);
        let mut screen = TestScreen::showing(size.0, size.1, snapshot).after("G");
        screen.store(|model| model.show_note("as you left it ".repeat(15)));
        assert!(screen.text().contains('▸'), "{}", screen.text());
    }
}

#[test]
fn the_pair_that_is_read_stays_though_its_row_is_gone() {
    for keys in ["j<Tab>", "j<Enter>"] {
        let mut screen = TestScreen::showing(120, 36, ranking(1, &[(0, 1, 40), (0, 2, 30)]));
        screen.press(keys);
        screen.show(ranking(2, &[(0, 1, 40)]));
        assert_eq!(screen.open_pair().view.names().1, &DocPath::new("c"));
        assert_eq!(screen.press("<Esc>").pair_names(), names("a", "b"));
    }
}

#[test]
fn what_a_visit_left_is_taken_back_one_parameter_at_a_time() {
    let mut screen = TestScreen::showing(120, 36, ranking(1, &[(0, 1, 40)]));
    let usual = Params::defaults();
    (screen.model.params.width, screen.model.params.modulo) = (5, 4);
    let left = screen.model.params.clone();
    restore_last_visit(&mut screen.model, Duration::ZERO, usual.clone(), (None, ""));
    assert_eq!(*screen.press_unanswered("u").params(), Params { width: 5, ..usual.clone() });
    assert_eq!(*screen.press_unanswered("u").params(), usual);
    assert_eq!(*screen.press_unanswered("UU").params(), left);
    // Undo reverts a preset at once, with all its parameters.
    let mut screen = TestScreen::showing(120, 36, ranking(1, &[(0, 1, 40)]));
    screen.model.params = Params::from_preset(Preset::Phpir);
    restore_last_visit(&mut screen.model, Duration::ZERO, usual.clone(), (None, ""));
    assert_eq!(*screen.press_unanswered("u").params(), usual);
    screen.press_unanswered("uU");
    assert_ne!(*screen.params(), usual, "there was one step to take back, and it is repeated");
}

/// Returns a group of copies before the pairs of `rows`.
fn with_copies(epoch: u64, members: &[u32], rows: &[(u32, u32, u32)]) -> Arc<Snapshot> {
    let mut snapshot = ranking(epoch, rows);
    let pair = fake::pair_of(members[0], members[1], 50, 50, 50, &Params::defaults());
    let members = members.iter().map(|member| DocId(*member)).collect();
    snapshot
        .rows
        .change_rows(|rows| rows.insert(0, Row::Copies { pair, members, mark: Mark::None }));
    Arc::new(snapshot)
}

#[test]
fn a_group_of_copies_stays_selected_while_it_grows_and_shrinks() {
    let mut screen = TestScreen::empty(80, 24);
    screen.publish(with_copies(1, &[1, 2], &[(0, 3, 20)]));
    for (epoch, members) in
        [(2, &[0, 1, 2][..]), (3, &[1, 2]), (4, &[1, 2, 3]), (5, &[2, 3]), (6, &[0, 2])]
    {
        screen.publish(with_copies(epoch, members, &[(0, 3, 20)]));
        assert_eq!(screen.selected(), 0, "{members:?}");
        assert_eq!(screen.note(), "", "{members:?}");
    }
}

#[test]
fn a_pair_that_became_copies_stays_selected_and_one_that_vanished_does_not_become_them() {
    let mut screen = TestScreen::showing(80, 24, ranking(1, &[(0, 1, 40), (0, 2, 30)])).after("j");
    screen.publish(with_copies(2, &[0, 2, 4], &[(0, 1, 40)]));
    assert_eq!((screen.selected(), screen.note()), (0, ""));
    screen.press("j");
    assert_eq!(screen.publish(with_copies(3, &[0, 2, 4], &[(2, 3, 40)])).selected(), 1);
    assert_eq!(screen.note(), "no longer in the list: a ↔ b");
}

#[test]
fn when_all_files_are_gone_the_open_pair_gives_way_to_the_reason() {
    for (width, height) in [(40, 12), (120, 40)] {
        let mut screen = TestScreen::showing(width, height, ranking(1, &[(0, 1, 40)]));
        screen.press("<Enter>");
        let empty = fake::ranking(2, &Params::defaults(), &[], &[]);
        screen.publish(empty);
        screen.press("]").shows(&["0 documents in"]);
    }
}

#[test]
fn the_selected_row_stays_at_its_height_of_the_screen() {
    let rows: Vec<_> =
        (0..4).flat_map(|a| (a + 1..5).map(move |b| (a, b, 40 - a * 5 - b))).collect();
    let mut screen = TestScreen::showing(80, 12, ranking(1, &rows)).after("G");
    let height = screen.selected() - screen.top();
    let mut fewer = rows.clone();
    fewer.remove(0);
    screen.publish(ranking(2, &fewer));
    assert_eq!(screen.selected() - screen.top(), height);
    assert_eq!(screen.selected_pair(), Some(names("d", "e")));
}

#[test]
fn an_answer_about_another_pair_is_dropped() {
    let mut screen = TestScreen::empty(120, 40);
    screen.publish(ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    let view = fake::harbour(("a", "e"), &Params::defaults());
    let names = (DocPath::new("a"), DocPath::new("e"));
    assert!(!screen.answered(0, Answer::Pair { names, view: Ok(Arc::new(view)) }).has_open_pair());
}

#[test]
fn enter_opens_the_selected_pair_where_another_was_on_the_whole_screen_before() {
    let mut screen = TestScreen::folder(84, 24);
    // From a cluster to a pair, and to the matches of one of its documents. The screen shows only one of these views at
    // a time.
    screen.press("Kx");
    let before = screen.pair_names();
    screen.press("D<Enter><Enter>");
    let selected = screen.selected_pair().unwrap();
    assert_ne!(selected, before);
    assert_eq!(screen.pair_names(), selected);
}

// The reader's place while a real folder changes: the selected pair, and the words at the top of both texts.

/// Longer than the wait for a missing file.
const REST: Duration = Duration::from_millis(900);
const DEADLINE: Duration = Duration::from_mins(1);

/// Returns lines of words that no other topic has.
fn lines(topic: &str, numbers: Range<u32>) -> String {
    let spelled = |number: u32| {
        number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect::<String>()
    };
    let line =
        |number: u32| (0..6).map(move |word| format!("{topic}{} ", spelled(number * 6 + word)));
    numbers.map(|number| line(number).collect::<String>() + "\n").collect()
}

/// Place of the reader: the selected pair, the open pair, and the first line of each text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    selected: [String; 2],
    open: [String; 2],
    tops: [String; 2],
}

/// A screen on a folder of three pairs, with the engine.
struct LiveScreen {
    screen: TestScreen,
    engine: Engine,
    reports: Receiver<Report>,
    folder: TempDir,
}

impl LiveScreen {
    /// Starts with the second pair selected, and presses these keys.
    fn start(keys: &str) -> Self {
        let folder = TempDir::new().unwrap();
        for (name, shared) in [("g1", 80), ("g2", 60), ("g3", 40)] {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            let text = |own: &str, first: u32| {
                lines(&format!("{name}{own}"), 0..first)
                    + &lines(name, 0..shared)
                    + &lines(&format!("{name}{own}"), 90..110)
            };
            fs::write(path.join("a.txt"), text("x", 20)).unwrap();
            fs::write(path.join("b.txt"), text("y", 10)).unwrap();
        }
        let (sender, reports) = channel();
        let sink = move |report| drop(sender.send(report));
        let engine =
            Engine::start(None, DocumentFolder::new(folder.path()), Params::defaults(), sink);
        let mut live = Self { screen: TestScreen::empty(160, 40), engine, reports, folder };
        live.until("three pairs", |screen| screen.lines() == 3 && screen.has_open_pair());
        live.press(keys);
        live
    }

    /// Answers the requests of the screen.
    fn serve(&mut self) {
        while !self.screen.asked.is_empty() {
            for command in std::mem::take(&mut self.screen.asked) {
                match command {
                    Command::Ask(number, question) => self.engine.ask_question(number, question),
                    Command::Run(job) => self.screen.run(&job),
                    _ => {}
                }
            }
        }
    }

    fn press(&mut self, keys: &str) {
        self.screen.press_unanswered(keys);
        self.serve();
        self.until("the pair is open", TestScreen::has_open_pair);
    }

    /// Takes reports until `is_so` returns true.
    #[track_caller]
    fn until(&mut self, what: &str, is_so: impl Fn(&TestScreen) -> bool) {
        let end = Instant::now() + DEADLINE;
        while !is_so(&self.screen) {
            let left = end.saturating_duration_since(Instant::now());
            let report = self.reports.recv_timeout(left);
            let report = report.unwrap_or_else(|_| panic!("{what}:\n{}", self.screen.text()));
            self.screen.report(report);
            self.serve();
        }
    }

    /// Takes reports until no more arrive.
    fn rest(&mut self) {
        while let Ok(report) = self.reports.recv_timeout(REST) {
            self.screen.report(report);
            self.serve();
        }
    }

    fn place(&self) -> Place {
        let names = |(a, b): (_, _)| [a, b].map(|name: DocPath| name.to_string());
        let open = self.screen.open_pair();
        let top = |which| {
            let (pane, side) = (open.pane(which), open.side(which));
            let text = side.text.get(pane.rows.row_start(pane.top) as usize..).unwrap();
            text.lines().next().unwrap().to_string()
        };
        Place {
            selected: names(self.screen.selected_pair().unwrap()),
            open: names(self.screen.pair_names()),
            tops: [PaneSide::A, PaneSide::B].map(top),
        }
    }
}

/// A change of the folder of the selected pair, and the names after it.
type Event = (&'static str, fn(&Path), [&'static str; 2]);

const SAME: [&str; 2] = ["g2/a.txt", "g2/b.txt"];

/// Changes that move or retain the contents of both documents, and the names after them.
const EVENTS: [Event; 7] = [
    ("a save in two steps", |folder| save_slowly(&folder.join("g2/a.txt"), 60, false), SAME),
    (
        "a new file of the same name",
        |folder| save_slowly(&folder.join("g2/a.txt"), 100, true),
        SAME,
    ),
    (
        "a rename",
        |folder| rename(folder, "g2/a.txt", "g2/a-final.txt"),
        ["g2/a-final.txt", "g2/b.txt"],
    ),
    (
        "a rename to the other side",
        |folder| rename(folder, "g2/a.txt", "g2/z.txt"),
        ["g2/b.txt", "g2/z.txt"],
    ),
    ("a folder renamed", |folder| rename(folder, "g2", "g4"), ["g4/a.txt", "g4/b.txt"]),
    ("a copy that sorts earlier", |folder| copy(folder), ["g2/a (copy).txt", "g2/b.txt"]),
    (
        "a copy that comes and goes",
        |folder| {
            copy(folder);
            sleep(REST);
            fs::remove_file(folder.join("g2/a (copy).txt")).unwrap();
        },
        SAME,
    ),
];

fn copy(folder: &Path) {
    fs::copy(folder.join("g2/a.txt"), folder.join("g2/a (copy).txt")).unwrap();
}

fn rename(folder: &Path, from: &str, to: &str) {
    fs::rename(folder.join(from), folder.join(to)).unwrap();
}

fn save_slowly(path: &Path, millis: u64, unlinks: bool) {
    let text = fs::read_to_string(path).unwrap();
    if unlinks {
        fs::remove_file(path).unwrap();
    } else {
        fs::write(path, "").unwrap();
    }
    sleep(Duration::from_millis(millis));
    fs::write(path, text + &lines("saved", 0..1)).unwrap();
}

/// Changes the folder under the reader, and compares the reader's place before and after.
fn follow((event, change, names): Event, keys: &str) {
    let mut live = LiveScreen::start(keys);
    let before = live.place();
    let expected = (&SAME.map(String::from), &SAME.map(String::from));
    assert_eq!((&before.selected, &before.open), expected);
    let folder = live.folder.path().to_path_buf();
    let changing = std::thread::spawn(move || change(&folder));
    live.rest();
    changing.join().unwrap();
    live.rest();
    let about = format!("{event} after {keys}: {}", live.screen.text());
    let after = live.place();
    assert_eq!(after.selected, names.map(String::from), "{about}");
    let mut tops = [before.tops.clone(), after.tops];
    if after.open[0] == "g2/b.txt" {
        tops[1].reverse();
    }
    assert_eq!(tops[0], tops[1], "{about}");
    assert!(!about.contains("row is gone"), "{about}");
}

#[test]
fn the_selected_pair_and_both_places_survive_what_happens_to_its_files() {
    for keys in ["j<Tab>jjjjjjjjjjjj<Esc>", "j<Enter>jjjjjjjjjjjj"] {
        // Most of the time they wait for the engine.
        for some in EVENTS.chunks(3) {
            std::thread::scope(|scope| {
                for event in some {
                    scope.spawn(move || follow(*event, keys));
                }
            });
        }
    }
}

#[test]
fn the_words_at_the_top_stay_where_lines_come_and_go_above_them() {
    let mut live = LiveScreen::start("j<Enter>jjjjjjjjjjjj");
    let path = live.folder.path().join("g2/a.txt");
    let (place, text) = (live.place(), fs::read_to_string(&path).unwrap());
    let inserted =
        lines("new", 0..3) + &text.replacen('\n', &format!("\n{}", lines("more", 0..2)), 1);
    for (what, saved) in [("inserted", inserted), ("undone", text)] {
        fs::write(&path, &saved).unwrap();
        live.until(what, |screen| *screen.open_pair().view.a.text == *saved);
        assert_eq!(live.place(), place, "{what}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 0, ..ProptestConfig::default() })]
    #[test]
    fn after_any_changes_the_pair_is_selected_whose_contents_were(
        changes in prop::collection::vec((0_u8..5, 0_usize..2), 1..6), whole in any::<bool>(),
    ) {
        let mut live = LiveScreen::start(if whole { "j<Enter>" } else { "j" });
        let folder = live.folder.path().to_path_buf();
        let mut names = SAME.map(String::from);
        let follows = |live: &mut LiveScreen, names: &[String; 2]| {
            let expected = names.clone().map(|name| fs::read(folder.join(name)).unwrap());
            let is_it = |found: &[Vec<u8>; 2]| {
                *found == expected || [&found[1], &found[0]] == [&expected[0], &expected[1]]
            };
            live.until("the pair with these contents", |screen| {
                let Some((a, b)) = screen.selected_pair() else { return false };
                let is_read = screen.has_open_pair() && {
                    let view = &screen.open_pair().view;
                    is_it(&[&view.a.text, &view.b.text].map(|text| text.as_bytes().to_vec()))
                };
                // A file that is renamed before the engine has read it is a new file.
                let is_known = |name: &str| {
                    let content = fs::read(folder.join(name)).map(|bytes| hash_content(&bytes)).ok();
                    let mut docs = screen.snapshot().docs.iter();
                    docs.any(|doc| doc.path == DocPath::new(name) && Some(doc.file.content) == content)
                };
                is_read
                    && names.iter().all(|name| is_known(name))
                    && is_it(&[a, b].map(|name| fs::read(folder.join(name.as_path())).unwrap_or_default()))
            });
        };
        for (number, (change, which)) in changes.into_iter().enumerate() {
            let path = folder.join(&names[which]);
            let text = fs::read_to_string(&path).unwrap() + &lines("saved", 0..number as u32);
            match change {
                0 => fs::write(&path, text).unwrap(),
                1 => {
                    fs::write(folder.join(".new"), text).unwrap();
                    fs::rename(folder.join(".new"), &path).unwrap();
                }
                2 => save_slowly(&path, 100, number % 2 == 0),
                3 => {
                    names[which] = format!("g2/{}{number}.txt", ["m", "0"][number % 2]);
                    fs::rename(&path, folder.join(&names[which])).unwrap();
                }
                _ => {
                    // Gone before the next change, which would leave the old contents to the copy alone.
                    let copy = folder.join(format!("g2/{which} copy {number}.txt"));
                    fs::copy(&path, &copy).unwrap();
                    live.rest();
                    follows(&mut live, &names);
                    fs::remove_file(copy).unwrap();
                    live.rest();
                }
            }
            follows(&mut live, &names);
        }
    }
}

// After any keys and at any size, rows and maps stay in range. Each byte is drawn in the engine's style.

const WORDS: &str = "harbour|sailors|ferry|Ferry|ferries|the|of|midnight|lamp|storm\n\n|bell|日本";
const KEYS: [&str; 13] = ["n", "N", "1", "3", "j", "k", "G", "g", "v", "V", "i", "<Tab>", ";"];

/// Words in a row, or broken by hand for a page of 64 columns.
fn text() -> impl Strategy<Value = String> {
    let words = select(WORDS.split('|').collect::<Vec<_>>());
    let words = prop::collection::vec(words, 0..90).prop_map(|words| words.join(" "));
    (words, any::<bool>()).prop_map(|(text, broken)| if broken { by_hand(&text) } else { text })
}

fn by_hand(text: &str) -> String {
    let mut broken = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        if column + word.len() > 64 {
            broken.push('\n');
            column = 0;
        } else if column > 0 {
            broken.push(' ');
        }
        broken.push_str(word);
        column = if word.ends_with('\n') { 0 } else { column + 1 + word.len() };
    }
    broken
}

fn positions(screen: &TestScreen) {
    let pair = screen.open_pair();
    let passages = pair.view.passages.len();
    assert!(pair.active.is_none_or(|active| active < passages));
    for which in [PaneSide::A, PaneSide::B] {
        let pane = pair.pane(which);
        assert!(pane.top < pane.rows.count_rows());
        assert!(pane.pad == 0 || pane.top == 0);
        for height in [0, 1, 2, 7, 30, 200] {
            let cells = map_marks(pair, which, height);
            assert_eq!(cells.len(), usize::from(height).clamp(1, pane.rows.count_rows()));
            assert!(
                cells
                    .iter()
                    .all(|(passage, _)| passage.is_none_or(|one| (one as usize) < passages))
            );
            let seen: Vec<bool> = cells.iter().map(|(_, visible)| *visible).collect();
            let frames = seen.chunk_by(|one, other| one == other).filter(|run| run[0]).count();
            assert!(frames <= 1, "the frame is in one piece: {seen:?}");
            assert!(
                (0..height)
                    .all(|cell| row_of_map_cell(pane, height, cell) < pane.rows.count_rows())
            );
        }
    }
}

/// Compares every cell of the texts with its byte.
fn looks(screen: &TestScreen, buffer: &Buffer) {
    let (pair, theme) = (screen.open_pair(), screen.theme());
    let areas = screen.areas().pair.unwrap();
    for (which, area) in PaneSide::BOTH.into_iter().zip(areas.panes) {
        let Some(area) = area else { continue };
        let (pane, side) = (pair.pane(which), pair.side(which));
        for y in 0..area.text.height {
            // A long note covers up to two rows above the last row.
            if !screen.note().is_empty() && area.text.y + y + 3 >= buffer.area.height {
                break;
            }
            let Some(row) = (pane.top + usize::from(y)).checked_sub(pane.pad) else { continue };
            let Some(range) = pane.rows.byte_range_of_row(row, side.text.len()) else { break };
            let mut walk = iter_glyphs(&side.text, range.start);
            let (mut column, mut was_marked) = (0, false);
            while let Some(mut glyph) = walk.next_glyph(column) {
                // A newline within the row joins two lines.
                if glyph.kind == GlyphKind::Newline && glyph.end < range.end {
                    (glyph.kind, glyph.width) = (GlyphKind::Blank, 1);
                }
                if glyph.start >= range.end
                    || glyph.kind == GlyphKind::Newline
                    || column >= area.text.width
                {
                    break;
                }
                let cell = &buffer[(area.text.x + column, area.text.y + y)];
                column += glyph.width;
                let is_mark = |span: &Span| {
                    (span.start as usize) < glyph.end && glyph.start < span.end as usize
                };
                let is_marked = !screen.reading().dropped && side.changed.iter().any(is_mark);
                let is_next = |span: &Span| span.start as usize == glyph.end;
                let is_gap = was_marked
                    && !is_marked
                    && glyph.kind == GlyphKind::Blank
                    && side.changed.iter().any(is_next);
                was_marked = is_marked;
                if glyph.kind == GlyphKind::Blank && glyph.end >= range.end {
                    continue;
                }
                let byte = glyph.start as u32;
                let lit = side
                    .highlights
                    .iter()
                    .find(|lit| lit.span.start <= byte && byte < lit.span.end);
                let before = side.highlights.iter().rfind(|lit| lit.span.end <= byte);
                let after = side.highlights.iter().find(|lit| lit.span.start > byte);
                let between = before.zip(after).filter(|(before, after)| before.run == after.run);
                let holds = |block: &&Block| block.span.start <= byte && byte < block.span.end;
                let block = side.blocks.iter().find(holds).map(|block| block.passage);
                let look =
                    |passage: Option<u32>| theme.passage_look(&pair.tints, passage, pair.active);
                let changed = side.changed.iter().any(|span| span.start <= byte && byte < span.end);
                let differs = changed && !screen.reading().dropped;
                let expected = match (lit, block, between) {
                    _ if differs => None,
                    (Some(lit), ..) => look(block.or(lit.passage)).counted.bg,
                    (None, ..) if is_gap => None,
                    (None, Some(_), _) => look(block).between.bg,
                    (None, None, Some((around, _))) => look(around.passage).between.bg,
                    (None, None, None) => None,
                };
                assert_eq!(
                    cell.bg,
                    expected.unwrap_or(Color::Reset),
                    "{:?} at {byte}",
                    glyph.visible
                );
                let reason =
                    side.dropped.iter().find(|one| one.span.start <= byte && byte < one.span.end);
                let underlined = cell.modifier.contains(Modifier::UNDERLINED);
                if screen.reading().dropped {
                    let all = ignored_modifier(reason.map_or(
                        shingle::pipeline::document::pair::ReasonIgnored::StopWord,
                        |one| one.why,
                    ));
                    assert_eq!(
                        cell.modifier.contains(all),
                        reason.is_some(),
                        "{:?} at {byte}",
                        glyph.visible
                    );
                } else {
                    assert_eq!(underlined, differs, "{:?} at {byte}", glyph.visible);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn what_is_drawn_is_what_was_counted_wherever_one_goes(
        a in text(),
        b in text(),
        keys in prop::collection::vec(select(&KEYS[..]), 0..14),
        sizes in prop::collection::vec((40_u16..140, 12_u16..45), 1..4),
        modulo in 1_u32..4,
    ) {
        let (width, height) = sizes[0];
        let view = opened(&a, &b, &Params { modulo, width: 2, ..Params::defaults() });
        let mut screen = showing(width, height, view);
        prop_assume!(screen.has_open_pair());
        for (step, key) in keys.iter().enumerate() {
            // An open number would take the next key.
            if screen.has_prompt() {
                screen.press("<Enter>");
            }
            screen.press_unanswered(key);
            // In the bar, a digit opens the palette over the texts.
            if screen.model.focus == crate::tui::model::Focus::Bar {
                screen.press("<Esc>");
            }
            let (width, height) = sizes[step % sizes.len()];
            screen.send(Message::Resized(width, height));
            positions(&screen);
            looks(&screen, &screen.buffer());
        }
    }
}
