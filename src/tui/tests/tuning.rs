//! Tuning as it is felt: the bar, values as they are typed, what a change did, undo. The rest is in `keeping`.

use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use shingle::base::path::DocPath;
use shingle::base::ratio::Ratio;
use shingle::compare::measure::{Measure, Overlap};
use shingle::engine::report::Report;
use shingle::pipeline::params::{Params, StopWords};
use shingle::pipeline::snapshot::{Mark, Row, Snapshot};

use super::super::command::Command;
use super::super::message::{Dial, Message};
use super::super::model::state::Focus;
use super::fake;
use super::stage::Stage;

/// The engine answers with what passes of the folder, and with the open pair sharing this many shingles.
pub(super) fn answer(stage: &mut Stage, epoch: u64, shared: u32) {
    let params = stage.model.params.clone();
    stage.report(Report::Snapshot(Arc::new(passing(epoch, &params))));
    open(stage, &params, shared);
}

/// The folder with only what passes.
pub(super) fn passing(epoch: u64, params: &Params) -> Snapshot {
    let mut snapshot = fake::folder(epoch, params);
    let passes = |row: &Row| row.mark() != Mark::Gone && row.pair().score >= params.threshold;
    snapshot.rows.change(|rows| rows.retain(passes));
    snapshot.pairs_found = snapshot.rows.len() as u64;
    in_order(&mut snapshot);
    snapshot
}

/// Brings the documents' names into the order of their numbers, as real ones are.
pub(super) fn in_order(snapshot: &mut Snapshot) {
    Arc::make_mut(&mut snapshot.docs)[11].path = DocPath::new("tweets/03.txt");
    assert!(snapshot.docs.is_sorted_by_key(|doc| &doc.path));
}

/// The open pair is answered.
pub(super) fn open(stage: &mut Stage, params: &Params, shared: u32) {
    let asked = std::mem::take(&mut stage.asked);
    for command in asked {
        if let Command::Open { a, b, .. } = command {
            let mut view = fake::harbour((&a.to_string(), &b.to_string()), params);
            view.overlap = Overlap { shared, a_shingles: 400, b_shingles: 300, ..view.overlap };
            stage.report(Report::Pair { names: (a, b), view: Ok(Arc::new(view)) });
        }
    }
}

/// A folder whose ranking holds only what passes.
pub(super) fn ready(width: u16, height: u16) -> Stage {
    let mut stage = Stage::empty(width, height);
    answer(&mut stage, 1, 214);
    stage.asked.clear();
    stage
}

pub(super) fn mouse(stage: &mut Stage, kind: MouseEventKind, column: u16, row: u16) {
    let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    stage.send(Message::Mouse(event));
}

/// Where a text stands on the screen, column and row.
pub(super) fn place(stage: &Stage, text: &str) -> (u16, u16) {
    let screen = stage.text();
    let found = screen.lines().enumerate().find_map(|(row, line)| {
        let byte = line.find(text)?;
        Some((line.get(..byte)?.chars().count() as u16, row as u16))
    });
    found.unwrap_or_else(|| panic!("no {text} on\n{screen}"))
}

pub(super) fn last_row(stage: &Stage) -> String {
    stage.text().lines().last().unwrap().trim().to_string()
}

/// What was asked of the engine last.
pub(super) fn asked_for(stage: &Stage) -> Option<&Params> {
    stage.asked.iter().rev().find_map(|command| match command {
        Command::SetParams(params) => Some(params),
        _ => None,
    })
}

#[test]
fn tab_leads_to_the_parameters_and_arrows_choose_and_turn_them() {
    let mut stage = ready(120, 36);
    stage.press("<Tab><Tab><Tab>");
    assert_eq!(stage.model.focus, Focus::Bar);
    assert!(stage.text().contains("▸[w]idth 3"), "{}", stage.text());
    stage.press("<Right><Right><Right>");
    assert!(stage.text().contains("▸[m]odulo 1"), "{}", stage.text());
    stage.press("<Up><Up>");
    assert_eq!(stage.model.params.modulo, 3);
    stage.press("<Down>");
    assert_eq!(stage.model.params.modulo, 2);
    stage.press("<Right><Right><Right><Right>");
    assert_eq!(stage.model.tune.chosen, Dial::Stem);
    stage.press("G<Right>");
    assert_eq!(stage.model.tune.chosen, Dial::Width, "it goes round");
    stage.press("<Esc>");
    assert_eq!(stage.model.focus, Focus::List);
}

