//! Every parameter is known everywhere: as an option, in the config file, in JSON and in sketch files. Where one
//! decides nothing, the options and the reference agree with `parameters::inactive`.

use std::{collections::BTreeSet, collections::HashSet, fmt::Write as _};

use clap::{Arg, Command, CommandFactory as _};
use serde_json::Value;
use shingle::pipeline::sketch_files::{shape::SketchShape, shape::first_difference_of_sketches};
use shingle::pipeline::{Difference, Parameter, Parameters, Params, Task, Verify};
use shingle::shingle::SketchKind;

use crate::cli::{args::Cli, config::HEADINGS, config::names_beside_files, parse::CommonArgs};
use crate::{tui::tests::docs::hold_between, tui::tests::docs::root};

/// The help headings of the options that are parameters.
const OF_RUNS: [&str; 2] = ["Parameters", "Sketches"];
/// A value of a parameter that is not the default, with the options that it needs to decide something.
const fn example(parameter: Parameter) -> (&'static str, &'static [&'static str]) {
    match parameter {
        Parameter::Encoding => ("koi8-r", &[]),
        Parameter::Records => ("lines", &[]),
        Parameter::Language => ("de", &[]),
        Parameter::Words => ("spaces", &[]),
        Parameter::PosRemoval | Parameter::Confusables => ("on", &[]),
        Parameter::Case => ("keep", &[]),
        Parameter::Accents => ("ignored", &[]),
        Parameter::StopWords | Parameter::Stem => ("off", &[]),
        // Any file will do.
        Parameter::StopWordsAdd | Parameter::Template => ("LICENSE-MIT", &[]),
        Parameter::Phrases => ("tests/fixtures/phrases.jsonl", &[]),
        Parameter::Width => ("5", &[]),
        Parameter::Hash => ("crc32", &["--modulo=2"]),
        Parameter::Step | Parameter::Modulo => ("2", &[]),
        Parameter::Sketch => ("supershingle", &[]),
        Parameter::Functions => ("20", &["--sketch=minhash"]),
        Parameter::Family => ("md5", &["--sketch=minhash"]),
        Parameter::Verify => ("off", &["--sketch=minhash"]),
        Parameter::Common => ("10%", &[]),
        Parameter::Between => ("new archive", &[]),
        Parameter::SkipSame => ("students/{}/", &[]),
        Parameter::SkipOlder => ("2026-11-16", &[]),
        Parameter::Measure => ("dice", &[]),
        Parameter::Threshold => ("35%", &[]),
        Parameter::Above => ("strictly", &[]),
        Parameter::Passage => ("40", &[]),
        Parameter::Preset => ("phpir", &[]),
    }
}

/// The arguments of the screen with the example of a parameter, or with another value of it.
fn asked(parameter: Parameter, other: Option<&str>) -> CommonArgs {
    let (value, beside) = example(parameter);
    let value = other.unwrap_or(value);
    let value = match parameter {
        Parameter::StopWordsAdd | Parameter::Template | Parameter::Phrases => {
            root().join(value).display().to_string()
        }
        _ => value.to_string(),
    };
    let option = format!("--{}", parameter.name());
    // This one has two values.
    let values: Vec<&str> = match parameter {
        Parameter::Between => value.split(' ').collect(),
        _ => vec![&value],
    };
    let parts = ["shingle", ".", &option].into_iter().chain(values).chain(beside.iter().copied());
    let matches = Cli::command().try_get_matches_from(parts);
    CommonArgs::new(&matches.unwrap_or_else(|error| panic!("{option}: {error}")))
}

fn resolved(parameter: Parameter, other: Option<&str>) -> Params {
    let CommonArgs { params, limits, .. } = asked(parameter, other);
    params.resolve_params(Task::Screen, &limits.build_reader(None, None)).unwrap()
}

fn option(command: &Command, parameter: Parameter) -> Option<&Arg> {
    command.get_arguments().find(|arg| arg.get_long() == Some(parameter.name()))
}

#[test]
fn every_parameter_is_an_option_and_a_line_of_the_config_file_and_these_are_parameters() {
    let command = Cli::command();
    for parameter in Parameter::ALL {
        let name = parameter.name();
        let option = option(&command, *parameter).unwrap_or_else(|| panic!("no --{name}"));
        let heading = option.get_help_heading().unwrap_or_default();
        assert!(OF_RUNS.contains(&heading) && HEADINGS.contains(&heading), "--{name}: {heading}");
        // A config file takes files relative to itself.
        let values = option.get_value_names().unwrap_or_default();
        let names_file = values.iter().any(|value| value.contains("FILE"));
        assert_eq!(names_beside_files(*parameter).is_some(), names_file, "--{name}");
    }
    for arg in command.get_arguments() {
        if arg.get_help_heading().is_some_and(|heading| OF_RUNS.contains(&heading)) {
            let name = arg.get_long().unwrap();
            assert!(Parameter::from_name(name).is_some(), "--{name} is no parameter");
        }
    }
}

#[test]
fn what_is_typed_is_known_by_its_parameter_and_changes_it() {
    let defaults = Params::defaults();
    for parameter in Parameter::ALL {
        let values = asked(*parameter, None).params;
        let (_, beside) = example(*parameter);
        let all: Vec<&Parameter> =
            Parameter::ALL.iter().filter(|one| values.is_set(**one)).collect();
        assert!(all.contains(&parameter) && all.len() == 1 + beside.len(), "{all:?}");
        assert!(parameter.is_changed(&defaults, &resolved(*parameter, None)), "{parameter:?}");
    }
}

#[test]
fn a_named_value_is_printed_by_its_name() {
    let command = Cli::command();
    let mut checked = 0;
    for parameter in Parameter::ALL {
        for value in option(&command, *parameter).unwrap().get_possible_values() {
            let params = resolved(*parameter, Some(value.get_name()));
            let json = serde_json::to_value(Parameters::new(&params)).unwrap();
            assert_eq!(json[parameter.name()], value.get_name(), "{json}");
            checked += 1;
        }
    }
    assert!(checked > 30, "only {checked} values were seen");
}

#[test]
fn a_command_has_the_options_whose_parameters_its_tasks_use() {
    let command = Cli::command();
    let mut tasks: BTreeSet<Task> = Task::of_command("shingle").collect();
    let mut without = Vec::new();
    for command in command.get_subcommands() {
        let of_command: Vec<Task> = Task::of_command(command.get_name()).collect();
        for parameter in Parameter::ALL {
            let is_used = of_command.iter().any(|task| parameter.is_used(*task));
            let is_there = option(command, *parameter).is_some();
            assert_eq!(is_there, is_used, "{} --{}", command.get_name(), parameter.name());
        }
        if of_command.is_empty() {
            without.push(command.get_name());
        }
        tasks.extend(of_command);
    }
    assert_eq!(without, ["cache", "config", "doctor"], "these compare nothing");
    assert_eq!(tasks, Task::ALL.iter().map(|(_, task)| *task).collect());
}

#[test]
fn json_has_every_parameter() {
    let json = serde_json::to_value(Parameters::new(&Params::defaults())).unwrap();
    let Value::Object(json) = json else { panic!("{json}") };
    let names: BTreeSet<&str> = Parameter::ALL.iter().map(|one| one.name()).collect();
    assert_eq!(json.keys().map(String::as_str).collect::<BTreeSet<_>>(), names);
}

#[test]
fn a_sketch_file_has_every_parameter_that_its_sketches_depend_on_and_tells_each_difference() {
    let params = Params { sketch: SketchKind::MinHash, ..Params::defaults() };
    let Value::Object(json) = serde_json::to_value(SketchShape::new(&params)).unwrap() else {
        panic!()
    };
    let kept = || Parameter::ALL.iter().filter(|one| one.is_in_sketch_files());
    let names: BTreeSet<&str> = kept().map(|one| one.name()).collect();
    assert_eq!(json.keys().map(String::as_str).collect::<BTreeSet<_>>(), names);
    for parameter in kept() {
        let mut other = params.clone();
        parameter.copy_value(&mut other, &resolved(*parameter, None));
        let found = first_difference_of_sketches(&params, &other);
        assert_eq!(found.map(|Difference { name, .. }| name), Some(parameter.name()));
    }
}

/// Names as the documents write them: `a`, `b`.
fn spans<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    all.join(", ").replace('|', "\\|")
}

