//! Options of parameters, from the table of parameters. `engine::option_values` converts their values.

use std::{ffi::OsStr, path::PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};

use super::limits::LimitArgs;
use shingle::engine::{OptionValue, OptionValues};
use shingle::pipeline::{Parameter, Params, Task, Values, parameters::between::PairSide};

/// Parameters that `-h` shows; `--help` shows all.
const NEEDED_MOST: &str = "records language stop-words stem width common measure threshold preset";
const OF_SKETCHES: &str = "step sketch functions family verify";

/// The options of all parameters, whose values [`typed_values`] returns, and those of [`LimitArgs`].
#[derive(Debug)]
pub(crate) struct ParamArgs;

pub(crate) fn typed_values(matches: &ArgMatches) -> OptionValues {
    let value = |parameter: &Parameter| {
        let texts = matches.try_get_raw(parameter.name()).ok()??;
        let texts = texts.map(OsStr::to_os_string).collect();
        Some(OptionValue { parameter: *parameter, texts, line: None })
    };
    let mut values = OptionValues::default();
    values.add_missing(Parameter::ALL.iter().filter_map(value));
    values
}

impl FromArgMatches for ParamArgs {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, Error> {
        Ok(Self)
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), Error> {
        Ok(())
    }
}

impl Args for ParamArgs {
    fn augment_args(command: Command) -> Command {
        let tasks: Vec<Task> = Task::of_command(command.get_name()).collect();
        let task = tasks.first().copied().unwrap_or(Task::Screen);
        let is_used = |one: &Parameter| tasks.iter().any(|task| one.is_used(*task));
        let is_of_sketches = |one: &Parameter| is_among(OF_SKETCHES, *one);
        let (of_sketches, others): (Vec<_>, Vec<_>) =
            Parameter::ALL.iter().copied().filter(is_used).partition(is_of_sketches);
        let command = command
            .args(others.into_iter().map(|one| parameter_option(one, task, "Parameters")))
            .args(of_sketches.into_iter().map(|one| parameter_option(one, task, "Sketches")));
        LimitArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn is_among(names: &str, parameter: Parameter) -> bool {
    names.split(' ').any(|name| name == parameter.name())
}

fn parameter_option(parameter: Parameter, task: Task, heading: &'static str) -> Arg {
    let name = parameter.name();
    let option = add_help(parameter, task, Arg::new(name).long(name).help_heading(heading))
        .short(parameter.option_letter())
        .hide_short_help(!is_among(NEEDED_MOST, parameter));
    let checked = move |text: &str| parameter.check(&[text.into()]).map(|()| text.to_string());
    match parameter.values() {
        Values::Names(names) => option
            .value_name(name.to_uppercase().replace('-', "_"))
            .value_parser(PossibleValuesParser::new(*names)),
        Values::Number(letter, _) => {
            option.value_name(*letter).allow_negative_numbers(true).value_parser(checked)
        }
        // Allows a hyphen, so that -0.1 and -5% get an error with the range.
        Values::Share(letter) => {
            option.value_name(*letter).allow_hyphen_values(true).value_parser(checked)
        }
        Values::Text(name) => option.value_name(*name).value_parser(checked),
        Values::Sides(names) => {
            option.value_names(*names).num_args(2).value_parser(str::parse::<PairSide>)
        }
        Values::File(name, _) => option.value_name(*name).value_parser(value_parser!(PathBuf)),
        Values::Files => option
            .value_name("FILE")
            .num_args(1..)
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf)),
    }
}

fn add_help(parameter: Parameter, task: Task, option: Arg) -> Arg {
    let paragraphs = parameter.help().split(|line| line.trim().is_empty());
    let mut paragraphs: Vec<String> = paragraphs
        .map(|lines| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "))
        .collect();
    let default = describe_default(parameter, task);
    if let Some(first) = paragraphs.first_mut().filter(|_| !default.is_empty()) {
        *first = format!("{first} [default: {default}]");
    }
    match &paragraphs[..] {
        [all] => option.help(all.clone()),
        [first, ..] => option.help(first.clone()).long_help(paragraphs.join("\n\n")),
        [] => option,
    }
}

/// Describes the default of a parameter in a task; empty without a value.
fn describe_default(parameter: Parameter, task: Task) -> String {
    match parameter {
        Parameter::Encoding => "detected per file".into(),
        Parameter::Phrases => "own on the screen and in `report`, else off".into(),
        Parameter::Template => "off".into(),
        Parameter::Between => ". .".into(),
        Parameter::Preset => String::new(),
        _ => parameter.value_texts(&Params::defaults_for_task(task)).join(" "),
    }
}
