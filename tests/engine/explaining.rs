//! Explanations of a word in an open pair, on a real folder. Every wait has a deadline.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use shingle::base::path::DocPath;
use shingle::base::span::Span;
use shingle::engine::error::SideBySideError;
use shingle::engine::handle::Engine;
use shingle::engine::question::{Answer, PairQuestion, Question, ShingleCounts, WordQuestion};
use shingle::engine::reader::DocumentFolder;
use shingle::engine::report::Report;
use shingle::engine::side_by_side::TwoDocuments;
use shingle::pipeline::document::explain::Explained;
use shingle::pipeline::document::left_out::FolderContext;
use shingle::pipeline::parameters::{Params, StopWords};

const FOX: &str = "the quick brown fox jumps over the lazy dog";
const CAT: &str = "the quick brown fox jumps over the sleeping cat";

struct Asking {
    folder: tempfile::TempDir,
    engine: Engine,
    reports: Receiver<Report>,
    params: Arc<Params>,
}

impl Asking {
    fn start(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let params = Params { stop_words: StopWords::Off, ..Params::defaults() };
        let (sender, reports) = channel();
        let sink = move |report| {
            let _ = sender.send(report);
        };
        let root = DocumentFolder::new(folder.path());
        let engine = Engine::start(root, params.clone(), sink);
        Self { folder, engine, reports, params: Arc::new(params) }
    }

    fn wait<T>(&self, wanted: impl Fn(Report) -> Option<T>) -> T {
        let end = Instant::now() + Duration::from_mins(1);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if let Some(found) = wanted(self.reports.recv_timeout(left).unwrap()) {
                return found;
            }
        }
    }

    fn asked(&self, second: bool, start: u32, end: u32) -> WordQuestion {
        let names = (DocPath::new("a.txt"), DocPath::new("b.txt"));
        let (params, surroundings) = (Arc::clone(&self.params), FolderContext::default());
        WordQuestion { names, second, span: Span::new(start, end), params, surroundings }
    }

    fn explain(&self, asked: &WordQuestion) -> Result<Arc<Explained>, SideBySideError> {
        self.engine.ask_question(0, Question::Word(asked.clone()));
        self.wait(|report| match report {
            Report::Answered(_, Answer::Word { question, answer }) if question == *asked => {
                Some(answer)
            }
            _ => None,
        })
    }

    fn counted(&self) -> ShingleCounts {
        self.wait(|report| match report {
            Report::Answered(_, Answer::Shingles(counted)) => Some(counted),
            _ => None,
        })
    }
}

#[test]
fn a_word_is_explained_and_its_shingles_are_counted_in_the_whole_folder() {
    let asking =
        Asking::start(&[("a.txt", FOX), ("b.txt", CAT), ("c.txt", FOX), ("d.txt", "else")]);
    let fox = asking.asked(false, 16, 19);
    let explained = asking.explain(&fox).unwrap();
    assert_eq!((&*explained.read, explained.shingles.len()), ("fox", 3));
    let shared: Vec<bool> = explained.shingles.iter().map(|shingle| shingle.in_other).collect();
    assert_eq!(shared, [true, true, true]);
    let counted = asking.counted();
    assert_eq!((counted.documents, &counted.params), (4, &asking.params));
    assert_eq!(counted.counts.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [3, 3, 3]);

    // "dog" is in one shingle, which b lacks and a copy of a has.
    let explained = asking.explain(&asking.asked(false, 40, 43)).unwrap();
    assert_eq!(explained.shingles.len(), 1);
    assert!(!explained.shingles[0].in_other);
    assert_eq!(asking.counted().counts, [(explained.shingles[0].key, 2)]);
    // A removed document does not count.
    std::fs::remove_file(asking.folder.path().join("c.txt")).unwrap();
    asking.wait(|report| match report {
        Report::Snapshot(snapshot) if snapshot.present == 3 => Some(()),
        _ => None,
    });
    asking.explain(&asking.asked(false, 40, 43)).unwrap();
    assert_eq!(asking.counted().counts, [(explained.shingles[0].key, 1)]);
}

#[test]
fn the_answer_is_that_of_the_documents_whether_they_were_kept_or_not() {
    let asking = Asking::start(&[("a.txt", FOX), ("b.txt", CAT)]);
    let (a, b) = (DocPath::new("a.txt"), DocPath::new("b.txt"));
    let asked = asking.asked(true, 39, 47);
    let question = PairQuestion {
        names: (a, b),
        text: None,
        params: Arc::clone(&asking.params),
        surroundings: FolderContext::default(),
    };
    let plain = TwoDocuments::read(&DocumentFolder::new(asking.folder.path()), &question)
        .unwrap()
        .explain_word(&asked);
    let unkept = asking.explain(&asked);
    assert_eq!(unkept.map(|explained| explained.as_ref().clone()), plain);
    asking.engine.ask_question(0, Question::Pair(question));
    assert_eq!(asking.explain(&asked).map(|explained| explained.as_ref().clone()), plain);
}

#[test]
fn a_word_that_is_not_there_any_more_is_refused_by_the_name_of_its_file() {
    let asking = Asking::start(&[("a.txt", FOX), ("b.txt", CAT)]);
    let said = asking.explain(&asking.asked(false, 17, 19)).unwrap_err().to_string();
    assert!(said.starts_with("a.txt: "), "{said}");
    let mut asked = asking.asked(true, 0, 3);
    asked.names.1 = DocPath::new("z.txt");
    let said = asking.explain(&asked).unwrap_err().to_string();
    assert!(said.starts_with("z.txt: "), "{said}");
}
