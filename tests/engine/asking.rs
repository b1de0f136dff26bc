//! Queries with a text: answers equal a fresh run, also after changes, and the text opens beside a document.

use documents::Charset;

use shingle::compare::Overlap;
use shingle::engine::{PairQuestion, PassagesQuestion, batch::sketch_whole_folder};
use shingle::pipeline::{DocInfo, Hit, QueryResult, corpus::query::query_corpus};
use shingle::text::Confusables;

use super::{disk::CAT, disk::FOX, disk::Watched};
use crate::common::prelude::*;

/// Documents of an answer, best first: name, number of shared shingles, score.
type Listed = Vec<(String, u32, String)>;

fn listed(hits: &[Hit], docs: &[DocInfo]) -> Listed {
    let line = |hit: &Hit| {
        let name = docs[hit.doc.index()].path.to_string();
        (name, hit.overlap.shared, hit.score.to_string())
    };
    hits.iter().map(line).collect()
}

fn fresh(watched: &Watched, text: &str, params: &Params) -> Listed {
    let corpus = watched.load(params).corpus;
    let name = DocPath::new("text");
    let mut document = watched.folder.reader.document_of_text(&name, text, params).unwrap();
    document.set_ignored_shingles(corpus.ignored_shingles());
    listed(&query_corpus(&corpus, &document).hits, corpus.docs())
}

fn answer(watched: &Watched, number: u64, expected: &Listed) -> QueryResult {
    watched.wait(&format!("{expected:?}"), |report| match report {
        Report::Answered(got, Answer::Query(found))
            if got == number && listed(&found.hits, &found.docs) == *expected =>
        {
            Some(*found)
        }
        Report::Answered(got, Answer::Query(_)) => {
            assert!(got <= number, "an answer to what was not asked");
            None
        }
        _ => None,
    })
}

fn queried(answer: Answer) -> Option<QueryResult> {
    match answer {
        Answer::Query(found) => Some(*found),
        _ => None,
    }
}

#[test]
fn a_text_is_answered_now_and_after_every_change_of_folder_and_parameters() {
    let files = [("a.txt", FOX), ("b.txt", CAT), ("c.txt", "nothing of the kind is said here")];
    let mut watched = Watched::start(&files, Params::defaults());
    let mut params = Params::defaults();
    watched.settle();
    watched.engine.ask_question(7, Question::Query(Some(FOX.into())));
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
    assert_eq!(*answer(&watched, 7, &fresh(&watched, FOX, &params)).params, params);
}

#[test]
fn where_nothing_reaches_the_threshold_the_best_below_it_is_told() {
    let mut params = Params { threshold: Ratio::new(9, 10), ..Params::defaults() };
    let watched = Watched::settled(&[("a.txt", FOX), ("b.txt", CAT)], params.clone());
    let words: Vec<String> = (0..60).map(|word| format!("other{word}")).collect();
    let long = format!("{FOX}\n\n{}", words.join(" "));
    let below = |watched: &Watched, number: u64| {
        watched.engine.ask_question(number, Question::Query(Some(long.as_str().into())));
        let found = watched.answer(number, queried);
        let below = found.below.map(|hit| {
            let Overlap { shared, b_shingles, .. } = hit.overlap;
            let name = found.docs[hit.doc.index()].path.to_string();
            (name, (shared, b_shingles), hit.score)
        });
        (found.hits.len(), below)
    };
    // All of a.txt is in the text, and little of the text is in a.txt. b.txt has a part of a.txt.
    let (hits, found) = below(&watched, 1);
    let (name, (shared, all), share) = found.unwrap();
    assert_eq!((hits, &*name, share), (0, "a.txt", Ratio::ONE));
    assert_eq!(shared, all);
    // A match in the other direction, so no near match is reported.
    params.measure = Measure::Overlap;
    let mut watched = watched;
    watched.set_params(params);
    assert_eq!(below(&watched, 2), (1, None));
}

