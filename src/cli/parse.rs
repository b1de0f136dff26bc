//! Parses the command line with the config file.

use std::ffi::OsString;

use clap::{CommandFactory as _, Error, FromArgMatches as _, parser::ValueSource};

use shingle::{base::path::DocPath, decisions::phrase::file_of};

use super::args::{Cli, CommandArgs};
use super::config::{Config, KeyLine};
use super::places;

/// A parsed command line.
pub(crate) struct Parsed {
    pub(crate) cli: Cli,
    /// The config file with the user's keys.
    pub(crate) keys: Option<(DocPath, Vec<KeyLine>)>,
}

/// Reason for not running.
pub(crate) enum NotRun {
    /// A parser error or a request for help.
    Usage(Error),
    /// An error, as one line.
    Refused(String),
}

impl From<Error> for NotRun {
    fn from(error: Error) -> Self {
        Self::Usage(error)
    }
}

impl From<String> for NotRun {
    fn from(reason: String) -> Self {
        Self::Refused(reason)
    }
}

/// Parses the command line. The config file supplies missing values.
///
/// # Errors
/// The reason for not running the command.
pub(crate) fn parse(typed: &[OsString]) -> Result<Parsed, NotRun> {
    let command = Cli::command();
    // Errors in the command line precede errors in the file.
    let config = Config::read(typed, &command);
    let with_config = match &config {
        Ok(Some(config)) => config.set_defaults(command, typed),
        _ => command,
    };
    let matches = with_config.try_get_matches_from(typed).or_else(|error| {
        // Help shows the defaults of the program.
        if error.use_stderr() { Err(error) } else { Cli::command().try_get_matches_from(typed) }
    })?;
    let mut cli = Cli::from_arg_matches(&matches)?;
    let own = cli.common().folder.map(file_of);
    let own = own.and_then(|name| Some(places::phrases().path()?.join(name)));
    cli.params_mut().own_phrases = own;
    let (name, of_command) = matches.subcommand().unwrap_or(("", &matches));
    cli.refuse_idle(|option| of_command.value_source(option) == Some(ValueSource::CommandLine))?;
    if cli.generate.is_some() || matches!(cli.command, Some(CommandArgs::Config(_))) {
        return Ok(Parsed { cli, keys: None });
    }
    let Some(config) = config? else { return Ok(Parsed { cli, keys: None }) };
    let command = Cli::command();
    let values = config.values(&cli.common(), command.find_subcommand(name).unwrap_or(&command));
    cli.params_mut().add(values);
    Ok(Parsed { cli, keys: Some((config.file, config.keys)) })
}
