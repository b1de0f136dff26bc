//! Pictures of every region at common sizes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use shingle::base::{ids::Epoch, ratio::Ratio};
use shingle::compare::Measure;
use shingle::engine::{Phase, Report};
use shingle::pipeline::{Common, LanguageChoice, Params, Preset, StopWords};
use shingle::shingle::HashKind;
use shingle::text::{Language, WordList};

use crate::tui::layout::PaneShape;
use crate::tui::messages::Message;

use super::{
    fake,
    test_screen::{TestScreen, fits_every_size},
};

#[test]
fn list_and_pair_fit_every_size_and_with_more_room_names_are_whole() {
    fits_every_size(TestScreen::folder);
    fits_every_size(zoomed);
    let names = ["essays/harbour-draft-with-a-rather-long-name-2024.md", "essays/harbour-final.md"];
    let list = TestScreen::folder(200, 60).text();
    assert!(list.lines().any(|row| names.iter().all(|name| row.contains(name))), "{list}");
    zoomed(200, 60).shows(&[&names.join(" ↔ ")]);
}

#[test]
fn list_and_pair_100x30() {
    assert_snapshot!(TestScreen::folder(100, 30).text());
}

#[test]
fn on_80x24_the_list_has_all_its_rows_and_no_pair_below_it() {
    let areas = TestScreen::folder(80, 24).areas();
    assert!(areas.pair.is_none() && areas.list.unwrap().rows.height >= 7);
}

fn zoomed(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "jj<Enter>")
}

#[test]
fn pair_100x30() {
    assert_snapshot!(zoomed(100, 30).text());
}

#[test]
fn the_texts_are_beside_each_other_stacked_or_one_at_a_time() {
    let shape = |screen: &TestScreen| screen.areas().pair.unwrap().shape;
    assert_eq!(shape(&zoomed(100, 30)), PaneShape::Split);
    assert_eq!(shape(&zoomed(80, 24)), PaneShape::Stacked);
    let mut small = zoomed(40, 12);
    assert_eq!(shape(&small), PaneShape::Single);
    small.shows(&["▸A ", "┏ Some say the old ferry left at"]);
    small.press("<Tab>");
    small.shows(&["▸B ", "┏ The old ferry left at dawn and"]);
}

#[test]
fn styles_of_the_pair() {
    let mut screen = zoomed(100, 30);
    screen.press("n");
    assert_snapshot!(screen.styles());
}

#[test]
fn one_row_of_the_list_has_a_background_over_its_whole_width() {
    let screen = TestScreen::folder(80, 24);
    let (_, selected) = screen.find("▸    1  100%");
    for (row, styles) in screen.styles().lines().enumerate() {
        let has_background = styles.contains(|c: char| c.is_ascii_digit() || c == 'B' || c == 'U');
        assert_eq!(has_background, row == usize::from(selected), "{styles}");
    }
    let row = screen.styles().lines().nth(usize::from(selected)).unwrap().to_string();
    assert_eq!(row, "B".repeat(80));
}

