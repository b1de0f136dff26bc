//! The selection follows its pair by name, and the open pair follows the selection.

use std::sync::Arc;
use std::time::Duration;

use shingle::base::{ids::DocId, path::DocPath};
use shingle::engine::{Answer, PairQuestion, Question};
use shingle::pipeline::{Mark, Params, Preset, Row, Snapshot};

use crate::tui::actions::{Action, Motion};
use crate::tui::messages::Message;
use crate::tui::model::Command;
use crate::tui::update::come_back;

use super::{fake, test_screen::TestScreen};

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

fn ranking(epoch: u64, rows: &[(u32, u32, u32)]) -> Snapshot {
    let rows: Vec<_> =
        rows.iter().map(|(a, b, shared)| (*a, *b, *shared, 50, 50, Mark::None)).collect();
    fake::ranking(epoch, &Params::defaults(), &NAMES, &rows)
}

fn names(a: &str, b: &str) -> (DocPath, DocPath) {
    (DocPath::new(a), DocPath::new(b))
}

fn opened(screen: &mut TestScreen) -> Vec<String> {
    let opened = screen.asked.iter().filter_map(|command| match command {
        Command::Ask(_, Question::Pair(PairQuestion { names: (a, b), .. })) => {
            Some(format!("{a} {b}"))
        }
        _ => None,
    });
    opened.collect()
}

#[test]
fn a_pair_that_vanished_is_named_and_the_rank_stays() {
    let mut screen = TestScreen::showing(80, 24, ranking(1, &[(0, 1, 40), (0, 2, 30), (0, 3, 20)]));
    screen.press("j");
    screen.publish(ranking(2, &[(0, 1, 40), (0, 3, 20)]));
    assert_eq!(screen.selected_pair(), Some(names("a", "d")));
    assert_eq!(screen.note(), "no longer in the list: a ↔ c");
    screen.publish(ranking(3, &[]));
    assert_eq!(screen.selected_pair(), None);
    screen.press("jkGg<Enter>");
    assert!(!screen.pair_fills_screen());
}

#[test]
fn the_pair_that_is_read_stays_though_its_row_is_gone() {
    let mut screen = TestScreen::showing(120, 36, ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    screen.press("j<Tab>");
    screen.show(ranking(2, &[(0, 1, 40)]));
    assert_eq!(screen.pair_names(), names("a", "c"));
    screen.press("<Esc>");
    assert_eq!(screen.pair_names(), names("a", "b"));
}

#[test]
fn what_a_visit_left_is_taken_back_one_parameter_at_a_time() {
    let mut screen = TestScreen::showing(120, 36, ranking(1, &[(0, 1, 40)]));
    let usual = Params::defaults();
    (screen.model.params.width, screen.model.params.modulo) = (5, 4);
    let left = screen.model.params.clone();
    come_back(&mut screen.model, Duration::ZERO, usual.clone(), (None, ""));
    screen.press_unanswered("u");
    assert_eq!(*screen.params(), Params { width: 5, ..usual.clone() });
    screen.press_unanswered("u");
    assert_eq!(*screen.params(), usual);
    screen.press_unanswered("UU");
    assert_eq!(*screen.params(), left);
    // Undo reverts a preset at once, with all its parameters.
    let mut screen = TestScreen::showing(120, 36, ranking(1, &[(0, 1, 40)]));
    screen.model.params = Params::preset(Preset::Phpir);
    come_back(&mut screen.model, Duration::ZERO, usual.clone(), (None, ""));
    screen.press_unanswered("u");
    assert_eq!(*screen.params(), usual);
    screen.press_unanswered("uU");
    assert_ne!(*screen.params(), usual, "there was one step to take back, and it is repeated");
}

/// Returns a group of copies before the pairs of `rows`.
fn with_copies(epoch: u64, members: &[u32], rows: &[(u32, u32, u32)]) -> Arc<Snapshot> {
    let mut snapshot = ranking(epoch, rows);
    let pair = fake::pair_of(members[0], members[1], 50, 50, 50, &Params::defaults());
    let members = members.iter().map(|member| DocId(*member)).collect();
    snapshot.rows.change(|rows| rows.insert(0, Row::Copies { pair, members, mark: Mark::None }));
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
    let mut screen = TestScreen::showing(80, 24, ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    screen.press("j");
    screen.publish(with_copies(2, &[0, 2, 4], &[(0, 1, 40)]));
    assert_eq!((screen.selected(), screen.note()), (0, ""));
    screen.press("j");
    screen.publish(with_copies(3, &[0, 2, 4], &[(2, 3, 40)]));
    assert_eq!(screen.selected(), 1);
    assert_eq!(screen.note(), "no longer in the list: a ↔ b");
}

#[test]
fn when_all_files_are_gone_the_open_pair_gives_way_to_the_reason() {
    for (width, height) in [(40, 12), (120, 40)] {
        let mut screen = TestScreen::showing(width, height, ranking(1, &[(0, 1, 40)]));
        screen.press("<Enter>");
        let empty = fake::ranking(2, &Params::defaults(), &[], &[]);
        screen.publish(empty);
        screen.press("]");
        screen.shows(&["No documents in"]);
    }
}

#[test]
fn the_selected_row_stays_at_its_height_of_the_screen() {
    let rows: Vec<_> =
        (0..4).flat_map(|a| (a + 1..5).map(move |b| (a, b, 40 - a * 5 - b))).collect();
    let mut screen = TestScreen::showing(80, 12, ranking(1, &rows));
    screen.press("G");
    let height = screen.selected() - screen.top();
    let mut fewer = rows.clone();
    fewer.remove(0);
    screen.publish(ranking(2, &fewer));
    assert_eq!(screen.selected() - screen.top(), height);
    assert_eq!(screen.selected_pair(), Some(names("d", "e")));
}

#[test]
fn the_pair_below_the_list_opens_as_the_selection_moves() {
    let mut screen = TestScreen::empty(120, 40);
    screen.publish(ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    assert_eq!(opened(&mut screen), ["a b"]);
    screen.serve();
    screen.send(Message::Action(Action::Move(Motion::Down)));
    assert_eq!(opened(&mut screen), ["a c"]);
}

#[test]
fn an_answer_about_another_pair_is_dropped() {
    let mut screen = TestScreen::empty(120, 40);
    screen.publish(ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    let view = fake::harbour(("a", "e"), &Params::defaults());
    let names = (DocPath::new("a"), DocPath::new("e"));
    screen.answered(0, Answer::Pair { names, view: Ok(Arc::new(view)) });
    assert!(!screen.has_open_pair());
}

#[test]
fn a_pair_on_the_whole_screen_stays_when_it_leaves_the_list() {
    let mut screen = TestScreen::showing(120, 40, ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    screen.press("<Enter>");
    screen.show(ranking(2, &[(0, 2, 45)]));
    assert_eq!(screen.open_pair().view.names().1, &DocPath::new("b"));
    screen.press("<Esc>");
    assert_eq!(screen.pair_names(), names("a", "c"));
}

#[test]
fn brackets_go_from_pair_to_pair_without_leaving() {
    let mut screen = TestScreen::showing(80, 24, ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    screen.press("<Enter>]");
    assert!(screen.pair_fills_screen());
    assert_eq!(screen.open_pair().view.names().1, &DocPath::new("c"));
    screen.press("]");
    screen.press("[");
    assert_eq!(screen.open_pair().view.names().1, &DocPath::new("b"));
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
