//! `shingle clusters`: which documents of a folder, or of sketch files, belong together. It formats nothing.

use std::io::Write as _;
use std::sync::Arc;

use shingle::base::cancel::Cancel;
use shingle::engine::batch::Loaded;
use shingle::engine::reader::DocumentReader;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::results::clusters::Clusters;

use crate::cli::args::ClustersArgs;
use crate::cli::args::output::ClusterFormat;
use crate::commands::{Done, chosen_by, list_problems, note_sides, prepare};
use crate::printer::groups::ClusterBlocks;
use crate::printer::json;
use crate::printer::out::{Out, Stop};

/// Runs the command.
pub(crate) fn run(asked: &ClustersArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    let (mut params, documents) = prepare(&asked.documents, Task::Clusters, reader)?;
    params.linkage = asked.clusters.linkage.unwrap_or(params.linkage);
    let mut loaded = documents.load(&Arc::new(params))?;
    note_sides(&loaded);
    let clusters = joined(&mut loaded);
    let (problems, top) = (loaded.problems(), asked.top.unwrap_or(usize::MAX));
    let left_out = Arc::clone(loaded.corpus.left_out());
    let ruled_out = loaded.corpus.ruled_out();
    let chosen = chosen_by(loaded.walk.as_ref());
    // The program ends soon. Freeing a folder's memory piece by piece would take a twentieth of the run.
    std::mem::forget(loaded);
    let mut out = Out::new();
    // Never cancelled, so there is always a result.
    let Some(clusters) = clusters else { return Ok(Done::Nothing) };
    match asked.format {
        ClusterFormat::Table => {
            let columns = out.columns;
            let blocks = ClusterBlocks {
                clusters: &clusters,
                left_out: &left_out,
                ruled_out,
                problems: &problems,
                top,
                columns,
            };
            blocks.print(&mut out)?;
            out.flush()?;
            list_problems(&problems);
            blocks.footer(&mut out)?;
        }
        ClusterFormat::Json => {
            let made = (&chosen, &*left_out, ruled_out);
            json::clusters(&mut out, &clusters, made, &problems, top)?;
        }
    }
    out.flush()?;
    Ok(Done::Nothing)
}

/// Joins the pairs of a folder and makes the clusters. Never `None`, because nothing cancels it.
pub(crate) fn joined(loaded: &mut Loaded) -> Option<Clusters> {
    let never = Cancel::never();
    loaded.corpus.refresh(&never, &|_, _, _| ())?;
    Clusters::new(&loaded.corpus.view(), 0, &never)
}
