//! Queries with a text: the answers equal those of a fresh run, also after changes, and the text opens beside a
//! document.

use std::sync::Arc;

use shingle::base::cancel::Cancel;
use shingle::base::path::DocPath;
use shingle::engine::batch::load;
use shingle::engine::report::Report;
use shingle::engine::side_by_side::of_text;
use shingle::folder::names::WalkOptions;
use shingle::pipeline::corpus::query::{QueryResult, ask};
use shingle::pipeline::document::surroundings::Surroundings;
use shingle::pipeline::parameters::Params;
use shingle::text::decode::Charset;

use super::disk::{CAT, FOX, Watched};

/// Names, shared shingles and scores, best first.
type Listed = Vec<(String, u32, String)>;

fn listed(found: &QueryResult) -> Listed {
    let line = |hit: &shingle::pipeline::corpus::query::Hit| {
        let name = found.docs[hit.doc.index()].path.to_string();
        (name, hit.overlap.shared, hit.score.to_string())
    };
    found.hits.iter().map(line).collect()
}

/// What a fresh run on the folder says.
fn fresh(watched: &Watched, text: &str, params: &Params) -> Listed {
    let params = Arc::new(params.clone());
    let mut loaded = load(&watched.root, &WalkOptions::default(), &params).unwrap();
    loaded.corpus.refresh(&Cancel::never(), &|_, _, _| ()).unwrap();
    let view = loaded.corpus.view();
    let name = DocPath::new("text");
    let mut document = of_text(&name, text, &params, loaded.corpus.languages()).unwrap();
    let (params, docs) = (Arc::clone(&params), Arc::clone(view.docs));
    let surroundings = loaded.corpus.surroundings();
    document.leave_out(&surroundings.left_out);
    let (document, hits) = ask(&view, document);
    let text = Ok(document.info(name, document.sketch().len()));
    listed(&QueryResult { number: 0, params, surroundings, docs, text, hits })
}

/// Waits for an answer to this number that lists what is expected.
fn answer(watched: &Watched, number: u64, expected: &Listed) -> QueryResult {
    watched.wait(&format!("{expected:?}"), |report| match report {
        Report::Query(found) if found.number == number && listed(&found) == *expected => {
            Some(*found)
        }
        Report::Query(found) => {
            assert!(found.number <= number, "an answer to what was not asked");
            None
        }
        _ => None,
    })
}

#[test]
fn a_text_is_answered_now_and_after_every_change_of_folder_and_parameters() {
    let files = [("a.txt", FOX), ("b.txt", CAT), ("c.txt", "nothing of the kind is said here")];
    let mut watched = Watched::start(&files, Params::defaults());
    let mut params = Params::defaults();
    watched.settle();
    watched.engine.query(Some(FOX.into()), 7);
    let expected = fresh(&watched, FOX, &params);
    assert!(!expected.is_empty());
    let found = answer(&watched, 7, &expected);
    assert_eq!(*found.params, params);
    assert!(found.text.unwrap().words > 5);

    watched.write("d.txt", FOX);
    let more = fresh(&watched, FOX, &params);
    assert!(more.len() > expected.len());
    answer(&watched, 7, &more);

    params.width = 2;
    watched.set_params(params.clone());
    let found = answer(&watched, 7, &fresh(&watched, FOX, &params));
    assert_eq!(*found.params, params);
}

#[test]
fn of_many_texts_the_last_is_answered_and_of_none_nothing_more() {
    let watched = Watched::start(&[("a.txt", FOX), ("b.txt", CAT)], Params::defaults());
    for number in 1..200 {
        let text: Arc<str> = FOX.get(..number as usize % 40).unwrap().into();
        watched.engine.query(Some(text), number);
    }
    watched.engine.query(Some(CAT.into()), 200);
    answer(&watched, 200, &fresh(&watched, CAT, &Params::defaults()));
    watched.engine.query(None, 201);
    watched.write("d.txt", CAT);
    watched.wait("the new document", |report| match report {
        Report::Query(found) => panic!("{found:?}"),
        Report::Snapshot(snapshot) => (snapshot.present == 3).then_some(()),
        _ => None,
    });
}

#[test]
fn a_text_opens_beside_a_document_whatever_encoding_files_are_read_in() {
    let encoding = Charset::from_label("windows-1251");
    let params = Params { encoding, ..Params::defaults() };
    assert!(params.encoding.is_some());
    let watched = Watched::start(&[("a.txt", FOX)], params.clone());
    let (name, b) = (DocPath::new("your text"), DocPath::new("a.txt"));
    let text = format!("Ёж и лиса: {FOX}");
    let first = (name.clone(), text.as_str().into());
    watched.engine.open_text(first, b.clone(), Arc::new(params), Surroundings::default());
    let view = watched.wait("the pair", |report| match report {
        Report::Pair { names, view } if names == (name.clone(), b.clone()) => Some(view.unwrap()),
        _ => None,
    });
    assert_eq!(&*view.a.text, text);
    assert!(!view.passages.is_empty());
}
