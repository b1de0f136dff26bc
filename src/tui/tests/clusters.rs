//! The room of clusters: keys in, pictures and requests out.

use std::sync::Arc;

use insta::assert_snapshot;
use shingle::compare::clusters::Linkage;
use shingle::engine::report::Report;
use shingle::pipeline::parameters::{Params, SketchKind};
use shingle::pipeline::results::clusters::Clusters;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::event_loop::command::Command;
use crate::tui::rooms::room::Room;

use super::fake;
use super::stage::{Stage, pictures};

/// A folder in which these keys were pressed.
fn pressed(keys: &str) -> impl Fn(u16, u16) -> Stage {
    move |width, height| {
        let mut stage = Stage::folder(width, height);
        stage.press(keys);
        stage
    }
}

#[test]
fn a_tree_of_clusters_beside_their_pairs() {
    assert_snapshot!(pictures(pressed("K<Right><Down><Down>")));
}

#[test]
fn a_heat_map_of_the_open_cluster() {
    assert_snapshot!(pictures(pressed("KK<Down>")));
}

#[test]
fn a_heat_map_of_many_texts_is_cut_to_the_room() {
    let names: Vec<String> = (0..90).map(|at| format!("{at:02}.txt")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let snapshot = fake::ranking(1, &Params::defaults(), &names, &[]);
    let mut clusters = fake::clusters(&fake::folder(1, &Params::defaults()));
    let mut scores = shingle::compare::scores::Scores::new(90);
    for a in 0..90 {
        for b in a + 1..90 {
            let score = shingle::base::ratio::Ratio::new(100 / (b - a) as u64, 100);
            scores.raise(a, b, shingle::compare::scores::units(score));
        }
    }
    let heat = shingle::pipeline::results::heat::Heat::of(
        &scores,
        snapshot.params.above,
        snapshot.params.threshold,
    );
    clusters.docs = Arc::clone(&snapshot.docs);
    clusters.clusters.truncate(1);
    let cluster = &mut clusters.clusters[0];
    cluster.texts = (0..90).map(|at| vec![shingle::base::ids::DocId(at)]).collect();
    (cluster.documents, cluster.heat) = (90, Some(heat));
    let mut stage = Stage::showing(84, 24, snapshot);
    stage.press_unanswered("K");
    stage.asked.clear();
    stage.report(Report::Clusters(Arc::new(clusters)));
    stage.press("K<Right><Right><End>");
    let end = stage.text();
    stage.press("<Home>");
    assert_snapshot!(format!("{}\n=== the last row ===\n{end}", stage.text()));
}

#[test]
fn scores_of_sketches_are_marked_as_estimates() {
    let params = Params { sketch: SketchKind::MinHash, ..Params::defaults() };
    let mut stage = Stage::showing(120, 36, fake::folder(1, &params));
    stage.press("K");
    for marked in ["cohesion ≈", "weakest link ≈20%", "  ≈100%", " ≈64% █"] {
        assert!(stage.text().contains(marked), "{marked}: {}", stage.text());
    }
    stage.press("K");
    for marked in ["≈ estimates  · below 20%", "▓≈64", "░≈21"] {
        assert!(stage.text().contains(marked), "{marked}: {}", stage.text());
    }
    stage.model.look.ascii = true;
    assert!(stage.text().contains("~ estimates"), "{}", stage.text());
    let counted = Stage::folder(120, 36);
    assert!(!counted.text().contains('≈'), "{}", counted.text());
}

#[test]
fn the_keys_go_from_the_tree_to_the_pairs_to_both_texts_and_back() {
    let mut stage = Stage::folder(120, 36);
    stage.press("K");
    assert_eq!((stage.model.rooms.here(), stage.model.tree.len()), (Room::Clusters, 3));
    stage.press("<Enter>j");
    assert!(stage.model.tree.beside);
    assert_eq!(stage.model.tree.pair(), Some((0, 1)));
    stage.press("<Enter>");
    assert!(stage.model.zoomed);
    let names = |stage: &Stage| {
        let (a, b) = stage.model.shown.as_ref().unwrap().names.clone();
        (a.to_string(), b.to_string())
    };
    assert_eq!(names(&stage).1, "essays/harbour-final.md");
    stage.press("]");
    assert_eq!(names(&stage).1, "essays/pier.txt");
    stage.press("[[");
    assert_eq!(names(&stage), ("essays/pier.txt".into(), "news/ferry-1931.html".into()));
    stage.press("[");
    assert!(stage.text().contains("this is the first pair of the cluster"), "{}", stage.text());
}

#[test]
fn a_member_leads_to_all_that_resembles_it_and_back() {
    let mut stage = Stage::folder(120, 36);
    stage.press("K<Right>jjj<Enter>");
    assert_eq!(stage.model.rooms.here(), Room::Resembling);
    assert_eq!(stage.model.list.of.as_ref().unwrap().to_string(), "essays/pier.txt");
    stage.press("<Esc>");
    assert_eq!(stage.model.rooms.here(), Room::Clusters);
    stage.press("<Left>");
    assert_eq!((stage.model.tree.cursor.selected, stage.model.tree.len()), (0, 3));
    stage.press_unanswered("<Esc>");
    assert_eq!(stage.model.rooms.here(), Room::Pairs);
    assert_eq!(stage.asked.last(), Some(&Command::Clusters(false)));
}

#[test]
fn the_cross_hair_opens_two_texts_and_not_a_text_and_itself() {
    let mut stage = Stage::folder(120, 36);
    stage.press("KK<Right><Right>");
    assert_eq!(stage.model.tree.cross, (0, 3));
    assert!(
        stage.text().contains("0%, below the threshold: 1 essays/harbour-draft"),
        "{}",
        stage.text()
    );
    stage.press("<Down><Down><Down><Enter>");
    assert!(!stage.model.zoomed);
    assert!(stage.text().contains("a text and itself"), "{}", stage.text());
    stage.press("<Up><Enter>");
    assert!(stage.model.zoomed);
    let (a, b) = stage.model.shown.clone().unwrap().names;
    assert_eq!(
        (a.to_string(), b.to_string()),
        ("essays/pier.txt".into(), "news/ferry-1931.html".into())
    );
    stage.press("<Esc><Esc><Esc>");
    assert_eq!(stage.model.rooms.here(), Room::Pairs);
}

#[test]
fn the_tree_sorts_and_keeps_its_selection() {
    let mut stage = Stage::folder(120, 36);
    stage.press("K<Down><Down>");
    let name = stage.model.tree.name();
    stage.press(">");
    assert!(stage.text().contains("sorted by cohesion"), "{}", stage.text());
    assert_eq!((stage.model.tree.name(), stage.model.tree.cursor.selected), (name.clone(), 1));
    stage.press("R");
    assert_eq!((stage.model.tree.name(), stage.model.tree.cursor.selected), (name, 1));
    stage.click("docs");
    assert!(stage.text().contains("▾docs"), "{}", stage.text());
}

fn other(snapshot: &Snapshot, linkage: Linkage) -> (Snapshot, Clusters) {
    let params = Params { linkage, ..Params::clone(&snapshot.params) };
    let mut next = snapshot.clone();
    next.params = Arc::new(params);
    let mut clusters = fake::clusters(&next);
    clusters.clusters.remove(0);
    (next, clusters)
}

#[test]
fn another_linkage_is_stale_until_it_is_there_and_the_selection_stays() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Kj");
    let name = stage.model.tree.name();
    stage.press_unanswered("@");
    let asked = stage.asked.last().cloned();
    assert!(
        matches!(asked, Some(Command::SetParams(params)) if params.linkage == Linkage::Average)
    );
    assert!(stage.text().contains("stale · 3 clusters"), "{}", stage.text());
    let (next, clusters) = other(stage.model.snapshot.clone().unwrap().as_ref(), Linkage::Average);
    stage.report(Report::Snapshot(Arc::new(next)));
    stage.report(Report::Clusters(Arc::new(clusters)));
    assert!(stage.text().contains("─ 2 clusters · average linkage"), "{}", stage.text());
    assert_eq!((stage.model.tree.name(), stage.model.tree.cursor.selected), (name, 0));
}

