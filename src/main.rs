//! The program: parse, choose the screen or a command, exit code. It computes nothing itself.

mod cli;
mod commands;
mod printer;
mod tui;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser as _};

use shingle::base::path::DocPath;
use shingle::base::visible::visible_lines;

use self::cli::args::{Cli, Command, ParamArgs, ScreenArgs, Switch, ThemeName, WalkArgs};
use self::cli::config::with_config;
use self::commands::{Done, compare, lab, query, scan};
use self::printer::out::Stop;
use self::tui::model::look::{Look, ThemeChoice};

fn main() -> ExitCode {
    let typed = match with_config(&Cli::command(), std::env::args_os().collect()) {
        Ok(typed) => typed,
        Err(reason) => {
            complain(&reason);
            return ExitCode::from(2);
        }
    };
    let cli = match Cli::try_parse_from(typed) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let outcome = match cli.command {
        None => screen(&cli.folder.unwrap_or_default(), &cli.walk, &cli.params, &cli.screen),
        Some(Command::Scan { dir, walk, params, output }) => {
            scan::run(&dir, &walk, &params, &output)
        }
        Some(Command::Compare { a, b, explain, params, format, check }) => {
            compare::run(&compare::Request { a, b, explain, format, check }, &params)
        }
        Some(Command::Query { file, dir, walk, params, output }) => {
            query::run(&file, &dir, &walk, &params, &output)
        }
        Some(Command::Lab { dir, walk, params, lab }) => lab::run(&dir, &walk, &params, &lab),
    };
    match outcome {
        Ok(Done::Nothing) | Err(Stop::Closed) => ExitCode::SUCCESS,
        Ok(Done::Found) => ExitCode::from(1),
        Ok(Done::Left(code)) => ExitCode::from(code),
        Err(Stop::Failed(reason)) => {
            complain(&reason);
            ExitCode::from(2)
        }
    }
}

/// Help and version go to standard output, errors to standard error with exit code 2; neither may carry what was typed raw.
fn usage(error: &clap::Error) -> ExitCode {
    let text = misplaced(error).unwrap_or_else(|| error.render().to_string());
    let text = visible_lines(&text);
    if error.use_stderr() {
        let _ = std::io::stderr().write_all(text.as_bytes());
        return ExitCode::from(2);
    }
    let mut out = std::io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Stop::from) {
        Ok(()) | Err(Stop::Closed) => ExitCode::SUCCESS,
        Err(Stop::Failed(reason)) => {
            complain(&reason);
            ExitCode::from(2)
        }
    }
}

/// A better word than clap's for a command that comes too late or does not exist.
fn misplaced(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    if error.kind() != ErrorKind::ArgumentConflict {
        return None;
    }
    let command = Cli::command();
    let reason = if command.find_subcommand(typed).is_some() {
        format!("`{typed}` must come first: `shingle {typed} …`, then its files and options")
    } else {
        format!(
            "unexpected argument '{typed}': the screen takes one folder; a command (scan, compare, query or lab) comes first"
        )
    };
    Some(format!("error: {reason}\n\nFor more information, try '--help'.\n"))
}

/// One line on standard error.
fn complain(reason: &str) {
    let _ = writeln!(std::io::stderr(), "shingle: {}", visible_lines(reason));
}

/// Opens the screen on a folder.
fn screen(
    folder: &Path,
    walk: &WalkArgs,
    params: &ParamArgs,
    screen: &ScreenArgs,
) -> Result<Done, Stop> {
    if !folder.is_dir() {
        let name = DocPath::new(folder);
        return Err(Stop::Failed(format!(
            "{name}: not a folder that can be opened; name an existing one"
        )));
    }
    let params = params.resolve().map_err(Stop::Failed)?;
    if !tui::terminal::terminal_present() {
        return Err(Stop::Failed(
            "no terminal for the screen; use `shingle scan DIR`, `shingle compare A B` or `shingle query FILE --in DIR`".to_string(),
        ));
    }
    let theme = match screen.theme {
        ThemeName::Auto => ThemeChoice::Auto,
        ThemeName::Dark => ThemeChoice::Dark,
        ThemeName::Light => ThemeChoice::Light,
        ThemeName::Mono => ThemeChoice::Mono,
        ThemeName::Sixteen => ThemeChoice::Sixteen,
    };
    let look = Look { theme, ascii: screen.ascii, mouse: screen.mouse == Switch::On };
    tui::run(folder, walk.resolve(), params, look).map(Done::Left).map_err(Stop::Failed)
}
