//! Sources of a document: answers equal a fresh run, and the engine answers only the newest request.

use shingle::engine::{SourcingError, sources::find_sources_of_document};
use shingle::pipeline::SourcedText;

use super::{disk::CAT, disk::FOX, disk::Watched, disk::plain};
use crate::common::prelude::*;

type Found = Result<Arc<SourcedText>, SourcingError>;

/// Returns the sources in order, with the contribution of each source.
fn told(found: &SourcedText) -> Vec<(String, u32, Vec<String>)> {
    let part = |span: &shingle::base::span::Span| found.text.get(span.range()).unwrap().to_string();
    let sources = found.sources.sources.iter().zip(&found.words);
    let told = sources.map(|(source, words)| {
        (source.doc.path.to_string(), source.adds, words.iter().map(part).collect())
    });
    told.collect()
}

fn fresh(watched: &Watched, name: &str, params: &Params) -> SourcedText {
    let corpus = watched.load(params).corpus;
    find_sources_of_document(&corpus, &watched.folder, &DocPath::new(name), &|| false)
        .unwrap()
        .unwrap()
}

fn ask(watched: &Watched, number: u64, name: &str) -> Found {
    watched.ask(number, Question::Sources(Some(DocPath::new(name))), |answer| match answer {
        Answer::Sources(found) => Some(found),
        _ => None,
    })
}

#[test]
fn a_document_s_sources_are_counted_with_the_parameters_and_the_folder_of_the_time() {
    let both = format!("{FOX}. A sentence of one's own stands between. {CAT}.");
    let files = [("a.txt", FOX), ("b.txt", CAT), ("c.txt", &*both)];
    let mut watched = Watched::settled(&files, plain());
    let mut params = plain();
    let first = ask(&watched, 1, "c.txt").unwrap();
    let expected = told(&fresh(&watched, "c.txt", &params));
    assert_eq!(told(&first), expected);
    assert_eq!(expected.len(), 2);
    let of_a = expected.iter().find(|(name, ..)| name == "a.txt").unwrap();
    assert_eq!(of_a.2[0], FOX);
    // Each span is in a single source and has its words.
    for stretch in &first.stretches {
        let words = &first.words[stretch.source.unwrap() as usize];
        let span = stretch.span;
        assert!(words.iter().any(|word| word.start <= span.start && span.end <= word.end));
    }

    watched.write("d.txt", &both).settle();
    let copied = ask(&watched, 2, "c.txt").unwrap();
    assert_eq!(copied.sources.sources[0].doc.path.to_string(), "d.txt");
    assert_eq!(copied.sources.sources.len(), 1);
    // The other documents have only parts of the text.
    assert_eq!(copied.sources.sources[0].passages[0].also_found, 0);
    assert_eq!(copied.sources.own, 0);

    params.width = 2;
    watched.set_params(params.clone());
    watched.settle();
    let other = ask(&watched, 3, "c.txt").unwrap();
    assert_eq!(*other.sources.params, params);
    assert_eq!(told(&other), told(&fresh(&watched, "c.txt", &params)));
}

#[test]
fn a_passage_that_others_have_as_a_whole_names_them() {
    let more = format!("{FOX}. {CAT}.");
    let files = [("a.txt", &*more), ("b.txt", FOX), ("c.txt", FOX), ("z.txt", FOX)];
    let watched = Watched::settled(&files, plain());
    let found = ask(&watched, 1, "c.txt").unwrap();
    // Copies are in path order. b and z are copies of c, and a contains everything.
    let source = &found.sources.sources[0];
    assert_eq!(source.doc.path.to_string(), "a.txt");
    let passage = &source.passages[0];
    let also: Vec<String> = passage.also.iter().map(ToString::to_string).collect();
    assert_eq!(also, ["b.txt", "z.txt"]);
    assert_eq!(passage.also_found, 2);
}

#[test]
fn another_text_of_the_author_comes_after_the_text_that_the_author_copied() {
    let essay = format!("{FOX}. A sentence of one's own stands between.");
    let again = format!("{essay} {CAT}.");
    let files = [("a/again.txt", &*again), ("a/essay.txt", &*essay), ("b/essay.txt", FOX)];
    let params = Params { skip_same: "directory".parse().unwrap(), ..plain() };
    let watched = Watched::settled(&files, params);
    let found = ask(&watched, 1, "a/essay.txt").unwrap();
    let sources = found.sources.sources.iter();
    let sources: Vec<_> = sources.map(|one| (one.doc.path.to_string(), one.is_hidden)).collect();
    assert_eq!(sources, [("b/essay.txt".into(), false), ("a/again.txt".into(), true)]);
}

#[test]
fn why_there_are_no_sources_is_said() {
    let mut watched = Watched::settled(&[("a.txt", FOX), ("b.txt", FOX)], plain());
    let gone = DocPath::new("gone.txt");
    assert_eq!(ask(&watched, 1, "gone.txt").unwrap_err(), SourcingError::Gone(gone));
    let mut params = plain();
    params.set_sketch(SketchKind::MinHash);
    watched.set_params(params);
    watched.settle();
    assert_eq!(ask(&watched, 2, "a.txt").unwrap_err(), SourcingError::Estimates);
}
