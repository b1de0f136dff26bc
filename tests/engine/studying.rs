//! The laboratory on a running engine: answers equal answers for the folder alone, only the newest request gets an
//! answer, and stopping works.

use shingle::{engine::batch::load_words, lab::Material, lab::Study};

use super::{disk::CAT, disk::FOX, disk::Watched};
use crate::common::prelude::*;

fn fresh(watched: &Watched, params: &Params) -> Study {
    let params = Arc::new(params.clone());
    let loaded = load_words(&watched.folder, &params, &|_, _, _| ()).unwrap();
    let material = Material::new(&loaded.corpus);
    let progress = |_: &str, _: usize, _: usize| ();
    Study::new(&material, &params, 200, &Cancel::never_cancelled(), &progress).unwrap()
}

/// Waits for the answer of this request. All reports before must be progress.
fn answer(watched: &Watched, asked: u64) -> Arc<Study> {
    watched.wait("the study", |report| match report {
        Report::Answered(number, Answer::Studying { done, total, .. }) => {
            assert!(number <= asked && done < total);
            None
        }
        Report::Answered(number, Answer::Study(answer)) if number == asked => Some(answer.unwrap()),
        Report::Answered(number, Answer::Study(_)) => {
            assert!(number < asked, "an answer to what was not asked");
            None
        }
        _ => None,
    })
}

#[test]
fn the_folder_is_studied_as_it_is_under_the_parameters_set_last() {
    let files = [("a.txt", FOX), ("b.txt", FOX), ("c.txt", CAT)];
    let mut watched = Watched::settled(&files, Params::defaults());
    watched.engine.ask_question(1, Question::Study(true));
    let study = answer(&watched, 1);
    let expected = fresh(&watched, &Params::defaults());
    assert_eq!((study.documents, study.texts), (3, 2));
    assert_eq!(study.widths, expected.widths);
    assert_eq!(study.thresholds, expected.thresholds);
    assert_eq!(study.sketches.pairs, expected.sketches.pairs);

    let params = Params { width: 2, ..Params::defaults() };
    watched.set_params(params.clone());
    watched.engine.ask_question(2, Question::Study(true));
    let study = answer(&watched, 2);
    assert_eq!(*study.params, params);
    assert_eq!(study.thresholds, fresh(&watched, &params).thresholds);
}
