//! The handle by which a screen talks to the engine. It never blocks and never computes.

use std::path::PathBuf;
use std::sync::Arc;

use crate::base::ids::Epoch;
use crate::base::path::DocPath;
use crate::folder::walk::WalkOptions;
use crate::pipeline::params::Params;

use super::report::Report;

/// A running engine. Dropping it ends its threads' work.
pub struct Engine {}

impl Engine {
    /// Starts the engine on `root`. Reports go to `sink`, from several threads, in the order in which they were made.
    pub fn start(
        _root: PathBuf,
        _walk: WalkOptions,
        _params: Params,
        _sink: impl Fn(Report) + Send + Sync + 'static,
    ) -> Self {
        todo!()
    }

    /// Asks for a ranking with other parameters; unfinished work for older ones is dropped.
    pub fn set_params(&self, _params: Params) -> Epoch {
        todo!()
    }

    /// Asks for two documents side by side, as `params` see them; only the newest such request is answered.
    pub fn open(&self, _a: DocPath, _b: DocPath, _params: Arc<Params>) {
        todo!()
    }

    /// Asks for a full listing of the folder, as if every file might have changed.
    pub fn rescan(&self) {
        todo!()
    }
}
