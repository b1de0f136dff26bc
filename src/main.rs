//! The program: parse, choose the screen or a command, exit code. It computes nothing itself.

mod cli;
mod commands;
mod printer;
mod report;
#[cfg(test)]
mod tests;
mod tui;

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory as _, Parser as _};

#[cfg(unix)]
use documents::processes::{CONVERTER_ARGUMENT, READER_ARGUMENT, become_command, serve};
use shingle::base::path::DocPath;
use shingle::base::visible::visible_lines;
use shingle::base::workers::make_pool;
use shingle::decisions::phrase::file_of;
use shingle::engine::reader::{DocumentFolder, DocumentReader};
use shingle::folder::write::{FileTarget, WriteError};
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::storage::scratch::ScratchFolder;

use self::cli::args::limits::LimitArgs;
use self::cli::args::output::LessonFormat;
use self::cli::args::screen::{ClipboardChoice, ScreenArgs, Switch, ThemeName};
use self::cli::args::view::ViewArgs;
use self::cli::args::{Cli, CommandArgs, TeachArgs};
use self::cli::config::with_config;
use self::cli::error::spell_out;
use self::cli::places;
use self::cli::usage::told;
use self::commands::clipboard::{into_file, to_program};
use self::commands::explored::{Explored, explored};
use self::commands::report::how_read::HowRead;
use self::commands::report::on_screen::{Listed, write_listed};
use self::commands::visits::{VisitLeft, Visits};
use self::commands::{
    Done, cache, clusters, compare, config, demo, generate, lab, passages, query, scan, sketch,
    sources, teach,
};
use self::printer::out::Stop;
use self::printer::state::state;
use crate::tui::drawing::{Look, ThemeChoice};
use crate::tui::event_loop::services::KeptPlaces;
use crate::tui::event_loop::states::TakeState;
use crate::tui::event_loop::states::{VisitKeeper, VisitState};
use crate::tui::keys::key_map::{MappedKey, described, use_keys};
use crate::tui::model::{Clipboard, TakeText};
use crate::tui::model::{ReportAnswer, ReportWanted, ReportWriter};
use crate::tui::terminal::session;
use crate::tui::{Beginning, ComingBack, Left};

