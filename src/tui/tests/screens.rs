//! Pictures of every region at the sizes that people have.

use std::sync::Arc;

use insta::assert_snapshot;
use shingle::base::ids::Epoch;
use shingle::base::path::DocPath;
use shingle::base::ratio::Ratio;
use shingle::compare::measure::Measure;
use shingle::engine::report::{Phase, Report};
use shingle::engine::side_by_side::error::SideBySideError;
use shingle::folder::read::Unread;
use shingle::folder::watch::WatchState;
use shingle::pipeline::parameters::{LanguageChoice, Params, Preset, StopWords};
use shingle::shingle::hash::HashKind;
use shingle::text::language::Language;
use shingle::text::normalize::WordList;

use crate::tui::drawing::theme::Depth;
use crate::tui::screen::model::Model;

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
    stage.press("?<Down><Down><Down><Down>");
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
    stage.send(crate::tui::event_loop::message::Message::Wish(
        crate::tui::event_loop::wish::Wish::Move(crate::tui::event_loop::wish::Motion::Down),
    ));
    let names = stage.model.shown.as_ref().unwrap().names.clone();
    let unread = Unread::Refused("permission denied".to_string());
    let path = DocPath::new("legal/licence-a.txt");
    stage.report(Report::Pair { names, view: Err(SideBySideError::Unread { path, unread }) });
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

/// Whether these stand in the bar, in this order.
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
        vec!["50", "33.333%", "containment", modulo, "modulo", "en", name, "off", preset, "md5-28"]
    };
    let wanted = [
        (
            started,
            vec![
                "3",
                "10%",
                "per-word",
                "1,000,000",
                "modulo",
                "en",
                "php-shingles",
                "off",
                "php-shingles*",
            ],
        ),
        (wordy(), long("php-shingles+list")),
        (listed, long("mon.txt+list")),
    ];
    for (params, values) in &wanted {
        for (width, height) in
            [(40, 12), (46, 13), (60, 20), (80, 24), (100, 30), (120, 36), (200, 60)]
        {
            // At rest, and while the results still are those of the defaults.
            for shown in [params.clone(), Params::defaults()] {
                let mut stage = Stage::empty(width, height);
                stage.model = Model::new(
                    "x",
                    params.clone(),
                    (width, height),
                    crate::tui::rooms::all::list_of,
                );
                stage.report(Report::Snapshot(Arc::new(fake::folder(1, &shown))));
                stage.serve();
                for keys in ["", "<Enter>"] {
                    stage.press(keys);
                    let text = stage.text().replace(", changed", "*");
                    assert!(in_order(&text, values), "{values:?} at {width}x{height}:\n{text}");
                    assert!(keys.is_empty() || stage.model.open().unwrap().a.height > 0);
                }
            }
        }
    }
}

#[test]
fn long_values_40x12() {
    let mut stage = Stage::empty(40, 12);
    stage.model = Model::new("x", wordy(), (40, 12), crate::tui::rooms::all::list_of);
    stage.report(Report::Snapshot(Arc::new(fake::folder(1, &wordy()))));
    stage.serve();
    let list = stage.text();
    stage.press("<Enter>");
    let pair = stage.text();
    stage.press("<Esc>p");
    assert_snapshot!(format!("{list}\n=== Enter ===\n{pair}\n=== Esc, p ===\n{}", stage.text()));
}

#[test]
fn the_open_pair_has_the_rows_that_other_values_leave_it() {
    let mut stage = Stage::empty(40, 12);
    let params = Params { modulo: 500, ..Params::defaults() };
    stage.model = Model::new("x", params.clone(), (40, 12), crate::tui::rooms::all::list_of);
    stage.report(Report::Snapshot(Arc::new(fake::folder(1, &params))));
    stage.serve();
    stage.press("<Enter>");
    let mut heights = Vec::new();
    for key in ["h", "c", "o", "b"] {
        stage.press(key);
        let areas = stage.model.areas().unwrap().pair.unwrap();
        heights.push(stage.model.open().unwrap().a.height);
        assert_eq!(heights.last(), Some(&usize::from(areas.sizes().a.1)));
    }
    heights.dedup();
    assert!(heights.len() > 1, "nothing needed another row");
}

#[test]
fn a_preset_that_was_changed_is_shown_as_changed() {
    for (width, changed) in
        [(40, "phpir*"), (60, "phpir*"), (100, "phpir, changed"), (200, "phpir, changed")]
    {
        let params = Params::preset(Preset::Phpir);
        let mut stage = Stage::showing(width, 30, fake::folder(1, &params));
        stage.model.params = params;
        assert!(!stage.text().contains(changed), "{}", stage.text());
        assert!(stage.text().contains("phpir"), "{}", stage.text());
        stage.press("w");
        assert!(stage.text().contains(changed), "{}", stage.text());
        stage.press("W");
        assert!(!stage.text().contains(changed), "{}", stage.text());
    }
}

#[test]
fn empty_states_are_told_apart() {
    let params = Params::defaults();
    let mut wordless = fake::ranking(1, &params, &["a.txt", "b.txt"], &[]);
    for doc in Arc::make_mut(&mut wordless.docs) {
        (doc.words, doc.shingles) = (0, 0);
    }
    assert!(Stage::showing(100, 30, wordless).text().contains("without a single word"));
    let mut sampled_away = fake::ranking(1, &params, &["a.txt", "b.txt"], &[]);
    for doc in Arc::make_mut(&mut sampled_away.docs) {
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
fn a_first_part_says_from_which_score_on_it_is_whole() {
    let mut stage = Stage::folder(100, 30);
    stage.work(Phase::Comparing, 1, 9, 300);
    let mut part = fake::folder(2, &Params::defaults());
    part.complete_from = Some(Ratio::new(4, 5));
    part.rows.change(|rows| rows.truncate(1));
    stage.press("j");
    stage.report(Report::Snapshot(Arc::new(part.clone())));
    assert!(stage.text().contains("9 pairs from 80% up so far"), "{}", stage.text());
    assert!(stage.text().contains("comparing 1/9"), "{}", stage.text());
    assert!(!stage.text().contains("no longer in the list"), "{}", stage.text());
    part.rows.change(Vec::clear);
    stage.report(Report::Snapshot(Arc::new(part)));
    assert!(stage.text().contains("those below it are being counted"), "{}", stage.text());
    stage.report(Report::Snapshot(Arc::new(fake::folder(2, &Params::defaults()))));
    assert!(!stage.text().contains("so far"), "{}", stage.text());
    assert!(!stage.text().contains("comparing"), "{}", stage.text());
}

#[test]
fn no_escape_of_a_name_reaches_the_screen() {
    let names = ["a\u{1b}]52;c;x\u{7}.txt", "b\u{202e}txt.exe"];
    let mut snapshot = fake::ranking(
        1,
        &Params::defaults(),
        &["x", "y"],
        &[(0, 1, 5, 10, 10, shingle::pipeline::ranking::row::Mark::None)],
    );
    for (doc, name) in Arc::make_mut(&mut snapshot.docs).iter_mut().zip(names) {
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
