//! The program: parse, choose the screen or a command, exit code.

mod cli;
mod commands;
mod printer;
mod report;
#[cfg(test)]
mod tests;
mod theme_choice;
mod tui;

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::{path::Path, process::ExitCode};

use shingle::base::{path::DocPath, visible::make_lines_visible, workers::build_thread_pool};

use self::cli::args::CommandArgs;
use self::cli::config::KeyLine;
use self::cli::parse::{CommonArgs, NotRun, Parsed, parse};
use self::cli::usage::{escape_arguments, explain_error};
use self::commands::input::refuse_sketch_file;
use self::commands::{
    Run, clusters, compare, dedup, doctor, lab, log_file, passages, print_note, program, query,
    report as reporting, scan, screen, sketch, sources, teach,
};
use self::printer::{out::Stop, progress};
use crate::tui::{keys::MappedKey, keys::apply_user_keys, keys::list_keys_as_config_lines};

#[cfg(unix)]
use documents::processes::{CONVERTER_ARGUMENT, READER_ARGUMENT, SANDBOX_ARGUMENT};
#[cfg(unix)]
use documents::processes::{answer_questions, describe_sandbox, run_command};

fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some(code) =
        std::env::args_os().nth(1).and_then(|argument| run_as_helper_process(&argument))
    {
        return code;
    }
    let typed: Vec<OsString> = std::env::args_os().collect();
    let parsed = parse(&typed).and_then(|Parsed { cli, common, keys }| {
        let applied = keys.map_or(Ok(()), |(file, keys)| apply_key_lines(&file, &keys));
        applied.map_err(NotRun::Refused)?;
        Ok((cli, common))
    });
    let (cli, CommonArgs { params, limits, folder, shows_progress }) = match parsed {
        Ok(parsed) => parsed,
        Err(NotRun::Usage(error)) => return print_usage(error, &typed),
        Err(NotRun::Refused(reason)) => return fail(&reason),
    };
    let refused = folder.as_deref().map_or(Ok(()), refuse_sketch_file);
    if let Err(reason) = refused.and_then(|()| log_file::start_log(&cli, folder.as_deref())) {
        return fail(&reason);
    }
    // The engine of the screen makes it at a lower priority.
    if cli.command.is_some() {
        build_thread_pool();
    }
    // The screen has its own way, because it restores the terminal.
    if !matches!(cli.command, None | Some(CommandArgs::Teach(_))) {
        progress::clean_up_on_signals();
    }
    if cfg!(not(unix)) && !limits.converters.is_empty() {
        return fail("--converter is not there on this system; leave it out");
    }
    let reader = limits.build_reader(path_of_this_program(), cli.cache_place(folder.as_deref()));
    let run = Run { values: params, reader, limits };
    if shows_progress {
        progress::begin_progress();
    }
    let outcome = match cli.command {
        None => match cli.generate {
            Some(what) => program::print_generated(what),
            None => screen::run(&cli, &run),
        },
        Some(CommandArgs::Scan(args)) => scan::run(&args, &run),
        Some(CommandArgs::Clusters(args)) => clusters::run(&args, &run),
        Some(CommandArgs::Dedup(args)) => dedup::run(&args, &run),
        Some(CommandArgs::Compare(args)) => compare::run(&args, &run),
        Some(CommandArgs::Teach(args)) if args.sandbox => teach::run_sandbox(&args, &run),
        Some(CommandArgs::Teach(args)) => teach::run_lesson(&args, &run),
        Some(CommandArgs::Query(args)) => query::run(&args, &run),
        Some(CommandArgs::Sources(args)) => sources::run(&args, &run),
        Some(CommandArgs::Passages(args)) => passages::run(&args, &run),
        Some(CommandArgs::Report(args)) => reporting::run(&args, &run),
        Some(CommandArgs::Sketch(args)) => sketch::run(&args, &run),
        Some(CommandArgs::Lab(args)) => lab::run(&args, &run),
        Some(CommandArgs::Cache { action }) => program::run_cache(action, &cli.cache),
        Some(CommandArgs::Doctor) => doctor::run(&cli, path_of_this_program().as_deref()),
        Some(CommandArgs::Config { action }) => {
            program::run_config(action, &cli.config, &list_keys_as_config_lines())
        }
    };
    progress::end_progress();
    run.reader.notices().iter().for_each(|notice| print_note(notice));
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(Stop::Closed) => ExitCode::SUCCESS,
        Err(Stop::Failed(reason)) => fail(&reason),
    }
}

/// What this process is to do if the program started it for itself, by the argument of such a process.
#[cfg(unix)]
fn run_as_helper_process(argument: &OsStr) -> Option<ExitCode> {
    let mut rest = std::env::args_os().skip(2);
    let served = match argument.to_str()? {
        READER_ARGUMENT => {
            answer_questions(rest.next().and_then(|bytes| bytes.into_string().ok()).as_deref())
        }
        CONVERTER_ARGUMENT => return Some(ExitCode::from(run_command(rest))),
        SANDBOX_ARGUMENT => describe_sandbox(),
        _ => return None,
    };
    Some(if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// This very program, also where a newer one has taken its place on the disk. `None` where it has no child processes.
fn path_of_this_program() -> Option<OsString> {
    if cfg!(not(unix)) {
        return None;
    }
    let running = Path::new("/proc/self/exe");
    if running.exists() {
        return Some(running.into());
    }
    Some(std::env::current_exe().map_or_else(|_| "shingle".into(), Into::into))
}

fn apply_key_lines(file: &DocPath, keys: &[KeyLine]) -> Result<(), String> {
    let mapped: Vec<MappedKey<'_>> = keys.iter().map(|line| (&*line.key, &*line.does)).collect();
    apply_user_keys(&mapped).map_err(|(at, reason)| {
        let line = keys.get(at).map_or(0, |line| line.line);
        format!("{file}:{line}: keys: {reason}")
    })
}

/// Prints help and version on standard output, errors on standard error with exit code 2. Arguments in them are made
/// visible.
fn print_usage(mut error: clap::Error, typed: &[OsString]) -> ExitCode {
    escape_arguments(&mut error);
    let text = explain_error(&error, typed).unwrap_or_else(|| error.render().to_string());
    let text = make_lines_visible(&text);
    if error.use_stderr() {
        let _ = std::io::stderr().write_all(text.as_bytes());
        return ExitCode::from(2);
    }
    let mut out = std::io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Stop::from) {
        Ok(()) | Err(Stop::Closed) => ExitCode::SUCCESS,
        Err(Stop::Failed(reason)) => fail(&reason),
    }
}

/// Prints an error, and returns its exit code.
fn fail(reason: &str) -> ExitCode {
    let _ = writeln!(progress::clear_line_and_lock(), "shingle: {}", make_lines_visible(reason));
    ExitCode::from(2)
}
