//! The demo folder on a screen. Requests are answered from the real files, in order.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use shingle::base::{
    cancel::Cancel,
    ids::{DocId, Epoch},
    path::DocPath,
};
use shingle::engine::{
    Answer, DocumentFolder, Loaded, PairQuestion, Question, Report, ShingleCounts, SourcingError,
    batch::{load, load_words},
    passages::passages,
    read_templates,
    side_by_side::TwoDocuments,
    sources::find_sources,
};
use shingle::pipeline::{
    Clusters, Corpus, Elsewhere, Params, QueryHits, QueryResult, SourcedText, Stream,
    corpus::query::{mentions, query},
    parameters::Stage as Step,
    publish,
};

use crate::tui::messages::Message;
use crate::tui::model::Command;
use crate::tui::update::{come_back, parameters};

use super::{lab, test_screen::TestScreen};

pub(crate) struct Demo {
    pub(crate) screen: TestScreen,
    folder: DocumentFolder,
    loaded: Loaded,
    epoch: u64,
    /// True if the clusters are requested.
    clusters: bool,
}

impl Demo {
    /// Opens the demo folder.
    pub(crate) fn new(width: u16, height: u16) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
        Self::of(&root, "assets/demo", (width, height))
    }

    /// Opens a folder under a name.
    pub(crate) fn of(root: &Path, name: &str, (width, height): (u16, u16)) -> Self {
        let folder = DocumentFolder::new(root);
        let params = Arc::new(Params::defaults());
        let loaded = read(&folder, &params);
        let mut screen = TestScreen::empty(width, height);
        screen.model.folder = name.into();
        let mut demo = Self { screen, folder, loaded, epoch: 0, clusters: false };
        demo.rank();
        demo.answer();
        demo
    }

    /// Presses a key, written as for [`TestScreen::press`], and answers its requests.
    pub(crate) fn press(&mut self, key: &str) {
        self.screen.press_unanswered(key);
        self.answer();
    }

    /// Pastes a text and answers its requests.
    pub(crate) fn paste(&mut self, text: &str) {
        self.screen.send(Message::Pasted(text.into()));
        self.answer();
    }

    /// Selects the first row of a document whose name contains `name`.
    pub(crate) fn select(&mut self, name: &str) {
        for _ in 0..200 {
            let names = self.screen.selected_pair();
            if names.is_some_and(|(a, b)| [a, b].iter().any(|one| one.to_string().contains(name))) {
                return;
            }
            self.press("j");
        }
        panic!("no row shows {name}:\n{}", self.screen.text());
    }

    /// Begins the next visit to the folder, fourteen hours later, with the current parameters and a filter.
    pub(crate) fn come_back(&mut self, filter: &str) {
        let (model, usual) = (&mut self.screen.model, Params::defaults());
        come_back(model, Duration::from_hours(14), usual, (None, filter));
        self.rank();
        self.answer();
    }

    /// Returns every listed pair of documents, like a listing for programs.
    pub(crate) fn pairs(&self) -> Vec<(DocId, DocId)> {
        let (view, index) = (self.loaded.corpus.view(), self.loaded.corpus.index());
        let (pairs, ..) = Stream::new(&view, &index).best(usize::MAX);
        pairs.iter().map(|pair| (pair.a, pair.b)).collect()
    }

    fn rank(&mut self) {
        self.loaded.corpus.refresh(&Cancel::never(), &|_, _, _| ()).unwrap();
        let corpus = &self.loaded.corpus;
        let mut snapshot = publish(corpus, &self.loaded.listing, Epoch(self.epoch));
        if self.screen.model.folder == "assets/demo" {
            // A checkout gives files the current time, but pictures must be equal at any time.
            for doc in Arc::make_mut(&mut snapshot.docs) {
                doc.file.modified = Some(UNIX_EPOCH + Duration::from_hours(498_000));
            }
        }
        let snapshot = Arc::new(snapshot);
        self.screen.publish(Arc::clone(&snapshot));
        if let Some(counted) = Elsewhere::count(&corpus.view(), &Cancel::never()) {
            self.screen.report(Report::Elsewhere(snapshot, Arc::new(counted)));
        }
        self.cluster();
    }

    fn cluster(&mut self) {
        if self.clusters {
            let view = self.loaded.corpus.view();
            let clusters = Clusters::new(&view, &Cancel::never()).unwrap();
            self.screen.answered(0, Answer::Clusters(Arc::new(clusters)));
        }
    }

    /// Answers all requests of the screen, and the requests that follow.
    fn answer(&mut self) {
        while !self.screen.asked.is_empty() {
            let command = self.screen.asked.remove(0);
            self.answer_one(command);
        }
    }

    /// Finds the documents that resemble a text.
    fn find_for(&mut self, text: &str, number: u64) {
        let corpus = &self.loaded.corpus;
        let (view, params) = (corpus.view(), Arc::clone(corpus.params()));
        let name = DocPath::new("text");
        let document = self.folder.reader.text_document(&name, text, &params).unwrap();
        let QueryHits { hits, below } = query(&view, &document);
        let info = document.info(name, document.sketch().len());
        let mentions = mentions(corpus, &document.words);
        let docs = Arc::clone(view.docs);
        let surroundings = corpus.surroundings();
        let found =
            QueryResult { params, surroundings, docs, text: Ok(info), hits, below, mentions };
        self.screen.answered(number, Answer::Query(Box::new(found)));
    }

    fn answer_one(&mut self, command: Command) {
        let screen = &mut self.screen;
        match command {
            Command::ReadTemplate { path, params } => {
                // Typed names are relative to the demo folder, because tests may run in any folder.
                let read =
                    read_templates(&self.folder.reader, &[self.folder.root.join(path)], &params);
                let first = read.map(|mut all| all.swap_remove(0)).map_err(|one| one.to_string());
                screen.store(|model| parameters::take_template(model, first));
            }
            Command::Ask(_, Question::Ranking { params, .. }) => {
                let before = self.loaded.corpus.params();
                let stays = before.first_difference(&params) >= Some(Step::LeaveOut);
                if stays && (params.passage.is_none() || before.passage.is_some()) {
                    self.loaded.corpus.set_params(params);
                } else {
                    // Texts read for one run serve only that run.
                    self.loaded = read(&self.folder, &params);
                }
                self.epoch += 1;
                self.rank();
            }
            Command::Ask(number, Question::Pair(question)) => {
                let read = TwoDocuments::read(&self.folder, &question);
                let (names, view) = (question.names, read.map(|both| Arc::new(both.view())));
                screen.answered(number, Answer::Pair { names, view });
            }
            Command::Ask(_, Question::Word(asked)) => {
                let question = PairQuestion {
                    names: asked.names.clone(),
                    text: None,
                    params: Arc::clone(&asked.params),
                    surroundings: asked.surroundings.clone(),
                };
                let both = TwoDocuments::read(&self.folder, &question).unwrap();
                let answer = both.explain(&asked).unwrap();
                let params = Arc::clone(&asked.params);
                let counted = counted(&self.loaded.corpus, answer.keys(), params);
                screen.answered(0, Answer::Word { question: asked, answer: Ok(Arc::new(answer)) });
                screen.answered(0, Answer::Shingles(counted));
            }
            Command::Ask(number, Question::Query(Some(text))) => self.find_for(&text, number),
            Command::Ask(_, Question::Shingles { keys, params }) => {
                screen.answered(0, Answer::Shingles(counted(&self.loaded.corpus, keys, params)));
            }
            Command::Ask(number, Question::Study(true)) => {
                let answer = Ok(lab::demo(screen.params()));
                screen.answered(number, Answer::Study(answer));
            }
            Command::Ask(_, Question::Clusters(wanted)) => {
                self.clusters = wanted;
                self.cluster();
            }
            Command::Ask(number, Question::Sources(Some(name))) => {
                let answer = sources_of(&self.loaded, &self.folder, &name);
                screen.answered(number, Answer::Sources(answer));
            }
            Command::Ask(number, Question::Passages(Some(question))) => {
                let params = Arc::clone(self.loaded.corpus.params());
                // The words of a corpus that is only compared are not retained.
                let words = load_words(&self.folder, &params, &|_, _, _| ());
                let mut corpus = words.unwrap().corpus;
                corpus.sketch(&Cancel::never(), &|_, _, _| ()).unwrap();
                let found = passages(&self.folder, &corpus, question, &|| false);
                let answer = found.map(|found| Arc::new(found.unwrap()));
                screen.answered(number, Answer::Passages(answer));
            }
            other => drop(screen.answer(other)),
        }
    }
}

/// Reads the documents, and retains their words if `passage` is set.
fn read(folder: &DocumentFolder, params: &Arc<Params>) -> Loaded {
    if params.passage.is_none() {
        return load(folder, params, &|_, _, _| ()).unwrap();
    }
    let mut loaded = load_words(folder, params, &|_, _, _| ()).unwrap();
    loaded.corpus.sketch(&Cancel::never(), &|_, _, _| ()).unwrap();
    loaded
}

fn sources_of(
    loaded: &Loaded,
    folder: &DocumentFolder,
    name: &DocPath,
) -> Result<Arc<SourcedText>, SourcingError> {
    find_sources(&loaded.corpus, folder, name, &|| false).map(|found| Arc::new(found.unwrap()))
}

fn counted(corpus: &Corpus, keys: Vec<u64>, params: Arc<Params>) -> ShingleCounts {
    let counts = corpus.documents_with(&keys).unwrap_or_default();
    let counts = keys.into_iter().zip(counts).collect();
    ShingleCounts { params, documents: corpus.entries().len(), counts }
}
