//! The parameters on the screen: the bar, typed values, undo. Effects of a change are in `effects`, the rest in
//! `keeping`.

use shingle::engine::{Activity, DocumentEvent};
use shingle::pipeline::{Parameter, StopWords, Verify};
use shingle::{compare::Measure, shingle::HashKind};

use crate::tui::tests::arranging::{answer, asked_for, in_order, open, passing, ready};
use crate::tui::tests::prelude::*;
use crate::tui::{model::PairColumn, parameters::ENTRIES};

#[test]
fn tab_leads_to_the_parameters_and_arrows_choose_and_change_them() {
    let mut screen = ready(120, 36);
    assert_eq!(screen.press("<Tab><Tab><Tab>").focus(), Focus::Bar);
    screen.shows(&["▸[w]idth 3"]);
    while screen.chosen_parameter() != Parameter::Modulo {
        screen.press("<Right>");
    }
    screen.shows(&["▸modulo 1"]);
    assert_eq!(screen.press("<Up><Up>").params().modulo, 3);
    assert_eq!(screen.press("<Down>").params().modulo, 2);
    assert_eq!(screen.press("G<Right>").chosen_parameter(), Parameter::Width, "it goes round");
    assert_eq!(screen.press("<Esc>").focus(), Focus::List);
}

#[test]
fn every_parameter_is_found_by_the_mouse_and_changed_by_the_wheel() {
    for (width, height) in [(40, 12), (60, 24), (84, 24), (120, 36), (200, 60)] {
        let mut screen = ready(width, height);
        for (text, parameter) in [("20%", Parameter::Threshold), ("auto", Parameter::Language)] {
            let place = screen.find(text);
            screen.mouse_unanswered(MouseEventKind::Down(MouseButton::Left), place);
            assert_eq!((screen.focus(), screen.chosen_parameter()), (Focus::Bar, parameter));
        }
        let place = screen.find("20%");
        screen.mouse_unanswered(MouseEventKind::ScrollUp, place);
        assert_eq!(screen.params().threshold, Ratio::new(21, 100));
        screen.mouse_unanswered(MouseEventKind::ScrollDown, place);
        screen.mouse_unanswered(MouseEventKind::ScrollDown, place);
        assert_eq!(screen.params().threshold, Ratio::new(19, 100));
        assert_eq!(asked_for(&screen), Some(&screen.params().clone()));
    }
}

#[test]
fn a_value_can_be_typed_with_or_without_its_name() {
    for (keys, check) in [
        ("=5<Enter>", (|p| p.width == 5) as fn(&Params) -> bool),
        ("t=35%<Enter>", |p| p.threshold == Ratio::new(35, 100)),
        ("t=.35<Enter>", |p| p.threshold == Ratio::new(35, 100)),
        ("t=off<Enter>", |p| p.threshold == Ratio::ZERO),
        ("=w 7<Enter>", |p| p.width == 7),
        ("=modulo=10,000<Enter>", |p| p.modulo == 10_000),
        ("=language RU<Enter>", |p| p.language.to_string() == "ru"),
        ("=preset phpir<Enter>=preset none<Enter>", |p| *p == Params::defaults()),
        ("=measure jaccard<Enter>", |p| p.measure == Measure::Jaccard),
        ("=stop-words off<Enter>", |p| p.stop_words == StopWords::Off),
        ("<Tab><Tab><Tab>8<Enter>", |p| p.width == 8),
        ("<Tab><Tab><Tab><Enter>9<Enter>", |p| p.width == 9),
    ] {
        let mut screen = ready(120, 36);
        assert!(check(screen.press(keys).params()), "{keys}: {:?}", *screen.params());
        assert!(!screen.has_prompt());
    }
}

#[test]
fn what_cannot_be_read_stays_in_its_line_and_changes_nothing() {
    let mut screen = ready(120, 36);
    for typed in ["99", "x 5", "w 5 x 5", "w 5 t", "t 200%", "measure cosine"] {
        screen.press(&format!("={typed}<Enter>"));
        assert_eq!((screen.prompt(), asked_for(&screen)), (&*format!("={typed}"), None));
        assert!(!screen.press("<Esc>").has_prompt());
    }
    assert!(!screen.press("=3<Enter>").has_prompt() && asked_for(&screen).is_none());
    assert!(asked_for(screen.press("=width <Enter>")).is_none(), "the current value comes first");
}

