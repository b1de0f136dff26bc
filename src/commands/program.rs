//! Commands about the program itself: `shingle cache`, `shingle config`, and `shingle --generate` for completions and
//! the man page.

use std::io;
use std::io::Write as _;
use std::path::absolute;

use clap::builder::Resettable;
use clap::{Arg, Command, CommandFactory as _};
use clap_complete::{Shell, generate as complete};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};
use documents::cache::{CacheNotice, CacheSize, measure_size, remove_cache};

use shingle::base::{numbers::format_count, path::DocPath, system_error::format_system_error};

use crate::cli::args::{CacheAction, Cli, ConfigAction, Generated};
use crate::cli::config::{HEADINGS, config_place};
use crate::cli::default_config::default_config;
use crate::cli::options::{CacheArgs, ConfigArgs};
use crate::cli::places;
use crate::printer::out::{Out, Stop, print_name};

const USAGE: &str = "shingle [OPTIONS] FOLDER\nshingle [OPTIONS] A B\nshingle COMMAND [OPTIONS] …";
const COMMANDS: &str = "A command takes the options of the sections below that decide something in it, and refuses the others. \
These are its own. `shingle COMMAND --help` lists them all.";
/// Variables that the program reads, each line with its meaning.
const ENVIRONMENT: &str = include_str!("environment.txt");

pub(crate) fn run_cache(action: CacheAction, options: &CacheArgs) -> Result<u8, Stop> {
    let place = places::cache_place().map_err(|why| match why {
        places::OFF => "the cache is off: SHINGLE_CACHE is empty".to_string(),
        _ => CacheNotice::NoPlace.to_string(),
    })?;
    let place = absolute(place).map_err(|error| error.to_string())?;
    let name = DocPath::new(&place);
    let failed = |error: io::Error| format!("{name}: {}", format_system_error(&error));
    let mut out = Out::new();
    match action {
        CacheAction::Path => print_name(&mut out, &name)?,
        CacheAction::Size => {
            let (size, most) = (measure_size(&place).map_err(failed)?, options.cache_size);
            writeln!(out, "{}, of at most {most} MiB", format_cache_size(size))?;
        }
        CacheAction::Clear => {
            writeln!(out, "{} removed", format_cache_size(remove_cache(&place).map_err(failed)?))?;
        }
    }
    out.flush()?;
    Ok(0)
}

/// Formats the size of the cache: `1,204 texts, 12.5 MiB`.
fn format_cache_size(size: CacheSize) -> String {
    let tenths = size.bytes.div_ceil((1 << 20) / 10);
    format!("{}, {}.{} MiB", format_count(size.texts, "text"), tenths / 10, tenths % 10)
}

/// `keys` is a config file's lines for the keys of the screen.
pub(crate) fn run_config(
    action: ConfigAction,
    options: &ConfigArgs,
    keys: &str,
) -> Result<u8, Stop> {
    let mut out = Out::new();
    match action {
        ConfigAction::Default => out.write_all(default_config(keys).as_bytes())?,
        ConfigAction::Path => {
            let Some((place, _)) = config_place(options) else {
                let reason = "no config file is read: --no-config or an empty SHINGLE_CONFIG says so, or there is no home directory; \
                              name one with --config FILE";
                return Err(reason.into());
            };
            let place = absolute(place).map_err(|error| error.to_string())?;
            print_name(&mut out, &DocPath::new(place))?;
        }
    }
    out.flush()?;
    Ok(0)
}

pub(crate) fn print_generated(what: Generated) -> Result<u8, Stop> {
    let mut out = Out::new();
    out.write_all(&generated_text(what)?)?;
    out.flush()?;
    Ok(0)
}

fn generated_text(what: Generated) -> Result<Vec<u8>, Stop> {
    let shell = match what {
        Generated::Bash => Shell::Bash,
        Generated::Zsh => Shell::Zsh,
        Generated::Fish => Shell::Fish,
        Generated::PowerShell => Shell::PowerShell,
        Generated::ManPage => return Ok(man_page()?),
        Generated::Options => {
            let mut command = Cli::command().override_help(Resettable::Reset);
            return Ok(command.render_long_help().to_string().into_bytes());
        }
    };
    let mut text = Vec::new();
    complete(shell, &mut reveal_options(&Cli::command()), "shingle", &mut text);
    Ok(text)
}

/// Removes hidden options, and shows the options that `-h` hides.
fn reveal_options(command: &Command) -> Command {
    let options = command.get_arguments().filter(|option| !option.is_hide_set());
    let mut with_visible_options = Command::new(command.get_name().to_string())
        .subcommand_negates_reqs(command.is_subcommand_negates_reqs_set())
        .args_conflicts_with_subcommands(command.is_args_conflicts_with_subcommands_set())
        .about(command.get_about().cloned().unwrap_or_default())
        .args(options.map(|option: &Arg| option.clone().hide_short_help(false)))
        .subcommands(command.get_subcommands().map(reveal_options));
    if let Some(version) = command.get_version() {
        with_visible_options = with_visible_options.version(version.to_string());
    }
    if let Some(usage) = command.get_overridden_usage() {
        with_visible_options = with_visible_options.override_usage(usage.clone());
    }
    with_visible_options
}

/// Renders the man page. Each command lists only the options that the screen lacks.
fn man_page() -> io::Result<Vec<u8>> {
    let mut whole =
        reveal_options(&Cli::command()).override_usage(USAGE).disable_help_subcommand(true);
    whole.build();
    let page = Man::new(whole.clone());
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    let mut section = Roff::new();
    section.control("SH", ["COMMANDS"]).text([roman(COMMANDS)]);
    section.to_writer(&mut text)?;
    for command in whole.get_subcommands() {
        describe_option(command, &mut text)?;
    }
    page.render_options_section(&mut text)?;
    environment_section().to_writer(&mut text)?;
    notes_section().to_writer(&mut text)?;
    Ok(text)
}

fn describe_option(command: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut section = Roff::new();
    section.control("SS", [command.get_name()]).text([bold(usage)]);
    section.control("PP", []).text([roman(format!("{about}."))]);
    section.to_writer(text)?;
    let own = command.clone().mut_args(|option| {
        let heading = option.get_help_heading().unwrap_or_default();
        let is_common =
            option.is_global_set() || option.get_id() == "help" || HEADINGS.contains(&heading);
        option.hide(is_common).help_heading(None::<&str>)
    });
    let mut options = Vec::new();
    Man::new(own).render_options_section(&mut options)?;
    let options = String::from_utf8_lossy(&options).replace(".SH OPTIONS\n", "");
    text.extend_from_slice(options.as_bytes());
    Ok(())
}

fn environment_section() -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["ENVIRONMENT"]);
    for (name, what) in ENVIRONMENT.lines().filter_map(|line| line.split_once(' ')) {
        section.control("TP", []).text([italic(name)]).text([roman(what)]);
    }
    section
}

/// Renders the end of `--help`: examples, then sentences.
fn notes_section() -> Roff {
    let mut section = Roff::new();
    let end = Cli::command().get_after_long_help().map(ToString::to_string).unwrap_or_default();
    for part in end.split("\n\n") {
        if let Some(examples) = part.strip_prefix("Examples:\n") {
            section.control("SH", ["EXAMPLES"]).control("nf", []).text([roman(examples)]);
            section.control("fi", []).control("SH", ["NOTES"]);
        } else {
            section.control("PP", []).text([roman(part)]);
        }
    }
    section
}