#[test]
fn on_the_whole_screen_esc_leads_from_the_parameters_back_to_the_text() {
    let mut stage = ready(120, 36);
    stage.press("<Enter><Tab><Tab>");
    assert_eq!(stage.model.focus, Focus::Bar);
    stage.press("<Esc>");
    assert!(stage.model.zoomed && stage.model.focus != Focus::Bar);
    stage.press("<Esc>");
    assert!(!stage.model.zoomed);
}

#[test]
fn every_parameter_is_found_by_the_mouse_and_turned_by_the_wheel() {
    for (width, height) in [(40, 12), (60, 24), (84, 24), (120, 36), (200, 60)] {
        let mut stage = ready(width, height);
        for (text, dial) in
            [("20%", Dial::Threshold), ("auto", Dial::Language), ("containment", Dial::Measure)]
        {
            let (column, row) = place(&stage, text);
            mouse(&mut stage, MouseEventKind::Down(MouseButton::Left), column, row);
            assert_eq!((stage.model.focus, stage.model.tune.chosen), (Focus::Bar, dial));
        }
        let (column, row) = place(&stage, "20%");
        mouse(&mut stage, MouseEventKind::ScrollUp, column, row);
        assert_eq!(stage.model.params.threshold, Ratio::new(21, 100));
        mouse(&mut stage, MouseEventKind::ScrollDown, column, row);
        mouse(&mut stage, MouseEventKind::ScrollDown, column, row);
        assert_eq!(stage.model.params.threshold, Ratio::new(19, 100));
        assert_eq!(asked_for(&stage), Some(&stage.model.params.clone()));
    }
}

#[test]
fn a_value_can_be_typed_with_or_without_its_name() {
    for (keys, check) in [
        ("=5<Enter>", (|p| p.width == 5) as fn(&Params) -> bool),
        ("t=35%<Enter>", |p| p.threshold == Ratio::new(35, 100)),
        ("t=.35<Enter>", |p| p.threshold == Ratio::new(35, 100)),
        ("=w 7<Enter>", |p| p.width == 7),
        ("=modulo=64<Enter>", |p| p.modulo == 64),
        ("=a jaccard<Enter>", |p| p.measure == Measure::Jaccard),
        ("=w 4 t 50% s off<Enter>", |p| {
            p.width == 4 && p.threshold == Ratio::new(1, 2) && p.stop_words == StopWords::Off
        }),
        ("<Tab><Tab><Tab>8<Enter>", |p| p.width == 8),
        ("<Tab><Tab><Tab><Enter>9<Enter>", |p| p.width == 9),
    ] {
        let mut stage = ready(120, 36);
        stage.press(keys);
        assert!(check(&stage.model.params), "{keys}: {:?}", stage.model.params);
        assert!(stage.model.prompt.is_none());
    }
}

#[test]
fn what_cannot_be_read_stays_in_its_line_with_a_reason() {
    let mut stage = ready(120, 36);
    stage.press("=99<Enter>");
    assert_snapshot!(last_row(&stage), @"new width (1 to 50): 99   expected a whole number from 1 to 50");
    assert_eq!(asked_for(&stage), None);
    stage.press("9");
    assert!(last_row(&stage).contains("Enter sets it"), "{}", last_row(&stage));
    stage.press("<Esc>");
    assert!(stage.model.prompt.is_none());
    for (keys, reason) in [
        ("=x 5<Enter>", "expected a whole number"),
        ("=w 5 x 5<Enter>", "there is no parameter x"),
        ("=w 5 t<Enter>", "expected a value after t"),
        ("=t 200%<Enter>", "t: expected a share"),
        ("=a cosine<Enter>", "a: expected jaccard, dice"),
    ] {
        stage.press(keys);
        assert!(last_row(&stage).contains(reason), "{keys}: {}", last_row(&stage));
        stage.press("<Esc>");
    }
    stage.press("=3<Enter>");
    assert_snapshot!(last_row(&stage).split("  ").next().unwrap(), @"width 3: that is so already");
    stage.press("=<Enter>");
    assert!(stage.model.prompt.is_none(), "nothing typed changes nothing");
}

