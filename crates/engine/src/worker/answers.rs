//! The unanswered questions, which the worker answers in turn from a refreshed corpus.

use std::sync::Arc;

use super::super::handle::start_study;
use super::super::passages::{PassagesError, find_passages};
use super::super::question::{Answer, Question, Request, ShingleCounts};
use super::super::question::{Report, Sink};
use super::super::reader::{DocumentFolder, DocumentReader};
use super::{super::side_by_side::SideBySideError, super::sources::find_sources_of_document};
use base::{cancel::Cancel, guard::run_catching_panic, path::DocPath};
use learn::lab::Material;
use shingle_core::pipeline::corpus::query::{find_mentions, query_corpus};
use shingle_core::pipeline::{Clusters, Corpus, Params, QueryHits, QueryResult};

const NAME: &str = "text";

#[derive(Default)]
pub(crate) struct Answers {
    open: Vec<OpenQuestion>,
    pub(crate) unanswered: bool,
}

struct OpenQuestion {
    request: Request,
    is_due: bool,
}

impl Answers {
    pub(crate) fn add_request(&mut self, request: Request) {
        let kind = request.question.rank_of_kind();
        self.open.retain(|open| open.request.question.rank_of_kind() != kind);
        if !request.question.only_cancels_earlier_question() {
            self.open.push(OpenQuestion { request, is_due: true });
            self.open.sort_by_key(|open| open.request.question.rank_of_kind());
        }
    }

    pub(crate) fn has_due_question(&self) -> bool {
        self.open.iter().any(|open| open.is_due)
    }

    /// Marks all continuous questions for a new answer, after a new result.
    pub(crate) fn mark_all_due(&mut self) {
        self.open.iter_mut().for_each(|open| open.is_due = true);
        self.unanswered = true;
    }

    /// Answers the next question, and returns false if there is none. New parameters cancel clusters, sources and
    /// passages; clusters are then computed again, sources and passages need a new question.
    pub(crate) fn answer_next_question(
        &mut self,
        (folder, corpus): (&DocumentFolder, &Corpus),
        cancel: &Cancel,
        sink: &Sink,
    ) -> bool {
        let Some(at) = self.open.iter().position(|open| open.is_due) else { return false };
        self.open[at].is_due = false;
        let request = match &self.open[at].request {
            standing @ Request { question: Question::Query(_) | Question::Clusters(_), .. } => {
                standing.clone()
            }
            _ => self.open.remove(at).request,
        };
        let stop = || cancel.is_cancelled() || request.cancel.is_cancelled();
        let answer = match &request.question {
            Question::Query(Some(text)) => {
                Some(Answer::Query(answer_query(text, &folder.reader, corpus)))
            }
            Question::Shingles { keys, params } => {
                count_documents_with_shingles(corpus, keys, params).map(Answer::Shingles)
            }
            Question::Sources(Some(name)) => {
                let found =
                    run_catching_panic(|| find_sources_of_document(corpus, folder, name, &stop))
                        .unwrap_or_else(|panic| {
                            Err(SideBySideError::GaveUp { path: name.clone(), panic }.into())
                        });
                found.map(|found| found.map(Arc::new)).transpose().map(Answer::Sources)
            }
            Question::Passages(Some(question)) => {
                let found = run_catching_panic(|| find_passages(folder, corpus, *question, &stop))
                    .unwrap_or_else(|panic| Err(PassagesError::GaveUp(panic)));
                found.map(|found| found.map(Arc::new)).transpose().map(Answer::Passages)
            }
            Question::Clusters(true) => run_catching_panic(|| Clusters::new(corpus, cancel))
                .ok()
                .flatten()
                .map(|clusters| Answer::Clusters(Arc::new(clusters))),
            Question::Study(true) => {
                start_study(request, Material::new(corpus), sink);
                return true;
            }
            _ => None,
        };
        if let Some(answer) = answer {
            sink(Report::Answered(request.number, answer));
        }
        true
    }
}

fn answer_query(text: &str, reader: &DocumentReader, corpus: &Corpus) -> Box<QueryResult> {
    let params = Arc::clone(corpus.params());
    let (text, QueryHits { hits, below }, mentions) =
        match reader.document_of_text(&DocPath::new(NAME), text, &params) {
            Ok(mut document) => {
                document.set_ignored_shingles(corpus.ignored_shingles());
                let hits = query_corpus(corpus, &document);
                let shingles = document.counted_keys().len();
                let mentions = find_mentions(corpus, &document.words);
                (Ok(document.info(DocPath::new(NAME), shingles)), hits, mentions)
            }
            Err(reason) => (Err(reason), QueryHits::default(), Vec::new()),
        };
    let (docs, ignored) = (Arc::clone(corpus.docs()), Arc::clone(corpus.ignored_shingles()));
    Box::new(QueryResult { params, ignored, docs, text, hits, below, mentions })
}

/// Returns `None` if the folder has other parameters; the screen then asks again.
fn count_documents_with_shingles(
    corpus: &Corpus,
    keys: &[u64],
    params: &Arc<Params>,
) -> Option<ShingleCounts> {
    if corpus.params() != params {
        return None;
    }
    let counts = keys.iter().copied().zip(corpus.count_documents_with(keys)?).collect();
    let documents = corpus.entries().len();
    Some(ShingleCounts { params: Arc::clone(params), documents, counts })
}
