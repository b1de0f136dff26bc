//! The view of clusters: keys in, pictures and requests out.

use shingle::pipeline::Clusters;

use crate::tui::tests::prelude::*;
use crate::tui::{tests::arranging::asked_for, views::clusters::Tree};

/// Returns a folder after these keys.
fn pressed(keys: &str) -> impl Fn(u16, u16) -> TestScreen {
    move |width, height| TestScreen::pressed(width, height, keys)
}

#[test]
fn a_tree_of_clusters_beside_their_pairs() {
    let make = pressed("K<Right><Down><Down>");
    fits_every_size(&make);
    assert_snapshot!(make(120, 36).text());
}

#[test]
fn a_member_leads_to_all_that_resembles_it_and_back() {
    let mut screen = TestScreen::pressed(120, 36, "K<Right>jjj<Enter>");
    assert_eq!(screen.list(), ViewName::Resembling);
    assert_eq!(screen.subject().unwrap().to_string(), "essays/pier.txt");
    assert_eq!(screen.press("<Esc>").list(), ViewName::Clusters);
    assert_eq!((screen.press("<Left>").selected(), screen.lines()), (0, 3));
    assert_eq!(screen.press_unanswered("<Esc>").list(), ViewName::Pairs);
    assert!(screen.asked.contains(&Command::Ask(0, Question::Clusters(false))));
}

#[test]
fn a_cluster_and_its_pairs_show_the_marks_of_the_pairs() {
    let mut screen = TestScreen::pressed(120, 36, " aq<Enter>K");
    screen.serve();
    // The second cluster has one text, whose copies are a marked row.
    screen.shows(&["+q     2", "+q     3", "q  64%"]);
    screen.press("<Esc> ao<Enter>K");
    screen.serve().lacks(&["+q     ", "q  64%"]);
}

#[test]
fn a_cluster_has_no_letter_while_its_copies_lack_the_mark() {
    let mut screen = TestScreen::pressed(120, 36, " aq<Enter>K");
    screen.serve().shows(&["+q     2       96%"]);
    let mut clusters = fake::clusters(screen.snapshot());
    let copy = clusters.clusters[0].texts[0][0];
    let legal = clusters.clusters.iter_mut().find(|one| one.documents == 2).unwrap();
    legal.texts[0].push(copy);
    screen.answered(0, Answer::Clusters(Arc::new(clusters))).lacks(&["+q     2       96%"]);
}

fn other(snapshot: &Snapshot, threshold: Ratio) -> (Snapshot, Clusters) {
    let params = Params { threshold, ..Params::clone(&snapshot.params) };
    let mut next = snapshot.clone();
    next.params = Arc::new(params);
    let mut clusters = fake::clusters(&next);
    clusters.clusters.remove(0);
    (next, clusters)
}

#[test]
fn another_threshold_is_stale_until_it_is_there_and_the_selection_stays() {
    let mut screen = TestScreen::pressed(120, 36, "Kj");
    let name = screen.selected_cluster();
    screen.press_unanswered("t");
    assert!(matches!(screen.asked.last(), Some(Command::Ask(_, Question::Ranking { .. }))));
    assert_eq!(asked_for(&screen).unwrap().threshold, Ratio::new(1, 4));
    screen.shows(&["stale · 3 clusters"]);
    let (next, clusters) = other(screen.snapshot().clone().as_ref(), Ratio::new(1, 4));
    screen.publish(next);
    screen.answered(0, Answer::Clusters(Arc::new(clusters))).shows(&["─ 2 clusters · "]);
    assert_eq!((screen.selected_cluster(), screen.selected()), (name, 0));
}

#[test]
fn what_comes_after_one_has_left_is_not_taken_in() {
    let mut screen = TestScreen::pressed(120, 36, "K<Esc>");
    let clusters = fake::clusters(screen.snapshot());
    screen.answered(0, Answer::Clusters(Arc::new(clusters)));
    assert!(screen.model.states.get::<Tree>().answer.is_none());
}

#[test]
fn plot_and_words_are_those_of_the_selected_pair_and_lead_back() {
    for keys in ["d", "x"] {
        let mut screen = TestScreen::pressed(120, 36, "K");
        let before = screen.text();
        screen.press(keys);
        let (a, b) = screen.pair_names();
        let tree: &Tree = screen.model.states.get();
        assert_eq!(tree.selected_pair_names(), Some((a.clone(), b.clone())), "{keys}");
        assert_eq!(screen.press("<Right><Esc>").text(), before, "{keys}");
    }
}

#[test]
fn keys_of_a_pair_say_that_none_is_on_the_screen() {
    for room in ["K", "D", "!"] {
        for key in ["n", "y", ";"] {
            let mut screen = TestScreen::pressed(120, 36, room);
            screen.asked.clear();
            assert!(screen.press(key).asked.is_empty() && !screen.note().is_empty(), "{room}{key}");
        }
    }
}

#[test]
fn clusters_are_filtered_by_their_documents() {
    let mut screen = pressed("K")(120, 36);
    let all = screen.lines();
    assert!(all > 1);
    let name = |screen: &TestScreen, place: usize| {
        let shown = screen.model.states.get::<Tree>().answer.clone().unwrap();
        let doc = shown.clusters[place].first_document();
        let path = shown.docs[doc.index()].path.to_string();
        path.rsplit(['/', '.']).nth(1).unwrap().to_string()
    };
    let last = name(&screen, all - 1);
    assert_eq!(screen.press(&format!("/'{last}<Enter>")).lines(), 1, "{}", screen.text());
    let branch = screen.model.states.get::<Tree>().selected_branch().unwrap();
    assert_eq!(branch.place, all - 1);
    // A new result is filtered, too.
    screen.publish(fake::folder(2, &Params::defaults()));
    let clusters = fake::clusters(&fake::folder(2, &Params::defaults()));
    assert_eq!(screen.answered(0, Answer::Clusters(Arc::new(clusters))).lines(), 1);
    assert_eq!(screen.press("<Esc>").lines(), all);
}