/// Returns the documents that contain the text, with the number of its occurrences.
fn mentioned(watched: &Watched, text: &str, number: u64) -> Vec<(String, u32)> {
    watched.engine.ask_question(number, Question::Query(Some(text.into())));
    let found = watched.answer(number, queried);
    let name = |id: DocId| found.docs[id.index()].path.to_string();
    found.mentions.iter().map(|one| (name(one.doc), one.times)).collect()
}

#[test]
fn words_in_lookalike_letters_are_looked_up_where_they_are_counted() {
    let disguised = "One night the lаntеrn went out on the old stone pier.";
    let files = [("a.txt", "One night the lantern went out."), ("b.txt", disguised)];
    for (confusables, documents) in [(Confusables::Off, 1), (Confusables::On, 2)] {
        let watched = Watched::settled(&files, Params { confusables, ..Params::defaults() });
        for (number, text) in [(1, "the lantern went"), (2, "lantern")] {
            assert_eq!(mentioned(&watched, text, number).len(), documents, "{text}");
        }
    }
}

#[test]
fn words_are_looked_up_as_they_are_written_whatever_is_counted() {
    let files = [
        ("a.txt", "The ferry left. THE\nFerry came back, as the ferries do."),
        ("b.txt", "A ferry that the ferryman left, the the ferry."),
        ("c.txt", "Nobody left the quay."),
    ];
    // Retains no shingle, and ignores stop words.
    let params = Params { modulo: 1_000_000, ..Params::defaults() };
    let watched = Watched::settled(&files, params);
    let named = |all: &[(&str, u32)]| -> Vec<(String, u32)> {
        all.iter().map(|(name, times)| ((*name).to_string(), *times)).collect()
    };
    for (number, (text, found)) in [
        ("the ferry", &[("a.txt", 2), ("b.txt", 1)][..]),
        ("ferry", &[("a.txt", 2), ("b.txt", 2)]),
        ("the", &[("a.txt", 3), ("b.txt", 3), ("c.txt", 1)]),
        ("left the", &[("a.txt", 1), ("b.txt", 1), ("c.txt", 1)]),
        ("ferry ferry", &[]),
        ("LEFT, the: the ferry", &[("b.txt", 1)]),
        ("unheard", &[]),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(mentioned(&watched, text, number as u64 + 1), named(found), "{text}");
    }
    watched.write("d.txt", "unheard of");
    let found = watched.wait("the new document", |report| match report {
        Report::Answered(_, Answer::Query(found)) if found.docs.len() == 4 => {
            Some(found.mentions.len())
        }
        _ => None,
    });
    assert_eq!(found, 1, "the last text is looked up again");
    let long = "ferry ".repeat(65);
    assert_eq!(mentioned(&watched, &long, 99), []);
}

#[test]
fn of_many_requests_the_newest_is_answered_and_of_none_nothing_more() {
    type Kind = (fn(&str) -> Question, Question, fn(&Answer) -> bool);
    let sources = |name: &str| Question::Sources(Some(DocPath::new(name)));
    let kinds: [Kind; 4] = [
        (
            |text| Question::Query(Some(text.into())),
            Question::Query(None),
            |answer| matches!(answer, Answer::Query(found) if found.text.as_ref().unwrap().words > 11),
        ),
        (
            |_| Question::Passages(Some(PassagesQuestion::USUAL)),
            Question::Passages(None),
            |answer| matches!(answer, Answer::Passages(_)),
        ),
        (sources, Question::Sources(None), |answer| matches!(answer, Answer::Sources(_))),
        (
            |_| Question::Study(true),
            Question::Study(false),
            |answer| matches!(answer, Answer::Study(Ok(study)) if study.documents == 2),
        ),
    ];
    for (ask, none, is_answer) in kinds {
        let watched = Watched::start(&[("a.txt", FOX), ("b.txt", CAT)], Params::defaults());
        for number in 1..100 {
            watched.engine.ask_question(number, ask(FOX.get(..number as usize % 40).unwrap()));
        }
        watched.engine.ask_question(100, ask(CAT));
        watched.answer(100, |answer| is_answer(&answer).then_some(()));
        watched.engine.ask_question(101, none);
        watched.write("d.txt", CAT);
        watched.wait("the new document", |report| match report {
            Report::Answered(number, answer) if is_answer(&answer) => panic!("{number}"),
            Report::Snapshot(snapshot) => (snapshot.present == 3).then_some(()),
            _ => None,
        });
    }
}

