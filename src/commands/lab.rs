use std::{iter::empty, path::Path, sync::Arc};

use documents::decode_plain_text;

use shingle::base::{cancel::Cancel, path::DocPath, ratio::Ratio, visible::make_visible};
use shingle::engine::batch::load_words;
use shingle::folder::read::{LARGEST_FILE, read_named_file};
use shingle::lab::thresholds::ThresholdTrials;
use shingle::lab::{Grid, Labelled, Material, Study, read_labels};
use shingle::pipeline::{Parameter, Parameters, Params, Task};

use crate::cli::options::FolderArgs;
use crate::commands::input::resolve_folder_or_records;
use crate::commands::report::quote_for_shell;
use crate::commands::{Run, exit_code, globs_of_walk, load_documents};
use crate::printer::out::{Out, Stop};
use crate::printer::{json::object, rows::emit};
use crate::{cli::args::LabArgs, printer::lab, printer::progress::show_progress};

const PAIRS: usize = 10;

pub(crate) fn run(args: &LabArgs, run: &Run) -> Result<u8, Stop> {
    let (task, purpose) = (args.task(), args.purpose);
    let params = Arc::new(run.params_of_all_shingles(task, purpose.unwrap_or(task))?);
    let mut folder = resolve_folder_or_records(&args.folder, &params.records, &run.reader)?;
    let loaded = load_documents(load_words, &folder, &params, args.folder.reading.allow_empty)?;
    loaded.store_record_places_in(&mut folder);
    // The file of labels may be in the folder, but is not a document.
    let labels_at = args.labels.as_ref().and_then(|file| file.canonicalize().ok());
    let is_labels = |path: &DocPath| {
        labels_at.is_some() && folder.root.join(path.as_path()).canonicalize().ok() == labels_at
    };
    // Records are in the order of their file, as on the screen, so that both take the same sample.
    let place = |path| (!is_labels(path)).then(|| folder.places.get(path).unwrap_or(path));
    let material = Material::in_order_of(&loaded.corpus, place);
    let chosen = globs_of_walk(loaded.walk.as_ref());
    let problems = loaded.problems();
    let never = Cancel::never_cancelled();
    let report = |what: &str, done: usize, all: usize| show_progress(what, done + 1, all);
    let head = || {
        let parameters = Parameters::new(&params).with_chosen_files(&chosen);
        object! { parameters: parameters, problems: &problems }
    };
    let (result, no_rows) = ((args.result.format, &*problems), (Vec::new(), empty::<()>()));
    if let Some(file) = &args.labels {
        let labelled = read_labelled(file, &material)?;
        let grid = Grid::new(&material, &params, &labelled, &never, &report);
        let Some(grid) = grid else { return Ok(0) };
        let (title, tables) = (grid.title(), grid.tables(&params));
        let table = |out: &mut Out| lab::print_tables(out, (&title, ""), &tables, &params);
        emit(result, table, || lab::grid_object(head(), &grid, &params), no_rows)?;
    } else {
        let pairs = args.pairs.unwrap_or(PAIRS);
        let study = Study::new(&material, &params, pairs, &never, &report);
        let Some(mut study) = study else { return Ok(0) };
        let last = purpose.map(|purpose| end_in_command(&mut study, purpose, &args.folder));
        let line = last.as_ref().map(|(lead, line)| format!("{lead}: {}", make_visible(line)));
        let command = last.as_ref().map(|(_, line)| &**line);
        let (title, tables, line) = (study.title(), study.tables(), line.unwrap_or_default());
        let table = |out: &mut Out| lab::print_tables(out, (&title, &line), &tables, &params);
        emit(result, table, || lab::study_object(head(), &study, command), no_rows)?;
    }
    exit_code(false, args.result.strict, &problems)
}

/// Returns the command with the recommended width and threshold, after the words before it. The thresholds of the study
/// become those of this width.
fn end_in_command(
    study: &mut Study,
    task: Task,
    FolderArgs { dir, id, .. }: &FolderArgs,
) -> (String, String) {
    if let Some(width) =
        study.widths.recommended.and_then(|width| study.widths.trial_of_width(width))
    {
        study.thresholds = ThresholdTrials::new(width);
    }
    let mut params = Params { width: study.thresholds.width, ..(*study.params).clone() };
    let mut remark = String::new();
    match study.thresholds.recommended_threshold() {
        // Without a gap, the recommended threshold is a lower bound.
        Some(least) if study.thresholds.valley.is_none() && least < params.threshold => {
            let [set, least] = [params.threshold, least].map(Ratio::format_precise_percent);
            remark = format!(", with the set threshold of {set} above the least of {least}");
        }
        recommended => params.threshold = recommended.unwrap_or(params.threshold),
    }
    let usual = Params::defaults_for_task(task);
    let changed = Parameter::ALL.iter().filter(|one| one.is_changed(&params, &usual));
    let options = changed.flat_map(|one| {
        one.value_texts(&params).into_iter().flat_map(|text| [format!("--{}", one.name()), text])
    });
    let name = Task::ALL.iter().find(|(_, one)| *one == task).map_or("", |(name, _)| name);
    let words = ["shingle".to_string(), name.to_string(), dir.to_string_lossy().into_owned()];
    let id = id.iter().flat_map(|id| ["--id".to_string(), id.clone()]);
    let words: Vec<String> = words.into_iter().chain(options).chain(id).collect();
    let line = words.iter().map(|word| quote_for_shell(word)).collect::<Vec<_>>().join(" ");
    (format!("To run{remark}"), line)
}

fn read_labelled(file: &Path, material: &Material) -> Result<Vec<Labelled>, Stop> {
    let name = DocPath::new(file);
    let content = read_named_file(file, LARGEST_FILE)
        .map_err(|unread| format!("{name}: {}", unread.message("labelled pairs")))?;
    let text = decode_plain_text(&content.bytes)
        .map_err(|reason| format!("{name}: {reason}; expected labelled pairs as text"))?;
    Ok(read_labels(&name, &text, &material.paths)?)
}
