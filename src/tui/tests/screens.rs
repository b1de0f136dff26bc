//! Pictures of every region at common sizes.

use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use shingle::base::{ids::Epoch, path::DocPath, ratio::Ratio};
use shingle::compare::Measure;
use shingle::engine::{Answer, Phase, Report, SideBySideError};
use shingle::folder::{Unread, WatchState};
use shingle::pipeline::{Common, LanguageChoice, Params, Preset, StopWords};
use shingle::shingle::HashKind;
use shingle::text::{Language, WordList};

use crate::tui::drawing::Depth;
use crate::tui::messages::Message;

use super::{
    fake,
    test_screen::{TestScreen, fits_every_size},
};

#[test]
fn before_anything_was_read() {
    let screen = TestScreen::empty(80, 24);
    assert_eq!(screen.row(0), " shingle  assets/demo · watching");
    screen.shows(&["─ Matches ──", "Looking through the folder …", "[w]idth 3  [t]hreshold 20%"]);
    assert!(screen.footer().starts_with("t/T threshold  w/W width"), "{}", screen.footer());
}

#[test]
fn reading_for_the_first_time() {
    let mut screen = TestScreen::empty(80, 24);
    screen.work(Phase::Reading, 1240, 5000, 200);
    assert!(screen.row(0).ends_with("- reading 1,240/5,000"), "{}", screen.row(0));
    screen.shows(&["Looking through the folder …"]);
}

#[test]
fn list_and_pair_fit_every_size_and_with_more_room_names_are_whole() {
    fits_every_size(TestScreen::folder);
    fits_every_size(zoomed);
    let names = ["essays/harbour-draft-with-a-rather-long-name-2024.md", "essays/harbour-final.md"];
    let list = TestScreen::folder(200, 60);
    assert!(list.text().lines().any(|row| names.iter().all(|name| row.contains(name))));
    list.shows(&[
        "tweets/01.txt, tweets/02.txt, tweets/02_copy.txt",
        "─ tweets/01.txt ↔ tweets/02.txt ──",
    ]);
    zoomed(200, 60).shows(&[&names.join(" ↔ ")]);
}

#[test]
fn list_and_pair_100x30() {
    assert_snapshot!(TestScreen::folder(100, 30).text());
}

#[test]
fn on_80x24_the_list_has_all_its_rows_and_no_pair_below_it() {
    let screen = TestScreen::folder(80, 24);
    screen.shows(&[
        "9 pairs in 6 rows · 1 gone · from 20% of one text in the other ─ row 1 of 7",
        "▴# score A in B B in A   shared  A                     B",
        "▸    1  100%   100%   100%       18  = 3 copies: tweets/01.txt, +2 more",
        "  -  7   21%    18%    21%        4  essays…name-2024.md   essays/pier.txt",
    ]);
    screen.lacks(&["↔", "passage 1"]);
}

#[test]
fn list_40x12() {
    assert_snapshot!(TestScreen::folder(40, 12).text());
}

fn zoomed(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "jj<Enter>")
}

#[test]
fn pair_100x30() {
    assert_snapshot!(zoomed(100, 30).text());
}

#[test]
fn pair_80x24_is_stacked() {
    let screen = zoomed(80, 24);
    let (a, b) = (screen.find("▸A essays/harbour-"), screen.find(" B essays/harbour-final.md"));
    assert_eq!((a.0, b.0), (0, 0));
    assert!(a.1 < b.1, "{}", screen.text());
    screen.shows(&["3 passages", "passages  [⇄1] 2  3", "passage 1 of 3", "scroll together"]);
    assert!(screen.footer().starts_with("Esc back  n/N passage"), "{}", screen.footer());
}

#[test]
fn pair_40x12_shows_one_text_and_tab_the_other_at_the_same_passage() {
    let mut screen = zoomed(40, 12);
    screen.shows(&["▸A essays/h…ong-name-2024.md", "⇄   1┏ Some say the old ferry left at"]);
    screen.lacks(&["B essays/harbour-final.md"]);
    screen.press("<Tab>");
    screen.shows(&["▸B essays/harbour-final.md", "⇄   1┏ The old ferry left at dawn and"]);
    screen.lacks(&["A essays/h"]);
}

#[test]
fn styles_of_the_pair() {
    let mut screen = zoomed(100, 30);
    screen.press("n");
    assert_snapshot!(screen.styles());
}