#[test]
fn a_text_opens_beside_a_document_whatever_encoding_files_are_read_in() {
    let encoding = Charset::from_label("windows-1251");
    let params = Params { encoding, ..Params::defaults() };
    assert!(params.encoding.is_some());
    let watched = Watched::start(&[("a.txt", FOX)], params.clone());
    let (name, b) = (DocPath::new("your text"), DocPath::new("a.txt"));
    let text = format!("Ёж и лиса: {FOX}");
    let question = PairQuestion {
        names: (name.clone(), b.clone()),
        text: Some(text.as_str().into()),
        params: Arc::new(params),
        ignored: Arc::default(),
    };
    watched.engine.ask_question(0, Question::Pair(question));
    let view = watched.wait("the pair", |report| match report {
        Report::Answered(_, Answer::Pair { names, view }) if names == (name.clone(), b.clone()) => {
            Some(view.unwrap())
        }
        _ => None,
    });
    assert_eq!(&*view.a.text, text);
    assert!(!view.passages.is_empty());
}

#[test]
fn pairs_below_the_threshold_that_share_a_passage_are_counted() {
    let words = |name: &str, count: u32| {
        let words = (0..count).map(|word| format!("{name}{word}"));
        words.collect::<Vec<_>>().join(" ")
    };
    let pasted = words("pasted", 40);
    let long = |name: &str| format!("{0} {pasted} {0}", words(name, 400));
    let [a, b, c] = ["a", "b", "c"].map(long);
    let files = [("a.txt", &*a), ("b.txt", &*b), ("c.txt", &*c), ("d.txt", FOX)];
    let watched = Watched::start(&files, Params::defaults());
    let count = |report| match report {
        Report::PassagesBelow(snapshot, below) => Some((snapshot, below)),
        _ => None,
    };
    // The index of the other texts lacks an edited text.
    for edit in ["", "e.txt"] {
        if !edit.is_empty() {
            watched.write(edit, "these few words are in no other text of the folder");
        }
        let (snapshot, below) = watched.wait("the count", count);
        assert_eq!((snapshot.pairs_found, below.pairs), (0, 3));
        assert_eq!(below.documents.len(), 3);
        assert!(below.documents.values().all(|one| (one.words, one.others) == (40, 2)));
    }
    // Six keys of a text rarely contain a passage.
    let params = Arc::new(Params { sketch: SketchKind::SuperShingle, ..Params::defaults() });
    let loaded = sketch_whole_folder(&watched.folder, &params, &|_, _, _| ()).unwrap();
    assert_eq!(
        loaded.corpus.find_candidates_below_threshold(30, &Cancel::never_cancelled()),
        Some(Vec::new())
    );
}

#[test]
fn shingles_that_many_texts_share_are_counted() {
    let licence = "You may copy this text and change it as long as you name whoever wrote it first";
    let own =
        |name: u32| (0..40).map(|word| format!("own{name}x{word}")).collect::<Vec<_>>().join(" ");
    let texts = (0..14).map(|name| (format!("{name}.txt"), format!("{} {licence}", own(name))));
    let texts: Vec<(String, String)> = texts.collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (&**name, &**text)).collect();
    for (passage, pairs) in [(None, 91), (Some(10), 0)] {
        let params = Params { threshold: Ratio::new(1, 10), passage, ..Params::defaults() };
        let watched = Watched::start(&files, params);
        let (snapshot, shingles) = watched.wait("the count", |report| match report {
            Report::SharedByMany(snapshot, shingles) => Some((snapshot, shingles)),
            _ => None,
        });
        assert_eq!((snapshot.pairs_found, snapshot.docs.len()), (pairs, 14));
        // The licence has 17 words, and shingles do not begin with its stop words.
        assert!((5..16).contains(&shingles), "{shingles}");
    }
}
