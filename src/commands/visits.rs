//! The last visit to a folder, and what this one leaves for the next. It shows nothing.

use std::{path::Path, sync::Mutex, time::SystemTime};

use shingle::base::lock::locked;
use shingle::pipeline::{DocInfo, Params};
use shingle::visits::{ChangedParams, DocumentBefore, Visit, VisitError, VisitStore};

use crate::cli::{args::Cli, places};
use crate::tui::event_loop::states::VisitState;

/// The visits to the folder of the screen.
pub(crate) struct Visits {
    store: VisitStore,
    /// The last one.
    pub(crate) last: Option<Visit>,
    /// The parameters without those that were typed.
    untyped: Params,
    /// Which files of the folder are read.
    files: String,
    /// Whether this visit has ended. Nothing is kept then that is older than its end.
    ended: Mutex<bool>,
}

/// Whether the visit leaves anything: one to a folder of the user's does.
const fn is_kept(cli: &Cli) -> bool {
    !cli.no_state && !cli.demo && cli.more.is_empty()
}

impl Visits {
    /// The visits to this folder; `None` where they are not wanted.
    ///
    /// # Errors
    /// Why they cannot be kept.
    pub(crate) fn open(
        cli: &Cli,
        folder: &Path,
        usual: &Params,
    ) -> Result<Option<Self>, VisitError> {
        let Some(place) = places::state().path().filter(|_| is_kept(cli)) else {
            return Ok(None);
        };
        let store = VisitStore::open(&place, folder)?;
        let last = store.last();
        let walk = &cli.walk;
        let (include, exclude) = (&walk.include, &walk.exclude);
        let files = format!("{} {} {include:?} {exclude:?}", walk.hidden, walk.ignored);
        let untyped = cli.params.without_typed(usual);
        Ok(Some(Self { store, last, untyped, files, ended: Mutex::new(false) }))
    }

    /// Takes the documents of the last visit, if it read the folder as this one does.
    pub(crate) fn documents(&mut self, params: &Params) -> Option<Vec<DocumentBefore>> {
        let chosen = self.chosen(params);
        let last = self.last.as_mut().filter(|last| last.chosen == chosen)?;
        Some(std::mem::take(&mut last.documents))
    }

    /// Keeps this visit as if it ended now, so that it is there if the program is killed. What cannot be kept is said at the end.
    pub(crate) fn keep_for_now(&self, now: &VisitState) {
        let ended = locked(&self.ended);
        if !*ended {
            let _ = self.keep(now);
        }
    }

    /// Keeps this visit, which has ended.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub(crate) fn end(&self, now: &VisitState) -> Result<(), VisitError> {
        *locked(&self.ended) = true;
        self.keep(now)
    }

    fn keep(&self, now: &VisitState) -> Result<(), VisitError> {
        let VisitState { params, pair, filter, sort, report, snapshot } = now;
        let document =
            |doc: &DocInfo| DocumentBefore { path: doc.path.clone(), text: doc.file.text };
        self.store.keep(&Visit {
            ended: SystemTime::now(),
            params: ChangedParams::between(&self.untyped, params),
            pair: pair.clone(),
            filter: filter.clone(),
            sort: sort.clone(),
            chosen: self.chosen(params),
            report: report.clone(),
            documents: snapshot.docs.iter().take(snapshot.present).map(document).collect(),
        })
    }

    /// Which files of the folder are read, and how they are cut into documents.
    fn chosen(&self, params: &Params) -> String {
        // Visits without this word name documents by their bytes.
        format!("texts {} {}", self.files, params.records)
    }
}
