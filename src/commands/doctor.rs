use std::ffi::OsStr;
use std::io::{IsTerminal as _, Write as _, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::{env, thread::available_parallelism};

use documents::processes::query_sandbox;
use rustix::process::{Resource, getrlimit};

use shingle::base::storage::directory::count_files_and_bytes;
use shingle::base::{
    numbers::format_count, system_error::format_system_error, visible::make_visible,
};

use crate::cli::{args::Cli, config::config_place, places};
use crate::printer::out::{Out, Stop};

/// Variables that affect the program, besides those for its own files.
const VARIABLES: &str = "TERM COLORTERM TERM_PROGRAM TERM_PROGRAM_VERSION TMUX STY SSH_TTY \
NO_COLOR LC_ALL LC_CTYPE LANG VISUAL EDITOR RAYON_NUM_THREADS";
const FEATURES: [(&str, bool); 2] =
    [("pdf", cfg!(feature = "pdf")), ("pos", cfg!(feature = "pos"))];

/// Prints the diagnostics. `program` is the executable for reader processes.
pub(crate) fn run(cli: &Cli, program: Option<&OsStr>) -> Result<u8, Stop> {
    let mut out = Out::new();
    let columns = out.columns;
    let mut line = |name: &str, text: String| writeln!(out, "{name:<10} {}", make_visible(&text));
    let built: Vec<_> = FEATURES.iter().filter(|one| one.1).map(|(name, _)| *name).collect();
    let features = if built.is_empty() { "none".to_string() } else { built.join(" ") };
    line("shingle", format!("{}, features: {features}", env!("CARGO_PKG_VERSION")))?;
    line("system", describe_system())?;
    line("terminal", describe_terminal(columns))?;
    let variables = VARIABLES.split(' ').filter_map(|name| {
        let value = env::var_os(name)?;
        Some(format!("{name}={}", without_home(value.as_ref())))
    });
    line("variables", variables.collect::<Vec<_>>().join(" "))?;
    let sandbox = program.map_or_else(
        || "no reader processes".to_string(),
        |program| query_sandbox(program).unwrap_or_else(|error| format_system_error(&error)),
    );
    line("sandbox", sandbox)?;
    line("limits", describe_limits())?;
    for (name, place) in [
        ("config", config_place(&cli.config).map(|(path, _)| path).ok_or("none is read")),
        ("cache", places::cache_place()),
        ("decisions", places::marks_place()),
        ("phrases", places::phrases_place()),
        ("visits", places::state_place()),
        ("log", cli.log_place()),
    ] {
        line(name, place.map_or_else(str::to_string, |path| describe_place(&path)))?;
    }
    out.flush()?;
    Ok(0)
}

fn describe_system() -> String {
    let uname = rustix::system::uname();
    let [name, release, machine] =
        [uname.sysname(), uname.release(), uname.machine()].map(|part| part.to_string_lossy());
    let libc = if cfg!(target_env = "musl") { "musl" } else { "the system's libc" };
    let processors = available_parallelism().map_or(1, usize::from) as u64;
    let (built, processors) = (env::consts::ARCH, format_count(processors, "processor"));
    format!("{name} {release} {machine}, built for {built} with {libc}, {processors}")
}

fn describe_terminal(columns: Option<usize>) -> String {
    let streams = [
        ("input", stdin().is_terminal()),
        ("output", stdout().is_terminal()),
        ("errors", stderr().is_terminal()),
    ];
    let on = streams.iter().filter(|(_, is_terminal)| *is_terminal).map(|(name, _)| *name);
    let on: Vec<&str> = on.collect();
    let size = columns.and_then(|_| crossterm::terminal::size().ok());
    let size = size.map_or(String::new(), |(columns, rows)| format!("{columns} x {rows}, "));
    if on.is_empty() { "none".to_string() } else { format!("{size}for {}", on.join(" ")) }
}

fn describe_limits() -> String {
    let limit = |name: &str, resource| {
        let limit = getrlimit(resource).current;
        format!("{name} {}", limit.map_or("unlimited".to_string(), |limit| limit.to_string()))
    };
    let all = [
        ("open files", Resource::Nofile),
        ("address space", Resource::As),
        ("processes", Resource::Nproc),
    ];
    all.map(|(name, resource)| limit(name, resource)).join(", ")
}

/// Describes a place: `~/.cache/shingle, 12 files, 40,512 bytes`.
fn describe_place(place: &Path) -> String {
    let name = without_home(place);
    match count_files_and_bytes(place) {
        Ok(Some((files, bytes))) => {
            format!("{name}, {}, {}", format_count(files, "file"), format_count(bytes, "byte"))
        }
        Ok(None) => format!("{name}, not there"),
        Err(error) => format!("{name}: {}", format_system_error(&error)),
    }
}

/// Abbreviates the home directory, which often contains the user's name.
fn without_home(path: &Path) -> String {
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let below = home.as_ref().and_then(|home| path.strip_prefix(home).ok());
    let path = below.map_or_else(|| path.to_path_buf(), |below| Path::new("~").join(below));
    path.to_string_lossy().into_owned()
}
