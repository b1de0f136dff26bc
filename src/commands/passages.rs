use std::sync::Arc;

use shingle::base::cancel::Cancel;
use shingle::engine::{PassagesQuestion, batch::load_words, passages::find_passages};
use shingle::pipeline::{Task, corpus::passages::params_of_all_words};

use super::input::resolve_folder_or_records;
use super::{
    Outcome, Run, check_loaded_documents, globs_of_walk, merge_problems, note_missing_tools,
    print_result, show_stage_progress,
};
use crate::printer::out::Stop;
use crate::printer::passages::{FolderPassageJson, PassagesTable, print_csv};
use crate::{cli::args::PassagesArgs, printer::progress::show_progress};

pub(crate) fn run(args: &PassagesArgs, Run { values, reader }: &Run) -> Result<Outcome, Stop> {
    let folder = &args.folder;
    let params = values.resolve_params_of_all_shingles(Task::Passages, Task::Passages, reader)?;
    let params = Arc::new(params_of_all_words(params));
    note_missing_tools(&params);
    let usual = PassagesQuestion::USUAL;
    let limits = PassagesQuestion {
        least: args.least.map_or(usual.least, |least| u32::try_from(least).unwrap_or(u32::MAX)),
        top: args.top.unwrap_or(usual.top),
        order: args.sort.unwrap_or(usual.order),
    };
    let allow_empty = folder.reading.allow_empty;
    let mut folder = resolve_folder_or_records(folder, &params.records, reader)?;
    let mut loaded = check_loaded_documents(
        &folder,
        load_words(&folder, &params, &show_stage_progress),
        allow_empty,
    )?;
    loaded.store_record_places_in(&mut folder);
    // Cannot fail, because it is never cancelled.
    let _ = loaded.corpus.refresh_sketches(&Cancel::never_cancelled(), &show_stage_progress);
    show_progress("finding passages", 0, 0);
    let found = find_passages(&folder, &loaded.corpus, limits, &|| false)?;
    let Some(found) = found else { return Ok(Outcome::Nothing) };
    let problems = merge_problems(&loaded, &found.problems);
    let (left_out, chosen) =
        (Arc::clone(loaded.corpus.ignored_shingles()), globs_of_walk(loaded.walk.as_ref()));
    // The program ends soon: freeing memory piece by piece would take a part of the run.
    std::mem::forget(loaded);

    let table = PassagesTable { found: &found, ignored: &left_out, problems: &problems };
    print_result(
        (args.result.format, &problems),
        |out| table.print(out),
        || table.build_json(&chosen),
        FolderPassageJson::all_passages(&found),
        |out| print_csv(out, &found),
    )?;
    Outcome::Nothing.fail_if_strict(args.result.strict, &problems)
}