#[test]
fn undo_and_redo_bring_parameters_back() {
    let mut screen = ready(120, 36);
    assert_eq!((screen.press("ww<modulo>u").params().width, screen.params().modulo), (5, 1));
    assert_eq!(screen.press("u").params().width, 4);
    assert_eq!(*screen.press("u").params(), Params::defaults());
    assert_eq!(screen.press("uUU").params().width, 5);
    assert_eq!(screen.press("<C-r>").params().modulo, 2);
    // A change after undo drops the undone change.
    assert_eq!((screen.press("uWU").params().width, screen.params().modulo), (4, 1));
    // Undo goes back 200 of 210 changes.
    screen.press_unanswered(&["+".repeat(80), "-".repeat(100), "+".repeat(30)].concat());
    assert_eq!(screen.press_unanswered(&"u".repeat(250)).params().threshold, Ratio::new(30, 100));
}

#[test]
fn what_is_taken_back_brings_the_pair_that_was_selected_then() {
    let mut screen = ready(120, 36).after("jj");
    let names = screen.selected_pair();
    screen.press_unanswered("w");
    answer(&mut screen, 2, 131);
    assert_ne!(screen.press("g").selected_pair(), names);
    screen.send(Message::Clock(Duration::from_secs(5)));
    screen.press_unanswered("u");
    answer(&mut screen, 3, 214);
    assert_eq!(screen.selected_pair(), names);
    assert_eq!(screen.any_pair_names(), names);
}

#[test]
fn a_parameter_that_decides_nothing_is_not_changed() {
    let mut screen = ready(120, 36);
    for key in ["<functions>", "<family>", "<verify>", "=functions 200<Enter>"] {
        assert_eq!(*screen.press(key).params(), Params::defaults(), "{key}");
        assert!(screen.has_prompt() || !screen.note().is_empty(), "{key}");
    }
    screen.press("<Esc>=sketch minhash<Enter>=functions 200<Enter>");
    assert_eq!(screen.params().functions, 200);
}

