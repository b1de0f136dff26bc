//! Explanations of a word in an open pair, on a real folder. Every wait has a deadline.

use shingle::{
    base::span::Span, engine::PairQuestion, engine::ShingleCounts, engine::SideBySideError,
    engine::WordQuestion, engine::side_by_side::TwoDocuments, pipeline::Explained,
};

use super::disk::Watched;
use crate::common::prelude::*;

const FOX: &str = "the quick brown fox jumps over the lazy dog";
const CAT: &str = "the quick brown fox jumps over the sleeping cat";

fn params() -> Params {
    Params { stop_words: StopWords::Off, ..Params::defaults() }
}

/// Returns a question for the word at these bytes of a document.
fn asked(second: bool, start: u32, end: u32) -> WordQuestion {
    let names = (DocPath::new("a.txt"), DocPath::new("b.txt"));
    let (params, ignored) = (Arc::new(params()), Arc::default());
    let pair = PairQuestion { names, text: None, params, ignored };
    WordQuestion { pair, second, span: Span::new(start, end) }
}

fn explain(watched: &Watched, asked: &WordQuestion) -> Result<Arc<Explained>, SideBySideError> {
    watched.engine.ask_question(0, Question::Word(asked.clone()));
    watched.answer(0, |answer| match answer {
        Answer::Word { question, answer } if question == *asked => Some(answer),
        _ => None,
    })
}

fn counted(watched: &Watched) -> ShingleCounts {
    watched.wait("the counts", |report| match report {
        Report::Answered(_, Answer::Shingles(counted)) => Some(counted),
        _ => None,
    })
}

#[test]
fn a_word_is_explained_and_its_shingles_are_counted_in_the_whole_folder() {
    let files = [("a.txt", FOX), ("b.txt", CAT), ("c.txt", FOX), ("d.txt", "else")];
    let watched = Watched::start(&files, params());
    let fox = asked(false, 16, 19);
    let explained = explain(&watched, &fox).unwrap();
    assert_eq!((&*explained.read, explained.shingles.len()), ("fox", 3));
    let shared: Vec<bool> = explained.shingles.iter().map(|shingle| shingle.in_other).collect();
    assert_eq!(shared, [true, true, true]);
    let shingles = counted(&watched);
    assert_eq!((shingles.documents, &*shingles.params), (4, &params()));
    assert_eq!(shingles.counts.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [3, 3, 3]);

    // "dog" is in one shingle, which b lacks and a copy of a has.
    let explained = explain(&watched, &asked(false, 40, 43)).unwrap();
    assert_eq!(explained.shingles.len(), 1);
    assert!(!explained.shingles[0].in_other);
    assert_eq!(counted(&watched).counts, [(explained.shingles[0].key, 2)]);
    // A removed document does not count.
    std::fs::remove_file(watched.root.join("c.txt")).unwrap();
    watched.wait("c.txt is gone", |report| match report {
        Report::Snapshot(snapshot) if snapshot.present == 3 => Some(()),
        _ => None,
    });
    explain(&watched, &asked(false, 40, 43)).unwrap();
    assert_eq!(counted(&watched).counts, [(explained.shingles[0].key, 1)]);
}

#[test]
fn the_answer_is_that_of_the_documents_whether_they_were_kept_or_not() {
    let watched = Watched::start(&[("a.txt", FOX), ("b.txt", CAT)], params());
    let asked = asked(true, 39, 47);
    let question = asked.pair.clone();
    let plain = TwoDocuments::read(&watched.folder, &question).unwrap().explain_word(&asked);
    assert_eq!(explain(&watched, &asked).map(|explained| explained.as_ref().clone()), plain);
    watched.engine.ask_question(0, Question::Pair(question));
    assert_eq!(explain(&watched, &asked).map(|explained| explained.as_ref().clone()), plain);
}

#[test]
fn a_word_that_is_not_there_any_more_is_refused_by_the_name_of_its_file() {
    let watched = Watched::start(&[("a.txt", FOX), ("b.txt", CAT)], params());
    let said = explain(&watched, &asked(false, 17, 19)).unwrap_err().to_string();
    assert!(said.starts_with("a.txt: "), "{said}");
    let mut asked = asked(true, 0, 3);
    asked.pair.names.1 = DocPath::new("z.txt");
    let said = explain(&watched, &asked).unwrap_err().to_string();
    assert!(said.starts_with("z.txt: "), "{said}");
}
