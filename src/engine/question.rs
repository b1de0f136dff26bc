//! The text of a query, and its answers from the corpus. It owns no document and opens no pair.

use std::path::Path;
use std::sync::Arc;

use crate::base::path::DocPath;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::corpus::query::mentions;
use crate::pipeline::corpus::query::{QueryHits, QueryResult, ask};
use crate::pipeline::document::Document;
use crate::pipeline::parameters::{Params, Stage};
use crate::pipeline::source::NoDocument;
use crate::text::language::folder::Prior;

use super::side_by_side::of_text;

/// The name that the text is read under: plain text.
const NAME: &str = "text";

/// The text, and whether an answer is due.
#[derive(Default)]
pub(super) struct Question {
    text: Option<Arc<str>>,
    number: u64,
    open: bool,
    /// The document made of the text, as these parameters and languages of the folder see it.
    read: Option<Read>,
}

/// A text as a document, with the parameters and the folder's languages that it was read with.
type Read = (Arc<Params>, Arc<Prior>, Result<Document, NoDocument>);

impl Question {
    /// Takes another text, or none.
    pub(super) fn ask(&mut self, text: Option<Arc<str>>, number: u64) {
        *self = Self { open: text.is_some(), text, number, read: None };
    }

    /// Notes that the corpus changed.
    pub(super) const fn reopen(&mut self) {
        self.open = self.text.is_some();
    }

    /// Whether an answer is due.
    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    /// The answer that is due, from a refreshed corpus.
    pub(super) fn answer(&mut self, corpus: &Corpus) -> Option<QueryResult> {
        if !std::mem::take(&mut self.open) {
            return None;
        }
        let text = self.text.as_deref()?;
        let params = corpus.params();
        // The document stays while only the measure or the threshold changes.
        let folder = corpus.languages();
        let fits = |(read, languages, _): &Read| {
            languages == folder
                && read.first_difference(params).is_none_or(|stage| stage >= Stage::LeaveOut)
        };
        if !self.read.as_ref().is_some_and(fits) {
            let name = DocPath::new(Path::new(NAME));
            let read = of_text(&name, text, params, folder);
            self.read = Some((Arc::clone(params), Arc::clone(folder), read));
        }
        let view = corpus.view();
        let (text, QueryHits { hits, below }, mentions) = match &self.read.as_ref()?.2 {
            Ok(document) => {
                let mut document = document.clone();
                document.leave_out(corpus.left_out());
                let (document, hits) = ask(&view, document);
                let shingles = document.sketch().len();
                let mentions = mentions(corpus, &document.words);
                (Ok(document.info(DocPath::new(NAME), shingles)), hits, mentions)
            }
            Err(reason) => (Err(reason.clone()), QueryHits::default(), Vec::new()),
        };
        let (number, params, docs) = (self.number, Arc::clone(params), Arc::clone(view.docs));
        let surroundings = corpus.surroundings();
        Some(QueryResult { number, params, surroundings, docs, text, hits, below, mentions })
    }
}