fn is_in_order(text: &str, wanted: &[&str]) -> bool {
    let mut rest = text;
    wanted.iter().all(|value| {
        let found = rest.split_once(value);
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}

#[test]
fn what_matters_most_is_on_every_screen_and_the_rest_is_one_key_away() {
    for (width, height) in [(200, 60), (120, 36), (100, 30), (80, 24), (60, 20), (40, 12)] {
        let mut screen = TestScreen::folder(width, height);
        let calm = screen.text();
        assert!(is_in_order(&calm, &["3", "20%", "+22"]), "at {width}x{height}:\n{calm}");
        assert!(!calm.contains("unicode"), "{calm}");
        while screen.focus() != Focus::Bar {
            screen.press("<Tab>");
        }
        let mut seen = String::new();
        for _ in 0..ENTRIES.len() {
            seen.push_str(&screen.text());
            screen.press("<Right>");
        }
        for value in ["modulo", "auto", "none", "unicode", "1", "wide", "at-least"] {
            assert!(seen.contains(value), "{value} at {width}x{height}:\n{}", screen.text());
        }
    }
}

#[test]
fn what_is_seen_in_the_texts_alone_is_not_changed_unseen_under_the_plot() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>d");
    while screen.focus() != Focus::Bar {
        screen.press("<Tab>");
    }
    let before = screen.reading();
    for key in ["v", "V", "i", ";"] {
        assert_eq!(screen.press(key).reading(), before, "{key}");
    }
}

#[test]
fn a_template_is_typed_turned_off_and_on_again_and_refused_by_its_name() {
    let mut demo = Demo::new(120, 36);
    let typed = |file| {
        format!("template {}/assets/demo/licences/{file}<Enter>", env!("CARGO_MANIFEST_DIR"))
    };
    assert!(demo.press(&format!("={}", typed("nowhere.txt"))).screen.params().template.is_empty());
    demo.press(&format!(":{}", typed("telescope.txt")));
    assert_eq!(demo.screen.params().template.len(), 1);
    assert_eq!(demo.screen.chosen_parameter(), Parameter::Template);
    assert!(demo.press("=off<Enter>").screen.params().template.is_empty());
    demo.press("<Tab><Tab><Tab>");
    assert_eq!(demo.press("<Up>").screen.params().template.len(), 1, "the last one is at hand");
    assert_eq!(demo.press("<preset>").screen.params().template.len(), 1, "no preset names it");
}

// Sentences of the last row about the effect of a change of parameters.

#[test]
fn a_change_says_what_it_did_once_both_results_are_there() {
    let mut screen = ready(120, 36);
    assert_eq!(screen.press_unanswered("w").effects().len(), 0);
    let mut fewer = passing(2, screen.params());
    fewer.rows.change_rows(|rows| rows.truncate(4));
    fewer.pairs_found = 4;
    assert!(screen.publish(fewer).effects().is_empty(), "the pair is not there yet");
    let params = screen.params().clone();
    open(&mut screen, &params, 131);
    let said = screen.effects().join(" · ");
    assert_eq!(said, "width 3→4: 6→4 pairs · selected pair 214→131 shared shingles");
    screen.tells(&said);
    assert!(!screen.press("<Down>").footer().contains("214"), "a key clears it");
}

#[test]
fn changes_before_an_answer_have_one_effect_measured_against_their_beginning() {
    let mut screen = ready(120, 36);
    screen.press_unanswered("w");
    // An answer to a request in between is shown without a sentence.
    let between = screen.params().clone();
    screen.press_unanswered("w");
    screen.publish(passing(2, &between));
    open(&mut screen, &between, 150);
    assert!(screen.effects().is_empty());
    answer(&mut screen, 3, 100);
    assert!(screen.effects()[0].starts_with("width 3→5: "));
    assert!(screen.effects()[1].contains(" 214→100 "));
}

#[test]
fn other_counts_of_as_many_pairs_are_counted() {
    for (places, lowest, passages, expected) in [
        (0, None, 0, "6 pairs as before"),
        (1, None, 0, "6 pairs as before"),
        (0, Some(Ratio::new(21, 100)), 0, "6 pairs, 1 changed"),
        (0, None, 2, "6 pairs, 2 changed"),
    ] {
        let mut screen = ready(120, 36);
        screen.press_unanswered("<modulo>");
        let mut next = passing(2, screen.params());
        next.rows.change_rows(|rows| {
            rows.rotate_left(places);
            if let (Some(score), Some(Row::Pair { pair, .. })) = (lowest, rows.last_mut()) {
                pair.score = score;
            }
            for row in rows.iter_mut().take(passages) {
                let (Row::Pair { pair, .. } | Row::Copies { pair, .. }) = row;
                pair.passage += 1;
            }
        });
        screen.publish(next);
        let params = screen.params().clone();
        open(&mut screen, &params, 214);
        let said = &screen.effects()[0];
        assert!(said.ends_with(expected), "{said}");
    }
}

#[test]
fn a_change_that_ends_where_it_began_says_nothing() {
    let mut screen = ready(120, 36);
    screen.press_unanswered("wW");
    answer(&mut screen, 3, 214);
    assert!(screen.effects().is_empty());
}

#[test]
fn a_pair_that_falls_out_of_the_list_is_named_besides_what_fell_with_it() {
    let mut screen = ready(120, 36).after("G");
    screen.press_unanswered("tt");
    answer(&mut screen, 2, 50);
    assert!(screen.effects()[0].ends_with(": 6→5 pairs"));
    assert_eq!(screen.effects().last().unwrap(), "the selected row is gone");
}

// Pinned rankings, the line in the histogram, warnings, and the views of these.

#[test]
fn against_a_pinned_ranking_every_row_says_how_it_moved() {
    let mut screen = ready(120, 36).after("*");
    screen.press_unanswered("w");
    let params = screen.params().clone();
    let mut later = passing(2, &params);
    let better = fake::pair_of(5, 6, 40, 80, 84, &params);
    let new = fake::pair_of(2, 8, 20, 80, 84, &params);
    later.rows.change_rows(|rows| {
        rows.swap(2, 4);
        rows[2] = Row::Pair { pair: better, more: (0, 0), mark: Mark::None };
        rows.push(Row::Pair { pair: new, more: (0, 0), mark: Mark::None });
    });
    screen.publish(later);
    open(&mut screen, &params, 131);
    let (column, head) = screen.find("pinned       A in B");
    let moved = (1..=7).map(|row| {
        let row = screen.row(usize::from(head) + row);
        row.chars()
            .skip(column.into())
            .take(14)
            .collect::<String>()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    });
    assert_eq!(moved.collect::<Vec<_>>(), ["=", "=", "▲2 +16%", "=", "▼2", "=", "new"]);
    // A renamed document is the same in the pinned ranking.
    let mut renamed = Snapshot::clone(screen.snapshot());
    let docs = Arc::make_mut(&mut renamed.docs);
    let now = DocPath::new(format!("{}.new", docs[5].path));
    let path = std::mem::replace(&mut docs[5].path, now.clone());
    screen.show(renamed);
    let what = DocumentEvent::Renamed(now);
    let told = Activity { number: 1, path, what, before: false };
    screen.report(Report::Activities(Arc::new(vec![told])));
    screen.shows(&["▲2      +16%"]);
    screen.press("*").lacks(&["▲"]);
}

#[test]
fn a_million_rows_can_be_pinned() {
    let names: Vec<String> = (0..2_000).map(|index| format!("{index:04}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows: Vec<_> = (0..1_000_000)
        .map(|index| (index / 1_000, 1_000 + index % 1_000, 40, 50, 50, Mark::None))
        .collect();
    let snapshot = fake::ranking(1, &Params::defaults(), &names, &rows);
    let mut screen = TestScreen::showing(120, 40, snapshot);
    screen.press("*Gk").shows(&["* pinned 1,000,000 pairs"]);
}

#[test]
fn a_pin_that_is_no_longer_wanted_is_dropped() {
    let mut screen = ready(120, 36);
    screen.press_unanswered("*").shows(&["* pinning"]);
    screen.press("*").lacks(&["* pin"]);
}

/// A folder with parameters that have warnings.
fn warned(width: u16, height: u16) -> TestScreen {
    let params = Params { modulo: 64, hash: HashKind::Md5First28, ..Params::defaults() };
    let mut screen = TestScreen::empty(width, height);
    screen.set_params(params.clone());
    let mut snapshot = fake::folder(1, &params);
    in_order(&mut snapshot);
    let docs = Arc::make_mut(&mut snapshot.docs);
    docs[3].languages = shingle::pipeline::document::info::Languages::from_one_language(None, 9);
    docs[4].shingles = 30_000;
    docs[5].words = 10_000;
    screen.show(snapshot);
    screen
}

/// A full screen: the bar has the focus, a ranking is pinned, and a sentence is due.
fn busy(width: u16, height: u16) -> TestScreen {
    let mut screen = warned(width, height).after("*<Tab>");
    while screen.focus() != Focus::Bar {
        screen.press("<Tab>");
    }
    screen.press_unanswered("w");
    answer(&mut screen, 2, 131);
    screen
}

#[test]
fn tuning_fits_every_size() {
    for screen in fits_every_size(busy) {
        assert!(screen.row(1).starts_with('▸'), "the bar has the focus: {}", screen.row(1));
        assert!(screen.footer().contains(" 3→4:"), "{}", screen.footer());
    }
    assert_snapshot!(busy(120, 36).text());
}

// The screen with sketches that estimate: the demo folder, answered from its real files.

#[test]
fn minhash_120x36() {
    let demo = Demo::pressed(120, 36, "<sketch>jj");
    assert_snapshot!(demo.screen.text());
}

#[test]
fn a_threshold_of_few_keys_goes_key_by_key() {
    let mut demo = Demo::pressed(120, 36, "<sketch><sketch>t");
    assert_eq!(demo.screen.params().threshold, Ratio::new(3, 6));
    assert_eq!(demo.press("--").screen.params().threshold, Ratio::new(1, 6));
    assert_eq!(demo.press("=t 5/6<Enter>").screen.params().threshold, Ratio::new(5, 6));
}

#[test]
fn a_score_that_is_estimated_says_so_wherever_it_stands() {
    let mut demo = Demo::pressed(120, 36, "<sketch>D");
    demo.screen.shows(&["≈100%"]);
    demo.press("<Enter>").screen.shows(&["≈"]);
    demo.press("K").screen.shows(&["weakest link ≈"]);
    let mut demo = Demo::pressed(120, 36, "<sketch>Q");
    demo.paste("The ferry between the island and the mainland was late again that morning.");
    demo.screen.shows(&["of 84 functions agree"]);
}

#[test]
fn what_is_not_counted_is_neither_shown_nor_sorted_by() {
    let mut demo = Demo::pressed(120, 36, "<sketch><verify>");
    assert_eq!(demo.screen.params().verify, Verify::Off);
    demo.screen.shows(&["–"]);
    for _ in 0..6 {
        demo.press(">");
        let column = demo.screen.sorted_by().column;
        let is_counted = [PairColumn::AInB, PairColumn::BInA, PairColumn::Shared].contains(&column);
        assert!(!is_counted, "{column:?}");
    }
}
