//! What the screen opens: a folder, or two files that are watched where they lie. It reads none of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Command, CommandFactory as _};

use shingle::base::path::DocPath;
use shingle::folder::names::WalkOptions;
use shingle::visits::visit::PairNames;

use crate::cli::args::Cli;
use crate::commands::input::is_standard_input;
use crate::printer::out::Stop;

/// A folder and which of its files are read.
pub(crate) struct Explored {
    /// The folder. Two files are read in the nearest one that has both below it.
    pub(crate) folder: PathBuf,
    pub(crate) walk: WalkOptions,
    /// The two files, by their names in it.
    pub(crate) pair: Option<PairNames>,
}

/// What the command line names.
pub(crate) fn explored(cli: &Cli, folder: &Path) -> Result<Explored, Stop> {
    let name = DocPath::new(folder);
    let failed = |reason: String| Err(Stop::Failed(reason));
    match &*cli.more {
        [] if folder.is_dir() => {
            Ok(Explored { folder: folder.to_path_buf(), walk: cli.walk.resolve(), pair: None })
        }
        [] if folder.is_file() => failed(format!(
            "{name}: a file, not a folder; name a second file to open the pair, or use `shingle query FILE --in DIR`"
        )),
        [] => failed(format!("{name}: not a folder that can be opened; name an existing one")),
        [other] if !other.is_dir() && !folder.is_dir() => two(cli, folder, other),
        more => {
            if let Some(reason) = misplaced(folder, more) {
                return failed(reason);
            }
            failed(if more.len() == 1 && folder.is_dir() && more.iter().all(|one| one.is_dir()) {
                format!(
                    "{name}: one of two folders; name one, or the folder around both, with --between A B"
                )
            } else if more.len() == 1 {
                "a file and a folder; name two files or one folder, or use `shingle query FILE --in DIR`"
                    .to_string()
            } else {
                "the screen takes one folder, or two files; leave the others out".to_string()
            })
        }
    }
}

/// Why the names are no files, if one of them is meant as a command.
fn misplaced(folder: &Path, more: &[PathBuf]) -> Option<String> {
    let program = Cli::command();
    let is_command = |path: &&PathBuf| {
        !path.exists() && path.to_str().is_some_and(|one| program.find_subcommand(one).is_some())
    };
    if let Some(command) = more.iter().find(is_command) {
        let command = command.display();
        return Some(format!(
            "`{command}` must come first: `shingle {command} …`, then its files and options"
        ));
    }
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    (!folder.exists()).then(|| {
        let names = names.join(", ");
        format!("{}: no folder, no file and no command ({names})", DocPath::new(folder))
    })
}

fn two(cli: &Cli, a: &Path, b: &Path) -> Result<Explored, Stop> {
    if let Some(reason) = misplaced(a, std::slice::from_ref(&b.to_path_buf())) {
        return Err(Stop::Failed(reason));
    }
    let (first, second) = (placed(a)?, placed(b)?);
    if first == second {
        let names = format!("{} and {}", DocPath::new(a), DocPath::new(b));
        return Err(Stop::Failed(format!("{names} are the same file; name two")));
    }
    // Both are absolute, so they have the root in common at least.
    let folder: PathBuf = first
        .parent()
        .into_iter()
        .flat_map(Path::ancestors)
        .find(|folder| second.starts_with(folder))
        .unwrap_or(Path::new("/"))
        .to_path_buf();
    let within = |path: &Path| DocPath::new(path.strip_prefix(&folder).unwrap_or(path));
    let pair = (within(&first), within(&second));
    let only = Some(Arc::from([pair.0.clone(), pair.1.clone()]));
    Ok(Explored { walk: WalkOptions { only, ..cli.walk.resolve() }, folder, pair: Some(pair) })
}

/// Where a file really is.
fn placed(file: &Path) -> Result<PathBuf, Stop> {
    let name = DocPath::new(file);
    if is_standard_input(file) {
        let reason = "standard input cannot be watched; `shingle compare A B` reads it";
        return Err(Stop::Failed(reason.to_string()));
    }
    let real = file.canonicalize().map_err(|error| {
        Stop::Failed(format!("{name}: {}", shingle::folder::read::reason(&error)))
    })?;
    if !real.is_file() {
        let reason = "not a regular file, which cannot be watched; `shingle compare A B` reads it";
        return Err(Stop::Failed(format!("{name}: {reason}")));
    }
    Ok(real)
}