#[test]
fn a_change_says_what_it_did_once_both_results_are_there() {
    let mut stage = ready(120, 36);
    stage.press_unanswered("w");
    assert_eq!(stage.model.tune.effect.said().len(), 0);
    let mut fewer = passing(2, &stage.model.params);
    fewer.rows.change(|rows| rows.truncate(4));
    fewer.pairs_found = 4;
    stage.report(Report::Snapshot(Arc::new(fewer)));
    assert!(stage.model.tune.effect.said().is_empty(), "the pair is not there yet");
    let params = stage.model.params.clone();
    open(&mut stage, &params, 131);
    let said = stage.model.tune.effect.said();
    assert_snapshot!(said.join("\n"), @r"
    width 3 → 4: 214 → 131 shared shingles, 6 → 4 pairs, 2 fell below 20%
    w 3 → 4: 214 → 131 shared shingles, 6 → 4 pairs, 2 fell below 20%
    w 3 → 4: 214 → 131 shared shingles, 2 pairs fell below 20%
    w 3 → 4: 214 → 131 shared, 6 → 4 pairs
    w 3 → 4: 6 → 4 pairs
    ");
    assert!(last_row(&stage).starts_with("width 3 → 4: 214"), "{}", last_row(&stage));
    stage.press("j");
    assert!(!last_row(&stage).contains("214"), "a key clears it");
}

#[test]
fn the_sentence_fits_narrow_screens() {
    for (width, said) in [
        (40, "t 20% → 30%: 6 → 5 pairs"),
        (60, "t 20% → 30%: 6 → 5 pairs"),
        (70, "t 20% → 30%: 6 → 5 pairs, 1 fell below 30%"),
        (84, "threshold 20% → 30%: 6 → 5 pairs, 1 fell below 30%"),
    ] {
        let mut stage = ready(width, 24);
        stage.press("tt");
        answer(&mut stage, 2, 214);
        let shown = last_row(&stage);
        assert!(shown.starts_with(said), "{width}: {shown}");
    }
}

#[test]
fn a_burst_has_one_effect_measured_against_its_beginning() {
    let mut stage = ready(120, 36);
    stage.press_unanswered("w");
    // An answer about what was asked for in between is shown, and nothing is said of it.
    let between = stage.model.params.clone();
    stage.press_unanswered("w");
    stage.report(Report::Snapshot(Arc::new(passing(2, &between))));
    open(&mut stage, &between, 150);
    assert!(stage.model.tune.effect.said().is_empty());
    answer(&mut stage, 3, 100);
    assert!(stage.model.tune.effect.said()[0].starts_with("width 3 → 5: 214 → 100 shared"));
}

#[test]
fn a_burst_whose_steps_were_answered_is_told_as_one() {
    let mut stage = ready(120, 36);
    for epoch in 2..4 {
        stage.press_unanswered("t");
        answer(&mut stage, epoch, 214);
    }
    let told = &stage.model.tune.effect.said()[0];
    assert_eq!(told, "threshold 20% → 30%: 6 → 5 pairs, 1 fell below 30%");
    // After a pause it is another change, as it is for undo.
    stage.send(Message::Clock(Duration::from_secs(5)));
    stage.press_unanswered("t");
    answer(&mut stage, 4, 214);
    assert_eq!(
        stage.model.tune.effect.said()[0],
        "threshold 30% → 35%: 5 → 4 pairs, 1 fell below 35%"
    );
}

#[test]
fn as_many_pairs_in_another_order_or_with_other_scores_are_told_so() {
    for (turn, told) in [(0, "6 pairs as before"), (1, "6 pairs as before, in another order")] {
        let mut stage = ready(120, 36);
        stage.press_unanswered("m");
        let mut next = passing(2, &stage.model.params);
        next.rows.change(|rows| rows.rotate_left(turn));
        stage.report(Report::Snapshot(Arc::new(next)));
        let params = stage.model.params.clone();
        open(&mut stage, &params, 214);
        let said = &stage.model.tune.effect.said()[0];
        assert!(said.ends_with(told), "{said}");
    }
    let mut stage = ready(120, 36);
    stage.press_unanswered("m");
    let mut next = passing(2, &stage.model.params);
    next.rows.change(|rows| {
        if let Some(Row::Pair { pair, .. }) = rows.last_mut() {
            pair.score = Ratio::new(21, 100);
        }
    });
    stage.report(Report::Snapshot(Arc::new(next)));
    let params = stage.model.params.clone();
    open(&mut stage, &params, 214);
    let said = &stage.model.tune.effect.said()[0];
    assert!(said.ends_with("6 pairs as before, with other scores"), "{said}");
}

#[test]
fn a_change_that_ends_where_it_began_says_nothing() {
    let mut stage = ready(120, 36);
    stage.press_unanswered("wW");
    answer(&mut stage, 3, 214);
    assert!(stage.model.tune.effect.said().is_empty());
}

#[test]
fn more_pairs_and_other_scores_have_their_words() {
    let mut stage = ready(120, 36);
    stage.press_unanswered("T");
    let mut more = passing(2, &stage.model.params);
    more.pairs_found += 3;
    stage.report(Report::Snapshot(Arc::new(more)));
    let params = stage.model.params.clone();
    open(&mut stage, &params, 214);
    assert_snapshot!(stage.model.tune.effect.said()[0], @"threshold 20% → 15%: 6 → 9 pairs, 3 more reach 15%");
    stage.press_unanswered("A");
    let same = Snapshot { pairs_found: 9, ..passing(3, &stage.model.params) };
    stage.report(Report::Snapshot(Arc::new(same)));
    let params = stage.model.params.clone();
    open(&mut stage, &params, 214);
    assert_snapshot!(stage.model.tune.effect.said()[0], @"measure containment → dice (twice the shared shingles among those of A plus those of B): the open pair 64% → 50%, 9 pairs as before, with other scores");
}

#[test]
fn a_pair_that_falls_out_of_the_list_is_told_apart_from_what_fell_with_it() {
    let mut stage = ready(120, 36);
    stage.press("G");
    stage.press_unanswered("tt");
    answer(&mut stage, 2, 50);
    assert_snapshot!(stage.model.tune.effect.said()[0], @"threshold 20% → 30%: 6 → 5 pairs, 1 fell below 30%, the selected one too");
}

#[test]
fn undo_and_redo_bring_parameters_back_and_say_which() {
    let mut stage = ready(120, 36);
    stage.press("ww");
    stage.send(Message::Clock(Duration::from_secs(5)));
    stage.press("m");
    stage.press("u");
    assert_eq!((stage.model.params.width, stage.model.params.modulo), (5, 1));
    assert!(last_row(&stage).starts_with("undone: modulo 2 → 1"), "{}", last_row(&stage));
    stage.press("u");
    assert_eq!(stage.model.params, Params::defaults());
    stage.press("u");
    assert!(last_row(&stage).starts_with("no change of a parameter is left"));
    stage.press("U");
    assert_eq!(stage.model.params.width, 5);
    stage.press("<C-r>");
    assert_eq!(stage.model.params.modulo, 2);
    assert!(last_row(&stage).starts_with("redone: modulo 1 → 2"), "{}", last_row(&stage));
    stage.press("U");
    assert!(last_row(&stage).starts_with("nothing was undone"));
    stage.press("u");
    answer(&mut stage, 9, 214);
    assert!(last_row(&stage).starts_with("undone: "), "{}", last_row(&stage));
}

#[test]
fn what_is_taken_back_brings_the_pair_that_was_selected_then() {
    let mut stage = ready(120, 36);
    stage.press("jj");
    let names = stage.model.list.names.clone();
    stage.press_unanswered("w");
    answer(&mut stage, 2, 131);
    stage.press("g");
    assert_ne!(stage.model.list.names, names);
    stage.press_unanswered("u");
    answer(&mut stage, 3, 214);
    assert_eq!(stage.model.list.names, names);
    assert_eq!(stage.model.shown.as_ref().map(|shown| shown.names.clone()), names);
}

#[test]
fn a_parameter_that_decides_nothing_says_so() {
    let mut stage = ready(120, 36);
    for (key, said) in [
        (")", "functions: only for sketch minhash, to which ~ turns"),
        ("F", "family: only for sketches that estimate"),
        ("^", "verify: only for sketches that estimate"),
    ] {
        stage.press(key);
        assert_eq!(stage.model.params, Params::defaults());
        assert!(last_row(&stage).starts_with(said), "{}", last_row(&stage));
    }
    stage.press("=functions 200<Enter>");
    assert!(last_row(&stage).contains("only for sketch minhash"), "{}", last_row(&stage));
    stage.press("<Esc>=functions 200 sketch minhash<Enter>");
    assert_eq!(stage.model.params.functions, 200);
    stage.press("^");
    answer(&mut stage, 2, 214);
    stage.press_unanswered("a");
    answer(&mut stage, 3, 214);
    let said = "measure containment → overlap: not measured, with verify off";
    assert!(last_row(&stage).starts_with(said), "{}", last_row(&stage));
}

#[test]
fn a_preset_is_taken_back_at_once() {
    let mut stage = ready(120, 36);
    stage.press("p");
    assert_ne!(stage.model.params, Params::defaults());
    stage.press("u");
    assert_eq!(stage.model.params, Params::defaults());
    assert!(last_row(&stage).starts_with("undone: preset phpir → none"), "{}", last_row(&stage));
}
