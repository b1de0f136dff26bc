//! What is kept beside the ranking: a pinned one, one held back; the line in the histogram and warnings; and tuning's views.

use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::ratio::Ratio;
use shingle::engine::report::Report;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::ranking::row::{Mark, Row};
use shingle::shingle::hash::HashKind;

use crate::tui::drawing::theme::Depth;
use crate::tui::event_loop::command::{Command, Shot};
use crate::tui::event_loop::message::Message;
use crate::tui::event_loop::wish::Dial;
use crate::tui::parameters::pin::Pin;
use crate::tui::screen::focus::Focus;

use super::fake;
use super::stage::Stage;
use super::tuner::{answer, asked_for, in_order, last_row, open, passing, ready};

/// Carries out what is asked for when a ranking is to be pinned.
fn pin(stage: &mut Stage) {
    stage.press("*");
    let Some(Command::Pin(Shot(snapshot))) = stage.asked.last().cloned() else {
        panic!("nothing is to be pinned: {:?}", stage.asked);
    };
    stage.send(Message::Pinned(Arc::new(Pin::new(snapshot))));
}

#[test]
fn against_a_pinned_ranking_every_row_says_how_it_moved() {
    let mut stage = ready(120, 36);
    pin(&mut stage);
    assert!(last_row(&stage).starts_with("pinned 6 pairs"), "{}", last_row(&stage));
    stage.press_unanswered("w");
    let params = stage.model.params.clone();
    let mut later = passing(2, &params);
    let better = fake::pair_of(5, 6, 40, 80, 84, &params);
    let new = fake::pair_of(2, 8, 20, 80, 84, &params);
    later.rows.change(|rows| {
        rows.swap(2, 4);
        rows[2] = Row::Pair { pair: better, more: (0, 0), mark: Mark::None };
        rows.push(Row::Pair { pair: new, more: (0, 0), mark: Mark::None });
    });
    stage.report(Report::Snapshot(Arc::new(later)));
    open(&mut stage, &params, 131);
    assert_snapshot!(stage.text());
    stage.press("*");
    assert!(!stage.text().contains("▲"), "{}", stage.text());
    assert!(last_row(&stage).starts_with("unpinned"));
}

