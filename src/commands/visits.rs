//! The last visit to a folder, and what this one leaves for the next. It shows nothing.

use std::path::Path;
use std::time::SystemTime;

use shingle::pipeline::parameters::Params;
use shingle::visits::kept::{KeptVisit, VisitError};
use shingle::visits::params::ChangedParams;
use shingle::visits::visit::{DocumentBefore, PairNames, Visit};

use crate::cli::args::Cli;
use crate::cli::places;

/// The visits to the folder of the screen.
pub(crate) struct Visits {
    kept: KeptVisit,
    /// The last one.
    pub(crate) last: Option<Visit>,
    /// The parameters without those that were typed.
    untyped: Params,
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
        let kept = KeptVisit::open(&place, folder)?;
        let last = kept.last();
        Ok(Some(Self { kept, last, untyped: cli.params.without_typed(usual) }))
    }

    /// Takes the documents of the last visit, if it read the folder as this one does.
    pub(crate) fn documents(&mut self, cli: &Cli, params: &Params) -> Option<Vec<DocumentBefore>> {
        let last = self.last.as_mut().filter(|last| last.chosen == chosen(cli, params))?;
        Some(std::mem::take(&mut last.documents))
    }

    /// Keeps this visit.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub(crate) fn keep(
        &self,
        cli: &Cli,
        params: &Params,
        pair: Option<PairNames>,
        documents: Vec<DocumentBefore>,
    ) -> Result<(), VisitError> {
        self.kept.keep(&Visit {
            ended: SystemTime::now(),
            params: ChangedParams::between(&self.untyped, params),
            pair,
            chosen: chosen(cli, params),
            documents,
        })
    }
}

/// Which files of the folder are read, and how they are cut into documents.
fn chosen(cli: &Cli, params: &Params) -> String {
    let walk = &cli.walk;
    let (include, exclude) = (&walk.include, &walk.exclude);
    format!("{} {} {include:?} {exclude:?} {}", walk.hidden, walk.ignored, params.records)
}
