//! Passages of the folder: answers equal a fresh run, and the engine answers only the newest request.

use shingle::engine::{
    PassagesError, PassagesQuestion, batch::load_words, passages::find_passages,
};
use shingle::pipeline::FolderPassages;

use super::{disk::CAT, disk::FOX, disk::Watched, disk::plain};
use crate::common::prelude::*;

const ASKED: PassagesQuestion = PassagesQuestion { least: 3, ..PassagesQuestion::USUAL };

fn told(found: &FolderPassages) -> Vec<(u32, String, Vec<String>, String)> {
    let told = found.passages.iter().map(|one| {
        let documents = one.documents.iter().map(ToString::to_string).collect();
        (one.words, one.text.to_string(), documents, one.other.to_string())
    });
    told.collect()
}

fn fresh(watched: &Watched, params: &Params) -> FolderPassages {
    let params = Arc::new(params.clone());
    let mut loaded = load_words(&watched.folder, &params, &|_, _, _| ()).unwrap();
    loaded.corpus.refresh_sketches(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
    find_passages(&watched.folder, &loaded.corpus, ASKED, &|| false).unwrap().unwrap()
}

fn ask(watched: &Watched, number: u64) -> Result<Arc<FolderPassages>, PassagesError> {
    watched.ask(number, Question::Passages(Some(ASKED)), |answer| match answer {
        Answer::Passages(found) => Some(found),
        _ => None,
    })
}

#[test]
fn passages_are_those_of_the_folder_and_the_parameters_of_the_time() {
    let both = format!("{FOX}. A sentence of one's own stands between. {CAT}.");
    let files = [("a.txt", FOX), ("b.txt", CAT), ("c.txt", &*both)];
    let mut watched = Watched::settled(&files, plain());
    let mut params = plain();
    let first = ask(&watched, 1).unwrap();
    assert_eq!(told(&first), told(&fresh(&watched, &params)));
    assert_eq!(first.passages.len(), 3);
    assert!(first.passages.iter().any(|one| one.text.starts_with("the quick")));

    // Counts copies, and an ignored phrase hides a passage.
    watched.write("d.txt", CAT).settle();
    let second = ask(&watched, 2).unwrap();
    assert_eq!(told(&second), told(&fresh(&watched, &params)));
    assert_eq!(second.passages[0].documents.len(), 3);
    params.phrases = vec![CAT.into()];
    watched.set_params(params.clone());
    watched.settle();
    let third = ask(&watched, 3).unwrap();
    assert_eq!((told(&third), &*third.params), (told(&fresh(&watched, &params)), &params));
    assert_eq!(third.passages.len(), 1);
}

#[test]
fn where_not_every_shingle_is_kept_there_are_none() {
    let mut watched = Watched::start(&[("a.txt", FOX), ("b.txt", FOX)], plain());
    watched.set_params(Params { modulo: 2, ..plain() });
    watched.settle();
    assert_eq!(ask(&watched, 1).unwrap_err(), PassagesError::Sampled);
}