#[test]
fn clusters_are_held_back_with_the_folder_and_let_in_with_it() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Kf");
    let (same, _) = other(stage.model.snapshot.clone().unwrap().as_ref(), Linkage::Single);
    let mut clusters = fake::clusters(&same);
    clusters.clusters.truncate(1);
    stage.report(Report::Clusters(Arc::new(clusters)));
    assert_eq!(stage.model.tree.len(), 3);
    stage.report(Report::Snapshot(Arc::new(same)));
    stage.press_unanswered("f");
    assert!(stage.asked.contains(&Command::Clusters(true)));
}

#[test]
fn what_comes_after_one_has_left_is_not_taken_in() {
    let mut stage = Stage::folder(120, 36);
    stage.press("K<Esc>");
    let clusters = fake::clusters(stage.model.snapshot.as_ref().unwrap());
    stage.report(Report::Clusters(Arc::new(clusters)));
    assert!(stage.model.tree.shown.is_none());
}

#[test]
fn opened_again_it_begins_in_the_tree() {
    let mut stage = Stage::folder(120, 36);
    for away in ["<Esc><Esc>", "D"] {
        stage.press("KK");
        assert!(stage.model.tree.heat && stage.model.tree.beside);
        stage.press(&format!("{away}K"));
        assert!(!stage.model.tree.heat && !stage.model.tree.beside, "after {away}");
        assert!(stage.text().contains("K: as a heat map"), "{}", stage.text());
        stage.press("<Esc>");
    }
}

