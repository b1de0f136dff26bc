//! Changes since the last visit equal a plain comparison of names and texts. Rows of new and changed documents stay
//! marked during the visit.

use std::{fs, sync::mpsc::channel, time::Duration};

use documents::{InProcess, Source};
use xxhash_rust::xxh3::xxh3_128;

use shingle::engine::{DocumentEvent, DocumentFolder, Engine, Question, journal::SinceLastVisit};
use shingle::{pipeline::Mark, pipeline::Params, pipeline::Row, visits::DocumentBefore};

use super::{disk::CAT, disk::FOX};
use crate::common::prelude::*;

const DEADLINE: Duration = Duration::from_mins(1);

/// Files by name, each with one of a few texts.
type Files = BTreeMap<String, u8>;

fn bytes(text: u8) -> Vec<u8> {
    // Text 0 is binary, so the file is no document.
    if text == 0 {
        vec![0, 1, 2, 0, 255, 254, 0, 3]
    } else {
        format!("these are the words of text {text}").into()
    }
}

fn files() -> impl Strategy<Value = Files> {
    prop::collection::btree_map("[a-e]\\.txt", 0_u8..5, 0..6)
}

fn reported(before: &Files, now: &Files) -> (SinceLastVisit, BTreeSet<String>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in now {
        fs::write(folder.path().join(name), bytes(*text)).unwrap();
    }
    let documents = before.iter().filter(|(_, text)| **text > 0).map(|(name, text)| {
        DocumentBefore { path: DocPath::new(name), text: xxh3_128(&bytes(*text)) }
    });
    let (sender, reports) = channel();
    let sink = move |report| {
        let _ = sender.send(report);
    };
    let (root, params) = (DocumentFolder::new(folder.path()), Params::defaults());
    let _engine = Engine::start(Some(documents.collect()), root, params, sink);
    let (mut since, mut told) = (None, BTreeSet::new());
    loop {
        match reports.recv_timeout(DEADLINE).unwrap() {
            Report::SinceLastVisit(counted) => {
                since = Some(counted);
                if counted.has_no_changes() {
                    break;
                }
            }
            Report::Activities(all) => {
                for one in all.iter() {
                    assert!(one.before, "{one:?}");
                    told.insert(match &one.what {
                        DocumentEvent::Renamed(to) => format!("{} is {to}", one.path),
                        DocumentEvent::New => format!("{} new", one.path),
                        DocumentEvent::Changed(1) => format!("{} changed", one.path),
                        DocumentEvent::Gone => format!("{} gone", one.path),
                        DocumentEvent::Unreadable => format!("{} unreadable", one.path),
                        other => panic!("{other:?}"),
                    });
                }
                break;
            }
            _ => {}
        }
    }
    (SinceLastVisit { rows: 0, ..since.unwrap() }, told)
}

fn plain(before: &Files, now: &Files) -> (SinceLastVisit, BTreeSet<String>) {
    let (mut since, mut told) = (SinceLastVisit::default(), BTreeSet::new());
    let mut new: Files = now.clone();
    new.retain(|name, text| *text > 0 && before.get(name).is_none_or(|before| *before == 0));
    for (name, text) in before.iter().filter(|(_, text)| **text > 0) {
        match now.get(name) {
            Some(now) if now == text => {}
            Some(0) => {
                since.unreadable += 1;
                told.insert(format!("{name} unreadable"));
            }
            Some(_) => {
                since.changed += 1;
                told.insert(format!("{name} changed"));
            }
            None => {
                let to = new.iter().find(|(_, other)| *other == text).map(|(to, _)| to.clone());
                // A new name matches at most one document.
                if let Some(to) = to {
                    new.remove(&to);
                    since.renamed += 1;
                    told.insert(format!("{name} is {to}"));
                } else {
                    since.gone += 1;
                    told.insert(format!("{name} gone"));
                }
            }
        }
    }
    since.new = new.len() as u64;
    told.extend(new.keys().map(|name| format!("{name} new")));
    (since, told)
}

proptest! {
    #![proptest_config(seeded(40))]
    #[test]
    fn what_changed_since_the_last_visit_is_what_a_plain_comparison_says(before in files(), now in files()) {
        prop_assert_eq!(reported(&before, &now), plain(&before, &now));
    }
}

#[test]
fn rows_of_new_and_changed_documents_are_marked_whatever_the_parameters() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.txt", FOX);
    write("b.txt", CAT);
    let page = format!("<p>{FOX}");
    write("c.html", &format!("<!-- saved -->{page}"));
    let read = Source::read(Path::new("c.html"), page.as_bytes(), None, &InProcess::default());
    let before = [("a.txt", CAT), ("c.html", &*read.unwrap().text)].map(|(name, text)| {
        DocumentBefore { path: DocPath::new(name), text: xxh3_128(text.as_bytes()) }
    });
    let (sender, reports) = channel();
    let sink = move |report| drop(sender.send(report));
    let (root, params) = (DocumentFolder::new(folder.path()), Params::defaults());
    let engine = Engine::start(Some(before.into()), root, params.clone(), sink);
    let marks = |width: u32| loop {
        if let Report::Snapshot(snapshot) = reports.recv_timeout(DEADLINE).unwrap()
            && snapshot.is_whole()
            && snapshot.params.width == width
        {
            let marked = |row: &Row| (snapshot.names(row).1.to_string(), row.mark());
            return snapshot.rows.iter().map(marked).collect::<BTreeMap<_, _>>();
        }
    };
    let marked = [("b.txt", Mark::New), ("c.html", Mark::Changed)];
    let marked: BTreeMap<_, _> = marked.map(|(name, mark)| (name.to_string(), mark)).into();
    assert_eq!(marks(params.width), marked);
    let Report::SinceLastVisit(since) = reports.recv_timeout(DEADLINE).unwrap() else { panic!() };
    assert_eq!((since.new, since.changed, since.rows), (1, 1, 2));
    let params = Arc::new(Params { width: 2, ..params });
    engine.ask_question(1, Question::Ranking { params, in_view: Vec::new() });
    assert_eq!(marks(2), marked);
}
