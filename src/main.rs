//! The program: parse, choose the screen or a command, exit code. It computes nothing itself.

mod cli;
mod commands;
mod printer;
mod tui;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser as _};

use shingle::base::path::DocPath;
use shingle::base::visible::visible_lines;

use self::cli::args::{Cli, Command, LessonFormat, ParamArgs, ScreenArgs, Switch, ThemeName};
use self::cli::config::with_config;
use self::commands::{Documents, Done, clusters, compare, lab, query, scan, sketch, teach};
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
        None => screen(&cli),
        Some(Command::Scan { dir, sketches, walk, params, clusters, linkage, output }) => {
            let documents = Documents::of(dir.as_deref(), &walk, &sketches.files);
            scan::run(scan::Request { documents, clusters, linkage }, &params, &output)
        }
        Some(Command::Clusters { dir, sketches, walk, params, linkage, format, top }) => {
            let documents = Documents::of(dir.as_deref(), &walk, &sketches.files);
            let linkage = linkage.linkage;
            clusters::run(clusters::Request { documents, linkage, format, top }, &params)
        }
        Some(Command::Compare { a, b, explain, params, format, check }) => {
            compare::run(&compare::Request { a, b, explain, format, check }, &params)
        }
        Some(Command::Teach { a, b, sandbox: true, params, screen, .. }) => {
            run_sandbox(a.zip(b), params, &screen)
        }
        Some(Command::Teach { a, b, params, screen, format, .. }) => {
            run_lesson(a.zip(b), params, &screen, format)
        }
        Some(Command::Query { file, dir, sketches, walk, params, output }) => {
            let documents = Documents::of(dir.as_deref(), &walk, &sketches.files);
            query::run(&file, documents, &params, &output)
        }
        Some(Command::Sketch { dir, file, force, walk, params }) => {
            sketch::run(&dir, &file, force, &walk, &params)
        }
        Some(Command::Lab { dir, walk, params, lab }) => lab::run(&dir, &walk, params, &lab),
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
            "unexpected argument '{typed}': the screen takes one folder; a command (scan, clusters, compare, query, sketch, lab or teach) comes first"
        )
    };
    Some(format!("error: {reason}\n\nFor more information, try '--help'.\n"))
}

/// One line on standard error.
fn complain(reason: &str) {
    let _ = writeln!(std::io::stderr(), "shingle: {}", visible_lines(reason));
}

/// Teaches on the screen, or on standard output where that is wanted or there is no terminal.
fn run_lesson(
    files: Option<(PathBuf, PathBuf)>,
    params: ParamArgs,
    screen: &ScreenArgs,
    format: Option<LessonFormat>,
) -> Result<Done, Stop> {
    let terminal = tui::terminal::terminal_present();
    let on_paper = match format {
        Some(LessonFormat::Screen) if !terminal => {
            return Err(Stop::Failed("no terminal for the lesson; use --format text".to_string()));
        }
        Some(format) => format == LessonFormat::Text,
        None => !terminal,
    };
    let (subject, params) = teach::prepare(files, params)?;
    if on_paper {
        return teach::print(&subject, params);
    }
    tui::teach(subject, params, look(screen)).map(Done::Left).map_err(Stop::Failed)
}

/// Opens a sandbox on two files, or on two sentences.
fn run_sandbox(
    files: Option<(PathBuf, PathBuf)>,
    params: ParamArgs,
    screen: &ScreenArgs,
) -> Result<Done, Stop> {
    if !tui::terminal::terminal_present() {
        let reason = "no terminal for the sandbox; use `shingle compare A B`";
        return Err(Stop::Failed(reason.to_string()));
    }
    let (texts, params) = teach::prepare_sandbox(files, params)?;
    let texts = texts.as_ref().map(|texts| texts.each_ref().map(AsRef::as_ref));
    tui::play(texts, params, look(screen)).map(Done::Left).map_err(Stop::Failed)
}

/// Opens the screen on a folder.
fn screen(cli: &Cli) -> Result<Done, Stop> {
    let Cli { folder, walk, params, clusters, screen, .. } = cli;
    let folder = folder.as_deref().unwrap_or(Path::new(""));
    if !folder.is_dir() {
        let name = DocPath::new(folder);
        return Err(Stop::Failed(format!(
            "{name}: not a folder that can be opened; name an existing one"
        )));
    }
    let mut params = params.resolve().map_err(Stop::Failed)?;
    params.linkage = clusters.linkage.unwrap_or(params.linkage);
    if !tui::terminal::terminal_present() {
        return Err(Stop::Failed(
            "no terminal for the screen; use `shingle scan DIR`, `shingle compare A B` or `shingle query FILE --in DIR`".to_string(),
        ));
    }
    tui::run(folder, walk.resolve(), params, look(screen)).map(Done::Left).map_err(Stop::Failed)
}

/// How the screen shall look.
fn look(screen: &ScreenArgs) -> Look {
    let theme = match screen.theme {
        ThemeName::Auto => ThemeChoice::Auto,
        ThemeName::Dark => ThemeChoice::Dark,
        ThemeName::Light => ThemeChoice::Light,
        ThemeName::Mono => ThemeChoice::Mono,
        ThemeName::Sixteen => ThemeChoice::Sixteen,
    };
    let mouse = screen.mouse == Switch::On;
    Look { theme, ascii: screen.ascii, mouse, projector: screen.projector }
}
