use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgMatches, Command, CommandFactory as _, Error, FromArgMatches as _};

use shingle::base::path::DocPath;
use shingle::{decisions::phrase::phrases_file_name, engine::OptionValues, pipeline::Task};

use super::args::{Cli, CommandArgs, QueryArgs, ReportArgs, ScanArgs, SketchingArgs};
use super::config::{Config, KeyLine};
use super::{limits::LimitArgs, options::OutputFormat};
use super::{params::typed_values, places};

pub(crate) struct Parsed {
    pub(crate) cli: Cli,
    pub(crate) common: CommonArgs,
    /// The config file with the user's keys.
    pub(crate) keys: Option<(DocPath, Vec<KeyLine>)>,
}

pub(crate) struct CommonArgs {
    pub(crate) params: OptionValues,
    pub(crate) limits: LimitArgs,
    /// The folder or file, if it is the only input.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) shows_progress: bool,
}

pub(crate) enum NotRun {
    Usage(Error),
    Refused(String),
}

/// Parses the command line; the config file supplies missing values.
pub(crate) fn parse(typed: &[OsString]) -> Result<Parsed, NotRun> {
    // Errors in the command line precede errors in the file. Help shows the defaults of the program.
    let parse = |command: Command| {
        let matches = command.try_get_matches_from(typed).map_err(NotRun::Usage)?;
        Ok((Cli::from_arg_matches(&matches).map_err(NotRun::Usage)?, CommonArgs::new(&matches)))
    };
    let (cli, common) = parse(Cli::command())?;
    refuse_options_without_effect(&cli).map_err(NotRun::Refused)?;
    let reads_no_file =
        cli.generate.is_some() || matches!(cli.command, Some(CommandArgs::Config { .. }));
    let config = if reads_no_file { Ok(None) } else { Config::read(&cli.config) };
    let Some(config) = config.map_err(NotRun::Refused)? else {
        return Ok(Parsed { cli, common, keys: None });
    };
    let (cli, mut common) = parse(config.set_defaults(Cli::command()))?;
    common.params.add_missing(config.toml_values());
    Ok(Parsed { cli, common, keys: Some((config.file, config.keys)) })
}

/// Rejects options without effect beside the values of others, with the fix. Parameters have their own check.
pub(crate) fn refuse_options_without_effect(cli: &Cli) -> Result<(), String> {
    let reason = match &cli.command {
        Some(
            CommandArgs::Scan(ScanArgs { output, .. })
            | CommandArgs::Query(QueryArgs { output, .. }),
        ) if output.documents
            && matches!(output.result.format, OutputFormat::Table | OutputFormat::Csv) =>
        {
            "--documents adds lines to NDJSON: --format ndjson"
        }
        Some(
            CommandArgs::Sketch(SketchingArgs { target, .. })
            | CommandArgs::Report(ReportArgs { target, .. }),
        ) if target.force && target.file.as_os_str() == "-" => {
            "--force replaces a file; remove it when writing to standard output"
        }
        _ => return Ok(()),
    };
    Err(reason.to_string())
}

impl CommonArgs {
    pub(crate) fn new(matches: &ArgMatches) -> Self {
        let of_command =
            matches.subcommand().filter(|(name, _)| Task::of_command(name).next().is_some());
        let matches = of_command.map_or(matches, |(_, of_command)| of_command);
        let paths = |id| matches.try_get_many::<PathBuf>(id).ok().flatten().into_iter().flatten();
        let mut inputs = ["dir", "inputs", "folder", "more"].into_iter().flat_map(paths);
        let first = inputs.next().filter(|first| first.as_os_str() != "-");
        // In a file of records, two more names are ids of its records.
        let is_only = |_: &&PathBuf| inputs.next().is_none() || paths("more").count() == 2;
        let folder = first.filter(is_only).cloned();
        let mut params = typed_values(matches);
        let own = folder.as_deref().map(phrases_file_name);
        params.own_phrases = own.and_then(|name| Some(places::phrases_place().ok()?.join(name)));
        let quiet = matches.try_get_one::<bool>("quiet").ok().flatten();
        let shows_progress = quiet == Some(&false);
        Self { params, limits: LimitArgs::new(matches), folder, shows_progress }
    }
}
