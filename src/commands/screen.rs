//! Opens the screen on a folder or two files. Provides the last visit, the clipboard, and writers of reports.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{io, sync::Arc};

use shingle::base::{path::DocPath, ratio::Ratio};
use shingle::engine::{DocumentFolder, DocumentReader, OptionValues};
use shingle::folder::{FileTarget, NotWritten, WriteError};
use shingle::pipeline::{Parameter, Params, Task};
use shingle::storage::scratch::ScratchFolder;

use super::explored::{INSTRUCTIVE, resolve_input, unpack_demo_folder};
use super::report::{list_reading_options, write_listed_rows};
use super::visits::Visits;
use super::{Run, print_note};
use crate::cli::args::Cli;
use crate::cli::options::{ClipboardChoice, ScreenArgs, Switch};
use crate::cli::places;
use crate::printer::{json, out::Stop};
use crate::tui::drawing::Look;
use crate::tui::event_loop::FilePlaces;
use crate::tui::model::Clipboard;
use crate::tui::terminal::is_terminal_present;
use crate::tui::views::report::{ReportAnswer, ReportRequest, ReportWriter};
use crate::tui::{self, LastVisitState, ScreenEnd, ScreenStart};
use crate::tui::{event_loop::TakeState, event_loop::VisitKeeper};

/// Note in the demo of an unoptimised build.
const SLOW: &str = "this build is not optimised; an installed program is ten times as fast";

pub(crate) fn run(cli: &Cli, Run { values, reader, limits }: &Run) -> Result<u8, Stop> {
    let Cli { folder, demo, screen, .. } = cli;
    // Removed when the screen ends.
    let demo = demo.then(unpack_demo_folder).transpose()?;
    let named = demo.as_ref().map(ScratchFolder::path).or(folder.as_deref());
    let named = named.unwrap_or(Path::new(""));
    let mut params = values.resolve_params(Task::Screen, reader)?;
    let (folder, pair) = resolve_input(cli, &params, reader, named)?;
    let source = DocumentFolder { id: cli.id.as_deref().map(Arc::from), ..folder };
    let names_threshold = [Parameter::Threshold, Parameter::Preset];
    if pair.is_some() && !names_threshold.into_iter().any(|one| values.is_set(one)) {
        // Lists the pair that the user names, however small its score.
        params.threshold = Ratio::ZERO;
    }
    let reading = list_reading_options(&source.walk, limits);
    let inputs = source.input_paths();
    // A file of records has a state of its own. The state of a pair is not saved.
    let named = inputs.first().map_or(Path::new(""), PathBuf::as_path);
    require_terminal(
        "no terminal for the screen; use `shingle scan DIR`, `shingle compare A B`, `shingle sources FILE --in DIR` or `shingle report DIR -o FILE`",
    )?;
    let states =
        screen.dump_state.as_deref().map(|file| open_state_file(file, &inputs)).transpose()?;
    let mut visits = Visits::open(cli, values, named, &params).unwrap_or_else(|error| {
        print_note(&error.to_string());
        None
    });
    let coming_back =
        visits.as_mut().and_then(|visits| restore_last_visit(values, visits, &mut params, reader));
    let visits = visits.map(Arc::new);
    let keep = |visits: Arc<Visits>| -> VisitKeeper {
        Box::new(move |now| visits.save_in_case_of_kill(now))
    };
    let keeper = visits.clone().map(keep);
    let decisions = cli.decisions.clone().or_else(|| match &demo {
        Some(demo) => Some(demo.path_beside("decisions.jsonl")),
        None => places::marks_place().ok(),
    });
    // By default the demo stores phrases beside itself.
    let phrases = match (values.phrases_file(Task::Screen), &demo) {
        (None, Some(demo)) if values.first_text(Parameter::Phrases) != Some("off".as_ref()) => {
            Some(demo.path_beside("phrases.jsonl"))
        }
        (place, _) => place.map(|(file, _)| file),
    };
    let clipboard = open_clipboard(&screen.clipboard);
    let places = FilePlaces { decisions, phrases, read: inputs, visits: keeper };
    let writer = Some(report_writer(reading, source.clone()));
    let selected = demo.as_ref().map(|_| INSTRUCTIVE.map(DocPath::new).into());
    let slow = (demo.is_some() && cfg!(debug_assertions)).then(|| SLOW.into());
    let of_ids = pair.is_some() && cli.id.is_some();
    let note = slow.or_else(|| describe_params_of_dedup(&params).filter(|_| of_ids));
    let begins = ScreenStart { coming_back, pair, selected, note, clipboard, writer };
    let left = tui::run(source, params, look_from_args(screen), states, begins, places);
    let ScreenEnd { status, visit } = left?;
    // If the visit ended before reading, the state of the last visit stays.
    if let (Some(visits), Some(visit)) = (visits, visit)
        && let Err(error) = visits.save_at_end(&visit)
    {
        print_note(&error.to_string());
    }
    Ok(status)
}