#[test]
fn a_million_rows_can_be_pinned() {
    let names: Vec<String> = (0..2_000).map(|index| format!("{index:04}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let rows: Vec<_> = (0..1_000_000)
        .map(|index| (index / 1_000, 1_000 + index % 1_000, 40, 50, 50, Mark::None))
        .collect();
    let snapshot = fake::ranking(1, &Params::defaults(), &names, &rows);
    let mut stage = Stage::showing(120, 40, snapshot);
    pin(&mut stage);
    stage.press("G");
    stage.press("k");
    assert!(stage.text().contains("* pinned: 1,000,000 pairs"), "{}", stage.text());
}

#[test]
fn a_pin_that_is_no_longer_wanted_is_dropped() {
    let mut stage = ready(120, 36);
    stage.press("*");
    let asked = stage.asked.last().cloned();
    assert!(stage.text().contains("* pinning"));
    stage.press("*");
    if let Some(Command::Pin(Shot(snapshot))) = asked {
        stage.send(Message::Pinned(Arc::new(Pin::new(snapshot))));
    }
    assert!(!stage.text().contains("* pin"), "{}", stage.text());
}

#[test]
fn while_frozen_news_of_the_folder_wait_and_parameters_act() {
    let mut stage = ready(120, 36);
    stage.press("jf");
    assert!(stage.text().contains("FROZEN"));
    let selected = stage.model.list.names.clone();
    let mut news = passing(1, &Params::defaults());
    news.rows.change(|rows| rows.truncate(1));
    stage.report(Report::Snapshot(Arc::new(news.clone())));
    news.rows.change(Vec::clear);
    stage.report(Report::Snapshot(Arc::new(news)));
    assert!(stage.text().contains("FROZEN, 2 changes wait"), "{}", stage.text());
    assert_eq!(stage.model.snapshot.as_ref().unwrap().rows.len(), 6);
    assert_eq!(stage.model.list.names, selected);
    stage.press("f");
    assert_eq!(stage.model.snapshot.as_ref().unwrap().rows.len(), 0);
    assert!(last_row(&stage).starts_with("thawed: 2 changes let in"), "{}", last_row(&stage));
    assert!(!stage.text().contains("FROZEN"));

    stage.press("f");
    stage.report(Report::Snapshot(Arc::new(passing(1, &Params::defaults()))));
    stage.press_unanswered("w");
    answer(&mut stage, 2, 131);
    let said = &stage.model.tune.effect.said()[0];
    assert!(said.ends_with("the folder changed meanwhile"), "{said}");
    assert_eq!(stage.model.snapshot.as_ref().unwrap().params.width, 4);
    assert_eq!(stage.model.snapshot.as_ref().unwrap().rows.len(), 6);
    stage.press("f");
    assert!(last_row(&stage).starts_with("thawed: nothing changed"), "{}", last_row(&stage));
}

#[test]
fn the_line_of_the_threshold_is_dragged_and_stepped() {
    for (width, height) in [(60, 24), (84, 24), (120, 36), (200, 60)] {
        let mut stage = ready(width, height);
        let strip = stage.model.areas().unwrap().strip.unwrap();
        let at = |stage: &Stage| {
            let (column, row) = stage.find("│");
            assert_eq!(row, strip.y);
            column
        };
        let start = at(&stage);
        stage.mouse_unanswered(MouseEventKind::Down(MouseButton::Left), (start, strip.y));
        assert_eq!(stage.model.params.threshold, Ratio::new(1, 5));
        stage.mouse_unanswered(MouseEventKind::Drag(MouseButton::Left), (start + 5, strip.y));
        assert_eq!(at(&stage), start + 5);
        let step = if width == 200 { 5 } else { 10 };
        assert_eq!(stage.model.params.threshold, Ratio::new(20 + step, 100));
        assert_eq!(asked_for(&stage), Some(&stage.model.params.clone()));
        stage.mouse_unanswered(MouseEventKind::Drag(MouseButton::Left), (500, 0));
        assert_eq!(stage.model.params.threshold, Ratio::ONE, "however far the mouse goes");
        stage.mouse_unanswered(MouseEventKind::Up(MouseButton::Left), (500, 0));
        stage.mouse_unanswered(MouseEventKind::Drag(MouseButton::Left), (start, strip.y));
        assert_eq!(stage.model.params.threshold, Ratio::ONE, "it was let go");
        stage.press("u");
        assert_eq!(stage.model.params.threshold, Ratio::new(1, 5), "one drag is one change");
        stage.press("t");
        assert!(at(&stage) > start);
    }
}

#[test]
fn there_is_no_histogram_where_there_is_no_room_or_nothing_to_count() {
    for (width, height) in [(40, 12), (59, 24), (80, 23), (59, 30)] {
        assert!(ready(width, height).model.areas().unwrap().strip.is_none(), "{width}x{height}");
    }
    let nothing = fake::ranking(1, &Params::defaults(), &["a", "b"], &[]);
    assert!(Stage::showing(120, 36, nothing).model.areas().unwrap().strip.is_none());
}

/// A folder under parameters that there is something to be said about.
fn warned(width: u16, height: u16) -> Stage {
    let params = Params { modulo: 64, hash: HashKind::Md5First28, ..Params::defaults() };
    let mut stage = Stage::empty(width, height);
    stage.model.params = params.clone();
    let mut snapshot = fake::folder(1, &params);
    in_order(&mut snapshot);
    let docs = Arc::make_mut(&mut snapshot.docs);
    docs[3].languages = shingle::pipeline::document::languages::Languages::one(None, 9);
    docs[4].shingles = 30_000;
    docs[5].words = 10_000;
    stage.report(Report::Snapshot(Arc::new(snapshot)));
    stage.serve();
    stage
}

#[test]
fn values_to_be_careful_with_have_a_mark_and_a_sentence() {
    let mut stage = warned(120, 36);
    for marked in ["64!", "md5-28!", "auto!"] {
        assert!(stage.text().contains(marked), "{}", stage.text());
    }
    stage.press("m");
    assert!(!stage.text().contains("100!"), "it was said of another value");
    stage.press("M<Tab><Tab><Tab>");
    let warning = "modulo 64 leaves about 1 shingle in 64: fewer than 50 in 11 of 12 documents  ";
    assert!(last_row(&stage).starts_with(warning), "{}", last_row(&stage));
    while stage.model.tune.chosen != Dial::Hash {
        stage.press("<Right>");
    }
    assert!(last_row(&stage).contains("28 bits"), "{}", last_row(&stage));
    stage.press("!");
    let text = stage.text();
    assert!(text.contains("! the language of 1 document is unsure"), "{text}");
}

#[test]
fn nothing_is_said_of_values_that_do_no_harm() {
    for params in [
        Params { modulo: 1, ..Params::defaults() },
        Params { hash: HashKind::Crc32, ..Params::defaults() },
    ] {
        let stage = Stage::showing(120, 36, fake::folder(1, &params));
        assert_eq!(stage.model.tune.warnings.dials(), &[] as &[Dial]);
    }
}

/// Everything at once: the bar has the focus, something is pinned and frozen, a sentence is due.
fn busy(width: u16, height: u16) -> Stage {
    let mut stage = warned(width, height);
    pin(&mut stage);
    stage.press("f<Tab>");
    while stage.model.focus != Focus::Bar {
        stage.press("<Tab>");
    }
    stage.press_unanswered("w");
    answer(&mut stage, 2, 131);
    stage
}

#[test]
fn tuning_40x12() {
    assert_snapshot!(busy(40, 12).text());
}

#[test]
fn tuning_60x24() {
    assert_snapshot!(busy(60, 24).text());
}

#[test]
fn tuning_84x24() {
    assert_snapshot!(busy(84, 24).text());
}

#[test]
fn tuning_120x36() {
    assert_snapshot!(busy(120, 36).text());
}

#[test]
fn tuning_200x60() {
    assert_snapshot!(busy(200, 60).text());
}

#[test]
fn styles_of_tuning_dark_and_without_colour() {
    let mut stage = busy(84, 24);
    let dark = stage.styles();
    stage.depth = Depth::Mono;
    assert_snapshot!(format!("{dark}\n=== without colour ===\n{}", stage.styles()));
}

#[test]
fn styles_of_a_value_as_it_is_typed() {
    let mut stage = busy(84, 24);
    stage.press("9<Enter>");
    stage.press("9<Enter>");
    assert_snapshot!(format!("{}\n{}", stage.text(), stage.styles()));
}
