//! The last visit to a folder, and the state for the next visit.

use std::{path::Path, sync::Mutex, time::SystemTime};

use shingle::base::lock::lock_mutex;
use shingle::engine::OptionValues;
use shingle::pipeline::{DocInfo, Params};
use shingle::visits::{ChangedParams, DocumentBefore, Visit, VisitError, VisitStore};

use crate::cli::{args::Cli, places};
use crate::tui::event_loop::VisitState;

pub(crate) struct Visits {
    store: VisitStore,
    pub(crate) last: Option<Visit>,
    untyped: Params,
    files: String,
    /// True after the end of the visit. Saves during the visit are then skipped.
    ended: Mutex<bool>,
}

impl Visits {
    pub(crate) fn open(
        cli: &Cli,
        values: &OptionValues,
        folder: &Path,
        usual: &Params,
    ) -> Result<Option<Self>, VisitError> {
        let is_saved = !cli.no_state && !cli.demo && cli.more.is_empty();
        let Some(place) = places::state_place().ok().filter(|_| is_saved) else {
            return Ok(None);
        };
        let store = VisitStore::open(&place, folder)?;
        let last = store.load_last_visit();
        let walk = &cli.walk;
        let (include, exclude) = (&walk.include, &walk.exclude);
        let files = format!("{} {} {include:?} {exclude:?}", walk.hidden, walk.ignored);
        let untyped = values.reset_typed_values(usual);
        Ok(Some(Self { store, last, untyped, files, ended: Mutex::new(false) }))
    }

    /// Returns `None` if the last visit read other files.
    pub(crate) fn take_documents_of_last_visit(
        &mut self,
        params: &Params,
    ) -> Option<Vec<DocumentBefore>> {
        let chosen = self.describe_chosen_files(params);
        let last = self.last.as_mut().filter(|last| last.chosen == chosen)?;
        Some(std::mem::take(&mut last.documents))
    }

    /// Saves this visit in case the program is killed. Errors are reported at the end.
    pub(crate) fn save_in_case_of_kill(&self, now: &VisitState) {
        let ended = lock_mutex(&self.ended);
        if !*ended {
            let _ = self.save_during_visit(now);
        }
    }

    pub(crate) fn save_at_end(&self, now: &VisitState) -> Result<(), VisitError> {
        *lock_mutex(&self.ended) = true;
        self.save_during_visit(now)
    }

    fn save_during_visit(&self, now: &VisitState) -> Result<(), VisitError> {
        let VisitState { params, phrases, pair, filter, sort, snapshot } = now;
        let usual = Params { phrases: phrases.clone(), ..self.untyped.clone() };
        let document =
            |doc: &DocInfo| DocumentBefore { path: doc.path.clone(), text: doc.file.text };
        self.store.save_visit(&Visit {
            ended: SystemTime::now(),
            params: ChangedParams::difference_between(&usual, params),
            pair: pair.clone(),
            filter: filter.clone(),
            sort: sort.clone(),
            chosen: self.describe_chosen_files(params),
            documents: snapshot.docs.iter().take(snapshot.present).map(document).collect(),
        })
    }

    fn describe_chosen_files(&self, params: &Params) -> String {
        // Older visits, without this word, identify documents by their bytes.
        format!("texts {} {}", self.files, params.records)
    }
}
