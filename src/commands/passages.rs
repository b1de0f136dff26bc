//! `shingle passages`: lists the longest runs of words that documents of a folder share.

use std::sync::Arc;

use shingle::base::cancel::Cancel;
use shingle::base::json::{compact, pretty};
use shingle::engine::{PassagesQuestion, batch::load_words, passages::passages};
use shingle::pipeline::{Task, corpus::passages::of_all_words};

use super::input::folder_or_records;
use super::{Done, Run, chosen_by, finish, found, note_lacks, show_stage};
use crate::cli::{args::PassagesArgs, options::OutputFormat};
use crate::printer::out::{Out, Stop};
use crate::printer::passages::{FolderPassageJson, PassagesTable, csv};
use crate::printer::progress::show;

pub(crate) fn run(args: &PassagesArgs, Run { values, reader }: &Run) -> Result<Done, Stop> {
    let folder = &args.folder;
    let params = values.resolve_counting(Task::Passages, reader).map_err(Stop::failed)?;
    let params = Arc::new(of_all_words(params));
    note_lacks(&params);
    let usual = PassagesQuestion::USUAL;
    let limits = PassagesQuestion {
        least: args.least.map_or(usual.least, |least| u32::try_from(least).unwrap_or(u32::MAX)),
        top: args.top.unwrap_or(usual.top),
        order: args.sort.unwrap_or(usual.order),
    };
    let allow_empty = folder.reading.allow_empty;
    let folder = folder_or_records(&folder.dir, &folder.reading.walk, &params.records, reader)?;
    let mut loaded = found(&folder, load_words(&folder, &params, &show_stage), allow_empty)?;
    // Never cancelled.
    let _ = loaded.corpus.sketch(&Cancel::never(), &show_stage);
    show("finding passages", 0, 0);
    let found = passages(&folder, &loaded.corpus, limits, &|| false).map_err(Stop::failed)?;
    let Some(found) = found else { return Ok(Done::Nothing) };
    let mut problems = loaded.problems();
    problems.extend(found.problems.iter().cloned());
    problems.sort_by(|one, other| one.path.cmp(&other.path));
    let (left_out, chosen) =
        (Arc::clone(loaded.corpus.left_out()), chosen_by(loaded.walk.as_ref()));
    // The program ends soon: freeing memory piece by piece would take a part of the run.
    std::mem::forget(loaded);

    let mut out = Out::new();
    let table = PassagesTable {
        found: &found,
        left_out: &left_out,
        problems: &problems,
        columns: out.columns,
    };
    match args.result.format {
        OutputFormat::Table => table.print(&mut out)?,
        OutputFormat::Json => pretty(&mut out, &table.json(&chosen))?,
        OutputFormat::Ndjson => {
            FolderPassageJson::all(&found).try_for_each(|one| compact(&mut out, &one))?;
        }
        OutputFormat::Csv => csv(&mut out, &found)?,
    }
    finish(out, args.result.format, &problems)?;
    Done::Nothing.strictly(args.result.strict, &problems)
}
