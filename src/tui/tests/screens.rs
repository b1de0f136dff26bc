//! Pictures of every region at the sizes that people have.

use std::sync::Arc;

use insta::assert_snapshot;
use shingle::base::ids::Epoch;
use shingle::base::path::DocPath;
use shingle::engine::report::{Phase, Report};
use shingle::folder::watch::WatchState;
use shingle::pipeline::params::Params;

use super::super::theme::Depth;
use super::fake;
use super::stage::Stage;

#[test]
fn before_anything_was_read() {
    assert_snapshot!(Stage::empty(80, 24).text());
}

#[test]
fn reading_for_the_first_time() {
    let mut stage = Stage::empty(80, 24);
    stage.work(Phase::Reading, 1240, 5000, 200);
    assert_snapshot!(stage.text());
}

#[test]
fn list_and_pair_200x60() {
    assert_snapshot!(Stage::folder(200, 60).text());
}

#[test]
fn list_and_pair_100x30() {
    assert_snapshot!(Stage::folder(100, 30).text());
}

#[test]
fn list_80x24() {
    assert_snapshot!(Stage::folder(80, 24).text());
}

#[test]
fn list_40x12() {
    assert_snapshot!(Stage::folder(40, 12).text());
}

fn zoomed(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("jj<Enter>");
    stage
}

#[test]
fn pair_200x60() {
    assert_snapshot!(zoomed(200, 60).text());
}

#[test]
fn pair_100x30() {
    assert_snapshot!(zoomed(100, 30).text());
}

#[test]
fn pair_80x24_is_stacked() {
    assert_snapshot!(zoomed(80, 24).text());
}

#[test]
fn pair_40x12_shows_one_text_and_tab_the_other_at_the_same_passage() {
    let mut stage = zoomed(40, 12);
    let first = stage.text();
    stage.press("<Tab>");
    assert_snapshot!(format!("{first}\n=== Tab ===\n{}", stage.text()));
}

#[test]
fn styles_of_the_pair() {
    let mut stage = zoomed(100, 30);
    stage.press("n");
    assert_snapshot!(stage.styles());
}

#[test]
fn styles_without_colour() {
    let mut stage = zoomed(100, 30);
    stage.depth = Depth::Mono;
    assert_snapshot!(stage.styles());
}

#[test]
fn styles_of_the_list() {
    assert_snapshot!(Stage::folder(80, 24).styles());
}

#[test]
fn help_100x30() {
    let mut stage = Stage::folder(100, 30);
    stage.press("?");
    assert_snapshot!(stage.text());
}

#[test]
fn help_40x12_scrolls() {
    let mut stage = Stage::folder(40, 12);
    stage.press("?jjjj");
    assert_snapshot!(stage.text());
}

#[test]
fn problems_with_their_reasons() {
    let mut stage = Stage::folder(80, 24);
    stage.report(Report::Watch(WatchState::Polling(
        "the system allows no more watches: raise fs.inotify.max_user_watches".into(),
    )));
    stage.press("!");
    assert_snapshot!(stage.text());
}

#[test]
fn stale_results_stay_and_say_so() {
    let mut stage = Stage::folder(100, 30);
    stage.press("wm");
    stage.work(Phase::Shingling, 7, 12, 300);
    assert_snapshot!(stage.text());
}

#[test]
fn an_empty_folder() {
    let snapshot = fake::ranking(1, &Params::defaults(), &[], &[]);
    assert_snapshot!(Stage::showing(80, 24, snapshot).text());
}

#[test]
fn nothing_above_the_threshold() {
    let snapshot = fake::ranking(1, &Params::defaults(), &["a.txt", "b.txt"], &[]);
    assert_snapshot!(Stage::showing(100, 30, snapshot).text());
}

#[test]
fn a_pair_that_cannot_be_opened() {
    let mut stage = Stage::folder(100, 30);
    stage.send(super::super::message::Message::Move(super::super::message::Motion::Down));
    let names = stage.model.shown.as_ref().unwrap().names.clone();
    stage
        .report(Report::Pair { names, view: Err("legal/licence-a.txt: permission denied".into()) });
    assert_snapshot!(stage.text());
}

#[test]
fn the_engine_cannot_go_on() {
    let mut stage = Stage::empty(80, 24);
    stage.report(Report::Failed("/nowhere: no such directory\u{1b}[2J".into()));
    assert_snapshot!(stage.text());
}

#[test]
fn too_small_a_screen_says_how_much_it_needs() {
    for (width, height) in [(39, 12), (40, 11), (20, 3)] {
        let text = Stage::folder(width, height).text();
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words.join(" "), "Please enlarge: 40x12 needed.", "{width}x{height}");
    }
}

#[test]
fn every_parameter_is_on_every_screen() {
    for (width, height) in [(200, 60), (120, 36), (100, 30), (80, 24), (60, 20), (40, 12)] {
        let text = Stage::folder(width, height).text();
        for value in
            ["auto", "unicode", "on", "3", "wide", "1", "containment", "20%", "at-least", "none"]
        {
            assert!(text.contains(value), "{value} at {width}x{height}:\n{text}");
        }
    }
}

#[test]
fn empty_states_are_told_apart() {
    let params = Params::defaults();
    let mut wordless = fake::ranking(1, &params, &["a.txt", "b.txt"], &[]);
    for doc in &mut wordless.docs {
        (doc.words, doc.shingles) = (0, 0);
    }
    assert!(Stage::showing(100, 30, wordless).text().contains("without a single word"));
    let mut sampled_away = fake::ranking(1, &params, &["a.txt", "b.txt"], &[]);
    for doc in &mut sampled_away.docs {
        doc.shingles = 0;
    }
    assert!(Stage::showing(100, 30, sampled_away).text().contains("No shingle is left"));
    let alone = fake::ranking(1, &params, &["a.txt"], &[]);
    assert!(Stage::showing(100, 30, alone).text().contains("one document only"));
}

#[test]
fn short_work_moves_nothing_and_long_work_spins() {
    let mut stage = Stage::folder(100, 30);
    stage.work(Phase::Comparing, 1, 2, 100);
    assert!(!stage.text().contains("comparing"));
    stage.work(Phase::Comparing, 1, 2, 100);
    assert!(stage.text().contains("comparing 1/2"), "{}", stage.text());
    let mut done = fake::folder(2, &Params::defaults());
    done.epoch = Epoch(2);
    stage.report(Report::Snapshot(Arc::new(done)));
    assert!(!stage.text().contains("comparing"));
}

#[test]
fn no_escape_of_a_name_reaches_the_screen() {
    let names = ["a\u{1b}]52;c;x\u{7}.txt", "b\u{202e}txt.exe"];
    let mut snapshot = fake::ranking(
        1,
        &Params::defaults(),
        &["x", "y"],
        &[(0, 1, 5, 10, 10, shingle::pipeline::snapshot::Mark::None)],
    );
    for (doc, name) in snapshot.docs.iter_mut().zip(names) {
        doc.path = DocPath::new(name);
    }
    let mut stage = Stage::showing(100, 30, snapshot);
    for text in [stage.text(), {
        stage.press("<Enter>");
        stage.text()
    }] {
        assert!(text.contains("a␛]52;c;x␇.txt"), "{text}");
        assert!(text.contains("b⟨U+202E⟩txt.exe"), "{text}");
    }
}
