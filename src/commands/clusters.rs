//! `shingle clusters`: which documents of a folder, or of sketch files, belong together. It formats nothing.

use std::io::Write as _;
use std::sync::Arc;

use shingle::base::cancel::Cancel;
use shingle::compare::clusters::Linkage;
use shingle::engine::batch::Loaded;
use shingle::pipeline::clusters::Clusters;
use shingle::pipeline::publish::Roll;

use crate::cli::args::{ClusterFormat, ParamArgs};
use crate::commands::{Documents, Done, list_problems};
use crate::printer::groups::Blocks;
use crate::printer::json;
use crate::printer::out::{Out, Stop};

/// What was asked.
pub(crate) struct Request<'a> {
    pub(crate) documents: Documents<'a>,
    pub(crate) linkage: Option<Linkage>,
    pub(crate) format: ClusterFormat,
    pub(crate) top: Option<usize>,
}

/// Runs the command.
pub(crate) fn run(request: Request<'_>, params: &ParamArgs) -> Result<Done, Stop> {
    let (mut params, documents) = request.documents.prepare(params)?;
    params.linkage = request.linkage.unwrap_or(params.linkage);
    let mut loaded = documents.load(&Arc::new(params))?;
    let clusters = joined(&mut loaded);
    let (problems, top) = (loaded.problems(), request.top.unwrap_or(usize::MAX));
    // The program ends soon: giving back a folder's memory piece by piece would take a twentieth of the run.
    std::mem::forget(loaded);
    let mut out = Out::new();
    // Nobody cancels, so that there always are some.
    let Some(clusters) = clusters else { return Ok(Done::Nothing) };
    match request.format {
        ClusterFormat::Table => {
            let columns = out.columns;
            let blocks = Blocks { clusters: &clusters, problems: &problems, top, columns };
            blocks.print(&mut out)?;
            out.flush()?;
            list_problems(&problems);
            blocks.footer(&mut out)?;
        }
        ClusterFormat::Json => json::clusters(&mut out, &clusters, &problems, top)?,
    }
    out.flush()?;
    Ok(Done::Nothing)
}

/// Joins the pairs of a folder and puts its documents into clusters; `None` never, for nobody cancels.
pub(crate) fn joined(loaded: &mut Loaded) -> Option<Clusters> {
    let never = Cancel::never();
    loaded.corpus.refresh(&never, &|_, _, _| ())?;
    Clusters::of(&Roll::call(&loaded.corpus), 0, &never)
}
