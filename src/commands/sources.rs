//! `shingle sources`: which documents of a folder the text of one file comes from. It formats nothing.

use std::io::Write as _;
use std::sync::Arc;

use shingle::base::ratio::Ratio;
use shingle::compare::measure::{Above, Measure};
use shingle::engine::reader::DocumentReader;
use shingle::engine::sources::{SourcesQuestion, sources};
use shingle::pipeline::corpus::cover::CoverLimits;
use shingle::pipeline::corpus::query::ask;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::decides_nothing::Task;

use crate::cli::args::SourcesArgs;
use crate::cli::args::output::OutputFormat;
use crate::commands::input::{bytes, is_standard_input, named};
use crate::commands::query::{inside, leave_out, note_wordless};
use crate::commands::{Done, chosen_by, list_problems, loaded, note_lacks};
use crate::printer::out::{Out, Stop};
use crate::printer::sources::SourcesTable;
use crate::printer::sources_json::{SourcesJson, SourcesLines};

/// Runs the command.
pub(crate) fn run(asked: &SourcesArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    let (file, folder) = (&asked.file, &asked.folder);
    let params = folder.params.resolve_counting(Task::Sources, reader).map_err(Stop::Failed)?;
    // Any document may be a source, however little it shares.
    let (measure, above) = (Measure::Containment, Above::AtLeast);
    let params = Arc::new(Params { measure, above, threshold: Ratio::ZERO, ..params });
    note_lacks(&params);
    let named = named(file, &params);
    let inside = inside(&named, &folder.dir);
    let name = inside.clone().unwrap_or_else(|| named.clone());
    let bytes = bytes(&named, reader)?;
    let is_empty = bytes.is_empty();
    let folder = folder.walk.folder(&folder.dir, reader);
    let mut loaded = loaded(&folder, &params)?;
    let is_inside = inside.is_some_and(|own| leave_out(&mut loaded.corpus, &own));
    let text = reader.document(&name, bytes, &params, loaded.corpus.languages());
    let mut text = text.map_err(Stop::failed)?;
    text.leave_out(loaded.corpus.left_out());
    let (text, _) = ask(&loaded.corpus.view(), text);
    note_wordless(text.canonical.len() as u32, file, &name, is_empty);

    let limits = CoverLimits {
        most: asked.top.unwrap_or(CoverLimits::USUAL.most),
        least: asked.least.unwrap_or(CoverLimits::USUAL.least),
    };
    // Nobody stops it.
    let found = sources(
        &loaded.corpus,
        &SourcesQuestion {
            folder: &folder,
            name: &name,
            text: &text,
            file: (!is_standard_input(file)).then(|| named.as_path()),
            // It is not in the corpus any more.
            itself: None,
            limits,
        },
        &|| false,
    );
    let Some(found) = found else { return Ok(Done::Nothing) };
    let mut problems = loaded.problems();
    problems.extend(found.problems.iter().cloned());
    problems.sort_by(|left, right| left.path.cmp(&right.path));

    let mut out = Out::new();
    match asked.format {
        OutputFormat::Table => {
            let table = SourcesTable {
                found: &found,
                text: &text.text,
                documents: loaded.corpus.entries().len(),
                is_inside,
                left_out: loaded.corpus.left_out(),
                problems: &problems,
                limits,
                columns: out.columns,
            };
            table.print(&mut out)?;
        }
        OutputFormat::Json => {
            let made = (&chosen_by(loaded.walk.as_ref()), &**loaded.corpus.left_out());
            let documents = loaded.corpus.entries().len();
            SourcesJson::of(&found, (documents, is_inside), limits, made, &problems)
                .print(&mut out)?;
        }
        OutputFormat::Ndjson => SourcesLines(&found).ndjson(&mut out)?,
        OutputFormat::Csv => {
            let is_terminal = out.is_terminal;
            SourcesLines(&found).csv(&mut out, is_terminal)?;
        }
    }
    out.flush()?;
    if asked.format != OutputFormat::Json {
        list_problems(&problems);
    }
    Done::Nothing.strictly(asked.strict, &problems)
}