#[test]
fn stale_results_stay_and_say_so() {
    let mut screen = TestScreen::folder(100, 30);
    let rows = |screen: &TestScreen| {
        let text = screen.text();
        text.lines()
            .skip_while(|row| !row.contains("▴# score"))
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let before = rows(&screen);
    screen.press("w<modulo>");
    screen.work(Phase::Shingling, 7, 12, 300);
    assert!(screen.row(0).ends_with(" 7/12"), "{}", screen.row(0));
    screen.shows(&[" [w]idth 3→4 ", "modulo 1→2 ", "─ stale · "]);
    let after = rows(&screen);
    assert_eq!(before.len(), after.len());
    let changed: Vec<_> =
        before.iter().zip(&after).filter(|(before, after)| before != after).collect();
    assert_eq!(changed.len(), 1, "only what is said of the pair: {changed:#?}");
}

#[test]
fn the_open_pair_does_not_wait_for_the_ranking_of_other_parameters() {
    let mut screen = TestScreen::pressed(100, 30, "w");
    screen.serve();
    let is_stale =
        |screen: &TestScreen, what: &str| screen.text().contains(&format!("stale {what}"));
    assert_eq!(screen.open_pair().view.params.width, 4);
    assert!(is_stale(&screen, "· 9 pairs") && !is_stale(&screen, "English"), "{}", screen.text());
    // Another row opens with these parameters too. Undo opens the pair with the earlier parameters.
    screen.press("j");
    screen.serve();
    assert_eq!(screen.open_pair().view.params.width, 4);
    screen.send(Message::Clock(Duration::from_secs(5)));
    screen.press("u");
    screen.serve();
    assert_eq!(screen.open_pair().view.params.width, 3);
    // The ranking reports the shingles ignored in all documents.
    let params = Params { common: Some(Common::Share(Ratio::new(1, 2))), ..Params::defaults() };
    screen.set_params(params.clone());
    screen.publish(fake::folder(2, &params));
    screen.serve();
    screen.press("w");
    screen.serve();
    assert_eq!(screen.open_pair().view.params.width, 3);
    assert!(is_stale(&screen, "English"), "{}", screen.text());
}

#[test]
fn the_engine_cannot_go_on() {
    let mut screen = TestScreen::empty(80, 24);
    screen.report(Report::Failed("/nowhere: no such directory\u{1b}[2J".into()));
    assert_eq!(screen.text().matches("/nowhere: no such directory␛[2J").count(), 2);
}

/// Parameters with the longest possible values.
fn wordy() -> Params {
    let words = ["the".to_string()].into_iter().collect();
    let name = "my-own-words-that-are-far-too-common.txt".into();
    Params {
        language: LanguageChoice::Fixed(Language::from_code("en").unwrap()),
        stop_words_add: Some(Arc::new(WordList { name, words })),
        width: 50,
        hash: HashKind::Md5First28,
        modulo: 1_000_000,
        measure: Measure::Containment,
        threshold: Ratio::new(1, 3),
        ..Params::preset(Preset::PhpShingles)
    }
}

/// Returns true if `text` contains these texts in this order.
pub(crate) fn in_order(text: &str, wanted: &[&str]) -> bool {
    let mut rest = text;
    wanted.iter().all(|value| {
        let found = rest.split_once(value);
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}

#[test]
fn every_set_parameter_is_on_screens_with_room_whatever_its_value() {
    let started = Params {
        language: LanguageChoice::Fixed(Language::from_code("en").unwrap()),
        modulo: 1_000_000,
        ..Params::preset(Preset::PhpShingles)
    };
    let list = wordy().stop_words_add.unwrap();
    let listed = Params { stop_words: StopWords::List(list), ..wordy() };
    let long = |name: &'static str| {
        let (modulo, preset) = ("1,000,000", "php-shingles*");
        vec!["50", "33.333%", preset, "containment", modulo, "en", name]
    };
    let wanted = [
        (started, vec!["3", "10%", "php-shingles*", "1,000,000", "en"]),
        (wordy(), long("php-shingles+list")),
        (listed, long("mon.txt+list")),
    ];
    for (params, values) in &wanted {
        for (width, height) in [(80, 24), (100, 30), (120, 36), (200, 60)] {
            // At rest, and while the results are still from the defaults.
            for shown in [params.clone(), Params::defaults()] {
                let mut screen = TestScreen::empty(width, height);
                screen.start_with(params.clone());
                screen.publish(fake::folder(1, &shown));
                screen.serve();
                for keys in ["", "<Enter>"] {
                    screen.press(keys);
                    let text = screen.text().replace(", changed", "*");
                    assert!(in_order(&text, values), "{values:?} at {width}x{height}:\n{text}");
                    assert!(keys.is_empty() || screen.open_pair().a.height > 0);
                }
            }
        }
    }
}

#[test]
fn the_open_pair_has_the_rows_that_other_values_leave_it() {
    let mut screen = TestScreen::empty(40, 12);
    let params = Params { modulo: 500, ..Params::defaults() };
    screen.start_with(params.clone());
    screen.publish(fake::folder(1, &params));
    screen.serve();
    screen.press("<Enter>");
    let mut heights = Vec::new();
    for key in ["<hash>", "<case>", "<words>", "<above>"] {
        screen.press(key);
        let areas = screen.areas().pair.unwrap();
        heights.push(screen.open_pair().a.height);
        assert_eq!(heights.last(), Some(&usize::from(areas.sizes(screen.reading().lines).a.1)));
    }
    heights.dedup();
    assert!(heights.len() > 1, "nothing needed another row");
}

#[test]
fn a_preset_that_was_changed_is_shown_as_changed() {
    let changed = "phpir, changed";
    for width in [60, 100, 200] {
        let params = Params::preset(Preset::Phpir);
        let mut screen = TestScreen::showing(width, 30, fake::folder(1, &params));
        screen.set_params(params);
        screen.lacks(&[changed]);
        screen.shows(&["phpir"]);
        screen.press("w");
        screen.shows(&[changed]);
        screen.press("W");
        screen.lacks(&[changed]);
    }
}

#[test]
fn empty_states_are_distinguished() {
    let pairless = |names: &[&str], (words, shingles)| {
        let mut snapshot = fake::ranking(1, &Params::defaults(), names, &[]);
        for doc in Arc::make_mut(&mut snapshot.docs) {
            (doc.words, doc.shingles) = (words, shingles);
        }
        let screen = TestScreen::showing(100, 30, snapshot);
        let rows = screen.areas().list.unwrap().rows;
        let rows = (rows.y..rows.bottom()).map(|row| screen.row(row.into()));
        rows.collect::<String>()
    };
    let all = BTreeSet::from([
        pairless(&[], (0, 0)),
        pairless(&["a.txt"], (9, 7)),
        pairless(&["a.txt", "b.txt"], (9, 7)),
        pairless(&["a.txt", "b.txt"], (9, 0)),
        pairless(&["a.txt", "b.txt"], (0, 0)),
    ]);
    assert_eq!(all.len(), 5, "{all:#?}");
}

#[test]
fn short_work_moves_nothing_and_long_work_spins() {
    let mut screen = TestScreen::folder(100, 30);
    screen.work(Phase::Comparing, 1, 2, 100);
    screen.lacks(&["comparing"]);
    screen.work(Phase::Comparing, 1, 2, 100);
    screen.shows(&["comparing 1/2"]);
    let mut done = fake::folder(2, &Params::defaults());
    done.epoch = Epoch(2);
    screen.publish(done);
    screen.lacks(&["comparing"]);
}