/// Names the parameters by which `dedup` gives two records another score. `None` without a difference.
fn describe_params_of_dedup(params: &Params) -> Option<String> {
    let dedup = Params::defaults_for_task(Task::Dedup);
    let is_other = |one: &&Parameter| {
        !matches!(one, Parameter::Threshold | Parameter::Records) && one.is_changed(params, &dedup)
    };
    let others = Parameter::ALL.iter().filter(is_other);
    let others =
        others.map(|one| format!("--{} {}", one.name(), one.value_texts(&dedup).join(" ")));
    let others = others.collect::<Vec<String>>().join(" ");
    (!others.is_empty()).then(|| format!("the score of dedup: {others}"))
}

pub(super) fn require_terminal(reason: &'static str) -> Result<(), Stop> {
    if is_terminal_present() { Ok(()) } else { Err(reason.into()) }
}

fn open_clipboard(choice: &ClipboardChoice) -> Clipboard {
    match choice {
        ClipboardChoice::Osc52 => None,
        ClipboardChoice::Command(words) => {
            let words = words.clone();
            Some(Arc::new(move |text| send_to_program(&words, text)))
        }
    }
}

/// Returns a function that writes the listed rows like `shingle report`.
fn report_writer(reading: Vec<(String, String)>, folder: DocumentFolder) -> ReportWriter {
    Arc::new(move |ReportRequest { file, replace, listed }| {
        match write_listed_rows(&folder, &reading, (file, *replace), listed) {
            Ok(written) => ReportAnswer::Written(written),
            Err(WriteError { reason: NotWritten::Exists, .. }) => ReportAnswer::Exists,
            Err(error) => ReportAnswer::Failed(error.to_string()),
        }
    })
}

/// Returns the state of the last visit, if any, and restores the changed parameters in `params`.
fn restore_last_visit(
    values: &OptionValues,
    visits: &mut Visits,
    params: &mut Params,
    reader: &DocumentReader,
) -> Option<LastVisitState> {
    let usual = params.clone();
    let last = visits.last.as_ref()?;
    if let Some(restored) = values.resolve_params_after_visit(&last.params, params, reader) {
        *params = restored;
    }
    let ended = last.ended.elapsed().unwrap_or_default();
    let (pair, filter, sort) = (last.pair.clone(), last.filter.clone(), last.sort.clone());
    let documents = visits.take_documents_of_last_visit(params);
    Some(LastVisitState { ended, usual, pair, filter, sort, documents })
}

/// Returns a function that writes the shown state to a file whenever the screen is at rest. The file is outside of the
/// inputs.
fn open_state_file(file: &Path, read: &[PathBuf]) -> Result<TakeState, Stop> {
    let target = FileTarget::new(file, read, true)?;
    Ok(Box::new(move |snapshot, rows, watch| {
        let mut text = Vec::new();
        // Writing into memory cannot fail.
        let _ = json::write_screen_state(&mut text, snapshot, rows, &watch.to_string());
        target.write_file_atomically(|out| out.write_all(&text)).map_err(|error| error.to_string())
    }))
}

pub(super) fn look_from_args(screen: &ScreenArgs) -> Look {
    let mouse = screen.mouse == Switch::On;
    Look { theme: screen.theme, mouse, projector: screen.projector }
}

fn send_to_program(words: &[String], text: &str) -> Result<String, String> {
    let name = words.first().map_or("", String::as_str);
    pipe_text_to_program(words, text)
        .map_err(|reason| format!("--clipboard command: {name}: {reason}"))?;
    Ok(format!("taken by {name}"))
}

/// Runs a program with a text on standard input, without access to the terminal.
fn pipe_text_to_program(words: &[String], text: &str) -> Result<(), String> {
    let (name, arguments) = words.split_first().ok_or("no program is named")?;
    let mut child = Command::new(name)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot be started: {error}"))?;
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    let status = child.wait().map_err(|error| error.to_string())?;
    match written {
        // A program may stop reading before the end.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ if status.success() => Ok(()),
        _ => Err(format!("it failed ({status})")),
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use shingle::folder::read::{LARGEST_FILE, read_named_file};

    use shingle::pipeline::{Params, Task};

    use super::{describe_params_of_dedup, send_to_program};

    fn program(words: &[&str], text: &str) -> Result<String, String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        send_to_program(&words, text)
    }

    #[test]
    fn two_records_by_ids_name_what_dedup_does_otherwise() {
        let named = describe_params_of_dedup(&Params::defaults_for_task(Task::Screen)).unwrap();
        assert!(named.contains("--measure jaccard") && named.contains("--stem off"), "{named}");
        assert_eq!(describe_params_of_dedup(&Params::defaults_for_task(Task::Dedup)), None);
    }

    #[test]
    fn a_program_gets_the_text_and_its_arguments_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a b;c");
        let text = "one\u{a0}two\n".repeat(100_000);
        program(&["tee", file.to_str().unwrap()], &text).unwrap();
        assert_eq!(read_named_file(&file, LARGEST_FILE).unwrap().bytes, text.as_bytes());
    }

    #[test]
    fn a_program_that_fails_or_is_missing_is_said_to_have_taken_nothing() {
        assert!(program(&["false"], "text").is_err());
        let missing = program(&["no-such-program-here"], "text").unwrap_err();
        assert!(missing.contains("no-such-program-here"), "{missing}");
        assert!(program(&["true"], &"much ".repeat(1 << 20)).is_ok(), "it need not read all");
    }
}