#[test]
fn the_hints_say_what_the_keys_do_in_each_part() {
    let mut stage = Stage::folder(120, 36);
    let last = |stage: &Stage| stage.text().lines().last().unwrap().to_string();
    stage.press("K");
    assert!(last(&stage).contains("K heat map"), "{}", last(&stage));
    assert!(last(&stage).contains("Enter pairs"), "{}", last(&stage));
    stage.press("<Right>j");
    assert!(last(&stage).contains("Enter matches"), "{}", last(&stage));
    stage.press("k<Enter>");
    assert!(last(&stage).contains("Enter open"), "{}", last(&stage));
    assert!(!last(&stage).contains("sideways"), "{}", last(&stage));
    stage.press("K");
    assert!(last(&stage).contains("K pairs"), "{}", last(&stage));
    assert!(last(&stage).contains("←/→ sideways"), "{}", last(&stage));
    stage.press("<Right>");
    assert_eq!(stage.model.tree.cross, (0, 2));
}

#[test]
fn plot_and_words_are_those_of_the_selected_pair_and_lead_back() {
    for keys in ["d", "x"] {
        let mut stage = Stage::folder(120, 36);
        stage.press("K<Enter>j");
        let before = stage.text();
        stage.press(keys);
        let (_, b) = stage.model.shown.as_ref().unwrap().names.clone();
        assert_eq!(b.to_string(), "essays/harbour-final.md", "{keys}");
        stage.press("<Right><Esc>");
        assert_eq!(stage.text(), before, "{keys}");
    }
}

#[test]
fn keys_of_a_pair_say_that_none_is_on_the_screen() {
    for room in ["K", "D", "!"] {
        for key in ["n", "2", ".", "z", "y", "Y", ";"] {
            let mut stage = Stage::folder(120, 36);
            stage.press(room);
            stage.asked.clear();
            stage.press(key);
            assert!(stage.text().contains("no pair is open"), "{room}{key}: {}", stage.text());
            assert!(stage.asked.is_empty());
        }
    }
}