fn main() -> ExitCode {
    #[cfg(unix)]
    if std::env::args_os().nth(1).is_some_and(|argument| argument == READER_ARGUMENT) {
        let memory = std::env::args_os().nth(2).and_then(|bytes| bytes.into_string().ok());
        return if serve(memory.as_deref()).is_ok() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    #[cfg(unix)]
    if std::env::args_os().nth(1).is_some_and(|argument| argument == CONVERTER_ARGUMENT) {
        let error = become_command(std::env::args_os().skip(2));
        let _ = writeln!(std::io::stderr(), "cannot be started: {error}");
        return ExitCode::from(127);
    }
    let cli = match asked(&std::env::args_os().collect::<Vec<_>>()) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    // The engine of the screen makes it at a lower priority.
    if cli.command.is_some() {
        make_pool();
    }
    let limits = cli.limits();
    if cfg!(not(unix)) && !limits.converters.is_empty() {
        complain("--converter is not there on this system; leave it out");
        return ExitCode::from(2);
    }
    let reader = limits.reader(itself(), cli.cache_place());
    let outcome = match cli.command {
        None => match cli.generate {
            Some(what) => generate::run(what),
            None => screen(&cli, &reader),
        },
        Some(CommandArgs::Scan(asked)) => scan::run(&asked, &reader),
        Some(CommandArgs::Clusters(asked)) => clusters::run(&asked, &reader),
        Some(CommandArgs::Compare(asked)) => compare::run(&asked, &reader),
        Some(CommandArgs::Teach(asked)) if asked.sandbox => run_sandbox(asked, &reader),
        Some(CommandArgs::Teach(asked)) => run_lesson(asked, &reader),
        Some(CommandArgs::Query(asked)) => query::run(&asked, &reader),
        Some(CommandArgs::Sources(asked)) => sources::run(&asked, &reader),
        Some(CommandArgs::Passages(asked)) => passages::run(&asked, &reader),
        Some(CommandArgs::Report(asked)) => commands::report::run(&asked, &reader),
        Some(CommandArgs::View(asked)) => view(&asked, &cli.limits, reader.clone()),
        Some(CommandArgs::Sketch(asked)) => sketch::run(&asked, &reader),
        Some(CommandArgs::Lab(asked)) => lab::run(asked, &reader),
        Some(CommandArgs::Cache(asked)) => cache::run(&asked, &cli.cache),
        Some(CommandArgs::Config(asked)) => config::run(&asked, &cli.config, &described()),
    };
    for notice in reader.finish_cache() {
        complain(&format!("note: {notice}"));
    }
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

/// This very program, also where a newer one has taken its place on the disk. `None` where it has no child processes.
fn itself() -> Option<OsString> {
    if cfg!(not(unix)) {
        return None;
    }
    let running = Path::new("/proc/self/exe");
    if running.exists() {
        return Some(running.into());
    }
    Some(std::env::current_exe().map_or_else(|_| "shingle".into(), Into::into))
}

/// The command line together with the config file. On failure, the error was printed, and this is the exit code.
fn asked(typed: &[OsString]) -> Result<Cli, ExitCode> {
    let refused = |reason: String| {
        complain(&reason);
        ExitCode::from(2)
    };
    let parsed =
        |parts: &[OsString]| Cli::try_parse_from(parts).map_err(|error| usage(error, parts));
    let mut alone = parsed(typed)?;
    let own = own_phrases(&alone);
    alone.params_mut().own_phrases.clone_from(&own);
    alone.refuse_idle().map_err(refused)?;
    if alone.generate.is_some() || matches!(alone.command, Some(CommandArgs::Config(_))) {
        return Ok(alone);
    }
    let Some(config) = with_config(&Cli::command(), typed, &alone).map_err(refused)? else {
        return Ok(alone);
    };
    let own_keys: Vec<MappedKey<'_>> =
        config.keys.iter().map(|line| MappedKey { key: &line.key, does: &line.does }).collect();
    use_keys(&own_keys).map_err(|(at, reason)| {
        let line = config.keys.get(at).map_or(0, |line| line.line);
        refused(format!("{}:{line}: keys: {reason}", config.file))
    })?;
    let mut cli = parsed(&config.all)?;
    let params = cli.params_mut();
    params.typed = Some(Box::new(std::mem::take(alone.params_mut())));
    params.places = config.places;
    params.of_set = config.of_set;
    params.own_phrases = own;
    Ok(cli)
}

/// The file with the phrases of the folder that is read.
fn own_phrases(cli: &Cli) -> Option<PathBuf> {
    Some(places::phrases().path()?.join(file_of(cli.folder_read()?)))
}

/// Prints help and version on standard output, errors on standard error with exit code 2. Arguments in them are made
/// visible.
fn usage(mut error: clap::Error, typed: &[OsString]) -> ExitCode {
    spell_out(&mut error);
    let text = told(&error, typed).unwrap_or_else(|| error.render().to_string());
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

/// Prints one line on standard error.
fn complain(reason: &str) {
    let _ = writeln!(std::io::stderr(), "shingle: {}", visible_lines(reason));
}

/// Shows the lesson on the screen, or prints it where that is asked for or there is no terminal.
fn run_lesson(asked: TeachArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    let terminal = session::terminal_present();
    let on_paper = match asked.format {
        Some(LessonFormat::Screen) if !terminal => {
            return Err(Stop::Failed("no terminal for the lesson; use --format text".to_string()));
        }
        Some(format) => format == LessonFormat::Text,
        None => !terminal,
    };
    let (subject, params) = teach::prepare(asked.a.zip(asked.b), asked.params, reader)?;
    if on_paper {
        return teach::print(&subject, params);
    }
    tui::teach(subject, params, look(&asked.screen), reader.clone())
        .map(Done::Left)
        .map_err(Stop::Failed)
}

/// Opens a sandbox on two files, or on two sentences.
fn run_sandbox(asked: TeachArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    if !session::terminal_present() {
        let reason = "no terminal for the sandbox; use `shingle compare A B`";
        return Err(Stop::Failed(reason.to_string()));
    }
    let (texts, params) = teach::prepare_sandbox(asked.a.zip(asked.b), asked.params, reader)?;
    let texts = texts.as_ref().map(|texts| texts.each_ref().map(AsRef::as_ref));
    tui::play(texts, params, look(&asked.screen), reader.clone())
        .map(Done::Left)
        .map_err(Stop::Failed)
}

/// Opens the screen on a folder.
fn screen(cli: &Cli, reader: &DocumentReader) -> Result<Done, Stop> {
    let Cli { folder, demo, params, clusters, screen, .. } = cli;
    // It is removed when the screen is left.
    let demo = demo.then(demo::unpacked).transpose()?;
    let folder = demo.as_ref().map(ScratchFolder::path).or(folder.as_deref());
    let Explored { folder, walk, pair: opened } = explored(cli, folder.unwrap_or(Path::new("")))?;
    let folder = &*folder;
    let mut params = params.resolve(Task::Screen, reader).map_err(Stop::Failed)?;
    params.linkage = clusters.linkage.unwrap_or(params.linkage);
    let plain = cli.plain || session::is_dumb();
    if !plain && !session::terminal_present() {
        return Err(Stop::Failed(
            "no terminal for the screen; use `shingle scan DIR`, `shingle compare A B` or `shingle query FILE --in DIR`, or add --plain to talk in lines".to_string(),
        ));
    }
    let states = screen.dump_state.as_deref().map(|file| state_file(file, folder)).transpose()?;
    let mut visits = Visits::open(cli, folder, &params).unwrap_or_else(|error| {
        complain(&format!("note: {error}"));
        None
    });
    let coming_back =
        visits.as_mut().and_then(|visits| coming_back(cli, visits, &mut params, reader));
    let decisions = cli.decisions.clone().or_else(|| match &demo {
        Some(demo) => Some(demo.beside("decisions.jsonl")),
        None => places::decisions().path(),
    });
    // Without a place of its own, the demo keeps them beside it.
    let phrases = match (cli.params.phrases_place(Task::Screen), &demo) {
        (None, Some(demo)) if !cli.params.names_no_phrases() => Some(demo.beside("phrases.jsonl")),
        (place, _) => place.map(|(file, _)| file),
    };
    let own = cli.params.phrases.as_deref().unwrap_or(Path::new("own"));
    let how = HowRead::of(folder, Some(&walk), &cli.limits, Some(own))
        .deciding_by(cli.decisions.as_deref());
    let source = DocumentFolder { root: folder.to_path_buf(), walk, reader: reader.clone() };
    let reports = Some(reports(how, source.clone()));
    let visits = visits.map(Arc::new);
    let keeper = visits.clone();
    let keeper =
        keeper.map(|visits| VisitKeeper::new(move |now| visits.keep_for_now(&left_by(now))));
    let folder_kept = folder.to_path_buf();
    let kept = KeptPlaces {
        decisions,
        phrases,
        folder: folder_kept,
        reports,
        visits: keeper,
        reader: reader.clone(),
    };
    let clipboard = clipboard(&screen.clipboard, folder);
    let begins = Beginning { coming_back, pair: opened, clipboard };
    let left = if plain {
        let prompts = std::io::stdin().is_terminal();
        tui::converse(source, params, begins, kept, prompts)
    } else {
        tui::run(source, params, look(screen), states, begins, kept)
    };
    let Left { status, params, pair, filter, snapshot } = left.map_err(Stop::Failed)?;
    // A visit that ended before anything was read leaves what the one before left.
    if let (Some(visits), Some(snapshot)) = (visits, snapshot)
        && let Err(error) = visits.end(&left_by(&VisitState { params, pair, filter, snapshot }))
    {
        complain(&format!("note: {error}"));
    }
    Ok(Done::Left(status))
}

/// What the next visit begins with.
fn left_by(now: &VisitState) -> VisitLeft<'_> {
    let VisitState { params, pair, filter, snapshot } = now;
    VisitLeft { params, pair: pair.as_ref(), filter, snapshot }
}

/// Opens the screen on a written result.
fn view(asked: &ViewArgs, limits: &LimitArgs, reader: DocumentReader) -> Result<Done, Stop> {
    if !session::terminal_present() {
        let reason = "no terminal for the screen; the result is JSON that other programs read";
        return Err(Stop::Failed(reason.to_string()));
    }
    let ViewArgs { result: name, root, screen, decisions } = asked;
    if let Some(root) = root.as_deref().filter(|root| !root.is_dir()) {
        let reason = "not a folder that can be opened; name the folder of the texts";
        return Err(Stop::Failed(format!("--root {}: {reason}", DocPath::new(root))));
    }
    let result = commands::view::result(asked, &reader)?;
    let folder = root.as_deref().unwrap_or(name);
    let how = |root: &Path| HowRead::of(root, None, limits, None).deciding_by(decisions.as_deref());
    let source = root
        .as_ref()
        .map(|root| DocumentFolder { reader: reader.clone(), ..DocumentFolder::new(root) });
    let reports = source.clone().map(|source| reports(how(&source.root), source));
    let decisions = decisions.clone().or_else(|| places::decisions().path());
    let folder_kept = folder.to_path_buf();
    let kept =
        KeptPlaces { decisions, phrases: None, folder: folder_kept, reports, visits: None, reader };
    let clipboard = clipboard(&screen.clipboard, folder);
    let left = tui::view(name, (result, source), look(screen), clipboard, kept);
    left.map(Done::Left).map_err(Stop::Failed)
}

/// Where the screen's copied texts go.
fn clipboard(asked: &ClipboardChoice, folder: &Path) -> Clipboard {
    match asked {
        ClipboardChoice::Osc52 => Clipboard::Terminal,
        ClipboardChoice::File => {
            let (place, folder) = (places::clipboard().path(), folder.to_path_buf());
            let take = move |text: &str| into_file(place.as_deref(), &folder, text);
            Clipboard::Elsewhere(TakeText::new(take))
        }
        ClipboardChoice::Command(words) => {
            let words = words.clone();
            Clipboard::Elsewhere(TakeText::new(move |text| to_program(&words, text)))
        }
    }
}

/// Writes what the screen's list shows, as `shingle report` does.
fn reports(how: HowRead, folder: DocumentFolder) -> ReportWriter {
    ReportWriter::new(move |wanted| {
        let ReportWanted { file, replace, snapshot, rows, filter, choice, decided, clusters } =
            wanted;
        let clusters = clusters.as_deref();
        let listed = Listed { snapshot, rows, filter, choice: *choice, decided, clusters };
        match write_listed(&folder, &how, (file, *replace), &listed) {
            Ok(said) => ReportAnswer::Written(said),
            Err(WriteError::Exists) => ReportAnswer::Exists,
            Err(error) => ReportAnswer::Failed(format!("{}: {error}", DocPath::new(file))),
        }
    })
}

/// What the screen begins with if this is not the first visit. Takes the parameters that the last one changed.
fn coming_back(
    cli: &Cli,
    visits: &mut Visits,
    params: &mut Params,
    reader: &DocumentReader,
) -> Option<ComingBack> {
    let usual = params.clone();
    let last = visits.last.as_ref()?;
    if let Some(restored) = cli.params.resolve_after(&last.params, params, reader) {
        *params = restored;
        params.linkage = cli.clusters.linkage.unwrap_or(params.linkage);
    }
    let ended = last.ended.elapsed().unwrap_or_default();
    let (pair, filter) = (last.pair.clone(), last.filter.clone());
    Some(ComingBack { ended, usual, pair, filter, documents: visits.documents(params) })
}

/// Keeps a file outside the folder up to date with what the screen shows at rest.
fn state_file(file: &Path, folder: &Path) -> Result<TakeState, Stop> {
    let name = DocPath::new(file);
    let target = FileTarget::new(file, folder, true)
        .map_err(|reason| Stop::Failed(format!("{name}: {reason}")))?;
    Ok(Box::new(move |rest| {
        let mut text = Vec::new();
        // Writing into memory cannot fail.
        let _ = state(&mut text, rest.snapshot, &rest.rows, rest.watch.to_string());
        target.fill(|out| out.write_all(&text)).map_err(|reason| format!("{name}: {reason}"))
    }))
}

/// The look of the screen.
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