#[test]
fn styles_without_colour() {
    let mut screen = zoomed(100, 30);
    screen.depth = Depth::Mono;
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
fn help_begins_with_what_a_shingle_is() {
    let screen = TestScreen::pressed(100, 30, "?");
    screen.shows(&["─ Help and keys ──", "Esc closes ──", "  A shingle is a run of words"]);
}

#[test]
fn help_40x12_scrolls() {
    let mut screen = TestScreen::pressed(40, 12, "?");
    let row = |screen: &TestScreen, index| screen.row(usize::from(screen.find("─ Help").1) + index);
    let fifth = row(&screen, 5);
    assert!(!fifth.is_empty());
    screen.press("<Down><Down><Down><Down>");
    assert_eq!(row(&screen, 1), fifth);
    screen.shows(&["Esc closes ──", "filter:"]);
}

#[test]
fn problems_with_their_reasons() {
    let mut screen = TestScreen::folder(80, 24);
    let reason = "the system allows no more watches: raise fs.inotify.max_user_watches";
    screen.report(Report::Watch(WatchState::Polling(reason.into())));
    screen.press("!");
    assert!(screen.row(0).ends_with("· polling (!)"), "{}", screen.row(0));
    let polling = format!(
        "Polling: the folder is listed again every 2 seconds, because the system reports no \
         changes ({reason}). No change was seen yet."
    );
    assert!(screen.words().contains(&polling), "{}", screen.text());
    screen.shows(&[
        "─ 2 problems, 2 reasons · 1 other file ──",
        "line 1 of 6",
        "▸ failed      1 permission denied: allow reading it, e.g. with chmod +r\n                └ notes/␛[31mred.txt",
        "lossy       1 3 bytes could not be decoded\n                └ notes/old.txt",
        "skipped     1 not text: it holds NUL bytes\n                └ photos/cat.jpg",
        "\n permission denied: allow reading it, e.g. with chmod +r\n",
    ]);
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
    assert!(screen.row(0).ends_with("updating \\ shingling 7/12"), "{}", screen.row(0));
    screen.shows(&[
        " [w]idth 3→4  [t]hreshold 20%  modulo 1→2 ",
        "stale 9 pairs reach 20%",
        "─ stale · 9 pairs in 6 rows · 1 gone ",
        "64% of B's wording is in A (of a sample, 1 in 2)",
    ]);
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
    // Another row is opened by them too, and what is taken back as well.
    screen.press("j");
    screen.serve();
    assert_eq!(screen.open_pair().view.params.width, 4);
    screen.send(Message::Clock(Duration::from_secs(5)));
    screen.press("u");
    screen.serve();
    assert_eq!(screen.open_pair().view.params.width, 3);
    // What is left out of all documents is known with the ranking.
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
fn an_empty_folder() {
    let snapshot = fake::ranking(1, &Params::defaults(), &[], &[]);
    let screen = TestScreen::showing(80, 24, snapshot);
    screen.shows(&[
        "assets/demo · 0 documents · watching",
        "─ 0 pairs · at least 20% of one text's 3-word runs are in the other ──",
    ]);
    let advice = "There are no documents in assets/demo: put text, Markdown or HTML files into it and they appear here.";
    assert!(screen.words().contains(advice), "{}", screen.text());
}

#[test]
fn nothing_above_the_threshold() {
    let snapshot = fake::ranking(1, &Params::defaults(), &["a.txt", "b.txt"], &[]);
    let screen = TestScreen::showing(100, 30, snapshot);
    screen.shows(&["· 2 documents ·", "─ 0 pairs · at least 20% of one text's 3-word runs"]);
    let advice = "No two documents reach the threshold of 20%: press T to lower it, or W for shorter shingles, which \
                  match more easily.";
    assert!(screen.words().contains(advice), "{}", screen.text());
}

#[test]
fn a_pair_that_cannot_be_opened() {
    let mut screen = TestScreen::folder(100, 30);
    screen.send(crate::tui::messages::Message::Action(crate::tui::actions::Action::Move(
        crate::tui::actions::Motion::Down,
    )));
    let names = screen.pair_names();
    let unread = Unread::Refused("permission denied".to_string());
    let path = DocPath::new("legal/licence-a.txt");
    screen.answered(0, Answer::Pair { names, view: Err(SideBySideError::Unread { path, unread }) });
    screen.shows(&[
        "─ legal/licence-a.txt ↔ legal/licence-b.txt ──",
        " Cannot be opened: legal/licence-a.txt: permission denied\n",
        "row 2 of 7",
    ]);
    screen.lacks(&["passage 1"]);
}

#[test]
fn the_engine_cannot_go_on() {
    let mut screen = TestScreen::empty(80, 24);
    screen.report(Report::Failed("/nowhere: no such directory\u{1b}[2J".into()));
    assert_eq!(screen.row(0), " shingle  assets/demo · stopped");
    screen.shows(&["\n    Cannot go on: /nowhere: no such directory␛[2J\n"]);
    assert!(screen.footer().starts_with("Cannot go on: /nowhere: no such directory␛[2J "));
}

/// Parameters whose values are as long as values can be.
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

/// Whether the bar has these in this order.
pub(crate) fn in_order(text: &str, wanted: &[&str]) -> bool {
    let mut rest = text;
    wanted.iter().all(|value| {
        let found = rest.split_once(value);
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}

#[test]
fn every_parameter_is_on_every_screen_whatever_its_value() {
    let started = Params {
        language: LanguageChoice::Fixed(Language::from_code("en").unwrap()),
        modulo: 1_000_000,
        ..Params::preset(Preset::PhpShingles)
    };
    let list = wordy().stop_words_add.unwrap();
    let listed = Params { stop_words: StopWords::List(list), ..wordy() };
    let long = |name: &'static str| {
        let (modulo, preset) = ("1,000,000", "php-shingles*");
        vec!["50", "33.333%", "containment", modulo, "en", name, preset, "md5-28"]
    };
    let wanted = [
        (started, vec!["3", "10%", "1,000,000", "en", "php-shingles*"]),
        (wordy(), long("php-shingles+list")),
        // On the smallest screen a name this long leaves the last one only counted.
        (listed, long("mon.txt+list").into_iter().filter(|value| *value != "md5-28").collect()),
    ];
    for (params, values) in &wanted {
        for (width, height) in
            [(40, 12), (46, 13), (60, 20), (80, 24), (100, 30), (120, 36), (200, 60)]
        {
            // At rest, and while the results are still those of the defaults.
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
fn long_values_40x12() {
    let mut screen = TestScreen::empty(40, 12);
    screen.start_with(wordy());
    screen.publish(fake::folder(1, &wordy()));
    screen.serve();
    let bar = [
        " w 50 t 33.333% measure containment",
        " mod 1,000,000!lang en",
        " stop php-shingles+list",
        " pre php-shingles* hash md5-28 = +15",
    ];
    let rows = |screen: &TestScreen| [1, 2, 3, 4, 5].map(|index| screen.row(index));
    assert_eq!(rows(&screen)[..4], bar);
    screen.shows(&[
        "─ 9 pairs in 6 rows · 1 gone ──── 1/7 ──",
        "▸    100% = 3 copies: tw…1.txt, +2 more",
    ]);
    screen.press("<Enter>");
    assert_eq!(rows(&screen)[..4], bar);
    screen.shows(&[
        "─ …s/01.txt ↔ …s/02.txt ── 3 passages ──",
        "▸A tweets/01.txt · 24 words · English",
    ]);
    screen.press("<Esc><preset>");
    // The values take no more rows than before, and those that are asked for have an arrow.
    let asked = [
        " w →10 t →20% measure →jaccard mod →1",
        " lang →auto stop →on+list pre →minhash84",
        " hash →wide = +18 more",
        "",
        "─ stale · 9 pairs in 6 rows ───── 1/7 ──",
    ];
    assert_eq!(rows(&screen), asked);
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
    for (width, changed) in [
        (40, "phpir, changed"),
        (60, "phpir, changed"),
        (100, "phpir, changed"),
        (200, "phpir, changed"),
    ] {
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
    let params = Params::defaults();
    let mut wordless = fake::ranking(1, &params, &["a.txt", "b.txt"], &[]);
    for doc in Arc::make_mut(&mut wordless.docs) {
        (doc.words, doc.shingles) = (0, 0);
    }
    assert!(TestScreen::showing(100, 30, wordless).text().contains("without a single word"));
    let mut sampled_away = fake::ranking(1, &params, &["a.txt", "b.txt"], &[]);
    for doc in Arc::make_mut(&mut sampled_away.docs) {
        doc.shingles = 0;
    }
    assert!(TestScreen::showing(100, 30, sampled_away).text().contains("No shingle is left"));
    let alone = fake::ranking(1, &params, &["a.txt"], &[]);
    assert!(TestScreen::showing(100, 30, alone).text().contains("one document only"));
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