/// The rows of a table. Parameters with equal cells share a row.
fn rows(all: Vec<(Parameter, Vec<String>)>) -> String {
    let mut shared: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    for (parameter, cells) in all {
        match shared.iter_mut().find(|(other, _)| *other == cells) {
            Some((_, names)) => names.push(parameter.name()),
            None => shared.push((cells, vec![parameter.name()])),
        }
    }
    let mut text = String::new();
    for (cells, names) in shared {
        let _ = writeln!(text, "| {} | {} |", spans(names), cells.join(" | "));
    }
    text
}

/// Each parameter with the values of others that make it decide nothing, the reason, and the tasks that accept it
/// anyway.
fn resting() -> Vec<(Parameter, Vec<String>)> {
    let defaults = Params::defaults();
    let minhash = Params { sketch: SketchKind::MinHash, modulo: 2, ..defaults.clone() };
    let beside = [
        ("sketch modulo", Params { modulo: 2, ..defaults.clone() }),
        ("modulo 1", defaults),
        ("sketch minhash", minhash.clone()),
        ("verify off", Params { verify: Verify::Off, ..minhash.clone() }),
        ("sketch supershingle", Params { sketch: SketchKind::SuperShingle, ..minhash }),
    ];
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for parameter in Parameter::ALL {
        for (value, params) in &beside {
            let Some(why) = parameter.why_inactive(params) else { continue };
            if !seen.insert((*parameter, std::mem::discriminant(&why))) {
                continue;
            }
            let accepting = Task::ALL.iter().filter(|(_, task)| {
                parameter.is_used(*task) && parameter.why_inactive_in(*task, params).is_none()
            });
            let accepting = spans(accepting.map(|(typed, _)| *typed));
            found.push((*parameter, vec![spans([*value]), why.to_string(), accepting]));
        }
    }
    found
}

#[test]
fn the_reference_tells_what_decides_nothing() {
    let mut text =
        String::from("| parameters | beside | why | taken all the same in |\n|---|---|---|---|\n");
    text.push_str(&rows(resting()));
    hold_between("docs/parameters.md", "idle", &text);
}
