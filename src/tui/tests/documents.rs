//! The list of documents, and the pairs of one of them: keys in, pictures and requests out.

use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::engine::report::Report;
use shingle::pipeline::parameters::Params;

use crate::tui::drawing::theme::Depth;
use crate::tui::rooms::room::Room;
use crate::tui::screen::focus::Focus;

use super::fake;
use super::stage::{Stage, pictures};

fn documents(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("jD");
    stage
}

#[test]
fn documents_with_their_matches() {
    assert_snapshot!(pictures(documents));
}

#[test]
fn one_document_and_all_that_resembles_it() {
    assert_snapshot!(pictures(|width, height| {
        let mut stage = Stage::folder(width, height);
        stage.press("jjDD");
        stage
    }));
}

#[test]
fn the_way_through_the_documents_and_back() {
    let mut stage = Stage::folder(120, 36);
    stage.press("jjjD");
    assert_eq!(stage.model.documents.name.as_ref().unwrap().to_string(), "essays/harbour-final.md");
    stage.press("<Enter>");
    assert_eq!(stage.model.rooms.here(), Room::Resembling);
    assert_eq!(stage.model.list.len(), 2);
    assert!(stage.text().contains("2 rows with essays/harbour-final.md"), "{}", stage.text());
    stage.press("/news<Enter>");
    assert_eq!(stage.model.list.len(), 1);
    stage.press("<Enter>");
    assert!(stage.model.zoomed);
    for (room, rows) in
        [(Room::Resembling, 1), (Room::Resembling, 2), (Room::Documents, 7), (Room::Pairs, 7)]
    {
        stage.press("<Esc>");
        assert_eq!((stage.model.rooms.here(), stage.model.list.len()), (room, rows));
    }
    assert!(stage.model.list.of.is_none() && stage.model.documents.shown.is_none());
}

#[test]
fn the_filter_of_all_pairs_comes_back_after_a_document() {
    let mut stage = Stage::folder(120, 36);
    stage.press("/harbour<Enter>DD");
    assert_eq!(stage.model.list.filter.text, "");
    stage.press("<Esc><Esc>");
    assert_eq!((stage.model.list.filter.text.as_str(), stage.model.list.len()), ("harbour", 3));
}

#[test]
fn a_copy_s_document_shows_what_its_group_resembles() {
    let mut stage = Stage::folder(120, 36);
    stage.press("<Right>jjD");
    assert_eq!(stage.model.documents.name.as_ref().unwrap().to_string(), "tweets/02_copy.txt");
    stage.press("D");
    assert_eq!(stage.model.list.len(), 3, "the group, still unfolded, and nothing else");
}

#[test]
fn documents_sort_filter_and_keep_their_selection() {
    let mut stage = documents(120, 36);
    let name = stage.model.documents.name.clone();
    stage.press(">");
    assert!(stage.text().contains("▾words"), "{}", stage.text());
    assert_eq!(stage.model.documents.name, name);
    stage.press("R/lic <30");
    assert_eq!(stage.model.documents.len(), 0);
    assert!(stage.text().contains("No document passes “lic <30”"), "{}", stage.text());
    stage.press("<Esc>");
    assert_eq!((stage.model.documents.len(), &stage.model.documents.name), (12, &name));
    stage.press("/new");
    assert!(stage.text().contains("not understood: new (only pairs are new"), "{}", stage.text());
    stage.press("<Esc>");
    let areas = stage.model.areas().unwrap().list.unwrap();
    let kind = MouseEventKind::Down(MouseButton::Left);
    stage.mouse(kind, (5, areas.columns.y));
    stage.mouse_unanswered(kind, (5, areas.rows.y + 2));
    assert_eq!(stage.model.documents.name.as_ref().unwrap().to_string(), "essays/pier.txt");
}

#[test]
fn documents_follow_new_results() {
    let mut stage = documents(120, 36);
    let name = stage.model.documents.name.clone();
    let mut next = fake::folder(2, &Params::defaults());
    Arc::make_mut(&mut next.docs).remove(11);
    next.present = 11;
    next.rows.change(|rows| drop(rows.remove(0)));
    stage.report(Report::Snapshot(Arc::new(next)));
    stage.serve();
    assert_eq!((stage.model.documents.len(), &stage.model.documents.name), (11, &name));
}

#[test]
fn what_is_selected_looks_selected_only_where_keys_move_it() {
    for room in ["D", "!", "K<Tab>"] {
        let mut stage = Stage::folder(120, 36);
        stage.depth = Depth::Mono;
        stage.press(room);
        let reversed =
            |stage: &Stage| stage.styles().lines().skip(5).any(|line| line.contains("rrr"));
        assert!(reversed(&stage), "{room}");
        stage.press("<Tab>");
        assert_eq!(stage.model.focus, Focus::Bar);
        assert!(!reversed(&stage), "{room}\n{}", stage.styles());
    }
}
